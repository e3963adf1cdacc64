#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <system_error>

#include <fmt/format.h>

#include "isonoise/untrusted.hpp"
#include "snippet/passes/passes.hpp"

namespace isonoise {

using glsl::Expression;

// The value of a literal float, perhaps with a sign.
static std::optional<float> value_of(const Expression& e) {
    if (e.type != glsl::Type{.kind = glsl::Type::real}) return {};
    if (e.kind == Expression::bracket) return value_of(e.parts[0]);
    float value = 0;
    if (e.kind == Expression::literal)
        return parse_float(e.text, value) == std::errc() ? std::optional(value) : std::nullopt;
    const auto of = e.kind == Expression::prefix && e.text == "-" ? value_of(e.parts[0]) : std::nullopt;
    return of ? std::optional(-*of) : of;
}

// The value of a literal integer.
static std::optional<std::int64_t> whole_of(const Expression& e) {
    const bool is_whole = e.type.kind == glsl::Type::integer || e.type.kind == glsl::Type::natural;
    if (!is_whole || !e.type.is_scalar()) return {};
    if (e.kind == Expression::bracket) return whole_of(e.parts[0]);
    if (e.kind == Expression::literal) return std::strtoll(e.text.c_str(), nullptr, 0);
    const auto of = e.kind == Expression::prefix && e.text == "-" ? whole_of(e.parts[0]) : std::nullopt;
    return of ? std::optional(-*of) : of;
}

static void become_number(Expression& e, const std::string& text, bool negative) {
    e.kind = Expression::literal;
    e.text = text;
    e.parts.clear();
    if (!negative) return;
    e.parts = {e};
    e.kind = Expression::prefix;
    e.text = "-";
}

// Sums, products and shifts of constants that do not fit 32 bits wrap; WGSL refuses them.
static void fold_whole(Expression& e) {
    const auto a = whole_of(e.parts[0]), b = whole_of(e.parts[1]);
    if (!a || !b) return;
    const auto x = static_cast<std::uint64_t>(*a), y = static_cast<std::uint64_t>(*b),
               power = std::uint64_t{1} << (y & 31);
    const auto real = [](std::int64_t n) { return static_cast<double>(n); };
    std::uint64_t bits = 0;
    double value = 0;
    if (e.text == "+") {
        bits = x + y, value = real(*a) + real(*b);
    } else if (e.text == "-") {
        bits = x - y, value = real(*a) - real(*b);
    } else if (e.text == "*") {
        bits = x * y, value = real(*a) * real(*b);
    } else if (e.text == "<<") {
        bits = x * power, value = real(*a) * static_cast<double>(power);
    }
    const auto word = static_cast<std::uint32_t>(bits);
    const bool natural = e.type.kind == glsl::Type::natural;
    const std::int64_t wrapped = natural ? std::int64_t{word} : std::int64_t{static_cast<std::int32_t>(word)};
    if (real(wrapped) == value || wrapped == -2147483648) return;
    become_number(e, std::to_string(std::abs(wrapped)) + (natural ? "u" : ""), wrapped < 0);
}

// -(-x) becomes x: shaders of Godot 4 take it for -x.
static void fold_signs(Expression& e) {
    const auto is_minus = [](const Expression& one) { return one.kind == Expression::prefix && one.text == "-"; };
    if (!is_minus(e)) return;
    Expression* of = &e.parts[0];
    while (of->kind == Expression::bracket)
        of = &of->parts[0];
    if (is_minus(*of)) e = Expression(std::move(of->parts[0]));
}

void fold_constants(glsl::Program& program) {
    for (glsl::Declaration& declaration : program) {
        for_each_expression(declaration, [](Expression& e) {
            fold_signs(e);
            if (e.kind == Expression::call && e.text == "ISO_EXACT" && value_of(e.parts[0])) {
                e = Expression(std::move(e.parts[0]));
                return;
            }
            if (e.kind != Expression::binary) return;
            if (e.type.kind != glsl::Type::real) return fold_whole(e);
            if (e.text != "+" && e.text != "-" && e.text != "*") return;
            const auto a = value_of(e.parts[0]), b = value_of(e.parts[1]);
            if (!a || !b) return;
            const float value = e.text == "+" ? *a + *b : e.text == "-" ? *a - *b : *a * *b;
            if (!std::isnormal(value) && value != 0) return;
            std::string text = fmt::format("{}", std::fabs(value));
            if (text.find_first_of(".e") == std::string::npos) text += ".0";
            become_number(e, text, std::signbit(value));
        });
    }
}

std::map<std::string, std::string> keep_bits(glsl::Program& program, Bits bits, const std::string& prefix) {
    std::map<std::string, std::string> functions;
    if (bits == Bits::macro) return functions;
    for (glsl::Declaration& declaration : program) {
        for_each_expression(declaration, [&](Expression& e) {
            if (e.kind != Expression::call || e.text != "ISO_EXACT") return;
            if (bits != Bits::function) {
                e = Expression(std::move(e.parts[0]));
                return;
            }
            const std::string type = name_of(e.type);
            e.text = prefix + (type == "float" ? "_exact" : "_exact_" + type);
            functions[type] = e.text;
        });
    }
    return functions;
}

}  // namespace isonoise
