// The integer hash of `perlin` and `value`: 32 bits from a lattice point and a seed; the top bits are the ones used.
// Twin of shaders/isonoise/hash.glsl.
//
// Each lattice coordinate becomes a key, the keys of all axes are xored, and one square makes the hash:
//
//   t    = coordinate * PRIME
//   u    = t + OFFSET                             along x the offset is made from the seed
//   key  = (u >> 16) * (u & 0xFFFF) + t
//   k    = key_x ^ key_y ^ key_z ^ key_w
//   hash = (k & 0xFFFFFF) * (k & 0xFFFFFF) + k
//
// All products but the first have factors of at most 24 bits, which GPUs multiply four times as fast as 32 bits. The
// hash is all integers, so a device that rounds floats differently is off by an ulp, never in another world. Chosen by
// measurement: see docs/algorithm.md.
#pragma once

#include "isonoise/definition/interpolate.hpp"

namespace isonoise::definition {

inline constexpr uint kPrimeX = 0x9E3779B1u;
inline constexpr uint kPrimeY = 0x85EBCA77u;
inline constexpr uint kPrimeZ = 0xC2B2AE3Du;
inline constexpr uint kPrimeW = 0x27D4EB2Fu;

// The first bits of pi's fraction. Without them the planes through the origin would be special: their products are 0.
inline constexpr uint kOffsetY = 0x243F6A88u;
inline constexpr uint kOffsetZ = 0x85A308D3u;
inline constexpr uint kOffsetW = 0x13198A2Eu;

// Octave i uses seed ^ i*kOctave, so that no octave repeats another's lattice.
inline constexpr uint kOctave = 0x9E3779B9u;

// The offset along x. A bijection: no two seeds give the same noise.
inline uint seeded(uint seed) { return seed * 0x7FEB352Du + 0x2C1B3C6Du; }

// The key of a lattice coordinate; t is its product with the axis's prime.
inline uint key(uint t, uint offset) {
    const uint u = t + offset;
    return (u >> 16) * (u & 0xFFFFu) + t;
}

// The keys of both ends of a cell along one axis, and along all axes; `seed` is the offset along x.
inline uvec<2> keys(uvec<2> ends, uint prime, uint offset) {
    return {key(ends.x * prime, offset), key(ends.y * prime, offset)};
}
template <int n> Ends<n> keys(const Ends<n>& ends, uint seed) {
    const uint primes[] = {kPrimeX, kPrimeY, kPrimeZ, kPrimeW}, offsets[] = {seed, kOffsetY, kOffsetZ, kOffsetW};
    Ends<n> k;
    for (int c = 0; c < n; ++c)
        k[c] = keys(ends[c], primes[c], offsets[c]);
    return k;
}

// Hashes the xor of a lattice point's keys.
inline uint hash(uint k) {
    const uint m = k & 0xFFFFFFu;
    return m * m + k;
}

// The hashes of a cell's corners.
template <int n> Corners<uint, n> hashes(const Ends<n>& keys) {
    Corners<uint, n> h;
    for (int i = 0; i < h.size(); ++i) {
        uint k = 0u;
        for (int c = 0; c < n; ++c)
            k ^= keys[c][is_far(i, c)];
        h[i] = hash(k);
    }
    return h;
}

// Hashes the corners of a cell. `period` is in cells; 0 means none.
template <int n> Corners<uint, n> hashes(ivec<n> cell, uint seed, uvec<n> period) {
    return hashes<n>(keys<n>(ends<n>(cell, period), seeded(seed)));
}

}  // namespace isonoise::definition
