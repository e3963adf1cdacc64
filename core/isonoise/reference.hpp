// The noise by its definition (definition/): scalar, slow, and short enough to read. The functions of isonoise.hpp and
// batch.hpp return the same bits. Not installed.
#pragma once

#include "isonoise/isonoise.hpp"

namespace isonoise {

// Like Noise's functions at a coordinate, and at a cell and a fraction. `gradient` gets the derivatives if the
// algorithm has them, or for fractal eroded the accumulated slope; components beyond `dim` are 0.
float reference(const Noise& noise, const glm::vec4& p, glm::vec4& gradient);
float reference(const Noise& noise, const glm::ivec4& cell, const glm::vec4& fraction, glm::vec4& gradient);
float reference(const Noise& noise, const detail::uvec4& cell, const detail::vec4& fraction, float* gradient);

// Like perlin1_fbm() to perlin4_fbm().
float reference_fbm(int dim, const glm::vec4& p, std::uint32_t seed, const Fbm& fbm);

// The integers behind a value, unaffected by rounding, so tests can compare them exactly.
struct Integers {
    std::array<std::uint32_t, 4> cell;    // in octave 0
    std::array<std::uint32_t, 4> hashes;  // at the cell's lowest and highest corner: hash, choice, hash, choice
    bool operator==(const Integers&) const = default;
};
Integers integers(const Noise& noise, const glm::vec4& p);

}  // namespace isonoise
