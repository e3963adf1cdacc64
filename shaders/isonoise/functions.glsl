// fBm as functions of the user call it, with its normalization worked out in floats. Twin of
// core/isonoise/definition/functions.hpp.
//
//   float perlinN_fbm(vecN p, uint seed, float octaves, float persistence, float lacunarity)
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
#endif
