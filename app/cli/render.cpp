// isonoise render: pictures of noise, and their sequences.
#include <cmath>
#include <regex>

#include <unistd.h>

#include "cli/options.hpp"
#include "error.hpp"
#include "io/output.hpp"
#include "scene/painter.hpp"
#include "scene/picture_file.hpp"

namespace isonoise {

namespace {

constexpr int kLargest = 16384;

struct RenderOptions {
    PresetOptions preset;
    GpuOptions gpu;
    std::string size = "1280x720";
    std::string frames = "1";
    std::string time_step;
    std::string depth = "8";
    std::string samples;
    std::string format;
    std::string output;
};

void parse_size(const std::string& text, int& width, int& height) {
    std::smatch match;
    if (std::regex_match(text, match, std::regex("(\\d{1,9})[xX](\\d{1,9})"))) {
        width = std::stoi(match[1]);
        height = std::stoi(match[2]);
        if (width >= 1 && width <= kLargest && height >= 1 && height <= kLargest) return;
    }
    fail("size: expected WIDTHxHEIGHT, each from 1 to {}, got {}", kLargest, in_quotes(text));
}

const std::regex& frame_field() {
    static const std::regex field("\\{frame(?::0?(\\d{1,2}))?\\}");
    return field;
}

// "a{frame:04}.png" and 7: "a0007.png"
std::string frame_name(const std::string& pattern, std::int64_t frame) {
    std::smatch match;
    std::string name, rest = pattern;
    while (std::regex_search(rest, match, frame_field())) {
        name += match.prefix().str() + fmt::format("{:0{}}", frame, match[1].matched ? std::stoi(match[1]) : 1);
        rest = match.suffix();
    }
    return name + rest;
}

void render(const RenderOptions& options) {
    Preset preset = options.preset.preset();
    PictureFile file;
    parse_size(options.size, file.width, file.height);
    const auto frames = parse_whole("frames", options.frames, 1, 1000000);
    if (options.depth != "8" && options.depth != "16")
        fail("depth: expected 8 or 16, got {}", in_quotes(options.depth));
    file.depth = options.depth == "8" ? 8 : 16;
    if (!options.samples.empty()) file.samples = static_cast<int>(parse_whole("samples", options.samples, 1, 4096));
    double time_step = 1.0 / 30;
    if (!options.time_step.empty() && !(parse_number(options.time_step, time_step) && std::isfinite(time_step))) {
        fail("time-step: expected a number, got {}", in_quotes(options.time_step));
    }
    const std::uint32_t loop = preset.settings.loop;
    if (loop != 0 && !options.time_step.empty()) {
        fail("time-step: a loop of {} cells is divided among its frames; leave one of both out", loop);
    }
    if (options.output.empty()) fail("render: -o FILE is missing (- is standard output)");
    if (options.output.find("{frame") != std::string::npos && !std::regex_search(options.output, frame_field())) {
        fail("-o: expected {{frame}} or {{frame:04}} in '{}'", options.output);
    }
    std::string format = options.format;
    if (format.empty()) {
        if (options.output == "-") {
            format = "png";
        } else {
            std::string extension = std::filesystem::path(options.output).extension().string();
            if (extension == ".png" || extension == ".exr") format = extension.substr(1);
        }
    }
    if (format != "png" && format != "exr") {
        fail("-o: expected a name that ends in .png or .exr, or --format png or exr, got '{}'",
             options.format.empty() ? options.output : options.format);
    }
    file.exr = format == "exr";
    if (file.exr && options.depth != "8") fail("depth: an EXR holds 32-bit floats; --depth is for PNG");
    if (options.output == "-" && isatty(STDOUT_FILENO)) fail("-o -: not writing a picture to a terminal");
    if (frames > 1 && !std::regex_search(options.output, frame_field())) {
        fail("frames: {} pictures need {{frame}} or {{frame:04}} in -o, got '{}'", frames, options.output);
    }
    // Refuse what can't be written before any work; a pipe must not be opened twice.
    const std::string first = frame_name(options.output, 0);
    std::error_code error;
    if (!std::filesystem::exists(first, error) || std::filesystem::is_regular_file(first, error))
        OutputFile probe(first);

    Gpu gpu(options.gpu);
    Painter painter(gpu.shaders(), gpu.info().max_texture);
    Progress progress;
    const double start = preset.look.time;
    for (std::int64_t frame = 0; frame < frames; ++frame) {
        // A loop closes exactly: its frames lie where integers say, and frame `frames` would be frame 0 again.
        if (loop != 0) {
            file.along = loop_point(frame, frames, loop);
        } else {
            preset.look.time = start + static_cast<double>(frame) * time_step;
        }
        file.path = frame_name(options.output, frame);
        write_picture(painter, preset, file, progress);
        if (frames > 1) progress.show(fmt::format("frame {} of {}", frame + 1, frames));
    }
}

}  // namespace

void add_render(CLI::App& app, int&) {
    auto options = std::make_shared<RenderOptions>();
    CLI::App* verb = app.add_subcommand("render", "write pictures: PNG of 8 or 16 bits, EXR of floats");
    verb->footer(
        "An EXR of the scene map holds the values themselves in one channel; a PNG with --colormap "
        "grey has one "
        "channel too.\n\n"
        "  isonoise render --octaves 8 -o noise.png\n"
        "  isonoise render --octaves 8 --colormap grey --depth 16 --size 2048x2048 -o height.png\n"
        "  isonoise render preset.json --frames 90 -o 'frame{frame:04}.png'\n"
        "  isonoise render --dim 3 --loop 2 --frames 60 -o 'loop{frame:04}.png'    (closes: frame 60 is frame 0)\n"
        "  isonoise render --dim 3 -o - | display");
    options->preset.add(*verb, true);
    verb->add_option("-o", options->output,
                     "file to write; {frame:04} is the number of the frame, from 0; - is standard output")
        ->type_name("FILE");
    verb->add_option("--size", options->size, "pixels, up to 16384x16384 [1280x720]")->type_name("WxH");
    verb->add_option("--frames", options->frames, "number of pictures [1]")->type_name("N");
    verb->add_option("--time-step", options->time_step, "time from frame to frame [1/30]")->type_name("NUMBER");
    verb->add_option("--samples", options->samples,
                     "samples a pixel of scenes with a camera [as many as the scene needs]")
        ->type_name("N");
    verb->add_option("--depth", options->depth, "bits a channel of a PNG: 8 or 16 [8]")->type_name("BITS");
    verb->add_option("--format", options->format, "png or exr [as FILE's name says, else png]")->type_name("WORD");
    options->gpu.add(*verb);
    verb->callback([options] { render(*options); });
}

}  // namespace isonoise
