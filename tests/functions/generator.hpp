// Draws texts of functions at random: all types, operators and calls of the language, branches and loops.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "conformance/points.hpp"

namespace isonoise {

// Does a text's error say that it takes too many steps? Some texts drawn at random do.
inline bool is_slow(const std::string& error) { return error.find("more than 1048576 steps") != error.npos; }

class Generator {
  public:
    explicit Generator(std::uint64_t seed) : random_(seed) {}

    std::string text() {
        const int dim = 1 + below(4), channels = 1 + below(4);
        std::string all = fmt::format("uniform float knob = {};\nconst int MANY = {};\n", real(), 2 + below(4));
        all += "float roll(inout uint s, float a) {\n    s = s * 747796405u + 2891336453u;\n"
               "    return a * float(s >> 8) / 16777216.0;\n}\n"
               "float push(inout float s, float a) {\n    s += 0.5 * a;\n    return s - a;\n}\n";
        all += "vec2 early(vec2 v, out vec2 w) {\n    w = floor(v);\n    for (int i = 0; i < 3; i++) {\n"
               "        if (float(i) + w.x > 1.0) return v.yx;\n        v *= 1.5;\n    }\n    if (v.y > 0.0) {\n"
               "        w += v;\n        return vec2(v.x, w.y);\n    }\n    return v - w;\n}\n"
               "vec3 split(vec3 v, out vec3 w) {\n    w = floor(v);\n    return v - w;\n}\n"
               "struct Pair {\n    float a;\n    ivec2 n;\n};\n"
               "Pair step_of(Pair q, uvec2 u) {\n    Pair r = q;\n    r.n.x++;\n    --q.n.y;\n    u.y++;\n"
               "    r.a += float(u.y & 7u);\n    return Pair(r.a - q.a, r.n ^ q.n);\n}\n"
               "void swap(inout Pair q, float a) {\n    float b = q.a;\n    q.a = a - b;\n    q.n = q.n.yx;\n}\n"
               "float fold(float a) { return 0.5 * a + 1.0; }\nvec2 fold(vec2 a) { return 0.25 * a; }\n"
               "vec3 fold(vec3 a) { return 0.5 * a + 1.0; }\n";
        if (one_in(2)) all += helper();
        const std::string point = dim == 1 ? "float" : fmt::format("vec{}", dim);
        const std::string result = channels == 1 ? "float" : fmt::format("vec{}", channels);
        scopes_ = {{}};
        names_ = 0;
        declare(point, "p");
        first_ = dim == 1 ? "p" : "p.x";
        std::string body = statements(4 + below(5), 1);
        if (one_in(2)) body += fmt::format("    if ({}) return {};\n", expression("bool", 2), expression(result, 2));
        body += fmt::format("    return {};\n", expression(result, 3));
        return all + fmt::format("{} noise({} p) {{\n{}}}\n", result, point, body);
    }

  private:
    int below(int n) { return static_cast<int>(random_.next() % static_cast<std::uint64_t>(n)); }
    bool one_in(int n) { return below(n) == 0; }
    template <class T> T one_of(std::initializer_list<T> all) {
        return all.begin()[below(static_cast<int>(all.size()))];
    }
    std::string real() { return fmt::format("{}.{}", below(4), below(1000)); }

    // ---- Names

    void declare(const std::string& type, const std::string& name) { scopes_.back()[type].push_back(name); }
    std::string fresh() { return fmt::format("v{}", names_++); }
    // A variable of this type, or an empty string.
    std::string variable(const std::string& type) {
        std::vector<std::string> all;
        for (const auto& scope : scopes_) {
            const auto found = scope.find(type);
            if (found != scope.end()) all.insert(all.end(), found->second.begin(), found->second.end());
        }
        return all.empty() ? "" : all[static_cast<std::size_t>(below(static_cast<int>(all.size())))];
    }
    static int size(const std::string& type) { return type.find("vec") == std::string::npos ? 1 : type.back() - '0'; }
    static std::string scalar(const std::string& type) {
        if (size(type) == 1) return type;
        return type[0] == 'i' ? "int" : type[0] == 'u' ? "uint" : "float";
    }
    static std::string vector(const std::string& scalar, int n) {
        return n == 1 ? scalar : fmt::format("{}vec{}", scalar == "int" ? "i" : scalar == "uint" ? "u" : "", n);
    }

    bool is_constant(const std::string& name) const {
        return std::find(constants_.begin(), constants_.end(), name) != constants_.end();
    }

    // ---- Expressions

    std::string literal(const std::string& type) {
        if (type == "float") return real();
        if (type == "int") return one_in(8) ? fmt::format("0x{:x}", random_.bits()) : std::to_string(below(9));
        if (type == "uint") return one_in(8) ? "0u" : fmt::format("{}u", random_.bits() >> (one_in(2) ? 0 : 24));
        if (type == "bool") return one_in(2) ? "true" : "false";
        return fmt::format("{}({})", type, literal(scalar(type)));
    }
    std::string expression(const std::string& type, int depth) {
        if (depth == 0 || one_in(6)) {
            const std::string name = variable(type);
            return name.empty() || one_in(4) ? literal(type) : name;
        }
        if (type == "bool") return truth(depth - 1);
        if (const std::string composed = of_others(type, depth - 1); !composed.empty()) return composed;
        if (const std::string w = variable(type);
            (type == "vec2" || type == "vec3") && one_in(8) && !w.empty() && w != "p")
            return fmt::format("{}({}, {})", type == "vec2" ? "early" : "split", finite_vector(type, depth - 1), w);
        if (type == "float" && one_in(12)) {
            const std::string call = setting(depth - 1);
            if (!call.empty()) return call;
        }
        if (size(type) > 1 && one_in(4)) return made(type, depth - 1);
        if (size(type) == 1 && one_in(6)) return part(type, depth - 1);
        if (one_in(9))
            return fmt::format("({} ? {} : {})", expression("bool", depth - 1), expression(type, depth - 1),
                               expression(type, depth - 1));
        return scalar(type) == "float" ? reals(type, depth - 1) : integers(type, depth - 1);
    }
    // A value from a structure, an array or a matrix; an empty text if there is none, or by chance.
    std::string of_others(const std::string& type, int depth) {
        if (!one_in(7)) return "";
        if (const std::string k = variable("floats"); type == "float" && !k.empty() && one_in(2))
            return fmt::format("{}[{}]", k, expression("int", depth));
        if (type == "ivec2" || type == "float")
            return fmt::format("{}.{}", structure(depth), type == "float" ? "a" : "n");
        const std::string m = variable("mat2");
        if (type != "vec2" || m.empty()) return "";
        switch (below(4)) {
        case 0: return fmt::format("({} * {})", m, expression(type, depth));
        case 1: return fmt::format("({} * {})", expression(type, depth), m);
        case 2: return fmt::format("transpose({})[{}]", m, below(2));
        default: return fmt::format("{}[{}]", m, expression("int", depth));
        }
    }
    std::string structure(int depth) {
        const std::string name = variable("Pair");
        if (!name.empty() && one_in(2)) return name;
        if (depth > 0 && one_in(2))
            return fmt::format("step_of({}, {})", structure(depth - 1), expression("uvec2", depth - 1));
        if (depth > 0 && one_in(4))
            return fmt::format("({} ? {} : {})", expression("bool", depth - 1), structure(depth - 1),
                               structure(depth - 1));
        return fmt::format("Pair({}, {})", expression("float", std::max(depth, 0)),
                           expression("ivec2", std::max(depth, 0)));
    }
    // Declares or sets one of them.
    std::string other_statement(const std::string& indent) {
        const std::string type = one_of({"Pair", "floats", "mat2"}), name = variable(type);
        if (!name.empty() && one_in(2)) {
            if (type == "Pair" && one_in(2))
                return fmt::format("{}swap({}, {});\n", indent, name, expression("float", 2));
            if (type == "Pair") return fmt::format("{}{} = {};\n", indent, name, structure(2));
            if (type == "mat2") return fmt::format("{}{} *= {};\n", indent, name, expression("float", 2));
            return fmt::format("{}{}[{}] {} {};\n", indent, name, expression("int", 2), one_of({"=", "+=", "*="}),
                               expression("float", 2));
        }
        const std::string own = fresh(), e[] = {expression("float", 2), expression("float", 1), expression("float", 1)};
        std::string text;
        if (type == "Pair") {
            text = fmt::format("{}Pair {} = {};\n", indent, own, structure(2));
            declare("float", own + ".a");
            declare("ivec2", own + ".n");
        } else if (type == "mat2") {
            text = fmt::format("{}mat2 {} = mat2({}, {}, {}, 0.5);\n", indent, own, e[0], e[1], e[2]);
            declare("vec2", own + "[1]");
        } else {
            text = fmt::format("{}float {}[3] = float[3]({}, {}, {});\n", indent, own, e[0], e[1], e[2]);
            declare("float", own + "[2]");
        }
        declare(type, own);
        return text;
    }
    // Returns a call that sets a variable, or one of its components; an empty text if no variable will do.
    std::string setting(int depth) {
        const std::string type = one_of({"float", "vec2", "vec4", "uint", "uvec3"});
        const std::string name = variable(type);
        if (name.empty() || name == "p" || is_constant(name)) return "";
        const std::string part = size(type) > 1 ? std::string(".") + "xy"[below(2)] : "";
        // Sometimes of the variable that it sets.
        return fmt::format("{}({}{}, {})", scalar(type) == "uint" ? "roll" : "push", name, part,
                           scalar(type) == "float" && one_in(3) ? name + part : expression("float", depth));
    }
    std::string truth(int depth) {
        switch (below(6)) {
        case 5:
            return one_in(2) ? fmt::format("bool({})", finite(depth))
                             : fmt::format("bool({})", expression("int", depth));
        case 4: {
            const std::string v = one_of({"ivec2", "uvec3"});
            const char* const sign = one_of({"lessThan", "greaterThanEqual", "equal", "notEqual"});
            return fmt::format("{}({}({}, {}))", one_of({"any", "all"}), sign, expression(v, depth),
                               expression(v, depth));
        }
        case 0: return fmt::format("!{}", expression("bool", 0));
        case 1:
            return fmt::format("({} {} {})", expression("bool", depth), one_of({"&&", "||", "^^"}),
                               expression("bool", depth));
        default: {
            const std::string type = one_of({"float", "int", "uint", "float"});
            if (type == "float")
                return fmt::format("({} {} {})", finite(depth), one_of({"<", ">", "<=", ">=", "==", "!="}),
                                   finite(depth));
            return fmt::format("({} {} {})", expression(type, depth), one_of({"<", ">", "<=", ">=", "==", "!="}),
                               expression(type, depth));
        }
        }
    }
    // Never NaN, of which drivers make what they like in comparisons.
    std::string finite(int depth) {
        if (depth == 0 || one_in(5)) return first_.empty() || one_in(2) ? real() : first_;
        switch (below(5)) {
        case 0: return fmt::format("({} {} {})", finite(depth - 1), one_of({"+", "-", "*"}), finite(depth - 1));
        case 1: return fmt::format("{}({})", one_of({"sin", "cos", "abs", "floor", "sign"}), finite(depth - 1));
        case 2: return fmt::format("float({})", expression("int", depth - 1));
        case 3: return fmt::format("mix({}, {}, {})", finite(depth - 1), finite(depth - 1), real());
        default: return fmt::format("perlin2(vec2({}, {}), 7u)", finite(depth - 1), real());
        }
    }
    std::string finite_vector(const std::string& type, int depth) {
        std::string parts = finite(depth);
        for (int i = 1; i < size(type); ++i)
            parts += ", " + finite(0);
        return fmt::format("{}({})", type, parts);
    }
    std::string made(const std::string& type, int depth) {
        std::string parts;
        for (int i = 0; i < size(type);) {
            const int n = std::min(one_of({1, 1, 2}), size(type) - i);
            const std::string from = one_in(6) ? one_of({"float", "int", "uint"}) : scalar(type);
            parts += (i ? ", " : "") + expression(vector(from, n), depth);
            i += n;
        }
        return fmt::format("{}({})", type, parts);
    }
    std::string part(const std::string& type, int depth) {
        if (one_in(2)) {
            const int n = 2 + below(3);
            return fmt::format("{}({}).{}", vector(type, n), expression(vector(type, n), depth), "xyzw"[below(n)]);
        }
        const std::string from = type == "float" ? one_of({"int", "uint", "bool"})
                                 : type == "int" ? one_of({"float", "uint", "bool"})
                                                 : one_of({"float", "int", "bool"});
        return fmt::format("{}({})", type, expression(from, depth));
    }
    std::string reals(const std::string& type, int depth) {
        const int n = size(type);
        const auto same = [&] { return expression(type, depth); };
        switch (below(12)) {
        case 0:
        case 1:
        case 2:
        case 3:
            return fmt::format("({} {} {})", same(), one_of({"+", "-", "*", "*", "/"}),
                               one_in(3) ? expression("float", depth) : same());
        case 4:
        case 5:
            return fmt::format("{}({})",
                               one_of({"sin",         "cos",   "tan",  "exp",   "exp2",  "log",  "log2", "sqrt",
                                       "inversesqrt", "asin",  "acos", "atan",  "sinh",  "cosh", "tanh", "abs",
                                       "sign",        "floor", "ceil", "round", "trunc", "fract"}),
                               same());
        case 6: return fmt::format("{}({}, {})", one_of({"min", "max", "mod", "pow", "step", "atan"}), same(), same());
        case 7: return fmt::format("mix({}, {}, {})", same(), same(), expression(one_in(2) ? "float" : type, depth));
        case 8: return fmt::format("smoothstep({}, {}, {})", same(), same(), same());
        case 9:
            if (n == 1) {
                const std::string v = fmt::format("vec{}", 2 + below(3));
                return fmt::format("{}({}, {})", one_of({"dot", "distance"}), expression(v, depth),
                                   expression(v, depth));
            }
            return n == 3 && one_in(2) ? fmt::format("cross({}, {})", same(), same())
                                       : fmt::format("normalize({})", same());
        case 10:
            if (n < 4 && one_in(3)) return fmt::format("fold({})", same());
            return fmt::format("{}({})", one_of({"-", "-", "+", "- -"}), same());
        default:
            return n == 1 ? noise(depth) : fmt::format("clamp({}, {}, {})", same(), literal("float"), literal("float"));
        }
    }
    std::string noise(int depth) {
        const int n = 1 + below(4);
        const std::string point = expression(vector("float", n), depth), seed = expression("uint", 0);
        if (one_in(3))
            return fmt::format("perlin{}_{}({}, {}, {}.5, {}, 2.0)", n,
                               one_of({"fbm", "turbulence", "ridged", "billow", "eroded"}), point, seed, 1 + below(4),
                               real());
        if (one_in(3))
            return fmt::format("perlin{}_periodic({}, {}, {})", n, point, seed,
                               n == 1 ? "5u" : fmt::format("uvec{}(3u)", n));
        return fmt::format("perlin{}({}, {})", n, point, seed);
    }
    std::string integers(const std::string& type, int depth) {
        const auto same = [&] { return expression(type, depth); };
        if (type == "int" && one_in(12))
            return fmt::format("step_of(Pair({}, {}), {}).n.{}", expression("float", depth), expression("ivec2", depth),
                               expression("uvec2", depth), "xy"[below(2)]);
        switch (below(6)) {
        case 0:
        case 1: return fmt::format("({} {} {})", same(), one_of({"+", "-", "*", "&", "|", "^"}), same());
        case 2: return fmt::format("({} {} {})", same(), one_of({"/", "%"}), same());
        case 3:
            return fmt::format("({} {} {})", same(), one_of({"<<", ">>"}),
                               expression(scalar(type) == "int" ? "int" : "uint", 0));
        case 4:
            if (type == "uint") {
                const int n = 1 + below(4);
                return fmt::format("hash{}({}, {})", n, expression(vector("int", n), depth), expression("uint", 0));
            }
            return fmt::format("{}({}, {})", one_of({"min", "max"}), same(), same());
        default: return fmt::format("~{}", same());
        }
    }

    // ---- Statements

    std::string statements(int count, int level) {
        std::string text;
        for (int i = 0; i < count; ++i)
            text += statement(level);
        return text;
    }
    std::string statement(int level) {
        const std::string indent(static_cast<std::size_t>(4 * level), ' ');
        const std::string type =
            one_of({"float", "float", "vec2", "vec3", "vec4", "int", "uint", "bool", "ivec2", "uvec3"});
        const std::string name = variable(type);
        if (one_in(7)) return other_statement(indent);
        if (level < 4 && one_in(5)) {
            return fmt::format("{0}if ({1}) {{\n{2}{0}}} else {{\n{3}{0}}}\n", indent, expression("bool", 2),
                               block(level), block(level));
        }
        if (level < 3 && one_in(6)) {
            const std::string i = fmt::format("i{}", names_++), sum = variable("float");
            const std::string more = sum.empty() || sum == "p" ? "" : fmt::format(", {} *= 0.75", sum);
            scopes_.emplace_back();
            declare("int", i);
            constants_.push_back(i);
            const std::string leave = one_in(2) ? fmt::format("{}    if ({}) {};\n", indent, expression("bool", 2),
                                                              one_of({"break", "continue"}))
                                                : "";
            const std::string inner = block(level) + leave;
            scopes_.pop_back();
            return fmt::format("{0}for (int {1} = 0; {1} < {2}; {3}) {{\n{4}{0}}}\n", indent, i,
                               one_of({"MANY", "3", "7"}), one_of({i + "++", i + " += 2", i + "++" + more}), inner);
        }
        if (level < 3 && one_in(9)) {
            const std::string n = variable("int");
            if (!n.empty() && !is_constant(n))
                return fmt::format("{0}while ({1} > 0) {{\n{0}    {1} >>= 2;\n{2}{0}    if ({3}) break;\n{0}}}\n",
                                   indent, n, block(level), expression("bool", 1));
        }
        if (!name.empty() && name != "p" && one_in(2) && !is_constant(name)) {
            if (type != "bool" && one_in(6)) {
                const std::string part = size(type) > 1 ? std::string(".") + "xy"[below(2)] : "";
                return fmt::format(fmt::runtime(one_in(2) ? "{0}{1}{2}{3};\n" : "{0}{3}{1}{2};\n"), indent, name, part,
                                   one_of({"++", "--"}));
            }
            if (size(type) > 1 && one_in(3))
                return fmt::format("{}{}.{} = {};\n", indent, name, "xy"[below(2)], expression(scalar(type), 3));
            const bool whole = type != "bool" && one_in(2);
            return fmt::format("{}{} {} {};\n", indent, name, whole ? one_of({"+=", "-=", "*="}) : "=",
                               expression(type, 3));
        }
        const std::string own = fresh();
        const std::string text = fmt::format("{}{} {} = {};\n", indent, type, own, expression(type, 3));
        declare(type, own);
        return text;
    }
    std::string block(int level) {
        scopes_.emplace_back();
        const std::string text = statements(1 + below(3), level + 1);
        scopes_.pop_back();
        return text;
    }
    std::string helper() {
        scopes_ = {{}};
        names_ = 100;
        declare("float", "a");
        declare("vec2", "b");
        const std::string text = statements(2, 1);
        return fmt::format("float helper(float a, vec2 b) {{\n{}    if ({}) return {};\n    return {};\n}}\n", text,
                           expression("bool", 2), expression("float", 2), expression("float", 3));
    }

    Random random_;
    std::string first_;  // the point's first coordinate; empty in the helper
    std::vector<std::map<std::string, std::vector<std::string>>> scopes_;
    std::vector<std::string> constants_;  // counters
    int names_ = 0;
};

}  // namespace isonoise
