// Prints the bits of every function that takes vectors, for tests/consumer/glm: GLM's macros must not change them.
#include <bit>
#include <cstdint>
#include <cstdio>

#include <isonoise/anatomy.hpp>
#include <isonoise/isonoise.hpp>

static void print(const char* name, float value, float a = 0, float b = 0, float c = 0, float d = 0) {
    std::printf("%s", name);
    for (const float x : {value, a, b, c, d})
        std::printf(" %08x", static_cast<unsigned>(std::bit_cast<std::uint32_t>(x)));
    std::printf("\n");
}
static void print(const char* name, float value, const glm::vec2& g) { print(name, value, g.x, g.y); }
static void print(const char* name, float value, const glm::vec3& g) { print(name, value, g.x, g.y, g.z); }
static void print(const char* name, float value, const glm::vec4& g) { print(name, value, g.x, g.y, g.z, g.w); }

// A guard after the gradient, which must not be overwritten.
template <class V> struct Guarded {
    V gradient = V(5.0f);
    float after = 7.0f;
};

#define ALL(n, Point, Cell, Period, p, cell, period)                                                                   \
    {                                                                                                                  \
        const Point at p, rest = at * 0.125f;                                                                          \
        const Cell whole cell;                                                                                         \
        const Period counts period;                                                                                    \
        Guarded<Point> g;                                                                                              \
        print("perlin" #n, perlin##n(at, 7u));                                                                         \
        print("perlin" #n " cell", perlin##n(whole, rest, 7u));                                                        \
        print("perlin" #n " periodic", perlin##n##_periodic(at, 7u, counts));                                          \
        print("perlin" #n " periodic cell", perlin##n##_periodic(whole, rest, 7u, counts));                            \
        print("perlin" #n " fbm", perlin##n##_fbm(at, 7u, fbm(4.5f, 0.6f, 2.0f)));                                     \
        print("improved" #n, improved##n(at, table) + improved##n(at, table, counts));                                 \
        print("improved" #n " cell", improved##n(whole, rest, table) + improved##n(whole, rest, table, counts));       \
        print("value" #n, value##n(at, 7u) + value##n(at, 7u, counts));                                                \
        print("value" #n " cell", value##n(whole, rest, 7u) + value##n(whole, rest, 7u, counts));                      \
        const float values[] = {                                                                                       \
            perlin##n##_gradient(at, 7u, g.gradient),                                                                  \
            perlin##n##_gradient(whole, rest, 7u, g.gradient),                                                         \
            perlin##n##_periodic_gradient(at, 7u, counts, g.gradient),                                                 \
            perlin##n##_periodic_gradient(whole, rest, 7u, counts, g.gradient),                                        \
            improved##n##_gradient(at, table, counts, g.gradient),                                                     \
            improved##n##_gradient(whole, rest, table, counts, g.gradient),                                            \
            value##n##_gradient(at, 7u, counts, g.gradient),                                                           \
            value##n##_gradient(whole, rest, 7u, counts, g.gradient),                                                  \
        };                                                                                                             \
        for (const float value : values)                                                                               \
            print("gradients" #n, value, g.gradient);                                                                  \
        perlin##n##_gradient(at, 7u, g.gradient);                                                                      \
        print("gradient" #n, g.after, g.gradient);                                                                     \
    }

int main() {
    using namespace isonoise;
    const Permutation table = permutation(3u);
    ALL(2, glm::vec2, glm::ivec2, glm::uvec2, (0.3f, 5.7f), (-3, 4), (3u, 5u))
    ALL(3, glm::vec3, glm::ivec3, glm::uvec3, (0.3f, 5.7f, 2.6f), (-3, 4, 9), (3u, 5u, 2u))
    ALL(4, glm::vec4, glm::ivec4, glm::uvec4, (0.3f, 5.7f, 2.6f, 1.1f), (-3, 4, 9, -1), (3u, 5u, 2u, 7u))

    const glm::vec2 p(0.3f, 0.7f);
    const glm::ivec2 cell(-3, 4);
    print("axis2", axis2(p, axis_table(3u)), axis2(cell, p, axis_table(3u)));
    print("diagonal2", diagonal2(p), diagonal2(cell, p));

    for (int dim = 1; dim <= 4; ++dim) {
        for (const Fractal fractal : {Fractal::ridged, Fractal::eroded}) {
            Settings settings;
            settings.dim = dim;
            settings.octaves = 3.5f;
            settings.fractal = fractal;
            settings.warp = 0.5f;
            settings.period = {3u, 5u, 7u, 4u};
            settings.period.resize(static_cast<std::size_t>(dim));
            if (dim == 2) settings.flow = 0.7f;
            const Noise noise(settings);
            const glm::vec4 at(0.3f, 5.7f, 2.6f, 1.1f), fraction(0.3f, 0.7f, 0.6f, 0.1f);
            const glm::ivec4 whole(-3, 4, 9, -1);
            Guarded<glm::vec4> g;
            print("noise", noise(at), noise(whole, fraction));
            float value = fractal == Fractal::eroded ? noise.slope(at, g.gradient) : noise.gradient(at, g.gradient);
            print("gradient", value, g.gradient);
            value = fractal == Fractal::eroded ? noise.slope(whole, fraction, g.gradient)
                                               : noise.gradient(whole, fraction, g.gradient);
            print("gradient cell", value, g.gradient);
            print("after", g.after);
            if (dim != 2) continue;
            const Anatomy a = anatomy(noise, glm::ivec2(-3, 4), glm::vec2(0.3f, 0.7f), 1u);
            print("anatomy", a.value, a.fraction.x, a.weights.y, a.mixes.x, a.scale);
            std::printf("%u %u\n", static_cast<unsigned>(a.cell.x), static_cast<unsigned>(a.cell.y));
            for (const Anatomy::Corner& c : a.corners) {
                print("corner", c.dot, c.gradient.x, c.gradient.y, c.offset.y, c.weight);
                std::printf("%u %u %u\n", static_cast<unsigned>(c.point.x), static_cast<unsigned>(c.point.y),
                            static_cast<unsigned>(c.hash));
            }
        }
    }
}
