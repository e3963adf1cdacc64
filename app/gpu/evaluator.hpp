// Noise on the GPU: lists of points, grids in 1D to 4D, slices into a texture. The floats come back bit for bit.
#pragma once

#include <array>
#include <span>
#include <vector>

#include <glm/vec2.hpp>
#include <glm/vec4.hpp>

#include "gpu/object.hpp"
#include "gpu/shader.hpp"
#include "isonoise/isonoise.hpp"

namespace isonoise {

// A texture to draw into and to read from.
class Target {
  public:
    // format is GL_R32F or GL_RGBA32F. Throws Error where the driver has no memory for it.
    Target(GLenum format, int width, int height);

    int width() const { return width_; }
    int height() const { return height_; }
    GLuint texture() const { return texture_.get(); }
    GLuint framebuffer() const { return framebuffer_.get(); }

    // The first `rows` rows from row `y` on, row by row, one float (R32F) or four (RGBA32F) a texel.
    void read(int y, int rows, std::span<float> values) const;

  private:
    GLenum format_;
    int width_;
    int height_;
    Texture texture_;
    Framebuffer framebuffer_;
};

// The coordinates of a grid along each of its axes; as many axes as the noise has dimensions. Values are
// ordered with x running fastest.
using Grid = std::array<std::vector<float>, 4>;

// Needs the context of `shaders` to be current, and leaves it with its own program, framebuffer, viewport and textures
// bound. All that draws throws Error: a shader that does not compile, memory, a buffer that is too small.
class Evaluator {
  public:
    Evaluator(Shaders& shaders, int max_texture);

    // Compiles what `slice` needs for these settings, before anything else is bound or changed.
    void prepare(const Settings& settings);

    // values[i] is the noise at points[i].
    void points(const Noise& noise, std::span<const glm::vec4> points, std::span<float> values);

    // All values of a grid, in tiles where it is larger than a texture.
    void grid(const Noise& noise, const Grid& grid, std::span<float> values);

    // Draws rows y0 .. y0 + rows of a slice into `target`, whose texel (i, j) is the noise at (x[i], y[j], zw); x and y
    // cover the columns and rows that are drawn.
    void slice(const Noise& noise, std::span<const float> x, std::span<const float> y, glm::vec2 zw, Target& target,
               int y0, int rows);

    // One triangle over the bound framebuffer.
    void draw() const;

  private:
    GLuint program(const Settings& settings, const char* fragment);
    GLuint use(const Noise& noise, const char* fragment);

    Shaders& shaders_;
    int max_texture_;
    VertexArray vertex_array_;
    Buffer settings_;
    Buffer permutation_;
    Texture points_texture_;
    Texture axes_texture_;
};

}  // namespace isonoise
