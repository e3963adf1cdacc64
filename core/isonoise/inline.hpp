// The functions of isonoise.hpp as code of your program, and points that follow one another.
//
//   #include <isonoise/inline.hpp>
//
//   float height = isonoise::inlined::perlin2(p, seed);  // the bits of isonoise::perlin2
//
//   isonoise::Walker<2> walker(seed);
//   for (glm::vec2 p : path)
//       height = walker(p);                              // the same, in half the time where p stays in a cell
//
// A call of isonoise::perlin2 chooses between versions for two kinds of CPU and cannot be inlined. If your compiler's
// flags allow AVX2 (-mavx2, -march=native), the functions here are inlined: 1D to 3D take 0.7 to 0.9 of the time. Each
// sum and product is hidden from the compiler, so that -ffast-math, -Ofast and fused multiply-adds change no bit. With
// other flags and other compilers than gcc and clang, they are those of isonoise.hpp.
//
// Only noises are inlined: the arithmetic that you do with them rounds as your flags say.
#pragma once

#include "isonoise/isonoise.hpp"

#if defined(__GNUC__) && defined(__x86_64__) && defined(__AVX2__) && !defined(_WIN32)
#define ISONOISE_INLINES 1
#endif

#ifdef ISONOISE_INLINES

#define ISONOISE_TARGET inlined
#define ISONOISE_AVX2 1
#define ISONOISE_ROUNDS 1
#include "isonoise/fast/functions.hpp"

namespace isonoise::inlined {

#define ISONOISE_SUM(name, n, algorithm, a, b, c)                                                                      \
    ISONOISE_INLINE static float name(detail::User<n>::vec p ISONOISE_ACCEPTS(n, a, b, c)) {                           \
        return algorithm<n>(point(detail::of(p)) ISONOISE_CROSSES(a, b, c));                                           \
    }
#define ISONOISE_ROW(name, n, algorithm, a, b, c)                                                                      \
    ISONOISE_SUM(name, n, algorithm, a, b, c)                                                                          \
    ISONOISE_INLINE static float name(detail::User<n>::ivec cell,                                                      \
                                      detail::User<n>::vec fraction ISONOISE_ACCEPTS(n, a, b, c)) {                    \
        return algorithm<n>(point(detail::of(cell), detail::of(fraction)) ISONOISE_CROSSES(a, b, c));                  \
    }
ISONOISE_FUNCTIONS(ISONOISE_ROW, ISONOISE_SUM)

}  // namespace isonoise::inlined

#else

namespace isonoise::inlined {
#define ISONOISE_SUM(name, n, algorithm, a, b, c) using isonoise::name;
#define ISONOISE_ROW(name, n, algorithm, a, b, c) using isonoise::name;
ISONOISE_FUNCTIONS(ISONOISE_ROW, ISONOISE_SUM)
}  // namespace isonoise::inlined

#endif

#undef ISONOISE_SUM
#undef ISONOISE_ROW

namespace isonoise {

// perlin2 or perlin3 at points that follow one another: remembers the gradients at the corners of the last cell. A new
// cell costs as much as a call. Copies are independent; one must not be used by two threads at once.
template <int n> class Walker {
    static_assert(n == 2 || n == 3, "isonoise::Walker<2> or <3>");
    using vec = typename detail::User<n>::vec;

  public:
#ifdef ISONOISE_INLINES
    explicit Walker(std::uint32_t seed) : offset_(inlined::seeded(seed)) { enter(inlined::uint4(0u)); }

    float operator()(const vec& p) {
        using namespace inlined;
        const Point at = point(detail::of(p));
        if (!all(equal(at.cell, uint4(_mm_load_si128(reinterpret_cast<const __m128i*>(cell_)))))) [[unlikely]]
            enter(at.cell);
        const float4 w = quintic(at.f);
        if constexpr (n == 2) {
            const float4 f = offsets2(at.f), x = _mm_load_ps(gradients_[0]), y = _mm_load_ps(gradients_[1]);
            return snap(lane<0>(interpolate2(x * square_x(f) + y * square_y(f), w) * kScale<2>));
        } else {
            const float8 f = offsets(at.f), x = _mm256_load_ps(gradients_[0]), y = _mm256_load_ps(gradients_[1]),
                         z = _mm256_load_ps(gradients_[2]);
            const float8 dots = x * corners_x(f) + y * corners_y(f) + z * corners_z(f);
            return snap(lane<0>(interpolate3(dots, w) * kScale<3>));
        }
    }

  private:
    void enter(const inlined::uint4& cell) {
        using namespace inlined;
        _mm_store_si128(reinterpret_cast<__m128i*>(cell_), cell.v);
        if constexpr (n == 2) {
            float4 x, y;
            weighted2(hash2(keys<2>(cell, offset_)), 1.0f, x, y);
            _mm_store_ps(gradients_[0], x.v);
            _mm_store_ps(gradients_[1], y.v);
        } else {
            float8 x, y, z;
            weighted3(hash3(keys<3>(cell, offset_)), 1.0f, x, y, z);
            _mm256_store_ps(gradients_[0], x.v);
            _mm256_store_ps(gradients_[1], y.v);
            _mm256_store_ps(gradients_[2], z.v);
        }
    }
    alignas(32) float gradients_[n][n == 2 ? 4 : 8];  // components by axis, of each corner
    alignas(16) std::uint32_t cell_[4];
    std::uint32_t offset_;
#else
    explicit Walker(std::uint32_t seed) : seed_(seed) {}
    float operator()(const vec& p) {
        if constexpr (n == 2) return perlin2(p, seed_);
        if constexpr (n == 3) return perlin3(p, seed_);
    }

  private:
    std::uint32_t seed_;
#endif
};

}  // namespace isonoise

#ifdef ISONOISE_INLINES
#undef ISONOISE_TARGET
#undef ISONOISE_AVX2
#undef ISONOISE_ROUNDS
#undef ISONOISE_INLINES
#endif
