// isonoise::batch for tests/benches/python.py, which calls it through ctypes.
#include "isonoise/batch.hpp"

using namespace isonoise;

namespace {

Noise noise_of(int dim, float octaves) { return Noise(Settings{.dim = dim, .octaves = octaves}); }

}  // namespace

extern "C" void batch_points(int dim, float octaves, const float* const* coordinates, std::int64_t count,
                             float* values) {
    static Noise noise = noise_of(2, 1.0f);
    if (noise.settings().dim != dim || noise.settings().octaves != octaves) noise = noise_of(dim, octaves);
    Points points{.count = count};
    for (int c = 0; c < dim; ++c)
        points.coordinates[static_cast<std::size_t>(c)] = coordinates[c];
    Channels to;
    to.value.data = values;
    evaluate(noise, points, to);
}

extern "C" void batch_grid(int dim, float octaves, std::int64_t side, double step, float* values) {
    static Noise noise = noise_of(2, 1.0f);
    if (noise.settings().dim != dim || noise.settings().octaves != octaves) noise = noise_of(dim, octaves);
    GridAxes axes;
    for (int c = 0; c < dim; ++c) {
        axes[static_cast<std::size_t>(c)].count = side;
        axes[static_cast<std::size_t>(c)].step = step;
    }
    Channels to;
    to.value.data = values;
    evaluate(noise, axes, to);
}
