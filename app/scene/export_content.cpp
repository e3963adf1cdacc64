// The contents of an export: plane, tile, strength, frames and levels, and their descriptions.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "io/decimal.hpp"
#include "isonoise/function/function.hpp"
#include "scene/export.hpp"
#include "scene/function_values.hpp"
#include "scene/planet.hpp"
#include "scene/scenes.hpp"

namespace isonoise {

bool takes_dpi(Format format) { return format == Format::png || format == Format::svg; }

bool is_normals(What what) { return what == What::normals_gl || what == What::normals_dx; }

Preset one_tile(const Preset& preset) {
    Preset tile = preset;
    tile.look.tiling = Tiling::one;
    const std::uint32_t period = periods(preset.settings)[1];
    if (period != 0) tile.look.span = period / static_cast<double>(preset.settings.frequency);
    return tile;
}

// Width in pixels of one period along `axis` when a period along y is `height` pixels; 0 if not a whole number, or
// without a period.
static int tile_pixels(const Preset& preset, int height, std::size_t axis) {
    const auto repeat = periods(preset.settings);
    if (repeat[axis] == 0 || repeat[1] == 0) return 0;
    const std::uint64_t all = static_cast<std::uint64_t>(height) * repeat[axis], pixels = all / repeat[1];
    return pixels * repeat[1] == all && pixels <= kLargestSide ? static_cast<int>(pixels) : 0;
}

int one_tile_width(const Preset& preset, int height) { return tile_pixels(preset, height, 0); }

int one_tile_slices(const Preset& preset, int height) {
    return preset.settings.dim < 3 ? 0 : tile_pixels(preset, height, 2);
}

bool has_guides(const Preset& preset, const Export& order) {
    if (order.what != What::picture) return false;
    if (is_tiled(preset.look)) return !order.one_tile;
    if (preset.look.scene != Scene::planet) return false;
    const auto marker = marker_view(preset, camera(preset), order.width, order.height);
    return marker && marker->visibility != MarkerView::Visibility::seen;
}

int slice_rows(const Preset& preset, const Export& order) {
    return order.what == What::values && scene_info(preset.look.scene).one_row ? 1 : order.height;
}

int file_rows(const Preset& preset, const Export& order) { return slice_rows(preset, order) * order.slices; }

Preset drawn_preset(const Preset& preset, const Export& order) {
    Preset plane = order.what == What::picture ? preset : plane_of(preset);
    if (order.what != What::picture) plane.look.axes = Axes::off;
    return order.one_tile ? one_tile(plane) : plane;
}

// Units of coordinate per pixel of scene map's plane.
static double pixel_of(const Preset& drawn, const Export& order) {
    return is_tiled(drawn.look) ? tile_view(drawn, order.width, order.height).step : drawn.look.span / order.height;
}

// The slopes at sample points of the file's extent, in ascending order.
static std::vector<double> slopes_of(const Preset& drawn, const Export& order) {
    constexpr int kAcross = 48;
    // Covers the same extent with fewer pixels.
    const Region region =
        Region::whole(kAcross, std::max(1, static_cast<int>(std::int64_t{kAcross} * order.height / order.width)));
    if (drawn.function) {
        std::vector<float> both(2 * static_cast<std::size_t>(region.columns) * static_cast<std::size_t>(region.rows));
        function_slopes(drawn, region, {}, both);
        std::vector<double> slopes;
        for (std::size_t i = 0; i < both.size(); i += 2) {
            const double slope = std::hypot(static_cast<double>(both[i]), static_cast<double>(both[i + 1]));
            slopes.push_back(std::isfinite(slope) ? slope : 0);
        }
        std::sort(slopes.begin(), slopes.end());
        return slopes;
    }
    const bool exact = has_gradient(drawn.settings);
    const double step =
        exact ? 0.0 : std::max(pixel_of(drawn, order), 0x1p-11 / static_cast<double>(drawn.settings.frequency));
    const auto axes_at = [&](double x, double y) {
        Preset moved = drawn;
        moved.look.center[0] += x;
        moved.look.center[1] += y;
        return picture_axes(moved, region);
    };
    const PictureAxes axes = axes_at(0, 0), right = axes_at(step, 0), down = axes_at(0, step);
    const Noise noise(drawn.settings);
    const auto value = [&](const AxisPoint& x, const AxisPoint& y) {
        const Place point = place_of({x, y, axes.zw[0], axes.zw[1]});
        return static_cast<double>(noise(point.cell, point.fraction));
    };
    std::vector<double> slopes;
    for (std::size_t j = 0; j < axes.y.size(); ++j) {
        for (std::size_t i = 0; i < axes.x.size(); ++i) {
            if (exact) {
                const Place point = place_of({axes.x[i], axes.y[j], axes.zw[0], axes.zw[1]});
                glm::vec4 gradient(0.0f);
                noise.gradient(point.cell, point.fraction, gradient);
                slopes.push_back(std::hypot(static_cast<double>(gradient.x), static_cast<double>(gradient.y)));
            } else {
                const double here = value(axes.x[i], axes.y[j]);
                slopes.push_back(std::hypot(value(right.x[i], axes.y[j]) - here, value(axes.x[i], down.y[j]) - here) /
                                 step);
            }
        }
    }
    std::sort(slopes.begin(), slopes.end());
    return slopes;
}

double usual_strength(const Look& look) { return scene_info(look.scene).is_height ? look.relief : 1.0; }

double proposed_strength(const Preset& preset, const Export& order) {
    const double usual = usual_strength(preset.look);
    if (scene_info(preset.look.scene).is_height || !problem(preset, order).empty()) return usual;
    const std::vector<double> slopes = slopes_of(drawn_preset(preset, order), order);
    const double middle = slopes[slopes.size() / 2];
    if (!(middle > 0)) return usual;
    constexpr double kSlope = 0.36;  // the tangent of 20 degrees
    return std::clamp(rounded_to_digits(kSlope / middle, 2), 1e-6, kMostStrength);
}

bool has_levels(const Export& order) {
    return is_whole(order.format) && (order.what == What::values || order.what == What::heights);
}

What default_what(Scene scene, Format format) {
    const bool of_pictures = format == Format::png || format == Format::svg || is_moving(format);
    return !of_pictures && has_values(scene) ? What::values : What::picture;
}

bool is_animation(const Export& order) { return is_moving(order.format) && !is_sheet(order); }

bool is_one_file(const Export& order) { return is_sheet(order) || (is_moving(order.format) && !has_frame(order.path)); }

double usual_seconds(const Preset& preset) {
    const double seconds = loop_time(preset) / std::fabs(preset.look.speed);
    return seconds >= 1 && seconds <= 60 ? seconds : 10.0;
}

std::int64_t frames_in(double seconds, int fps) {
    return std::llround(std::clamp(seconds * fps, 1.0, static_cast<double>(kMostFrames)));
}

double time_step(const Preset& preset, int fps) { return preset.look.speed / fps; }

std::array<double, 2> value_range(const Preset& preset) {
    if (preset.look.range) return *preset.look.range;
    if (preset.function) return preset.function_values.for_files().value_or(preset.function_values.seen);
    return value_range(preset.settings);
}

std::string text_of_extent(const Preset& preset, const Export& order) {
    const Preset drawn = drawn_preset(preset, order);
    const double pixel = pixel_of(drawn, order);
    // As a float, which engines use, unless that is too coarse for these pixels.
    const auto number = [&](double x) {
        const auto single = static_cast<float>(x);
        return std::fabs(static_cast<double>(single) - x) < 1e-3 * pixel ? fmt::format("{}", single)
                                                                         : fmt::format("{}", x);
    };
    const auto range = [&](std::size_t axis, int pixels) {
        const double middle = middle_of(drawn, axis, order.phase), half = 0.5 * pixel * pixels;
        return number(middle - half) + " to " + number(middle + half);
    };
    std::string text = "x " + range(0, order.width);
    if (!scene_info(drawn.look.scene).one_row) text += ", y " + range(1, order.height);
    return text + fmt::format(", {} a pixel", number(pixel));
}

std::string text_of_ends(const Preset& preset, const Export& order,
                         const std::optional<std::array<double, 2>>& levels) {
    if (!has_levels(order) || (order.auto_levels && !levels)) return {};
    const auto range = levels ? *levels : value_range(preset);
    const double unit = order.what == What::heights ? preset.look.relief : 1.0;
    const int largest =
        order.format == Format::raw16 || (order.format == Format::png && order.depth == 16) ? 65535 : 255;
    return fmt::format("0 is {}{}, {} is {}", order.what == What::heights ? "the height " : "", unit * range[0],
                       largest, unit * range[1]);
}

std::string text_of(const ExportState& state) {
    std::string text;
    if (state.frames > 1) text = fmt::format("frame {} of {}, ", state.frame + 1, state.frames);
    text += fmt::format("{:.0f} %", std::floor(100 * state.done));
    if (state.seconds_left < 0) return text;
    const auto seconds = static_cast<std::int64_t>(std::ceil(std::min(state.seconds_left, 1e9)));
    if (seconds < 60) return text + fmt::format(", {} s left", seconds);
    if (seconds < 3600) return text + fmt::format(", {} min {} s left", seconds / 60, seconds % 60);
    return text + fmt::format(", {} h {} min left", seconds / 3600, seconds / 60 % 60);
}

std::string text_of_meaning(const Preset& preset, const Export& order,
                            const std::optional<std::array<double, 2>>& levels) {
    std::string text;
    if (levels) text += ", " + text_of_levels(*levels);
    if (const std::string ends = text_of_ends(preset, order, levels); !ends.empty()) text += "\n" + ends;
    if (order.what == What::heights) text += "\nground: " + text_of_extent(preset, order);
    return text;
}

std::string text_of_levels(const std::array<double, 2>& levels) {
    return fmt::format("levels {} to {}", levels[0], levels[1]);
}

}  // namespace isonoise
