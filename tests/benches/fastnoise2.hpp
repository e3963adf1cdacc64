// The operations by which FastNoise2 1.1 computes a list of points with AVX-512. The library itself is in no Debian
// package. After its Perlin.inl, Utils.inl, Fractal.inl and Generator.inl (github.com/Auburn/FastNoise2, MIT), with
// gradients and constants that cost the same but give another noise.
#pragma once

#ifdef __AVX512F__

#include <immintrin.h>

#include <cstdint>

namespace fastnoise2 {

using F = __m512;
using I = __m512i;

inline F number(float x) { return _mm512_set1_ps(x); }
inline I word(std::uint32_t x) { return _mm512_set1_epi32(static_cast<int>(x)); }
inline F lerp(F a, F b, F t) { return _mm512_fmadd_ps(t, _mm512_sub_ps(b, a), a); }
inline F quintic(F t) {
    const F inner = _mm512_fmadd_ps(t, _mm512_fmadd_ps(t, number(6), number(-15)), number(10));
    return _mm512_mul_ps(_mm512_mul_ps(_mm512_mul_ps(t, t), t), inner);
}

// A node of FastNoise2's graph; sources are called through pointers.
struct Node {
    virtual F at(I seed, const F* p) const = 0;
};

template <int dim> struct Perlin final : Node {
    F at(I seed, const F* p) const override {
        I low[dim], high[dim];
        F from[dim], to[dim], t[dim];
        for (int c = 0; c < dim; ++c) {
            const F whole = _mm512_roundscale_ps(p[c], _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC);
            const I prime = word(kPrimes[c]);
            low[c] = _mm512_mullo_epi32(_mm512_cvtps_epi32(whole), prime);
            high[c] = _mm512_add_epi32(low[c], prime);
            from[c] = _mm512_sub_ps(p[c], whole);
            to[c] = _mm512_sub_ps(from[c], number(1));
            t[c] = quintic(from[c]);
        }
        F corner[1 << dim];
        for (int i = 0; i < 1 << dim; ++i) {
            I h = seed;
            F offset[dim];
            for (int c = 0; c < dim; ++c) {
                h = _mm512_xor_si512(h, i >> c & 1 ? high[c] : low[c]);
                offset[c] = i >> c & 1 ? to[c] : from[c];
            }
            h = _mm512_mullo_epi32(h, word(0xB7E0A5F5u));
            corner[i] = dot(_mm512_xor_si512(_mm512_srai_epi32(h, 15), h), offset);
        }
        for (int c = 0, count = 1 << dim; c < dim; ++c, count /= 2) {
            for (int i = 0; i < count / 2; ++i)
                corner[i] = lerp(corner[2 * i], corner[2 * i + 1], t[c]);
        }
        return corner[0];
    }

  private:
    static constexpr std::uint32_t kPrimes[] = {0xF797C5C7u, 0x6C060C89u, 0x465FD04Fu};
    // gradient . offset; the hash's low four bits choose the gradient.
    static F dot(I h, const F* p) {
        F sum = _mm512_mul_ps(_mm512_permutexvar_ps(h, table(0)), p[0]);
        for (int c = 1; c < dim; ++c)
            sum = _mm512_fmadd_ps(_mm512_permutexvar_ps(h, table(c)), p[c], sum);
        return sum;
    }
    static F table(int c) {
        if (c == 0) return _mm512_setr_ps(2.4f, -2.4f, 2.4f, -2.4f, 1, -1, 1, -1, 2.4f, -2.4f, 0, 0, 1, 0, -1, 0);
        if (c == 1) return _mm512_setr_ps(1, 1, -1, -1, 2.4f, 2.4f, -2.4f, -2.4f, 1, -1, 1, -1, 1, -1, 1, -1);
        return _mm512_setr_ps(0, 0, 0, 0, 1, 1, -1, -1, 1, 1, -1, -1, 0, 1, 0, -1);
    }
};

template <int dim> struct Fbm final : Node {
    explicit Fbm(const Node& node) : source(node) {}
    F at(I seed, const F* p) const override {
        F sum = source.at(seed, p), amplitude = number(1), scale = number(1);
        for (int i = 1; i < octaves; ++i) {
            seed = _mm512_add_epi32(seed, word(1));
            scale = _mm512_mul_ps(scale, number(2));
            amplitude = _mm512_mul_ps(amplitude, number(0.5f));
            F finer[dim];
            for (int c = 0; c < dim; ++c)
                finer[c] = _mm512_mul_ps(p[c], scale);
            sum = _mm512_fmadd_ps(source.at(seed, finer), amplitude, sum);
        }
        return sum;
    }
    const Node& source;
    int octaves = 8;
};

// `count` is a multiple of 16.
template <int dim> void list(const Node& node, const float* const* p, std::int64_t count, float* values) {
    F least = number(3e38f), most = number(-3e38f);
    for (std::int64_t i = 0; i < count; i += 16) {
        F at[dim];
        for (int c = 0; c < dim; ++c)
            at[c] = _mm512_loadu_ps(p[c] + i);
        const F value = node.at(word(7), at);
        _mm512_storeu_ps(values + i, value);
        least = _mm512_min_ps(least, value);
        most = _mm512_max_ps(most, value);
    }
    values[0] = _mm512_reduce_min_ps(least) + _mm512_reduce_max_ps(most) > 1e30f ? 0.0f : values[0];
}

}  // namespace fastnoise2

#endif
