// The arithmetic of functions of the user: every operation whose result a driver could choose becomes one that it
// cannot.
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

// Without ISO_EXACT drivers would recognise min and max, and have NaN their way. Ranges are compared as integers, since
// drivers take !(x < y) for x >= y, although NaN is neither.
constexpr const char* kScalars = R"(
uint isonoise_divide(uint a, uint b) { return b == 0u ? 0u : a / b; }
uint isonoise_remainder(uint a, uint b) { return a - isonoise_divide(a, b) * b; }
int isonoise_divide(int a, int b) {
    uint q = isonoise_divide(uint(a < 0 ? 0 - a : a), uint(b < 0 ? 0 - b : b));
    return (a ^ b) < 0 ? 0 - int(q) : int(q);
}
int isonoise_remainder(int a, int b) { return a - isonoise_divide(a, b) * b; }
int isonoise_int(float x) { return (floatBitsToUint(x) << 1) < 0x9E000000u ? int(x) : 0; }
uint isonoise_uint(float x) {
    if (floatBitsToUint(x) >= 0x4F800000u) return 0u;
    ISO_PRECISE float less = ISO_EXACT(x - 2147483648.0);
    return x < 2147483648.0 ? uint(int(x)) : uint(int(less)) + 0x80000000u;
}
int isonoise_abs(int x) { return x < 0 ? 0 - x : x; }
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
    return fmt::format("bool isonoise_equal({0}{1} a, {0}{1} b) {{ return {2}; }}\n", type, size, text);
}

// Matrices column by column.
std::string matrices(int size) {
    const auto columns = [&](const char* pattern) {
        std::string text;
        for (int c = 0; c < size; ++c)
            text += fmt::format("{}ISO_EXACT({})", c ? ", " : "", fmt::format(fmt::runtime(pattern), c));
        return text;
    };
    std::string text;
    for (const auto& [name, parameters, pattern] : {std::tuple{"times", "mat{0} a, float b", "a[{0}] * b"},
                                                    {"times", "float a, mat{0} b", "a * b[{0}]"},
                                                    {"plus", "mat{0} a, mat{0} b", "a[{0}] + b[{0}]"},
                                                    {"minus", "mat{0} a, mat{0} b", "a[{0}] - b[{0}]"}})
        text += fmt::format("mat{0} isonoise_{1}({2}) {{ return mat{0}({3}); }}\n", size, name,
                            fmt::format(fmt::runtime(parameters), size), columns(pattern));
    return text;
}

class Arithmetic {
  public:
    explicit Arithmetic(Program& program) : program_(program) {
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

    void rewrite(Expression& e) {
        switch (e.kind) {
        case Expression::binary: return binary(e);
        case Expression::assign: return assign(e);
        case Expression::step:
            if (!is_real(e)) return;
            e.kind = Expression::assign;
            e.text = e.text.substr(0, 1) + "=";
            e.parts.push_back({.kind = Expression::literal, .text = "1.0", .type = {.kind = Type::real}});
            return assign(e);
        case Expression::construct: return construct(e);
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

    void binary(Expression& e) {
        Expression &left = e.parts[0], &right = e.parts[1];
        const std::string& sign = e.text;
        const bool matrix = left.type.kind == Type::matrix || right.type.kind == Type::matrix;
        if (matrix) return call(e, sign == "*" ? "isonoise_times" : sign == "+" ? "isonoise_plus" : "isonoise_minus");
        if (sign == "==" || sign == "!=") {
            if (left.type.size == 1) return;
            const bool same = sign == "==";
            call(e, "isonoise_equal");
            if (same) return;
            Expression own = std::move(e);
            e = {.kind = Expression::prefix, .text = "!", .type = {.kind = Type::boolean}};
            e.parts.push_back(std::move(own));
        } else if (sign == "^^") {
            e.text = "!=";
        } else if (sign == "/") {
            if (is_real(e) || !is_literal(right)) return call(e, "isonoise_divide");
            if (e.type.kind == Type::integer) return call(e, "isonoise_divide");
        } else if (sign == "%") {
            if (e.type.kind == Type::integer || !is_literal(right)) return call(e, "isonoise_remainder");
        } else if (sign == "<<" || sign == ">>") {
            if (is_literal(right)) return;
            const bool natural = right.type.kind == Type::natural;
            Expression low{.kind = Expression::binary, .text = "&", .type = right.type};
            low.parts.push_back(std::move(right));
            low.parts.push_back(
                {.kind = Expression::literal, .text = natural ? "31u" : "31", .type = {.kind = low.type.kind}});
            right = std::move(low);
        } else if (is_real(e)) {
            protect(e);
        }
    }

    void assign(Expression& e) {
        if (e.text == "=") return;
        const std::string sign = e.text.substr(0, e.text.size() - 1);
        const bool stays =
            !is_real(e) && e.type.kind != Type::matrix && sign != "/" && sign != "%" && sign != "<<" && sign != ">>";
        if (stays) return;
        Expression value{.kind = Expression::binary, .text = sign, .type = e.type, .where = e.where};
        value.parts = {e.parts[0], std::move(e.parts[1])};
        binary(value);
        e.text = "=";
        e.parts[1] = std::move(value);
    }

    void construct(Expression& e) {
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

    // Beyond the end it is the last element.
    void index(Expression& e) {
        const Expression& of = e.parts[0];
        if (is_literal(e.parts[1])) return;
        if (!of.type.array) fail("only a number can choose a component of a vector or a column of a matrix");
    }

    Program& program_;
    std::map<std::string, std::size_t> functions_;
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
            for (const char* type : {"vec", "ivec", "uvec", "bvec"})
                text += equality(type, size);
            text += matrices(size);
        }
        return text;
    }();
    return all;
}

void settle_arithmetic(Program& program) { Arithmetic(program).run(); }

}  // namespace isonoise
