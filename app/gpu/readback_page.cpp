// Readback in a page: WebGL2 guarantees only four channels, and reads into buffers are copied twice.
#include <algorithm>
#include <utility>

#include "gpu/evaluator.hpp"
#include "gpu/texels.hpp"

namespace isonoise {

void read_texels(int y, int columns, int rows, GLenum format, void* to) {
    if (format != GL_R32F) return glReadPixels(0, y, columns, rows, layout_of(format), type_of(format), to);
    std::vector<float> texels(4 * static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows));
    glReadPixels(0, y, columns, rows, GL_RGBA, GL_FLOAT, texels.data());
    for (std::size_t i = 0; i < texels.size() / 4; ++i)
        static_cast<float*>(to)[i] = texels[4 * i];
}

void Readback::begin(std::size_t floats) { buffers_.emplace_back(floats); }

void Readback::add(const Target& target, int columns, int rows, std::size_t at, std::size_t stride, int index) {
    const GLenum format = target.formats_[static_cast<std::size_t>(index)];
    const std::size_t channels = format == GL_R32F ? 1 : 4;
    glBindFramebuffer(GL_FRAMEBUFFER, target.framebuffer());
    glReadBuffer(GL_COLOR_ATTACHMENT0 + static_cast<GLenum>(index));
    std::vector<float> texels(channels * static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows));
    read_texels(0, columns, rows, format, texels.data());
    check_gl("reading back");
    const std::size_t row = channels * static_cast<std::size_t>(columns);
    for (std::size_t y = 0; y < static_cast<std::size_t>(rows); ++y)
        std::copy_n(texels.data() + y * row, row, buffers_.back().data() + at + y * stride * channels);
}

void Readback::take(std::span<float> values) {
    const std::vector<float> floats = std::move(buffers_.front());
    buffers_.pop_front();
    if (values.size() < floats.size()) fail("a buffer is too small for what is read");
    std::copy(floats.begin(), floats.end(), values.begin());
}

}  // namespace isonoise
