// fBm: a sum of octaves, each `lacunarity` times finer and `persistence` times weaker than the one before, divided by
// the sum of the amplitudes. Twin of shaders/isonoise/fbm.glsl.
#pragma once

#include "isonoise/definition/perlin.hpp"
#include "isonoise/isonoise.hpp"

namespace isonoise::definition {

// True if there is another octave; `rest` counts those left, including it. The sum ends when an amplitude falls below
// 2^-60: anything further would be invisible, and no subnormal arises that a driver may flush.
inline bool has_octave(float rest, float amplitude) { return rest > 0.0f && amplitude >= 0x1p-60f; }

// The amplitude of an octave: a fractional octave gets that fraction of its amplitude.
inline float faded(float amplitude, float rest) { return amplitude * (rest < 1.0f ? rest : 1.0f); }

// The normalization of octaves: 1 / the sum of their amplitudes, a little less so that rounding never leaves [-1, 1]:
// each of up to 32 octaves rounds an amplitude, a product and a sum, less than 2^-18 together. Twin of
// shaders/isonoise/normalization.glsl.
inline float normalization(float octaves, float persistence) {
    double sum = 0.0;
    float amplitude = 1.0f;
    for (float i = 0.0f; i < octaves; i = i + 1.0f) {
        sum += double(faded(amplitude, octaves - i));
        amplitude = amplitude * persistence;
    }
    return octaves > 1.0f ? float((1.0 - 0x1p-18) / sum) : 1.0f;
}

// Steps from one octave to the next along all axes.
template <int n> void finer(uvec<n>& cell, vec<n>& f, float lacunarity) {
    for (int c = 0; c < n; ++c)
        finer(cell[c], f[c], lacunarity);
}

template <int n> float perlin(vec<n> p, uint seed, const Fbm& fbm) {
    uvec<n> cell = uvec<n>(whole(p));
    vec<n> f = fraction(p);
    float sum = 0.0f;
    float amplitude = fbm.normalization;
    for (uint i = 0u; has_octave(fbm.octaves - float(i), amplitude); ++i) {
        vec<n> unused;
        const float octave = perlin<n>(ivec<n>(cell), f, seed ^ (i * kOctave), uvec<n>(0u), unused);
        sum = sum + faded(amplitude, fbm.octaves - float(i)) * octave;
        amplitude = amplitude * fbm.persistence;
        finer<n>(cell, f, fbm.lacunarity);
    }
    return snap(sum);
}
inline float perlin1_fbm(vec<1> p, uint seed, const Fbm& fbm) { return perlin<1>(p, seed, fbm); }
inline float perlin2_fbm(vec<2> p, uint seed, const Fbm& fbm) { return perlin<2>(p, seed, fbm); }
inline float perlin3_fbm(vec<3> p, uint seed, const Fbm& fbm) { return perlin<3>(p, seed, fbm); }
inline float perlin4_fbm(vec<4> p, uint seed, const Fbm& fbm) { return perlin<4>(p, seed, fbm); }

}  // namespace isonoise::definition
