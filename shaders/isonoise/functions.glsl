// Fractals as functions of the user call them, with their normalization worked out in floats. Twin of
// core/isonoise/definition/functions.hpp.
//
//   float perlinN_fbm(vecN p, uint seed, float octaves, float persistence, float lacunarity)
//   float perlinN_fbm_gradient(vecN p, uint seed, float octaves, float persistence, float lacunarity,
//                              out vecN gradient)
//
// Each also takes a cell and a fraction of it, (ivecN cell, vecN f, ...), in place of p.
// perlinN_turbulence, _ridged and _billow are the same; perlinN_eroded has perlinN_eroded_slope, since what it
// accumulates is not the derivative.
#ifndef ISONOISE_FUNCTIONS_GLSL
#define ISONOISE_FUNCTIONS_GLSL
#include "isonoise/fractal.glsl"
#include "isonoise/math.glsl"
#include "isonoise/value.glsl"

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
    ISO_PRECISE float left = ISO_EXACT(ISO_EXACT(most - ISO_EXACT(q * h)) - isonoise_product_error(q, h));
    ISO_PRECISE float rest = ISO_EXACT(left - ISO_EXACT(q * l));
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
float perlin1_fbm(int cell, float f, uint seed, float octaves, float persistence, float lacunarity) {
    return isonoise_fractal(cell, isonoise_guard_fraction(f), seed, isonoise_fbm_of(octaves, persistence, lacunarity),
                            ISONOISE_FBM);
}
float perlin2_fbm(vec2 p, uint seed, float octaves, float persistence, float lacunarity) {
    return perlin2_fbm(p, seed, isonoise_fbm_of(octaves, persistence, lacunarity));
}
float perlin2_fbm(ivec2 cell, vec2 f, uint seed, float octaves, float persistence, float lacunarity) {
    return isonoise_fractal(cell, isonoise_guard_fraction(f), seed, isonoise_fbm_of(octaves, persistence, lacunarity),
                            ISONOISE_FBM);
}
float perlin3_fbm(vec3 p, uint seed, float octaves, float persistence, float lacunarity) {
    return perlin3_fbm(p, seed, isonoise_fbm_of(octaves, persistence, lacunarity));
}
float perlin3_fbm(ivec3 cell, vec3 f, uint seed, float octaves, float persistence, float lacunarity) {
    return isonoise_fractal(cell, isonoise_guard_fraction(f), seed, isonoise_fbm_of(octaves, persistence, lacunarity),
                            ISONOISE_FBM);
}
float perlin4_fbm(vec4 p, uint seed, float octaves, float persistence, float lacunarity) {
    return perlin4_fbm(p, seed, isonoise_fbm_of(octaves, persistence, lacunarity));
}
float perlin4_fbm(ivec4 cell, vec4 f, uint seed, float octaves, float persistence, float lacunarity) {
    return isonoise_fractal(cell, isonoise_guard_fraction(f), seed, isonoise_fbm_of(octaves, persistence, lacunarity),
                            ISONOISE_FBM);
}

float perlin1_fbm_gradient(float p, uint seed, float octaves, float persistence, float lacunarity, out float gradient) {
    return isonoise_fractal(p, seed, isonoise_fbm_of(octaves, persistence, lacunarity), ISONOISE_FBM, gradient);
}
float perlin1_fbm_gradient(int cell, float f, uint seed, float octaves, float persistence, float lacunarity,
                           out float gradient) {
    return isonoise_fractal(cell, isonoise_guard_fraction(f), seed, isonoise_fbm_of(octaves, persistence, lacunarity),
                            ISONOISE_FBM, gradient);
}
float perlin2_fbm_gradient(vec2 p, uint seed, float octaves, float persistence, float lacunarity, out vec2 gradient) {
    return isonoise_fractal(p, seed, isonoise_fbm_of(octaves, persistence, lacunarity), ISONOISE_FBM, gradient);
}
float perlin2_fbm_gradient(ivec2 cell, vec2 f, uint seed, float octaves, float persistence, float lacunarity,
                           out vec2 gradient) {
    return isonoise_fractal(cell, isonoise_guard_fraction(f), seed, isonoise_fbm_of(octaves, persistence, lacunarity),
                            ISONOISE_FBM, gradient);
}
float perlin3_fbm_gradient(vec3 p, uint seed, float octaves, float persistence, float lacunarity, out vec3 gradient) {
    return isonoise_fractal(p, seed, isonoise_fbm_of(octaves, persistence, lacunarity), ISONOISE_FBM, gradient);
}
float perlin3_fbm_gradient(ivec3 cell, vec3 f, uint seed, float octaves, float persistence, float lacunarity,
                           out vec3 gradient) {
    return isonoise_fractal(cell, isonoise_guard_fraction(f), seed, isonoise_fbm_of(octaves, persistence, lacunarity),
                            ISONOISE_FBM, gradient);
}
float perlin4_fbm_gradient(vec4 p, uint seed, float octaves, float persistence, float lacunarity, out vec4 gradient) {
    return isonoise_fractal(p, seed, isonoise_fbm_of(octaves, persistence, lacunarity), ISONOISE_FBM, gradient);
}
float perlin4_fbm_gradient(ivec4 cell, vec4 f, uint seed, float octaves, float persistence, float lacunarity,
                           out vec4 gradient) {
    return isonoise_fractal(cell, isonoise_guard_fraction(f), seed, isonoise_fbm_of(octaves, persistence, lacunarity),
                            ISONOISE_FBM, gradient);
}

float perlin1_turbulence(float p, uint seed, float octaves, float persistence, float lacunarity) {
    return isonoise_fractal(p, seed, isonoise_fbm_of(octaves, persistence, lacunarity), ISONOISE_TURBULENCE);
}
float perlin1_turbulence(int cell, float f, uint seed, float octaves, float persistence, float lacunarity) {
    return isonoise_fractal(cell, isonoise_guard_fraction(f), seed, isonoise_fbm_of(octaves, persistence, lacunarity),
                            ISONOISE_TURBULENCE);
}
float perlin2_turbulence(vec2 p, uint seed, float octaves, float persistence, float lacunarity) {
    return isonoise_fractal(p, seed, isonoise_fbm_of(octaves, persistence, lacunarity), ISONOISE_TURBULENCE);
}
float perlin2_turbulence(ivec2 cell, vec2 f, uint seed, float octaves, float persistence, float lacunarity) {
    return isonoise_fractal(cell, isonoise_guard_fraction(f), seed, isonoise_fbm_of(octaves, persistence, lacunarity),
                            ISONOISE_TURBULENCE);
}
float perlin3_turbulence(vec3 p, uint seed, float octaves, float persistence, float lacunarity) {
    return isonoise_fractal(p, seed, isonoise_fbm_of(octaves, persistence, lacunarity), ISONOISE_TURBULENCE);
}
float perlin3_turbulence(ivec3 cell, vec3 f, uint seed, float octaves, float persistence, float lacunarity) {
    return isonoise_fractal(cell, isonoise_guard_fraction(f), seed, isonoise_fbm_of(octaves, persistence, lacunarity),
                            ISONOISE_TURBULENCE);
}
float perlin4_turbulence(vec4 p, uint seed, float octaves, float persistence, float lacunarity) {
    return isonoise_fractal(p, seed, isonoise_fbm_of(octaves, persistence, lacunarity), ISONOISE_TURBULENCE);
}
float perlin4_turbulence(ivec4 cell, vec4 f, uint seed, float octaves, float persistence, float lacunarity) {
    return isonoise_fractal(cell, isonoise_guard_fraction(f), seed, isonoise_fbm_of(octaves, persistence, lacunarity),
                            ISONOISE_TURBULENCE);
}
float perlin1_turbulence_gradient(float p, uint seed, float octaves, float persistence, float lacunarity,
                                  out float gradient) {
    return isonoise_fractal(p, seed, isonoise_fbm_of(octaves, persistence, lacunarity), ISONOISE_TURBULENCE, gradient);
}
float perlin1_turbulence_gradient(int cell, float f, uint seed, float octaves, float persistence, float lacunarity,
                                  out float gradient) {
    return isonoise_fractal(cell, isonoise_guard_fraction(f), seed, isonoise_fbm_of(octaves, persistence, lacunarity),
                            ISONOISE_TURBULENCE, gradient);
}
float perlin2_turbulence_gradient(vec2 p, uint seed, float octaves, float persistence, float lacunarity,
                                  out vec2 gradient) {
    return isonoise_fractal(p, seed, isonoise_fbm_of(octaves, persistence, lacunarity), ISONOISE_TURBULENCE, gradient);
}
float perlin2_turbulence_gradient(ivec2 cell, vec2 f, uint seed, float octaves, float persistence, float lacunarity,
                                  out vec2 gradient) {
    return isonoise_fractal(cell, isonoise_guard_fraction(f), seed, isonoise_fbm_of(octaves, persistence, lacunarity),
                            ISONOISE_TURBULENCE, gradient);
}
float perlin3_turbulence_gradient(vec3 p, uint seed, float octaves, float persistence, float lacunarity,
                                  out vec3 gradient) {
    return isonoise_fractal(p, seed, isonoise_fbm_of(octaves, persistence, lacunarity), ISONOISE_TURBULENCE, gradient);
}
float perlin3_turbulence_gradient(ivec3 cell, vec3 f, uint seed, float octaves, float persistence, float lacunarity,
                                  out vec3 gradient) {
    return isonoise_fractal(cell, isonoise_guard_fraction(f), seed, isonoise_fbm_of(octaves, persistence, lacunarity),
                            ISONOISE_TURBULENCE, gradient);
}
float perlin4_turbulence_gradient(vec4 p, uint seed, float octaves, float persistence, float lacunarity,
                                  out vec4 gradient) {
    return isonoise_fractal(p, seed, isonoise_fbm_of(octaves, persistence, lacunarity), ISONOISE_TURBULENCE, gradient);
}
float perlin4_turbulence_gradient(ivec4 cell, vec4 f, uint seed, float octaves, float persistence, float lacunarity,
                                  out vec4 gradient) {
    return isonoise_fractal(cell, isonoise_guard_fraction(f), seed, isonoise_fbm_of(octaves, persistence, lacunarity),
                            ISONOISE_TURBULENCE, gradient);
}

float perlin1_ridged(float p, uint seed, float octaves, float persistence, float lacunarity) {
    return isonoise_fractal(p, seed, isonoise_fbm_of(octaves, persistence, lacunarity), ISONOISE_RIDGED);
}
float perlin1_ridged(int cell, float f, uint seed, float octaves, float persistence, float lacunarity) {
    return isonoise_fractal(cell, isonoise_guard_fraction(f), seed, isonoise_fbm_of(octaves, persistence, lacunarity),
                            ISONOISE_RIDGED);
}
float perlin2_ridged(vec2 p, uint seed, float octaves, float persistence, float lacunarity) {
    return isonoise_fractal(p, seed, isonoise_fbm_of(octaves, persistence, lacunarity), ISONOISE_RIDGED);
}
float perlin2_ridged(ivec2 cell, vec2 f, uint seed, float octaves, float persistence, float lacunarity) {
    return isonoise_fractal(cell, isonoise_guard_fraction(f), seed, isonoise_fbm_of(octaves, persistence, lacunarity),
                            ISONOISE_RIDGED);
}
float perlin3_ridged(vec3 p, uint seed, float octaves, float persistence, float lacunarity) {
    return isonoise_fractal(p, seed, isonoise_fbm_of(octaves, persistence, lacunarity), ISONOISE_RIDGED);
}
float perlin3_ridged(ivec3 cell, vec3 f, uint seed, float octaves, float persistence, float lacunarity) {
    return isonoise_fractal(cell, isonoise_guard_fraction(f), seed, isonoise_fbm_of(octaves, persistence, lacunarity),
                            ISONOISE_RIDGED);
}
float perlin4_ridged(vec4 p, uint seed, float octaves, float persistence, float lacunarity) {
    return isonoise_fractal(p, seed, isonoise_fbm_of(octaves, persistence, lacunarity), ISONOISE_RIDGED);
}
float perlin4_ridged(ivec4 cell, vec4 f, uint seed, float octaves, float persistence, float lacunarity) {
    return isonoise_fractal(cell, isonoise_guard_fraction(f), seed, isonoise_fbm_of(octaves, persistence, lacunarity),
                            ISONOISE_RIDGED);
}
float perlin1_ridged_gradient(float p, uint seed, float octaves, float persistence, float lacunarity,
                              out float gradient) {
    return isonoise_fractal(p, seed, isonoise_fbm_of(octaves, persistence, lacunarity), ISONOISE_RIDGED, gradient);
}
float perlin1_ridged_gradient(int cell, float f, uint seed, float octaves, float persistence, float lacunarity,
                              out float gradient) {
    return isonoise_fractal(cell, isonoise_guard_fraction(f), seed, isonoise_fbm_of(octaves, persistence, lacunarity),
                            ISONOISE_RIDGED, gradient);
}
float perlin2_ridged_gradient(vec2 p, uint seed, float octaves, float persistence, float lacunarity,
                              out vec2 gradient) {
    return isonoise_fractal(p, seed, isonoise_fbm_of(octaves, persistence, lacunarity), ISONOISE_RIDGED, gradient);
}
float perlin2_ridged_gradient(ivec2 cell, vec2 f, uint seed, float octaves, float persistence, float lacunarity,
                              out vec2 gradient) {
    return isonoise_fractal(cell, isonoise_guard_fraction(f), seed, isonoise_fbm_of(octaves, persistence, lacunarity),
                            ISONOISE_RIDGED, gradient);
}
float perlin3_ridged_gradient(vec3 p, uint seed, float octaves, float persistence, float lacunarity,
                              out vec3 gradient) {
    return isonoise_fractal(p, seed, isonoise_fbm_of(octaves, persistence, lacunarity), ISONOISE_RIDGED, gradient);
}
float perlin3_ridged_gradient(ivec3 cell, vec3 f, uint seed, float octaves, float persistence, float lacunarity,
                              out vec3 gradient) {
    return isonoise_fractal(cell, isonoise_guard_fraction(f), seed, isonoise_fbm_of(octaves, persistence, lacunarity),
                            ISONOISE_RIDGED, gradient);
}
float perlin4_ridged_gradient(vec4 p, uint seed, float octaves, float persistence, float lacunarity,
                              out vec4 gradient) {
    return isonoise_fractal(p, seed, isonoise_fbm_of(octaves, persistence, lacunarity), ISONOISE_RIDGED, gradient);
}
float perlin4_ridged_gradient(ivec4 cell, vec4 f, uint seed, float octaves, float persistence, float lacunarity,
                              out vec4 gradient) {
    return isonoise_fractal(cell, isonoise_guard_fraction(f), seed, isonoise_fbm_of(octaves, persistence, lacunarity),
                            ISONOISE_RIDGED, gradient);
}

float perlin1_billow(float p, uint seed, float octaves, float persistence, float lacunarity) {
    return isonoise_fractal(p, seed, isonoise_fbm_of(octaves, persistence, lacunarity), ISONOISE_BILLOW);
}
float perlin1_billow(int cell, float f, uint seed, float octaves, float persistence, float lacunarity) {
    return isonoise_fractal(cell, isonoise_guard_fraction(f), seed, isonoise_fbm_of(octaves, persistence, lacunarity),
                            ISONOISE_BILLOW);
}
float perlin2_billow(vec2 p, uint seed, float octaves, float persistence, float lacunarity) {
    return isonoise_fractal(p, seed, isonoise_fbm_of(octaves, persistence, lacunarity), ISONOISE_BILLOW);
}
float perlin2_billow(ivec2 cell, vec2 f, uint seed, float octaves, float persistence, float lacunarity) {
    return isonoise_fractal(cell, isonoise_guard_fraction(f), seed, isonoise_fbm_of(octaves, persistence, lacunarity),
                            ISONOISE_BILLOW);
}
float perlin3_billow(vec3 p, uint seed, float octaves, float persistence, float lacunarity) {
    return isonoise_fractal(p, seed, isonoise_fbm_of(octaves, persistence, lacunarity), ISONOISE_BILLOW);
}
float perlin3_billow(ivec3 cell, vec3 f, uint seed, float octaves, float persistence, float lacunarity) {
    return isonoise_fractal(cell, isonoise_guard_fraction(f), seed, isonoise_fbm_of(octaves, persistence, lacunarity),
                            ISONOISE_BILLOW);
}
float perlin4_billow(vec4 p, uint seed, float octaves, float persistence, float lacunarity) {
    return isonoise_fractal(p, seed, isonoise_fbm_of(octaves, persistence, lacunarity), ISONOISE_BILLOW);
}
float perlin4_billow(ivec4 cell, vec4 f, uint seed, float octaves, float persistence, float lacunarity) {
    return isonoise_fractal(cell, isonoise_guard_fraction(f), seed, isonoise_fbm_of(octaves, persistence, lacunarity),
                            ISONOISE_BILLOW);
}
float perlin1_billow_gradient(float p, uint seed, float octaves, float persistence, float lacunarity,
                              out float gradient) {
    return isonoise_fractal(p, seed, isonoise_fbm_of(octaves, persistence, lacunarity), ISONOISE_BILLOW, gradient);
}
float perlin1_billow_gradient(int cell, float f, uint seed, float octaves, float persistence, float lacunarity,
                              out float gradient) {
    return isonoise_fractal(cell, isonoise_guard_fraction(f), seed, isonoise_fbm_of(octaves, persistence, lacunarity),
                            ISONOISE_BILLOW, gradient);
}
float perlin2_billow_gradient(vec2 p, uint seed, float octaves, float persistence, float lacunarity,
                              out vec2 gradient) {
    return isonoise_fractal(p, seed, isonoise_fbm_of(octaves, persistence, lacunarity), ISONOISE_BILLOW, gradient);
}
float perlin2_billow_gradient(ivec2 cell, vec2 f, uint seed, float octaves, float persistence, float lacunarity,
                              out vec2 gradient) {
    return isonoise_fractal(cell, isonoise_guard_fraction(f), seed, isonoise_fbm_of(octaves, persistence, lacunarity),
                            ISONOISE_BILLOW, gradient);
}
float perlin3_billow_gradient(vec3 p, uint seed, float octaves, float persistence, float lacunarity,
                              out vec3 gradient) {
    return isonoise_fractal(p, seed, isonoise_fbm_of(octaves, persistence, lacunarity), ISONOISE_BILLOW, gradient);
}
float perlin3_billow_gradient(ivec3 cell, vec3 f, uint seed, float octaves, float persistence, float lacunarity,
                              out vec3 gradient) {
    return isonoise_fractal(cell, isonoise_guard_fraction(f), seed, isonoise_fbm_of(octaves, persistence, lacunarity),
                            ISONOISE_BILLOW, gradient);
}
float perlin4_billow_gradient(vec4 p, uint seed, float octaves, float persistence, float lacunarity,
                              out vec4 gradient) {
    return isonoise_fractal(p, seed, isonoise_fbm_of(octaves, persistence, lacunarity), ISONOISE_BILLOW, gradient);
}
float perlin4_billow_gradient(ivec4 cell, vec4 f, uint seed, float octaves, float persistence, float lacunarity,
                              out vec4 gradient) {
    return isonoise_fractal(cell, isonoise_guard_fraction(f), seed, isonoise_fbm_of(octaves, persistence, lacunarity),
                            ISONOISE_BILLOW, gradient);
}

float perlin1_eroded(float p, uint seed, float octaves, float persistence, float lacunarity) {
    ISO_PRECISE float slope;
    return isonoise_fractal(p, seed, isonoise_fbm_of(octaves, persistence, lacunarity), ISONOISE_ERODED, slope);
}
float perlin1_eroded(int cell, float f, uint seed, float octaves, float persistence, float lacunarity) {
    ISO_PRECISE float slope;
    return isonoise_fractal(cell, isonoise_guard_fraction(f), seed, isonoise_fbm_of(octaves, persistence, lacunarity),
                            ISONOISE_ERODED, slope);
}
float perlin2_eroded(vec2 p, uint seed, float octaves, float persistence, float lacunarity) {
    ISO_PRECISE vec2 slope;
    return isonoise_fractal(p, seed, isonoise_fbm_of(octaves, persistence, lacunarity), ISONOISE_ERODED, slope);
}
float perlin2_eroded(ivec2 cell, vec2 f, uint seed, float octaves, float persistence, float lacunarity) {
    ISO_PRECISE vec2 slope;
    return isonoise_fractal(cell, isonoise_guard_fraction(f), seed, isonoise_fbm_of(octaves, persistence, lacunarity),
                            ISONOISE_ERODED, slope);
}
float perlin3_eroded(vec3 p, uint seed, float octaves, float persistence, float lacunarity) {
    ISO_PRECISE vec3 slope;
    return isonoise_fractal(p, seed, isonoise_fbm_of(octaves, persistence, lacunarity), ISONOISE_ERODED, slope);
}
float perlin3_eroded(ivec3 cell, vec3 f, uint seed, float octaves, float persistence, float lacunarity) {
    ISO_PRECISE vec3 slope;
    return isonoise_fractal(cell, isonoise_guard_fraction(f), seed, isonoise_fbm_of(octaves, persistence, lacunarity),
                            ISONOISE_ERODED, slope);
}
float perlin4_eroded(vec4 p, uint seed, float octaves, float persistence, float lacunarity) {
    ISO_PRECISE vec4 slope;
    return isonoise_fractal(p, seed, isonoise_fbm_of(octaves, persistence, lacunarity), ISONOISE_ERODED, slope);
}
float perlin4_eroded(ivec4 cell, vec4 f, uint seed, float octaves, float persistence, float lacunarity) {
    ISO_PRECISE vec4 slope;
    return isonoise_fractal(cell, isonoise_guard_fraction(f), seed, isonoise_fbm_of(octaves, persistence, lacunarity),
                            ISONOISE_ERODED, slope);
}
float perlin1_eroded_slope(float p, uint seed, float octaves, float persistence, float lacunarity, out float slope) {
    return isonoise_fractal(p, seed, isonoise_fbm_of(octaves, persistence, lacunarity), ISONOISE_ERODED, slope);
}
float perlin1_eroded_slope(int cell, float f, uint seed, float octaves, float persistence, float lacunarity,
                           out float slope) {
    return isonoise_fractal(cell, isonoise_guard_fraction(f), seed, isonoise_fbm_of(octaves, persistence, lacunarity),
                            ISONOISE_ERODED, slope);
}
float perlin2_eroded_slope(vec2 p, uint seed, float octaves, float persistence, float lacunarity, out vec2 slope) {
    return isonoise_fractal(p, seed, isonoise_fbm_of(octaves, persistence, lacunarity), ISONOISE_ERODED, slope);
}
float perlin2_eroded_slope(ivec2 cell, vec2 f, uint seed, float octaves, float persistence, float lacunarity,
                           out vec2 slope) {
    return isonoise_fractal(cell, isonoise_guard_fraction(f), seed, isonoise_fbm_of(octaves, persistence, lacunarity),
                            ISONOISE_ERODED, slope);
}
float perlin3_eroded_slope(vec3 p, uint seed, float octaves, float persistence, float lacunarity, out vec3 slope) {
    return isonoise_fractal(p, seed, isonoise_fbm_of(octaves, persistence, lacunarity), ISONOISE_ERODED, slope);
}
float perlin3_eroded_slope(ivec3 cell, vec3 f, uint seed, float octaves, float persistence, float lacunarity,
                           out vec3 slope) {
    return isonoise_fractal(cell, isonoise_guard_fraction(f), seed, isonoise_fbm_of(octaves, persistence, lacunarity),
                            ISONOISE_ERODED, slope);
}
float perlin4_eroded_slope(vec4 p, uint seed, float octaves, float persistence, float lacunarity, out vec4 slope) {
    return isonoise_fractal(p, seed, isonoise_fbm_of(octaves, persistence, lacunarity), ISONOISE_ERODED, slope);
}
float perlin4_eroded_slope(ivec4 cell, vec4 f, uint seed, float octaves, float persistence, float lacunarity,
                           out vec4 slope) {
    return isonoise_fractal(cell, isonoise_guard_fraction(f), seed, isonoise_fbm_of(octaves, persistence, lacunarity),
                            ISONOISE_ERODED, slope);
}
#endif
