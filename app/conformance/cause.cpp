// Explains a wrong result: computes an operation, or all of them, in the ways of compilers that do not keep bits.
#include <cmath>

#include <fmt/format.h>

#include "conformance/points.hpp"
#include "conformance/slice.hpp"

namespace isonoise {

using function::Operation;
using function::Word;

namespace {

float as_real(Word word) { return std::bit_cast<float>(word); }
float flushed(float x) { return std::fabs(x) < 0x1p-126f ? std::copysign(0.0f, x) : x; }

// Towards zero.
float truncated(double exact) {
    const auto near = static_cast<float>(exact);
    return std::fabs(static_cast<double>(near)) > std::fabs(exact) ? std::nextafter(near, 0.0f) : near;
}

// The operations of a slice, and the values that they have got so far.
class Recomputed {
  public:
    Recomputed(const Trace& trace, const std::set<std::size_t>& given) : all_(trace.values), given_(given) {}

    const TracedValue& operator[](std::size_t id) const { return all_[id]; }
    bool is(std::size_t id, Operation operation) const {
        return all_[id].kind == TracedValue::computed && all_[id].operation == operation && !given_.contains(id);
    }
    bool is_sum(std::size_t id) const { return is(id, Operation::add) || is(id, Operation::subtract); }
    bool is_product(std::size_t id) const { return is(id, Operation::multiply); }
    // The factor, 1 or -1, that a sum or difference gives to its second operand.
    float sign(std::size_t id) const { return is(id, Operation::subtract) ? -1.0f : 1.0f; }

    Word word(std::size_t id) const {
        const auto own = words_.find(id);
        return own == words_.end() ? all_[id].word : own->second;
    }
    float at(std::size_t id) const { return as_real(word(id)); }
    void set(std::size_t id, Word word) { words_[id] = word; }

    std::optional<double> unrounded(std::size_t id) const {
        const TracedValue& v = all_[id];
        const auto x = static_cast<double>(at(v.a)), y = static_cast<double>(at(v.b));
        if (v.operation == Operation::multiply) return x * y;
        if (!is_sum(id)) return {};
        return x + static_cast<double>(sign(id)) * y;
    }
    // A sum with a product that is not rounded.
    std::optional<float> fused(std::size_t id, std::size_t product) const {
        if (!is_sum(id) || !is_product(product)) return {};
        const float x = at(all_[product].a), y = at(all_[product].b);
        if (product == all_[id].a) return std::fma(x, y, sign(id) * at(all_[id].b));
        return std::fma(sign(id) * x, y, at(all_[id].a));
    }

  private:
    const std::vector<TracedValue>& all_;
    const std::set<std::size_t>& given_;
    std::map<std::size_t, Word> words_;
};

// Another way to compute: nothing for operations that it leaves as they are.
using Compute = std::function<std::optional<float>(const Recomputed& run, std::size_t id)>;
struct Way {
    std::string words;
    Compute compute;
};
// A way to compute one operation.
Way at_one(std::string words, std::size_t id, std::function<float(const Recomputed& run)> compute) {
    return {std::move(words), [id, compute = std::move(compute)](const Recomputed& run, std::size_t i) {
                return i == id ? std::optional(compute(run)) : std::nullopt;
            }};
}

using Name = std::function<std::string(std::size_t)>;

// With this operand taken together with its own operands.
void add_ways(std::vector<Way>& ways, const Recomputed& run, std::size_t id, std::size_t inner, const Name& name) {
    const bool first = inner == run[id].a;
    const std::size_t rest = first ? run[id].b : run[id].a;
    const std::size_t p = run[inner].a, q = run[inner].b;
    const bool sum = run.is_sum(id), product = run.is_product(id);
    const float own = run.sign(id), of_inner = run.sign(inner);
    if (sum && run.is_product(inner))
        ways.push_back(at_one(fmt::format("{} is fused: the product {} is not rounded", name(id), name(inner)), id,
                              [=](const Recomputed& r) { return *r.fused(id, inner); }));
    if (sum && run.is_sum(inner)) {
        const float before = first ? 1.0f : own, behind = first ? own : 1.0f;
        const std::string words = fmt::format("the sums {} and {} are reordered", name(inner), name(id));
        ways.push_back(at_one(words, id, [=](const Recomputed& r) {
            return before * r.at(p) + (before * of_inner * r.at(q) + behind * r.at(rest));
        }));
        ways.push_back(at_one(words, id, [=](const Recomputed& r) {
            return before * of_inner * r.at(q) + (before * r.at(p) + behind * r.at(rest));
        }));
    }
    if (product && run.is_product(inner)) {
        const std::string words = fmt::format("the products {} and {} are reordered", name(inner), name(id));
        ways.push_back(at_one(words, id, [=](const Recomputed& r) { return r.at(p) * (r.at(q) * r.at(rest)); }));
        ways.push_back(at_one(words, id, [=](const Recomputed& r) { return r.at(q) * (r.at(p) * r.at(rest)); }));
    }
    if (product && run.is_sum(inner)) {
        const std::string words = fmt::format("{} is multiplied out", name(id));
        ways.push_back(at_one(
            words, id, [=](const Recomputed& r) { return r.at(rest) * r.at(p) + of_inner * (r.at(rest) * r.at(q)); }));
        ways.push_back(at_one(words, id, [=](const Recomputed& r) {
            return std::fma(r.at(rest), r.at(p), of_inner * (r.at(rest) * r.at(q)));
        }));
        ways.push_back(at_one(words, id, [=](const Recomputed& r) {
            return std::fma(r.at(rest), of_inner * r.at(q), r.at(rest) * r.at(p));
        }));
    }
    if (sum && run.is_product(inner) && run.is_product(rest) && first) {
        for (const std::size_t factor : {p, q}) {
            const std::size_t x = factor == p ? q : p;
            if (run[rest].a != factor && run[rest].b != factor) continue;
            const std::size_t y = run[rest].a == factor ? run[rest].b : run[rest].a;
            ways.push_back(at_one(fmt::format("the common factor of {} and {} is taken out", name(inner), name(rest)),
                                  id, [=](const Recomputed& r) { return r.at(factor) * (r.at(x) + own * r.at(y)); }));
        }
    }
    if (sum && own > 0 && run.is_product(inner)) {
        for (const std::size_t t : {p, q}) {
            const std::size_t difference = t == p ? q : p;
            if (!run.is(difference, Operation::subtract) || run[difference].b != rest) continue;
            const std::size_t end = run[difference].a;
            ways.push_back(
                at_one(fmt::format("{} is taken for a (1 - t) + t b", name(id)), id,
                       [=](const Recomputed& r) { return r.at(rest) * (1.0f - r.at(t)) + r.at(t) * r.at(end); }));
        }
    }
    if (sum && own < 0 && first && run.is_sum(inner) && of_inner > 0 && (p == rest || q == rest)) {
        const std::size_t left = p == rest ? q : p;
        ways.push_back(at_one(fmt::format("{} is cancelled to {}", name(id), name(left)), id,
                              [=](const Recomputed& r) { return r.at(left); }));
    }
}

}  // namespace

std::vector<std::vector<Word>> Slice::near_inputs() const {
    constexpr int kSamples = 64;
    Random random(1);
    std::vector<std::vector<Word>> all;
    for (int i = 0; i < kSamples; ++i) {
        std::vector<Word>& inputs = all.emplace_back();
        for (const std::size_t id : inputs_) {
            const Word change = real_.contains(id) && i > 0 ? random.bits() & 0xFFu : 0u;
            inputs.push_back(trace_->values[id].word ^ change);
        }
    }
    return all;
}

std::string Slice::cause(const std::vector<Sample>& samples, bool in_full) const {
    if (!computes()) return "";
    const auto named = [&](std::size_t id) {
        const std::string own = name(id);
        return in_full && own.starts_with("v") ? fmt::format("{} = {}", own, expression(id, false)) : own;
    };
    const Recomputed run(*trace_, given_);
    std::vector<Way> ways;
    for (const std::size_t id : computed_) {
        for (const std::size_t inner : {run[id].a, run[id].b})
            add_ways(ways, run, id, inner, named);
    }
    for (const bool first : {true, false}) {
        ways.push_back({"all sums of products are fused", [first](const Recomputed& r, std::size_t id) {
                            const auto a = r.fused(id, r[id].a), b = r.fused(id, r[id].b);
                            return (first && a) || !b ? a : b;
                        }});
    }
    ways.push_back(
        {"numbers below 2^-126 are flushed to 0", [](const Recomputed& r, std::size_t id) -> std::optional<float> {
             const float x = flushed(r.at(r[id].a)), y = flushed(r.at(r[id].b));
             if (r.is_product(id)) return flushed(x * y);
             return r.is_sum(id) ? std::optional(flushed(x + r.sign(id) * y)) : std::nullopt;
         }});
    ways.push_back({"all sums and products are rounded towards 0", [](const Recomputed& r, std::size_t id) {
                        const auto exact = r.unrounded(id);
                        return exact ? std::optional(truncated(*exact)) : std::nullopt;
                    }});
    const auto outcome = [&](const Sample& sample, const Compute& compute) {
        Recomputed own = run;
        for (std::size_t i = 0; i < inputs_.size(); ++i)
            own.set(inputs_[i], sample.inputs[i]);
        for (const std::size_t id : computed_) {
            const TracedValue& v = run[id];
            const std::optional<float> other = compute ? compute(own, id) : std::nullopt;
            own.set(id, other ? std::bit_cast<Word>(*other)
                              : function::applied(v.operation, own.word(v.a), own.word(v.b), 0));
        }
        return own.word(output_);
    };
    // One result alone may agree by chance. Inputs for which a helper takes another branch are few.
    for (const Way& way : ways) {
        std::size_t right = 0, wrong = 0;
        for (const Sample& sample : samples) {
            const Word other = outcome(sample, way.compute), plain = outcome(sample, {});
            if (other == sample.found && other != plain) ++right;
            if (other != sample.found) ++wrong;
        }
        if (right > 0 && 8 * wrong <= right) return way.words;
    }
    return "";
}

}  // namespace isonoise
