#include "isonoise/targets.hpp"

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

#define PERLIN(name, Point, Cell, Period, Gradient)                                                                    \
    float name(Point p, std::uint32_t seed) { CHOOSE(name, (p, seed)); }                                               \
    float name(Cell cell, Point fraction, std::uint32_t seed) { CHOOSE(name, (cell, fraction, seed)); }                \
    float name##_gradient(Point p, std::uint32_t seed, Gradient gradient) {                                            \
        CHOOSE(name##_gradient, (p, seed, gradient));                                                                  \
    }                                                                                                                  \
    float name##_gradient(Cell cell, Point fraction, std::uint32_t seed, Gradient gradient) {                          \
        CHOOSE(name##_gradient, (cell, fraction, seed, gradient));                                                     \
    }                                                                                                                  \
    float name##_periodic(Point p, std::uint32_t seed, Period period) { CHOOSE(name##_periodic, (p, seed, period)); }  \
    float name##_periodic(Cell cell, Point fraction, std::uint32_t seed, Period period) {                              \
        CHOOSE(name##_periodic, (cell, fraction, seed, period));                                                       \
    }                                                                                                                  \
    float name##_periodic_gradient(Point p, std::uint32_t seed, Period period, Gradient gradient) {                    \
        CHOOSE(name##_periodic_gradient, (p, seed, period, gradient));                                                 \
    }                                                                                                                  \
    float name##_periodic_gradient(Cell cell, Point fraction, std::uint32_t seed, Period period, Gradient gradient) {  \
        CHOOSE(name##_periodic_gradient, (cell, fraction, seed, period, gradient));                                    \
    }                                                                                                                  \
    float name##_fbm(Point p, std::uint32_t seed, const Fbm& fbm) { CHOOSE(name##_fbm, (p, seed, fbm)); }

PERLIN(perlin1, float, int, std::uint32_t, float&)
namespace detail {
PERLIN(perlin2, vec2, ivec2, uvec2, float*)
PERLIN(perlin3, vec3, ivec3, uvec3, float*)
PERLIN(perlin4, vec4, ivec4, uvec4, float*)
}  // namespace detail

static void require_gradient(const Settings& settings) {
    if (!has_gradient(settings)) throw std::logic_error("gradient: these settings have no gradient");
}
static void require_eroded(const Settings& settings) {
    if (settings.fractal != Fractal::eroded) throw std::logic_error("slope: only fractal eroded has one");
}

namespace detail {

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
