// isonoise bake --tiles
#include <algorithm>
#include <limits>

#include "cli/bake.hpp"
#include "error.hpp"
#include "words.hpp"
#include "world/tiles.hpp"

namespace isonoise {

// The sizes that engines recommend: docs/engines/grids.md.
struct EngineTiles {
    const char* name;
    std::int64_t side, overlap;
};
static constexpr EngineTiles kEngines[] = {{"unreal", 1009, 1}, {"unity", 1025, 1}, {"terrain3d", 1024, 0}};

void bake_tiles(const BakeOptions& options, const Preset& preset) {
    Tiles tiles;
    tiles.settings = preset.settings;
    tiles.axes = parse_axes(options.grid, preset.settings);
    const auto engine = std::find_if(std::begin(kEngines), std::end(kEngines),
                                     [&](const EngineTiles& known) { return options.tiles == known.name; });
    if (engine != std::end(kEngines)) {
        tiles.tile = {engine->side, engine->side};
        tiles.overlap = engine->overlap;
    } else {
        const auto counts = parse_counts("tiles", options.tiles, 2);
        std::copy(counts.begin(), counts.end(), tiles.tile.begin());
    }
    if (!options.overlap.empty())
        tiles.overlap = parse_whole("overlap", options.overlap, 0, std::numeric_limits<std::int32_t>::max());
    if (options.output == "-") fail("-o: expected a name with {{x}} and {{y}} for the tiles, got '-'");
    tiles.pattern = options.output;
    tiles.manifest = options.manifest.empty() ? usual_manifest(options.output) : FileName(path_of(options.manifest));
    tiles.format = parse_format(options.format, options.output);
    tiles.function = function_for(preset.function, tiles.axes);
    if (is_whole(tiles.format))
        tiles.range = range_of_parts(options, preset);
    else if (!options.range.empty())
        fail("range: only for png and raw16; {} holds the values themselves", quoted_name(path_of(options.output)));
    if (std::string what = problem(tiles); !what.empty()) throw Error(what);

    TilesOptions order;
    order.part = parse_part(options.part);
    order.resume = options.resume;
    Device device(options, points_of(tiles.axes) / order.part.count, preset.function != nullptr);
    order.threads = device.threads();
    order.gpu = device.gpu();
    if (tiles.function) tell_if_far("bake", *tiles.function, reach_of(tiles.axes, *tiles.function));
    ShownProgress progress(options.output + (options.part.empty() ? "" : " part " + options.part), device.name());
    order.progress = [&](double done) { progress(done); };
    const TilesMade made = bake_tiles(tiles, order);
    progress.finish([&] {
        return fmt::format("{} in {}{}", counted(made.points, "point"), counted(made.computed, "tile"),
                           order.resume ? text_of_kept(made.kept, "tile") : "");
    });
}

}  // namespace isonoise
