// Typed and chosen values are taken to the last digit, however fast and in whatever order keys arrive.
#include <set>

#include "app/read_image.hpp"
#include "app/window.hpp"
#include "scene/scenes.hpp"
#include "viewer/fields.hpp"

namespace {

// Presses keys one by one, then releases them in the given order.
void press_in_order(const std::vector<std::string>& pressed, const std::vector<std::string>& released) {
    for (const std::string& name : pressed)
        input::key(name, true);
    for (const std::string& name : released)
        input::key(name, false);
}

}  // namespace

// After Ctrl+letter, releasing Ctrl first must not make the letter move the view.
TEST_F(Tool, CtrlMayBeReleasedFirst) {
    open(fbm_preset());
    glfwFocusWindow(viewer->window());
    settle_input();
    for (const std::string letter : {"e", "s", "c"}) {
        for (const std::string& name : {std::string("Control_L"), letter}) {
            input::key(name, true);
            settle_input();
        }
        input::key("Control_L", false);
        for (int i = 0; i < 10; ++i)
            settle_input();
        input::key(letter, false);
        settle_input();
        press("Escape");
        EXPECT_EQ(viewer->preset(), fbm_preset()) << letter;
    }
    input::key("d", true);  // without Ctrl it moves the view
    settle_input();
    input::key("d", false);
    settle_input();
    EXPECT_GT(look().center[0], 0.0);
}

// Everything between two frames counts: here two letters, a correction, and Enter.
TEST_F(Tool, TapsShorterThanAFrameCount) {
    config = dir / "config";
    open(fbm_preset());
    click("save preset", 0.5);
    settle_input();
    for (const char* name : {"a", "b", "BackSpace", "c", "Return"})
        press_in_order({name}, {name});
    for (int i = 0; i < 6; ++i)
        settle_input();
    EXPECT_EQ(viewer->session().own_presets, std::vector<std::string>{"ac"});
}

TEST_F(Tool, ADecimalCommaIsAPoint) {
    open(fbm_preset(), ShaderFiles(), 480, 900);
    enter("persistence", "0,75");
    EXPECT_EQ(settings().persistence, 0.75f);
    paste("persistence", "1,25");
    EXPECT_EQ(settings().persistence, 1.25f);

    key("ctrl+e");  // in a name a comma stays a comma
    settle_input();
    enter("export file", "a,b.png");
    EXPECT_EQ(viewer->panel().exports.order.path, "a,b.png");
}

TEST_F(Tool, EscapeClosesTheListAndNotTheSheetBehindIt) {
    open(fbm_preset(), ShaderFiles(), 800, 760);
    key("ctrl+e");
    settle_input();
    click("export format", 0.5);
    settle_input();
    press("Escape");
    EXPECT_TRUE(viewer->panel().choices.export_open);
    click("export what", 0.5);  // its list opens and closes the first one
    settle_input();
    click("export what 1", 0.2);
    EXPECT_EQ(viewer->panel().exports.order.what, What::values);
    press("Escape");
    press("Escape");
    EXPECT_FALSE(viewer->panel().choices.export_open);
}

TEST_F(Tool, OtherDimensionsKeepThePeriodsOfTheirAxes) {
    Preset preset;
    preset.settings = {.dim = 2, .octaves = 2, .period = {4, 6}};
    open(preset, ShaderFiles(), 480, 900);
    click("dim 4");
    settle_input();
    EXPECT_EQ(settings().dim, 4);
    EXPECT_EQ(settings().period, (std::vector<std::uint32_t>{4, 6, 0, 0}));
    EXPECT_EQ(viewer->panel().status.message.text, "");
    click("dim 1");
    settle_input();
    EXPECT_EQ(settings().period, (std::vector<std::uint32_t>{4}));
    EXPECT_EQ(viewer->panel().status.message.text, "");
    EXPECT_EQ(problem(viewer->preset()), "");
}

// Algorithms that the scene cannot draw are greyed, without a message.
TEST_F(Tool, AlgorithmsThatTheSceneCannotDrawAreGreyed) {
    Preset preset = default_preset(Scene::anatomy);  // perlin only
    open(preset, ShaderFiles(), 800, 760);
    click("algorithm", 0.5);
    settle_input();
    click("algorithm value", 0.2);
    EXPECT_EQ(viewer->preset(), preset);
    press("Escape");
    settle_input();
    EXPECT_EQ(viewer->panel().status.message.text, "");

    key("2");
    settle_input();
    click("algorithm", 0.5);
    settle_input();
    click("algorithm value", 0.2);
    EXPECT_EQ(settings().algorithm, Algorithm::value);
}

// At 2^30 a double still has 22 bits for the fraction: all can be typed and are displayed.
TEST_F(Tool, CoordinatesHaveAllTheirDigits) {
    Preset preset = fbm_preset();
    preset.look.span = 1e-3;
    open(preset, ShaderFiles(), 800, 760);
    click("tab picture", 0.5);
    settle_input();
    enter("center x", "1073741824.1234567");
    EXPECT_EQ(look().center[0], 1073741824.1234567);
    enter("span", "0.00123456789012345");
    EXPECT_EQ(look().span, 0.00123456789012345);
    settle();
    // Editing starts with all digits: changing the last one changes nothing else.
    const auto p = at("center x", 0.2);
    move_to(p);
    input::key("Control_L", true);
    click_here();
    input::key("Control_L", false);
    settle_input();
    press("End");
    press("BackSpace");
    press("1");
    press("Return");
    EXPECT_NEAR(look().center[0], 1073741824.1234567, 1e-6);
    EXPECT_GT(look().center[0], 1073741824.12);

    // The status line shows a point and a value that equal the core's to the last bit.
    move_to({600, 300});
    const std::string line = viewer->panel().status.under_cursor;
    const auto close = line.rfind(") ");
    ASSERT_NE(close, std::string::npos) << line;
    const float shown = std::strtof(line.c_str() + close + 2, nullptr);
    const auto area = viewer->area();
    const double unit = look().span / area.height;
    const auto [cell, fraction] = place_of(center_point(
        viewer->preset(), {}, {(600 - area.x - 0.5 * area.width) * unit, (300 - 0.5 * area.height) * unit}));
    EXPECT_EQ(shown, Noise(settings())(cell, fraction)) << line;
}

// "keep" also keeps the place, for scenes in which center and span mean the same.
TEST_F(Tool, KeepTakesThePlaceAlong) {
    Preset preset = default_preset(Scene::terrain);
    preset.look.center = {12.5, -3.25, 0, 0};
    preset.look.span = 2.5;
    open_without_settling(preset, 800, 600);
    settle_input();
    click("keep");
    key("2");
    EXPECT_EQ(look().scene, Scene::map);
    EXPECT_EQ(settings(), preset.settings);
    EXPECT_EQ(look().center, preset.look.center);
    EXPECT_EQ(look().span, 2.5);
    key("9");  // the planet's center is that of the globe
    EXPECT_EQ(look().scene, Scene::planet);
    EXPECT_EQ(look().center, default_preset(Scene::planet).look.center);
    EXPECT_EQ(look().span, default_preset(Scene::planet).look.span);
}

// Sliders reach beyond the values of the built-in presets; numbers beyond their ends can be typed.
TEST(Slider, SpansTheUsualValues) {
    for (const BuiltinPreset& file : builtin_presets()) {
        const Preset preset = load_builtin_preset(std::string(file.name()));
        auto check = [&](const FieldInfo& info, const auto& field) {
            using T = std::decay_t<decltype(field)>;
            if constexpr (std::is_same_v<T, float> || std::is_same_v<T, double> || std::is_same_v<T, int>) {
                if (info.widget.step != 0.0) return;  // dragged
                const auto value = static_cast<double>(field);
                const auto [low, high] = slider_ends(info, value);
                EXPECT_LE(info.min, low) << info.name;
                EXPECT_LE(high, info.max) << info.name;
                EXPECT_LE(low, value) << file.name() << " " << info.name;
                EXPECT_LE(value, high) << file.name() << " " << info.name;
                if (info.widget.usual_times != 0.0 && value > 0.0) {
                    EXPECT_LE(high, 3 * value) << file.name() << " " << info.name;
                }
            }
        };
        for_each_noise_field(preset.settings, check);
        for_each_look(preset.look, [&](const LookInfo& info, const auto& field) {
            if (info.is_for(preset.look.scene)) check(info, field);
        });
    }
}

TEST_F(Tool, NumbersBeyondASlidersEndsAreTyped) {
    Preset preset = fbm_preset();
    preset.settings.warp = 9;  // beyond the slider's end, from a file
    open(preset, ShaderFiles(), 900, 900);
    drag(at("octaves", 0.5), at("octaves", 1.5));
    EXPECT_EQ(settings().octaves, 16);
    enter("octaves", "28,5");
    EXPECT_EQ(settings().octaves, 28.5f);
    enter("octaves", "99");
    EXPECT_EQ(settings().octaves, 32);
    enter("persistence", "nan");
    EXPECT_EQ(settings().persistence, 0.5f);
    drag(at("persistence", 0.5), at("persistence", 1.5));
    EXPECT_EQ(settings().persistence, 1);
    EXPECT_EQ(settings().warp, 9);
    enter("warp", "1.25");  // displayed with its unit
    EXPECT_EQ(settings().warp, 1.25f);
    viewer.reset();
    open_without_settling(default_preset(Scene::terrain), 900, 900);
    settle_input();
    click("tab picture", 0.5);
    settle_input();
    enter("yaw", "-12,5");
    EXPECT_EQ(look().yaw, -12.5);
    enter("fov", "");
    EXPECT_EQ(look().fov, default_preset(Scene::terrain).look.fov);
}

// A fractal chosen from the list, or kept from another scene, sets the relief that suits it.
TEST_F(Tool, AFractalBringsItsRelief) {
    const Preset terrain = default_preset(Scene::terrain), ridged = default_preset(Scene::terrain, Fractal::ridged);
    open_without_settling(terrain, 800, 600);
    settle_input();
    double_click("fractal kind");
    EXPECT_EQ(viewer->preset(), terrain);
    click("fractal kind", 0.5);
    for (const char* name : {"Up", "Up", "space"})
        press(name);
    settle_input();
    EXPECT_EQ(viewer->preset(), ridged);
    double_click("fractal kind");
    EXPECT_EQ(viewer->preset(), terrain);
    Preset map = fbm_preset();
    map.settings.dim = 2;
    map.settings.fractal = Fractal::ridged;
    viewer.reset();
    open_without_settling(map, 800, 600);
    settle_input();
    click("keep");
    key("4");
    EXPECT_EQ(look().scene, Scene::terrain);
    EXPECT_EQ(settings(), map.settings);
    EXPECT_EQ(look().relief, ridged.look.relief);
}

// Noise that the next scene cannot draw is not kept, and a message says so.
TEST_F(Tool, NoiseThatTheSceneCannotDrawIsNotKept) {
    Preset preset = fbm_preset();
    preset.settings = {.algorithm = Algorithm::value, .dim = 2};
    open_without_settling(preset, 800, 600);
    settle_input();
    click("keep");
    key("3");
    EXPECT_EQ(viewer->preset(), default_preset(Scene::anatomy));
    EXPECT_EQ(viewer->session().open.name, "anatomy");
    EXPECT_NE(viewer->panel().status.message.text.find("not kept"), std::string::npos)
        << viewer->panel().status.message.text;
    key("2");
    EXPECT_EQ(look().scene, Scene::map);
}

// The wheel scrolls the fields and never the panel itself.
TEST_F(Tool, TheWheelDoesNotMoveThePanelsHead) {
    open(fbm_preset());
    const auto before = viewer->panel().layout.widgets.at("scene");
    for (const char* widget : {"wordmark", "scene", "search", "tab noise"}) {
        move_to(at(widget, 0.5));
        for (int i = 0; i < 6; ++i)
            input::click(5);
        for (int i = 0; i < 4; ++i)
            settle_input();
        EXPECT_EQ(viewer->panel().layout.widgets.at("scene"), before) << widget;
    }
}

// The box of numbers fits beside the panel in any window.
TEST_F(Tool, TheProbeFits) {
    for (const auto& [width, height] : {std::pair{800, 600}, {640, 480}, {1280, 800}}) {
        for (const Stage stage : {Stage::gradients, Stage::octaves}) {
            Preset preset = default_preset(Scene::anatomy);
            preset.look.stage = stage;
            open(preset, ShaderFiles(), width, height);
            const auto& layout = viewer->panel().layout;
            const auto left = static_cast<int>(layout.panel_right);
            move_to({left + (width - left) * 4 / 5, height * 2 / 5});
            settle_input();
            const auto box = layout.widgets.at("probe");
            EXPECT_GE(box[0], layout.panel_right - 1);
            EXPECT_GE(box[1], 0.0f);
            EXPECT_LE(box[2], static_cast<float>(width) + 1);
            EXPECT_LE(box[3], layout.bar_top + 1) << width;
            // If there is room, it does not cover the cell.
            if (width == 1280) {
                const auto p = probe(viewer->preset(), width - left, static_cast<int>(layout.bar_top),
                                     (width - left) * 4 / 5, height * 2 / 5);
                ASSERT_TRUE(p);
                const double x = p->cell_box.x + left, y = p->cell_box.y;
                EXPECT_TRUE(box[0] >= x + p->cell_box.width || box[2] <= x || box[1] >= y + p->cell_box.height ||
                            box[3] <= y)
                    << static_cast<int>(stage);
            }
            viewer.reset();
        }
    }
}

// If the figure is one cell, the point follows the mouse; otherwise the lattice does.
TEST_F(Tool, AnatomyFollowsTheMouse) {
    for (const Stage stage : {Stage::influence, Stage::interpolation, Stage::lattice}) {
        Preset preset = default_preset(Scene::anatomy);
        preset.look.stage = stage;
        preset.look.center = {0.25, 0.5};
        open(preset, ShaderFiles(), 1000, 700);
        const auto left = static_cast<int>(viewer->panel().layout.panel_right);
        drag({left + 300, 300}, {left + 330, 310});
        if (stage == Stage::lattice) {
            EXPECT_LT(look().center[0], 0.25);
            EXPECT_LT(look().center[1], 0.5);
        } else {
            EXPECT_GT(look().center[0], 0.3);
            EXPECT_LT(look().center[0], 0.6);
            EXPECT_GT(look().center[1], 0.5);
        }
        viewer.reset();
    }
}

// An export on a software driver lets the window draw. Not a measurement: frames once took seconds here.
TEST_F(UserSession, TheWindowGoesOnWhileItExports) {
    open_without_settling(default_preset(Scene::terrain), 800, 600);
    settle_input();
    key("ctrl+e");
    settle_input();
    choose_size("4K");
    click("export now", 0.5);
    ASSERT_TRUE(until([&] { return viewer->panel().status.exporting.state.done > 0; }));
    std::vector<double> gaps;
    for (int i = 0; i < 100 && viewer->panel().status.exporting.running; ++i) {
        const auto before = std::chrono::steady_clock::now();
        viewer->frame(false);
        gaps.push_back(std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - before).count());
    }
    if (gaps.empty()) GTEST_SKIP() << "the export was done at once";
    std::sort(gaps.begin(), gaps.end());
    std::printf("frames: %zu, median %.0f ms, 90 %% %.0f ms, longest %.0f ms\n", gaps.size(), gaps[gaps.size() / 2],
                gaps[gaps.size() * 9 / 10], gaps.back());
    EXPECT_LT(gaps[gaps.size() * 9 / 10], 1000.0);
}

TEST_F(UserSession, CopiedLinesArePasted) {
    open_without_settling(default_preset(Scene::terrain), 800, 600);
    settle_input();
    key("n");
    const Preset copied = viewer->preset();
    key("ctrl+c");
    const std::string line = glfwGetClipboardString(viewer->window());
    EXPECT_EQ(line.find("isonoise view --scene terrain"), 0u) << line;
    key("2");
    key("ctrl+v");
    EXPECT_EQ(viewer->preset(), copied);
    key("ctrl+z");
    EXPECT_EQ(look().scene, Scene::map);
    glfwSetClipboardString(viewer->window(), to_json(copied).c_str());
    key("ctrl+v");
    EXPECT_EQ(viewer->preset(), copied);
    for (const char* wrong : {"not a preset", "{\"schema\": 1, \"octaves\": 99}", "   ", "isonoise view --seed x"}) {
        glfwSetClipboardString(viewer->window(), wrong);
        key("ctrl+v");
        EXPECT_EQ(viewer->preset(), copied) << wrong;
        EXPECT_TRUE(viewer->panel().status.message.is_error) << wrong;
    }
    // Every entry of the list can be copied.
    click("copy", 0.5);
    settle_input();
    std::vector<std::string> entries;
    for (const auto& [name, rect] : viewer->panel().layout.widgets) {
        if (name.starts_with("copy ")) entries.push_back(name);
    }
    EXPECT_GE(entries.size(), 9u);
    press("Escape");
    std::set<std::string> texts;
    for (const std::string& entry : entries) {
        click("copy", 0.5);
        settle_input();
        click(entry, 0.3);
        settle_input();
        EXPECT_FALSE(viewer->panel().status.message.is_error) << entry << viewer->panel().status.message.text;
        texts.insert(glfwGetClipboardString(viewer->window()));
    }
    EXPECT_EQ(texts.size(), entries.size());
}

TEST_F(Tool, TheStepsOfAnatomyTurnByArrows) {
    open(default_preset(Scene::anatomy));
    key("Left");
    EXPECT_EQ(look().stage, Stage::line);
    const int last = static_cast<int>(std::size(detail::kStages)) - 1;
    for (int i = 1; i < last + 3; ++i) {
        key("Right");
        EXPECT_EQ(look().stage, static_cast<Stage>(std::min(i, last)));
    }
    EXPECT_EQ(look().stage, Stage::aliasing);
    key("Left");
    EXPECT_EQ(look().stage, Stage::precision);
    click("step back", 0.5);
    EXPECT_EQ(look().stage, Stage::directions);
    key("Right");  // the buttons ignore arrow keys
    EXPECT_EQ(look().stage, Stage::precision);
    click("step next", 0.5);
    click("step next", 0.5);
    EXPECT_EQ(look().stage, Stage::aliasing);
    // The artefact's remedy.
    EXPECT_EQ(look().remedy, Remedy::off);
    click("step remedy", 0.1);
    EXPECT_EQ(look().remedy, Remedy::on);
    key("x");
    EXPECT_EQ(look().remedy, Remedy::off);
    key("x");
    EXPECT_EQ(look().remedy, Remedy::on);
    // Nor does a click in the panel capture them.
    click("fractal");
    for (int i = last - 1; i >= 2; --i) {
        key("Left");
        EXPECT_EQ(look().stage, static_cast<Stage>(i));
    }
    key("x");
    EXPECT_EQ(look().remedy, Remedy::on) << "there is no artefact in this step";
}

// The search finds settings by their names in other programs.
TEST_F(Tool, TheSearchFindsSettings) {
    open_without_settling(default_preset(Scene::terrain), 900, 800);
    settle_input();
    for (const auto& [words, found, lost] : {std::tuple{"gain", "persistence", "octaves"},
                                             {"sea level", "water", "relief"},
                                             {"RELIEF", "relief", "octaves"}}) {
        click("search", 0.5);
        key("ctrl+a");
        type(words);
        for (int i = 0; i < 4; ++i)
            settle_input();
        EXPECT_EQ(viewer->panel().choices.search, words);
        auto& widgets = const_cast<PanelState&>(viewer->panel()).layout.widgets;
        widgets.clear();
        settle_input();
        EXPECT_TRUE(widgets.count(found)) << words;
        EXPECT_FALSE(widgets.count(lost)) << words;
    }
    press("Escape");
}

TEST_F(UserSession, ThePanelIsNarrowedAndKeepsItsWidthAndTheme) {
    config = dir / "config";
    open(fbm_preset(), ShaderFiles(), 900, 700);
    const float width = viewer->panel().layout.panel_right;
    drag(at("panel edge", 0.5), {260, 400});
    EXPECT_NEAR(viewer->panel().layout.panel_right, 260.0f, 6.0f);
    EXPECT_LT(viewer->panel().layout.panel_right, width);
    EXPECT_EQ(viewer->area().x + viewer->area().width, 900);
    expect_picture_of(viewer->preset(), capture());
    click("theme", 0.5);
    EXPECT_EQ(viewer->panel().choices.theme, Theme::light);
    settle();
    expect_picture_of(viewer->preset(), capture());
    glfwSetWindowShouldClose(viewer->window(), GLFW_TRUE);
    viewer->run();
    viewer.reset();
    std::string message;
    const Config kept = load_config(config, Config(), message);
    EXPECT_EQ(message, "");
    EXPECT_NEAR(kept.panel_width, 260, 6);
    EXPECT_EQ(kept.theme, Theme::light);
}

// Each door of the first screen works by mouse and by keyboard; Escape closes the screen.
TEST_F(Tool, TheFirstScreensDoors) {
    for (const auto& [columns, height] : {std::pair{1060, 680}, {800, 600}, {480, 900}}) {
        const int width = columns;  // clang 14 lets no lambda see the other
        open(fbm_preset(), ShaderFiles(), width, height);
        EXPECT_FALSE(viewer->panel().choices.start_open) << "a preset was asked for";
        const auto open_it = [&] {
            click("wordmark", 0.5);
            for (int i = 0; i < 4; ++i)
                settle_input();
            EXPECT_TRUE(viewer->panel().choices.start_open);
            for (const char* door : {"door Learn", "door Make", "door Write", "door Build", "look around"}) {
                const auto r = viewer->panel().layout.widgets.at(door);
                EXPECT_GE(r[0], width > 500 ? viewer->panel().layout.panel_right : 0.0f) << door;
                EXPECT_LE(r[2], static_cast<float>(width)) << door;
                EXPECT_LE(r[3], viewer->panel().layout.bar_top) << door;
            }
        };
        open_it();
        press("Escape");
        EXPECT_FALSE(viewer->panel().choices.start_open);
        open_it();
        click("door Learn", 0.5);
        settle_input();
        EXPECT_EQ(look().scene, Scene::anatomy);
        EXPECT_FALSE(viewer->panel().choices.start_open);
        open_it();
        click("door Make", 0.5);
        settle_input();
        EXPECT_EQ(look().tiling, Tiling::three);
        EXPECT_TRUE(viewer->panel().choices.export_open);
        press("Escape");
        open_it();
        click("door Build", 0.5);
        settle_input();
        settle_input();
        EXPECT_EQ(look().scene, Scene::terrain);
        click("copy shape cpp", 0.3);
        EXPECT_NE(std::string(glfwGetClipboardString(viewer->window())).find("terrain_height"), std::string::npos);
        open_it();
        click("door Write", 0.5);
        ASSERT_TRUE(until([&] { return viewer->preset().function != nullptr; }));
        EXPECT_EQ(viewer->session().open.name, "islands");
        viewer.reset();
    }
}
