// C#, as a static class. Floats are cast, since a compiler may keep excess precision.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "snippet/printing/cpu.hpp"
#include "snippet/printing/layout.hpp"

namespace isonoise {
namespace {

class CSharp : public CpuPrinter {
  public:
    using CpuPrinter::CpuPrinter;

    std::string prologue(const std::map<std::string, std::string>&) override {
        return R"(static uint BitsOf(float x) { return unchecked((uint)BitConverter.SingleToInt32Bits(x)); }
static float RealOf(uint x) { return BitConverter.Int32BitsToSingle(unchecked((int)x)); }

)";
    }

  protected:
    std::string rounded(const std::string& left, const std::string& sign, const std::string& right) override {
        return "(float)(" + CpuPrinter::rounded(left, sign, right) + ")";
    }

    // Wraps even if the project checks for overflow.
    std::string binary(const Expression& e) override {
        if (!grows(e) || in_constant_ || unchecked_) return CpuPrinter::binary(e);
        unchecked_ = true;
        const std::string text = CpuPrinter::binary(e);
        unchecked_ = false;
        return "unchecked(" + text + ")";
    }
    bool needs_brackets(const Expression& parent, const Expression& e, bool right) const override {
        const bool grows =
            e.kind == Expression::binary && is_integral(e.type) && (e.text == "+" || e.text == "-" || e.text == "*");
        return !(grows && !unchecked_ && !in_constant_) && CpuPrinter::needs_brackets(parent, e, right);
    }

    std::string construct(const Expression& e) override {
        if (e.type.array) return "{ " + list(e.parts) + " }";
        const Expression& from = e.parts[0];
        const std::string cast = fmt::format("({}){}", type(e.type), cast_operand(from));
        return is_integral(e.type) && !unchecked_ ? "unchecked(" + cast + ")" : cast;
    }

    std::string builtin(const Expression& call) override {
        if (call.text == "floatBitsToUint") return "BitsOf";
        if (call.text == "uintBitsToFloat") return "RealOf";
        return call.text == "floor" ? "(float)Math.Floor" : "Math.Abs";
    }

    std::string operand(const Expression& parent, bool right) override {
        const Expression& e = parent.parts[right ? 1 : 0];
        const bool shift = parent.text == "<<" || parent.text == ">>";
        if (shift && right && e.kind == Expression::literal)  // shift counts are int
            return e.text.ends_with("u") ? e.text.substr(0, e.text.size() - 1) : e.text;
        if (shift && right && e.type.kind == Type::natural) return "(int)" + cast_operand(e);
        return CpuPrinter::operand(parent, right);
    }

    std::string argument(const Expression& call, std::size_t i) override {
        if (call.function == glsl::kNoFunction) return CpuPrinter::argument(call, i);
        const Variable& p = program_[call.function].variables[i];
        const std::string way = !p.out || is_entry_output(p) ? "" : p.in ? "ref " : "out ";
        return way + expression(call.parts[i]);
    }

    std::vector<std::string> declared(const Statement& s) override {
        Statement plain = s;
        plain.constant = false;
        return s.value.empty() ? CpuPrinter::declared(plain) : declared_by_call(s, "");
    }

    std::string constant(const Declaration& d) override {
        const std::string value = expression(d.value[0]);
        return fitted(d.type.array ? fmt::format("static readonly {}[] {} = {};", type(d.type), d.name, value)
                                   : fmt::format("const {} {} = {};", type(d.type), d.name, value),
                      0);
    }

    std::string head(const Declaration& f, std::string&) override {
        std::string parameters;
        for (const Variable& p : f.variables) {
            const std::string way = !p.out || is_entry_output(p) ? "" : p.in ? "ref " : "out ";
            parameters += fmt::format("{}{}{}{} {}", parameters.empty() ? "" : ", ", way, type(p.type),
                                      is_entry_output(p) ? "[]" : "", variable(p.name));
        }
        return fmt::format("{}static {} {}({})", f.entry ? "public " : "", type(f.type), f.name, parameters);
    }

  private:
    std::string cast_operand(const Expression& e) {
        const std::string text = expression(e);
        return e.kind == Expression::binary || e.kind == Expression::ternary || e.kind == Expression::prefix
                   ? "(" + text + ")"
                   : text;
    }

    bool unchecked_ = false;
};

}  // namespace

std::unique_ptr<Printer> print_csharp(const glsl::Program& program, const Language& language,
                                      const std::string& prefix) {
    return std::make_unique<CSharp>(program, language, prefix);
}

}  // namespace isonoise
