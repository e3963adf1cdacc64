// The integer hash of `perlin`: from a lattice point and a seed to 32 bits whose top bits choose a gradient.
// Twin of shaders/isonoise/hash.glsl.
//
// A lattice point's key is x*kPrimeX ^ y*kPrimeY ^ z*kPrimeZ ^ w*kPrimeW ^ mix(seed). Odd factors are
// bijections of the 32-bit integers, so along each axis no key comes twice within 2^32 cells, and neighbours
// share all factors but one. Xor, not a sum: sums of products repeat along short lattice vectors.
#pragma once

#include <cstdint>

namespace isonoise {

inline constexpr std::uint32_t kPrimeX = 0x9E3779B1u;
inline constexpr std::uint32_t kPrimeY = 0x85EBCA77u;
inline constexpr std::uint32_t kPrimeZ = 0xC2B2AE3Du;
inline constexpr std::uint32_t kPrimeW = 0x27D4EB2Fu;

// Octave i is seeded with seed ^ i*kOctave, so that no octave repeats another's lattice.
inline constexpr std::uint32_t kOctave = 0x9E3779B9u;

// Full mixing of a seed, so that neighbouring seeds share nothing. A bijection; mix(0) is 0.
// (Constants: Chris Wellons, "Prospecting for hash functions", lowbias32.)
static inline std::uint32_t mix(std::uint32_t h) {
    h ^= h >> 16;
    h *= 0x7FEB352Du;
    h ^= h >> 15;
    h *= 0x846CA68Bu;
    h ^= h >> 16;
    return h;
}

// Once a corner, so as short as it may be: the shift feeds the key's high bits into the product, whose top
// bits depend on all others.
static inline std::uint32_t hash(std::uint32_t key) {
    key ^= key >> 15;
    key *= 0x2C1B3C6Du;
    return key;
}

}  // namespace isonoise
