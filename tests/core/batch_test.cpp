// Grids: every value has the bits that Noise gives for that point; and requests that batches reject.
#include <cmath>
#include <limits>

#include "batches.hpp"
#include "isonoise/fast/hash.hpp"

using namespace isonoise::any_cpu;  // hash.hpp

TEST(Batch, GridsAreTheNoiseWithEveryInstructionSet) {
    with_all_instructions([] {
        for (int dim = 1; dim <= 4; ++dim) {
            for (const Settings& settings : varied_settings(dim)) {
                SCOPED_TRACE(testing::PrintToString(settings));
                const Noise noise(settings);
                // From rows that share a cell to several cells per step; rows of one and a half vectors.
                expect_alone(noise, grid_of(dim, {41, 5, 2, 2}, -1.3, 0.06), {}, false, false);
                expect_alone(noise, grid_of(dim, {19, 3, 2, 1}, 1e5, 1.7), {}, has_slopes(settings), false);
            }
        }
    });
}

TEST(Batch, GridsAreTheNoiseForAnySettings) {
    Random random(20261121);
    for (int i = 0; i < 3000; ++i) {
        const Settings settings = random_settings(random, false);
        SCOPED_TRACE(testing::PrintToString(settings));
        GridAxes grid;
        for (std::size_t c = 0; c < static_cast<std::size_t>(settings.dim); ++c) {
            const double reach =
                std::min(std::exp2(random.between(-3, 34)), 0x1p50 / static_cast<double>(settings.frequency));
            grid[c] = {random.between(-reach, reach),
                       std::exp2(random.between(-30, 4)) * (random.next() % 2 ? 1 : -1),
                       static_cast<std::int64_t>(1 + random.next() % (c == 0 ? 40 : 4)),
                       static_cast<std::int64_t>(random.next() % 100) - 50,
                       {}};
            if (random.next() % 4 == 0)
                grid[c].along = loop_point(static_cast<std::int64_t>(random.next() % 9), 9,
                                           1 + static_cast<std::uint32_t>(random.next() % 50));
        }
        expect_alone(Noise(settings), grid, {.threads = 1 + static_cast<unsigned>(random.next() % 3)},
                     has_slopes(settings) && random.next() % 2 == 0, random.next() % 2 == 0);
    }
}

// Blocks, bands, stacks and rows of more than one piece; tails of every length.
TEST(Batch, SizesDoNotMatter) {
    const Settings one{.dim = 3, .seed = 9}, several{.dim = 3, .seed = 9, .octaves = 3};
    for (const Settings& settings : {one, several}) {
        for (std::int64_t columns : {1, 2, 15, 16, 17, 31, 33, 255, 256, 257, 600})
            expect_alone(Noise(settings), grid_of(3, {columns, 3, 2, 1}, 0.1, 0.013), {}, false, columns % 2 == 0);
        expect_alone(Noise(settings), grid_of(3, {3, 1300, 2, 1}, 0.1, 0.013), {}, false, false);
        expect_alone(Noise(settings), grid_of(3, {2, 2, 300, 1}, 0.1, 0.013), {.threads = 4}, false, false);
    }
    expect_alone(Noise({.dim = 1, .octaves = 2}), grid_of(1, {100001, 1, 1, 1}, 5, 0.37), {.threads = 2}, false, false);
    expect_alone(Noise({.dim = 4}), grid_of(4, {130, 70, 3, 3}, 5, 0.37), {.threads = 2}, false, false);
    // Several pieces along each axis at once, and without SIMD.
    expect_alone(Noise(one), grid_of(3, {260, 260, 3, 1}, 0.1, 0.013), {.threads = 2}, false, true);
    const auto improved = [](int dim) { return Noise({.algorithm = Algorithm::improved, .dim = dim}); };
    expect_alone(improved(1), grid_of(1, {1001, 1, 1, 1}, 5, 0.37), {.threads = 2}, false, true);
    expect_alone(improved(3), grid_of(3, {64, 101, 3, 1}, 0.1, 0.013), {}, false, false);
    expect_alone(improved(3), grid_of(3, {260, 260, 3, 1}, 0.1, 0.013), {.threads = 2}, false, true);
}

TEST(Batch, EveryAxisCountsForTheSizeOfAWholeGrid) {
    GridAxes grid;
    std::vector<float> values(2 * 3 * 4 * 5);
    for (std::size_t c = 0; c < 4; ++c)
        grid[c].count = static_cast<std::int64_t>(2 + c), grid[c].step = 0.3;
    const Noise noise({.dim = 4});
    ASSERT_TRUE(evaluate(noise, grid, values));
    for (std::size_t i = 0; i < values.size(); ++i) {
        const glm::vec4 at(i % 2, i / 2 % 3, i / 6 % 4, i / 24);
        glm::ivec4 cell;
        glm::vec4 fraction;
        for (int c = 0; c < 4; ++c) {
            const AxisPoint point = axis_point(0.3 * static_cast<double>(at[c]));
            cell[c] = point.cell;
            fraction[c] = point.fraction;
        }
        ASSERT_EQ(bits(values[i]), bits(noise(cell, fraction))) << i;
    }
}

TEST(Batch, AnAxisCountsByOneFromZeroUnlessToldOtherwise) {
    EXPECT_EQ(grid_point(Noise({.dim = 1}), {.count = 9}, 0, 7), (AxisPoint{7, 0.0f}));
}

TEST(Batch, PointsAreNoneUnlessCounted) { EXPECT_EQ(Points().count, 0); }

// Rows share a block if their cells have the same keys at both ends; at one end alone, different cells may.
TEST(Batch, CellsThatShareAKeyAtOneEnd) {
    const std::int64_t pairs[][2] = {{-277798, -249731}, {-277985, -233497}, {-284830, -179680}};
    for (const auto& [a, b] : pairs) {
        const uint8 first = keys<4>(uint4(0u, std::uint32_t(a), 0u, 0u), 0u);
        const uint8 second = keys<4>(uint4(0u, std::uint32_t(b), 0u, 0u), 0u);
        ASSERT_EQ(lane<1>(low(first)), lane<1>(low(second)));
        for (const int dim : {2, 3}) {
            for (const std::int64_t end : {0, 1}) {  // it is the low end of one cell and the high end of another
                GridAxes grid = grid_of(dim, {5, 2, 1, 1}, 0.3, 0.1);
                grid[1].offset = static_cast<double>(a - end) + 0.5;
                grid[1].step = static_cast<double>(b - a);
                expect_alone(Noise({.dim = dim}), grid, {}, false, false);
                expect_alone(Noise({.dim = dim}), grid, {}, true, false);
            }
        }
    }
}

// Below 2^-40 a fraction acts as 0.
TEST(Batch, TinyFractions) {
    with_all_instructions([] {
        for (const Settings& settings : {Settings{.dim = 1}, Settings{.algorithm = Algorithm::improved, .dim = 1}}) {
            for (const double offset : {0x1p-40, 0x1.fffffep-41, 0x1p-45, -0x1p-45})
                expect_alone(Noise(settings), grid_of(1, {41, 1, 1, 1}, offset, 1), {}, has_slopes(settings), false);
        }
    });
}

TEST(Batch, WhereChannelsOverlapTheLastOneStays) {
    for (const Settings& settings :
         {Settings{.dim = 2}, Settings{.dim = 2, .octaves = 2}, Settings{.dim = 2, .octaves = 2, .warp = 1},
          Settings{.algorithm = Algorithm::value, .dim = 2, .octaves = 3}}) {
        const Noise noise(settings);
        const GridAxes grid = grid_of(2, {41, 19, 1, 1}, 0.1, 0.13);
        std::vector<float> alone(41 * 19), shared(41 * 19);
        Channels to;
        to.gradient[1].data = alone.data();
        ASSERT_TRUE(evaluate(noise, grid, to));
        to.value.data = to.gradient[0].data = to.gradient[1].data = shared.data();
        ASSERT_TRUE(evaluate(noise, grid, to));
        EXPECT_EQ(alone, shared) << testing::PrintToString(settings);
    }
}

// Far out, also where vectors of doubles cannot split a coordinate.
TEST(Batch, FarCoordinates) {
    for (const char* period : {"0,0", "7,1"}) {
        Settings settings{.dim = 2, .seed = 4, .octaves = 5};
        ASSERT_EQ(set(settings, "period", period), "");
        for (double offset : {0x1p31, -0x1p32, 0x1p49, -0x1p50, 0x1p51, -0x1p51, 0x1p52 - 0x1p30, 1e-300}) {
            SCOPED_TRACE(offset);
            expect_alone(Noise(settings), grid_of(2, {37, 3, 1, 1}, offset, 0.31), {}, false, false);
            expect_alone(Noise(settings), grid_of(2, {37, 3, 1, 1}, offset, 0x1p20), {}, true, false);
        }
    }
}

// Pieces of one row on either side of where vectors cannot split a coordinate.
TEST(Batch, RowsThatGoFar) {
    Random random(52);
    with_all_instructions([&] {
        for (int i = 0; i < 100; ++i) {
            const double step = std::exp2(random.between(39, 51)), from = random.between(-0x1p52, 0x1p52);
            const auto count = static_cast<std::int64_t>(std::min(1200.0, (0x1p52 - from) / step)) - 1;
            const auto first = static_cast<std::int64_t>(random.between(-9, 9));
            GridAxes grid;
            grid[0] = {
                .offset = from - static_cast<double>(first) * step, .step = step, .count = count, .first = first};
            SCOPED_TRACE(testing::PrintToString(std::array{from, step}));
            if (count > 0) expect_alone(Noise({.dim = 1, .octaves = 2}), grid, {}, false, false);
        }
    });
}

// `along` may be any cell, even if doubles cannot represent it.
TEST(Batch, FarCells) {
    std::vector<Settings> all = {{.dim = 1, .octaves = 3, .lacunarity = 2.3f},
                                 {.dim = 1, .octaves = 3, .period = {7}},
                                 {.dim = 1, .period = {2147483647}},
                                 {.dim = 1, .octaves = 2, .warp = 0.5f},
                                 {.dim = 1, .period = {12}, .warp = 0.5f},
                                 {.algorithm = Algorithm::improved, .dim = 1, .period = {100}},
                                 {.algorithm = Algorithm::slope, .dim = 1, .octaves = 3},
                                 {.algorithm = Algorithm::slope, .dim = 1, .octaves = 3, .lacunarity = 3.5f}};
    std::vector<std::int64_t> cells = {INT64_MIN, INT64_MIN + 1, INT64_MAX - 1, INT64_MAX};
    for (int bit : {49, 50, 51, 52, 53, 61, 62}) {
        for (std::int64_t more : {-41, -2, -1, 0, 1, 40}) {
            cells.push_back((std::int64_t{1} << bit) + more);
            cells.push_back(more - (std::int64_t{1} << bit));
        }
    }
    with_all_instructions([&] {
        for (const Settings& settings : all) {
            const Noise noise(settings);
            const auto period = static_cast<std::int64_t>(periods(settings)[0]);  // below 2^62
            for (const std::int64_t cell : cells) {
                SCOPED_TRACE(cell);
                for (const double offset : {0.0, -20.25, 1e6, -0x1p50}) {
                    GridAxes grid;
                    grid[0] = {.offset = offset, .step = 0.8125, .count = 21, .along = {cell, 0.5}};
                    expect_alone(noise, grid, {}, has_slopes(settings), false);
                    for (std::int64_t i = 0; i < grid[0].count; ++i) {
                        const AxisPoint at = grid_point(noise, grid[0], 0, i);
                        const double x = offset + static_cast<double>(i) * 0.8125 + 0.5;
                        const auto whole = static_cast<std::int64_t>(std::floor(x));
                        const std::uint64_t sum =
                            period == 0 ? static_cast<std::uint64_t>(whole) + static_cast<std::uint64_t>(cell)
                                        : static_cast<std::uint64_t>(
                                              ((whole % period + cell % period) % period + period) % period);
                        ASSERT_EQ(at.cell, static_cast<std::int32_t>(static_cast<std::uint32_t>(sum))) << i;
                    }
                }
            }
        }
    });
}

// At coordinates that floats can represent, the grid equals the noise, also for slope, whose lattice repeats.
TEST(Batch, GridsAreTheNoiseOfTheirCoordinates) {
    for (const Settings& settings : std::vector<Settings>{
             {.algorithm = Algorithm::slope, .dim = 1, .octaves = 4, .lacunarity = 3.5f},
             {.algorithm = Algorithm::slope, .dim = 1, .octaves = 29, .lacunarity = 7},
             {.algorithm = Algorithm::slope, .dim = 1, .octaves = 4},
             {.algorithm = Algorithm::improved, .dim = 1, .octaves = 3, .lacunarity = 3.5f},
             {.algorithm = Algorithm::improved, .dim = 1, .octaves = 3, .lacunarity = 3, .period = {7}},
             {.algorithm = Algorithm::axis, .dim = 2, .octaves = 4, .lacunarity = 3.5f},
             {.algorithm = Algorithm::diagonal, .dim = 2, .octaves = 4, .lacunarity = 3.5f},
             {.dim = 1, .octaves = 4, .lacunarity = 3.5f}}) {
        const Noise noise(settings);
        for (const double offset : {-600.5, 300.5, 65000.25, -2097152.0}) {
            GridAxes grid;
            grid[0] = {.offset = offset, .step = 0.25, .count = 4000};
            std::vector<float> values(4000);
            ASSERT_TRUE(evaluate(noise, grid, values));
            for (std::size_t i = 0; i < values.size(); ++i) {
                const auto x = static_cast<float>(offset + 0.25 * static_cast<double>(i));
                ASSERT_EQ(bits(values[i]), bits(noise(glm::vec4(x, 0, 0, 0)))) << x << text_of(settings);
            }
        }
    }
}

TEST(Batch, PartsHaveTheBitsOfTheWhole) {
    const Noise noise({.dim = 2, .seed = 3, .octaves = 4, .lacunarity = 2.3f});
    GridAxes whole = grid_of(2, {97, 61, 1, 1}, 0.1, 0.1);
    std::vector<float> all(97 * 61), part(50 * 20);
    ASSERT_TRUE(evaluate(noise, whole, all));
    GridAxes cut = whole;
    cut[0].first = 31;
    cut[0].count = 50;
    cut[1].first = 40;
    cut[1].count = 20;
    ASSERT_TRUE(evaluate(noise, cut, part));
    for (std::size_t j = 0; j < 20; ++j) {
        for (std::size_t i = 0; i < 50; ++i)
            ASSERT_EQ(bits(part[j * 50 + i]), bits(all[(40 + j) * 97 + 31 + i])) << i << ", " << j;
    }
}

TEST(Batch, PointsOfAPeriodCloseToTheBit) {
    with_all_instructions([] {
        for (std::int64_t count : {1, 7, 49, 60, 343}) {  // 49 times 1/49 is not 1 in doubles
            Settings settings{.dim = 2, .seed = 4, .frequency = 0.37f, .octaves = 3, .period = {7, 11}};
            const Noise noise(settings);
            GridAxes grid;
            grid[0] = {.offset = 0.25, .count = 3 * count, .first = -count, .per_period = count};
            grid[1] = {.step = 0.1, .count = 5, .along = {3, 0.75}};
            expect_alone(noise, grid, {}, true, false);
            for (std::int64_t i = 0; i < count; ++i) {
                const AxisPoint at = grid_point(noise, {.count = count, .per_period = count}, 0, i);
                EXPECT_EQ(at.cell, i * 7 / count);
                EXPECT_EQ(at.fraction,
                          static_cast<float>(static_cast<double>(i * 7 % count) / static_cast<double>(count)));
                EXPECT_EQ(grid_point(noise, grid[0], 0, i), grid_point(noise, grid[0], 0, i + count));
                EXPECT_EQ(grid_point(noise, grid[0], 0, i), grid_point(noise, grid[0], 0, i + 2 * count));
            }
            // An offset is in units of coordinate.
            EXPECT_EQ(grid_point(noise, {.offset = 10, .count = count, .per_period = count}, 0, 0),
                      axis_point(10 * static_cast<double>(0.37f), {}, 7));
            // `along` is added to the period's points, including a carry.
            EXPECT_EQ(grid_point(noise, {.count = 4, .along = {5, 0.75}, .per_period = 28}, 0, 2),
                      (AxisPoint{6, 0.25f}));
        }
    });
}

TEST(Batch, GradientsAlone) {
    const Noise noise({.dim = 2});
    const GridAxes grid = grid_of(2, {20, 20, 1, 1}, 0, 0.1);
    std::vector<float> both(400), y(400);
    Channels to;
    to.gradient[0].data = both.data();
    to.gradient[1].data = both.data();  // x is unwanted; y overwrites it
    Channels only;
    only.gradient[1].data = y.data();
    ASSERT_TRUE(evaluate(noise, grid, to));
    ASSERT_TRUE(evaluate(noise, grid, only));
    EXPECT_EQ(both, y);
    EXPECT_NE(y[25], 0.0f);
}

TEST(Batch, RowsMayRunUpwards) {
    const Noise noise({.dim = 2});
    const GridAxes grid = grid_of(2, {40, 10, 1, 1}, 0, 0.1);
    std::vector<float> down(400), up(400);
    ASSERT_TRUE(evaluate(noise, grid, down));
    Channels to;
    to.value = {up.data() + 9 * 40, {1, -40, 0, 0}};
    ASSERT_TRUE(evaluate(noise, grid, to));
    for (std::size_t j = 0; j < 10; ++j)
        EXPECT_TRUE(std::equal(&down[j * 40], &down[j * 40] + 40, &up[(9 - j) * 40]));
}

TEST(Batch, ProgressRisesToOneAndCanEndTheWork) {
    const Noise noise({.dim = 2, .octaves = 8});
    const GridAxes grid = grid_of(2, {4000, 4000, 1, 1}, 0, 0.1);
    std::vector<float> values(4000 * 4000, kUntouched);
    for (unsigned threads : {1u, 2u}) {
        std::vector<double> all_done;
        ASSERT_TRUE(evaluate(noise, grid, values, {threads, [&](double done) {
                                                       all_done.push_back(done);
                                                       return true;
                                                   }}));
        EXPECT_TRUE(std::is_sorted(all_done.begin(), all_done.end()));
        EXPECT_GT(all_done.front(), 0.0);
        EXPECT_EQ(all_done.back(), 1.0);

        std::fill(values.begin(), values.end(), kUntouched);
        EXPECT_FALSE(evaluate(noise, grid, values, {threads, [](double) { return false; }}));
        EXPECT_NE(std::count(values.begin(), values.end(), kUntouched), 0) << "it went on to the end";

        struct Stop {};
        EXPECT_THROW(evaluate(noise, grid, values, {threads, [](double) -> bool { throw Stop{}; }}), Stop);
    }
}

TEST(Batch, WhatIsOnTheLimitIsAllowed) {
    const Noise noise({.dim = 2, .period = {4, 0}});
    const auto what = [&](auto change) {
        GridAxes grid;
        grid[0].step = grid[1].step = 0x1p-10;
        change(grid);
        return problem(noise, grid);
    };
    EXPECT_EQ(what([](GridAxes& g) { g[0].count = std::int64_t{1} << 48; }), "");
    EXPECT_NE(what([](GridAxes& g) { g[0].count = (std::int64_t{1} << 48) + 1; }), "");
    EXPECT_EQ(what([](GridAxes& g) { g[0].count = g[1].count = std::int64_t{1} << 24; }), "");
    EXPECT_NE(what([](GridAxes& g) { g[0].count = (g[1].count = std::int64_t{1} << 24) + 1; }), "");
    EXPECT_EQ(what([](GridAxes& g) { g[0].step = 0; }), "");
    EXPECT_EQ(what([](GridAxes& g) { g[0].step = -0x1p-60; }), "");
    EXPECT_NE(what([](GridAxes& g) { g[1].step = 0, g[1].count = 2; }), "");
    EXPECT_EQ(what([](GridAxes& g) { g[0].per_period = std::int64_t{1} << 31; }), "");
    EXPECT_NE(what([](GridAxes& g) { g[0].per_period = (std::int64_t{1} << 31) + 1; }), "");
    for (const std::int64_t sign : {-1, 1}) {
        EXPECT_EQ(what([&](GridAxes& g) { g[0].first = sign * (std::int64_t{1} << 52); }), "");
        EXPECT_NE(what([&](GridAxes& g) { g[0].first = sign * ((std::int64_t{1} << 52) + 1); }), "");
    }
    EXPECT_EQ(what([](GridAxes& g) { g[0].along.fraction = 0.0; }), "");
    EXPECT_EQ(what([](GridAxes& g) { g[0].along.fraction = std::nextafter(1.0, 0.0); }), "");
    EXPECT_NE(what([](GridAxes& g) { g[0].along.fraction = -0x1p-1074; }), "");
}

TEST(Batch, WhatIsWrongIsSaidBeforeAnythingIsWritten) {
    const Noise noise({.dim = 2}), eroded({.dim = 2, .fractal = Fractal::eroded}),
        axis({.algorithm = Algorithm::axis, .dim = 2});
    const GridAxes good = grid_of(2, {4, 4, 1, 1}, 0, 0.1);
    std::vector<float> values(16, kUntouched);
    constexpr double nan = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();
    const std::string far = ": expected offset + i*step less than 2^52 cells from 0, got ",
                      fraction = "fraction of axis y: expected at least 0 and less than 1, got ", fine;
    const struct {
        void (*change)(GridAxes& grid);
        std::string message;
    } grids[] = {
        {[](auto& g) { g[0].count = 0; }, "count of axis x: expected 1 to 2^48, got 0"},
        {[](auto& g) { g[1].count = -4; }, "count of axis y: expected 1 to 2^48, got -4"},
        {[](auto& g) { g[0].count = INT64_MAX; }, "count of axis x: expected 1 to 2^48, got 9223372036854775807"},
        {[](auto& g) { g[0].count = g[1].count = std::int64_t{1} << 40; }, "the grid has more than 2^48 points"},
        {[](auto& g) { g[2].count = 2; }, "count of axis z: expected 1, since the noise lacks this axis, got 2"},
        {[](auto& g) { g[0].count = 5; }, "values: expected 20 floats, got 16"},
        {[](auto& g) { g[0].step = 0; }, "step of axis x: expected a number other than 0, got 0"},
        {[](auto& g) { g[1].step = nan; }, "step of axis y: expected a number other than 0, got nan"},
        {[](auto& g) { g[0].offset = -infinity; }, "offset of axis x: expected a number, got -inf"},
        {[](auto& g) { g[0].first = INT64_MIN; }, "first of axis x: expected -2^52 to 2^52, got -9223372036854775808"},
        {[](auto& g) { g[1].offset = 1e16; }, "points of axis y" + far + "1e+16"},
        {[](auto& g) { g[0].offset = -1e300; }, "points of axis x" + far + "-1e+300"},
        {[](auto& g) { g[0].offset = 0x1p52; }, "points of axis x" + far + "4503599627370496"},
        // the last point
        {[](auto& g) { g[0].offset = 0x1p52 - 2, g[0].step = 0.75; }, "points of axis x" + far + "4503599627370496"},
        {[](auto& g) { g[0].step = -1e308, g[0].first = 7; }, "points of axis x" + far + "-inf"},
        {[](auto& g) { g[1].along.fraction = -0.5; }, fraction + "-0.5"},
        {[](auto& g) { g[1].along.fraction = 1.0; }, fraction + "1"},
        {[](auto& g) { g[1].along.fraction = 1e300; }, fraction + "1e+300"},
        {[](auto& g) { g[1].along.fraction = nan; }, fraction + "nan"},
        {[](auto& g) { g[1].along.fraction = infinity; }, fraction + "inf"},
        {[](auto& g) { g[0].per_period = -1; }, "per_period of axis x: expected 0 to 2^31, got -1"},
        {[](auto& g) { g[1].per_period = 4; }, "per_period of axis y: the noise has no period along this axis"},
        {[](auto& g) { g[0].offset = 0x1p52 - 4, g[0].step = 1; }, fine},
        {[](auto& g) { g[0].offset = -0x1p52 + 0.5; }, fine},
        {[](auto& g) { g[3].offset = 1e300; }, fine},  // unused
    };
    for (const auto& [change, expected] : grids) {
        GridAxes grid = good;
        change(grid);
        std::fill(values.begin(), values.end(), kUntouched);
        EXPECT_EQ(message([&] { evaluate(noise, grid, values); }),
                  expected.empty() ? "nothing thrown" : "batch: " + expected);
        EXPECT_EQ(std::count(values.begin(), values.end(), kUntouched), expected.empty() ? 0 : 16) << expected;
    }
    std::fill(values.begin(), values.end(), kUntouched);
    const Noise often({.dim = 2, .frequency = 1024}), tiled({.dim = 2, .period = {4, 0}});
    const GridAxes far_out = grid_of(2, {4, 4, 1, 1}, 0x1p42, 0.1);
    EXPECT_EQ(message([&] { evaluate(often, far_out, values); }), "batch: points of axis x" + far + "4503599627370496");
    GridAxes tile = good;
    tile[0].per_period = 4;
    tile[0].offset = 1e16;
    EXPECT_EQ(message([&] { evaluate(tiled, tile, values); }), "batch: points of axis x" + far + "1e+16");

    Channels none, to, third;
    EXPECT_EQ(message([&] { evaluate(noise, good, none); }),
              "batch: no output requested: neither values nor gradients");
    to.gradient[0].data = values.data();
    EXPECT_EQ(message([&] { evaluate(axis, good, to); }), "batch: gradient: these settings have no gradient");
    EXPECT_EQ(message([&] { evaluate(eroded, good, to); }), "nothing thrown");  // gives its slope
    std::fill(values.begin(), values.end(), kUntouched);
    third.gradient[2].data = values.data();
    EXPECT_EQ(message([&] { evaluate(noise, good, third); }), "batch: gradient: the noise has no axis z");

    Points points;
    points.count = -1;
    to.value.data = values.data();
    EXPECT_EQ(message([&] { evaluate(noise, points, to); }), "batch: count: expected 0 to 2^48, got -1");
    points.count = 3;
    points.coordinates[0] = values.data();
    EXPECT_EQ(message([&] { evaluate(noise, points, to); }), "batch: coordinates: those of axis y are missing");
    points.coordinates = {nullptr, values.data(), nullptr, nullptr};
    EXPECT_EQ(message([&] { evaluate(noise, points, to); }), "batch: coordinates: those of axis x are missing");
    points.count = (std::int64_t{1} << 48) + 1;
    EXPECT_EQ(message([&] { evaluate(noise, points, to); }), "batch: count: expected 0 to 2^48, got 281474976710657");
    points.count = 0;
    points.coordinates[0] = values.data();
    EXPECT_TRUE(evaluate(noise, points, to));
    EXPECT_TRUE(std::all_of(values.begin(), values.end(), [](float x) { return x == kUntouched; }));
}

// Planes of gradients are cut into blocks of rows and columns; tests sizes on either side of each boundary.
TEST(Batch, GradientsOfGridsOfAnySize) {
    with_all_instructions([] {
        for (int dim = 1; dim <= 4; ++dim) {
            for (const Algorithm algorithm : {Algorithm::perlin, Algorithm::value}) {
                for (const Fractal fractal : {Fractal::fbm, Fractal::ridged, Fractal::turbulence}) {
                    const bool scattered = fractal == Fractal::ridged;
                    Settings s{.algorithm = algorithm, .dim = dim, .seed = 9, .frequency = 0.7f, .octaves = 2};
                    s.fractal = fractal;
                    if (fractal == Fractal::turbulence) s.octaves = 1;
                    if (!problem(s).empty()) continue;
                    SCOPED_TRACE(testing::PrintToString(s));
                    for (const std::int64_t columns : {1, 15, 17, 65, 129, 300}) {
                        expect_alone(Noise(s),
                                     grid_of(dim, {columns, dim > 1 ? 19 : 1, dim > 2 ? 2 : 1, 1}, 0.1, 0.013), {},
                                     true, scattered);
                    }
                    expect_alone(Noise(s), grid_of(dim, {64, dim > 1 ? 19 : 1, 1, 1}, 0.1, 1.7), {}, true, scattered);
                    expect_alone(Noise(s), grid_of(dim, {3, dim > 1 ? 600 : 1, 1, 1}, 0.1, 0.013), {.threads = 2}, true,
                                 scattered);
                    s.period.assign(static_cast<std::size_t>(dim), 5);
                    expect_alone(Noise(s), grid_of(dim, {70, dim > 1 ? 40 : 1, 1, 1}, -3, 0.33), {.threads = 2}, true,
                                 scattered);
                }
            }
        }
    });
}
