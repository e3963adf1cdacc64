// A Settings value resolved to numbers. Does not include settings.hpp, so editing that does not recompile code that
// only needs the numbers, such as the SIMD kernels. isonoise.hpp includes this header.
#pragma once

#include <array>
#include <cstdint>

namespace isonoise {

enum class Algorithm { perlin, improved, value, value_two_layer, axis, diagonal, slope };
enum class Fractal { fbm, turbulence, ridged, billow, eroded };
enum class Fade { standard, linear, cubic, quintic };  // standard: quintic, but cubic for slope
enum class Output { signed_, unit };

// The layout is that of the GPU's uniform block (std140).
struct Plan {
    float frequency;            // cells per unit of coordinate
    float lacunarity;           // frequency ratio of successive octaves
    float scale;                // from the kernel's result to [-1, 1]; depends on algorithm, dim and fade
    float bias;                 // mean of the octaves that filter_width removes
    std::uint32_t count;        // number of nonzero octaves
    std::uint32_t unit;         // 1 if output is unit
    float warp;                 // amplitude, in cells
    float slope_unit;           // the unit of gradients
    std::array<float, 4> flow;  // cosine and sine of the angle
    std::array<std::uint32_t, 4> warp_seeds;
    struct Octave {
        float amplitude;        // they sum to 1 or slightly less
        float slope;            // the octave's share of the gradient, relative to octave 0
        std::uint32_t seed;     // its offset along x, see core/isonoise/definition/hash.hpp
        std::uint32_t windows;  // its number of windows of 2^32 cells, modulo 2^32
        std::array<std::uint32_t, 4> period;
    } octaves[32];
};

}  // namespace isonoise
