// Rust, as a module without dependencies, also for no_std.
#include <system_error>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "snippet/printing/cpu.hpp"
#include "snippet/printing/layout.hpp"

namespace isonoise {
namespace {

class Rust : public CpuPrinter {
  public:
    using CpuPrinter::CpuPrinter;

    std::string prologue(const std::map<std::string, std::string>&) override {
        return R"(// f32::floor and f32::abs are not in core. From 2^23 on all floats are whole.
fn floor(x: f32) -> f32 {
    let whole = x as i32 as f32;
    if abs(x) >= 8388608.0 { x } else if whole > x { whole - 1.0 } else { whole }
}
fn abs(x: f32) -> f32 {
    f32::from_bits(x.to_bits() & 0x7FFFFFFF)
}

)";
    }

  protected:
    std::string literal(const Expression& e) override {
        if (e.type.kind == Type::natural) return e.text.substr(0, e.text.size() - 1);
        if (e.type.kind == Type::wide) {
            const std::string text = e.text.substr(0, e.text.size() - 2);
            double value = 0.0;
            return parse_number(text, value) ? shortest(text, value) : text;
        }
        float value = 0.0f;
        return e.type.kind == Type::real && parse_float(e.text, value) == std::errc() ? shortest(e.text, value)
                                                                                      : e.text;
    }

    std::string name(const Expression& e) override {
        return references_.contains(e.text) ? "*" + variable(e.text) : variable(e.text);
    }

    // An entry's output is unpacked at its start.
    std::string index(const Expression& e) override {
        const Expression& array = e.parts[0];
        if (outputs_.contains(array.text)) return "*" + part_of(array.text, e.parts[1].text);
        if (e.parts[1].kind == Expression::literal) return array.text + "[" + expression(e.parts[1]) + "]";
        return fmt::format("{}[{} as usize]", array.text, cast_operand(e.parts[1]));
    }

    std::string prefixed(const Expression& e) override {
        Expression own = e;
        if (e.text == "~") own.text = "!";
        if (Expression& of = own.parts[0];
            of.kind == Expression::construct && !of.type.array) {  // -x as f32 is (-x) as f32
            Expression bracket{.kind = Expression::bracket, .type = of.type};
            bracket.parts.push_back(std::move(of));
            of = std::move(bracket);
        }
        return CpuPrinter::prefixed(own);
    }

    std::string binary(const Expression& e) override {
        const char* function = e.text == "+" ? "add" : e.text == "-" ? "sub" : e.text == "*" ? "mul" : nullptr;
        if (glsl::is_comparison(e.text) && is_untyped(e.parts[0]) && is_untyped(e.parts[1])) {  // they would be i32
            Expression typed = e;
            give_type(typed.parts[0]);
            return CpuPrinter::binary(typed);
        }
        if (!function || !is_integral(e.type) || in_constant_) return CpuPrinter::binary(e);
        return fmt::format("{}.wrapping_{}({})", receiver(e.parts[0]), function, expression(e.parts[1]));
    }
    bool needs_brackets(const Expression& parent, const Expression& e, bool right) const override {
        if (e.kind == Expression::construct && !right && (parent.text == "<" || parent.text == "<<")) return true;
        const bool call =
            e.kind == Expression::binary && is_integral(e.type) && (e.text == "+" || e.text == "-" || e.text == "*");
        return !call && CpuPrinter::needs_brackets(parent, e, right);
    }

    // Is it made of literals alone, so that nothing tells its type? Sums and products are calls, which have one.
    static bool is_untyped(const Expression& e) {
        const auto part = [&](std::size_t i) { return is_untyped(e.parts[i]); };
        switch (e.kind) {
        case Expression::literal: return is_integral(e.type);
        case Expression::prefix:
        case Expression::bracket: return part(0);
        case Expression::ternary: return part(1) && part(2);
        case Expression::binary:
            if (e.text == "<<" || e.text == ">>") return part(0);
            return (glsl::is_bitwise(e.text) || e.text == "/" || e.text == "%") && part(0) && part(1);
        default: return false;
        }
    }
    // Gives a type to the literal that such an expression's type follows from.
    static void give_type(Expression& e) {
        if (!is_untyped(e)) return;
        if (e.kind != Expression::literal) return give_type(e.parts[e.kind == Expression::ternary ? 1 : 0]);
        if (e.type.kind == Type::integer) e.text += "_i32";
        if (e.type.kind == Type::natural) e.text.insert(e.text.size() - 1, "_u32");  // before its u
    }
    std::string construct(const Expression& e) override {
        if (e.type.array) return "[" + list(e.parts) + "]";
        Expression from = e.parts[0];
        const bool large = from.type.kind == Type::natural && e.type.kind != Type::natural;  // for the usual i32
        if (from.kind != Expression::literal || large) give_type(from);  // -3 as u32 would make a u32 of 3 first
        return fmt::format("{} as {}", cast_operand(from), type(e.type));
    }

    std::string ternary(const Expression& e) override {
        const std::string condition = expression(e.parts[0]), yes = expression(e.parts[1]);
        return fmt::format("if {} {{ {} }} else {{ {} }}", condition, yes, expression(e.parts[2]));
    }

    std::string builtin(const Expression& call) override {
        return call.text == "uintBitsToFloat"   ? "f32::from_bits"
               : call.text == "floatBitsToUint" ? "f32::to_bits"
                                                : call.text;
    }

    std::string argument(const Expression& call, std::size_t i) override {
        const Expression& e = call.parts[i];
        if (call.function == glsl::kNoFunction || !program_[call.function].variables[i].out)
            return CpuPrinter::argument(call, i);
        if (e.kind == Expression::name && references_.contains(e.text)) return variable(e.text);
        if (e.kind == Expression::index) return part_of(e.parts[0].text, e.parts[1].text);
        return "&mut " + expression(e);
    }

    std::vector<std::string> declared(const Statement& s) override {
        std::vector<std::string> lines;
        const bool call = !s.value.empty(), result = call && s.value[0].type.kind != Type::nothing;
        for (std::size_t i = result ? 1 : 0; i < s.variables.size(); ++i) {
            const Variable& one = s.variables[i];
            const std::string value = !one.value.empty()               ? expression(one.value[0])
                                      : one.type.kind == Type::boolean ? "false"
                                      : one.type.kind == Type::real    ? "0.0"
                                                                       : "0";
            lines.push_back(fmt::format("let {}{}: {} = {}", s.constant && !call ? "" : "mut ", variable(one.name),
                                        type(one.type), value));
        }
        if (call)
            lines.push_back((result ? fmt::format("let {} = ", variable(s.variables[0].name)) : "") +
                            expression(s.value[0]));
        return lines;
    }

    // a = a + b as a += b, unless the sum must wrap.
    std::string assign(const Expression& e) override {
        if (e.text != "=") return grows(expanded(e)) ? CpuPrinter::assign(e) : Printer::assign(e);
        const Expression &to = e.parts[0], &value = e.parts[1];
        if (to.kind != Expression::name || value.kind != Expression::binary || grows(value) ||
            value.parts[0].kind != Expression::name || value.parts[0].text != to.text)
            return CpuPrinter::assign(e);
        return fmt::format("{} {}= {}", expression(to), value.text, expression(value.parts[1]));
    }
    std::string step(const Expression& e) override {
        return fmt::format("{} {}= 1", expression(e.parts[0]), e.text[0]);
    }

    std::string branch(const Statement& s, std::size_t indent) override {
        std::string text = "if " + expression(s.value[0]) + body(s.parts[0], indent);
        if (s.parts.size() < 2) return text;
        return text + " else" +
               (s.parts[1].kind == Statement::branch ? " " + branch(s.parts[1], indent) : body(s.parts[1], indent));
    }
    std::string repeat(const Statement& s, std::size_t indent) override {
        return (is_true(s.value[0]) ? "loop" : "while " + expression(s.value[0])) + body(s.parts[0], indent);
    }
    // Our loops with a step contain no continue.
    std::string loop(const Statement& s, std::size_t indent) override {
        const std::string line = "\n" + std::string(indent, ' ');
        std::string inner = body(stepping(s), indent);
        if (!s.step.empty()) inner.insert(inner.rfind(line), line + "    " + expression(s.step[0]) + ";");
        return declared(s.parts[0])[0] + ";" + line +
               (s.value.empty() || is_true(s.value[0]) ? "loop" : "while " + expression(s.value[0])) + inner;
    }
    bool always_braces() const override { return true; }

    std::string constant(const Declaration& d) override {
        const std::string value = expression(d.value[0]);
        const std::string own =
            d.type.array ? fmt::format("[{}; {}]", type(d.type), d.value[0].parts.size()) : type(d.type);
        return fitted(fmt::format("{} {}: {} = {};", d.type.array ? "static" : "const", d.name, own, value), 0);
    }

    std::string head(const Declaration& f, std::string& start) override {
        references_.clear();
        outputs_.clear();
        const std::set<std::string> changed = assigned_in(f);
        std::string parameters;
        for (const Variable& p : f.variables) {
            const std::string before = parameters.empty() ? "" : ", ", name = variable(p.name);
            if (is_entry_output(p)) {
                outputs_.insert(p.name);
                const std::string size = expression(p.length[0]);
                parameters += fmt::format("{}{}: &mut [{}; {}]", before, name, type(p.type), size);
                std::string parts;
                for (int i = 0; i < std::atoi(size.c_str()); ++i)
                    parts += (i ? ", " : "") + part_of(p.name, std::to_string(i));
                start += fmt::format("\n    let [{}] = {};", parts, name);
            } else if (p.out) {
                references_.insert(p.name);
                parameters += fmt::format("{}{}: &mut {}", before, name, type(p.type));
            } else {
                parameters +=
                    fmt::format("{}{}{}: {}", before, changed.contains(p.name) ? "mut " : "", name, type(p.type));
            }
        }
        const std::string result = f.type.kind == Type::nothing ? "" : " -> " + type(f.type);
        return fmt::format("{}fn {}({}){}", f.entry ? "pub " : "", f.name, parameters, result);
    }

    // Idiomatic for Clippy: a body ends in a value instead of a return; remaining lints are allowed.
    std::string function(const Declaration& f) override {
        std::string text = CpuPrinter::function(f);
        for (const std::string before : {"\n    ", " { "}) {
            const std::size_t at = text.rfind(before + "return ");
            const std::string end = before == " { " ? "; }" : ";\n}";
            if (at == std::string::npos || text.find(';', at) != text.size() - end.size() || !text.ends_with(end))
                continue;
            text.erase(text.size() - end.size(), 1);
            text.erase(at + before.size(), 7);
        }
        std::vector<const char*> allowed;
        if (f.variables.size() > 7) allowed.push_back("clippy::too_many_arguments");
        if (text.find(" !(") != std::string::npos) allowed.push_back("clippy::neg_cmp_op_on_partial_ord");  // for NaN
        if (!allowed.empty()) text = fmt::format("#[allow({})]\n{}", fmt::join(allowed, ", "), text);
        return text;
    }

  private:
    // With no more digits than the type can represent.
    template <class Real> static std::string shortest(const std::string& text, Real value) {
        const std::string own = fmt::format("{}", value);
        return own.size() < text.size() && own.find('.') != std::string::npos ? own : text;
    }

    static std::string part_of(const std::string& output, const std::string& i) { return output + "_" + i; }

    std::string cast_operand(const Expression& e) {
        const std::string text = expression(e);
        return (e.kind == Expression::binary && !grows(e)) || e.kind == Expression::ternary ||
                       e.kind == Expression::prefix
                   ? "(" + text + ")"
                   : text;
    }
    std::string receiver(const Expression& e) {
        Expression own = e;
        if (e.kind != Expression::literal) give_type(own);
        const std::string text = cast_operand(own);
        if (e.kind == Expression::literal) return text + (e.type.kind == Type::natural ? "u32" : "i32");
        return e.kind == Expression::construct || text.starts_with("*") ? "(" + text + ")" : text;
    }

    std::set<std::string> references_, outputs_;
};

}  // namespace

std::unique_ptr<Printer> print_rust(const glsl::Program& program, const Language& language, const std::string& prefix) {
    return std::make_unique<Rust>(program, language, prefix);
}

}  // namespace isonoise
