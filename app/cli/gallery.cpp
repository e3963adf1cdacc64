// isonoise gallery: writes pictures of every scene, for machines without a display.
#include "cli/options.hpp"
#include "cli/verbs.hpp"
#include "error.hpp"
#include "io/output.hpp"
#include "paths.hpp"
#include "scene/export.hpp"
#include "scene/painter.hpp"
#include "scene/preset.hpp"
#include "scene/scenes.hpp"

namespace isonoise {
namespace {

struct GalleryOptions {
    GpuOptions gpu;
    std::string directory = "gallery";
    std::string size = "800x450";
};

void gallery(const GalleryOptions& options) {
    Export order;
    parse_size(options.size, order.width, order.height);
    if (std::string what = problem(Preset(), order); !what.empty()) throw Error(what);

    Gpu gpu(options.gpu);
    NewFolders folder;
    folder.make(path_of(options.directory));
    Painter painter(gpu.shaders(), gpu.info());
    print(fmt::format("Rendered on {}:\n", gpu.info().renderer));
    flush_output();
    for (std::size_t i = 0; i < std::size(detail::kScenes); ++i) {
        for (const auto& [preset, about] : scene_info(static_cast<Scene>(i)).gallery) {
            order.path = (path_of(options.directory) / path_of(std::string(preset) + ".png")).string();
            order.own_name = true;
            export_files(painter, load_builtin_preset(preset), order);
            print(fmt::format("  {}  {}\n", escaped(order.path), about));
            flush_output();
        }
    }
}

}  // namespace

void add_gallery(CommandLine& line) {
    auto options = std::make_shared<GalleryOptions>();
    Verb& verb = line.verb("gallery", "write pictures of every scene");
    verb.option("DIR", options->directory, "", "the folder to write to [gallery]");
    verb.option("--size", options->size, "WxH", "pixels of each picture [" + options->size + "]");
    options->gpu.add(verb);
    verb.run([options] {
        gallery(*options);
        return 0;
    });
}

}  // namespace isonoise
