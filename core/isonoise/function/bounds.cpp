#include "isonoise/function/bounds.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>

#include "isonoise/function/expressions.hpp"
#include "isonoise/function/limits.hpp"
#include "isonoise/isonoise.hpp"
#include "isonoise/range.hpp"

namespace isonoise::function {
namespace {

constexpr std::size_t kMostNodes = 100'000;
constexpr std::size_t kMostInstructions = 2'000'000;
constexpr int kMostSettling = 12;

// The values of a noise and its derivatives. docs/algorithm.md proves the ranges. A derivative of one octave is the
// mean of the gradients, of length at most 2, and the weights' slope, at most 30/16, times the difference of two corner
// values, at most 2 and 2.8: less than 12 in all.
Interval value_of(const NoiseFunction& noise) {
    if (noise.own) {
        // Rounded outwards: value_range() has doubles.
        constexpr float infinity = std::numeric_limits<float>::infinity();
        const auto [low, high] = value_range(noise.own->settings());
        const auto least = static_cast<float>(low), most = static_cast<float>(high);
        return reals(static_cast<double>(least) > low ? std::nextafter(least, -infinity) : least,
                     static_cast<double>(most) < high ? std::nextafter(most, infinity) : most);
    }
    const bool positive = noise.kind == NoiseFunction::octaves && noise.fractal == Fractal::turbulence;
    return reals(positive ? 0 : -1, 1);
}
Interval derivative_of(const NoiseFunction& noise) {
    const bool single = noise.kind == NoiseFunction::plain || noise.has_period();
    return single ? reals(-12, 12) : Interval();
}

// By how much a word changes where a coordinate changes by 1, steps counted as slopes; 0 if it does not depend on it.
using Rates = std::array<double, 4>;
Rates larger(const Rates& a, const Rates& b) {
    Rates all;
    std::transform(a.begin(), a.end(), b.begin(), all.begin(), [](double x, double y) { return std::max(x, y); });
    return all;
}
Rates times(const Rates& rates, double factor) {
    Rates all;
    std::transform(rates.begin(), rates.end(), all.begin(), [&](double x) { return x * factor; });
    return all;
}
double largest(const Interval& words) {
    return std::max(std::fabs(static_cast<double>(words.low)), std::fabs(static_cast<double>(words.high)));
}

// Runs code once for all points: a register has a node for the value that it has there. Branches are taken by all, as
// their masks choose what they change. Loops go on while a point may be left in them.
class Walk {
  public:
    Walk(const Code& code, std::span<const std::vector<Word>> parameters, float reach)
        : code_(code), registers_(code.registers, all_.atom(exactly(0))), rates_(code.registers) {
        for (const auto& [r, word] : code.constants)
            registers_[r] = all_.atom(exactly(word));
        for (std::size_t i = 0; i < parameters.size(); ++i) {
            for (std::size_t c = 0; c < code.parameters[i].size(); ++c)
                registers_[code.parameters[i][c]] = all_.atom(exactly(parameters[i][c]));
        }
        for (std::size_t i = 0; i < code.point.size(); ++i) {
            // Cells, then fractions.
            const bool is_cell = i<code.cells, is_fraction = code.cells> 0 && !is_cell;
            constexpr std::int64_t kMost = (std::int64_t{1} << 31) - 1;
            const std::int64_t far = reach < 0x1p31f ? static_cast<std::int64_t>(reach) : kMost;
            registers_[code.point[i]] = all_.atom(is_cell       ? wholes(-far - 1, far)
                                                  : is_fraction ? reals(0, 1)
                                                                : reals(-reach, reach));
            rates_[code.point[i]][is_fraction ? i - code.cells : i] = 1;
        }
        for (Register i = 0; i < code.instructions.size(); ++i) {
            if (code.instructions[i].operation == Operation::jump) loops_[code.instructions[i].to] = i;
        }
    }

    // The words of each channel; nothing is known if the code is too long.
    std::vector<Interval> results() {
        pass(0, static_cast<Register>(code_.instructions.size()));
        std::vector<Interval> words;
        for (const Register r : code_.result)
            words.push_back(is_given_up() ? Interval() : all_.words(registers_[r]));
        return words;
    }

    // The largest rates at which noises, hashes and steps are reached.
    Rates finest() {
        results();
        return finest_;
    }

  private:
    bool is_given_up() const { return steps_ > kMostInstructions; }

    // Runs instructions from `from` to before `end`. Returns false where no point goes on to `end`: at the exit of a
    // loop that ends there.
    bool pass(Register from, Register end) {
        for (Register i = from; i < end && !is_given_up();) {
            const auto inner = loops_.find(i);
            if (inner != loops_.end() && inner->second != end) {
                loop(i, inner->second);
                i = inner->second + 1;
                continue;
            }
            const Instruction& one = code_.instructions[i++];
            ++steps_;
            switch (one.operation) {
            case Operation::jump_none:
                if (one.to == end + 1) exit_ = registers_;
                if (!all_.words(registers_[one.a]).is_false()) break;
                if (one.to == end + 1) return false;
                i = one.to;
                break;
            case Operation::undefined: registers_[one.to] = all_.atom(kNone); break;
            case Operation::call: call(code_.calls[one.to]); break;
            default:
                rates_[one.to] = rates(one);
                registers_[one.to] = all_.node(one.operation, registers_[one.a], registers_[one.b], registers_[one.c]);
            }
        }
        return true;
    }

    // Follows the coordinates by their factors.
    Rates rates(const Instruction& one) {
        const Rates &a = rates_[one.a], &b = rates_[one.b];
        switch (one.operation) {
        case Operation::choose: return larger(b, rates_[one.c]);
        case Operation::add:
        case Operation::subtract:
        case Operation::minimum:
        case Operation::maximum:
        case Operation::int_add:
        case Operation::int_subtract:
        case Operation::pow:
        case Operation::atan: return larger(a, b);
        case Operation::multiply: return product(one);
        case Operation::int_multiply: {
            const Ends x = as_int(all_.words(registers_[one.a])), y = as_int(all_.words(registers_[one.b]));
            // A large factor mixes bits.
            constexpr std::int64_t kMost = 1 << 16;
            const bool by_b = y.least == y.most && std::abs(y.most) < kMost,
                       by_a = x.least == x.most && std::abs(x.most) < kMost;
            return by_b   ? times(a, static_cast<double>(std::abs(y.most)))
                   : by_a ? times(b, static_cast<double>(std::abs(x.most)))
                          : Rates{};
        }
        case Operation::divide: return quotient(one);
        case Operation::mod: return finest_ = larger(finest_, quotient(one)), a;
        case Operation::fract: return finest_ = larger(finest_, a), a;
        case Operation::floor:
        case Operation::ceil:
        case Operation::round:
        case Operation::trunc:
        case Operation::to_int:
        case Operation::to_uint: return finest_ = larger(finest_, a), Rates{};  // whole numbers are exact
        case Operation::copy:
        case Operation::negate:
        case Operation::absolute:
        case Operation::sqrt:
        case Operation::inversesqrt:
        case Operation::exp:
        case Operation::exp2:
        case Operation::log:
        case Operation::log2:
        case Operation::sin:
        case Operation::cos:
        case Operation::tan:
        case Operation::asin:
        case Operation::acos:
        case Operation::int_divide:
        case Operation::uint_divide:
        case Operation::from_int:
        case Operation::from_uint: return a;
        default: return {};  // comparisons, bits
        }
    }
    Rates product(const Instruction& one) const {
        const Rates &a = rates_[one.a], &b = rates_[one.b];
        const bool a_varies = a != Rates{}, b_varies = b != Rates{};
        if (a_varies && b_varies) return larger(a, b);
        const double factor = largest(all_.words(registers_[a_varies ? one.b : one.a]));
        return std::isfinite(factor) ? times(a_varies ? a : b, factor) : larger(a, b);
    }
    Rates quotient(const Instruction& one) const {
        const Interval& by = all_.words(registers_[one.b]);
        const bool is_known = by.low == by.high && by.low != 0.0f && std::isfinite(by.low);
        return is_known ? times(rates_[one.a], 1 / std::fabs(static_cast<double>(by.low)))
                        : larger(rates_[one.a], rates_[one.b]);
    }
    void reach(const Call& call) {
        const auto coordinates = static_cast<std::size_t>(call.noise.dim * (call.noise.cell ? 2 : 1));
        Rates all{};
        for (std::size_t i = 0; i < coordinates; ++i)
            all = larger(all, rates_[call.in[i]]);
        if (call.noise.own) all = times(all, static_cast<double>(call.noise.own->settings().frequency));
        finest_ = larger(finest_, all);
        for (const Register r : call.out)
            rates_[r] = {};
    }

    void call(const Call& call) {
        reach(call);
        for (std::size_t k = 0; k < call.out.size(); ++k)
            registers_[call.out[k]] = all_.atom(k == 0 ? value_of(call.noise) : derivative_of(call.noise));
    }

    // From the head of a loop to the jump back. Goes round by round while that tells anything new.
    void loop(Register head, Register back) {
        const std::set<Register> changed = changed_in(head, back);
        std::map<Register, Interval> before;
        for (std::int64_t round = 0; round <= kMostRounds + 1 && all_.size() < kMostNodes; ++round) {
            if (!pass(head, back)) return;
            bool is_new = false;
            for (const Register r : changed) {
                const Interval& now = all_.words(registers_[r]);
                is_new |= round == 0 || !before[r].holds(now);
                before[r] = now;
            }
            if (!is_new) break;
        }
        settle(head, back, changed);
    }

    std::set<Register> changed_in(Register head, Register back) const {
        std::set<Register> changed;
        for (Register i = head; i < back; ++i) {
            const Instruction& one = code_.instructions[i];
            if (one.operation == Operation::call) {
                const auto& out = code_.calls[one.to].out;
                changed.insert(out.begin(), out.end());
            } else if (one.operation != Operation::jump && one.operation != Operation::jump_none) {
                changed.insert(one.to);
            }
        }
        return changed;
    }

    // Finds what holds in all further rounds: words that a round does not leave. What one leaves at an end may have any
    // number there from then on.
    void settle(Register head, Register back, const std::set<Register>& changed) {
        std::map<Register, Interval> before;
        for (const Register r : changed)
            before[r] = all_.words(registers_[r]);
        all_.go_on();
        for (int round = 0; round < kMostSettling && !is_given_up(); ++round) {
            for (auto& [r, words] : before) {
                if (round + 1 == kMostSettling) words = Interval();
                registers_[r] = all_.atom(words);
            }
            const bool goes_on = pass(head, back);
            bool settled = true;
            for (auto& [r, words] : before) {
                const Interval& now = all_.words(registers_[r]);
                if (!goes_on || words.holds(now)) continue;
                settled = false;
                words = widened(words, joined(words, now));
            }
            if (settled) {
                registers_ = exit_;
                return;
            }
        }
        steps_ = kMostInstructions + 1;
    }
    static Interval widened(const Interval& from, const Interval& to) {
        if (from.none) return to;
        constexpr float infinity = std::numeric_limits<float>::infinity();
        const Ends x = as_int(from), y = as_int(to);
        constexpr std::int64_t kInt = std::int64_t{1} << 31;
        const std::int64_t least = y.least < x.least ? -kInt : y.least, most = y.most > x.most ? kInt - 1 : y.most;
        Interval all = to.is_mask() ? to : wholes(least, most);
        all.low = to.low < from.low ? -infinity : to.low;
        all.high = to.high > from.high ? infinity : to.high;
        all.nan = to.nan;
        return all;
    }

    const Code& code_;
    Expressions all_;
    std::vector<Index> registers_, exit_;
    std::vector<Rates> rates_;
    Rates finest_{};
    std::map<Register, Register> loops_;  // the last instruction of each, by the first
    std::size_t steps_ = 0;
};

}  // namespace

std::vector<std::optional<std::array<double, 2>>> bounds(const Code& code,
                                                         std::span<const std::vector<Word>> parameters) {
    const std::vector<Interval> far = Walk(code, parameters, 0x1p60f).results();
    const std::vector<Interval> near = Walk(code, parameters, 0x1p30f).results();
    std::vector<std::optional<std::array<double, 2>>> all;
    for (std::size_t c = 0; c < far.size(); ++c) {
        const Interval &a = far[c], &b = near[c];
        const double most = 1e-6 * (static_cast<double>(b.high) - static_cast<double>(b.low));
        const bool apart = std::fabs(static_cast<double>(a.low) - static_cast<double>(b.low)) > most ||
                           std::fabs(static_cast<double>(a.high) - static_cast<double>(b.high)) > most;
        all.emplace_back();
        if (a.is_bounded() && b.is_bounded() && !apart)
            all.back() = {static_cast<double>(a.low), static_cast<double>(a.high)};
    }
    return all;
}

std::array<double, 4> cells_per_unit(const Code& code, std::span<const std::vector<Word>> parameters) {
    return Walk(code, parameters, 0x1p30f).finest();
}

}  // namespace isonoise::function
