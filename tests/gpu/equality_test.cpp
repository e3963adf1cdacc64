// The GPU gives the CPU's bits, on every driver of this machine. tests/CMakeLists.txt sets
//
//   ISONOISE_TEST_POINTS    points per function (default 2^14)
//   ISONOISE_TEST_RENDERER  a word that the renderer's name must contain, so that no other driver is tested by mistake
//   ISONOISE_TEST_GL        the version to request (default: the driver's best)
//   ISONOISE_TEST_MODE      exact, precise or zero (default exact)
//   ISONOISE_TEST_ES        if set, compiles the shaders as GLSL ES 3.00
//   ISONOISE_TEST_ONLY      a word in the names of the checks to run (default: all)
#include <cmath>
#include <cstdlib>

#include <gtest/gtest.h>

#include "conformance/checks.hpp"
#include "conformance/points.hpp"
#include "error.hpp"
#include "gpu/context.hpp"
#include "gpu/detail.hpp"
#include "gpu/evaluator.hpp"
#include "gpu/normalization.hpp"
#include "temporary.hpp"

using namespace isonoise;

static std::optional<GlVersion> wanted_gl() {
    const std::string version = environment("ISONOISE_TEST_GL", "");
    if (version.empty()) return {};
    return parse_gl_version(version);
}

static Mode wanted_mode() {
    const std::string word = environment("ISONOISE_TEST_MODE", "exact");
    for (std::size_t i = 0; i < std::size(kModes); ++i) {
        if (word == kModes[i]) return static_cast<Mode>(i);
    }
    throw std::logic_error("no such mode: " + word);
}

class Equality : public testing::Test {
  protected:
    Equality()
        : context(wanted_gl()), glsl(std::getenv("ISONOISE_TEST_ES") ? kEs300 : context.info().glsl),
          shaders(glsl, ShaderFiles(), wanted_mode()), evaluator(shaders, context.info()) {
        EXPECT_NE(context.info().renderer.find(environment("ISONOISE_TEST_RENDERER", "")), std::string::npos)
            << "the renderer is " << context.info().renderer;
    }
    HeadlessContext context;
    int glsl;
    Shaders shaders;
    Evaluator evaluator;
};

TEST_F(Equality, EveryFunctionInEveryBit) {
    const auto points = std::stoull(environment("ISONOISE_TEST_POINTS", "16384"));
    const std::string only = environment("ISONOISE_TEST_ONLY", "");
    int checked = 0;
    for (const Check& check : all_checks()) {
        if (check.name.find(only) == std::string::npos || !can_run(evaluator, check)) continue;
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

// A quick test, which detects mutants of isonoise::integers(). The points cover every border seed.
TEST_F(Equality, IntegersOfEveryAlgorithm) {
    int checked = 0;
    for (const Check& check : all_checks()) {
        const Settings plain{.algorithm = check.settings.algorithm, .dim = check.settings.dim};
        if (check.settings != plain || check.any || check.cells || check.gradient || check.function || check.periods ||
            check.grid != Check::Grid::none)
            continue;
        EXPECT_EQ(differing_integers(evaluator, check, 40'000, 1), 0u) << check.name;
        ++checked;
    }
    EXPECT_GE(checked, 15);
}

// Needs no GPU.
TEST(Fast, PathsOfEveryFunctionHaveTheBitsOfTheDefinition) {
    std::uint64_t points = 0;
    for (const Check& check : all_checks()) {
        const FastResult result = compare_fast(check, 3000, 1);
        points += result.points;
        EXPECT_EQ(result.differing, 0u) << check.name << " "
                                        << (result.first.empty() ? "" : describe(result.first.front()));
    }
    EXPECT_GT(points, 600000u);
}

// `EveryFunctionInEveryBit` covers small grids; this covers grids larger than a tile along each axis.
TEST_F(Equality, GridsLargerThanATexture) {
    GlInfo small = context.info();
    small.max_texture = 64;
    Evaluator tiled(shaders, small);
    const Noise noise({.dim = 4, .seed = 77, .octaves = 3});
    const std::size_t sizes[][4] = {{131, 3, 2, 5}, {7, 130, 3, 2}, {2, 3, 67, 3}, {1, 1, 1, 300},
                                    {64, 64, 1, 2}, {5, 4, 3, 9},   {2, 9, 130, 2}};
    Random random(31);
    for (const bool computed : {false, true}) {
        if (computed && !tiled.can_compute()) continue;
        tiled.compute(computed);
        for (const auto& counts : sizes) {
            Grid grid;
            std::size_t total = 1;
            for (std::size_t axis = 0; axis < 4; ++axis) {
                for (std::size_t i = 0; i < counts[axis]; ++i)
                    grid[axis].push_back(axis_point(random.between(-50, 50)));
                total *= counts[axis];
            }
            std::vector<float> values(total);
            tiled.grid(noise, grid, values);
            for (std::size_t i = 0; i < total; ++i) {
                glm::ivec4 cell(0);
                glm::vec4 fraction(0.0f);
                std::size_t rest = i;
                for (std::size_t axis = 0; axis < 4; ++axis) {
                    const AxisPoint& point = grid[axis][rest % counts[axis]];
                    cell[static_cast<int>(axis)] = point.cell;
                    fraction[static_cast<int>(axis)] = point.fraction;
                    rest /= counts[axis];
                }
                ASSERT_EQ(ulp_distance(values[i], noise(cell, fraction)), 0u) << computed << " value " << i;
            }
        }
    }
}

TEST_F(Equality, GridsComeBackInTheOrderInWhichTheyWereBegun) {
    Readback back;
    std::vector<std::vector<float>> expected;
    for (int i = 1; i <= 4; ++i) {
        const Noise noise({.dim = 2, .seed = static_cast<std::uint32_t>(i)});
        Grid grid;
        for (int k = 0; k < 40 * i; ++k) {
            grid[0].push_back(axis_point(0.1 + k / 8.0));
            if (k < 9) grid[1].push_back(axis_point(0.3 + k / 4.0));
        }
        expected.emplace_back(grid[0].size() * grid[1].size());
        evaluator.grid(noise, grid, expected.back());
        evaluator.begin_grid(noise, grid, back);
    }
    std::vector<float> values(expected.back().size());
    for (const auto& each : expected) {
        back.take(values);
        EXPECT_TRUE(std::equal(each.begin(), each.end(), values.begin())) << back.pending() << " are left";
    }
    EXPECT_EQ(back.pending(), 0u);
    evaluator.begin_grid(Noise({.dim = 1}), {{{AxisPoint{}, AxisPoint{}}}}, back);
    EXPECT_THROW(back.take(std::span(values).first(1)), Error);
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

TEST_F(Equality, Normalizations) {
    if (glsl < 400) GTEST_SKIP() << "no doubles";
    const TemporaryDirectory dir;
    const auto folder = dir.shaders();
    for (const Mode mode : {Mode::precise, Mode::zero})
        EXPECT_EQ(differing_normalizations(folder, glsl, mode), 0) << kModes[static_cast<int>(mode)];
}

TEST_F(Equality, OctavesFadeWithDistance) {
    const TemporaryDirectory dir;
    EXPECT_EQ(differing_details(dir.shaders(), context.info(), glsl), 0);
}

// Proves that the tests above can fail: they detect any single changed constant in a shader.
TEST_F(Equality, AnyChangedConstantIsNoticed) {
    static const struct {
        const char *file, *constant, *changed, *check;
    } mutants[] = {
        {"isonoise/lattice.glsl", "15.0", "15.00001", "perlin3"},
        {"isonoise/lattice.glsl", "30.0", "30.00001", "perlin2 gradient"},
        {"isonoise/lattice.glsl", "3.0 - ", "3.0000005 - ", "perlin2 fade cubic"},
        {"isonoise/lattice.glsl", "0xD1B54A35u", "0xD1B54A37u", "perlin3 fbm cells"},
        {"isonoise/lattice.glsl", "0x8000) >> 16", "0x7FFF) >> 16", "perlin1 fbm cells"},
        {"isonoise/lattice.glsl", "(n & 0x7FFFFFu)", "(n & 0x3FFFFFu)", "perlin2 fbm"},
        {"isonoise/lattice.glsl", "low - (next << 23)", "low - (next << 22)", "perlin2 fbm"},
        {"isonoise/lattice.glsl", "rest >= period ? rest - period : rest", "rest", "perlin2 fbm periodic"},
        {"isonoise/lattice.glsl", "rest -= uint(int(floor(more))) * period;", "", "perlin1_periodic(cell)"},
        {"isonoise/lattice.glsl", "< ISONOISE_TWICE_RANGE ? x : 0.0", "< ISONOISE_TWICE_RANGE ? x : x",
         "perlin2_gradient()"},
        {"isonoise/lattice.glsl", "TWICE_TINY = 0x57000000u", "TWICE_TINY = 0x56000000u", "perlin3()"},
        {"isonoise/lattice.glsl", "0x1F800000u", "0x20000000u", "perlin3()"},
        {"isonoise/hash.glsl", "m * m + k", "m * m", "perlin4"},
        {"isonoise/hash.glsl", "cell + 1u == period ? 0u", "cell == period ? 0u", "perlin2_periodic()"},
        {"isonoise/hash.glsl", "0x2C1B3C6Du", "0x2C1B3C6Cu", "perlin1()"},
        {"isonoise/hash.glsl", "PRIME_W = 0x27D4EB2Fu", "PRIME_W = 0x27D4EB2Du", "perlin4 gradient"},
        {"isonoise/gradient.glsl", "1011792.0", "1011793.0", "perlin3_gradient(cell)"},
        {"isonoise/gradient.glsl", "682407.0", "682408.0", "perlin4_fbm()"},
        {"isonoise/noise.glsl", "0xB504F334u", "0xB504F324u", "value-two-layer2 fbm"},
        {"isonoise/noise.glsl", "0x5BD1E995u", "0x5BD1E997u", "value-two-layer2 fbm"},
        {"isonoise/noise.glsl", "-4.0 *", "-4.000001 *", "perlin3 ridged"},
        {"isonoise/shape.glsl", "0x7EF311C3u", "0x7E0311C3u", "perlin2 eroded"},
        {"isonoise/articles.glsl", "512559680u", "512559681u", "axis2"},
        {"isonoise/articles.glsl", "8421505.0", "8421504.0", "slope1"},
        {"isonoise/articles.glsl", "h & 3u", "h & 1u", "diagonal2"},
        {"isonoise/value.glsl", ">> 7", ">> 6", "value3 gradient"},
        {"isonoise/improved.glsl", "& 13u", "& 12u", "improved3"},
        {"isonoise/gradient.glsl", "-715827882", "-715800000", "perlin3"},
        {"isonoise/gradient.glsl", "13898701.0", "13898702.0", "perlin2"},
        {"evaluate/rows.glsl", "h, 28u) : s", "h, 29u) : s", "perlin4 compute"},
        {"evaluate/rows.glsl", "has_z = int(h) < ISONOISE_THIRD2", "has_z = int(h) < 700000000", "perlin3 compute"},
        {"evaluate/rows.glsl", "ISONOISE_TANGENT : 1.0, h, 29u", "ISONOISE_TANGENT : 1.0, h, 30u", "perlin2 compute"},
        {"evaluate/rows.glsl", "vec2(gz, 0.0)", "vec2(z.x, 0.0)", "perlin3 compute"},
        {"evaluate/rows.glsl", " && d.xy == a.xy", "", "value2 compute"},
        {"evaluate/rows.comp", "at.z / counts.z", "at.z % counts.z", "perlin4 fbm compute"},
        {"evaluate/tables.comp", "octave + 1u].period", "octave].period", "perlin2 periodic compute"},
        {"evaluate/grid.comp", "at.z % counts.z", "at.z / counts.z", "improved4 compute"},
    };
    for (const auto& m : mutants) {
        const TemporaryDirectory dir;
        const auto path = dir.shaders() / m.file;
        write_file(path, replaced_all(read_file(path), m.constant, m.changed));
        Shaders changed(context.info().glsl, ShaderFiles(dir.path() / "shaders"));
        Evaluator wrong(changed, context.info());
        std::uint64_t differing = 0;
        for (const Check& check : all_checks()) {
            if (check.name != m.check || !can_run(wrong, check)) continue;
            const CheckResult result = run_check(wrong, check, 32768, 1);
            differing = result.differing;
            EXPECT_EQ(differing > 0, !result.first.empty());
            EXPECT_EQ(differing > 0, result.largest_ulp > 0);
        }
        EXPECT_GT(differing, 0u) << m.file << ": " << m.constant;
    }
}

// With protection nothing fuses, reorders or combines protected expressions. Evaluator::arithmetic() would notice:
// drivers here do reorder unprotected ones.
TEST_F(Equality, TheProbeSeesWhatProtectionDoes) {
    Shaders bare(glsl, ShaderFiles(), Mode::fast);
    EXPECT_TRUE(Evaluator::arithmetic(bare).reorders) << "every Mesa driver does";
    EXPECT_EQ(Evaluator::arithmetic(bare).rounds, Rounding::nearest_even);
    for (Mode mode : {Mode::precise, Mode::zero}) {
        if (mode == Mode::precise && glsl < 400) continue;
        Shaders kept(glsl, ShaderFiles(), mode);
        const Arithmetic found = Evaluator::arithmetic(kept);
        EXPECT_FALSE(found.fuses || found.reorders || found.combines) << kModes[static_cast<int>(mode)];
        EXPECT_EQ(found.rounds, Rounding::nearest_even) << kModes[static_cast<int>(mode)];
    }
}

// Drivers with behaviour that none has here: simulated by replacing the shader's results.
TEST_F(Equality, TheProbeTellsOtherDriversApart) {
    const auto probed = [&](const std::string& lines) {
        TemporaryDirectory temporary;
        const auto directory = temporary.shaders();
        std::string text = read_file(directory / "evaluate/arithmetic.frag");
        write_file(directory / "evaluate/arithmetic.frag", text.insert(text.find("    // Three texels."), lines));
        Shaders changed(glsl, ShaderFiles(directory), Mode::zero);
        return Evaluator::arithmetic(changed);
    };
    const auto rounds = [&](const std::string& sums, const std::string& products) {
        return probed("rounded_sums = uvec4(" + sums + "); rounded_products = uvec4(" + products + ");\n").rounds;
    };
    EXPECT_EQ(rounds("0, 1, 1, 1", "0, 1, 1, 1"), Rounding::nearest_even);
    EXPECT_EQ(rounds("0, 0, 0, 0", "0, 0, 0, 0"), Rounding::toward_zero);
    EXPECT_EQ(rounds("1, 1, 1, 0", "1, 1, 1, 0"), Rounding::up);
    EXPECT_EQ(rounds("0, 0, 0, 1", "0, 0, 0, 1"), Rounding::down);
    EXPECT_EQ(rounds("0, 1, 1, 1", "0, 0, 0, 0"), Rounding::other);
    EXPECT_EQ(rounds("1, 1, 1, 1", "1, 1, 1, 1"), Rounding::other);  // ties away from 0
    EXPECT_TRUE(probed("fused = 5.9604644775390625e-8;\n").fuses);
    EXPECT_TRUE(probed("combined = 1.0;\n").combines);
    EXPECT_TRUE(probed("subnormal = 0.0;\n").flushes);
    EXPECT_FALSE(probed("subnormal = 1.0;\n").flushes);
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
