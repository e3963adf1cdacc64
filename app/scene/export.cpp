#include "scene/export.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <numeric>
#include <string_view>

#include <fmt/format.h>

#include "error.hpp"
#include "io/decimal.hpp"
#include "io/image.hpp"
#include "io/name_pattern.hpp"
#include "io/progress.hpp"
#include "io/video.hpp"
#include "paths.hpp"
#include "platform/system.hpp"
#include "scene/axes.hpp"
#include "scene/painter.hpp"
#include "scene/planet.hpp"
#include "scene/scenes.hpp"
#include "scene/svg.hpp"
#include "words.hpp"

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

// The pixels that one period along an axis takes where that along y takes `height`; 0 if they would be no whole number,
// or an axis has no period.
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

double usual_strength(const Look& look) { return scene_info(look.scene).is_height ? look.relief : 1.0; }

bool has_guides(const Preset& preset, const Export& order) {
    if (order.what != What::picture) return false;
    if (is_tiled(preset.look)) return !order.one_tile;
    if (preset.look.scene != Scene::planet) return false;
    const auto marker = marker_view(preset, camera(preset), order.width, order.height);
    return marker && marker->kind != MarkerView::Kind::seen;
}

// Why the preset has no such tile, or the order another size; empty if neither.
static std::string tile_problem(const Preset& preset, const Export& order) {
    const Scene scene = preset.look.scene;
    if (scene_info(scene).one_row) return fmt::format("one-tile: scene {} has one row", name_of(scene));
    if (order.what == What::picture && has_axes(preset.look)) return "one-tile: a picture with axes is no tile";
    if (order.what == What::picture && scene != Scene::map) {
        return fmt::format("one-tile: a picture of scene {} is no tile; expected --what values, heights or normals",
                           name_of(scene));
    }
    const auto repeat = periods(preset.settings);
    if (repeat[0] == 0 || repeat[1] == 0) return "one-tile: expected a period along x and y";
    const double span = one_tile(preset).look.span;
    if (!(span >= 0x1p-20 && span <= 0x1p20))
        return fmt::format("one-tile: expected a tile of 2^-20 to 2^20 units of coordinate, got {}", span);
    if (one_tile_width(preset, order.height) == order.width) return {};
    const std::uint64_t divisor = std::gcd(std::uint64_t{repeat[0]}, std::uint64_t{repeat[1]});
    return fmt::format("one-tile: a tile of {} by {} cells expects a size of {} to {}, got '{}x{}'", repeat[0],
                       repeat[1], repeat[0] / divisor, repeat[1] / divisor, order.width, order.height);
}

// The height of a slice, and so of the file if there is one.
static int rows_of(const Preset& preset, const Export& order) {
    return order.what == What::values && scene_info(preset.look.scene).one_row ? 1 : order.height;
}

int file_rows(const Preset& preset, const Export& order) { return rows_of(preset, order) * order.slices; }

// The preset whose picture holds what the order asks for.
static Preset drawn_preset(const Preset& preset, const Export& order) {
    Preset plane = order.what == What::picture ? preset : plane_of(preset);
    if (order.what != What::picture) plane.look.axes = Axes::off;
    return order.one_tile ? one_tile(plane) : plane;
}

// Units of coordinate per pixel of scene map's plane.
static double pixel_of(const Preset& drawn, const Export& order) {
    return is_tiled(drawn.look) ? tile_view(drawn, order.width, order.height).step : drawn.look.span / order.height;
}

// The slopes at points spread over what the file covers, from the flattest to the steepest.
static std::vector<double> slopes_of(const Preset& drawn, const Export& order) {
    constexpr int kAcross = 48;
    // Covers the same extent with fewer pixels.
    const Part part =
        Part::whole(kAcross, std::max(1, static_cast<int>(std::int64_t{kAcross} * order.height / order.width)));
    const bool exact = has_gradient(drawn.settings);
    const double step =
        exact ? 0.0 : std::max(pixel_of(drawn, order), 0x1p-11 / static_cast<double>(drawn.settings.frequency));
    const auto axes_at = [&](double x, double y) {
        Preset moved = drawn;
        moved.look.center[0] += x;
        moved.look.center[1] += y;
        return picture_axes(moved, part);
    };
    const PictureAxes axes = axes_at(0, 0), right = axes_at(step, 0), down = axes_at(0, step);
    const Noise noise(drawn.settings);
    const auto value = [&](const AxisPoint& x, const AxisPoint& y) {
        const Place place = place_of({x, y, axes.zw[0], axes.zw[1]});
        return static_cast<double>(noise(place.cell, place.fraction));
    };
    std::vector<double> slopes;
    for (std::size_t j = 0; j < axes.y.size(); ++j) {
        for (std::size_t i = 0; i < axes.x.size(); ++i) {
            if (exact) {
                const Place place = place_of({axes.x[i], axes.y[j], axes.zw[0], axes.zw[1]});
                glm::vec4 gradient(0.0f);
                noise.gradient(place.cell, place.fraction, gradient);
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

double proposed_strength(const Preset& preset, const Export& order) {
    const double usual = usual_strength(preset.look);
    if (scene_info(preset.look.scene).is_height || !problem(preset, order).empty()) return usual;
    const std::vector<double> slopes = slopes_of(drawn_preset(preset, order), order);
    const double middle = slopes[slopes.size() / 2];
    if (!(middle > 0)) return usual;
    constexpr double kSlope = 0.36;  // the tangent of 20 degrees
    return std::clamp(rounded_to_digits(kSlope / middle, 2), 1e-6, kMostStrength);
}

std::string text_of_extent(const Preset& preset, const Export& order) {
    const Preset drawn = drawn_preset(preset, order);
    const double pixel = pixel_of(drawn, order);
    // As a float, which engines take, unless that is coarse for these pixels.
    const auto number = [&](double x) {
        const auto single = static_cast<float>(x);
        return std::fabs(static_cast<double>(single) - x) < 1e-3 * pixel ? fmt::format("{}", single)
                                                                         : fmt::format("{}", x);
    };
    const auto range = [&](std::size_t axis, int pixels) {
        const double middle = middle_of(drawn, axis, order.along), half = 0.5 * pixel * pixels;
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

// Why there is no such volume; empty if there is.
static std::string volume_problem(const Preset& preset, const Export& order) {
    const Look& look = preset.look;
    // PNG and EXR are pictures, whose sides have a limit.
    const bool has_sides = order.format == Format::png || order.format == Format::exr;
    const std::int64_t rows = std::int64_t{order.slices} * order.height,
                       most = has_sides ? kLargestSide : std::numeric_limits<int>::max();
    if (order.slices < 1 || rows > most || rows * order.width > kMostPixels) {
        return fmt::format("slices: expected 1 or more, up to {} rows and {} pixels in all, got '{}' of {}x{}", most,
                           kMostPixels, order.slices, order.width, order.height);
    }
    if (order.slices == 1) return {};
    if (preset.settings.dim < 3) return fmt::format("slices: expected 3D or 4D noise, got {}D", preset.settings.dim);
    const bool colours = order.what == What::picture && look.scene == Scene::map;
    if (scene_info(look.scene).one_row || (order.what != What::values && !colours))
        return "slices: only for values, and for pictures of scene map";
    if (is_moving(order.format)) return "slices: a video or WebP holds frames, not slices; expected another format";
    if (is_tiled(drawn_preset(preset, order).look)) return "slices: expected tiling 1x1, or one-tile";
    if (!order.one_tile || periods(preset.settings)[2] == 0) return {};
    const int fit = one_tile_slices(preset, order.height);
    if (fit == order.slices) return {};
    return fmt::format("one-tile: a period of {} along z and {} along y expects {}, got '{}'",
                       counted(periods(preset.settings)[2], "cell"), periods(preset.settings)[1],
                       fit > 0 ? counted(fit, "slice") : "another height, for a whole number of slices", order.slices);
}

// Why the format cannot hold such frames; empty if it can.
static std::string moving_problem(const Preset& preset, const Export& order) {
    const char* format = kFormats[static_cast<int>(order.format)];
    const int most = order.format == Format::webp ? kLargestWebpSide : kLargestVideoSide;
    const int height = rows_of(preset, order);
    if (order.width > most || height > most)
        return fmt::format("size: {} holds up to {} pixels per side, got '{}x{}'", format, most, order.width, height);
    if (order.fps < 1 || order.fps > kMostFps)
        return fmt::format("fps: expected a whole number from 1 to {}, got '{}'", kMostFps, order.fps);
    if (!is_video(order.format)) return {};
    if (in_page())
        return fmt::format("format: {} needs the program ffmpeg, which no browser has; expected webp", format);
    if (order.width % 2 != 0 || height % 2 != 0)
        return fmt::format("size: {} expects even numbers, got '{}x{}'", format, order.width, height);
    if (has_frame(order.path))
        return fmt::format("frames: {} holds them all; expected no {{frame}} in the name", format);
    if (order.what == What::picture && has_alpha(preset.look))
        return fmt::format("gradient: {} holds no transparency; expected colours without alpha, or PNG, WebP or EXR",
                           format);
    if (order.path == "-") return fmt::format("-o: {} expects the name of a file, not standard output", format);
    return {};
}

std::string problem(const Preset& preset, const Export& order) {
    if (std::string what = problem(preset); !what.empty()) return what;
    const Scene scene = preset.look.scene;
    if (order.width < 1 || order.width > kLargestSide || order.height < 1 || order.height > kLargestSide ||
        std::int64_t{order.width} * order.height > kMostPixels) {
        return fmt::format("size: expected WIDTHxHEIGHT, each from 1 to {}, and at most {} pixels, got '{}x{}'",
                           kLargestSide, kMostPixels, order.width, order.height);
    }
    if (order.depth != 8 && order.depth != 16) return fmt::format("depth: expected 8 or 16, got '{}'", order.depth);
    if (order.depth != 8 && order.format != Format::png) {
        const bool floats = !is_whole(order.format) && order.format != Format::svg;
        return fmt::format("depth: only for PNG; {} has its own",
                           floats ? "a file of 32-bit floats" : kFormats[static_cast<int>(order.format)]);
    }
    if (order.dpi < 0 || order.dpi > kMostDpi)
        return fmt::format("dpi: expected a whole number from 1 to {}, got '{}'", kMostDpi, order.dpi);
    if (order.dpi != 0 && !takes_dpi(order.format))
        return fmt::format("dpi: only for PNG and SVG; {} does not store it", kFormats[static_cast<int>(order.format)]);
    if (order.format == Format::svg) {
        if (order.what != What::picture)
            return fmt::format("what: svg holds a picture's curves, not {}", kWhats[static_cast<int>(order.what)]);
        if (!has_curves(preset.look)) {
            return fmt::format("format: svg holds curves, which only scene line with style curve has; got {}",
                               scene_info(scene).one_row ? "style " + get(preset, "style")
                                                         : fmt::format("scene {}", name_of(scene)));
        }
    }
    if (order.what == What::picture && preset.look.axes == Axes::on && !has_axes(preset.look) &&
        scene_info(scene).has_axes)
        return fmt::format("axes: only style curve has them; got {}", get(preset, "style"));
    if (order.what == What::heights && !scene_info(scene).is_height) {
        return fmt::format("what: scene {} has no heights to write, only terrain does; expected values",
                           name_of(scene));
    }
    if (is_normals(order.what) && scene_info(scene).one_row) {
        return fmt::format("what: scene {} has one row and no normals to write", name_of(scene));
    }
    if (const double strength = order.strength.value_or(1.0); !(strength >= 0 && strength <= kMostStrength)) {
        return fmt::format("strength: expected a number from 0 to {:.0f}, got '{}'", kMostStrength, strength);
    }
    if (order.auto_levels && !has_levels(order)) {
        return "auto-levels: only for values and heights in formats of integers (PNG, RAW16, WebP, MP4, WebM)";
    }
    if (order.one_tile) {
        if (std::string what = tile_problem(preset, order); !what.empty()) return what;
    }
    if (std::string what = volume_problem(preset, order); !what.empty()) return what;
    if (order.frames < 1 || order.frames > kMostFrames) {
        return fmt::format("frames: expected a whole number from 1 to {}, got '{}'", kMostFrames, order.frames);
    }
    if (!std::isfinite(order.time_step)) return "time-step: expected a number";
    if (order.frames > 1 && preset.settings.loop == 0) {
        Preset last = preset;
        const double time = last.look.time + static_cast<double>(order.frames - 1) * order.time_step;
        if (std::string what = set(last, "time", fmt::format("{}", time)); !what.empty())
            return "time-step: at the last frame, " + what;
    }
    if (is_moving(order.format)) {
        if (std::string what = moving_problem(preset, order); !what.empty()) return what;
    }
    if (order.frames > 1 && !is_one_file(order) && !has_frame(order.path)) {
        return fmt::format("frames: {} pictures need {{frame}} or {{frame:04}} in the name, got {}", order.frames,
                           in_quotes(order.path));
    }
    return {};
}

bool has_levels(const Export& order) {
    return is_whole(order.format) && (order.what == What::values || order.what == What::heights);
}

What usual_what(Scene scene, Format format) {
    const bool of_pictures = format == Format::png || format == Format::svg || is_moving(format);
    return !of_pictures && has_values(scene) ? What::values : What::picture;
}

bool is_one_file(const Export& order) { return is_moving(order.format) && !has_frame(order.path); }

double usual_seconds(const Preset& preset) {
    const double seconds = loop_time(preset) / std::fabs(preset.look.speed);
    return seconds >= 1 && seconds <= 60 ? seconds : 10.0;
}

std::int64_t frames_in(double seconds, int fps) {
    return std::llround(std::clamp(seconds * fps, 1.0, static_cast<double>(kMostFrames)));
}

double time_step(const Preset& preset, int fps) { return preset.look.speed / fps; }

std::array<double, 2> value_range(const Preset& preset) {
    return preset.look.range ? *preset.look.range : value_range(preset.settings);
}

namespace {

// A "{frame}" or "{frame:04}" in the name of a file.
struct FrameField {
    std::size_t begin, end;
    int digits;
};

std::optional<FrameField> find_frame(std::string_view name, std::size_t from) {
    constexpr std::string_view kOpen = "{frame";
    for (std::size_t begin = name.find(kOpen, from); begin != name.npos; begin = name.find(kOpen, begin + 1)) {
        const std::string_view rest = name.substr(begin + kOpen.size());
        if (rest.starts_with('}')) return FrameField{begin, begin + kOpen.size() + 1, 1};
        const std::size_t close = rest.find('}');
        if (!rest.starts_with(':') || close == rest.npos) continue;
        std::string_view digits = rest.substr(1, close - 1);
        if (digits.starts_with('0') && digits.size() > 1) digits.remove_prefix(1);
        int count = 0;
        const auto [stop, error] = std::from_chars(digits.data(), digits.data() + digits.size(), count);
        const bool plain = digits.find_first_not_of("0123456789") == digits.npos;
        if (plain && digits.size() <= 2 && error == std::errc() && stop == digits.data() + digits.size())
            return FrameField{begin, begin + kOpen.size() + close + 1, count};
    }
    return {};
}

}  // namespace

bool has_frame(const std::string& pattern) { return find_frame(pattern, 0).has_value(); }

std::string frame_name(const std::string& pattern, std::int64_t frame) {
    std::string name;
    std::size_t done = 0;
    while (const auto field = find_frame(pattern, done)) {
        name += pattern.substr(done, field->begin - done) + fmt::format("{:0{}}", frame, field->digits);
        done = field->end;
    }
    return name + pattern.substr(done);
}

FileName frame_file(const Export& order, std::int64_t frame) {
    const std::filesystem::path path = path_of(order.path);
    if (order.own_name && order.path != "-") return {path.parent_path(), path.filename()};
    return fill_parts(order.path, [&](const std::string& part) { return frame_name(part, frame); });
}

std::string sequence_name(const std::string& pattern) {
    std::string name = path_of(pattern).stem().string();
    while (const auto field = find_frame(name, 0)) {
        constexpr std::string_view separators = "-_. ";
        const bool separated = field->begin > 0 && separators.find(name[field->begin - 1]) != separators.npos;
        const std::size_t begin = field->begin - (separated ? 1 : 0);
        name.erase(begin, field->end - begin);
    }
    return name.empty() ? "frames" : name;
}

std::string text_of(const ExportState& state) {
    std::string text;
    if (state.frames > 1) text = fmt::format("frame {} of {}, ", state.frame + 1, state.frames);
    text += fmt::format("{:.0f} %", std::floor(100 * state.share));
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

std::string names_of(const std::string& pattern, std::int64_t count) {
    const std::string first = frame_name(pattern, 0);
    return count > 1 ? fmt::format("{} to {}", first, frame_name(pattern, count - 1)) : first;
}

std::string text_of_levels(const std::array<double, 2>& levels) {
    return fmt::format("levels {} to {}", levels[0], levels[1]);
}

namespace {

// The way a band of the painter becomes rows of a file.
struct Layout {
    Painter::Pixels pixels;
    std::size_t stride;  // floats per pixel of the painter
    std::size_t channels;
    int height;  // of the file: all slices
    Levels levels;
    bool srgb;
};

Layout layout_of(const Preset& preset, const Export& order) {
    Layout layout{};
    layout.height = rows_of(preset, order) * order.slices;
    if (is_normals(order.what)) {
        layout.pixels = Painter::Pixels::slopes;
        layout.stride = 2;
        layout.channels = 3;
        layout.levels = {-1, 1};
    } else if (order.what != What::picture) {
        const auto range = value_range(preset);
        layout.pixels = Painter::Pixels::values;
        layout.stride = layout.channels = 1;
        layout.levels = {range[0], range[1]};
    } else {
        const Look& look = preset.look;
        const bool grey =
            look.scene == Scene::map && look.colormap == Colormap::grey && look.gradient.empty() && !has_axes(look);
        layout.pixels = !is_whole(order.format)                             ? Painter::Pixels::linear
                        : order.depth == 8 && order.format != Format::raw16 ? Painter::Pixels::display8
                                                                            : Painter::Pixels::display;
        layout.stride = 4;
        layout.channels = has_alpha(look) ? 4 : grey && is_whole(order.format) ? 1 : 3;
        layout.srgb = layout.channels != 1;
    }
    return layout;
}

std::unique_ptr<ImageWriter> writer(OutputFile& file, const Export& order, const Layout& layout) {
    const int channels = static_cast<int>(layout.channels);
    const std::int64_t frames = is_one_file(order) ? order.frames : 1;
    switch (order.format) {
    case Format::png:
        return png_writer(file, order.width, layout.height, channels, order.depth, layout.levels, layout.srgb,
                          order.dpi);
    case Format::exr: return exr_writer(file, order.width, layout.height, channels);
    case Format::raw16: return raw16_writer(file, layout.levels);
    case Format::raw32f: return raw32f_writer(file);
    case Format::npy: {
        std::vector<std::int64_t> shape = {layout.height / order.slices, order.width};
        if (order.slices > 1) shape.insert(shape.begin(), order.slices);
        if (channels > 1) shape.push_back(channels);
        return npy_writer(file, shape);
    }
    case Format::webp: return webp_writer(file, order.width, layout.height, channels, order.fps, frames, layout.levels);
    case Format::mp4:
    case Format::webm:
        return video_writer(file, order.format, order.width, layout.height, channels, order.fps, layout.levels);
    case Format::svg: break;  // has no rows
    }
    return nullptr;
}

// The normal of a ground with these slopes along the coordinates x and y. The picture's y points down like the noise's,
// while up is the other way: where the ground rises to the right, the normal leans left.
std::array<float, 3> normal(const float* slope, double strength, bool down) {
    const double x = -strength * static_cast<double>(slope[0]),
                 y = (down ? -strength : strength) * static_cast<double>(slope[1]);
    const double length = std::hypot(x, y, 1.0);
    return {static_cast<float>(x / length), static_cast<float>(y / length), static_cast<float>(1 / length)};
}

struct Ended {};

// A file being written, of one frame or of several.
struct File {
    File(const Preset& preset, const Export& order, const FileName& name)
        : output(name), layout(layout_of(drawn_preset(preset, order), order)), image(writer(output, order, layout)) {}
    void finish() {
        if (image) image->finish();
        output.commit();
    }
    OutputFile output;
    Layout layout;
    std::unique_ptr<ImageWriter> image;
};

}  // namespace

// A frame's preset, of its middle slice, and its place in the loop.
static std::pair<Preset, LoopPoint> moment(const Preset& preset, const Export& order, std::int64_t frame) {
    Preset at = preset;
    LoopPoint along = order.along;
    if (const std::uint32_t loop = preset.settings.loop; order.frames > 1 && loop != 0) {
        // Frames lie at exact integer positions, so a loop closes exactly.
        const LoopPoint next = loop_point(frame, order.frames, loop);
        const double fraction = along.fraction + next.fraction, carry = std::floor(fraction);
        along = {along.cell + next.cell + static_cast<std::int64_t>(carry), fraction - carry};
    } else {
        at.look.time = preset.look.time + static_cast<double>(frame) * order.time_step;
    }
    return {at, along};
}

// The preset of a frame's slice: as far from the next along z as pixels are along x and y, the center in the middle.
static Preset slice_of(const Preset& preset, const Export& order, int slice) {
    Preset at = preset;
    const double step = drawn_preset(preset, order).look.span / order.height;
    at.look.center[2] += (slice + 0.5 - 0.5 * order.slices) * step;
    return at;
}

static Painter::Order painted(const Preset& preset, const Export& order, Painter::Pixels pixels, const LoopPoint& along,
                              Painter::Pacing* pacing) {
    return {.width = order.width,
            .height = order.height,
            .pixels = pixels,
            .samples = order.samples > 0 ? order.samples : good_samples(preset.look),
            .along = along,
            .guides = order.guides,
            .dpi = order.dpi,
            .tile = order.tile,
            .pace = order.pace,
            .pacing = pacing};
}

// Widens `levels` to the values of a frame.
static void gather_levels(Painter& painter, const Preset& preset, const Export& order, const LoopPoint& along,
                          const Painter::Step& step, Painter::Pacing* pacing,
                          std::optional<std::array<double, 2>>& levels) {
    auto band = [&](int, std::span<const float> values) {
        const auto [low, high] = std::minmax_element(values.begin(), values.end());
        if (low == values.end()) return;
        const auto least = static_cast<double>(*low), most = static_cast<double>(*high);
        levels =
            levels ? std::array{std::min((*levels)[0], least), std::max((*levels)[1], most)} : std::array{least, most};
    };
    painter.picture(drawn_preset(preset, order), painted(preset, order, Painter::Pixels::values, along, pacing), band,
                    step);
}

static void write_frame(Painter& painter, const Preset& preset, const Export& order, const Layout& layout,
                        ImageWriter& image, const LoopPoint& along, const Painter::Step& step,
                        Painter::Pacing* pacing) {
    const auto width = static_cast<std::size_t>(order.width);
    std::vector<float> row(width * layout.channels);
    const auto relief = static_cast<float>(preset.look.relief);  // as in the shader and in shape_snippet
    const double strength = order.strength.value_or(usual_strength(preset.look));
    auto band = [&](int rows, std::span<const float> pixels) {
        for (std::size_t y = 0; y < static_cast<std::size_t>(rows); ++y) {
            const float* from = pixels.data() + y * width * layout.stride;
            for (std::size_t x = 0; x < width; ++x) {
                float* to = row.data() + x * layout.channels;
                if (is_normals(order.what)) {
                    const auto n = normal(from + 2 * x, strength, order.what == What::normals_dx);
                    std::copy(n.begin(), n.end(), to);
                } else if (order.what == What::heights && !is_whole(order.format)) {
                    *to = relief * from[x];
                } else {
                    std::copy_n(from + x * layout.stride, layout.channels, to);
                    if (order.format == Format::exr && layout.channels == 4) {  // EXR expects colours times alpha
                        for (int i = 0; i < 3; ++i)
                            to[i] *= to[3];
                    }
                }
            }
            image.row(row);
        }
    };
    painter.picture(drawn_preset(preset, order), painted(preset, order, layout.pixels, along, pacing), band, step);
}

namespace {

// Collects an image's pixels as bytes: red, green, blue and alpha.
class Pixels final : public ImageWriter {
  public:
    Pixels(std::size_t channels, const Levels& levels) : channels_(channels), levels_(levels) {}
    void row(std::span<const float> values) override {
        for (std::size_t x = 0; x < values.size(); x += channels_) {
            for (std::size_t i = 0; i < 4; ++i) {
                const bool missing = i == 3 && channels_ != 4;
                const float value = values[x + (channels_ == 1 || missing ? 0 : i)];
                bytes.push_back(missing ? 255 : static_cast<unsigned char>(levels_.at(value, 255)));
            }
        }
    }
    std::vector<unsigned char> bytes;

  private:
    std::size_t channels_;
    Levels levels_;
};

}  // namespace

std::vector<unsigned char> pixels_of(Painter& painter, const Preset& preset, const Export& order,
                                     const Painter::Step& step) {
    Export shown = order;
    shown.format = Format::png;
    shown.depth = 8;
    shown.slices = 1;
    Preset levelled = preset;
    if (order.auto_levels && has_levels(order)) {
        std::optional<std::array<double, 2>> levels;
        gather_levels(painter, preset, shown, order.along, step, nullptr, levels);
        if ((*levels)[0] < (*levels)[1]) levelled.look.range = levels;
    }
    const Layout layout = layout_of(drawn_preset(levelled, shown), shown);
    Pixels pixels(layout.channels, layout.levels);
    write_frame(painter, levelled, shown, layout, pixels, order.along, step, nullptr);
    return pixels.bytes;
}

// The size of a frame's file without its header; 0 if unknown before compression.
static std::uint64_t bytes_of(const Preset& preset, const Export& order) {
    const bool plain = order.format == Format::raw16 || order.format == Format::raw32f || order.format == Format::npy;
    if (!plain) return 0;
    const Layout layout = layout_of(drawn_preset(preset, order), order);
    const auto pixels = static_cast<std::uint64_t>(order.width) * static_cast<std::uint64_t>(layout.height);
    return pixels * layout.channels * (order.format == Format::raw16 ? 2 : 4);
}

void probe(const Preset& preset, const Export& order) {
    const FileName first = frame_file(order, 0);
    if (!first.made.empty() || kind_of(first) != Folder::Kind::other) {  // a pipe must not be opened twice
        OutputFile test(first);
        const std::uint64_t frame = bytes_of(preset, order);
        if (frame == 0) return;
        const auto frames = static_cast<std::uint64_t>(order.frames);
        std::uint64_t all = std::min(frames, ~std::uint64_t{0} / frame) * frame;
        // Files of an earlier run make room one by one.
        for (std::int64_t i = 0; i < order.frames && all > frame; ++i) {
            std::uint64_t old = 0;
            if (kind_of(frame_file(order, i), &old) != Folder::Kind::file) break;
            all -= std::min(all - frame, old);
        }
        test.expect(all);
    }
}

bool export_files(Painter& painter, const Preset& preset, const Export& order, const ExportWatch& watch) {
    if (std::string what = problem(preset, order); !what.empty()) throw Error(what);
    probe(preset, order);

    const Stopwatch time;
    ExportState state;
    state.frames = order.frames;
    Painter::Pacing pacing;
    int pass = 0, slice = 0;
    const int passes = order.auto_levels ? 2 : 1;
    auto step = [&](double share) {
        if (!watch) return;
        const double frames = static_cast<double>(state.frames);
        const double of_frame = (slice + share) / order.slices;
        state.share = (pass * frames + static_cast<double>(state.frame) + of_frame) / (passes * frames);
        state.seconds_left = time.seconds_left(state.share);
        if (!watch(state)) throw Ended();
    };
    Preset levelled = preset;
    std::optional<File> file;
    try {
        if (order.auto_levels) {
            std::optional<std::array<double, 2>> levels;
            for (; state.frame < state.frames; ++state.frame) {
                const auto [at, along] = moment(preset, order, state.frame);
                for (slice = 0; slice < order.slices; ++slice)
                    gather_levels(painter, slice_of(at, order, slice), order, along, step, &pacing, levels);
            }
            if ((*levels)[0] == (*levels)[1])
                fail("auto-levels: expected different values, got {} everywhere", (*levels)[0]);
            levelled.look.range = state.levels = levels;
            state.frame = slice = 0;
            ++pass;
        }
        for (; state.frame < state.frames; ++state.frame) {
            const auto [at, along] = moment(levelled, order, state.frame);
            slice = 0;
            step(0);
            const FileName name = frame_file(order, state.frame);
            if (!file) {
                if (!order.replace && kind_of(name) != Folder::Kind::nothing)
                    fail("the file {} already exists", quoted_name(name.path()));
                file.emplace(at, order, name);
            }
            if (order.format == Format::svg) {
                file->output.write(to_svg(Frame(at, order.width, order.height, along, order.guides, order.dpi)));
                slice = order.slices;
            }
            for (; slice < order.slices; ++slice)
                write_frame(painter, slice_of(at, order, slice), order, file->layout, *file->image, along, step,
                            &pacing);
            if (is_one_file(order) && state.frame + 1 < state.frames) continue;
            file->finish();
            file.reset();
            ++state.written;
        }
    } catch (const Ended&) {
        return false;
    }
    return true;
}

}  // namespace isonoise
