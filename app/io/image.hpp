// Formats of pictures and numbers, and writers that take one row at a time.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "io/output.hpp"

namespace isonoise {

enum class Format { png, exr, raw16, raw32f, npy, webp, mp4, webm, svg };
inline constexpr const char* kFormats[] = {"png", "exr", "raw16", "raw32f", "npy", "webp", "mp4", "webm", "svg"};
inline constexpr const char* kExtensions[] = {".png", ".exr", ".r16", ".r32", ".npy", ".webp", ".mp4", ".webm", ".svg"};

inline constexpr int kLargestSide = 1000000;  // limit of PNG readers
inline constexpr std::int64_t kMostPixels = std::int64_t{1} << 34;

// The format for a file's extension: .png, .exr, .npy, .r16 or .raw, .r32 or .f32, .webp, .mp4, .webm, .svg.
std::optional<Format> format_of(const std::string& path);

// Is the format written by ffmpeg, see io/video.hpp?
inline bool is_video(Format format) { return format == Format::mp4 || format == Format::webm; }

// Can one file hold an animation of many frames?
inline bool is_moving(Format format) { return format == Format::webp || is_video(format); }

// Does the format hold integers rather than floats?
inline bool is_whole(Format format) { return format == Format::png || format == Format::raw16 || is_moving(format); }

class ImageWriter {
  public:
    virtual ~ImageWriter() = default;
    // One row of width * channels floats.
    virtual void row(std::span<const float> values) = 0;
    // Call after the last row.
    virtual void finish() {}
};

// Maps values to integers in integer formats: `low` becomes 0, `high` the largest integer; values outside are clamped.
// Computed in double and rounded to nearest.
struct Levels {
    double low = 0.0;
    double high = 1.0;
    // Without calls and branches, so that compilers make vectors of loops over it. NaN becomes 0.
    template <class Whole> Whole at(float value) const {
        const double share = (static_cast<double>(value) - low) / (high - low);
        const double t = share > 0 ? std::min(share, 1.0) * std::numeric_limits<Whole>::max() : 0.0;
        const auto whole = static_cast<int>(t);
        return static_cast<Whole>(whole + (t - whole >= 0.5 ? 1 : 0));
    }
    template <class Whole> void apply(std::span<const float> values, Whole* to) const {
        for (const float value : values)
            *to++ = at<Whole>(value);
    }
};

// channels: 1 (grey), 3 (RGB) or 4 (RGBA, alpha not premultiplied); `srgb` tags the file as sRGB; depth: 8 or 16 bits;
// dpi: dots per inch in print, 0 if unknown; threads: as in BatchOptions. Throws Error.
std::unique_ptr<ImageWriter> png_writer(OutputFile& file, int width, int height, int channels, int depth,
                                        const Levels& levels, bool srgb, int dpi = 0, unsigned threads = 0);

// channels: 1 ("Y"), 3 ("R", "G", "B") or 4 (with "A", premultiplied), 32-bit floats, ZIP compression, lossless. Throws
// Error.
std::unique_ptr<ImageWriter> exr_writer(OutputFile& file, int width, int height, int channels, unsigned threads = 0);

// Raw numbers without a header, little-endian: 16-bit integers or 32-bit floats. A row may have any length.
std::unique_ptr<ImageWriter> raw16_writer(OutputFile& file, const Levels& levels);
std::unique_ptr<ImageWriter> raw32f_writer(OutputFile& file);

// NumPy's format 1.0: 32-bit floats of this shape, the last index running fastest. A row may have any length.
std::unique_ptr<ImageWriter> npy_writer(OutputFile& file, std::span<const std::int64_t> shape);

}  // namespace isonoise
