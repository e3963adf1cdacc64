// isonoise bake -o NAME.zarr, and --check.
#include <algorithm>

#include "cli/bake.hpp"
#include "error.hpp"
#include "words.hpp"
#include "world/world.hpp"

namespace isonoise {

void bake_world(const BakeOptions& options, const Preset& preset) {
    const int dim = preset.settings.dim;
    World world{preset.settings, parse_axes(options.grid, preset.settings)};
    world.chunk = usual_chunk(dim, world.axes);
    if (!options.chunk.empty()) {
        const auto counts = parse_counts("chunk", options.chunk, dim);
        std::copy(counts.begin(), counts.end(), world.chunk.begin());
    }
    if (!options.compression.empty())
        world.compression = parse_word<Compression>("compression", kCompressions, options.compression);
    world.function = function_for(preset.function, world.axes);
    FillOptions order;
    order.part = parse_part(options.part);
    order.resume = options.resume;
    if (std::string what = problem(world); !what.empty()) throw Error(what);

    if (!order.resume && world.compression == Compression::none) {
        const auto [from, to] = order.part.range(chunks_of(world));
        const auto& chunk = world.chunk;
        expect_space(path_of(options.output),
                     static_cast<std::uint64_t>(to - from) * 4 *
                         static_cast<std::uint64_t>(chunk[0] * chunk[1] * chunk[2] * chunk[3]));
    }

    Device device(options, points_of(world.axes) / order.part.count, preset.function != nullptr);
    order.threads = device.threads();
    order.gpu = device.gpu();
    const Store store(path_of(options.output), world);
    if (world.function) tell_if_far("bake", *world.function, reach_of(world.axes, *world.function));
    ShownProgress progress(store.path().string() + (options.part.empty() ? "" : " part " + options.part),
                           device.name());
    order.progress = [&](double done) { progress(done); };
    const Filled filled = fill(store, order);
    progress.finish([&] {
        return fmt::format("{} in {}{}", counted(filled.points, "point"), counted(filled.computed, "chunk"),
                           order.resume ? text_of_kept(filled.kept, "chunk") : "");
    });
}

int check_world(const BakeOptions& options) {
    CheckOptions order;
    if (!options.points.empty())
        order.points = options.points == "all" ? 0 : parse_whole("points", options.points, 1, kMostOfAChunk);
    order.threads = parse_threads(options.threads);
    order.part = parse_part(options.part);
    const Store store(path_of(options.check));
    const std::string part = options.part.empty() ? "" : " part " + escaped(options.part);
    const std::string name = escaped(store.path().string()) + part;
    Checked checked;
    {
        ShownProgress progress(name);
        order.progress = [&](double done) { progress(done); };
        order.report = [&](const std::string& line) { print(line + "\n"); };
        checked = check(store, order);
    }
    print(fmt::format("{}: {}, {} missing, {} damaged; {} of {} computed again differ\n", name,
                      counted(checked.chunks, "chunk"), checked.missing, checked.damaged, checked.differing,
                      counted(checked.points, "point")));
    if (checked.good()) print(fmt::format("digest{} {:016x}\n", part.empty() ? "" : " of" + part, checked.digest));
    flush_output();
    return checked.good() ? 0 : 1;
}

}  // namespace isonoise
