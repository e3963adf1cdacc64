// The integers behind a value, untouched by rounding: for tests that compare exactly. Not installed.
#pragma once

#include "isonoise/isonoise.hpp"

namespace isonoise {

struct Integers {
    glm::uvec4 cell;    // in octave 0
    glm::uvec4 hashes;  // at the cell's lowest and highest corner: hash, choice, hash, choice
    bool operator==(const Integers&) const = default;
};
Integers integers(const Noise& noise, glm::vec4 p);

}  // namespace isonoise
