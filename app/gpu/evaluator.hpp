// Noise on the GPU: lists of points, 1D to 4D grids, slices into a texture. The floats have the CPU's bits.
#pragma once

#include <array>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <glm/vec2.hpp>
#include <glm/vec4.hpp>

#include "gpu/context.hpp"
#include "gpu/driver.hpp"
#include "gpu/object.hpp"
#include "gpu/programs.hpp"
#include "gpu/shader.hpp"
#include "isonoise/isonoise.hpp"
#include "isonoise/reference.hpp"

namespace isonoise {

// One or two textures to draw into and read from.
class Target {
  public:
    // Formats: GL_R32F, GL_RGBA32F, GL_RGBA32UI, or GL_RGBA8, which is only displayed, never read. Throws Error if the
    // driver is out of memory.
    Target(GLenum format, int width, int height) : Target(std::array{format, GLenum{GL_NONE}}, width, height) {}
    Target(std::array<GLenum, 2> formats, int width, int height);

    int width() const { return width_; }
    int height() const { return height_; }
    GLenum format() const { return formats_[0]; }
    GLuint texture() const { return textures_[0].get(); }
    GLuint framebuffer() const { return framebuffer_.get(); }

    // Reads `rows` rows of texture `index`, from row `y` on: row by row, one number (R32F) or four per texel.
    void read(int y, int rows, std::span<float> values, int index = 0) const;
    void read(int y, int rows, std::span<std::uint32_t> values, int index = 0) const;

  private:
    friend class Readback;
    void read_any(int y, int rows, std::size_t count, void* values, GLenum type, int index) const;

    std::array<GLenum, 2> formats_;
    int width_;
    int height_;
    std::array<Texture, 2> textures_;
    Framebuffer framebuffer_;
};

// Makes a target of this size, unless it is one.
Target& sized(std::optional<Target>& target, GLenum format, int width, int height);

// Asynchronous readback through pixel buffers. First in, first out. The targets' context must be current.
class Readback {
  public:
    // Makes room for this many floats (RGBA32F has four per texel). Throws Error if the driver is out of memory.
    void begin(std::size_t floats);

    // Requests the first columns of the first rows of a texture. They go into the latest buffer starting at float `at`,
    // with `stride` texels from row to row.
    void add(const Target& target, int columns, int rows, std::size_t at, std::size_t stride, int index = 0);

    // Buffers begun and not yet taken.
    std::size_t pending() const { return buffers_.size(); }

    // Waits for the oldest buffer and copies out its floats.
    void take(std::span<float> values);

  private:
#ifdef __EMSCRIPTEN__
    std::deque<std::vector<float>> buffers_;
#else
    std::deque<std::pair<Buffer, std::size_t>> buffers_;
#endif
};

// The context of `shaders` must be current. Calls leave their program and textures bound and, if they draw, their
// framebuffer and viewport. Everything that draws throws Error if a shader does not compile, memory runs out or a
// buffer is too small.
class Evaluator : public NoiseDriver {
  public:
    Evaluator(Shaders& shaders, const GlInfo& info);

    // Use compute shaders for grids and slices? On by default if available, except on CPU rasterisers, where they are
    // no faster. Throws Error if unavailable.
    bool can_compute() const override { return shaders_.has_compute(); }
    bool computes() const { return computes_; }
    void compute(bool on);

    // Compiles the programs `slice` needs for these settings, before anything else is bound or changed.
    GLuint prepare(const Settings& settings);

    const DriverInfo& info() const override { return info_; }
    Mode mode() const override { return shaders_.mode(); }
    const ShaderFiles& files() const override { return shaders_.files(); }
    void points(const Noise& noise, std::span<const glm::vec4> points, std::span<float> values,
                std::span<glm::vec4> gradients = {}) override;
    void points(const Noise& noise, std::span<const glm::ivec4> cells, std::span<const glm::vec4> fractions,
                std::span<float> values, std::span<glm::vec4> gradients = {}) override;
    void function(const Noise& noise, std::span<const glm::ivec4> cells, std::span<const glm::vec4> points,
                  std::span<float> values, std::span<glm::vec4> gradients = {}) override;
    void integers(const Noise& noise, std::span<const glm::vec4> points, std::span<Integers> integers) override;
    void grid(const Noise& noise, const Grid& grid, std::span<float> values, bool computed) override;
    Arithmetic arithmetic(Mode mode) override;
    static Arithmetic arithmetic(Shaders& shaders);
    std::unique_ptr<WordShader> word_shader(const ShaderFiles::Source& source, const std::string& name) override;
    std::function<void()> slice_work(const Noise* noise, const GridSlice& slice, Way way) override;

    // All values of a grid.
    void grid(const Noise& noise, const Grid& grid, std::span<float> values);

    // grid() in two steps, so that the GPU computes one grid while the CPU uses the previous one: to.take(values)
    // returns the values. Grids not yet taken stay in GPU memory; two at a time are enough.
    void begin_grid(const Noise& noise, const Grid& grid, Readback& to);

    // Draws rows y0 .. y0 + rows of a slice into `target` (R32F): texel (i, y0 + j) is the noise at (x[i], y[j], zw).
    // With `gradient` a second texture (RGBA32F) receives the derivatives.
    void slice(const Noise& noise, std::span<const AxisPoint> x, std::span<const AxisPoint> y,
               std::array<AxisPoint, 2> zw, Target& target, int y0, int rows, bool gradient = false);

    // Like slice(), with the bound `program` of evaluate/function-slice.frag: the fractions are its coordinates.
    void function_slice(GLuint program, std::span<const AxisPoint> x, std::span<const AxisPoint> y,
                        std::array<AxisPoint, 2> zw, Target& target, int y0);

    // A function of the user in place of the noise: what defines SCENE_FUNCTION(p), and the ratio of its values' spread
    // to the noise's.
    struct SceneFunction {
        std::string text;
        double spread = 1.0;
    };
    // Binds the program of a scene that calls isonoise(cell, fraction) itself, for cells within `reach` of `around`;
    // compiles it if necessary. Defines ISONOISE_GRADIENT as 1 if the noise has an analytic gradient.
    GLuint scene(const Noise& noise, const char* fragment, std::span<const AxisPoint> around, std::int64_t reach,
                 const SceneFunction* function = nullptr);

    // Draws one triangle over the bound framebuffer, replacing its contents or adding to them.
    void draw(bool add = false) const;

  private:
    GLuint program(const Settings& settings, const char* shader, const Variant& variant,
                   const SceneFunction* in_place = nullptr);
    GLuint use(const Noise& noise, const char* shader, const Variant& variant, const SceneFunction* in_place = nullptr);
    // The planes of a grid stacked vertically, starting at row y0 of a target. Together the axes have at most four
    // times as many points as a texture has rows.
    void draw_planes(const Noise& noise, const GridPart& axes, Target& target, int y0, bool gradient);
    void draw_slice(GLuint id, std::span<const AxisPoint> x, std::span<const AxisPoint> y,
                    const std::array<AxisPoint, 2>& zw, Target& target, int y0);
    void compute_planes(const Noise& noise, const GridPart& axes, const Target& target, int y0);
    // Loads the tables of x and y for a program, and draws its output into rows of a target.
    void load_axes(GLuint id, std::span<const AxisPoint> x, std::span<const AxisPoint> y);
    void draw_rows(GLuint id, Target& target, int columns, int y0, int rows);
    // Draws `count` points into `target` in batches; after(first, count, rows) reads each one.
    void empty_slice(std::span<const AxisPoint> x, std::span<const AxisPoint> y, Target& target);
    template <class After>
    void draw_points(GLuint id, std::span<const glm::ivec4> cells, std::span<const glm::vec4> points,
                     const Target& target, After after);
    void evaluate(const Noise& noise, std::span<const glm::ivec4> cells, std::span<const glm::vec4> points,
                  std::span<float> values, std::span<glm::vec4> gradients, bool function);

    Shaders& shaders_;
    DriverInfo info_;
    bool computes_;
    VertexArray vertex_array_;
    Buffer plan_;
    Buffer table_;
    Texture points_texture_;
    Texture cells_texture_;
    Texture axes_texture_;
    Texture tables_texture_;
    Buffer points_buffer_;
    std::optional<Target> grid_target_;
    std::array<std::weak_ptr<Target>, 2> slice_targets_;  // of slice_work(), without and with gradients
};

}  // namespace isonoise
