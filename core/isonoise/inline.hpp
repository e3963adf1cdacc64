// perlinN, improvedN and valueN in all their forms, inlined into your program; and a class for points that follow one
// another.
//
//   #include <isonoise/inline.hpp>
//
//   float height = isonoise::inlined::perlin2(p, seed);  // the bits of isonoise::perlin2
//
//   isonoise::Walker<2> walker(seed);  // remembers the gradients round the last point
//   for (glm::vec2 p : path)
//       height = walker(p);            // the same bits
//
// isonoise::perlin2 is a call into the library, which has code for CPUs with and without AVX2. Here the code becomes
// part of your program if gcc or clang may use AVX2 and optimizes (-O2 -mavx2, -O3 -march=native), on x86-64 systems
// other than Windows. Elsewhere, and under -O0 and -Os, the same names call the library. Inlined, 1D takes two thirds
// to three quarters of the time of a call, 2D and 3D 0.87 to 0.98, and each call 700 to 1000 bytes of your program,
// which then needs a CPU with AVX2. A Walker takes 0.6 to 0.7 of a call if most points lie in the cell of the one
// before, and a tenth more if few do.
//
// No flag changes a bit of the noise, not even -ffast-math or -Ofast: the compiler cannot see where the sums and
// products come from that it might fuse or reorder. But under -ffinite-math-only, which is part of them, NaN and
// infinities are your compiler's business. The arithmetic that you do with noises rounds as your flags say.
#pragma once

#include "isonoise/isonoise.hpp"

#if defined(__GNUC__) && defined(__x86_64__) && defined(__AVX2__) && !defined(_WIN32) && defined(__OPTIMIZE__) &&      \
    !defined(__OPTIMIZE_SIZE__) && __FLT_EVAL_METHOD__ <= 0  // -1: newer clangs under -ffast-math
#define ISONOISE_INLINES 1
#define ISONOISE_TARGET inline_code
#define ISONOISE_AVX2 1
#define ISONOISE_ROUNDS 1
#include "isonoise/fast/functions.hpp"
#undef ISONOISE_TARGET
#undef ISONOISE_AVX2
#undef ISONOISE_ROUNDS
#define ISONOISE_AT(name, n, algorithm, a, b, c)                                                                       \
    inline_code::algorithm<n>(inline_code::point(detail::of(p)) ISONOISE_CROSSES(a, b, c))
#define ISONOISE_IN(name, n, algorithm, a, b, c)                                                                       \
    inline_code::algorithm<n>(inline_code::point(detail::of(cell), detail::of(fraction)) ISONOISE_CROSSES(a, b, c))
#else
#define ISONOISE_AT(name, n, algorithm, a, b, c) isonoise::name(p ISONOISE_HANDS(a, b, c))
#define ISONOISE_IN(name, n, algorithm, a, b, c) isonoise::name(cell, fraction ISONOISE_HANDS(a, b, c))
#endif

// Never a function that the linker might share with files of other flags.
#ifdef __GNUC__
#define ISONOISE_ALWAYS [[gnu::always_inline]] inline
#else
#define ISONOISE_ALWAYS inline
#endif

namespace isonoise::inlined {

#define ISONOISE_SUM(name, n, algorithm, a, b, c)                                                                      \
    ISONOISE_ALWAYS static float name(detail::User<n>::vec p ISONOISE_ACCEPTS(n, a, b, c)) {                           \
        return ISONOISE_AT(name, n, algorithm, a, b, c);                                                               \
    }
#define ISONOISE_ROW(name, n, algorithm, a, b, c)                                                                      \
    ISONOISE_SUM(name, n, algorithm, a, b, c)                                                                          \
    ISONOISE_ALWAYS static float name(detail::User<n>::ivec cell,                                                      \
                                      detail::User<n>::vec fraction ISONOISE_ACCEPTS(n, a, b, c)) {                    \
        return ISONOISE_IN(name, n, algorithm, a, b, c);                                                               \
    }
ISONOISE_FUNCTIONS(ISONOISE_ROW, ISONOISE_SUM)

// Without a period.
#define ISONOISE_PLAIN(name, n, Key)                                                                                   \
    ISONOISE_ALWAYS static float name(detail::User<n>::vec p, Key key) {                                               \
        return name(p, key, detail::User<n>::uvec(0u));                                                                \
    }                                                                                                                  \
    ISONOISE_ALWAYS static float name(detail::User<n>::ivec cell, detail::User<n>::vec fraction, Key key) {            \
        return name(cell, fraction, key, detail::User<n>::uvec(0u));                                                   \
    }
#define ISONOISE_PLAIN_IN(n)                                                                                           \
    ISONOISE_PLAIN(value##n, n, std::uint32_t)                                                                         \
    ISONOISE_PLAIN(improved##n, n, const Permutation&)
ISONOISE_PLAIN_IN(1)
ISONOISE_PLAIN_IN(2)
ISONOISE_PLAIN_IN(3)
ISONOISE_PLAIN_IN(4)

}  // namespace isonoise::inlined

#undef ISONOISE_SUM
#undef ISONOISE_ROW
#undef ISONOISE_PLAIN
#undef ISONOISE_PLAIN_IN
#undef ISONOISE_AT
#undef ISONOISE_IN

namespace isonoise {

// perlin2 or perlin3 at points that follow one another. It changes with each call, so it cannot be const, and one must
// not be used by two threads at once; copies are independent. Files of a program may have different flags: all know the
// same class (64 or 128 bytes), and all of its functions are inlined.
template <int n> class Walker {
    static_assert(n == 2 || n == 3, "isonoise::Walker has 2 or 3 dimensions");
    using vec = typename detail::User<n>::vec;

  public:
    ISONOISE_ALWAYS explicit Walker(std::uint32_t seed) : seed_(seed) {}

    ISONOISE_ALWAYS float operator()(const vec& p) {
#ifdef ISONOISE_INLINES
        using namespace inline_code;
        const Point at = point(detail::of(p));
        if (!all(equal(at.cell, uint4(_mm_load_si128(reinterpret_cast<const __m128i*>(cell_)))))) [[unlikely]]
            enter(at.cell.v);
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
#else
        if constexpr (n == 2) return perlin2(p, seed_);
        if constexpr (n == 3) return perlin3(p, seed_);
#endif
    }

  private:
#ifdef ISONOISE_INLINES
    ISONOISE_ALWAYS void enter(__m128i cell) {
        using namespace inline_code;
        _mm_store_si128(reinterpret_cast<__m128i*>(cell_), cell);
        if constexpr (n == 2) {
            float4 x, y;
            weighted2(hash2(keys<2>(cell, seeded(seed_))), 1.0f, x, y);
            _mm_store_ps(gradients_[0], x.v);
            _mm_store_ps(gradients_[1], y.v);
        } else {
            float8 x, y, z;
            weighted3(hash3(keys<3>(cell, seeded(seed_))), 1.0f, x, y, z);
            _mm256_store_ps(gradients_[0], x.v);
            _mm256_store_ps(gradients_[1], y.v);
            _mm256_store_ps(gradients_[2], z.v);
        }
    }
#endif
    // The components, by axis, of the gradients at the corners of a cell, by lane. At first a cell that no point is in:
    // in 2D its axes stand twice, and in 3D the last is 1.
    alignas(32) float gradients_[n == 2 ? 2 : 3][n == 2 ? 4 : 8] = {};
    alignas(16) std::uint32_t cell_[4] = {0u, 0u, 1u, 0u};
    std::uint32_t seed_;
};

}  // namespace isonoise

#undef ISONOISE_ALWAYS
#undef ISONOISE_INLINES
