// isonoise view: the window.
#include "cli/options.hpp"
#include "viewer/viewer.hpp"

namespace isonoise {
namespace {

struct ViewOptions {
    PresetOptions preset;
    GpuOptions gpu;
};

// What the viewer opens on when nothing was asked for.
Preset opening() {
    Preset preset;
    preset.settings.dim = 3;
    preset.settings.octaves = 5.0f;
    preset.look.span = 5.0;
    preset.look.center[2] = 0.37;  // on a lattice plane, as at 0, noise is weaker
    return preset;
}

void view(const ViewOptions& options) {
    const Preset preset = options.preset.any() ? options.preset.preset() : opening();
    Viewer viewer({.preset = preset,
                   .gl = options.gpu.gl(),
                   .files = options.gpu.files(),
                   .mode = options.gpu.mode(),
                   .es = options.gpu.es()});
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
    options->gpu.add(*verb);
    verb->callback([options] { view(*options); });
}

}  // namespace isonoise
