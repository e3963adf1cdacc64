// The candidate hashes of `perlin`: they map a lattice point and a seed to 32 bits whose top bits choose a gradient.
//
// Each is a struct with
//   kKey, kName   its names in tables
//   kDims         the highest dimension it supports
//   kPrimes       the factor of each axis; corner() gets coordinate * factor, which the corners of a cell share
//   kMixSeed      true if corner() gets mix(seed), false if it gets the seed itself
//   corner        the hash of one lattice point; unused coordinates are 0
#pragma once

#include <array>
#include <span>
#include <string>

#include "twin.hpp"

namespace measure {

using Primes = std::array<uint, 4>;
inline constexpr Primes kOurPrimes = {0x9E3779B1u, 0x85EBCA77u, 0xC2B2AE3Du, 0x27D4EB2Fu};
inline constexpr Primes kNoPrimes = {1, 1, 1, 1};

#define CANDIDATE(key, name, dims, primes, mix_seed)                                                                   \
    static constexpr const char* kKey = key;                                                                           \
    static constexpr const char* kName = name;                                                                         \
    static constexpr int kDims = dims;                                                                                 \
    static constexpr Primes kPrimes = primes;                                                                          \
    static constexpr bool kMixSeed = mix_seed;

// Some candidates ignore the dimension, and the GLSL text is the C++ text.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"

struct XorShift15 {
    CANDIDATE("a", "xor; >>15, *2C1B3C6D (0.1)", 4, kOurPrimes, true)
    TWIN(
        kGlsl, uint corner(int dim, uint x, uint y, uint z, uint w, uint s) {
            uint k = x ^ y ^ z ^ w ^ s;
            k ^= k >> 15;
            k *= 0x2C1B3C6Du;
            return k;
        })
};

struct Multiply {
    CANDIDATE("b", "xor; *2C1B3C6D", 4, kOurPrimes, true)
    TWIN(
        kGlsl,
        uint corner(int dim, uint x, uint y, uint z, uint w, uint s) { return (x ^ y ^ z ^ w ^ s) * 0x2C1B3C6Du; })
};

struct Fmix {
    CANDIDATE("c", "xor; fmix32", 4, kOurPrimes, true)
    TWIN(
        kGlsl, uint corner(int dim, uint x, uint y, uint z, uint w, uint s) {
            uint k = x ^ y ^ z ^ w ^ s;
            k ^= k >> 16;
            k *= 0x85EBCA6Bu;
            k ^= k >> 13;
            k *= 0xC2B2AE35u;
            k ^= k >> 16;
            return k;
        })
};

struct Lowbias {
    CANDIDATE("d", "xor; lowbias32", 4, kOurPrimes, true)
    TWIN(
        kGlsl, uint corner(int dim, uint x, uint y, uint z, uint w, uint s) {
            uint k = x ^ y ^ z ^ w ^ s;
            k ^= k >> 16;
            k *= 0x7FEB352Du;
            k ^= k >> 15;
            k *= 0x846CA68Bu;
            k ^= k >> 16;
            return k;
        })
};

struct Pcg {
    CANDIDATE("e", "xor; pcg RXS-M-XS", 4, kOurPrimes, true)
    TWIN(
        kGlsl, uint corner(int dim, uint x, uint y, uint z, uint w, uint s) {
            uint k = (x ^ y ^ z ^ w ^ s) * 747796405u + 2891336453u;
            k = ((k >> ((k >> 28) + 4u)) ^ k) * 277803737u;
            return (k >> 22) ^ k;
        })
};

struct NestedPcg {
    CANDIDATE("f", "nested pcg", 4, kNoPrimes, false)
    TWIN(
        kStep, uint pcg(uint k) {
            k = k * 747796405u + 2891336453u;
            k = ((k >> ((k >> 28) + 4u)) ^ k) * 277803737u;
            return (k >> 22) ^ k;
        })
    TWIN(
        kCorner, uint corner(int dim, uint x, uint y, uint z, uint w, uint s) {
            uint k = pcg(s);
            if (dim > 3) k = pcg(w + k);
            if (dim > 2) k = pcg(z + k);
            if (dim > 1) k = pcg(y + k);
            return pcg(x + k);
        })
    static inline const std::string kGlsl = std::string(kStep) + kCorner;
};

struct Sum {
    CANDIDATE("g", "sum; >>15, *2C1B3C6D", 4, kOurPrimes, true)
    TWIN(
        kGlsl, uint corner(int dim, uint x, uint y, uint z, uint w, uint s) {
            uint k = x + y + z + w + s;
            k ^= k >> 15;
            k *= 0x2C1B3C6Du;
            return k;
        })
};

// FastNoiseLite 1.1: takes the seed unmixed and the index from bit 7 down. It stops at 3D; the factor for w is ours.
struct FastNoiseLite {
    static constexpr Primes kItsPrimes = {501125321u, 1136930381u, 1720413743u, 0x27D4EB2Fu};
    CANDIDATE("h", "FastNoiseLite", 4, kItsPrimes, false)
    TWIN(
        kGlsl, uint corner(int dim, uint x, uint y, uint z, uint w, uint s) {
            uint k = (x ^ y ^ z ^ w ^ s) * 0x27D4EB2Du;
            k ^= k >> 15;
            return k << 24;
        })
};

// Jarzynski and Olano 2020. The seed goes into the first free coordinate, or is xored (mixed) onto the last one.
struct Pcg3d {
    CANDIDATE("i3", "pcg3d", 3, kNoPrimes, false)
    TWIN(
        kGlsl, uint corner(int dim, uint x, uint y, uint z, uint w, uint s) {
            z = dim < 3 ? s : z ^ mix(s);
            x = x * 1664525u + 1013904223u;
            y = y * 1664525u + 1013904223u;
            z = z * 1664525u + 1013904223u;
            x += y * z;
            y += z * x;
            z += x * y;
            x ^= x >> 16;
            y ^= y >> 16;
            z ^= z >> 16;
            x += y * z;
            y += z * x;
            z += x * y;
            return z;
        })
};

struct Pcg4d {
    CANDIDATE("i4", "pcg4d", 4, kNoPrimes, false)
    TWIN(
        kGlsl, uint corner(int dim, uint x, uint y, uint z, uint w, uint s) {
            w = dim < 4 ? s : w ^ mix(s);
            x = x * 1664525u + 1013904223u;
            y = y * 1664525u + 1013904223u;
            z = z * 1664525u + 1013904223u;
            w = w * 1664525u + 1013904223u;
            x += y * w;
            y += z * x;
            z += x * y;
            w += y * z;
            x ^= x >> 16;
            y ^= y >> 16;
            z ^= z >> 16;
            w ^= w >> 16;
            x += y * w;
            y += z * x;
            z += x * y;
            w += y * z;
            return w;
        })
};

struct Lowbias1 {
    CANDIDATE("j1", "xor; >>16, *7FEB352D", 4, kOurPrimes, true)
    TWIN(
        kGlsl, uint corner(int dim, uint x, uint y, uint z, uint w, uint s) {
            uint k = x ^ y ^ z ^ w ^ s;
            k ^= k >> 16;
            k *= 0x7FEB352Du;
            return k;
        })
};

struct Triple1 {
    CANDIDATE("j2", "xor; >>17, *ED5AD4BB", 4, kOurPrimes, true)
    TWIN(
        kGlsl, uint corner(int dim, uint x, uint y, uint z, uint w, uint s) {
            uint k = x ^ y ^ z ^ w ^ s;
            k ^= k >> 17;
            k *= 0xED5AD4BBu;
            return k;
        })
};

struct MultiplyShiftMultiply {
    CANDIDATE("j3", "xor; *7FEB352D, >>15, *846CA68B", 4, kOurPrimes, true)
    TWIN(
        kGlsl, uint corner(int dim, uint x, uint y, uint z, uint w, uint s) {
            uint k = (x ^ y ^ z ^ w ^ s) * 0x7FEB352Du;
            k ^= k >> 15;
            k *= 0x846CA68Bu;
            return k;
        })
};

// Mixes each axis separately, twice per axis rather than once per corner; then (a).
struct AxisMix {
    CANDIDATE("j4", "axes mixed; xor; >>15, *2C1B3C6D", 4, kOurPrimes, true)
    TWIN(
        kAxis, uint axis_mix(uint k) {
            k ^= k >> 16;
            k *= 0x7FEB352Du;
            return k;
        })
    TWIN(
        kCorner, uint corner(int dim, uint x, uint y, uint z, uint w, uint s) {
            uint k = axis_mix(x) ^ s;
            if (dim > 1) k ^= axis_mix(y);
            if (dim > 2) k ^= axis_mix(z);
            if (dim > 3) k ^= axis_mix(w);
            k ^= k >> 15;
            k *= 0x2C1B3C6Du;
            return k;
        })
    static inline const std::string kGlsl = std::string(kAxis) + kCorner;
};

// Uses the key itself as the multiplier: one product whose top bits are quadratic in the key.
struct Square {
    CANDIDATE("j5", "xor; >>16, *(k\\|1)", 4, kOurPrimes, true)
    TWIN(
        kGlsl, uint corner(int dim, uint x, uint y, uint z, uint w, uint s) {
            uint k = x ^ y ^ z ^ w ^ s;
            k ^= k >> 16;
            k *= k | 1u;
            return k;
        })
};

// One round for (x, y), four per cell face, and one for the rest: between one and two multiplies per corner.
struct TwoStage {
    CANDIDATE("j6", "x^y; >>15, *2C1B3C6D; ^z^w; >>16, *7FEB352D", 4, kOurPrimes, true)
    TWIN(
        kGlsl, uint corner(int dim, uint x, uint y, uint z, uint w, uint s) {
            uint k = x ^ y ^ s;
            k ^= k >> 15;
            k *= 0x2C1B3C6Du;
            k ^= z ^ w;
            k ^= k >> 16;
            k *= 0x7FEB352Du;
            return k;
        })
};

struct XorShift16 {
    CANDIDATE("k1", "xor; >>16, *2C1B3C6D", 4, kOurPrimes, true)
    TWIN(
        kGlsl, uint corner(int dim, uint x, uint y, uint z, uint w, uint s) {
            uint k = x ^ y ^ z ^ w ^ s;
            k ^= k >> 16;
            k *= 0x2C1B3C6Du;
            return k;
        })
};

struct Rotate {
    CANDIDATE("k2", "xor; rotate 15, *2C1B3C6D", 4, kOurPrimes, true)
    TWIN(
        kGlsl, uint corner(int dim, uint x, uint y, uint z, uint w, uint s) {
            uint k = x ^ y ^ z ^ w ^ s;
            return ((k << 15) | (k >> 17)) * 0x2C1B3C6Du;
        })
};

// Scatters each coordinate separately, twice per axis rather than once per corner, with a shift before the product. The
// shift carries high bits down, so that cells 2^31 apart differ too, and breaks the mirror symmetry of products. This
// was the choice until GPU machine code was measured: all its products are 32-bit, one per corner and two per axis.
struct Scattered {
    CANDIDATE("n", "axes >>16, *own; xor; >>16, *(k\\|1)", 4, kNoPrimes, true)
    TWIN(
        kScatter, uint scatter(uint k, uint prime) {
            k ^= k >> 16;
            k *= prime;
            return k;
        })
    TWIN(
        kCorner, uint corner(int dim, uint x, uint y, uint z, uint w, uint s) {
            uint k = scatter(x, 0x9E3779B1u) ^ s;
            if (dim > 1) k ^= scatter(y, 0x85EBCA77u);
            if (dim > 2) k ^= scatter(z, 0xC2B2AE3Du);
            if (dim > 3) k ^= scatter(w, 0x27D4EB2Fu);
            k ^= k >> 16;
            k *= k | 1u;
            return k;
        })
    static inline const std::string kGlsl = std::string(kScatter) + kCorner;
};

// Two products per axis, then no shift.
struct ScatteredTwice {
    CANDIDATE("n2", "axes *own, >>16, *own; xor; *(k\\|1)", 4, kOurPrimes, true)
    TWIN(
        kScatter, uint scatter(uint k, uint prime) {
            k ^= k >> 16;
            k *= prime;
            return k;
        })
    TWIN(
        kCorner, uint corner(int dim, uint x, uint y, uint z, uint w, uint s) {
            uint k = scatter(x, 0x7FEB352Du) ^ s;
            if (dim > 1) k ^= scatter(y, 0x846CA68Bu);
            if (dim > 2) k ^= scatter(z, 0xED5AD4BBu);
            if (dim > 3) k ^= scatter(w, 0xAC4C1B51u);
            k *= k | 1u;
            return k;
        })
    static inline const std::string kGlsl = std::string(kScatter) + kCorner;
};

// Keys x*X ^ (y*Y + C) instead of x*X ^ y*Y. With plain products, mirror images about the origin share keys under any
// seed: -a ^ -b is a ^ b if a and b are odd. The sums (the first words of pi's fraction) move the centre of that
// symmetry out of reach: beyond 2^24 cells on each of these axes, and it takes two axes.
TWIN(
    kShifted, uint shifted(uint x, uint y, uint z, uint w) {
        return x ^ (y + 0x243F6A88u) ^ (z + 0x85A308D3u) ^ (w + 0x13198A2Eu);
    })

struct ShiftedXorShift {
    CANDIDATE("m1", "shifted; >>15, *2C1B3C6D", 4, kOurPrimes, true)
    TWIN(
        kGlsl, uint corner(int dim, uint x, uint y, uint z, uint w, uint s) {
            uint k = shifted(x, y, z, w) ^ s;
            k ^= k >> 15;
            k *= 0x2C1B3C6Du;
            return k;
        })
};

struct ShiftedSquare {
    CANDIDATE("m2", "shifted; >>16, *(k\\|1)", 4, kOurPrimes, true)
    TWIN(
        kGlsl, uint corner(int dim, uint x, uint y, uint z, uint w, uint s) {
            uint k = shifted(x, y, z, w) ^ s;
            k ^= k >> 16;
            k *= k | 1u;
            return k;
        })
};

// The quadratic from the RC6 cipher, a bijection.
struct ShiftedRc6 {
    CANDIDATE("m3", "shifted; >>16, *(2k+1)", 4, kOurPrimes, true)
    TWIN(
        kGlsl, uint corner(int dim, uint x, uint y, uint z, uint w, uint s) {
            uint k = shifted(x, y, z, w) ^ s;
            k ^= k >> 16;
            k *= k + k + 1u;
            return k;
        })
};

// No xor-shift after the last product, as it would not change the top bits.
struct ShiftedLowbias {
    CANDIDATE("m4", "shifted; lowbias32 less its end", 4, kOurPrimes, true)
    TWIN(
        kGlsl, uint corner(int dim, uint x, uint y, uint z, uint w, uint s) {
            uint k = shifted(x, y, z, w) ^ s;
            k ^= k >> 16;
            k *= 0x7FEB352Du;
            k ^= k >> 15;
            k *= 0x846CA68Bu;
            return k;
        })
};

struct ShiftedMultiply2 {
    CANDIDATE("m5", "shifted; *7FEB352D, >>15, *846CA68B", 4, kOurPrimes, true)
    TWIN(
        kGlsl, uint corner(int dim, uint x, uint y, uint z, uint w, uint s) {
            uint k = (shifted(x, y, z, w) ^ s) * 0x7FEB352Du;
            k ^= k >> 15;
            k *= 0x846CA68Bu;
            return k;
        })
};

// The seed offsets the x axis; otherwise m2.
struct ShiftedSeedSum {
    CANDIDATE("m6", "shifted, seed added to x; >>16, *(k\\|1)", 4, kOurPrimes, true)
    TWIN(
        kGlsl, uint corner(int dim, uint x, uint y, uint z, uint w, uint s) {
            uint k = shifted(x + s, y, z, w);
            k ^= k >> 16;
            k *= k | 1u;
            return k;
        })
};

// From here on only factors of at most 24 bits are multiplied once coordinates have met their primes: GPUs do that four
// times as fast as with 32 bits. The seed is an offset along x.
TWIN(
    kSeeded, uint seeded(uint s) { return s * 0x7FEB352Du + 0x2C1B3C6Du; })
TWIN(
    kHalves, uint halves(uint u) { return (u >> 16) * (u & 0xFFFFu); })
TWIN(
    kSquare24, uint square24(uint k) {
        uint m = k & 0xFFFFFFu;
        return m * m;
    })

// The cheapest: the top 24 bits of the products. Cells whose products differ only below those share a key. So do mirror
// images, and cells 2^31 apart.
struct TopBits {
    CANDIDATE("q", "products >>8; xor; k24²", 4, kOurPrimes, false)
    TWIN(
        kGlsl, uint corner(int dim, uint x, uint y, uint z, uint w, uint s) {
            return square24((x + seeded(s)) >> 8 ^ y >> 8 ^ z >> 8 ^ w >> 8);
        })
};

// A separate shift per axis fixes mirror images and cells 2^31 apart, but not the shared keys.
struct TopBitsShifted {
    CANDIDATE("q2", "products >>8, 9, 10, 11; xor; k24²", 4, kOurPrimes, false)
    TWIN(
        kGlsl, uint corner(int dim, uint x, uint y, uint z, uint w, uint s) {
            return square24((x + seeded(s)) >> 8 ^ y >> 9 ^ z >> 10 ^ w >> 11);
        })
};

// Multiplying a product's halves spreads its top bits to all. But only 24 bits are left: hashes coincide 300 times as
// often as by chance. And the plane at coordinate 0 is special, since its product is 0.
struct Halves24 {
    CANDIDATE("r", "t + its halves' product; xor; k24²", 4, kOurPrimes, false)
    TWIN(
        kAxis, uint halves_key(uint t) { return halves(t) + t; })
    TWIN(
        kCorner, uint corner(int dim, uint x, uint y, uint z, uint w, uint s) {
            uint k = halves_key(x + seeded(s)) ^ halves_key(y) ^ halves_key(z) ^ halves_key(w);
            return square24(k);
        })
    static inline const std::string kGlsl = std::string(kAxis) + kCorner;
};

// Adding the key keeps all 32 bits. The special plane remains.
struct Halves {
    CANDIDATE("t", "t + its halves' product; xor; k24² + k", 4, kOurPrimes, false)
    TWIN(
        kAxis, uint halves_key(uint t) { return halves(t) + t; })
    TWIN(
        kCorner, uint corner(int dim, uint x, uint y, uint z, uint w, uint s) {
            uint k = halves_key(x + seeded(s)) ^ halves_key(y) ^ halves_key(z) ^ halves_key(w);
            return square24(k) + k;
        })
    static inline const std::string kGlsl = std::string(kAxis) + kCorner;
};

// The same, with the seed's own key xored in: at x = 0 they cancel, so all seeds agree there.
struct HalvesSeedTwice {
    CANDIDATE("u", "t, and the seed's key xored", 4, kOurPrimes, false)
    TWIN(
        kAxis, uint halves_key(uint t) { return halves(t) + t; })
    TWIN(
        kCorner, uint corner(int dim, uint x, uint y, uint z, uint w, uint s) {
            uint a = seeded(s);
            uint k = halves_key(x + a) ^ halves_key(a) ^ halves_key(y) ^ halves_key(z) ^ halves_key(w);
            return square24(k) + k;
        })
    static inline const std::string kGlsl = std::string(kAxis) + kCorner;
};

// An offset per axis, so that no plane is special. Core uses this one.
struct Chosen {
    CANDIDATE("v", "t + product of halves of t + offset; xor; k24² + k", 4, kOurPrimes, false)
    TWIN(
        kAxis, uint offset_key(uint t, uint offset) { return halves(t + offset) + t; })
    TWIN(
        kCorner, uint corner(int dim, uint x, uint y, uint z, uint w, uint s) {
            uint k = offset_key(x, seeded(s));
            if (dim > 1) k ^= offset_key(y, 0x243F6A88u);
            if (dim > 2) k ^= offset_key(z, 0x85A308D3u);
            if (dim > 3) k ^= offset_key(w, 0x13198A2Eu);
            return square24(k) + k;
        })
    static inline const std::string kGlsl = std::string(kAxis) + kCorner;
};

// Practically an ideal function: 64 bits, far too slow, C++ only.
struct Ideal {
    CANDIDATE("ideal", "64-bit reference", 4, kNoPrimes, false)
    static constexpr const char* kGlsl = nullptr;
    static std::uint64_t mix64(std::uint64_t k) {
        k = (k ^ (k >> 30)) * 0xBF58476D1CE4E5B9u;
        k = (k ^ (k >> 27)) * 0x94D049BB133111EBu;
        return k ^ (k >> 31);
    }
    static uint corner(int, uint x, uint y, uint z, uint w, uint s) {
        std::uint64_t k = mix64(s + 0x9E3779B97F4A7C15u);
        k = mix64(k ^ (std::uint64_t(z) << 32 | w));
        return uint(mix64((k + 0x9E3779B97F4A7C15u) ^ (std::uint64_t(x) << 32 | y)) >> 32);
    }
};

#pragma GCC diagnostic pop
#undef CANDIDATE

// Calls for all of them, in table order: for_each_hash([]<class Hash>() { ... }).
template <class Call> void for_each_hash(Call call) {
    [&]<class... Hash>(std::tuple<Hash...>*) {
        (call.template operator()<Hash>(), ...);
    }(static_cast<
        std::tuple<Ideal, Lowbias, Fmix, Pcg, NestedPcg, Pcg3d, Pcg4d, XorShift15, XorShift16, Lowbias1, Triple1,
                   Rotate, Square, TwoStage, MultiplyShiftMultiply, AxisMix, Sum, FastNoiseLite, Multiply,
                   ShiftedXorShift, ShiftedSquare, ShiftedRc6, ShiftedLowbias, ShiftedMultiply2, ShiftedSeedSum,
                   Scattered, ScatteredTwice, TopBits, TopBitsShifted, Halves24, Halves, HalvesSeedTwice, Chosen>*>(
        nullptr));
}

using Cell = std::array<uint, 4>;

template <class Hash> uint hash_of(int dim, const Cell& c, uint seed) {
    const Primes& p = Hash::kPrimes;
    return Hash::corner(dim, c[0] * p[0], c[1] * p[1], c[2] * p[2], c[3] * p[3], Hash::kMixSeed ? mix(seed) : seed);
}

// The hashes of `count` cells starting at `cell` along `axis`.
template <class H> void hash_row(int dim, Cell cell, int axis, int count, uint seed, uint* out) {
    auto fill = [&](int constant_dim) {
        for (int i = 0; i < count; ++i) {
            out[i] = hash_of<H>(constant_dim, cell, seed);
            ++cell[static_cast<std::size_t>(axis)];
        }
    };
    switch (dim) {
    case 1: return fill(1);
    case 2: return fill(2);
    case 3: return fill(3);
    default: return fill(4);
    }
}

// A candidate at run time. Coordinates beyond `dim` must be 0.
struct Hash {
    const char* key;
    const char* name;
    int dims;
    uint (*hash)(int dim, const Cell& cell, uint seed);
    void (*hashes)(int dim, Cell cell, int axis, int count, uint seed, uint* out);
    Primes primes;
    int skip = 0;  // number of top bits dropped

    uint at(int dim, const Cell& cell, uint seed) const { return hash(dim, cell, seed) << skip; }
    // Hashes `count` cells starting at `cell` along `axis`.
    void row(int dim, const Cell& cell, int axis, int count, uint seed, uint* out) const {
        hashes(dim, cell, axis, count, seed, out);
        for (int i = 0; i < count; ++i)
            out[i] <<= skip;
    }
};

}  // namespace measure
