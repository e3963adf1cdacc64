// The picture in the window matches the CPU, whatever is pressed, dragged, resized or broken.
#include "app/window.hpp"

#include "conformance/checks.hpp"

TEST_F(Window, ShowsTheNoiseOfTheCpu) {
    for (int dim = 2; dim <= 4; ++dim) {
        Preset preset = fbm_preset();
        preset.settings.dim = dim;
        preset.settings.algorithm = dim == 3 ? Algorithm::improved : Algorithm::perlin;
        preset.look.center = {0.3, -7, 0.25, 0.75};
        open(preset);
        expect_picture_of(preset, capture());
        viewer.reset();
    }
}

TEST_F(Window, DraggingASliderChangesThePictureAsTheCpuSays) {
    open(fbm_preset());
    const auto first = capture();
    expect_picture_of(viewer->preset(), first);
    drag(at("persistence", 0.26), at("persistence", 0.6));
    EXPECT_NEAR(viewer->preset().settings.persistence, 0.6, 0.08);
    auto second = capture();
    EXPECT_NE(first.rgb, second.rgb);
    expect_picture_of(viewer->preset(), second);

    // Drag to the left end and back without releasing: the switch stays on.
    const auto right = at("octaves", 0.5), left = at("octaves", -0.05);
    move_to(right);
    mouse_down();
    move_to(left);
    EXPECT_EQ(viewer->preset().settings.octaves, 1.0f);
    move_to(right);
    mouse_up();
    EXPECT_NEAR(viewer->preset().settings.octaves, 8.5f, 0.75f);

    drag(at("octaves", 0.5), at("octaves", 1.5));  // past the end
    EXPECT_EQ(viewer->preset().settings.octaves, 16.0f);
    EXPECT_EQ(problem(viewer->preset().settings), "");
    click("fractal");
    EXPECT_EQ(viewer->preset().settings.octaves, 1.0f);
    settle();
    expect_picture_of(viewer->preset(), capture());
}

TEST_F(Window, ButtonsOfThePanel) {
    open(fbm_preset(), ShaderFiles(), 800, 760);
    click("roll");
    settle();
    EXPECT_NE(viewer->preset().settings.seed, 0u);
    expect_picture_of(viewer->preset(), capture());
    for (int dim : {1, 4}) {
        click("dim " + std::to_string(dim));
        settle();
        EXPECT_EQ(viewer->preset().settings.dim, dim);
        expect_picture_of(viewer->preset(), capture());
    }
    click("lock");
    const auto seed = viewer->preset().settings.seed;
    key("n");
    EXPECT_EQ(viewer->preset().settings.seed, seed);
    click("lock");
    key("n");
    EXPECT_NE(viewer->preset().settings.seed, seed);
}

TEST_F(Window, DragPansAndWheelZoomsAtTheCursor) {
    Preset preset = fbm_preset();
    preset.look.span = 6;
    open(preset);
    drag({600, 300}, {660, 270});
    const auto area = viewer->area();
    EXPECT_NEAR(viewer->preset().look.center[0], -60 * 6.0 / area.height, 1e-9);
    EXPECT_NEAR(viewer->preset().look.center[1], 30 * 6.0 / area.height, 1e-9);
    expect_picture_of(viewer->preset(), capture());

    auto under_cursor = [&] {
        const Look& look = viewer->preset().look;
        return std::array{look.center[0] + (600 - area.x - 0.5 * area.width) * look.span / area.height,
                          look.center[1] + (400 - 0.5 * area.height) * look.span / area.height};
    };
    move_to({600, 400});
    const auto before_zoom = under_cursor();
    for (int i = 0; i < 3; ++i)
        input::click(4);
    settle_input();
    EXPECT_LT(viewer->preset().look.span, 5.0);
    EXPECT_NEAR(under_cursor()[0], before_zoom[0], 1e-9);
    EXPECT_NEAR(under_cursor()[1], before_zoom[1], 1e-9);
    settle();
    expect_picture_of(viewer->preset(), capture());

    key("r");
    EXPECT_EQ(viewer->preset(), preset);
}

TEST_F(Window, Keys) {
    open(fbm_preset());
    key("space");
    EXPECT_TRUE(viewer->session().playing);
    for (int i = 0; i < 20; ++i)
        viewer->frame(false);
    EXPECT_GT(viewer->preset().look.time, 0.0);
    key("space");
    EXPECT_FALSE(viewer->session().playing);
    settle();
    expect_picture_of(viewer->preset(), capture());

    key("f");
    EXPECT_FALSE(viewer->panel().choices.visible);
    const auto whole = capture();
    key("F12");
    EXPECT_EQ(whole.width, 800);
    key("ctrl+s");
    EXPECT_EQ(load_preset(dir / "isonoise-0001.json"), viewer->preset());
}

// With this much work, a slow driver draws coarsely while time plays (asserted for CPU rasterisers only) and refines
// gradually when it stops.
TEST_F(Window, IsCoarseWhileItMovesAndSharpWhenItRests) {
    Preset preset;
    preset.settings = {.dim = 4, .octaves = 32, .persistence = 0.9f, .lacunarity = 1.3f};
    open(preset, ShaderFiles(), 1300, 950);
    key("space");
    for (int i = 0; i < 10; ++i) {
        viewer->frame(false);
        usleep(20000);
    }
    if (viewer->info().software) {
        EXPECT_LT(viewer->panel().status.resolution, 100);
    }
    key("space");
    settle();
    EXPECT_EQ(viewer->panel().status.resolution, 100);
    expect_picture_of(viewer->preset(), capture());
}

// The tab Measure plots the frames of a picture that moves, and no others.
TEST_F(Window, FramesAreMeasuredWhileThePictureMoves) {
    open(fbm_preset());
    click("tab measure", 0.5);
    const auto frames = [&] { return viewer->panel().status.report.measured.frames; };
    const std::size_t before = frames().size();
    EXPECT_GT(before, 0u);
    key("space");
    ASSERT_TRUE(until([&] { return frames().size() > before + 5; }));
    key("space");
    settle();
    for (const FrameTimes& f : frames()) {
        EXPECT_GE(f.interval, 0.0);
        EXPECT_EQ(f.bake, 0.0) << "scene map has no tables";
        EXPECT_GT(f.draw, 0.0);
        EXPECT_GT(f.present, 0.0);
        EXPECT_GT(f.quality.scale, 0.0);
        EXPECT_LE(f.quality.scale, 1.0);
        EXPECT_EQ(f.quality.samples, 1);
    }
    EXPECT_GT(frames().back().interval, 0.0);
    EXPECT_LE(frames().size(), Refiner::kFrames);
    const std::size_t after = frames().size();
    settle();
    EXPECT_EQ(frames().size(), after);
    EXPECT_TRUE(viewer->panel().layout.widgets.contains("frames"));
    move_to({1390, 990});  // out of the next window
}

TEST_F(Window, AnySizeIsSharp) {
    open(fbm_preset(), ShaderFiles(), 640, 480);
    key("f");  // hides the panel, so that the picture fills the window
    settle();
    expect_picture_of(viewer->preset(), capture());
    for (const auto& [width, height] : {std::pair{200, 150}, {1201, 777}, {301, 203}, {200, 150}}) {
        glfwSetWindowSize(viewer->window(), width, height);
        settle_input();
        settle();
        const auto pixels = capture();
        EXPECT_EQ(pixels.width, width);
        EXPECT_EQ(pixels.height, height);
        expect_picture_of(viewer->preset(), pixels);
    }
}

TEST_F(Window, ABrokenShaderLeavesThePictureAndSaysWhere) {
    const fs::path shaders = temporary.shaders(), file = shaders / "isonoise/hash.glsl";
    open(fbm_preset(), ShaderFiles(shaders), 800, 760);
    const std::string good = read_file(file);
    int changes = 0;
    auto change = [&](const std::string& text) {
        write_file(file, text);
        fs::last_write_time(file, fs::file_time_type::clock::now() + std::chrono::seconds(++changes));
        for (int i = 0; i < 4; ++i) {
            viewer->frame(false);
            usleep(120000);
        }
    };
    // Between the messages at the top and bottom of the picture.
    auto picture = [&] {
        const auto pixels = picture_of(capture());
        const auto area = viewer->area();
        const std::ptrdiff_t row = area.width * 3;
        return std::vector<unsigned char>(pixels.begin() + row * 200, pixels.end() - row * 80);
    };
    const auto before_change = picture();
    change("oops\n" + good);
    EXPECT_NE(viewer->panel().status.report.shader_error.find("isonoise/hash.glsl:1"), std::string::npos)
        << viewer->panel().status.report.shader_error;
    EXPECT_EQ(picture(), before_change);
    change(good);
    EXPECT_EQ(viewer->panel().status.report.shader_error, "");
    settle();
    EXPECT_EQ(picture(), before_change);

    // Break the file, then request a variant that was not compiled before: the last picture stays, and everything
    // recovers once the file is fixed.
    change("oops\n" + good);
    click("dim 4");
    EXPECT_EQ(viewer->preset().settings.dim, 4);
    EXPECT_NE(viewer->panel().status.report.shader_error, "");
    EXPECT_FALSE(viewer->is_sharp());
    EXPECT_EQ(picture(), before_change);
    change(good);
    settle();
    expect_picture_of(viewer->preset(), capture());
}

TEST_F(Window, AnErrorInTheShadersAtTheStartEndsIt) {
    const fs::path shaders = temporary.shaders();
    write_file(shaders / "scenes/map.frag", "void main() { oops }\n");
    EXPECT_THROW(open(fbm_preset(), ShaderFiles(shaders)), Error);
}

TEST_F(Window, TheWindowsContextGivesTheCpusBitsToo) {
    // GLX instead of EGL, with each GL version in use. 3D only: the rest is the same code on the same driver.
    for (GlVersion version : {GlVersion{3, 3}, {4, 1}, {4, 5}}) {
        WindowContext context(version, 64, 64, false);
        Shaders shaders(context.info().glsl, ShaderFiles());
        Evaluator evaluator(shaders, context.info());
        for (const Check& check : all_checks()) {
            if (check.settings.dim != 3 || !can_run(evaluator, check)) continue;
            EXPECT_EQ(run_check(evaluator, check, 20000, 3).differing, 0u) << check.name;
        }
    }
}

int main(int argc, char** argv) {
    testing::InitGoogleTest(&argc, argv);
    testing::AddGlobalTestEnvironment(new Xvfb);
    return RUN_ALL_TESTS();
}
