// Mesh file formats, and writers that take one chunk at a time.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "io/output.hpp"
#include "mesh/mesh.hpp"

namespace isonoise {

enum class MeshFormat { glb, obj, stl };
inline constexpr const char* kMeshFormats[] = {"glb", "obj", "stl"};

// The format for a file's extension.
std::optional<MeshFormat> mesh_format_of(const std::string& path);

// A chunk may be split no further: its name, and where it is in the file.
class MeshWriter {
  public:
    virtual ~MeshWriter() = default;
    // `name` consists of letters, digits and _. The mesh has at least one triangle. Throws Error.
    virtual void chunk(const std::string& name, const Mesh& mesh) = 0;
    // Call after the last chunk.
    virtual void finish() = 0;
};

// glTF 2.0 in one file. One node per chunk, named after it; coarser levels are nodes too, linked by the extension
// MSFT_lod. `chunks` is the maximum number of chunks, `about` a JSON object for the file's `extras`. Throws Error if
// the file cannot seek.
std::unique_ptr<MeshWriter> glb_writer(OutputFile& file, std::int64_t chunks, int levels, const std::string& about);
// Wavefront OBJ with a group per chunk; only the finest level. `threads`: as in BatchOptions.
std::unique_ptr<MeshWriter> obj_writer(OutputFile& file, const std::string& about, unsigned threads = 0);
// The placement of a mesh in an STL, whose readers expect millimetres and z up: `corner` becomes 0, x stays x, z
// becomes -y and y becomes z.
struct StlTransform {
    double scale = 1;  // millimetres per unit
    glm::dvec3 corner = glm::dvec3(0.0);
};
// Binary STL, only the finest level. `transform` must outlive the writer, and may change until the first chunk. Throws
// Error if the file cannot seek.
std::unique_ptr<MeshWriter> stl_writer(OutputFile& file, const StlTransform& transform);

// A chunk's size in the file, excluding the file's header; 0 for text formats.
std::uint64_t mesh_bytes(MeshFormat format, std::uint64_t vertices, std::uint64_t triangles);

inline constexpr std::int64_t kMostChunksOfAFile = 16384;     // each takes about a kilobyte of glTF's JSON
inline constexpr std::uint64_t kMostBytesOfGlb = 0xFFFFFFFF;  // limit of its header
inline constexpr std::uint64_t kMostTrianglesOfStl = 0xFFFFFFFF;
inline constexpr std::uint64_t kMostVerticesOfObj = 0x7FFFFFFF;  // readers use int

}  // namespace isonoise
