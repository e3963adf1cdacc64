// One octave taken apart into cells, hashes, gradients and weights, for figures and debuggers.
#pragma once

#include <array>
#include <cstdint>

#include "isonoise/isonoise.hpp"

namespace isonoise {

// One octave of 2D `perlin` at a point, before amplitude, fractal, warp and output are applied. With a single octave
// and none of those, `value` has the noise's bits.
template <class Vec2, class UVec2> struct AnatomyOf {
    UVec2 cell;     // lattice point of the lowest corner, wrapped by the period
    Vec2 fraction;  // within the cell
    Vec2 weights;   // the faded fraction
    struct Corner {
        UVec2 point;         // the lattice point
        std::uint32_t hash;  // its top three bits choose the gradient
        Vec2 gradient;       // length 1.0823922; rotated by flow
        Vec2 offset;         // from the corner to the point
        float dot;           // gradient . offset
        float weight;        // the four sum to 1
    };
    std::array<Corner, 4> corners;  // (0, 0), (1, 0), (0, 1), (1, 1) in x and y
    Vec2 mixes;                     // the dots interpolated along x: at the lower and the higher y
    float scale;                    // value is the mixes, interpolated along y, times this
    float value;
};
using Anatomy = AnatomyOf<glm::vec2, glm::uvec2>;

// `cell` and `fraction` belong to octave `octave`, counted from 0: the coordinate times that octave's frequency. Throws
// std::invalid_argument unless the noise is `perlin` in 2 dimensions and has that octave. Octave 0 always exists, even
// if filter_width removes it.
Anatomy anatomy(const Noise& noise, glm::ivec2 cell, glm::vec2 fraction, unsigned octave = 0);

// Implemented in your program, see boundary.hpp.
namespace detail {
AnatomyOf<vec2, uvec2> anatomy(const Noise& noise, ivec2 cell, vec2 fraction, unsigned octave);
}
inline Anatomy anatomy(const Noise& noise, glm::ivec2 cell, glm::vec2 fraction, unsigned octave) {
    const auto from = detail::anatomy(noise, detail::of(cell), detail::of(fraction), octave);
    const auto vec2 = [](const detail::vec2& v) { return glm::vec2(v[0], v[1]); };
    const auto uvec2 = [](const detail::uvec2& v) { return glm::uvec2(v[0], v[1]); };
    Anatomy a;
    a.cell = uvec2(from.cell);
    a.fraction = vec2(from.fraction);
    a.weights = vec2(from.weights);
    for (std::size_t i = 0; i < 4; ++i) {
        const auto& corner = from.corners[i];
        a.corners[i] = {uvec2(corner.point), corner.hash, vec2(corner.gradient),
                        vec2(corner.offset), corner.dot,  corner.weight};
    }
    a.mixes = vec2(from.mixes);
    a.scale = from.scale;
    a.value = from.value;
    return a;
}

}  // namespace isonoise
