// Baked files, read back: their contents, their independence of anything but the settings, and the files left after a
// failure.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <memory>

#include <gtest/gtest.h>

#include "app/read_image.hpp"
#include "bake/bake.hpp"
#include "error.hpp"
#include "gpu/context.hpp"
#include "gpu/evaluator.hpp"
#include "isonoise/range.hpp"
#include "points.hpp"
#include "temporary.hpp"

using namespace isonoise;
namespace fs = std::filesystem;

namespace {

class Bakes : public testing::Test {
  protected:
    fs::path write(const Noise& noise, Bake order, const std::string& name, Evaluator* gpu = nullptr) const {
        order.path = (dir / name);
        bake_file(noise, order, gpu);
        return dir / name;
    }
    std::vector<std::string> files() const {
        std::vector<std::string> names;
        for (const auto& entry : fs::directory_iterator(dir))
            names.push_back(entry.path().filename().string());
        std::sort(names.begin(), names.end());
        return names;
    }

    TemporaryDirectory temporary;
    fs::path dir = temporary.path();
};

// Some points along each axis of the noise; on periodic axes, a count per period.
GridAxes axes_of(const Settings& settings, std::array<std::int64_t, 4> counts) {
    GridAxes axes;
    for (std::size_t c = 0; c < static_cast<std::size_t>(settings.dim); ++c) {
        axes[c].offset = 0.3 - static_cast<double>(c);
        axes[c].step = 0.07 * static_cast<double>(c + 1);
        axes[c].count = counts[c];
        if (periods(settings)[c] != 0) axes[c].per_period = counts[c];
    }
    return axes;
}

// The position of point i as the manual defines it.
AxisPoint point(const Settings& settings, const GridAxis& axis, std::size_t c, std::int64_t i) {
    const std::uint32_t period = periods(settings)[c];
    const auto frequency = static_cast<double>(settings.frequency);
    if (axis.per_period == 0)
        return axis_point((axis.offset + static_cast<double>(i) * axis.step) * frequency, {}, period);
    return axis_point(axis.offset * frequency, loop_point(i, axis.per_period, period), period);
}

// The expected contents of a file: the noise at each point alone, x fastest.
std::vector<float> values_of(const Noise& noise, const GridAxes& axes) {
    const Settings& settings = noise.settings();
    std::vector<float> values;
    for (std::int64_t l = 0; l < axes[3].count; ++l) {
        for (std::int64_t k = 0; k < axes[2].count; ++k) {
            for (std::int64_t j = 0; j < axes[1].count; ++j) {
                for (std::int64_t i = 0; i < axes[0].count; ++i) {
                    const std::int64_t index[] = {i, j, k, l};
                    glm::ivec4 cell(0);
                    glm::vec4 fraction(0.0f);
                    for (std::size_t c = 0; c < static_cast<std::size_t>(settings.dim); ++c) {
                        const AxisPoint at = point(settings, axes[c], c, index[c]);
                        cell[static_cast<int>(c)] = at.cell;
                        fraction[static_cast<int>(c)] = at.fraction;
                    }
                    values.push_back(noise(cell, fraction));
                }
            }
        }
    }
    return values;
}

std::vector<int> levels_of(const std::vector<float>& values, double low, double high) {
    std::vector<int> levels;
    for (float value : values) {
        const double t = std::clamp((static_cast<double>(value) - low) / (high - low), 0.0, 1.0);
        levels.push_back(static_cast<int>(std::lround(t * 65535)));
    }
    return levels;
}

const std::vector<Settings>& some_settings() {
    static const std::vector<Settings> all = {
        {.dim = 1, .seed = 3, .octaves = 4},
        {.dim = 2, .frequency = 0.37f, .octaves = 5.5f, .lacunarity = 2.1f, .warp = 0.7f},
        {.dim = 2, .fractal = Fractal::turbulence, .period = {3, 0}, .output = Output::unit},
        {.algorithm = Algorithm::improved, .dim = 3, .seed = 9, .octaves = 2},
        {.dim = 3, .frequency = 3.0f, .octaves = 3, .period = {5, 7, 0}, .loop = 2},
        {.algorithm = Algorithm::value, .dim = 4, .octaves = 2},
        {.dim = 4, .octaves = 2, .fractal = Fractal::ridged, .loop = 3},
        {.algorithm = Algorithm::axis, .dim = 2, .seed = 5}};
    return all;
}

}  // namespace

TEST_F(Bakes, FilesHoldTheNoise) {
    static constexpr const char* shapes[] = {"(23,)", "(17, 23)", "(5, 17, 23)", "(3, 5, 17, 23)"};
    for (const Settings& settings : some_settings()) {
        SCOPED_TRACE(get(settings, "algorithm") + " " + std::to_string(settings.dim));
        const Noise noise(settings);
        Bake order{.axes = axes_of(settings, {23, 17, 5, 3})};
        const std::vector<float> expected = values_of(noise, order.axes);
        order.format = Format::npy;
        EXPECT_EQ(read_npy(write(noise, order, "a.npy"), shapes[settings.dim - 1]), expected);
        order.format = Format::raw32f;
        EXPECT_EQ(numbers<float>(read_file(write(noise, order, "a.r32"))), expected);
        const auto range = value_range(settings);
        const std::vector<int> levels = levels_of(expected, range[0], range[1]);
        order.format = Format::raw16;
        EXPECT_EQ(as_ints(numbers<std::uint16_t>(read_file(write(noise, order, "a.r16")))), levels);
        if (settings.dim > 2) continue;
        order.format = Format::png;
        const Image png = read_png(write(noise, order, "a.png"));
        EXPECT_EQ(png.width, 23);
        EXPECT_EQ(png.height, settings.dim == 1 ? 1 : 17);
        EXPECT_EQ(png.channels, 1);
        EXPECT_EQ(png.depth, 16);
        EXPECT_EQ(png.samples, levels);
        order.format = Format::exr;
        const Floats exr = read_exr(write(noise, order, "a.exr"));
        EXPECT_EQ(exr.channels, std::vector<std::string>{"Y"});
        EXPECT_EQ(exr.height, settings.dim == 1 ? 1 : 17);
        EXPECT_EQ(exr.values, expected);
    }
}

TEST_F(Bakes, ARangeIsStretchedAndClamped) {
    const Noise noise({.dim = 2, .octaves = 3});
    Bake order{.axes = axes_of(noise.settings(), {40, 30, 1, 1}), .range = {{-0.25, 0.125}}};
    const std::vector<int> levels = levels_of(values_of(noise, order.axes), -0.25, 0.125);
    EXPECT_GT(std::count(levels.begin(), levels.end(), 0), 10);
    EXPECT_GT(std::count(levels.begin(), levels.end(), 65535), 10);
    order.format = Format::raw16;
    EXPECT_EQ(as_ints(numbers<std::uint16_t>(read_file(write(noise, order, "a.r16")))), levels);
    order.format = Format::png;
    EXPECT_EQ(read_png(write(noise, order, "a.png")).samples, levels);
    // The value 0, halfway between two integers.
    order = {.format = Format::raw16, .axes = {{{}, {}}}};
    EXPECT_EQ(numbers<std::uint16_t>(read_file(write(noise, order, "b.r16"))), std::vector<std::uint16_t>{32768});
}

TEST_F(Bakes, BackendsThreadsAndPiecesDoNotMatter) {
    HeadlessContext context;
    Shaders shaders(context.info().glsl, ShaderFiles());
    Evaluator evaluator(shaders, context.info());
    for (const Settings& settings : some_settings()) {
        SCOPED_TRACE(get(settings, "algorithm") + " " + std::to_string(settings.dim));
        const Noise noise(settings);
        for (const Format format : {Format::npy, Format::raw16, Format::png, Format::exr}) {
            const bool plane = format == Format::png || format == Format::exr;
            Bake order{.format = format,
                       .axes = axes_of(settings, plane ? std::array<std::int64_t, 4>{61, 43, 1, 1}
                                                       : std::array<std::int64_t, 4>{61, 11, 7, 5})};
            order.threads = 1;
            const std::string whole = read_file(write(noise, order, "a"));
            for (const std::int64_t piece : {1, 60, 61, 62, 700, 5000}) {
                if (piece == 1 && settings.dim > 2) continue;  // slow
                order.piece = piece;
                order.threads = static_cast<unsigned>(piece % 4);
                EXPECT_TRUE(read_file(write(noise, order, "b")) == whole) << "pieces of " << piece;
            }
            order.piece = 1000;
            for (const bool computed : {false, evaluator.can_compute()}) {
                evaluator.compute(computed);
                EXPECT_TRUE(read_file(write(noise, order, "b", &evaluator)) == whole) << "GPU " << computed;
            }
        }
    }
}

// Holds for any count: 49 steps of 7/49 in a period of 7 hit every lattice point, which doubles would miss.
TEST_F(Bakes, TilesAndLoopsCloseToTheBit) {
    const Noise noise({.dim = 3, .frequency = 0.7f, .octaves = 3, .period = {7, 0, 0}, .loop = 3, .warp = 0.5f});
    Bake order{.format = Format::raw32f, .axes = axes_of(noise.settings(), {343, 3, 60, 1})};
    const std::vector<float> tile = numbers<float>(read_file(write(noise, order, "a")));
    order.axes[0].count = 2 * 343;
    order.axes[2].count = 3 * 60;
    const std::vector<float> tiles = numbers<float>(read_file(write(noise, order, "b")));
    ASSERT_EQ(tiles.size(), 6 * tile.size());
    for (std::size_t k = 0; k < 180; ++k) {
        for (std::size_t j = 0; j < 3; ++j) {
            for (std::size_t i = 0; i < 686; ++i)
                ASSERT_EQ(tiles[(k * 3 + j) * 686 + i], tile[(k % 60 * 3 + j) * 343 + i % 343]) << i << " " << k;
        }
    }
}

TEST_F(Bakes, WhatFailsLeavesTheOldFile) {
    const Noise noise({.dim = 2, .octaves = 2});
    struct Stop {};
    for (const Format format : {Format::npy, Format::raw16, Format::raw32f, Format::png, Format::exr}) {
        write_file(dir / "a", "old");
        const Bake order{
            .path = (dir / "a"), .format = format, .axes = axes_of(noise.settings(), {300, 300, 1, 1}), .piece = 1000};
        EXPECT_THROW(bake_file(noise, order, nullptr, [](double done) { done > 0.6 ? throw Stop() : 0; }), Stop);
        EXPECT_EQ(read_file(dir / "a"), "old");
        EXPECT_EQ(files(), std::vector<std::string>{"a"});
    }
}

TEST_F(Bakes, WhatIsWrongIsSaid) {
    const Settings settings{.dim = 4};
    const auto what = [&](const std::array<std::int64_t, 4>& counts, Format format) {
        Bake order{.format = format};
        for (std::size_t c = 0; c < 4; ++c)
            order.axes[c].count = counts[c];
        return problem(Noise(settings), order);
    };
    const std::int64_t most = std::int64_t{1} << 31;
    EXPECT_EQ(what({most, 1 << 17, 1, 1}, Format::raw16), "");
    EXPECT_EQ(what({most, 1 << 17, 2, 1}, Format::raw16), "size: expected at most 2^48 points in all");
    EXPECT_EQ(what({most, most, most, most}, Format::raw16), "size: expected at most 2^48 points in all");
    for (const std::int64_t count : {std::int64_t{0}, std::int64_t{-1}, INT64_MIN, most + 1, INT64_MAX})
        EXPECT_NE(what({1, 1, count, 1}, Format::npy), "") << count;
    EXPECT_EQ(what({5, 4, 1, 1}, Format::png), "");
    EXPECT_EQ(what({5, 4, 1, 2}, Format::exr),
              "format: exr holds one plane, but this grid has 2; npy, raw16 and raw32f hold any");
    EXPECT_EQ(what({1000000, 10000, 1, 1}, Format::png), "");
    EXPECT_NE(what({1000001, 1, 1, 1}, Format::png), "");
    EXPECT_NE(what({1, 1000001, 1, 1}, Format::exr), "");
    EXPECT_NE(what({200000, 200000, 1, 1}, Format::exr), "");
    EXPECT_EQ(problem(Noise(settings), {.format = Format::exr, .range = {{0, 1}}}),
              "range: only for png and raw16; exr holds the values themselves");
    EXPECT_THROW(write(Noise({.dim = 2}), {.axes = axes_of({.dim = 3}, {2, 2, 2, 1})}, "a"), Error);
    Bake far{.axes = axes_of(settings, {2, 2, 2, 2})};
    far.axes[3].offset = -1e300;
    EXPECT_EQ(problem(Noise(settings), far),
              "points of axis w: expected offset + i*step less than 2^52 cells from 0, got -1e+300");
    EXPECT_THROW(write(Noise(settings), far, "a"), Error);
    EXPECT_EQ(files(), std::vector<std::string>{});
}

// Uses arbitrary settings.
TEST_F(Bakes, BackendsAgreeInAnySettings) {
    HeadlessContext context;
    Shaders shaders(context.info().glsl, ShaderFiles());
    Evaluator evaluator(shaders, context.info());
    Random random(20261121);
    for (int i = 0; i < 150; ++i) {
        const Settings settings = random_settings(random, false);
        SCOPED_TRACE(testing::PrintToString(settings));
        const Noise noise(settings);
        Bake order{.format = i % 2 ? Format::raw16 : Format::npy, .axes = axes_of(settings, {600, 31, 3, 2})};
        for (std::size_t c = 0; c < 4; ++c)
            order.axes[c].offset = random.between(-1, 1) * std::exp2(random.between(-3, 30));
        order.piece = 20000;
        evaluator.compute(i % 3 != 0 && evaluator.can_compute());
        EXPECT_TRUE(read_file(write(noise, order, "a")) == read_file(write(noise, order, "b", &evaluator)));
    }
}

TEST_F(Bakes, MemoryStaysSmallWhateverTheSize) {
#ifdef ISONOISE_SANITIZED
    GTEST_SKIP() << "the sanitizer keeps what was freed";
#endif
    for (const char* arguments :
         {"--format raw32f --size 32768x32768", "--format raw16 --dim 1 --size 1073741824",
          "--format npy --dim 4 --size 100x100x100x1000", "--format png --size 1000000x40",
          "--format png --size 40x1000000", "--format exr -o a.exr --size 1000000x40", "--size 40x1000000 -o a.exr"}) {
        const std::string bake = "cd '" + dir.string() +
                                 "' && prlimit --data=100000000 '" ISONOISE_BINARY
                                 "' bake --backend cpu --threads 2 -o - ";
        EXPECT_EQ(std::system((bake + arguments + " >/dev/null 2>.err").c_str()), 0)
            << arguments << ": " << read_file(dir / ".err");
    }
}
