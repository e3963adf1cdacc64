// The integer hash of `perlin` and `value`: 32 bits from a lattice point and a seed; the top bits are the ones used.
// The functions of definition/hash.hpp over lanes.
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
//
// GLSL computes the keys of one axis at a time; here all axes share a vector, one per lane.
#pragma once

#include "isonoise/fast/lanes8.hpp"
#include "isonoise/fast/lattice.hpp"

namespace isonoise::ISONOISE_TARGET {

inline constexpr std::uint32_t kPrimeX = 0x9E3779B1u;
inline constexpr std::uint32_t kPrimeY = 0x85EBCA77u;
inline constexpr std::uint32_t kPrimeZ = 0xC2B2AE3Du;
inline constexpr std::uint32_t kPrimeW = 0x27D4EB2Fu;

// The first bits of pi's fraction. Without them the planes through the origin would be special: their products are 0.
inline constexpr std::uint32_t kOffsetY = 0x243F6A88u;
inline constexpr std::uint32_t kOffsetZ = 0x85A308D3u;
inline constexpr std::uint32_t kOffsetW = 0x13198A2Eu;

// Octave i uses seed ^ i*kOctave, so that no octave repeats another's lattice.
inline constexpr std::uint32_t kOctave = 0x9E3779B9u;

// The offset along x. A bijection: no two seeds give the same noise.
ISONOISE_INLINE static std::uint32_t seeded(std::uint32_t seed) { return seed * 0x7FEB352Du + 0x2C1B3C6Du; }

// Values at both ends of a cell along n axes. In 2D they share one register, (x low, y low, x high, y high). In 1D they
// are single numbers, which multiply faster.
template <int n>
using AtEnds = std::conditional_t<n == 1, std::array<std::uint32_t, 2>, std::conditional_t<n == 2, uint4, uint8>>;
template <int n> ISONOISE_INLINE static AtEnds<n> at_ends(uint4 low, uint4 high) {
    if constexpr (n == 1) return {lane<0>(low), lane<0>(high)};
    if constexpr (n == 2) return upper_pair(low, high);
    if constexpr (n > 2) return {low, high};
}

// The keys of lattice coordinates; t are their products with the axes' primes, and `offset` is that along x.
template <int n> ISONOISE_INLINE static AtEnds<n> key(AtEnds<n> t, std::uint32_t offset) {
    if constexpr (n == 1) {
        const auto key = [&](std::uint32_t product) ISONOISE_INLINED {
            const std::uint32_t u = product + offset;
            return (u >> 16) * (u & 0xFFFFu) + product;
        };
        return {key(t[0]), key(t[1])};
    } else {
        const uint4 offsets(offset, kOffsetY, n == 2 ? offset : kOffsetZ, n == 2 ? kOffsetY : kOffsetW);
        return halves_product(t + AtEnds<n>(offsets)) + t;
    }
}

template <int n> ISONOISE_INLINE static uint4 primes() {
    return {kPrimeX, kPrimeY, n == 2 ? kPrimeX : kPrimeZ, n == 2 ? kPrimeY : kPrimeW};
}

// The keys of both ends of a cell along each axis.
template <int n> ISONOISE_INLINE static AtEnds<n> keys(uint4 cell, std::uint32_t offset) {
    if constexpr (n == 1) {
        const std::uint32_t t = lane<0>(cell) * kPrimeX;
        return key<1>({t, t + kPrimeX}, offset);
    } else {
        const uint4 prime = primes<n>(), t = cell * prime;
        if constexpr (n == 2) return key<2>(t + upper_pair(uint4(0u), prime), offset);
        return key<n>(at_ends<n>(t, t + prime), offset);
    }
}
// Like keys(), for wrapped cells with `period` cells per repeat; 0 means no period.
template <int n> ISONOISE_INLINE static AtEnds<n> keys(uint4 cell, uint4 period, std::uint32_t offset) {
    const uint4 prime = primes<n>(), t = cell * prime, last = equal(cell + uint4(1u), period);
    return key<n>(at_ends<n>(t, (t + prime) & (last ^ uint4(~0u))), offset);
}
// Like keys(), for any two lattice coordinates.
template <int n> ISONOISE_INLINE static AtEnds<n> keys(const Ends& at, std::uint32_t offset) {
    const uint4 prime = primes<n>();
    return key<n>(at_ends<n>(at.low * prime, at.high * prime), offset);
}

// Hashes the xor of a lattice point's keys.
ISONOISE_INLINE static std::uint32_t hash(std::uint32_t k) {
    std::uint32_t m = k & 0xFFFFFFu;
    return m * m + k;
}
ISONOISE_INLINE static uint8 hash(uint8 k) {
    uint8 m = k & 0xFFFFFFu;
    return m * m + k;
}
ISONOISE_INLINE static uint4 hash(uint4 k) {
    uint4 m = k & uint4(0xFFFFFFu);
    return m * m + k;
}

// The hashes of a cell's corners from its keys, in the order of interpolate.hpp; for a tesseract one cube at a time.
ISONOISE_INLINE static uint4 hash1(std::array<std::uint32_t, 2> k) { return {hash(k[0]), hash(k[1]), 0u, 0u}; }
ISONOISE_INLINE static uint4 hash2(uint4 k) { return hash(square_x(k) ^ square_y(k)); }
ISONOISE_INLINE static uint8 hash3(uint8 k) { return hash(corners_x(k) ^ corners_y(k) ^ corners_z(k)); }
namespace {
struct Hashes4 {
    uint8 low, high;  // along w
};
}  // namespace
ISONOISE_INLINE static Hashes4 hash4(uint8 k) {
    uint8 cube = corners_x(k) ^ corners_y(k) ^ corners_z(k);
    return {hash(cube ^ low_w(k)), hash(cube ^ high_w(k))};
}

}  // namespace isonoise::ISONOISE_TARGET
