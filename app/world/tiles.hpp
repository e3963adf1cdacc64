// Tiles: a plane of noise as many files, where neighbours share the samples on their borders, for engines that load a
// world piece by piece; with a manifest.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "bake/bake.hpp"
#include "io/file_name.hpp"

namespace isonoise {

class Evaluator;

inline constexpr std::int64_t kMostTiles = 4096;

struct Tiles {
    Settings settings;
    GridAxes axes;                          // the whole plane; one point along z and w
    std::array<std::int64_t, 2> tile = {};  // points of a tile along x and y
    std::int64_t overlap = 1;               // points that neighbours share
    std::string pattern;                    // the files' names, with {x} and {y}
    FileName manifest;
    Format format = Format::raw16;
    std::array<double, 2> range = {-1, 1};          // for all tiles: the values that become 0 and 65535
    std::shared_ptr<const Function> function = {};  // in place of the noise, whose dimensions it has
};

// tiles.json beside the tiles, or above their folders if the folders' names have placeholders.
FileName usual_manifest(const std::string& pattern);

// Empty if valid, otherwise one line that describes the problem.
std::string problem(const Tiles& tiles);

// The number of tiles along x and y.
std::array<std::int64_t, 2> count_of(const Tiles& tiles);

struct TilesOptions {
    BakePart part = {};   // of the tiles, x fastest
    bool resume = false;  // skips existing files
    unsigned threads = 0;
    Evaluator* gpu = nullptr;
    std::function<void(double)> progress = {};  // from 0 to 1
};
struct TilesMade {
    std::int64_t computed = 0, kept = 0, points = 0;
};

// Writes the manifest and the tiles of a part. If only a part or missing tiles are made, an existing manifest must be
// the same. Throws Error; completed tiles remain.
TilesMade bake_tiles(const Tiles& tiles, const TilesOptions& options);

}  // namespace isonoise
