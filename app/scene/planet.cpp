#include "scene/planet.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <fmt/format.h>
#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include "scene/constants.hpp"
#include "scene/frame.hpp"
#include "scene/rows.hpp"
#include "scene/scenes.hpp"

namespace isonoise {

glm::dvec3 planet_direction(double longitude, double latitude) {
    const double a = radians(longitude), e = radians(latitude);
    return {std::sin(a) * std::cos(e), std::sin(e), std::cos(a) * std::cos(e)};
}

// Water at -1 means no water.
static std::optional<double> water_level(const Look& look) {
    if (look.water <= -1) return {};
    return 1 + planet_relief(look) * look.water;
}

Camera planet_camera(const Preset& preset, const LoopPoint& phase) {
    const Look& look = preset.look;
    const DrawnNoise noise(preset);
    const glm::dvec3 zenith = planet_direction(look.yaw, look.pitch);
    const double a = radians(look.yaw), h = radians(look.heading), t = radians(look.tilt);
    const glm::dvec3 east(std::cos(a), 0, -std::sin(a)), north = glm::cross(zenith, east);
    const glm::dvec3 ahead = std::cos(h) * north + std::sin(h) * east;
    Camera c;
    c.right = std::cos(h) * east - std::sin(h) * north;
    c.half_fov_tangent = std::tan(radians(look.fov) / 2);
    c.radius = planet_radius(preset, noise, zenith, phase);
    // Relative to the point looked at, so that no precision is lost at close range.
    const double distance = look.span / 2 / c.half_fov_tangent;
    glm::dvec3 back = distance * (std::cos(t) * zenith - std::sin(t) * ahead);
    auto altitude_at = [&](const glm::dvec3& p) {
        const double more = 2 * c.radius * glm::dot(zenith, p) + glm::dot(p, p);
        return more / (c.radius + std::sqrt(c.radius * c.radius + more));
    };
    c.altitude = altitude_at(back);
    // Keeps some clearance above ground that rises behind the point looked at.
    const glm::dvec3 above = glm::normalize(c.radius * zenith + back);
    const double least = planet_radius(preset, noise, above, phase) - c.radius + 0.04 * distance;
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

float planet_value(const Preset& preset, const DrawnNoise& noise, const glm::dvec3& direction, const LoopPoint& phase) {
    const float value = noise(place_of(center_point(preset, phase, {direction.x, direction.y, direction.z, 0})));
    return preset.settings.output == Output::unit ? 2 * value - 1 : value;
}

double planet_radius(const Preset& preset, const DrawnNoise& noise, const glm::dvec3& direction,
                     const LoopPoint& phase) {
    const double ground =
        1 + planet_relief(preset.look) * static_cast<double>(planet_value(preset, noise, direction, phase));
    return std::max(ground, water_level(preset.look).value_or(0));
}

std::vector<Marker> planet_markers(const Preset& preset, const LoopPoint& phase) {
    const Look& look = preset.look;
    if (std::fabs(look.marker[0]) > 90) return {};
    const glm::dvec3 normal = planet_direction(look.marker[1], look.marker[0]);
    return {{normal * planet_radius(preset, DrawnNoise(preset), normal, phase), normal, 0.0}};
}

namespace {

// The sphere that hides things behind it: the water or else the sphere at the noise's mean, shrunk until neither eye
// nor marker is inside.
double occluder(const Preset& preset, double place_radius, double eye_radius) {
    const double middle = preset.function ? preset.function_values.spread[0] : mean(preset.settings);
    const double mean_radius = water_level(preset.look).value_or(1 + planet_relief(preset.look) * middle);
    return std::min({mean_radius, place_radius, eye_radius});
}

// Does the sphere hide the end of this path from the eye? True if the path's point nearest to the planet's center lies
// between both ends and inside the sphere.
bool hides(double radius, const glm::dvec3& eye, const glm::dvec3& way) {
    const double along_way = -glm::dot(eye, way), length2 = glm::dot(way, way);
    if (!(along_way > 0 && along_way < length2)) return false;
    const glm::dvec3 across = glm::cross(eye, way);
    return glm::dot(across, across) < radius * radius * length2;
}

// From the eye to the horizon, where lines of sight touch the sphere, above the great circle to the point below
// `normal`.
glm::dvec3 to_horizon(const Camera& camera, double radius, double eye_radius, const glm::dvec3& normal) {
    const glm::dvec3 zenith = camera.eye / eye_radius;
    const double across = glm::dot(normal, zenith);
    glm::dvec3 bearing = normal - across * zenith;
    const double length = glm::length(bearing);
    bearing = length > 1e-12 ? bearing / length : glm::normalize(glm::cross(camera.right, zenith));
    // The angle at the planet's center has the cosine radius / eye_radius.
    const double over = (eye_radius - radius) * (eye_radius + radius);
    return over > 0 ? bearing * (radius * std::sqrt(over) / eye_radius) - zenith * (over / eye_radius) : bearing;
}

// A direction in the picture's axes: x right, y down, z into the picture.
glm::dvec3 in_picture(const Camera& camera, const glm::dvec3& d) {
    return {glm::dot(d, camera.right), -glm::dot(d, camera.up), glm::dot(d, camera.forward)};
}

}  // namespace

std::optional<MarkerView> marker_view(const Preset& preset, const Camera& camera, double width, double height,
                                      const LoopPoint& phase) {
    const auto all = planet_markers(preset, phase);
    if (all.empty()) return {};
    const glm::dvec3 position = all.front().position, normal = all.front().normal;
    const double eye_radius = camera.radius + camera.altitude;
    const double radius = occluder(preset, glm::length(position), eye_radius);
    const glm::dvec3 way = position - camera.eye;
    const bool hidden = hides(radius, camera.eye, way);
    const glm::dvec3 target = hidden ? to_horizon(camera, radius, eye_radius, normal) : way;

    const double scale = height / 2 / camera.half_fov_tangent;
    const glm::dvec3 seen = in_picture(camera, target);
    const glm::dvec2 middle(width / 2, height / 2);
    MarkerView view;
    view.distance = std::sqrt(glm::dot(way, way));
    const double margin = std::min({24.0 * height / 720, width / 4, height / 4});
    const glm::dvec2 most = middle - (hidden ? glm::dvec2(margin) : glm::dvec2(0));
    glm::dvec2 off = glm::dvec2(seen) * scale;
    const double depth = std::max(seen.z, 1e-300);
    if (seen.z > 0 && std::fabs(off.x) <= most.x * depth && std::fabs(off.y) <= most.y * depth) {
        view.visibility = hidden ? MarkerView::Visibility::horizon : MarkerView::Visibility::seen;
        view.at = middle + off / depth;
        // Away from the planet's center.
        const glm::dvec3 top = in_picture(camera, hidden ? glm::normalize(camera.eye + target) : normal);
        view.towards = glm::dvec2(top) * seen.z - glm::dvec2(seen) * top.z;
    } else {
        view.visibility = MarkerView::Visibility::edge;
        view.towards = off;
    }
    const double length = glm::length(view.towards);
    view.towards =
        length > 0 ? view.towards / length : glm::dvec2(0, view.visibility == MarkerView::Visibility::edge ? 1 : -1);
    if (view.visibility == MarkerView::Visibility::edge) {
        // From the middle along `towards`, up to a margin inside the border.
        const glm::dvec2 room = middle - glm::dvec2(margin);
        const double x = std::fabs(view.towards.x), y = std::fabs(view.towards.y);
        view.at = middle + view.towards * std::min(x > 0 ? room.x / x : 1e300, y > 0 ? room.y / y : 1e300);
    }
    return view;
}

// The value of the uniform `marker_kind`.
static int visibility_in_shader(MarkerView::Visibility visibility) {
    switch (visibility) {
    case MarkerView::Visibility::seen: return shared::MARKER_SEEN;
    case MarkerView::Visibility::horizon: return shared::MARKER_HORIZON;
    case MarkerView::Visibility::edge: return shared::MARKER_EDGE;
    }
    return shared::MARKER_NONE;
}

static void planet_uniforms(const Frame& frame, UniformValues& uniforms) {
    const Preset& preset = frame.preset;
    const Camera& camera = frame.camera;
    const double relief = planet_relief(preset.look), ground = (camera.radius - 1) / std::max(relief, 1e-12);
    uniforms.set("zenith", glm::normalize(camera.eye));
    uniforms.set("eye_rest", frame.eye_rest);
    uniforms.set("ball", glm::dvec4(camera.radius, camera.altitude, relief, ground));
    const Place center = place_of(center_point(preset, frame.phase));
    uniforms.set("center_cell", center.cell);
    uniforms.set("center_fraction", glm::dvec4(center.fraction));
    // The lattice for detail finer than the noise's octaves, around the eye.
    const glm::dvec3 fine = camera.eye * static_cast<double>(shared::PLANET_GRAIN), cell = glm::floor(fine);
    auto wrapped = [](double x) { return wrapped_cell(static_cast<std::int64_t>(x), 0); };
    uniforms.set("fine_cell", glm::ivec3(wrapped(cell.x), wrapped(cell.y), wrapped(cell.z)));
    uniforms.set("fine_fraction", fine - cell);
    auto marker = marker_view(preset, camera, frame.width, frame.height, frame.phase);
    // An arrow to a marker out of sight is a guide; the marker itself is part of the picture.
    if (marker && marker->visibility != MarkerView::Visibility::seen && !frame.guides) marker.reset();
    uniforms.set("marker_kind", marker ? visibility_in_shader(marker->visibility) : shared::MARKER_NONE);
    if (!marker) return;
    uniforms.set("marker_at", glm::dvec4(marker->at.x, marker->at.y, marker->towards.x, marker->towards.y));
    uniforms.set("marker_distance", marker->distance);
}

static std::int64_t planet_reach(const Preset& preset, const Camera& camera) {
    const double cells = (glm::length(camera.eye) + 1.5) * static_cast<double>(preset.settings.frequency);
    return cells < 0x1p20 ? static_cast<std::int64_t>(cells) + 1 : std::int64_t{1} << 20;
}

// The ground, or the water above it, at a point of the picture.
static std::optional<PointSeen> planet_point(const Preset& preset, int width, int height, double x, double y) {
    const Camera c = camera(preset);
    const Ray ray = ray_through(c, width, height, x, y);
    const DrawnNoise noise(preset);
    const auto is_below = [&](double distance) {
        const glm::dvec3 p = ray.at(distance);
        const double radius = glm::length(p);
        return radius < planet_radius(preset, noise, p / radius);
    };
    // Nothing is above the sphere around the highest mountain; beyond its middle the way leads out again.
    const double top = 1 + planet_relief(preset.look) * std::max(1.0, extremes(preset)[1]),
                 towards = -glm::dot(ray.from, ray.direction);
    const double inside = top * top - glm::dot(ray.from, ray.from) + towards * towards;
    if (inside <= 0) return {};
    const double near = std::max(0.0, towards - std::sqrt(inside)), far = towards + std::sqrt(inside);
    const auto met = first_inside(is_below, near, far, c.altitude / 1000 + (far - near) / 4000, 0.002);
    if (!met) return {};
    const glm::dvec3 up = glm::normalize(ray.at(*met));
    constexpr double degree = 180 / std::numbers::pi;
    const int places = std::clamp(static_cast<int>(std::ceil(-std::log10(*met * ray.pixel * degree))) + 1, 0, 15);
    PointSeen seen = point_seen(preset, up, *met * ray.pixel);
    const auto value = static_cast<double>(seen.value);
    seen.text = fmt::format("at latitude {:.{}f}, longitude {:.{}f} {:+.9g}, height {:+.9g}, {}{}",
                            std::asin(up.y) * degree, places, std::atan2(up.x, up.z) * degree, places, seen.value,
                            planet_relief(preset.look) * value, seen.text.substr(0, seen.text.rfind(' ')),
                            preset.look.water > -1 && value < preset.look.water ? ", below the water" : "");
    seen.spot = ray.at(*met);
    return seen;
}

static constexpr LookInfo kPlanetRows[] = {
    rows::with_words(rows::kSun, "longitude and latitude below the sun, in degrees"),
    rows::kExposure,
    rows::kFog,
    rows::with_words(rows::kRelief, "height of a value of 1, up to 0.2"),
    rows::kWater,
    {{{.name = "warmth", .about = "climate: -1 is ice down to the equator, 1 is no ice at all", .min = -1, .max = 1},
      {.heading = rows::kForm}}},
    rows::with_words(rows::kThreshold, "how far above the mean clouds begin, in noise values"),
    rows::kDensity,
    {{{.name = "marker",
       .about = "latitude and longitude in degrees of the CPU's marker; none if the latitude exceeds 90",
       .min = -360,
       .max = 360},
      {.heading = rows::kForm, .placeholder = "DEG,DEG", .format = "%.1f°", .step = 0.3}}},
};

static constexpr GalleryPicture kPlanetGallery[] = {{"planet", "a planet, with a marker that the CPU places"}};

constinit const SceneInfo scenes::planet = {
    .key = '9',
    .view = View::globe,
    .about = "a sphere, from orbit to the ground, with a marker that the CPU places",
    .rows = kPlanetRows,
    .gallery = kPlanetGallery,
    .relief_of_value = true,
    .own_place = true,
    .camera = planet_camera,
    .sun = planet_direction,
    .reach = planet_reach,
    .markers = planet_markers,
    .uniforms = planet_uniforms,
    .point = planet_point,
};

}  // namespace isonoise
