// JavaScript, as an ES module. All numbers are doubles: floats are rounded by Math.fround, and integers are 32-bit
// signed as in its bit operations, which wrap like unsigned ones. Only comparisons, divisions and conversions to float
// depend on signedness.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "snippet/printing/cpu.hpp"
#include "snippet/printing/layout.hpp"

namespace isonoise {
namespace {

class Js : public CpuPrinter {
  public:
    using CpuPrinter::CpuPrinter;

    std::string prologue(const std::map<std::string, std::string>&) override {
        return R"(const { abs, floor, fround, imul } = Math;

// The bits of a float, and back.
const real = new Float32Array(1), bits = new Int32Array(real.buffer);
function bitsOf(x) {
    real[0] = x;
    return bits[0];
}
function realOf(x) {
    bits[0] = x;
    return real[0];
}

)";
    }

  protected:
    // ---- Expressions

    std::string rounded(const std::string& left, const std::string& sign, const std::string& right) override {
        return "fround(" + CpuPrinter::rounded(left, sign, right) + ")";
    }

    std::string literal(const Expression& e) override {
        std::string text = e.text;
        if (e.type.kind == Type::natural) text.pop_back();
        if (e.type.kind == Type::wide) text.resize(text.size() - 2);
        if (text.ends_with(".0")) text.resize(text.size() - 2);
        const bool exact = e.type.kind != Type::real || is_float(text);
        return exact ? text : "fround(" + text + ")";
    }

    std::string binary(const Expression& e) override {
        const std::string& sign = e.text;
        const Type& type = e.parts[0].type;
        if (!is_integral(type)) return CpuPrinter::binary(e);
        const bool unsigned_ = type.kind == Type::natural;
        if (sign == "*") return fmt::format("imul({}, {})", bare(e.parts[0]), bare(e.parts[1]));
        if (sign == "+" || sign == "-") return "(" + sum(e) + " | 0)";
        if (sign == "/" || sign == "%")
            return fmt::format("({} {} {} | 0)", natural(e.parts[0], unsigned_), sign, natural(e.parts[1], unsigned_));
        if (sign == ">>" && unsigned_) return shifted(e, ">>>");
        if (sign == "==" || sign == "!=") {
            const std::string left = operand(e, false), right = operand(e, true);
            return fmt::format("{} {}= {}", left, sign, right);
        }
        if (glsl::is_comparison(sign))
            return fmt::format("{} {} {}", natural(e.parts[0], unsigned_), sign, natural(e.parts[1], unsigned_));
        return CpuPrinter::binary(e);
    }

    bool needs_brackets(const Expression& parent, const Expression& e, bool right) const override {
        const bool own = e.kind == Expression::binary && is_integral(e.parts[0].type) &&
                         (e.text == "*" || e.text == "+" || e.text == "-" || e.text == "/" || e.text == "%");
        return !own && CpuPrinter::needs_brackets(parent, e, right);
    }

    std::string construct(const Expression& e) override {
        if (e.type.array) return array(e);
        const Expression& from = e.parts[0];
        const bool to_real = e.type.kind == Type::real, real = !is_integral(from.type);
        if (to_real && !real)
            return from.type.kind == Type::natural ? fmt::format("fround({} >>> 0)", closed(from))
                                                   : "fround(" + bare(from) + ")";
        if (to_real) return from.type.kind == Type::wide ? "fround(" + bare(from) + ")" : expression(from);
        if (e.type.kind == Type::wide || !real) return closed(from);
        return "(" + closed(from) + " | 0)";
    }

    std::string builtin(const Expression& call) override {
        if (call.text == "floatBitsToUint") return "bitsOf";
        return call.text == "uintBitsToFloat" ? "realOf" : call.text;
    }

    // A call that returns a list is a statement by itself: see declared().
    std::string argument(const Expression& call, std::size_t i) override { return bare(call.parts[i]); }

    // ---- Statements

    std::vector<std::string> declared(const Statement& s) override {
        if (!s.value.empty()) {
            const std::vector<std::string> to = targets(s, s.value[0]);
            std::vector<std::string> own;
            for (const Variable& one : s.variables)
                own.push_back(variable(one.name));
            const bool all = std::all_of(to.begin(), to.end(), [&](const std::string& name) {
                return name.empty() || std::find(own.begin(), own.end(), name) != own.end();
            });
            const std::string call = fmt::format("[{}] = {}", fmt::join(to, ", "), called(s.value[0]));
            if (all) return {"const " + call};
            return {fmt::format("let {}", fmt::join(own, ", ")), call};  // others are declared above
        }
        std::vector<std::string> lines;
        for (const Variable& one : s.variables) {
            const Expression* value = one.value.empty() ? nullptr : &one.value[0];
            if (value && with_outs(*value)) {
                lines.push_back("let " + variable(one.name));
                lines.push_back(fmt::format("[{}] = {}", fmt::join(targets(s, *value), ", "), called(*value)));
            } else {
                lines.push_back(fmt::format("{} {}{}", s.constant ? "const" : "let", variable(one.name),
                                            value ? " = " + bare(*value) : ""));
            }
        }
        return lines;
    }

    std::vector<std::string> evaluated(const Statement& s) override {
        if (!with_outs(s.value[0])) return CpuPrinter::evaluated(s);
        return {fmt::format("[{}] = {}", fmt::join(targets(s, s.value[0]), ", "), called(s.value[0]))};
    }

    std::string assign(const Expression& e) override {
        const std::string to = expression(e.parts[0]);
        const Expression whole = expanded(e);
        if (e.text == "=" || (is_integral(e.type) && glsl::is_bitwise(whole.text)))
            return to + " " + e.text + " " + bare(e.parts[1]);
        return to + " = " + bare(whole);
    }

    std::string give(const Statement& s) override { return give_list(s, *function_); }

    // ---- Declarations

    std::string constant(const Declaration& d) override {
        const Expression& value = d.value[0];
        std::string text = expression(value);
        if (value.kind != Expression::literal && d.type == Type{.kind = Type::real}) text = "fround(" + text + ")";
        if (is_integral(d.type) && !d.type.array && std::strtoull(text.c_str(), nullptr, 0) > 0x7FFFFFFF)
            text += " | 0";
        return fitted(fmt::format("const {} = {};", d.name, text), 0);
    }

    std::string head(const Declaration& f, std::string& start) override {
        function_ = &f;
        std::string parameters, set, outs;
        const bool entry = f.entry;
        for (const Variable& p : f.variables) {
            const std::string name = variable(p.name);
            if (p.out && !p.in && !is_entry_output(p)) {
                if (!gives_a_call(f)) outs += (outs.empty() ? "let " : ", ") + name;
                continue;
            }
            parameters += (parameters.empty() ? "" : ", ") + name;
            if (!entry || is_entry_output(p) || p.type.kind == Type::boolean) continue;
            set += fmt::format("\n    {} {};", name, is_integral(p.type) ? "|= 0" : fmt::format("= fround({})", name));
        }
        start += set;
        if (!outs.empty()) start += "\n    " + outs + ";";
        return fmt::format("{}function {}({})", entry ? "export " : "", f.name, parameters);
    }

    std::string ending(const Declaration& f) override {
        if (f.type.kind != Type::nothing || outputs_of(f).empty()) return {};
        return "\n    " + give({.kind = Statement::give}) + ";";
    }

  private:
    std::string natural(const Expression& e, bool unsigned_) {
        const bool small = e.kind == Expression::literal;
        if (!unsigned_ || small) return closed(e);
        return "(" + closed(e) + " >>> 0)";
    }

    // In brackets if it has an operator.
    std::string closed(const Expression& e) {
        const std::string text = expression(e);
        const bool wrap = e.kind == Expression::binary || e.kind == Expression::ternary;
        return wrap && !is_closed(text) && text.find(' ') != std::string::npos && !text.starts_with("imul(") &&
                       !text.starts_with("fround(")
                   ? "(" + text + ")"
                   : text;
    }
    std::string shifted(const Expression& e, const char* sign) {
        const std::string left = operand(e, false), right = operand(e, true);
        return left + " " + sign + " " + right;
    }

    std::string array(const Expression& e) {
        const bool real = e.type.kind == Type::real;
        std::string list;
        for (const Expression& part : e.parts) {
            std::string text = part.kind == Expression::literal || part.kind == Expression::prefix ? part.text : "";
            if (part.kind == Expression::prefix) text += part.parts[0].text;
            if (text.empty()) text = expression(part);
            if (text.back() == 'u') text.pop_back();
            list += (list.empty() ? "" : ", ") + text;
        }
        return fmt::format("new {}([{}])", real ? "Float32Array" : "Int32Array", list);
    }

    const Declaration* function_ = nullptr;
};

}  // namespace

std::unique_ptr<Printer> print_js(const glsl::Program& program, const Language& language, const std::string& prefix) {
    return std::make_unique<Js>(program, language, prefix);
}

}  // namespace isonoise
