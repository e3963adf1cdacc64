#include "scene/planet.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <glm/geometric.hpp>

namespace isonoise {

static double radians(double degrees) { return degrees * std::numbers::pi / 180; }

glm::dvec3 planet_direction(double longitude, double latitude) {
    const double a = radians(longitude), e = radians(latitude);
    return {std::sin(a) * std::cos(e), std::sin(e), std::cos(a) * std::cos(e)};
}

// Water at -1 means no water.
static std::optional<double> water_level(const Look& look) {
    if (look.water <= -1) return {};
    return 1 + planet_relief(look) * look.water;
}

Camera planet_camera(const Preset& preset, const LoopPoint& along) {
    const Look& look = preset.look;
    const Noise noise(preset.settings);
    const glm::dvec3 zenith = planet_direction(look.yaw, look.pitch);
    const double a = radians(look.yaw), h = radians(look.heading), t = radians(look.tilt);
    const glm::dvec3 east(std::cos(a), 0, -std::sin(a)), north = glm::cross(zenith, east);
    const glm::dvec3 ahead = std::cos(h) * north + std::sin(h) * east;
    Camera c;
    c.right = std::cos(h) * east - std::sin(h) * north;
    c.slope = std::tan(radians(look.fov) / 2);
    c.radius = planet_radius(preset, noise, zenith, along);
    // All relative to the point looked at, so that no precision is lost at close range.
    const double distance = look.span / 2 / c.slope;
    glm::dvec3 back = distance * (std::cos(t) * zenith - std::sin(t) * ahead);
    auto altitude_at = [&](const glm::dvec3& p) {
        const double more = 2 * c.radius * glm::dot(zenith, p) + glm::dot(p, p);
        return more / (c.radius + std::sqrt(c.radius * c.radius + more));
    };
    c.altitude = altitude_at(back);
    // Above any ground rising behind the point looked at, with some clearance.
    const glm::dvec3 above = glm::normalize(c.radius * zenith + back);
    const double least = planet_radius(preset, noise, above, along) - c.radius + 0.04 * distance;
    if (c.altitude < least) {
        back += (least - c.altitude) * above;
        c.altitude = least;
    }
    c.forward = -glm::normalize(back);
    c.up = glm::cross(c.right, c.forward);
    c.eye = c.radius * zenith + back;
    return c;
}

double planet_relief(const Look& look) { return std::min(look.relief, 0.2); }

float planet_value(const Preset& preset, const Noise& noise, const glm::dvec3& direction, const LoopPoint& along) {
    const auto p = center_point(preset, along, {direction.x, direction.y, direction.z, 0});
    const float value = noise(glm::ivec4(p[0].cell, p[1].cell, p[2].cell, p[3].cell),
                              glm::vec4(p[0].fraction, p[1].fraction, p[2].fraction, p[3].fraction));
    return preset.settings.output == Output::unit ? 2 * value - 1 : value;
}

double planet_radius(const Preset& preset, const Noise& noise, const glm::dvec3& direction, const LoopPoint& along) {
    const double ground =
        1 + planet_relief(preset.look) * static_cast<double>(planet_value(preset, noise, direction, along));
    return std::max(ground, water_level(preset.look).value_or(0));
}

std::vector<Marker> planet_markers(const Preset& preset, const LoopPoint& along) {
    const Look& look = preset.look;
    if (std::fabs(look.marker[0]) > 90) return {};
    const glm::dvec3 normal = planet_direction(look.marker[1], look.marker[0]);
    return {{normal * planet_radius(preset, Noise(preset.settings), normal, along), normal, 0.0}};
}

std::optional<MarkerView> marker_view(const Preset& preset, const Camera& camera, double width, double height,
                                      const LoopPoint& along) {
    const auto all = planet_markers(preset, along);
    if (all.empty()) return {};
    const glm::dvec3 place = all.front().place, normal = all.front().normal;
    const double eye_radius = camera.radius + camera.altitude, place_radius = glm::length(place);
    const glm::dvec3 zenith = camera.eye / eye_radius;
    // The occluder: the water, or else the sphere at the noise's mean, shrunk until neither eye nor marker is inside.
    const double mean_radius =
        water_level(preset.look).value_or(1 + planet_relief(preset.look) * mean(preset.settings));
    const double radius = std::min({mean_radius, place_radius, eye_radius});

    const glm::dvec3 way = place - camera.eye;
    // Hidden if the sight line's point nearest to the planet's center lies between eye and marker and within the
    // sphere.
    const double along_way = -glm::dot(camera.eye, way), length2 = glm::dot(way, way);
    bool hidden = false;
    if (along_way > 0 && along_way < length2) {
        const glm::dvec3 across = glm::cross(camera.eye, way);
        hidden = glm::dot(across, across) < radius * radius * length2;
    }

    glm::dvec3 target = way;
    if (hidden) {
        // On the horizon, where sight lines touch the sphere, above the great circle to the marker.
        const double across = glm::dot(normal, zenith);
        glm::dvec3 bearing = normal - across * zenith;
        const double length = glm::length(bearing);
        bearing = length > 1e-12 ? bearing / length : glm::normalize(glm::cross(camera.right, zenith));
        // The angle at the planet's center has the cosine radius / eye_radius.
        const double over = (eye_radius - radius) * (eye_radius + radius);
        target = over > 0 ? bearing * (radius * std::sqrt(over) / eye_radius) - zenith * (over / eye_radius) : bearing;
    }

    const double scale = height / 2 / camera.slope;
    const glm::dvec3 seen(glm::dot(target, camera.right), -glm::dot(target, camera.up),
                          glm::dot(target, camera.forward));
    const glm::dvec2 middle(width / 2, height / 2);
    MarkerView view;
    view.distance = std::sqrt(length2);
    const double margin = std::min({24.0 * height / 720, width / 4, height / 4});
    const glm::dvec2 most = middle - (hidden ? glm::dvec2(margin) : glm::dvec2(0));
    glm::dvec2 off = glm::dvec2(seen) * scale;
    const double depth = std::max(seen.z, 1e-300);
    if (seen.z > 0 && std::fabs(off.x) <= most.x * depth && std::fabs(off.y) <= most.y * depth) {
        view.kind = hidden ? MarkerView::Kind::horizon : MarkerView::Kind::seen;
        view.at = middle + off / depth;
        // Away from the planet's center.
        const glm::dvec3 out = hidden ? glm::normalize(camera.eye + target) : normal;
        const glm::dvec3 top(glm::dot(out, camera.right), -glm::dot(out, camera.up), glm::dot(out, camera.forward));
        view.towards = glm::dvec2(top) * seen.z - glm::dvec2(seen) * top.z;
    } else {
        view.kind = MarkerView::Kind::edge;
        view.towards = off;
    }
    const double length = glm::length(view.towards);
    view.towards = length > 0 ? view.towards / length : glm::dvec2(0, view.kind == MarkerView::Kind::edge ? 1 : -1);
    if (view.kind == MarkerView::Kind::edge) {
        // From the middle along `towards` up to a margin inside the border.
        const glm::dvec2 room = middle - glm::dvec2(margin);
        const double x = std::fabs(view.towards.x), y = std::fabs(view.towards.y);
        view.at = middle + view.towards * std::min(x > 0 ? room.x / x : 1e300, y > 0 ? room.y / y : 1e300);
    }
    return view;
}

}  // namespace isonoise
