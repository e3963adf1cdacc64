// isonoise::batch against other noise libraries, on one thread: glm::perlin, stb_perlin, libnoise, and, compiled for a
// CPU with AVX-512, FastNoise2's operations. Run by tests/benches/run cpu. Takes Google Benchmark's flags, plus --json,
// which prints the ratios on standard output and everything else on standard error. All repetitions are interleaved at
// random; ratios are of medians.
#include <algorithm>
#include <cstdio>
#include <iostream>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>
#include <glm/gtc/noise.hpp>
#include <libnoise/noise.h>
#include <nlohmann/json.hpp>
#define STB_PERLIN_IMPLEMENTATION
#include <stb/stb_perlin.h>

#include "fastnoise2.hpp"
#include "isonoise/batch.hpp"

namespace {

constexpr std::int64_t kCount = 1 << 18;
constexpr float kOffset[] = {0.37f, 3.47f, 6.57f, 9.67f};

// The dimensions of a grid of kCount points.
std::array<std::int64_t, 4> sides(int dim) {
    if (dim == 2) return {512, 512, 1, 1};
    if (dim == 3) return {64, 64, 64, 1};
    return {64, 64, 8, 8};
}

isonoise::Settings noise_in(int dim, float octaves = 1) {
    isonoise::Settings settings{.dim = dim, .seed = 12345};
    settings.octaves = octaves;
    return settings;
}

void grid(benchmark::State& state, const isonoise::Settings& settings, double per_cell) {
    const isonoise::Noise noise(settings);
    isonoise::GridAxes axes;
    for (std::size_t c = 0; c < static_cast<std::size_t>(settings.dim); ++c)
        axes[c] = {.offset = static_cast<double>(kOffset[c]), .step = 1 / per_cell, .count = sides(settings.dim)[c]};
    std::vector<float> values(kCount);
    for (auto _ : state) {
        evaluate(noise, axes, values);
        benchmark::ClobberMemory();
    }
    state.SetItemsProcessed(state.iterations() * kCount);
}

// Fills the same grid, calling a function for each point.
template <class Function> void each(benchmark::State& state, int dim, float per_cell, Function function) {
    std::vector<float> values(kCount);
    const auto [nx, ny, nz, nw] = sides(dim);
    for (auto _ : state) {
        float* value = values.data();
        for (std::int64_t l = 0; l < nw; ++l) {
            for (std::int64_t k = 0; k < nz; ++k) {
                for (std::int64_t j = 0; j < ny; ++j) {
                    for (std::int64_t i = 0; i < nx; ++i) {
                        *value++ = function(glm::vec4(kOffset[0] + static_cast<float>(i) / per_cell,
                                                      kOffset[1] + static_cast<float>(j) / per_cell,
                                                      kOffset[2] + static_cast<float>(k) / per_cell,
                                                      kOffset[3] + static_cast<float>(l) / per_cell));
                    }
                }
            }
        }
        benchmark::ClobberMemory();
    }
    state.SetItemsProcessed(state.iterations() * kCount);
}

// Fewer points, so that coordinates and values together take as much memory as a grid.
constexpr std::int64_t kPoints = kCount / 4;

struct List {
    std::array<std::vector<float>, 3> p;
    List() {
        std::minstd_rand random(1);
        std::uniform_real_distribution<float> number(-100, 100);
        for (std::vector<float>& axis : p) {
            for (std::int64_t i = 0; i < kPoints; ++i)
                axis.push_back(number(random));
        }
    }
};

void points(benchmark::State& state, int dim, float octaves) {
    const List list;
    const isonoise::Noise noise(noise_in(dim, octaves));
    isonoise::Points points;
    points.count = kPoints;
    for (std::size_t c = 0; c < static_cast<std::size_t>(dim); ++c)
        points.coordinates[c] = list.p[c].data();
    std::vector<float> values(kPoints);
    isonoise::Channels to;
    to.value.data = values.data();
    for (auto _ : state) {
        evaluate(noise, points, to);
        benchmark::ClobberMemory();
    }
    state.SetItemsProcessed(state.iterations() * kPoints);
}
#ifdef __AVX512F__
template <int dim> void fastnoise2_points(benchmark::State& state, float octaves) {
    const List list;
    const fastnoise2::Perlin<dim> perlin;
    const fastnoise2::Fbm<dim> fbm(perlin);
    const fastnoise2::Node* node = octaves == 1 ? static_cast<const fastnoise2::Node*>(&perlin) : &fbm;
    benchmark::DoNotOptimize(node);  // called through pointers, as in the library
    const float* p[] = {list.p[0].data(), list.p[1].data(), list.p[2].data()};
    std::vector<float> values(kPoints);
    for (auto _ : state) {
        fastnoise2::list<dim>(*node, p, kPoints, values.data());
        benchmark::ClobberMemory();
    }
    state.SetItemsProcessed(state.iterations() * kPoints);
}
#endif
template <class Function> void each_point(benchmark::State& state, Function function) {
    const List list;
    std::vector<float> values(kPoints);
    for (auto _ : state) {
        for (std::size_t i = 0; i < kPoints; ++i)
            values[i] = function(glm::vec4(list.p[0][i], list.p[1][i], list.p[2][i], 0.0f));
        benchmark::ClobberMemory();
    }
    state.SetItemsProcessed(state.iterations() * kPoints);
}

// Flattened: otherwise gcc finds this file too large to inline all of glm, which halves its speed.
[[gnu::flatten]] float glm2(glm::vec4 p) { return glm::perlin(glm::vec2(p)); }
[[gnu::flatten]] float glm3(glm::vec4 p) { return glm::perlin(glm::vec3(p)); }
[[gnu::flatten]] float glm4(glm::vec4 p) { return glm::perlin(p); }
float stb(glm::vec4 p) { return stb_perlin_noise3(p.x, p.y, p.z, 0, 0, 0); }
float libnoise(glm::vec4 p) {
    return static_cast<float>(noise::GradientCoherentNoise3D(static_cast<double>(p.x), static_cast<double>(p.y),
                                                             static_cast<double>(p.z), 1, noise::QUALITY_BEST));
}

struct Comparison {
    std::string name, peer;
    double weight = 1;  // share of the peer's time that counts
};

// Prints to the console, then the medians as ratios.
class Reporter : public benchmark::ConsoleReporter {
  public:
    Reporter(std::vector<Comparison> comparisons, bool as_json)
        : comparisons_(std::move(comparisons)), as_json_(as_json) {
        if (as_json) SetOutputStream(&std::cerr);
    }
    void ReportRuns(const std::vector<Run>& runs) override {
        ConsoleReporter::ReportRuns(runs);
        for (const Run& run : runs) {
            if (run.run_type == Run::RT_Aggregate && run.aggregate_name == "median")
                seconds_[run.run_name.function_name] = run.cpu_accumulated_time;
        }
    }
    void Finalize() override {
        nlohmann::ordered_json json;
        if (!as_json_) std::printf("\nhow many times as fast as\n");
        for (const Comparison& c : comparisons_) {
            if (!seconds_.contains(c.name) || !seconds_.contains(c.peer)) continue;
            const double times = seconds_[c.peer] * c.weight / seconds_[c.name];
            json["ratios"].push_back({{"of", c.peer}, {"to", c.name}, {"cpu", {{"median", times}}}});
            if (!as_json_)
                std::printf("%-44s %-44s %8.*f\n", c.name.c_str(), c.peer.c_str(), times < 10 ? 2 : 0, times);
        }
        if (as_json_) std::printf("%s\n", json.dump(2).c_str());
    }

  private:
    std::vector<Comparison> comparisons_;
    bool as_json_;
    std::map<std::string, double> seconds_;
};

}  // namespace

int main(int argc, char** argv) {
    std::vector<std::string> words(argv, argv + argc);
    const bool as_json = std::erase(words, "--json") > 0;
    words.insert(words.begin() + 1, {"--benchmark_repetitions=15", "--benchmark_enable_random_interleaving=true",
                                     "--benchmark_min_time=0.02", "--benchmark_report_aggregates_only=true"});
    std::vector<char*> arguments;
    for (std::string& word : words)
        arguments.push_back(word.data());
    int count = static_cast<int>(arguments.size());
    benchmark::Initialize(&count, arguments.data());
    if (benchmark::ReportUnrecognizedArguments(count, arguments.data())) return 2;

    std::vector<Comparison> comparisons;
    const auto ours = [&](const std::string& name, const isonoise::Settings& settings, double per_cell) {
        benchmark::RegisterBenchmark(name.c_str(), [=](benchmark::State& state) { grid(state, settings, per_cell); });
    };
    const auto peer = [&](const std::string& name, int dim, float per_cell, auto function) {
        benchmark::RegisterBenchmark(name.c_str(),
                                     [=](benchmark::State& state) { each(state, dim, per_cell, function); });
    };
    ours("grid 2D, 64 points a cell", noise_in(2), 64);
    ours("grid 2D, 64 points a cell, fBm of 8 octaves", noise_in(2, 8), 64);
    ours("grid 3D, 64 points a cell", noise_in(3), 64);
    ours("grid 3D, 4 points a cell", noise_in(3), 4);
    ours("grid 4D, 64 points a cell", noise_in(4), 64);
    for (const int dim : {2, 3}) {
        for (const float octaves : {1.0f, 8.0f}) {
            const std::string name = "points " + std::to_string(dim) + (octaves == 1 ? "D" : "D, fBm of 8 octaves");
            const std::string other = "FastNoise2, " + name;
            benchmark::RegisterBenchmark(name.c_str(), [=](benchmark::State& state) { points(state, dim, octaves); });
#ifdef __AVX512F__
            benchmark::RegisterBenchmark(other.c_str(), [=](benchmark::State& state) {
                (dim == 2 ? fastnoise2_points<2> : fastnoise2_points<3>)(state, octaves);
            });
#endif
            comparisons.push_back({name, other});
        }
    }
    peer("glm 2D, 64", 2, 64, glm2);
    peer("glm 3D, 64", 3, 64, glm3);
    peer("glm 4D, 64", 4, 64, glm4);
    peer("stb_perlin 3D, 64", 3, 64, stb);
    peer("stb_perlin 3D, 4", 3, 4, stb);
    peer("libnoise 3D, 64", 3, 64, libnoise);
    benchmark::RegisterBenchmark("stb_perlin 3D, points", [](benchmark::State& state) { each_point(state, stb); });
    benchmark::RegisterBenchmark("std::fill", [](benchmark::State& state) {
        std::vector<float> values(kCount);
        for (auto _ : state) {
            std::fill(values.begin(), values.end(), 0.5f);
            benchmark::ClobberMemory();
        }
        state.SetItemsProcessed(state.iterations() * kCount);
    });
    const std::vector<Comparison> others = {{"grid 2D, 64 points a cell", "glm 2D, 64"},
                                            {"grid 2D, 64 points a cell, fBm of 8 octaves", "glm 2D, 64", 8},
                                            {"grid 3D, 64 points a cell", "stb_perlin 3D, 64"},
                                            {"grid 3D, 64 points a cell", "glm 3D, 64"},
                                            {"grid 3D, 64 points a cell", "libnoise 3D, 64"},
                                            {"grid 3D, 4 points a cell", "stb_perlin 3D, 4"},
                                            {"grid 4D, 64 points a cell", "glm 4D, 64"},
                                            {"points 3D", "stb_perlin 3D, points"},
                                            {"grid 2D, 64 points a cell", "std::fill"},
                                            {"grid 3D, 64 points a cell", "std::fill"}};
    comparisons.insert(comparisons.begin(), others.begin(), others.end());
    Reporter reporter(comparisons, as_json);
    benchmark::RunSpecifiedBenchmarks(&reporter);
}
