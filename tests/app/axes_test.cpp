// Figures for print: axes with numbers, backgrounds, SVG, and the resolution of files.
#include <algorithm>
#include <cmath>
#include <cstdlib>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "app/exports.hpp"
#include "app/read_image.hpp"
#include "app/shell.hpp"
#include "conformance/points.hpp"
#include "scene/anatomy.hpp"
#include "scene/axes.hpp"
#include "scene/frame.hpp"
#include "scene/line.hpp"
#include "scene/scenes.hpp"
#include "scene/svg.hpp"

namespace {

constexpr std::array<int, 2> kFigureSizes[] = {{128, 128},   {320, 240},   {968, 749}, {1280, 720}, {3000, 2000},
                                               {8192, 8192}, {8192, 1000}, {200, 900}, {240, 135},  {1001, 353}};

Preset with_axes(Scene scene) {
    Preset preset = default_preset(scene);
    preset.look.axes = Axes::on;
    return preset;
}

// "−1.5" as a number.
long double number(std::string text) {
    if (text.starts_with("\u2212")) text = "-" + text.substr(3);
    return std::strtold(text.c_str(), nullptr);
}

// The number that a label represents, given its axis's name: "x − 1000000.5, in 1e-7".
long double meant(const std::string& name, const std::string& text) {
    long double value = number(text);
    if (const auto in = name.find(", in "); in != name.npos) value *= std::strtold(name.c_str() + in + 5, nullptr);
    if (const auto minus = name.find(" \u2212 "); minus != name.npos)
        value += std::strtold(name.c_str() + minus + 5, nullptr);
    if (const auto plus = name.find(" + "); plus != name.npos) value -= std::strtold(name.c_str() + plus + 3, nullptr);
    return value;
}

struct Read {
    std::string x, y;  // the names
    std::vector<Label> columns, rows, colours;
};
Read read(const AxesLayout& axes) {
    Read all;
    const Region& plot = axes.plot;
    for (const Label& label : axes.lettering.labels) {
        const bool named = !std::isdigit(static_cast<unsigned char>(label.text.back()));
        const bool below = label.y > plot.y0 + plot.rows, above = label.y + label.size <= plot.y0;
        if (above && label.align == Align::left) {
            all.y = label.text;
        } else if (below && (named || label.text.starts_with("x"))) {
            all.x = label.text;
        } else if (below) {
            all.columns.push_back(label);
        } else if (label.align == Align::right && !above) {
            all.rows.push_back(label);
        } else if (!above) {
            all.colours.push_back(label);
        }
    }
    return all;
}

// The leading digit, for steps of 1, 2 or 5 times a power of ten: "2" for 0.002.
int digit(long double step) {
    const long double power = std::pow(10.0L, std::floor(std::log10(step) + 1e-6L));
    return static_cast<int>(std::lround(static_cast<double>(step / power)));
}

std::string pixels(const fs::path& path) {
    const Image image = read_png(path);
    return fmt::format("{}x{} {}", image.width, image.height, image.channels);
}

}  // namespace

TEST(Axes, NumbersAreTrueAndNeitherOverlapNorLeaveThePicture) {
    Random random(44);
    int axes_seen = 0, ticks = 0;
    for (int i = 0; i < 400; ++i) {
        Preset preset = with_axes(i % 2 ? Scene::line : Scene::map);
        preset.settings.dim = 1 + i / 2 % 4;
        const double far = std::array{0.0, 3.0, 1000000.5, 2147480000.0, -70000.25}[static_cast<std::size_t>(i % 5)];
        preset.look.center = {far + random.between(-1, 1), 0.5 * far + random.between(-1, 1)};
        if (i % 7 == 0) preset.look.center = {1000000.5, -2};
        preset.look.span = std::pow(10.0, random.between(-6, 6));
        if (i % 7 == 0) preset.look.span = 1e-6;
        preset.look.time = random.between(0, 3);
        if (i % 3 == 0) {
            const double low = random.between(-2, 1);
            preset.look.range = {low, low + std::pow(10.0, random.between(-6, 1))};
        }
        if (i % 11 == 0) preset.look.tiling = Tiling::three;
        const auto [width, height] = kFigureSizes[static_cast<std::size_t>(i) % std::size(kFigureSizes)];
        const int dpi = std::array{0, 0, 96, 300, 1200}[static_cast<std::size_t>(i / 3 % 5)];
        SCOPED_TRACE(fmt::format("{} {}x{} at {} dpi: {}", i, width, height, dpi, to_json(preset)));
        const AxesLayout axes = axes_of(preset, width, height, dpi);
        const Region& plot = axes.plot;
        ASSERT_LT(plot.columns, width) << "there is room for axes";
        const auto& labels = axes.lettering.labels;
        for (std::size_t a = 0; a < labels.size(); ++a) {
            const auto [x, y, w, h] = bounds(labels[a]);
            ASSERT_TRUE(x >= 0 && y >= 0 && x + w <= width && y + h <= height) << labels[a].text;
            ASSERT_FALSE(x < plot.x0 + plot.columns && x + w > plot.x0 && y < plot.y0 + plot.rows && y + h > plot.y0);
            for (std::size_t b = 0; b < a; ++b) {
                const auto [x2, y2, w2, h2] = bounds(labels[b]);
                ASSERT_FALSE(x < x2 + w2 && x + w > x2 && y < y2 + h2 && y + h > y2)
                    << labels[a].text << " and " << labels[b].text;
            }
        }
        const Read found = read(axes);
        const auto check = [&](const std::vector<Label>& all, const std::string& name, bool upright, long double middle,
                               long double unit) {
            if (all.empty()) return;
            ++axes_seen;
            const int begin = upright ? plot.y0 : plot.x0, count = upright ? plot.rows : plot.columns;
            const auto value = [&](std::size_t k) { return meant(name, all[k].text); };
            for (std::size_t k = 0; k < all.size(); ++k, ++ticks) {
                const double at = upright ? all[k].y + 0.5 * all[k].size : all[k].x;
                // If the center itself is less precise than a pixel, allow for that.
                const long double rounding = std::fabs(middle) * 0x1p-51L / std::fabs(unit);
                EXPECT_NEAR(static_cast<double>((value(k) - middle) / unit), at - begin - 0.5 * count,
                            static_cast<double>(0.6L + rounding))
                    << name << ": " << all[k].text;
            }
            if (all.size() < 2) return;
            const long double step = std::fabs(number(all[1].text) - number(all[0].text));
            EXPECT_TRUE(digit(step) == 1 || digit(step) == 2 || digit(step) == 5) << static_cast<double>(step);
            EXPECT_NE(all[0].text, all[1].text);
        };
        const TileView tile = tile_view(preset, plot.columns, plot.rows);
        const long double unit = is_tiled(preset.look) ? tile.step : preset.look.span / plot.rows;
        const auto middle = [&](int axis) {
            const bool last = axis == preset.settings.dim - 1;
            return static_cast<long double>(preset.look.center[static_cast<std::size_t>(axis)] +
                                            (last ? preset.look.time : 0.0));
        };
        check(found.columns, found.x, false, middle(0), unit);
        const auto values = [&](std::array<double, 2> range) {
            return std::pair{0.5L * (range[0] + range[1]), (static_cast<long double>(range[0]) - range[1]) / plot.rows};
        };
        if (preset.look.scene == Scene::line) {
            const auto [at, each] = values(scene_info(Scene::line).heights(preset));
            check(found.rows, found.y, true, at, each);
        } else {
            if (preset.settings.dim > 1) check(found.rows, found.y, true, middle(1), unit);
            EXPECT_TRUE(preset.settings.dim > 1 || found.rows.empty()) << "1D noise has no y";
        }
    }
    EXPECT_GT(axes_seen, 600);
    EXPECT_GT(ticks, 4000);
}

TEST(Axes, AreFewAndPlainWhereTheyCanBe) {
    Preset preset = with_axes(Scene::map);
    preset.look.center = {1000000.5, -2};
    preset.look.span = 1e-6;
    const Read far = read(axes_of(preset, 968, 749));
    EXPECT_EQ(far.x, "x \u2212 1000000.5, in 1e-7");
    EXPECT_EQ(far.y, "y + 2, in 1e-7");
    preset.look.span = 8;
    const Read near = read(axes_of(preset, 968, 749));
    EXPECT_EQ(near.x, "x");
    EXPECT_EQ(near.columns.at(1).text.substr(0, 5), "99999");
    // In print, 9 points.
    EXPECT_NEAR(near.columns.at(0).size, 18, 1);
    EXPECT_NEAR(read(axes_of(preset, 3000, 2000, 300)).columns.at(0).size, 300 * 9.0 / 72, 1);
    EXPECT_EQ(axes_of(preset, 60, 40).plot, Region::whole(60, 40)) << "no room";
    preset.look.axes = Axes::off;
    EXPECT_TRUE(axes_of(preset, 968, 749).lettering.labels.empty());
}

// Time moves the noise's last coordinate, and with it the numbers on a 2D map.
TEST(Axes, TellTheCoordinatesAtThisTime) {
    Preset preset = with_axes(Scene::map);
    preset.look.time = 100;
    const Export order{.what = What::values, .width = 80, .height = 80};
    for (const auto& [dim, rows] : {std::pair{2, "y 96 to 104"}, {3, "y -4 to 4"}}) {
        preset.settings.dim = dim;
        EXPECT_NE(text_of_extent(preset, order).find(rows), std::string::npos) << text_of_extent(preset, order);
        EXPECT_EQ(number(read(axes_of(preset, 968, 749)).rows.at(0).text), dim == 2 ? 96 : -4);
    }
}

class Figures : public Exports {
  protected:
    std::vector<float> picture(const Preset& preset, int width, int height, int tile = 2048) {
        std::vector<float> all;
        painter->picture(preset, {.width = width, .height = height, .phase = {}, .tile = tile},
                         [&](int, std::span<const float> band) { all.insert(all.end(), band.begin(), band.end()); });
        return all;
    }
};

// Inside its axes, a map equals the picture of that size to the bit, however it is split into parts.
TEST_F(Figures, ThePlotIsThePictureOfItsSize) {
    for (const Tiling tiling : {Tiling::one, Tiling::three}) {
        Preset preset = with_axes(Scene::map);
        preset.look.tiling = tiling;
        preset.look.contours = 5;
        const int width = 500, height = 400;
        const Region plot = axes_of(preset, width, height).plot;
        ASSERT_LT(plot.columns, width);
        const auto whole = picture(preset, width, height), parts = picture(preset, width, height, 97);
        EXPECT_TRUE(whole == parts);
        preset.look.axes = Axes::off;
        const auto alone = picture(preset, plot.columns, plot.rows);
        int differing = 0;
        for (int y = 0; y < plot.rows; ++y) {
            for (int i = 0; i < 4 * plot.columns; ++i) {
                differing += whole[static_cast<std::size_t>(4 * ((plot.y0 + y) * width + plot.x0) + i)] !=
                             alone[static_cast<std::size_t>(4 * y * plot.columns + i)];
            }
        }
        EXPECT_EQ(differing, 0);
    }
}

TEST_F(Figures, HaveTheBackgroundThatTheLookNames) {
    for (const Scene scene : {Scene::line, Scene::anatomy, Scene::map}) {
        for (const Background background : {Background::automatic, Background::dark, Background::white}) {
            Preset preset = default_preset(scene);
            preset.look.axes = scene == Scene::map ? Axes::on : Axes::off;
            preset.look.background = background;
            const auto all = picture(preset, 400, 300);
            const float corner = all[4 * (400 * 3 + 3) + 1];
            if (background == Background::white) {
                EXPECT_GT(corner, 0.99f);
            } else {
                EXPECT_NEAR(corner, 0.09f, 0.02f);
            }
            if (scene != Scene::anatomy) continue;
            for (const Label& label : Frame(preset, 800, 600).letters.labels)
                EXPECT_GT(std::fabs(label.colour.g - corner), 0.3f) << label.text;
        }
    }
}

// The curve of an SVG runs through the CPU's values, to the bit.
TEST_F(Figures, AnSvgHoldsTheCurvesValues) {
    for (const double octaves : {1.0, 8.0}) {
        for (const Axes shown : {Axes::off, Axes::on}) {
            Preset preset = default_preset(Scene::line);
            preset.settings.octaves = static_cast<float>(octaves);
            preset.look.axes = shown;
            preset.look.background = Background::white;
            const fs::path file = write(preset, {.format = Format::svg, .width = 640, .height = 360}, "line.svg");
            const std::string svg = read_file(file);
            const Frame frame(preset, 640, 360);
            const Curve curve = curve_of(frame);
            std::size_t at = svg.find("d=\"M", svg.find("isonoise-curve"));
            ASSERT_NE(at, svg.npos);
            at += 4;
            const PictureAxes axes =
                picture_axes(preset, {frame.plot.columns, frame.plot.rows, -1, 0, frame.plot.columns + 2, 1});
            const Noise noise(preset.settings);
            int same = 0;
            for (std::size_t i = 0; i < axes.x.size(); ++i) {
                char* end = nullptr;
                const double x = std::strtod(svg.c_str() + at, &end);
                const double y = std::strtod(end, &end);
                at = static_cast<std::size_t>(end - svg.c_str()) + 1;
                EXPECT_EQ(x, frame.plot.x0 - 0.5 + static_cast<double>(i));
                same += static_cast<float>((curve.zero - y) / curve.scale) ==
                        noise(cell_of(axes, i, 0), fraction_of(axes, i, 0));
            }
            EXPECT_GE(same, static_cast<int>(axes.x.size()) - 2);  // near 0 a double of pixels has fewer digits
            EXPECT_EQ(svg.find("<text") != svg.npos, shown == Axes::on);
            EXPECT_NE(svg.find("</svg>\n"), svg.npos);
            const Out checked = shell("xmllint --noout '" + file.string() + "'");
            EXPECT_TRUE(checked.exit == 0 || checked.exit == 127) << checked.text;
        }
    }
}

TEST_F(Figures, RefusesWhatHasNoCurvesOrAxes) {
    const auto said = [](const Preset& preset, const Export& order) { return problem(preset, order); };
    Preset preset = default_preset(Scene::line);
    EXPECT_EQ(said(preset, {.format = Format::svg}), "");
    EXPECT_EQ(said(preset, {.format = Format::svg, .what = What::values}),
              "what: svg holds a picture's curves, not values");
    EXPECT_EQ(said(default_preset(Scene::sea), {.format = Format::svg}),
              "format: svg holds curves, which only scene line with style curve has; got scene sea");
    preset.look.style = LineStyle::strokes;
    EXPECT_EQ(said(preset, {.format = Format::svg}),
              "format: svg holds curves, which only scene line with style curve has; got style strokes");
    preset.look.axes = Axes::on;
    EXPECT_EQ(said(preset, {}), "axes: only style curve has them; got strokes");
    EXPECT_EQ(said(default_preset(Scene::map), {.format = Format::exr, .dpi = 300}),
              "dpi: only for PNG and SVG; exr does not store it");
    EXPECT_EQ(said(default_preset(Scene::map), {.dpi = 9601}),
              "dpi: expected a whole number from 1 to 9600, got '9601'");
    EXPECT_EQ(said(default_preset(Scene::line), {.format = Format::svg, .depth = 16}),
              "depth: only for PNG; svg has its own");
    preset = with_axes(Scene::map);
    preset.settings.period = {4, 4};
    EXPECT_EQ(said(preset, {.width = 64, .height = 64, .one_tile = true}), "one-tile: a picture with axes is no tile");
    EXPECT_EQ(said(preset, {.what = What::values, .width = 64, .height = 64, .one_tile = true}), "");
}

// Dots per metre, as readers of PNG expect them; nothing if nobody asked.
TEST_F(Figures, APngSaysHowLargeItIsInPrint) {
    const auto density = [](const std::string& png) {
        const std::size_t at = png.find("pHYs");
        if (at == png.npos) return -1L;
        EXPECT_LT(at, png.find("IDAT"));
        EXPECT_EQ(png[at + 12], 1) << "metres";
        EXPECT_EQ(png.substr(at + 4, 4), png.substr(at + 8, 4));
        long dots = 0;
        for (std::size_t i = 4; i < 8; ++i)
            dots = 256 * dots + static_cast<unsigned char>(png[at + i]);
        return dots;
    };
    const Preset preset = with_axes(Scene::map);
    for (const auto& [dpi, dots] : {std::pair{0, -1L}, {1, 39L}, {72, 2835L}, {300, 11811L}, {9600, 377953L}}) {
        const Export order{.width = 90, .height = 70, .dpi = dpi};
        EXPECT_EQ(density(read_file(write(preset, order, "a.png"))), dots) << dpi;
    }
    // With axes, pixels would no longer be values; a grey map with axes has the axes' colours.
    EXPECT_EQ(pixels(write(preset, {.what = What::values, .width = 300, .height = 200}, "v.png")), "300x200 1");
    Preset grey = preset;
    grey.look.colormap = Colormap::grey;
    EXPECT_EQ(pixels(write(grey, {.width = 300, .height = 200}, "g.png")), "300x200 3");
}
