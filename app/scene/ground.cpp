#include "scene/ground.hpp"

#include <algorithm>
#include <cmath>

namespace isonoise {

Ground::Ground(const Preset& preset, const LoopPoint& phase) : preset_(preset), phase_(phase), noise_(preset) {}

Place Ground::at(double x, double z) const { return place_of(center_point(preset_, phase_, {x, z, 0, 0})); }

float Ground::value(double x, double z) const { return noise_(at(x, z)); }

double Ground::height(double x, double z) const { return preset_.look.relief * static_cast<double>(value(x, z)); }

std::array<double, 2> Ground::slope(double x, double z, double size) const {
    if (!noise_.has_gradient()) {
        return {(height(x + size / 2, z) - height(x - size / 2, z)) / size,
                (height(x, z + size / 2) - height(x, z - size / 2)) / size};
    }
    glm::vec4 gradient;
    noise_.gradient(at(x, z), gradient);
    return {preset_.look.relief * static_cast<double>(gradient.x),
            preset_.look.relief * static_cast<double>(gradient.y)};
}

double Ground::lift(const glm::dvec3& eye) const {
    const Look& look = preset_.look;
    const double clear = 0.004 * look.span, level = look.water > -1 ? look.relief * look.water : -1e9;
    const double under = std::max(height(eye.x, eye.z), level);
    if (under + clear <= eye.y) return 0.0;
    double around = under;
    for (int i = 1; i < 9; ++i) {
        const double angle = 0.785398 * i;
        around = std::max(
            around, height(eye.x + 0.25 * look.span * std::cos(angle), eye.z + 0.25 * look.span * std::sin(angle)));
    }
    const double up_by = under + clear - eye.y;
    return std::max(up_by, std::min(3 * up_by, around + 10 * clear - eye.y));
}

std::optional<glm::dvec3> Ground::meet(const glm::dvec3& eye, const glm::dvec3& direction, double reach) const {
    const auto point = [&](double t) { return eye + t * direction; };
    const auto above = [&](double t) {
        const glm::dvec3 p = point(t);
        return p.y - height(p.x, p.z);
    };
    // No ground is higher than the largest value.
    const double top = preset_.look.relief * extremes(preset_)[1] + 1e-6 * preset_.look.span;
    double before = 0.0;
    if (eye.y > top) {
        if (direction.y >= 0) return {};
        before = (top - eye.y) / direction.y;
    }
    // Steps that grow with the distance and the height above the ground, then bisection.
    double gap = above(before);
    while (gap > 0.0 && before < reach) {
        double t = before + std::max(0.2 * gap, 1e-3 * before + 1e-5 * preset_.look.span);
        gap = above(t);
        if (gap > 0.0) {
            if (direction.y >= 0 && point(t).y > top) return {};
            before = t;
            continue;
        }
        for (int i = 0; i < 48; ++i) {
            const double middle = 0.5 * (before + t);
            (above(middle) > 0.0 ? before : t) = middle;
        }
        return point(t);
    }
    return {};
}

}  // namespace isonoise
