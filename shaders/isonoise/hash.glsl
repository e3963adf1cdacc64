// The integer hash of `perlin` and `value`: from a lattice point and a seed to 32 bits, of which the top ones count.
// Twin of core/isonoise/hash.hpp.
//
// Each lattice coordinate is scattered on its own, once an axis and not once a corner; a lattice point's key is the
// xor of its scattered coordinates and the mixed seed. Chosen by measurement among 26: see docs/algorithm.md.
#ifndef ISONOISE_HASH_GLSL
#define ISONOISE_HASH_GLSL
#include "isonoise/lattice.glsl"

const uint ISONOISE_PRIME_X = 0x9E3779B1u;
const uint ISONOISE_PRIME_Y = 0x85EBCA77u;
const uint ISONOISE_PRIME_Z = 0xC2B2AE3Du;
const uint ISONOISE_PRIME_W = 0x27D4EB2Fu;

// Octave i is seeded with seed ^ i*ISONOISE_OCTAVE, so that no octave repeats another's lattice.
const uint ISONOISE_OCTAVE = 0x9E3779B9u;

// Full mixing of a seed, so that neighbouring seeds share nothing. A bijection; mix(0) is 0.
// (Constants: Chris Wellons, "Prospecting for hash functions", lowbias32.)
uint isonoise_mix(uint h) {
    h ^= h >> 16;
    h *= 0x7FEB352Du;
    h ^= h >> 15;
    h *= 0x846CA68Bu;
    h ^= h >> 16;
    return h;
}

// A bijection, and linear: what was folded can be xored, which gives the same as folding what was xored.
uint isonoise_fold(uint h) { return h ^ (h >> 16); }
uvec2 isonoise_fold(uvec2 h) { return h ^ (h >> 16); }

// A bijection. The shift carries the high bits down, so that far cells differ in more than high bits; and it breaks
// the symmetry of products, by which -x*P ^ -y*Q would be x*P ^ y*Q in a third of all cells.
uint isonoise_scatter(uint coordinate, uint prime) { return isonoise_fold(coordinate) * prime; }
uvec2 isonoise_scatter(uvec2 coordinate, uint prime) { return isonoise_fold(coordinate) * prime; }

// Of a folded key; once a corner, so as short as it may be: one product, whose top bits are quadratic in the key.
uvec2 isonoise_hash(uvec2 key) { return key * (key | 1u); }
uvec4 isonoise_hash(uvec4 key) { return key * (key | 1u); }

// The hashes of a square's corners: x and y are its lattice coordinates, and `rest` is what is folded of the others.
uvec4 isonoise_square(uvec2 x, uvec2 y, uint rest) {
    uvec2 u = isonoise_fold(isonoise_scatter(x, ISONOISE_PRIME_X));
    uvec2 v = isonoise_fold(isonoise_scatter(y, ISONOISE_PRIME_Y));
    return isonoise_hash(u.xyxy ^ v.xxyy ^ rest);
}

// The hashes of a cell's corners, in the order of interpolate.glsl, one square at a time: x, y, z and w are its
// lattice coordinates (ends) and `seed` is mixed.
uvec2 isonoise_hash1(uvec2 x, uint seed) {
    return isonoise_hash(isonoise_fold(isonoise_scatter(x, ISONOISE_PRIME_X) ^ seed));
}
uvec4 isonoise_hash2(uvec2 x, uvec2 y, uint seed) { return isonoise_square(x, y, isonoise_fold(seed)); }
uvec4 isonoise_hash3(uvec2 x, uvec2 y, uint z, uint seed) {
    return isonoise_square(x, y, isonoise_fold(isonoise_scatter(z, ISONOISE_PRIME_Z) ^ seed));
}
uvec4 isonoise_hash4(uvec2 x, uvec2 y, uint z, uint w, uint seed) {
    return isonoise_square(
        x, y, isonoise_fold(isonoise_scatter(z, ISONOISE_PRIME_Z) ^ isonoise_scatter(w, ISONOISE_PRIME_W) ^ seed));
}
#endif
