// Functions of the user on one thread: isonoise::Function over lists of points, beside the same arithmetic written in
// C++ over lists of isonoise::batch, and beside Function::at(), point by point. tests/benches/run functions prints the
// medians of alternating rounds as Markdown.
#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "isonoise/batch.hpp"
#include "isonoise/function/function.hpp"
#include "isonoise/isonoise.hpp"
#include "median.hpp"

namespace {

using namespace isonoise;
using List = std::vector<float>;

constexpr std::size_t kPoints = 1 << 18;
constexpr int kRounds = 9;

struct Coordinates {
    List x, y;
};

// Random points within 100 units of the origin, or rows of points 1/64 apart.
Coordinates points(bool in_order) {
    std::mt19937 generator(1);
    std::uniform_real_distribution<float> anywhere(-100.0f, 100.0f);
    Coordinates all;
    for (std::size_t i = 0; i < kPoints; ++i) {
        all.x.push_back(in_order ? static_cast<float>(i % 512) / 64 : anywhere(generator));
        all.y.push_back(in_order ? static_cast<float>(i / 512) / 64 : anywhere(generator));
    }
    return all;
}

// The fBm of a list of points, scaled.
List octaves(const Coordinates& at, float scale, std::uint32_t seed, float count) {
    List x(at.x), y(at.y), values(x.size());
    for (std::size_t i = 0; i < x.size(); ++i) {
        x[i] *= scale;
        y[i] *= scale;
    }
    Points list{.count = static_cast<std::int64_t>(x.size())};
    list.coordinates = {x.data(), y.data()};
    const Noise noise({.dim = 2, .seed = seed, .octaves = count});
    evaluate(noise, list, {.value = {.data = values.data()}});
    return values;
}

List islands(const Coordinates& at) {
    const List land = octaves(at, 1, 7, 5), broad = octaves(at, 0.25f, 8, 1), fine = octaves(at, 3, 9, 8);
    List values(land.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
        const float t = std::clamp((broad[i] + 0.6f - 0.5f - 0.1f) / 0.4f, 0.0f, 1.0f), high = t * t * (3 - 2 * t),
                    ridge = 1 - std::fabs(fine[i]);
        values[i] = 0.4f * land[i] + high * (ridge * ridge - 0.4f * land[i]);
    }
    return values;
}

List warp(const Coordinates& at) {
    Coordinates moved = at;
    const List x = octaves(at, 1, 1, 2), y = octaves(at, 1, 2, 2);
    for (std::size_t i = 0; i < x.size(); ++i) {
        moved.x[i] += 0.5f * x[i];
        moved.y[i] += 0.5f * y[i];
    }
    return octaves(moved, 1, 3, 8);
}

List dome(const Coordinates& at) {
    List values = octaves(at, 2, 5, 8);
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = values[i] * std::sqrt(std::fabs(values[i])) / (1 + 0.01f * std::hypot(at.x[i], at.y[i]));
    return values;
}

struct Case {
    const char *name, *text;
    List (*by_hand)(const Coordinates&);
};
constexpr Case kCases[] = {
    {"islands: 14 octaves", R"(
float noise(vec2 p) {
    float land = perlin2_fbm(p, 7u, 5.0, 0.5, 2.0);
    float high = smoothstep(0.1, 0.5, perlin2(0.25 * p, 8u) + 0.6 - 0.5);
    float ridge = 1.0 - abs(perlin2_fbm(3.0 * p, 9u, 8.0, 0.5, 2.0));
    return mix(0.4 * land, ridge * ridge, high);
})",
     islands},
    {"warp: 12 octaves", R"(
float noise(vec2 p) {
    vec2 by = vec2(perlin2_fbm(p, 1u, 2.0, 0.5, 2.0), perlin2_fbm(p, 2u, 2.0, 0.5, 2.0));
    return perlin2_fbm(p + 0.5 * by, 3u, 8.0, 0.5, 2.0);
})",
     warp},
    {"dome: 8 octaves, two roots and a division", R"(
float noise(vec2 p) {
    float n = perlin2_fbm(2.0 * p, 5u, 8.0, 0.5, 2.0);
    return n * sqrt(abs(n)) / (1.0 + 0.01 * length(p));
})",
     dome},
};

double nanoseconds(std::size_t count, const std::function<void()>& run) {
    const auto start = std::chrono::steady_clock::now();
    run();
    const std::chrono::duration<double, std::nano> time = std::chrono::steady_clock::now() - start;
    return time.count() / static_cast<double>(count);
}

void measure(const Case& one, bool in_order) {
    const Coordinates at = points(in_order);
    const Function function(one.text);
    List values(kPoints), by_hand;
    float* const to[] = {values.data()};
    Points list{.count = kPoints};
    list.coordinates = {at.x.data(), at.y.data()};
    constexpr std::size_t kFew = 1 << 12;
    std::array<std::vector<double>, 3> times;
    for (int round = 0; round < kRounds; ++round) {
        times[0].push_back(nanoseconds(kPoints, [&] { function.evaluate(list, to); }));
        times[1].push_back(nanoseconds(kPoints, [&] { by_hand = one.by_hand(at); }));
        times[2].push_back(nanoseconds(kFew, [&] {
            for (std::size_t i = 0; i < kFew; ++i) {
                const float p[] = {at.x[i], at.y[i]};
                function.at(p, std::span(&values[i], 1));
            }
        }));
    }
    for (std::size_t i = 0; i < kPoints; ++i) {
        if (std::fabs(values[i] - by_hand[i]) < 1e-5f) continue;
        std::printf("%s: %g by the function, %g by hand\n", one.name, static_cast<double>(values[i]),
                    static_cast<double>(by_hand[i]));
        std::exit(1);
    }
    const double lists = median(times[0]), hand = median(times[1]), single = median(times[2]);
    std::printf("| %s | %s | %.1f | %.1f | %.2f | %.0f | %.0f |\n", one.name, in_order ? "in rows" : "at random", lists,
                hand, lists / hand, single, single / lists);
}

}  // namespace

int main() {
    std::printf("%s, one thread, ns a point:\n\n"
                "| function | points | Function | C++ over lists | ratio | point by point | ratio |\n"
                "|---|---|---|---|---|---|---|\n",
                batch_instructions());
    for (const Case& one : kCases) {
        for (const bool in_order : {true, false})
            measure(one, in_order);
    }
}
