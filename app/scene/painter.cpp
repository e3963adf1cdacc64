#include "scene/painter.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <iterator>

#include <fmt/format.h>

#include "gpu/timer.hpp"
#include "isonoise/function/function.hpp"
#include "scene/function_reach.hpp"
#include "scene/function_values.hpp"
#include "scene/scenes.hpp"
#include "snippet/function_text.hpp"

namespace isonoise {

// Entries of the colour map on the GPU, which interpolates between them.
static constexpr int kColours = 1024;

// Few enough for a software driver to draw between two frames of a window.
static constexpr int kTexelsOfADraw = 1 << 17;

// Texture units; the evaluator uses unit 0 as well.
static constexpr int kFieldUnit = 0, kColoursUnit = 1, kCoarseUnit = 2, kLetteringUnit = 3, kEdgesUnit = 4,
                     kPassUnit = 5;

struct Painter::Translated {
    std::shared_ptr<const Function> function;  // its parameters may have other values meanwhile
    FunctionShader shader;
    Evaluator::SceneFunction in_place;
    bool has_slice = false, is_refused = false;  // by compile_function()
};

bool Painter::is_translated(const Function& function) const {
    return function_ && function_->function->text() == function.text() &&
           function_->function->includes() == function.includes() && function_->function->form() == function.form();
}

// A call of the function in a shader; `cell` and `p` are the names of vectors.
static std::string call_of(const Function& function, const char* cell, const char* p) {
    static constexpr const char* parts[] = {"", ".x", ".xy", ".xyz", ""};
    const char* const part = parts[function.dim()];
    return function.has_cells() ? fmt::format("function_at_cell(({}){}, ({}){})", cell, part, p, part)
                                : fmt::format("function_at(({}){})", p, part);
}

const Evaluator::SceneFunction* Painter::function_of(const Frame& frame) {
    const std::shared_ptr<const Function> function = function_for(frame.preset);
    if (!function) return nullptr;
    if (!is_translated(*function)) {
        auto fresh = std::make_shared<Translated>();
        fresh->function = function;
        fresh->shader = function_beside_noise(*function, shaders_.files());
        fresh->in_place.text = fmt::format("{}#define SCENE_CELLS {}\n#define SCENE_FUNCTION({}p) {}\n",
                                           fresh->shader.text, function->has_cells() ? 1 : 0,
                                           function->has_cells() ? "cell, " : "", call_of(*function, "cell", "p"));
        function_ = std::move(fresh);
    }
    function_->in_place.spread = frame.sigma / standard_deviation(frame.noise.settings());
    return &function_->in_place;
}

// The parameters of a function, under the names that its shader has.
static UniformValues values_of(const Function& function, const std::vector<std::string>& names) {
    UniformValues values;
    for (std::size_t i = 0; i < names.size(); ++i) {
        const std::vector<std::uint32_t> words = function.words(i);
        const auto put = [&]<class T>(T, auto&& number) {
            std::vector<T> numbers;
            std::transform(words.begin(), words.end(), std::back_inserter(numbers), number);
            values.set_vector(names[i], std::span<const T>(numbers));
        };
        switch (function.parameters()[i].kind) {
        case Parameter::real: put(0.0f, [](std::uint32_t w) { return std::bit_cast<float>(w); }); break;
        case Parameter::natural: put(GLuint{}, [](std::uint32_t w) { return w; }); break;
        case Parameter::integer: put(GLint{}, [](std::uint32_t w) { return static_cast<GLint>(w); }); break;
        case Parameter::boolean: put(GLint{}, [](std::uint32_t w) { return GLint{w != 0u}; }); break;
        }
    }
    return values;
}

Painter::Painter(Shaders& shaders, const GlInfo& info)
    : shaders_(shaders), evaluator_(shaders, info), software_(info.software), max_texture_(info.max_texture),
      sum_format_(info.adds_floats ? GL_RGBA32F : GL_RGBA16F), colours_(Texture::make()), lettering_(Texture::make()) {}

std::array<int, 2> margins(const Preset& preset, int height) {
    const auto of_scene = scene_info(preset.look.scene).margins;
    return of_scene && has_field(preset.look) ? of_scene(preset, height) : std::array{0, 0};
}

int good_samples(const Look& look) { return has_field(look) ? 1 : 4; }

void Painter::load_colours(const Look& look) {
    glActiveTexture(GL_TEXTURE0 + kColoursUnit);
    glBindTexture(GL_TEXTURE_2D, colours_.get());
    if (loaded_ && loaded_->first == look.colormap && loaded_->second == look.gradient) return;
    std::vector<glm::vec4> row(kColours);
    for (int i = 0; i < kColours; ++i)
        row[static_cast<std::size_t>(i)] = isonoise::colour(look, static_cast<float>(i) / (kColours - 1));
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA32F, kColours, 1, 0, GL_RGBA, GL_FLOAT, row.data());
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    loaded_.emplace(look.colormap, look.gradient);
}

void Painter::load_lettering(const Frame& frame, const Region& part) {
    glActiveTexture(GL_TEXTURE0 + kLetteringUnit);
    glBindTexture(GL_TEXTURE_2D, lettering_.get());
    if (frame.letters == letters_ && part == lettering_part_) return;
    const auto pixels = letter(frame.letters, part);
    lettered_ = !pixels.empty();
    if (lettered_) {
        glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
        glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, part.columns, part.rows, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixels.data());
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    }
    letters_ = frame.letters;
    lettering_part_ = part;
}

const Uniforms& Painter::set_uniforms(GLuint program, const Frame& frame, const Region& part, bool rows_from_top) {
    load_colours(frame.preset.look);
    Uniforms& uniforms = shaders_.uniforms(program);
    frame.uniforms.apply(uniforms);
    glUniform1i(uniforms.at("colours"), kColoursUnit);
    glUniform2f(uniforms.at("first"), static_cast<float>(part.x0), static_cast<float>(part.y0));
    glUniform1f(uniforms.at("rows"), static_cast<float>(part.rows));
    glUniform1i(uniforms.at("rows_from_top"), rows_from_top ? 1 : 0);
    return uniforms;
}

GLuint Painter::use_scene(const Frame& frame, const char* shader) {
    const GLuint program = evaluator_.scene(frame.noise, shader, frame.eye, frame.reach, function_of(frame));
    if (frame.preset.function)
        values_of(*frame.preset.function, function_->shader.uniforms).apply(shaders_.uniforms(program));
    return program;
}

GLuint Painter::prepare(const Frame& frame) {
    const bool field = has_field(frame.preset.look);
    const GLuint program = !field                  ? use_scene(frame, frame.shader.c_str())
                           : frame.preset.function ? 0
                                                   : evaluator_.prepare(frame.preset.settings);
    for (const Pass& pass : frame.passes)
        use_scene(frame, pass.shader);
    shaders_.use(presenter(frame));
    return program;
}

void Painter::bind_passes(const Frame& frame, std::size_t count, const Uniforms& uniforms) {
    for (std::size_t i = 0; i < count; ++i) {
        const int unit = kPassUnit + static_cast<int>(i);
        glActiveTexture(GL_TEXTURE0 + static_cast<GLenum>(unit));
        glBindTexture(GL_TEXTURE_2D, baked_[i]->texture());
        glUniform1i(uniforms.at(frame.passes[i].texture), unit);
    }
    glActiveTexture(GL_TEXTURE0);
}

void Painter::bake(const Frame& frame, const std::function<void()>& step) {
    if (frame.passes.empty() || baked_version_ == frame.uniforms.version()) return;
    baked_version_ = 0;
    baked_.resize(frame.passes.size());
    const auto wait = [&] {
        wait_for_gpu();
        if (step) step();
    };
    int waiting = 0;  // texels
    for (std::size_t i = 0; i < frame.passes.size(); ++i) {
        const Pass& pass = frame.passes[i];
        Target& target = sized(baked_[i], GL_R32F, pass.width, pass.height);
        const GLuint program = use_scene(frame, pass.shader);
        const Region whole = Region::whole(pass.width, pass.height);
        bind_passes(frame, i, set_uniforms(program, frame, whole, true));
        const int rows = std::max(1, kTexelsOfADraw / pass.width);
        for (int y = 0; y < pass.height; y += rows) {
            draw_rect(target, {0, y, pass.width, rows}, false);
            waiting += pass.width * std::min(rows, pass.height - y);
            if (waiting < kTexelsOfADraw / 2) continue;
            wait();
            waiting = 0;
        }
    }
    wait();
    baked_version_ = frame.uniforms.version();
}

void Painter::draw_rect(const Target& target, const Rect& rect, bool add) {
    glBindFramebuffer(GL_FRAMEBUFFER, target.framebuffer());
    glViewport(0, 0, target.width(), target.height());
    glEnable(GL_SCISSOR_TEST);
    glScissor(rect.x, rect.y, rect.columns, rect.rows);
    evaluator_.draw(add);
    glDisable(GL_SCISSOR_TEST);
}

Painter::Computer Painter::computer_of(const Frame& frame) const {
    if (!frame.preset.function) return Computer::gpu;
    return is_translated(*function_for(frame.preset)) && function_->has_slice ? Computer::gpu : Computer::cpu;
}

void Painter::compile_function(const Frame& frame) {
    if (software_ || !has_field(frame.preset.look) || !function_of(frame)) return;
    if (function_->has_slice || function_->is_refused) return;
    try {
        use_function_slice(frame);
        function_->has_slice = true;
    } catch (const Error&) {  // the CPU can do all
        function_->is_refused = true;
    }
}

GLuint Painter::use_function_slice(const Frame& frame) {
    static constexpr const char* values[] = {"", "vec4({}, 0.0, 0.0, 0.0)", "flow({})", "in_colour(vec4({}, 1.0))",
                                             "in_colour({})"};
    const Function& function = *frame.preset.function;
    function_of(frame);
    const std::string value =
        fmt::format(fmt::runtime(values[function.channels()]), call_of(*function_->function, "cell", "p"));
    const GLuint program = shaders_.use("evaluate/function-slice.frag",
                                        function_->shader.text + "#define FUNCTION_VALUE(cell, p) " + value + "\n");
    values_of(function, function_->shader.uniforms).apply(shaders_.uniforms(program));
    return program;
}

void Painter::field(const Frame& frame, const Region& part, Target& target, int row, int rows,
                    std::optional<Computer> by) {
    Region these = part;
    these.y0 += row;
    these.rows = rows;
    if (!frame.preset.function) {
        const PictureAxes axes = picture_axes(frame.preset, these, frame.phase);
        evaluator_.slice(frame.noise, axes.x, axes.y, axes.zw, target, row,
                         std::min(rows, static_cast<int>(axes.y.size())));
    } else if (by.value_or(computer_of(frame)) == Computer::cpu) {
        const bool several = has_channels(frame.preset);
        std::vector<float> values((several ? 4 : 1) * static_cast<std::size_t>(these.columns) *
                                  static_cast<std::size_t>(rows));
        function_values(frame.preset, these, frame.phase, values);
        glBindTexture(GL_TEXTURE_2D, target.texture());
        glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
        glTexSubImage2D(GL_TEXTURE_2D, 0, 0, row, these.columns, rows, several ? GL_RGBA : GL_RED, GL_FLOAT,
                        values.data());
    } else {
        const PictureCoordinates at = picture_coordinates(frame.preset, these, frame.phase);
        const GLuint program = use_function_slice(frame);
        Grid axes;
        for (std::size_t c = 0; c < axes.size(); ++c)
            std::transform(at[c].begin(), at[c].end(), std::back_inserter(axes[c]), [&](double x) {
                return function_->function->has_cells() ? axis_point(x) : AxisPoint{0, static_cast<float>(x)};
            });
        evaluator_.function_slice(program, axes[0], axes[1], {axes[2][0], axes[3][0]}, target, row);
    }
}

void Painter::clear(const Target& target) {
    glBindFramebuffer(GL_FRAMEBUFFER, target.framebuffer());
    glClearColor(0, 0, 0, 0);
    glClear(GL_COLOR_BUFFER_BIT);
}

void Painter::sample(const Frame& frame, const Region& part, Target& target, const Rect& rect, int index) {
    bake(frame);
    const Uniforms& uniforms = set_uniforms(use_scene(frame, frame.shader.c_str()), frame, part, true);
    bind_passes(frame, frame.passes.size(), uniforms);
    // Each sample has its own position in the pixel, the first in the center: the R2 sequence. (M. Roberts, 2018)
    auto place = [&](double step) {
        const double t = 0.5 + index * step;
        return static_cast<float>(t - std::floor(t) - 0.5);
    };
    glUniform2f(uniforms.at("jitter"), place(0.7548776662466927), place(0.5698402909980532));
    glUniform1ui(uniforms.at("sample_index"), static_cast<GLuint>(index));
    draw_rect(target, rect, true);
}

std::string Painter::presenter(const Frame& frame) {
    return has_field(frame.preset.look) ? frame.shader : "scenes/present.frag";
}

void Painter::prepare_coarse(const Frame& frame, const Target& sums) {
    const Region whole = Region::whole(sums.width(), sums.height());
    const auto bind = [](int unit, const Target& target) {
        glActiveTexture(GL_TEXTURE0 + static_cast<GLenum>(unit));
        glBindTexture(GL_TEXTURE_2D, target.texture());
    };
    const auto draw = [&](std::optional<Target>& into, const char* shader, const Target& from) {
        Target& target = sized(into, GL_RGBA8, whole.columns, whole.rows);
        const Uniforms& uniforms = set_uniforms(shaders_.use(shader), frame, whole, true);
        bind(kFieldUnit, from);
        glUniform1i(uniforms.at("field"), kFieldUnit);
        draw_rect(target, {0, 0, whole.columns, whole.rows}, false);
    };
    draw(coarse_colours_, "scenes/coarse-colours.frag", sums);
    draw(coarse_edges_, "scenes/coarse-edges.frag", *coarse_colours_);
    for (const auto& [unit, target] : {std::pair(kCoarseUnit, &coarse_colours_), {kEdgesUnit, &coarse_edges_}}) {
        bind(unit, **target);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    }
}

void Painter::present(const Frame& frame, const Drawn& drawn, GLuint framebuffer, const Region& part,
                      bool rows_from_top, Encoding encoding, const Drawn* instead) {
    const bool is_coarse = std::min(drawn.scale, drawn.scale_y) < 1;
    const Drawn* const coarse = has_field(frame.preset.look) ? nullptr : is_coarse ? &drawn : instead;
    if (coarse) prepare_coarse(frame, coarse->target);
    const GLuint program = shaders_.use(presenter(frame), is_coarse ? "#define COARSE 1\n"
                                                          : coarse  ? "#define COARSE 0\n"
                                                                    : "");
    const Uniforms& uniforms = set_uniforms(program, frame, part, rows_from_top);
    if (coarse) {
        glUniform1i(uniforms.at("coarse"), kCoarseUnit);
        glUniform1i(uniforms.at("coarse_edges"), kEdgesUnit);
        glUniform2f(uniforms.at("coarse_scale"), static_cast<float>(coarse->scale),
                    static_cast<float>(coarse->scale_y));
    }
    glActiveTexture(GL_TEXTURE0 + kFieldUnit);
    glBindTexture(GL_TEXTURE_2D, drawn.target.texture());
    glUniform1i(uniforms.at("field"), kFieldUnit);
    glUniform2f(uniforms.at("field_first"), static_cast<float>(drawn.x), static_cast<float>(drawn.y));
    glUniform2f(uniforms.at("field_scale"), static_cast<float>(drawn.scale), static_cast<float>(drawn.scale_y));
    glUniform1i(uniforms.at("linear"), encoding == Encoding::linear);
    glUniform1f(uniforms.at("dither"), encoding == Encoding::display8 ? 1.0f / 255 : 0.0f);
    load_lettering(frame, part);
    glUniform1i(uniforms.at("lettering"), kLetteringUnit);
    glUniform1i(uniforms.at("lettered"), lettered_);
    glActiveTexture(GL_TEXTURE0);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glViewport(0, 0, part.columns, part.rows);
    evaluator_.draw();
}

}  // namespace isonoise
