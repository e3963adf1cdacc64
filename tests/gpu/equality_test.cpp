// The GPU gives the CPU's bits. Run on every driver that the machine has; tests/CMakeLists.txt sets
//
//   ISONOISE_TEST_POINTS    points a function (default 2^20)
//   ISONOISE_TEST_RENDERER  a word that the renderer's name must hold, so that no driver is tested for another
//   ISONOISE_TEST_GL        the version to ask for (default: the driver's best)
#include <cmath>
#include <cstdlib>

#include <gtest/gtest.h>

#include "cli/compare.hpp"
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

class Equality : public testing::Test {
  protected:
    Equality()
        : context(wanted_gl()), shaders(context.info().glsl, ShaderFiles()),
          evaluator(shaders, context.info().max_texture) {
        EXPECT_NE(context.info().renderer.find(variable("ISONOISE_TEST_RENDERER", "")), std::string::npos)
            << "the renderer is " << context.info().renderer;
    }
    HeadlessContext context;
    Shaders shaders;
    Evaluator evaluator;
};

TEST_F(Equality, EveryFunctionInEveryBit) {
    const auto points = std::stoull(variable("ISONOISE_TEST_POINTS", "1048576"));
    for (const Check& check : all_checks()) {
        const CheckResult result = run_check(evaluator, check, points, 1);
        EXPECT_EQ(result.points, points);
        EXPECT_EQ(result.differing, 0u) << (result.first.empty() ? "" : describe(result.first.front()));
    }
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
                    grid[axis].push_back(static_cast<float>(random.between(-50, 50)));
                }
                total *= counts[axis];
            }
            std::vector<float> values(total);
            evaluator.grid(noise, grid, values);
            for (std::size_t i = 0; i < total; ++i) {
                glm::vec4 p(0.0f);
                std::size_t rest = i;
                for (std::size_t axis = 0; axis < static_cast<std::size_t>(dim); ++axis) {
                    p[static_cast<int>(axis)] = grid[axis][rest % counts[axis]];
                    rest /= counts[axis];
                }
                ASSERT_EQ(ulp_distance(values[i], noise(p)), 0u) << dim << "D value " << i;
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

// The test above can fail: one changed constant in a shader, and it says so.
TEST_F(Equality, AChangedShaderIsNoticed) {
    const TemporaryDirectory dir;
    const auto lattice = dir.shaders() / "isonoise/lattice.glsl";
    write_file(lattice, replaced(read_file(lattice), "15.0", "15.00001"));
    Shaders changed(context.info().glsl, ShaderFiles(dir.path() / "shaders"));
    Evaluator wrong(changed, context.info().max_texture);
    const CheckResult result = run_check(wrong, {Algorithm::perlin, 3, 1}, 10000, 1);
    EXPECT_GT(result.differing, 1000u);
    EXPECT_GT(result.largest_ulp, 0u);
    EXPECT_FALSE(result.first.empty());
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
