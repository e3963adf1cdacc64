#include "io/video.hpp"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>
#include <webp/encode.h>
#include <webp/mux.h>

#include <fmt/ranges.h>

#include "error.hpp"

extern char** environ;

namespace isonoise {

namespace {

// A row as red, green and blue, and alpha if it has that, a byte each.
void to_bytes(std::span<const float> values, int channels, const Levels& levels, std::uint8_t* to) {
    const int copies = channels == 1 ? 3 : 1;
    for (float value : values) {
        for (int i = 0; i < copies; ++i)
            *to++ = static_cast<std::uint8_t>(levels.at(value, 255));
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

// ffmpeg while it reads frames from a pipe. What it says of errors goes to a nameless file, so that neither waits for
// the other.
class Ffmpeg {
  public:
    explicit Ffmpeg(const std::vector<std::string>& words) : said_(std::tmpfile()) {
        int ends[2];
        if (!said_ || pipe2(ends, O_CLOEXEC) != 0) {
            const int error = errno;
            clear();
            fail("cannot start ffmpeg: {}", std::strerror(error));
        }
        pipe_ = ends[1];
        posix_spawn_file_actions_t actions;
        posix_spawn_file_actions_init(&actions);
        posix_spawn_file_actions_adddup2(&actions, ends[0], STDIN_FILENO);
        posix_spawn_file_actions_adddup2(&actions, fileno(said_), STDERR_FILENO);
        posix_spawn_file_actions_adddup2(&actions, fileno(said_), STDOUT_FILENO);
        std::vector<char*> arguments;
        for (const std::string& word : words)
            arguments.push_back(const_cast<char*>(word.c_str()));
        arguments.push_back(nullptr);
        const int error = posix_spawnp(&child_, arguments[0], &actions, nullptr, arguments.data(), environ);
        posix_spawn_file_actions_destroy(&actions);
        close(ends[0]);
        if (error == 0) return;
        child_ = -1;
        clear();
        if (error == ENOENT) fail("{}", kNoFfmpeg);
        fail("cannot start ffmpeg: {}", std::strerror(error));
    }
    ~Ffmpeg() { clear(); }
    Ffmpeg(const Ffmpeg&) = delete;
    Ffmpeg& operator=(const Ffmpeg&) = delete;

    void write(const std::uint8_t* bytes, std::size_t size) {
        while (size > 0) {
            const ssize_t written = ::write(pipe_, bytes, size);
            if (written < 0 && errno == EINTR) continue;
            if (written < 0) {
                if (errno != EPIPE) fail("cannot write to ffmpeg: {}", std::strerror(errno));
                ended_well();
                failed();
            }
            bytes += written;
            size -= static_cast<std::size_t>(written);
        }
    }

    // After the last frame: until the file is whole.
    void finish() {
        close(std::exchange(pipe_, -1));
        if (!ended_well()) failed();
    }

  private:
    // Waits for its end.
    bool ended_well() {
        int status = 0;
        while (waitpid(child_, &status, 0) < 0 && errno == EINTR) {
        }
        child_ = -1;
        return WIFEXITED(status) && WEXITSTATUS(status) == 0;
    }
    [[noreturn]] void failed() {
        const std::string said = words();
        fail("ffmpeg failed{}{}", said.empty() ? "" : ": ", said);
    }
    // What it said, in one line.
    std::string words() {
        std::string text(2000, '\0');
        std::rewind(said_);
        text.resize(std::fread(text.data(), 1, text.size(), said_));
        while (!text.empty() && text.back() == '\n')
            text.pop_back();
        for (std::size_t at; (at = text.find('\n')) != text.npos;)
            text.replace(at, 1, "; ");
        return text;
    }
    void clear() {
        if (pipe_ >= 0) close(std::exchange(pipe_, -1));
        if (child_ > 0) {  // the file is not wanted any more
            kill(child_, SIGKILL);
            waitpid(std::exchange(child_, -1), nullptr, 0);
        }
        if (said_) std::fclose(std::exchange(said_, nullptr));
    }

    std::FILE* said_;
    int pipe_ = -1;
    pid_t child_ = -1;
};

class VideoWriter final : public ImageWriter {
  public:
    VideoWriter(const std::vector<std::string>& words, int width, int channels, const Levels& levels)
        : ffmpeg_(words), channels_(channels), levels_(levels), row_(3 * static_cast<std::size_t>(width)) {}
    void row(std::span<const float> values) override {
        to_bytes(values, channels_, levels_, row_.data());
        ffmpeg_.write(row_.data(), row_.size());
    }
    void finish() override { ffmpeg_.finish(); }

  private:
    Ffmpeg ffmpeg_;
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
    // When the next frame begins.
    int milliseconds() const { return static_cast<int>((2000 * done_ + fps_) / (2 * fps_)); }
    [[noreturn]] void broken() { fail("cannot write '{}': {}", file_.name(), WebPAnimEncoderGetError(encoder_.get())); }

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

bool has_ffmpeg() {
    const char* path = std::getenv("PATH");
    std::string_view rest = path ? path : "";
    while (!rest.empty()) {
        const std::size_t colon = std::min(rest.find(':'), rest.size());
        if (access((std::filesystem::path(rest.substr(0, colon)) / "ffmpeg").c_str(), X_OK) == 0) return true;
        rest.remove_prefix(std::min(colon + 1, rest.size()));
    }
    return false;
}

std::string ffmpeg_command(Format format, int width, int height, int fps, const std::string& path) {
    return fmt::format("{}", fmt::join(ffmpeg_words(format, width, height, fps, path), " "));
}

std::unique_ptr<ImageWriter> video_writer(OutputFile& file, Format format, int width, int height, int channels, int fps,
                                          const Levels& levels) {
    return std::make_unique<VideoWriter>(ffmpeg_words(format, width, height, fps, file.place()), width, channels,
                                         levels);
}

std::unique_ptr<ImageWriter> webp_writer(OutputFile& file, int width, int height, int channels, int fps,
                                         std::int64_t frames, const Levels& levels) {
    return std::make_unique<WebpWriter>(file, width, height, channels, fps, frames, levels);
}

}  // namespace isonoise
