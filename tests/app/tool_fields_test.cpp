// Typed and chosen values are taken over to the last digit, however fast and in whatever order keys arrive.
#include <set>

#include "app/read_image.hpp"
#include "app/tool.hpp"
#include "scene/anatomy.hpp"
#include "scene/planet.hpp"
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

// The letter is still down when Ctrl is released; it must not move the view.
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
    glfwSetClipboardString(viewer->window(), "1,25");
    enter("persistence", "");
    const auto p = at("persistence", 0.2);
    move_to(p);
    input::key("Control_L", true);
    click_here();
    for (const char* letter : {"a", "v"}) {
        input::key(letter, true);
        settle_input();
        input::key(letter, false);
    }
    input::key("Control_L", false);
    settle_input();
    press("Return");
    EXPECT_EQ(settings().persistence, 1.25f);

    key("ctrl+e");  // in a name it stays a comma
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

// Algorithms that the scene cannot draw are greyed out, without a message.
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

    // The probe's line shows a point and a value that agree with the core to the last bit.
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

// Choices persist across formats; a name affects only the format.
TEST_F(UserSession, TheExportKeepsWhatWasChosen) {
    open(fbm_preset(), ShaderFiles(), 800, 760);
    key("ctrl+e");
    settle_input();
    const Export& order = viewer->panel().exports.order;
    click("export what", 0.5);
    settle_input();
    click("export what 3", 0.2);
    EXPECT_EQ(order.what, What::normals_gl);
    for (const auto& [name, format] :
         {std::pair{"n.exr", Format::exr}, {"n.npy", Format::npy}, {"n.png", Format::png}}) {
        enter("export file", name);
        EXPECT_EQ(order.format, format);
        EXPECT_EQ(order.what, What::normals_gl);
        EXPECT_EQ(problem(viewer->preset(), order), "");
    }
    // Defaults follow scene and format until the user chooses.
    viewer.reset();
    open(fbm_preset(), ShaderFiles(), 800, 760);
    key("ctrl+e");
    settle_input();
    enter("export file", "n.exr");
    settle_input();
    EXPECT_EQ(viewer->panel().exports.order.what, What::values);
    move_to({700, 100});
    viewer->ask(command::ChooseScene{Scene::clouds});
    settle_input();
    settle_input();
    EXPECT_EQ(viewer->panel().exports.order.what, What::picture);
    viewer->ask(command::ChooseScene{Scene::map});
    settle_input();
    settle_input();
    EXPECT_EQ(viewer->panel().exports.order.what, What::values);
}

TEST_F(UserSession, EveryFormatTakesItsOwnDepth) {
    open(fbm_preset(), ShaderFiles(), 800, 760);
    key("ctrl+e");
    settle_input();
    const Export& order = viewer->panel().exports.order;
    // From 16-bit PNG to formats with a fixed depth.
    click("export format", 0.5);
    settle_input();
    press("Down");
    press("space");
    EXPECT_EQ(order.depth, 16);
    for (const char* name : {"n.exr", "n.npy", "n.r32"}) {
        enter("export file", name);
        EXPECT_EQ(problem(viewer->preset(), order), "") << name;
    }
}

// Folders are chosen by clicks; recent files are offered again, in the next session too.
TEST_F(UserSession, ExportsGoWhereOneChooses) {
    fs::create_directories(dir / "textures" / "ground");
    fs::create_directories(dir / "textures" / ".hidden");
    write_file(dir / "textures" / "file.txt", "");
    open(default_preset(Scene::map), ShaderFiles(), 900, 760);
    key("ctrl+e");
    settle_input();
    enter("export file", "height.r16");
    const Export& order = viewer->panel().exports.order;
    const auto choose = [&](const std::string& entry) {
        if (!ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup)) {
            click("export places", 0.5);
            settle_input();
        }
        click(entry, 0.1);
        settle_input();
    };
    const fs::path base = fs::current_path();
    choose("export folder textures");
    EXPECT_EQ(order.path, (base / "textures" / "height.r16").string());
    EXPECT_EQ(viewer->panel().exports.folders, (std::vector<std::string>{"..", "ground"}));
    choose("export folder ground");
    EXPECT_EQ(viewer->panel().exports.folders, std::vector<std::string>{".."});
    choose("export folder ..");
    EXPECT_EQ(order.path, (base / "textures" / "height.r16").string());
    key("Escape");
    settle_input();
    EXPECT_TRUE(viewer->panel().choices.export_open) << "Escape closes the list only";
    ASSERT_FALSE(ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup));
    EXPECT_TRUE(viewer->panel().exports.recent.empty());
    click("export now", 0.5);
    ASSERT_TRUE(until([&] { return fs::exists(dir / "textures" / "height.r16"); }));
    ASSERT_TRUE(until([&] { return viewer->panel().exports.recent.size() == 1; }));
    enter("export file", "b.png");
    click("export now", 0.5);
    ASSERT_TRUE(until([&] { return viewer->panel().exports.recent.size() == 2; }));
    choose("export recent 1");
    EXPECT_EQ(order.path, (base / "textures" / "height.r16").string());
    EXPECT_EQ(order.format, Format::raw16) << "the ending chooses the format";
    const auto kept = viewer->panel().exports.recent;
    EXPECT_EQ(kept, (std::vector{(base / "b.png").string(), order.path}));
    // A folder that no longer exists has no subfolders, and causes no crash.
    enter("export file", "/nowhere/at/all.png");
    click("export places", 0.5);
    settle_input();
    EXPECT_EQ(viewer->panel().exports.folders, std::vector<std::string>{".."});
}

TEST_F(UserSession, OneTile) {
    Preset preset;
    preset.settings = {.dim = 2, .frequency = 2, .octaves = 3, .period = {6, 4}};
    preset.look.tiling = Tiling::three;
    open(preset, ShaderFiles(), 800, 760);
    key("ctrl+e");
    settle_input();
    enter("export file", "tile.npy");
    choose_size("2048");
    const Export& order = viewer->panel().exports.order;
    EXPECT_TRUE(order.one_tile);
    EXPECT_EQ(order.width, 3072);
    EXPECT_EQ(order.height, 2048);
    click("export now", 0.5);
    EXPECT_TRUE(until([&] { return fs::exists(dir / "tile.npy") && !viewer->panel().status.exporting.running; }));
    EXPECT_FALSE(viewer->panel().status.message.is_error) << viewer->panel().status.message.text;
    click("export auto-levels", 0.1);  // floats have no levels
    EXPECT_FALSE(order.auto_levels);
    enter("export file", "tile.r16");
    click("export auto-levels", 0.1);
    EXPECT_TRUE(order.auto_levels);
    click("export now", 0.5);
    EXPECT_TRUE(until([&] { return fs::exists(dir / "tile.r16") && !viewer->panel().status.exporting.running; }));
    EXPECT_TRUE(until([&] { return viewer->panel().status.message.text.find(", levels -0.") != std::string::npos; }));
    const auto words = numbers<std::uint16_t>(read_file(dir / "tile.r16"));
    EXPECT_EQ(*std::min_element(words.begin(), words.end()), 0);
    EXPECT_EQ(*std::max_element(words.begin(), words.end()), 65535);
    enter("export file", "tile.exr");
    EXPECT_FALSE(order.auto_levels);
}

// *keep* preserves the picture's position in scenes where it means the same.
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

// Sliders cover more than the range of the built-in presets; numbers beyond their ends can be typed.
TEST(Slider, SpansTheUsualValues) {
    for (const BuiltinPreset& file : builtin_presets()) {
        const Preset preset = load_builtin_preset(std::string(file.name()));
        auto check = [&](const SettingInfo& info, const auto& field) {
            using T = std::decay_t<decltype(field)>;
            if constexpr (std::is_same_v<T, float> || std::is_same_v<T, double> || std::is_same_v<T, int>) {
                if (info.step != 0.0) return;  // dragged
                const auto value = static_cast<double>(field);
                const auto [low, high] = slider_ends(info, value);
                EXPECT_LE(info.min, low) << info.name;
                EXPECT_LE(high, info.max) << info.name;
                EXPECT_LE(low, value) << file.name() << " " << info.name;
                EXPECT_LE(value, high) << file.name() << " " << info.name;
                if (info.usual_times != 0.0 && value > 0.0) {
                    EXPECT_LE(high, 3 * value) << file.name() << " " << info.name;
                }
            }
        };
        for_each_setting(preset.settings, check);
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

// Choosing a fractal, or keeping it from another scene, sets the matching relief.
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

// The probe's numbers fit beside the panel at any window size.
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
            // If there is room, the cell stays visible.
            if (width == 1280) {
                const auto p = probe(viewer->preset(), width - left, static_cast<int>(layout.bar_top),
                                     (width - left) * 4 / 5, height * 2 / 5);
                ASSERT_TRUE(p);
                const double x = p->place.x + left, y = p->place.y;
                EXPECT_TRUE(box[0] >= x + p->place.width || box[2] <= x || box[1] >= y + p->place.height || box[3] <= y)
                    << static_cast<int>(stage);
            }
            viewer.reset();
        }
    }
}

// In figures of one cell the point follows the mouse, elsewhere the lattice does.
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

// Exports on a software driver leave time for the window. Not a measurement: frames used to take seconds.
TEST_F(UserSession, TheWindowGoesOnWhileItExports) {
    open(default_preset(Scene::terrain), ShaderFiles(), 800, 600);
    key("ctrl+e");
    settle_input();
    choose_size("4K");
    click("export now", 0.5);
    ASSERT_TRUE(until([&] { return viewer->panel().status.exporting.state.share > 0; }));
    std::vector<double> gaps;
    for (int i = 0; i < 400 && viewer->panel().status.exporting.running; ++i) {
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
    // Every entry of the copy list works.
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
    // A click in the panel does not capture the arrow keys either.
    click("fractal");
    for (int i = last - 1; i >= 2; --i) {
        key("Left");
        EXPECT_EQ(look().stage, static_cast<Stage>(i));
    }
    key("x");
    EXPECT_EQ(look().remedy, Remedy::on) << "there is no artefact in this step";
}

// A setting is found by its names in other programs.
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

// Each choice on the first screen does what it says, by mouse or keyboard; Escape closes the screen.
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
            for (const char* door : {"door Learn", "door Make", "door Build", "look around"}) {
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
        viewer.reset();
    }
}

// In every scene whose surface is made by the noise, the probe's value is the noise's at the given coordinates, and
// that point is on the displayed surface.
TEST(ScenePoint, OfRockIsOnItsSurface) {
    for (const char* name : {"density", "density-caves", "density-islands", "density-skylands", "unit"}) {
        const bool unit = std::string(name) == "unit";
        Preset preset = load_preset(unit ? "density" : name);
        if (preset.settings.dim != 3) continue;
        if (unit) preset.settings.output = Output::unit;
        preset.look.blocks = 0;
        preset.look.center[1] += 0.1;
        const auto& look = preset.look;
        const Noise noise(preset.settings);
        int found = 0;
        for (int x = 20; x < 320; x += 40) {
            for (int y = 10; y < 180; y += 20) {
                const auto seen = scene_info(Scene::density).point(preset, 320, 180, x, y);
                if (!seen) continue;
                const std::string& line = seen->text;
                double at[3] = {};
                float value = 0;
                ASSERT_EQ(std::sscanf(line.c_str(), "at (%lf, %lf, %lf) %f", &at[0], &at[1], &at[2], &value), 4)
                    << line;
                const glm::vec4 p(at[0], at[1], at[2], 0);
                EXPECT_NEAR(noise(p), value, 0.03) << name << ": " << line;
                const double rise = look.relief > 0 ? at[1] / look.relief : 0;
                const double level = unit ? 2 * static_cast<double>(value) - 1 : static_cast<double>(value);
                EXPECT_NEAR((level - mean(preset.settings)) / (3 * standard_deviation(preset.settings)) -
                                look.threshold - rise,
                            0, 0.03)
                    << name << ": " << line;
                ++found;
            }
        }
        EXPECT_GT(found, 15) << name;
    }
}

TEST(ScenePoint, OfThePlanetIsOnItsGround) {
    for (const char* name : {"planet", "planet-orbit", "planet-ground"}) {
        const Preset preset = load_preset(name);
        const Camera c = camera(preset);
        const Noise noise(preset.settings);
        int found = 0;
        for (int x = 0; x < 320; x += 20) {
            for (int y = 0; y < 180; y += 20) {
                const auto seen = scene_info(Scene::planet).point(preset, 320, 180, x, y);
                if (!seen) continue;
                const std::string& line = seen->text;
                double latitude = 0, longitude = 0, height = 0;
                float value = 0;
                ASSERT_EQ(std::sscanf(line.c_str(), "at latitude %lf, longitude %lf %f, height %lf", &latitude,
                                      &longitude, &value, &height),
                          4)
                    << line;
                const glm::dvec3 up = planet_direction(longitude, latitude);
                EXPECT_NEAR(planet_value(preset, noise, up), value, 0.05) << name << ": " << line;
                EXPECT_NEAR(height, planet_relief(preset.look) * static_cast<double>(value), 1e-8);
                EXPECT_EQ(line.ends_with("below the water"), static_cast<double>(value) < preset.look.water);
                // Seen from the eye, the point is at the same position in the picture.
                const glm::dvec3 way = planet_radius(preset, noise, up) * up - c.eye;
                const double depth = glm::dot(way, c.forward), pixel = 2 * c.slope / 180;
                EXPECT_NEAR(glm::dot(way, c.right) / depth / pixel + 160, x, 1.5) << name << ": " << line;
                EXPECT_NEAR(90 - glm::dot(way, c.up) / depth / pixel, y, 1.5) << name << ": " << line;
                ++found;
            }
        }
        EXPECT_GT(found, 15) << name;
        EXPECT_FALSE(scene_info(Scene::planet).point(load_preset("planet"), 320, 180, 1, 1)) << "space";
    }
}

// Coordinates, value and the rest of a line, with the position in the world.
struct Seen {
    glm::dvec3 p{};  // from the center
    float value = 0;
    std::string rest;
};
static std::optional<Seen> seen_at(const Preset& preset, int axes, double x, double y) {
    const auto seen = scene_info(preset.look.scene).point(preset, 320, 180, x, y);
    if (!seen) return {};
    Seen result;
    // Each coordinate of the noise is given, and together they yield the value.
    glm::vec4 at(0.0f);
    const char* text = seen->text.c_str();
    EXPECT_TRUE(seen->text.starts_with("at (")) << seen->text;
    for (int i = 0; i < preset.settings.dim; ++i)
        at[i] = std::strtof(text + (i == 0 ? 4 : 2), const_cast<char**>(&text));
    EXPECT_EQ(*text, ')') << seen->text;
    result.value = std::strtof(text + 2, const_cast<char**>(&text));
    EXPECT_EQ(Noise(preset.settings)(at), result.value) << seen->text;
    const auto used = text - seen->text.c_str();
    result.rest = seen->text.substr(static_cast<std::size_t>(used));
    EXPECT_EQ(value_at(preset, seen->place), result.value) << seen->text;
    for (int i = 0; i < axes; ++i)
        result.p[i] = static_cast<double>(at[i]) - preset.look.center[static_cast<std::size_t>(i)] -
                      (i == preset.settings.dim - 1 ? preset.look.time : 0.0);
    return result;
}
// Seen from the eye, the point is at the same position in the picture.
static void expect_seen_at(const Preset& preset, const glm::dvec3& p, double x, double y, double pixels) {
    const Camera c = camera(preset);
    const glm::dvec3 way = p - c.eye;
    const double depth = glm::dot(way, c.forward), pixel = 2 * c.slope / 180;
    EXPECT_NEAR(glm::dot(way, c.right) / depth / pixel + 160, x, pixels);
    EXPECT_NEAR(90 - glm::dot(way, c.up) / depth / pixel, y, pixels);
}
template <class Check> static int over_the_picture(Check check) {
    int found = 0;
    for (int x = 10; x < 320; x += 30) {
        for (int y = 5; y < 180; y += 17)
            found += check(x, y);
    }
    return found;
}

TEST(ScenePoint, OfTheSeaIsOnItsWaves) {
    for (const char* name : {"sea", "sea-calm", "sea-storm"}) {
        Preset preset = load_preset(name);
        preset.look.time = 0.75;
        const double mean = isonoise::mean(preset.settings), sigma = standard_deviation(preset.settings);
        EXPECT_GT(over_the_picture([&](double x, double y) {
                      const auto seen = seen_at(preset, 2, x, y);
                      if (!seen) return 0;
                      double height = 0;
                      EXPECT_EQ(std::sscanf(seen->rest.c_str(), ", height %lf", &height), 1) << seen->rest;
                      const double s = std::clamp((static_cast<double>(seen->value) - mean) / sigma, -3.0, 4.0);
                      EXPECT_NEAR(height, preset.look.relief * sigma * (s + 0.15 * (s * s - 1)), 1e-5) << name;
                      if (y > 120)
                          expect_seen_at(preset, {seen->p.x, height, seen->p.y}, x, y, 40);  // the eye may rise
                      return 1;
                  }),
                  30)
            << name;
        EXPECT_FALSE(seen_at(preset, 2, 160, 1)) << "the sky";
    }
}

TEST(ScenePoint, OfCloudsIsAtTheirEdge) {
    for (const char* name : {"clouds", "clouds-golden", "clouds-storm", "clouds-summer"}) {
        const Preset preset = load_preset(name);
        const double mean = isonoise::mean(preset.settings), sigma = standard_deviation(preset.settings);
        EXPECT_GT(over_the_picture([&](double x, double y) {
                      const auto seen = seen_at(preset, 3, x, y);
                      if (!seen) return 0;
                      expect_seen_at(preset, seen->p, x, y, 1);
                      const double h = seen->p.y / 3, up = std::clamp(h / 0.12, 0.0, 1.0);
                      EXPECT_GT(h, -0.01);
                      EXPECT_LT(h, 1.01);
                      const double need =
                          3 * preset.look.threshold + 4 * (1 - up * up * (3 - 2 * up)) + 3 * h * h + 3 * std::pow(h, 6);
                      EXPECT_GT((static_cast<double>(seen->value) - mean) / sigma, need - 0.15) << name;
                      return 1;
                  }),
                  8)
            << name;
    }
}

TEST(ScenePoint, OfMarbleIsOnTheBall) {
    Preset preset = load_preset("marble");
    for (const double pitch : {-35.0, -5.0, 20.0}) {
        preset.look.pitch = pitch;
        const int found = over_the_picture([&](double x, double y) {
            const auto seen = seen_at(preset, 3, x, y);
            if (!seen) return 0;
            EXPECT_NEAR(glm::length(seen->p - glm::dvec3(0, 0.235, 0)), 0.8, 0.01);
            expect_seen_at(preset, seen->p, x, y, 1);
            return 1;
        });
        EXPECT_GT(found, 8) << pitch;
        EXPECT_LT(found, 60) << pitch;
    }
}

TEST(ScenePoint, OfBlocksIsTheFirstOnTheWay) {
    Preset preset = load_preset("density-blocks");
    const double side = 1.0 / preset.look.blocks;
    const int found = over_the_picture([&](double x, double y) {
        const auto seen = seen_at(preset, 3, x, y);
        if (!seen) return 0;
        long block[3] = {};
        EXPECT_EQ(std::sscanf(seen->rest.c_str(), ", block (%ld, %ld, %ld)", &block[0], &block[1], &block[2]), 3)
            << seen->rest;
        for (int i = 0; i < 3; ++i)
            EXPECT_NEAR((static_cast<double>(block[i]) + 0.5) * side,
                        seen->p[i] + preset.look.center[static_cast<std::size_t>(i)] +
                            (i == preset.settings.dim - 1 ? preset.look.time : 0.0),
                        0.11 * side);
        // A block's size in the picture depends on its distance.
        const Camera c = camera(preset);
        const double depth = glm::dot(seen->p - c.eye, c.forward);
        expect_seen_at(preset, seen->p, x, y, side * 0.9 / (depth * 2 * c.slope / 180) + 1);
        return 1;
    });
    EXPECT_GT(found, 20);
}

// The window also shows the GPU's value.
TEST_F(Tool, TheProbeComparesWithTheGpu) {
    std::vector<std::string> names = {"map", "density-blocks"};
    for (std::size_t i = 0; i < std::size(detail::kScenes); ++i) {
        if (scene_info(static_cast<Scene>(i)).point) names.emplace_back(detail::kScenes[i]);
    }
    for (const std::string& name : names) {
        viewer.reset();
        open_without_settling(load_preset(name), 900, 700);
        settle_input();
        const std::string& line = viewer->panel().status.under_cursor;
        for (int y = 500; y > 100 && line.empty(); y -= 50)  // clouds have gaps
            move_to({600, y});
        ASSERT_NE(line, "") << name;
        EXPECT_TRUE(until([&] { return line.ends_with("GPU: the same bits"); })) << name << ": " << line;
    }
}

TEST_F(Tool, TheProbeOfTheTerrain) {
    Preset preset = default_preset(Scene::terrain);  // in 2D time is part of the second coordinate
    preset.look.time = 1.5;
    open_without_settling(preset, 900, 700);
    settle_input();
    move_to({700, 560});
    const std::string& line = viewer->panel().status.under_cursor;
    double x = 0, z = 0;
    float value = 0, height = 0;
    ASSERT_EQ(std::sscanf(line.c_str(), "at (%lf, %lf) %f, height %f", &x, &z, &value, &height), 4) << line;
    EXPECT_EQ(height, static_cast<float>(look().relief) * value);
    const Noise noise(settings());
    EXPECT_EQ(noise(glm::vec4(static_cast<float>(x), static_cast<float>(z), 0, 0)), value) << line;
    move_to({700, 20});
    EXPECT_EQ(line, "") << "the sky";
}
