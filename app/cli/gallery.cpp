// isonoise gallery: writes a picture of each scene, for machines without a display.
#include "cli/options.hpp"
#include "cli/verbs.hpp"
#include "error.hpp"
#include "io/output.hpp"
#include "scene/export.hpp"
#include "scene/painter.hpp"
#include "scene/preset.hpp"

namespace isonoise {
namespace {

// Built-in presets: a picture of each scene by default, and of features best shown by a map.
struct GalleryPicture {
    const char* preset;
    const char* about;
};
constexpr GalleryPicture kGallery[] = {
    {"line", "1D fBm as a curve over its lattice"},
    {"map", "one octave in 2D: Perlin noise as it is"},
    {"map-atlas", "fBm in the colours of an atlas"},
    {"map-tiles", "a tile three by three: its edges fit"},
    {"map-veins", "ridged, in a warped domain"},
    {"anatomy", "how Perlin noise works: the first of seven steps"},
    {"terrain", "a landscape, with huts that the CPU places"},
    {"density", "noise as rock"},
    {"sea", "waves"},
    {"fire", "flames"},
    {"clouds", "a volume of clouds"},
    {"planet", "a planet, with a marker that the CPU places"},
    {"marble", "the classic solid texture"},
};

struct GalleryOptions {
    GpuOptions gpu;
    std::string directory = "gallery";
    std::string size = "800x450";
};

void gallery(const GalleryOptions& options) {
    Export order;
    parse_size(options.size, order.width, order.height);
    if (std::string what = problem(load_builtin_preset(kGallery[0].preset), order); !what.empty()) throw Error(what);

    Gpu gpu(options.gpu);
    std::error_code error;
    std::filesystem::create_directories(options.directory, error);
    if (error) fail("cannot make the directory '{}': {}", options.directory, error.message());
    Painter painter(gpu.shaders(), gpu.info());
    print(fmt::format("Rendered on {}:\n", gpu.info().renderer));
    flush_output();
    for (const auto& [preset, about] : kGallery) {
        order.path = (std::filesystem::path(options.directory) / (std::string(preset) + ".png")).string();
        export_files(painter, load_builtin_preset(preset), order);
        print(fmt::format("  {}  {}\n", order.path, about));
        flush_output();
    }
}

}  // namespace

void add_gallery(CommandLine& line) {
    auto options = std::make_shared<GalleryOptions>();
    Verb& verb = line.verb("gallery", "write a picture of each scene");
    verb.option("DIR", options->directory, "", "where to write them [gallery]");
    verb.option("--size", options->size, "WxH", "pixels of each picture [" + options->size + "]");
    options->gpu.add(verb);
    verb.run([options] {
        gallery(*options);
        return 0;
    });
}

}  // namespace isonoise
