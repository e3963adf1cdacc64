// The interface through which comparisons and measurements use a driver: OpenGL's (Evaluator) or Vulkan's (vulkan.hpp).
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <glm/vec4.hpp>

#include "gpu/arithmetic.hpp"
#include "gpu/shader.hpp"
#include "isonoise/isonoise.hpp"
#include "isonoise/reference.hpp"

namespace isonoise {

// Coordinates along each axis; as many axes as the noise has dimensions. x runs fastest.
using Grid = std::array<std::vector<AxisPoint>, 4>;

// A slice of a grid: the points (x[i], y[j], zw).
struct GridSlice {
    std::vector<AxisPoint> x, y;
    std::array<AxisPoint, 2> zw;
};

struct DriverInfo {
    std::string renderer, vendor, version;
    std::string language;     // of the shaders, as in reports: "GLSL 4.50", "SPIR-V"
    int glsl = 450;           // that they are written in, or kEs300
    int max_texture = 0;      // largest width and height
    bool software = false;    // a CPU rasteriser
    std::string floats = {};  // in words: what its arithmetic was asked for beyond the shaders' text
};

// A fragment shader whose only output is a uvec4, with uniforms of type uint or uvec4 and, optionally, a sampler
// `points` whose texel i holds the bits of point i.
class WordShader {
  public:
    virtual ~WordShader() = default;
    virtual void set(const std::string& uniform, std::uint32_t word) = 0;
    virtual void set(const std::string& uniform, const std::array<std::uint32_t, 4>& words) = 0;
    // At most 1024, or a multiple of that.
    virtual void points(std::span<const glm::vec4> points) = 0;
    // Draws `times` times, a texel for each point, or one if there are none, and waits for the GPU.
    virtual void draw(int times = 1) = 0;
    // The words of the texels last drawn.
    virtual void read(std::span<std::array<std::uint32_t, 4>> words) = 0;
};

// Everything throws Error if a shader does not compile or memory runs out.
class NoiseDriver {
  public:
    virtual ~NoiseDriver() = default;
    virtual const DriverInfo& info() const = 0;
    virtual Mode mode() const = 0;
    virtual const ShaderFiles& files() const = 0;
    virtual bool can_compute() const = 0;

    // values[i] is the noise at points[i], or at a fraction of a cell. If `gradients` is not empty, it receives the
    // derivatives, or for fractal eroded the slope.
    virtual void points(const Noise& noise, std::span<const glm::vec4> points, std::span<float> values,
                        std::span<glm::vec4> gradients = {}) = 0;
    virtual void points(const Noise& noise, std::span<const glm::ivec4> cells, std::span<const glm::vec4> fractions,
                        std::span<float> values, std::span<glm::vec4> gradients = {}) = 0;
    // Like points(), through the library's function, such as perlin3_periodic_gradient(p, seed, period, g), whose
    // coordinates are in cells. Requires settings that have such a function: frequency 1, output signed, no warp, no
    // flow, standard fade, and one octave or (perlin, without cells and gradients) fBm. `cells` may be empty.
    virtual void function(const Noise& noise, std::span<const glm::ivec4> cells, std::span<const glm::vec4> points,
                          std::span<float> values, std::span<glm::vec4> gradients = {}) = 0;
    // The GPU's counterpart of isonoise::integers().
    virtual void integers(const Noise& noise, std::span<const glm::vec4> points, std::span<Integers> integers) = 0;
    // All values of a grid, drawn or by compute shaders.
    virtual void grid(const Noise& noise, const Grid& grid, std::span<float> values, bool computed) = 0;

    // Measures the driver's arithmetic in a mode. evaluate/arithmetic.frag documents the expected results.
    virtual Arithmetic arithmetic(Mode mode) = 0;
    // `name` is for messages.
    virtual std::unique_ptr<WordShader> word_shader(const ShaderFiles::Source& source, const std::string& name) = 0;

    // For measurements: work that computes a slice and waits for the GPU. Without noise it only reads the axes.
    enum class Way { drawn, drawn_gradient, computed };
    virtual std::function<void()> slice_work(const Noise* noise, const GridSlice& slice, Way way) = 0;
};

}  // namespace isonoise
