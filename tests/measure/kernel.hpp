// Perlin noise from a candidate hash and a candidate set, in C++ and as GLSL text: the work of core and shaders, with
// exchangeable parts. Values are taken before the scale to [-1, 1].
#pragma once

#include <cmath>
#include <string>

#include "hashes.hpp"
#include "sets.hpp"

namespace measure {

using Point = std::array<float, 4>;

// Kernel variants compared for speed.
struct Variant {
    bool guard = true;
    enum class Fade { published, cut, centred } fade = Fade::cut;  // cut: 0 below 2^-12, as in version 0.1
    bool last_axis_first = false;                                  // interpolate z (or y, w) first instead of x
};

template <Variant::Fade Form> float fade(float t) {
    if constexpr (Form == Variant::Fade::centred) {
        float s = t - 0.5f;
        float s2 = s * s;
        return 0.5f + s * (1.875f + s2 * (6.0f * s2 - 5.0f));
    }
    float r = t * t * t * (t * (t * 6.0f - 15.0f) + 10.0f);
    return Form == Variant::Fade::cut && t < 0x1p-12f ? 0.0f : r;
}

static inline float guard(float x) { return (floatBitsToUint(x) << 1) - 0x57000000u < 0x47000000u ? x : 0.0f; }

// A cell ready for interpolation.
template <class Hash, class Set, Variant kVariant> struct Corners {
    static constexpr int kDim = Set::kDim;
    uint key[4][2] = {};
    float offset[4][2] = {};
    float weight[4] = {};
    uint seed;

    // The noise on the corners that share `fixed`, one bit per axis, interpolated along the first `axes` axes.
    template <int Axes, unsigned Fixed> float value() const {
        if constexpr (Axes == 0) {
            constexpr unsigned b[4] = {Fixed & 1u, Fixed >> 1 & 1u, Fixed >> 2 & 1u, Fixed >> 3 & 1u};
            uint h = Hash::corner(kDim, key[0][b[0]], key[1][b[1]], key[2][b[2]], key[3][b[3]], seed);
            return Set::gradient(h, offset[0][b[0]], offset[1][b[1]], offset[2][b[2]], offset[3][b[3]]);
        } else {
            constexpr int axis = kVariant.last_axis_first ? kDim - Axes : Axes - 1;
            float a = value<Axes - 1, Fixed>();
            float b = value<Axes - 1, Fixed | 1u << axis>();
            return a + weight[axis] * (b - a);
        }
    }
};

template <class Hash, class Set, Variant kVariant = Variant{}> float noise(const Point& p, uint seed) {
    Corners<Hash, Set, kVariant> corners;
    corners.seed = Hash::kMixSeed ? mix(seed) : seed;
    for (std::size_t c = 0; c < Set::kDim; ++c) {
        float q = kVariant.guard ? guard(p[c]) : p[c];
        float cell = std::floor(q);
        float f = q - cell;
        corners.key[c][0] = uint(int(cell)) * Hash::kPrimes[c];
        corners.key[c][1] = corners.key[c][0] + Hash::kPrimes[c];
        corners.offset[c][0] = f;
        corners.offset[c][1] = f - 1.0f;
        corners.weight[c] = fade<kVariant.fade>(f);
    }
    return corners.template value<Set::kDim, 0>();
}

// The same as GLSL: `float noise(vec4 p, uint seed)` and its dependencies.
std::string kernel_glsl(int dim, const std::string& hash, const Primes& primes, bool mix_seed, const std::string& set,
                        const Variant& variant);

template <class Hash, class Set> std::string kernel_glsl(const Variant& variant = {}) {
    return kernel_glsl(Set::kDim, Hash::kGlsl, Hash::kPrimes, Hash::kMixSeed, set_glsl<Set>(), variant);
}

}  // namespace measure
