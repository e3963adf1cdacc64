// `perlin`: seeded Perlin noise in 1D to 4D, the default algorithm. Twin of shaders/isonoise/perlin.glsl.
//
// Range [-1, 1]; 0 at every lattice point. Quintic fade.
#pragma once

#include "isonoise/definition/gradient.hpp"

namespace isonoise::definition {

// In a cell, at fraction f of it, each in [0, 1]; repeats after `period` cells, 1 to 2^31 - 1; 0: no period. Also
// returns the derivative by each coordinate.
template <int n> float perlin(ivec<n> cell, vec<n> f, uint seed, uvec<n> period, vec<n>& gradient) {
    const Corners<uint, n> h = hashes<n>(cell, seed, period);
    const float v = noise<n>(h, f, quintic<n>(f), quintic_slope<n>(f), gradient);
    const float scale = n == 1 ? 1.0f : n == 2 ? kScale2 : n == 3 ? kScale3 : kScale4;
    gradient = scaled(gradient, scale);
    return scaled(v, scale);
}
// At a coordinate.
template <int n> float perlin(vec<n> p, uint seed, uvec<n> period, vec<n>& gradient) {
    return perlin<n>(whole(p), fraction(p), seed, period, gradient);
}

inline float perlin1(vec<1> p, uint seed) {
    vec<1> g;
    return perlin<1>(p, seed, uvec<1>(0u), g);
}
inline float perlin1_gradient(vec<1> p, uint seed, vec<1>& gradient) {
    return perlin<1>(p, seed, uvec<1>(0u), gradient);
}
inline float perlin1_periodic(vec<1> p, uint seed, uvec<1> period) {
    vec<1> g;
    return perlin<1>(p, seed, period, g);
}
inline float perlin1_periodic_gradient(vec<1> p, uint seed, uvec<1> period, vec<1>& gradient) {
    return perlin<1>(p, seed, period, gradient);
}

inline float perlin2(vec<2> p, uint seed) {
    vec<2> g;
    return perlin<2>(p, seed, uvec<2>(0u), g);
}
inline float perlin2_gradient(vec<2> p, uint seed, vec<2>& gradient) {
    return perlin<2>(p, seed, uvec<2>(0u), gradient);
}
inline float perlin2_periodic(vec<2> p, uint seed, uvec<2> period) {
    vec<2> g;
    return perlin<2>(p, seed, period, g);
}
inline float perlin2_periodic_gradient(vec<2> p, uint seed, uvec<2> period, vec<2>& gradient) {
    return perlin<2>(p, seed, period, gradient);
}

inline float perlin3(vec<3> p, uint seed) {
    vec<3> g;
    return perlin<3>(p, seed, uvec<3>(0u), g);
}
inline float perlin3_gradient(vec<3> p, uint seed, vec<3>& gradient) {
    return perlin<3>(p, seed, uvec<3>(0u), gradient);
}
inline float perlin3_periodic(vec<3> p, uint seed, uvec<3> period) {
    vec<3> g;
    return perlin<3>(p, seed, period, g);
}
inline float perlin3_periodic_gradient(vec<3> p, uint seed, uvec<3> period, vec<3>& gradient) {
    return perlin<3>(p, seed, period, gradient);
}

inline float perlin4(vec<4> p, uint seed) {
    vec<4> g;
    return perlin<4>(p, seed, uvec<4>(0u), g);
}
inline float perlin4_gradient(vec<4> p, uint seed, vec<4>& gradient) {
    return perlin<4>(p, seed, uvec<4>(0u), gradient);
}
inline float perlin4_periodic(vec<4> p, uint seed, uvec<4> period) {
    vec<4> g;
    return perlin<4>(p, seed, period, g);
}
inline float perlin4_periodic_gradient(vec<4> p, uint seed, uvec<4> period, vec<4>& gradient) {
    return perlin<4>(p, seed, period, gradient);
}

}  // namespace isonoise::definition
