// Moving pictures in one file: WebP by libwebp, MP4 and WebM by the program ffmpeg.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "io/image.hpp"

namespace isonoise {

inline constexpr int kMostFps = 240;
inline constexpr int kLargestWebpSide = 16383, kLargestVideoSide = 16384;

// Is there a program ffmpeg in PATH?
bool has_ffmpeg();
inline constexpr const char* kNoFfmpeg =
    "MP4 and WebM need the program ffmpeg, which is not in PATH. Install it, or write .webp, which needs no other "
    "program";

// The command that turns frames on its standard input (rows of red, green and blue, a byte each) into a file, for
// Format::mp4 (H.264) and Format::webm (VP9); colours as in BT.709.
std::string ffmpeg_command(Format format, int width, int height, int fps, const std::string& path);

// Takes the rows of all frames, one frame after the other; channels: 1 (grey) or 3. Throws Error, also if ffmpeg is
// missing. The file must be an ordinary one, not a pipe; the sides even.
std::unique_ptr<ImageWriter> video_writer(OutputFile& file, Format format, int width, int height, int channels, int fps,
                                          const Levels& levels);

// The same for WebP, which repeats for ever and takes alpha too (4 channels). A single frame is lossless, several are
// not (quality 90 of 100).
std::unique_ptr<ImageWriter> webp_writer(OutputFile& file, int width, int height, int channels, int fps,
                                         std::int64_t frames, const Levels& levels);

}  // namespace isonoise
