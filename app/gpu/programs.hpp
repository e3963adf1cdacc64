// Shared by the evaluators of OpenGL and Vulkan: the shaders and macros for a noise, and the tiles of a grid.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string>

#include "error.hpp"
#include "gpu/arithmetic.hpp"
#include "gpu/driver.hpp"

namespace isonoise {

// The call of the library's function for this noise, with the variables of evaluate/points.frag: see
// NoiseDriver::function().
std::string function_call(const Settings& settings, bool cells, bool gradient);

// The macros of a program beyond the mode's.
struct Variant {
    bool cells = false;     // takes cells and fractions
    bool far = false;       // cells may exceed 32 bits in some octave
    bool gradient = false;  // returns gradients
    bool function = false;  // through the library's function
};
std::string program_defines(const Settings& settings, const Variant& variant);

// The compute shader for grids of this noise; if it has_rows(), evaluate/tables.comp comes before it.
bool has_rows(const Settings& settings);
const char* compute_shader(const Settings& settings);
inline constexpr unsigned kGroup = 64;             // every compute shader's local_size_x
inline constexpr std::size_t kRowOfTables = 1024;  // texels; see rows.comp

// The points along each axis of a part of a grid.
using GridPart = std::array<std::span<const AxisPoint>, 4>;
bool leaves_32_bits(const Noise& noise, const GridPart& axes);

// Throws Error if the buffers are too small for so many points.
void check_sizes(std::size_t points, std::span<const glm::ivec4> cells, std::span<const float> values,
                 std::span<const glm::vec4> gradients);

// Points go to the GPU in rows of this many texels.
inline constexpr std::size_t kRowOfPoints = 1024;
inline int width_for(std::size_t points) { return static_cast<int>(std::min(points, kRowOfPoints)); }
int rows_for(std::size_t points, int max_texture);

// The operands of evaluate/arithmetic.frag, and what the words of its three texels show.
inline constexpr float kProbeA[] = {1.0f + 0x1p-12f, 1.0f + 0x1p-12f, 0x1p-20f, 0x1p-100f},
                       kProbeB[] = {0x1p-24f, 0x3p-25f, -0x3p-25f}, kProbeC[] = {1.5f, 1.25f, -1.25f};
Arithmetic arithmetic_of(std::span<const std::uint32_t, 12> found);

// Splits a grid into tiles whose planes, stacked, fit a texture of `width` x `height` texels: calls begin(width,
// height) once, then tile(axes, at) for each, whose first value belongs at index `at`. Throws Error if an axis has no
// points.
template <class Begin, class Tile>
void for_each_tile(const Noise& noise, const Grid& grid, int max_texture, Begin begin, Tile tile) {
    // GridPart the noise lacks count as one arbitrary coordinate.
    const AxisPoint origin;
    GridPart axes;
    const auto dim = static_cast<std::size_t>(noise.settings().dim);
    std::size_t total = 1;
    for (std::size_t c = 0; c < 4; ++c) {
        axes[c] = c < dim ? std::span<const AxisPoint>(grid[c]) : std::span(&origin, 1);
        total *= axes[c].size();
    }
    if (total == 0) fail("a grid needs at least one coordinate on each of its {} axes", dim);

    // Processed in tiles of about this many texels: rows of a plane, or stacked planes covering part or all of z.
    constexpr std::size_t kTexels = std::size_t{1} << 22;
    const std::size_t nx = axes[0].size(), ny = axes[1].size(), nz = axes[2].size(), nw = axes[3].size();
    const auto side = static_cast<std::size_t>(max_texture);
    const std::size_t columns = std::min(nx, side);
    const std::size_t most_rows = std::clamp<std::size_t>(kTexels / columns, 1, side), rows = std::min(ny, most_rows);
    const std::size_t planes = std::max<std::size_t>(most_rows / ny, 1);
    const std::size_t deep = std::min(nz, planes), stacks = std::clamp<std::size_t>(planes / nz, 1, nw);
    begin(total, static_cast<int>(columns), static_cast<int>(rows * deep * stacks));
    const auto part = [](std::span<const AxisPoint> axis, std::size_t from, std::size_t count) {
        return axis.subspan(from, std::min(count, axis.size() - from));
    };
    GridPart some;
    for (std::size_t w = 0; w < nw; w += stacks) {
        some[3] = part(axes[3], w, stacks);
        for (std::size_t z = 0; z < nz; z += deep) {
            some[2] = part(axes[2], z, deep);
            for (std::size_t y = 0; y < ny; y += rows) {
                some[1] = part(axes[1], y, rows);
                for (std::size_t x = 0; x < nx; x += columns) {
                    some[0] = part(axes[0], x, columns);
                    tile(some, ((w * nz + z) * ny + y) * nx + x);
                }
            }
        }
    }
}

}  // namespace isonoise
