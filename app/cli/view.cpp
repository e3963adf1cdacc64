// isonoise view: the window.
#include <filesystem>
#include <optional>
#include <string>
#include <system_error>

#include "cli/options.hpp"
#include "cli/verbs.hpp"
#include "error.hpp"
#include "isonoise/untrusted.hpp"
#include "platform/system.hpp"
#include "scene/function_file.hpp"
#include "scene/preset.hpp"
#include "viewer/viewer.hpp"

namespace isonoise {
namespace {

struct ViewOptions {
    PresetOptions preset;
    GpuOptions gpu;
    bool no_config = false;
    std::optional<std::string> scale;

    // Scales text and widgets. Throws Error.
    std::optional<float> wanted_scale() const {
        if (!scale) return {};
        const auto value = static_cast<float>(parse_finite("--scale", *scale));
        if (value < kLeastScale || value > kMostScale)
            fail("--scale: expected a number from {} to {}, got {}", kLeastScale, kMostScale, in_quotes(*scale));
        return value;
    }
};

void view(const ViewOptions& options) {
    ViewerOptions viewer_options;
    viewer_options.gl = options.gpu.gl();
    viewer_options.files = options.gpu.files();
    viewer_options.mode = options.gpu.mode();
    viewer_options.es = options.gpu.es();
    viewer_options.scale = options.wanted_scale();
    Config first;
    first.preset = default_preset(Scene::terrain);
    if (!options.no_config) viewer_options.directory = config_directory();
    std::error_code error;
    const bool is_new = !std::filesystem::exists(viewer_options.directory / "viewer.json", error);
    viewer_options.config = load_config(viewer_options.directory, first, viewer_options.message);
    viewer_options.opened = options.preset.any();
    viewer_options.first_time = is_new && !viewer_options.opened && !viewer_options.directory.empty();
    if (viewer_options.opened) viewer_options.config.preset = options.preset.preset();
    if (const Preset& preset = viewer_options.config.preset; preset.function)
        tell_if_far("view", *function_for(preset), reach_of(preset, 1280, 720));
    viewer_options.name = options.preset.name();
    if (is_function_file(options.preset.file())) viewer_options.function_file = path_of(options.preset.file());
    run_viewer(std::move(viewer_options));
}

}  // namespace

void add_view(CommandLine& line) {
    auto options = std::make_shared<ViewOptions>();
    Verb& verb = line.verb("view", "open the viewer");
    verb.footer("F1 shows all keys. Without a preset or settings the viewer opens with its last state, at first with a "
                "terrain.\n"
                "A preset is a file or the name of a built-in one. A function FILE.glsl is followed: saving it in an "
                "editor changes the picture, and its uniforms are sliders; see docs/functions.md.\n\n"
                "  isonoise view --scene clouds\n"
                "  isonoise view planet-ground --no-config\n"
                "  isonoise view preset.json --shader-dir shaders\n"
                "  isonoise view islands.glsl\n\n"
                "Built in:" +
                builtin_preset_names());
    options->preset.add(verb, PresetFlags::all);
    options->preset.add_function(verb);
    verb.flag("--no-config", options->no_config, "neither read nor keep settings from one start to the next");
    verb.option("--scale", options->scale, "X",
                "size of text and buttons, from 0.5 to 8; by default the display's own scale");
    options->gpu.add(verb);
    verb.run([options] {
        view(*options);
        return 0;
    });
}

}  // namespace isonoise
