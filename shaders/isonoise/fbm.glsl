// fBm: a sum of octaves, each `lacunarity` times finer and `persistence` times weaker than the one before, divided by
// the sum of the amplitudes. Twin of core/isonoise/fbm.cpp.
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

// The amplitude of octave i: a fraction of an octave counts as that fraction of its amplitude.
float isonoise_faded(float amplitude, float octaves, float i) {
    precise float rest = octaves - i;
    precise float faded = amplitude * rest;
    return rest < 1.0 ? faded : amplitude;
}

// GLSL has no templates: NAME takes a VEC, OCTAVE(cell, fraction, i) is the value of octave i there. The sum ends where
// an amplitude falls below 2^-64: nothing that it adds could be seen, and no subnormal arises that a driver may flush.
#define ISONOISE_FBM(NAME, VEC, IVEC, SEED, OCTAVE)                                                                    \
    float NAME(VEC p SEED, IsonoiseFbm fbm) {                                                                          \
        precise float sum = 0.0;                                                                                       \
        precise float amplitude = 1.0;                                                                                 \
        precise VEC q = isonoise_guard(p);                                                                             \
        for (int i = 0; float(i) < fbm.octaves && amplitude >= uintBitsToFloat(0x1F800000u); ++i) {                         \
            precise VEC cell = floor(q);                                                                               \
            precise VEC f = q - cell;                                                                                  \
            precise float n = OCTAVE(IVEC(cell), f, uint(i));                                                          \
            sum = sum + isonoise_faded(amplitude, fbm.octaves, float(i)) * n;                                      \
            amplitude = amplitude * fbm.persistence;                                                                   \
            precise VEC finer = q * fbm.lacunarity;                                                                    \
            q = isonoise_guard(finer);                                                                                 \
        }                                                                                                              \
        precise float r = sum * fbm.normalization;                                                                     \
        return r;                                                                                                      \
    }

#define ISONOISE_SEED , uint seed
#define ISONOISE_PERLIN1(C, F, I) perlin1(C, F, seed ^ ((I) * ISONOISE_OCTAVE))
#define ISONOISE_PERLIN2(C, F, I) perlin2(C, F, seed ^ ((I) * ISONOISE_OCTAVE))
#define ISONOISE_PERLIN3(C, F, I) perlin3(C, F, seed ^ ((I) * ISONOISE_OCTAVE))
#define ISONOISE_PERLIN4(C, F, I) perlin4(C, F, seed ^ ((I) * ISONOISE_OCTAVE))
ISONOISE_FBM(perlin1_fbm, float, int, ISONOISE_SEED, ISONOISE_PERLIN1)
ISONOISE_FBM(perlin2_fbm, vec2, ivec2, ISONOISE_SEED, ISONOISE_PERLIN2)
ISONOISE_FBM(perlin3_fbm, vec3, ivec3, ISONOISE_SEED, ISONOISE_PERLIN3)
ISONOISE_FBM(perlin4_fbm, vec4, ivec4, ISONOISE_SEED, ISONOISE_PERLIN4)

#define ISONOISE_NO_SEED
#define ISONOISE_IMPROVED1(C, F, I) improved1(C, F)
#define ISONOISE_IMPROVED2(C, F, I) improved2(C, F)
#define ISONOISE_IMPROVED3(C, F, I) improved3(C, F)
#define ISONOISE_IMPROVED4(C, F, I) improved4(C, F)
ISONOISE_FBM(improved1_fbm, float, int, ISONOISE_NO_SEED, ISONOISE_IMPROVED1)
ISONOISE_FBM(improved2_fbm, vec2, ivec2, ISONOISE_NO_SEED, ISONOISE_IMPROVED2)
ISONOISE_FBM(improved3_fbm, vec3, ivec3, ISONOISE_NO_SEED, ISONOISE_IMPROVED3)
ISONOISE_FBM(improved4_fbm, vec4, ivec4, ISONOISE_NO_SEED, ISONOISE_IMPROVED4)
