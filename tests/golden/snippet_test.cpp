// Checks snippets against the golden vectors on this driver: the files of shaders/snippets, and a baked snippet for
// each function. HLSL is compiled to SPIR-V (glslangValidator) and from there to GLSL (spirv-cross).
#include <cmath>
#include <cstdlib>
#include <set>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "app/drawn.hpp"
#include "conformance/points.hpp"
#include "error.hpp"
#include "golden/read.hpp"
#include "gpu/context.hpp"
#include "scene/preset.hpp"
#include "snippet/baking.hpp"
#include "snippet/snippet.hpp"
#include "temporary.hpp"

using namespace isonoise;

namespace {

// A snippet's function: its call, its inputs and the expected results.
struct Function {
    std::string name;
    int dim;
    std::string arguments{};
    std::vector<std::array<glm::uvec4, 4>> rows{};
    std::vector<std::string> about{};
    std::vector<std::vector<float>> outputs{};

    void add(const std::array<glm::uvec4, 4>& row, const std::string& what, std::vector<float> output) {
        rows.push_back(row);
        about.push_back(what);
        outputs.push_back(std::move(output));
    }
};

constexpr const char *kPart[] = {"", ".x", ".xy", ".xyz", ""}, *kVec[] = {"", "float", "vec2", "vec3", "vec4"},
                     *kInt[] = {"", "int", "ivec2", "ivec3", "ivec4"};

glm::uvec4 words(const glm::vec4& v) { return std::bit_cast<glm::uvec4>(v); }

// perlinN and the other functions of a file, each with the vectors that apply to it. Functions at cells get coordinates
// as cells and fractions, too.
std::vector<Function> functions_of_file(int dim) {
    std::vector<Function> all;
    for (const std::string kind : {"", "_gradient", "_periodic", "_periodic_gradient", "_fbm", " cells",
                                   "_gradient cells", "_periodic cells", "_periodic_gradient cells"}) {
        const bool gradient = kind.find("_gradient") != kind.npos, periodic = kind.starts_with("_periodic"),
                   fbm = kind == "_fbm", cells = kind.ends_with(" cells");
        Function f{.name = fmt::format("perlin{}{}", dim, kind.substr(0, kind.find(' '))), .dim = dim};
        f.arguments = fmt::format("{0}p{1}, d.x{2}{3}{4}", cells ? fmt::format("{}(e{}), ", kInt[dim], kPart[dim]) : "",
                                  kPart[dim], periodic ? fmt::format(", b{}", kPart[dim]) : "", gradient ? ", g" : "",
                                  fbm ? ", c.x, c.y, c.z, c.w" : "");
        for (const golden::Vectors& v : golden::read(fmt::format("perlin{}", dim))) {
            const Settings& s = v.check.settings;
            const bool has_period = is_periodic(s);
            if ((v.check.cells && !cells) || (has_period && !periodic) || (s.octaves > 1 && (!fbm || has_period)))
                continue;
            const Fbm sum = isonoise::fbm(s.octaves, s.persistence, s.lacunarity);
            glm::uvec4 period(0);
            for (int c = 0; has_period && c < dim; ++c)
                period[c] = static_cast<unsigned>(s.period[static_cast<std::size_t>(c)]);
            // perlinN_fbm keeps an octave's cell in 32 bits; the vectors come from a function with more.
            const double finest = std::pow(s.lacunarity, std::ceil(s.octaves - 1));
            for (std::size_t i = 0; i < v.points.size(); ++i) {
                glm::vec4 p = v.points[i].p;
                glm::ivec4 cell = v.points[i].cell;
                bool fits = true;
                for (int c = 0; c < dim && !v.check.cells; ++c) {
                    fits &= !(std::fabs(p[c]) < 0x1p31f) || std::fabs(p[c]) * finest < 0x1p31 - 1;
                    if (!cells) continue;
                    const float x = std::fabs(p[c]) < 0x1p31f && std::fabs(p[c]) >= 0x1p-40f ? p[c] : 0.0f;
                    cell[c] = static_cast<int>(std::floor(x));
                    p[c] = x - std::floor(x);
                }
                if (!fits) continue;
                f.add({words(p),
                       period,
                       cells ? glm::uvec4(cell)
                             : words({sum.octaves, sum.persistence, sum.lacunarity, sum.normalization}),
                       {s.seed, 0, 0, 0}},
                      fmt::format("{}, point {}", v.check.name, i),
                      {v.outputs[i].begin(), gradient ? v.outputs[i].end() : v.outputs[i].begin() + 1});
            }
        }
        all.push_back(std::move(f));
    }
    return all;
}

std::string glsl_of_hlsl(const std::string& text, const TemporaryDirectory& temporary) {
    const std::string file = (temporary.path() / "a").string();
    write_file(file + ".hlsl", text);
    const std::string command = fmt::format("{{ glslangValidator -D -V -S frag -e main -o '{0}.spv' '{0}.hlsl' && "
                                            "spirv-cross '{0}.spv' --version 450 --no-es --output '{0}.frag'; }} "
                                            ">'{0}.log' 2>&1",
                                            file);
    if (std::system(command.c_str()) != 0) fail("{}", read_file(file + ".log"));
    const std::string glsl = read_file(file + ".frag");
    return glsl.substr(glsl.find('\n') + 1);  // without its #version
}

bool is_hlsl(const std::string& to) { return to == "hlsl" || to == "slang"; }  // glslang accepts both as HLSL

// The same text works in GLSL and HLSL.
std::string fragment(const std::string& snippet, const Function& f, bool hlsl) {
    return snippet +
           (hlsl ? R"(
#define vec2 float2
#define vec3 float3
#define vec4 float4
#define ivec2 int2
#define ivec3 int3
#define ivec4 int4
#define uvec4 uint4
#define uintBitsToFloat asfloat
#define texelFetch(texture, at, level) texture.Load(int3(at, level))
Texture2D<uint4> points : register(t0);
void main(float4 pixel : SV_Position, out float4 value : SV_Target0, out float4 gradient : SV_Target1) {
)"
                 : R"(
uniform highp usampler2D points;
layout(location = 0) out vec4 value;
layout(location = 1) out vec4 gradient;
void main() {
    vec4 pixel = gl_FragCoord;
)") +
           fmt::format(R"(    int x = int(pixel.x);
    vec4 p = uintBitsToFloat(texelFetch(points, ivec2(x, 0), 0));
    uvec4 b = texelFetch(points, ivec2(x, 1), 0);
    uvec4 e = texelFetch(points, ivec2(x, 2), 0);
    vec4 c = uintBitsToFloat(e);
    uvec4 d = texelFetch(points, ivec2(x, 3), 0);
    {} g = {}(0.0);
    value = vec4({}({}), 0.0, 0.0, 0.0);
    gradient = vec4(0.0, 0.0, 0.0, 0.0);
    gradient{} = g;
}}
)",
                       kVec[f.dim], hlsl && f.dim > 1 ? fmt::format("({})", kVec[f.dim]) : kVec[f.dim], f.name,
                       f.arguments, kPart[f.dim]);
}

class Runner {
  public:
    Runner() {
        const char* renderer = std::getenv("ISONOISE_TEST_RENDERER");
        EXPECT_NE(context_.info().renderer.find(renderer ? renderer : ""), std::string::npos)
            << context_.info().renderer;
    }

    void expect_equal(const std::string& to, const std::string& where, const std::string& snippet, const Function& f) {
        const std::string text = fragment(snippet, f, is_hlsl(to));
        const int newest = std::min(context_.info().glsl, 450);
        try {
            write_file(temporary_.path() / "snippet.frag", is_hlsl(to) ? glsl_of_hlsl(text, temporary_) : text);
            for (const int version : is_hlsl(to) ? std::set{newest} : std::set{kEs300, 330, newest})
                expect_equal(version, fmt::format("{}, version {}", where, version), f);
        } catch (const Error& e) {
            ADD_FAILURE() << where << ": " << f.name << ":\n" << e.what();
        }
    }

  private:
    // Draws snippet.frag.
    void expect_equal(int version, const std::string& where, const Function& f) {
        Shaders shaders(version, ShaderFiles(temporary_.path()));
        const std::size_t count = f.rows.size();
        std::vector<glm::uvec4> texels(4 * count);
        for (std::size_t i = 0; i < count; ++i)
            for (std::size_t row = 0; row < 4; ++row)
                texels[row * count + i] = f.rows[i][row];
        const auto got = drawn_.draw(shaders.use("snippet.frag"), texels, 4);
        int different = 0;
        std::string first;
        for (std::size_t i = 0; i < count; ++i) {
            for (std::size_t k = 0; k < f.outputs[i].size(); ++k) {
                const float value = k == 0 ? got[0][i].x : got[1][i][static_cast<int>(k) - 1];
                if (bits(value) == bits(f.outputs[i][k])) continue;
                if (different++ == 0) first = fmt::format("{}, output {}: {:a}", f.about[i], k, value);
            }
        }
        EXPECT_EQ(different, 0) << where << ": " << f.name << "; the first: " << first;
    }

    HeadlessContext context_;
    TemporaryDirectory temporary_;
    Drawn drawn_;
};

// The files of shaders/snippets.
void expect_files_equal(const char* to) {
    Runner runner;
    for (int dim = 1; dim <= 4; ++dim) {
        const std::vector<Function> functions = functions_of_file(dim);
        ASSERT_EQ(functions.size(), 9u);
        for (const Function& f : functions)
            ASSERT_GE(f.rows.size(), 288u) << f.name;
        const std::string name = fmt::format("{}/{}", to, snippet_name(language(to), dim));
        const std::string text = read_file(std::filesystem::path(ISONOISE_SHADERS) / "snippets" / name);
        for (const Function& f : functions)
            runner.expect_equal(to, name, text, f);
    }
}

// The output of `isonoise snippet --bake` for the settings of each function.
void expect_baked_equal(const char* to) {
    Runner runner;
    std::size_t count = 0;
    for (const char* file : golden::kFiles) {
        for (const golden::Vectors& v : golden::read(file)) {
            const Settings& s = v.check.settings;
            Function f{.name = "isonoise", .dim = s.dim};
            if (v.check.gradient) f.name += s.fractal == Fractal::eroded ? "_slope" : "_gradient";
            f.arguments = fmt::format("{1}p{0}{2}", kPart[s.dim],
                                      !v.check.cells ? "" : fmt::format("{}(b{}), ", kInt[s.dim], kPart[s.dim]),
                                      v.check.gradient ? ", g" : "");
            for (std::size_t i = 0; i < v.points.size(); ++i)
                f.add({words(v.points[i].p), glm::uvec4(v.points[i].cell)}, fmt::format("point {}", i), v.outputs[i]);
            const std::string where = fmt::format("{}, {}.json, {}", to, file, v.check.name);
            runner.expect_equal(to, where, baked_snippet(language(to), s, ShaderFiles()), f);
            ++count;
        }
    }
    EXPECT_EQ(count, golden::functions().size());
}

// All built-in presets, at some points.
void expect_presets_equal(const char* to) {
    Runner runner;
    Random random(44);
    for (const BuiltinPreset& preset : builtin_presets()) {
        const Settings s = parse_preset(preset.json, preset.file).settings;
        const Noise noise(s);
        Function f{.name = "isonoise", .dim = s.dim, .arguments = fmt::format("p{}", kPart[s.dim])};
        std::vector<glm::vec4> points(64);
        fill_points(random, points, true);
        for (const glm::vec4& p : points)
            f.add({words(p)}, fmt::format("{} {} {} {}", p.x, p.y, p.z, p.w), {noise(p)});
        runner.expect_equal(to, fmt::format("{}, {}", to, preset.file), baked_snippet(language(to), s, ShaderFiles()),
                            f);
    }
}

}  // namespace

TEST(Snippets, GlslFilesGiveTheGoldenVectors) { expect_files_equal("glsl"); }
TEST(Snippets, HlslFilesGiveTheGoldenVectors) { expect_files_equal("hlsl"); }
TEST(Snippets, SlangFilesGiveTheGoldenVectorsAsHlsl) { expect_files_equal("slang"); }

TEST(Snippets, BakedGlslGivesTheGoldenVectors) { expect_baked_equal("glsl"); }
TEST(Snippets, BakedHlslGivesTheGoldenVectors) { expect_baked_equal("hlsl"); }
TEST(Snippets, BakedSlangGivesTheGoldenVectorsAsHlsl) { expect_baked_equal("slang"); }
TEST(Snippets, PresetsInGlslGiveTheirValues) { expect_presets_equal("glsl"); }
