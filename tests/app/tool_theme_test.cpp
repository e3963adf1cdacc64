// The window's appearance: scale, startup, and overlays on pictures.
#include <glad/gl.h>

#include "app/window.hpp"
#include "scene/anatomy.hpp"
#include "scene/axes.hpp"

// --scale overrides the display's scale.
TEST_F(Tool, AScaleEnlargesTextAndWidgets) {
    for (const float scale : {0.5f, 1.0f, 2.0f}) {
        viewer.reset();
        ViewerOptions options;
        options.config.preset = fbm_preset();
        options.config.width = 1300;
        options.config.height = 900;
        options.opened = true;
        options.scale = scale;
        start(std::move(options));
        settle_input();
        EXPECT_NEAR(ImGui::GetFontSize(), 15 * scale, 0.51f);
        EXPECT_NEAR(viewer->panel().layout.panel_right, 312 * scale, 1);
        const auto button = viewer->panel().layout.widgets.at("play");
        EXPECT_NEAR(button[3] - button[1], 21 * scale, 2 * scale);
    }
}

// The window shows a text while the shaders compile.
TEST_F(Tool, TheWindowSaysThatThePictureIsOnItsWay) {
    open_without_settling(default_preset(Scene::clouds), 800, 600);
    glFinish();
    const int bright = input::white_pixels(800, 600);
    EXPECT_GT(bright, 100);
    EXPECT_LT(bright, 10000);
}

// Figures have the theme's background unless the preset names one; buttons on them match the figure.
TEST_F(Tool, FiguresAndTheirButtonsFollowTheTheme) {
    const auto mean = [&](const Capture& pixels, std::array<float, 4> r) {
        double sum = 0;
        int count = 0;
        for (int y = static_cast<int>(r[1]) + 2; y < static_cast<int>(r[3]) - 2; ++y) {
            for (int x = static_cast<int>(r[0]) + 2; x < static_cast<int>(r[2]) - 2; ++x, ++count)
                sum += pixels.rgb[static_cast<std::size_t>((y * pixels.width + x) * 3 + 1)];
        }
        return sum / count;
    };
    for (const Background background : {Background::automatic, Background::dark, Background::white}) {
        for (const Theme theme : {Theme::dark, Theme::light}) {
            Preset preset = default_preset(Scene::anatomy);
            preset.look.background = background;
            viewer.reset();
            open_without_settling(preset, 1000, 700);
            settle_input();
            if (theme == Theme::light) click("theme", 0.5);
            settle();
            const auto pixels = capture();
            const auto widgets = viewer->panel().layout.widgets;
            const bool white =
                background == Background::automatic ? theme == Theme::light : background == Background::white;
            const auto left = static_cast<float>(viewer->area().x);
            SCOPED_TRACE(fmt::format("{} {}", get(preset, "background"), kThemes[static_cast<int>(theme)]));
            EXPECT_EQ(mean(pixels, {left + 4, 4, left + 24, 24}) > 250, white);
            EXPECT_EQ(mean(pixels, widgets.at("step next")) > 150, white);
            EXPECT_EQ(mean(pixels, widgets.at("export")) > 150, theme == Theme::light) << "the panel";
            EXPECT_EQ(viewer->preset(), preset) << "the preset itself stays";
        }
    }
}

// The box of numbers covers no caption.
TEST_F(Tool, TheProbesBoxLeavesCaptionsFree) {
    int seen = 0;
    for (const auto& [width, height] : {std::pair{1380, 980}, {968, 749}, {700, 520}}) {
        for (int i = 0; i <= static_cast<int>(Stage::compare); ++i) {
            Preset preset = default_preset(Scene::anatomy);
            preset.look.stage = static_cast<Stage>(i);
            viewer.reset();
            open_without_settling(preset, width, height);
            settle_input();
            const auto area = viewer->area();
            const auto captions = labels(preset, area.width, area.height);
            for (int x = area.x + 30; x < width; x += area.width / 5) {
                for (int y = 90; y < area.height; y += area.height / 6) {
                    if (!probe(preset, area.width, area.height, x - area.x, y)) continue;
                    auto& widgets = const_cast<PanelState&>(viewer->panel()).layout.widgets;
                    widgets.erase("probe");
                    move_to({x, y});
                    if (!widgets.contains("probe")) continue;
                    const auto box = widgets.at("probe");
                    ++seen;
                    for (const Label& label : captions) {
                        const auto r = bounds(label);
                        EXPECT_FALSE(box[0] < r[0] + area.x + r[2] - 0.5 && box[2] > r[0] + area.x + 0.5 &&
                                     box[1] < r[1] + r[3] - 0.5 && box[3] > r[1] + 0.5)
                            << label.text << " at " << x << ", " << y << " of " << width << "x" << height;
                    }
                }
            }
        }
    }
    EXPECT_GT(seen, 250);
}

// In a picture with axes, only the part inside of them can be pointed at, pinned and measured.
TEST_F(Tool, ThePointerTellsWhatTheAxesSay) {
    for (const Scene scene : {Scene::map, Scene::line}) {
        Preset preset = default_preset(scene);
        preset.settings.dim = 2;
        preset.look.axes = Axes::on;
        preset.look.center = {0.3, -0.2};
        viewer.reset();
        open_without_settling(preset, 1000, 700);
        settle();
        const auto area = viewer->area();
        const AxesLayout axes = axes_of(preset, area.width, area.height);
        const auto two = std::find_if(axes.lettering.labels.begin(), axes.lettering.labels.end(),
                                      [](const Label& l) { return l.text == "2" && l.align == Align::center; });
        ASSERT_NE(two, axes.lettering.labels.end());
        const std::array<int, 2> here{area.x + static_cast<int>(std::lround(two->x)),
                                      axes.plot.y0 + axes.plot.rows / 3};
        move_to(here);
        const std::string& text = viewer->panel().status.under_cursor;
        ASSERT_TRUE(text.starts_with("at (")) << text;
        EXPECT_NEAR(std::atof(text.c_str() + 4), 2, 1.5 * preset.look.span / axes.plot.rows) << text;
        click_here();
        const auto pin = viewer->panel().layout.widgets.at("pin");
        EXPECT_NEAR(0.5f * (pin[0] + pin[2]), here[0], 1.5f);
        if (scene == Scene::map) {
            EXPECT_NEAR(0.5f * (pin[1] + pin[3]), here[1], 1.5f);
        }
        const std::size_t count = static_cast<std::size_t>(axes.plot.columns) *
                                  static_cast<std::size_t>(scene == Scene::map ? axes.plot.rows : 1);
        EXPECT_EQ(viewer->panel().status.report.measured.statistics.count, count);
        move_to({area.x + 3, 3});
        EXPECT_EQ(viewer->panel().status.under_cursor, "") << "among the numbers";
    }
}
