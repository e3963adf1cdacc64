// Says in one line why an export does not fit its preset.
#include <cmath>
#include <limits>
#include <numeric>

#include <fmt/format.h>

#include "io/video.hpp"
#include "isonoise/function/function.hpp"
#include "paths.hpp"
#include "platform/system.hpp"
#include "scene/axes.hpp"
#include "scene/export.hpp"
#include "scene/material.hpp"
#include "scene/scenes.hpp"
#include "scene/svg.hpp"
#include "words.hpp"

namespace isonoise {

// Returns the period as the user gave it. A function's is in units of coordinate.
static std::uint32_t shown_period(const Preset& preset, std::size_t axis) {
    const std::uint32_t cells = periods(preset.settings)[axis];
    return preset.function ? static_cast<std::uint32_t>(static_cast<float>(cells) / preset.settings.frequency) : cells;
}

// Says why the preset has no such tile, or the order's size does not match it; empty if valid.
static std::string tile_problem(const Preset& preset, const Export& order) {
    const Scene scene = preset.look.scene;
    if (scene_info(scene).one_row) return fmt::format("one-tile: scene {} has one row", name_of(scene));
    if (order.what == What::picture && has_axes(preset.look)) return "one-tile: a picture with axes is no tile";
    if (order.what == What::picture && scene != Scene::map) {
        return fmt::format("one-tile: a picture of scene {} is no tile; expected --what values, heights or normals",
                           name_of(scene));
    }
    const auto repeat = periods(preset.settings);
    if (repeat[0] == 0 || repeat[1] == 0) return "one-tile: expected a period along x and y, such as --period 4,4";
    const double span = one_tile(preset).look.span;
    if (!(span >= 0x1p-20 && span <= 0x1p20))
        return fmt::format("one-tile: expected a tile of 2^-20 to 2^20 units of coordinate, got {}", span);
    if (one_tile_width(preset, order.height) == order.width) return {};
    const std::uint64_t divisor = std::gcd(std::uint64_t{repeat[0]}, std::uint64_t{repeat[1]});
    return fmt::format("one-tile: a tile of {} by {} {} expects a size of {} to {}, got '{}x{}'",
                       shown_period(preset, 0), shown_period(preset, 1), preset.function ? "units" : "cells",
                       repeat[0] / divisor, repeat[1] / divisor, order.width, order.height);
}

// Returns why the volume cannot be exported; empty if it can.
static std::string volume_problem(const Preset& preset, const Export& order) {
    const Look& look = preset.look;
    // PNG and EXR are pictures, which have a maximum side.
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
                       counted(shown_period(preset, 2), preset.function ? "unit" : "cell"), shown_period(preset, 1),
                       fit > 0 ? counted(fit, "slice") : "another height, for a whole number of slices", order.slices);
}

// Says why the format cannot hold such frames; empty if it can.
static std::string moving_problem(const Preset& preset, const Export& order) {
    const char* format = kFormats[static_cast<int>(order.format)];
    const int most = order.format == Format::webp ? kLargestWebpSide : kLargestVideoSide;
    const int height = slice_rows(preset, order);
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
    if (order.what == What::picture && has_alpha(preset))
        return fmt::format("{}: {} holds no transparency; expected colours without alpha, or PNG, WebP or EXR",
                           is_in_colour(preset) ? "format" : "gradient", format);
    if (order.path == "-") return fmt::format("-o: {} expects the name of a file, not standard output", format);
    return {};
}

// Returns why the frames cannot be laid out as this sprite sheet; empty if they can.
static std::string sheet_problem(const Preset& preset, const Export& order) {
    if (order.columns < 1 || order.rows < 1 || std::int64_t{order.columns} * order.rows > kMostFrames) {
        return fmt::format("sheet: expected COLUMNSxROWS, up to {} in all, got '{}x{}'", kMostFrames, order.columns,
                           order.rows);
    }
    if (const std::int64_t cells = std::int64_t{order.columns} * order.rows; cells != order.frames) {
        return fmt::format("sheet: {}x{} holds {}, got {}", order.columns, order.rows, counted(cells, "frame"),
                           order.frames);
    }
    if (is_video(order.format) || order.format == Format::svg)
        return fmt::format("sheet: expected a format of still pictures, got {}",
                           kFormats[static_cast<int>(order.format)]);
    if (order.slices != 1) return "sheet: holds frames, not slices";
    if (has_frame(order.path)) return "sheet: one file holds all frames; expected no {frame} in the name";
    const int most = order.format == Format::webp ? kLargestWebpSide : kLargestSheetSide;
    const std::int64_t width = std::int64_t{order.columns} * order.width,
                       height = std::int64_t{order.rows} * slice_rows(preset, order);
    if (width <= most && height <= most) return {};
    return fmt::format("sheet: expected up to {} pixels per side, got {}x{} frames of {}x{}", most, order.columns,
                       order.rows, order.width, slice_rows(preset, order));
}

std::string problem(const Preset& preset, const Export& order) {
    if (order.maps) return maps_problem(preset, order);
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
    if (preset.function && !preset.function_values.tiling_problem.empty()) return preset.function_values.tiling_problem;
    const bool all_channels = order.what == What::values && !is_whole(order.format);
    if (has_channels(preset) && order.what != What::picture && !all_channels)
        return "what: expected picture, or values in NPY, EXR or RAW32F, since the function returns several numbers";
    if (is_normals(order.what) && preset.function) {
        try {
            (void)preset.function->with_gradient();
        } catch (const Error& e) {
            return fmt::format("what: the function has no normals: {}", e.what());
        }
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
    if (is_sheet(order)) {
        if (std::string what = sheet_problem(preset, order); !what.empty()) return what;
    }
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
    if (is_animation(order)) {
        if (std::string what = moving_problem(preset, order); !what.empty()) return what;
    }
    if (order.frames > 1 && !is_one_file(order) && !has_frame(order.path)) {
        return fmt::format("frames: {} pictures need {{frame}} or {{frame:04}} in the name, got {}", order.frames,
                           in_quotes(order.path));
    }
    return {};
}

}  // namespace isonoise
