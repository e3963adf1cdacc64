// One octave taken apart into cells, hashes, gradients and weights: for figures and debuggers.
#pragma once

#include <array>
#include <cstdint>

#include "isonoise/isonoise.hpp"

namespace isonoise {

// One octave of `perlin` in 2D at a point, before its amplitude, the fractal, the warp and the output; with one octave
// and none of those, `value` has the noise's bits.
struct Anatomy {
    glm::uvec2 cell;     // the lattice point of its lowest corner, wrapped by the period
    glm::vec2 fraction;  // within the cell
    glm::vec2 weights;   // the faded fraction
    struct Corner {
        glm::uvec2 point;    // the lattice point
        std::uint32_t hash;  // its top three bits choose the gradient
        glm::vec2 gradient;  // length 1.0823922; rotated by flow
        glm::vec2 offset;    // from the corner to the point
        float dot;           // gradient . offset
        float weight;        // the four sum to 1
    };
    std::array<Corner, 4> corners;  // (0, 0), (1, 0), (0, 1), (1, 1) in x and y
    glm::vec2 mixes;                // the dots interpolated along x: at the lower and the higher y
    float scale;                    // value is the mixes, interpolated along y, times this
    float value;
};

// `cell` and `fraction` are those of octave `octave`, counted from 0: the coordinate times its frequency. Throws
// std::invalid_argument unless the noise is `perlin` in 2 dimensions and has that octave; it has the first, even if
// filter_width leaves nothing of it.
Anatomy anatomy(const Noise& noise, glm::ivec2 cell, glm::vec2 fraction, unsigned octave = 0);

}  // namespace isonoise
