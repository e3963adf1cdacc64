// The integer hash of `perlin` and `value`: 32 bits from a lattice point and a seed; the top bits are the ones used.
// Twin of core/isonoise/definition/hash.hpp.
//
// Each lattice coordinate becomes a key, the keys of all axes are xored, and one square makes the hash:
//
//   t    = coordinate * PRIME                     the far end of a cell adds PRIME: one product serves both ends
//   u    = t + OFFSET                             along x the offset is made from the seed
//   key  = (u >> 16) * (u & 0xFFFF) + t
//   k    = key_x ^ key_y ^ key_z ^ key_w
//   hash = (k & 0xFFFFFF) * (k & 0xFFFFFF) + k
//
// All products but the first have factors of at most 24 bits, which GPUs multiply four times as fast as 32 bits. The
// hash is all integers, so a device that rounds floats differently is off by an ulp, never in another world. Chosen by
// measurement: see docs/algorithm.md.
#ifndef ISONOISE_HASH_GLSL
#define ISONOISE_HASH_GLSL
#include "isonoise/lattice.glsl"

const uint ISONOISE_PRIME_X = 0x9E3779B1u;
const uint ISONOISE_PRIME_Y = 0x85EBCA77u;
const uint ISONOISE_PRIME_Z = 0xC2B2AE3Du;
const uint ISONOISE_PRIME_W = 0x27D4EB2Fu;

// The first bits of pi's fraction. Without them the planes through the origin would be special: their products are 0.
const uint ISONOISE_OFFSET_Y = 0x243F6A88u;
const uint ISONOISE_OFFSET_Z = 0x85A308D3u;
const uint ISONOISE_OFFSET_W = 0x13198A2Eu;

// Octave i uses seed ^ i*ISONOISE_OCTAVE, so that no octave repeats another's lattice.
const uint ISONOISE_OCTAVE = 0x9E3779B9u;

// The offset along x. A bijection: no two seeds give the same noise.
uint isonoise_seeded(uint seed) { return seed * 0x7FEB352Du + 0x2C1B3C6Du; }

// The key of a lattice coordinate; t is its product with the axis's prime.
uint isonoise_key(uint t, uint offset) {
    uint u = t + offset;
    return (u >> 16) * (u & 0xFFFFu) + t;
}

// The keys of both ends of a cell along one axis.
uvec2 isonoise_keys(uint cell, uint prime, uint offset) {
    uint t = cell * prime;
    return uvec2(isonoise_key(t, offset), isonoise_key(t + prime, offset));
}
// The same for a wrapped cell with `period` cells per repeat; 0 means no period.
uvec2 isonoise_keys(uint cell, uint period, uint prime, uint offset) {
    uint t = cell * prime;
    return uvec2(isonoise_key(t, offset), isonoise_key(cell + 1u == period ? 0u : t + prime, offset));
}
// The same for any two lattice coordinates.
uvec2 isonoise_keys(uvec2 ends, uint prime, uint offset) {
    return uvec2(isonoise_key(ends.x * prime, offset), isonoise_key(ends.y * prime, offset));
}

// Hashes the xor of a lattice point's keys.
uvec2 isonoise_hash(uvec2 k) {
    uvec2 m = k & 0xFFFFFFu;
    return m * m + k;
}
uvec4 isonoise_hash(uvec4 k) {
    uvec4 m = k & 0xFFFFFFu;
    return m * m + k;
}

// The hashes of a cell's corners, in the order of interpolate.glsl, from the keys of its ends along each axis: of a
// square, where `rest` is the xor of the keys along the other axes, a cube and a tesseract.
uvec4 isonoise_hashes(uvec2 x, uvec2 y, uint rest) { return isonoise_hash(x.xyxy ^ y.xxyy ^ rest); }
void isonoise_hashes(uvec2 x, uvec2 y, uvec2 z, out uvec4 a, out uvec4 b) {
    a = isonoise_hashes(x, y, z.x);
    b = isonoise_hashes(x, y, z.y);
}
void isonoise_hashes(uvec2 x, uvec2 y, uvec2 z, uvec2 w, out uvec4 a, out uvec4 b, out uvec4 c, out uvec4 d) {
    a = isonoise_hashes(x, y, z.x ^ w.x);
    b = isonoise_hashes(x, y, z.y ^ w.x);
    c = isonoise_hashes(x, y, z.x ^ w.y);
    d = isonoise_hashes(x, y, z.y ^ w.y);
}

// Hashes the corners of a cell. `period` is in cells; 0 means none.
uvec2 isonoise_hashes(int cell, uint seed) {
    return isonoise_hash(isonoise_keys(uint(cell), ISONOISE_PRIME_X, isonoise_seeded(seed)));
}
uvec4 isonoise_hashes(ivec2 cell, uint seed) {
    uvec2 x = isonoise_keys(uint(cell.x), ISONOISE_PRIME_X, isonoise_seeded(seed));
    uvec2 y = isonoise_keys(uint(cell.y), ISONOISE_PRIME_Y, ISONOISE_OFFSET_Y);
    return isonoise_hashes(x, y, 0u);
}
void isonoise_hashes(ivec3 cell, uint seed, out uvec4 a, out uvec4 b) {
    uvec2 x = isonoise_keys(uint(cell.x), ISONOISE_PRIME_X, isonoise_seeded(seed));
    uvec2 y = isonoise_keys(uint(cell.y), ISONOISE_PRIME_Y, ISONOISE_OFFSET_Y);
    uvec2 z = isonoise_keys(uint(cell.z), ISONOISE_PRIME_Z, ISONOISE_OFFSET_Z);
    isonoise_hashes(x, y, z, a, b);
}
void isonoise_hashes(ivec4 cell, uint seed, out uvec4 a, out uvec4 b, out uvec4 c, out uvec4 d) {
    uvec2 x = isonoise_keys(uint(cell.x), ISONOISE_PRIME_X, isonoise_seeded(seed));
    uvec2 y = isonoise_keys(uint(cell.y), ISONOISE_PRIME_Y, ISONOISE_OFFSET_Y);
    uvec2 z = isonoise_keys(uint(cell.z), ISONOISE_PRIME_Z, ISONOISE_OFFSET_Z);
    uvec2 w = isonoise_keys(uint(cell.w), ISONOISE_PRIME_W, ISONOISE_OFFSET_W);
    isonoise_hashes(x, y, z, w, a, b, c, d);
}
uvec2 isonoise_hashes(int cell, uint seed, uint period) {
    return isonoise_hash(isonoise_keys(isonoise_wrap(cell, period), period, ISONOISE_PRIME_X, isonoise_seeded(seed)));
}
uvec4 isonoise_hashes(ivec2 cell, uint seed, uvec2 period) {
    uvec2 x = isonoise_keys(isonoise_wrap(cell.x, period.x), period.x, ISONOISE_PRIME_X, isonoise_seeded(seed));
    uvec2 y = isonoise_keys(isonoise_wrap(cell.y, period.y), period.y, ISONOISE_PRIME_Y, ISONOISE_OFFSET_Y);
    return isonoise_hashes(x, y, 0u);
}
void isonoise_hashes(ivec3 cell, uint seed, uvec3 period, out uvec4 a, out uvec4 b) {
    uvec2 x = isonoise_keys(isonoise_wrap(cell.x, period.x), period.x, ISONOISE_PRIME_X, isonoise_seeded(seed));
    uvec2 y = isonoise_keys(isonoise_wrap(cell.y, period.y), period.y, ISONOISE_PRIME_Y, ISONOISE_OFFSET_Y);
    uvec2 z = isonoise_keys(isonoise_wrap(cell.z, period.z), period.z, ISONOISE_PRIME_Z, ISONOISE_OFFSET_Z);
    isonoise_hashes(x, y, z, a, b);
}
void isonoise_hashes(ivec4 cell, uint seed, uvec4 period, out uvec4 a, out uvec4 b, out uvec4 c, out uvec4 d) {
    uvec2 x = isonoise_keys(isonoise_wrap(cell.x, period.x), period.x, ISONOISE_PRIME_X, isonoise_seeded(seed));
    uvec2 y = isonoise_keys(isonoise_wrap(cell.y, period.y), period.y, ISONOISE_PRIME_Y, ISONOISE_OFFSET_Y);
    uvec2 z = isonoise_keys(isonoise_wrap(cell.z, period.z), period.z, ISONOISE_PRIME_Z, ISONOISE_OFFSET_Z);
    uvec2 w = isonoise_keys(isonoise_wrap(cell.w, period.w), period.w, ISONOISE_PRIME_W, ISONOISE_OFFSET_W);
    isonoise_hashes(x, y, z, w, a, b, c, d);
}
#endif
