#include <algorithm>
#include <array>

#include "isonoise/function/differentiation.hpp"
#include "isonoise/function/library.hpp"
#include "isonoise/function/order.hpp"
#include "isonoise/isonoise.hpp"
#include "isonoise/untrusted.hpp"

namespace isonoise::function {

using glsl::fault_at;

static constexpr char kComponents[] = "xyzw";

std::string Differentiation::once(const Type& type, const std::string& text) {
    if (is_plain(text)) return text;
    const std::string name = fresh("t");
    line(name_of(type) + " " + name + " = " + text + ";");
    return name;
}

void Differentiation::settle(const Type& type, Dual& value) {
    if (!value.simple) value.text = once(type, value.text);
    value.simple = true;
}

std::vector<Dual> Differentiation::duals(const std::vector<Expression>& parts) {
    std::vector<Dual> all;
    for (const Expression& part : parts)
        all.push_back(dual(part));
    return all;
}

std::string Differentiation::unchanged(const Expression& e) const {
    if (sets_variables(e, program_))
        fault_at(e.where, "noise_gradient: expected a statement of its own for a call that sets a variable");
    return text_of(e);
}

// An expression without a derivative is taken as it is, unless it is a call that sets a variable.
Dual Differentiation::dual(const Expression& e) {
    const bool active = is_active(e) && is_real(e.type);
    if (!active && !(e.kind == Expression::call && sets_variables(e, program_)))
        return {unchanged(e), {}, e.kind == Expression::name || e.kind == Expression::literal};
    switch (e.kind) {
    case Expression::name: {
        Dual value{e.text, {}, true};
        for (std::size_t k = 0; k < dim_; ++k)
            value.by.push_back(by(e.text, k));
        return value;
    }
    case Expression::index:
    case Expression::field: {
        Dual value = dual(e.parts[0]);
        const std::string part = e.kind == Expression::field ? "." + e.text : "[" + unchanged(e.parts[1]) + "]";
        value.text = bracketed(value.text) + part;
        for (std::string& d : value.by)
            d = bracketed(d) + part;
        return value;
    }
    case Expression::prefix: {
        Dual value = dual(e.parts[0]);
        value.text = e.text + bracketed(value.text);
        for (std::string& d : value.by)
            d = e.text + bracketed(d);
        value.simple = false;
        return value;
    }
    case Expression::bracket: {
        Dual value = dual(e.parts[0]);
        value.text = bracketed(value.text);
        return value;
    }
    case Expression::binary: return binary(e);
    case Expression::ternary: return ternary(e);
    case Expression::construct: return construct(e);
    case Expression::call: return call(e);
    default: fault_at(e.where, "noise_gradient: an expression without a derivative");
    }
}

Dual Differentiation::binary(const Expression& e) {
    const auto parts = duals(e.parts);
    Dual a = parts[0], b = parts[1], value;
    const std::string sign = " " + e.text + " ";
    const bool product = e.text == "*", quotient = e.text == "/";
    if (product && !b.by.empty()) settle(e.parts[0].type, a);
    if ((product && !a.by.empty()) || quotient) settle(e.parts[1].type, b);
    value.text = bracketed(a.text) + sign + bracketed(b.text);
    if (quotient && !b.by.empty()) settle(e.type, value);
    for (std::size_t k = 0; k < dim_; ++k) {
        const std::string da = a.by.empty() ? "" : bracketed(a.by[k]), db = b.by.empty() ? "" : bracketed(b.by[k]);
        std::string d;
        if (product) {
            if (!da.empty()) d = da + " * " + bracketed(b.text);
            if (!db.empty()) d += (d.empty() ? "" : " + ") + bracketed(a.text) + " * " + db;
        } else if (quotient) {
            const std::string less = db.empty() ? "" : value.text + " * " + db;
            const std::string above = da.empty() ? "-(" + less + ")" : less.empty() ? da : da + " - " + less;
            d = bracketed(above) + " / " + bracketed(b.text);
        } else {
            d = da.empty() ? (e.text == "-" ? "-" : "") + db : db.empty() ? da : da + sign + db;
            // A number added to a vector.
            if ((da.empty() ? e.parts[1] : e.parts[0]).type.size < e.type.size && (da.empty() || db.empty()))
                d = name_of(e.type) + "(" + d + ")";
        }
        value.by.push_back(d);
    }
    return value;
}

// Only the chosen side is computed if the other needs statements.
Dual Differentiation::ternary(const Expression& e) {
    const std::string condition = once(e.parts[0].type, dual(e.parts[0]).text);
    std::array<Dual, 2> sides;
    std::array<std::string, 2> lines;
    for (std::size_t i = 0; i < 2; ++i) {
        std::string before;
        before.swap(lines_);
        ++depth_;
        sides[i] = dual(e.parts[i + 1]);
        --depth_;
        before.swap(lines_);
        lines[i] = before;
        if (sides[i].by.empty()) sides[i].by.assign(dim_, zero(e.type));
    }
    Dual value;
    if (lines[0].empty() && lines[1].empty()) {
        const auto chosen = [&](const std::string& a, const std::string& b) {
            return "(" + condition + " ? " + bracketed(a) + " : " + bracketed(b) + ")";
        };
        value.text = chosen(sides[0].text, sides[1].text);
        for (std::size_t k = 0; k < dim_; ++k)
            value.by.push_back(chosen(sides[0].by[k], sides[1].by[k]));
        return value;
    }
    const auto variable = [&] {
        const std::string name = fresh("t");
        line(name_of(e.type) + " " + name + " = " + zero(e.type) + ";");
        return name;
    };
    value = {variable(), {}, true};
    for (std::size_t k = 0; k < dim_; ++k)
        value.by.push_back(variable());
    for (std::size_t i = 0; i < 2; ++i) {
        line(i == 0 ? "if (" + condition + ") {" : "} else {");
        lines_ += lines[i];
        ++depth_;
        for (std::size_t k = 0; k < dim_; ++k)
            line(value.by[k] + " = " + sides[i].by[k] + ";");
        line(value.text + " = " + sides[i].text + ";");
        --depth_;
    }
    line("}");
    return value;
}

Dual Differentiation::construct(const Expression& e) {
    const auto parts = duals(e.parts);
    Dual value{name_of(e.type) + "(", {}, false};
    value.by.assign(dim_, value.text);
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const std::string comma = i ? ", " : "";
        value.text += comma + parts[i].text;
        // vec2(int(x)) converts, so its derivative takes a float.
        const bool converts = e.type.kind != Type::structure && !is_real(e.parts[i].type);
        for (std::size_t k = 0; k < dim_; ++k) {
            const std::string none =
                converts ? zero({.kind = Type::real, .size = e.parts[i].type.size}) : zero(e.parts[i].type);
            value.by[k] += comma + (parts[i].by.empty() ? none : parts[i].by[k]);
        }
    }
    value.text += ")";
    for (std::string& d : value.by)
        d += ")";
    return value;
}

// ---- Calls

Dual Differentiation::call(const Expression& e) {
    if (!is_active(e)) return {text_of(e), {}, false};
    if (e.function == glsl::kNoFunction) return builtin(e);
    const glsl::Declaration& f = program_[e.function];
    if (!f.exact) return inner_call(e);
    return native_of(f).noise ? noise(e) : native(e);
}

// abs, min, max and clamp, component by component.
Dual Differentiation::builtin(const Expression& e) {
    auto x = duals(e.parts);
    for (std::size_t i = 0; i < x.size(); ++i) {
        settle(e.parts[i].type, x[i]);
        for (std::string& d : x[i].by)
            d = once(e.parts[i].type, d);
    }
    Dual value{e.text + "(", {}, false};
    for (std::size_t i = 0; i < x.size(); ++i)
        value.text += (i ? ", " : "") + x[i].text;
    value.text += ")";
    const int size = e.type.size;
    const auto part = [&](std::size_t i, const std::string& text, int c) {
        return e.parts[i].type.size == 1 ? bracketed(text) : bracketed(text) + "." + kComponents[c];
    };
    const auto d = [&](std::size_t i, std::size_t k, int c) {
        return x[i].by.empty() ? std::string("0.0") : part(i, x[i].by[k], c);
    };
    const auto of = [&](std::size_t k, int c) {
        const auto at = [&](std::size_t i) { return part(i, x[i].text, c); };
        if (e.text == "abs") return at(0) + " < 0.0 ? -" + d(0, k, c) + " : " + d(0, k, c);
        if (e.text == "min") return at(1) + " < " + at(0) + " ? " + d(1, k, c) + " : " + d(0, k, c);
        if (e.text == "max") return at(0) + " < " + at(1) + " ? " + d(1, k, c) + " : " + d(0, k, c);
        if (e.text == "clamp")
            return at(2) + " < max(" + at(0) + ", " + at(1) + ") ? " + d(2, k, c) + " : " + at(0) + " < " + at(1) +
                   " ? " + d(1, k, c) + " : " + d(0, k, c);
        fault_at(e.where, "noise_gradient: the derivative of ", in_quotes(e.text), " is not known");
    };
    for (std::size_t k = 0; k < dim_; ++k) {
        std::string parts;
        for (int c = 0; c < size; ++c)
            parts += (c ? ", " : "") + of(k, c);
        value.by.push_back(size == 1 ? "(" + parts + ")" : name_of(e.type) + "(" + parts + ")");
    }
    return value;
}

// Functions of numbers that the library computes.
Dual Differentiation::native(const Expression& e) {
    auto x = duals(e.parts);
    std::string all;
    for (std::size_t i = 0; i < x.size(); ++i) {
        settle(e.parts[i].type, x[i]);
        all += (i ? ", " : "") + x[i].text;
    }
    const std::string name = e.text, a = x[0].text, b = x.size() > 1 ? x[1].text : "";
    const std::string value = once(e.type, name + "(" + all + ")");
    const bool by_a = !x[0].by.empty(), by_b = x.size() > 1 && !x[1].by.empty();
    std::string slope;  // by the first argument
    if (name == "isonoise_sqrt") slope = "(" + value + " > 0.0 ? 0.5 / " + value + " : 0.0)";
    if (name == "isonoise_inversesqrt") slope = "-0.5 * " + value + " * " + value + " * " + value;
    if (name == "isonoise_fract" || name == "isonoise_mod") slope = "1.0";
    if (name == "isonoise_exp") slope = value;
    if (name == "isonoise_exp2") slope = "0.6931471806 * " + value;
    if (name == "isonoise_log") slope = "1.0 / " + a;
    if (name == "isonoise_log2") slope = "1.442695041 / " + a;
    if (name == "isonoise_pow" && by_a) slope = b + " * isonoise_pow(" + a + ", " + b + " - 1.0)";
    if (name == "isonoise_sin") slope = "isonoise_cos(" + a + ")";
    if (name == "isonoise_cos") slope = "-isonoise_sin(" + a + ")";
    if (name == "isonoise_tan") slope = "1.0 + " + value + " * " + value;
    if (name == "isonoise_asin" || name == "isonoise_acos") {
        const std::string square = once(e.type, "1.0 - " + a + " * " + a), sign = name == "isonoise_acos" ? "-" : "";
        slope = "(" + square + " > 0.0 ? " + sign + "isonoise_inversesqrt(" + square + ") : 0.0)";
    }
    std::string other;  // by the second
    if (name == "isonoise_pow") other = value + " * isonoise_log(" + a + ")";
    if (name == "isonoise_mod") other = "-floor(" + a + " / " + b + ")";
    if (name == "isonoise_atan") {
        const std::string square = once(e.type, a + " * " + a + " + " + b + " * " + b);
        slope = "(" + square + " > 0.0 ? " + b + " / " + square + " : 0.0)";
        other = "(" + square + " > 0.0 ? -" + a + " / " + square + " : 0.0)";
    }
    if ((by_a && slope.empty()) || (by_b && other.empty()))
        fault_at(e.where, "noise_gradient: the derivative of ", in_quotes(name.substr(name.find('_') + 1)),
                 " is not known");
    Dual result{value, {}, true};
    const std::string s = by_a ? slope == "1.0" ? slope : once(e.type, slope) : "", t = by_b ? once(e.type, other) : "";
    for (std::size_t k = 0; k < dim_; ++k) {
        std::string d;
        if (by_a) d = s == "1.0" ? bracketed(x[0].by[k]) : s + " * " + bracketed(x[0].by[k]);
        if (by_b) d += (d.empty() ? "" : " + ") + t + " * " + bracketed(x[1].by[k]);
        result.by.push_back(d);
    }
    return result;
}

// A noise beside its gradient.
Dual Differentiation::noise(const Expression& e) {
    const auto x = duals(e.parts);
    const glsl::Declaration& f = program_[e.function];
    if (f.variables.back().out)
        fault_at(e.where, "noise_gradient: the derivative of ", in_quotes(f.name),
                 " is not known, since it is one already");
    if (native_of(f).noise->fractal == Fractal::eroded)
        fault_at(e.where, "noise_gradient: the derivative of ", in_quotes(f.name), " is not known; ",
                 in_quotes(f.name + "_slope"), " has the slope that it accumulates");
    if (f.preset && !has_gradient(f.preset->settings()))
        fault_at(e.where, "noise_gradient: the derivative of ", in_quotes(f.name), " is not known: the algorithm of ",
                 "the preset has none");
    // A coordinate, or a fraction behind its cell.
    const std::size_t at = e.parts[0].type.kind == Type::real ? 0 : 1;
    std::string all;
    for (std::size_t i = 0; i < x.size(); ++i) {
        all += x[i].text + ", ";
        if (i != at && !x[i].by.empty())
            fault_at(e.where, "noise_gradient: the derivative of ", in_quotes(f.name), " by its ", f.variables[i].name,
                     " is not known: expected a number that does not depend on the point");
    }
    const Type& point = e.parts[at].type;
    const std::string g = fresh("g");
    line(name_of(point) + " " + g + ";");
    Dual value{once(e.type, f.name + "_gradient(" + all + g + ")"), {}, true};
    for (std::size_t k = 0; k < dim_; ++k) {
        const std::string d = point.size == 1 ? bracketed(x[at].by[k]) : once(point, x[at].by[k]);
        std::string sum;
        for (int c = 0; c < point.size; ++c) {
            const std::string part = point.size == 1 ? "" : std::string(".") + kComponents[c];
            sum += (c ? " + " : "") + g + part + " * " + d + part;
        }
        value.by.push_back(sum);
    }
    return value;
}

// A function of the text or of the library's, with derivatives of the arguments that have some.
Dual Differentiation::inner_call(const Expression& e) {
    const glsl::Declaration& f = program_[e.function];
    const auto x = duals(e.parts);
    std::vector<bool> active;
    std::string all, more;
    for (std::size_t i = 0; i < x.size(); ++i) {
        const Variable& v = f.variables[i];
        const bool real = is_real(v.type), is = real && (v.out || !x[i].by.empty());
        active.push_back(is);
        all += (i ? ", " : "") + (v.out ? text_of(e.parts[i]) : x[i].text);
        for (std::size_t k = 0; k < dim_ && is; ++k)
            more += ", " + (v.out ? part_by(e.parts[i], k) : x[i].by[k]);
    }
    Dual value{"", {}, true};
    const bool nothing = f.type.kind == Type::nothing;
    for (std::size_t k = 0; k < dim_ && is_real(f.type); ++k) {
        value.by.push_back(fresh("t"));
        line(name_of(f.type) + " " + value.by.back() + ";");
        more += ", " + value.by.back();
    }
    const std::string called = made(e.function, active) + "(" + all + more + ")";
    if (nothing) {
        line(called + ";");
    } else {
        value.text = once(f.type, called);
    }
    return value;
}

}  // namespace isonoise::function
