// functions.cpp and evaluation.cpp for CPUs with AVX2. Third-party headers come first, compiled for every CPU: the
// linker keeps only one copy of an inline function.
#define ISONOISE_TARGET avx2
#include <bit>
#include <cfloat>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <tuple>
#include <type_traits>

#include "isonoise/fast/targets.hpp"

#ifdef ISONOISE_CHOOSES

#include <immintrin.h>

#define ISONOISE_AVX2 1
#ifdef __clang__
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#else
#pragma GCC target("avx2")
#endif

#include "isonoise/fast/evaluation.cpp"
#include "isonoise/fast/functions.cpp"

#ifdef __clang__
#pragma clang attribute pop
#endif

#endif
