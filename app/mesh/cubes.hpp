// The triangles of a cube whose corners are in rock or air, derived from a rule rather than copied from a table.
#pragma once

#include <array>
#include <cstdint>

namespace isonoise {

// Corner c lies at x = c & 1, y = c >> 1 & 1, z = c >> 2. Edge 4 * axis + k runs along `axis` from the corner below.
struct CubeEdge {
    int axis = 0;
    std::array<int, 3> from = {};
};
CubeEdge cube_edge(int edge);

// Triangles as edges, counterclockwise seen from the air.
struct CubeCase {
    static constexpr int kMost = 5;
    int triangles = 0;
    std::array<std::uint8_t, 3 * kMost> edges = {};
};

// Indexed by the corners in rock: bit c is corner c.
const std::array<CubeCase, 256>& cube_cases();

}  // namespace isonoise
