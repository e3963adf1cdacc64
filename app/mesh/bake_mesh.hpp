// Writes meshes of any size to files.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "mesh/mesh.hpp"
#include "mesh/mesh_file.hpp"

namespace isonoise {

struct MeshBake {
    // "-" is standard output. A name with {x}, {y} or {z} (or {x:03}: at least three digits) means one file per chunk;
    // chunks without a surface get none, and missing folders are created.
    std::string path = {};
    MeshFormat format = MeshFormat::glb;
    MeshShape shape = {};      // solid and floor are set by the format: an STL is closed
    unsigned threads = 0;      // 0: all
    std::string about = "{}";  // JSON about the noise, stored in the file
    std::int64_t first = 0;    // the chunks to bake, x running fastest, up to `last`; a part needs a file per chunk
    std::int64_t last = -1;    // -1: all
    // For an STL, in millimetres: the longest side of the grid's box, or a planet's diameter without relief; and the
    // thickness below the lowest point of a height field.
    double millimetres = 100, base = 2;
    bool all_pieces = false;  // of a surface in one STL; otherwise only the largest piece
};

// Totals over all chunks.
struct MeshReport {
    std::int64_t chunks = 0;  // with a surface
    std::uint64_t vertices = 0;
    struct Level {
        std::uint64_t triangles = 0;
        double error = 0;
        std::int64_t chunks = 0;  // that have the level
    };
    std::vector<Level> levels = {};        // levels that at least one chunk has
    std::array<double, 3> size = {};       // of an STL, in millimetres
    std::size_t islands = 0, hollows = 0;  // pieces left out
};

// Does the name mean one file per chunk?
bool is_file_per_chunk(const std::string& path);

inline constexpr double kMostMillimetres = 1e5, kLeastBase = 0.01;

// Empty if valid, otherwise one line about the value that does not fit the noise or the file.
std::string problem(const Noise& noise, const MeshBake& order);

// Writes the file or files. Memory use does not depend on the mesh's size, except that a surface in one STL takes some
// 50 bytes per vertex between chunks. The files do not depend on the number of threads, and appear under their names
// only when complete. Throws Error if problem() is not empty, on a write error, or if the whole mesh is empty; a part
// may be. Regularly calls progress(done, 0 to 1) on the calling thread.
MeshReport bake_mesh(const Noise& noise, const MeshBake& order, const std::function<void(double)>& progress = {});

}  // namespace isonoise
