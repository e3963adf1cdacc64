// The functions for single points are compiled twice on x86-64, with the same bits: for every CPU and, by avx2.cpp, for
// CPUs with AVX2. functions.cpp and evaluation.cpp define them in namespace ISONOISE_TARGET; targets.cpp has the
// functions that users call, and dispatches. Private to the library.
#pragma once

#include "isonoise/isonoise.hpp"

// gcc does not align 32 bytes on Windows' stack. (GCC bug 54412)
#if defined(__x86_64__) && defined(__SSE2__) && defined(__GNUC__) && !defined(_WIN32)
#define ISONOISE_CHOOSES 1
#endif

#define ISONOISE_FORMS                                                                                                 \
    ISONOISE_FUNCTIONS(ISONOISE_DECLARE, ISONOISE_DECLARE_SUM)                                                         \
    float value(const Noise& noise, detail::vec4 p);                                                                   \
    float value(const Noise& noise, detail::ivec4 cell, detail::vec4 fraction);                                        \
    float gradient(const Noise& noise, detail::vec4 p, float* gradient);                                               \
    float gradient(const Noise& noise, detail::ivec4 cell, detail::vec4 fraction, float* gradient);

namespace isonoise::any_cpu {
ISONOISE_FORMS
}
#ifdef ISONOISE_CHOOSES
namespace isonoise::avx2 {
ISONOISE_FORMS
}
namespace isonoise {
bool cpu_has_avx2();
}
#endif
namespace isonoise {
void allow_avx2(bool allowed);  // from now on
}
