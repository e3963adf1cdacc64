#include "bake/sphere.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "bake/bake.hpp"
#include "error.hpp"
#include "io/name_pattern.hpp"
#include "io/output.hpp"
#include "isonoise/function/function.hpp"
#include "isonoise/range.hpp"
#include "paths.hpp"
#include "platform/ahead.hpp"

namespace isonoise {

glm::dvec3 cube_direction(int face, std::int64_t i, std::int64_t j, std::int64_t side) {
    // Integers, so that opposite points have exactly opposite coordinates.
    const auto last = static_cast<double>(side - 1);
    const double s = static_cast<double>(2 * i - (side - 1)) / last, t = static_cast<double>(2 * j - (side - 1)) / last;
    const glm::dvec3 points[] = {{1, -t, -s}, {-1, -t, s}, {s, 1, t}, {s, -1, -t}, {s, -t, 1}, {-s, -t, -1}};
    const glm::dvec3 p = points[face];
    return p / std::sqrt(p.x * p.x + p.y * p.y + p.z * p.z);
}

// The cosine and sine of k/n of a turn, with the same bits on every platform, unlike the standard library's. k and n
// are less than 2^50.
static std::array<double, 2> on_circle(std::int64_t k, std::int64_t n) {
    k = (k % n + n) % n;
    const std::int64_t eighth = 8 * k / n, rest = 8 * k % n;
    // At most an eighth of a turn, measured from the nearer axis.
    const bool back = eighth % 2 == 1;
    const double x = std::numbers::pi / 4 * static_cast<double>(back ? n - rest : rest) / static_cast<double>(n),
                 xx = x * x;
    // Taylor series; the next terms are below 2^-60.
    double cosine = 0, sine = 0;
    for (int i = 18; i > 0; i -= 2) {
        cosine = (1 - cosine) * xx / (i * (i - 1));
        sine = (1 - sine) * xx / (i * (i + 1));
    }
    cosine = 1 - cosine;
    sine = x * (1 - sine);
    if (back && rest == 0) cosine = sine = std::numbers::sqrt2 / 2;  // keeps circles symmetric to the bit
    if (eighth == 1 || eighth == 2 || eighth == 5 || eighth == 6) std::swap(cosine, sine);
    if (eighth >= 2 && eighth <= 5) cosine = -cosine;
    if (eighth >= 4) sine = -sine;
    return {cosine, sine};
}

glm::dvec3 map_direction(std::int64_t i, std::int64_t j, std::int64_t width, std::int64_t height) {
    const auto longitude = on_circle(2 * i + 1 - width, 2 * width);
    const auto latitude = on_circle(height - 2 * j - 1, 4 * height);
    return {longitude[1] * latitude[0], latitude[1], longitude[0] * latitude[0]};
}

std::string problem(const Noise& noise, const SphereBake& order) {
    const char* name = order.is_cube ? "cube" : "equirect";
    const int dim = noise.settings().dim;
    if (dim < 3) return fmt::format("{}: expected noise of 3 or 4 dimensions, got --dim {}", name, dim);
    const std::int64_t least = order.is_cube ? 2 : 1;
    for (const std::int64_t side : {order.width, order.height}) {
        if (side < least || side > kMostOfASphere)
            return fmt::format("{}: expected {} to {} points along a side, got {}", name, least, kMostOfASphere, side);
    }
    if (!(order.radius > 0) || !std::isfinite(order.radius))
        return fmt::format("radius: expected more than 0, got {}", order.radius);
    const auto frequency = static_cast<double>(noise.settings().frequency);
    for (std::size_t c = 0; c < static_cast<std::size_t>(dim); ++c) {
        const double farthest = (std::fabs(order.center[c]) + (c < 3 ? order.radius : 0)) * frequency;
        if (!(farthest < 0x1p52))
            return fmt::format("offset: expected a sphere less than 2^52 cells from 0, got {}", farthest);
    }
    const std::int64_t planes = order.is_cube && !has_field(order.path, "face") ? 6 : 1;
    Bake file{.format = order.format, .range = order.range};
    file.axes.x.count = order.width;
    file.axes.y.count = order.height * planes;
    return problem(Noise({.dim = 2}), file);
}

namespace {

// Calls take(direction) for each point of some rows of a face or map.
template <class Take>
void for_each_direction(const SphereBake& order, int face, std::int64_t from, std::int64_t to, Take&& take) {
    for (std::int64_t j = from; j < to; ++j) {
        for (std::int64_t i = 0; i < order.width; ++i)
            take(order.is_cube ? cube_direction(face, i, j, order.width)
                               : map_direction(i, j, order.width, order.height));
    }
}

// The values of some rows.
std::vector<float> noise_values(const Noise& noise, const SphereBake& order, int face, std::int64_t from,
                                std::int64_t to) {
    const Settings& settings = noise.settings();
    const auto frequency = static_cast<double>(settings.frequency);
    const auto repeat = periods(settings);
    glm::ivec4 cell(0);
    glm::vec4 fraction(0.0f);
    const auto set = [&](int axis, double coordinate) {
        const AxisPoint point = axis_point(coordinate * frequency, {}, repeat[static_cast<std::size_t>(axis)]);
        cell[axis] = point.cell;
        fraction[axis] = point.fraction;
    };
    if (settings.dim == 4) set(3, order.center[3]);
    std::vector<float> values;
    values.reserve(static_cast<std::size_t>((to - from) * order.width));
    for_each_direction(order, face, from, to, [&](const glm::dvec3& direction) {
        for (int axis = 0; axis < 3; ++axis)
            set(axis, order.center[static_cast<std::size_t>(axis)] + order.radius * direction[axis]);
        values.push_back(noise(cell, fraction));
    });
    return values;
}
std::vector<float> function_values(const SphereBake& order, int face, std::int64_t from, std::int64_t to) {
    std::array<std::vector<float>, 4> coordinates;
    for_each_direction(order, face, from, to, [&](const glm::dvec3& direction) {
        for (std::size_t c = 0; c < 4; ++c) {
            const double along = c < 3 ? order.radius * direction[static_cast<int>(c)] : 0.0;
            coordinates[c].push_back(static_cast<float>(order.center[c] + along));
        }
    });
    Points points;
    points.count = static_cast<std::int64_t>(coordinates[0].size());
    for (std::size_t c = 0; c < 4; ++c)
        points.coordinates[c] = coordinates[c].data();
    std::vector<float> values(coordinates[0].size());
    float* const to_values[] = {values.data()};
    order.function->evaluate(points, to_values);
    return values;
}
std::vector<float> values_of(const Noise& noise, const SphereBake& order, int face, std::int64_t from,
                             std::int64_t to) {
    return order.function ? function_values(order, face, from, to) : noise_values(noise, order, face, from, to);
}

}  // namespace

void bake_sphere(const Noise& noise, const SphereBake& order, const std::function<void(double)>& progress) {
    if (std::string what = problem(noise, order); !what.empty()) throw Error(what);
    const int faces = order.is_cube ? 6 : 1;
    const bool has_files = order.is_cube && has_field(order.path, "face");
    const int files = has_files ? faces : 1;
    std::vector<std::unique_ptr<OutputFile>> opened;
    for (int i = 0; i < files; ++i) {
        const NameField fields[] = {{"face", 0, kCubeFaces[i]}};
        opened.push_back(
            std::make_unique<OutputFile>(has_files ? fill_file_name(order.path, fields) : path_of(order.path)));
    }
    const auto range = order.range.value_or(value_range(noise.settings()));
    std::vector<std::int64_t> shape = {order.height, order.width};
    if (order.is_cube && !has_files) shape.insert(shape.begin(), 6);
    // Blocks of rows, computed ahead by other threads, in the order of the file.
    const std::int64_t rows = std::clamp<std::int64_t>((1 << 16) / order.width, 1, order.height);
    const std::int64_t pieces = (order.height + rows - 1) / rows, all = faces * pieces;
    std::unique_ptr<ImageWriter> image;
    std::int64_t n = 0;
    struct Piece {
        int face;
        std::int64_t from;
        std::vector<float> values;
    };
    const auto compute = [&](Piece& piece) {
        const std::int64_t to = std::min(piece.from + rows, order.height);
        piece.values = values_of(noise, order, piece.face, piece.from, to);
    };
    Ahead<Piece> ahead(order.threads, compute, [&](const Piece& piece) {
        if (has_files ? n % pieces == 0 : n == 0)
            image = grid_writer(*opened[static_cast<std::size_t>(has_files ? n / pieces : 0)], order.format, shape,
                                range, order.threads);
        for (std::size_t at = 0; at < piece.values.size(); at += static_cast<std::size_t>(order.width))
            image->row(std::span(piece.values).subspan(at, static_cast<std::size_t>(order.width)));
        ++n;
        if (has_files ? n % pieces == 0 : n == all) image->finish();
        if (progress) progress(static_cast<double>(n) / static_cast<double>(all));
    });
    for (std::int64_t i = 0; i < all; ++i) {
        ahead.next().face = static_cast<int>(i / pieces);
        ahead.next().from = i % pieces * rows;
        ahead.begin();
    }
    ahead.finish();
    for (auto& one : opened)
        one->close();
    for (auto& one : opened)
        one->commit();
}

}  // namespace isonoise
