// Noise as polygons: height fields, surfaces of 3D noise and planets, chunk by chunk. For files see mesh/bake_mesh.hpp,
// for flags cli/bake_mesh.cpp.
//
// Chunks fit without cracks: a vertex on a border is computed only from integer positions in the whole grid, so both
// chunks give it the same bits, and levels of detail keep the border. Positions are relative to the grid's first point
// (a planet's center), in units of coordinate, rounded once from double to float.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <glm/vec3.hpp>

#include "isonoise/axis.hpp"

namespace isonoise {

class Function;
class Noise;

enum class MeshKind {
    ground,   // a height field: the noise's x and y along x and z, and y up
    surface,  // where 3D noise crosses a level; rock is where it is higher
    planet    // a unit sphere, raised and lowered by the noise on it
};

// A solid is closed: a height field gets walls and a floor, and rock is cut flat at the box around a surface. A planet
// is always closed.
enum class Solid {
    none,
    whole,  // all chunks together
    chunks  // each chunk by itself
};

// Counts are in cells. Axes beyond those of the kind have count 1; their `offset` positions the slice.
struct MeshShape {
    MeshKind kind = MeshKind::ground;
    // In place of the noise, whose dimensions it has. Its NaN and infinity count as 0.
    const Function* function = nullptr;
    // For a planet, x.count is the number of cells along each of the 12 edges of the cube that becomes the sphere, and
    // the offsets are its center.
    GridAxes axes = {};
    std::array<std::int64_t, 3> chunk = {128, 64, 32};  // cells; long rows are faster
    double relief = 1;                                  // ground, planet: height of the value 1, in units of coordinate
    double level = 0;                                   // surface: rock is where value > level + rise * y
    double rise = 0;
    int levels = 1;  // of detail
    Solid solid = Solid::none;
    double floor = 0;  // ground: the height of a solid's floor, below all heights()
};

inline constexpr std::int64_t kMostCellsOfAnAxis = std::int64_t{1} << 20;        // ground
inline constexpr std::int64_t kMostCellsOfASurfaceAxis = std::int64_t{1} << 16;  // surface, planet
inline constexpr std::int64_t kMostCellsOfAChunk = std::int64_t{1} << 18;        // 128 x 64 x 32, or 512 x 512
inline constexpr int kMostLevels = 8;

struct Mesh {
    std::vector<glm::vec3> positions;
    std::vector<glm::vec3> normals;  // unit length, out of the rock; none for vertices that only close a solid
    struct Level {
        std::vector<std::uint32_t> indices;  // triangles, counterclockwise from outside
        double error = 0;                    // maximum distance of a vertex from the level's triangles
    };
    std::vector<Level> levels;  // finest first; all share the vertices
};

// Empty if valid, otherwise one line about the value that does not fit.
std::string problem(const Noise& noise, const MeshShape& shape);

// No value lies further from 0. Infinity if a function's range is not proved.
double largest_value(const Noise& noise, const MeshShape& shape);

// Chunks along each axis; a planet's third axis is its six faces.
std::array<std::int64_t, 3> chunks_of(const MeshShape& shape);

// Polygonises chunks of a shape whose problem() is empty. Several threads may share one.
class Polygoniser {
  public:
    Polygoniser(const Noise& noise, const MeshShape& shape);

    // Per-thread scratch memory, reused for every chunk.
    struct Scratch;

    // Writes the chunk's finest level to `mesh`, reusing its memory. No surface in the chunk: an empty mesh.
    void operator()(const std::array<std::int64_t, 3>& chunk, Scratch& scratch, Mesh& mesh) const;

    // The lowest and highest vertex of a ground's chunk.
    std::array<double, 2> heights(const std::array<std::int64_t, 3>& chunk) const;

    // The box around a ground's or surface's chunks from `first` to `last`, with the exact bits of the vertices on its
    // sides. A ground's has no height.
    struct Box {
        glm::vec3 low = {}, high = {};
    };
    double length(std::size_t axis) const { return steps_[axis]; }  // of a cell; may be negative
    Box box(const std::array<std::int64_t, 3>& first, const std::array<std::int64_t, 3>& last) const;

  private:
    class Surface;  // see surface.cpp

    void ground(const std::array<std::int64_t, 3>& chunk, Scratch& scratch, Mesh& mesh) const;
    void surface(const std::array<std::int64_t, 3>& chunk, Scratch& scratch, Mesh& mesh) const;
    void planet(const std::array<std::int64_t, 3>& chunk, Scratch& scratch, Mesh& mesh) const;
    double coordinate(std::size_t axis, double i) const;  // of point i
    // The values and derivatives of a ground's function, in scratch.slopes.
    void function_slopes(const std::array<std::int64_t, 2>& first, const std::array<std::size_t, 2>& count,
                         Scratch& scratch) const;
    void evaluate_grid(const GridAxes& grid, std::span<float> values) const;
    // First point and cells of a chunk along an axis.
    std::array<std::int64_t, 2> cells(const std::array<std::int64_t, 3>& chunk, std::size_t axis) const;
    // Is the chunk's side at the low or high end of an axis cut flat?
    bool is_cut(const std::array<std::int64_t, 3>& chunk, std::size_t axis, bool high) const;

    // The triangles of a grid of vertices. Those of its first square start at its first vertex and run along the second
    // axis first or, if `turned`, along the first.
    void add_squares(Mesh& mesh, const std::array<std::size_t, 2>& count, bool turned) const;
    // Closes a ground of `count` vertices with walls at its cut sides and their share of the floor.
    void add_walls(const std::array<std::int64_t, 3>& chunk, const std::array<std::size_t, 2>& count, Mesh& mesh) const;

    const Noise& noise_;
    MeshShape shape_;
    std::shared_ptr<const Function> function_;  // with its gradient, if that is known
    std::array<double, 4> steps_ = {};
    bool mirrored_ = false;   // an odd number of steps is negative
    bool is_near_ = false;    // floats are precise enough for coordinates: see Slopes
    bool is_smooth_ = false;  // samples are close enough to interpolate the noise between them
    float apart_ = 0;         // surface: minimum distance of vertices from the ends of their edge, in edges
};

// Adds levels of detail: each aims at a quarter of the triangles of the previous one and keeps the chunk's border.
// Stops when a level would save less than a tenth, or lie farther from the finest vertices than kMostError of the
// longest side of the mesh.
void add_levels(Mesh& mesh, int levels);
inline constexpr double kMostError = 1.0 / 50;

}  // namespace isonoise
