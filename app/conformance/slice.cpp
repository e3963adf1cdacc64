#include "conformance/slice.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include <fmt/format.h>

#include "conformance/points.hpp"

namespace isonoise {

using function::Operation;
using function::Word;

bool agrees(Word a, Word b, bool real) {
    return a == b || (real && ulp_distance(std::bit_cast<float>(a), std::bit_cast<float>(b)) == 0);
}

Slice::Slice(const Trace& trace, std::size_t output, std::set<std::size_t> given)
    : trace_(&trace), output_(output), given_(std::move(given)) {
    std::set<std::size_t> needed;
    std::vector<std::size_t> open = {output};
    while (!open.empty()) {
        const std::size_t id = open.back();
        open.pop_back();
        const TracedValue& v = trace.values[id];
        if (!needed.insert(id).second || v.kind != TracedValue::computed || given_.contains(id)) continue;
        open.push_back(v.a);
        if (operands(v.operation) > 1) open.push_back(v.b);
    }
    for (const std::size_t id : needed) {
        const TracedValue& v = trace.values[id];
        if (v.kind == TracedValue::constant && !given_.contains(id)) continue;
        (v.kind != TracedValue::computed || given_.contains(id) ? inputs_ : computed_).push_back(id);
    }
    for (const std::size_t id : computed_) {
        const TracedValue& v = trace.values[id];
        if (!takes_real(v.operation)) continue;
        real_.insert(v.a);
        if (operands(v.operation) > 1) real_.insert(v.b);
    }
}

bool Slice::is_real(std::size_t id) const {
    const TracedValue& v = trace_->values[id];
    const bool is_input = v.kind != TracedValue::computed || given_.contains(id);
    return is_input ? real_.contains(id) : gives_real(v.operation);
}

std::string Slice::name(std::size_t id) const {
    const auto of = [&](const std::vector<std::size_t>& list, const char* letter) -> std::string {
        const auto found = std::find(list.begin(), list.end(), id);
        return found == list.end() ? "" : fmt::format("{}{}", letter, found - list.begin());
    };
    const std::string computed = of(computed_, "v");
    return computed.empty() ? of(inputs_, "x") : computed;
}

// A float that is a short decimal, or by its bits.
static std::string literal(Word word, bool real, bool wgsl) {
    if (!real) return fmt::format("0x{:08X}u", word);
    const float x = std::bit_cast<float>(word);
    std::string text = fmt::format("{}", x);
    const bool exact = std::isfinite(x) && std::fabs(x) < 1e6f && x * 1024.0f == std::floor(x * 1024.0f);
    if (exact && text.size() < 12 && text.find('e') == text.npos && word != 0x80000000u)
        return text.find('.') == text.npos ? text + ".0" : text;
    return fmt::format(fmt::runtime(wgsl ? "bitcast<f32>(0x{:08X}u)" : "uintBitsToFloat(0x{:08X}u)"), word);
}

std::string Slice::value(std::size_t id, bool real, bool wgsl) const {
    const TracedValue& v = trace_->values[id];
    if (v.kind == TracedValue::constant && !given_.contains(id)) return literal(v.word, real, wgsl);
    if (is_real(id) == real) return name(id);
    return fmt::format(fmt::runtime(real ? (wgsl ? "bitcast<f32>({})" : "uintBitsToFloat({})")
                                         : (wgsl ? "bitcast<u32>({})" : "floatBitsToUint({})")),
                       name(id));
}

// {0} and {1} are the operands as floats or words. Empty: no text is known.
static const char* text_of(Operation operation, bool wgsl) {
    switch (operation) {
    case Operation::add: return "{0} + {1}";
    case Operation::subtract: return "{0} - {1}";
    case Operation::multiply: return "{0} * {1}";
    case Operation::negate: return "-({0})";
    case Operation::absolute: return "abs({0})";
    case Operation::minimum: return "min({0}, {1})";
    case Operation::maximum: return "max({0}, {1})";
    case Operation::floor: return "floor({0})";
    case Operation::ceil: return "ceil({0})";
    case Operation::equal: return wgsl ? "select(0u, ~0u, {0} == {1})" : "{0} == {1} ? ~0u : 0u";
    case Operation::less: return wgsl ? "select(0u, ~0u, {0} < {1})" : "{0} < {1} ? ~0u : 0u";
    case Operation::at_most: return wgsl ? "select(0u, ~0u, {0} <= {1})" : "{0} <= {1} ? ~0u : 0u";
    case Operation::int_add: return "{0} + {1}";
    case Operation::int_subtract: return "{0} - {1}";
    case Operation::int_multiply: return "{0} * {1}";
    case Operation::both: return "{0} & {1}";
    case Operation::either: return "{0} | {1}";
    case Operation::exclusive: return "{0} ^ {1}";
    case Operation::without: return "{0} & ~{1}";
    case Operation::invert: return "~{0}";
    case Operation::shift_left: return "{0} << ({1} & 31u)";
    case Operation::shift_right: return "{0} >> ({1} & 31u)";
    case Operation::shift_signed: return wgsl ? "u32(i32({0}) >> ({1} & 31u))" : "uint(int({0}) >> ({1} & 31u))";
    case Operation::int_equal: return wgsl ? "select(0u, ~0u, {0} == {1})" : "{0} == {1} ? ~0u : 0u";
    case Operation::int_less: return wgsl ? "select(0u, ~0u, i32({0}) < i32({1}))" : "int({0}) < int({1}) ? ~0u : 0u";
    case Operation::int_at_most:
        return wgsl ? "select(0u, ~0u, i32({0}) <= i32({1}))" : "int({0}) <= int({1}) ? ~0u : 0u";
    case Operation::uint_less: return wgsl ? "select(0u, ~0u, {0} < {1})" : "{0} < {1} ? ~0u : 0u";
    case Operation::uint_at_most: return wgsl ? "select(0u, ~0u, {0} <= {1})" : "{0} <= {1} ? ~0u : 0u";
    case Operation::to_int: return wgsl ? "u32(i32({0}))" : "uint(int({0}))";
    case Operation::to_uint: return wgsl ? "u32({0})" : "uint({0})";
    case Operation::from_int: return wgsl ? "f32(i32({0}))" : "float(int({0}))";
    case Operation::from_uint: return wgsl ? "f32({0})" : "float({0})";
    default: return "";
    }
}

bool Slice::has_text() const {
    return std::all_of(computed_.begin(), computed_.end(),
                       [&](std::size_t id) { return *text_of(trace_->values[id].operation, false) != '\0'; });
}

std::string Slice::expression(std::size_t id, bool wgsl) const {
    const TracedValue& v = trace_->values[id];
    const bool real = takes_real(v.operation);
    const std::string a = value(v.a, real, wgsl), b = operands(v.operation) > 1 ? value(v.b, real, wgsl) : "";
    return fmt::format(fmt::runtime(text_of(v.operation, wgsl)), a, b);
}

std::vector<std::string> Slice::statements(const std::function<std::string(std::size_t)>& input, bool wgsl,
                                           bool protect) const {
    std::vector<std::string> lines;
    const auto declare = [&](bool real, const std::string& to, const std::string& value) {
        const char* const type = wgsl ? "let" : real ? "ISO_PRECISE float" : "uint";
        lines.push_back(fmt::format("{} {} = {};", type, to, value));
    };
    for (std::size_t i = 0; i < inputs_.size(); ++i) {
        const bool real = is_real(inputs_[i]);
        const std::string from = fmt::format(fmt::runtime(!real  ? "{}"
                                                          : wgsl ? "bitcast<f32>({})"
                                                                 : "uintBitsToFloat({})"),
                                             input(i));
        declare(real, name(inputs_[i]), from);
        if (real) lines.back() += "  // " + in_hex(std::bit_cast<float>(trace_->values[inputs_[i]].word));
    }
    for (const std::size_t id : computed_) {
        const Operation operation = trace_->values[id].operation;
        const bool rounds =
            operation == Operation::add || operation == Operation::subtract || operation == Operation::multiply;
        std::string text = expression(id, wgsl);
        if (rounds && protect) text = (wgsl ? "exact(" : "ISO_EXACT(") + text + ")";
        declare(gives_real(operation), name(id), text);
    }
    lines.push_back("return " + value(output_, false, wgsl) + ";");
    return lines;
}

std::vector<std::string> Slice::glsl(const std::function<std::string(std::size_t)>& input) const {
    return statements(input, false, true);
}
std::vector<std::string> Slice::wgsl(const std::function<std::string(std::size_t)>& input, bool protect) const {
    return statements(input, true, protect);
}

}  // namespace isonoise
