// The noise and its derivatives at arbitrary positions, many at once.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "mesh/mesh.hpp"

namespace isonoise {

// Minimum distance of a surface's vertex from both ends of its edge, in edges.
inline constexpr float kApart = 1.0f / 1024;

// Makes NaN and infinity 0.
void make_finite(std::span<float> values);

class Slopes {
  public:
    // Near the origin, where floats are precise enough for coordinates, the noise is computed at floats, which is many
    // times faster. Decided once for the whole mesh, otherwise borders would differ. The fourth coordinate comes from
    // `axes`.
    void begin(std::size_t count, const Noise& noise, const GridAxes& axes, bool is_near);

    std::array<std::vector<double>, 3> coordinates;  // in units of coordinate
    // Computes the values and derivatives at the first `count` places. For noises without a gradient, derivatives are
    // differences across `reach`, in units of coordinate.
    void compute(std::size_t count, const Noise& noise, const GridAxes& axes, bool is_near, double reach);
    // Likewise for a function in place of the noise, which computes at floats anywhere.
    void compute(std::size_t count, const Function& function, const GridAxes& axes, double reach);
    std::vector<float> values;
    std::array<std::vector<float>, 3> slopes;

  private:
    void set_floats(std::size_t count, const Function& function, const GridAxes& axes);
    std::array<std::vector<float>, 4> floats_;
    std::array<std::vector<float>, 2> more_;  // results beyond `values` and `slopes`
};

struct Polygoniser::Scratch {
    Slopes slopes;
    std::vector<float> values;                           // samples, x running fastest
    std::vector<std::uint64_t> rock;                     // bits of samples in rock
    std::array<std::vector<std::uint32_t>, 3> vertices;  // index of the vertex on the edge from a sample along an axis
    // On the edge from sample `at` along `axis`, at fraction t. The surface is between low and high. `here` and
    // `there`: depths in rock at these two.
    struct Vertex {
        std::array<std::uint32_t, 3> at;
        std::uint32_t axis;
        float t, low, high, here, there;  // `here` is above the level at `low`, `there` at `high`
    };
    std::vector<Vertex> edges;
    std::vector<std::uint32_t> moving;
    // For each moving vertex, along its edge: the distances to both ends, the depths in rock there, the depth here and
    // its slope, and Newton's step with the slope at its end. See newton_steps().
    std::array<std::vector<float>, 8> newton;
};

}  // namespace isonoise
