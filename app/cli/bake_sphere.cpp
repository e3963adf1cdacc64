// isonoise bake --cube and --equirect
#include <cmath>
#include <numbers>

#include "bake/sphere.hpp"
#include "cli/bake.hpp"
#include "error.hpp"
#include "platform/system.hpp"
#include "words.hpp"

namespace isonoise {

// The steps are estimates, since neighbours on a cube are not equally far apart.
static std::array<Reach, 4> reach_of(const SphereBake& order, int dim) {
    const double around = 2 * std::numbers::pi * order.radius / static_cast<double>(order.width),
                 step = order.is_cube ? around / 4 : around;
    std::array<Reach, 4> all;
    for (std::size_t c = 0; c < static_cast<std::size_t>(dim); ++c)
        all[c] = {std::fabs(order.center[c]) + (c < 3 ? order.radius : 0), c < 3 ? step : 0};
    return all;
}

void bake_sphere(const BakeOptions& options, const Preset& preset) {
    if (!options.cube.empty() && !options.equirect.empty()) fail("equirect: expected --cube or --equirect, got both");
    if (options.backend == "gpu") fail("backend: expected cpu or auto for a sphere, which the CPU computes, got 'gpu'");
    SphereBake order;
    order.path = options.output;
    order.format = parse_format(options.format, options.output);
    order.is_cube = options.equirect.empty();
    if (order.is_cube) {
        order.width = order.height = parse_whole("cube", options.cube, 2, kMostOfASphere);
    } else {
        const auto counts = parse_counts("equirect", options.equirect, 2);
        order.width = counts[0];
        order.height = counts[1];
    }
    const Settings& settings = preset.settings;
    // Scene planet has a center, too.
    order.center = preset.look.scene == Scene::planet ? preset.look.center : std::array<double, 4>{};
    if (!options.grid.offset.empty()) {
        const auto center = parse_numbers("offset", options.grid.offset, settings.dim);
        std::copy(center.begin(), center.end(), order.center.begin());
    }
    if (!options.radius.empty()) order.radius = parse_finite("radius", options.radius);
    order.function = preset.function.get();
    order.range = is_whole(order.format) ? range_of_parts(options, preset) : range_of(options);
    order.threads = parse_threads(options.threads);
    const Noise noise(settings);
    if (std::string what = problem(noise, order); !what.empty()) throw Error(what);
    if (options.output == "-" && is_terminal(stdout)) fail("-o -: not writing a grid to a terminal");
    if (order.function) tell_if_far("bake", *order.function, reach_of(order, settings.dim));
    ShownProgress progress(options.output, name_of_cpu(order.threads));
    bake_sphere(noise, order, [&](double done) { progress(done); });
    progress.finish([&] { return counted(order.width * order.height * (order.is_cube ? 6 : 1), "point"); });
}

}  // namespace isonoise
