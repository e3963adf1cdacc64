#include <algorithm>
#include <cmath>

#include "isonoise/function/cell_walk.hpp"
#include "isonoise/function/differentiation.hpp"
#include "isonoise/function/library.hpp"
#include "isonoise/untrusted.hpp"

namespace isonoise::function {

using glsl::name_of;

std::string CellWalk::as_real(const Held& h, const Expression& e) {
    if (!h.is_point || !is_real(e.type)) return h.text;
    note(e);
    return "isonoise_point_real(" + argument(h.text, e.type.size) + ")";
}

std::string CellWalk::as_point(const Held& h, const Expression& e, int size) {
    const Type& type = e.type;
    const std::string vec = name_of({.kind = Type::real, .size = size});
    if (h.is_point) {
        const std::string own = is_real(type) ? h.text : "isonoise_point(" + h.text + ")";
        return type.size == size ? own
                                 : all_.library.swizzle(1, std::string(static_cast<std::size_t>(size), 'x')) + "(" +
                                       argument(own, 1) + ")";
    }
    return "isonoise_point(" + (is_real(type) && type.size == size ? h.text : vec + "(" + h.text + ")") + ")";
}

std::string CellWalk::real(const Expression& e) { return as_real(held(e), e); }
std::string CellWalk::point(const Expression& e, int size) { return as_point(held(e), e, size); }

std::string CellWalk::list(const std::vector<Expression>& parts) {
    std::string all;
    for (const Expression& part : parts)
        all += (all.empty() ? "" : ", ") + real(part);
    return all;
}

std::string CellWalk::fresh() {
    std::string name = "t";
    for (int i = 2; !names_.insert(name).second; ++i)
        name = "t" + std::to_string(i);
    return name;
}

// A point as an argument.
std::string CellWalk::argument(const std::string& text, int size) {
    if (tries_ || is_plain(text)) return text;
    const std::string name = fresh();
    line(point_type(size) + " " + name + " = " + text + ";");
    return name;
}

// The place of a coordinate that becomes a float.
void CellWalk::note(const Expression& e) {
    const Expression* at = &e;
    while (!at->parts.empty() && at->kind != Expression::call && at->kind != Expression::construct)
        at = &at->parts[0];
    if (!tries_ && !at->where.empty()) own_.rounded.push_back(at->where);
}

Held CellWalk::held(const Expression& e) {
    switch (e.kind) {
    case Expression::literal: return {e.text};
    case Expression::name: return {e.text, fits(e.type) && points_.contains(e.text)};
    case Expression::bracket: {
        const Held h = held(e.parts[0]);
        return h.is_point && is_real(e.type) ? h : Held{"(" + h.text + ")", h.is_point};
    }
    case Expression::field:
    case Expression::index: {
        const Expression& owner = e.parts[0];
        const Held h = held(owner);
        const bool is_field = e.kind == Expression::field;
        const std::string index = is_field ? "" : real(e.parts[1]);
        if (!h.is_point || !is_real(owner.type))
            return {bracketed(h.text) + (is_field ? "." + e.text : "[" + index + "]"), h.is_point && fits(e.type)};
        const std::string whole = argument(h.text, owner.type.size);
        if (is_field) return {all_.library.swizzle(owner.type.size, e.text) + "(" + whole + ")", true};
        return {all_.library.element(owner.type.size) + "(" + whole + ", int(" + index + "))", true};
    }
    case Expression::prefix: {
        const Held h = held(e.parts[0]);
        if (!h.is_point || !is_real(e.type)) return {prefixed(e.text, h.text), h.is_point};
        return e.text == "-" ? Held{"isonoise_point_negative(" + argument(h.text, e.type.size) + ")", true} : h;
    }
    case Expression::binary: return binary(e);
    case Expression::ternary: {
        const std::string condition = real(e.parts[0]);
        const Held a = held(e.parts[1]), b = held(e.parts[2]);
        const bool is_point = a.is_point || b.is_point;
        if (!is_point || !is_real(e.type)) return {condition + " ? " + a.text + " : " + b.text, is_point};
        const int size = e.type.size;
        const std::string yes = argument(as_point(a, e.parts[1], size), size);
        return {"isonoise_point_choose(" + condition + ", " + yes + ", " +
                    argument(as_point(b, e.parts[2], size), size) + ")",
                true};
    }
    case Expression::construct: return construct(e);
    case Expression::call: return call(e);
    default: glsl::fault_at(e.where, "an assignment must be a statement by itself");
    }
}

// Is it a number whose reciprocal is a float?
static bool is_power_of_two(const glsl::Expression& e) {
    if (e.kind == glsl::Expression::bracket) return is_power_of_two(e.parts[0]);
    float x = 0;
    int exponent = 0;
    return e.kind == glsl::Expression::literal && parse_float(e.text, x) == std::errc() &&
           std::frexp(x, &exponent) == 0.5f && std::abs(exponent) < 100;
}

// Is it x - floor(x), with a name for x?
static bool is_fraction(const glsl::Expression& e) {
    const auto& right = e.parts[1];
    return e.text == "-" && right.kind == glsl::Expression::call && right.text == "floor" &&
           e.parts[0].kind == glsl::Expression::name && right.parts[0].kind == glsl::Expression::name &&
           right.parts[0].text == e.parts[0].text;
}

Held CellWalk::binary(const Expression& e) {
    const Expression &left = e.parts[0], &right = e.parts[1];
    const Held a = held(left), b = held(right);
    const std::string sign = " " + e.text + " ";
    const bool is_point = (a.is_point || b.is_point) && fits(e.type);
    const auto reals = [&] {
        const std::string first = as_real(a, left);
        return first + sign + as_real(b, right);
    };
    if (!is_point || !is_real(e.type)) return {reals(), is_point};
    const int size = e.type.size;
    const auto call = [&](const std::string& name) {
        const std::string first = argument(as_point(a, left, size), size);
        return Held{name + "(" + first + ", " + argument(as_point(b, right, size), size) + ")", true};
    };
    const auto times = [&](const Held& p, const Expression& of, const std::string& factor, int components) {
        const std::string vec = name_of({.kind = Type::real, .size = size});
        return Held{"isonoise_point_times(" + argument(as_point(p, of, size), size) + ", " +
                        (components == size ? factor : vec + "(" + factor + ")") + ")",
                    true};
    };
    if (is_fraction(e)) return {"isonoise_point_fract(" + a.text + ")"};
    if (e.text == "+") return call("isonoise_point_add");
    if (e.text == "-") return call("isonoise_point_subtract");
    if (e.text == "*" && !b.is_point) return times(a, left, b.text, right.type.size);
    if (e.text == "*" && !a.is_point) return times(b, right, a.text, left.type.size);
    if (e.text == "/" && a.is_point && is_power_of_two(right)) return times(a, left, "1.0 / " + b.text, 1);
    return {reals()};
}

Held CellWalk::construct(const Expression& e) {
    std::vector<Held> parts;
    bool is_point = false;
    for (const Expression& part : e.parts) {
        parts.push_back(held(part));
        is_point |= parts.back().is_point;
    }
    if (is_point && is_real(e.type)) {
        std::vector<int> sizes;
        std::string points;
        int all = 0;
        for (std::size_t i = 0; i < parts.size(); ++i) {
            const int size = e.parts[i].type.size;
            const std::string point = as_point(parts[i], e.parts[i], size);
            const bool alone = parts.size() == 1 && size == e.type.size;
            points += (i ? ", " : "") + (alone ? point : argument(point, size));
            sizes.push_back(size);
            all += size;
        }
        const auto size = static_cast<std::size_t>(e.type.size);
        if (parts.size() == 1) {
            if (all == e.type.size) return {points, true};
            const std::string letters = all == 1 ? std::string(size, 'x') : std::string("xyzw", size);
            return {all_.library.swizzle(all, letters) + "(" + points + ")", true};
        }
        if (all == e.type.size) return {all_.library.joined(sizes) + "(" + points + ")", true};
    }
    const bool whole = e.type.kind == Type::integer && !e.type.array;
    std::string texts;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const bool converts = whole && parts[i].is_point && is_real(e.parts[i].type);
        texts +=
            (i ? ", " : "") + (converts ? "isonoise_point_int(" + argument(parts[i].text, e.parts[i].type.size) + ")"
                                        : as_real(parts[i], e.parts[i]));
        // Cells in arrays and structures are lost sight of.
        if (!is_real(e.parts[i].type) && parts[i].is_point && !whole && e.type.kind != Type::natural) note(e.parts[i]);
    }
    return {name_of(e.type) + "(" + texts + ")", whole && is_point};
}

// ---- Calls

// "mix" of isonoise_mix and of its derivative, isonoise_d_mix: the functions of the library that sum points.
static std::string_view sum_of(std::string_view name) {
    const std::string_view own = name.substr(name.rfind('_') + 1);
    return name.starts_with("isonoise_") && (own == "mix" || own == "times" || own == "dot") ? own : std::string_view();
}

Held CellWalk::call(const Expression& e) {
    if (e.function == glsl::kNoFunction) {
        const Held first = held(e.parts[0]);
        const bool keeps = e.text == "floor" || e.text == "ceil" || e.text == "abs";
        if (keeps && first.is_point && is_real(e.type))
            return {"isonoise_point_" + e.text + "(" + argument(first.text, e.type.size) + ")", true};
        bool is_whole = false;
        for (const Expression& part : e.parts)
            is_whole |= e.type.kind == Type::integer && held(part).is_point;
        return {e.text + "(" + list(e.parts) + ")", is_whole};
    }
    const Declaration& f = program_[e.function];
    if (e.text == "isonoise_fract") {
        const Held x = held(e.parts[0]);
        if (x.is_point) return {"isonoise_point_fract(" + argument(x.text, e.type.size) + ")"};
    }
    if (f.exact && !f.name.starts_with("isonoise_")) return noise(e);
    const bool is_own = !f.exact && !f.name.starts_with("isonoise_");
    if (is_own || !sum_of(e.text).empty()) return own_call(e);
    return {e.text + "(" + list(e.parts) + ")"};
}

Held CellWalk::noise(const Expression& e) {
    const Declaration& f = program_[e.function];
    const NoiseFunction noise = *native_of(f).noise;
    for (std::size_t i = 0; i < e.parts.size(); ++i)
        check_out(f.variables[i], e.parts[i], false);
    const Held x = held(e.parts[0]);
    const bool has_cells = !noise.own && !noise.cell;
    if (!has_cells || !x.is_point) return {e.text + "(" + list(e.parts) + ")"};
    const std::string point = argument(x.text, noise.dim);
    std::string text = e.text + "(" + point + ".cell, " + point + ".f";
    for (std::size_t i = 1; i < e.parts.size(); ++i)
        text += ", " + real(e.parts[i]);
    return {text + ")"};
}

// The point itself cannot also be a float that a call sets.
void CellWalk::check_out(const Variable& parameter, const Expression& e, bool may_be_point) const {
    if (parameter.out && !may_be_point && is_real(e.type) && points_.contains(root_of(e)))
        glsl::fault_at(e.where, "noise_cell: expected a variable of its own for what the call sets, got ",
                       in_quotes(root_of(e)));
}

// A function of the text, or one of the library's that sums.
Held CellWalk::own_call(const Expression& e) {
    const Declaration& f = program_[e.function];
    std::vector<Held> parts;
    std::vector<bool> points;
    for (std::size_t i = 0; i < e.parts.size(); ++i) {
        parts.push_back(held(e.parts[i]));
        check_out(f.variables[i], e.parts[i], e.parts[i].kind == Expression::name);
        const bool is = parts[i].is_point && fits(f.variables[i].type);
        points.push_back(is && (!f.variables[i].out || e.parts[i].kind == Expression::name));
    }
    if (sum_of(e.text) == "mix") points[2] = false;
    if (sum_of(e.text) == "dot" && points[0] && points[1]) points[0] = points[1] = false;
    const bool any = std::find(points.begin(), points.end(), true) != points.end();
    const CellFunction* called = any ? &made(all_, e.function, points) : nullptr;
    std::string text = (called ? called->name : e.text) + "(";
    for (std::size_t i = 0; i < parts.size(); ++i) {
        text += i ? ", " : "";
        const bool is_place = f.variables[i].out;
        text += is_place                                    ? parts[i].text
                : points[i] && is_real(f.variables[i].type) ? argument(parts[i].text, e.parts[i].type.size)
                : points[i]                                 ? parts[i].text
                                                            : as_real(parts[i], e.parts[i]);
        if (called && called->out_points[i] && e.parts[i].kind == Expression::name) add_point(e.parts[i]);
    }
    if (called && !tries_) own_.calls.insert(called);
    return {text + ")", called && called->is_point};
}

}  // namespace isonoise::function
