#include "gpu/evaluator.hpp"

#include <algorithm>
#include <cstring>

#include "error.hpp"

namespace isonoise {

static void check_gl(const char* what) {
    if (GLenum error = glGetError()) {
        while (glGetError()) {
        }
        if (error == GL_OUT_OF_MEMORY) fail("the OpenGL driver is out of memory: {}", what);
        fail("OpenGL error 0x{:04X}: {}", error, what);
    }
}

static void nearest() {
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
}

Target::Target(GLenum format, int width, int height)
    : format_(format), width_(width), height_(height), texture_(Texture::make()), framebuffer_(Framebuffer::make()) {
    glBindTexture(GL_TEXTURE_2D, texture_.get());
    glTexImage2D(GL_TEXTURE_2D, 0, static_cast<GLint>(format), width, height, 0, format == GL_R32F ? GL_RED : GL_RGBA,
                 GL_FLOAT, nullptr);
    nearest();
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_.get());
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture_.get(), 0);
    check_gl("a float texture to draw into");
    if (GLenum status = glCheckFramebufferStatus(GL_FRAMEBUFFER); status != GL_FRAMEBUFFER_COMPLETE) {
        fail("the OpenGL driver cannot draw into a float texture of {}x{} (status 0x{:04X})", width, height, status);
    }
}

void Target::read(int y, int rows, std::span<float> values) const {
    const bool one = format_ == GL_R32F;
    if (values.size() < static_cast<std::size_t>(width_) * static_cast<std::size_t>(rows) * (one ? 1 : 4)) {
        fail("a buffer is too small for what is read");
    }
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_.get());
    glPixelStorei(GL_PACK_ALIGNMENT, 4);
    glReadPixels(0, y, width_, rows, one ? GL_RED : GL_RGBA, GL_FLOAT, values.data());
    check_gl("reading back");
}

Evaluator::Evaluator(Shaders& shaders, int max_texture)
    : shaders_(shaders), max_texture_(std::min(max_texture, 16384)), vertex_array_(VertexArray::make()),
      settings_(Buffer::make()), permutation_(Buffer::make()), points_texture_(Texture::make()),
      axes_texture_(Texture::make()) {
    for (GLuint id : {points_texture_.get(), axes_texture_.get()}) {
        glBindTexture(GL_TEXTURE_2D, id);
        nearest();
    }
}

void Evaluator::draw() const {
    glDisable(GL_BLEND);
    glDisable(GL_DEPTH_TEST);
    glDisable(GL_CULL_FACE);
    glDisable(GL_FRAMEBUFFER_SRGB);
    glBindVertexArray(vertex_array_.get());
    glDrawArrays(GL_TRIANGLES, 0, 3);
}

// The program that computes this noise, bound.
GLuint Evaluator::program(const Settings& settings, const char* fragment) {
    static constexpr const char* kSwizzle[] = {"", "x", "xy", "xyz", "xyzw"};
    const bool perlin = settings.algorithm == Algorithm::perlin;
    return shaders_.use(fragment, fmt::format("#define ISONOISE_FUNCTION(p) {}{}_fbm(p.{}, {}fbm)\n",
                                              perlin ? "perlin" : "improved", settings.dim, kSwizzle[settings.dim],
                                              perlin ? "seed, " : ""));
}

// The same with the uniform blocks of noise.glsl and improved.glsl.
GLuint Evaluator::use(const Noise& noise, const char* fragment) {
    const Settings& settings = noise.settings();
    const GLuint id = program(settings, fragment);

    struct Block {  // std140
        std::uint32_t seed;
        float frequency, octaves, persistence, lacunarity, normalization;
        std::uint32_t output_unit, padding;
    };
    const Block block{settings.seed,
                      settings.frequency,
                      settings.octaves,
                      settings.persistence,
                      settings.lacunarity,
                      noise.fbm().normalization,
                      settings.output == Output::unit ? 1u : 0u,
                      0};
    glBindBuffer(GL_UNIFORM_BUFFER, settings_.get());
    glBufferData(GL_UNIFORM_BUFFER, sizeof(block), &block, GL_STREAM_DRAW);

    std::array<std::uint32_t, 64> words{};  // four entries each, lowest first, on every machine
    for (std::size_t i = 0; i < 256; ++i) {
        words[i / 4] |= static_cast<std::uint32_t>(noise.table()[i]) << (8 * (i % 4));
    }
    glBindBuffer(GL_UNIFORM_BUFFER, permutation_.get());
    glBufferData(GL_UNIFORM_BUFFER, sizeof(words), words.data(), GL_STREAM_DRAW);

    const std::pair<const char*, GLuint> blocks[] = {{"IsonoiseSettings", settings_.get()},
                                                     {"IsonoisePermutation", permutation_.get()}};
    for (GLuint i = 0; i < 2; ++i) {
        GLuint index = glGetUniformBlockIndex(id, blocks[i].first);
        if (index == GL_INVALID_INDEX) continue;  // a program without a table
        glUniformBlockBinding(id, index, i);
        glBindBufferBase(GL_UNIFORM_BUFFER, i, blocks[i].second);
    }
    return id;
}

void Evaluator::points(const Noise& noise, std::span<const glm::vec4> points, std::span<float> values) {
    if (values.size() < points.size()) fail("a buffer is too small for the values of {} points", points.size());
    if (points.empty()) return;
    const int width = static_cast<int>(std::min<std::size_t>(points.size(), 1024));
    const int most_rows = std::min(max_texture_, 1024);
    const int rows_needed =
        static_cast<int>(std::min<std::size_t>((points.size() + 1023) / 1024, static_cast<std::size_t>(most_rows)));
    Target target(GL_R32F, width, rows_needed);
    std::vector<float> buffer(static_cast<std::size_t>(width) * static_cast<std::size_t>(rows_needed));
    std::vector<glm::vec4> last_row(static_cast<std::size_t>(width));

    const GLuint id = use(noise, "evaluate/points.frag");
    glUniform1i(glGetUniformLocation(id, "points"), 0);
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, points_texture_.get());
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA32UI, width, rows_needed, 0, GL_RGBA_INTEGER, GL_UNSIGNED_INT, nullptr);

    for (std::size_t done = 0; done < points.size();) {
        const std::size_t count = std::min(points.size() - done, buffer.size());
        const int full_rows = static_cast<int>(count / static_cast<std::size_t>(width));
        const std::size_t rest = count % static_cast<std::size_t>(width);
        if (full_rows > 0) {
            glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, width, full_rows, GL_RGBA_INTEGER, GL_UNSIGNED_INT,
                            points.data() + done);
        }
        if (rest > 0) {  // the last row is not full
            std::copy_n(points.data() + done + (count - rest), rest, last_row.data());
            glTexSubImage2D(GL_TEXTURE_2D, 0, 0, full_rows, width, 1, GL_RGBA_INTEGER, GL_UNSIGNED_INT,
                            last_row.data());
        }
        const int rows = full_rows + (rest > 0 ? 1 : 0);
        glBindFramebuffer(GL_FRAMEBUFFER, target.framebuffer());
        glViewport(0, 0, width, rows);
        draw();
        target.read(0, rows, buffer);
        std::copy_n(buffer.data(), count, values.data() + done);
        done += count;
    }
}

void Evaluator::prepare(const Settings& settings) { program(settings, "evaluate/grid.frag"); }

void Evaluator::slice(const Noise& noise, std::span<const float> x, std::span<const float> y, glm::vec2 zw,
                      Target& target, int y0, int rows) {
    const std::size_t longer = std::max(x.size(), y.size());
    std::vector<std::uint32_t> axes(2 * longer);
    std::memcpy(axes.data(), x.data(), x.size_bytes());
    std::memcpy(axes.data() + longer, y.data(), y.size_bytes());
    const GLuint id = use(noise, "evaluate/grid.frag");
    glUniform1i(glGetUniformLocation(id, "axes"), 0);
    glUniform2f(glGetUniformLocation(id, "slice"), zw.x, zw.y);
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, axes_texture_.get());
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_R32UI, static_cast<GLsizei>(longer), 2, 0, GL_RED_INTEGER, GL_UNSIGNED_INT,
                 axes.data());
    glBindFramebuffer(GL_FRAMEBUFFER, target.framebuffer());
    glViewport(0, 0, target.width(), target.height());
    glEnable(GL_SCISSOR_TEST);
    glScissor(0, y0, std::min(target.width(), static_cast<int>(x.size())), rows);
    draw();
    glDisable(GL_SCISSOR_TEST);
    check_gl("drawing a slice");
}

void Evaluator::grid(const Noise& noise, const Grid& grid, std::span<float> values) {
    // Axes that the noise does not have count as one coordinate that does not matter.
    Grid axes = grid;
    const auto dim = static_cast<std::size_t>(noise.settings().dim);
    for (std::size_t i = dim; i < 4; ++i)
        axes[i] = {0.0f};
    std::size_t total = 1;
    for (const auto& axis : axes)
        total *= axis.size();
    if (total == 0) fail("a grid needs at least one coordinate on each of its {} axes", dim);
    if (values.size() < total) fail("a buffer is too small for a grid of {} values", total);

    const std::size_t side = static_cast<std::size_t>(std::min(max_texture_, 2048));
    const std::size_t nx = axes[0].size(), ny = axes[1].size(), nz = axes[2].size(), nw = axes[3].size();
    Target target(GL_R32F, static_cast<int>(std::min(nx, side)), static_cast<int>(std::min(ny, side)));
    std::vector<float> tile(static_cast<std::size_t>(target.width()) * static_cast<std::size_t>(target.height()));
    for (std::size_t w = 0; w < nw; ++w) {
        for (std::size_t z = 0; z < nz; ++z) {
            float* plane = values.data() + (w * nz + z) * nx * ny;
            for (std::size_t y = 0; y < ny; y += side) {
                for (std::size_t x = 0; x < nx; x += side) {
                    const std::size_t columns = std::min(side, nx - x), rows = std::min(side, ny - y);
                    slice(noise, std::span(axes[0]).subspan(x, columns), std::span(axes[1]).subspan(y, rows),
                          {axes[2][z], axes[3][w]}, target, 0, static_cast<int>(rows));
                    target.read(0, static_cast<int>(rows), tile);
                    for (std::size_t row = 0; row < rows; ++row) {
                        std::copy_n(tile.data() + row * static_cast<std::size_t>(target.width()), columns,
                                    plane + (y + row) * nx + x);
                    }
                }
            }
        }
    }
}

}  // namespace isonoise
