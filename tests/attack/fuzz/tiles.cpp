// Tiles of any size and name, next to a manifest with any contents: rejected, or made, and then every file exists.
#include <fstream>
#include <set>

#include "error.hpp"
#include "fuzz.hpp"
#include "io/name_pattern.hpp"
#include "paths.hpp"
#include "world/tiles.hpp"

using namespace isonoise;
using fuzz::expect;

namespace fs = std::filesystem;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const fuzz::Folder folder;
    const fuzz::Inside inside(folder);
    folder.clear();
    fuzz::Input input(data, size);
    static constexpr Format formats[] = {Format::raw16, Format::raw32f, Format::npy, Format::png, Format::exr};
    Tiles tiles;
    tiles.settings.octaves = 2;
    tiles.settings.dim = 1 + static_cast<int>(input.below(4));
    tiles.tile = {static_cast<std::int64_t>(input.below(9)), static_cast<std::int64_t>(input.below(7))};
    tiles.overlap = static_cast<std::int64_t>(input.below(4)) - 1;
    // Exactly the points that some tiles cover, or occasionally another number.
    const auto odd = input.below(8);
    for (std::size_t c = 0; c < 2; ++c) {
        const auto many = static_cast<std::int64_t>(input.below(c == 0 ? 24 : 14));
        tiles.axes[c].step = 0.25;
        tiles.axes[c].count = many * (tiles.tile[c] - tiles.overlap) + tiles.overlap + (odd == c);
    }
    tiles.format = formats[input.below(std::size(formats))];
    TilesOptions options{.threads = 1};
    options.part.count = 1 + static_cast<std::int64_t>(input.below(3));
    options.part.index = 1 + static_cast<std::int64_t>(input.below(static_cast<std::size_t>(options.part.count)));
    options.resume = input.flag();
    const bool has_manifest = input.flag();
    tiles.pattern = input.line();
    // Files stay in the folder.
    if (tiles.pattern.empty() || tiles.pattern[0] == '/' || tiles.pattern.find("..") != std::string::npos ||
        tiles.pattern.find('\0') != std::string::npos)
        return 0;
    tiles.manifest = folder.path() / "tiles.json";
    if (has_manifest) std::ofstream(tiles.manifest.path(), std::ios::binary) << input.rest();
    try {
        if (const std::string what = problem(tiles); !what.empty()) throw Error(what);
        const TilesMade made = bake_tiles(tiles, options);
        const auto count = count_of(tiles);
        const auto range = options.part.range(count[0] * count[1]);
        expect(made.computed + made.kept == range[1] - range[0], "{} made and {} kept of {}", made.computed, made.kept,
               range[1] - range[0]);
        std::set<std::string> names;
        for (std::int64_t i = range[0]; i < range[1]; ++i) {
            const NameField fields[] = {{"x", i % count[0]}, {"y", i / count[0]}};
            const std::string name = fill_name(tiles.pattern, fields);
            expect(fs::is_regular_file(path_of(name)), "no file {}", name);
            names.insert(name);
        }
        expect(static_cast<std::int64_t>(names.size()) == range[1] - range[0], "tiles of the same name: {}",
               tiles.pattern);
    } catch (const Error& error) {
        fuzz::expect_message(error.what());
    }
    return 0;
}
