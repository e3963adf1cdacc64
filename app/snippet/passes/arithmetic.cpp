// The arithmetic of functions of the user: every operation whose result a driver could choose becomes one that it
// cannot.
#include <cstdlib>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "error.hpp"
#include "isonoise/function/library.hpp"
#include "snippet/passes/passes.hpp"

namespace isonoise {
namespace {

using function::lift;
using glsl::Declaration;
using glsl::Expression;
using glsl::Program;
using glsl::Statement;
using glsl::Type;

// Signed numbers do not overflow here, which C leaves undefined. Without ISO_EXACT drivers would recognise min and max,
// and have NaN their way. Ranges are compared as integers, since drivers take !(x < y) for x >= y, although NaN is
// neither.
constexpr const char* kScalars = R"(
uint isonoise_divide(uint a, uint b) {
    uint q = a / (b == 0u ? 1u : b);
    return b == 0u ? 0u : q;
}
uint isonoise_remainder(uint a, uint b) { return a - isonoise_divide(a, b) * b; }
int isonoise_abs(int x) { return int(x < 0 ? 0u - uint(x) : uint(x)); }
int isonoise_divide(int a, int b) {
    uint q = isonoise_divide(uint(isonoise_abs(a)), uint(isonoise_abs(b)));
    return int((a ^ b) < 0 ? 0u - q : q);
}
int isonoise_remainder(int a, int b) { return int(uint(a) - uint(isonoise_divide(a, b)) * uint(b)); }
int isonoise_int(float x) { return (floatBitsToUint(x) << 1) < 0x9E000000u ? int(x) : 0; }
uint isonoise_uint(float x) {
    if (floatBitsToUint(x) >= 0x4F800000u) return 0u;
    ISO_PRECISE float less = ISO_EXACT(x - 2147483648.0);
    return x < 2147483648.0 ? uint(int(x)) : uint(int(less)) + 0x80000000u;
}
float isonoise_ceil(float x) { return -floor(-x); }
float isonoise_min(float a, float b) { return ISO_EXACT(b) < a ? b : a; }
float isonoise_max(float a, float b) { return ISO_EXACT(a) < b ? b : a; }
float isonoise_clamp(float x, float low, float high) { return isonoise_min(isonoise_max(x, low), high); }
int isonoise_min(int a, int b) { return b < a ? b : a; }
int isonoise_max(int a, int b) { return a < b ? b : a; }
int isonoise_clamp(int x, int low, int high) { return isonoise_min(isonoise_max(x, low), high); }
uint isonoise_min(uint a, uint b) { return b < a ? b : a; }
uint isonoise_max(uint a, uint b) { return a < b ? b : a; }
uint isonoise_clamp(uint x, uint low, uint high) { return isonoise_min(isonoise_max(x, low), high); }
)";

std::string equality(const char* type, int size) {
    std::string text = "a.x == b.x";
    for (int c = 1; c < size; ++c)
        text += fmt::format(" && a.{0} == b.{0}", "xyzw"[c]);
    return fmt::format("bool isonoise_same({0}{1} a, {0}{1} b) {{ return {2}; }}\n", type, size, text);
}

// Matrices column by column. Products of two are in the library.
std::string matrices(int size) {
    std::string text;
    const auto add = [&](const std::string& name, bool left, bool right, const std::string& pattern) {
        std::string columns;
        for (int c = 0; c < size; ++c)
            columns += (c ? ", " : "") + fmt::format(fmt::runtime(pattern), left ? fmt::format("a[{}]", c) : "a",
                                                     right ? fmt::format("b[{}]", c) : "b");
        const std::string matrix = fmt::format("mat{}", size);
        text += fmt::format("{0} isonoise_{1}({2} a, {3} b) {{ return {0}({4}); }}\n", matrix, name,
                            left ? matrix : "float", right ? matrix : "float", columns);
    };
    for (const auto& [name, pattern] : {std::pair("times", "ISO_EXACT({} * {})"),
                                        {"plus", "ISO_EXACT({} + {})"},
                                        {"minus", "ISO_EXACT({} - {})"},
                                        {"divide", "isonoise_divide({}, {})"}}) {
        add(name, true, false, pattern);
        add(name, false, true, pattern);
        if (name != std::string_view("times")) add(name, true, true, pattern);
    }
    return text;
}

// Components of vectors and columns of matrices, by an index that varies; beyond the end it is the last one.
std::string components(const std::string& type, const std::string& element, int size, const char* index) {
    const auto part = [&](int c) { return type[0] == 'm' ? fmt::format("v[{}]", c) : fmt::format("v.{}", "xyzw"[c]); };
    const auto is = [&](int c) { return fmt::format("i == {}{}", c, index[0] == 'u' ? "u" : ""); };
    std::string chain, parts, last;
    for (int c = 0; c + 1 < size; ++c) {
        chain += fmt::format("{} ? {} : ", is(c), part(c));
        parts += fmt::format("{} ? x : {}, ", is(c), part(c));
        last += (c ? " || " : "") + is(c);
    }
    return fmt::format("{0} isonoise_component({1} v, {2} i) {{ return {3}{4}; }}\n"
                       "{1} isonoise_with({1} v, {2} i, {0} x) {{ return {1}({5}{6} ? {4} : x); }}\n",
                       element, type, index, chain, part(size - 1), parts, last);
}

class Arithmetic {
  public:
    Arithmetic(Program& program, bool in_naturals) : program_(program), in_naturals_(in_naturals) {
        for (std::size_t i = 0; i < program.size(); ++i) {
            if (program[i].kind != Declaration::function) continue;
            std::vector<Type> types;
            for (const glsl::Variable& v : program[i].variables)
                types.push_back(v.type);
            functions_[key(program[i].name, types)] = i;
        }
    }

    void run() {
        for (Declaration& d : program_) {
            if (d.exact || d.kind != Declaration::function) continue;
            steps_.clear();
            for (glsl::Statement& body : d.body)
                for_each_statement(body, [&](glsl::Statement& s) {
                    for (const Expression& step : s.step)
                        steps_.insert(&step);
                });
            for_each_expression(d, [&](Expression& e) { rewrite(e); });
        }
    }

  private:
    static std::string key(const std::string& name, const std::vector<Type>& types) {
        std::string text = name;
        for (const Type& t : types)
            text += "," + name_of(t);
        return text;
    }
    // Makes the expression a call of this function with its parts.
    void call(Expression& e, const std::string& name) {
        std::vector<Type> types;
        for (const Expression& part : e.parts)
            types.push_back(part.type);
        const auto found = functions_.find(key(name, types));
        if (found == functions_.end()) glsl::fault_at(e.where, "'", e.text, "' between these types is not supported");
        e.kind = Expression::call;
        e.text = name;
        e.function = found->second;
        e.type = program_[found->second].type;
    }
    static void protect(Expression& e) {
        Expression own = std::move(e);
        e = {};
        e.kind = Expression::call;
        e.text = "ISO_EXACT";
        e.type = own.type;
        e.where = own.where;
        e.parts.push_back(std::move(own));
    }
    static bool is_real(const Expression& e) { return e.type.kind == Type::real && !e.type.array; }
    static bool is_literal(const Expression& e) { return e.kind == Expression::literal; }
    static bool is_positive(const Expression& e) {  // a literal other than 0
        return is_literal(e) && std::strtoull(e.text.c_str(), nullptr, 0) > 0;
    }

    void rewrite(Expression& e) {
        switch (e.kind) {
        case Expression::binary: return binary(e);
        case Expression::assign: return assign(e);
        case Expression::step:
            // A component's own step would be that of a value which other components may share.
            if (!is_real(e) && e.parts[0].kind == Expression::name) return;
            e.kind = Expression::assign;
            e.text = e.text.substr(0, 1) + "=";
            e.parts.push_back({.kind = Expression::literal,
                               .text = is_real(e)                     ? "1.0"
                                       : e.type.kind == Type::natural ? "1u"
                                                                      : "1",
                               .type = {.kind = e.type.kind}});
            return assign(e);
        case Expression::construct: return construct(e);
        case Expression::prefix:
            if (e.type.kind == Type::matrix) return negate(e);
            if (in_naturals_ && e.text == "-" && e.type.kind == Type::integer && !is_literal(e.parts[0])) {
                e.kind = Expression::binary;
                e.parts.insert(e.parts.begin(),
                               {.kind = Expression::literal, .text = "0", .type = {.kind = e.type.kind}});
                as_natural(e, true);
            }
            return;
        case Expression::index: return index(e);
        case Expression::call:
            if (e.function != glsl::kNoFunction) return;
            if (e.text == "min" || e.text == "max" || e.text == "clamp" || e.text == "ceil" ||
                (e.text == "abs" && e.type.kind == Type::integer))
                call(e, "isonoise_" + e.text);
            return;
        default: return;
        }
    }

    // -m as -1.0 * m
    void negate(Expression& e) {
        if (e.text == "+") {
            e = Expression(e.parts[0]);
            return;
        }
        Expression one{.kind = Expression::prefix, .text = "-", .type = {.kind = Type::real}};
        one.parts.push_back({.kind = Expression::literal, .text = "1.0", .type = one.type});
        e.parts.insert(e.parts.begin(), std::move(one));
        call(e, "isonoise_times");
    }

    void binary(Expression& e) {
        Expression &left = e.parts[0], &right = e.parts[1];
        const std::string& sign = e.text;
        const bool matrix = left.type.kind == Type::matrix || right.type.kind == Type::matrix;
        static const std::map<std::string, const char*> of_matrices = {
            {"*", "isonoise_times"}, {"+", "isonoise_plus"}, {"-", "isonoise_minus"}, {"/", "isonoise_divide"}};
        if (matrix) return call(e, of_matrices.at(sign));
        if (sign == "==" || sign == "!=") {
            if (left.type.size == 1) return;
            const bool same = sign == "==";
            call(e, "isonoise_same");
            if (same) return;
            Expression own = std::move(e);
            e = {.kind = Expression::prefix, .text = "!", .type = {.kind = Type::boolean}};
            e.parts.push_back(std::move(own));
        } else if (sign == "^^") {
            e.text = "!=";
        } else if (sign == "/") {
            if (is_real(e) || e.type.kind == Type::integer || !is_positive(right)) return call(e, "isonoise_divide");
        } else if (sign == "%") {
            if (e.type.kind == Type::integer || !is_positive(right)) return call(e, "isonoise_remainder");
        } else if (sign == "<<" || sign == ">>") {
            shift(right);
            if (sign == "<<" && e.type.kind == Type::integer) as_natural(e);  // C leaves the signs' bits open
        } else if (is_real(e)) {
            protect(e);
        } else if (in_naturals_ && e.type.kind == Type::integer && overflows(sign) &&
                   !(is_literal(left) && is_literal(right))) {
            as_natural(e, true);
        }
    }
    static bool overflows(const std::string& sign) { return sign == "+" || sign == "-" || sign == "*"; }

    static void to_natural(Expression& e) {
        const Expression* of = &e;
        while (of->kind == Expression::bracket)
            of = &of->parts[0];
        if (is_literal(*of)) {
            e = Expression(*of);
            e.text += "u";
        } else if (of->kind == Expression::construct && of->parts.size() == 1 &&
                   of->parts[0].type.kind == Type::natural && of->parts[0].type.size == of->type.size) {
            e = Expression(of->parts[0]);  // int(uint(...)), of an operation within
        } else {
            Expression natural{.kind = Expression::construct, .type = e.type, .where = e.where};
            natural.parts.push_back(std::move(e));
            e = std::move(natural);
        }
        e.type.kind = Type::natural;
    }
    // a << b as int(uint(a) << b), a + b as int(uint(a) + uint(b))
    static void as_natural(Expression& e, bool both = false) {
        to_natural(e.parts[0]);
        if (both) to_natural(e.parts[1]);
        Expression whole{.kind = Expression::construct, .type = e.type, .where = e.where};
        e.type.kind = Type::natural;
        whole.parts.push_back(std::move(e));
        e = std::move(whole);
    }
    // The lowest five bits of it.
    static void shift(Expression& by) {
        const bool natural = by.type.kind == Type::natural;
        if (is_literal(by)) {
            const auto bits = std::strtoull(by.text.c_str(), nullptr, 0);  // hexadecimal or decimal, with or without u
            if (bits > 31) by.text = fmt::format("{}{}", bits & 31, natural ? "u" : "");
            return;
        }
        Expression low{.kind = Expression::binary, .text = "&", .type = by.type};
        low.parts.push_back(std::move(by));
        low.parts.push_back(
            {.kind = Expression::literal, .text = natural ? "31u" : "31", .type = {.kind = low.type.kind}});
        by = std::move(low);
    }

    void assign(Expression& e) {
        const bool varies = has_component(e.parts[0]);
        if (e.text == "=") return varies ? write(e) : void();
        const std::string sign = e.text.substr(0, e.text.size() - 1);
        const bool wraps = in_naturals_ && e.type.kind == Type::integer && overflows(sign) && !steps_.contains(&e);
        const bool stays = !varies && !is_real(e) && e.type.kind != Type::matrix && sign != "/" && sign != "%" &&
                           sign != "<<" && sign != ">>" && !wraps;
        if (stays) return;
        Expression value{.kind = Expression::binary, .text = sign, .type = e.type, .where = e.where};
        value.parts = {e.parts[0], std::move(e.parts[1])};
        binary(value);
        e.text = "=";
        e.parts[1] = std::move(value);
        if (varies) write(e);
    }

    // Is it part of a component whose index varies? index() has been there.
    static bool has_component(const Expression& to) {
        if (to.kind == Expression::call) return to.text == "isonoise_component";
        return (to.kind == Expression::field || to.kind == Expression::index) && has_component(to.parts[0]);
    }
    // The vector v after v.zx = value.
    static Expression with_components(const Expression& to, const Expression& value) {
        const auto component_of = [&](const Expression& of, std::size_t i) {
            Expression bracket{.kind = Expression::bracket, .parts = {of}, .type = of.type};
            return Expression{.kind = Expression::field,
                              .text = std::string(1, "xyzw"[i]),
                              .parts = {of.kind == Expression::name ? of : std::move(bracket)},
                              .type = {.kind = of.type.kind}};
        };
        Expression all{.kind = Expression::construct, .type = to.parts[0].type, .where = to.where};
        for (std::size_t i = 0; i < static_cast<std::size_t>(all.type.size); ++i) {
            const std::size_t at = to.text.find("xyzw"[i]);
            all.parts.push_back(at == to.text.npos ? component_of(to.parts[0], i) : component_of(value, at));
        }
        return all;
    }
    // v[i] = x becomes v = isonoise_with(v, i, x).
    void write(Expression& e) {
        while (has_component(e.parts[0])) {
            Expression to = std::move(e.parts[0]);
            Expression value{.kind = Expression::call, .text = "[]", .where = e.where};
            if (to.kind == Expression::field && to.text.size() > 1) {
                e.type = to.parts[0].type;
                e.parts = {to.parts[0], with_components(to, e.parts[1])};
                continue;
            }
            if (to.kind == Expression::field) {
                to.parts.push_back({.kind = Expression::literal,
                                    .text = std::to_string(glsl::component(to.text[0])),
                                    .type = {.kind = Type::integer}});
            }
            value.parts = {to.parts[0], std::move(to.parts[1]), std::move(e.parts[1])};
            call(value, "isonoise_with");
            e.type = value.type;
            e.parts = {std::move(to.parts[0]), std::move(value)};
        }
    }

    void construct(Expression& e) {
        const bool apart = e.parts.size() > 1 || e.parts[0].type.is_scalar();
        if (e.type.is_vector() && apart) {  // WGSL and Godot convert no parts: uvec3(ivec2(p), 7)
            for (Expression& part : e.parts) {
                if (part.type.kind == e.type.kind) continue;
                Expression own{.kind = Expression::construct, .type = part.type, .where = part.where};
                own.type.kind = e.type.kind;
                own.parts.push_back(std::move(part));
                part = std::move(own);
                construct(part);
            }
            return;
        }
        const bool whole = e.type.kind == Type::integer || e.type.kind == Type::natural;
        if (!whole || e.type.array) return;
        for (Expression& part : e.parts) {
            if (!is_real(part)) continue;
            Expression own{.kind = Expression::call, .text = "int", .where = part.where};
            own.parts.push_back(std::move(part));
            call(own, e.type.kind == Type::integer ? "isonoise_int" : "isonoise_uint");
            part = std::move(own);
        }
        if (e.parts.size() == 1 && e.parts[0].type == e.type) e = Expression(std::move(e.parts[0]));
    }

    // A component of a vector or a column of a matrix: the last one if the index is beyond the end.
    void index(Expression& e) {
        const Type& of = e.parts[0].type;
        if (of.array) return;
        if (!is_literal(e.parts[1])) return call(e, "isonoise_component");
        const auto last = static_cast<unsigned long long>(of.size) - 1;
        if (const auto at = std::strtoull(e.parts[1].text.c_str(), nullptr, 0); at > last)
            e.parts[1].text = std::to_string(last) + (e.parts[1].type.kind == Type::natural ? "u" : "");
    }

    Program& program_;
    std::map<std::string, std::size_t> functions_;
    bool in_naturals_;                        // signed operations too
    std::set<const Expression*> steps_ = {};  // of loops, whose counters do not overflow
};

}  // namespace

const std::string& arithmetic_text() {
    static const std::string all = [] {
        std::string text = kScalars;
        for (const char* type : {"int", "uint"}) {
            for (const char* name : {"divide", "remainder"}) {
                for (const char* forms : {"vv", "vf", "fv"})
                    lift(text, name, forms, type);
            }
        }
        for (const char* forms : {"vv", "vf", "fv"})
            lift(text, "divide", forms, "float");
        for (const char* type : {"float", "int", "uint"}) {
            for (const char* name : {"min", "max"}) {
                for (const char* forms : {"vv", "vf"})
                    lift(text, name, forms, type);
            }
            for (const char* forms : {"vvv", "vff"})
                lift(text, "clamp", forms, type);
        }
        lift(text, "abs", "v", "int");
        lift(text, "ceil", "v", "float");
        lift(text, "int", "v", "float", "int");
        lift(text, "uint", "v", "float", "uint");
        for (int size = 2; size <= 4; ++size) {
            for (const auto& [type, element] :
                 {std::pair("vec", "float"), {"ivec", "int"}, {"uvec", "uint"}, {"bvec", "bool"}}) {
                text += equality(type, size);
                for (const char* index : {"int", "uint"})
                    text += components(fmt::format("{}{}", type, size), element, size, index);
            }
            text += matrices(size);
            for (const char* index : {"int", "uint"})
                text += components(fmt::format("mat{}", size), fmt::format("vec{}", size), size, index);
        }
        return text;
    }();
    return all;
}

void settle_arithmetic(Program& program, bool in_naturals) { Arithmetic(program, in_naturals).run(); }

}  // namespace isonoise
