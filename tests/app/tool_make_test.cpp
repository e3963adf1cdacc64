// The gradient's editor, comparison, favourites, and the preview of an export.
#include <algorithm>
#include <set>

#include "app/read_image.hpp"
#include "app/window.hpp"
#include "viewer/config.hpp"
#include "viewer/fields.hpp"
#include "viewer/spectrum.hpp"

// A click on the ramp turns the colour map's colours into stops, another one adds a stop, a drag moves it.
TEST_F(Tool, AGradientIsEdited) {
    open(Preset(), ShaderFiles(), 800, 900);
    click("tab picture", 0.5);
    settle_input();
    click("gradient ramp", 0.5);
    EXPECT_EQ(look().gradient, gradient_of(Colormap::viridis));
    settle_input();
    click("gradient ramp", 0.4);  // between the stops
    ASSERT_EQ(look().gradient.size(), 6u);
    const Stop added = look().gradient[2];
    EXPECT_NEAR(added.percent, 40, 1);
    const glm::vec4 there = colour(gradient_of(Colormap::viridis), static_cast<float>(added.percent / 100));
    EXPECT_NEAR(static_cast<float>(added.rgba >> 24) / 255.0f, there.x, 0.003f);
    settle_input();
    drag(at("gradient ramp", 0.4), at("gradient ramp", 0.45));
    EXPECT_NEAR(look().gradient[2].percent, 45, 1);
    drag(at("gradient ramp", 0.45), at("gradient ramp", 0.9));  // not past its neighbour
    EXPECT_EQ(look().gradient[2].percent, 50);
    drag(at("gradient ramp", 0.5), at("gradient ramp", 0.42));  // of two stops at one place, the later one
    EXPECT_EQ(look().gradient[3].percent, 50);
    EXPECT_EQ(look().gradient[2].percent, 50);
    enter("stop 3 place", "42");
    EXPECT_EQ(look().gradient[2].percent, 42);
    EXPECT_EQ(look().gradient.size(), 6u);
    click("stop 1 remove", 0.5);
    EXPECT_EQ(look().gradient.size(), 5u);
    settle_input();
    enter("stop 1 place", "12.5");
    EXPECT_EQ(look().gradient[0].percent, 12.5);
    enter("stop 1 place", "nan");
    EXPECT_EQ(look().gradient[0].percent, 12.5);
    click("gradient add", 0.5);
    EXPECT_EQ(look().gradient.size(), 6u);
    settle();
    expect_picture_of(viewer->preset(), capture(), 2.0f);  // stops lie between the entries of the colour map
    key("ctrl+z");
    EXPECT_EQ(look().gradient.size(), 5u);
    click("gradient none", 0.5);
    EXPECT_TRUE(look().gradient.empty());
    EXPECT_EQ(look().colormap, Colormap::viridis);
}

// A stays unchanged left of the divider, and B follows the panel. A can be taken back.
TEST_F(UserSession, AIsShownBesideB) {
    config = dir / "config";
    open(load_builtin_preset("map-atlas"), ShaderFiles(), 800, 600);
    const Preset a = viewer->preset();
    const auto before = picture_of(capture());
    key("b");
    ASSERT_TRUE(viewer->session().other);
    click("preset", 0.5);
    settle_input();
    click("preset map-agate", 0.3);
    settle();
    ASSERT_TRUE(until([&] {
        return viewer->session().other && viewer->panel().layout.widgets.count("divider") &&
               viewer->panel().status.other_is_done;
    }));
    const auto both = picture_of(capture());
    key("b");
    settle();
    const auto after = picture_of(capture());
    const auto width = static_cast<std::size_t>(viewer->area().width) * 3, middle = width / 2 / 3 * 3;
    // Away from the divider, its buttons and the names below.
    for (std::size_t y = 60; y < before.size() / width - 60; ++y) {
        const auto row = static_cast<std::ptrdiff_t>(y * width);
        const auto at = [&](const std::vector<unsigned char>& picture, std::size_t x) {
            return picture.begin() + row + static_cast<std::ptrdiff_t>(x);
        };
        // An exact half may round either way.
        const auto like = [](int one, int two) { return std::abs(one - two) <= 1; };
        ASSERT_TRUE(std::equal(at(both, 0), at(both, middle - 30), at(before, 0), like)) << y;
        ASSERT_TRUE(std::equal(at(both, middle + 30), at(both, width), at(after, middle + 30), like)) << y;
    }
    // Drag the divider, then restore A.
    click("compare", 0.5);
    key("1");
    settle();
    drag({at("divider", 0.5)[0], at("divider", 0.5)[1]}, {at("divider", 0.5)[0] - 100, at("divider", 0.5)[1]});
    EXPECT_LT(viewer->panel().choices.divider, 0.4f);
    const float dragged = viewer->panel().choices.divider;
    key("bracketright");
    EXPECT_NEAR(viewer->panel().choices.divider, dragged + 0.05f, 1e-6f);
    for (int i = 0; i < 12; ++i)
        key("bracketleft");
    EXPECT_NEAR(viewer->panel().choices.divider, 0.05f, 1e-6f);
    EXPECT_EQ(look().scene, Scene::line);
    click("take A", 0.5);
    settle_input();
    EXPECT_EQ(look().scene, Scene::map);
    EXPECT_FALSE(viewer->session().other);
    EXPECT_NE(viewer->preset(), a);  // that was agate
}

TEST_F(UserSession, FavouritesComeFirst) {
    config = dir / "config";
    open(load_builtin_preset("map"), ShaderFiles(), 800, 990);
    key("ctrl+s");
    click("preset", 0.5);
    settle_input();
    EXPECT_EQ(viewer->panel().layout.widgets.count("favourite map-agate"), 0u);
    click("star preset map-agate", 0.5);
    click("star own preset map-1", 0.5);
    settle_input();
    EXPECT_EQ(viewer->session().favourites, (std::vector<std::string>{"built-in:map-agate", "own:map-1"}));
    click("favourite map-agate", 0.3);
    settle();
    EXPECT_EQ(viewer->preset(), load_builtin_preset("map-agate"));
    key("1");
    settle();
    click("preset", 0.5);
    settle_input();
    click("star favourite map-agate", 0.5);  // gone again
    EXPECT_EQ(viewer->session().favourites, std::vector<std::string>{"own:map-1"});
    settle_input();
    click("favourite map-1", 0.3);
    settle();
    EXPECT_EQ(look().scene, Scene::map);
    glfwSetWindowShouldClose(viewer->window(), GLFW_TRUE);
    viewer->run();
    viewer.reset();
    std::string message;
    EXPECT_EQ(load_config(config, Config(), message).favourites, std::vector<std::string>{"own:map-1"});
    // A removed preset is not a favourite any more.
    ViewerOptions options;
    options.config = load_config(config, Config(), message);
    options.directory = config;
    start(std::move(options));
    settle();
    click("preset", 0.5);
    settle_input();
    click("remove preset map-1", 0.5);
    settle_input();
    click("remove preset map-1", 0.5);
    settle_input();
    EXPECT_TRUE(viewer->session().favourites.empty());
}

// The sheet's preview follows the choices, and shows the pixels that the file will have.
TEST_F(UserSession, TheSheetShowsWhatWillBeWritten) {
    Preset preset = default_preset(Scene::terrain);
    preset.look.pitch = 60;  // at the sky: the sheet shows the ground from above, and waits until the window is done
    open(preset, ShaderFiles(), 1000, 760);
    key("ctrl+e");
    settle_input();
    const auto shown = [&] {
        const auto& r = viewer->panel().layout.widgets.at("export preview");
        Capture pixels;
        viewer->capture(&pixels);
        viewer->frame(false);
        std::vector<unsigned char> part;
        for (int y = static_cast<int>(r[1]) + 70; y < static_cast<int>(r[3]) - 70; ++y) {
            const auto row = pixels.rgb.begin() + (y * pixels.width + static_cast<int>(r[0]) + 5) * 3;
            part.insert(part.end(), row, row + (static_cast<int>(r[2] - r[0]) - 10) * 3);
        }
        return part;
    };
    const auto blue_above_red = [](const std::vector<unsigned char>& part) {
        std::size_t count = 0;
        for (std::size_t i = 0; i < part.size(); i += 3)
            count += part[i + 2] > 200 && part[i] < 230 && part[i + 2] > part[i];
        return static_cast<double>(count) / (static_cast<double>(part.size()) / 3);
    };
    const auto is_grey = [](const std::vector<unsigned char>& part) {
        for (std::size_t i = 0; i < part.size(); i += 3)
            if (part[i] != part[i + 1] || part[i] != part[i + 2]) return false;
        return true;
    };
    click("export what", 0.5);
    settle_input();
    click("export what 2", 0.3);  // heights
    EXPECT_TRUE(until([&] { return is_grey(shown()); }));
    const auto heights = shown();
    click("export auto-levels", 0.1);
    EXPECT_TRUE(until([&] { return shown() != heights && is_grey(shown()); }));
    click("export what", 0.5);
    settle_input();
    click("export what 3", 0.3);  // normals: mostly up, which is blue
    EXPECT_TRUE(until([&] { return blue_above_red(shown()) > 0.5; }));
    const auto steep = shown();
    enter("export strength", "0");  // flat
    EXPECT_TRUE(until([&] {
        const auto part = shown();
        return part[0] == 128 && part[1] == 128 && part[2] == 255 &&
               std::equal(part.begin() + 3, part.end(), part.begin());
    }));
    EXPECT_NE(shown(), steep);
}

// Noise with a z can be exported in slices; with one tile, as many as the z period needs.
TEST_F(UserSession, AVolumeIsExported) {
    Preset preset;
    preset.settings = {.dim = 3, .octaves = 2, .period = {4, 4, 4}};
    open(preset, ShaderFiles(), 1000, 760);
    key("ctrl+e");
    settle_input();
    enter("export file", "volume.npy");
    click("export one tile", 0.1);
    settle_input();
    enter("export slices", "5");
    settle_input();
    const Export& order = viewer->panel().exports.order;
    EXPECT_EQ(order.slices, order.height);
    enter("export size", "32", 0.8);
    settle_input();
    EXPECT_EQ(order.width, order.height);
    EXPECT_EQ(order.slices, order.height);
    click("export now", 0.5);
    EXPECT_TRUE(until([&] { return fs::exists(dir / "volume.npy") && !viewer->panel().status.exporting.running; }));
    EXPECT_FALSE(viewer->panel().status.message.is_error) << viewer->panel().status.message.text;
    const int n = order.height;
    EXPECT_EQ(read_npy(dir / "volume.npy", fmt::format("({0}, {0}, {0})", n)).size(),
              static_cast<std::size_t>(n) * static_cast<std::size_t>(n) * static_cast<std::size_t>(n));
    viewer->ask(command::ChooseScene{Scene::line});  // which has no slices
    settle();
    EXPECT_EQ(order.slices, 1);
}

// The spectrum's peaks are at the octaves, whatever the frequency.
TEST(Spectra, FollowTheOctaves) {
    const auto power = [](const Settings& settings, double frequency) {
        const Spectrum spectrum = spectrum_of(settings);
        int nearest = 0;
        for (int i = 0; i < Spectrum::kCount; ++i) {
            if (Spectrum::frequency(i) <= frequency) nearest = i;
        }
        return spectrum.power[static_cast<std::size_t>(nearest)];
    };
    for (const int dim : {1, 2, 3, 4}) {
        const Settings one{.dim = dim, .seed = 3};
        SCOPED_TRACE(dim);
        const Spectrum spectrum = spectrum_of(one);
        const auto top = std::max_element(spectrum.power.begin(), spectrum.power.end()) - spectrum.power.begin();
        EXPECT_EQ(spectrum.power[static_cast<std::size_t>(top)], 0);
        // Slices through noise of more dimensions have more power at low frequencies.
        EXPECT_GT(Spectrum::frequency(static_cast<int>(top)), dim < 3 ? 0.4 : 0.12);
        EXPECT_LT(Spectrum::frequency(static_cast<int>(top)), 1);
        EXPECT_LT(power(one, 4), -30);
        EXPECT_LT(power(one, 14), -50);
        Settings many = one;
        many.octaves = 4;
        many.persistence = 1;  // up to 8 cells in one of the first
        EXPECT_GT(power(many, 5), power(one, 5) + 15);
        EXPECT_LT(power(many, 15.9), power(many, 5) - 10);
        Settings finer = many;
        finer.frequency = 1024;
        EXPECT_NEAR(power(finer, 4), power(many, 4), 0.1f);
    }
    // Any settings have a spectrum.
    for (int algorithm = 0; algorithm < static_cast<int>(row_of(&Settings::algorithm).names.size()); ++algorithm) {
        for (const char* wild : {"frequency 9.5367432e-7", "frequency 1048576", "octaves 32", "loop 2147483647"}) {
            Settings any{.algorithm = static_cast<Algorithm>(algorithm), .dim = 2};
            const std::string text = wild;
            ASSERT_EQ(set(any, text.substr(0, text.find(' ')), text.substr(text.find(' ') + 1)), "");
            for (const float p : spectrum_of(nearest(any)).power)
                ASSERT_TRUE(p >= Spectrum::kFloor && p <= 0) << algorithm << " " << wild;
        }
    }
    // Value noise has more power at low frequencies, white noise at all; constant noise has none.
    const Settings perlin{.dim = 2}, value{.algorithm = Algorithm::value, .dim = 2};
    EXPECT_GT(power(value, 0.13), power(perlin, 0.13) + 6);
    const Settings none{.dim = 2, .filter_width = 1048576};
    for (const float p : spectrum_of(none).power)
        EXPECT_EQ(p, Spectrum::kFloor);
}

// A function that is a noise has the noise's; any other has one too.
TEST(Spectra, AreThoseOfFunctions) {
    const Spectrum noise = spectrum_of(Settings{.dim = 2, .seed = 3});
    const Spectrum function = spectrum_of(Function("float noise(vec2 p) { return 40.0 * perlin2(p, 3u); }"));
    for (std::size_t i = 0; i < Spectrum::kCount; ++i) {
        if (noise.power[i] < -60) continue;
        EXPECT_NEAR(function.power[i], noise.power[i], 0.2f) << i;
    }
    for (const char* text : {"float noise(float x) { return 1e30 / (x - 2.0); }",
                             "float noise(vec3 p) { return sqrt(-1.0); }", "vec4 noise(vec4 p) { return fract(p); }"}) {
        for (const float p : spectrum_of(Function(text)).power)
            ASSERT_TRUE(p >= Spectrum::kFloor && p <= 0) << text;
    }
}

TEST_F(Tool, TheSpectrumIsShown) {
    open(fbm_preset(), ShaderFiles(), 800, 900);
    click("tab measure", 0.5);
    settle_input();
    EXPECT_TRUE(until([&] { return viewer->panel().layout.widgets.count("spectrum"); }));
    const auto shot = capture();
    const auto& r = viewer->panel().layout.widgets.at("spectrum");
    std::set<int> colours;
    for (int y = static_cast<int>(r[1]) + 2; y < static_cast<int>(r[3]) - 2; ++y) {
        for (int x = static_cast<int>(r[0]) + 2; x < static_cast<int>(r[2]) - 2; ++x) {
            const auto at = static_cast<std::size_t>(3 * (y * shot.width + x));
            colours.insert(shot.rgb[at] << 16 | shot.rgb[at + 1] << 8 | shot.rgb[at + 2]);
        }
    }
    EXPECT_GT(colours.size(), 20u);
}

// The slider moves the plane along the axes across it: over the period, if there is one.
TEST_F(Tool, SlicesAreSlidThrough) {
    Preset preset;
    preset.settings = {.dim = 4, .frequency = 2, .period = {0, 0, 6, 0}};
    open(preset, ShaderFiles(), 800, 700);
    click("tab picture", 0.5);
    settle_input();
    const auto slide = [&](const std::string& name, double x) {
        click(name, x);
        settle_input();
    };
    slide("slice z", 0.98);
    EXPECT_NEAR(look().center[2], 3, 0.1);
    slide("slice z", 0.02);
    EXPECT_NEAR(look().center[2], 0, 0.1);
    slide("slice w", 0.02);
    EXPECT_NEAR(look().center[3], -4, 0.2);
    slide("slice w", 0.5);
    EXPECT_NEAR(look().center[3], 0, 0.2);
    settle();
    expect_picture_of(viewer->preset(), capture());
    enter("slice z", "1000.25");
    EXPECT_EQ(look().center[2], 1000.25);
    enter("slice z", "1e300");
    EXPECT_EQ(look().center[2], row_of(&Look::center).max);
}
