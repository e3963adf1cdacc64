#include "io/video.hpp"

#include <optional>
#include <system_error>
#include <utility>
#include <vector>

#include <webp/encode.h>
#include <webp/mux.h>

#include <fmt/ranges.h>

#include "error.hpp"
#include "paths.hpp"
#include "platform/process.hpp"
#include "platform/system.hpp"

namespace isonoise {

namespace {

// Converts a row to RGB or RGBA, one byte per channel.
void to_bytes(std::span<const float> values, int channels, const Levels& levels, std::uint8_t* to) {
    const int copies = channels == 1 ? 3 : 1;
    for (float value : values) {
        for (int i = 0; i < copies; ++i)
            *to++ = levels.at<std::uint8_t>(value);
    }
}

std::vector<std::string> ffmpeg_words(Format format, int width, int height, int fps, const std::string& path) {
    std::vector<std::string> words = {"ffmpeg",      "-v",
                                      "error",       "-y",
                                      "-f",          "rawvideo",
                                      "-pix_fmt",    "rgb24",
                                      "-video_size", fmt::format("{}x{}", width, height),
                                      "-framerate",  fmt::format("{}", fps),
                                      "-i",          "-",
                                      "-vf",         "scale=out_color_matrix=bt709:out_range=tv,format=yuv420p"};
    const auto add = [&](std::initializer_list<std::string> more) { words.insert(words.end(), more); };
    add({"-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709"});
    if (format == Format::mp4) {
        add({"-c:v", "libx264", "-crf", "16", "-movflags", "+faststart", "-f", "mp4"});
    } else {
        add({"-c:v", "libvpx-vp9", "-crf", "20", "-b:v", "0", "-row-mt", "1", "-f", "webm"});
    }
    words.push_back(path);
    return words;
}

class VideoWriter final : public ImageWriter {
  public:
    VideoWriter(const std::vector<std::string>& words, int width, int channels, const Levels& levels)
        : channels_(channels), levels_(levels), row_(3 * static_cast<std::size_t>(width)) {
        try {
            ffmpeg_.emplace(words);
        } catch (const std::system_error& e) {
            if (e.code() == std::errc::no_such_file_or_directory) fail("{}", kNoFfmpeg);
            fail("cannot start ffmpeg: {}", e.code().message());
        }
    }
    void row(std::span<const float> values) override {
        to_bytes(values, channels_, levels_, row_.data());
        try {
            if (ffmpeg_->write(row_.data(), row_.size())) return;
        } catch (const std::system_error& e) {
            fail("cannot write to ffmpeg: {}", e.code().message());
        }
        ffmpeg_->finish();
        failed();
    }
    void finish() override {
        if (!ffmpeg_->finish()) failed();
    }

  private:
    // Includes ffmpeg's output, on one line.
    [[noreturn]] void failed() {
        std::string said = ffmpeg_->said();
        while (!said.empty() && (said.back() == '\n' || said.back() == '\r'))
            said.pop_back();
        for (std::size_t at; (at = said.find('\n')) != said.npos;)
            said.replace(at, 1, "; ");
        std::erase(said, '\r');
        fail("ffmpeg failed{}{}", said.empty() ? "" : ": ", said);
    }

    std::optional<Process> ffmpeg_;
    int channels_;
    Levels levels_;
    std::vector<std::uint8_t> row_;
};

class WebpWriter final : public ImageWriter {
  public:
    WebpWriter(OutputFile& file, int width, int height, int channels, int fps, std::int64_t frames,
               const Levels& levels)
        : file_(file), width_(width), height_(height), channels_(channels), fps_(fps), levels_(levels),
          bytes_(channels == 4 ? 4 : 3), frame_(static_cast<std::size_t>(bytes_) * static_cast<std::size_t>(width) *
                                                static_cast<std::size_t>(height)) {
        WebPAnimEncoderOptions options;
        bool works = WebPAnimEncoderOptionsInit(&options) && WebPConfigInit(&config_);
        options.anim_params.loop_count = 0;
        encoder_.reset(works ? WebPAnimEncoderNew(width, height, &options) : nullptr);
        if (!encoder_) fail("out of memory for a WebP");
        config_.lossless = frames == 1;
        config_.quality = 90;
        config_.thread_level = 1;
    }
    void row(std::span<const float> values) override {
        const auto stride = static_cast<std::size_t>(bytes_ * width_);
        to_bytes(values, channels_, levels_, frame_.data() + stride * static_cast<std::size_t>(y_));
        if (++y_ < height_) return;
        y_ = 0;
        WebPPicture picture;
        if (!WebPPictureInit(&picture)) fail("out of memory for a WebP");
        const std::unique_ptr<WebPPicture, void (*)(WebPPicture*)> holder(&picture, WebPPictureFree);
        picture.use_argb = 1;
        picture.width = width_;
        picture.height = height_;
        const auto import = bytes_ == 4 ? WebPPictureImportRGBA : WebPPictureImportRGB;
        if (!import(&picture, frame_.data(), bytes_ * width_) ||
            !WebPAnimEncoderAdd(encoder_.get(), &picture, milliseconds(), &config_))
            broken();
        ++done_;
    }
    void finish() override {
        WebPData data;
        WebPDataInit(&data);
        const std::unique_ptr<WebPData, void (*)(WebPData*)> holder(&data, WebPDataClear);
        if (!WebPAnimEncoderAdd(encoder_.get(), nullptr, milliseconds(), nullptr) ||
            !WebPAnimEncoderAssemble(encoder_.get(), &data))
            broken();
        file_.write({reinterpret_cast<const char*>(data.bytes), data.size});
    }

  private:
    // The start time of the next frame.
    int milliseconds() const { return static_cast<int>((2000 * done_ + fps_) / (2 * fps_)); }
    [[noreturn]] void broken() {
        fail("cannot write {}: {}", quoted_name(path_of(file_.name())), WebPAnimEncoderGetError(encoder_.get()));
    }

    OutputFile& file_;
    int width_, height_, channels_, fps_;
    Levels levels_;
    int bytes_;  // per pixel of the frame
    std::vector<std::uint8_t> frame_;
    int y_ = 0;
    std::int64_t done_ = 0;
    WebPConfig config_{};
    std::unique_ptr<WebPAnimEncoder, void (*)(WebPAnimEncoder*)> encoder_{nullptr, WebPAnimEncoderDelete};
};

}  // namespace

bool has_ffmpeg() { return !find_program("ffmpeg").empty(); }

std::string ffmpeg_command(Format format, int width, int height, int fps, const std::string& path) {
    return fmt::format("{}", fmt::join(ffmpeg_words(format, width, height, fps, path), " "));
}

std::unique_ptr<ImageWriter> video_writer(OutputFile& file, Format format, int width, int height, int channels, int fps,
                                          const Levels& levels) {
    return std::make_unique<VideoWriter>(ffmpeg_words(format, width, height, fps, file.temporary_path()), width,
                                         channels, levels);
}

std::unique_ptr<ImageWriter> webp_writer(OutputFile& file, int width, int height, int channels, int fps,
                                         std::int64_t frames, const Levels& levels) {
    return std::make_unique<WebpWriter>(file, width, height, channels, fps, frames, levels);
}

}  // namespace isonoise
