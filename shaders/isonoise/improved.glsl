// `improved`: Ken Perlin's improved noise of 2002 with a permutation table of 256 entries; 3D exactly as published,
// 1D, 2D and 4D its natural kin. Twin of core/isonoise/improved.cpp. Repeats every 256 cells.
//
//   float improvedN(vecN p)                 at a coordinate
//   float improvedN(ivecN cell, vecN f)     in a cell, at fraction f of it, each in [0, 1]
//
// The table is 256 bytes, four in a component, lowest first, of what isonoise::permutation(seed) gives.
// Suprema: 1D 1; 2D 1 (scaled); 3D 1.0363538 and 4D 1.5365823, the scale that was published.
#include "isonoise/lattice.glsl"
#include "isonoise/gradient.glsl"

layout(std140) uniform IsonoisePermutation {
    uvec4 isonoise_table[16];
};

// Entry i modulo 256.
uint isonoise_permute(uint i) {
    return (isonoise_table[(i >> 4) & 15u][(i >> 2) & 3u] >> ((i & 3u) * 8u)) & 255u;
}

float improved1(int cell, float f) {
    uint X = uint(cell);
    precise float g = f - 1.0;
    return isonoise_lerp(isonoise_gradient1(isonoise_permute(X) & 15u, f),
                         isonoise_gradient1(isonoise_permute(X + 1u) & 15u, g), isonoise_fade(f));
}

float improved2(ivec2 cell, vec2 f) {
    uint X = uint(cell.x), Y = uint(cell.y);
    uint A = isonoise_permute(X) + Y;
    uint B = isonoise_permute(X + 1u) + Y;
    precise vec2 g = f - 1.0;
    precise float u = isonoise_fade(f.x);
    precise float a = isonoise_lerp(isonoise_gradient2(isonoise_permute(A) & 7u, f.x, f.y),
                                    isonoise_gradient2(isonoise_permute(B) & 7u, g.x, f.y), u);
    precise float b = isonoise_lerp(isonoise_gradient2(isonoise_permute(A + 1u) & 7u, f.x, g.y),
                                    isonoise_gradient2(isonoise_permute(B + 1u) & 7u, g.x, g.y), u);
    precise float r = isonoise_lerp(a, b, isonoise_fade(f.y)) * ISONOISE_SCALE2;
    return r;
}

// The four corners at one z, whose table entries before the last step are aa, ba, ab, bb (x first, then y).
float isonoise_table3(uint aa, uint ba, uint ab, uint bb, vec2 f, vec2 g, float u, float v, float z) {
    precise float a = isonoise_lerp(isonoise_gradient3(isonoise_permute(aa) & 15u, f.x, f.y, z),
                                    isonoise_gradient3(isonoise_permute(ba) & 15u, g.x, f.y, z), u);
    precise float b = isonoise_lerp(isonoise_gradient3(isonoise_permute(ab) & 15u, f.x, g.y, z),
                                    isonoise_gradient3(isonoise_permute(bb) & 15u, g.x, g.y, z), u);
    return isonoise_lerp(a, b, v);
}

float improved3(ivec3 cell, vec3 f) {
    uint X = uint(cell.x), Y = uint(cell.y), Z = uint(cell.z);
    uint A = isonoise_permute(X) + Y, AA = isonoise_permute(A) + Z, AB = isonoise_permute(A + 1u) + Z;
    uint B = isonoise_permute(X + 1u) + Y, BA = isonoise_permute(B) + Z, BB = isonoise_permute(B + 1u) + Z;
    precise vec3 g = f - 1.0;
    precise float u = isonoise_fade(f.x);
    precise float v = isonoise_fade(f.y);
    precise float a = isonoise_table3(AA, BA, AB, BB, f.xy, g.xy, u, v, f.z);
    precise float b = isonoise_table3(AA + 1u, BA + 1u, AB + 1u, BB + 1u, f.xy, g.xy, u, v, g.z);
    return isonoise_lerp(a, b, isonoise_fade(f.z));
}

// The four corners at one z and w, as above.
float isonoise_table4(uint aa, uint ba, uint ab, uint bb, vec2 f, vec2 g, float u, float v, float z, float w) {
    precise float a = isonoise_lerp(isonoise_gradient4(isonoise_permute(aa) & 31u, f.x, f.y, z, w),
                                    isonoise_gradient4(isonoise_permute(ba) & 31u, g.x, f.y, z, w), u);
    precise float b = isonoise_lerp(isonoise_gradient4(isonoise_permute(ab) & 31u, f.x, g.y, z, w),
                                    isonoise_gradient4(isonoise_permute(bb) & 31u, g.x, g.y, z, w), u);
    return isonoise_lerp(a, b, v);
}

float improved4(ivec4 cell, vec4 f) {
    uint X = uint(cell.x), Y = uint(cell.y), Z = uint(cell.z), W = uint(cell.w);
    uint A = isonoise_permute(X) + Y, AA = isonoise_permute(A) + Z, AB = isonoise_permute(A + 1u) + Z;
    uint B = isonoise_permute(X + 1u) + Y, BA = isonoise_permute(B) + Z, BB = isonoise_permute(B + 1u) + Z;
    uint AA0 = isonoise_permute(AA) + W, AA1 = isonoise_permute(AA + 1u) + W;
    uint AB0 = isonoise_permute(AB) + W, AB1 = isonoise_permute(AB + 1u) + W;
    uint BA0 = isonoise_permute(BA) + W, BA1 = isonoise_permute(BA + 1u) + W;
    uint BB0 = isonoise_permute(BB) + W, BB1 = isonoise_permute(BB + 1u) + W;
    precise vec4 g = f - 1.0;
    precise float u = isonoise_fade(f.x);
    precise float v = isonoise_fade(f.y);
    precise float t = isonoise_fade(f.z);
    precise float a0 = isonoise_table4(AA0, BA0, AB0, BB0, f.xy, g.xy, u, v, f.z, f.w);
    precise float a1 = isonoise_table4(AA1, BA1, AB1, BB1, f.xy, g.xy, u, v, g.z, f.w);
    precise float a = isonoise_lerp(a0, a1, t);
    precise float b0 = isonoise_table4(AA0 + 1u, BA0 + 1u, AB0 + 1u, BB0 + 1u, f.xy, g.xy, u, v, f.z, g.w);
    precise float b1 = isonoise_table4(AA1 + 1u, BA1 + 1u, AB1 + 1u, BB1 + 1u, f.xy, g.xy, u, v, g.z, g.w);
    precise float b = isonoise_lerp(b0, b1, t);
    return isonoise_lerp(a, b, isonoise_fade(f.w));
}

float improved1(float p) {
    precise float q = isonoise_guard(p);
    precise float c = floor(q);
    precise float f = q - c;
    return improved1(int(c), f);
}
float improved2(vec2 p) {
    precise vec2 q = isonoise_guard(p);
    precise vec2 c = floor(q);
    precise vec2 f = q - c;
    return improved2(ivec2(c), f);
}
float improved3(vec3 p) {
    precise vec3 q = isonoise_guard(p);
    precise vec3 c = floor(q);
    precise vec3 f = q - c;
    return improved3(ivec3(c), f);
}
float improved4(vec4 p) {
    precise vec4 q = isonoise_guard(p);
    precise vec4 c = floor(q);
    precise vec4 f = q - c;
    return improved4(ivec4(c), f);
}
