// The integers behind a value, untouched by rounding: for tests that compare exactly. Not installed.
#pragma once

#include "isonoise/isonoise.hpp"

namespace isonoise {

struct Integers {
    std::array<std::uint32_t, 4> cell;    // in octave 0
    std::array<std::uint32_t, 4> hashes;  // at the cell's lowest and highest corner: hash, choice, hash, choice
    bool operator==(const Integers&) const = default;
};
Integers integers(const Noise& noise, const glm::vec4& p);

}  // namespace isonoise
