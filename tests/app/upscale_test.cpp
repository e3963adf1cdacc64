// Coarse pictures in the window, through the real shaders.
#include <algorithm>
#include <cmath>
#include <functional>

#include <gtest/gtest.h>

#include "app/painting.hpp"
#include "scene/preset.hpp"

using namespace isonoise;

namespace {

class Upscale : public Painting {
  protected:
    static constexpr int kWidth = 480, kHeight = 360;

    static Painter::Drawn drawn(const Target& sums) {
        return {sums, 0, 0, static_cast<double>(sums.width()) / kWidth, static_cast<double>(sums.height()) / kHeight};
    }
};

// A picture enlarged by at(column, row, channel) of the coarse one, given a position in its texels.
struct Coarse {
    const Pixels& pixels;
    int width, height;
    float texel(int x, int y, std::size_t channel) const {
        const int i = std::clamp(y, 0, height - 1) * width + std::clamp(x, 0, width - 1);
        return pixels[4 * static_cast<std::size_t>(i) + channel];
    }
};
Pixels enlarged(int width, int height, const Coarse& coarse,
                const std::function<float(double x, double y, std::size_t channel)>& at) {
    Pixels result;
    for (int y = 0; y < height; ++y) {
        for (int x = 0; x < width; ++x) {
            for (std::size_t c = 0; c < 4; ++c)
                result.push_back(at((x + 0.5) * coarse.width / width, (y + 0.5) * coarse.height / height, c));
        }
    }
    return result;
}
Pixels nearest(int width, int height, const Coarse& coarse) {
    return enlarged(width, height, coarse, [&](double x, double y, std::size_t c) {
        return coarse.texel(static_cast<int>(x), static_cast<int>(y), c);
    });
}
Pixels bilinear(int width, int height, const Coarse& coarse) {
    return enlarged(width, height, coarse, [&](double x, double y, std::size_t c) {
        const int i = static_cast<int>(std::floor(x - 0.5)), j = static_cast<int>(std::floor(y - 0.5));
        const auto fx = static_cast<float>(x - 0.5 - i), fy = static_cast<float>(y - 0.5 - j);
        return std::lerp(std::lerp(coarse.texel(i, j, c), coarse.texel(i + 1, j, c), fx),
                         std::lerp(coarse.texel(i, j + 1, c), coarse.texel(i + 1, j + 1, c), fx), fy);
    });
}

// How much the brightness bends in the columns where it bends most, of those at the same place in their texel, as a
// multiple of the mean. A picture without a grid has about 1.
double grid_of(const Pixels& picture, int width, int height, int factor) {
    std::vector<double> bends(static_cast<std::size_t>(factor));
    double all = 0;
    for (int y = 0; y < height; ++y) {
        for (int x = 1; x < width - 1; ++x) {
            const auto at = [&](int column) {
                return static_cast<double>(picture[4 * static_cast<std::size_t>(y * width + column) + 1]);
            };
            const double bend = std::abs(at(x - 1) - 2 * at(x) + at(x + 1));
            bends[static_cast<std::size_t>(x % factor)] += bend;
            all += bend / factor;
        }
    }
    return *std::max_element(bends.begin(), bends.end()) / all;
}

}  // namespace

TEST_F(Upscale, IsNearerToTheFullPictureThanOtherWays) {
    for (const char* name : {"terrain", "sea", "clouds", "planet", "marble", "fire", "density-blocks"}) {
        const Frame frame(load_preset(name), kWidth, kHeight);
        const Pixels full = presented(frame, {sums_of(frame, 4)});
        for (const int factor : {2, 4, 8}) {
            const Frame small = frame.coarser(factor);
            const Target sums = sums_of(small, 1);
            const Pixels texels = presented(small, {sums});
            const Coarse coarse{texels, small.width, small.height};
            const double ours = quality(presented(frame, drawn(sums)), full),
                         linear = quality(bilinear(kWidth, kHeight, coarse), full),
                         blocks = quality(nearest(kWidth, kHeight, coarse), full);
            EXPECT_GT(ours, linear) << name << " at 1/" << factor;
            EXPECT_GT(ours, blocks) << name << " at 1/" << factor;
        }
    }
}

// Neither squares nor their corners show.
TEST_F(Upscale, ShowsNoGrid) {
    for (const char* name : {"sea", "clouds", "marble", "fire"}) {
        const Frame frame(load_preset(name), kWidth, kHeight);
        const Target sums = sums_of(frame.coarser(8), 1);
        const Pixels texels = presented(frame.coarser(8), {sums});
        const Coarse coarse{texels, sums.width(), sums.height()};
        const auto grid = [](const Pixels& picture) { return grid_of(picture, kWidth, kHeight, 8); };
        EXPECT_LT(grid(presented(frame, drawn(sums))), 1.6) << name;
        EXPECT_GT(grid(bilinear(kWidth, kHeight, coarse)), 3.0) << name;
        EXPECT_GT(grid(nearest(kWidth, kHeight, coarse)), 3.0) << name;
    }
}

// A full picture has the same bits beside a coarse one, and where it is drawn in part.
TEST_F(Upscale, LeavesTheFullPictureAlone) {
    const Frame frame(load_preset("sea"), kWidth, kHeight);
    const Target fine = sums_of(frame, 2), coarse = sums_of(frame.coarser(4), 1);
    const Pixels full = presented(frame, {fine}), alone = presented(frame, drawn(coarse));
    const Painter::Drawn instead = drawn(coarse);
    EXPECT_EQ(presented(frame, {fine}, &instead), full);
    EXPECT_EQ(presented(frame, drawn(fine)), full);

    Target part(painter->sum_format(), kWidth, kHeight);
    Painter::clear(part);
    for (int i = 0; i < 2; ++i)
        painter->sample(frame, Region::whole(kWidth, kHeight), part, {0, 100, kWidth, 50}, i);
    const Pixels both = presented(frame, {part}, &instead);
    const std::ptrdiff_t row = 4 * kWidth;
    EXPECT_TRUE(std::equal(both.begin() + 100 * row, both.begin() + 150 * row, full.begin() + 100 * row));
    EXPECT_TRUE(std::equal(both.begin(), both.begin() + 100 * row, alone.begin()));
    EXPECT_TRUE(std::equal(both.begin() + 150 * row, both.end(), alone.begin() + 150 * row));
}
