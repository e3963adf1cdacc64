// Animations and videos, read back: their frames, times and sizes; what happens without ffmpeg, or if it fails.
#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <vector>

#include <webp/decode.h>
#include <webp/demux.h>

#include "app/exports.hpp"
#include "app/read_image.hpp"
#include "app/shell.hpp"
#include "error.hpp"
#include "io/video.hpp"

namespace {

constexpr int kWidth = 48, kHeight = 32;

class Videos : public Exports {
  protected:
    // Smooth, since the formats subsample colours.
    static Preset smooth() {
        Preset preset = some_preset();
        preset.settings.octaves = 1;
        preset.look.span = 0.8;
        return preset;
    }
    Preset preset = smooth();
    Export order{.width = kWidth, .height = kHeight, .frames = 5, .fps = 24};

    // RGB bytes of all frames, as in the PNGs.
    std::vector<int> expected() {
        Export frames = order;
        frames.format = Format::png;
        frames.path.clear();
        std::vector<int> all;
        write(preset, frames, "frame{frame}.png");
        for (int i = 0; i < frames.frames; ++i) {
            const Image image = read_png(dir / frame_name("frame{frame}.png", i));
            all.insert(all.end(), image.samples.begin(), image.samples.end());
            fs::remove(dir / frame_name("frame{frame}.png", i));
        }
        return all;
    }
    // Puts a fake ffmpeg alone in PATH; with an empty script, none.
    void use_ffmpeg(const std::string& script) {
        fs::create_directories(bin);
        if (!script.empty()) {
            write_file(bin / "ffmpeg", "#!/bin/sh\nPATH=/usr/bin:/bin\n" + script);
            fs::permissions(bin / "ffmpeg", fs::perms::owner_all);
        }
        setenv("PATH", bin.c_str(), 1);
    }
    std::string error_of(const std::string& name) {
        order.format = *format_of(name);
        try {
            write(preset, order, name);
        } catch (const Error& e) {
            return e.what();
        }
        return "";
    }
    void SetUp() override { std::signal(SIGPIPE, SIG_IGN); }  // as the program does
    void TearDown() override { setenv("PATH", path.c_str(), 1); }

    const std::string path = std::getenv("PATH");
    TemporaryDirectory programs;
    fs::path bin = programs.path() / "bin";
};

double mean_difference(const std::vector<int>& a, const std::vector<int>& b) {
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        sum += std::abs(a[i] - b[i]);
    return sum / static_cast<double>(a.size());
}

}  // namespace

TEST_F(Videos, AWebpHoldsAllFramesAndTheirTimes) {
    preset.settings.loop = 2;
    preset.look.colormap = Colormap::magma;
    const std::vector<int> frames = expected();
    order.format = Format::webp;
    const std::string bytes = read_file(write(preset, order, "a.webp"));
    const WebPData data{reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()};
    WebPAnimDecoderOptions options;
    ASSERT_TRUE(WebPAnimDecoderOptionsInit(&options));
    const std::unique_ptr<WebPAnimDecoder, void (*)(WebPAnimDecoder*)> decoder(WebPAnimDecoderNew(&data, &options),
                                                                               WebPAnimDecoderDelete);
    ASSERT_TRUE(decoder);
    WebPAnimInfo info;
    ASSERT_TRUE(WebPAnimDecoderGetInfo(decoder.get(), &info));
    EXPECT_EQ(info.canvas_width, kWidth);
    EXPECT_EQ(info.canvas_height, kHeight);
    EXPECT_EQ(info.frame_count, 5u);
    EXPECT_EQ(info.loop_count, 0u) << "for ever";
    constexpr std::size_t size = kWidth * kHeight * 3;
    for (std::size_t i = 0; i < 5; ++i) {
        std::uint8_t* pixels = nullptr;
        int end = 0;
        ASSERT_TRUE(WebPAnimDecoderGetNext(decoder.get(), &pixels, &end));
        EXPECT_EQ(end, std::lround(1000.0 * static_cast<double>(i + 1) / 24));
        std::vector<int> rgb;
        for (std::size_t p = 0; p < kWidth * kHeight; ++p)
            rgb.insert(rgb.end(), pixels + 4 * p, pixels + 4 * p + 3);
        const auto from = frames.begin() + static_cast<std::ptrdiff_t>(i * size);
        EXPECT_LT(mean_difference(rgb, {from, from + size}), 3.0) << i;
    }
    EXPECT_EQ(files(), std::vector<std::string>{"a.webp"});
}

TEST_F(Videos, AWebpOfOneFrameIsLossless) {
    order.frames = 1;
    for (const What what : {What::picture, What::values, What::normals_gl}) {
        order.what = what;
        order.format = Format::png;
        const Image png = read_png(write(preset, order, "a.png"));
        order.format = Format::webp;
        const std::string bytes = read_file(write(preset, order, "a.webp"));
        int width = 0, height = 0;
        const std::unique_ptr<std::uint8_t, void (*)(void*)> pixels(
            WebPDecodeRGB(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size(), &width, &height),
            WebPFree);
        ASSERT_TRUE(pixels);
        ASSERT_EQ(std::pair(width, height), std::pair(kWidth, kHeight));
        const std::size_t channels = png.samples.size() / (kWidth * kHeight);
        for (std::size_t i = 0; i < std::size_t{kWidth * kHeight * 3}; ++i)
            ASSERT_EQ(pixels.get()[i], png.samples[channels == 3 ? i : i / 3]) << i;
    }
}

// A name with {frame} means one file per frame.
TEST_F(Videos, WebpsMayBeASequence) {
    order.format = Format::webp;
    order.frames = 2;
    write(preset, order, "s{frame}.webp");
    EXPECT_EQ(files(), (std::vector<std::string>{"s0.webp", "s1.webp"}));
}

TEST_F(Videos, FfmpegGetsTheFramesOfThePictures) {
    preset.look.colormap = Colormap::viridis;
    const std::vector<int> frames = expected();
    // The last argument is the file; the others are kept.
    use_ffmpeg("for last; do :; done; echo \"$@\" > '" + (programs.path() / "said").string() + "'; cat > \"$last\"");
    for (const char* name : {"v.mp4", "v.webm"}) {
        order.format = *format_of(name);
        EXPECT_EQ(as_ints(numbers<std::uint8_t>(read_file(write(preset, order, name)))), frames);
        const std::string said = read_file(programs.path() / "said");
        EXPECT_NE(said.find("-video_size 48x32 -framerate 24"), std::string::npos) << said;
        EXPECT_NE(said.find(order.format == Format::mp4 ? "libx264" : "libvpx-vp9"), std::string::npos) << said;
        EXPECT_EQ(files(), std::vector<std::string>{name});
        fs::remove(dir / name);
    }
}

TEST_F(Videos, IfFfmpegFailsNothingIsLeft) {
    write_file(dir / "v.mp4", "old");
    const auto expect = [&](const std::string& words) {
        const std::string error = error_of("v.mp4");
        EXPECT_NE(error.find(words), std::string::npos) << error;
        EXPECT_EQ(files(), std::vector<std::string>{"v.mp4"});
        EXPECT_EQ(read_file(dir / "v.mp4"), "old");
        EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1) << "a child is left";
    };
    use_ffmpeg("");
    expect("not in PATH");
    use_ffmpeg("cat > /dev/null; echo Unknown encoder >&2; exit 1");
    expect("ffmpeg failed: Unknown encoder");
    order.width = order.height = 512;  // more than a pipe buffers
    use_ffmpeg("echo no >&2; echo more >&2; exit 0");
    expect("ffmpeg failed: no; more");
    use_ffmpeg("kill -9 $$");
    expect("ffmpeg failed");
    // Cancelled while ffmpeg waits for frames.
    use_ffmpeg("exec sleep 600");
    order.width = order.height = 32;
    order.frames = 2;
    order.path = (dir / "v.mp4").string();
    EXPECT_FALSE(export_files(*painter, preset, order, [](const ExportState& state) { return state.frame < 1; }));
    EXPECT_EQ(files(), std::vector<std::string>{"v.mp4"});
    EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1);
}

TEST_F(Videos, WhatTheirFormatsCannotHoldIsRefused) {
    const auto what = [&](const std::string& name) {
        order.path = name;
        order.format = *format_of(name);
        return problem(preset, order);
    };
    EXPECT_EQ(what("a.mp4"), "");
    EXPECT_EQ(what("a.webp"), "");
    EXPECT_EQ(what("a{frame}.webp"), "");
    EXPECT_NE(what("a{frame}.mp4").find("{frame}"), std::string::npos);
    order.depth = 16;
    EXPECT_NE(what("a.webm").find("depth"), std::string::npos);
    order.depth = 8;
    for (const int fps : {0, -1, 241}) {
        order.fps = fps;
        EXPECT_NE(what("a.webp").find("fps"), std::string::npos);
    }
    order.fps = 240;
    order.width = 33;
    EXPECT_NE(what("a.mp4").find("even"), std::string::npos);
    EXPECT_EQ(what("a.webp"), "");
    order.width = 16384;
    EXPECT_EQ(what("a.mp4"), "");
    EXPECT_NE(what("a.webp").find("16383"), std::string::npos);
    order.width = 16386;
    EXPECT_NE(what("a.webm").find("16384"), std::string::npos);
    order.width = 32;
    order.path = "-";
    order.format = Format::mp4;
    EXPECT_NE(problem(preset, order).find("standard output"), std::string::npos);
    order.format = Format::webp;
    EXPECT_EQ(problem(preset, order), "");
}

TEST_F(Videos, AVideoLastsAsLongAsItsLoop) {
    preset.settings.loop = 4;
    preset.settings.frequency = 0.5f;
    preset.look.speed = 2;
    EXPECT_EQ(usual_seconds(preset), 4.0);
    preset.look.speed = -2;
    EXPECT_EQ(usual_seconds(preset), 4.0);
    for (const double speed : {0.0, 1e-3, 1e3}) {
        preset.look.speed = speed;
        EXPECT_EQ(usual_seconds(preset), 10.0) << speed;
    }
    preset.settings.loop = 0;
    EXPECT_EQ(usual_seconds(preset), 10.0);
    EXPECT_EQ(frames_in(0.001, 30), 1);
    EXPECT_EQ(frames_in(2.5, 30), 75);
    EXPECT_EQ(frames_in(1e9, 240), kMostFrames);
}

// Frames, seconds and frames per second on the command line, and the resulting time step.
TEST_F(Videos, SecondsAndFramesPerSecond) {
    use_ffmpeg("for last; do :; done; cat > \"$last\"");
    const std::string in_dir = "cd '" + dir.string() +
                               "' && '" ISONOISE_BINARY "' render --dim 3 --speed 0.6 "
                               "--size 8x8 ";
    const auto frames = [&](const std::string& flags, const std::string& name) {
        const Out out = shell("PATH='" + bin.string() + "'; " + in_dir + flags + " -o " + name);
        EXPECT_EQ(out.exit, 0) << out.text;
        const std::string bytes = read_file(dir / name);
        EXPECT_EQ(bytes.size() % 192, 0u);
        return bytes;
    };
    EXPECT_EQ(frames("", "a.mp4").size(), 300 * 192u);
    EXPECT_EQ(frames("--seconds 2", "a.mp4").size(), 60 * 192u);
    EXPECT_EQ(frames("--seconds 0.5 --fps 10", "a.mp4").size(), 5 * 192u);
    EXPECT_EQ(frames("--loop 3 --fps 10", "a.webm").size(), 50 * 192u);
    // The third of 10 a second, at 0.6 units a second, is 0.12 units later.
    const std::string third = frames("--seconds 0.3 --fps 10", "a.mp4").substr(384);
    EXPECT_EQ(third, frames("--frames 1 --time 0.12", "b.mp4"));
    EXPECT_EQ(third, frames("--frames 3 --time-step 0.06", "c.mp4").substr(384));
    for (const char* flags :
         {"--seconds 2 --frames 3 -o a.mp4", "--seconds 0 -o a.mp4", "--seconds nan -o a.mp4", "--fps 0 -o a.mp4",
          "--seconds 2 -o a.png", "--seconds 86401 -o a.mp4", "--seconds 4167 --fps 240 -o a.mp4"}) {
        const Out out = shell(in_dir + flags);
        EXPECT_EQ(out.exit, 2) << flags << out.text;
    }
}

// With the real ffmpeg: decoded frames are close to the pictures.
TEST_F(Videos, RealFfmpegMakesPlayableFiles) {
    if (!has_ffmpeg()) GTEST_SKIP() << "there is no ffmpeg";
    order.width = 96;
    order.height = 64;
    preset.look.colormap = Colormap::magma;
    const std::vector<int> frames = expected();
    for (const char* name : {"v.mp4", "v.webm"}) {
        order.format = *format_of(name);
        const std::string file = write(preset, order, name).string();
        const Out out = shell("ffmpeg -v error -i '" + file + "' -f rawvideo -pix_fmt rgb24 '" + file + ".rgb'");
        ASSERT_EQ(out.exit, 0) << out.text;
        const std::vector<int> back = as_ints(numbers<std::uint8_t>(read_file(file + ".rgb")));
        ASSERT_EQ(back.size(), frames.size());
        EXPECT_LT(mean_difference(back, frames), 4.0) << name;
    }
}
