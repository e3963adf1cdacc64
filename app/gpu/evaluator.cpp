#include "gpu/evaluator.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>

#include "error.hpp"
#include "gpu/programs.hpp"
#include "gpu/texels.hpp"
#include "isonoise/shader.hpp"
#include "isonoise/text.hpp"

namespace isonoise {

static void nearest() {
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
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

Target& sized(std::optional<Target>& target, GLenum format, int width, int height) {
    if (!target || target->width() != width || target->height() != height || target->format() != format)
        target = Target(format, width, height);
    return *target;
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
    read_texels(y, width_, rows, format, values);
    check_gl("reading back");
    check_context();  // a lost context returns garbage
}

void Target::read(int y, int rows, std::span<float> values, int index) const {
    read_any(y, rows, values.size(), values.data(), GL_FLOAT, index);
}
void Target::read(int y, int rows, std::span<std::uint32_t> values, int index) const {
    read_any(y, rows, values.size(), values.data(), GL_UNSIGNED_INT, index);
}

Evaluator::Evaluator(Shaders& shaders, const GlInfo& info)
    : shaders_(shaders), info_{info.renderer,  info.vendor,
                               info.version,   language_of(shaders.glsl()),
                               shaders.glsl(), std::min(info.max_texture, 16384),
                               info.software},
      computes_(shaders.has_compute() && !info.software), vertex_array_(VertexArray::make()), plan_(Buffer::make()),
      table_(Buffer::make()), points_texture_(Texture::make()), cells_texture_(Texture::make()),
      axes_texture_(Texture::make()), tables_texture_(Texture::make()), points_buffer_(Buffer::make()) {
    for (GLuint id : {points_texture_.get(), cells_texture_.get(), axes_texture_.get(), tables_texture_.get()}) {
        glBindTexture(GL_TEXTURE_2D, id);
        nearest();
    }
}

void Evaluator::compute(bool on) {
    if (on && !shaders_.has_compute()) fail("no compute shaders: they need OpenGL 4.3");
    computes_ = on;
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
    glBindVertexArray(vertex_array_.get());
    glDrawArrays(GL_TRIANGLES, 0, 3);
}

// Binds the program that computes this noise.
GLuint Evaluator::program(const Settings& s, const char* shader, const Variant& variant,
                          const SceneFunction* in_place) {
    std::string defines = program_defines(s, variant);
    if (in_place) defines += in_place->text;
    return shaders_.use(shader, defines);
}

// Like program(), and binds the uniform blocks of noise.glsl and table.glsl.
GLuint Evaluator::use(const Noise& noise, const char* shader, const Variant& variant, const SceneFunction* in_place) {
    const GLuint id = program(noise.settings(), shader, variant, in_place);
    if (variant.function) {
        const Settings& s = noise.settings();
        const Fbm terms = fbm(s.octaves, s.persistence, s.lacunarity);
        glUniform1ui(shaders_.uniforms(id).at("seed"), s.seed);
        glUniform4f(shaders_.uniforms(id).at("terms"), terms.octaves, terms.persistence, terms.lacunarity,
                    terms.normalization);
    }
    Plan plan = noise.plan();
    if (in_place) {  // scenes estimate slopes by the amplitudes
        for (Plan::Octave& octave : plan.octaves)
            octave.amplitude = static_cast<float>(static_cast<double>(octave.amplitude) * in_place->spread);
    }
    glBindBuffer(GL_UNIFORM_BUFFER, plan_.get());
    glBufferData(GL_UNIFORM_BUFFER, sizeof(Plan), &plan, GL_STREAM_DRAW);

    const auto words = shader_table(noise);
    glBindBuffer(GL_UNIFORM_BUFFER, table_.get());
    glBufferData(GL_UNIFORM_BUFFER, sizeof(words), words.data(), GL_STREAM_DRAW);

    const std::pair<const char*, GLuint> blocks[] = {{kPlanBlock, plan_.get()}, {kTableBlock, table_.get()}};
    for (GLuint i = 0; i < 2; ++i) {
        GLuint index = glGetUniformBlockIndex(id, blocks[i].first);
        if (index == GL_INVALID_INDEX) continue;  // the program has no table
        glUniformBlockBinding(id, index, i);
        glBindBufferBase(GL_UNIFORM_BUFFER, i, blocks[i].second);
    }
    return id;
}

// Fills the bound texture with 16-byte texels, row by row.
static void upload(const void* texels, std::size_t count, int width) {
    const int full_rows = static_cast<int>(count / static_cast<std::size_t>(width));
    const std::size_t rest = count % static_cast<std::size_t>(width);
    if (full_rows > 0) {
        glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, width, full_rows, GL_RGBA_INTEGER, GL_UNSIGNED_INT, texels);
    }
    if (rest > 0) {  // a partial last row
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
        glUniform1i(shaders_.uniforms(id).at(is_cells ? "cells" : "points"), is_cells ? 1 : 0);
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
    check_sizes(points.size(), cells, values, gradients);
    if (points.empty()) return;
    const bool with_cells = !cells.empty(), with_gradient = !gradients.empty();
    Target target(std::array<GLenum, 2>{GL_R32F, with_gradient ? GLenum{GL_RGBA32F} : GLenum{GL_NONE}},
                  width_for(points.size()), rows_for(points.size(), info_.max_texture));
    const std::size_t most = static_cast<std::size_t>(target.width()) * static_cast<std::size_t>(target.height());
    std::vector<float> buffer(most);
    std::vector<glm::vec4> slopes(with_gradient ? most : 0);
    const bool far = with_cells || (!function && noise.plan().count > 1);  // coordinates are unrestricted
    const GLuint id = use(noise, "evaluate/points.frag", {with_cells, far, with_gradient, function});
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

void Evaluator::integers(const Noise& noise, std::span<const glm::vec4> points, std::span<Integers> integers) {
    if (integers.size() < points.size()) fail("a buffer is too small for the integers of {} points", points.size());
    if (points.empty()) return;
    Target target(std::array<GLenum, 2>{GL_RGBA32UI, GL_RGBA32UI}, width_for(points.size()),
                  rows_for(points.size(), info_.max_texture));
    std::vector<std::array<std::uint32_t, 4>> buffer(static_cast<std::size_t>(target.width()) *
                                                     static_cast<std::size_t>(target.height()));
    const GLuint id = use(noise, "evaluate/integers.frag", {});
    draw_points(id, {}, points, target, [&](std::size_t first, std::size_t count, int rows) {
        const std::span words(buffer.front().data(), 4 * buffer.size());
        target.read(0, rows, words, 0);
        for (std::size_t i = 0; i < count; ++i)
            integers[first + i].cell = buffer[i];
        target.read(0, rows, words, 1);
        for (std::size_t i = 0; i < count; ++i)
            integers[first + i].hashes = buffer[i];
    });
}

Arithmetic Evaluator::arithmetic(Shaders& shaders) {
    const VertexArray vertices = VertexArray::make();
    const Target target(GL_RGBA32UI, 3, 1);
    const GLuint id = shaders.use("evaluate/arithmetic.frag");
    glUniform4fv(glGetUniformLocation(id, "a"), 1, kProbeA);
    glUniform3fv(glGetUniformLocation(id, "b"), 1, kProbeB);
    glUniform3fv(glGetUniformLocation(id, "c"), 1, kProbeC);
    glBindFramebuffer(GL_FRAMEBUFFER, target.framebuffer());
    glViewport(0, 0, 3, 1);
    glDisable(GL_BLEND);
    glDisable(GL_DEPTH_TEST);
    glBindVertexArray(vertices.get());
    glDrawArrays(GL_TRIANGLES, 0, 3);
    std::array<std::uint32_t, 12> found{};
    target.read(0, 1, found);
    return arithmetic_of(found);
}

GLuint Evaluator::prepare(const Settings& settings) {
    if (!computes_) return program(settings, "evaluate/grid.frag", {true});
    if (has_rows(settings)) program(settings, "evaluate/tables.comp", {true});
    return program(settings, compute_shader(settings), {true});
}

GLuint Evaluator::scene(const Noise& noise, const char* fragment, std::span<const AxisPoint> around, std::int64_t reach,
                        const SceneFunction* function) {
    std::int64_t farthest = 0;
    for (const AxisPoint& point : around)
        farthest = std::max(farthest, std::abs(std::int64_t{point.cell}) + reach);
    if (function) return use(noise, fragment, {.cells = true}, function);
    return use(noise, fragment, {true, leaves_32_bits(noise, farthest), has_gradient(noise.settings())});
}

void Evaluator::slice(const Noise& noise, std::span<const AxisPoint> x, std::span<const AxisPoint> y,
                      std::array<AxisPoint, 2> zw, Target& target, int y0, int rows, bool gradient) {
    const std::span<const AxisPoint> z(&zw[0], 1), w(&zw[1], 1);
    const GridPart axes = {x, y.first(static_cast<std::size_t>(rows)), z, w};
    if (computes_ && !gradient) return compute_planes(noise, axes, target, y0);
    draw_planes(noise, axes, target, y0, gradient);
}

void Evaluator::draw_planes(const Noise& noise, const GridPart& axes, Target& target, int y0, bool gradient) {
    const GLuint id = use(noise, "evaluate/grid.frag", {true, leaves_32_bits(noise, axes), gradient});
    load_axes(id, axes[0], axes[1]);
    for (const AxisPoint& w : axes[3]) {
        for (const AxisPoint& z : axes[2]) {
            draw_slice(id, axes[0], axes[1], {z, w}, target, y0);
            y0 += static_cast<int>(axes[1].size());
        }
    }
}

void Evaluator::draw_slice(GLuint id, std::span<const AxisPoint> x, std::span<const AxisPoint> y,
                           const std::array<AxisPoint, 2>& zw, Target& target, int y0) {
    glUniform4ui(shaders_.uniforms(id).at("slice"), static_cast<GLuint>(zw[0].cell),
                 std::bit_cast<GLuint>(zw[0].fraction), static_cast<GLuint>(zw[1].cell),
                 std::bit_cast<GLuint>(zw[1].fraction));
    draw_rows(id, target, static_cast<int>(x.size()), y0, static_cast<int>(y.size()));
}

void Evaluator::function_slice(GLuint program, std::span<const AxisPoint> x, std::span<const AxisPoint> y,
                               std::array<AxisPoint, 2> zw, Target& target, int y0) {
    load_axes(program, x, y);
    draw_slice(program, x, y, zw, target, y0);
}

void Evaluator::compute_planes(const Noise& noise, const GridPart& axes, const Target& target, int y0) {
    static_assert(sizeof(AxisPoint) == 8, "two 32-bit numbers a point");
    std::vector<AxisPoint> points;
    for (const auto axis : axes)
        points.insert(points.end(), axis.begin(), axis.end());
    const bool far = leaves_32_bits(noise, axes), rows = has_rows(noise.settings());
    const GLuint counts[] = {static_cast<GLuint>(axes[0].size()), static_cast<GLuint>(axes[1].size()),
                             static_cast<GLuint>(axes[2].size()), static_cast<GLuint>(axes[3].size())};
    glMemoryBarrier(GL_SHADER_IMAGE_ACCESS_BARRIER_BIT);  // the textures may be read back next
    glBindBuffer(GL_SHADER_STORAGE_BUFFER, points_buffer_.get());
    glBufferData(GL_SHADER_STORAGE_BUFFER, static_cast<GLsizeiptr>(points.size() * sizeof(AxisPoint)), points.data(),
                 GL_STREAM_DRAW);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, points_buffer_.get());
    const auto groups = [](GLuint count, GLuint each) { return (count + each - 1) / each; };
    if (rows) {
        const GLuint id = use(noise, "evaluate/tables.comp", {true, far});
        glUniform4uiv(shaders_.uniforms(id).at("counts"), 1, counts);
        const std::size_t octaves = std::max(noise.plan().count, 1u);
        glActiveTexture(GL_TEXTURE0);
        glBindTexture(GL_TEXTURE_2D, tables_texture_.get());
        glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA32UI, static_cast<GLsizei>(kRowOfTables),
                     static_cast<GLsizei>((octaves * points.size() + kRowOfTables - 1) / kRowOfTables), 0,
                     GL_RGBA_INTEGER, GL_UNSIGNED_INT, nullptr);
        glBindImageTexture(0, tables_texture_.get(), 0, GL_FALSE, 0, GL_WRITE_ONLY, GL_RGBA32UI);
        glDispatchCompute(groups(static_cast<GLuint>(points.size()), kGroup), 1, 1);
        glMemoryBarrier(GL_TEXTURE_FETCH_BARRIER_BIT);
    }
    const GLuint id = use(noise, compute_shader(noise.settings()), {true, far});
    glUniform4uiv(shaders_.uniforms(id).at("counts"), 1, counts);
    glUniform1i(shaders_.uniforms(id).at("first_row"), y0);
    glUniform1i(shaders_.uniforms(id).at("tables"), 0);
    glBindImageTexture(0, target.texture(), 0, GL_FALSE, 0, GL_WRITE_ONLY, GL_R32F);
    glDispatchCompute(groups(counts[0], kGroup), rows ? groups(counts[1], 4) : counts[1], counts[2] * counts[3]);
    glMemoryBarrier(GL_TEXTURE_FETCH_BARRIER_BIT | GL_FRAMEBUFFER_BARRIER_BIT);
    check_gl("computing a grid");
}

void Evaluator::empty_slice(std::span<const AxisPoint> x, std::span<const AxisPoint> y, Target& target) {
    const GLuint id = shaders_.use("evaluate/empty.frag");
    load_axes(id, x, y);
    draw_rows(id, target, static_cast<int>(x.size()), 0, target.height());
}

void Evaluator::load_axes(GLuint id, std::span<const AxisPoint> x, std::span<const AxisPoint> y) {
    const std::size_t longer = std::max(x.size(), y.size());
    std::vector<AxisPoint> axes(2 * longer);
    std::copy(x.begin(), x.end(), axes.begin());
    std::copy(y.begin(), y.end(), axes.begin() + static_cast<std::ptrdiff_t>(longer));
    glUniform1i(shaders_.uniforms(id).at("axes"), 0);
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, axes_texture_.get());
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    static_assert(sizeof(AxisPoint) == 8, "two 32-bit numbers a texel");
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RG32UI, static_cast<GLsizei>(longer), 2, 0, GL_RG_INTEGER, GL_UNSIGNED_INT,
                 axes.data());
}

void Evaluator::draw_rows(GLuint id, Target& target, int columns, int y0, int rows) {
    glUniform1i(shaders_.uniforms(id).at("first_row"), y0);
    glBindFramebuffer(GL_FRAMEBUFFER, target.framebuffer());
    glViewport(0, 0, target.width(), target.height());
    glEnable(GL_SCISSOR_TEST);
    glScissor(0, y0, std::min(target.width(), columns), rows);
    draw();
    glDisable(GL_SCISSOR_TEST);
    check_gl("drawing a slice");
}

void Evaluator::begin_grid(const Noise& noise, const Grid& grid, Readback& to) {
    std::size_t stride = 0;
    const auto begin = [&](std::size_t total, int width, int height) {
        to.begin(total);
        stride = grid[0].size();
        if (grid_target_ && grid_target_->width() >= width && grid_target_->height() >= height) return;
        grid_target_.reset();
        grid_target_.emplace(GL_R32F, width, height);
    };
    for_each_tile(noise, grid, info_.max_texture, begin, [&](const GridPart& tile, std::size_t at) {
        if (computes_) {
            compute_planes(noise, tile, *grid_target_, 0);
        } else {
            draw_planes(noise, tile, *grid_target_, 0, false);
        }
        to.add(*grid_target_, static_cast<int>(tile[0].size()),
               static_cast<int>(tile[1].size() * tile[2].size() * tile[3].size()), at, stride);
    });
    glFlush();  // otherwise the GPU may sit idle until asked
}

void Evaluator::grid(const Noise& noise, const Grid& grid, std::span<float> values) {
    Readback values_back;
    begin_grid(noise, grid, values_back);
    values_back.take(values);
}
void Evaluator::grid(const Noise& noise, const Grid& grid, std::span<float> values, bool computed) {
    const bool before = computes_;
    compute(computed);
    this->grid(noise, grid, values);
    compute(before);
}

Arithmetic Evaluator::arithmetic(Mode mode) {
    Shaders shaders(shaders_.glsl(), files(), mode);
    return arithmetic(shaders);
}

std::function<void()> Evaluator::slice_work(const Noise* noise, const GridSlice& slice, Way way) {
    const auto width = static_cast<int>(slice.x.size()), height = static_cast<int>(slice.y.size());
    const bool gradient = way == Way::drawn_gradient;
    // Slices share their textures, which are large.
    std::weak_ptr<Target>& kept = slice_targets_[gradient];
    std::shared_ptr<Target> target = kept.lock();
    if (!target || target->width() != width || target->height() != height) {
        target = std::make_shared<Target>(
            std::array<GLenum, 2>{GL_R32F, gradient ? GLenum{GL_RGBA32F} : GLenum{GL_NONE}}, width, height);
        kept = target;
    }
    return [=, this, noise = noise ? std::optional(*noise) : std::nullopt] {
        const bool before = computes_;
        compute(way == Way::computed);
        if (noise) {
            this->slice(*noise, slice.x, slice.y, slice.zw, *target, 0, height, gradient);
        } else {
            empty_slice(slice.x, slice.y, *target);
        }
        glFinish();
        compute(before);
    };
}

}  // namespace isonoise
