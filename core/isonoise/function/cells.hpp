// A function at an integer cell and a fraction, by rewriting its text: values that are sums of the point's coordinates
// and multiples of them become a whole part and a fraction, which stay exact at any distance from 0.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "isonoise/function/reading/tree.hpp"

namespace isonoise::function {

struct CellText {
    std::string text;
    // Where a coordinate is rounded to a float, as "islands.glsl:5:12"; each place once.
    std::vector<std::string> rounded;
};

// Returns the text of `noise_cell(ivecN cell, vecN fraction)` and of the functions that it needs, to be put behind the
// user's text. `program` is parsed and annotated, as glsl::needed() leaves it; `main` is its function noise, or
// noise_gradient for `noise_gradient_cell(ivecN cell, vecN fraction, out vecN gradient)`.
//
// A float or a vector of floats stays exact if it is made of the point by + and -, by * with a number, by swizzles,
// vec2() to vec4(), floor, ceil, abs, mix, dot with a number and ?:, and through variables and functions. Noises take
// its cell and fraction, int() its cell, fract() its fraction; everything else takes the nearest float.
CellText cell_text(const glsl::Program& program, std::size_t main);

}  // namespace isonoise::function
