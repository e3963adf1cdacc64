// The shading language of Godot 3: like GLSL ES 3.00, but without number suffixes, without arrays outside functions,
// and without most conversions; it prints floats with six digits.
#include <cmath>
#include <cstdint>
#include <cstdlib>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "error.hpp"
#include "snippet/printing/layout.hpp"
#include "snippet/printing/printer.hpp"

namespace isonoise {
namespace {

using glsl::is_bitwise;

// Integers from 2^31 on have no literal.
std::string natural(const std::string& text) {
    const auto value = static_cast<std::uint32_t>(std::strtoull(text.c_str(), nullptr, 0));
    if (value == 0x80000000u) return "(uint(1) << uint(31))";
    if (value > 0x80000000u) return fmt::format("uint({})", static_cast<std::int32_t>(value));
    return fmt::format("uint({})", text.substr(0, text.size() - 1));
}

// A float of more than six digits: an integer, in two parts if that has more, and powers of two.
std::string real(const std::string& text) {
    std::string digits;
    for (char c : text) {
        if (glsl::is_digit(c)) digits += c;
    }
    digits.erase(0, digits.find_first_not_of('0'));
    while (!digits.empty() && digits.back() == '0')
        digits.pop_back();
    if (digits.size() <= 6) return text;
    int exponent = 0;
    float value = 0.0f;
    if (parse_float(text, value) != std::errc()) fail("godot3: '{}' is too large", text);
    float whole = std::frexp(value, &exponent);
    for (; whole != std::floor(whole); --exponent)
        whole *= 2;
    const float thousands = std::floor(whole / 1000);
    std::vector<std::string> factors;
    if (whole >= 1e6) {
        factors.push_back(fmt::format("({:.1f} * 1000.0 + {:.1f})", thousands, whole - thousands * 1000));
    } else if (whole != 1 || exponent < 0) {
        factors.push_back(fmt::format("{:.1f}", whole));
    }
    for (int left = std::abs(exponent); left > 0; left -= 16)
        factors.push_back(fmt::format("{:.1f}", std::ldexp(1.0, std::min(left, 16))));
    if (factors.size() == 1) return factors[0];
    return fmt::format("({})", fmt::join(factors, exponent < 0 ? " / " : " * "));
}

class Godot3 : public Printer {
  public:
    using Printer::Printer;

    std::string prologue(const std::map<std::string, std::string>& functions) override {
        const std::string zero = prefix_ + "_zero";
        std::string text =
            fmt::format("// Separates operations, so that no compiler can fuse or reorder them. It is always 0; leave "
                        "it unset.\n"
                        "uniform int {};\n",
                        zero);
        for (const auto& [type, function] : functions)
            text += fmt::format("{} {}({} x) {{\n    return uintBitsToFloat(floatBitsToUint(x) + uint({}));\n}}\n",
                                type, function, type, zero);
        return text + "\n";
    }

  protected:
    std::string literal(const Expression& e) override {
        if (e.type.kind == Type::natural) return natural(e.text);
        return e.type.kind == Type::real ? real(e.text) : e.text;
    }

    std::string construct(const Expression& e) override {
        return e.type.array ? "{" + list(e.parts) + "}" : Printer::construct(e);
    }

    // A constant array is a function: see constant().
    std::string index(const Expression& e) override {
        return e.parts[0].type.array ? array_call(e) : Printer::index(e);
    }

    std::string ternary(const Expression& e) override {
        auto branch = [&](const Expression& part) {
            const std::string text = expression(part);
            return part.kind == Expression::ternary ? "(" + text + ")" : text;
        };
        const std::string condition = expression(e.parts[0]), yes = branch(e.parts[1]);
        return fmt::format("{} ? {} : {}", condition, yes, branch(e.parts[2]));
    }

    std::string assign(const Expression& e) override {
        if (e.text != "^=") return Printer::assign(e);
        const std::string left = expression(e.parts[0]);
        return fmt::format("{} = {} ^ {}", left, left, wrapped(e.parts[1]));
    }

    std::string operand(const Expression& parent, bool right) override {
        const Expression &e = parent.parts[right ? 1 : 0], &other = parent.parts[right ? 0 : 1];
        const bool shift = parent.text == "<<" || parent.text == ">>";
        if (is_bitwise(parent.text) && !shift && other.type.is_vector() && !e.type.is_vector())
            return fmt::format("{}({})", type({.kind = Type::natural, .size = other.type.size}), expression(e));
        if (shift && right && e.type == Type{.kind = Type::integer} && other.type.kind != Type::integer)
            return "uint(" + expression(e) + ")";
        return Printer::operand(parent, right);
    }

    std::vector<std::string> declared(const Statement& s) override {
        for (const Variable& one : s.variables) {
            if (one.type.array) fail("a local array cannot be translated");
        }
        Statement variable = s;
        variable.constant = false;  // only at the top level
        return Printer::declared(variable);
    }

    // Godot 3.2 allows arrays only in functions.
    std::string constant(const Declaration& d) override {
        return d.type.array ? array_function(d) : Printer::constant(d);
    }
};

}  // namespace

std::unique_ptr<Printer> print_godot3(const glsl::Program& program, const Language& language,
                                      const std::string& prefix) {
    return std::make_unique<Godot3>(program, language, prefix);
}

}  // namespace isonoise
