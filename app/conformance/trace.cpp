#include "conformance/trace.hpp"

#include <map>

#include "error.hpp"

namespace isonoise {

using function::Instruction;
using function::Operation;
using function::Register;
using function::Word;

static constexpr std::size_t kMostValues = 1'000'000;

std::size_t operands(Operation operation) {
    switch (operation) {
    case Operation::negate:
    case Operation::absolute:
    case Operation::floor:
    case Operation::ceil:
    case Operation::invert:
    case Operation::to_int:
    case Operation::to_uint:
    case Operation::from_int:
    case Operation::from_uint: return 1;
    default: return 2;
    }
}

bool gives_real(Operation operation) {
    switch (operation) {
    case Operation::add:
    case Operation::subtract:
    case Operation::multiply:
    case Operation::divide:
    case Operation::negate:
    case Operation::absolute:
    case Operation::minimum:
    case Operation::maximum:
    case Operation::floor:
    case Operation::ceil:
    case Operation::from_int:
    case Operation::from_uint: return true;
    default: return false;
    }
}

bool takes_real(Operation operation) {
    switch (operation) {
    case Operation::from_int:
    case Operation::from_uint: return false;
    case Operation::equal:
    case Operation::less:
    case Operation::at_most:
    case Operation::to_int:
    case Operation::to_uint: return true;
    default: return gives_real(operation);
    }
}

namespace {

// The registers of a run, each with the value that it has.
class Run {
  public:
    explicit Run(const function::Code& code) : code_(code), registers_(code.registers) {
        add({TracedValue::constant, 0});  // that of registers that nothing set
        for (const auto& [r, word] : code.constants)
            registers_[r] = add({TracedValue::constant, word});
        for (std::size_t i = 0; i < code.inlined.size(); ++i) {
            begins_[code.inlined[i].begin].push_back(i);
            ends_[code.inlined[i].end].push_back(i);
        }
        begun_.resize(code.inlined.size());
    }

    void set(Register r, Word word) { registers_[r] = add({TracedValue::input, word}); }

    bool run() {
        for (std::size_t i = 0;;) {
            follow_calls(i);
            if (i == code_.instructions.size()) break;
            if (trace_.values.size() > kMostValues || ++steps_ > 8 * kMostValues) return false;
            const Instruction& one = code_.instructions[i++];
            switch (one.operation) {
            case Operation::jump: i = one.to; break;
            case Operation::jump_none:
                if (word(one.a) == 0u) i = one.to;
                break;
            case Operation::undefined: break;
            case Operation::call: fail("a trace needs the text of every noise");
            case Operation::copy: registers_[one.to] = registers_[one.a]; break;
            case Operation::choose: choose(one); break;
            default: compute(one);
            }
        }
        for (const Register r : code_.result)
            trace_.result.push_back(registers_[r]);
        return true;
    }

    Trace take() { return std::move(trace_); }

  private:
    std::size_t add(const TracedValue& value) {
        trace_.values.push_back(value);
        return trace_.values.size() - 1;
    }
    Word word(Register r) const { return trace_.values[registers_[r]].word; }
    // A constant that was chosen by something that is none, such as an entry of a table, is not known to compilers.
    void choose(const Instruction& one) {
        const Register from = word(one.a) != 0u ? one.b : one.c;
        const bool known = is_constant(registers_[one.a]) || !is_constant(registers_[from]);
        registers_[one.to] = known ? registers_[from] : add({TracedValue::input, word(from)});
    }
    bool is_constant(std::size_t value) const { return trace_.values[value].kind == TracedValue::constant; }

    void compute(const Instruction& one) {
        const std::size_t a = registers_[one.a], b = registers_[one.b];
        const Word word = function::applied(one.operation, trace_.values[a].word, trace_.values[b].word, 0);
        const bool known = is_constant(a) && is_constant(b);
        registers_[one.to] = add({known ? TracedValue::constant : TracedValue::computed, word, one.operation, a, b});
    }

    std::vector<std::size_t> values_of(const std::vector<Register>& registers) const {
        std::vector<std::size_t> values;
        for (const Register r : registers)
            values.push_back(registers_[r]);
        return values;
    }

    // Calls that end and those that begin before this instruction. A call of none is both.
    void follow_calls(std::size_t at) {
        const auto place = static_cast<Register>(at);
        if (const auto ends = ends_.find(place); ends != ends_.end()) {
            for (const std::size_t i : ends->second)
                end(i);
        }
        const auto begins = begins_.find(place);
        if (begins == begins_.end()) return;
        for (const std::size_t i : begins->second) {
            const function::Inlined& call = code_.inlined[i];
            if (call.mask != function::kAll && word(call.mask) == 0u) continue;
            begun_[i] = values_of(call.in);
            if (call.end == place) end(i);
        }
    }
    void end(std::size_t i) {
        if (!begun_[i]) return;
        const function::Inlined& call = code_.inlined[i];
        trace_.calls.push_back({call.function, *std::move(begun_[i]), values_of(call.out)});
        begun_[i].reset();
    }

    const function::Code& code_;
    std::vector<std::size_t> registers_;
    std::map<Register, std::vector<std::size_t>> begins_, ends_;
    std::vector<std::optional<std::vector<std::size_t>>> begun_;  // the arguments
    std::size_t steps_ = 0;
    Trace trace_;
};

}  // namespace

std::optional<Trace> trace(const function::Code& code, std::span<const Word> point) {
    Run run(code);
    for (std::size_t i = 0; i < code.point.size(); ++i)
        run.set(code.point[i], point[i]);
    if (!run.run()) return {};
    return run.take();
}

}  // namespace isonoise
