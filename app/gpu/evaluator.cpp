#include "gpu/evaluator.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdlib>

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

// The layout and the type that go with a format.
static GLenum layout_of(GLenum format) {
    return format == GL_R32F ? GL_RED : format == GL_RGBA32UI ? GL_RGBA_INTEGER : GL_RGBA;
}
static GLenum type_of(GLenum format) {
    return format == GL_RGBA32UI ? GL_UNSIGNED_INT : format == GL_RGBA8 ? GL_UNSIGNED_BYTE : GL_FLOAT;
}

Target::Target(std::array<GLenum, 2> formats, int width, int height)
    : formats_(formats), width_(width), height_(height), framebuffer_(Framebuffer::make()) {
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_.get());
    for (std::size_t i = 0; i < 2 && formats[i] != GL_NONE; ++i) {
        textures_[i] = Texture::make();
        glBindTexture(GL_TEXTURE_2D, textures_[i].get());
        glTexImage2D(GL_TEXTURE_2D, 0, static_cast<GLint>(formats[i]), width, height, 0, layout_of(formats[i]),
                     type_of(formats[i]), nullptr);
        nearest();
        glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0 + static_cast<GLenum>(i), GL_TEXTURE_2D,
                               textures_[i].get(), 0);
    }
    const GLenum buffers[] = {GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1};
    glDrawBuffers(formats[1] == GL_NONE ? 1 : 2, buffers);
    check_gl("a texture to draw into");
    if (GLenum status = glCheckFramebufferStatus(GL_FRAMEBUFFER); status != GL_FRAMEBUFFER_COMPLETE) {
        fail("the OpenGL driver cannot draw into a texture of {}x{} with 32-bit numbers (status 0x{:04X})", width,
             height, status);
    }
}

void Target::read_any(int y, int rows, std::size_t count, void* values, GLenum type, int index) const {
    const GLenum format = formats_[static_cast<std::size_t>(index)];
    if (type_of(format) != type) fail("a texture is read as numbers of another kind than it holds");
    if (count < static_cast<std::size_t>(width_) * static_cast<std::size_t>(rows) * (format == GL_R32F ? 1 : 4)) {
        fail("a buffer is too small for what is read");
    }
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_.get());
    glReadBuffer(GL_COLOR_ATTACHMENT0 + static_cast<GLenum>(index));
    glPixelStorei(GL_PACK_ALIGNMENT, 4);
    glReadPixels(0, y, width_, rows, layout_of(format), type, values);
    check_gl("reading back");
}
void Target::read(int y, int rows, std::span<float> values, int index) const {
    read_any(y, rows, values.size(), values.data(), GL_FLOAT, index);
}
void Target::read(int y, int rows, std::span<std::uint32_t> values, int index) const {
    read_any(y, rows, values.size(), values.data(), GL_UNSIGNED_INT, index);
}

Evaluator::Evaluator(Shaders& shaders, int max_texture)
    : shaders_(shaders), max_texture_(std::min(max_texture, 16384)), vertex_array_(VertexArray::make()),
      plan_(Buffer::make()), table_(Buffer::make()), points_texture_(Texture::make()), cells_texture_(Texture::make()),
      axes_texture_(Texture::make()) {
    for (GLuint id : {points_texture_.get(), cells_texture_.get(), axes_texture_.get()}) {
        glBindTexture(GL_TEXTURE_2D, id);
        nearest();
    }
}

void Evaluator::draw(bool add) const {
    if (add) {
        glEnable(GL_BLEND);
        glBlendEquation(GL_FUNC_ADD);
        glBlendFunc(GL_ONE, GL_ONE);
    } else {
        glDisable(GL_BLEND);
    }
    glDisable(GL_DEPTH_TEST);
    glDisable(GL_CULL_FACE);
    glDisable(GL_FRAMEBUFFER_SRGB);
    glBindVertexArray(vertex_array_.get());
    glDrawArrays(GL_TRIANGLES, 0, 3);
}

// The call of the library's function for this noise, in the words of points.frag.
static std::string call_of(const Settings& s, bool cells, bool gradient) {
    const bool perlin = s.algorithm == Algorithm::perlin, value = s.algorithm == Algorithm::value;
    const bool article = !perlin && !value && s.algorithm != Algorithm::improved;
    static constexpr const char *components[] = {"", ".x", ".xy", ".xyz", ""},
                                *ints[] = {"", "int(", "ivec2(", "ivec3(", "ivec4("};
    const std::string swizzle = components[s.dim];
    std::string name = get(s, "algorithm") + std::to_string(s.dim), arguments = "p" + swizzle;
    if (cells) arguments = ints[s.dim] + ("cell" + swizzle) + "), " + arguments;
    if (perlin || value) arguments += ", seed";
    if (s.octaves > 1.0f) {
        name += "_fbm";
        arguments += ", IsonoiseFbm(terms.x, terms.y, terms.z, terms.w)";
    } else if (!article && (is_periodic(s) || !perlin)) {
        if (perlin) name += "_periodic";
        arguments += ", isonoise_plan.octaves[0].period" + swizzle;
    }
    if (gradient) {
        name += "_gradient";
        arguments += ", g" + swizzle;
    }
    return name + "(" + arguments + ")";
}

std::map<std::string, int> noise_macros(const Settings& s, bool far) {
    return {{"ISONOISE_ALGORITHM", static_cast<int>(s.algorithm)},
            {"ISONOISE_DIM", s.dim},
            {"ISONOISE_FADE", static_cast<int>(used_fade(s))},
            {"ISONOISE_FRACTAL", static_cast<int>(s.fractal)},
            {"ISONOISE_WHOLE", s.lacunarity == std::floor(s.lacunarity)},
            {"ISONOISE_PERIODIC", is_periodic(s)},
            {"ISONOISE_WARP", s.warp != 0.0f},
            {"ISONOISE_FLOW", s.flow != 0.0f},
            {"ISONOISE_FAR", far && (s.algorithm == Algorithm::perlin || s.algorithm == Algorithm::value)}};
}

std::array<std::uint32_t, 64> table_words(const Noise& noise) {
    std::array<std::uint32_t, 64> words{};  // lowest entries first, on every machine
    if (noise.settings().algorithm == Algorithm::axis) {
        for (std::size_t i = 0; i < 1024; ++i)
            words[i / 16] |= (noise.axis_table()[i] & 3u) << (2 * (i % 16));
    } else {
        for (std::size_t i = 0; i < 256; ++i)
            words[i / 4] |= static_cast<std::uint32_t>(noise.permutation()[i]) << (8 * (i % 4));
    }
    return words;
}

// The program that computes this noise, bound.
GLuint Evaluator::program(const Settings& s, const Variant& variant) {
    std::string defines;
    auto macros = noise_macros(s, variant.far);
    macros["ISONOISE_CELLS"] = variant.cells;
    macros["ISONOISE_GRADIENT"] = variant.gradient;
    for (const auto& [name, value] : macros)
        defines += fmt::format("#define {} {}\n", name, value);
    if (variant.function) {
        defines += "#define ISONOISE_CALL(p, cell, g) " + call_of(s, variant.cells, variant.gradient) + "\n";
    }
    return shaders_.use(variant.fragment, defines);
}

// The same with the uniform blocks of noise.glsl and table.glsl.
GLuint Evaluator::use(const Noise& noise, const Variant& variant) {
    const GLuint id = program(noise.settings(), variant);

    static_assert(sizeof(Plan) == 64 + 32 * 32 && offsetof(Plan, octaves) == 64 && offsetof(Plan, flow) == 32,
                  "the layout that std140 gives the block of noise.glsl");
    if (variant.function) {
        const Settings& s = noise.settings();
        const Fbm terms = fbm(s.octaves, s.persistence, s.lacunarity);
        glUniform1ui(glGetUniformLocation(id, "seed"), s.seed);
        glUniform4f(glGetUniformLocation(id, "terms"), terms.octaves, terms.persistence, terms.lacunarity,
                    terms.normalization);
    }
    glBindBuffer(GL_UNIFORM_BUFFER, plan_.get());
    glBufferData(GL_UNIFORM_BUFFER, sizeof(Plan), &noise.plan(), GL_STREAM_DRAW);

    const auto words = table_words(noise);
    glBindBuffer(GL_UNIFORM_BUFFER, table_.get());
    glBufferData(GL_UNIFORM_BUFFER, sizeof(words), words.data(), GL_STREAM_DRAW);

    const std::pair<const char*, GLuint> blocks[] = {{"IsonoisePlan", plan_.get()}, {"IsonoiseTable", table_.get()}};
    for (GLuint i = 0; i < 2; ++i) {
        GLuint index = glGetUniformBlockIndex(id, blocks[i].first);
        if (index == GL_INVALID_INDEX) continue;  // a program without a table
        glUniformBlockBinding(id, index, i);
        glBindBufferBase(GL_UNIFORM_BUFFER, i, blocks[i].second);
    }
    return id;
}

// Points go to the GPU as rows of this many texels.
static constexpr std::size_t kRow = 1024;
static int rows_for(std::size_t points, int max_texture) {
    const std::size_t rows = (points + kRow - 1) / kRow;
    return static_cast<int>(std::min<std::size_t>(rows, static_cast<std::size_t>(std::min(max_texture, 1024))));
}
static int width_for(std::size_t points) { return static_cast<int>(std::min(points, kRow)); }

// Fills the bound texture with 16-byte texels, row by row.
static void upload(const void* texels, std::size_t count, int width) {
    const int full_rows = static_cast<int>(count / static_cast<std::size_t>(width));
    const std::size_t rest = count % static_cast<std::size_t>(width);
    if (full_rows > 0) {
        glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, width, full_rows, GL_RGBA_INTEGER, GL_UNSIGNED_INT, texels);
    }
    if (rest > 0) {  // the last row is not full
        glTexSubImage2D(GL_TEXTURE_2D, 0, 0, full_rows, static_cast<int>(rest), 1, GL_RGBA_INTEGER, GL_UNSIGNED_INT,
                        static_cast<const char*>(texels) + 16 * (count - rest));
    }
}

template <class After>
void Evaluator::draw_points(GLuint id, std::span<const glm::ivec4> cells, std::span<const glm::vec4> points,
                            const Target& target, After after) {
    const int width = target.width();
    const std::size_t most = static_cast<std::size_t>(width) * static_cast<std::size_t>(target.height());
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    for (GLuint texture : {points_texture_.get(), cells_texture_.get()}) {
        const bool is_cells = texture == cells_texture_.get();
        if (is_cells && cells.empty()) continue;
        glUniform1i(glGetUniformLocation(id, is_cells ? "cells" : "points"), is_cells ? 1 : 0);
        glActiveTexture(is_cells ? GL_TEXTURE1 : GL_TEXTURE0);
        glBindTexture(GL_TEXTURE_2D, texture);
        glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA32UI, width, target.height(), 0, GL_RGBA_INTEGER, GL_UNSIGNED_INT,
                     nullptr);
    }
    for (std::size_t done = 0; done < points.size();) {
        const std::size_t count = std::min(points.size() - done, most);
        if (!cells.empty()) {
            glActiveTexture(GL_TEXTURE1);
            upload(cells.data() + done, count, width);
        }
        glActiveTexture(GL_TEXTURE0);
        upload(points.data() + done, count, width);
        const int rows =
            static_cast<int>((count + static_cast<std::size_t>(width) - 1) / static_cast<std::size_t>(width));
        glBindFramebuffer(GL_FRAMEBUFFER, target.framebuffer());
        glViewport(0, 0, width, rows);
        draw();
        after(done, count, rows);
        done += count;
    }
}

void Evaluator::evaluate(const Noise& noise, std::span<const glm::ivec4> cells, std::span<const glm::vec4> points,
                         std::span<float> values, std::span<glm::vec4> gradients, bool function) {
    if (values.size() < points.size() || (!gradients.empty() && gradients.size() < points.size())) {
        fail("a buffer is too small for the values of {} points", points.size());
    }
    if (!cells.empty() && cells.size() < points.size())
        fail("{} points have only {} cells", points.size(), cells.size());
    if (points.empty()) return;
    const bool with_cells = !cells.empty(), with_gradient = !gradients.empty();
    Target target(std::array<GLenum, 2>{GL_R32F, with_gradient ? GLenum{GL_RGBA32F} : GLenum{GL_NONE}},
                  width_for(points.size()), rows_for(points.size(), max_texture_));
    const std::size_t most = static_cast<std::size_t>(target.width()) * static_cast<std::size_t>(target.height());
    std::vector<float> buffer(most);
    std::vector<glm::vec4> slopes(with_gradient ? most : 0);
    const bool far = with_cells || (!function && noise.plan().count > 1);  // any coordinate may come
    const GLuint id = use(noise, {"evaluate/points.frag", with_cells, far, with_gradient, function});
    draw_points(id, cells, points, target, [&](std::size_t first, std::size_t count, int rows) {
        target.read(0, rows, buffer);
        std::copy_n(buffer.data(), count, values.data() + first);
        if (!with_gradient) return;
        target.read(0, rows, std::span(&slopes.front().x, 4 * slopes.size()), 1);
        std::copy_n(slopes.data(), count, gradients.data() + first);
    });
}

void Evaluator::points(const Noise& noise, std::span<const glm::vec4> points, std::span<float> values,
                       std::span<glm::vec4> gradients) {
    evaluate(noise, {}, points, values, gradients, false);
}
void Evaluator::points(const Noise& noise, std::span<const glm::ivec4> cells, std::span<const glm::vec4> fractions,
                       std::span<float> values, std::span<glm::vec4> gradients) {
    evaluate(noise, cells, fractions, values, gradients, false);
}
void Evaluator::function(const Noise& noise, std::span<const glm::ivec4> cells, std::span<const glm::vec4> points,
                         std::span<float> values, std::span<glm::vec4> gradients) {
    evaluate(noise, cells, points, values, gradients, true);
}

void Evaluator::integers(const Noise& noise, std::span<const glm::vec4> points, std::span<Noise::Integers> integers) {
    if (integers.size() < points.size()) fail("a buffer is too small for the integers of {} points", points.size());
    if (points.empty()) return;
    Target target(std::array<GLenum, 2>{GL_RGBA32UI, GL_RGBA32UI}, width_for(points.size()),
                  rows_for(points.size(), max_texture_));
    std::vector<glm::uvec4> buffer(static_cast<std::size_t>(target.width()) *
                                   static_cast<std::size_t>(target.height()));
    const GLuint id = use(noise, {"evaluate/integers.frag"});
    draw_points(id, {}, points, target, [&](std::size_t first, std::size_t count, int rows) {
        const std::span words(&buffer.front().x, 4 * buffer.size());
        target.read(0, rows, words, 0);
        for (std::size_t i = 0; i < count; ++i)
            integers[first + i].cell = buffer[i];
        target.read(0, rows, words, 1);
        for (std::size_t i = 0; i < count; ++i)
            integers[first + i].hashes = buffer[i];
    });
}

Evaluator::Probe Evaluator::probe(Shaders& shaders) {
    const VertexArray vertices = VertexArray::make();
    const Target target(GL_RGBA32UI, 1, 1);
    const GLuint id = shaders.use("evaluate/probe.frag");
    glUniform4f(glGetUniformLocation(id, "a"), 1.0f + 0x1p-12f, 1.0f + 0x1p-12f, 0x1p-20f, 0x1p-100f);
    glBindFramebuffer(GL_FRAMEBUFFER, target.framebuffer());
    glViewport(0, 0, 1, 1);
    glDisable(GL_BLEND);
    glDisable(GL_DEPTH_TEST);
    glBindVertexArray(vertices.get());
    glDrawArrays(GL_TRIANGLES, 0, 3);
    std::array<std::uint32_t, 4> found{};
    target.read(0, 1, found);
    const std::uint32_t sign = 0x7FFFFFFFu;  // -0 is 0 too
    return {(found[0] & sign) != 0, (found[1] & sign) != 0, (found[2] & sign) != 0, (found[3] & sign) == 0};
}

GLuint Evaluator::prepare(const Settings& settings) { return program(settings, {"evaluate/grid.frag", true, false}); }

// Whether the cells of some octave may leave 32 bits.
static bool leaves_32_bits(const Noise& noise, std::int64_t farthest) {
    const double reach = (static_cast<double>(farthest) + static_cast<double>(noise.settings().warp) + 2.0) *
                         std::pow(static_cast<double>(noise.settings().lacunarity), noise.plan().count);
    return reach >= 2147483648.0;
}

GLuint Evaluator::scene(const Noise& noise, const char* fragment, std::span<const AxisPoint> around,
                        std::int64_t reach) {
    std::int64_t farthest = 0;
    for (const AxisPoint& point : around)
        farthest = std::max(farthest, std::abs(std::int64_t{point.cell}) + reach);
    return use(noise, {fragment, true, leaves_32_bits(noise, farthest), has_gradient(noise.settings())});
}

void Evaluator::slice(const Noise& noise, std::span<const AxisPoint> x, std::span<const AxisPoint> y,
                      std::array<AxisPoint, 2> zw, Target& target, int y0, int rows, bool gradient) {
    std::int64_t farthest = 0;
    for (const std::span<const AxisPoint> axis : {x, y, std::span<const AxisPoint>(zw)}) {
        for (const AxisPoint& point : axis)
            farthest = std::max(farthest, std::abs(std::int64_t{point.cell}));
    }
    const GLuint id = use(noise, {"evaluate/grid.frag", true, leaves_32_bits(noise, farthest), gradient});
    glUniform4ui(glGetUniformLocation(id, "slice"), static_cast<GLuint>(zw[0].cell),
                 std::bit_cast<GLuint>(zw[0].fraction), static_cast<GLuint>(zw[1].cell),
                 std::bit_cast<GLuint>(zw[1].fraction));
    draw_slice(id, x, y, target, y0, rows);
}

void Evaluator::empty_slice(std::span<const AxisPoint> x, std::span<const AxisPoint> y, Target& target) {
    draw_slice(shaders_.use("evaluate/empty.frag"), x, y, target, 0, target.height());
}

void Evaluator::draw_slice(GLuint id, std::span<const AxisPoint> x, std::span<const AxisPoint> y, Target& target,
                           int y0, int rows) {
    const std::size_t longer = std::max(x.size(), y.size());
    std::vector<AxisPoint> axes(2 * longer);
    std::copy(x.begin(), x.end(), axes.begin());
    std::copy(y.begin(), y.end(), axes.begin() + static_cast<std::ptrdiff_t>(longer));
    glUniform1i(glGetUniformLocation(id, "axes"), 0);
    glUniform1i(glGetUniformLocation(id, "first_row"), y0);
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, axes_texture_.get());
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    static_assert(sizeof(AxisPoint) == 8, "two 32-bit numbers a texel");
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RG32UI, static_cast<GLsizei>(longer), 2, 0, GL_RG_INTEGER, GL_UNSIGNED_INT,
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
        axes[i] = {AxisPoint{}};
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
