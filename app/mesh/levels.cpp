// Levels of detail, simplified by meshoptimizer. Its error is an estimate, so the distance is measured here.
#include <algorithm>
#include <cmath>

#include <glm/geometric.hpp>
#include <meshoptimizer.h>

#include "mesh/mesh.hpp"

namespace isonoise {
namespace {

// The square of the distance from a point to a triangle. (C. Ericson, "Real-Time Collision Detection", 2005, 5.1.5)
double distance_squared(const glm::dvec3& p, const glm::dvec3& a, const glm::dvec3& b, const glm::dvec3& c) {
    const auto to = [&](const glm::dvec3& q) { return glm::dot(p - q, p - q); };
    const glm::dvec3 ab = b - a, ac = c - a, ap = p - a;
    const double d1 = glm::dot(ab, ap), d2 = glm::dot(ac, ap);
    if (d1 <= 0 && d2 <= 0) return to(a);
    const glm::dvec3 bp = p - b;
    const double d3 = glm::dot(ab, bp), d4 = glm::dot(ac, bp);
    if (d3 >= 0 && d4 <= d3) return to(b);
    const double vc = d1 * d4 - d3 * d2;
    if (vc <= 0 && d1 >= 0 && d3 <= 0) return to(a + d1 / (d1 - d3) * ab);
    const glm::dvec3 cp = p - c;
    const double d5 = glm::dot(ab, cp), d6 = glm::dot(ac, cp);
    if (d6 >= 0 && d5 <= d6) return to(c);
    const double vb = d5 * d2 - d1 * d6;
    if (vb <= 0 && d2 >= 0 && d6 <= 0) return to(a + d2 / (d2 - d6) * ac);
    const double va = d3 * d6 - d5 * d4;
    if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0) return to(b + (d4 - d3) / (d4 - d3 + d5 - d6) * (c - b));
    const double all = va + vb + vc;
    return to(a + vb / all * ab + vc / all * ac);
}

// Triangles in the cells of a uniform grid, to find the nearest one.
class Boxes {
  public:
    Boxes(const std::vector<glm::vec3>& positions, const std::vector<std::uint32_t>& indices)
        : positions_(positions), indices_(indices), low_(positions[0]) {
        glm::dvec3 high(positions[0]);
        for (const glm::vec3& p : positions) {
            low_ = glm::min(low_, glm::dvec3(p));
            high = glm::max(high, glm::dvec3(p));
        }
        const glm::dvec3 size = high - low_;
        const auto triangles = static_cast<double>(indices.size() / 3);
        side_ = std::max({size.x, size.y, size.z, 1e-30}) / std::clamp(std::sqrt(triangles) / 2, 1.0, 48.0);
        for (int c = 0; c < 3; ++c)
            count_[c] = static_cast<int>(size[c] / side_) + 1;
        std::vector<std::uint32_t> fill(static_cast<std::size_t>(count_.x * count_.y * count_.z) + 1);
        const auto each = [&](auto&& visit) {
            for (std::size_t n = 0; n < indices.size(); n += 3) {
                const glm::dvec3 a(positions[indices[n]]), b(positions[indices[n + 1]]), c(positions[indices[n + 2]]);
                const glm::ivec3 from = box_of(glm::min(a, glm::min(b, c))), to = box_of(glm::max(a, glm::max(b, c)));
                for (int z = from.z; z <= to.z; ++z) {
                    for (int y = from.y; y <= to.y; ++y) {
                        for (int x = from.x; x <= to.x; ++x)
                            visit(number({x, y, z}), n);
                    }
                }
            }
        };
        each([&](std::size_t box, std::size_t) { ++fill[box + 1]; });
        for (std::size_t i = 1; i < fill.size(); ++i)
            fill[i] += fill[i - 1];
        begin_ = fill;
        triangles_.resize(fill.back());
        each([&](std::size_t box, std::size_t n) { triangles_[fill[box]++] = static_cast<std::uint32_t>(n); });
    }

    // The square of the distance from p to the nearest triangle; if below `enough`, possibly that of a triangle farther
    // away.
    double nearest(const glm::dvec3& p, double enough) const {
        const glm::ivec3 at = box_of(p);
        const int most = std::max({count_.x, count_.y, count_.z});
        double best = INFINITY;
        for (int ring = 0; ring <= most && best > enough; ++ring) {
            // Everything not yet visited lies farther than this.
            const double reach = (ring - 1) * side_;
            if (ring > 0 && best <= reach * reach) break;
            const glm::ivec3 from = glm::max(at - ring, glm::ivec3(0)), to = glm::min(at + ring, count_ - 1);
            for (int z = from.z; z <= to.z; ++z) {
                for (int y = from.y; y <= to.y; ++y) {
                    const bool is_whole = std::abs(z - at.z) == ring || std::abs(y - at.y) == ring;
                    for (int x = from.x; x <= to.x; ++x) {
                        if (!is_whole && std::abs(x - at.x) != ring) continue;
                        const std::size_t box = number({x, y, z});
                        for (std::uint32_t i = begin_[box]; i < begin_[box + 1]; ++i)
                            best = std::min(best, to_triangle(p, triangles_[i]));
                    }
                }
            }
        }
        return best;
    }

  private:
    glm::ivec3 box_of(const glm::dvec3& p) const {
        glm::ivec3 box;
        for (int c = 0; c < 3; ++c)
            box[c] = std::clamp(static_cast<int>((p[c] - low_[c]) / side_), 0, count_[c] - 1);
        return box;
    }
    std::size_t number(const glm::ivec3& box) const {
        return static_cast<std::size_t>((box.z * count_.y + box.y) * count_.x + box.x);
    }
    double to_triangle(const glm::dvec3& p, std::size_t n) const {
        return distance_squared(p, positions_[indices_[n]], positions_[indices_[n + 1]], positions_[indices_[n + 2]]);
    }

    const std::vector<glm::vec3>& positions_;
    const std::vector<std::uint32_t>& indices_;
    glm::dvec3 low_;
    double side_ = 1;
    glm::ivec3 count_;
    std::vector<std::uint32_t> begin_, triangles_;
};

double farthest(const Mesh& mesh, const std::vector<std::uint32_t>& indices) {
    std::vector<bool> is_used(mesh.positions.size());
    for (const std::uint32_t i : indices)
        is_used[i] = true;
    const Boxes boxes(mesh.positions, indices);
    double most = 0;
    for (std::size_t i = 0; i < mesh.positions.size(); ++i) {
        if (!is_used[i]) most = std::max(most, boxes.nearest(mesh.positions[i], most));
    }
    return std::sqrt(most);
}

}  // namespace

void add_levels(Mesh& mesh, int levels) {
    if (mesh.levels.empty() || mesh.positions.empty()) return;
    glm::vec3 low = mesh.positions[0], high = low;
    for (const glm::vec3& p : mesh.positions) {
        low = glm::min(low, p);
        high = glm::max(high, p);
    }
    const glm::dvec3 size = glm::dvec3(high) - glm::dvec3(low);
    const double most = kMostError * std::max({size.x, size.y, size.z});
    while (static_cast<int>(mesh.levels.size()) < levels) {
        const std::vector<std::uint32_t>& before = mesh.levels.back().indices;
        std::vector<std::uint32_t> indices(before.size());
        indices.resize(meshopt_simplify(indices.data(), before.data(), before.size(), &mesh.positions[0].x,
                                        mesh.positions.size(), sizeof(glm::vec3), before.size() / 12 * 3,
                                        static_cast<float>(kMostError), meshopt_SimplifyLockBorder, nullptr));
        if (indices.empty() || indices.size() > before.size() / 10 * 9) return;
        std::vector<std::uint32_t> ordered(indices.size());
        meshopt_optimizeVertexCache(ordered.data(), indices.data(), indices.size(), mesh.positions.size());
        const double error = farthest(mesh, ordered);
        if (error > most) return;
        mesh.levels.push_back({std::move(ordered), error});
    }
}

}  // namespace isonoise
