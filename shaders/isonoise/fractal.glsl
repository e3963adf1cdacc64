// Sums of octaves of `perlin`, each shaped as its fractal has it, for functions.glsl. Twin of
// core/isonoise/definition/fractal.hpp.
//
//   float isonoise_fractal(vecN p, uint seed, IsonoiseFbm fbm, uint fractal)                      not eroded
//   float isonoise_fractal(vecN p, uint seed, IsonoiseFbm fbm, uint fractal, out vecN gradient)   eroded: its slope
//
// Each also takes a cell and a fraction of it, (ivecN at, vecN fraction, ...), in place of p.
// The first octave always is there: the normalization exceeds 2^-60.
#ifndef ISONOISE_FRACTAL_GLSL
#define ISONOISE_FRACTAL_GLSL
#include "isonoise/fbm.glsl"
#include "isonoise/math.glsl"
#include "isonoise/shape.glsl"

// The rounding error of a * b. (T. J. Dekker, 1971)
float isonoise_product_error(float a, float b) {
    ISO_PRECISE float a1 = isonoise_high(a);
    ISO_PRECISE float a2 = ISO_EXACT(a - a1);
    ISO_PRECISE float b1 = isonoise_high(b);
    ISO_PRECISE float b2 = ISO_EXACT(b - b1);
    ISO_PRECISE float p = ISO_EXACT(a * b);
    ISO_PRECISE float middle = ISO_EXACT(ISO_EXACT(a1 * b2) + ISO_EXACT(a2 * b1));
    ISO_PRECISE float e = ISO_EXACT(ISO_EXACT(ISO_EXACT(ISO_EXACT(a1 * b1) - p) + middle) + ISO_EXACT(a2 * b2));
    return e;
}

// The product of two numbers that are sums of two floats, the smaller one second.
vec2 isonoise_long_product(vec2 a, vec2 b) {
    ISO_PRECISE float p = ISO_EXACT(a.x * b.x);
    ISO_PRECISE float e = isonoise_product_error(a.x, b.x);
    e = ISO_EXACT(e + ISO_EXACT(ISO_EXACT(a.x * b.y) + ISO_EXACT(a.y * b.x)));
    ISO_PRECISE float h = ISO_EXACT(p + e);
    ISO_PRECISE float l = ISO_EXACT(e - ISO_EXACT(h - p));
    return vec2(h, l);
}

// How much steeper octaves are than the first one: a sum of two floats, so that it rounds as in double precision. fBm
// rounds it after each octave.
vec2 isonoise_steeper(vec2 slope, vec2 ratio, uint fractal) {
    ISO_PRECISE float h = ISO_EXACT(slope.x * ratio.x);
    return fractal == ISONOISE_FBM ? vec2(h, 0.0) : isonoise_long_product(slope, ratio);
}
float isonoise_faded(vec2 slope, float rest) {
    return isonoise_long_product(slope, vec2(rest < 1.0 ? rest : 1.0, 0.0)).x;
}

// An octave's weight in the sum: eroded damps it by the slope of the previous ones.
float isonoise_weight(vec4 slope, uint fractal) {
    ISO_PRECISE float r = 1.0;
    if (fractal == ISONOISE_ERODED) {
        ISO_PRECISE float more = ISO_EXACT(1.0 + isonoise_steepness(slope));
        r = isonoise_reciprocal(more);
    }
    return r;
}

float isonoise_fractal(int at, float fraction, uint seed, IsonoiseFbm fbm, uint fractal) {
    uint cell = uint(at);
    ISO_PRECISE float f = fraction;
    ISO_PRECISE float sum = 0.0;
    ISO_PRECISE float amplitude = fbm.normalization;
    ISO_PRECISE float rest = fbm.octaves;
    uint factor = isonoise_factor(fbm.lacunarity);
    ISO_PRECISE float part = isonoise_part(factor);
    while (true) {
        ISO_PRECISE float i = ISO_EXACT(fbm.octaves - rest);
        uint octave_seed = seed ^ (uint(i) * ISONOISE_OCTAVE);
        ISO_PRECISE float n = isonoise_shaped(isonoise_perlin(int(cell), f, octave_seed), fractal);
        sum = ISO_EXACT(sum + ISO_EXACT(isonoise_faded(amplitude, rest) * n));
        amplitude = ISO_EXACT(amplitude * fbm.persistence);
        rest = ISO_EXACT(rest - 1.0);
        if (!isonoise_has_octave(rest, amplitude)) break;
        isonoise_finer(cell, f, fbm.lacunarity, factor, part);
    }
    return isonoise_snap(sum);
}
float isonoise_fractal(float p, uint seed, IsonoiseFbm fbm, uint fractal) {
    return isonoise_fractal(isonoise_whole(p), isonoise_fraction(p), seed, fbm, fractal);
}
float isonoise_fractal(ivec2 at, vec2 fraction, uint seed, IsonoiseFbm fbm, uint fractal) {
    uvec2 cell = uvec2(at);
    ISO_PRECISE vec2 f = fraction;
    ISO_PRECISE float sum = 0.0;
    ISO_PRECISE float amplitude = fbm.normalization;
    ISO_PRECISE float rest = fbm.octaves;
    uint factor = isonoise_factor(fbm.lacunarity);
    ISO_PRECISE float part = isonoise_part(factor);
    while (true) {
        ISO_PRECISE float i = ISO_EXACT(fbm.octaves - rest);
        uint octave_seed = seed ^ (uint(i) * ISONOISE_OCTAVE);
        ISO_PRECISE float n = isonoise_shaped(isonoise_perlin(ivec2(cell), f, octave_seed), fractal);
        sum = ISO_EXACT(sum + ISO_EXACT(isonoise_faded(amplitude, rest) * n));
        amplitude = ISO_EXACT(amplitude * fbm.persistence);
        rest = ISO_EXACT(rest - 1.0);
        if (!isonoise_has_octave(rest, amplitude)) break;
        isonoise_finer(cell, f, fbm.lacunarity, factor, part);
    }
    return isonoise_snap(sum);
}
float isonoise_fractal(vec2 p, uint seed, IsonoiseFbm fbm, uint fractal) {
    return isonoise_fractal(isonoise_whole(p), isonoise_fraction(p), seed, fbm, fractal);
}
float isonoise_fractal(ivec3 at, vec3 fraction, uint seed, IsonoiseFbm fbm, uint fractal) {
    uvec3 cell = uvec3(at);
    ISO_PRECISE vec3 f = fraction;
    ISO_PRECISE float sum = 0.0;
    ISO_PRECISE float amplitude = fbm.normalization;
    ISO_PRECISE float rest = fbm.octaves;
    uint factor = isonoise_factor(fbm.lacunarity);
    ISO_PRECISE float part = isonoise_part(factor);
    while (true) {
        ISO_PRECISE float i = ISO_EXACT(fbm.octaves - rest);
        uint octave_seed = seed ^ (uint(i) * ISONOISE_OCTAVE);
        ISO_PRECISE float n = isonoise_shaped(isonoise_perlin(ivec3(cell), f, octave_seed), fractal);
        sum = ISO_EXACT(sum + ISO_EXACT(isonoise_faded(amplitude, rest) * n));
        amplitude = ISO_EXACT(amplitude * fbm.persistence);
        rest = ISO_EXACT(rest - 1.0);
        if (!isonoise_has_octave(rest, amplitude)) break;
        isonoise_finer(cell, f, fbm.lacunarity, factor, part);
    }
    return isonoise_snap(sum);
}
float isonoise_fractal(vec3 p, uint seed, IsonoiseFbm fbm, uint fractal) {
    return isonoise_fractal(isonoise_whole(p), isonoise_fraction(p), seed, fbm, fractal);
}
float isonoise_fractal(ivec4 at, vec4 fraction, uint seed, IsonoiseFbm fbm, uint fractal) {
    uvec4 cell = uvec4(at);
    ISO_PRECISE vec4 f = fraction;
    ISO_PRECISE float sum = 0.0;
    ISO_PRECISE float amplitude = fbm.normalization;
    ISO_PRECISE float rest = fbm.octaves;
    uint factor = isonoise_factor(fbm.lacunarity);
    ISO_PRECISE float part = isonoise_part(factor);
    while (true) {
        ISO_PRECISE float i = ISO_EXACT(fbm.octaves - rest);
        uint octave_seed = seed ^ (uint(i) * ISONOISE_OCTAVE);
        ISO_PRECISE float n = isonoise_shaped(isonoise_perlin(ivec4(cell), f, octave_seed), fractal);
        sum = ISO_EXACT(sum + ISO_EXACT(isonoise_faded(amplitude, rest) * n));
        amplitude = ISO_EXACT(amplitude * fbm.persistence);
        rest = ISO_EXACT(rest - 1.0);
        if (!isonoise_has_octave(rest, amplitude)) break;
        isonoise_finer(cell, f, fbm.lacunarity, factor, part);
    }
    return isonoise_snap(sum);
}
float isonoise_fractal(vec4 p, uint seed, IsonoiseFbm fbm, uint fractal) {
    return isonoise_fractal(isonoise_whole(p), isonoise_fraction(p), seed, fbm, fractal);
}

// Also the derivative by each coordinate: each octave's, times its amplitude and how much finer it is.
float isonoise_fractal(int at, float fraction, uint seed, IsonoiseFbm fbm, uint fractal, out float gradient) {
    uint cell = uint(at);
    ISO_PRECISE float f = fraction;
    ISO_PRECISE float sum = 0.0;
    ISO_PRECISE float slopes = float(0.0);
    ISO_PRECISE float amplitude = fbm.normalization;
    ISO_PRECISE vec2 slope = vec2(1.0, 0.0);
    ISO_PRECISE vec2 ratio = isonoise_long_product(vec2(fbm.persistence, 0.0), vec2(fbm.lacunarity, 0.0));
    ISO_PRECISE float rest = fbm.octaves;
    uint factor = isonoise_factor(fbm.lacunarity);
    ISO_PRECISE float part = isonoise_part(factor);
    while (true) {
        ISO_PRECISE float i = ISO_EXACT(fbm.octaves - rest);
        uint octave_seed = seed ^ (uint(i) * ISONOISE_OCTAVE);
        ISO_PRECISE float g;
        ISO_PRECISE float n = isonoise_perlin(int(cell), f, octave_seed, g);
        ISO_PRECISE float weight = isonoise_weight(vec4(slopes, 0.0, 0.0, 0.0), fractal);
        ISO_PRECISE float height = ISO_EXACT(isonoise_faded(amplitude, rest) * weight);
        sum = ISO_EXACT(sum + ISO_EXACT(height * isonoise_shaped(n, fractal)));
        ISO_PRECISE float rate = ISO_EXACT(weight * isonoise_shape_slope(n, fractal));
        slopes = ISO_EXACT(slopes + ISO_EXACT(ISO_EXACT(isonoise_faded(slope, rest) * rate) * g));
        amplitude = ISO_EXACT(amplitude * fbm.persistence);
        slope = isonoise_steeper(slope, ratio, fractal);
        rest = ISO_EXACT(rest - 1.0);
        if (!isonoise_has_octave(rest, amplitude)) break;
        isonoise_finer(cell, f, fbm.lacunarity, factor, part);
    }
    gradient = isonoise_scaled(slopes, fbm.normalization);
    return isonoise_snap(sum);
}
float isonoise_fractal(float p, uint seed, IsonoiseFbm fbm, uint fractal, out float gradient) {
    return isonoise_fractal(isonoise_whole(p), isonoise_fraction(p), seed, fbm, fractal, gradient);
}
float isonoise_fractal(ivec2 at, vec2 fraction, uint seed, IsonoiseFbm fbm, uint fractal, out vec2 gradient) {
    uvec2 cell = uvec2(at);
    ISO_PRECISE vec2 f = fraction;
    ISO_PRECISE float sum = 0.0;
    ISO_PRECISE vec2 slopes = vec2(0.0);
    ISO_PRECISE float amplitude = fbm.normalization;
    ISO_PRECISE vec2 slope = vec2(1.0, 0.0);
    ISO_PRECISE vec2 ratio = isonoise_long_product(vec2(fbm.persistence, 0.0), vec2(fbm.lacunarity, 0.0));
    ISO_PRECISE float rest = fbm.octaves;
    uint factor = isonoise_factor(fbm.lacunarity);
    ISO_PRECISE float part = isonoise_part(factor);
    while (true) {
        ISO_PRECISE float i = ISO_EXACT(fbm.octaves - rest);
        uint octave_seed = seed ^ (uint(i) * ISONOISE_OCTAVE);
        ISO_PRECISE vec2 g;
        ISO_PRECISE float n = isonoise_perlin(ivec2(cell), f, octave_seed, g);
        ISO_PRECISE float weight = isonoise_weight(vec4(slopes, 0.0, 0.0), fractal);
        ISO_PRECISE float height = ISO_EXACT(isonoise_faded(amplitude, rest) * weight);
        sum = ISO_EXACT(sum + ISO_EXACT(height * isonoise_shaped(n, fractal)));
        ISO_PRECISE float rate = ISO_EXACT(weight * isonoise_shape_slope(n, fractal));
        slopes = ISO_EXACT(slopes + ISO_EXACT(ISO_EXACT(isonoise_faded(slope, rest) * rate) * g));
        amplitude = ISO_EXACT(amplitude * fbm.persistence);
        slope = isonoise_steeper(slope, ratio, fractal);
        rest = ISO_EXACT(rest - 1.0);
        if (!isonoise_has_octave(rest, amplitude)) break;
        isonoise_finer(cell, f, fbm.lacunarity, factor, part);
    }
    gradient = isonoise_scaled(slopes, fbm.normalization);
    return isonoise_snap(sum);
}
float isonoise_fractal(vec2 p, uint seed, IsonoiseFbm fbm, uint fractal, out vec2 gradient) {
    return isonoise_fractal(isonoise_whole(p), isonoise_fraction(p), seed, fbm, fractal, gradient);
}
float isonoise_fractal(ivec3 at, vec3 fraction, uint seed, IsonoiseFbm fbm, uint fractal, out vec3 gradient) {
    uvec3 cell = uvec3(at);
    ISO_PRECISE vec3 f = fraction;
    ISO_PRECISE float sum = 0.0;
    ISO_PRECISE vec3 slopes = vec3(0.0);
    ISO_PRECISE float amplitude = fbm.normalization;
    ISO_PRECISE vec2 slope = vec2(1.0, 0.0);
    ISO_PRECISE vec2 ratio = isonoise_long_product(vec2(fbm.persistence, 0.0), vec2(fbm.lacunarity, 0.0));
    ISO_PRECISE float rest = fbm.octaves;
    uint factor = isonoise_factor(fbm.lacunarity);
    ISO_PRECISE float part = isonoise_part(factor);
    while (true) {
        ISO_PRECISE float i = ISO_EXACT(fbm.octaves - rest);
        uint octave_seed = seed ^ (uint(i) * ISONOISE_OCTAVE);
        ISO_PRECISE vec3 g;
        ISO_PRECISE float n = isonoise_perlin(ivec3(cell), f, octave_seed, g);
        ISO_PRECISE float weight = isonoise_weight(vec4(slopes, 0.0), fractal);
        ISO_PRECISE float height = ISO_EXACT(isonoise_faded(amplitude, rest) * weight);
        sum = ISO_EXACT(sum + ISO_EXACT(height * isonoise_shaped(n, fractal)));
        ISO_PRECISE float rate = ISO_EXACT(weight * isonoise_shape_slope(n, fractal));
        slopes = ISO_EXACT(slopes + ISO_EXACT(ISO_EXACT(isonoise_faded(slope, rest) * rate) * g));
        amplitude = ISO_EXACT(amplitude * fbm.persistence);
        slope = isonoise_steeper(slope, ratio, fractal);
        rest = ISO_EXACT(rest - 1.0);
        if (!isonoise_has_octave(rest, amplitude)) break;
        isonoise_finer(cell, f, fbm.lacunarity, factor, part);
    }
    gradient = isonoise_scaled(slopes, fbm.normalization);
    return isonoise_snap(sum);
}
float isonoise_fractal(vec3 p, uint seed, IsonoiseFbm fbm, uint fractal, out vec3 gradient) {
    return isonoise_fractal(isonoise_whole(p), isonoise_fraction(p), seed, fbm, fractal, gradient);
}
float isonoise_fractal(ivec4 at, vec4 fraction, uint seed, IsonoiseFbm fbm, uint fractal, out vec4 gradient) {
    uvec4 cell = uvec4(at);
    ISO_PRECISE vec4 f = fraction;
    ISO_PRECISE float sum = 0.0;
    ISO_PRECISE vec4 slopes = vec4(0.0);
    ISO_PRECISE float amplitude = fbm.normalization;
    ISO_PRECISE vec2 slope = vec2(1.0, 0.0);
    ISO_PRECISE vec2 ratio = isonoise_long_product(vec2(fbm.persistence, 0.0), vec2(fbm.lacunarity, 0.0));
    ISO_PRECISE float rest = fbm.octaves;
    uint factor = isonoise_factor(fbm.lacunarity);
    ISO_PRECISE float part = isonoise_part(factor);
    while (true) {
        ISO_PRECISE float i = ISO_EXACT(fbm.octaves - rest);
        uint octave_seed = seed ^ (uint(i) * ISONOISE_OCTAVE);
        ISO_PRECISE vec4 g;
        ISO_PRECISE float n = isonoise_perlin(ivec4(cell), f, octave_seed, g);
        ISO_PRECISE float weight = isonoise_weight(slopes, fractal);
        ISO_PRECISE float height = ISO_EXACT(isonoise_faded(amplitude, rest) * weight);
        sum = ISO_EXACT(sum + ISO_EXACT(height * isonoise_shaped(n, fractal)));
        ISO_PRECISE float rate = ISO_EXACT(weight * isonoise_shape_slope(n, fractal));
        slopes = ISO_EXACT(slopes + ISO_EXACT(ISO_EXACT(isonoise_faded(slope, rest) * rate) * g));
        amplitude = ISO_EXACT(amplitude * fbm.persistence);
        slope = isonoise_steeper(slope, ratio, fractal);
        rest = ISO_EXACT(rest - 1.0);
        if (!isonoise_has_octave(rest, amplitude)) break;
        isonoise_finer(cell, f, fbm.lacunarity, factor, part);
    }
    gradient = isonoise_scaled(slopes, fbm.normalization);
    return isonoise_snap(sum);
}
float isonoise_fractal(vec4 p, uint seed, IsonoiseFbm fbm, uint fractal, out vec4 gradient) {
    return isonoise_fractal(isonoise_whole(p), isonoise_fraction(p), seed, fbm, fractal, gradient);
}
#endif
