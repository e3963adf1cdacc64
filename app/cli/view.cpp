// isonoise view: the window.
#include "cli/options.hpp"
#include "viewer/viewer.hpp"

namespace isonoise {
namespace {

struct ViewOptions {
    PresetOptions preset;
    GpuOptions gpu;
    bool no_config = false;
};

// What the viewer opens on the first time.
Preset opening() {
    Preset preset;
    preset.settings.dim = 3;
    preset.settings.octaves = 5.0f;
    preset.look.span = 5.0;
    preset.look.center[2] = 0.37;  // on a lattice plane, as at 0, noise is weaker
    return preset;
}

void view(const ViewOptions& options) {
    ViewerOptions viewer_options;
    viewer_options.gl = options.gpu.gl();
    viewer_options.files = options.gpu.files();
    viewer_options.mode = options.gpu.mode();
    viewer_options.es = options.gpu.es();
    Config first;
    first.preset = opening();
    if (!options.no_config) viewer_options.directory = config_directory();
    viewer_options.config = load_config(viewer_options.directory, first, viewer_options.message);
    if (options.preset.any()) viewer_options.config.preset = options.preset.preset();
    Viewer viewer(std::move(viewer_options));
    viewer.run();
}

}  // namespace

void add_view(CLI::App& app, int&) {
    auto options = std::make_shared<ViewOptions>();
    CLI::App* verb = app.add_subcommand("view", "open the viewer");
    verb->footer("Drag pans, the wheel zooms at the cursor, space plays and pauses time, R resets the view, F hides "
                 "the\n"
                 "panel, F12 saves a PNG, Ctrl+S a preset. Without a preset or settings it opens on 3D fBm.\n\n"
                 "  isonoise view --dim 4 --octaves 3\n"
                 "  isonoise view preset.json --shader-dir shaders");
    options->preset.add(*verb, true);
    verb->add_flag("--no-config", options->no_config, "do not read or keep settings from one start to the next");
    options->gpu.add(*verb);
    verb->callback([options] { view(*options); });
}

}  // namespace isonoise
