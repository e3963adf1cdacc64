// WGSL: type aliases, pointers for `out`, select() for ?:, no scalars beside vectors in bit operations, and let for
// variables that are never assigned.
#include <set>

#include <fmt/format.h>

#include "error.hpp"
#include "snippet/printing/layout.hpp"
#include "snippet/printing/printer.hpp"

namespace isonoise {
namespace {

using glsl::is_bitwise;
using glsl::precedence;

bool is_shift(const std::string& sign) { return sign == "<<" || sign == ">>"; }

class Wgsl : public Printer {
  public:
    using Printer::Printer;

    std::string prologue(const std::map<std::string, std::string>& functions) override {
        std::string text = fmt::format("{3}"
                                       "var<private> {0}_barrier: u32 = 0u;\n"
                                       "fn {0}_raise(b: {1}) {{\n    let x = {2} & 0x7FFu;\n"
                                       "    let u = x * (x + 3u);\n    {0}_barrier = (u * (u + 2u)) & 7u;\n}}\n",
                                       prefix_, type(bits()), sum(bits().size, "b"), kAboutBarrier);
        for (const auto& [glsl, function] : functions) {
            const Type floats = glsl::type_named(glsl), words{.kind = Type::natural, .size = floats.size};
            text +=
                fmt::format("fn {0}(x: {1}) -> {1} {{\n    return bitcast<{1}>(bitcast<{2}>(x) + {3}_barrier);\n}}\n",
                            function, type(floats), type(words), prefix_);
        }
        return text + "\n";
    }

  protected:
    std::string raiser() override { return prefix_ + "_raise"; }

    // ---- Expressions

    std::string name(const Expression& e) override { return (is_pointer(e) ? "*" : "") + variable(e.text); }

    std::string owner(const Expression& e) override { return is_pointer(e) ? "(" + name(e) + ")" : Printer::owner(e); }

    std::string step(const Expression& e) override { return expression(e.parts[0]) + e.text; }

    std::string construct(const Expression& e) override {
        const bool wraps = e.type.kind == Type::natural && !e.type.array && e.parts[0].kind == Expression::prefix;
        if (wraps && e.parts[0].parts[0].kind == Expression::literal && e.parts[0].type.kind == Type::integer) {
            Expression own = e;  // WGSL refuses u32(-3), but takes u32(-3i)
            own.parts[0].parts[0].text += "i";
            return Printer::construct(own);
        }
        if (!e.type.array) return Printer::construct(e);
        return fmt::format("array<{}, {}>({})", type(e.type), e.parts.size(), list(e.parts));
    }

    std::string ternary(const Expression& e) override {
        const std::string no = expression(e.parts[2]), yes = expression(e.parts[1]);
        return fmt::format("select({}, {}, {})", no, yes, expression(e.parts[0]));
    }

    std::string assign(const Expression& e) override {
        const Expression &left = e.parts[0], &value = e.parts[1];
        if (left.kind == Expression::field && left.type.is_vector() && left.parts[0].type.is_vector())
            return assign_components(left, e.text == "=" ? value : expanded(e));
        if (!is_bitwise(e.text.substr(0, e.text.size() - 1)) || !left.type.is_vector() || value.type.is_vector())
            return Printer::assign(e);
        const std::string to = expression(left);
        return fmt::format("{} {} {}", to, e.text, widened(value, left.type, is_shift(e.text.substr(0, 2))));
    }

    std::string builtin(const Expression& call) override {
        const bool bits = call.text == "floatBitsToUint" || call.text == "uintBitsToFloat";
        return bits ? fmt::format("bitcast<{}>", type(call.type)) : call.text;
    }

    bool needs_brackets(const Expression& parent, const Expression& e, bool right) const override {
        if (Printer::needs_brackets(parent, e, right)) return true;
        if (e.kind != Expression::binary) return false;
        const int own = precedence(e.text), around = precedence(parent.text);
        // Only chains of the same operator may omit brackets, and shifts cannot be chained.
        const bool chain = e.text == parent.text && !right && !is_shift(e.text);
        return ((is_bitwise(parent.text) || is_bitwise(e.text)) && !chain) || (parent.text == "||" && e.text == "&&") ||
               (around <= 8 && own <= 8 && own > 3 && around > 3);
    }

    std::string operand(const Expression& parent, bool right) override {
        const Expression &e = parent.parts[right ? 1 : 0], &other = parent.parts[right ? 0 : 1];
        if (is_bitwise(parent.text) && other.type.is_vector() && !e.type.is_vector())
            return widened(e, other.type, is_shift(parent.text));
        if (is_shift(parent.text) && right && e.type == Type{.kind = Type::integer} && e.kind != Expression::literal)
            return "u32(" + expression(e) + ")";
        return Printer::operand(parent, right);
    }

    // Output arguments are pointers, which components cannot have.
    std::string argument(const Expression& call, std::size_t i) override {
        const Expression& e = call.parts[i];
        if (call.function == glsl::kNoFunction || !program_[call.function].variables[i].out)
            return Printer::argument(call, i);
        return e.kind == Expression::name ? (is_pointer(e) ? "" : "&") + variable(e.text) : "&" + stand_in(call, i);
    }
    std::string temporary(const std::string& name, const Type& type, const std::string& value) override {
        return fmt::format("var {}{}", name, value.empty() ? ": " + this->type(type) : " = " + value);
    }

    // ---- Statements

    std::vector<std::string> declared(const Statement& s) override {
        std::vector<std::string> lines;
        for (const Variable& one : s.variables) {
            if (one.type.array) fail("a local array cannot be translated");
            const std::string name = variable(one.name), own = type(one.type);
            // A literal has no concrete type.
            const bool typed = one.value.empty() || (one.type.is_scalar() && one.type.kind != Type::boolean);
            const bool changes = one.value.empty() || assigned_.contains(one.name);
            lines.push_back(fmt::format("{} {}{}{}", changes ? "var" : "let", name, changes && typed ? ": " + own : "",
                                        one.value.empty() ? "" : " = " + expression(one.value[0])));
        }
        return lines;
    }

    std::vector<std::string> evaluated(const Statement& s) override { return evaluated_around(s); }

    bool always_braces() const override { return true; }

    // ---- Declarations

    std::string constant(const Declaration& d) override {
        const std::string own = d.type.array ? "" : ": " + type(d.type);
        return fitted(fmt::format("const {}{} = {};", d.name, own, expression(d.value[0])), 0);
    }

    std::string structure(const Declaration& d) override {
        std::string text = "struct " + d.name + " {";
        for (const Variable& field : d.variables)
            text += fmt::format("{}{}: {},", field.before, variable(field.name), type(field.type));
        return text + d.end + "}";
    }

    std::string head(const Declaration& f, std::string& start) override {
        assigned_ = assigned_in(f);
        pointers_.clear();
        std::string parameters;
        for (const Variable& p : f.variables) {
            // Parameters are immutable: assigned ones are copied.
            const bool copied = !p.out && assigned_.contains(p.name);
            if (p.out) pointers_.insert(p.name);
            if (copied) start += fmt::format("\n    var {} = {}_in;", variable(p.name), p.name);
            parameters +=
                fmt::format("{}{}: {}", parameters.empty() ? "" : ", ", copied ? p.name + "_in" : variable(p.name),
                            p.out ? "ptr<function, " + type(p.type) + ">" : type(p.type));
        }
        const std::string result = f.type.kind == Type::nothing ? "" : " -> " + type(f.type);
        return fmt::format("fn {}({}){}", f.name, parameters, result);
    }

  private:
    // Only one component of a vector can be assigned: q.xz = v is q = vec3f(v, q.y).xzy.
    std::string assign_components(const Expression& left, const Expression& value) {
        const Expression& whole = left.parts[0];
        static constexpr std::string_view letters = "xyzw";
        const auto component = [](char c) { return std::string_view("xyzwrgbastpq").find(c) % 4; };
        std::string to, kept, order;
        for (const char c : left.text)
            to += letters[component(c)];
        for (const char c : letters.substr(0, static_cast<std::size_t>(whole.type.size))) {
            if (to.find(c) == std::string::npos) kept += c;
        }
        for (const char c : letters.substr(0, static_cast<std::size_t>(whole.type.size)))
            order += letters[(to + kept).find(c)];
        const std::string all =
            kept.empty() ? expression(value)
                         : fmt::format("{}({}, {}.{})", type(whole.type), expression(value), owner(whole), kept);
        const bool same = letters.starts_with(order);
        const std::string from = same ? all : kept.empty() ? "(" + all + ")" : all;
        return fmt::format("{} = {}{}", expression(whole), from, same ? "" : "." + order);
    }
    bool is_pointer(const Expression& e) const { return e.kind == Expression::name && pointers_.contains(e.text); }
    // A whole number as a vector of this size, to shift by or of the vector's own kind.
    std::string widened(const Expression& e, const Type& vector, bool shifts) {
        Expression all{.kind = Expression::construct, .type = vector};
        if (shifts) all.type.kind = Type::natural;
        all.parts = {e};
        if (e.kind != Expression::literal && e.type.kind != all.type.kind) {
            Expression own{.kind = Expression::construct, .type = {.kind = all.type.kind}};
            own.parts = std::move(all.parts);
            all.parts = {std::move(own)};
        }
        return construct(all);
    }

    std::set<std::string> assigned_, pointers_;  // in the current function
};

}  // namespace

std::unique_ptr<Printer> print_wgsl(const glsl::Program& program, const Language& language, const std::string& prefix) {
    return std::make_unique<Wgsl>(program, language, prefix);
}

}  // namespace isonoise
