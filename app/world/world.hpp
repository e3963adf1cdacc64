// Worlds: grids of noise larger than one file or one machine, kept in chunks of one file each. Any number of programs
// may fill one at the same time without knowing of each other, since the bits of a chunk do not depend on who computes
// it.
//
// On disk a world is an array of Zarr version 2 (https://zarr-specs.readthedocs.io/en/latest/v2/v2.0.html) within a
// group: "world.zarr/noise", 32-bit floats of shape (w, z, y, x), so that x runs fastest. Its chunk (i, j, k) along x,
// y, z is the file k/j/i. Points without a chunk read as NaN.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>
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
};

// Empty, or one line saying why there is no such world.
std::string problem(const World& world);

// A chunk of a few MiB, no larger than the grid along any axis.
std::array<std::int64_t, 4> usual_chunk(int dim, const GridAxes& axes);

// The path names a world if one of its parts ends in ".zarr".
bool names_world(const std::filesystem::path& path);

// The number of chunks.
std::int64_t chunks_of(const World& world);

// A world's folder. All functions may be called from several threads at once and throw Error.
class Store {
  public:
    // Makes the folder, or opens it if it holds the same world. One that holds another world, or anything else, is
    // refused by the name of the first difference.
    Store(const std::filesystem::path& path, const World& world);
    // Opens what is there.
    explicit Store(const std::filesystem::path& path);

    const World& world() const { return world_; }
    std::filesystem::path path() const { return array_.empty() ? named_ : named_ / array_; }
    // The part of the grid that a chunk covers; at the grid's end this is less than a whole chunk.
    GridAxes box(std::int64_t chunk) const;
    std::filesystem::path file(std::int64_t chunk) const { return name(chunk).path(); }

    // Is its file there? One without compression must also have its size. Removes what programs that were killed while
    // they replaced a chunk have left in its folder.
    bool has(std::int64_t chunk) const;
    bool is_missing(std::int64_t chunk) const { return kind_of(name(chunk)) == Folder::Kind::nothing; }
    // Values of box(chunk), x fastest. The file appears when it is complete and on the disk.
    void write(std::int64_t chunk, std::span<const float> values) const;
    // Returns an empty string, or one line saying what is wrong with the file.
    std::string read(std::int64_t chunk, std::vector<float>& values) const;
    // One line for each temporary file beside a chunk, and beside the descriptions for the first one, that a program
    // which ended has left. Files are looked at by the first chunk of their folder.
    std::vector<std::string> leftovers(std::int64_t chunk) const;

  private:
    FileName name(std::int64_t chunk) const;
    std::vector<std::filesystem::path> groups() const;  // that the array is in
    FileName beside(const char* description) const { return {named_, array_ / description}; }

    std::filesystem::path named_;  // by the user
    std::filesystem::path array_;  // below that
    World world_;
};

struct FillOptions {
    BakePart part = {};   // of the chunks
    bool resume = false;  // leaves chunks alone that are there
    unsigned threads = 0;
    Evaluator* gpu = nullptr;
    std::function<void(double)> progress = {};  // the share done; on any thread, one call at a time
};
struct Filled {
    std::int64_t computed = 0, kept = 0;  // chunks
    std::int64_t points = 0;              // computed
};
// Computes the chunks of a part with at most some 200 MB, whatever their number. Throws Error on the first that cannot
// be written; those before it remain.
Filled fill(const Store& store, const FillOptions& options);

struct CheckOptions {
    BakePart part = {};         // of the chunks
    std::int64_t points = 256;  // of each chunk, computed again; 0: all
    unsigned threads = 0;
    std::function<void(double)> progress = {};
    // One line for each chunk that is not as it should be, and for each file left over; one call at a time.
    std::function<void(const std::string&)> report = {};
};
struct Checked {
    std::int64_t chunks = 0, missing = 0, damaged = 0;
    std::int64_t left = 0;                   // temporary files of programs that ended; harmless
    std::int64_t points = 0, differing = 0;  // computed again
    std::uint64_t digest = 0;  // only if nothing is missing or damaged; those of all parts add up to that of the whole
    bool good() const { return missing == 0 && damaged == 0 && differing == 0; }
};
// Reads the chunks of a part and computes some of their points again on the CPU.
Checked check(const Store& store, const CheckOptions& options);

// The digest of a grid of values does not depend on how it is cut or who computed it: the sum, modulo 2^64, over all
// points of mix(index * 0x9E3779B97F4A7C15 + bits * 0xD6E8FEB86659FD93), where index counts the points with x fastest,
// bits are the float's and mix is the finalizer of splitmix64 (S. Vigna).
std::uint64_t digest_of(std::uint64_t index, std::span<const float> values);

}  // namespace isonoise
