// Scene anatomy: figures, captions and probe; also the line styles that are drawn sample by sample.
#include <algorithm>
#include <cmath>

#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include "app/read_image.hpp"
#include "cli/options.hpp"
#include "scene/anatomy.hpp"
#include "scene/constants.hpp"
#include "scene/frame.hpp"
#include "scene/painter.hpp"
#include "scene/preset.hpp"
#include "temporary.hpp"

using namespace isonoise;
namespace fs = std::filesystem;

namespace {

constexpr Stage kStages[] = {Stage::line,       Stage::lattice,       Stage::gradients, Stage::influence,
                             Stage::fade,       Stage::interpolation, Stage::octaves,   Stage::compare,
                             Stage::directions, Stage::precision,     Stage::aliasing};
static_assert(std::size(kStages) == std::size(detail::kStages));
constexpr std::array<int, 2> kSizes[] = {{1280, 720}, {1920, 1080}, {800, 600}, {320, 180}, {200, 150},  {331, 447},
                                         {1001, 97},  {97, 1001},   {1, 1},     {1, 3000},  {16384, 16}, {3840, 2160}};

Preset of_stage(Stage stage) {
    Preset preset = default_preset(Scene::anatomy);
    preset.look.stage = stage;
    return preset;
}

std::vector<float> picture(const Preset& preset, int width, int height, int samples = 1) {
    static Gpu gpu{GpuOptions{}};
    static Painter painter(gpu.shaders(), gpu.info());
    std::vector<float> all;
    painter.picture(preset, {.width = width, .height = height, .samples = samples, .phase = {}},
                    [&](int, std::span<const float> band) { all.insert(all.end(), band.begin(), band.end()); });
    return all;
}

}  // namespace

TEST(Figure, PanelsLieInThePictureAndApart) {
    for (const auto& [width, height] : kSizes) {
        for (const Stage stage : kStages) {
            const Figure f = figure(of_stage(stage).look, width, height);
            ASSERT_FALSE(f.panels.empty());
            ASSERT_LE(f.panels.size(), std::size_t{shared::MOST_PANELS});
            EXPECT_TRUE(std::isfinite(f.pixel_units) && f.pixel_units > 0);
            if (width < 150 || height < 90) continue;  // smaller ones only have to be drawn
            for (std::size_t i = 0; i < f.panels.size(); ++i) {
                const Box& a = f.panels[i];
                EXPECT_TRUE(a.x >= 0 && a.y >= 0 && a.x + a.width <= width && a.y + a.height <= height)
                    << width << "x" << height << " stage " << static_cast<int>(stage) << " panel " << i;
                EXPECT_GE(std::min(a.width, a.height), 8);
                for (std::size_t j = 0; j < i; ++j) {
                    const Box& b = f.panels[j];
                    EXPECT_TRUE(a.x >= b.x + b.width || b.x >= a.x + a.width || a.y >= b.y + b.height ||
                                b.y >= a.y + a.height)
                        << width << "x" << height << " stage " << static_cast<int>(stage) << " panels " << i << " "
                        << j;
                }
            }
        }
    }
}

TEST(Figure, WordsLieInThePictureAndApart) {
    for (const auto& [width, height] : kSizes) {
        for (const Stage stage : kStages) {
            Preset preset = of_stage(stage);
            for (const double far : {0.0, 123456789.5, -2147483648.0}) {
                preset.look.center[0] += far;
                preset.settings.filter_width = far > 0 ? 2.0f : 0.0f;  // no octave is left
                const auto all = labels(preset, width, height);
                if (width >= 200 && height >= 150) {
                    EXPECT_GE(all.size(), 3u) << "a title, an explanation, a caption";
                }
                for (std::size_t i = 0; i < all.size(); ++i) {
                    const auto [x, y, w, h] = bounds(all[i]);
                    EXPECT_TRUE(x >= 0 && y >= 0 && x + w <= width && y + h <= height)
                        << all[i].text << " in " << width << "x" << height;
                    EXPECT_GE(h, 11) << all[i].text;
                    for (std::size_t j = 0; j < i; ++j) {
                        const auto [left, top, ww, hh] = bounds(all[j]);
                        EXPECT_TRUE(x >= left + ww || left >= x + w || y >= top + hh || top >= y + h)
                            << all[i].text << " over " << all[j].text << " in " << width << "x" << height;
                    }
                }
            }
        }
    }
}

// Each formula names a file of the core; its line of code is shown if there is room.
TEST(Figure, FormulasNameAFileOfTheCore) {
    for (const Stage stage : kStages) {
        const Formula formula = formula_of(stage);
        if (stage == Stage::compare || stage == Stage::directions) {
            EXPECT_STREQ(formula.text, "");
            continue;
        }
        EXPECT_TRUE(fs::exists(fs::path(ISONOISE_CORE) / formula.file)) << formula.file;
        for (const auto& [width, height] : {std::pair{1280, 720}, {748, 629}, {488, 549}, {300, 200}}) {
            bool formulas = false, codes = false;
            for (const Label& label : labels(of_stage(stage), width, height)) {
                formulas |= label.text == formula.text;
                codes |= label.text.ends_with(formula.code);
            }
            EXPECT_EQ(formulas, width > 400) << static_cast<int>(stage) << " " << width;
            if (width >= 1280) {
                EXPECT_TRUE(codes) << static_cast<int>(stage);
            }
        }
    }
}

// Captions refer to settings by name.
TEST(Figure, OctavesNameTheirSettings) {
    const Preset preset = of_stage(Stage::octaves);
    for (const auto& [width, height] : {std::pair{1280, 720}, {748, 669}, {500, 400}}) {
        std::string text;
        for (const Label& label : labels(preset, width, height))
            text += label.text + "\n";
        for (const char* name : {"acunarity", "ersistence"})
            EXPECT_NE(text.find(name), text.npos) << name << " in " << width << "x" << height << ":\n" << text;
    }
}

TEST(Figure, FormulasAreThoseOfTheSettings) {
    const auto shows = [](const Preset& preset) {
        const auto all = labels(preset, 1280, 720);
        return std::any_of(all.begin(), all.end(),
                           [&](const Label& l) { return l.text == formula_of(preset.look.stage).text; });
    };
    Preset preset = of_stage(Stage::fade);
    EXPECT_TRUE(shows(preset));
    preset.settings.fade = Fade::cubic;
    EXPECT_FALSE(shows(preset));
    preset = of_stage(Stage::octaves);
    EXPECT_TRUE(shows(preset));
    preset.settings.fractal = Fractal::ridged;
    EXPECT_FALSE(shows(preset));
    preset.settings.fractal = Fractal::fbm;
    preset.settings.warp = 0.5f;
    EXPECT_FALSE(shows(preset));
}

TEST(Figure, OnlyOfPerlinIn2D) {
    EXPECT_TRUE(labels(Preset{}, 1280, 720).empty());
    Preset preset = of_stage(Stage::lattice);
    EXPECT_EQ(problem(preset), "");
    preset.settings.algorithm = Algorithm::value;
    EXPECT_EQ(problem(preset), "algorithm: expected perlin in scene anatomy, got value");
    EXPECT_FALSE(probe(preset, 1280, 720, 640, 360));
}

TEST(Lettering, PartsOfAPictureAreThoseOfTheWhole) {
    const Lettering words{{}, labels(of_stage(Stage::interpolation), 640, 360)};
    const Region whole = Region::whole(640, 360);
    const auto all = letter(words, whole);
    if (all.empty()) GTEST_SKIP() << "built without a font";
    ASSERT_EQ(all.size(), 640u * 360 * 4);
    EXPECT_GT(*std::max_element(all.begin(), all.end()), 200);
    const Region region{640, 360, 101, 17, 333, 277};
    const auto some = letter(words, region);
    ASSERT_EQ(some.size(), 333u * 277 * 4);
    for (std::size_t y = 0; y < 277; ++y) {
        const auto from = all.begin() + static_cast<std::ptrdiff_t>(((y + 17) * 640 + 101) * 4);
        ASSERT_TRUE(std::equal(from, from + 333 * 4, some.begin() + static_cast<std::ptrdiff_t>(y * 333 * 4)));
    }
    EXPECT_TRUE(letter(words, {640, 360, 2, 2, 4, 4}).empty()) << "a corner without words";
}

TEST(Probe, IsTheNoiseThere) {
    for (const Stage stage : kStages) {
        if (stage == Stage::line || has_remedy(stage)) continue;  // no 2D noise at the figure's position
        const Preset preset = of_stage(stage);
        const Noise noise(preset.settings);
        const Figure f = figure(preset.look, 1280, 720);
        const Box& last = f.panels.back();
        // The last panel's middle: for a figure with one cell the middle of that cell, otherwise the centre.
        const auto p = probe(preset, 1280, 720, last.x + last.width / 2, last.y + last.height / 2);
        ASSERT_TRUE(p);
        EXPECT_EQ(p->cell, glm::ivec2(0, 0));
        const bool one_cell = stage == Stage::influence || stage == Stage::interpolation;
        EXPECT_NEAR(p->anatomy.fraction.x, one_cell ? 0.5 : 0.62, 1e-5);
        EXPECT_NEAR(p->anatomy.fraction.y, one_cell ? 0.5 : 0.40, 1e-5);
        EXPECT_EQ(p->value, noise({p->cell, 0, 0}, {p->anatomy.fraction, 0.0f, 0.0f}));
        const std::string text = fmt::format("{}", fmt::join(p->lines, "\n"));
        for (const auto& [word, from] : {std::pair{"fraction", Stage::lattice},
                                         {"hash", Stage::gradients},
                                         {"offset", Stage::influence},
                                         {"dot", Stage::influence},
                                         {"weight", Stage::influence},
                                         {"faded", Stage::fade},
                                         {"mixed", Stage::interpolation}}) {
            if (stage != Stage::octaves) {  // this stage lists the octaves
                EXPECT_EQ(text.find(word) != text.npos, stage >= from) << word << ", " << static_cast<int>(stage);
            }
        }
        EXPECT_NE(text.find("the noise as set"), text.npos);
        for (const std::string& line : p->lines)
            EXPECT_EQ(line.find("-0.0000 "), std::string::npos) << line;
        EXPECT_FALSE(probe(preset, 1280, 720, 2, 2)) << "no panel";
    }
}

// Along a line, the probe shows 1D noise with the same seed, fade and period.
TEST(Probe, AlongALineIsTheNoiseIn1D) {
    for (const auto& [fade, period, far] : {std::tuple{"standard", "", 0.0},
                                            {"cubic", "", 1e6},
                                            {"linear", "5,4", 0.0},
                                            {"quintic", "4,4", -2147483648.0}}) {
        Preset preset = of_stage(Stage::line);
        ASSERT_EQ(set(preset, "fade", fade), "");
        if (*period != '\0') {
            ASSERT_EQ(set(preset, "period", period), "");
        }
        preset.look.center[0] = far + 0.62;
        Settings line;
        line.dim = 1;
        line.seed = preset.settings.seed;
        line.fade = preset.settings.fade;
        if (*period != '\0') line.period = {preset.settings.period[0]};
        const Noise noise(line);
        const Figure f = figure(preset.look, 1280, 720);
        for (const double across : {0.02, 0.3, 0.5, 0.77}) {
            const Box& box = f.panels[0];
            const auto p = probe(preset, 1280, 720, box.x + across * box.width, box.y + 9);
            ASSERT_TRUE(p);
            const double x = preset.look.center[0] + (across - 0.5) * box.width * f.pixel_units;
            if (far == 0.0) {
                EXPECT_EQ(p->cell.x, static_cast<int>(std::floor(x)));
            }
            const float fraction = static_cast<float>(x - std::floor(x));
            EXPECT_NEAR(p->value, noise({p->cell.x, 0, 0, 0}, {fraction, 0, 0, 0}), 1e-5) << fade << " " << across;
            // The texts are consistent: both ramps times their weights give the value.
            ASSERT_EQ(p->lines.size(), 6u);
            double sum = 0;
            for (const std::size_t k : {3, 4}) {
                std::istringstream words(p->lines[k]);
                double number = 0, slope = 0, ramp = 0, weight = 0;
                ASSERT_TRUE(words >> number >> slope >> ramp >> weight) << p->lines[k];
                EXPECT_GE(std::fabs(slope), 1.0);
                EXPECT_LE(std::fabs(slope), 2.0);
                sum += ramp * weight;
            }
            EXPECT_NEAR(sum, static_cast<double>(p->value), 2e-4) << fade << " " << across;
        }
        const auto words = labels(preset, 1280, 720);
        EXPECT_TRUE(std::any_of(words.begin(), words.end(), [&](const Label& label) {
            return label.text.ends_with(fmt::format(" = {:.2f}", noise({center_point(preset)[0].cell, 0, 0, 0},
                                                                       {center_point(preset)[0].fraction, 0, 0, 0})));
        }));
    }
}

// Over a single octave, the probe explains that octave: its own cell, gradients and value.
TEST(Probe, TakesTheOctaveApartThatItIsOver) {
    for (const float lacunarity : {2.0f, 3.0f}) {
        Preset preset = of_stage(Stage::octaves);
        preset.settings.octaves = 4;
        preset.settings.lacunarity = lacunarity;
        preset.look.center = {1234.62, -7.4};
        const Noise noise(preset.settings);
        const Figure f = figure(preset.look, 1280, 720);
        double sum = 0, value = 0;
        for (std::size_t k = 0; k < 4; ++k) {
            const Box& box = f.panels[k];
            const auto p = probe(preset, 1280, 720, box.x + 0.3 * box.width, box.y + 0.7 * box.height);
            ASSERT_TRUE(p);
            EXPECT_EQ(p->octave, k);
            const double by = std::pow(static_cast<double>(lacunarity), static_cast<double>(k));
            const double x = preset.look.center[0] - 0.2 * box.width * f.pixel_units,
                         y = preset.look.center[1] + 0.2 * box.height * f.pixel_units;
            EXPECT_EQ(p->cell, glm::ivec2(std::floor(x * by), std::floor(y * by))) << k;
            EXPECT_NEAR(static_cast<double>(p->anatomy.fraction.x), x * by - std::floor(x * by), 2e-6 * by);
            EXPECT_EQ(p->anatomy.value, anatomy(noise, p->cell, p->anatomy.fraction, static_cast<unsigned>(k)).value);
            sum += static_cast<double>(noise.plan().octaves[k].amplitude * p->anatomy.value);
            value = static_cast<double>(p->value);
            // The frame is that octave's cell around the pointer.
            EXPECT_NEAR(p->cell_box.width, 1 / (f.pixel_units * by), 1e-6);
        }
        EXPECT_NEAR(sum, value, 2e-6) << lacunarity;
    }
    Preset warped = of_stage(Stage::octaves);
    warped.settings.warp = 0.5f;
    const Figure f = figure(warped.look, 1280, 720);
    const auto p = probe(warped, 1280, 720, f.panels[1].x + 5, f.panels[1].y + 5);
    ASSERT_TRUE(p);
    EXPECT_EQ(p->lines.size(), 3u) << "a warp moves each octave's point";
}

// Octaves whose cells exceed a double's precision are not explained, nor are nonexistent ones.
TEST(Probe, OnlyOctavesThatAreThereAndKnown) {
    Preset preset = of_stage(Stage::octaves);
    preset.settings.octaves = 32;
    for (const float lacunarity : {3.0f, 8.0f}) {
        preset.settings.lacunarity = lacunarity;
        for (const double far : {0.0, 20000.5, -2147483648.0}) {
            preset.look.center = {far, far};
            const Figure f = figure(preset.look, 1280, 720);
            for (std::size_t i = 0; i < f.panels.size(); ++i) {
                const Box& box = f.panels[i];
                const auto p = probe(preset, 1280, 720, box.x + 0.5 * box.width, box.y + 0.5 * box.height);
                ASSERT_TRUE(p);
                EXPECT_TRUE(std::isfinite(p->value));
                const bool known = lacunarity == 3.0f && far == 0.0;  // 3^31 is below 2^52
                if (i == 7) {
                    EXPECT_EQ(p->lines.size() == 3, !known) << lacunarity << " " << far;
                }
            }
        }
    }
    preset.settings.lacunarity = 2;
    preset.settings.octaves = 2;
    preset.look.center = {0.6, 0.4};
    const Figure f = figure(preset.look, 1280, 720);
    for (std::size_t i = 0; i < 4; ++i) {
        const Box& box = f.panels[i];
        EXPECT_EQ(probe(preset, 1280, 720, box.x + 5, box.y + 5).has_value(), i < 2) << i;
    }
}

TEST(Probe, WhereTheFilterLeavesNoOctave) {
    for (const Stage stage : kStages) {
        Preset preset = of_stage(stage);
        preset.settings.filter_width = 2;
        const Figure f = figure(preset.look, 1280, 720);
        for (const Box& box : f.panels) {
            const auto p = probe(preset, 1280, 720, box.x + 0.5 * box.width, box.y + 0.5 * box.height);
            ASSERT_TRUE(!p || stage == Stage::line || p->value == 0.0f) << static_cast<int>(stage);
        }
    }
}

// A coarse preview has the figure's parts in their final positions.
TEST(AnatomyPicture, ACoarseFigureHasTheSameParts) {
    for (const Stage stage : kStages) {
        const Frame fine(of_stage(stage), 803, 601), coarse = fine.coarser(4);
        EXPECT_EQ(coarse.width, 200);
        const auto panels = [](const Frame& frame) {
            std::vector<glm::vec4> result;
            for (const Box& box : figure(frame.preset.look, frame.layout[0], frame.layout[1]).panels)
                result.emplace_back(box.x, box.y, box.width, box.height);
            return result;
        };
        EXPECT_EQ(panels(fine), panels(coarse));
    }
    // In the picture, the panel's border (the only bright line at the left) is at the same relative position.
    const Preset preset = of_stage(Stage::gradients);
    static Gpu gpu{GpuOptions{}};
    static Painter painter(gpu.shaders(), gpu.info());
    auto first_of_panel = [&](const Frame& frame) {
        Target target(GL_RGBA32F, frame.width, frame.height);
        Painter::clear(target);
        painter.sample(frame, Region::whole(frame.width, frame.height), target, {0, 0, frame.width, frame.height}, 0);
        std::vector<float> pixels(static_cast<std::size_t>(frame.width * frame.height) * 4);
        target.read(0, frame.height, pixels);
        const auto row = static_cast<std::size_t>(frame.height / 2 * frame.width);
        for (int x = 1; x < frame.width; ++x) {
            const float step = pixels[4 * (row + static_cast<std::size_t>(x)) + 2] -
                               pixels[4 * (row + static_cast<std::size_t>(x) - 1) + 2];
            if (std::fabs(step) > 0.01f) return static_cast<double>(x) / frame.width;
        }
        return 1.0;
    };
    const Frame fine(preset, 800, 600);
    for (const int factor : {2, 4, 8})
        EXPECT_NEAR(first_of_panel(fine.coarser(factor)), first_of_panel(fine), 1.5 * factor / 800) << factor;
}

// The curve of stage line crosses each column at the noise's value.
TEST(AnatomyPicture, TheCurveIsTheNoiseIn1D) {
    const Preset preset = of_stage(Stage::line);
    const int width = 1280, height = 720;
    const auto pixels = picture(preset, width, height);
    const Box box = figure(preset.look, width, height).panels[0];
    const double units = figure(preset.look, width, height).pixel_units;
    const Noise noise = [&] {
        Settings s;
        s.dim = 1;
        s.seed = preset.settings.seed;
        return Noise(s);
    }();
    const auto brightness = [&](int x, double y) {
        return pixels[4 *
                      (static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x))];
    };
    int columns = 0;
    for (int x = static_cast<int>(box.x) + 40; x < box.x + box.width - 40; x += 37) {
        const double at = preset.look.center[0] + (x + 0.5 - box.x - box.width / 2) * units;
        const auto value = static_cast<double>(noise(glm::vec4(static_cast<float>(at), 0, 0, 0)));
        // Away from arrows, ramps and the point.
        if (std::fabs(at - std::round(at)) < 0.35 || std::floor(at) == 0) continue;
        const double row = box.y + box.height / 2 - value / units;
        EXPECT_GT(brightness(x, row), 0.55f) << at;
        EXPECT_LT(brightness(x, row + 12), 0.53f) << at;
        EXPECT_LT(brightness(x, row - 12), 0.53f) << at;
        ++columns;
    }
    EXPECT_GT(columns, 4);
}

// The remedy changes the pictures of artefacts, and no other stage.
TEST(AnatomyPicture, RemediesCureArtefacts) {
    for (const Stage stage : kStages) {
        Preset preset = of_stage(stage);
        const auto with = picture(preset, 320, 180);
        preset.look.remedy = Remedy::on;
        EXPECT_EQ(picture(preset, 320, 180) != with, has_remedy(stage)) << static_cast<int>(stage);
    }
    // Far out, single-float coordinates produce steps, i.e. equal neighbours; with the remedy they do not.
    const auto equal_neighbours = [](Remedy remedy) {
        Preset preset = of_stage(Stage::precision);
        preset.look.remedy = remedy;
        const auto pixels = picture(preset, 640, 360);
        const Box box = figure(preset.look, 640, 360).panels[2];
        int equal = 0, all = 0;
        for (auto y = static_cast<int>(box.y) + 4; y < box.y + box.height - 4; ++y) {
            for (auto x = static_cast<int>(box.x) + 4; x < box.x + box.width - 4; ++x, ++all) {
                const auto at = pixels.begin() + 4 * (y * 640 + x);
                equal += std::equal(at, at + 3, at + 4);
            }
        }
        return static_cast<double>(equal) / all;
    };
    EXPECT_GT(equal_neighbours(Remedy::off), 0.8);
    EXPECT_LT(equal_neighbours(Remedy::on), 0.2);
}

TEST(AnatomyPicture, EveryStageIsDrawnAndFollowsTheSeed) {
    for (const Stage stage : kStages) {
        Preset preset = of_stage(stage);
        const auto one = picture(preset, 320, 180);
        EXPECT_GT(colours_of(one), 60u) << static_cast<int>(stage);
        preset.settings.seed = 8;
        EXPECT_NE(one, picture(preset, 320, 180)) << static_cast<int>(stage);
        preset = of_stage(stage);
        preset.look.center[0] += 0.2;
        EXPECT_NE(one, picture(preset, 320, 180)) << static_cast<int>(stage);
        EXPECT_EQ(picture(preset, 1, 1).size(), 4u);
        EXPECT_EQ(picture(preset, 3, 500).size(), 6000u);
    }
}

TEST(LineStyle, IsDrawnAndFollowsSeedAndCenter) {
    for (const char* name : {"line-silhouette", "line-strokes"}) {
        const Preset start = load_preset(name);
        const auto one = picture(start, 320, 180);
        EXPECT_GT(colours_of(one), 60u) << name;
        for (const auto& [field, value] : {std::pair{"seed", "99"}, {"center", "0.7,0.3"}, {"octaves", "1"}}) {
            Preset preset = start;
            ASSERT_EQ(set(preset, field, value), "");
            EXPECT_NE(one, picture(preset, 320, 180)) << name << " " << field;
        }
        for (const auto& [field, value] : {std::pair{"frequency", "1048576"},
                                           {"span", "1048576"},
                                           {"octaves", "32"},
                                           {"center", "2147483648"},
                                           {"fractal", "ridged"}}) {
            Preset preset = start;
            ASSERT_EQ(set(preset, field, value), "");
            EXPECT_GT(colours_of(picture(preset, 160, 90)), 10u) << name << " " << field;
        }
    }
}

// The front hills are the noise as the CPU computes it.
TEST(LineStyle, TheFrontHillsAreTheNoise) {
    const Preset preset = load_preset("line-silhouette");
    constexpr int width = 320, height = 180;
    const auto pixels = picture(preset, width, height);
    const Noise noise(preset.settings);
    const auto range = shown_range(preset);
    for (int x = 0; x < width; ++x) {
        const double at = preset.look.center[0] + (x + 0.5 - width / 2.0) * preset.look.span / height;
        const double v = static_cast<double>(noise(glm::vec4(static_cast<float>(at), 0.0f, 0.0f, 0.0f)));
        const double ridge = (0.86 - ((v - range[0]) / (range[1] - range[0]) - 0.5) * 0.24) * height;
        auto red = [&](double y) {
            const int row = std::clamp(static_cast<int>(std::floor(y)), 0, height - 1);
            return pixels[4 * static_cast<std::size_t>(row * width + x)];
        };
        // Coverage reaches half a pixel to either side of the ridge, slightly more on steep ground.
        EXPECT_GT(red(ridge - 2.5), red(ridge + 2.0)) << x;
    }
}
