// isonoise gallery: a set of sample pictures, for where there is no display to view them on, and for the README.
#include "cli/options.hpp"
#include "error.hpp"
#include "io/output.hpp"
#include "scene/export.hpp"
#include "scene/painter.hpp"
#include "scene/preset.hpp"

namespace isonoise {
namespace {

// The pictures of `gallery`: what isonoise shows where there is no display.
struct GalleryPicture {
    const char* file;
    const char* about;
    const char* preset;
    int width;
    int height;
};
constexpr GalleryPicture kGallery[] = {
    {"map.png", "2D, one octave: Perlin noise as it is", R"({"schema": 1, "span": 9})", 1280, 720},
    {"fbm.png", "3D fBm of 8 octaves",
     R"({"schema": 1, "dim": 3, "octaves": 8, "colormap": "magma", "span": 5, "seed": 7, "center": [0, 0, 0.5]})", 1280,
     720},
    {"terrain.png", "2D fBm of 10 octaves as a map of islands",
     R"({"schema": 1, "octaves": 10, "persistence": 0.52, "colormap": "terrain", "span": 4, "seed": 12,
         "center": [3.4, 1.8]})",
     1280, 720},
    {"diverging.png", "4D, three octaves: negative blue, positive red, 0 white",
     R"({"schema": 1, "dim": 4, "octaves": 3, "colormap": "diverging", "span": 6, "center": [0, 0, 0.4, 0.7]})", 1280,
     720},
    {"improved.png", "Ken Perlin's improved noise of 2002, 3D",
     R"({"schema": 1, "algorithm": "improved", "dim": 3, "colormap": "grey", "span": 9, "center": [0, 0, 0.5]})", 1280,
     720},
    {"ridged.png", "2D ridged, 8 octaves, a tile of 8x9 cells: its edges fit",
     R"({"schema": 1, "fractal": "ridged", "octaves": 8, "period": [8, 9], "frequency": 2, "span": 4.5, "colormap": "magma",
         "seed": 3})",
     1280, 1440},
    {"warped.png", "2D fBm in a warped domain",
     R"({"schema": 1, "octaves": 6, "warp": 1.2, "colormap": "magma", "span": 4, "seed": 21})", 1280, 720},
    {"line.png", "1D: the noise is 0 at every lattice point (the upright rulers)",
     R"({"schema": 1, "dim": 1, "scene": "line", "span": 7, "seed": 3})", 1280, 480},
    {"line-fbm.png", "1D fBm of 7 octaves",
     R"({"schema": 1, "dim": 1, "octaves": 7, "scene": "line", "colormap": "magma", "span": 3, "seed": 5,
         "range": [-0.8, 0.8]})",
     1280, 480},
};

void gallery(const GpuOptions& gpu_options, const std::string& directory) {
    Gpu gpu(gpu_options);
    std::error_code error;
    std::filesystem::create_directories(directory, error);
    if (error) fail("cannot make the directory '{}': {}", directory, error.message());
    Painter painter(gpu.shaders(), gpu.info().max_texture);
    print(fmt::format("Rendered on {}:\n", gpu.info().renderer));
    for (const GalleryPicture& picture : kGallery) {
        Export order;
        order.path = (std::filesystem::path(directory) / picture.file).string();
        order.width = picture.width;
        order.height = picture.height;
        export_files(painter, parse_preset(picture.preset, picture.file), order);
        print(fmt::format("  {}  {}\n", order.path, picture.about));
        flush_output();
    }
}

}  // namespace

void add_gallery(CLI::App& app, int&) {
    struct GalleryOptions {
        GpuOptions gpu;
        std::string directory = "gallery";
    };
    auto options = std::make_shared<GalleryOptions>();
    CLI::App* verb = app.add_subcommand("gallery", "write a set of sample pictures");
    verb->add_option("DIR", options->directory, "where to write them [gallery]")->type_name("");
    options->gpu.add(*verb);
    verb->callback([options] { gallery(options->gpu, options->directory); });
}

}  // namespace isonoise
