// fBm: a sum of octaves, each `lacunarity` times finer and `persistence` times weaker than the one before, divided by
// the sum of the amplitudes. Twin of core/isonoise/fbm.cpp, where one template stands for the eight loops here.
//
//   float perlinN_fbm(vecN p, uint seed, IsonoiseFbm fbm)
//   float improvedN_fbm(vecN p, IsonoiseFbm fbm)
//
// With one octave it has the bits of the base noise.
#include "isonoise/perlin.glsl"
#include "isonoise/improved.glsl"

struct IsonoiseFbm {
    float octaves;        // 1..32; a fraction fades the last octave in
    float persistence;    // 0..2
    float lacunarity;     // 1..8
    float normalization;  // 1 / sum of the amplitudes, from the CPU: a GPU's division is not exact
};

// Whether there is an octave i. The sum ends where an amplitude falls below 2^-64: nothing that it adds could be seen, and
// no subnormal arises that a driver may flush.
bool isonoise_has_octave(IsonoiseFbm fbm, int i, float amplitude) {
    return float(i) < fbm.octaves && amplitude >= uintBitsToFloat(0x1F800000u);
}

// The amplitude of octave i: a fraction of an octave counts as that fraction of its amplitude.
float isonoise_faded(float amplitude, float octaves, float i) {
    precise float rest = octaves - i;
    precise float faded = amplitude * rest;
    return rest < 1.0 ? faded : amplitude;
}

float perlin1_fbm(float p, uint seed, IsonoiseFbm fbm) {
    precise float sum = 0.0;
    precise float amplitude = 1.0;
    precise float q = isonoise_guard(p);
    for (int i = 0; isonoise_has_octave(fbm, i, amplitude); ++i) {
        precise float cell = floor(q);
        precise float f = q - cell;
        precise float n = perlin1(int(cell), f, seed ^ (uint(i) * ISONOISE_OCTAVE));
        sum = sum + isonoise_faded(amplitude, fbm.octaves, float(i)) * n;
        amplitude = amplitude * fbm.persistence;
        precise float finer = q * fbm.lacunarity;
        q = isonoise_guard(finer);
    }
    precise float r = sum * fbm.normalization;
    return r;
}
float perlin2_fbm(vec2 p, uint seed, IsonoiseFbm fbm) {
    precise float sum = 0.0;
    precise float amplitude = 1.0;
    precise vec2 q = isonoise_guard(p);
    for (int i = 0; isonoise_has_octave(fbm, i, amplitude); ++i) {
        precise vec2 cell = floor(q);
        precise vec2 f = q - cell;
        precise float n = perlin2(ivec2(cell), f, seed ^ (uint(i) * ISONOISE_OCTAVE));
        sum = sum + isonoise_faded(amplitude, fbm.octaves, float(i)) * n;
        amplitude = amplitude * fbm.persistence;
        precise vec2 finer = q * fbm.lacunarity;
        q = isonoise_guard(finer);
    }
    precise float r = sum * fbm.normalization;
    return r;
}
float perlin3_fbm(vec3 p, uint seed, IsonoiseFbm fbm) {
    precise float sum = 0.0;
    precise float amplitude = 1.0;
    precise vec3 q = isonoise_guard(p);
    for (int i = 0; isonoise_has_octave(fbm, i, amplitude); ++i) {
        precise vec3 cell = floor(q);
        precise vec3 f = q - cell;
        precise float n = perlin3(ivec3(cell), f, seed ^ (uint(i) * ISONOISE_OCTAVE));
        sum = sum + isonoise_faded(amplitude, fbm.octaves, float(i)) * n;
        amplitude = amplitude * fbm.persistence;
        precise vec3 finer = q * fbm.lacunarity;
        q = isonoise_guard(finer);
    }
    precise float r = sum * fbm.normalization;
    return r;
}
float perlin4_fbm(vec4 p, uint seed, IsonoiseFbm fbm) {
    precise float sum = 0.0;
    precise float amplitude = 1.0;
    precise vec4 q = isonoise_guard(p);
    for (int i = 0; isonoise_has_octave(fbm, i, amplitude); ++i) {
        precise vec4 cell = floor(q);
        precise vec4 f = q - cell;
        precise float n = perlin4(ivec4(cell), f, seed ^ (uint(i) * ISONOISE_OCTAVE));
        sum = sum + isonoise_faded(amplitude, fbm.octaves, float(i)) * n;
        amplitude = amplitude * fbm.persistence;
        precise vec4 finer = q * fbm.lacunarity;
        q = isonoise_guard(finer);
    }
    precise float r = sum * fbm.normalization;
    return r;
}
float improved1_fbm(float p, IsonoiseFbm fbm) {
    precise float sum = 0.0;
    precise float amplitude = 1.0;
    precise float q = isonoise_guard(p);
    for (int i = 0; isonoise_has_octave(fbm, i, amplitude); ++i) {
        precise float cell = floor(q);
        precise float f = q - cell;
        precise float n = improved1(int(cell), f);
        sum = sum + isonoise_faded(amplitude, fbm.octaves, float(i)) * n;
        amplitude = amplitude * fbm.persistence;
        precise float finer = q * fbm.lacunarity;
        q = isonoise_guard(finer);
    }
    precise float r = sum * fbm.normalization;
    return r;
}
float improved2_fbm(vec2 p, IsonoiseFbm fbm) {
    precise float sum = 0.0;
    precise float amplitude = 1.0;
    precise vec2 q = isonoise_guard(p);
    for (int i = 0; isonoise_has_octave(fbm, i, amplitude); ++i) {
        precise vec2 cell = floor(q);
        precise vec2 f = q - cell;
        precise float n = improved2(ivec2(cell), f);
        sum = sum + isonoise_faded(amplitude, fbm.octaves, float(i)) * n;
        amplitude = amplitude * fbm.persistence;
        precise vec2 finer = q * fbm.lacunarity;
        q = isonoise_guard(finer);
    }
    precise float r = sum * fbm.normalization;
    return r;
}
float improved3_fbm(vec3 p, IsonoiseFbm fbm) {
    precise float sum = 0.0;
    precise float amplitude = 1.0;
    precise vec3 q = isonoise_guard(p);
    for (int i = 0; isonoise_has_octave(fbm, i, amplitude); ++i) {
        precise vec3 cell = floor(q);
        precise vec3 f = q - cell;
        precise float n = improved3(ivec3(cell), f);
        sum = sum + isonoise_faded(amplitude, fbm.octaves, float(i)) * n;
        amplitude = amplitude * fbm.persistence;
        precise vec3 finer = q * fbm.lacunarity;
        q = isonoise_guard(finer);
    }
    precise float r = sum * fbm.normalization;
    return r;
}
float improved4_fbm(vec4 p, IsonoiseFbm fbm) {
    precise float sum = 0.0;
    precise float amplitude = 1.0;
    precise vec4 q = isonoise_guard(p);
    for (int i = 0; isonoise_has_octave(fbm, i, amplitude); ++i) {
        precise vec4 cell = floor(q);
        precise vec4 f = q - cell;
        precise float n = improved4(ivec4(cell), f);
        sum = sum + isonoise_faded(amplitude, fbm.octaves, float(i)) * n;
        amplitude = amplitude * fbm.persistence;
        precise vec4 finer = q * fbm.lacunarity;
        q = isonoise_guard(finer);
    }
    precise float r = sum * fbm.normalization;
    return r;
}
