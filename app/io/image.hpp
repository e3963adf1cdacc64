// Picture files, written row by row.
#pragma once

#include <memory>
#include <span>

#include "io/output.hpp"

namespace isonoise {

class ImageWriter {
  public:
    virtual ~ImageWriter() = default;
    // One row of width * channels floats. PNG: display-referred, 0 to 1. EXR: written as they are.
    virtual void row(std::span<const float> values) = 0;
    // After the last row.
    virtual void finish() = 0;
};

// channels: 1 (grey) or 3 (RGB, sRGB); depth: 8 or 16 bits. Throws Error.
std::unique_ptr<ImageWriter> png_writer(OutputFile& file, int width, int height, int channels, int depth);

// channels: 1 ("Y") or 3 ("R", "G", "B"), 32-bit floats, ZIP compression, lossless. Throws Error.
std::unique_ptr<ImageWriter> exr_writer(OutputFile& file, int width, int height, int channels);

}  // namespace isonoise
