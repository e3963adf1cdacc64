#include "scene/painter.hpp"

#include <algorithm>
#include <cmath>

#include "error.hpp"

namespace isonoise {

// Steps of the colour map on the GPU, between which it is interpolated.
static constexpr int kColours = 1024;

Painter::Painter(Shaders& shaders, int max_texture)
    : shaders_(shaders), evaluator_(shaders, max_texture), max_texture_(max_texture), colours_(Texture::make()) {}

void Painter::colour(const Preset& preset, const Target& field, const Canvas& canvas) {
    glActiveTexture(GL_TEXTURE1);
    glBindTexture(GL_TEXTURE_2D, colours_.get());
    if (loaded_ != preset.look.colormap) {
        std::vector<glm::vec3> row(kColours);
        for (int i = 0; i < kColours; ++i) {
            row[static_cast<std::size_t>(i)] =
                isonoise::colour(preset.look.colormap, static_cast<float>(i) / (kColours - 1));
        }
        glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
        glTexImage2D(GL_TEXTURE_2D, 0, GL_RGB32F, kColours, 1, 0, GL_RGB, GL_FLOAT, row.data());
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
        loaded_ = preset.look.colormap;
    }
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, field.texture());

    const bool line = preset.look.scene == Scene::line;
    const GLuint program = shaders_.use(line ? "scenes/line.frag" : "scenes/map.frag");
    auto at = [&](const char* name) { return glGetUniformLocation(program, name); };
    const auto range = shown_range(preset);
    glUniform1i(at("field"), 0);
    glUniform1i(at("colours"), 1);
    glUniform2f(at("size"), static_cast<float>(canvas.width), static_cast<float>(canvas.height));
    glUniform2f(at("range"), static_cast<float>(range[0]), static_cast<float>(1.0 / (range[1] - range[0])));
    glUniform1f(at("first_row"), static_cast<float>(canvas.y0));
    glUniform1i(at("rows_from_top"), canvas.rows_from_top ? 1 : 0);
    if (line) {
        // The interval of the output with a margin, or the range that was asked for, from top to bottom.
        const bool unit = preset.settings.output == Output::unit;
        const std::array<double, 2> marks = unit ? std::array{0.0, 1.0} : std::array{-1.0, 1.0};
        const double margin = 0.12 * (marks[1] - marks[0]);
        const auto shown = preset.look.range.value_or(std::array{marks[0] - margin, marks[1] + margin});
        const double scale = canvas.height / (shown[1] - shown[0]);
        const double rest = unit ? 0.5 : 0.0;
        glUniform3f(at("curve"), static_cast<float>(shown[1] * scale), static_cast<float>(scale),
                    static_cast<float>((shown[1] - rest) * scale));
        glUniform2f(at("marks"), static_cast<float>(marks[0]), static_cast<float>(marks[1]));
        const double step = preset.look.span / canvas.height * static_cast<double>(preset.settings.frequency);
        const double time = preset.settings.dim == 1 ? preset.look.time : 0.0;
        const double first = (preset.look.center[0] + time) * static_cast<double>(preset.settings.frequency) +
                             (0.5 - 0.5 * canvas.width) * step;
        glUniform2f(at("lattice"), static_cast<float>(first - std::floor(first)), static_cast<float>(step));
        glUniform1f(at("stroke"), std::clamp(static_cast<float>(canvas.height) / 220.0f, 1.5f, 12.0f));
    }
    glBindFramebuffer(GL_FRAMEBUFFER, canvas.framebuffer);
    glViewport(0, 0, canvas.width, canvas.rows);
    evaluator_.draw();
}

// Rows of a band of a picture this wide: about four million pixels.
static int band_rows(int width, int height) { return std::clamp((1 << 22) / width, 1, height); }

void Painter::picture(const Preset& preset, int width, int height, Pixels pixels, const Band& band,
                      const LoopPoint& along) {
    if (width > max_texture_) {
        fail("size: this OpenGL driver draws at most {} pixels in a row, not {}", max_texture_, width);
    }
    const Noise noise(preset.settings);
    const PictureAxes axes = picture_axes(preset, width, height, along);
    const bool line = preset.look.scene == Scene::line;
    const int most = band_rows(width, height);
    Target field(GL_R32F, width, line ? 1 : most);
    std::optional<Target> picture;
    if (pixels == Pixels::colours) picture.emplace(GL_RGBA32F, width, most);
    const Target& target = picture ? *picture : field;
    std::vector<float> buffer(static_cast<std::size_t>(width) * static_cast<std::size_t>(most) * (picture ? 4 : 1));
    if (line) evaluator_.slice(noise, axes.x, axes.y, axes.zw, field, 0, 1);
    for (int y0 = 0; y0 < height; y0 += most) {
        const int rows = std::min(most, height - y0);
        if (!line) {
            auto y = std::span(axes.y).subspan(static_cast<std::size_t>(y0), static_cast<std::size_t>(rows));
            evaluator_.slice(noise, axes.x, y, axes.zw, field, 0, rows);
        }
        if (picture) colour(preset, field, {picture->framebuffer(), width, height, y0, rows, true});
        target.read(0, rows, buffer);
        band(rows, buffer);
    }
}

}  // namespace isonoise
