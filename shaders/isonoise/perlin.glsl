// `perlin`: seeded Perlin noise in 1D to 4D, the default algorithm. Twin of core/isonoise/perlin.cpp.
//
//   float perlinN(vecN p, uint seed)                    at a coordinate
//   float perlinN(ivecN cell, vecN f, uint seed)        in a cell, at fraction f of it, each in [0, 1]
//
// Range [-1, 1]; 0 at every lattice point.
#include "isonoise/lattice.glsl"
#include "isonoise/hash.glsl"
#include "isonoise/gradient.glsl"

// The factors of a cell's two lattice coordinates along one axis.
uvec2 isonoise_axis(int cell, uint prime) {
    uint k = uint(cell) * prime;
    return uvec2(k, k + prime);
}

float perlin1(int cell, float f, uint seed) {
    uvec2 x = isonoise_axis(cell, ISONOISE_PRIME_X) ^ isonoise_mix(seed);
    precise float g = f - 1.0;
    precise float n = isonoise_lerp(isonoise_gradient1(isonoise_hash(x.x) >> 28, f),
                                    isonoise_gradient1(isonoise_hash(x.y) >> 28, g), isonoise_fade(f));
    return n;
}

// The four corners of one cell face in x and y, interpolated; `key` is the rest of the key.
float isonoise_square2(uvec2 x, uvec2 y, uint key, vec2 f, vec2 g, float u, float v) {
    precise float a = isonoise_lerp(isonoise_gradient2(isonoise_hash(x.x ^ y.x ^ key) >> 29, f.x, f.y),
                                    isonoise_gradient2(isonoise_hash(x.y ^ y.x ^ key) >> 29, g.x, f.y), u);
    precise float b = isonoise_lerp(isonoise_gradient2(isonoise_hash(x.x ^ y.y ^ key) >> 29, f.x, g.y),
                                    isonoise_gradient2(isonoise_hash(x.y ^ y.y ^ key) >> 29, g.x, g.y), u);
    return isonoise_lerp(a, b, v);
}
float isonoise_square3(uvec2 x, uvec2 y, uint key, vec2 f, vec2 g, float u, float v, float z) {
    precise float a = isonoise_lerp(isonoise_gradient3(isonoise_hash(x.x ^ y.x ^ key) >> 28, f.x, f.y, z),
                                    isonoise_gradient3(isonoise_hash(x.y ^ y.x ^ key) >> 28, g.x, f.y, z), u);
    precise float b = isonoise_lerp(isonoise_gradient3(isonoise_hash(x.x ^ y.y ^ key) >> 28, f.x, g.y, z),
                                    isonoise_gradient3(isonoise_hash(x.y ^ y.y ^ key) >> 28, g.x, g.y, z), u);
    return isonoise_lerp(a, b, v);
}
float isonoise_square4(uvec2 x, uvec2 y, uint key, vec2 f, vec2 g, float u, float v, float z, float w) {
    precise float a = isonoise_lerp(isonoise_gradient4(isonoise_hash(x.x ^ y.x ^ key) >> 27, f.x, f.y, z, w),
                                    isonoise_gradient4(isonoise_hash(x.y ^ y.x ^ key) >> 27, g.x, f.y, z, w), u);
    precise float b = isonoise_lerp(isonoise_gradient4(isonoise_hash(x.x ^ y.y ^ key) >> 27, f.x, g.y, z, w),
                                    isonoise_gradient4(isonoise_hash(x.y ^ y.y ^ key) >> 27, g.x, g.y, z, w), u);
    return isonoise_lerp(a, b, v);
}

float perlin2(ivec2 cell, vec2 f, uint seed) {
    uvec2 x = isonoise_axis(cell.x, ISONOISE_PRIME_X);
    uvec2 y = isonoise_axis(cell.y, ISONOISE_PRIME_Y);
    precise vec2 g = f - 1.0;
    precise float n = isonoise_square2(x, y, isonoise_mix(seed), f, g, isonoise_fade(f.x), isonoise_fade(f.y));
    precise float r = n * ISONOISE_SCALE2;
    return r;
}

float perlin3(ivec3 cell, vec3 f, uint seed) {
    uvec2 x = isonoise_axis(cell.x, ISONOISE_PRIME_X);
    uvec2 y = isonoise_axis(cell.y, ISONOISE_PRIME_Y);
    uvec2 z = isonoise_axis(cell.z, ISONOISE_PRIME_Z) ^ isonoise_mix(seed);
    precise vec3 g = f - 1.0;
    precise float u = isonoise_fade(f.x);
    precise float v = isonoise_fade(f.y);
    precise float n = isonoise_lerp(isonoise_square3(x, y, z.x, f.xy, g.xy, u, v, f.z),
                                    isonoise_square3(x, y, z.y, f.xy, g.xy, u, v, g.z), isonoise_fade(f.z));
    precise float r = n * ISONOISE_SCALE3;
    return r;
}

float perlin4(ivec4 cell, vec4 f, uint seed) {
    uvec2 x = isonoise_axis(cell.x, ISONOISE_PRIME_X);
    uvec2 y = isonoise_axis(cell.y, ISONOISE_PRIME_Y);
    uvec2 z = isonoise_axis(cell.z, ISONOISE_PRIME_Z);
    uvec2 w = isonoise_axis(cell.w, ISONOISE_PRIME_W) ^ isonoise_mix(seed);
    precise vec4 g = f - 1.0;
    precise float u = isonoise_fade(f.x);
    precise float v = isonoise_fade(f.y);
    precise float t = isonoise_fade(f.z);
    precise float a = isonoise_lerp(isonoise_square4(x, y, z.x ^ w.x, f.xy, g.xy, u, v, f.z, f.w),
                                    isonoise_square4(x, y, z.y ^ w.x, f.xy, g.xy, u, v, g.z, f.w), t);
    precise float b = isonoise_lerp(isonoise_square4(x, y, z.x ^ w.y, f.xy, g.xy, u, v, f.z, g.w),
                                    isonoise_square4(x, y, z.y ^ w.y, f.xy, g.xy, u, v, g.z, g.w), t);
    precise float n = isonoise_lerp(a, b, isonoise_fade(f.w));
    precise float r = n * ISONOISE_SCALE4;
    return r;
}

float perlin1(float p, uint seed) {
    precise float q = isonoise_guard(p);
    precise float c = floor(q);
    precise float f = q - c;
    return perlin1(int(c), f, seed);
}
float perlin2(vec2 p, uint seed) {
    precise vec2 q = isonoise_guard(p);
    precise vec2 c = floor(q);
    precise vec2 f = q - c;
    return perlin2(ivec2(c), f, seed);
}
float perlin3(vec3 p, uint seed) {
    precise vec3 q = isonoise_guard(p);
    precise vec3 c = floor(q);
    precise vec3 f = q - c;
    return perlin3(ivec3(c), f, seed);
}
float perlin4(vec4 p, uint seed) {
    precise vec4 q = isonoise_guard(p);
    precise vec4 c = floor(q);
    precise vec4 f = q - c;
    return perlin4(ivec4(c), f, seed);
}
