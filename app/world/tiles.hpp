// Tiles: a plane of noise as many files, which share the samples of their borders, for engines that load a world piece
// by piece; with a manifest.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>

#include "bake/bake.hpp"
#include "io/file_name.hpp"

namespace isonoise {

class Evaluator;

inline constexpr std::int64_t kMostTiles = 4096;

struct Tiles {
    Settings settings;
    GridAxes axes;                          // all of it; one point along z and w
    std::array<std::int64_t, 2> tile = {};  // points of a tile along x and y
    std::int64_t overlap = 1;               // points that neighbours share
    std::string pattern;                    // the files' names, with {x} and {y}
    FileName manifest;
    Format format = Format::raw16;
    std::array<double, 2> range = {-1, 1};  // of the whole: the values that become 0 and 65535
};

// tiles.json beside the tiles, or above their folders if those have placeholders in their names.
FileName usual_manifest(const std::string& pattern);

// Empty, or one line about what does not fit.
std::string problem(const Tiles& tiles);

// The number of tiles along x and y.
std::array<std::int64_t, 2> count_of(const Tiles& tiles);

struct TilesOptions {
    BakePart part = {};   // of the tiles, x fastest
    bool resume = false;  // leaves files alone that are there
    unsigned threads = 0;
    Evaluator* gpu = nullptr;
    std::function<void(double)> progress = {};  // the share done
};
struct TilesMade {
    std::int64_t computed = 0, kept = 0, points = 0;
};

// Writes the manifest and the tiles of a part. Where only a part is made, or what is missing, the manifest that is
// there must be the same. Throws Error; tiles that are complete remain.
TilesMade bake_tiles(const Tiles& tiles, const TilesOptions& options);

}  // namespace isonoise
