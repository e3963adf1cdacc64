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

template <int n> float perlin_fbm(vec<n> p, uint seed, const Fbm& fbm) {
    uvec<n> cell = uvec<n>(whole(p));
    vec<n> f = fraction(p);
    float sum = 0.0f;
    float amplitude = fbm.normalization;
    for (uint i = 0u; has_octave(fbm.octaves - float(i), amplitude); ++i) {
        vec<n> unused;
        const float octave = perlin<n>(ivec<n>(cell), f, seed ^ (i * kOctave), uvec<n>(0u), unused);
        sum = sum + faded(amplitude, fbm.octaves - float(i)) * octave;
        amplitude = amplitude * fbm.persistence;
        for (int c = 0; c < n; ++c)
            finer(cell[c], f[c], fbm.lacunarity);
    }
    return snap(sum);
}

}  // namespace isonoise::definition
