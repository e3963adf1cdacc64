// The GPU gives the CPU's bits. Run on every driver that the machine has; tests/CMakeLists.txt sets
//
//   ISONOISE_TEST_POINTS    points a function (default 2^14)
//   ISONOISE_TEST_RENDERER  a word that the renderer's name must hold, so that no driver is tested for another
//   ISONOISE_TEST_GL        the version to ask for (default: the driver's best)
//   ISONOISE_TEST_MODE      exact, precise or zero (default exact)
//   ISONOISE_TEST_ES        set: the shaders as GLSL ES 3.00
//   ISONOISE_TEST_ONLY      a word in the names of the checks to make (default: all are made)
#include <cmath>
#include <cstdlib>

#include <gtest/gtest.h>

#include "gpu/compare.hpp"
#include "cli/verify.hpp"
#include "gpu/context.hpp"
#include "temporary.hpp"

using namespace isonoise;

static std::string variable(const char* name, const char* standard) {
    const char* value = std::getenv(name);
    return value ? value : standard;
}

static std::optional<GlVersion> wanted_gl() {
    const std::string version = variable("ISONOISE_TEST_GL", "");
    if (version.empty()) return {};
    return parse_gl_version(version);
}

static Mode wanted_mode() {
    const std::string word = variable("ISONOISE_TEST_MODE", "exact");
    for (std::size_t i = 0; i < std::size(kModes); ++i) {
        if (word == kModes[i]) return static_cast<Mode>(i);
    }
    throw std::logic_error("no such mode: " + word);
}

class Equality : public testing::Test {
  protected:
    Equality()
        : context(wanted_gl()), glsl(std::getenv("ISONOISE_TEST_ES") ? kEs300 : context.info().glsl),
          shaders(glsl, ShaderFiles(), wanted_mode()), evaluator(shaders, context.info().max_texture) {
        EXPECT_NE(context.info().renderer.find(variable("ISONOISE_TEST_RENDERER", "")), std::string::npos)
            << "the renderer is " << context.info().renderer;
    }
    HeadlessContext context;
    int glsl;
    Shaders shaders;
    Evaluator evaluator;
};

TEST_F(Equality, EveryFunctionInEveryBit) {
    const auto points = std::stoull(variable("ISONOISE_TEST_POINTS", "16384"));
    const std::string only = variable("ISONOISE_TEST_ONLY", "");
    int checked = 0;
    for (const Check& check : all_checks()) {
        if (check.name.find(only) == std::string::npos) continue;
        const CheckResult result = run_check(evaluator, check, points, 1);
        EXPECT_EQ(result.points, points);
        EXPECT_EQ(result.differing, 0u) << check.name << " "
                                        << (result.first.empty() ? "" : describe(result.first.front()));
        if (!check.cells && !check.gradient && !check.function) {
            EXPECT_EQ(differing_integers(evaluator, check, points, 1), 0u) << check.name;
        }
        ++checked;
    }
    EXPECT_GT(checked, 0);
}

TEST_F(Equality, GridsOfEveryDimensionAndOddSizes) {
    Random random(31);
    for (int dim = 1; dim <= 4; ++dim) {
        for (Algorithm algorithm : {Algorithm::perlin, Algorithm::improved}) {
            const Noise noise({.algorithm = algorithm, .dim = dim, .seed = 77, .octaves = 3});
            Grid grid;
            const std::size_t counts[4] = {dim == 1 ? 4099u : 37u, 23, 5, 3};  // 4099: more than one tile wide
            std::size_t total = 1;
            for (std::size_t axis = 0; axis < static_cast<std::size_t>(dim); ++axis) {
                for (std::size_t i = 0; i < counts[axis]; ++i) {
                    // one axis in three lies far out
                    grid[axis].push_back(axis_point(random.between(-50, 50) + (axis == 1 ? 3e9 : 0.0)));
                }
                total *= counts[axis];
            }
            std::vector<float> values(total);
            evaluator.grid(noise, grid, values);
            for (std::size_t i = 0; i < total; ++i) {
                glm::ivec4 cell(0);
                glm::vec4 fraction(0.0f);
                std::size_t rest = i;
                for (std::size_t axis = 0; axis < static_cast<std::size_t>(dim); ++axis) {
                    const AxisPoint& point = grid[axis][rest % counts[axis]];
                    cell[static_cast<int>(axis)] = point.cell;
                    fraction[static_cast<int>(axis)] = point.fraction;
                    rest /= counts[axis];
                }
                ASSERT_EQ(ulp_distance(values[i], noise(cell, fraction)), 0u) << dim << "D value " << i;
            }
        }
    }
}

TEST_F(Equality, AnyNumberOfPoints) {
    const Noise noise({.dim = 2, .seed = 5});
    Random random(32);
    for (std::size_t count : {0u, 1u, 2u, 1023u, 1024u, 1025u, 5000u}) {
        std::vector<glm::vec4> points(count);
        fill_points(random, points, false);
        std::vector<float> values(count, 9.0f);
        evaluator.points(noise, points, values);
        for (std::size_t i = 0; i < count; ++i)
            ASSERT_EQ(ulp_distance(values[i], noise(points[i])), 0u) << i;
    }
}

// The tests above can fail: one changed constant in a shader, and they say so.
TEST_F(Equality, AnyChangedConstantIsNoticed) {
    static const struct {
        const char *file, *constant, *changed, *check;
    } mutants[] = {
        {"lattice", "15.0", "15.00001", "perlin3"},
        {"lattice", "30.0", "30.00001", "perlin2 gradient"},
        {"lattice", "3.0 - ", "3.0000005 - ", "perlin2 fade cubic"},
        {"lattice", "0xD1B54A35u", "0xD1B54A37u", "perlin3 fbm cells"},
        {"lattice", "0x8000) >> 16", "0x7FFF) >> 16", "perlin1 fbm cells"},
        {"lattice", "(n & 0x7FFFFFu)", "(n & 0x3FFFFFu)", "perlin2 fbm"},
        {"lattice", "low - (next << 23)", "low - (next << 22)", "perlin2 fbm"},
        {"hash", "key * (key | 1u)", "key * (key | 3u)", "perlin4"},
        {"hash", "PRIME_W = 0x27D4EB2Fu", "PRIME_W = 0x27D4EB2Du", "perlin4 gradient"},
        {"gradient", "1011792.0", "1011793.0", "perlin3_gradient(cell)"},
        {"gradient", "682407.0", "682408.0", "perlin4_fbm()"},
        {"noise", "0xB504F334u", "0xB504F324u", "value-two-layer2 fbm"},
        {"noise", "0x5BD1E995u", "0x5BD1E997u", "value-two-layer2 fbm"},
        {"noise", "-4.0 *", "-4.000001 *", "perlin3 ridged"},
        {"noise", "0x7EF311C3u", "0x7E0311C3u", "perlin2 eroded"},
        {"articles", "512559680u", "512559681u", "axis2"},
        {"articles", "8421505.0", "8421504.0", "slope1"},
        {"articles", "& 3u;\n    precise float a", "& 1u;\n    precise float a", "diagonal2"},
        {"value", ">> 7", ">> 6", "value3 gradient"},
        {"improved", "& 13u", "& 12u", "improved3"},
        {"gradient", "-715827882", "-715800000", "perlin3 gradient"},
        {"gradient", "13898701.0", "13898702.0", "perlin2"},
    };
    for (const auto& m : mutants) {
        const TemporaryDirectory dir;
        const auto path = dir.shaders() / "isonoise" / (std::string(m.file) + ".glsl");
        write_file(path, replaced_all(read_file(path), m.constant, m.changed));
        Shaders changed(context.info().glsl, ShaderFiles(dir.path() / "shaders"));
        Evaluator wrong(changed, context.info().max_texture);
        std::uint64_t differing = 0;
        for (const Check& check : all_checks()) {
            if (check.name != m.check) continue;
            const CheckResult result = run_check(wrong, check, 32768, 1);
            differing = result.differing;
            EXPECT_EQ(differing > 0, !result.first.empty());
            EXPECT_EQ(differing > 0, result.largest_ulp > 0);
        }
        EXPECT_GT(differing, 0u) << m.file << ".glsl: " << m.constant;
    }
}

// Outside fast mode nothing fuses, reorders or combines what the shaders protect; and the probe can tell, since drivers
// here do reorder what nothing protects.
TEST_F(Equality, TheProbeSeesWhatProtectionDoes) {
    Shaders bare(glsl, ShaderFiles(), Mode::fast);
    EXPECT_TRUE(Evaluator::probe(bare).reorders) << "every Mesa driver does";
    for (Mode mode : {Mode::precise, Mode::zero}) {
        if (mode == Mode::precise && glsl < 400) continue;
        Shaders kept(glsl, ShaderFiles(), mode);
        const Evaluator::Probe probe = Evaluator::probe(kept);
        EXPECT_FALSE(probe.fuses || probe.reorders || probe.combines) << kModes[static_cast<int>(mode)];
    }
}

TEST_F(Equality, FastModeStaysNear) {
    Shaders fast(glsl, ShaderFiles(), Mode::fast);
    Evaluator near(fast, context.info().max_texture);
    for (const Check& check : all_checks()) {
        if (check.settings.octaves > 1.0f || check.settings.warp != 0.0f) continue;
        const CheckResult result = run_check(near, check, 8192, 1);
        EXPECT_LE(result.largest_difference, 0x1p-18) << check.name;
        EXPECT_LE(result.largest_gradient_difference, 0x1p-15) << check.name;
    }
}

TEST(UlpDistance, CountsAsTheContractSays) {
    EXPECT_EQ(ulp_distance(1.0f, 1.0f), 0u);
    EXPECT_EQ(ulp_distance(1.0f, 0x1.000002p0f), 1u);
    EXPECT_EQ(ulp_distance(-0x1p-126f, 0x1p-126f), 2u);
    EXPECT_EQ(ulp_distance(0.0f, -0.0f), 0u);
    EXPECT_EQ(ulp_distance(1e-45f, -0x1.fffffcp-127f), 0u);
    EXPECT_EQ(ulp_distance(0.0f, 0x1p-126f), 1u);
    EXPECT_EQ(ulp_distance(std::nanf(""), 0.0f), UINT64_MAX);
}
