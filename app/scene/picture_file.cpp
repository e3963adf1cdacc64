#include "scene/picture_file.hpp"

#include <fmt/format.h>

#include "io/image.hpp"
#include "scene/painter.hpp"

namespace isonoise {

void write_picture(Painter& painter, const Preset& preset, const PictureFile& file, Progress& progress) {
    OutputFile output(file.path);
    const auto width = static_cast<std::size_t>(file.width);
    // An EXR of the scene map holds the values themselves.
    const bool values = file.exr && preset.look.scene == Scene::map;
    const bool grey = preset.look.scene == Scene::map && (values || preset.look.colormap == Colormap::grey);
    const int channels = grey ? 1 : 3;
    auto image = file.exr ? exr_writer(output, file.width, file.height, channels)
                          : png_writer(output, file.width, file.height, channels, file.depth);
    std::vector<float> row(width * static_cast<std::size_t>(channels));
    int done = 0;
    auto band = [&](int rows, std::span<const float> band_values) {
        const std::size_t stride = values ? 1 : 4;
        for (int y = 0; y < rows; ++y) {
            const float* from = band_values.data() + static_cast<std::size_t>(y) * width * stride;
            for (std::size_t x = 0; x < width; ++x) {
                for (std::size_t c = 0; c < static_cast<std::size_t>(channels); ++c) {
                    row[x * static_cast<std::size_t>(channels) + c] = from[x * stride + c];
                }
            }
            image->row(row);
        }
        done += rows;
        if (done < file.height) progress.show(fmt::format("{}: {} %", output.name(), 100 * done / file.height));
    };
    painter.picture(preset, file.width, file.height, file.samples > 0 ? file.samples : good_samples(preset.look),
                    values           ? Painter::Pixels::values
                    : file.exr       ? Painter::Pixels::linear
                    : file.depth > 8 ? Painter::Pixels::display
                                     : Painter::Pixels::display8,
                    band, file.along);
    image->finish();
    output.commit();
}

}  // namespace isonoise
