// Noise on the GPU: lists of points, grids in 1D to 4D, slices into a texture. The floats come back bit for bit.
#pragma once

#include <array>
#include <deque>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <glm/vec2.hpp>
#include <glm/vec4.hpp>

#include "gpu/context.hpp"
#include "gpu/object.hpp"
#include "gpu/shader.hpp"
#include "isonoise/isonoise.hpp"

namespace isonoise {

// One or two textures to draw into and to read from.
class Target {
  public:
    // Formats are GL_R32F, GL_RGBA32F, GL_RGBA32UI, or GL_RGBA8, which is for the screen and not read. Throws Error
    // where the driver has no memory for it.
    Target(GLenum format, int width, int height) : Target(std::array{format, GLenum{GL_NONE}}, width, height) {}
    Target(std::array<GLenum, 2> formats, int width, int height);

    int width() const { return width_; }
    int height() const { return height_; }
    GLenum format() const { return formats_[0]; }
    GLuint texture() const { return textures_[0].get(); }
    GLuint framebuffer() const { return framebuffer_.get(); }

    // The first `rows` rows from row `y` on of texture `index`, row by row, one number (R32F) or four a texel.
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

// Texels on their way back through pixel buffers: the GPU goes on meanwhile, and so may the CPU. What was begun first
// is taken first. Needs the context of its targets to be current.
class Readback {
  public:
    // Room for so many floats (RGBA32F has four a texel). Throws Error where the driver has no memory for them.
    void begin(std::size_t floats);

    // Asks for the first columns of the first rows of a texture, to lie from float `at` on in what was begun last, with
    // so many texels from row to row.
    void add(const Target& target, int columns, int rows, std::size_t at, std::size_t stride, int index = 0);

    // How often something was begun that was not taken.
    std::size_t pending() const { return buffers_.size(); }

    // The floats of the oldest, as soon as they are there.
    void take(std::span<float> values);

  private:
    std::deque<std::pair<Buffer, std::size_t>> buffers_;
};

// What noise.glsl is to be told of these settings before it is included: ISONOISE_ALGORITHM and so on. `far`: cells may
// leave 32 bits in some octave.
std::map<std::string, int> noise_macros(const Settings& settings, bool far);

// What fills the uniform block of table.glsl.
std::array<std::uint32_t, 64> table_words(const Noise& noise);

// A grid along each of its axes; as many axes as the noise has dimensions. Values are ordered with x running fastest.
using Grid = std::array<std::vector<AxisPoint>, 4>;

// Needs the context of `shaders` to be current, and leaves it with its own program, textures and, where it draws,
// framebuffer and viewport bound. All that draws throws Error: a shader that does not compile, memory, a buffer that is
// too small.
class Evaluator {
  public:
    Evaluator(Shaders& shaders, const GlInfo& info);

    // Whether grids and slices are computed by compute shaders. At first that is so where the driver has them and is no
    // CPU rasteriser, on which they are no faster. Throws Error where there are none.
    bool can_compute() const { return shaders_.has_compute(); }
    bool computes() const { return computes_; }
    void compute(bool on);

    // Compiles what `slice` needs for these settings, before anything else is bound or changed.
    GLuint prepare(const Settings& settings);

    // values[i] is the noise at points[i], or at a fraction of a cell. With `gradients` (as many as points, or none)
    // also the derivatives, or of fractal eroded the slope.
    void points(const Noise& noise, std::span<const glm::vec4> points, std::span<float> values,
                std::span<glm::vec4> gradients = {});
    void points(const Noise& noise, std::span<const glm::ivec4> cells, std::span<const glm::vec4> fractions,
                std::span<float> values, std::span<glm::vec4> gradients = {});

    // The same by the library's function for it, as in perlin3_periodic_gradient(p, seed, period, g), whose coordinates
    // are in cells: settings that have one have frequency 1, output signed, no warp and no flow, the standard fade, one
    // octave or (perlin, without cells and gradients) fBm. `cells` may be empty.
    void function(const Noise& noise, std::span<const glm::ivec4> cells, std::span<const glm::vec4> points,
                  std::span<float> values, std::span<glm::vec4> gradients = {});

    // What Noise::integers gives on the CPU.
    void integers(const Noise& noise, std::span<const glm::vec4> points, std::span<Noise::Integers> integers);

    // What the driver makes of operations that `mode` protects: see evaluate/probe.frag for what each should be.
    struct Probe {
        bool fuses;     // a*b + c is rounded once
        bool reorders;  // (a + b) - b is taken for a
        bool combines;  // (a * b) * c is taken for a * (b * c)
        bool flushes;   // subnormal results are 0
    };
    static Probe probe(Shaders& shaders);

    // All values of a grid.
    void grid(const Noise& noise, const Grid& grid, std::span<float> values);

    // The same in two steps, so that the GPU computes one grid while the CPU uses the one before: to.take(values) gives
    // the values. All grids that were begun and not taken are held in the GPU's memory; two at a time are enough.
    void begin_grid(const Noise& noise, const Grid& grid, Readback& to);

    // Draws rows y0 .. y0 + rows of a slice into `target` (R32F), whose texel (i, y0 + j) is the noise at (x[i], y[j],
    // zw). With `gradient` a second texture (RGBA32F) takes the derivatives.
    void slice(const Noise& noise, std::span<const AxisPoint> x, std::span<const AxisPoint> y,
               std::array<AxisPoint, 2> zw, Target& target, int y0, int rows, bool gradient = false);

    // Draws a slice that fills `target` without any noise: what of slice()'s time is not the noise's.
    void empty_slice(std::span<const AxisPoint> x, std::span<const AxisPoint> y, Target& target);

    // Binds a program of a scene that calls isonoise(cell, fraction) by itself, cells within `reach` of these; compiles
    // it first where need be. ISONOISE_GRADIENT is 1 in it where the noise has an analytic gradient.
    GLuint scene(const Noise& noise, const char* fragment, std::span<const AxisPoint> around, std::int64_t reach);

    // One triangle over the bound framebuffer; what it draws replaces what is there, or is added to it.
    void draw(bool add = false) const;

  private:
    // What a program must do besides what the settings say.
    struct Variant {
        const char* fragment;
        bool cells = false;     // takes cells and fractions
        bool far = false;       // and they may leave 32 bits in some octave
        bool gradient = false;  // gives gradients
        bool function = false;  // by the library's function for it
    };
    GLuint program(const Settings& settings, const Variant& variant);
    GLuint use(const Noise& noise, const Variant& variant);
    // The planes of a grid below each other, from row y0 of a target on. Together the axes have at most four times as
    // many points as a texture has rows.
    using Axes = std::array<std::span<const AxisPoint>, 4>;
    void draw_planes(const Noise& noise, const Axes& axes, Target& target, int y0, bool gradient);
    void compute_planes(const Noise& noise, const Axes& axes, const Target& target, int y0);
    // Tables of x and y for a program, and what it makes of them, in rows of a target.
    void load_axes(GLuint id, std::span<const AxisPoint> x, std::span<const AxisPoint> y);
    void draw_rows(GLuint id, Target& target, int columns, int y0, int rows);
    // Draws `count` points into `target` in batches; after(first, count, rows) reads each.
    template <class After>
    void draw_points(GLuint id, std::span<const glm::ivec4> cells, std::span<const glm::vec4> points,
                     const Target& target, After after);
    void evaluate(const Noise& noise, std::span<const glm::ivec4> cells, std::span<const glm::vec4> points,
                  std::span<float> values, std::span<glm::vec4> gradients, bool function);

    Shaders& shaders_;
    int max_texture_;
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
};

}  // namespace isonoise
