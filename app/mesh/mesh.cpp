#include "mesh/mesh.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "isonoise/batch.hpp"
#include "isonoise/function/function.hpp"
#include "isonoise/range.hpp"
#include "mesh/slopes.hpp"

namespace isonoise {

// Limits of cells and heights: a product of two still fits a double, and a length times 2^20 fits a float.
static constexpr double kLeastLength = 1e-30, kMostLength = 1e30;

std::array<std::int64_t, 3> chunks_of(const MeshShape& shape) {
    std::array<std::int64_t, 3> chunks = {1, 1, 1};
    const std::size_t own = shape.kind == MeshKind::surface ? 3 : 2;
    for (std::size_t c = 0; c < own; ++c) {
        const std::int64_t cells = shape.axes[shape.kind == MeshKind::planet ? 0 : c].count;
        chunks[c] = (cells - 1) / shape.chunk[c] + 1;
    }
    if (shape.kind == MeshKind::planet) chunks[2] = 6;
    return chunks;
}

std::string problem(const Noise& noise, const MeshShape& shape) {
    static constexpr const char* names = "xyzw";
    const bool is_surface = shape.kind == MeshKind::surface, is_planet = shape.kind == MeshKind::planet;
    const std::size_t own = is_planet ? 1 : is_surface ? 3 : 2;
    const int dim = noise.settings().dim, least = shape.kind == MeshKind::ground ? 2 : 3;
    if (dim < least)
        return fmt::format("dim: expected {} or more for {}, got '{}'", least,
                           is_planet    ? "a planet"
                           : is_surface ? "a surface"
                                        : "a height field",
                           dim);
    const std::int64_t most = is_surface || is_planet ? kMostCellsOfASurfaceAxis : kMostCellsOfAnAxis;
    GridAxes points = shape.axes;
    for (std::size_t c = 0; c < 4; ++c) {
        const std::int64_t count = shape.axes[c].count;
        if (c < own ? count < 1 || count > most : count != 1) {
            return fmt::format("size: expected {} along {}, got '{}'",
                               c < own ? fmt::format("1 to {} cells", most) : "1 cell", names[c], count);
        }
        points[c].count = c < own ? count + 1 : 1;
        const double step = std::fabs(shape.axes[c].step);
        if (c < own && !is_planet && shape.axes[c].per_period == 0 && !(step >= kLeastLength && step <= kMostLength))
            return fmt::format("step: expected {} to {} for a mesh, whose positions are floats, got '{}'", kLeastLength,
                               kMostLength, shape.axes[c].step);
    }
    if (!is_surface && !(std::fabs(shape.relief) <= kMostLength))
        return fmt::format("relief: expected at most {}, since positions are floats, got '{}'", kMostLength,
                           shape.relief);
    std::int64_t cells = 1;
    for (std::size_t c = 0; c < (is_surface ? 3u : 2u); ++c) {
        if (shape.chunk[c] < 1 || shape.chunk[c] > kMostCellsOfAChunk / cells)
            return fmt::format("chunk: expected at least 1 cell along each axis and at most {} in all",
                               kMostCellsOfAChunk);
        cells *= shape.chunk[c];
    }
    if (shape.levels < 1 || shape.levels > kMostLevels)
        return fmt::format("levels: expected 1 to {}, got '{}'", kMostLevels, shape.levels);
    if (is_planet) {
        // Limited so that no valley reaches the center.
        if (!(std::fabs(shape.relief) <= 0.5))
            return fmt::format("relief: expected -0.5 to 0.5 for a planet of radius 1, got '{}'", shape.relief);
        const double largest = shape.function != nullptr ? largest_value(noise, shape) : 1.0;
        if (!std::isfinite(largest))
            return "planet: expected a function whose range is proved, so that no valley reaches the center; clamp() "
                   "gives it one";
        if (shape.function != nullptr && !(std::fabs(shape.relief) * largest <= 0.5))
            return fmt::format("relief: expected -{0} to {0} for a function whose values reach {1}, got '{2}'",
                               0.5 / largest, largest, shape.relief);
        for (std::size_t c = 0; c < 3; ++c)
            points[c] = {.offset = shape.axes[c].offset - 1, .step = 2, .count = 2, .along = shape.axes[c].along};
    }
    return problem(noise, points);
}

double largest_value(const Noise& noise, const MeshShape& shape) {
    std::array<double, 2> range = value_range(noise.settings());
    if (shape.function != nullptr)
        range = shape.function->proved_range().value_or(std::array<double, 2>{-INFINITY, INFINITY});
    return std::max(std::fabs(range[0]), std::fabs(range[1]));
}

static std::shared_ptr<const Function> with_gradient_if_known(const Function& function) {
    try {
        return std::make_shared<Function>(function.with_gradient());
    } catch (const Error&) {
        return std::make_shared<Function>(function);
    }
}

Polygoniser::Polygoniser(const Noise& noise, const MeshShape& shape) : noise_(noise), shape_(shape) {
    const auto frequency = static_cast<double>(noise.settings().frequency);
    const auto period = periods(noise.settings());
    const std::size_t own = shape.kind == MeshKind::ground ? 2 : 3;
    const auto edge = static_cast<double>(shape.axes.x.count);
    double least = 2 / edge, farthest = 0;
    std::int64_t most = 0;
    for (std::size_t c = 0; c < 4; ++c) {
        const GridAxis& axis = shape.axes[c];
        steps_[c] = axis.per_period == 0
                        ? axis.step
                        : static_cast<double>(period[c]) / frequency / static_cast<double>(axis.per_period);
        double reach = std::fabs(axis.offset);
        if (c >= own) {
            // beside the mesh
        } else if (shape.kind == MeshKind::planet) {
            reach += 1;
        } else {
            const double length = std::fabs(steps_[c]);
            reach += static_cast<double>(axis.count) * length;
            least = c == 0 ? length : std::min(least, length);
            most = std::max(most, axis.count);
            if (steps_[c] < 0) mirrored_ = !mirrored_;
        }
        if (axis.along != LoopPoint{}) reach = INFINITY;  // too far for floats
        farthest = std::max(farthest, reach);
    }
    // Four samples in each cell of the finest octave.
    const Settings& settings = noise.settings();
    double finest = std::pow(static_cast<double>(settings.lacunarity), std::ceil(settings.octaves) - 1);
    if (shape.function != nullptr) {
        function_ = with_gradient_if_known(*shape.function);
        const auto cells = shape.function->cells_per_unit();
        finest = *std::max_element(cells.begin(), cells.end());
    }
    is_smooth_ =
        frequency * finest * std::max({std::fabs(steps_[0]), std::fabs(steps_[1]), std::fabs(steps_[2])}) <= 0.25;
    // The float's rounding error there is below 1/4096 of a cell, and so is that of its product with the frequency.
    is_near_ = farthest * 0x1p-24 < least * 0x1p-12;
    // A sample exactly at the level (Perlin noise is 0 at every lattice point) would become several vertices, with
    // triangles of no area. The second bound is four times the rounding of floats there, so vertices stay distinct even
    // after scaling and moving.
    apart_ = std::max(kApart, static_cast<float>(most) * 0x1p-21f);
}

double Polygoniser::coordinate(std::size_t axis, double i) const {
    const GridAxis& points = shape_.axes[axis];
    // The point one period later equals the first to the bit, as in grid_point().
    if (points.per_period != 0 && i >= static_cast<double>(points.per_period))
        i -= static_cast<double>(points.per_period);
    return points.offset + i * length(axis);
}

void Polygoniser::evaluate_grid(const GridAxes& grid, std::span<float> values) const {
    if (function_) {
        shape_.function->evaluate(grid, values);
        make_finite(values);
    } else {
        evaluate(noise_, grid, values);
    }
}

std::array<std::int64_t, 2> Polygoniser::cells(const std::array<std::int64_t, 3>& chunk, std::size_t axis) const {
    const std::int64_t all = shape_.axes[shape_.kind == MeshKind::planet ? 0 : axis].count;
    const std::int64_t first = chunk[axis] * shape_.chunk[axis];
    return {first, std::min(shape_.chunk[axis], all - first)};
}

Polygoniser::Box Polygoniser::box(const std::array<std::int64_t, 3>& first,
                                  const std::array<std::int64_t, 3>& last) const {
    Box box;
    for (std::size_t c = 0; c < (shape_.kind == MeshKind::surface ? 3u : 2u); ++c) {
        const auto [end, count] = cells(last, c);
        const auto at = [&](std::int64_t i) { return static_cast<float>(static_cast<double>(i) * length(c)); };
        const auto [low, high] = std::minmax({at(cells(first, c)[0]), at(end + count)});
        const int axis = shape_.kind == MeshKind::ground && c == 1 ? 2 : static_cast<int>(c);
        box.low[axis] = low;
        box.high[axis] = high;
    }
    return box;
}

bool Polygoniser::is_cut(const std::array<std::int64_t, 3>& chunk, std::size_t axis, bool high) const {
    if (shape_.solid != Solid::whole) return shape_.solid == Solid::chunks;
    const auto [from, count] = cells(chunk, axis);
    return high ? from + count == shape_.axes[axis].count : from == 0;
}

void Polygoniser::add_squares(Mesh& mesh, const std::array<std::size_t, 2>& count, bool turned) const {
    mesh.levels.resize(1);
    auto& indices = mesh.levels[0].indices;
    indices.resize(6 * (count[0] - 1) * (count[1] - 1));
    std::uint32_t* to = indices.data();
    for (std::size_t j = 0; j + 1 < count[1]; ++j) {
        for (std::size_t i = 0; i + 1 < count[0]; ++i) {
            const auto a = static_cast<std::uint32_t>(j * count[0] + i), next = static_cast<std::uint32_t>(count[0]);
            const std::uint32_t b = turned ? a + 1 : a + next, c = turned ? a + next : a + 1;
            const std::array<std::uint32_t, 6> square = {a, b, c, c, b, a + next + 1};
            std::copy(square.begin(), square.end(), to);
            to += square.size();
        }
    }
}

void Polygoniser::operator()(const std::array<std::int64_t, 3>& chunk, Scratch& scratch, Mesh& mesh) const {
    mesh.positions.clear();
    mesh.normals.clear();
    mesh.levels.resize(std::min<std::size_t>(mesh.levels.size(), 1));
    for (Mesh::Level& level : mesh.levels)
        level.indices.clear();
    switch (shape_.kind) {
    case MeshKind::ground: return ground(chunk, scratch, mesh);
    case MeshKind::surface: return surface(chunk, scratch, mesh);
    case MeshKind::planet: return planet(chunk, scratch, mesh);
    }
}

}  // namespace isonoise
