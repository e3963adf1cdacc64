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

namespace isonoise {

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

// The key of a lattice coordinate; t is its product with the axis's prime.
ISONOISE_INLINE static uint8 key(uint8 t, uint8 offset) { return halves_product(t + offset) + t; }

// The keys of both ends of a cell along each axis.
ISONOISE_INLINE static uint8 keys(uint4 cell, std::uint32_t offset) {
    const uint4 prime(kPrimeX, kPrimeY, kPrimeZ, kPrimeW), offsets(offset, kOffsetY, kOffsetZ, kOffsetW);
    uint4 t = cell * prime;
    return key(uint8(t, t + prime), offsets);
}
// Like keys(), for wrapped cells with `period` cells per repeat; 0 means no period.
ISONOISE_INLINE static uint8 keys(uint4 cell, uint4 period, std::uint32_t offset) {
    const uint4 prime(kPrimeX, kPrimeY, kPrimeZ, kPrimeW), offsets(offset, kOffsetY, kOffsetZ, kOffsetW);
    uint4 t = cell * prime;
    uint4 last = equal(cell + uint4(1u), period);
    return key(uint8(t, (t + prime) & (last ^ uint4(~0u))), offsets);
}
// Like keys(), for any two lattice coordinates.
ISONOISE_INLINE static uint8 keys(const Ends& at, std::uint32_t offset) {
    const uint4 prime(kPrimeX, kPrimeY, kPrimeZ, kPrimeW), offsets(offset, kOffsetY, kOffsetZ, kOffsetW);
    return key(uint8(at.low, at.high) * uint8(prime), offsets);
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
ISONOISE_INLINE static std::array<std::uint32_t, 2> hash1(uint8 k) {
    return {hash(lane<0>(low(k))), hash(lane<0>(high(k)))};
}
ISONOISE_INLINE static uint4 hash2(uint8 k) { return hash(low(corners_x(k)) ^ low(corners_y(k))); }
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

}  // namespace isonoise
