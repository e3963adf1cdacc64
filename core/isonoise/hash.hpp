// The integer hash of `perlin` and `value`: from a lattice point and a seed to 32 bits, of which the top ones count.
// Twin of shaders/isonoise/hash.glsl.
//
// Each lattice coordinate is scattered on its own, once an axis and not once a corner; a lattice point's key is the xor
// of its scattered coordinates and the mixed seed. Chosen by measurement among 26: see docs/algorithm.md.
#pragma once

#include "isonoise/lattice.hpp"

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

// A bijection, and linear: what was folded can be xored, which gives the same as folding what was xored.
static inline std::uint32_t fold(std::uint32_t h) { return h ^ (h >> 16); }
static inline glm::uvec2 fold(glm::uvec2 h) { return h ^ (h >> 16u); }

// A bijection. The shift carries the high bits down, so that far cells differ in more than high bits; and it breaks the
// symmetry of products, by which -x*P ^ -y*Q would be x*P ^ y*Q in a third of all cells.
static inline std::uint32_t scatter(std::uint32_t coordinate, std::uint32_t prime) { return fold(coordinate) * prime; }
static inline glm::uvec2 scatter(glm::uvec2 coordinate, std::uint32_t prime) { return fold(coordinate) * prime; }

// Of a folded key; once a corner, so as short as it may be: one product, whose top bits are quadratic in the key.
static inline std::uint32_t hash(std::uint32_t key) { return key * (key | 1u); }
static inline glm::uvec2 hash(glm::uvec2 key) { return {hash(key.x), hash(key.y)}; }

// The hashes of a square's corners: x and y are its lattice coordinates, and `rest` is what is folded of the others.
static inline glm::uvec4 square(glm::uvec2 x, glm::uvec2 y, std::uint32_t rest) {
    glm::uvec2 u = fold(scatter(x, kPrimeX)), v = fold(scatter(y, kPrimeY)) ^ rest;
    std::uint32_t h[] = {u.x ^ v.x, u.y ^ v.x, u.x ^ v.y, u.y ^ v.y};
    for (std::uint32_t& each : h)
        each = hash(each);
    return {h[0], h[1], h[2], h[3]};
}

// The hashes of a cell's corners, in the order of interpolate.hpp, one square at a time: x, y, z and w are its lattice
// coordinates (ends) and `seed` is mixed.
static inline glm::uvec2 hash1(glm::uvec2 x, std::uint32_t seed) { return hash(fold(scatter(x, kPrimeX) ^ seed)); }
static inline glm::uvec4 hash2(glm::uvec2 x, glm::uvec2 y, std::uint32_t seed) { return square(x, y, fold(seed)); }
static inline glm::uvec4 hash3(glm::uvec2 x, glm::uvec2 y, std::uint32_t z, std::uint32_t seed) {
    return square(x, y, fold(scatter(z, kPrimeZ) ^ seed));
}
static inline glm::uvec4 hash4(glm::uvec2 x, glm::uvec2 y, std::uint32_t z, std::uint32_t w, std::uint32_t seed) {
    return square(x, y, fold(scatter(z, kPrimeZ) ^ scatter(w, kPrimeW) ^ seed));
}

}  // namespace isonoise
