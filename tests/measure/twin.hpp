// Code that is both C++ and GLSL, so that GPU and CPU are measured on the same source.
#pragma once

#include <bit>
#include <cstdint>

namespace measure {

using uint = std::uint32_t;

// Defines a function in C++ and keeps its text, which is also GLSL, under `name`.
#define TWIN(name, ...) static inline __VA_ARGS__ static constexpr const char* name = #__VA_ARGS__ "\n";

// GLSL's names for the bits of a float.
static inline uint floatBitsToUint(float x) { return std::bit_cast<uint>(x); }
static inline float uintBitsToFloat(uint x) { return std::bit_cast<float>(x); }

// Full mixing of a seed. (lowbias32)
TWIN(
    kMix, uint mix(uint h) {
        h ^= h >> 16;
        h *= 0x7FEB352Du;
        h ^= h >> 15;
        h *= 0x846CA68Bu;
        h ^= h >> 16;
        return h;
    })

// x with its sign flipped if bit 31 of `bits` is set.
TWIN(
    kFlip, float flip(float x, uint bits) { return uintBitsToFloat(floatBitsToUint(x) ^ (bits & 0x80000000u)); })

// a if c, else b. Integer arithmetic in C++, since compilers turn a conditional on floats into a branch, and a branch
// on a hash is mispredicted half the time.
static inline float pick(bool c, float a, float b) {
    uint mask = 0u - static_cast<uint>(c);
    return uintBitsToFloat(floatBitsToUint(b) ^ ((floatBitsToUint(a) ^ floatBitsToUint(b)) & mask));
}
inline constexpr const char* kPick = "float pick(bool c, float a, float b) { return c ? a : b; }\n";

}  // namespace measure
