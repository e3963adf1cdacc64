// Video files: WebP by libwebp, MP4 and WebM by the program ffmpeg.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "io/image.hpp"

namespace isonoise {

inline constexpr int kMostFps = 240;
inline constexpr int kLargestWebpSide = 16383, kLargestVideoSide = 16384;

// Is ffmpeg in PATH?
bool has_ffmpeg();
inline constexpr const char* kNoFfmpeg =
    "MP4 and WebM need the program ffmpeg, which is not in PATH. Install it, or write .webp, which needs no other "
    "program";

// The command that encodes frames from its standard input (rows of RGB, one byte per channel) to a file: Format::mp4
// (H.264) or Format::webm (VP9), with BT.709 colours.
std::string ffmpeg_command(Format format, int width, int height, int fps, const std::string& path);

// Takes the rows of all frames in order; channels: 1 (grey) or 3. Throws Error, also if ffmpeg is missing. The file
// must be a regular one, not a pipe; width and height must be even.
std::unique_ptr<ImageWriter> video_writer(OutputFile& file, Format format, int width, int height, int channels, int fps,
                                          const Levels& levels);

// An animated WebP that loops forever; also takes alpha (4 channels). A single frame is lossless, several are lossy
// (quality 90 of 100).
std::unique_ptr<ImageWriter> webp_writer(OutputFile& file, int width, int height, int channels, int fps,
                                         std::int64_t frames, const Levels& levels);

}  // namespace isonoise
