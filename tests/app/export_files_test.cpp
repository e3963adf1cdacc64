// Exports of any size, in tiles and frames: progress, cancellation and failure, and the files left behind.
#include <algorithm>
#include <atomic>
#include <functional>
#include <thread>

#include "app/exports.hpp"
#include "app/read_image.hpp"
#include "error.hpp"

// Real GPUs render grids by compute shader; here that path is forced.
TEST_F(Exports, ComputeShadersGiveTheSamePictures) {
    if (!shaders->has_compute()) GTEST_SKIP();
    GlInfo info = context->info();
    info.software = true;
    Painter drawing(*shaders, info);
    info.software = false;
    Painter computing(*shaders, info);
    Preset eroded = some_preset(), line = default_preset(Scene::line);
    eroded.settings.fractal = Fractal::eroded;
    line.look.style = LineStyle::silhouette;
    for (const Preset& preset : {some_preset(), eroded, default_preset(Scene::map), line}) {
        for (const What what : {What::picture, What::values}) {
            Export order{.format = Format::exr, .what = what, .width = 203, .height = 151, .tile = 100};
            order.path = (dir / "a.exr").string();
            export_files(drawing, preset, order, {});
            const std::string drawn = read_file(order.path);
            order.path = (dir / "b.exr").string();
            export_files(computing, preset, order, {});
            EXPECT_TRUE(read_file(order.path) == drawn) << get(preset, "scene") << " " << static_cast<int>(what);
        }
    }
}

// The picture does not depend on the tiles' size.
static void expect_tiles_do_not_show(const std::function<std::string(int tile)>& bytes, const std::string& name) {
    const std::string whole = bytes(2048);
    for (const int tile : {23, 64})
        EXPECT_TRUE(bytes(tile) == whole) << name << " in tiles of " << tile;
}

TEST_F(Exports, TilesDoNotShow) {
    std::vector<std::pair<Preset, What>> all;
    Preset preset = some_preset();
    preset.look.contours = 9;
    all.emplace_back(preset, What::picture);
    preset.settings = {.dim = 2, .octaves = 3, .period = {4, 4}};
    preset.look.tiling = Tiling::three;
    all.emplace_back(preset, What::picture);
    all.emplace_back(preset, What::values);
    all.emplace_back(preset, What::normals_gl);
    preset.settings.fractal = Fractal::eroded;
    all.emplace_back(preset, What::normals_dx);
    for (const LineStyle style : {LineStyle::curve, LineStyle::silhouette, LineStyle::strokes}) {
        Preset line = default_preset(Scene::line);
        line.settings.octaves = 4;
        line.look.style = style;
        all.emplace_back(line, What::picture);
    }
    for (const auto& [some, what] : all) {
        for (const Format format : {Format::png, Format::raw32f}) {
            expect_tiles_do_not_show(
                [&, preset_ = some, what_ = what](int tile) {
                    const Export order{.format = format, .what = what_, .width = 301, .height = 167, .tile = tile};
                    return read_file(write(preset_, order, "a"));
                },
                get(some, "scene") + " " + get(some, "style") + " " + get(some, "tiling") + " " +
                    kWhats[static_cast<int>(what)] + " " + kFormats[static_cast<int>(format)]);
        }
    }
}

TEST_F(Exports, TilesDoNotShowInAnyScene) {
    for (const char* scene : detail::kScenes) {
        Preset preset;
        set(preset, "scene", scene);
        preset = default_preset(preset.look.scene);
        preset.settings.dim = std::max(preset.settings.dim, dims(preset.look.scene)[0]);
        expect_tiles_do_not_show(
            [&](int tile) {
                return read_file(write(preset, {.width = 41, .height = 27, .samples = 2, .tile = tile}, "a.png"));
            },
            scene);
    }
}

TEST_F(Exports, AnySizeIsExact) {
    Preset preset = some_preset();
    preset.settings.dim = 2;
    for (const auto& [width, height] : {std::pair{1, 1}, {1, 100000}, {100000, 1}, {12345, 7}, {2050, 301}}) {
        // Keep the noise at a visible scale at any picture size.
        preset.look.span = height * 0.01;
        Export order{.format = Format::raw32f, .what = What::values, .width = width, .height = height};
        const auto values = numbers<float>(read_file(write(preset, order, "a.r32"))),
                   expected = values_of(preset, width, height);
        const auto [at, other] = std::mismatch(values.begin(), values.end(), expected.begin(), expected.end());
        EXPECT_TRUE(at == values.end() && other == expected.end())
            << width << "x" << height << " differs at " << at - values.begin();
        order = {.width = width, .height = height};
        const Image png = read_png(write(preset, order, "a.png"));
        EXPECT_EQ(png.width, width);
        EXPECT_EQ(png.height, height);
        order = {.format = Format::exr, .width = width, .height = height};
        const Floats exr = read_exr(write(preset, order, "a.exr"));
        EXPECT_EQ(exr.width, width);
        EXPECT_EQ(exr.height, height);
    }
}

TEST_F(Exports, ALoopOfFramesCloses) {
    Preset preset = some_preset();
    preset.settings.loop = 3;
    preset.look.time = 0;
    Export order{.format = Format::raw32f, .what = What::values, .width = 16, .height = 9, .frames = 5};
    write(preset, order, "f{frame:02}.r32");
    EXPECT_EQ(files(), (std::vector<std::string>{"f00.r32", "f01.r32", "f02.r32", "f03.r32", "f04.r32"}));
    // Start two frames later: every frame matches an earlier one, and the last frames match the first.
    order.phase = loop_point(2, 5, 3);
    write(preset, order, "g{frame:02}.r32");
    for (int i = 0; i < 5; ++i) {
        const std::string before = frame_name("f{frame:02}.r32", (i + 2) % 5), now = frame_name("g{frame:02}.r32", i);
        EXPECT_EQ(read_file(dir / before), read_file(dir / now)) << i;
        EXPECT_NE(read_file(dir / before), read_file(dir / frame_name("f{frame:02}.r32", i)));
        EXPECT_EQ(numbers<float>(read_file(dir / now)), values_of(preset, 16, 9, loop_point(i + 2, 5, 3)));
    }
    // Without a loop, time advances by steps.
    preset.settings.loop = 0;
    order = {.format = Format::raw32f, .what = What::values, .width = 16, .height = 9, .frames = 2, .time_step = 0.25};
    write(preset, order, "h{frame}.r32");
    preset.look.time = 0.25;
    EXPECT_EQ(numbers<float>(read_file(dir / "h1.r32")), values_of(preset, 16, 9));
}

// The end of a loop matches its beginning to the bit; its middle does not.
TEST_F(Exports, TheEndOfALoopIsItsBeginning) {
    for (std::size_t scene = 0; scene < std::size(detail::kScenes); ++scene) {
        Preset preset = default_preset(static_cast<Scene>(scene));
        preset.settings.loop = 3;
        preset.settings.frequency = 1.3f;
        preset.settings = nearest(preset.settings);
        ASSERT_EQ(problem(preset), "") << get(preset, "scene");
        auto picture = [&](double loops) {
            preset.look.time = loops * loop_time(preset);
            const Export order{
                .format = Format::raw32f, .what = What::picture, .width = 32, .height = 18, .samples = 1};
            return read_file(write(preset, order, "loop.r32"));
        };
        const auto start = picture(0);
        EXPECT_EQ(picture(1), start) << get(preset, "scene");
        EXPECT_EQ(picture(-0x1p29), start) << get(preset, "scene");  // where rounding would show
        // Anatomy's first figure does not move.
        if (static_cast<Scene>(scene) != Scene::anatomy) {
            EXPECT_NE(picture(0.5), start) << get(preset, "scene");
        }
    }
}

TEST_F(Exports, ProgressGoesFromStartToEnd) {
    Preset terrain = default_preset(Scene::terrain);
    Preset map = some_preset();
    map.look.contours = 3;
    for (const Preset& preset : {terrain, map, default_preset(Scene::line)}) {
        double last = 0;
        std::int64_t frame = 0;
        const Export order{.width = 60, .height = 40, .samples = 3, .frames = 2, .tile = 32};
        write(preset, order, "a{frame}.png", [&](const ExportState& state) {
            EXPECT_GE(state.done, last - 1e-9);
            EXPECT_LE(state.done, 1);
            EXPECT_EQ(state.frames, 2);
            EXPECT_GE(state.frame, frame);
            last = state.done;
            frame = state.frame;
            return true;
        });
        EXPECT_NEAR(last, 1, 1e-9) << get(preset, "scene");
        EXPECT_EQ(frame, 1);
    }
    EXPECT_EQ(text_of({.frame = 2, .frames = 90, .done = 0.129, .seconds_left = 64.2}),
              "frame 3 of 90, 12 %, 1 min 5 s left");
    EXPECT_EQ(text_of({.done = 0.5, .seconds_left = 7201}), "50 %, 2 h 0 min left");
    EXPECT_EQ(text_of({.done = 0.5}), "50 %");
}

TEST_F(Exports, AnEndedExportLeavesNothing) {
    write_file(dir / "old.png", "old");
    write_file(dir / "old.exr", "old");
    for (const char* name : {"old.png", "old.exr", "new.npy"}) {
        for (const int most : {0, 1, 5}) {
            int calls = 0;
            Export order{.format = *format_of(name), .width = 50, .height = 40, .tile = 16};
            order.path = (dir / name).string();
            EXPECT_FALSE(
                export_files(*painter, some_preset(), order, [&](const ExportState&) { return ++calls <= most; }));
            EXPECT_EQ(calls, most + 1) << "asked again after the end";
            EXPECT_EQ(files(), (std::vector<std::string>{"old.exr", "old.png"}));
        }
    }
    EXPECT_EQ(read_file(dir / "old.png"), "old");
    EXPECT_EQ(read_file(dir / "old.exr"), "old");
    // In a sequence, the completed frames stay.
    write_file(dir / "f1.png", "old");
    Export order{.path = (dir / "f{frame}.png").string(), .width = 50, .height = 40, .frames = 3};
    EXPECT_FALSE(
        export_files(*painter, some_preset(), order, [](const ExportState& state) { return state.done < 0.6; }));
    EXPECT_EQ(files(), (std::vector<std::string>{"f0.png", "f1.png", "old.exr", "old.png"}));
    EXPECT_EQ(read_png(dir / "f0.png").width, 50);
    EXPECT_EQ(read_file(dir / "f1.png"), "old");
}

TEST_F(Exports, WhatFailsIsSaidAndLeavesTheOldFile) {
    auto error_of = [&](const Preset& preset, const Export& order) -> std::string {
        try {
            export_files(*painter, preset, order);
        } catch (const Error& e) {
            return e.what();
        }
        return "no error";
    };
    fs::create_directories(dir / "folder.png");
    write_file(dir / "old.png", "old");
    auto at = [&](const char* name) {
        Export order;
        order.path = (dir / name).string();
        order.width = order.height = 8;
        return order;
    };
    const Preset preset = some_preset();
    EXPECT_EQ(error_of(preset, at("folder.png")),
              "cannot write '" + (dir / "folder.png").string() + "': it is a directory");
    EXPECT_NE(error_of(preset, at("none/a.png")).find("No such file"), std::string::npos);
    Export order = at("old.png");
    order.what = What::normals_gl;
    EXPECT_EQ(error_of(default_preset(Scene::line), order), "what: scene line has one row and no normals to write");
    order = at("old.png");
    order.width = 0;
    EXPECT_NE(error_of(preset, order).find("size: "), std::string::npos);
    order = at("old.png");
    order.frames = 2;
    EXPECT_NE(error_of(preset, order).find("{frame}"), std::string::npos);
    // A folder that appears in the way, or disappears, during drawing.
    order = at("late.png");
    try {
        export_files(*painter, preset, order, [&](const ExportState& state) {
            if (state.done > 0) fs::create_directories(dir / "late.png");
            return true;
        });
        ADD_FAILURE() << "no error";
    } catch (const Error& e) {
        EXPECT_NE(std::string(e.what()).find("Is a directory"), std::string::npos) << e.what();
    }
    EXPECT_EQ(files(), (std::vector<std::string>{"folder.png", "late.png", "old.png"}));
    EXPECT_TRUE(fs::is_empty(dir / "late.png"));
    EXPECT_EQ(read_file(dir / "old.png"), "old");
}

// As in the window: on its own thread, cancelled from another.
TEST_F(Exports, WorksOnAnotherThread) {
    const Preset preset = some_preset();
    const Export order{.path = (dir / "b.png").string(), .width = 40, .height = 30};
    write(preset, order, "a.png");
    std::atomic<bool> end = false, ended = false;
    std::thread thread([&] {
        const HeadlessContext own;
        Shaders own_shaders(own.info().glsl, ShaderFiles());
        Painter own_painter(own_shaders, own.info());
        export_files(own_painter, preset, order);
        Export large{.path = (dir / "c.png").string(), .width = 20000, .height = 20000};
        ended = !export_files(own_painter, preset, large, [&](const ExportState& state) {
            if (state.done > 0) end = true;
            return !end;
        });
    });
    thread.join();
    EXPECT_TRUE(ended);
    EXPECT_EQ(files(), (std::vector<std::string>{"a.png", "b.png"}));
    EXPECT_EQ(read_file(dir / "a.png"), read_file(dir / "b.png"));
}
