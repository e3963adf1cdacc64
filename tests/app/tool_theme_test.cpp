// How the window looks: its scale, its first moments, and what lies on pictures.
#include <glad/gl.h>

#include "app/tool.hpp"
#include "scene/anatomy.hpp"

// --scale holds whatever the display says.
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

// Something is there to read before the shaders are compiled.
TEST_F(Tool, TheWindowSaysThatThePictureIsOnItsWay) {
    open_without_settling(default_preset(Scene::clouds), 800, 600);
    glFinish();
    const int bright = input::white_pixels(800, 600);
    EXPECT_GT(bright, 100);
    EXPECT_LT(bright, 10000);
}

// The figures are dark in the light theme too, and so are the buttons on them.
TEST_F(Tool, ButtonsOnAFigureAreDark) {
    open_without_settling(default_preset(Scene::anatomy), 1000, 700);
    settle_input();
    click("theme", 0.5);
    settle_input();
    const auto pixels = capture();
    const auto mean = [&](const std::string& widget) {
        const auto r = viewer->panel().layout.widgets.at(widget);
        double sum = 0;
        int count = 0;
        for (int y = static_cast<int>(r[1]) + 2; y < static_cast<int>(r[3]) - 2; ++y) {
            for (int x = static_cast<int>(r[0]) + 2; x < static_cast<int>(r[2]) - 2; ++x, ++count)
                sum += pixels.rgb[static_cast<std::size_t>((y * pixels.width + x) * 3 + 1)];
        }
        return sum / count;
    };
    EXPECT_LT(mean("step next"), 110);
    EXPECT_GT(mean("export"), 180) << "the panel is light";
}

// The box with a point's numbers leaves captions free where there is room for it.
TEST_F(Tool, TheProbesBoxLeavesCaptionsFree) {
    for (const Stage stage : {Stage::lattice, Stage::octaves}) {
        Preset preset = default_preset(Scene::anatomy);
        preset.look.stage = stage;
        viewer.reset();
        open_without_settling(preset, 1380, 980);
        settle_input();
        const auto area = viewer->area();
        int seen = 0, hidden = 0;
        for (int x = area.x + 100; x < 1380; x += 170) {
            for (int y = 120; y < area.height; y += 150) {
                auto& widgets = const_cast<PanelState&>(viewer->panel()).layout.widgets;
                widgets.erase("probe");
                move_to({x, y});
                if (!widgets.contains("probe")) continue;
                const auto box = widgets.at("probe");
                ++seen;
                for (const Label& label : labels(preset, area.width, area.height)) {
                    const auto r = bounds(label);
                    hidden += box[0] < r[0] + area.x + r[2] && box[2] > r[0] + area.x && box[1] < r[1] + r[3] &&
                              box[3] > r[1];
                }
            }
        }
        EXPECT_GT(seen, 10);
        EXPECT_LE(hidden, stage == Stage::lattice ? 0 : 26) << static_cast<int>(stage);
    }
}
