// A few fixed workloads whose instructions callgrind counts: see run in this folder. isonoise::batch uses SSE4, which
// valgrind supports; single points use each version for this CPU.
#include <cstdio>
#include <string>
#include <vector>

#include <hwy/targets.h>

#include "conformance/points.hpp"
#include "isonoise/batch.hpp"
#include "isonoise/fast/targets.hpp"

// Replaces Highway's function, which runs when its library is loaded: valgrind does not support RDTSCP.
namespace hwy::platform {
std::uint64_t TimerResolution() { return 1; }
}  // namespace hwy::platform

using namespace isonoise;

namespace {

constexpr std::size_t kCount = 1 << 16;

struct Workload {
    std::string name;
    Settings settings;
    enum { grid, points, gradient, any_cpu, avx2 } way;
};

const std::vector<Workload> kWorkloads = {
    {"grid2", {.dim = 2}, Workload::grid},
    {"grid3", {.dim = 3}, Workload::grid},
    {"grid4", {.dim = 4}, Workload::grid},
    {"grid2-fbm", {.dim = 2, .octaves = 8}, Workload::grid},
    {"points3", {.dim = 3}, Workload::points},
    {"points3-gradient", {.dim = 3}, Workload::gradient},
    {"points3-warp", {.dim = 3, .octaves = 3, .warp = 0.5f}, Workload::points},
    {"alone3", {.dim = 3}, Workload::any_cpu},
    {"alone4-fbm", {.dim = 4, .octaves = 4}, Workload::any_cpu},
#ifdef ISONOISE_CHOOSES
    {"alone3-avx2", {.dim = 3}, Workload::avx2},
    {"alone4-fbm-avx2", {.dim = 4, .octaves = 4}, Workload::avx2},
#endif
};

std::vector<float> values(kCount), more[4];

}  // namespace

// The counted function, named in callgrind's options.
extern "C" [[gnu::noinline]] void isonoise_workload(const Workload& work, const Noise& noise) {
    if (work.way == Workload::any_cpu) {
        for (std::size_t i = 0; i < kCount; ++i)
            values[i] = any_cpu::value(noise, {more[0][i], more[1][i], more[2][i], more[3][i]});
        return;
    }
#ifdef ISONOISE_CHOOSES
    if (work.way == Workload::avx2) {
        for (std::size_t i = 0; i < kCount; ++i)
            values[i] = avx2::value(noise, {more[0][i], more[1][i], more[2][i], more[3][i]});
        return;
    }
#endif
    Channels to;
    to.value.data = values.data();
    if (work.way == Workload::grid) {
        GridAxes axes;
        const std::int64_t sides[][4] = {{}, {}, {256, 256}, {64, 32, 32}, {32, 32, 8, 8}};
        for (std::size_t c = 0; c < static_cast<std::size_t>(work.settings.dim); ++c)
            axes[c] = {.step = 1.0 / 64, .count = sides[work.settings.dim][c]};
        evaluate(noise, axes, to);
        return;
    }
    Points list;
    list.count = kCount;
    for (std::size_t c = 0; c < static_cast<std::size_t>(work.settings.dim); ++c)
        list.coordinates[c] = more[c].data();
    std::vector<float> slopes[3];
    for (std::size_t c = 0; c < 3 && work.way == Workload::gradient; ++c) {
        slopes[c].resize(kCount);
        to.gradient[c].data = slopes[c].data();
    }
    evaluate(noise, list, to);
}

int main(int argc, char** argv) {
    hwy::SetSupportedTargetsForTest(HWY_SSE4);
    Random random(1);
    for (std::vector<float>& axis : more) {
        for (std::size_t i = 0; i < kCount; ++i)
            axis.push_back(static_cast<float>(random.between(-1000, 1000)));
    }
    for (const Workload& work : kWorkloads) {
#ifdef ISONOISE_CHOOSES
        if (work.way == Workload::avx2 && !cpu_has_avx2()) continue;
#endif
        if (argc == 1) std::puts(work.name.c_str());
        if (argc == 2 && work.name == argv[1]) {
            const Noise noise(work.settings);
            isonoise_workload(work, noise);
            return 0;
        }
    }
    return argc == 1 ? 0 : 2;
}
