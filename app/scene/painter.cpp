#include "scene/painter.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <future>
#include <type_traits>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include "error.hpp"
#include "scene/anatomy.hpp"
#include "scene/planet.hpp"

namespace isonoise {

// Entries of the colour map on the GPU, which interpolates between them.
static constexpr int kColours = 1024;
// Hill layers, in line style silhouette.
static constexpr int kLayers = 6;

Painter::Painter(Shaders& shaders, const GlInfo& info)
    : shaders_(shaders), evaluator_(shaders, info), max_texture_(info.max_texture), colours_(Texture::make()),
      lettering_(Texture::make()) {}

// Each stage and style has its own shader: a software driver computes both sides of every branch.
static std::string file_of(const Look& look) {
    std::string name = std::string("scenes/") + detail::kScenes[static_cast<std::size_t>(look.scene)];
    if (look.scene == Scene::anatomy) name += std::string("-") + detail::kStages[static_cast<std::size_t>(look.stage)];
    if (look.scene == Scene::line && look.style != LineStyle::curve)
        name += std::string("-") + detail::kStyles[static_cast<std::size_t>(look.style)];
    return name + ".frag";
}

static float stroke_width(int height) { return std::clamp(static_cast<float>(height) / 220.0f, 1.5f, 12.0f); }

std::array<int, 2> margins(const Preset& preset, int height) {
    if (!has_field(preset.look)) return {0, 0};
    if (preset.look.scene == Scene::line) return {static_cast<int>(std::ceil(stroke_width(height))) + 2, 0};
    return preset.look.contours > 0 ? std::array{1, 1} : std::array{0, 0};
}

int good_samples(const Look& look) { return has_field(look) ? 1 : 4; }

void Painter::load_colours(Colormap map) {
    glActiveTexture(GL_TEXTURE1);
    glBindTexture(GL_TEXTURE_2D, colours_.get());
    if (loaded_ == map) return;
    std::vector<glm::vec3> row(kColours);
    for (int i = 0; i < kColours; ++i)
        row[static_cast<std::size_t>(i)] = isonoise::colour(map, static_cast<float>(i) / (kColours - 1));
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGB32F, kColours, 1, 0, GL_RGB, GL_FLOAT, row.data());
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    loaded_ = map;
}

void Painter::load_lettering(const Preset& preset, const Part& part) {
    auto words = labels(preset, part.width, part.height);
    glActiveTexture(GL_TEXTURE3);
    glBindTexture(GL_TEXTURE_2D, lettering_.get());
    if (words == words_ && part == lettering_part_) return;
    const auto pixels = letter(words, part);
    lettered_ = !pixels.empty();
    if (lettered_) {
        glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
        glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, part.columns, part.rows, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixels.data());
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    }
    words_ = std::move(words);
    lettering_part_ = part;
}

void Painter::set_uniforms(GLuint program, const Preset& preset, const Part& part, bool rows_from_top) {
    load_colours(preset.look.colormap);
    auto at = [&](const char* name) { return glGetUniformLocation(program, name); };
    // The look's fields, by their names in its table.
    for_each_look(preset.look, [&](const LookInfo& info, const auto& value) {
        using T = std::decay_t<decltype(value)>;
        std::string name = info.name;
        std::replace(name.begin(), name.end(), '-', '_');
        const GLint location = at(name.c_str());
        if (location < 0) return;
        if constexpr (std::is_enum_v<T> || std::is_same_v<T, int>) {
            glUniform1i(location, static_cast<GLint>(value));
        } else if constexpr (std::is_same_v<T, double>) {
            glUniform1f(location, static_cast<float>(value));
        } else if constexpr (std::is_same_v<T, std::array<double, 2>>) {
            glUniform2f(location, static_cast<float>(value[0]), static_cast<float>(value[1]));
        } else if constexpr (std::is_same_v<T, std::array<double, 4>>) {
            glUniform4f(location, static_cast<float>(value[0]), static_cast<float>(value[1]),
                        static_cast<float>(value[2]), static_cast<float>(value[3]));
        }
    });
    const auto range = shown_range(preset);
    glUniform2f(at("range"), static_cast<float>(range[0]), static_cast<float>(1.0 / (range[1] - range[0])));
    glUniform1i(at("colours"), 1);
    glUniform2f(at("size"), static_cast<float>(part.width), static_cast<float>(part.height));
    glUniform2f(at("first"), static_cast<float>(part.x0), static_cast<float>(part.y0));
    glUniform1f(at("rows"), static_cast<float>(part.rows));
    glUniform1i(at("rows_from_top"), rows_from_top ? 1 : 0);
}

// The distance in cells from the eye within which something may be visible.
static std::int64_t reach(const Preset& preset, const Camera& view) {
    const double cells = (glm::length(view.eye) + 1.5) * static_cast<double>(preset.settings.frequency);
    const auto most = std::int64_t{1} << 20;
    return preset.look.scene == Scene::planet && cells < 0x1p20 ? static_cast<std::int64_t>(cells) + 1 : most;
}

GLuint Painter::prepare(const Preset& preset) {
    GLuint program = 0;
    if (has_field(preset.look)) {
        program = evaluator_.prepare(preset.settings);
        shaders_.use(file_of(preset.look));
    } else {
        const Camera view = camera(preset);
        program = evaluator_.scene(Noise(drawn_settings(preset)), file_of(preset.look).c_str(), eye_point(preset, view),
                                   reach(preset, view));
        shaders_.use("scenes/present.frag");
    }
    return program;
}

void Painter::field(const Preset& preset, const Part& part, Target& target, int row, int rows, const LoopPoint& along) {
    Part these = part;
    these.y0 += row;
    these.rows = rows;
    const PictureAxes axes = picture_axes(preset, these, along);
    evaluator_.slice(Noise(preset.settings), axes.x, axes.y, axes.zw, target, row,
                     std::min(rows, static_cast<int>(axes.y.size())));
}

static void set_vec3(GLint location, const glm::dvec3& v) {
    glUniform3f(location, static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z));
}

// Uniforms only the planet uses: see planet.frag.
static void set_planet(GLuint program, const Preset& preset, const Part& part, const Camera& view,
                       const glm::dvec3& rest, const LoopPoint& along) {
    auto at = [&](const char* name) { return glGetUniformLocation(program, name); };
    const double relief = planet_relief(preset.look), ground = (view.radius - 1) / std::max(relief, 1e-12);
    set_vec3(at("zenith"), glm::normalize(view.eye));
    set_vec3(at("eye_rest"), rest);
    glUniform4f(at("ball"), static_cast<float>(view.radius), static_cast<float>(view.altitude),
                static_cast<float>(relief), static_cast<float>(ground));
    glUniform1f(at("mean"), static_cast<float>(mean(preset.settings)));
    const auto center = center_point(preset, along);
    glUniform4i(at("center_cell"), center[0].cell, center[1].cell, center[2].cell, center[3].cell);
    glUniform4f(at("center_fraction"), center[0].fraction, center[1].fraction, center[2].fraction, center[3].fraction);
    // The lattice for detail finer than the noise's octaves, around the eye.
    const glm::dvec3 fine = view.eye * 512.0, cell = glm::floor(fine);
    auto wrapped = [](double x) { return wrapped_cell(static_cast<std::int64_t>(x), 0); };
    glUniform3i(at("fine_cell"), wrapped(cell.x), wrapped(cell.y), wrapped(cell.z));
    set_vec3(at("fine_fraction"), fine - cell);
    const auto marker = marker_view(preset, view, part.width, part.height, along);
    if (marker) {
        glUniform4f(at("marker_at"), static_cast<float>(marker->at.x), static_cast<float>(marker->at.y),
                    static_cast<float>(marker->towards.x), static_cast<float>(marker->towards.y));
        glUniform1f(at("marker_distance"), static_cast<float>(marker->distance));
    }
    glUniform1i(at("marker_kind"), marker ? static_cast<GLint>(marker->kind) + 1 : 0);
}

void Painter::clear(const Target& target) {
    glBindFramebuffer(GL_FRAMEBUFFER, target.framebuffer());
    glClearColor(0, 0, 0, 0);
    glClear(GL_COLOR_BUFFER_BIT);
}

void Painter::sample(const Preset& preset, const Part& part, Target& target, const Rect& rect, int index,
                     const LoopPoint& along) {
    const Look& look = preset.look;
    const Camera view = camera(preset, along);
    glm::dvec3 rest(0);
    const auto eye = eye_point(preset, view, along, &rest);
    const GLuint program =
        evaluator_.scene(Noise(drawn_settings(preset)), file_of(look).c_str(), eye, reach(preset, view));
    set_uniforms(program, preset, part, true);
    auto at = [&](const char* name) { return glGetUniformLocation(program, name); };
    glUniform4i(at("eye_cell"), eye[0].cell, eye[1].cell, eye[2].cell, eye[3].cell);
    glUniform4f(at("eye_fraction"), eye[0].fraction, eye[1].fraction, eye[2].fraction, eye[3].fraction);
    set_vec3(at("eye"), view.eye);
    set_vec3(at("right"), view.right);
    set_vec3(at("up"), view.up);
    set_vec3(at("forward"), view.forward);
    glUniform1f(at("slope"), static_cast<float>(view.slope));
    set_vec3(at("sun_direction"), sun_direction(look));
    // Each sample has its own place in the pixel, the first in its middle: the R2 sequence. (M. Roberts, 2018)
    auto place = [&](double step) {
        const double t = 0.5 + index * step;
        return static_cast<float>(t - std::floor(t) - 0.5);
    };
    glUniform2f(at("jitter"), place(0.7548776662466927), place(0.5698402909980532));
    glUniform1ui(at("sample_index"), static_cast<GLuint>(index));
    glUniform1f(at("sigma"), static_cast<float>(standard_deviation(preset.settings)));
    if (at("ripple_time") >= 0) {
        // Cells per unit of time. In a loop each pattern advances by whole cells and the clouds stay still, so that it
        // closes.
        const double loop = loop_time(preset), time = time_in_loop(preset, along);
        std::array<double, 2> ripple{};
        std::array<GLuint, 2> period{};
        for (std::size_t i = 0; i < 2; ++i) {
            const double rate = i == 0 ? 0.8 : 1.3;
            period[i] = loop > 0 ? static_cast<GLuint>(std::clamp(std::round(rate * loop), 1.0, 4096.0)) : 4096;
            const double cells = loop > 0 ? time / loop * period[i] : time * rate;
            ripple[i] = cells - period[i] * std::floor(cells / period[i]);
        }
        glUniform2f(at("ripple_time"), static_cast<float>(ripple[0]), static_cast<float>(ripple[1]));
        glUniform2ui(at("ripple_period"), period[0], period[1]);
        glUniform1f(at("drift"), loop > 0 ? 0.0f : static_cast<float>(time));
    }
    if (at("eye_block") >= 0) {
        const auto block = eye_block(preset, view, along);
        glUniform3i(at("eye_block"), block[0].cell, block[1].cell, block[2].cell);
        glUniform3f(at("eye_block_fraction"), block[0].fraction, block[1].fraction, block[2].fraction);
    }
    if (at("layer_cell") >= 0) {
        // Hill layers move less the farther away they are.
        std::array<GLint, kLayers> cells{};
        std::array<GLfloat, kLayers> fractions{};
        double parallax = 1.0;
        for (std::size_t i = 0; i < kLayers; ++i, parallax *= 0.62) {
            Preset layer = preset;
            layer.look.center[0] *= parallax;
            // In a loop they stay still: at their pace they would not be back by its end.
            if (preset.settings.dim == 1) layer.look.time *= i > 0 && preset.settings.loop != 0 ? 0.0 : parallax;
            const AxisPoint x = center_point(layer, i == 0 ? along : LoopPoint{})[0];
            cells[i] = x.cell;
            fractions[i] = x.fraction;
        }
        glUniform1iv(at("layer_cell"), kLayers, cells.data());
        glUniform1fv(at("layer_fraction"), kLayers, fractions.data());
    }
    if (look.scene == Scene::anatomy) {
        const Figure parts = figure(look, part.width, part.height);
        std::array<glm::vec4, kMostPanels> panels{};
        for (std::size_t i = 0; i < parts.panels.size(); ++i) {
            const Box& box = parts.panels[i];
            panels[i] = glm::vec4(box.x, box.y, box.width, box.height);
        }
        glUniform4fv(at("panels"), kMostPanels, &panels[0].x);
        glUniform1i(at("panel_count"), static_cast<GLint>(parts.panels.size()));
        glUniform1f(at("pixel_units"), static_cast<float>(parts.pixel_units));
        glUniform1f(at("arrow_room"), static_cast<float>(parts.arrow));
    }
    if (look.scene == Scene::planet) set_planet(program, preset, part, view, rest, along);
    if (at("markers") >= 0) {
        const auto all = markers(preset, along);
        for (int i = 0; i < std::min(kMostMarkers, static_cast<int>(all.size())); ++i) {
            const Marker& marker = all[static_cast<std::size_t>(i)];
            const glm::dvec3 p = marker.place - view.eye;
            const std::string n = "[" + std::to_string(i) + "]";
            glUniform4f(at(("markers" + n).c_str()), static_cast<float>(p.x), static_cast<float>(p.y),
                        static_cast<float>(p.z), static_cast<float>(marker.size));
            set_vec3(at(("marker_normals" + n).c_str()), marker.normal);
        }
        glUniform1i(at("marker_count"), std::min(kMostMarkers, static_cast<int>(all.size())));
    }
    glBindFramebuffer(GL_FRAMEBUFFER, target.framebuffer());
    glViewport(0, 0, target.width(), target.height());
    glEnable(GL_SCISSOR_TEST);
    glScissor(rect.x, rect.y, rect.columns, rect.rows);
    evaluator_.draw(true);
    glDisable(GL_SCISSOR_TEST);
}

void Painter::present(const Preset& preset, const Drawn& drawn, GLuint framebuffer, const Part& part,
                      bool rows_from_top, Encoding encoding, const Drawn* instead) {
    const Look& look = preset.look;
    const bool line = look.scene == Scene::line && has_field(look);
    const GLuint program = shaders_.use(has_field(look) ? file_of(look) : "scenes/present.frag");
    set_uniforms(program, preset, part, rows_from_top);
    auto at = [&](const char* name) { return glGetUniformLocation(program, name); };
    if (!instead) instead = &drawn;
    glActiveTexture(GL_TEXTURE2);
    glBindTexture(GL_TEXTURE_2D, instead->target.texture());
    glUniform1i(at("coarse"), 2);
    glUniform2f(at("coarse_scale"), static_cast<float>(instead->scale), static_cast<float>(instead->scale_y));
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, drawn.target.texture());
    glUniform1i(at("field"), 0);
    glUniform2f(at("field_first"), static_cast<float>(drawn.x), static_cast<float>(drawn.y));
    glUniform2f(at("field_scale"), static_cast<float>(drawn.scale), static_cast<float>(drawn.scale_y));
    glUniform1i(at("linear"), encoding == Encoding::linear);
    if (!has_field(look)) {
        load_lettering(preset, part);
        glUniform1i(at("lettering"), 3);
        glUniform1i(at("lettered"), lettered_);
        glActiveTexture(GL_TEXTURE0);
    }
    glUniform1f(at("dither"), encoding == Encoding::display8 ? 1.0f / 255 : 0.0f);
    if (look.scene == Scene::map) {
        const bool tiled = look.tiling == Tiling::three;
        const TileView tile = tile_view(preset, part.width, part.height);
        glUniform2f(at("tile"), tiled ? static_cast<float>(tile.size[0] / tile.step) : 0.0f,
                    tiled ? static_cast<float>(tile.size[1] / tile.step) : 0.0f);
    }
    if (line) {
        // The requested range, or the output's interval with a margin, from top to bottom.
        const bool unit = preset.settings.output == Output::unit;
        const std::array<double, 2> marks = unit ? std::array{0.0, 1.0} : std::array{-1.0, 1.0};
        const double margin = 0.12 * (marks[1] - marks[0]);
        const auto shown = look.range.value_or(std::array{marks[0] - margin, marks[1] + margin});
        const double scale = part.height / (shown[1] - shown[0]);
        const double rest = unit ? 0.5 : 0.0;
        glUniform3f(at("curve"), static_cast<float>(shown[1] * scale), static_cast<float>(scale),
                    static_cast<float>((shown[1] - rest) * scale));
        glUniform2f(at("marks"), static_cast<float>(marks[0]), static_cast<float>(marks[1]));
        const double step = look.span / part.height * static_cast<double>(preset.settings.frequency);
        const double time = preset.settings.dim == 1 ? time_in_loop(preset) : 0.0;
        const double first =
            (look.center[0] + time) * static_cast<double>(preset.settings.frequency) + (0.5 - 0.5 * part.width) * step;
        glUniform2f(at("lattice"), static_cast<float>(first - std::floor(first)), static_cast<float>(step));
        glUniform1f(at("stroke"), stroke_width(part.height));
    }
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glViewport(0, 0, part.columns, part.rows);
    evaluator_.draw();
}

// The step to either side for slopes by differences, when the noise has no gradient: half a pixel, so that the slope
// matches the picture, and never so small that only the rounding of fractions remains.
static double half_difference(const Preset& preset, const Part& part) {
    const Look& look = preset.look;
    const double step =
        look.tiling == Tiling::three ? tile_view(preset, part.width, part.height).step : look.span / part.height;
    return std::max(0.5 * step, 0x1p-12 / static_cast<double>(preset.settings.frequency));
}

// The distance from a to b in units of coordinate, `about` this, minus the rounding of their fractions. Cells cannot
// tell: they wrap.
static double distance(const AxisPoint& a, const AxisPoint& b, double about, double frequency) {
    const double fraction = static_cast<double>(b.fraction) - static_cast<double>(a.fraction);
    return (std::round(about * frequency - fraction) + fraction) / frequency;
}

void Painter::gradients(const Preset& preset, const Part& part, Target& target, std::span<float> result,
                        const LoopPoint& along) {
    const auto columns = static_cast<std::size_t>(part.columns), rows = static_cast<std::size_t>(part.rows),
               stride = static_cast<std::size_t>(target.width());
    const Noise noise(preset.settings);
    if (has_gradient(preset.settings)) {
        const PictureAxes axes = picture_axes(preset, part, along);
        evaluator_.slice(noise, axes.x, axes.y, axes.zw, target, 0, part.rows, true);
        std::vector<float> gradients(4 * stride * rows);
        target.read(0, part.rows, gradients, 1);
        for (std::size_t y = 0; y < rows; ++y) {
            for (std::size_t x = 0; x < columns; ++x)
                std::copy_n(&gradients[4 * (y * stride + x)], 2, &result[2 * (y * columns + x)]);
        }
        return;
    }
    const double half = half_difference(preset, part);
    const auto frequency = static_cast<double>(preset.settings.frequency);
    std::array<std::vector<float>, 2> values{std::vector<float>(stride * rows), std::vector<float>(stride * rows)};
    for (std::size_t axis = 0; axis < 2; ++axis) {
        std::array<PictureAxes, 2> axes;
        for (std::size_t side = 0; side < 2; ++side) {
            Preset moved = preset;
            moved.look.center[axis] += side == 0 ? -half : half;
            axes[side] = picture_axes(moved, part, along);
            evaluator_.slice(noise, axes[side].x, axes[side].y, axes[side].zw, target, 0, part.rows);
            target.read(0, part.rows, values[side]);
        }
        const auto &from = axis == 0 ? axes[0].x : axes[0].y, &to = axis == 0 ? axes[1].x : axes[1].y;
        for (std::size_t y = 0; y < rows; ++y) {
            for (std::size_t x = 0; x < columns; ++x) {
                const std::size_t i = axis == 0 ? x : y, at = y * stride + x;
                const double rise = static_cast<double>(values[1][at]) - static_cast<double>(values[0][at]);
                result[2 * (y * columns + x) + axis] =
                    static_cast<float>(rise / distance(from[i], to[i], 2 * half, frequency));
            }
        }
    }
}

namespace {

// Pixels to draw at once so that a draw takes about a fiftieth of a second: short enough to be cancelled, to leave
// other windows responsive, and not to look like a hang to the driver.
class Pace {
  public:
    int rows(int columns) const { return std::max(1, static_cast<int>(pixels_ / columns)); }
    int side() const { return std::max(1, static_cast<int>(std::sqrt(pixels_))); }
    // Call after each draw.
    void drew() {
        const auto now = std::chrono::steady_clock::now();
        const double seconds = std::chrono::duration<double>(now - last_).count();
        pixels_ = std::clamp(pixels_ * std::clamp(0.02 / std::max(seconds, 1e-6), 0.5, 2.0), 256.0, 4194304.0);
        last_ = now;
    }

  private:
    double pixels_ = 16384.0;
    std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

}  // namespace

void Painter::picture(const Preset& preset, const Order& order, const Band& band, const Step& step) {
    const int width = order.width;
    const bool colours = order.pixels != Pixels::values && order.pixels != Pixels::slopes;
    const bool has = has_field(preset.look) || !colours;
    const bool line = preset.look.scene == Scene::line && has;
    const int height = line && !colours ? 1 : order.height;
    const auto [margin_x, margin_y] = colours ? margins(preset, order.height) : std::array{0, 0};
    const int columns = std::min({width, order.tile, max_texture_ - 2 * margin_x});
    // About two million pixels at a time.
    const int rows = std::clamp((1 << 21) / width, 1, std::min({height, order.tile, max_texture_ - 2 * margin_y}));
    const bool gradient = order.pixels == Pixels::slopes && has_gradient(preset.settings);
    Target drawn(
        std::array{has ? GLenum{GL_R32F} : GLenum{GL_RGBA32F}, gradient ? GLenum{GL_RGBA32F} : GLenum{GL_NONE}},
        columns + 2 * margin_x, line ? 1 : rows + 2 * margin_y);
    std::optional<Target> picture;
    if (colours) picture.emplace(GL_RGBA32F, columns, rows);
    const std::size_t channels = colours ? 4 : order.pixels == Pixels::values ? 1 : 2;
    const auto floats_of = [&](int rows_of_band) {
        return static_cast<std::size_t>(width) * static_cast<std::size_t>(rows_of_band) * channels;
    };
    std::vector<float> slopes;  // of one piece
    // While one band is drawn, the previous one is read back and the one before that is used.
    Readback back;
    std::array<std::vector<float>, 2> bands;
    int used = 0;  // bands
    std::future<void> use;
    auto use_next = [&] {
        const int rows_of_band = std::min(rows, height - used * rows);
        std::vector<float>& pixels = bands[static_cast<std::size_t>(used++ % 2)];
        if (back.pending() > 0) {
            pixels.resize(floats_of(rows_of_band));
            back.take(pixels);
        }
        if (use.valid()) use.get();
        use = std::async(std::launch::async, band, rows_of_band,
                         std::span<const float>(pixels).first(floats_of(rows_of_band)));
    };
    const Encoding encoding = order.pixels == Pixels::linear     ? Encoding::linear
                              : order.pixels == Pixels::display8 ? Encoding::display8
                                                                 : Encoding::display;

    const double total = static_cast<double>(width) * height * (has ? 1 : order.samples);
    double done = 0;
    Pace pace;
    auto stepped = [&](double pixels) {
        glFinish();
        pace.drew();
        done += pixels;
        if (step) step(std::min(done / total, 1.0));
        // Report a band's exception (a full disk, say) without waiting for the next band.
        if (use.valid() && use.wait_for(std::chrono::seconds(0)) == std::future_status::ready) use.get();
    };
    const auto stride = static_cast<std::size_t>(width);
    for (int y0 = 0; y0 < height; y0 += rows) {
        const int tile_rows = std::min(rows, height - y0);
        std::vector<float>& pixels = bands[static_cast<std::size_t>(used % 2)];  // or slopes
        if (order.pixels == Pixels::slopes) {
            pixels.resize(floats_of(tile_rows));
        } else {
            back.begin(floats_of(tile_rows));
        }
        for (int x0 = 0; x0 < width; x0 += columns) {
            const int tile_columns = std::min(columns, width - x0);
            const Part part{width, order.height, x0, y0, tile_columns, tile_rows};
            if (order.pixels == Pixels::slopes) {
                for (int y = 0; y < tile_rows;) {
                    Part piece = part;
                    piece.y0 += y;
                    piece.rows = std::min(pace.rows(tile_columns), tile_rows - y);
                    const auto row = static_cast<std::size_t>(tile_columns) * channels;
                    slopes.resize(static_cast<std::size_t>(piece.rows) * row);
                    gradients(preset, piece, drawn, slopes, order.along);
                    for (int i = 0; i < piece.rows; ++i) {
                        std::copy_n(slopes.data() + static_cast<std::size_t>(i) * row, row,
                                    pixels.data() + floats_of(y + i) + static_cast<std::size_t>(x0) * channels);
                    }
                    stepped(static_cast<double>(piece.rows) * tile_columns);
                    y += piece.rows;
                }
            } else if (has) {
                const Part around{width,
                                  order.height,
                                  x0 - margin_x,
                                  y0 - margin_y,
                                  tile_columns + 2 * margin_x,
                                  line ? 1 : tile_rows + 2 * margin_y};
                for (int y = 0; y < around.rows;) {
                    const int count = std::min(pace.rows(around.columns), around.rows - y);
                    field(preset, around, drawn, y, count, order.along);
                    stepped(static_cast<double>(count) / around.rows * tile_rows * tile_columns);
                    y += count;
                }
            } else {
                clear(drawn);
                for (int i = 0; i < order.samples; ++i) {
                    for (int y = 0, side = 0; y < tile_rows; y += side) {
                        side = std::min(pace.side(), tile_rows - y);
                        for (int x = 0; x < tile_columns; x += side) {
                            const Rect rect{x, y, std::min(side, tile_columns - x), side};
                            sample(preset, part, drawn, rect, i, order.along);
                            stepped(static_cast<double>(rect.columns) * rect.rows);
                        }
                    }
                }
            }
            if (colours) {
                present(preset, {drawn, static_cast<double>(x0 - margin_x), static_cast<double>(y0 - margin_y)},
                        picture->framebuffer(), part, true, encoding);
                back.add(*picture, tile_columns, tile_rows, static_cast<std::size_t>(x0) * channels, stride);
            } else if (order.pixels == Pixels::values) {
                back.add(drawn, tile_columns, tile_rows, static_cast<std::size_t>(x0), stride);
            }
        }
        if (order.pixels == Pixels::slopes || back.pending() == 2) use_next();
    }
    while (back.pending() > 0)
        use_next();
    if (use.valid()) use.get();
}

}  // namespace isonoise
