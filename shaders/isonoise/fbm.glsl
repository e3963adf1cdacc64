// fBm: a sum of octaves, each `lacunarity` times finer and `persistence` times weaker than the one before, divided by
// the sum of the amplitudes. Twin of core/isonoise/fbm.cpp.
//
//   float perlinN_fbm(vecN p, uint seed, IsonoiseFbm fbm)
//
// With one octave it has the bits of the base noise. Range [-1, 1].
#ifndef ISONOISE_FBM_GLSL
#define ISONOISE_FBM_GLSL
#include "isonoise/perlin.glsl"

struct IsonoiseFbm {
    float octaves;        // 1..32; a fraction fades the last octave in
    float persistence;    // 0..2
    float lacunarity;     // 1..8
    float normalization;  // isonoise::fbm() computes it on the CPU: a GPU's division is not exact
};

// Whether there is an octave with `rest` left, itself included. The sum ends where an amplitude falls below 2^-60:
// nothing that it adds could be seen, and no subnormal arises that a driver may flush.
bool isonoise_has_octave(float rest, float amplitude) {
    return rest > 0.0 && amplitude >= uintBitsToFloat(0x21800000u);
}

// The amplitude of an octave: a fraction of an octave counts as that fraction of its amplitude.
float isonoise_faded(float amplitude, float rest) {
    precise float r = EXACT(amplitude * (rest < 1.0 ? rest : 1.0));
    return r;
}

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

// The loops carry as few numbers as may be, since a driver that runs several pixels in one go has to keep those of the
// pixels that are done: an octave's index follows from `rest`, exactly. They ask for an octave at their end, since such
// a driver runs the rest of a loop's body even if no pixel is left.
float perlin1_fbm(float p, uint seed, IsonoiseFbm fbm) {
    precise float c = floor(p);
    precise float left = EXACT(p - c);
    precise float f = isonoise_guarded(p, left);
    uint cell = uint(int(isonoise_guarded(p, c)));
    precise float sum = 0.0;
    precise float amplitude = fbm.normalization;
    precise float rest = fbm.octaves;
    if (!isonoise_has_octave(rest, amplitude)) return 0.0;
    uint factor = isonoise_factor(fbm.lacunarity);
    precise float part = isonoise_part(factor);
    while (true) {
        precise float i = EXACT(fbm.octaves - rest);
        uint mixed = isonoise_mix(seed ^ (uint(i) * ISONOISE_OCTAVE));
        precise float n = isonoise_perlin1_kernel(isonoise_ends(cell), mixed, f, isonoise_quintic(f));
        sum = EXACT(sum + EXACT(isonoise_faded(amplitude, rest) * isonoise_snap(n)));
        amplitude = EXACT(amplitude * fbm.persistence);
        rest = EXACT(rest - 1.0);
        if (!isonoise_has_octave(rest, amplitude)) break;
        isonoise_finer(cell, f, fbm.lacunarity, factor, part);
    }
    return isonoise_snap(sum);
}
float perlin2_fbm(vec2 p, uint seed, IsonoiseFbm fbm) {
    precise vec2 c = floor(p);
    precise vec2 left = EXACT(p - c);
    precise vec2 f = isonoise_guarded(p, left);
    uvec2 cell = uvec2(ivec2(isonoise_guarded(p, c)));
    precise float sum = 0.0;
    precise float amplitude = fbm.normalization;
    precise float rest = fbm.octaves;
    if (!isonoise_has_octave(rest, amplitude)) return 0.0;
    uint factor = isonoise_factor(fbm.lacunarity);
    precise float part = isonoise_part(factor);
    while (true) {
        precise float i = EXACT(fbm.octaves - rest);
        uint mixed = isonoise_mix(seed ^ (uint(i) * ISONOISE_OCTAVE));
        precise float n = isonoise_perlin2_kernel(isonoise_ends(cell.x), isonoise_ends(cell.y), mixed, f, isonoise_quintic(f));
        precise float r = isonoise_scaled(n, ISONOISE_SCALE2, ISONOISE_LEAST2);
        sum = EXACT(sum + EXACT(isonoise_faded(amplitude, rest) * r));
        amplitude = EXACT(amplitude * fbm.persistence);
        rest = EXACT(rest - 1.0);
        if (!isonoise_has_octave(rest, amplitude)) break;
        isonoise_finer(cell, f, fbm.lacunarity, factor, part);
    }
    return isonoise_snap(sum);
}
float perlin3_fbm(vec3 p, uint seed, IsonoiseFbm fbm) {
    precise vec3 c = floor(p);
    precise vec3 left = EXACT(p - c);
    precise vec3 f = isonoise_guarded(p, left);
    uvec3 cell = uvec3(ivec3(isonoise_guarded(p, c)));
    precise float sum = 0.0;
    precise float amplitude = fbm.normalization;
    precise float rest = fbm.octaves;
    if (!isonoise_has_octave(rest, amplitude)) return 0.0;
    uint factor = isonoise_factor(fbm.lacunarity);
    precise float part = isonoise_part(factor);
    while (true) {
        precise float i = EXACT(fbm.octaves - rest);
        uint mixed = isonoise_mix(seed ^ (uint(i) * ISONOISE_OCTAVE));
        precise float n = isonoise_perlin3_kernel(isonoise_ends(cell.x), isonoise_ends(cell.y), isonoise_ends(cell.z), mixed, f, isonoise_quintic(f));
        precise float r = isonoise_scaled(n, ISONOISE_SCALE3, ISONOISE_LEAST3);
        sum = EXACT(sum + EXACT(isonoise_faded(amplitude, rest) * r));
        amplitude = EXACT(amplitude * fbm.persistence);
        rest = EXACT(rest - 1.0);
        if (!isonoise_has_octave(rest, amplitude)) break;
        isonoise_finer(cell, f, fbm.lacunarity, factor, part);
    }
    return isonoise_snap(sum);
}
float perlin4_fbm(vec4 p, uint seed, IsonoiseFbm fbm) {
    precise vec4 c = floor(p);
    precise vec4 left = EXACT(p - c);
    precise vec4 f = isonoise_guarded(p, left);
    uvec4 cell = uvec4(ivec4(isonoise_guarded(p, c)));
    precise float sum = 0.0;
    precise float amplitude = fbm.normalization;
    precise float rest = fbm.octaves;
    if (!isonoise_has_octave(rest, amplitude)) return 0.0;
    uint factor = isonoise_factor(fbm.lacunarity);
    precise float part = isonoise_part(factor);
    while (true) {
        precise float i = EXACT(fbm.octaves - rest);
        uint mixed = isonoise_mix(seed ^ (uint(i) * ISONOISE_OCTAVE));
        precise float n = isonoise_perlin4_kernel(isonoise_ends(cell.x), isonoise_ends(cell.y), isonoise_ends(cell.z), isonoise_ends(cell.w), mixed, f, isonoise_quintic(f));
        precise float r = isonoise_scaled(n, ISONOISE_SCALE4, ISONOISE_LEAST4);
        sum = EXACT(sum + EXACT(isonoise_faded(amplitude, rest) * r));
        amplitude = EXACT(amplitude * fbm.persistence);
        rest = EXACT(rest - 1.0);
        if (!isonoise_has_octave(rest, amplitude)) break;
        isonoise_finer(cell, f, fbm.lacunarity, factor, part);
    }
    return isonoise_snap(sum);
}
#endif
