// The tool around the picture: undo, reset, typed values, presets, time, saved settings, exports, the truth view.
#include <bit>
#include <fstream>

#include <nlohmann/json.hpp>

#include "window.hpp"

#include "gpu/compare.hpp"
#include "viewer/history.hpp"
#include "viewer/navigation.hpp"

namespace {

class Tool : public Window {
  protected:
    void write(const fs::path& path, const std::string& text) {
        fs::create_directories(path.parent_path());
        std::ofstream(path) << text;
    }
    static std::string read(const fs::path& path) {
        std::ifstream file(path);
        return {std::istreambuf_iterator<char>(file), {}};
    }
    const Settings& settings() const { return viewer->preset().settings; }
    const Look& look() const { return viewer->preset().look; }
};

}  // namespace

TEST_F(Tool, UndoBringsBackTheVeryPixels) {
    open(fbm_preset());
    const auto first = capture();
    drag(at("persistence", 0.3), at("persistence", 0.55));
    const float dragged = settings().persistence;
    EXPECT_GT(dragged, 0.8f);
    const auto second = capture();
    EXPECT_NE(picture_of(first), picture_of(second));
    drag({600, 300}, {660, 350});
    const auto third = capture();
    EXPECT_NE(picture_of(second), picture_of(third));

    key("ctrl+z");  // a drag is one step
    settle();
    EXPECT_EQ(settings().persistence, dragged);
    EXPECT_EQ(picture_of(capture()), picture_of(second));
    key("ctrl+z");
    settle();
    EXPECT_EQ(viewer->preset(), fbm_preset());
    EXPECT_EQ(picture_of(capture()), picture_of(first));
    key("ctrl+z");  // nothing left to undo
    EXPECT_EQ(viewer->preset(), fbm_preset());
    key("ctrl+y");
    settle();
    EXPECT_EQ(settings().persistence, dragged);
    key("ctrl+shift+z");
    settle();
    EXPECT_EQ(picture_of(capture()), picture_of(third));
    click("undo");
    settle();
    EXPECT_EQ(settings().persistence, dragged);
    EXPECT_NE(look().center[0], 0.5);
    drag(at("octaves", 0.1), at("octaves", 0.3));  // discards the undone step
    EXPECT_FALSE(viewer->panel().status.can_redo);
}

TEST_F(Tool, ADoubleClickResetsAField) {
    Preset preset = fbm_preset();
    open(preset, ShaderFiles(), 900, 900);
    drag(at("persistence", 0.3), at("persistence", 0.6));
    drag(at("lacunarity", 0.2), at("lacunarity", 0.6));
    const float lacunarity = settings().lacunarity;
    EXPECT_NE(lacunarity, 2.0f);
    double_click("persistence");
    EXPECT_EQ(settings().persistence, 0.5f);
    EXPECT_EQ(settings().lacunarity, lacunarity);
    double_click("lacunarity", 0.9);
    EXPECT_EQ(settings().lacunarity, 2.0f);
    for (const char* combo : {"fade", "fractal kind"}) {  // the first click on these opens a list
        const Settings before = settings();
        click(combo, 0.5);
        for (const char* name : {"Down", "space"})
            press(name);
        EXPECT_NE(settings(), before) << combo;
        double_click(combo);
        EXPECT_EQ(settings(), before) << combo;
        settle_input();
        click("keys", 0.5);  // the list is gone as well
        EXPECT_TRUE(viewer->panel().choices.help) << combo;
        click("keys", 0.5);
    }

    click("tab picture", 0.5);
    settle_input();
    drag(at("span", 0.5), at("span", 0.9));
    EXPECT_NE(look().span, 8.0);
    double_click("span");
    EXPECT_EQ(look().span, 8.0);
    drag(at("range", 0.7), at("range", 1.2));
    EXPECT_TRUE(look().range);
    double_click("range", 0.2);
    EXPECT_FALSE(look().range);
    drag(at("contours", 0.02), at("contours", 0.5));
    EXPECT_GT(look().contours, 5);
    EXPECT_EQ(viewer->preset().settings, preset.settings);
}

// The first click of a double click moves the slider; that must not become a separate step.
TEST_F(Tool, ADoubleClickIsOneStepOfUndo) {
    open(fbm_preset(), ShaderFiles(), 900, 900);
    drag(at("persistence", 0.3), at("persistence", 0.6));
    const Preset dragged = viewer->preset();
    double_click("persistence", 0.9);
    EXPECT_EQ(settings().persistence, 0.5f);
    key("ctrl+z");
    EXPECT_EQ(viewer->preset(), dragged);
    key("ctrl+z");
    EXPECT_EQ(viewer->preset(), fbm_preset());
    EXPECT_FALSE(viewer->panel().status.can_undo);
}

// State outside the preset is undone too; the bar's fields reset like the panel's.
TEST_F(Tool, ToolsAndTime) {
    Preset preset = fbm_preset();
    preset.look.speed = 0.25;
    open(preset, ShaderFiles(), 1000, 900);
    click("lock");
    click("keep");
    key("c");
    key("t");
    const auto& tools = viewer->panel().choices.tools;
    EXPECT_EQ(tools, (Tools{1.0, true, true, true, true}));
    for (int i = 0; i < 4; ++i)
        key("ctrl+z");
    EXPECT_EQ(tools, Tools());
    key("ctrl+y");
    EXPECT_EQ(tools, (Tools{1.0, true, false, false, false}));
    key("ctrl+z");

    drag(at("time", 0.5), at("time", 0.7));
    drag(at("speed", 0.1), at("speed", 0.9));
    EXPECT_NE(look().time, 0.0);
    EXPECT_NE(look().speed, 0.25);
    const double time = look().time;
    double_click("speed");
    EXPECT_EQ(look().speed, 0.25);
    EXPECT_EQ(look().time, time);
    double_click("time");
    EXPECT_EQ(look().time, 0.0);
    click("rate", 0.5);
    for (const char* name : {"Down", "Down", "space"})
        press(name);
    EXPECT_NE(tools.rate, 1.0);
    double_click("rate");
    EXPECT_EQ(tools.rate, 1.0);
    // Rapid clicks on + count separately; on the name they reset.
    double_click("loop length", 0.95);
    EXPECT_EQ(settings().loop, 2u);
    double_click("loop length", 1.2);
    EXPECT_EQ(settings().loop, 0u);
    EXPECT_EQ(viewer->preset(), preset);
}

TEST_F(Tool, WildValuesAreRefusedOrClamped) {
    open(fbm_preset(), ShaderFiles(), 480, 900);
    const std::array<std::string, 7> wild = {"nan", "inf", "-inf", "1e999", "-5", "99999999999", "0.0000000000001"};
    std::size_t next = 0;
    auto try_field = [&](const std::string& field) {
        for (int i = 0; i < 2; ++i) {  // two per field; together the fields try every value
            const std::string& text = wild[next++ % wild.size()];
            enter(field, text);
            EXPECT_TRUE(viewer->panel().choices.visible) << field << " " << text;
            EXPECT_EQ(problem(viewer->preset()), "") << field << " " << text;
            EXPECT_EQ(parse_preset(to_json(viewer->preset()), field), viewer->preset()) << field << " " << text;
        }
    };
    for (const std::string field : {"frequency", "octaves", "persistence", "lacunarity", "warp"}) {
        try_field(field);
        if (field == "octaves") enter(field, "2");  // keeps the rest fast
    }
    enter("persistence", "0.75");
    EXPECT_EQ(settings().persistence, 0.75f);
    enter("persistence", "7");
    EXPECT_EQ(settings().persistence, 2.0f);
    click("tab picture", 0.5);
    settle_input();
    for (const std::string field : {"center", "span", "contours", "range"})
        try_field(field);
    settle();
}

// Each control changes its own field and nothing else.
TEST_F(Tool, EachFieldChangesItsOwn) {
    Preset preset = default_preset(Scene::marble);
    preset.settings.octaves = 1;
    open(preset, ShaderFiles(), 480, 990);
    auto difference = [&](const Preset& a, const Preset& b) {
        std::vector<std::string> names;
        auto visit = [&](const SettingInfo& info, const auto&) {
            if (get(a, info.name) != get(b, info.name)) names.push_back(info.name);
        };
        for_each_setting(a.settings, visit);
        for_each_look(a.look, visit);
        return names;
    };
    auto try_field = [&](const std::string& name, double from, double to) {
        const Preset before = viewer->preset();
        const auto a = at(name, from), b = at(name, to);
        input("mousemove " + std::to_string(a[0]) + " " + std::to_string(a[1]));
        input("mousedown 1");
        input("mousemove " + std::to_string(b[0]) + " " + std::to_string(b[1]));
        input("mouseup 1");
        EXPECT_EQ(difference(before, viewer->preset()), std::vector<std::string>{name});
    };
    click("fractal");
    for (const std::string name : {"frequency", "octaves", "persistence", "lacunarity", "filter-width", "warp"})
        try_field(name, 0.1, 0.7);
    viewer->open("marble");
    click("tab picture", 0.5);
    settle_input();
    for_each_look(preset.look, [&](const LookInfo& info, const auto& field) {
        using T = std::decay_t<decltype(field)>;
        const std::string name = info.name;
        if (std::is_enum_v<T> || name == "time" || name == "speed") return;
        const auto r = viewer->panel().layout.widgets.at(name);
        if (r[3] > 900) return;  // below the window, needs scrolling
        if (info.is_for(Scene::marble)) {
            try_field(name, 0.1, 0.35);
        } else {  // disabled
            const Preset before = viewer->preset();
            const auto a = at(name, 0.1), b = at(name, 0.6);
            input("mousemove " + std::to_string(a[0]) + " " + std::to_string(a[1]));
            input("mousedown 1");
            input("mousemove " + std::to_string(b[0]) + " " + std::to_string(b[1]));
            input("mouseup 1");
            EXPECT_EQ(difference(before, viewer->preset()), std::vector<std::string>{}) << name;
        }
    });
}

TEST_F(Tool, ScenesAndPresets) {
    config = dir / "config";
    open(fbm_preset(), ShaderFiles(), 640, 480);
    for (int i = 0; i < 10; ++i) {
        key(std::to_string((i + 1) % 10));
        EXPECT_EQ(look().scene, static_cast<Scene>(i));
        EXPECT_EQ(viewer->preset(), i == 1 ? fbm_preset() : default_preset(static_cast<Scene>(i))) << i;
        EXPECT_TRUE(
            until([&] { return viewer->panel().status.resolution > 0 && viewer->shown_scene() == look().scene; }));
        EXPECT_EQ(viewer->panel().status.report.error, "");
    }
    // A scene reappears as it was left.
    key("2");
    drag(at("persistence", 0.3), at("persistence", 0.6));
    const Preset left = viewer->preset();
    key("4");
    key("2");
    EXPECT_EQ(viewer->preset(), left);

    // Own presets
    key("ctrl+s");
    EXPECT_EQ(viewer->panel().status.preset_name, "map-1");
    EXPECT_EQ(load_preset(config / "presets/map-1.json"), left);
    key("ctrl+s");
    EXPECT_EQ(viewer->panel().status.preset_name, "map-2");
    click("preset");
    settle_input();
    click("own preset map-1");
    EXPECT_EQ(viewer->preset(), left);
    EXPECT_EQ(viewer->panel().status.preset_name, "map-1");

    // Deleting takes two clicks on the cross, not one.
    click("preset");
    settle_input();
    click("remove preset map-2", 0.5);
    EXPECT_TRUE(fs::exists(config / "presets/map-2.json"));
    settle_input();
    click("remove preset map-2", 0.5);
    EXPECT_FALSE(fs::exists(config / "presets/map-2.json"));
    EXPECT_EQ(viewer->panel().status.own_presets, std::vector<std::string>{"map-1"});
    press("Escape");

    // A name impossible for a file is refused as it is typed; Esc closes.
    click("save preset", 0.5);
    settle_input();
    input("type --delay 20 -- 'a/b'");
    EXPECT_EQ(viewer->panel().choices.save_name, "a/b");
    click("preset save", 0.5);
    settle_input();
    EXPECT_EQ(viewer->panel().status.own_presets, std::vector<std::string>{"map-1"});
    press("Escape");
    press("Escape");  // some users expect the first one only to leave the text
    EXPECT_EQ(viewer->preset(), left);

    // An invalid preset changes nothing and is reported.
    const Preset before = viewer->preset();
    const std::pair<std::string, std::string> broken[] = {
        {"garbage.json", "not json"},
        {"wild.json", R"({"schema": 1, "octaves": 1e300})"},
        {"type.json", R"({"schema": 1, "seed": "seven"})"},
        {"nan.json", R"({"schema": 1, "span": NaN})"},
        {"large.json", std::string(2 << 20, ' ')},
    };
    for (const auto& [name, text] : broken) {
        write(dir / name, text);
        viewer->open((dir / name).string());
        EXPECT_TRUE(viewer->panel().status.message_is_error) << name;
        EXPECT_NE(viewer->panel().status.message.find(name), std::string::npos) << viewer->panel().status.message;
        EXPECT_EQ(viewer->preset(), before);
    }
    viewer->open(dir.string());
    EXPECT_NE(viewer->panel().status.message.find("directory"), std::string::npos);
    viewer->open((dir / "none.json").string());
    EXPECT_NE(viewer->panel().status.message.find("No such file"), std::string::npos);
    settle();
}

TEST_F(Tool, SettingsSurviveARestart) {
    config = dir / "config";
    open(fbm_preset(), ShaderFiles(), 700, 500);
    click("lock");
    key("ctrl+s");
    drag(at("persistence", 0.3), at("persistence", 0.6));
    const Preset left = viewer->preset();
    glfwSetWindowShouldClose(viewer->window(), GLFW_TRUE);
    viewer->run();
    viewer.reset();

    std::string message;
    const Config again = load_config(config, Config(), message);
    EXPECT_EQ(message, "");
    EXPECT_EQ(again.preset, left);
    EXPECT_EQ(again.width, 700);
    EXPECT_EQ(again.height, 500);
    EXPECT_TRUE(again.seed_locked);
    EXPECT_EQ(own_presets(config), std::vector<std::string>{"map-1"});

    // A damaged settings file is set aside, and the defaults apply.
    for (const std::string& text : {std::string("{"), std::string("[]"), std::string(2 << 20, 'x'),
                                    std::string(R"({"width": -5})"), std::string("\0\xff", 2)}) {
        write(config / "viewer.json", text);
        EXPECT_EQ(load_config(config, Config(), message), Config());
        EXPECT_NE(message.find(".bak"), std::string::npos) << message;
        EXPECT_EQ(read(config / "viewer.json.bak"), text);
        EXPECT_FALSE(fs::exists(config / "viewer.json"));
        EXPECT_EQ(load_config(config, Config(), message), Config());
    }
}

TEST_F(Tool, Time) {
    Preset preset = fbm_preset();
    preset.settings.loop = 2;
    open(preset);
    const auto start = capture();
    key("period");
    EXPECT_NEAR(look().time, 0.5 / 30, 1e-12);
    settle();
    EXPECT_NE(capture().rgb, start.rgb);
    key("comma");
    EXPECT_NEAR(look().time, 0.0, 1e-12);
    key("comma");
    EXPECT_NEAR(look().time, 2 - 0.5 / 30, 1e-12);  // in a loop of 2 cells
    key("period");
    settle();
    EXPECT_NEAR(look().time, 0.0, 1e-9);
    EXPECT_EQ(picture_of(capture()), picture_of(start));

    drag(at("time", 0.01), at("time", 0.5));
    EXPECT_NEAR(look().time, 1.0, 0.02);
    EXPECT_FALSE(viewer->panel().choices.playing);
    click("play", 0.5);
    EXPECT_TRUE(until([&] { return look().time > 1.1; }));
    click("play", 0.5);
    const double stopped = look().time;
    settle();
    EXPECT_EQ(look().time, stopped);
    expect_picture_of(viewer->preset(), capture());
}

TEST_F(Tool, TheTruthViewCountsWhatDiffers) {
    open(fbm_preset(), ShaderFiles(), 1000, 600);
    key("t");
    EXPECT_TRUE(until([&] {
        const auto& c = viewer->panel().status.comparison;
        return c && c->rows == c->height && c->height > 0;
    }));
    auto c = viewer->panel().status.comparison;
    EXPECT_EQ(c->differing, 0u);
    EXPECT_EQ(c->classes[0], static_cast<std::uint64_t>(c->width) * static_cast<std::uint64_t>(c->height));
    EXPECT_GT(c->width, 150);
    EXPECT_GT(viewer->panel().status.report.statistics.sigma, 0.05);

    // One shader that is occasionally wrong in the last place, and one that is plainly wrong.
    viewer.reset();
    const fs::path shaders = temporary.shaders();
    const std::string file = (shaders / "isonoise/noise.glsl").string(), good = read(file);
    const std::string place = "    return isonoise_plan.unit != 0u ? unit : n;";
    ASSERT_NE(good.find(place), std::string::npos);
    auto with = [&](const std::string& line) {
        std::string text = good;
        text.replace(text.find(place), place.size(), line + "\n" + place);
        write(file, text);
    };
    with("    if ((floatBitsToUint(n) & 63u) == 0u) n = uintBitsToFloat(floatBitsToUint(n) ^ 1u);");
    open(fbm_preset(), ShaderFiles(shaders), 1000, 600);
    key("t");
    EXPECT_TRUE(until([&] {
        const auto& d = viewer->panel().status.comparison;
        return d && d->rows == d->height && d->height > 0;
    }));
    c = viewer->panel().status.comparison;
    const Noise noise(fbm_preset().settings);
    const PictureAxes axes = picture_axes(fbm_preset(), Part::whole(c->width, c->height));
    std::uint64_t wrong = 0;
    for (const AxisPoint& y : axes.y) {
        for (const AxisPoint& x : axes.x) {
            const float value = noise(glm::ivec4(x.cell, y.cell, axes.zw[0].cell, axes.zw[1].cell),
                                      glm::vec4(x.fraction, y.fraction, axes.zw[0].fraction, axes.zw[1].fraction));
            wrong += (std::bit_cast<std::uint32_t>(value) & 63u) == 0u;
        }
    }
    EXPECT_GT(wrong, 1000u);
    EXPECT_EQ(c->differing, wrong);
    EXPECT_EQ(c->worst, 1u);
    EXPECT_EQ(c->classes[1], c->differing);
    EXPECT_EQ(c->classes[0] + wrong, axes.x.size() * axes.y.size());
}

TEST_F(Tool, ExportsWhileTheWindowGoesOn) {
    open(fbm_preset(), ShaderFiles(), 640, 480);
    key("F12");
    EXPECT_TRUE(until([&] { return fs::exists(dir / "isonoise-0001.png"); }));
    EXPECT_TRUE(until([&] { return !viewer->panel().status.exporting.running; }));
    EXPECT_FALSE(viewer->panel().status.message_is_error);
    key("F12");
    EXPECT_TRUE(until([&] { return fs::exists(dir / "isonoise-0002.png"); }));

    key("ctrl+e");
    settle_input();
    EXPECT_TRUE(viewer->panel().choices.export_open);
    click("export 8192");
    settle_input();
    EXPECT_EQ(viewer->panel().choices.order.width, 8192);
    click("export now", 0.5);
    EXPECT_TRUE(until(
        [&] { return viewer->panel().status.exporting.running && viewer->panel().status.exporting.state.share > 0; }));
    settle_input();
    click("export cancel", 0.5);
    EXPECT_TRUE(until([&] { return !viewer->panel().status.exporting.running; }));
    EXPECT_FALSE(fs::exists(dir / "isonoise.png"));
    EXPECT_NE(viewer->panel().status.message.find("Cancelled"), std::string::npos) << viewer->panel().status.message;
    // An existing file is replaced only if the button says so.
    write(dir / "isonoise.png", "old");
    click("export window", 0.5);
    settle_input();
    EXPECT_TRUE(viewer->panel().choices.order.replace);
    click("export now", 0.5);
    EXPECT_TRUE(
        until([&] { return !viewer->panel().status.exporting.running && read(dir / "isonoise.png") != "old"; }));
    EXPECT_NE(viewer->panel().status.message.find((dir / "isonoise.png").string()), std::string::npos);
    enter("export file", "other.npy");
    settle_input();
    EXPECT_EQ(viewer->panel().choices.order.format, Format::npy);
    EXPECT_FALSE(viewer->panel().choices.order.replace);
    enter("export frames", "3");
    settle_input();
    EXPECT_EQ(viewer->panel().choices.order.path, "other-{frame:04}.npy");
    write(dir / "other-0001.npy", "old");
    click("export now", 0.5);
    EXPECT_TRUE(
        until([&] { return !viewer->panel().status.exporting.running && viewer->panel().status.message_is_error; }));
    EXPECT_NE(viewer->panel().status.message.find("other-0001.npy"), std::string::npos)
        << viewer->panel().status.message;
    EXPECT_EQ(read(dir / "other-0001.npy"), "old");
    enter("export frames", "1");
    settle_input();
    EXPECT_EQ(viewer->panel().choices.order.path, "other.npy");
    for (const char* name : {"isonoise.png", "other-0000.npy", "other-0001.npy"})
        fs::remove(dir / name);
    int others = 0;
    for (const auto& entry : fs::directory_iterator(dir))
        others += entry.path().filename().string().find("isonoise-000") == std::string::npos;
    EXPECT_EQ(others, 0);  // no temporary file remains
}

// A signal makes it save its settings and report the signal through the exit status.
TEST_F(Tool, ASignalLosesNoSettings) {
    const std::string home = (dir / "home").string();
    const int status =
        std::system(("XDG_CONFIG_HOME='" + home +
                     "' '" ISONOISE_BINARY "' view --scene marble --seed 77 & pid=$!; "
                     "for i in $(seq 300); do xdotool search --onlyvisible --pid $pid >/dev/null 2>&1 && "
                     "break; sleep 0.1; done; sleep 0.5; kill -TERM $pid; wait $pid")
                        .c_str());
    EXPECT_EQ(WEXITSTATUS(status), 128 + SIGTERM);
    std::string message;
    const Config kept = load_config(fs::path(home) / "isonoise", Config(), message);
    EXPECT_EQ(message, "");
    EXPECT_EQ(kept.preset.look.scene, Scene::marble);
    EXPECT_EQ(kept.preset.settings.seed, 77u);
}

// In the smallest window the list of keys can be scrolled to its end.
TEST_F(Tool, TheSmallestWindow) {
    open(fbm_preset(), ShaderFiles(), 200, 150);
    EXPECT_NE(viewer->panel().status.message.find("enlarge"), std::string::npos);
    key("F1");
    settle_input();
    EXPECT_TRUE(viewer->panel().choices.help);
    key("Escape");
    EXPECT_FALSE(viewer->panel().choices.help);
}

// The window responds however slow the scene.
TEST_F(Tool, TheWindowNeverStalls) {
    Preset preset = default_preset(Scene::clouds);
    open_without_settling(preset, 1280, 900);
    std::vector<double> gaps;
    auto last = std::chrono::steady_clock::now();
    for (int i = 0; i < 240; ++i) {
        if (i == 30) viewer->ask(Scene::terrain);
        if (i == 60) viewer->ask(Scene::planet);
        if (i == 90) viewer->ask(Scene::density);
        if (i == 120 || i == 150) viewer->toggle_truth();
        if (i == 180) viewer->play();
        viewer->frame(false);
        const auto now = std::chrono::steady_clock::now();
        gaps.push_back(std::chrono::duration<double, std::milli>(now - last).count());
        last = now;
    }
    // Not a measurement, which is for the benches: checks that no frame waits for a scene, which takes seconds here.
    std::sort(gaps.begin(), gaps.end());
    std::printf("frames: median %.0f ms, 90 %% %.0f ms, longest %.0f ms\n", gaps[gaps.size() / 2],
                gaps[gaps.size() * 9 / 10], gaps.back());
    EXPECT_LT(gaps[gaps.size() * 9 / 10], 1000.0);
}

// The first picture of a slow scene is coarse, not black.
TEST_F(Tool, WhatIsNotRefinedYetIsShownToo) {
    open_without_settling(default_preset(Scene::clouds), 1280, 900);
    ASSERT_TRUE(until([&] { return viewer->shown_scene() == Scene::clouds; }));
    Viewer::Capture pixels;
    viewer->capture(&pixels);
    viewer->frame(false);
    double sum = 0;
    const auto picture = picture_of(pixels);
    for (unsigned char level : picture)
        sum += level;
    EXPECT_GT(sum / static_cast<double>(picture.size()), 60.0);
}

TEST_F(Tool, ALostContextIsReported) {
    open(fbm_preset(), ShaderFiles(), 640, 480);
    const auto real = glad_glGetGraphicsResetStatus;
    glad_glGetGraphicsResetStatus = []() -> GLenum { return GL_GUILTY_CONTEXT_RESET; };
    std::string what;
    try {
        for (int i = 0; i < 100; ++i)
            viewer->frame(false);
    } catch (const Error& e) {
        what = e.what();
    }
    EXPECT_NE(what.find("context was lost"), std::string::npos) << what;
    glad_glGetGraphicsResetStatus = real;
}

TEST_F(Tool, NothingIsLostWhileMinimised) {
    open(fbm_preset(), ShaderFiles(), 640, 480);
    glfwIconifyWindow(viewer->window());
    for (int i = 0; i < 5; ++i)
        EXPECT_TRUE(viewer->frame(false));
    glfwRestoreWindow(viewer->window());
    settle();
    expect_picture_of(fbm_preset(), capture());
}

TEST(History, Steps) {
    History::Step a, b, c;
    b.preset.settings.seed = 1;
    c.tools.rate = 2;
    History history(a);
    EXPECT_FALSE(history.can_undo());
    EXPECT_EQ(history.undo(), a);
    history.push(a);
    EXPECT_FALSE(history.can_undo());
    history.push(b);
    history.push(c);
    EXPECT_EQ(history.undo(), b);
    EXPECT_EQ(history.undo(), a);
    EXPECT_EQ(history.undo(), a);
    EXPECT_EQ(history.redo(), b);
    history.push(a);
    EXPECT_FALSE(history.can_redo());
    EXPECT_EQ(history.undo(), b);
    // Forgets everything since a mark, and no more.
    history.mark();
    history.push(a);
    history.push(c);
    history.forget_since_mark();
    history.forget_since_mark();
    history.push(a);
    EXPECT_EQ(history.undo(), b);
    history.mark();
    history.undo();
    history.forget_since_mark();
    EXPECT_EQ(history.redo(), b);
    for (std::uint32_t i = 0; i < 5000; ++i) {
        a.preset.settings.seed = i;
        history.push(a);
        if (i == 4990) history.mark();
    }
    history.forget_since_mark();
    int steps = 0;
    for (; history.can_undo(); ++steps)
        history.undo();
    EXPECT_EQ(steps, 999 - 9);
}

TEST(Navigation, WhatIsUnderThePointerStaysThere) {
    Preset preset;
    preset.settings.dim = 3;
    const Pointer at{700, 200, 1280, 800};
    const auto before = coordinate_at(preset, at);
    zoom(preset, 3, at);
    EXPECT_LT(preset.look.span, 8.0);
    for (std::size_t i = 0; i < 3; ++i)
        EXPECT_NEAR(coordinate_at(preset, at)[i], before[i], 1e-12);
    const Preset from = preset;
    pan(preset, from, 40, -30, at);
    Pointer moved = at;
    moved.x += 40;
    moved.y -= 30;
    for (std::size_t i = 0; i < 3; ++i)
        EXPECT_NEAR(coordinate_at(preset, moved)[i], before[i], 1e-12);
    pan(preset, from, 0, 0, at);
    EXPECT_EQ(preset, from);
}

TEST(Navigation, LookingAroundKeepsTheEye) {
    for (Scene scene : {Scene::terrain, Scene::density, Scene::clouds, Scene::sea}) {
        Preset preset = default_preset(scene);
        const Preset from = preset;
        auto eye = [](const Preset& p) {
            const Camera c = camera(p);
            const bool ground = has_ground(p.look.scene);
            return ground ? glm::dvec3(p.look.center[0] + c.eye.x, c.eye.y, p.look.center[1] + c.eye.z)
                          : glm::dvec3(p.look.center[0], p.look.center[1], p.look.center[2]) + c.eye;
        };
        look_around(preset, from, 120, -50, {});
        EXPECT_NE(preset.look.yaw, from.look.yaw);
        for (int i = 0; i < 3; ++i)
            EXPECT_NEAR(eye(preset)[i], eye(from)[i], 1e-9) << static_cast<int>(scene);
    }
}

TEST(Navigation, NothingLeavesItsRange) {
    for (int scene = 0; scene < 10; ++scene) {
        Preset preset = default_preset(static_cast<Scene>(scene));
        Random random(7);
        for (int i = 0; i < 400; ++i) {
            const Preset from = preset;
            const double dx = random.between(-5000, 5000), dy = random.between(-5000, 5000);
            const Pointer at{random.between(0, 1280), random.between(0, 800), 1280, 800};
            switch (i % 5) {
            case 0: pan(preset, from, dx, dy, at); break;
            case 1: orbit(preset, from, dx, dy, at); break;
            case 2: look_around(preset, from, dx, dy, at); break;
            case 3: zoom(preset, random.between(-40, 40), at); break;
            default: fly(preset, {dx, dy, dx}); break;
            }
            ASSERT_EQ(parse_preset(to_json(preset), "moved"), preset) << scene << " " << i;
        }
    }
}
