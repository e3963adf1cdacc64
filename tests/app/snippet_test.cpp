// Snippets: the repository's files match the library's output; those in GLSL give the core's bits on this driver.
#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <regex>
#include <set>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "error.hpp"
#include "gpu/context.hpp"
#include "isonoise/function/reading/parser.hpp"
#include "isonoise/function/reading/tokens.hpp"
#include "isonoise/function/reading/types.hpp"
#include "isonoise/isonoise.hpp"
#include "scene/preset.hpp"
#include "snippet/baking.hpp"
#include "snippet/passes/passes.hpp"
#include "snippet/snippet.hpp"
#include "snippet/translate.hpp"
#include "temporary.hpp"

#include "drawn.hpp"

using namespace isonoise;
namespace fs = std::filesystem;

namespace {

SnippetParts all_parts(int dim) { return {.dim = dim, .gradient = true, .periodic = true, .fbm = true}; }

template <int N, class P> P point_of(const glm::vec4& p) {
    if constexpr (N == 1) {
        return p.x;
    } else {
        return P(p);
    }
}

constexpr std::uint32_t kSeed = 0xDEADBEEFu;

// The core's results: value, value with a period, fBm, and the value again; then the derivatives, with a period.
template <int N> std::array<glm::vec4, 2> expected(const glm::vec4& p, const Fbm& fbm) {
    std::array<glm::vec4, 2> result{};
    auto& [value, gradient] = result;
    if constexpr (N == 1) {
        float g = 0;
        value = {perlin1(p.x, kSeed), perlin1_periodic(p.x, kSeed, 5), perlin1_fbm(p.x, kSeed, fbm),
                 perlin1_periodic_gradient(p.x, kSeed, 5, g)};
        gradient.x = g;
    } else if constexpr (N == 2) {
        const glm::vec2 q(p);
        const glm::uvec2 period(5, 256);
        glm::vec2 g;
        value = {perlin2(q, kSeed), perlin2_periodic(q, kSeed, period), perlin2_fbm(q, kSeed, fbm),
                 perlin2_periodic_gradient(q, kSeed, period, g)};
        gradient = {g, 0, 0};
    } else if constexpr (N == 3) {
        const glm::vec3 q(p);
        const glm::uvec3 period(5, 256, 3);
        glm::vec3 g;
        value = {perlin3(q, kSeed), perlin3_periodic(q, kSeed, period), perlin3_fbm(q, kSeed, fbm),
                 perlin3_periodic_gradient(q, kSeed, period, g)};
        gradient = {g, 0};
    } else {
        const glm::uvec4 period(5, 256, 3, 7);
        value = {perlin4(p, kSeed), perlin4_periodic(p, kSeed, period), perlin4_fbm(p, kSeed, fbm),
                 perlin4_periodic_gradient(p, kSeed, period, gradient)};
    }
    return result;
}

std::string shader(const std::string& pasted, int dim, const Fbm& fbm) {
    static constexpr const char *vec[] = {"", "float", "vec2", "vec3", "vec4"}, *part[] = {"", ".x", ".xy", ".xyz", ""},
                                *period[] = {"", "5u", "uvec2(5u, 256u)", "uvec3(5u, 256u, 3u)",
                                             "uvec4(5u, 256u, 3u, 7u)"};
    return pasted + fmt::format("\nuniform highp usampler2D points;\nlayout(location = 0) out vec4 value;\n"
                                "layout(location = 1) out vec4 gradient;\nvoid main() {{\n"
                                "    {0} p = uintBitsToFloat(texelFetch(points, ivec2(gl_FragCoord.xy), 0)){1};\n"
                                "    {0} g;\n"
                                "    value = vec4(perlin{2}(p, {3}u), perlin{2}_periodic(p, {3}u, {4}),\n"
                                "        perlin{2}_fbm(p, {3}u, {5}, 0.75, {6}, uintBitsToFloat({7}u)),\n"
                                "        perlin{2}_periodic_gradient(p, {3}u, {4}, g));\n"
                                "    gradient = vec4(0.0);\n    gradient{1} = g;\n}}\n",
                                vec[dim], part[dim], dim, kSeed, period[dim], fbm.octaves, fbm.lacunarity,
                                std::bit_cast<std::uint32_t>(fbm.normalization));
}

}  // namespace

TEST(Snippet, TheFilesAreThoseOfTheLibrary) {
    int files = 0;
    for (const Language& language : languages()) {
        if (language.is_core()) continue;
        for (int dim = 1; dim <= 4; ++dim) {
            const fs::path path = fs::path(ISONOISE_SHADERS) / "snippets" / language.name / snippet_name(language, dim);
            const std::string now = snippet(language, all_parts(dim), ShaderFiles());
            EXPECT_TRUE(read_file(path) == now) << path << " is old: isonoise snippet --write shaders/snippets";
            ++files;
        }
    }
    const fs::path list = fs::path(ISONOISE_SHADERS) / "snippets" / "languages.json";
    EXPECT_EQ(read_file(list), languages_json()) << list << " is old: isonoise snippet --write shaders/snippets";
    ++files;
    int there = 0;
    for (const auto& entry : fs::recursive_directory_iterator(fs::path(ISONOISE_SHADERS) / "snippets"))
        there += entry.is_regular_file();
    EXPECT_EQ(there, files);
}

TEST(Snippet, TheFilesOfExamplesArePrinted) {
    struct Example {
        const char *preset, *language, *name, *file;
    };
    for (const auto& [preset, lang, name, file] :
         {Example{"godot4/hill.json", "godot4", "isonoise", "godot4/hill.gdshaderinc"},
          Example{"godot4/hill.json", "gdscript", "isonoise", "godot4/hill.gd"},
          Example{"unity/com.isonoise.hills/hills.json", "csharp", "hills",
                  "unity/com.isonoise.hills/Runtime/Hills.cs"},
          Example{"unity/com.isonoise.hills/hills.json", "hlsl", "hills",
                  "unity/com.isonoise.hills/Shaders/Hills.hlsl"},
          Example{"wgpu/hill.json", "wgsl", "isonoise", "wgpu/src/hill.wgsl"},
          Example{"wgpu/hill.json", "rust", "isonoise", "wgpu/src/hill.rs"}}) {
        const fs::path folder = ISONOISE_EXAMPLES;
        const Settings settings = parse_preset(read_file(folder / preset), preset).settings;
        EXPECT_EQ(read_file(folder / file), baked_snippet(language(lang), settings, ShaderFiles(), name))
            << file << " is old: isonoise snippet --lang " << lang << " --bake " << preset << " --name " << name;
    }
}

// All four in one shader, in reverse order.
TEST(Snippet, GlslGivesTheBitsOfTheCore) {
    const HeadlessContext context;
    const TemporaryDirectory temporary;
    Drawn drawn;
    const Fbm fbm = isonoise::fbm(4.5f, 0.75f, 2.5f);
    std::string pasted;
    for (int dim = 4; dim >= 1; --dim)
        pasted += snippet(language("glsl"), all_parts(dim), ShaderFiles());
    for (const int version : {330, std::min(context.info().glsl, 450), kEs300}) {
        for (int dim = 1; dim <= 4; ++dim) {
            write_file(temporary.path() / "snippet.frag", shader(pasted, dim, fbm));
            Shaders shaders(version, ShaderFiles(temporary.path()));
            const auto points = some_points(1024);
            const auto texels = drawn.draw(shaders.use("snippet.frag"), points);
            int different = 0;
            for (std::size_t i = 0; i < points.size(); ++i) {
                const auto want = dim == 1   ? expected<1>(points[i], fbm)
                                  : dim == 2 ? expected<2>(points[i], fbm)
                                  : dim == 3 ? expected<3>(points[i], fbm)
                                             : expected<4>(points[i], fbm);
                for (int k = 0; k < 2; ++k) {
                    for (int c = 0; c < 4; ++c)
                        different += bits(texels[static_cast<std::size_t>(k)][i][c]) !=
                                     bits(want[static_cast<std::size_t>(k)][c]);
                }
            }
            EXPECT_EQ(different, 0) << version << " " << dim << "D";
        }
    }
}

// Bakes fBm with periods: the same bits a whole number of periods away, with a different period along each axis.
TEST(Snippet, GlslBakedWithPeriodsTiles) {
    static constexpr const char *vec[] = {"", "float", "vec2", "vec3", "vec4"}, *part[] = {"", ".x", ".xy", ".xyz", ""};
    const HeadlessContext context;
    const TemporaryDirectory temporary;
    Drawn drawn;
    const glm::vec4 period(8, 3, 5, 16);
    Random random(70);
    for (int dim = 1; dim <= 4; ++dim) {
        Settings settings;
        settings.dim = dim;
        settings.octaves = 4.5f;
        std::vector<glm::vec4> points;
        for (int i = 0; i < 512; ++i) {
            glm::vec4 p, tiles;
            for (int c = 0; c < 4; ++c) {
                p[c] = static_cast<float>(std::floor(random.between(-2048, 2048))) / 64;
                tiles[c] = static_cast<float>(std::floor(random.between(-3, 4)));
            }
            points.push_back(p);
            points.push_back(p + tiles * period);
        }
        for (int c = 0; c < dim; ++c)
            settings.period.push_back(static_cast<std::uint32_t>(period[c]));
        write_file(temporary.path() / "tile.frag",
                   baked_snippet(language("glsl"), settings, ShaderFiles()) +
                       fmt::format("uniform usampler2D points;\nlayout(location = 0) out vec4 value;\n"
                                   "layout(location = 1) out vec4 gradient;\nvoid main() {{\n"
                                   "    {0} g;\n    value = vec4(isonoise_gradient(uintBitsToFloat(texelFetch(points, "
                                   "ivec2(gl_FragCoord.xy), 0)){1}, g));\n"
                                   "    gradient = vec4(0.0);\n    gradient{1} = g;\n}}\n",
                                   vec[dim], part[dim]));
        Shaders shaders(330, ShaderFiles(temporary.path()));
        const auto texels = drawn.draw(shaders.use("tile.frag"), points);
        int different = 0;
        std::set<float> values;
        for (std::size_t i = 0; i < points.size(); i += 2) {
            for (const auto& texel : texels)
                for (int c = 0; c < 4; ++c)
                    different += bits(texel[i][c]) != bits(texel[i + 1][c]);
            values.insert(texels[0][i].x);
        }
        EXPECT_EQ(different, 0) << dim << "D";
        EXPECT_GT(values.size(), 256u) << dim << "D";
    }
}

// All files of a language in one shader, in either order: every dimension, and two baked presets, one under a custom
// name.
TEST(Snippet, AllOfALanguageGoTogether) {
    if (std::system("glslangValidator --version >/dev/null 2>&1") != 0) GTEST_SKIP() << "no glslangValidator";
    const TemporaryDirectory temporary;
    const Settings terrain{.dim = 2, .seed = 4, .octaves = 5, .fractal = Fractal::eroded, .warp = 0.4f},
        clouds{.dim = 3, .octaves = 3, .fractal = Fractal::billow};
    const struct {
        const char *language, *version, *flags;
    } forms[] = {{"glsl", "330", ""},    {"glsl", "460", ""},           {"glsl", "450", "-V"},
                 {"glsl", "300 es", ""}, {"hlsl", "", "-D -V -e main"}, {"slang", "", "-D -V -e main"}};
    for (const auto& form : forms) {
        const Language& to = language(form.language);
        std::vector<std::string> texts = {baked_snippet(to, terrain, ShaderFiles()),
                                          baked_snippet(to, clouds, ShaderFiles(), "clouds")};
        for (int dim = 1; dim <= 4; ++dim)  // the plain function for some, everything for others
            texts.push_back(snippet(to, dim % 2 ? all_parts(dim) : SnippetParts{.dim = dim}, ShaderFiles()));
        for (const bool backwards : {false, true}) {
            if (backwards) std::reverse(texts.begin(), texts.end());
            const bool hlsl = !*form.version;
            const std::string sum = "isonoise(p.xy) + clouds(p.xyz) + perlin1(p.x, 1u) + perlin2(p.xy, 2u) + "
                                    "perlin3(p.xyz, 3u) + perlin4(p, 4u)";
            std::string text = hlsl ? "" : fmt::format("#version {}\n", form.version);
            for (const std::string& one : texts)
                text += one;
            text += hlsl ? "float4 main(float4 p : P) : SV_Target { float n = " + sum + "; return n.xxxx; }\n"
                         : "layout(location = 0) out vec4 c;\nvoid main() { vec4 p = gl_FragCoord; c = vec4(" + sum +
                               "); }\n";
            write_file(temporary.path() / "all.frag", text);
            const std::string file = (temporary.path() / "all").string();
            EXPECT_EQ(std::system(fmt::format("glslangValidator {0} {1} '{2}.frag' >'{2}.log'", form.flags,
                                              *form.flags ? fmt::format("-S frag -o '{}.spv'", file) : "", file)
                                      .c_str()),
                      0)
                << to.name << (backwards ? ", backwards\n" : "\n") << read_file(file + ".log");
        }
    }
}

// A snippet's matching core calls compile into a program without a warning and give the same bits.
TEST(Snippet, CppCallsTheCore) {
    const TemporaryDirectory temporary;
    std::string text, calls;
    for (int dim = 1; dim <= 4; ++dim) {
        const std::string one = snippet(language("cpp"), all_parts(dim), ShaderFiles());
        const std::string vector = dim == 1 ? "float" : fmt::format("glm::vec{}", dim);
        text += replaced(one, "#include <isonoise/isonoise.hpp>\n",
                         fmt::format("#include <cstdio>\n#include <isonoise/isonoise.hpp>\n"
                                     "static void print{}(const {}& p, std::uint32_t seed) {{\n",
                                     dim, vector)) +
                "std::printf(\"%a %a %a %a %a\\n\", value, value_gradient, value_periodic, value_periodic_gradient, "
                "value_fbm);\n}\n";
        calls += fmt::format("print{}({}(0.7f), 9u);\n", dim, vector);
    }
    write_file(temporary.path() / "calls.cpp", text + "int main() {\n" + calls + "}\n");
    const std::string base = (temporary.path() / "calls").string();
    ASSERT_EQ(std::system(fmt::format("{} -std=c++20 -Wall -Wextra -Werror '{}.cpp' {} -o '{}' && '{}' >'{}.txt'",
                                      ISONOISE_CXX, base, ISONOISE_CORE_FLAGS, base, base, base)
                              .c_str()),
              0);
    const Fbm octaves = fbm(5.0f, 0.5f, 2.0f);
    const auto line = [](float a, float b, float c) { return fmt::format("{0:a} {0:a} {1:a} {1:a} {2:a}\n", a, b, c); };
    EXPECT_EQ(read_file(base + ".txt"),
              line(perlin1(0.7f, 9), perlin1_periodic(0.7f, 9, 8), perlin1_fbm(0.7f, 9, octaves)) +
                  line(perlin2(glm::vec2(0.7f), 9), perlin2_periodic(glm::vec2(0.7f), 9, glm::uvec2(8)),
                       perlin2_fbm(glm::vec2(0.7f), 9, octaves)) +
                  line(perlin3(glm::vec3(0.7f), 9), perlin3_periodic(glm::vec3(0.7f), 9, glm::uvec3(8)),
                       perlin3_fbm(glm::vec3(0.7f), 9, octaves)) +
                  line(perlin4(glm::vec4(0.7f), 9), perlin4_periodic(glm::vec4(0.7f), 9, glm::uvec4(8)),
                       perlin4_fbm(glm::vec4(0.7f), 9, octaves)));
    EXPECT_EQ(snippet(language("cpp"), {.dim = 3}, ShaderFiles()).find("gradient"), std::string::npos);
}

// A text has exactly the requested parts.
TEST(Snippet, HasWhatWasAskedFor) {
    for (const Language& language : languages()) {
        if (language.is_core()) continue;
        for (int dim = 1; dim <= 4; ++dim) {
            const std::string plain = snippet(language, {.dim = dim}, ShaderFiles());
            const auto call = [&](const char* kind) {
                return styled(fmt::format("perlin{}{}", dim, kind), language.naming, true) + "(";
            };
            EXPECT_NE(plain.find(call("")), std::string::npos);
            for (const std::string& part :
                 {call("_gradient"), call("_periodic"), call("_fbm"), styled("quintic_slope", language.naming, true),
                  styled("finer", language.naming, true), styled("wrap(", language.naming, true)})
                EXPECT_EQ(plain.find(part), std::string::npos) << language.name << " " << part;
            const std::string periodic = snippet(language, {.dim = dim, .periodic = true}, ShaderFiles());
            EXPECT_NE(periodic.find(call("_periodic")), std::string::npos);
            EXPECT_EQ(periodic.find(call("_gradient")), std::string::npos);
            EXPECT_EQ(periodic.find(call("_periodic_gradient")), std::string::npos);
            for (const std::string& text : {plain, periodic, snippet(language, all_parts(dim), ShaderFiles())}) {
                EXPECT_EQ(text.find("isonoise_hash"), std::string::npos);  // private names include the dimension
                std::size_t longest = 0, from = 0;
                for (std::size_t at = text.find('\n'); at != std::string::npos; at = text.find('\n', from)) {
                    longest = std::max(longest, at - from);
                    from = at + 1;
                }
                EXPECT_LE(longest, 120u) << language.name << " " << dim;
            }
        }
    }
    EXPECT_THROW(snippet(language("wgsl"), {.dim = 5}, ShaderFiles()), Error);
}

// Languages without such loops use another kind.
TEST(Snippet, LoopsMayLackAStepAndACondition) {
    const auto program =
        glsl::needed(glsl::declarations(glsl::tokens("float halved(float x) {\n"
                                                     "    for (int i = 0; i < 3;) { ++i; x *= 0.5; }\n"
                                                     "    for (int i = 0;; ++i) { if (i > 3) break; }\n"
                                                     "    return x;\n"
                                                     "}\n")),
                     {0});
    for (const Language& language : languages()) {
        if (language.is_core()) continue;
        EXPECT_NE(translate(program, language, "loops", {{0, "halved"}}).find("alved"), std::string::npos)
            << language.name;
    }
}

// Shaders of one's own may have any fields in the block that the program fills.
TEST(Snippet, TheFieldsOfThePlanAreTheProgramsOwn) {
    const TemporaryDirectory temporary;
    const fs::path file = temporary.path() / "isonoise/noise.glsl";
    fs::copy(fs::path(ISONOISE_SHADERS) / "isonoise", file.parent_path());
    const std::string source = read_file(file);
    for (const auto& [from, to, message] : {
             std::array<std::string, 3>{"uniform IsonoisePlan {", "uniform Plan {", "expected IsonoisePlan { and its"},
             {"struct IsonoiseOctave {", "struct Octave {", "expected IsonoiseOctave { and its"},
             {"    IsonoiseOctave octaves", "    vec4 more; vec4 most;\n    IsonoiseOctave octaves", "'more'"},
             {"    uvec4 period;", "    uvec4 period; vec4 more;", "'more'"},
             {"    float bias;", "    float bias;\n    mat4 more;", "'more'"},
             {"    float bias;", "    float bias;\n    bool more;", "'more'"},
         }) {
        std::string changed = source;
        const std::size_t at = changed.find(from);
        ASSERT_NE(at, changed.npos) << from;
        write_file(file, changed.replace(at, from.size(), to));
        try {
            baked_snippet(language("c"), {.octaves = 3}, ShaderFiles(temporary.path()));
            ADD_FAILURE() << to;
        } catch (const Error& error) {
            EXPECT_NE(std::string(error.what()).find("isonoise/noise.glsl:"), std::string::npos) << error.what();
            EXPECT_NE(std::string(error.what()).find(message), std::string::npos) << error.what();
        }
    }
}

// In Godot 4, bit operators take no scalar beside a vector, and shift counts must have the operand's type.
TEST(Snippet, GodotIsBakedWithWhatItHas) {
    int texts = 0;
    for (int algorithm = 0; algorithm <= static_cast<int>(Algorithm::slope); ++algorithm) {
        for (int dim = 1; dim <= 4; ++dim) {
            const Settings settings{.algorithm = static_cast<Algorithm>(algorithm), .dim = dim};
            if (!problem(settings).empty()) continue;
            const std::string one = baked_snippet(language("godot4"), settings, ShaderFiles());
            ++texts;
            static const std::regex other("<< ([0-9]+\\b|int)|\n\n\n|[^\n]{121}");
            std::smatch found;
            EXPECT_FALSE(std::regex_search(one, found, other)) << found.str() << "\n" << one;
        }
    }
    EXPECT_GE(texts, 4 * 3 + 4);
    EXPECT_NE(baked_snippet(language("godot4"), {}, ShaderFiles()).find("((h & uvec4(1u << bit)) << (31u - bit))"),
              std::string::npos);
}
