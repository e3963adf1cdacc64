#include "isonoise/function/library.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "isonoise/isonoise.hpp"

namespace isonoise::function {
namespace {

using glsl::Declaration;
using glsl::Type;
using glsl::Variable;

struct Row {
    const char* name;
    int arguments;
    Operation operation;
};
constexpr Row kNatives[] = {
    {"sqrt", 1, Operation::sqrt},   {"inversesqrt", 1, Operation::inversesqrt},
    {"fract", 1, Operation::fract}, {"round", 1, Operation::round},
    {"trunc", 1, Operation::trunc}, {"mod", 2, Operation::mod},
    {"exp", 1, Operation::exp},     {"exp2", 1, Operation::exp2},
    {"log", 1, Operation::log},     {"log2", 1, Operation::log2},
    {"pow", 2, Operation::pow},     {"sin", 1, Operation::sin},
    {"cos", 1, Operation::cos},     {"tan", 1, Operation::tan},
    {"asin", 1, Operation::asin},   {"acos", 1, Operation::acos},
    {"atan", 2, Operation::atan},
};

constexpr const char *kVec[] = {"", "float", "vec2", "vec3", "vec4"}, *kIvec[] = {"", "int", "ivec2", "ivec3", "ivec4"},
                     *kUvec[] = {"", "uint", "uvec2", "uvec3", "uvec4"};

// All noises with their names.
const std::vector<std::pair<std::string, NoiseFunction>>& noises() {
    static const auto all = [] {
        std::vector<std::pair<std::string, NoiseFunction>> list;
        for (int dim = 1; dim <= 4; ++dim) {
            const std::string name = "perlin" + std::to_string(dim);
            for (const bool gradient : {false, true}) {
                const char* const suffix = gradient ? "_gradient" : "";
                NoiseFunction noise{.gradient = gradient, .dim = dim};
                for (const bool cell : {false, true}) {
                    noise.cell = cell;
                    noise.fractal = Fractal::fbm;
                    noise.kind = NoiseFunction::plain;
                    list.emplace_back(name + suffix, noise);
                    noise.kind = NoiseFunction::periodic;
                    list.emplace_back(name + "_periodic" + suffix, noise);
                    noise.kind = NoiseFunction::value;
                    list.emplace_back("value" + std::to_string(dim) + suffix, noise);
                    noise.kind = NoiseFunction::octaves;
                    for (std::size_t i = 0; i < std::size(detail::kFractals); ++i) {
                        noise.fractal = static_cast<Fractal>(i);
                        const bool slope = gradient && noise.fractal == Fractal::eroded;
                        list.emplace_back(name + "_" + detail::kFractals[i] + (slope ? "_slope" : suffix), noise);
                    }
                }
            }
        }
        return list;
    }();
    return all;
}

std::string parameters_of(const NoiseFunction& noise) {
    const std::string vec = kVec[noise.dim];
    std::string text = noise.cell ? std::string(kIvec[noise.dim]) + " cell, " + vec + " fraction" : vec + " p";
    text += ", uint seed";
    if (noise.has_period()) text += std::string(", ") + kUvec[noise.dim] + " period";
    if (noise.kind == NoiseFunction::octaves) text += ", float octaves, float persistence, float lacunarity";
    if (noise.gradient) text += ", out " + vec + " gradient";
    return text;
}

// A name with its parameters' types: "perlin2(vec2, uint)".
std::string signature(const Declaration& declaration) {
    std::string text = declaration.name + "(";
    for (const Variable& v : declaration.variables)
        text += (text.back() == '(' ? "" : ", ") + name_of(v.type);
    return text + ")";
}

const std::map<std::string, Native>& natives() {
    static const auto all = [] {
        std::map<std::string, Native> table;
        for (const Row& row : kNatives)
            table[std::string("isonoise_") + row.name + (row.arguments == 1 ? "(float)" : "(float, float)")] = {
                .operation = row.operation};
        for (const auto& [name, noise] : noises()) {
            // The types alone.
            std::string types, text = parameters_of(noise) + ", ";
            for (std::size_t from = 0, end; (end = text.find(", ", from)) != std::string::npos; from = end + 2) {
                std::string type = text.substr(from, end - from);
                if (type.starts_with("out ")) type.erase(0, 4);
                types += (types.empty() ? "" : ", ") + type.substr(0, type.find(' '));
            }
            table[name + "(" + types + ")"] = {.noise = noise};
        }
        return table;
    }();
    return all;
}

// A function of one number, applied to each component of vectors. Digits are arguments that may also be one number for
// all components: "mod 01" has mod(vec3, vec3) and mod(vec3, float).
struct Lifted {
    const char* name;
    int arguments;
    std::vector<std::string_view> forms;  // v: a vector, f: a number; in the order of the arguments
};
const std::vector<Lifted>& lifted() {
    static const std::vector<Lifted> all = [] {
        std::vector<Lifted> rows;
        for (const char* name :
             {"sqrt", "inversesqrt", "fract", "round", "trunc", "exp",  "exp2", "log",  "log2",    "sin",    "cos",
              "tan",  "asin",        "acos",  "atan",  "sinh",  "cosh", "tanh", "sign", "radians", "degrees"})
            rows.push_back({name, 1, {"v"}});
        for (const char* name : {"pow", "atan"})
            rows.push_back({name, 2, {"vv"}});
        rows.push_back({"mod", 2, {"vv", "vf"}});
        rows.push_back({"step", 2, {"vv", "fv"}});
        rows.push_back({"mix", 3, {"vvv", "vvf"}});
        rows.push_back({"smoothstep", 3, {"vvv", "ffv"}});
        return rows;
    }();
    return all;
}

constexpr std::string_view kText = R"(
float isonoise_atan(float x) { return isonoise_atan(x, 1.0); }
float isonoise_radians(float x) { return x * 0.01745329252; }
float isonoise_degrees(float x) { return x * 57.295779513; }
float isonoise_sign(float x) { return x > 0.0 ? 1.0 : x < 0.0 ? -1.0 : 0.0; }
int isonoise_sign(int x) { return x > 0 ? 1 : x < 0 ? -1 : 0; }
// Minimax polynomials, by least squares with Lawson's weights. Large results are exp(x - 69.75) times exp(69.75) / 2,
// which is within 0.013 ulp of a float.
float isonoise_sinh(float x) {
    float a = abs(x), z = x * x;
    if (a < 1.0) return x + x * (z * (0.16666667 + z * (0.008333339 + z * (0.000198381 + z * 2.8063007e-6))));
    float h = isonoise_exp(a > 88.0 ? a - 69.75 : a);
    float y = a > 88.0 ? h * 9.795128e29 : 0.5 * h - 0.5 / h;
    return x < 0.0 ? -y : y;
}
float isonoise_cosh(float x) {
    float a = abs(x), h = isonoise_exp(a > 88.0 ? a - 69.75 : a);
    return a > 88.0 ? h * 9.795128e29 : 0.5 * h + 0.5 / h;
}
float isonoise_tanh(float x) {
    float a = abs(x), z = x * x;
    float t = z * (-0.3333333 + z * (0.1333312 + z * (-0.0539107 + z * (0.02131609 + z * -0.006621286))));
    if (a < 0.55) return x + x * t;
    float y = 1.0 - 2.0 / (isonoise_exp(a > 16.0 ? 32.0 : 2.0 * a) + 1.0);
    return x < 0.0 ? -y : y;
}
float isonoise_step(float edge, float x) { return x < edge ? 0.0 : 1.0; }
float isonoise_mix(float a, float b, float t) { return a * (1.0 - t) + b * t; }
float isonoise_mix(float a, float b, bool t) { return t ? b : a; }
float isonoise_smoothstep(float low, float high, float x) {
    float t = clamp((x - low) / (high - low), 0.0, 1.0);
    return t * t * (3.0 - 2.0 * t);
}

// Sums from left to right.
float isonoise_dot(float a, float b) { return a * b; }
float isonoise_dot(vec2 a, vec2 b) { return a.x * b.x + a.y * b.y; }
float isonoise_dot(vec3 a, vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
float isonoise_dot(vec4 a, vec4 b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }
vec3 isonoise_cross(vec3 a, vec3 b) {
    return vec3(a.y * b.z - b.y * a.z, a.z * b.x - b.z * a.x, a.x * b.y - b.x * a.y);
}
float isonoise_length(float v) { return abs(v); }
float isonoise_normalize(float v) { return isonoise_sign(v); }

// Matrices, by columns.
vec2 isonoise_times(mat2 m, vec2 v) { return m[0] * v.x + m[1] * v.y; }
vec3 isonoise_times(mat3 m, vec3 v) { return m[0] * v.x + m[1] * v.y + m[2] * v.z; }
vec4 isonoise_times(mat4 m, vec4 v) { return m[0] * v.x + m[1] * v.y + m[2] * v.z + m[3] * v.w; }
vec2 isonoise_times(vec2 v, mat2 m) { return vec2(isonoise_dot(v, m[0]), isonoise_dot(v, m[1])); }
vec3 isonoise_times(vec3 v, mat3 m) {
    return vec3(isonoise_dot(v, m[0]), isonoise_dot(v, m[1]), isonoise_dot(v, m[2]));
}
vec4 isonoise_times(vec4 v, mat4 m) {
    return vec4(isonoise_dot(v, m[0]), isonoise_dot(v, m[1]), isonoise_dot(v, m[2]), isonoise_dot(v, m[3]));
}
mat2 isonoise_times(mat2 a, mat2 b) { return mat2(isonoise_times(a, b[0]), isonoise_times(a, b[1])); }
mat3 isonoise_times(mat3 a, mat3 b) {
    return mat3(isonoise_times(a, b[0]), isonoise_times(a, b[1]), isonoise_times(a, b[2]));
}
mat4 isonoise_times(mat4 a, mat4 b) {
    return mat4(isonoise_times(a, b[0]), isonoise_times(a, b[1]), isonoise_times(a, b[2]), isonoise_times(a, b[3]));
}
mat2 isonoise_matrixCompMult(mat2 a, mat2 b) { return mat2(a[0] * b[0], a[1] * b[1]); }
mat3 isonoise_matrixCompMult(mat3 a, mat3 b) { return mat3(a[0] * b[0], a[1] * b[1], a[2] * b[2]); }
mat4 isonoise_matrixCompMult(mat4 a, mat4 b) { return mat4(a[0] * b[0], a[1] * b[1], a[2] * b[2], a[3] * b[3]); }
mat2 isonoise_outerProduct(vec2 c, vec2 r) { return mat2(c * r.x, c * r.y); }
mat3 isonoise_outerProduct(vec3 c, vec3 r) { return mat3(c * r.x, c * r.y, c * r.z); }
mat4 isonoise_outerProduct(vec4 c, vec4 r) { return mat4(c * r.x, c * r.y, c * r.z, c * r.w); }
float isonoise_determinant(mat2 m) { return m[0].x * m[1].y - m[1].x * m[0].y; }
float isonoise_determinant(mat3 m) { return isonoise_dot(m[0], isonoise_cross(m[1], m[2])); }
mat2 isonoise_inverse(mat2 m) { return mat2(m[1].y, -m[0].y, -m[1].x, m[0].x) / isonoise_determinant(m); }
mat3 isonoise_inverse(mat3 m) {
    vec3 a = isonoise_cross(m[1], m[2]), b = isonoise_cross(m[2], m[0]), c = isonoise_cross(m[0], m[1]);
    return mat3(a.x, b.x, c.x, a.y, b.y, c.y, a.z, b.z, c.z) / isonoise_dot(m[0], a);
}
mat2 isonoise_matrix2(mat3 m) { return mat2(m[0].xy, m[1].xy); }
mat2 isonoise_matrix2(mat4 m) { return mat2(m[0].xy, m[1].xy); }
mat3 isonoise_matrix3(mat2 m) { return mat3(m[0], 0.0, m[1], 0.0, 0.0, 0.0, 1.0); }
mat3 isonoise_matrix3(mat4 m) { return mat3(m[0].xyz, m[1].xyz, m[2].xyz); }
mat4 isonoise_matrix4(mat2 m) {
    return mat4(m[0], 0.0, 0.0, m[1], 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0);
}
mat4 isonoise_matrix4(mat3 m) { return mat4(m[0], 0.0, m[1], 0.0, m[2], 0.0, 0.0, 0.0, 0.0, 1.0); }
mat2 isonoise_diagonal2(float x) { return mat2(x, 0.0, 0.0, x); }
mat3 isonoise_diagonal3(float x) { return mat3(x, 0.0, 0.0, 0.0, x, 0.0, 0.0, 0.0, x); }
mat4 isonoise_diagonal4(float x) {
    return mat4(x, 0.0, 0.0, 0.0, 0.0, x, 0.0, 0.0, 0.0, 0.0, x, 0.0, 0.0, 0.0, 0.0, x);
}
mat2 isonoise_columns2(vec4 v) { return mat2(v.xy, v.zw); }
mat2 isonoise_transpose(mat2 m) { return mat2(m[0].x, m[1].x, m[0].y, m[1].y); }
mat3 isonoise_transpose(mat3 m) {
    return mat3(m[0].x, m[1].x, m[2].x, m[0].y, m[1].y, m[2].y, m[0].z, m[1].z, m[2].z);
}
mat4 isonoise_transpose(mat4 m) {
    return mat4(m[0].x, m[1].x, m[2].x, m[3].x, m[0].y, m[1].y, m[2].y, m[3].y, m[0].z, m[1].z, m[2].z, m[3].z, m[0].w,
                m[1].w, m[2].w, m[3].w);
}

// 32 random bits from a cell and a seed, all of them good. The constants are C. Wellons's. (lowbias32, 2018)
uint isonoise_mixed(uint h) {
    h = (h ^ (h >> 16)) * 0x7FEB352Du;
    h = (h ^ (h >> 15)) * 0x846CA68Bu;
    return h ^ (h >> 16);
}
uint hash1(int cell, uint seed) { return isonoise_mixed(uint(cell) ^ isonoise_mixed(seed + 0x9E3779B9u)); }
uint hash2(ivec2 cell, uint seed) { return isonoise_mixed(uint(cell.y) ^ hash1(cell.x, seed)); }
uint hash3(ivec3 cell, uint seed) { return isonoise_mixed(uint(cell.z) ^ hash2(cell.xy, seed)); }
uint hash4(ivec4 cell, uint seed) { return isonoise_mixed(uint(cell.w) ^ hash3(cell.xyz, seed)); }
)";

// With # for 1, 2, 3 and 4 components.
constexpr std::string_view kSized = R"(
float isonoise_distance(vec# a, vec# b) { return isonoise_length(a - b); }
vec# isonoise_reflect(vec# v, vec# n) { return v - 2.0 * isonoise_dot(n, v) * n; }
vec# isonoise_refract(vec# v, vec# n, float eta) {
    float d = isonoise_dot(n, v), k = 1.0 - eta * eta * (1.0 - d * d);
    if (k < 0.0) return vec#(0.0);
    return eta * v - (eta * d + isonoise_sqrt(k)) * n;
}
vec# isonoise_faceforward(vec# n, vec# v, vec# to) { return isonoise_dot(to, v) < 0.0 ? n : -n; }
vec# isonoise_modf(vec# x, out vec# whole) {
    whole = isonoise_trunc(x);
    return x - whole;
}
ivec# isonoise_floatBitsToInt(vec# x) { return ivec#(floatBitsToUint(x)); }
vec# isonoise_intBitsToFloat(ivec# x) { return uintBitsToFloat(uvec#(x)); }
)";
// With # for 2, 3 and 4.
constexpr std::string_view kOfVectors = R"(
float isonoise_length(vec# v) { return isonoise_sqrt(isonoise_dot(v, v)); }
vec# isonoise_normalize(vec# v) { return v / isonoise_length(v); }
bool isonoise_any(bvec# v) { return v != bvec#(false); }
bool isonoise_all(bvec# v) { return v == bvec#(true); }
)";

std::string vector_type(std::string_view of, int size) {
    return (of == "float" ? "vec" : std::string(of.substr(0, 1)) + "vec") + std::to_string(size);
}

// Writes a text for vectors of a size.
void add_sized(std::string& text, std::string_view pattern, int size) {
    std::string own(pattern);
    const auto replace = [&](const std::string& from, const std::string& to) {
        for (std::size_t at = 0; (at = own.find(from, at)) != own.npos; at += to.size())
            own.replace(at, from.size(), to);
    };
    if (size == 1) {
        replace("ivec#", "int");
        replace("uvec#", "uint");
        replace("vec#", "float");
    }
    replace("#", std::to_string(size));
    text += own;
}

// Functions of vectors of truths, component by component.
void add_truths(std::string& text, int size) {
    const std::string truths = vector_type("bool", size);
    const auto each = [&](const auto& one) {
        std::string parts;
        for (std::size_t c = 0; c < static_cast<std::size_t>(size); ++c)
            parts += (c ? ", " : "") + one(std::string(".") + "xyzw"[c]);
        return "(" + parts + "); }\n";
    };
    constexpr std::pair<const char*, const char*> comparisons[] = {{"lessThan", "<"},    {"lessThanEqual", "<="},
                                                                   {"greaterThan", ">"}, {"greaterThanEqual", ">="},
                                                                   {"equal", "=="},      {"notEqual", "!="}};
    for (const auto& comparison : comparisons) {
        const std::string name = comparison.first, sign = comparison.second;
        for (const char* type : {"float", "int", "uint", "bool"}) {
            if (*type == 'b' && sign != "==" && sign != "!=") continue;
            const std::string own = vector_type(type, size);
            text += truths + " isonoise_" + name + "(" + own + " a, " + own + " b) { return " + truths +
                    each([&](const std::string& c) { return "a" + c + " " + sign + " b" + c; });
        }
    }
    text += truths + " isonoise_not(" + truths + " v) { return " + truths +
            each([](const std::string& c) { return "!v" + c; });
    const std::string own = vector_type("float", size);
    text += own + " isonoise_mix(" + own + " a, " + own + " b, " + truths + " t) { return " + own +
            each([](const std::string& c) { return "t" + c + " ? b" + c + " : a" + c; });
}

}  // namespace

bool is_native(const Declaration& declaration) {
    return declaration.preset || (declaration.exact && natives().contains(signature(declaration)));
}

Native native_of(const Declaration& declaration) {
    if (!declaration.preset) return natives().at(signature(declaration));
    const Settings& settings = declaration.preset->settings();
    return {.noise = NoiseFunction{.kind = NoiseFunction::preset,
                                   .fractal = settings.fractal,
                                   .gradient = declaration.variables.back().out,
                                   .dim = settings.dim,
                                   .own = declaration.preset}};
}

const char* derivative_suffix(const Settings& settings) {
    return has_gradient(settings) ? "_gradient" : has_slope(settings) ? "_slope" : "";
}

std::string preset_declarations(const std::string& name, const Noise& noise) {
    const std::string vec = kVec[noise.settings().dim], suffix = derivative_suffix(noise.settings());
    std::string text = "float " + name + "(" + vec + " p);\n";
    if (!suffix.empty()) text += "float " + name + suffix + "(" + vec + " p, out " + vec + " gradient);\n";
    return text;
}

bool is_of_library(const std::string& name) {
    return name == "hash1" || name == "hash2" || name == "hash3" || name == "hash4" ||
           std::any_of(noises().begin(), noises().end(), [&](const auto& noise) { return noise.first == name; });
}

bool is_of_glsl(const std::string& name) {
    static constexpr std::string_view others = " abs ceil clamp floatBitsToUint floor max min uintBitsToFloat ";
    return is_renamed(name) || others.find(" " + name + " ") != others.npos;
}

bool is_taken(const std::string& name) {
    return is_of_glsl(name) || is_of_library(name) || glsl::is_keyword(name) ||
           glsl::is_builtin(glsl::type_named(name)) || name == "noise" || name == "noise_cell" ||
           name == "noise_gradient";
}

const std::string& native_declarations() {
    static const std::string all = [] {
        std::string text;
        for (const Row& row : kNatives)
            text += std::string("float isonoise_") + row.name +
                    (row.arguments == 1 ? "(float x);\n" : "(float x, float y);\n");
        for (const auto& [name, noise] : noises())
            text += "float " + name + "(" + parameters_of(noise) + ");\n";
        return text;
    }();
    return all;
}

const std::string& library_text() {
    static const std::string all = [] {
        std::string text(kText);
        for (const Lifted& row : lifted()) {
            for (const std::string_view form : row.forms)
                lift(text, row.name, form);
        }
        lift(text, "sign", "v", "int");
        for (int size = 1; size <= 4; ++size) {
            if (size > 1) add_sized(text, kOfVectors, size);
            if (size > 1) add_truths(text, size);
            add_sized(text, kSized, size);
        }
        return text;
    }();
    return all;
}

void lift(std::string& text, const std::string& name, std::string_view forms, std::string_view type,
          std::string_view result) {
    const std::string called = "isonoise_" + name, number(type);
    for (int size = 2; size <= 4; ++size) {
        const std::string to = vector_type(result.empty() ? type : result, size);
        std::string parameters, parts;
        for (std::size_t k = 0; k < forms.size(); ++k)
            parameters += (k ? ", " : "") + (forms[k] == 'v' ? vector_type(type, size) : number) + " " + "abt"[k];
        for (int c = 0; c < size; ++c) {
            parts += (c ? ", " : "") + called + "(";
            for (std::size_t k = 0; k < forms.size(); ++k)
                parts += std::string(k ? ", " : "") + "abt"[k] + (forms[k] == 'v' ? std::string(".") + "xyzw"[c] : "");
            parts += ")";
        }
        text += to + " " + called + "(" + parameters + ") { return " + to + "(" + parts + "); }\n";
    }
}

bool is_renamed(const std::string& name) {
    static const std::set<std::string, std::less<>> names = [] {
        // No string stream, which reads the environment: the WebAssembly of the npm package has none.
        std::set<std::string, std::less<>> all = {
            "all",       "any",         "cross",          "determinant",   "distance",         "dot",
            "equal",     "faceforward", "floatBitsToInt", "greaterThan",   "greaterThanEqual", "intBitsToFloat",
            "inverse",   "length",      "lessThan",       "lessThanEqual", "matrixCompMult",   "modf",
            "normalize", "not",         "notEqual",       "outerProduct",  "reflect",          "refract",
            "roundEven", "sign",        "transpose"};
        for (const Row& row : kNatives)
            all.insert(row.name);
        for (const Lifted& row : lifted())
            all.insert(row.name);
        return all;
    }();
    return names.contains(name);
}

}  // namespace isonoise::function
