// fBm: a sum of octaves, each `lacunarity` times finer and `persistence` times weaker than the one before, divided by
// the sum of the amplitudes. Twin of core/isonoise/definition/fbm.hpp.
//
//   float perlinN_fbm(vecN p, uint seed, IsonoiseFbm fbm)
//
// One octave has the bits of the base noise. Range [-1, 1].
#ifndef ISONOISE_FBM_GLSL
#define ISONOISE_FBM_GLSL
#include "isonoise/perlin.glsl"

struct IsonoiseFbm {
    float octaves;        // 1..32; a fraction fades the last octave in
    float persistence;    // 0..2
    float lacunarity;     // 1..8
    float normalization;  // from isonoise::fbm() on the CPU, since GPU division is not exact
};

// True if there is another octave; `rest` counts those left, including it. The sum ends when an amplitude falls below
// 2^-60: anything further would be invisible, and no subnormal arises that a driver may flush.
bool isonoise_has_octave(float rest, float amplitude) {
    return rest > 0.0 && amplitude >= uintBitsToFloat(0x21800000u);
}

// The amplitude of an octave: a fractional octave gets that fraction of its amplitude.
float isonoise_faded(float amplitude, float rest) {
    ISO_PRECISE float r = ISO_EXACT(amplitude * (rest < 1.0 ? rest : 1.0));
    return r;
}

// Steps from one octave to the next along all axes. `factor` and `part` are isonoise_factor and isonoise_part of the
// lacunarity.
void isonoise_finer(inout uvec2 cell, inout vec2 f, float lacunarity, uint factor, float part) {
    isonoise_finer(cell.x, f.x, lacunarity, factor, part);
    isonoise_finer(cell.y, f.y, lacunarity, factor, part);
}
void isonoise_finer(inout uvec3 cell, inout vec3 f, float lacunarity, uint factor, float part) {
    isonoise_finer(cell.x, f.x, lacunarity, factor, part);
    isonoise_finer(cell.y, f.y, lacunarity, factor, part);
    isonoise_finer(cell.z, f.z, lacunarity, factor, part);
}
void isonoise_finer(inout uvec4 cell, inout vec4 f, float lacunarity, uint factor, float part) {
    isonoise_finer(cell.x, f.x, lacunarity, factor, part);
    isonoise_finer(cell.y, f.y, lacunarity, factor, part);
    isonoise_finer(cell.z, f.z, lacunarity, factor, part);
    isonoise_finer(cell.w, f.w, lacunarity, factor, part);
}

// The loops carry as few numbers as possible, since a driver that runs several pixels at once must also preserve those
// of finished pixels: an octave's index follows from `rest`, exactly. They check for another octave at their end, since
// such a driver runs the rest of a loop's body even if no pixel is left.
float perlin1_fbm(float p, uint seed, IsonoiseFbm fbm) {
    uint cell = uint(isonoise_whole(p));
    ISO_PRECISE float f = isonoise_fraction(p);
    ISO_PRECISE float sum = 0.0;
    ISO_PRECISE float amplitude = fbm.normalization;
    ISO_PRECISE float rest = fbm.octaves;
    if (!isonoise_has_octave(rest, amplitude)) return 0.0;
    uint factor = isonoise_factor(fbm.lacunarity);
    ISO_PRECISE float part = isonoise_part(factor);
    while (true) {
        ISO_PRECISE float i = ISO_EXACT(fbm.octaves - rest);
        uint octave_seed = seed ^ (uint(i) * ISONOISE_OCTAVE);
        ISO_PRECISE float n = isonoise_perlin(int(cell), f, octave_seed);
        sum = ISO_EXACT(sum + ISO_EXACT(isonoise_faded(amplitude, rest) * n));
        amplitude = ISO_EXACT(amplitude * fbm.persistence);
        rest = ISO_EXACT(rest - 1.0);
        if (!isonoise_has_octave(rest, amplitude)) break;
        isonoise_finer(cell, f, fbm.lacunarity, factor, part);
    }
    return isonoise_snap(sum);
}
float perlin2_fbm(vec2 p, uint seed, IsonoiseFbm fbm) {
    uvec2 cell = uvec2(isonoise_whole(p));
    ISO_PRECISE vec2 f = isonoise_fraction(p);
    ISO_PRECISE float sum = 0.0;
    ISO_PRECISE float amplitude = fbm.normalization;
    ISO_PRECISE float rest = fbm.octaves;
    if (!isonoise_has_octave(rest, amplitude)) return 0.0;
    uint factor = isonoise_factor(fbm.lacunarity);
    ISO_PRECISE float part = isonoise_part(factor);
    while (true) {
        ISO_PRECISE float i = ISO_EXACT(fbm.octaves - rest);
        uint octave_seed = seed ^ (uint(i) * ISONOISE_OCTAVE);
        ISO_PRECISE float n = isonoise_perlin(ivec2(cell), f, octave_seed);
        sum = ISO_EXACT(sum + ISO_EXACT(isonoise_faded(amplitude, rest) * n));
        amplitude = ISO_EXACT(amplitude * fbm.persistence);
        rest = ISO_EXACT(rest - 1.0);
        if (!isonoise_has_octave(rest, amplitude)) break;
        isonoise_finer(cell, f, fbm.lacunarity, factor, part);
    }
    return isonoise_snap(sum);
}
float perlin3_fbm(vec3 p, uint seed, IsonoiseFbm fbm) {
    uvec3 cell = uvec3(isonoise_whole(p));
    ISO_PRECISE vec3 f = isonoise_fraction(p);
    ISO_PRECISE float sum = 0.0;
    ISO_PRECISE float amplitude = fbm.normalization;
    ISO_PRECISE float rest = fbm.octaves;
    if (!isonoise_has_octave(rest, amplitude)) return 0.0;
    uint factor = isonoise_factor(fbm.lacunarity);
    ISO_PRECISE float part = isonoise_part(factor);
    while (true) {
        ISO_PRECISE float i = ISO_EXACT(fbm.octaves - rest);
        uint octave_seed = seed ^ (uint(i) * ISONOISE_OCTAVE);
        ISO_PRECISE float n = isonoise_perlin(ivec3(cell), f, octave_seed);
        sum = ISO_EXACT(sum + ISO_EXACT(isonoise_faded(amplitude, rest) * n));
        amplitude = ISO_EXACT(amplitude * fbm.persistence);
        rest = ISO_EXACT(rest - 1.0);
        if (!isonoise_has_octave(rest, amplitude)) break;
        isonoise_finer(cell, f, fbm.lacunarity, factor, part);
    }
    return isonoise_snap(sum);
}
float perlin4_fbm(vec4 p, uint seed, IsonoiseFbm fbm) {
    uvec4 cell = uvec4(isonoise_whole(p));
    ISO_PRECISE vec4 f = isonoise_fraction(p);
    ISO_PRECISE float sum = 0.0;
    ISO_PRECISE float amplitude = fbm.normalization;
    ISO_PRECISE float rest = fbm.octaves;
    if (!isonoise_has_octave(rest, amplitude)) return 0.0;
    uint factor = isonoise_factor(fbm.lacunarity);
    ISO_PRECISE float part = isonoise_part(factor);
    while (true) {
        ISO_PRECISE float i = ISO_EXACT(fbm.octaves - rest);
        uint octave_seed = seed ^ (uint(i) * ISONOISE_OCTAVE);
        ISO_PRECISE float n = isonoise_perlin(ivec4(cell), f, octave_seed);
        sum = ISO_EXACT(sum + ISO_EXACT(isonoise_faded(amplitude, rest) * n));
        amplitude = ISO_EXACT(amplitude * fbm.persistence);
        rest = ISO_EXACT(rest - 1.0);
        if (!isonoise_has_octave(rest, amplitude)) break;
        isonoise_finer(cell, f, fbm.lacunarity, factor, part);
    }
    return isonoise_snap(sum);
}
#endif
