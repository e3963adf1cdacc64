// `perlin`: seeded Perlin noise in 1D to 4D, the default algorithm. Twin of shaders/isonoise/perlin.glsl.
//
// Range [-1, 1]; 0 at every lattice point. Quintic fade.
#pragma once

#include "isonoise/definition/gradient.hpp"

namespace isonoise::definition {

// In a cell, at fraction f of it, each in [0, 1]; repeats after `period` cells, 1 to 2^31 - 1; 0: no period. Also
// returns the derivative by each coordinate.
template <int n> float perlin(ivec<n> cell, vec<n> f, uint seed, uvec<n> period, vec<n>& gradient) {
    const Ends<n> k = keys<n>(ends<n>(wrap<n>(cell, period), period), seeded(seed));
    const float value = noise<n>(vectors<n>(hashes<n>(k)), f, quintic<n>(f), quintic_slope<n>(f), gradient);
    gradient = scaled(gradient, kScale<n>);
    return scaled(value, kScale<n>);
}

}  // namespace isonoise::definition
