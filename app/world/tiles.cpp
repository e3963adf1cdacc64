#include "world/tiles.hpp"

#include <algorithm>

#include "error.hpp"
#include "io/name_pattern.hpp"
#include "io/output.hpp"
#include "isonoise/characters.hpp"
#include "paths.hpp"
#include "words.hpp"
#include "world/description.hpp"

namespace isonoise {

namespace fs = std::filesystem;

// The file of the tile at (x, y).
static FileName name_of(const Tiles& tiles, std::int64_t x, std::int64_t y) {
    const NameField fields[] = {{"x", x}, {"y", y}};
    return fill_file_name(tiles.pattern, fields);
}

FileName usual_manifest(const std::string& pattern) {
    const NameField fields[] = {{"x", 0}, {"y", 0}};
    const FileName first = fill_file_name(pattern, fields);
    return {first.made.empty() ? first.typed.parent_path() : first.typed, "tiles.json"};
}

static std::int64_t stride(const Tiles& tiles, std::size_t axis) { return tiles.tile[axis] - tiles.overlap; }

std::array<std::int64_t, 2> count_of(const Tiles& tiles) {
    return {(tiles.axes.x.count - tiles.overlap) / stride(tiles, 0),
            (tiles.axes.y.count - tiles.overlap) / stride(tiles, 1)};
}

std::string problem(const Tiles& tiles) {
    if (tiles.settings.dim < 2) return "tiles: expected noise of 2 dimensions or more, got --dim 1";
    if (tiles.axes.z.count * tiles.axes.w.count != 1) return "tiles: expected one point along z and w in --size";
    std::int64_t all = 1;
    for (std::size_t c = 0; c < 2; ++c) {
        const char axis = "xy"[c];
        const std::int64_t size = tiles.axes[c].count, tile = tiles.tile[c], overlap = tiles.overlap;
        if (overlap < 0 || overlap >= tile)
            return fmt::format("overlap: expected 0 to {}, less than a tile along {}, got {}", tile - 1, axis, overlap);
        const std::int64_t step = tile - overlap, fit = std::max<std::int64_t>((size - overlap) / step, 1);
        if (size != fit * step + overlap) {
            return fmt::format("size: along {} tiles of {} that share {} cover {} ({}) or {} ({}), got {}", axis,
                               counted(tile, "point"), overlap, fit * step + overlap, counted(fit, "tile"),
                               (fit + 1) * step + overlap, counted(fit + 1, "tile"), size);
        }
        all *= std::min(fit, kMostTiles + 1);
        if (fit > 1 && !has_field(tiles.pattern, std::string_view(&axis, 1)))
            return fmt::format("-o: expected a name with {{{}}}, such as tile_{{x:02}}_{{y:02}}.r16, got {}", axis,
                               in_quotes(tiles.pattern));
    }
    if (all > kMostTiles) return fmt::format("tiles: expected at most {} in all", kMostTiles);
    if (!is_utf8(tiles.pattern))  // JSON must be UTF-8
        return fmt::format("-o: expected a name in UTF-8, got {}", in_quotes(tiles.pattern));
    const auto count = count_of(tiles);
    const NameField last[] = {{"x", count[0] - 1}, {"y", count[1] - 1}};
    if (!has_own_names(tiles.pattern, last))
        return fmt::format("-o: expected a name of its own for each tile, such as tile_{{x:02}}_{{y:02}}.r16, got {}",
                           in_quotes(tiles.pattern));
    Bake order{.format = tiles.format, .axes = tiles.axes};
    if (is_whole(tiles.format)) order.range = tiles.range;
    for (std::size_t c = 0; c < 2; ++c)
        order.axes[c].count = tiles.tile[c];
    const Noise noise(tiles.settings);
    if (std::string what = problem(noise, order); !what.empty()) return what;
    // Checked row by row, since the whole grid may have more points than one file can hold.
    for (std::size_t c = 0; c < 2; ++c) {
        GridAxes line = tiles.axes;
        line[1 - c].count = 1;
        if (std::string what = problem(noise, line); !what.empty()) return what;
    }
    return {};
}

static Json manifest_of(const Tiles& tiles) {
    const auto count = count_of(tiles);
    Json list = Json::array();
    for (std::int64_t y = 0; y < count[1]; ++y) {
        for (std::int64_t x = 0; x < count[0]; ++x) {
            // Relative to the manifest, so that the folder can be moved.
            const fs::path file = name_of(tiles, x, y).path().lexically_proximate(tiles.manifest.path().parent_path());
            list.push_back({{"file", file.generic_string()},
                            {"x", x},
                            {"y", y},
                            {"first", {x * stride(tiles, 0), y * stride(tiles, 1)}}});
        }
    }
    Json manifest = {{"isonoise", description(tiles.settings, tiles.axes, tiles.function.get())},
                     {"size", {tiles.axes.x.count, tiles.axes.y.count}},
                     {"tile", tiles.tile},
                     {"overlap", tiles.overlap},
                     {"format", kFormats[static_cast<int>(tiles.format)]}};
    // The values that 0 and 65535 stand for, in every tile.
    if (is_whole(tiles.format)) manifest["range"] = tiles.range;
    manifest["tiles"] = list;
    return manifest;
}

TilesMade bake_tiles(const Tiles& tiles, const TilesOptions& options) {
    if (std::string what = problem(tiles); !what.empty()) throw Error(what);
    const auto count = count_of(tiles);
    const auto range = options.part.range(count[0] * count[1]);
    const std::int64_t from = range[0], to = range[1];  // clang 14 cannot capture structured bindings
    if (tiles.format == Format::raw16 || tiles.format == Format::raw32f || tiles.format == Format::npy) {
        const auto bytes = tiles.tile[0] * tiles.tile[1] * (tiles.format == Format::raw16 ? 2 : 4);
        if (!options.resume) expect_space(tiles.manifest.path(), static_cast<std::uint64_t>((to - from) * bytes));
    }
    NewFolders folders;
    folders.make_for(tiles.manifest);
    const Json manifest = manifest_of(tiles);
    if (options.resume || options.part.count > 1) {
        write_first(tiles.manifest, manifest);
        if (const std::string what = difference(read_json(tiles.manifest), manifest); !what.empty())
            fail("{} is of other tiles: {}", quoted_name(tiles.manifest.path()), what);
    } else {
        write_json(tiles.manifest, manifest);
    }
    const Noise noise(tiles.settings);
    TilesMade made;
    for (std::int64_t i = from; i < to; ++i) {
        const std::int64_t x = i % count[0], y = i / count[0];
        Bake order{
            .path = name_of(tiles, x, y), .format = tiles.format, .axes = tiles.axes, .threads = options.threads};
        if (is_whole(tiles.format)) order.range = tiles.range;
        order.function = tiles.function.get();
        order.axes.x.first = x * stride(tiles, 0);
        order.axes.y.first = y * stride(tiles, 1);
        order.axes.x.count = tiles.tile[0];
        order.axes.y.count = tiles.tile[1];
        if (options.resume) {
            remove_leftovers_beside(order.path);
            if (entry_of(order.path) == Folder::Entry::file) {
                ++made.kept;
                continue;
            }
        }
        folders.make_for(order.path);
        bake_file(noise, order, options.gpu, [&](double done) {
            if (options.progress)
                options.progress((static_cast<double>(made.computed) + done) /
                                 static_cast<double>(to - from - made.kept));
        });
        ++made.computed;
        made.points += points_of(order.axes);
    }
    return made;
}

}  // namespace isonoise
