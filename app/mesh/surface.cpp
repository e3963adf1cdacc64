// The surface of 3D noise at a level: marching cubes, then each vertex moves along its edge onto the surface.
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include <glm/geometric.hpp>

#include "mesh/cubes.hpp"
#include "mesh/mesh.hpp"
#include "mesh/slopes.hpp"

namespace isonoise {
namespace {

// A vertex keeps this distance from both ends of its edge, in edges: a sample that equals the level exactly (Perlin
// noise is 0 at every lattice point) would otherwise be several vertices, and its triangles would have no area.
constexpr double kApart = 1.0 / 1024;
// Steps stop below this length, in edges; the last one, on a cubic, leaves far less: the error shrinks with the square
// of the step and of the distances to both ends.
constexpr double kSmallStep = 1.0 / 64;
constexpr int kMostSteps = 10;

// Eight bytes at a time, the last ones padded: calls found(i) for each i < count with bytes(i) != 0, where the
// function words(i) returns the bytes from i on.
template <class Words, class Found> void each_nonzero(std::size_t count, Words&& words, Found&& found) {
    for (std::size_t i = 0; i < count; i += 8) {
        std::uint64_t left = words(i);
        if (count - i < 8) left &= (std::uint64_t{1} << (8 * (count - i))) - 1;
        while (left != 0) {
            const auto byte = static_cast<std::size_t>(std::countr_zero(left)) / 8;
            found(i + byte);
            left &= ~(std::uint64_t{0xFF} << (8 * byte));
        }
    }
}

std::uint64_t word_at(const std::vector<std::uint8_t>& bytes, std::size_t i) {
    std::uint64_t word;
    std::memcpy(&word, bytes.data() + i, 8);  // both lists end with 8 bytes more
    if constexpr (std::endian::native == std::endian::big) word = __builtin_bswap64(word);
    return word;
}

}  // namespace

void Polygoniser::surface(const std::array<std::int64_t, 3>& chunk, Scratch& s, Mesh& mesh) const {
    GridAxes grid = shape_.axes;
    std::array<std::size_t, 3> samples, stride;
    std::array<std::int64_t, 3> first;
    std::size_t all = 1;
    for (std::size_t c = 0; c < 3; ++c) {
        const auto [from, count] = cells(chunk, c);
        first[c] = from;
        grid[c].first = from;
        grid[c].count = count + 1;
        samples[c] = static_cast<std::size_t>(count) + 1;
        stride[c] = all;
        all *= samples[c];
    }
    s.values.resize(all);
    evaluate(noise_, grid, s.values);
    const auto level_at = [&](std::size_t j) {
        return shape_.level + (shape_.rise == 0
                                   ? 0.0
                                   : shape_.rise * place(1, static_cast<double>(first[1]) + static_cast<double>(j)));
    };

    s.rock.resize(all + 8);
    for (std::size_t row = 0; row < all; row += samples[0]) {
        const double level = level_at(row / stride[1] % samples[1]);
        auto limit = static_cast<float>(level);  // the same comparison in float
        if (static_cast<double>(limit) > level) limit = std::nextafter(limit, -std::numeric_limits<float>::infinity());
        const float* values = s.values.data() + row;
        std::uint8_t* rock = s.rock.data() + row;
        for (std::size_t i = 0; i < samples[0]; ++i)  // gcc makes vectors of this
            rock[i] = values[i] > limit;
    }

    auto& edges = s.edges;
    edges.clear();
    for (auto& list : s.vertices)
        list.resize(std::max(list.size(), all));
    for (std::size_t k = 0; k < samples[2]; ++k) {
        for (std::size_t j = 0; j < samples[1]; ++j) {
            const std::size_t row = k * stride[2] + j * stride[1];
            for (std::size_t axis = 0; axis < 3; ++axis) {
                if (axis == 1 ? j + 1 == samples[1] : axis == 2 && k + 1 == samples[2]) continue;
                const auto words = [&](std::size_t i) {
                    return word_at(s.rock, row + i) ^ word_at(s.rock, row + i + stride[axis]);
                };
                each_nonzero(samples[0] - (axis == 0), words, [&](std::size_t i) {
                    const std::size_t at = row + i;
                    const double level = level_at(j);
                    const double here = static_cast<double>(s.values[at]) - level;
                    const double there =
                        static_cast<double>(s.values[at + stride[axis]]) - (axis == 1 ? level_at(j + 1) : level);
                    s.vertices[axis][at] = static_cast<std::uint32_t>(edges.size());
                    edges.push_back(
                        {{static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(j), static_cast<std::uint32_t>(k)},
                         static_cast<std::uint32_t>(axis),
                         here / (here - there),
                         0,
                         1,
                         static_cast<float>(here),
                         static_cast<float>(there)});
                });
            }
        }
    }
    if (edges.empty()) return;

    // Onto the surface, by Newton's method kept between the ends; all vertices still on their way at once.
    std::array<double, 3> size;
    std::array<std::vector<double>, 3> places;
    for (std::size_t c = 0; c < 3; ++c) {
        size[c] = length(c);
        for (std::size_t i = 0; i < samples[c]; ++i)
            places[c].push_back(place(c, static_cast<double>(first[c]) + static_cast<double>(i)));
    }
    const double reach = std::min({std::fabs(size[0]), std::fabs(size[1]), std::fabs(size[2])}) / 8;
    mesh.positions.resize(edges.size());
    mesh.normals.resize(edges.size());
    Slopes& slopes = s.slopes;
    slopes.begin(edges.size(), noise_, shape_.axes, is_near_);
    auto& moving = s.moving;
    moving.resize(edges.size());
    for (std::size_t n = 0; n < moving.size(); ++n)
        moving[n] = static_cast<std::uint32_t>(n);
    for (int step = 0; !moving.empty(); ++step) {
        for (std::size_t n = 0; n < moving.size(); ++n) {
            const Scratch::Vertex& e = edges[moving[n]];
            for (std::size_t c = 0; c < 3; ++c)
                slopes.places[c][n] = places[c][e.at[c]];
            slopes.places[e.axis][n] += e.t * size[e.axis];
        }
        slopes.compute(moving.size(), noise_, shape_.axes, is_near_, reach);
        std::size_t left = 0;
        for (std::size_t n = 0; n < moving.size(); ++n) {
            Scratch::Vertex& e = edges[moving[n]];
            glm::dvec3 slope(slopes.slopes[0][n], slopes.slopes[1][n], slopes.slopes[2][n]);
            slope.y -= shape_.rise;
            const double level = shape_.level + shape_.rise * slopes.places[1][n];
            const double depth = static_cast<double>(slopes.values[n]) - level;
            const double along = slope[e.axis] * size[e.axis];
            const bool begins_in_rock = e.here > 0;
            (begins_in_rock == (depth > 0) ? e.low : e.high) = e.t;
            // Newton's step for the cubic through the noise here, with its slope, and at both ends.
            const double t = e.t, rest = 1 - t;
            double square = 0, cubic = 0;
            if (t > kApart && rest > kApart) {
                const double tt = t * t, rr = rest * rest, over = 1 / (tt * rr);
                const double before = (static_cast<double>(e.here) - depth + along * t) * rr * over;
                const double after = (static_cast<double>(e.there) - depth - along * rest) * tt * over;
                cubic = after - before;
                square = before + cubic * t;
            }
            double way = -depth / along;
            way -= way * way * (square + way * cubic) / (along + way * (2 * square + way * 3 * cubic));
            double to = t + way;
            bool is_there = step + 1 == kMostSteps;
            if (to > e.low && to < e.high) {
                if (std::fabs(way) < kSmallStep) {
                    is_there = true;
                    slope[e.axis] = (along + way * (2 * square + way * 3 * cubic)) / size[e.axis];
                }
            } else if (std::fabs(to - e.t) < kApart && begins_in_rock == (along < 0)) {
                to = e.t;  // past the end by rounding
                is_there = true;
            } else {
                to = (e.low + e.high) / 2;
            }
            e.t = to;
            if (!is_there) {
                moving[left++] = moving[n];
                continue;
            }
            e.t = std::min(std::max(e.t, kApart), 1 - kApart);
            glm::dvec3 position;
            for (int c = 0; c < 3; ++c)
                position[c] = static_cast<double>(first[static_cast<std::size_t>(c)]) +
                              static_cast<double>(e.at[static_cast<std::size_t>(c)]);
            position[e.axis] += e.t;
            for (int c = 0; c < 3; ++c)
                position[c] *= size[static_cast<std::size_t>(c)];
            const double steepness = glm::dot(slope, slope);
            glm::dvec3 normal(0.0);
            if (steepness > 0) {
                normal = slope * (-1 / std::sqrt(steepness));
            } else {
                normal[e.axis] = begins_in_rock == (size[e.axis] > 0) ? 1 : -1;
            }
            mesh.positions[moving[n]] = glm::vec3(position);
            mesh.normals[moving[n]] = glm::vec3(normal);
        }
        moving.resize(left);
    }

    std::array<const std::uint32_t*, 12> vertex;
    for (int i = 0; i < 12; ++i) {
        const CubeEdge e = cube_edge(i);
        const auto from = static_cast<std::size_t>(e.from[0]) + static_cast<std::size_t>(e.from[1]) * stride[1] +
                          static_cast<std::size_t>(e.from[2]) * stride[2];
        vertex[static_cast<std::size_t>(i)] = s.vertices[static_cast<std::size_t>(e.axis)].data() + from;
    }
    const auto& cases = cube_cases();
    mesh.levels.resize(1);
    auto& indices = mesh.levels[0].indices;
    std::size_t used = 0;
    std::vector<std::uint8_t> corners(samples[0] + 8);
    for (std::size_t k = 0; k + 1 < samples[2]; ++k) {
        for (std::size_t j = 0; j + 1 < samples[1]; ++j) {
            const std::size_t row = k * stride[2] + j * stride[1];
            const std::uint8_t* r00 = s.rock.data() + row;
            const std::uint8_t *r10 = r00 + stride[1], *r01 = r00 + stride[2], *r11 = r01 + stride[1];
            std::uint8_t* to = corners.data();
            for (std::size_t i = 0; i + 1 < samples[0]; ++i)  // and of this
                to[i] = static_cast<std::uint8_t>(r00[i] | r00[i + 1] << 1 | r10[i] << 2 | r10[i + 1] << 3 |
                                                  r01[i] << 4 | r01[i + 1] << 5 | r11[i] << 6 | r11[i + 1] << 7);
            // Room for the most that a row may have.
            const std::size_t most = used + 3 * CubeCase::kMost * samples[0];
            if (indices.size() < most) indices.resize(std::max(most, 2 * indices.size()));
            std::uint32_t* out = indices.data() + used;
            // Rotated by one, so that neither all air nor all rock has a bit that differs from its neighbour's.
            const auto words = [&](std::size_t i) {
                const std::uint64_t w = word_at(corners, i);
                const std::uint64_t rotated = (w << 1 & 0xFEFEFEFEFEFEFEFEu) | (w >> 7 & 0x0101010101010101u);
                return w ^ rotated;
            };
            each_nonzero(samples[0] - 1, words, [&](std::size_t i) {
                const CubeCase& c = cases[corners[i]];
                const std::size_t at = row + i;
                for (std::size_t n = 0; n < 3 * static_cast<std::size_t>(c.triangles); n += 3)
                    out = put_triangle(mesh, vertex[c.edges[n]][at], vertex[c.edges[n + 1]][at],
                                       vertex[c.edges[n + 2]][at], out);
            });
            used = static_cast<std::size_t>(out - indices.data());
        }
    }
    indices.resize(used);
}

}  // namespace isonoise
