// Height fields and planets: one vertex per point.
#include <algorithm>
#include <cmath>

#include <glm/geometric.hpp>

#include "isonoise/batch.hpp"
#include "isonoise/function/function.hpp"
#include "mesh/mesh.hpp"
#include "mesh/slopes.hpp"

namespace isonoise {

void Polygoniser::function_slopes(const std::array<std::int64_t, 2>& first, const std::array<std::size_t, 2>& count,
                                  Scratch& scratch) const {
    const std::size_t points = count[0] * count[1];
    Slopes& slopes = scratch.slopes;
    slopes.begin(points, noise_, shape_.axes, is_near_);
    for (std::size_t n = 0; n < points; ++n) {
        for (std::size_t c = 0; c < 2; ++c) {
            const std::size_t i = c == 0 ? n % count[0] : n / count[0];
            slopes.coordinates[c][n] = coordinate(c, static_cast<double>(first[c]) + static_cast<double>(i));
        }
        slopes.coordinates[2][n] = shape_.axes.z.offset;
    }
    slopes.compute(points, *function_, shape_.axes, 2 * std::min(std::fabs(length(0)), std::fabs(length(1))));
}

void Polygoniser::ground(const std::array<std::int64_t, 3>& chunk, Scratch& scratch, Mesh& mesh) const {
    GridAxes grid = shape_.axes;
    std::array<std::size_t, 2> count;
    std::array<std::int64_t, 2> first;
    for (std::size_t c = 0; c < 2; ++c) {
        const auto [from, number] = cells(chunk, c);
        first[c] = from;
        count[c] = static_cast<std::size_t>(number) + 1;
        grid[c].first = from;
        grid[c].count = number + 1;
    }
    const bool is_exact = function_ || has_gradient(noise_.settings());
    const std::size_t border = is_exact ? 0 : 1;  // differences need one more point on each side
    const std::size_t width = count[0] + 2 * border, points = width * (count[1] + 2 * border);
    std::vector<float> values(points);
    std::array<std::vector<float>, 2> slopes;
    if (function_) {
        evaluate_grid(grid, values);  // the bits of heights()
        function_slopes(first, count, scratch);
        slopes = {scratch.slopes.slopes[0], scratch.slopes.slopes[1]};
    } else if (is_exact) {
        Channels to;
        to.value.data = values.data();
        for (std::size_t c = 0; c < 2; ++c) {
            slopes[c].resize(points);
            to.gradient[c].data = slopes[c].data();
        }
        evaluate(noise_, grid, to);
    } else {
        for (std::size_t c = 0; c < 2; ++c) {
            grid[c].first -= 1;
            grid[c].count += 2;
        }
        evaluate_grid(grid, values);
    }

    mesh.positions.reserve(count[0] * count[1]);
    mesh.normals.reserve(count[0] * count[1]);
    for (std::size_t j = 0; j < count[1]; ++j) {
        for (std::size_t i = 0; i < count[0]; ++i) {
            const std::size_t at = (j + border) * width + i + border;
            glm::dvec2 slope;
            if (is_exact) {
                slope = {slopes[0][at], slopes[1][at]};
            } else {
                const auto rise = [&](std::size_t stride) {
                    return static_cast<double>(values[at + stride]) - static_cast<double>(values[at - stride]);
                };
                slope = {rise(1) / (2 * length(0)), rise(width) / (2 * length(1))};
            }
            const glm::dvec3 up(-shape_.relief * slope.x, 1.0, -shape_.relief * slope.y);
            const double x = static_cast<double>(first[0]) + static_cast<double>(i);
            const double z = static_cast<double>(first[1]) + static_cast<double>(j);
            mesh.positions.emplace_back(x * length(0), shape_.relief * static_cast<double>(values[at]), z * length(1));
            mesh.normals.emplace_back(up / std::sqrt(glm::dot(up, up)));
        }
    }
    add_squares(mesh, count, mirrored_);
    if (shape_.solid != Solid::none) add_walls(chunk, count, mesh);
}

std::array<double, 2> Polygoniser::heights(const std::array<std::int64_t, 3>& chunk) const {
    GridAxes grid = shape_.axes;
    for (std::size_t c = 0; c < 2; ++c) {
        const auto [from, number] = cells(chunk, c);
        grid[c].first = from;
        grid[c].count = number + 1;
    }
    std::vector<float> values(static_cast<std::size_t>(grid[0].count * grid[1].count));
    evaluate_grid(grid, values);
    const auto [low, high] = std::minmax_element(values.begin(), values.end());
    const auto height = [&](float value) {  // of a vertex
        return static_cast<double>(static_cast<float>(shape_.relief * static_cast<double>(value)));
    };
    const auto [lowest, highest] = std::minmax({height(*low), height(*high)});
    return {lowest, highest};
}

void Polygoniser::add_walls(const std::array<std::int64_t, 3>& chunk, const std::array<std::size_t, 2>& count,
                            Mesh& mesh) const {
    auto& indices = mesh.levels[0].indices;
    const auto floor = static_cast<float>(shape_.floor);
    const auto add = [&](const glm::vec3& p) {
        mesh.positions.push_back(p);
        return static_cast<std::uint32_t>(mesh.positions.size() - 1);
    };
    // The floor is a fan around its middle: long triangles, but no more of them than the walls have.
    const auto chunks = chunks_of(shape_);
    const auto [low, high] =
        shape_.solid == Solid::whole ? box({}, {chunks[0] - 1, chunks[1] - 1, 0}) : box(chunk, chunk);
    const std::uint32_t center = add({low.x + (high.x - low.x) / 2, floor, low.z + (high.z - low.z) / 2});
    const auto at = [&](std::size_t i, std::size_t j) { return static_cast<std::uint32_t>(j * count[0] + i); };
    for (const std::size_t axis : {0u, 1u}) {
        for (const bool is_high : {false, true}) {
            if (!is_cut(chunk, axis, is_high)) continue;
            const std::size_t other = 1 - axis, end = is_high ? count[axis] - 1 : 0;
            std::uint32_t before = 0, under_before = 0;
            for (std::size_t n = 0; n < count[other]; ++n) {
                const std::uint32_t here = axis == 0 ? at(end, n) : at(n, end);
                const glm::vec3 p = mesh.positions[here];
                const std::uint32_t under = add({p.x, floor, p.z});
                if (n > 0) {
                    // Seen from above, the walls follow each other clockwise.
                    const bool is_forward = (is_high == (axis == 0)) != mirrored_;
                    const std::uint32_t a = is_forward ? before : here, b = is_forward ? here : before;
                    const std::uint32_t c = is_forward ? under_before : under, d = is_forward ? under : under_before;
                    indices.insert(indices.end(), {a, b, d, a, d, c, c, d, center});
                }
                before = here;
                under_before = under;
            }
        }
    }
}

namespace {

// The direction of a point on the cube from -1 to 1, mapped so that cells have similar sizes. (P. Nowell, "Mapping a
// Cube to a Sphere", 2005.) Only + - * / and square roots in a fixed order: the same bits on both faces of an edge and
// on any machine.
glm::dvec3 on_sphere(const glm::dvec3& p) {
    const glm::dvec3 q = p * p;
    const glm::dvec3 d(p.x * std::sqrt(1 - (q.y + q.z) / 2 + q.y * q.z / 3),
                       p.y * std::sqrt(1 - (q.z + q.x) / 2 + q.z * q.x / 3),
                       p.z * std::sqrt(1 - (q.x + q.y) / 2 + q.x * q.y / 3));
    return d / std::sqrt(d.x * d.x + d.y * d.y + d.z * d.z);
}

}  // namespace

void Polygoniser::planet(const std::array<std::int64_t, 3>& chunk, Scratch& scratch, Mesh& mesh) const {
    // Face 2 * axis + side looks along `axis`; u and v, the other two, turn counterclockwise seen from outside.
    const auto axis = static_cast<int>(chunk[2] / 2), side = static_cast<int>(chunk[2] % 2);
    const int u = (axis + 1) % 3, v = (axis + 2) % 3;
    const std::int64_t cells_of_edge = shape_.axes.x.count;
    std::array<std::size_t, 2> count;
    std::array<std::int64_t, 2> first;
    for (std::size_t c = 0; c < 2; ++c) {
        const auto [from, number] = cells(chunk, c);
        first[c] = from;
        count[c] = static_cast<std::size_t>(number) + 1;
    }
    const std::size_t points = count[0] * count[1];
    std::vector<glm::dvec3> directions;
    directions.reserve(points);
    Slopes& slopes = scratch.slopes;
    slopes.begin(points, noise_, shape_.axes, is_near_);
    const auto edge = static_cast<double>(cells_of_edge);
    for (std::size_t j = 0; j < count[1]; ++j) {
        for (std::size_t i = 0; i < count[0]; ++i) {
            glm::dvec3 p;
            p[axis] = side == 1 ? 1 : -1;
            p[u] = static_cast<double>(2 * (first[0] + static_cast<std::int64_t>(i)) - cells_of_edge) / edge;
            p[v] = static_cast<double>(2 * (first[1] + static_cast<std::int64_t>(j)) - cells_of_edge) / edge;
            const glm::dvec3 d = on_sphere(p);
            for (std::size_t c = 0; c < 3; ++c)
                slopes.coordinates[c][directions.size()] = shape_.axes[c].offset + d[static_cast<int>(c)];
            directions.push_back(d);
        }
    }
    if (function_)
        slopes.compute(points, *function_, shape_.axes, 0.25 / edge);
    else
        slopes.compute(points, noise_, shape_.axes, is_near_, 0.25 / edge);

    mesh.positions.reserve(points);
    mesh.normals.reserve(points);
    for (std::size_t n = 0; n < points; ++n) {
        const glm::dvec3 d = directions[n];
        const glm::dvec3 slope(slopes.slopes[0][n], slopes.slopes[1][n], slopes.slopes[2][n]);
        const double radius = 1 + shape_.relief * static_cast<double>(slopes.values[n]);
        // The gradient of |p| - radius(p / |p|).
        const glm::dvec3 up = d - shape_.relief / radius * (slope - d * glm::dot(d, slope));
        mesh.positions.emplace_back(radius * d);
        mesh.normals.emplace_back(up / std::sqrt(glm::dot(up, up)));
    }
    add_squares(mesh, count, side == 1);
}

}  // namespace isonoise
