// Files written by the window: presets, its own settings, exports.
#include <regex>

#include "app/read_image.hpp"
#include "app/shell.hpp"
#include "app/window.hpp"
#include "session/file_names.hpp"
#include "viewer/config.hpp"

TEST(PresetNames, AreThoseThatEverySystemTakes) {
    for (const char* name : {"alps", "high alps 2", "Größe", "a.b", "日本"})
        EXPECT_EQ(preset_name_problem(name), "") << name;
    for (const char* name :
         {"", ".hidden", "a/b", "a\\b", "a:b", "what?", "a*", "<a>", "a|b", "\"a\"", "a.", "a ", "a\tb"})
        EXPECT_NE(preset_name_problem(name), "") << name;
}

TEST_F(UserSession, ScenesAndPresets) {
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
    EXPECT_EQ(viewer->session().open.name, "map-1");
    EXPECT_EQ(load_preset(config / "presets/map-1.json"), left);
    key("ctrl+s");
    EXPECT_EQ(viewer->session().open.name, "map-2");
    click("preset");
    settle_input();
    click("own preset map-1");
    EXPECT_EQ(viewer->preset(), left);
    EXPECT_EQ(viewer->session().open.name, "map-1");

    // Deleting takes two clicks on the cross, not one.
    click("preset");
    settle_input();
    click("remove preset map-2", 0.5);
    EXPECT_TRUE(fs::exists(config / "presets/map-2.json"));
    settle_input();
    click("remove preset map-2", 0.5);
    EXPECT_FALSE(fs::exists(config / "presets/map-2.json"));
    EXPECT_EQ(viewer->session().own_presets, std::vector<std::string>{"map-1"});
    press("Escape");

    // A name that a file cannot have is refused while it is typed; Esc closes.
    click("save preset", 0.5);
    settle_input();
    type("a/b");
    EXPECT_EQ(viewer->session().save_name, "a/b");
    click("preset save", 0.5);
    settle_input();
    EXPECT_EQ(viewer->session().own_presets, std::vector<std::string>{"map-1"});
    press("Escape");
    press("Escape");  // the first one may only leave the text field
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
        write_file(dir / name, text);
        viewer->open((dir / name).string());
        EXPECT_TRUE(viewer->panel().status.message.is_error) << name;
        EXPECT_NE(viewer->panel().status.message.text.find(name), std::string::npos)
            << viewer->panel().status.message.text;
        EXPECT_EQ(viewer->preset(), before);
    }
    viewer->open(dir.string());
    EXPECT_NE(viewer->panel().status.message.text.find("directory"), std::string::npos);
    viewer->open((dir / "none.json").string());
    EXPECT_NE(viewer->panel().status.message.text.find("No such file"), std::string::npos);
    settle();
}

// The lists show scenes and presets with the pictures that `isonoise render` gives in this size.
TEST_F(UserSession, ListsShowPictures) {
    config = dir / "config";
    open(load_builtin_preset("sea-calm"), ShaderFiles(), 640, 700);
    key("ctrl+s");
    ASSERT_EQ(viewer->session().own_presets, std::vector<std::string>{"sea-1"});
    write_file(config / "presets/broken.json", "{");
    const auto shown = [&](const std::string& row, int width, int height) {
        const auto& r = viewer->panel().layout.widgets.at(row);  // with half the space to the next items
        const ImVec2 gap = ImGui::GetStyle().ItemSpacing;
        const int left = static_cast<int>(r[0] + std::floor(gap.x / 2)),
                  top = static_cast<int>(r[1] + std::floor(gap.y / 2));
        Capture pixels;
        viewer->capture(&pixels);
        viewer->frame(false);
        std::vector<int> part;
        for (int y = 0; y < height; ++y) {
            const auto from = pixels.rgb.begin() + ((top + y) * pixels.width + left) * 3;
            part.insert(part.end(), from, from + width * 3);
        }
        return part;
    };
    const auto expect_picture = [&](const std::string& row, const std::string& preset) {
        const fs::path file = dir / "row.png";
        const Out out =
            shell(fmt::format("'{}' render '{}' --size 80x45 -o '{}'", ISONOISE_BINARY, preset, file.string()));
        ASSERT_EQ(out.exit, 0) << out.text;
        const Image image = read_png(file);
        std::vector<int> now;
        EXPECT_TRUE(until([&] { return (now = shown(row, image.width, image.height)) == image.samples; })) << row;
    };
    const std::string own = (config / "presets/sea-1.json").string();
    click("preset", 0.5);
    settle_input();
    for (const std::string name : {"sea", "sea-calm", "sea-storm"})
        expect_picture("preset " + name, name);
    expect_picture("own preset sea-1", own);
    press("Escape");
    click("scene", 0.5);
    settle_input();
    for (const std::string name : {"line", "sea", "marble"})
        expect_picture("scene " + name, name);
    press("Escape");

    // Replacing a preset replaces its picture in the list.
    key("3");
    key("2");
    click("save preset", 0.5);
    settle_input();
    type("sea-1");
    click("preset save", 0.5);
    settle_input();
    EXPECT_EQ(load_preset(own).look.scene, Scene::map);
    click("preset", 0.5);
    settle_input();
    expect_picture("own preset sea-1", own);
    press("Escape");
    EXPECT_FALSE(viewer->panel().status.message.is_error) << viewer->panel().status.message.text;
}

TEST_F(UserSession, SettingsSurviveARestart) {
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

    // The files written lately: each once, the latest first, at most kMostRecent, with any bytes in their names.
    Config with = again;
    for (int i = 0; i < 10; ++i)
        put_first(with.exports, fmt::format("/tmp/{}.png", i));
    put_first(with.exports, "/tmp/5.png");
    EXPECT_EQ(with.exports.size(), kMostRecent);
    EXPECT_EQ(with.exports[0], "/tmp/5.png");
    EXPECT_EQ(with.exports[1], "/tmp/9.png");
    EXPECT_EQ(with.exports.back(), "/tmp/2.png");
    save_config(config, with);
    EXPECT_EQ(load_config(config, Config(), message), with);
    with.exports[0] = "/tmp/\xff.png";
    save_config(config, with);
    EXPECT_EQ(load_config(config, Config(), message).exports.size(), kMostRecent);
    EXPECT_EQ(message, "");

    // A damaged settings file is set aside, and the defaults apply.
    for (const std::string& text :
         {std::string("{"), std::string("[]"), std::string(2 << 20, 'x'), std::string(R"({"width": -5})"),
          std::regex_replace(read_file(config / "viewer.json"), std::regex("\"/tmp/9.png\""), "9"),
          std::string("\0\xff", 2)}) {
        write_file(config / "viewer.json", text);
        EXPECT_EQ(load_config(config, Config(), message), Config());
        EXPECT_NE(message.find(".bak"), std::string::npos) << message;
        EXPECT_EQ(read_file(config / "viewer.json.bak"), text);
        EXPECT_FALSE(fs::exists(config / "viewer.json"));
        EXPECT_EQ(load_config(config, Config(), message), Config());
    }
}

TEST_F(UserSession, ExportsWhileTheWindowGoesOn) {
    open(fbm_preset(), ShaderFiles(), 640, 480);
    key("F12");
    EXPECT_TRUE(until([&] { return fs::exists(dir / "isonoise-0001.png"); }));
    EXPECT_TRUE(until([&] { return !viewer->panel().status.exporting.running; }));
    EXPECT_FALSE(viewer->panel().status.message.is_error);
    key("F12");
    EXPECT_TRUE(until([&] { return fs::exists(dir / "isonoise-0002.png"); }));

    key("ctrl+e");
    settle_input();
    EXPECT_TRUE(viewer->panel().choices.export_open);
    enter("export file", "isonoise.png");
    choose_size("8192");
    EXPECT_EQ(viewer->panel().exports.order.width, 8192);
    click("export now", 0.5);
    EXPECT_TRUE(until(
        [&] { return viewer->panel().status.exporting.running && viewer->panel().status.exporting.state.done > 0; }));
    settle_input();
    click("export cancel", 0.5);
    EXPECT_TRUE(until([&] { return !viewer->panel().status.exporting.running; }));
    EXPECT_FALSE(fs::exists(dir / "isonoise.png"));
    EXPECT_NE(viewer->panel().status.message.text.find("Cancelled"), std::string::npos)
        << viewer->panel().status.message.text;
    // An existing file is replaced only if the button says so.
    write_file(dir / "isonoise.png", "old");
    choose_size("window");
    EXPECT_TRUE(viewer->panel().exports.order.replace);
    click("export now", 0.5);
    EXPECT_TRUE(
        until([&] { return !viewer->panel().status.exporting.running && read_file(dir / "isonoise.png") != "old"; }));
    EXPECT_NE(viewer->panel().status.message.text.find((dir / "isonoise.png").string()), std::string::npos);
    enter("export file", "other.npy");
    settle_input();
    EXPECT_EQ(viewer->panel().exports.order.format, Format::npy);
    EXPECT_FALSE(viewer->panel().exports.order.replace);
    enter("export frames", "3");
    settle_input();
    EXPECT_EQ(viewer->panel().exports.order.path, "other-{frame:04}.npy");
    write_file(dir / "other-0001.npy", "old");
    click("export now", 0.5);
    EXPECT_TRUE(
        until([&] { return !viewer->panel().status.exporting.running && viewer->panel().status.message.is_error; }));
    EXPECT_NE(viewer->panel().status.message.text.find("other-0001.npy"), std::string::npos)
        << viewer->panel().status.message.text;
    EXPECT_EQ(read_file(dir / "other-0001.npy"), "old");
    enter("export frames", "1");
    settle_input();
    EXPECT_EQ(viewer->panel().exports.order.path, "other.npy");
    for (const char* name : {"isonoise.png", "other-0000.npy", "other-0001.npy"})
        fs::remove(dir / name);
    int others = 0;
    for (const auto& entry : fs::directory_iterator(dir))
        others += entry.path().filename().string().find("isonoise-000") == std::string::npos;
    EXPECT_EQ(others, 0);  // no temporary file remains
}

namespace {

// Ends a viewer with settings in `home`: see tests/app/interrupt.
Out interrupt(const std::string& how, const std::string& home, const std::string& folder = ".") {
    return shell("cd '" + folder + "' && '" ISONOISE_INTERRUPT "' " + how + " '" ISONOISE_BINARY "' '" + home + "'");
}

}  // namespace

// After a signal it saves its settings, and its exit status reports the signal.
TEST_F(UserSession, ASignalLosesNoSettings) {
    const std::string home = (dir / "home").string();
    EXPECT_EQ(interrupt("signal", home).exit, 128 + SIGTERM);
    std::string message;
    const Config kept = load_config(fs::path(home) / "isonoise", Config(), message);
    EXPECT_EQ(message, "");
    EXPECT_EQ(kept.preset.look.scene, Scene::marble);
    EXPECT_EQ(kept.preset.settings.seed, 77u);
}

// The X server is killed while a file is being exported.
TEST_F(UserSession, ALostDisplayLosesNoSettings) {
    const std::string home = (dir / "home").string(), out = (dir / "out").string();
    fs::create_directory(out);
    const Out result = interrupt("display", home, out);
    EXPECT_EQ(result.exit, 2) << result.text;
    EXPECT_NE(result.text.find("isonoise: the X server is gone\n"), std::string::npos) << result.text;
    EXPECT_EQ(result.text.find("XIO"), std::string::npos) << result.text;
    std::string message;
    const Config kept = load_config(fs::path(home) / "isonoise", Config(), message);
    EXPECT_EQ(message, "");
    EXPECT_EQ(kept.preset.look.scene, Scene::marble);
    EXPECT_EQ(kept.preset.settings.seed, 77u);
    for (const auto& entry : fs::recursive_directory_iterator(dir))
        EXPECT_EQ(entry.path().string().find(".part"), std::string::npos) << entry.path();
}

// A moving file has its usual length until one is typed; seconds, frames and frames per second agree.
TEST_F(UserSession, AnAnimationIsExported) {
    Preset preset = fbm_preset();
    preset.settings.dim = 3;
    open(preset, ShaderFiles(), 801, 763);
    key("ctrl+e");
    settle_input();
    const Export& order = viewer->panel().exports.order;
    enter("export file", "v.mp4");
    settle_input();
    EXPECT_EQ(order.format, Format::mp4);
    EXPECT_EQ(order.what, What::picture);
    EXPECT_EQ(order.frames, 300) << "ten seconds";
    EXPECT_EQ(order.path, "v.mp4");
    EXPECT_EQ((order.width | order.height) & 1, 0) << order.width << "x" << order.height;
    enter("export fps", "24");
    settle_input();
    EXPECT_EQ(order.frames, 240);
    enter("export seconds", "0,5");
    settle_input();
    EXPECT_EQ(order.frames, 12);
    enter("export fps", "48");
    settle_input();
    EXPECT_EQ(order.frames, 24) << "the seconds stay";
    enter("export fps", "24");
    settle_input();
    EXPECT_EQ(order.frames, 12);
    EXPECT_DOUBLE_EQ(order.time_step, preset.look.speed / 24);
    enter("export file", "v.png");
    settle_input();
    EXPECT_EQ(order.path, "v-{frame:04}.png");
    enter("export file", "v.webp");
    settle_input();
    EXPECT_EQ(order.path, "v.webp");
    enter("export size", "64");
    settle_input();
    click("export now", 0.5);
    EXPECT_TRUE(until([&] { return fs::exists(dir / "v.webp"); }));
    EXPECT_EQ(read_file(dir / "v.webp").substr(8, 8), "WEBPVP8X");
    EXPECT_TRUE(until([&] { return viewer->panel().status.message.text.find("12 frames") != std::string::npos; }));
}
