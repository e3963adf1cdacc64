// isonoise render: pictures, values, heights and normal maps of noise, single, in sequences or as videos.
#include <algorithm>
#include <chrono>

#include "cli/options.hpp"
#include "cli/verbs.hpp"
#include "error.hpp"
#include "io/progress.hpp"
#include "io/video.hpp"
#include "platform/system.hpp"
#include "scene/export.hpp"
#include "scene/function_values.hpp"
#include "scene/material.hpp"
#include "scene/painter.hpp"
#include "words.hpp"

namespace isonoise {

namespace {

struct RenderOptions {
    PresetOptions preset;
    GpuOptions gpu;
    std::string size;
    std::string frames;
    std::string sheet;
    std::string seconds;
    std::string fps;
    std::string time_step;
    std::string depth = "8";
    std::string dpi;
    std::string samples;
    std::string format;
    std::string what;
    std::string strength;
    std::string slices;
    bool one_tile = false;
    bool auto_levels = false;
    bool guides = false;
    bool maps = false;
    std::string output;
};

// Sets the number of frames and the time between them. order.format must be set.
void parse_frames(const RenderOptions& options, const Preset& preset, Export& order) {
    if (!options.frames.empty() && !options.seconds.empty())
        fail("seconds: expected either --frames or --seconds, got both");
    if (!options.fps.empty()) order.fps = static_cast<int>(parse_whole("fps", options.fps, 1, kMostFps));
    if (!options.frames.empty()) order.frames = parse_whole("frames", options.frames, 1, kMostFrames);
    if (!options.seconds.empty()) {
        const double seconds = parse_finite("seconds", options.seconds);
        const double most = std::min(kMostSeconds, static_cast<double>(kMostFrames) / order.fps);
        if (!(seconds > 0 && seconds <= most))
            fail("seconds: expected a number above 0, up to {}, got {}", most, in_quotes(options.seconds));
        order.frames = frames_in(seconds, order.fps);
    } else if (options.frames.empty() && is_sheet(order)) {
        order.frames = std::int64_t{order.columns} * order.rows;
    } else if (options.frames.empty() && is_video(order.format)) {
        order.frames = frames_in(usual_seconds(preset), order.fps);
    }
    if (is_animation(order) || !options.seconds.empty() || !options.fps.empty())
        order.time_step = time_step(preset, order.fps);
    const std::uint32_t loop = preset.settings.loop;
    if (options.time_step.empty()) return;
    if (loop != 0)
        fail("time-step: expected none, since {} is divided among its frames",
             preset.function ? "the period of the last axis" : fmt::format("a loop of {}", counted(loop, "cell")));
    order.time_step = parse_finite("time-step", options.time_step);
}

// Sets the size of a frame, and of a sheet of them.
void parse_sizes(const RenderOptions& options, const Preset& preset, Export& order) {
    if (!options.sheet.empty()) parse_size(options.sheet, order.columns, order.rows, "sheet: expected COLUMNSxROWS");
    if (!options.size.empty()) {
        parse_size(options.size, order.width, order.height);
    } else {
        if (is_sheet(order)) order.width = order.height = 256;
        if (order.one_tile) {
            if (!is_sheet(order)) order.height = 1024;
            if (const int width = one_tile_width(preset, order.height)) order.width = width;
        }
    }
}

void render(const RenderOptions& options) {
    Preset preset = options.preset.preset();
    Export order;
    order.path = options.output;
    order.one_tile = options.one_tile;
    order.auto_levels = options.auto_levels;
    order.guides = options.guides;
    order.maps = options.maps;
    parse_sizes(options, preset, order);
    order.depth = static_cast<int>(parse_whole("depth", options.depth, 1, 64));
    if (!options.dpi.empty()) order.dpi = static_cast<int>(parse_whole("dpi", options.dpi, 1, kMostDpi));
    if (!options.samples.empty()) order.samples = static_cast<int>(parse_whole("samples", options.samples, 1, 4096));
    if (options.output.empty()) fail("render: -o FILE is missing (- is standard output)");
    if (options.output.find("{frame") != std::string::npos && !has_frame(options.output)) {
        fail("-o: expected {{frame}} or {{frame:04}} in {}", in_quotes(options.output));
    }
    order.format =
        options.output == "-" && options.format.empty() ? Format::png : parse_format(options.format, options.output);
    parse_frames(options, preset, order);
    order.what = !options.what.empty()  ? parse_word<What>("what", kWhats, options.what)
                 : is_in_colour(preset) ? What::picture
                                        : default_what(preset.look.scene, order.format);
    if (!options.slices.empty())
        order.slices = static_cast<int>(parse_whole("slices", options.slices, 1, kLargestSide));
    if (!options.strength.empty()) {
        order.strength = parse_finite("strength", options.strength);
        if (!is_normals(order.what) && !options.maps) fail("strength: only for --what normals-gl and normals-dx");
    }
    if (options.output == "-" && is_terminal(stdout)) fail("-o -: not writing a picture to a terminal");
    if (options.maps && !options.what.empty()) fail("maps: expected no --what, since they are several");
    if (std::string what = problem(preset, order); !what.empty()) throw Error(what);
    check_writable(preset, order);

    const bool has_range =
        order.what == What::picture ? has_values(preset.look.scene) : has_levels(order) && !order.auto_levels;
    const char* found = nullptr;  // how the range was
    if (preset.function && !is_in_colour(preset) && !preset.look.range && has_range) {
        const FunctionValues& values = preset.function_values;
        preset.look.range = order.what == What::picture ? values.for_colours() : values.for_files();
        found = preset.look.range ? "proved" : "measured";
        if (!preset.look.range) preset.look.range = function_range(preset, order.width, order.height);
    }

    if (preset.function)
        tell_if_far("render", *function_for(preset), reach_of(drawn_preset(preset, order), order.width, order.height));

    Gpu gpu(options.gpu);
    Painter painter(gpu.shaders(), gpu.info());
    if (options.maps) {
        const std::string meaning = export_maps(painter, preset, order);
        tell([&] { return "render: " + meaning; });
        return;
    }
    Progress progress;
    using Clock = std::chrono::steady_clock;
    auto last = Clock::now();
    std::optional<std::array<double, 2>> levels;
    export_files(painter, preset, order, [&](const ExportState& state) {
        if (const auto now = Clock::now(); now - last > std::chrono::milliseconds(200)) {
            progress.show(escaped(options.output) + ": " + text_of(state));
            last = now;
        }
        levels = state.levels;
        return true;
    });
    progress.clear();
    if (found)
        tell([&] { return fmt::format("render: {} {}, see --range", found, text_of_levels(*preset.look.range)); });
    if (!levels) return;
    tell([&] {
        const std::string heights =
            order.what == What::heights ? fmt::format(" ({})", text_of_ends(preset, order, levels)) : "";
        return "render: " + text_of_levels(*levels) + heights;
    });
}

}  // namespace

void add_render(CommandLine& line) {
    auto options = std::make_shared<RenderOptions>();
    Verb& verb = line.verb("render", "write pictures, values, heights and normal maps of any size");
    verb.footer(
        "Formats: PNG (.png: 8 or 16 bits), EXR (.exr: 32-bit floats), NPY (.npy: 32-bit floats), RAW16 (.r16, .raw: "
        "16-bit integers) and RAW32F (.r32, .f32: 32-bit floats). RAW files have the lowest byte first and no header.\n"
        "WebP (.webp), MP4 (.mp4: H.264) and WebM (.webm: VP9) hold all frames in one file; the last two need the "
        "program ffmpeg. A video without --seconds or --frames shows a loop once, or lasts 10 s. WebP of one frame is "
        "lossless.\n"
        "SVG (.svg) holds the curve of scene line as paths and text, for print.\n"
        "EXR, RAW and NPY of the scenes map and line hold the noise values in one channel (EXR, NPY and RAW32F of a "
        "function that returns a vector in several); with --what picture they hold colours, in linear light except for "
        "RAW16. A PNG of scene map with --colormap grey has one channel too.\n"
        "Values in PNG, RAW16, WebP, MP4 and WebM: 0 is the low end of --range, the largest number its high end; "
        "values beyond are clamped. The default is the range of the noise, such as [-1, 1].\n"
        "Values, heights and normals show the plane through the center, x right and y down, as scene map does: for "
        "terrain this is the ground seen from above. Heights, only in scene terrain, are --relief times the values.\n"
        "Normals: x right, y up (gl) or down (dx), z out of the picture; in formats of integers -1 becomes 0 and 1 "
        "the largest number.\n\n"
        "  isonoise render --octaves 8 -o noise.png\n"
        "  isonoise render --octaves 8 --what values --depth 16 --size 2048x2048 -o height.png\n"
        "  isonoise render --octaves 8 --period 8,8 --one-tile -o tile.png\n"
        "  isonoise render --octaves 8 --period 8,8 --one-tile --what normals-gl --strength 0.5 -o n.png\n"
        "  isonoise render line --background white --axes on -o line.svg\n"
        "  isonoise render map --background white --axes on --size 1800x1200 --dpi 300 -o figure.png\n"
        "  isonoise render terrain-alps --what heights -o alps.exr\n"
        "  isonoise render --octaves 8 --size 100000x100000 -o world.r32\n"
        "  isonoise render map-clouds --one-tile -o clouds.png                     (white, with alpha)\n"
        "  isonoise render --dim 3 --period 4,4,4 --one-tile --size 64x64 --slices 64 -o volume.npy\n"
        "  isonoise render preset.json --frames 90 -o 'frame{frame:04}.png'\n"
        "  isonoise render --dim 3 --loop 2 --frames 60 -o 'loop{frame:04}.png'    (closes: frame 60 = frame 0)\n"
        "  isonoise render fire --loop 2 --sheet 8x8 -o fire.png                      (64 frames that close)\n"
        "  isonoise render fire --seconds 10 -o fire.mp4\n"
        "  isonoise render clouds --fps 60 -o clouds.webm                          (the loop once)\n"
        "  isonoise render --dim 3 --loop 2 --seconds 4 --size 512x512 -o loop.webp\n"
        "  isonoise render planet-ground --size 3840x2160 --samples 16 -o planet.png\n"
        "  isonoise render islands.glsl --set mountains=0.3 --span 8 -o islands.png    (a function of your own: "
        "docs/functions.md)\n"
        "  isonoise render --dim 3 -o - | display\n\n"
        "Built-in presets:" +
        builtin_preset_names());
    options->preset.add(verb, PresetFlags::all);
    options->preset.add_function(verb);
    options->preset.add_local(verb);
    verb.option("-o", options->output, "FILE",
                "file to write; {frame:04} becomes the frame's number, from 0; - is standard output");
    verb.option("--size", options->size, "WxH", "pixels, up to 1000000 per side and 2^34 in all [1280x720]");
    verb.flag("--one-tile", options->one_tile,
              "exactly one period along x and y, whatever --span says; the default size is then 1024 pixels high");
    verb.flag("--auto-levels", options->auto_levels,
              "values and heights in formats of integers: 0 and the largest number are the least and the greatest "
              "value of these frames, whatever --range says; prints them");
    verb.flag("--guides", options->guides,
              "also the marks that the viewer draws on its picture: the seams of --tiling 3x3, and over the planet the "
              "arrow to a marker that is out of sight");
    verb.option("--frames", options->frames, "N", "number of pictures [1; a video: see above]");
    verb.option(
        "--sheet", options->sheet, "NxN",
        "columns and rows of a sprite sheet (flipbook), one picture that holds all frames, from the top left in "
        "rows; --size is then that of a frame [256x256]");
    verb.option("--seconds", options->seconds, "S", "how long they play, in place of --frames");
    verb.option("--fps", options->fps, "N", "frames per second, 1 to 240 [30]");
    verb.option("--time-step", options->time_step, "NUMBER",
                "time from frame to frame; with --seconds or --fps and in WebP, MP4 and WebM: --speed / --fps [1/30]");
    verb.option("--samples", options->samples, "N",
                "samples per pixel in scenes with a camera [as many as the scene needs]");
    verb.option("--depth", options->depth, "BITS", "bits per channel of a PNG: 8 or 16 [8]");
    verb.choices("--depth", {"8", "16"});
    verb.option("--dpi", options->dpi, "N",
                "dots per inch in print, stored in PNG and SVG; the letters of --axes are then 9 points high [none: a "
                "share of the picture]");
    verb.option("--format", options->format, "WORD",
                "png, exr, raw16, raw32f, npy, webp, mp4, webm or svg [from FILE's extension; to standard output png]");
    verb.choices("--format", words_of(kFormats));
    verb.option("--what", options->what, "WORD",
                "picture, values, heights, normals-gl or normals-dx [values in EXR, RAW and NPY of map and line, else "
                "picture]");
    verb.choices("--what", words_of(kWhats));
    verb.flag("--maps", options->maps,
              "the maps of a material, with --one-tile: -o a.png becomes a_albedo.png, a_height.png, a_normal_gl.png, "
              "a_normal_dx.png, a_ao.png (ambient occlusion) and, of a function's variable, a_roughness.png; prints "
              "what the heights mean");
    verb.option(
        "--strength", options->strength, "NUMBER",
        "for normals: height of the value 1, in units of coordinate [--relief in scene terrain, else 1; for --maps one "
        "at which half of the ground is steeper than 20 degrees]");
    verb.option(
        "--slices", options->slices, "N",
        "of a volume of 3D or 4D noise, along z, as far apart as pixels: one below the other; NPY has the shape "
        "slices, rows, columns [1]");
    options->gpu.add(verb);
    verb.run([options] {
        render(*options);
        return 0;
    });
}

}  // namespace isonoise
