#include <cstring>
#include <utility>

#include "gpu/evaluator.hpp"
#include "gpu/texels.hpp"

namespace isonoise {

void read_texels(int y, int columns, int rows, GLenum format, void* to) {
    glReadPixels(0, y, columns, rows, layout_of(format), type_of(format), to);
}

void Readback::begin(std::size_t floats) {
    Buffer buffer = Buffer::make();
    glBindBuffer(GL_PIXEL_PACK_BUFFER, buffer.get());
    glBufferData(GL_PIXEL_PACK_BUFFER, static_cast<GLsizeiptr>(floats * sizeof(float)), nullptr, GL_STREAM_READ);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    check_gl("a buffer to read back into");
    buffers_.emplace_back(std::move(buffer), floats);
}

void Readback::add(const Target& target, int columns, int rows, std::size_t at, std::size_t stride, int index) {
    const GLenum format = target.formats_[static_cast<std::size_t>(index)];
    glBindFramebuffer(GL_FRAMEBUFFER, target.framebuffer());
    glReadBuffer(GL_COLOR_ATTACHMENT0 + static_cast<GLenum>(index));
    glBindBuffer(GL_PIXEL_PACK_BUFFER, buffers_.back().first.get());
    glPixelStorei(GL_PACK_ALIGNMENT, 4);
    glPixelStorei(GL_PACK_ROW_LENGTH, static_cast<GLint>(stride));
    read_texels(0, columns, rows, format,
                reinterpret_cast<void*>(at * sizeof(float)));  // an offset into the bound buffer
    glPixelStorei(GL_PACK_ROW_LENGTH, 0);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    check_gl("reading back");
}

void Readback::take(std::span<float> values) {
    const auto [buffer, floats] = std::move(buffers_.front());
    buffers_.pop_front();
    if (values.size() < floats) fail("a buffer is too small for what is read");
    glBindBuffer(GL_PIXEL_PACK_BUFFER, buffer.get());
    const auto size = static_cast<GLsizeiptr>(floats * sizeof(float));
    const void* from = glMapBufferRange(GL_PIXEL_PACK_BUFFER, 0, size, GL_MAP_READ_BIT);
    if (from) std::memcpy(values.data(), from, floats * sizeof(float));
    const bool good = from && glUnmapBuffer(GL_PIXEL_PACK_BUFFER);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    check_gl("reading back");
    check_context();  // a lost context returns garbage
    if (!good) fail("the OpenGL driver lost what was to be read back");
}

}  // namespace isonoise
