// Only perlinN, which the package calls for single values.
#include "isonoise/fast/targets.hpp"

#define EXPORT extern "C" __attribute__((export_name("perlin")))

using isonoise::any_cpu::perlin1, isonoise::any_cpu::perlin2, isonoise::any_cpu::perlin3, isonoise::any_cpu::perlin4;

#if DIM == 1
EXPORT float value(float x, unsigned seed) { return perlin1(x, seed); }
#elif DIM == 2
EXPORT float value(float x, float y, unsigned seed) { return perlin2({x, y}, seed); }
#elif DIM == 3
EXPORT float value(float x, float y, float z, unsigned seed) { return perlin3({x, y, z}, seed); }
#else
EXPORT float value(float x, float y, float z, float w, unsigned seed) { return perlin4({x, y, z, w}, seed); }
#endif
