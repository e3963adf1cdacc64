// Worlds: grids of noise larger than one file or one machine, stored in one file per chunk. Any number of programs may
// fill one at the same time without coordination, since every one of them computes the same bits.
//
// On disk a world is an array of Zarr version 2 (https://zarr-specs.readthedocs.io/en/latest/v2/v2.0.html) within a
// group: "world.zarr/noise", 32-bit floats of shape (w, z, y, x), so that x runs fastest. Its chunk (i, j, k) along x,
// y, z is the file k/j/i. Points without a chunk read as NaN.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "bake/bake.hpp"
#include "io/file_name.hpp"

namespace isonoise {

class Evaluator;

enum class Compression { none, zlib };
inline constexpr const char* kCompressions[] = {"none", "zlib"};

inline constexpr std::int64_t kMostOfAChunk = std::int64_t{1} << 24;  // points: 64 MiB
inline constexpr std::int64_t kMostOfAWorld = std::int64_t{1} << 60;

// Everything that decides the files of a world.
struct World {
    Settings settings;
    GridAxes axes;
    std::array<std::int64_t, 4> chunk = {1, 1, 1, 1};  // points along x, y, z, w
    Compression compression = Compression::none;
    std::shared_ptr<const Function> function = {};  // in place of the noise, whose dimensions it has
};

// Empty if valid, otherwise one line that describes the problem.
std::string problem(const World& world);

// The default chunk: a few MiB, no larger than the grid along any axis.
std::array<std::int64_t, 4> usual_chunk(int dim, const GridAxes& axes);

// True if a component of the path ends in ".zarr".
bool names_world(const std::filesystem::path& path);

// The number of chunks.
std::int64_t chunks_of(const World& world);

// A world's folder. All functions may be called from several threads at once and throw Error.
class Store {
  public:
    // Creates the folder, or opens it if it holds the same world. Throws Error if it holds anything else; for another
    // world, the message names the first difference.
    Store(const std::filesystem::path& path, const World& world);
    // Opens an existing world.
    explicit Store(const std::filesystem::path& path);

    const World& world() const { return world_; }
    std::filesystem::path path() const { return array_.empty() ? named_ : named_ / array_; }
    // The part of the grid that a chunk covers; smaller than a whole chunk at the grid's end.
    GridAxes box(std::int64_t chunk) const;
    std::filesystem::path file(std::int64_t chunk) const { return name(chunk).path(); }

    // Does the chunk's file exist (and, if uncompressed, have the right size)? Also removes temporary files in its
    // folder left by programs that were killed while replacing a chunk.
    bool has(std::int64_t chunk) const;
    bool is_missing(std::int64_t chunk) const { return entry_of(name(chunk)) == Folder::Entry::nothing; }
    // Writes the values of box(chunk), x fastest. The file appears once it is complete and flushed to disk.
    void write(std::int64_t chunk, std::span<const float> values) const;
    // Reads a chunk. Returns an empty string, or one line that describes the problem with the file.
    std::string read(std::int64_t chunk, std::vector<float>& values) const;
    // One line for each temporary file that an ended program has left beside the chunk or, for the first chunk, beside
    // the descriptions. A folder's files are listed with its first chunk.
    std::vector<std::string> leftovers(std::int64_t chunk) const;

  private:
    FileName name(std::int64_t chunk) const;
    std::vector<std::filesystem::path> groups() const;  // the groups that contain the array
    FileName beside(const char* description) const { return {named_, array_ / description}; }

    std::filesystem::path named_;  // the path given by the user
    std::filesystem::path array_;  // relative to named_
    World world_;
};

struct FillOptions {
    BakePart part = {};   // of the chunks
    bool resume = false;  // skips existing chunks
    unsigned threads = 0;
    Evaluator* gpu = nullptr;
    std::function<void(double)> progress = {};  // from 0 to 1; called on any thread, one call at a time
};
struct Filled {
    std::int64_t computed = 0, kept = 0;  // chunks
    std::int64_t points = 0;              // computed
};
// Computes the chunks of a part with at most about 200 MB of memory, whatever their number. Throws Error on the first
// chunk that cannot be written; earlier chunks remain.
Filled fill(const Store& store, const FillOptions& options);

struct CheckOptions {
    BakePart part = {};         // of the chunks
    std::int64_t points = 256;  // per chunk, to recompute; 0: all
    unsigned threads = 0;
    std::function<void(double)> progress = {};
    // Receives one line for each missing or damaged chunk and each leftover file; one call at a time.
    std::function<void(const std::string&)> report = {};
};
struct Checked {
    std::int64_t chunks = 0, missing = 0, damaged = 0;
    std::int64_t left = 0;                   // temporary files of ended programs; harmless
    std::int64_t points = 0, differing = 0;  // recomputed
    std::uint64_t digest = 0;  // only if no chunk is missing or damaged; the sum over all parts is the whole's
    bool good() const { return missing == 0 && damaged == 0 && differing == 0; }
};
// Reads the chunks of a part and recomputes some of their points on the CPU.
Checked check(const Store& store, const CheckOptions& options);

// A digest of a grid of values that does not depend on chunks or on the device: the sum, modulo 2^64, over all points
// of mix(index * 0x9E3779B97F4A7C15 + bits * 0xD6E8FEB86659FD93), where index counts the points with x fastest, bits
// are the float's and mix is the finalizer of splitmix64 (S. Vigna).
std::uint64_t digest_of(std::uint64_t index, std::span<const float> values);

}  // namespace isonoise
