// Marching cubes (W. E. Lorensen and H. E. Cline, 1987) without its holes: how the surface crosses a face of the cube
// depends on that face alone, so two cubes agree on their common face (compare G. M. Nielson and B. Hamann, 1991). The
// rule: each run of rock around the face is cut off by itself.
#include "mesh/cubes.hpp"

#include <stdexcept>
#include <utility>
#include <vector>

namespace isonoise {

CubeEdge cube_edge(int edge) {
    CubeEdge e{.axis = edge / 4};
    int bit = 0;
    for (int axis = 0; axis < 3; ++axis) {
        if (axis != e.axis) e.from[static_cast<std::size_t>(axis)] = edge % 4 >> bit++ & 1;
    }
    return e;
}

namespace {

int corner_of(const std::array<int, 3>& at) { return at[0] | at[1] << 1 | at[2] << 2; }

// The edge between two corners that differ along one axis.
int edge_between(int a, int b) {
    for (int edge = 0; edge < 12; ++edge) {
        const CubeEdge e = cube_edge(edge);
        const int low = corner_of(e.from);
        if (low == (a & b) && (low | 1 << e.axis) == (a | b)) return edge;
    }
    throw std::logic_error("cubes: no such edge");
}

// The corners of face 2 * axis + side, counterclockwise seen from outside the cube.
std::array<int, 4> face_corners(int face) {
    const int axis = face / 2, side = face % 2, u = (axis + 1) % 3, v = (axis + 2) % 3;
    const int low = side << axis;
    std::array<int, 4> corners = {low, low | 1 << u, low | 1 << u | 1 << v, low | 1 << v};
    if (side == 0) std::swap(corners[1], corners[3]);
    return corners;
}

bool on_one_face(int a, int b) {
    const CubeEdge e = cube_edge(a), f = cube_edge(b);
    for (int axis = 0; axis < 3; ++axis) {
        if (axis != e.axis && axis != f.axis &&
            e.from[static_cast<std::size_t>(axis)] == f.from[static_cast<std::size_t>(axis)])
            return true;
    }
    return false;
}

// Triangulates a polygon without a diagonal inside a face of the cube, where the neighbour might have the same one.
bool triangulate(const std::vector<int>& polygon, CubeCase& to) {
    const std::size_t n = polygon.size();
    if (n == 3) {
        for (std::size_t i = 0; i < 3; ++i)
            to.edges.at(3 * static_cast<std::size_t>(to.triangles) + i) = static_cast<std::uint8_t>(polygon[i]);
        ++to.triangles;
        return true;
    }
    for (std::size_t i = 0; i < n; ++i) {
        const int before = polygon[(i + n - 1) % n], ear = polygon[i], after = polygon[(i + 1) % n];
        if (on_one_face(before, after)) continue;
        const CubeCase kept = to;
        std::vector<int> rest = polygon;
        rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
        if (triangulate({before, ear, after}, to) && triangulate(rest, to)) return true;
        to = kept;
    }
    return false;
}

CubeCase derive(int rock) {
    // On each face, a segment leads from where rock begins to where it ends. Each crossed edge begins a segment on one
    // of its faces and ends one on the other, so the segments form loops.
    std::array<int, 12> next;
    next.fill(-1);
    for (int face = 0; face < 6; ++face) {
        const auto corners = face_corners(face);
        for (std::size_t i = 0; i < 4; ++i) {
            const auto is_rock = [&](std::size_t k) { return (rock >> corners[k % 4] & 1) != 0; };
            if (is_rock(i) || !is_rock(i + 1)) continue;
            std::size_t k = i + 1;
            while (is_rock(k + 1))
                ++k;
            const int begin = edge_between(corners[i], corners[(i + 1) % 4]);
            next[static_cast<std::size_t>(begin)] = edge_between(corners[k % 4], corners[(k + 1) % 4]);
        }
    }
    CubeCase result;
    for (std::size_t start = 0; start < 12; ++start) {
        std::vector<int> loop;
        for (auto edge = start; next[edge] >= 0;) {
            loop.push_back(static_cast<int>(edge));
            edge = static_cast<std::size_t>(std::exchange(next[edge], -1));
        }
        if (!loop.empty() && !triangulate(loop, result)) throw std::logic_error("cubes: a loop has no triangles");
    }
    return result;
}

}  // namespace

const std::array<CubeCase, 256>& cube_cases() {
    static const std::array<CubeCase, 256> cases = [] {
        std::array<CubeCase, 256> all;
        for (int rock = 0; rock < 256; ++rock)
            all[static_cast<std::size_t>(rock)] = derive(rock);
        return all;
    }();
    return cases;
}

}  // namespace isonoise
