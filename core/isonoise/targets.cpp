#include "isonoise/targets.hpp"

#include <stdexcept>

namespace isonoise {

#ifdef ISONOISE_CHOOSES
bool cpu_has_avx2() {
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx2");
}
// False until initialized: earlier callers get the same bits, more slowly.
static const bool has_avx2 = cpu_has_avx2();
#define CHOOSE(function, arguments) return has_avx2 ? avx2::function arguments : any_cpu::function arguments
#else
#define CHOOSE(function, arguments) return any_cpu::function arguments
#endif

#define PERLIN(name, Point, Cell, Period)                                                                              \
    float name(Point p, std::uint32_t seed) { CHOOSE(name, (p, seed)); }                                               \
    float name(Cell cell, Point fraction, std::uint32_t seed) { CHOOSE(name, (cell, fraction, seed)); }                \
    float name##_gradient(Point p, std::uint32_t seed, Point& gradient) {                                              \
        CHOOSE(name##_gradient, (p, seed, gradient));                                                                  \
    }                                                                                                                  \
    float name##_gradient(Cell cell, Point fraction, std::uint32_t seed, Point& gradient) {                            \
        CHOOSE(name##_gradient, (cell, fraction, seed, gradient));                                                     \
    }                                                                                                                  \
    float name##_periodic(Point p, std::uint32_t seed, Period period) { CHOOSE(name##_periodic, (p, seed, period)); }  \
    float name##_periodic(Cell cell, Point fraction, std::uint32_t seed, Period period) {                              \
        CHOOSE(name##_periodic, (cell, fraction, seed, period));                                                       \
    }                                                                                                                  \
    float name##_periodic_gradient(Point p, std::uint32_t seed, Period period, Point& gradient) {                      \
        CHOOSE(name##_periodic_gradient, (p, seed, period, gradient));                                                 \
    }                                                                                                                  \
    float name##_periodic_gradient(Cell cell, Point fraction, std::uint32_t seed, Period period, Point& gradient) {    \
        CHOOSE(name##_periodic_gradient, (cell, fraction, seed, period, gradient));                                    \
    }                                                                                                                  \
    float name##_fbm(Point p, std::uint32_t seed, const Fbm& fbm) { CHOOSE(name##_fbm, (p, seed, fbm)); }

PERLIN(perlin1, float, int, std::uint32_t)
PERLIN(perlin2, glm::vec2, glm::ivec2, glm::uvec2)
PERLIN(perlin3, glm::vec3, glm::ivec3, glm::uvec3)
PERLIN(perlin4, glm::vec4, glm::ivec4, glm::uvec4)

static void require_gradient(const Settings& settings) {
    if (!has_gradient(settings)) throw std::logic_error("gradient: these settings have no gradient");
}
static void require_eroded(const Settings& settings) {
    if (settings.fractal != Fractal::eroded) throw std::logic_error("slope: only fractal eroded has one");
}

float Noise::operator()(glm::vec4 p) const { CHOOSE(value, (*this, p)); }
float Noise::operator()(glm::ivec4 cell, glm::vec4 fraction) const { CHOOSE(value, (*this, cell, fraction)); }
float Noise::gradient(glm::vec4 p, glm::vec4& derivative) const {
    require_gradient(settings_);
    CHOOSE(gradient, (*this, p, derivative));
}
float Noise::gradient(glm::ivec4 cell, glm::vec4 fraction, glm::vec4& derivative) const {
    require_gradient(settings_);
    CHOOSE(gradient, (*this, cell, fraction, derivative));
}
float Noise::slope(glm::vec4 p, glm::vec4& slope) const {
    require_eroded(settings_);
    CHOOSE(gradient, (*this, p, slope));
}
float Noise::slope(glm::ivec4 cell, glm::vec4 fraction, glm::vec4& slope) const {
    require_eroded(settings_);
    CHOOSE(gradient, (*this, cell, fraction, slope));
}
Integers integers(const Noise& noise, glm::vec4 p) { CHOOSE(integers, (noise, p)); }

}  // namespace isonoise
