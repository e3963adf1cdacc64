// The single-point functions are compiled twice on x86-64, for every CPU and, by avx2.cpp, for those with AVX2, with
// the same bits. perlin.cpp, fbm.cpp and evaluation.cpp define them in namespace ISONOISE_TARGET; targets.cpp has the
// functions that users call, and dispatches. Private to the library.
#pragma once

#include "isonoise/isonoise.hpp"

#ifndef ISONOISE_TARGET  // avx2.cpp
#define ISONOISE_TARGET any_cpu
#endif

// gcc does not align 32 bytes on Windows' stack. (GCC bug 54412)
#if defined(__x86_64__) && defined(__SSE2__) && defined(__GNUC__) && !defined(_WIN32)
#define ISONOISE_CHOOSES 1
#endif

// Documented in isonoise.hpp.
#define ISONOISE_PERLIN(name, Point, Cell, Period, Gradient)                                                           \
    float name(Point p, std::uint32_t seed);                                                                           \
    float name(Cell cell, Point fraction, std::uint32_t seed);                                                         \
    float name##_gradient(Point p, std::uint32_t seed, Gradient gradient);                                             \
    float name##_gradient(Cell cell, Point fraction, std::uint32_t seed, Gradient gradient);                           \
    float name##_periodic(Point p, std::uint32_t seed, Period period);                                                 \
    float name##_periodic(Cell cell, Point fraction, std::uint32_t seed, Period period);                               \
    float name##_periodic_gradient(Point p, std::uint32_t seed, Period period, Gradient gradient);                     \
    float name##_periodic_gradient(Cell cell, Point fraction, std::uint32_t seed, Period period, Gradient gradient);   \
    float name##_fbm(Point p, std::uint32_t seed, const Fbm& fbm);
#define ISONOISE_FUNCTIONS                                                                                             \
    ISONOISE_PERLIN(perlin1, float, int, std::uint32_t, float&)                                                        \
    ISONOISE_PERLIN(perlin2, detail::vec2, detail::ivec2, detail::uvec2, float*)                                       \
    ISONOISE_PERLIN(perlin3, detail::vec3, detail::ivec3, detail::uvec3, float*)                                       \
    ISONOISE_PERLIN(perlin4, detail::vec4, detail::ivec4, detail::uvec4, float*)                                       \
    float value(const Noise& noise, detail::vec4 p);                                                                   \
    float value(const Noise& noise, detail::ivec4 cell, detail::vec4 fraction);                                        \
    float gradient(const Noise& noise, detail::vec4 p, float* gradient);                                               \
    float gradient(const Noise& noise, detail::ivec4 cell, detail::vec4 fraction, float* gradient);

namespace isonoise::any_cpu {
ISONOISE_FUNCTIONS
}
#ifdef ISONOISE_CHOOSES
namespace isonoise::avx2 {
ISONOISE_FUNCTIONS
}
namespace isonoise {
bool cpu_has_avx2();
}
#endif
namespace isonoise {
void allow_avx2(bool allowed);  // from now on
}
