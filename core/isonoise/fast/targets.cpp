#include "isonoise/fast/targets.hpp"

#include <stdexcept>

namespace isonoise {

#ifdef ISONOISE_CHOOSES
bool cpu_has_avx2() {
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx2");
}
// False until initialized: earlier callers get the same bits, more slowly.
static bool has_avx2 = cpu_has_avx2();
void allow_avx2(bool allowed) { has_avx2 = allowed && cpu_has_avx2(); }
#define CHOOSE(function, arguments) return has_avx2 ? avx2::function arguments : any_cpu::function arguments
#else
void allow_avx2(bool) {}
#define CHOOSE(function, arguments) return any_cpu::function arguments
#endif

static void require_gradient(const Settings& settings) {
    if (!has_gradient(settings)) throw std::logic_error("gradient: these settings have no gradient");
}
static void require_eroded(const Settings& settings) {
    if (!has_slope(settings)) throw std::logic_error("slope: only fractal eroded has one");
}

namespace detail {

#define CHOOSE_SUM(name, n, algorithm, a, b, c)                                                                        \
    float name(vec##n p ISONOISE_TAKES(n, a, b, c)) { CHOOSE(name, (p ISONOISE_HANDS(a, b, c))); }
#define CHOOSE_ROW(name, n, algorithm, a, b, c)                                                                        \
    CHOOSE_SUM(name, n, algorithm, a, b, c)                                                                            \
    float name(ivec##n cell, vec##n fraction ISONOISE_TAKES(n, a, b, c)) {                                             \
        CHOOSE(name, (cell, fraction ISONOISE_HANDS(a, b, c)));                                                        \
    }
ISONOISE_FUNCTIONS(CHOOSE_ROW, CHOOSE_SUM)

float value(const Noise& noise, vec4 p) { CHOOSE(value, (noise, p)); }
float value(const Noise& noise, ivec4 cell, vec4 fraction) { CHOOSE(value, (noise, cell, fraction)); }
float gradient(const Noise& noise, vec4 p, float* derivative) {
    require_gradient(noise.settings());
    CHOOSE(gradient, (noise, p, derivative));
}
float gradient(const Noise& noise, ivec4 cell, vec4 fraction, float* derivative) {
    require_gradient(noise.settings());
    CHOOSE(gradient, (noise, cell, fraction, derivative));
}
float slope(const Noise& noise, vec4 p, float* slope) {
    require_eroded(noise.settings());
    CHOOSE(gradient, (noise, p, slope));
}
float slope(const Noise& noise, ivec4 cell, vec4 fraction, float* slope) {
    require_eroded(noise.settings());
    CHOOSE(gradient, (noise, cell, fraction, slope));
}

}  // namespace detail

}  // namespace isonoise
