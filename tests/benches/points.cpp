// The cost of single-point calls against stb_perlin and, where their files are found, noise1234 and FastNoiseLite:
// tests/benches/run points. Prints a Markdown table in ns on one core, minus a loop that adds up coordinates; medians
// over alternating rounds.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include <stb/stb_perlin.h>
#if __has_include(<noise1234.h>)
#include <noise1234.h>
#define PEER_NOISE1234 1
#endif
#if __has_include(<FastNoiseLite.h>)
#include <FastNoiseLite.h>
#define PEER_FASTNOISELITE 1
#endif

#include "isonoise/inline.hpp"

namespace {

constexpr std::size_t kPoints = 4096;
constexpr int kRounds = 31;

template <class V> struct Points { std::vector<V> random, in_order; };

// Random points within 1000 cells of the origin, and rows of points 0.13 cells apart.
template <class V> Points<V> make_points() {
    std::mt19937 generator(1);
    std::uniform_real_distribution<float> anywhere(-1000.0f, 1000.0f);
    Points<V> points;
    const auto axes = [](glm::vec4 p) {
        if constexpr (std::is_same_v<V, float>) {
            return p.x;
        } else {
            return V(p);
        }
    };
    for (std::size_t i = 0; i < kPoints; ++i) {
        const glm::vec4 p(anywhere(generator), anywhere(generator), anywhere(generator), anywhere(generator));
        points.random.push_back(axes(p));
        points.in_order.push_back(
            axes(glm::vec4(0.13f * static_cast<float>(i % 64), 0.13f * static_cast<float>(i / 64), 3.3f, 1.7f)));
    }
    return points;
}

volatile float sink;

template <class V, class Function> double nanoseconds(const std::vector<V>& points, Function function) {
    const auto start = std::chrono::steady_clock::now();
    float sum = 0.0f;
    for (const V& p : points)
        sum += function(p);
    sink = sum;
    const std::chrono::duration<double, std::nano> time = std::chrono::steady_clock::now() - start;
    return time.count() / static_cast<double>(points.size());
}

struct Row {
    std::string name;
    std::function<double()> random, in_order;
    std::vector<double> times[2];
};
std::vector<Row> rows;

template <class V, class Function> void add(const std::string& name, const Points<V>& points, Function function) {
    rows.push_back({name,
                    [&points, function] { return nanoseconds(points.random, function); },
                    [&points, function] { return nanoseconds(points.in_order, function); },
                    {}});
}

double median(std::vector<double> times) {
    std::nth_element(times.begin(), times.begin() + kRounds / 2, times.end());
    return times[kRounds / 2];
}

}  // namespace

int main() {
    using namespace isonoise;
    constexpr std::uint32_t seed = 7;
    static const Points<float> one = make_points<float>();
    static const Points<glm::vec2> two = make_points<glm::vec2>();
    static const Points<glm::vec3> three = make_points<glm::vec3>();
    static const Points<glm::vec4> four = make_points<glm::vec4>();
    static const Noise noise2({.dim = 2}), noise3({.dim = 3}), octaves3({.dim = 3, .octaves = 8});
    static const Fbm terms = fbm(8, 0.5f, 2.0f);

    add("a coordinate", three, [](glm::vec3 p) { return p.x; });  // subtracted from the others
    add("`perlin1`", one, [](float p) { return perlin1(p, seed); });
    add("`perlin2`", two, [](glm::vec2 p) { return perlin2(p, seed); });
    add("`perlin3`", three, [](glm::vec3 p) { return perlin3(p, seed); });
    add("`perlin4`", four, [](glm::vec4 p) { return perlin4(p, seed); });
    add("`inlined::perlin1`", one, [](float p) { return inlined::perlin1(p, seed); });
    add("`inlined::perlin2`", two, [](glm::vec2 p) { return inlined::perlin2(p, seed); });
    add("`inlined::perlin3`", three, [](glm::vec3 p) { return inlined::perlin3(p, seed); });
    static Walker<2> walker2(seed);
    static Walker<3> walker3(seed);
    add("`Walker<2>`", two, [](glm::vec2 p) { return walker2(p); });
    add("`Walker<3>`", three, [](glm::vec3 p) { return walker3(p); });
    add("`perlin2_gradient`", two, [](glm::vec2 p) {
        glm::vec2 g;
        const float n = perlin2_gradient(p, seed, g);
        return n + g.x + g.y;
    });
    add("`perlin3_gradient`", three, [](glm::vec3 p) {
        glm::vec3 g;
        const float n = perlin3_gradient(p, seed, g);
        return n + g.x + g.y + g.z;
    });
    add("`perlin4_gradient`", four, [](glm::vec4 p) {
        glm::vec4 g;
        const float n = perlin4_gradient(p, seed, g);
        return n + g.x + g.y + g.z + g.w;
    });
    add("`Noise`, 2D", four, [](glm::vec4 p) { return noise2(p); });
    add("`Noise`, 3D", four, [](glm::vec4 p) { return noise3(p); });
    add("`perlin3_fbm`, 8 octaves", three, [](glm::vec3 p) { return perlin3_fbm(p, seed, terms); });
    add("`Noise`, 3D, 8 octaves", four, [](glm::vec4 p) { return octaves3(p); });
#ifdef PEER_NOISE1234
    add("noise1234, 1D", one, [](float p) { return Noise1234::noise(p); });
    add("noise1234, 2D", two, [](glm::vec2 p) { return Noise1234::noise(p.x, p.y); });
    add("noise1234, 3D", three, [](glm::vec3 p) { return Noise1234::noise(p.x, p.y, p.z); });
#endif
#ifdef PEER_FASTNOISELITE
    static FastNoiseLite lite(seed);
    lite.SetFrequency(1.0f);
    // Read at run time, as in a program with settings: otherwise compilers would drop its choice between noises.
    static volatile auto kind = FastNoiseLite::NoiseType_Perlin;
    lite.SetNoiseType(kind);
    add("FastNoiseLite Perlin, 2D", two, [](glm::vec2 p) { return lite.GetNoise(p.x, p.y); });
    add("FastNoiseLite Perlin, 3D", three, [](glm::vec3 p) { return lite.GetNoise(p.x, p.y, p.z); });
#endif
    add("stb_perlin, 3D", three, [](glm::vec3 p) { return stb_perlin_noise3_seed(p.x, p.y, p.z, 0, 0, 0, seed); });
    add("stb_perlin's fBm, 8 octaves", three,
        [](glm::vec3 p) { return stb_perlin_fbm_noise3(p.x, p.y, p.z, 2.0f, 0.5f, 8); });

    for (int round = 0; round < kRounds; ++round) {
        for (Row& row : rows) {
            row.times[0].push_back(row.random());
            row.times[1].push_back(row.in_order());
        }
    }
    std::printf("| ns a call | at random | in order |\n|---|---|---|\n");
    for (std::size_t i = 1; i < rows.size(); ++i) {
        std::printf("| %s | %.1f | %.1f |\n", rows[i].name.c_str(), median(rows[i].times[0]) - median(rows[0].times[0]),
                    median(rows[i].times[1]) - median(rows[0].times[1]));
    }
}
