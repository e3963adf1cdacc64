// The export sheet: files hold what it shows, and the window goes on while they are written.
#include "app/read_image.hpp"
#include "app/shell.hpp"
#include "app/window.hpp"
#include "session/copy_as.hpp"
#include "viewer/typed_number.hpp"

namespace {

const char* const kProgram = ISONOISE_BINARY;

}  // namespace

// Two clicks on the first screen make a texture that tiles, without the marks that the window draws.
TEST_F(UserSession, TheFirstScreenMakesATile) {
    open(fbm_preset(), ShaderFiles(), 1000, 720);
    key("ctrl+e");
    enter("export file", "mine.exr");  // an older file
    enter("export size", "100");
    press("Escape");
    click("wordmark", 0.5);
    settle_input();
    click("door Make", 0.5);
    settle();
    const Export& order = viewer->panel().exports.order;
    EXPECT_EQ(order.path, "map-tiles.png");
    click("export now", 0.5);
    ASSERT_TRUE(until([&] { return fs::exists(dir / "map-tiles.png"); }));
    const std::string program = fmt::format("'{}' render map-tiles --one-tile --size 1024x1024 -o cli.png", kProgram);
    EXPECT_EQ(shell(program).exit, 0);
    EXPECT_TRUE(read_png(dir / "map-tiles.png").samples == read_png(dir / "cli.png").samples);
    const Image image = read_png(dir / "map-tiles.png");
    EXPECT_EQ((std::array{image.width, image.height}), (std::array{1024, 1024}));
}

// A view of nine tiles is exported as one tile, unless the user wants nine; their seams only on request.
TEST_F(UserSession, GuidesStayInTheWindow) {
    open(load_builtin_preset("map-tiles"), ShaderFiles(), 1000, 720);
    key("ctrl+e");
    settle_input();
    const Export& order = viewer->panel().exports.order;
    EXPECT_TRUE(order.one_tile);
    EXPECT_EQ(viewer->panel().layout.widgets.count("export guides"), 0u);
    click("export one tile", 0.05);
    settle_input();
    EXPECT_FALSE(order.one_tile);
    click("export now", 0.5);
    ASSERT_TRUE(until([&] { return !viewer->panel().status.exporting.running && fs::exists(dir / "map.png"); }));
    click("export guides", 0.1);
    settle_input();
    EXPECT_TRUE(order.guides);
    click("export now", 0.5);
    ASSERT_TRUE(until([&] { return fs::exists(dir / "map-2.png"); }));
    EXPECT_FALSE(read_png(dir / "map.png").samples == read_png(dir / "map-2.png").samples);
    // F12 saves the picture without marks, too.
    press("Escape");
    settle_input();
    key("F12");
    ASSERT_TRUE(until([&] { return fs::exists(dir / "isonoise-0001.png"); }));
    EXPECT_TRUE(read_png(dir / "isonoise-0001.png").samples == read_png(dir / "map.png").samples);
}

// A sprite sheet of a loop, and all maps of a material: the files of `isonoise render`.
TEST_F(UserSession, SheetsAndMaps) {
    open(load_builtin_preset("map-tiles"), ShaderFiles(), 1000, 720);
    enter("loop length", "2");
    key("ctrl+e");
    settle_input();
    const Export& order = viewer->panel().exports.order;
    enter("export size", "64");
    enter("export sheet", "4", 0.1);
    enter("export sheet", "2", 0.6);
    settle_input();
    EXPECT_EQ((std::array{order.columns, order.rows}), (std::array{4, 2}));
    EXPECT_EQ(order.frames, 8);
    EXPECT_EQ(order.path, "map.png");
    const auto expect_files = [&](const std::string& flags, const std::vector<std::string>& suffixes) {
        click("export now", 0.5);
        ASSERT_TRUE(until([&] {
            return !viewer->panel().status.exporting.running && fs::exists(dir / ("map" + suffixes.back() + ".png"));
        }));
        Export copy = order;
        copy.path = "cli.png";
        const std::string command = to_command(viewer->preset(), copy);
        EXPECT_NE(command.find(flags), std::string::npos) << command;
        const Out run = shell(fmt::format("'{}'{}", kProgram, command.substr(command.find(' '))));
        ASSERT_EQ(run.exit, 0) << run.text;
        for (const std::string& suffix : suffixes)
            EXPECT_TRUE(read_png(dir / ("map" + suffix + ".png")).samples ==
                        read_png(dir / ("cli" + suffix + ".png")).samples)
                << suffix;
    };
    expect_files("--sheet 4x2", {""});
    enter("export sheet", "1", 0.1);
    enter("export sheet", "1", 0.6);
    click("export what");
    settle_input();
    click("export what 5");
    settle_input();
    EXPECT_TRUE(order.maps);
    EXPECT_EQ(order.frames, 1);
    enter("export file", "map.png");
    expect_files("--maps", {"_albedo", "_height", "_normal_gl", "_normal_dx", "_ao"});
    settle_input();
    EXPECT_TRUE(order.replace) << "the maps are there";
    EXPECT_NE(viewer->panel().status.message.text.find("map_albedo.png and others"), std::string::npos)
        << viewer->panel().status.message.text;
    click("export what");
    settle_input();
    click("export what 0");
    settle_input();
    EXPECT_FALSE(order.maps);
}

// The boxes show the file's size, also for one tile, whichever box is typed into.
TEST_F(UserSession, TheBoxesShowTheSizeOfTheFile) {
    Preset preset;
    preset.settings = {.dim = 2, .period = {6, 4}};
    open(preset, ShaderFiles(), 1000, 720);
    key("ctrl+e");
    settle_input();
    const ExportChoices& exports = viewer->panel().exports;
    const auto size = [&] { return std::array{exports.order.width, exports.order.height}; };
    EXPECT_EQ(size(), (std::array{viewer->panel().status.width, viewer->panel().status.height}));
    click("export one tile", 0.05);
    settle_input();
    EXPECT_EQ(size(), (std::array{1536, 1024}));
    enter("export size", "513", 0.2);
    EXPECT_EQ(size(), (std::array{513, 342}));
    EXPECT_EQ(exports.size_note, "");
    enter("export size", "512", 0.8);
    EXPECT_EQ(size(), (std::array{768, 512}));
    enter("export size", "512", 0.2);  // not a multiple of 3
    EXPECT_EQ(size(), (std::array{513, 342}));
    EXPECT_EQ(exports.size_note, "not 512: 3 by 2 pixels, or a multiple");
    EXPECT_EQ(problem(viewer->preset(), exports.order), "");
    enter("export size", "0", 0.8);
    EXPECT_EQ(size()[1], 2);
    EXPECT_NE(exports.size_note, "");
    choose_size("2049");
    EXPECT_EQ(exports.size_note, "");
    EXPECT_EQ(size()[1], 2050);
    click("export one tile", 0.05);
    for (const int side : {256,  512,  1024, 2048, 4096, 8192, 33,   65,   129,  257, 513,
                           1025, 2049, 4097, 127,  253,  505,  1009, 2017, 4033, 8129}) {
        choose_size(std::to_string(side));
        EXPECT_EQ(size(), (std::array{side, side}));
    }
    choose_size("window");
    EXPECT_EQ(size(), (std::array{viewer->panel().status.width, viewer->panel().status.height}));
}

// Proposed names follow scene and contents, and avoid existing files.
TEST_F(UserSession, FilesAreNamedByWhatTheyHold) {
    open(default_preset(Scene::map), ShaderFiles(), 1000, 760);
    key("ctrl+e");
    settle_input();
    const Export& order = viewer->panel().exports.order;
    EXPECT_EQ(order.path, "map.png");
    write_file(dir / "map.png", "old");
    settle_input();
    EXPECT_EQ(order.path, "map-2.png");
    click("export what", 0.5);
    settle_input();
    click("export what 3", 0.3);
    settle_input();
    EXPECT_EQ(order.path, "map-normals.png");
    enter("export file", "ngl.png");
    EXPECT_EQ(order.path, "ngl.png");
    viewer->ask(command::ChooseScene{Scene::fire});
    settle_input();
    settle_input();
    EXPECT_EQ(order.what, What::picture);
    EXPECT_EQ(order.path, "fire.png");
    enter("export frames", "3");
    EXPECT_EQ(order.path, "fire-{frame:04}.png");
    write_file(dir / "fire-0000.png", "old");
    settle_input();
    EXPECT_EQ(order.path, "fire-2-{frame:04}.png");
    enter("export frames", "1");
    viewer->ask(command::ChooseScene{Scene::terrain});
    settle_input();
    settle_input();
    click("export what", 0.5);
    settle_input();
    click("export what 2", 0.3);
    settle_input();
    EXPECT_EQ(order.path, "terrain-heights.png");
    EXPECT_EQ(read_file(dir / "map.png"), "old");
}

// Closing the window during an export asks first; what the message says about the files is true.
TEST_F(UserSession, ClosingAsksWhileItExports) {
    open(default_preset(Scene::map), ShaderFiles(), 1000, 760);
    const PanelState& state = viewer->panel();
    key("ctrl+e");
    settle_input();
    const auto begin = [&](const std::string& file, const std::string& size) {
        enter("export file", file);
        enter("export size", size, 0.2);
        enter("export size", size, 0.8);
        click("export now", 0.5);
        ASSERT_TRUE(until([&] { return state.status.exporting.running; }));
        glfwSetWindowShouldClose(viewer->window(), GLFW_TRUE);
        ASSERT_TRUE(viewer->frame(false)) << "closed in the middle of an export";
        settle_input();
        ASSERT_TRUE(state.choices.close_asked);
    };
    begin("large.r32", "12000");
    click("close back", 0.5);
    EXPECT_TRUE(state.status.exporting.running);
    EXPECT_FALSE(state.choices.close_asked);
    click("export cancel", 0.5);
    ASSERT_TRUE(until([&] { return !state.status.exporting.running; }));
    EXPECT_EQ(state.status.message.text, "Cancelled: " + (dir / "large.r32").string() + " is not written");
    EXPECT_FALSE(fs::exists(dir / "large.r32"));
    begin("wanted.r32", "4000");
    click("close wait", 0.5);
    bool closed = false;
    for (int i = 0; i < 20000 && !closed; ++i) {
        closed = !viewer->frame(false);
        usleep(1000);
    }
    EXPECT_TRUE(closed);
    EXPECT_EQ(fs::file_size(dir / "wanted.r32"), 64000000u);
    glfwSetWindowShouldClose(viewer->window(), GLFW_FALSE);
    settle_input();
    begin("large.r32", "12000");
    move_to(at("close cancel", 0.5));
    input::click(1);
    closed = false;
    for (int i = 0; i < 20000 && !closed; ++i) {
        closed = !viewer->frame(false);
        usleep(1000);
    }
    EXPECT_TRUE(closed);
    viewer.reset();
    EXPECT_FALSE(fs::exists(dir / "large.r32"));
}

TEST_F(UserSession, ACancelledFilmSaysWhichFramesThereAre) {
    open(default_preset(Scene::map), ShaderFiles(), 1000, 760);
    const PanelStatus& status = viewer->panel().status;
    key("ctrl+e");
    settle_input();
    enter("export file", "a.r32");
    enter("export size", "1500", 0.2);
    enter("export size", "1500", 0.8);
    enter("export frames", "900");
    click("export now", 0.5);
    ASSERT_TRUE(until([&] { return fs::exists(dir / "a-0001.r32"); }));
    click("export cancel", 0.5);
    ASSERT_TRUE(until([&] { return !status.exporting.running; }));
    int written = 0;
    while (fs::exists(dir / fmt::format("a-{:04}.r32", written)))
        ++written;
    EXPECT_EQ(status.message.text,
              fmt::format("Cancelled: {} of 900 frames are written, {} to {}", written, (dir / "a-0000.r32").string(),
                          (dir / fmt::format("a-{:04}.r32", written - 1)).string()));
}

// During an export the idle window redraws only to show the progress.
TEST_F(UserSession, TheWindowRestsWhileItExports) {
    open(load_builtin_preset("map-atlas"), ShaderFiles(), 800, 600);
    key("ctrl+e");
    settle_input();
    choose_size("2048");
    settle();
    move_to(at("export now", 0.5));
    click_here();
    ASSERT_TRUE(until([&] { return viewer->panel().status.exporting.running; }));
    const auto begin = std::chrono::steady_clock::now();
    int frames = 0;
    for (; viewer->panel().status.exporting.running; ++frames)
        viewer->frame();
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    std::printf("%d frames in %.1f s\n", frames, seconds);
    EXPECT_LE(frames, 10 + 4 * seconds);
}

// The sheet says which ground the heights cover, and what their integers mean.
TEST_F(UserSession, HeightsSayWhatTheyMean) {
    Preset preset = default_preset(Scene::terrain);
    preset.look.center = {10, -20, 0, 0};
    preset.look.span = 4;
    preset.look.relief = 0.5;
    open_without_settling(preset, 1000, 760);
    settle_input();
    key("ctrl+e");
    settle_input();
    click("export what", 0.5);
    settle_input();
    click("export what 2", 0.3);
    enter("export file", "h.r16");
    enter("export size", "64", 0.2);
    enter("export size", "32", 0.8);
    EXPECT_EQ(viewer->panel().layout.widgets.count("export extent"), 1u);
    click("export now", 0.5);
    ASSERT_TRUE(until([&] { return viewer->panel().status.message.text.starts_with("Saved"); }));
    EXPECT_EQ(viewer->panel().status.message.text,
              "Saved " + (dir / "h.r16").string() +
                  " (64x32)\n0 is the height -0.5, 65535 is 0.5\nground: x 6 to 14, y -22 to -18, 0.125 a pixel");
}

// For normals, the sheet proposes a strength that suits the slopes.
TEST_F(UserSession, AStrengthIsProposed) {
    open(load_builtin_preset("map-tiles"), ShaderFiles(), 1000, 760);
    key("ctrl+e");
    settle_input();
    click("export what", 0.5);
    settle_input();
    click("export what 3", 0.3);
    enter("export size", "256");
    const Export& order = viewer->panel().exports.order;
    const auto mean_blue = [&] {
        const fs::path file = dir / order.path;
        click("export now", 0.5);
        EXPECT_TRUE(until([&] { return fs::exists(file); }));
        const Image image = read_png(file);
        double sum = 0;
        for (std::size_t i = 2; i < image.samples.size(); i += 3)
            sum += image.samples[i];
        return 3 * sum / static_cast<double>(image.samples.size());
    };
    const double proposed = *order.strength, blue = mean_blue();
    EXPECT_GT(blue, 235);
    EXPECT_LT(blue, 250);
    enter("export strength", "1");
    EXPECT_LT(mean_blue(), 215);
    EXPECT_EQ(*order.strength, 1);
    viewer->ask(command::ChooseScene{Scene::terrain});  // true to scale, since the ground's relief is known
    settle_input();
    settle_input();
    click("export what", 0.5);
    settle_input();
    click("export what 3", 0.3);
    settle_input();
    EXPECT_EQ(*order.strength, viewer->preset().look.relief);
    EXPECT_NE(proposed, 1);
}

TEST(Arithmetic, IsComputedOrRefused) {
    const std::pair<const char*, double> right[] = {
        {"3*7", 21},        {"1/4", 0.25},  {"2-5", -3},     {"1+2*3", 7},         {"(1+2)*3", 9},
        {" 8 / 2 / 2 ", 2}, {"-3*-2", 6},   {"1e3*2", 2000}, {"1.5e-2+.5", 0.515}, {"2--1", 3},
        {"7", 7},           {"-(2+3)", -5}, {"10-2-3", 5},   {"2*(3+4)/7", 2},     {"+5", 5},
        {"1e2e", NAN},      {"3*", NAN},    {"*3", NAN},     {"3**7", NAN},        {"1/0", NAN},
        {"", NAN},          {"(1", NAN},    {"1)", NAN},     {"3 7", NAN},         {"two", NAN},
        {"nan", NAN},       {"inf", NAN},   {"1e999", NAN},  {"0x10", NAN},        {"1,5", NAN},
        {"0/0", NAN},       {".", NAN},     {"-", NAN},      {"1e", NAN},          {"3%2", NAN},
        {"1..2", NAN},
    };
    for (const auto& [text, value] : right) {
        const auto is = evaluate(text);
        EXPECT_EQ(is.has_value(), !std::isnan(value)) << text;
        EXPECT_DOUBLE_EQ(is.value_or(0), std::isnan(value) ? 0 : value) << text;
    }
    EXPECT_FALSE(evaluate(std::string(100000, '(')));
    EXPECT_FALSE(evaluate(std::string(100000, '-') + "1"));
}

// In every number field, left by Enter, by Tab or by a click elsewhere.
TEST_F(UserSession, NumberFieldsCompute) {
    open(fbm_preset(), ShaderFiles(), 1000, 760);
    enter("octaves", "3*2");
    EXPECT_EQ(settings().octaves, 6);
    enter("persistence", "1/4");
    EXPECT_EQ(settings().persistence, 0.25f);
    enter("seed", "3*7");
    EXPECT_EQ(settings().seed, 21u);
    enter("octaves", "(1+2)*3");
    EXPECT_EQ(settings().octaves, 9) << "ImGui drops brackets";
    enter("octaves", " 20 / (1 + 2 + 1) ");
    EXPECT_EQ(settings().octaves, 5);
    enter("octaves", "+6");
    EXPECT_EQ(settings().octaves, 6) << "ImGui adds";
    enter("octaves", "1 2");
    EXPECT_EQ(settings().octaves, 6) << "ImGui makes it 12";
    EXPECT_EQ(viewer->panel().status.message.text, "expected a number, got '1 2': nothing is changed");
    enter("seed", "(1+1)*1e3");
    EXPECT_EQ(settings().seed, 2000u);
    enter("seed", "99999999999");
    EXPECT_EQ(settings().seed, 4294967295u);
    enter("period", "2e1");
    EXPECT_EQ(settings().period[0], 20u) << "ImGui makes it 21";
    enter("period", "0");
    enter("seed", "21");
    // Pasted, including blanks.
    paste("octaves", "(1 + 2) * 3");
    EXPECT_EQ(settings().octaves, 9);
    paste("octaves", "1 2");
    EXPECT_EQ(settings().octaves, 9);
    paste("octaves", "(0.5 + 0.5 + 0.5 + 0.5 + 0.5 + 0.5) * 2");  // longer than the field
    EXPECT_EQ(settings().octaves, 6);
    enter("loop length", "2+2*3");
    EXPECT_EQ(settings().loop, 8u);
    key("ctrl+e");
    settle_input();
    const Export& order = viewer->panel().exports.order;
    enter("export size", "2*256");
    EXPECT_EQ(order.width, 512);
    enter("export size", "1024/4+1", 0.8);
    EXPECT_EQ(order.height, 257);
    enter("export frames", "6*4");
    EXPECT_EQ(order.frames, 24);
    // Anything but a number, or a whole number where one is expected, changes nothing and gives a message.
    enter("export frames", "7/2");
    EXPECT_EQ(order.frames, 24);
    EXPECT_EQ(viewer->panel().status.message.text, "expected a whole number, got '7/2': nothing is changed");
    enter("export frames", "3*");
    EXPECT_EQ(order.frames, 24);
    enter("seed", "2.5");
    EXPECT_EQ(settings().seed, 21u);
    enter("octaves", "2*/3");
    EXPECT_EQ(settings().octaves, 6);
    EXPECT_TRUE(viewer->panel().status.message.is_error);
    // A click on a field that is drawn before this one, and Tab.
    select("export frames");
    type("5*6");
    click("export what", 0.5);
    EXPECT_EQ(order.frames, 30);
    press("Escape");
    select("export frames");
    type("5*7");
    press("Tab");
    settle_input();
    EXPECT_EQ(order.frames, 35);
}

// Choices stay when the format changes; the name chooses the format and nothing else.
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
    // Until the user chooses, it follows scene and format.
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
    // From 16-bit PNG to formats with a depth of their own.
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

// Clicks choose a folder; the list has the files written lately, also after a restart.
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
    // A folder that was deleted lists nothing, and does not crash.
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
    click("export auto-levels", 0.1);  // not for floats
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
