// The rules where GLSL has none, and the errors of GLSL.
#include <algorithm>
#include <cmath>
#include <random>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "functions/at.hpp"
#include "isonoise/function/function.hpp"

using namespace isonoise;

TEST(FunctionRules, WhatGlslLeavesOpenHasOneResult) {
    for (
        const auto& [body, expected] : std::initializer_list<std::pair<const char*, float>>{
            {"float k; if (p > 9.0) k = 1.0; return k;", 0},
            {"vec2 v; v.y = p; return v.x + 2.0 * v.y;", 4},
            {"float a[3]; a[1] = p; return a[0] + a[1] + 10.0 * a[2];", 2},
            {"float sum; for (int i = 0; i < 3; ++i) { float own; sum += own; own = p; } return sum;", 0},
            {"vec3 v = vec3(1.0, 2.0, 3.0); int i = int(p); return v[i] + 10.0 * v[i + 7] + 100.0 * v[i - 3];", 333},
            {"vec3 v = vec3(1.0); v[int(p)] = 5.0; v[9u] += 2.0; return v.z;", 7},
            {"mat2 m = mat2(1.0); m[1] = vec2(p, 4.0); m[0][1] = 3.0; return m[1].x + 10.0 * m[0].y;", 32},
            {"int i = int(p); return float(-3 << i) + float(7u << uint(i)) + float((i << 33) >> 34);", 17},
            {"return float(1 << 35) + 10.0 * float(256 >> 34);", 648},
            {"float s = 0.0; for (int i = 0; i < 9; i += 4) s += float(i); return s;", 12},
            {"float s = 0.0; for (float t = 2.0; t > 0.5; t--) s += t; return s;", 3},
            {"bool t = p > 1.0; return t == t || t ^^ t ? 1.0 : 0.0;", 1},
            {"for (;;) { p += 1.0; if (p > 7.0) break; } return p;", 8},
            {"for (int i = 0;; ++i) p += 1.0; return p;", 1026},
            {"for (int i = 0; true; ++i) { if (i == 3) continue; if (p > 6.0) break; p += 1.0; } return p;", 7},
            {"for (; p < 5.0;) p += 2.0; if (p > 9.0); else p += 1.0;; return p;", 7},
            {"mat2 m = mat2(1.0, 2.0, 3.0, 4.0); m *= m; return m[0].x + 100.0 * m[1].y;", 2207},
            {"vec3 v = vec3(p, 1.0, 3.0); v.xz *= mat2(1.0, 2.0, 3.0, 4.0); return v.x + 100.0 * v.z;", 1808},
            {"mat2 m = transpose(mat2(1.0, 2.0, 3.0, 4.0)); return m[0].y + 10.0 * m[1].x;", 23},
            {"for (int i = 0, j = 9; i < 3; ++i, j -= i) { if (i == 1) continue; p += float(j); } return p;", 17},
            {"int j = 0; for (int i = 5; i > 0; j += i, --i) if (i == 3) break; return float(j);", 9},
            {"int n = 0; for (float t = 0.0; t < 1.0; t += 1.0 / float(4)) ++n; return float(n);", 4},
            {"float[2] a = float[2](p, 3.0), b; b[0] = a[1]; return a[0] + 10.0 * b[0] + b[1];", 32},
            {"mat3 m = mat3(mat2(p)); mat2 n = mat2(mat4(m)); return m[2].z + 10.0 * n[1].y + 100.0 * m[2].x;", 21},
            {"vec2 v = vec2(p, 3.0); mat3 m = mat3(v, 4.0, 5.0, v, vec3(6.0)); return m[1].y + 10.0 * m[0].z;", 42},
            {"mat2 m = -mat2(p, 3.0, 4.0, 5.0) / 2.0; m = 1.0 / m; m -= m / m; return m[0].x + m[1].x;", -3.5},
            {"mat2 m = inverse(mat2(p, 1.0, 5.0, 3.0)); return m[0].x + 10.0 * m[0].y + 100.0 * m[1].x;", -507},
            {"mat3 m = mat3(p, 0.0, 1.0, 0.0, 1.0, 0.0, 3.0, 1.0, 2.0); mat3 i = inverse(m) * m;"
             "    return determinant(m) + 10.0 * i[1].y + 100.0 * i[2].x;",
             11},
            {"mat2 m = outerProduct(vec2(p, 3.0), vec2(5.0, 7.0)); m = matrixCompMult(m, m); return m[1].x;", 196},
            {"bvec3 b = lessThan(vec3(1.0, p, 3.0), vec3(p)); return any(b) && !all(b) && b.x ? 1.0 : 0.0;", 1},
            {"bvec2 b = notEqual(not(equal(ivec2(1, 2), ivec2(2))), bvec2(true)); return mix(vec2(p), vec2(9.0), "
             "b).y;",
             9},
            {"float whole, part = modf(-2.75 * p, whole); return whole + 100.0 * part;", -55},
            {"return intBitsToFloat(floatBitsToInt(p)) + roundEven(2.5);", 4},
            {"vec2 r = refract(vec2(0.6, -0.8), vec2(0.0, 1.0), 0.5); return r.x + faceforward(p, 1.0, 2.0);", -1.7f},
            {"if (p > 3.0) return 1.0; else if (p > 1.0) { float q = p; { return q + 1.0; } } else { return 5.0; }", 3},
            {"if (p > 3.0) { return 1.0; } else { p += 1.0; if (p > 5.0) return 2.0; else return p; }", 3},
            {"int i = 0; for (; i < 9; ++i, p += 1.0) { if (i == 2) continue; if (i > 4) break; } return p;", 7},
            {"mat2x2 m = mat2x2(p); return m[1].y;", 2},
            {"const int n = 2; float a[n + 1]; a = float[3](p, a[0] + 5.0, 7.0); a = float[3](a[2], a[0], a[1]); float "
             "b[3] = a; return b[0] + 10.0 * b[1] + 100.0 * b[2];",
             527},
            {"return float(0XE-1);", 13},
            {"return float(010) + float(0XFFU) + float(3U) + 1.5F + 1E3 + 2.f;", 1269.5f}}) {
        const Function f(std::string("float next(inout float a) { a += 1.0; return a; }\n"
                                     "void twice(inout float a, inout float b) { a += 1.0; b *= 2.0; }\n"
                                     "float noise(float p) { ") +
                         body + " }");
        EXPECT_EQ(at(f, {2.0f}), expected) << body;
    }
}

TEST(FunctionRules, HyperbolicFunctionsAreWithinTwoUnits) {
    const Function f("vec3 noise(float p) { return vec3(sinh(p), cosh(p), tanh(p)); }");
    std::mt19937 random(3);
    std::vector<float> points = {0.0f, -0.0f, 1e-30f, 0.55f, 1.0f, 88.0f, 89.4f, -89.4f, 90.0f, INFINITY, -INFINITY};
    while (points.size() < 100'000)
        points.push_back(std::ldexp(static_cast<float>(random()) - 0x1p31f, static_cast<int>(random() % 40) - 63));
    for (const float x : points) {
        float values[3];
        f.at({&x, 1}, values);
        const double expected[] = {std::sinh(double(x)), std::cosh(double(x)), std::tanh(double(x))};
        for (int i = 0; i < 3; ++i) {
            if (std::abs(expected[i]) > 3.4028235e38) {
                EXPECT_EQ(values[i], static_cast<float>(expected[i])) << x;
                continue;
            }
            const int exponent = expected[i] == 0 ? -126 : std::max(std::ilogb(expected[i]), -126);
            ASSERT_LE(std::abs(values[i] - expected[i]), std::ldexp(1.7, exponent - 23)) << i << " at " << x;
        }
    }
}

TEST(FunctionRules, ADeclarationMayHaveSeveralNames) {
    Function f(
        "const float A = 1.0, B[2] = float[2](2.0, A), C = max(A, 5.0);  // three\nuniform float x = 1.0, y = 4.0;\n"
        "float noise(float p) { return A + B[0] + 10.0 * B[1] + 100.0 * C + 1000.0 * (x + y) + p; }");
    EXPECT_EQ(at(f, {0.0f}), 5513);
    const double y[] = {1.0};
    f.set("y", y);
    EXPECT_EQ(at(f, {0.0f}), 2513);
}

TEST(FunctionRules, VariablesMayHideConstants) {
    const Function f("const int N = 3;\nfloat noise(float p) { int N = int(1e6 * p); float s = 0.0;\n"
                     "    for (int i = 0; i < N; i++) s += 1.0; return s; }");
    EXPECT_EQ(at(f, {2.0f}), 1024) << "the rounds are not known";
}

// A loop that is too long to unroll stays a loop.
TEST(FunctionRules, LongLoopsInLoops) {
    const Function f("float noise(vec2 p) {\n    float n = 0.0;\n    for (int i = 0; i < 20; ++i) {\n"
                     "        for (int j = 0; j < 20; ++j) {\n            if (j == i) continue;\n"
                     "            n += sin(length(normalize(p + float(i)) - smoothstep(p, p + 2.0, vec2(i, j))));\n"
                     "            n += sin(length(normalize(p - float(i)) - smoothstep(p, p + 3.0, vec2(j, i))));\n"
                     "        }\n    }\n    return n;\n}\n");
    const double x = 0.5, y = 0.25;
    double sum = 0;
    const auto smooth = [](double low, double high, double v) {
        const double t = std::clamp((v - low) / (high - low), 0.0, 1.0);
        return t * t * (3 - 2 * t);
    };
    for (int i = 0; i < 20; ++i) {
        for (int j = 0; j < 20; ++j) {
            if (j == i) continue;
            for (const auto& [sign, width, a, b] : {std::tuple{1, 2, i, j}, {-1, 3, j, i}}) {
                const double u = x + sign * i, v = y + sign * i, r = std::hypot(u, v);
                sum += std::sin(std::hypot(u / r - smooth(x, x + width, a), v / r - smooth(y, y + width, b)));
            }
        }
    }
    EXPECT_NEAR(at(f, {0.5f, 0.25f}), sum, 1e-3);
}

// Operands and arguments are evaluated from left to right; those that &&, || and ?: skip are not.
TEST(FunctionRules, CallsThatSetVariablesComeInOrder) {
    for (const auto& [body, expected] : std::initializer_list<std::pair<const char*, float>>{
             {"float a = p; float r = a + next(a) * 10.0; return r + a * 100.0;", 332},
             {"float a = p; return dot(vec3(a, next(a), a), vec3(1.0, 10.0, 100.0));", 332},
             {"float a = p; return next(a) - next(a);", -1},
             {"float a = p; if (p > 5.0 && is_more(a)) return 9.0; return a;", 2},
             {"float a = p; if (p > 1.0 || is_more(a)) return a; return 9.0;", 2},
             {"float a = p; bool b = is_more(a) && is_more(a); return a + (b ? 10.0 : 20.0);", 23},
             {"float a = p; float b = p < 1.0 ? next(a) : a; return a + b;", 4},
             {"float a = p; float b = p > 1.0 ? next(a) + a : next(a) * 5.0; return 10.0 * a + b;", 36},
             {"float a = p; while (is_less(a)) { if (a > 3.5) continue; p += 1.0; } return 10.0 * a + p;", 63},
             {"float a = 0.0; for (int i = 0; i < 9 && is_less(a); ++i) { if (i == 1) continue; p += 1.0; } return p;",
              6},
             {"float k[3]; float a = 0.0; k[int(next(a))] += 5.0; k[int(next(a))]++; return k[1] + 10.0 * k[2] + 100.0 "
              "* a;",
              215},
             {"float a = p; a += next(a); return a;", 5},
             {"float a = p; a *= next(a) + a; return a;", 12},
             {"vec2 v = vec2(p); v.x -= next(v.y); return v.x + 10.0 * v.y;", 29},
             {"vec2 v = vec2(p); float r = next(v.x) + 10.0 * next(v.x) + v.x; return r + 100.0 * v.x;", 447},
             {"float a = p, b = next(a) + a, c = a * next(a); return b + 10.0 * c;", 126}}) {
        const Function f(std::string("float next(inout float a) { a += 1.0; return a; }\n"
                                     "bool is_more(inout float a) { a += 1.0; return a > 3.0; }\n"
                                     "bool is_less(inout float a) { a += 1.0; return a < 6.0; }\n"
                                     "float noise(float p) { ") +
                         body + " }");
        EXPECT_EQ(at(f, {2.0f}), expected) << body;
    }
}

TEST(FunctionRules, StructuresHaveAllTheirFields) {
    const Function f("struct S { float a, b; vec2 c; };\n"
                     "float noise(float p) { S s = S(p, 3.0, vec2(4.0)); s = S(s.b, s.a, s.c); return s.a - s.b; }");
    EXPECT_EQ(at(f, {2.0f}), 1);
}

TEST(FunctionRules, WhatEditorsNeedSaysNothing) {
    const Function f("\xEF\xBB\xBF#version 300 es\nprecision highp float;\n#pragma debug(on)\n"
                     "highp float noise(in highp float p) { lowp float k = p; return k; }");
    EXPECT_EQ(at(f, {2.0f}), 2);
}

TEST(FunctionRules, MacrosHoldFromTheirDefinitionOn) {
    const Function f("#define STEP 2.0\nfloat a() { return STEP; }\n#undef STEP\n#define STEP 3.0\n"
                     "#ifdef STEP\nfloat b() { return 10.0; }\n#else\nfloat b() { return 20.0; }\n#endif\n"
                     "#if defined(GL_ES) && __VERSION__ >= 300 && (1 + 2 * 3 == 7) && !(defined X && X > 2)\n"
                     "#define ADD(a, b) (a + \\\n  b)\n#endif\n/*\n#undef STEP\n#include \"absent.glsl\"\n*/\n#\n"
                     "float noise(float p) { return ADD(p, ADD(a(), b())) + 100.0 * STEP; }");
    EXPECT_EQ(at(f, {2.0f}), 314);
}

// A function of the shelf under another name.
TEST(FunctionRules, MacrosRenameAnotherText) {
    const auto include = [](const std::string& file) {
        return file == "half.glsl" ? std::optional<std::string>("uniform float part = 0.5;\n"
                                                                "float noise(float p) { return part * p; }\n")
                                   : std::nullopt;
    };
    Function f("#define noise half\n#include \"half.glsl\"\n#undef noise\n"
               "float noise(float p) { return 1.0 + half(p); }",
               "a.glsl", include);
    EXPECT_EQ(at(f, {2.0f}), 2);
    const double part[] = {2.0};
    f.set("part", part);
    EXPECT_EQ(at(f, {2.0f}), 5);
    const Function g("#define f(x) ((x) * 2.0)\n#define g f\nfloat noise(float p) { return g(p) + g (1.0); }");
    EXPECT_EQ(at(g, {2.0f}), 6);
}

TEST(FunctionRules, WhatGlslForbidsIsRefused) {
    for (const auto& [text, message] : std::initializer_list<std::pair<const char*, const char*>>{
             {"struct S { float v[2]; };\nfloat noise(float p) { return p; }",
              "a.glsl:1:19: an array cannot be a field"},
             {"float f(float a[2]) { return 1.0; }\nfloat noise(float p) { return p; }",
              "an array cannot be a parameter"},
             {"float noise(vec2 p) { return perlin2(p, 1); }",
              "'perlin2' takes (vec2, uint) or (ivec2, vec2, uint), got (vec2, int)"},
             {"float noise(float p) { float p = 1.0; return p; }", "'p' is declared a second time"},
             {"float noise(float p) { for (int i = 0; i < 2; ++i) { float i = p; } return p; }",
              "'i' is declared a second"},
             {"float noise(float p) { return f(p); }\nfloat f(float p) { return p; }",
              "a.glsl:1:31: the function 'f' is"},
             {"float noise(float p) { for (int i = 0; i < 4000000; ++i) p += 1.0; return p; }",
              "more than 1048576 steps"},
             {"float noise(vec2 p) { return vec3(p, 1.0, 2.0).x; }", "a.glsl:1:30: a shader makes 'vec3' from"},
             {"float noise(vec2 p) { p.xx = p; return p.x; }", "'.xx', which has a component twice"},
             {"float noise(vec2 p) { return clamp(p.x, 0, 1); }", "got (float, int, int)"},
             {"void up(inout float a) { a += 1.0; }\n"
              "float noise(float p) { for (float i = 0.0; i < 3.0; up(i)) p += 1.0; return p; }",
              "a.glsl:2:53: a call that sets a variable cannot be part of a loop's step"},
             {"#define K 1\n#define K 2\nfloat noise(float p) { return p; }",
              "a.glsl:2:9: the macro 'K' is defined a second time"},
             {"#if 1 / 0\n#endif\nfloat noise(float p) { return p; }", "a.glsl:1:1: #if: a division by 0"},
             {"#ifdef GL_ES\n#error not here\n#endif\nfloat noise(float p) { return p; }",
              "a.glsl:2:1: #error not here"},
             {"const float T[2] = float[2](1.0, 2.0);\nfloat noise(float p) { return float(T.length()); }",
              "a.glsl:2:45: length() of an array"},
             {"float noise(float p) { for (int i = 0; i < 3; ++i, p += 1.0) { float p = 1.0; } return p; }",
              "a.glsl:1:47: expected another name for the variable 'p' in the loop's body"},
             {"float noise(float p) { float a[2] = float[2](p, 1.0), b[3] = a; return p; }",
              "a.glsl:1:62: the array 'b' has another length than its value"},
             {"uniform float k = 1.0  // 0..2\nfloat noise(float p) { return k; }",
              "a.glsl:1:1: expected ';' at the end of this uniform"},
             {"float noise(float p) { return lerp(p, 1.0, 0.5); }", "'lerp' is not known here: write mix"},
             {"float noise(float p) { return p % 2.0; }", "'%' between 'float' and 'float': write mod()"},
             {"float noise(float p) { return (p + 1.0; }", "a.glsl:1:31: this bracket is not closed"},
             {"float noise(float p) { const float k = 1.0; k += p; return k; }", "assigns to 'k', which is const"},
             {"float f(const float k) { k = 1.0; return k; }\nfloat noise(float p) { return f(p); }",
              "assigns to 'k', which is const"},
             {"float k = 1.0;\nfloat noise(float p) { k += p; return k; }",
              "a.glsl:2:26: a shader assigns to 'k', which"},
             {"float[2] f(float p) { return float[2](p, p); }\nfloat noise(float p) { return f(p)[0]; }",
              "a.glsl:1:1: an array cannot be a result"},
             {"float noise(vec4 p) { return mat3(p, p, 2.0)[0].x; }",
              "a.glsl:1:30: a shader makes 'mat3' from (vec4, vec4, float): expected numbers or whole columns"},
             {"float noise(float p) { float a__b = p; return a__b; }", "a.glsl:1:30: the name 'a__b' is reserved"},
             {"float noise(float p) { return p; } /* no end", "a.glsl:1:36: the comment has no end, */"},
             {"const float A[3] = float[3](1.0, 2.0);\nfloat noise(float p) { return A[int(p)]; }",
              "a.glsl:1:20: the array 'A' has another length than its value"},
             {"float noise(float p) { float a[int(p)]; return a[0]; }",
              "a.glsl:1:32: the length of an array must be"}}) {
        try {
            Function(text, "a.glsl");
            ADD_FAILURE() << text;
        } catch (const Error& e) {
            EXPECT_NE(std::string(e.what()).find(message), std::string::npos) << text << "\n" << e.what();
        }
    }
}
