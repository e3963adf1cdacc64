// Godot 4's shading language: like GLSL ES 3.00, but bit operators take no scalar beside a vector, shift counts must
// have the operand's type, and floats reach the compiler behind it with 14 decimals.
#include <cmath>

#include <fmt/format.h>

#include "isonoise/untrusted.hpp"
#include "snippet/printing/printer.hpp"

namespace isonoise {
namespace {

class Godot : public Printer {
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
    // A small float as an integer over a power of two.
    std::string literal(const Expression& e) override {
        float value = 0.0f;
        if (e.type.kind != Type::real || parse_float(e.text, value) != std::errc() || value == 0.0f || value >= 1e-6f)
            return e.text;
        float over = 1.0f, more = 1.0f;  // two, since 2^149 is no float
        for (; value != std::floor(value); value *= 2)
            (over < 0x1p100f ? over : more) *= 2;
        if (more > 1.0f) return fmt::format("({:.1f} / {:.1f} / {:.1f})", value, over, more);
        return fmt::format("({:.1f} / {:.1f})", value, over);
    }

    // Matrices are made of columns only.
    std::string construct(const Expression& e) override {
        const auto n = static_cast<std::size_t>(e.type.size);
        if (e.type.kind != Type::matrix || e.type.array || e.parts.size() != n * n) return Printer::construct(e);
        std::string columns;
        for (std::size_t c = 0; c < n; ++c) {
            const auto from = e.parts.begin() + static_cast<std::ptrdiff_t>(c * n);
            columns += fmt::format("{}{}({})", c ? ", " : "", type({.kind = Type::real, .size = e.type.size}),
                                   list({from, from + static_cast<std::ptrdiff_t>(n)}));
        }
        return type(e.type) + "(" + columns + ")";
    }

    std::string operand(const Expression& parent, bool right) override {
        const Expression &e = parent.parts[right ? 1 : 0], &other = parent.parts[right ? 0 : 1];
        const bool shift = parent.text == "<<" || parent.text == ">>";
        if (glsl::is_bitwise(parent.text) && !shift && other.type.is_vector() && !e.type.is_vector())
            return fmt::format("{}({})", type({.kind = Type::natural, .size = other.type.size}),
                               expression(e.kind == Expression::bracket ? e.parts[0] : e));
        if (!shift || !right || e.type.kind != Type::integer || other.type.kind == Type::integer)
            return Printer::operand(parent, right);
        return e.kind == Expression::literal ? e.text + "u" : "uint(" + expression(e) + ")";
    }
};

}  // namespace

std::unique_ptr<Printer> print_godot(const glsl::Program& program, const Language& language,
                                     const std::string& prefix) {
    return std::make_unique<Godot>(program, language, prefix);
}

}  // namespace isonoise
