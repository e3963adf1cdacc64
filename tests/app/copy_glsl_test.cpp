// Copied GLSL: the same bits through the driver, only what is needed, and how texts are read.
#include <algorithm>
#include <bit>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <functional>
#include <set>
#include <sstream>

#include <glm/common.hpp>
#include <gtest/gtest.h>

#include "cli/options.hpp"
#include "conformance/points.hpp"
#include "error.hpp"
#include "gpu/context.hpp"
#include "gpu/evaluator.hpp"
#include "isonoise/function/reading/parser.hpp"
#include "isonoise/function/reading/preprocessor.hpp"
#include "isonoise/function/reading/types.hpp"
#include "isonoise/isonoise.hpp"
#include "scene/painter.hpp"
#include "scene/preset.hpp"
#include "session/copy_as.hpp"
#include "snippet/baking.hpp"
#include "snippet/printing/layout.hpp"
#include "snippet/snippet.hpp"
#include "temporary.hpp"

#include "copy_as.hpp"
#include "drawn.hpp"
#include "shell.hpp"

using namespace isonoise;
namespace fs = std::filesystem;

namespace {

// A fragment shader around the pasted text: values and derivatives at points, by coordinate or by cell and fraction.
std::string program_of(const Settings& settings, const std::string& pasted, const std::string& name, bool cells) {
    static constexpr const char *vec[] = {"", "float", "vec2", "vec3", "vec4"},
                                *swizzle[] = {"", ".x", ".xy", ".xyz", ""},
                                *ivec[] = {"", "int", "ivec2", "ivec3", "ivec4"};
    const bool slope = settings.fractal == Fractal::eroded;
    const std::string s = swizzle[settings.dim], at = cells ? std::string(ivec[settings.dim]) + "(floor(p" + s +
                                                                  ")), p" + s + " - floor(p" + s + ")"
                                                            : "p" + s;
    std::string text =
        pasted +
        "\nuniform highp usampler2D points;\nlayout(location = 0) out vec4 value;\nlayout(location = 1) out "
        "vec4 gradient;\nvoid main() {\n"
        "    vec4 p = uintBitsToFloat(texelFetch(points, ivec2(gl_FragCoord.xy), 0));\n"
        "    value = vec4(" +
        name + "(" + at + "), 0.0, 0.0, 0.0);\n    gradient = vec4(0.0);\n";
    if (slope || has_gradient(settings)) {
        text += std::string("    ") + vec[settings.dim] + " g;\n    value.y = " + name +
                (slope ? "_slope(" : "_gradient(") + at + ", g);\n    gradient" + (settings.dim == 4 ? "" : s) +
                " = g;\n";
    } else {
        text += "    value.y = value.x;\n";
    }
    return text + "}\n";
}

}  // namespace

// Checks each case in the forms that `wanted` selects.
static void expect_equal_bits(std::size_t count,
                              const std::function<bool(std::size_t number, std::size_t form)>& wanted) {
    const HeadlessContext context;
    const TemporaryDirectory temporary;
    Drawn drawn;
    const struct {
        int glsl;
        const char* name;
        bool cells;
    } forms[] = {{330, "isonoise", false},
                 {context.info().glsl, "isonoise", true},
                 {kEs300, "isonoise", false},
                 {330, "ground_height2", true},
                 {context.info().glsl, "clouds", false}};
    for (std::size_t number = 0; number < kCases.size(); ++number) {
        const Settings& settings = kCases[number];
        const Noise noise(settings);
        for (std::size_t f = 0; f < std::size(forms); ++f) {
            if (!wanted(number, f)) continue;
            const auto& form = forms[f];
            const bool cells = form.cells && settings.frequency == 1.0f;
            const std::string where =
                name_of(settings) + " for " + std::to_string(form.glsl) + (cells ? " in cells" : "");
            const std::string pasted = baked_snippet(language("glsl"), settings, ShaderFiles(), form.name);
            write_file(temporary.path() / "baked.frag", program_of(settings, pasted, form.name, cells));
            Shaders shaders(form.glsl, ShaderFiles(temporary.path()));
            GLuint program = 0;
            try {
                program = shaders.use("baked.frag");
            } catch (const Error& e) {
                ADD_FAILURE() << where << ":\n" << e.what() << "\n" << pasted;
                continue;
            }
            std::vector<glm::vec4> points = some_points(count);
            if (cells) {  // where a float can represent cell and fraction
                for (glm::vec4& p : points) {
                    for (int c = 0; c < 4; ++c)
                        p[c] = std::fabs(p[c]) < 1e5f && std::fabs(p[c]) > 1e-6f ? p[c] : 0.5f;
                }
            }
            const auto texels = drawn.draw(program, points);
            int different = 0;
            for (std::size_t i = 0; i < points.size(); ++i) {
                glm::vec4 q(0.0f), g(0.0f);
                for (int c = 0; c < settings.dim; ++c)
                    q[c] = points[i][c];
                const float expected = noise(q);
                if (has_gradient(settings)) noise.gradient(q, g);
                if (settings.fractal == Fractal::eroded) noise.slope(q, g);
                different += bits(texels[0][i].x) != bits(expected) || bits(texels[0][i].y) != bits(expected);
                for (int c = 0; c < settings.dim; ++c)
                    different += bits(texels[1][i][c]) != bits(g[c]);
            }
            EXPECT_EQ(different, 0) << where;
        }
    }
}

TEST(CopyAs, GlslGivesTheSameBits) {
    expect_equal_bits(1024, [](std::size_t number, std::size_t form) { return form == number % 5; });
}

TEST(CopyAs, GlslGivesTheSameBitsInEveryForm) {
    expect_equal_bits(4096, [](std::size_t, std::size_t) { return true; });
}

// Uses the reference compiler, which is stricter than drivers; also two functions in one shader.
TEST(CopyAs, GlslIsWellFormed) {
    if (shell("glslangValidator --version").exit != 0) GTEST_SKIP() << "no glslangValidator";
    const TemporaryDirectory temporary;
    const auto add = [&](const std::string& name, const std::string& text) {
        write_file(temporary.path() / (name + ".frag"), text);
    };
    const std::string other = baked_snippet(language("glsl"), kCases[10], ShaderFiles(), "other");
    for (const std::size_t number : {0u, 3u, 5u, 6u, 8u, 14u, 20u, 21u}) {
        const Settings& settings = kCases[number];
        const std::string pasted = baked_snippet(language("glsl"), settings, ShaderFiles()) + other;
        for (const std::string version : {"330 core", "450 core", "300 es", "320 es"}) {
            add(fmt::format("{}-{}", number, version.substr(0, 3)) + (version.ends_with("es") ? "-es" : ""),
                "#version " + version + "\n" + program_of(settings, pasted, "isonoise", false));
        }
        // Vulkan has no uniforms outside blocks.
        add("vulkan",
            "#version 450\n" + pasted + "\nlayout(location = 0) out vec4 c;\nvoid main() { c = vec4(1.0); }\n");
        const Out out =
            shell("cd '" + temporary.path().string() + "' && glslangValidator -V -o vulkan.spv vulkan.frag");
        EXPECT_EQ(out.exit, 0) << name_of(settings) << out.text;
    }
    const Out out = shell("cd '" + temporary.path().string() + "' && glslangValidator *.frag");  // one by one
    EXPECT_EQ(out.exit, 0) << out.text;
    EXPECT_EQ(out.text.find("ERROR"), std::string::npos) << out.text;
}

static std::string preprocessed(const std::string& text, const std::map<std::string, int>& values = {}) {
    return glsl::text_of(glsl::preprocess(glsl::tokens(text), values));
}

// No uncalled code, unabbreviated names, lines of readable width.
TEST(CopyAs, GlslHasOnlyWhatIsNeeded) {
    for (const Settings& settings : kCases) {
        const std::string text = baked_snippet(language("glsl"), settings, ShaderFiles(), "rock");
        EXPECT_EQ(text.find("isonoise_"), std::string::npos) << name_of(settings);
        EXPECT_EQ(text.find("ISONOISE_"), std::string::npos) << name_of(settings);
        EXPECT_EQ(text.find("#include"), std::string::npos);
        EXPECT_EQ(text.find("\n\n\n"), std::string::npos) << text;
        const auto items = glsl::declarations(glsl::preprocess(glsl::tokens(text), {{"__VERSION__", 450}}));
        const auto all = glsl::tokens(text);
        for (const glsl::Declaration& item : items) {
            if (item.name.empty() || item.name == "rock" || item.name == "rock_gradient" || item.name == "rock_slope")
                continue;
            const auto count =
                std::count_if(all.begin(), all.end(), [&](const auto& t) { return t.text == item.name; });
            EXPECT_GE(count, 2) << item.name << " is not used:" << name_of(settings);
        }
    }
    // Overloads: one octave in 2D without a period needs only the scalar fade.
    const std::string plain = baked_snippet(language("glsl"), {}, ShaderFiles());
    EXPECT_NE(plain.find("float isonoise_quintic(float"), std::string::npos);
    EXPECT_EQ(plain.find("vec3 isonoise_quintic(vec3"), std::string::npos);
    EXPECT_EQ(plain.find("perlin3"), std::string::npos);
    EXPECT_EQ(plain.find("isonoise_table"), std::string::npos);
    EXPECT_LT(plain.size(), 17000u);
}

TEST(CopyAs, WrongNamesAndSettingsAreRefused) {
    for (const char* name : {"", "Noise", "1a", "a-b", "a__b", "a_", "gl_a", "a b", "größe"})
        EXPECT_THROW(baked_snippet(language("glsl"), {}, ShaderFiles(), name), Error) << name;
    EXPECT_THROW(baked_snippet(language("glsl"), {.dim = 5}, ShaderFiles()), Error);
    EXPECT_THROW(to_cpp({.dim = 5}), Error);
}

// Every word of the text, as its name, is refused or gives a text that compiles.
TEST(CopyAs, NamesWithAnotherMeaningAreRefused) {
    TemporaryDirectory temporary;
    const ShaderFiles files;
    const auto refusal = [&](const char* to, const std::string& name) -> std::string {
        try {
            const std::string text = baked_snippet(language(to), {.dim = 3, .octaves = 3}, files, name);
            if (std::string(to) == "glsl")
                write_file(temporary.path() / (name + ".frag"), "#version 330\n" + text +
                                                                    "out vec4 c;\nvoid main() { c = vec4(" + name +
                                                                    "(vec3(1.0))); }\n");
            if (std::string(to) == "c") write_file(temporary.path() / (name + ".c"), text);
        } catch (const Error& e) {
            return e.what();
        }
        return "";
    };
    for (const char* to : {"glsl", "c"}) {
        std::set<std::string> words = {"main", "printf", "rock"};
        for (const glsl::Token& token : glsl::tokens(baked_snippet(language(to), {.dim = 3, .octaves = 3}, files))) {
            if (glsl::is_word(token.text) && std::islower(static_cast<unsigned char>(token.text[0])))
                words.insert(token.text);
        }
        std::size_t refused = 0;
        for (const std::string& name : words)
            refused += !refusal(to, name).empty();
        EXPECT_GT(refused, 20u);
        EXPECT_LT(refused, words.size());
    }
    const Out glsl = shell("cd '" + temporary.path().string() + "' && glslangValidator *.frag");
    EXPECT_EQ(glsl.exit, 0) << glsl.text;
    const Out c = shell("cd '" + temporary.path().string() + "' && gcc -std=c99 -fsyntax-only *.c");
    EXPECT_EQ(c.exit, 0) << c.text;
    EXPECT_EQ(refusal("glsl", "float"), "name: 'float' has another meaning in GLSL");
    EXPECT_EQ(refusal("wgsl", "fn"), "name: 'fn' has another meaning in WGSL");
    EXPECT_EQ(refusal("hlsl", "return"), "name: 'return' has another meaning in HLSL");
    EXPECT_EQ(refusal("metal", "kernel"), "name: 'kernel' has another meaning in Metal");
    EXPECT_EQ(refusal("godot4", "varying"), "name: 'varying' has another meaning in Godot 4");
    EXPECT_EQ(refusal("wgsl", "cell"), "name: 'cell' has another meaning within the text in WGSL");
    EXPECT_EQ(refusal("js", "sum_of"), "name: 'sum_of' has another meaning within the text in JavaScript");
    EXPECT_EQ(refusal("rust", "rock"), "");
}

// The underlying tools, on constructs that occur in our shaders.
TEST(GlslText, ResolvesConditions) {
    EXPECT_EQ(
        preprocessed("#if A == 1 && !(B > 2 || C)\nyes\n#elif A\nno\n#else\nno\n#endif\n#ifdef X\nno\n#endif\nend",
                     {{"A", 1}, {"B", 2}, {"C", 0}}),
        "\nyes\n\n\n\n\n\nend");
    EXPECT_EQ(preprocessed("#if 0\n#if UNKNOWN\n#endif\nno\n#else\n#define TWO(a, b) ((a) + b)\nyes\n#endif\n"
                           "x = TWO(f(1, 2), y * 3) * 2;"),
              "\n\n\n\n\nyes\n\nx = ((f(1, 2)) + y * 3) * 2;");
    EXPECT_THROW(preprocessed("#if A\n", {{"A", 1}}), Error);
    EXPECT_THROW(preprocessed("#if A\n#endif\n"), Error);
    EXPECT_THROW(preprocessed("#pragma a\n"), Error);
    EXPECT_THROW(glsl::declarations(glsl::tokens("void f() {")), Error);
}

static std::string source_of(const glsl::Program& program) {
    std::string text;
    for (const glsl::Declaration& one : program)
        text += fmt::format("{}{}{}", one.before, glsl::text_of(one.tokens), one.after);
    return text + "\n";
}

TEST(GlslText, KeepsWhatIsNeededByItsTypes) {
    const std::string source = "struct S { vec3 a; uint b; };\n"
                               "const float K = 1.0;  // one\n"
                               "const float L = 2.0;\n"
                               "float f(float x) { return x * K; }\n"
                               "\n// about f\n"
                               "float f(vec3 x) { return x.x; }\n"
                               "float f(uint x) { return 0.0; }\n"
                               "float g(S s, vec3 v) { uint n = s.b, m = 1u; return f(n + m) + f((s.a + 1.0).y); }\n"
                               "float h(S s) { return f(s.b > 1u ? s.a.xyz : s.a); }\n";
    const auto items = glsl::declarations(glsl::tokens(source));
    ASSERT_EQ(items.size(), 8u);
    EXPECT_EQ(source_of(glsl::needed(items, {6})),
              "struct S { vec3 a; uint b; };\n"
              "const float K = 1.0;  // one\n"
              "float f(float x) { return x * K; }\n"
              "\n// about f\n"
              "float f(uint x) { return 0.0; }\n"
              "float g(S s, vec3 v) { uint n = s.b, m = 1u; return f(n + m) + f((s.a + 1.0).y); }\n");
    EXPECT_EQ(source_of(glsl::needed(items, {7})), "struct S { vec3 a; uint b; };\n\n// about f\n"
                                                   "float f(vec3 x) { return x.x; }\n"
                                                   "float h(S s) { return f(s.b > 1u ? s.a.xyz : s.a); }\n");
}

TEST(GlslText, RefusesWhatItCannotRead) {
    const auto read = [](const std::string& source) {
        return glsl::needed(glsl::declarations(glsl::tokens(source)), {0});
    };
    EXPECT_NO_THROW(read("float f(vec2 v) { for (int i = 0; i < 2; ++i) { v.x += .5; } return v.x; }"));
    for (const std::string& wrong :
         {std::string("struct"), std::string("float f() { return g(1.0); }"), std::string("float f() { return x; }"),
          std::string("float f(S s) { return 1.0; }"), std::string("float f(float x) { return x.x; }"),
          std::string("float f(float x) { return x[0]; }"), std::string("float f() { switch (1) {} }"),
          std::string("float f() { return 1.0 }"), std::string("float f();"),
          "float f() { return " + std::string(5000, '(') + "1.0" + std::string(5000, ')') + "; }",
          "float f() { return " + std::string(5000, '-') + " 1.0; }"})
        EXPECT_THROW(read(wrong), Error) << wrong.substr(0, 80);
    // Types that do not agree, on which passes and printers rely.
    for (const std::string wrong :
         {"float f() { return 1; }", "float f() { return 1.0 + 1; }", "float f(vec2 v) { return v.z; }",
          "float f(vec2 v) { return v; }", "float f(float x) { if (x) return 1.0; return x; }",
          "float f(float x) { x = 1u; return x; }", "float f(float x) { 1.0 = x; return x; }",
          "float f() { return vec2(vec3(1.0), mat2(1.0)).x; }", "float f(vec2 v) { return v[1.0]; }",
          "float f() { return 1.5.2; }", "float f() { return 12ab; }", "float f() { }",
          "float f(float) { return 1.0; }", "float f(float x) { return min(x); }",
          "float f(float x) { return true ? x : 1; }", "float f(float x) { return x << 1u; }",
          "float f() { return float(); }"})
        EXPECT_THROW(read(wrong), Error) << wrong;
    // Trees that are as high as the expression is long.
    for (const std::string link : {" + 1.0", "[0]", ".x"}) {
        std::string chain = "float f(float x) { return x";
        for (int i = 0; i < 100000; ++i)
            chain += link;
        EXPECT_THROW(read(chain + "; }"), Error) << link;
    }
    // A macro is not replaced within itself.
    EXPECT_EQ(preprocessed("#define A A + 1\nA;"), "\nA + 1;");
}

// One line with the place, line and column, at once.
TEST(GlslText, ErrorsNameFileAndLine) {
    TemporaryDirectory temporary;
    const std::filesystem::path dir = temporary.shaders(), fbm = dir / "isonoise/fbm.glsl";
    const std::string good = read_file(fbm);
    std::string doubling = "#define A0 1.0 +\n";
    for (int i = 1; i < 60; ++i)
        doubling += fmt::format("#define A{} A{} A{}\n", i, i - 1, i - 1);
    std::string deep = "#define B0 1.0\n";
    for (int i = 1; i < 20000; ++i)
        deep += fmt::format("#define B{} B{}\n", i, i - 1);
    struct Case {
        std::string before, what;  // goes above the file's first line
    };
    const std::string at = "isonoise/fbm.glsl:";
    for (const auto& [before, what] : std::vector<Case>{
             {doubling + "float f() { return A59 1.0; }\n", "macros make the shader too long"},
             {deep + "float f() { return B19999; }\n", "macros nest too deeply"},
             {"#define TWO(a, b) a b\nfloat f() { return TWO(1.0); }\n", at + "2:20: macro TWO: wrong number"},
             {"\n#if UNKNOWN\n#endif\n", at + "2:5: #if: undefined macro 'UNKNOWN'"},
             {"\n#pragma a\n", at + "2:1: a shader has #pragma"},
             {"\n#if 1\n", at + "2:1: an #if is not closed"},
             {"\n#if 1\t2\n", at + "2:1: #if: cannot read ' 1\\x092'"},
             {"\n\x1f f() { }\n", at + "2:1: a shader has the character '\\x1f'"},
             {"// \xc3\xa9\nfloat f\xc3\xa9() { }\n", at + "2:8: a shader has the character '\\xc3'"},
             {"\n\nvoid f() { (\n", at + "3:12: this bracket is not closed"},
             {std::string(5000, '(') + "\n", at + "1:201: a shader nests too deeply"}}) {
        write_file(fbm, before + good);
        try {
            snippet(language("wgsl"), {.dim = 2, .fbm = true}, ShaderFiles(dir));
            ADD_FAILURE() << before.substr(0, 80);
        } catch (const Error& e) {
            EXPECT_NE(std::string(e.what()).find(what), std::string::npos) << e.what();
            EXPECT_EQ(std::string(e.what()).find('\n'), std::string::npos) << e.what();
        }
    }
    // Within what is used: by the parser, by types, and by the passes for languages without vectors.
    for (const auto& [line, what] : std::vector<std::pair<std::string, std::string>>{
             {"    return 1.0 2.0;\n", "expected ';', got '2.0'"},
             {"    return rest > 1;\n", "a shader has '>' between 'float' and 'int'"},
             {"    float a[2]; return true;\n", "a local array"}}) {
        const std::string from = "    return rest > 0.0 && amplitude >= uintBitsToFloat(0x21800000u);\n";
        write_file(fbm, replaced(good, from, line));
        const auto number = std::count(good.begin(), good.begin() + static_cast<std::ptrdiff_t>(good.find(from)), '\n');
        try {
            snippet(language("c"), {.dim = 2, .fbm = true}, ShaderFiles(dir));
            ADD_FAILURE() << line;
        } catch (const Error& e) {
            // The passes know where the function begins, the others the place of the word.
            const bool pass = what.starts_with("a local");
            const std::string place =
                pass ? fmt::format("{}:1", number) : fmt::format("{}:{}", number + 1, what[0] == 'e' ? 16 : 17);
            EXPECT_EQ(std::string(e.what()).find(fmt::format("{}{}: {}", at, place, what)), 0u) << e.what();
        }
    }
}

// A comment of a field that ends at once; a name that begins with _; an empty function.
TEST(GlslText, OddTextsAreReadWithinTheirBounds) {
    TemporaryDirectory temporary;
    const std::filesystem::path dir = temporary.shaders(), fbm = dir / "isonoise/fbm.glsl";
    const std::string good = read_file(fbm);
    write_file(fbm, replaced(good, "// 0..2", "//"));
    EXPECT_NO_THROW(snippet(language("wgsl"), {.dim = 2, .fbm = true}, ShaderFiles(dir)));
    for (const std::string end : {"const float q = 1.", "float q = .", "struct", "struct Q {", "/*", "//", "/", "\\"}) {
        write_file(fbm, good + end);
        for (const char* name : {"wgsl", "c"}) {
            try {
                snippet(language(name), {.dim = 2, .fbm = true}, ShaderFiles(dir));
            } catch (const Error&) {
            }
        }
    }
    // The bodies of functions that are written out double at each level.
    std::string doubling = "void d0(out vec2 v) { v = vec2(1.0); }\n";
    for (int i = 1; i < 60; ++i)
        doubling += fmt::format("void d{0}(out vec2 v) {{ d{1}(v); vec2 w = v; d{1}(w); v = v + w; }}\n", i, i - 1);
    write_file(fbm, replaced(doubling + good, "    return rest > 0.0", "    vec2 v; d59(v);\n    return v.x > 0.0"));
    EXPECT_THROW(snippet(language("c"), {.dim = 2, .fbm = true}, ShaderFiles(dir)), Error);
}
