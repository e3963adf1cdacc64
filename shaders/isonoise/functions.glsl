// fBm as functions of the user call it, with its normalization worked out in floats. Twin of
// core/isonoise/definition/functions.hpp.
//
//   float perlinN_fbm(vecN p, uint seed, float octaves, float persistence, float lacunarity)
//   float perlinN_fbm_gradient(vecN p, uint seed, float octaves, float persistence, float lacunarity,
//                              out vecN gradient)
#ifndef ISONOISE_FUNCTIONS_GLSL
#define ISONOISE_FUNCTIONS_GLSL
#include "isonoise/fbm.glsl"
#include "isonoise/math.glsl"

// Within the range of a setting, which also keeps loops short; NaN is the lower end.
float isonoise_limited(float x, float low, float high) { return x > low ? (x < high ? x : high) : low; }

// (1 - 2^-18) / the sum of the amplitudes, which is a sum of two floats, so that it rounds as in double precision.
// (T. J. Dekker, 1971; D. E. Knuth, 1969)
float isonoise_normalization_of(float octaves, float persistence) {
    ISO_PRECISE float sum = 0.0;
    ISO_PRECISE float lost = 0.0;
    ISO_PRECISE float amplitude = 1.0;
    ISO_PRECISE float i = 0.0;
    while (i < octaves) {
        ISO_PRECISE float a = isonoise_faded(amplitude, ISO_EXACT(octaves - i));
        ISO_PRECISE float s = ISO_EXACT(sum + a);
        ISO_PRECISE float b = ISO_EXACT(s - sum);
        lost = ISO_EXACT(lost + ISO_EXACT(ISO_EXACT(sum - ISO_EXACT(s - b)) + ISO_EXACT(a - b)));
        sum = s;
        amplitude = ISO_EXACT(amplitude * persistence);
        i = ISO_EXACT(i + 1.0);
    }
    ISO_PRECISE float h = ISO_EXACT(sum + lost);
    ISO_PRECISE float l = ISO_EXACT(lost - ISO_EXACT(h - sum));
    ISO_PRECISE float most = 262143.0 / 262144.0;
    ISO_PRECISE float q = isonoise_divide(most, h);
    ISO_PRECISE float q1 = isonoise_high(q);
    ISO_PRECISE float q2 = ISO_EXACT(q - q1);
    ISO_PRECISE float h1 = isonoise_high(h);
    ISO_PRECISE float h2 = ISO_EXACT(h - h1);
    ISO_PRECISE float p = ISO_EXACT(q * h);
    ISO_PRECISE float middle = ISO_EXACT(ISO_EXACT(q1 * h2) + ISO_EXACT(q2 * h1));
    ISO_PRECISE float e = ISO_EXACT(ISO_EXACT(ISO_EXACT(ISO_EXACT(q1 * h1) - p) + middle) + ISO_EXACT(q2 * h2));
    ISO_PRECISE float rest = ISO_EXACT(ISO_EXACT(ISO_EXACT(most - p) - e) - ISO_EXACT(q * l));
    ISO_PRECISE float r = ISO_EXACT(q + isonoise_divide(rest, h));
    return octaves > 1.0 ? r : 1.0;
}

IsonoiseFbm isonoise_fbm_of(float octaves, float persistence, float lacunarity) {
    ISO_PRECISE float o = isonoise_limited(octaves, 1.0, 32.0);
    ISO_PRECISE float p = isonoise_limited(persistence, 0.0, 2.0);
    return IsonoiseFbm(o, p, isonoise_limited(lacunarity, 1.0, 8.0), isonoise_normalization_of(o, p));
}
float perlin1_fbm(float p, uint seed, float octaves, float persistence, float lacunarity) {
    return perlin1_fbm(p, seed, isonoise_fbm_of(octaves, persistence, lacunarity));
}
float perlin2_fbm(vec2 p, uint seed, float octaves, float persistence, float lacunarity) {
    return perlin2_fbm(p, seed, isonoise_fbm_of(octaves, persistence, lacunarity));
}
float perlin3_fbm(vec3 p, uint seed, float octaves, float persistence, float lacunarity) {
    return perlin3_fbm(p, seed, isonoise_fbm_of(octaves, persistence, lacunarity));
}
float perlin4_fbm(vec4 p, uint seed, float octaves, float persistence, float lacunarity) {
    return perlin4_fbm(p, seed, isonoise_fbm_of(octaves, persistence, lacunarity));
}

// Also the derivative by each coordinate: each octave's, times its amplitude and how much finer it is. (The first
// octave always is there: the normalization exceeds 2^-60.)
float perlin1_fbm_gradient(float p, uint seed, float octaves, float persistence, float lacunarity, out float gradient) {
    IsonoiseFbm fbm = isonoise_fbm_of(octaves, persistence, lacunarity);
    uint cell = uint(isonoise_whole(p));
    ISO_PRECISE float f = isonoise_fraction(p);
    ISO_PRECISE float sum = 0.0;
    ISO_PRECISE float slopes = 0.0;
    ISO_PRECISE float amplitude = fbm.normalization;
    ISO_PRECISE float slope = 1.0;
    ISO_PRECISE float ratio = ISO_EXACT(fbm.persistence * fbm.lacunarity);
    ISO_PRECISE float rest = fbm.octaves;
    uint factor = isonoise_factor(fbm.lacunarity);
    ISO_PRECISE float part = isonoise_part(factor);
    while (true) {
        ISO_PRECISE float i = ISO_EXACT(fbm.octaves - rest);
        uint octave_seed = seed ^ (uint(i) * ISONOISE_OCTAVE);
        ISO_PRECISE float g;
        ISO_PRECISE float n = isonoise_perlin(int(cell), f, octave_seed, g);
        sum = ISO_EXACT(sum + ISO_EXACT(isonoise_faded(amplitude, rest) * n));
        slopes = ISO_EXACT(slopes + ISO_EXACT(isonoise_faded(slope, rest) * g));
        amplitude = ISO_EXACT(amplitude * fbm.persistence);
        slope = ISO_EXACT(slope * ratio);
        rest = ISO_EXACT(rest - 1.0);
        if (!isonoise_has_octave(rest, amplitude)) break;
        isonoise_finer(cell, f, fbm.lacunarity, factor, part);
    }
    gradient = isonoise_snap(ISO_EXACT(slopes * fbm.normalization));
    return isonoise_snap(sum);
}
float perlin2_fbm_gradient(vec2 p, uint seed, float octaves, float persistence, float lacunarity, out vec2 gradient) {
    IsonoiseFbm fbm = isonoise_fbm_of(octaves, persistence, lacunarity);
    uvec2 cell = uvec2(isonoise_whole(p));
    ISO_PRECISE vec2 f = isonoise_fraction(p);
    ISO_PRECISE float sum = 0.0;
    ISO_PRECISE vec2 slopes = vec2(0.0);
    ISO_PRECISE float amplitude = fbm.normalization;
    ISO_PRECISE float slope = 1.0;
    ISO_PRECISE float ratio = ISO_EXACT(fbm.persistence * fbm.lacunarity);
    ISO_PRECISE float rest = fbm.octaves;
    uint factor = isonoise_factor(fbm.lacunarity);
    ISO_PRECISE float part = isonoise_part(factor);
    while (true) {
        ISO_PRECISE float i = ISO_EXACT(fbm.octaves - rest);
        uint octave_seed = seed ^ (uint(i) * ISONOISE_OCTAVE);
        ISO_PRECISE vec2 g;
        ISO_PRECISE float n = isonoise_perlin(ivec2(cell), f, octave_seed, g);
        sum = ISO_EXACT(sum + ISO_EXACT(isonoise_faded(amplitude, rest) * n));
        slopes = ISO_EXACT(slopes + ISO_EXACT(isonoise_faded(slope, rest) * g));
        amplitude = ISO_EXACT(amplitude * fbm.persistence);
        slope = ISO_EXACT(slope * ratio);
        rest = ISO_EXACT(rest - 1.0);
        if (!isonoise_has_octave(rest, amplitude)) break;
        isonoise_finer(cell, f, fbm.lacunarity, factor, part);
    }
    gradient = isonoise_snap(ISO_EXACT(slopes * fbm.normalization));
    return isonoise_snap(sum);
}
float perlin3_fbm_gradient(vec3 p, uint seed, float octaves, float persistence, float lacunarity, out vec3 gradient) {
    IsonoiseFbm fbm = isonoise_fbm_of(octaves, persistence, lacunarity);
    uvec3 cell = uvec3(isonoise_whole(p));
    ISO_PRECISE vec3 f = isonoise_fraction(p);
    ISO_PRECISE float sum = 0.0;
    ISO_PRECISE vec3 slopes = vec3(0.0);
    ISO_PRECISE float amplitude = fbm.normalization;
    ISO_PRECISE float slope = 1.0;
    ISO_PRECISE float ratio = ISO_EXACT(fbm.persistence * fbm.lacunarity);
    ISO_PRECISE float rest = fbm.octaves;
    uint factor = isonoise_factor(fbm.lacunarity);
    ISO_PRECISE float part = isonoise_part(factor);
    while (true) {
        ISO_PRECISE float i = ISO_EXACT(fbm.octaves - rest);
        uint octave_seed = seed ^ (uint(i) * ISONOISE_OCTAVE);
        ISO_PRECISE vec3 g;
        ISO_PRECISE float n = isonoise_perlin(ivec3(cell), f, octave_seed, g);
        sum = ISO_EXACT(sum + ISO_EXACT(isonoise_faded(amplitude, rest) * n));
        slopes = ISO_EXACT(slopes + ISO_EXACT(isonoise_faded(slope, rest) * g));
        amplitude = ISO_EXACT(amplitude * fbm.persistence);
        slope = ISO_EXACT(slope * ratio);
        rest = ISO_EXACT(rest - 1.0);
        if (!isonoise_has_octave(rest, amplitude)) break;
        isonoise_finer(cell, f, fbm.lacunarity, factor, part);
    }
    gradient = isonoise_snap(ISO_EXACT(slopes * fbm.normalization));
    return isonoise_snap(sum);
}
float perlin4_fbm_gradient(vec4 p, uint seed, float octaves, float persistence, float lacunarity, out vec4 gradient) {
    IsonoiseFbm fbm = isonoise_fbm_of(octaves, persistence, lacunarity);
    uvec4 cell = uvec4(isonoise_whole(p));
    ISO_PRECISE vec4 f = isonoise_fraction(p);
    ISO_PRECISE float sum = 0.0;
    ISO_PRECISE vec4 slopes = vec4(0.0);
    ISO_PRECISE float amplitude = fbm.normalization;
    ISO_PRECISE float slope = 1.0;
    ISO_PRECISE float ratio = ISO_EXACT(fbm.persistence * fbm.lacunarity);
    ISO_PRECISE float rest = fbm.octaves;
    uint factor = isonoise_factor(fbm.lacunarity);
    ISO_PRECISE float part = isonoise_part(factor);
    while (true) {
        ISO_PRECISE float i = ISO_EXACT(fbm.octaves - rest);
        uint octave_seed = seed ^ (uint(i) * ISONOISE_OCTAVE);
        ISO_PRECISE vec4 g;
        ISO_PRECISE float n = isonoise_perlin(ivec4(cell), f, octave_seed, g);
        sum = ISO_EXACT(sum + ISO_EXACT(isonoise_faded(amplitude, rest) * n));
        slopes = ISO_EXACT(slopes + ISO_EXACT(isonoise_faded(slope, rest) * g));
        amplitude = ISO_EXACT(amplitude * fbm.persistence);
        slope = ISO_EXACT(slope * ratio);
        rest = ISO_EXACT(rest - 1.0);
        if (!isonoise_has_octave(rest, amplitude)) break;
        isonoise_finer(cell, f, fbm.lacunarity, factor, part);
    }
    gradient = isonoise_snap(ISO_EXACT(slopes * fbm.normalization));
    return isonoise_snap(sum);
}
#endif
