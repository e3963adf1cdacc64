// GDScript for Godot 4. Its floats and integers have 64 bits: floats are rounded by Color, whose components have 32
// bits in every build of the engine. Unsigned integers are kept in [0, 2^32), signed ones in [-2^31, 2^31). Shifts
// reject negative numbers.
#include <fmt/format.h>

#include "snippet/printing/cpu.hpp"
#include "snippet/printing/layout.hpp"

namespace isonoise {
namespace {

class GdScript : public CpuPrinter {
  public:
    using CpuPrinter::CpuPrinter;

    // Uses no shared variables, so that threads may call it.
    std::string prologue(const std::map<std::string, std::string>&) override {
        return R"(// Numbers of 32 bits.
static func f32(x: float) -> float: return Color(x, 0, 0).r
static func i32(x: int) -> int: return ((x + 0x80000000) & 0xFFFFFFFF) - 0x80000000

// x >> n, which is not allowed for negative x.
static func shifted(x: int, n: int) -> int: return ~(~x >> n) if x < 0 else x >> n

// The bits of a float, and back.
static func bits_of(x: float) -> int:
    var word := PackedByteArray([0, 0, 0, 0])
    word.encode_float(0, x)
    return word.decode_u32(0)
static func real_of(x: int) -> float:
    var word := PackedByteArray([0, 0, 0, 0])
    word.encode_u32(0, x)
    return word.decode_float(0)

)";
    }

  protected:
    // ---- Expressions

    std::string rounded(const std::string& left, const std::string& sign, const std::string& right) override {
        return "f32(" + CpuPrinter::rounded(left, sign, right) + ")";
    }

    std::string literal(const Expression& e) override {
        std::string text = e.text;
        if (e.type.kind == Type::natural) text.pop_back();
        if (e.type.kind == Type::wide) text.resize(text.size() - 2);
        const bool exact = e.type.kind != Type::real || in_constant_ || is_float(text);
        return exact ? text : "f32(" + text + ")";
    }

    std::string prefixed(const Expression& e) override {
        if (e.text == "!") return "not " + wrapped(e.parts[0]);
        const std::string text = CpuPrinter::prefixed(e);
        return e.type.kind == Type::natural ? masked(text) : text;
    }

    std::string binary(const Expression& e) override {
        const std::string& sign = e.text;
        const Type& type = e.parts[0].type;
        if (sign == "&&" || sign == "||") {
            const std::string left = operand(e, false);
            return left + (sign == "&&" ? " and " : " or ") + operand(e, true);
        }
        if (!is_integral(type) || in_constant_) return CpuPrinter::binary(e);
        if (sign == "+" || sign == "-") return wrapped_to(type, sum(e));
        if (sign == "*") return wrapped_to(type, factor(e.parts[0]) + " * " + factor(e.parts[1]));
        if (type.kind == Type::natural) return sign == "<<" ? masked(CpuPrinter::binary(e)) : CpuPrinter::binary(e);
        if (sign == "<<") return fmt::format("i32({} << {})", masked(operand(e, false)), operand(e, true));
        if (sign == ">>") return fmt::format("shifted({}, {})", bare(e.parts[0]), bare(e.parts[1]));
        return CpuPrinter::binary(e);
    }

    bool needs_brackets(const Expression& parent, const Expression& e, bool right) const override {
        const bool shift = e.kind == Expression::binary &&
                           (e.text == "<<" || (e.text == ">>" && e.parts[0].type.kind == Type::integer));
        return !grows(e) && !(shift && !in_constant_) && CpuPrinter::needs_brackets(parent, e, right);
    }

    std::string construct(const Expression& e) override {
        if (e.type.array) return "[" + list(e.parts) + "]";
        const Expression& from = e.parts[0];
        const bool whole = is_integral(from.type);
        switch (e.type.kind) {
        case Type::real: return from.type.kind == Type::real ? expression(from) : "f32(" + bare(from) + ")";
        case Type::wide: return whole ? "float(" + bare(from) + ")" : expression(from);
        case Type::integer:
            if (!whole) return "int(" + bare(from) + ")";
            return from.type.kind == Type::integer ? expression(from) : "i32(" + bare(from) + ")";
        default:
            if (!whole) return masked("int(" + bare(from) + ")");
            return from.type.kind == Type::natural ? expression(from) : masked(closed(from, expression(from)));
        }
    }

    // The elements of constant arrays are not rounded.
    std::string index(const Expression& e) override {
        const std::string text = CpuPrinter::index(e);
        return e.type.kind == Type::real && arrays_.contains(e.parts[0].text) ? "f32(" + text + ")" : text;
    }

    std::string ternary(const Expression& e) override {
        const auto part = [&](const Expression& one) {
            return one.kind == Expression::ternary ? "(" + expression(one) + ")" : bare(one);
        };
        const std::string condition = part(e.parts[0]), yes = part(e.parts[1]);
        return fmt::format("{} if {} else {}", yes, condition, part(e.parts[2]));
    }

    std::string step(const Expression& e) override {
        return fmt::format("{} {}= 1", expression(e.parts[0]), e.text[0]);
    }

    std::string assign(const Expression& e) override {
        const Expression whole = expanded(e);
        const std::string to = expression(e.parts[0]);
        if (e.text == "=" || e.text == "&=" || e.text == "|=" || e.text == "^=")
            return to + " " + e.text + " " + bare(e.parts[1]);
        return to + " = " + bare(whole);
    }

    std::string builtin(const Expression& call) override {
        if (call.text == "floatBitsToUint") return "bits_of";
        if (call.text == "uintBitsToFloat") return "real_of";
        return call.text == "floor" ? "floorf" : call.text == "abs" ? "absf" : call.text;
    }

    std::string argument(const Expression& call, std::size_t i) override { return bare(call.parts[i]); }

    // Terms and factors need not be masked individually: 64-bit numbers wrap.
    std::string summand(const Expression& e) override {
        const std::string text = unmasked(e);
        return e.kind == Expression::binary && e.text == "*" && is_closed(text) ? text.substr(1, text.size() - 2)
                                                                                : text;
    }
    std::string factor(const Expression& e) { return closed(e, unmasked(e)); }
    std::string unmasked(const Expression& e) {
        const std::string text = expression(e), mask = " & 0xFFFFFFFF)";
        const bool masked = is_integral(e.type) && text.ends_with(mask) && is_closed(text);
        return masked ? text.substr(1, text.size() - 1 - mask.size()) : text;
    }

    // ---- Statements

    std::vector<std::string> declared(const Statement& s) override {
        if (!s.value.empty()) return taken_apart(targets(s, s.value[0]), s, s.value[0]);
        std::vector<std::string> lines;
        for (const Variable& one : s.variables) {
            const Expression* value = one.value.empty() ? nullptr : &one.value[0];
            if (value && with_outs(*value)) {
                const auto more = taken_apart(targets(s, *value), s, *value);
                lines.insert(lines.end(), more.begin(), more.end());
            } else {
                lines.push_back(variable_of(one) + (value ? " = " + bare(*value) : ""));
            }
        }
        return lines;
    }

    std::vector<std::string> evaluated(const Statement& s) override {
        if (!with_outs(s.value[0])) return CpuPrinter::evaluated(s);
        return taken_apart(targets(s, s.value[0]), s, s.value[0]);
    }

    std::string give(const Statement& s) override { return give_list(s, *function_); }

    std::string line(const std::string& text, std::size_t indent) override { return folded(text, indent); }
    // Lines may break anywhere inside brackets.
    std::string folded(const std::string& text, std::size_t indent) override {
        std::string broken;
        int depth = 0;
        for (char c : fitted(text, indent)) {
            depth += c == '(' || c == '[' ? 1 : c == ')' || c == ']' ? -1 : 0;
            if (c == '\n' && depth == 0) broken += " \\";
            broken += c;
        }
        return broken;
    }

    std::string enclosed(const std::string& statements, const std::string& end) override {
        const std::size_t comment = end.find_last_not_of(" \n");
        return ":" + statements + (comment == std::string::npos ? "" : end.substr(0, comment + 1));
    }
    std::string body(const Statement& s, std::size_t indent) override {
        if (s.kind == Statement::block) return s.parts.empty() ? ": pass" : block(s);
        Statement own = s;  // a call that returns a list takes several lines
        if (s.kind == Statement::evaluate && with_outs(s.value[0])) own.before = "\n" + std::string(indent + 4, ' ');
        return ":" + statement(own);
    }

    std::string branch(const Statement& s, std::size_t indent) override {
        const std::string text = "if " + bare(s.value[0]) + body(s.parts[0], indent);
        if (s.parts.size() < 2) return text;
        const std::string other = text + "\n" + std::string(indent, ' ');
        return s.parts[1].kind == Statement::branch ? other + "el" + branch(s.parts[1], indent)
                                                    : other + "else" + body(s.parts[1], indent);
    }
    std::string repeat(const Statement& s, std::size_t indent) override {
        return "while " + bare(s.value[0]) + body(s.parts[0], indent);
    }
    // Our loops with a step contain no continue.
    std::string loop(const Statement& s, std::size_t indent) override {
        const std::string line = "\n" + std::string(indent, ' ');
        const bool empty = s.parts[1].parts.empty() && s.step.empty();
        return declared(s.parts[0])[0] + line + "while " + (s.value.empty() ? "true" : bare(s.value[0])) +
               (empty ? ": pass" : block(stepping(s))) + (s.step.empty() ? "" : line + "    " + expression(s.step[0]));
    }

    // ---- Declarations

    std::string constant(const Declaration& d) override {
        std::string text = expression(d.value[0]);
        if (d.type.array) arrays_.insert(d.name);
        if (d.type.kind == Type::real && !d.type.array) text = "Color(" + text + ", 0, 0).r";
        const std::string own = d.type.array ? ": Array[" + type({.kind = d.type.kind}) + "]" : "";
        return line(fmt::format("const {}{} = {}", d.name, own, text), 0);
    }

    std::string head(const Declaration& f, std::string& start) override {
        function_ = &f;
        std::string parameters;
        for (const Variable& p : f.variables) {
            const std::string name = variable(p.name);
            if (p.out && !p.in && !is_entry_output(p)) {
                if (!gives_a_call(f)) start += "\n    " + variable_of(p);
                continue;
            }
            parameters += fmt::format("{}{}: {}", parameters.empty() ? "" : ", ", name,
                                      is_entry_output(p) ? "PackedFloat32Array" : type(p.type));
            if (!f.entry || is_entry_output(p) || p.type.kind == Type::boolean) continue;
            start += "\n    " + name +
                     (p.type.kind == Type::natural   ? " &= 0xFFFFFFFF"
                      : p.type.kind == Type::integer ? " = i32(" + name + ")"
                                                     : " = f32(" + name + ")");
        }
        const std::string result = outputs_of(f).empty() ? type(f.type) : "Array";
        return fmt::format("static func {}({}) -> {}", f.name, parameters, result);
    }

    std::string ending(const Declaration& f) override {
        if (f.type.kind != Type::nothing || outputs_of(f).empty()) return {};
        return "\n    " + give({.kind = Statement::give});
    }

  private:
    std::string variable_of(const Variable& one) { return "var " + variable(one.name) + ": " + type(one.type); }

    // Unpacks a list returned by a call into variables, declaring those that are new.
    std::vector<std::string> taken_apart(const std::vector<std::string>& targets, const Statement& s,
                                         const Expression& call) {
        const std::string parts = fmt::format("parts{}", ++parts_);
        std::vector<std::string> lines = {fmt::format("var {} := {}", parts, called(call))};
        for (std::size_t i = 0; i < targets.size(); ++i) {
            std::string target = targets[i];
            if (target.empty()) continue;
            for (const Variable& one : s.variables) {
                if (variable(one.name) == target) target = variable_of(one);
            }
            lines.push_back(fmt::format("{} = {}[{}]", target, parts, i));
        }
        return lines;
    }

    static std::string masked(const std::string& text) {
        return "(" +
               (text.find(' ') == std::string::npos ? text
                : is_closed(text)                   ? text
                                                    : "(" + text + ")") +
               " & 0xFFFFFFFF)";
    }
    static std::string wrapped_to(const Type& type, const std::string& text) {
        return type.kind == Type::natural ? masked(text) : "i32(" + text + ")";
    }
    // In brackets if it has an operator.
    static std::string closed(const Expression& e, const std::string& text) {
        const bool open = e.kind == Expression::binary || e.kind == Expression::ternary;
        return open && !is_closed(text) && text.find(' ') != std::string::npos ? "(" + text + ")" : text;
    }

    const Declaration* function_ = nullptr;
    std::set<std::string> arrays_;  // constant arrays
    int parts_ = 0;
};

}  // namespace

std::unique_ptr<Printer> print_gdscript(const glsl::Program& program, const Language& language,
                                        const std::string& prefix) {
    return std::make_unique<GdScript>(program, language, prefix);
}

}  // namespace isonoise
