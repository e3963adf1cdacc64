// isonoise gallery: writes pictures of every scene, for machines without a display.
#include "cli/options.hpp"
#include "cli/verbs.hpp"
#include "error.hpp"
#include "io/output.hpp"
#include "paths.hpp"
#include "scene/export.hpp"
#include "scene/function_file.hpp"
#include "scene/painter.hpp"
#include "scene/preset.hpp"
#include "scene/scenes.hpp"

namespace isonoise {
namespace {

struct GalleryOptions {
    GpuOptions gpu;
    std::string directory = "gallery";
    FunctionOptions function;
    bool shelf = false;
    std::string size = "800x450";
};

struct Picture {
    std::string name;
    Preset preset;
    std::string about;
};

std::vector<Picture> pictures_of_every_scene() {
    std::vector<Picture> pictures;
    for (std::size_t i = 0; i < std::size(detail::kScenes); ++i) {
        for (const auto& [preset, about] : scene_info(static_cast<Scene>(i)).gallery)
            pictures.push_back({preset, load_builtin_preset(preset), about});
    }
    return pictures;
}

// The function in each scene that can draw it.
std::vector<Picture> pictures_of(Function function) {
    Preset preset = preset_of(std::move(function));
    std::vector<Picture> pictures;
    for (std::size_t i = 0; i < std::size(detail::kScenes); ++i) {
        const auto scene = static_cast<Scene>(i);
        preset.look = default_look(preset, scene);
        if (problem(preset).empty()) pictures.push_back({detail::kScenes[i], preset, scene_info(scene).about});
    }
    return pictures;
}

// Each function that comes with the program, as its text asks to be seen.
std::vector<Picture> pictures_of_the_shelf() {
    std::vector<Picture> pictures;
    for (const BuiltinFunction& one : builtin_functions()) {
        const std::string name(one.name());
        pictures.push_back({name, preset_of(named_function(name)), std::string(one.about())});
    }
    return pictures;
}

void gallery(const GalleryOptions& options) {
    Export order;
    parse_size(options.size, order.width, order.height);
    if (std::string what = problem(Preset(), order); !what.empty()) throw Error(what);
    const std::optional<Function> function = options.function.function();
    if (function && options.shelf)
        fail("functions: expected no function beside it, got {}", in_quotes(function->name()));
    const std::vector<Picture> pictures = function        ? pictures_of(*function)
                                          : options.shelf ? pictures_of_the_shelf()
                                                          : pictures_of_every_scene();

    Gpu gpu(options.gpu);
    NewFolders folder;
    folder.make(path_of(options.directory));
    Painter painter(gpu.shaders(), gpu.info());
    print(fmt::format("Rendered on {}:\n", gpu.info().renderer));
    flush_output();
    for (const auto& [name, preset, about] : pictures) {
        order.path = (path_of(options.directory) / path_of(name + ".png")).string();
        order.own_name = true;
        export_files(painter, preset, order);
        print(fmt::format("  {}  {}\n", escaped(order.path), about));
        flush_output();
    }
}

}  // namespace

void add_gallery(CommandLine& line) {
    auto options = std::make_shared<GalleryOptions>();
    Verb& verb = line.verb("gallery", "write pictures of every scene");
    verb.option("DIR", options->directory, "", "the folder to write to [gallery]");
    options->function.add(verb, "draw a function instead, in each scene that takes its dimensions");
    verb.flag("--functions", options->shelf, "draw each function that comes with the program instead");
    verb.option("--size", options->size, "WxH", "pixels of each picture [" + options->size + "]");
    options->gpu.add(verb);
    verb.run([options] {
        gallery(*options);
        return 0;
    });
}

}  // namespace isonoise
