// Draws scenes. Scenes with a field: first the noise into the field, then its values through the colour map; others
// sample by sample, lit. Works tile by tile, so that no draw takes long and no picture is too large. Scenes are defined
// in scenes.hpp, pictures of them in frame.hpp; picture.cpp assembles whole pictures.
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "gpu/evaluator.hpp"
#include "scene/frame.hpp"

namespace isonoise {

class Painter {
  public:
    Painter(Shaders& shaders, const GlInfo& info);

    Evaluator& evaluator() { return evaluator_; }
    int max_texture() const { return max_texture_; }
    // The format of targets for sample(): RGBA32F, or fewer bits if the GPU cannot blend those.
    GLenum sum_format() const { return sum_format_; }

    // Compiles everything this frame needs, before anything else is bound or changed. Returns the program of its noise.
    GLuint prepare(const Frame& frame);

    // A rectangle of a target.
    struct Rect {
        int x = 0;
        int y = 0;
        int columns = 0;
        int rows = 0;
    };

    // Who computes the values of field(). The noise is the GPU's. A function is the CPU's at first, which has no
    // program to wait for, so that a text is shown as soon as it is saved.
    enum class Computer { cpu, gpu };
    Computer computer_of(const Frame& frame) const;
    // Compiles the program of the frame's function, if any: from then on the GPU is its computer, except with software
    // drivers, which the CPU outruns, and with those that refuse the program.
    void compile_function(const Frame& frame);

    // Draws the noise on rows of `part` of the frame's plot (scene line has one row) into the same rows of an R32F
    // target, or of an RGBA32F one for a function of several channels: see function_values(). `by`: of a function, in
    // place of computer_of().
    void field(const Frame& frame, const Region& part, Target& target, int row, int rows,
               std::optional<Computer> by = {});

    // Draws the frame's passes, unless the last ones drawn were its own; sample() needs them. Calls step() after each
    // (short) draw.
    void bake(const Frame& frame, const std::function<void()>& step = {});

    // Adds one sample per pixel of a part of a picture (scenes without a field) to a rectangle of a target of
    // sum_format(); clear() resets it.
    void sample(const Frame& frame, const Region& part, Target& target, const Rect& rect, int index);
    static void clear(const Target& target);

    // A finished drawing and its position in the picture.
    struct Drawn {
        const Target& target;
        double x = 0;  // the picture's pixel at its top left corner
        double y = 0;
        double scale = 1;  // texels per pixel; below 1 while something moves
        double scale_y = 1;
    };
    enum class Encoding { display, display8, linear };  // sRGB; sRGB for 8 bits, so dithered; linear light
    // Draws it to `framebuffer`, which holds `part` of the picture. Areas not yet drawn show `instead` (scenes without
    // a field). A coarse picture is smoothed along its edges; without a field, one of the whole picture.
    void present(const Frame& frame, const Drawn& drawn, GLuint framebuffer, const Region& part, bool rows_from_top,
                 Encoding encoding, const Drawn* instead = nullptr);

    // The contents of a pixel of picture().
    enum class Pixels {
        values,   // one float, the noise itself (scenes with a field; line has one row), or all that a function returns
        slopes,   // two floats, its derivatives by the coordinates x and y (scene map)
        display,  // four floats, as in Encoding
        display8,
        linear,
    };
    // Measured pixels per draw.
    struct Pacing {
        double pixels = 4096.0;
        double slowest = 0.0;  // seconds per pixel
        bool first = true;
    };
    struct Order {
        int width = 0;
        int height = 0;
        Pixels pixels = Pixels::display;
        int samples = 1;
        LoopPoint phase = {};
        bool guides = false;       // see Frame
        int dpi = 0;               // see Frame
        int tile = 2048;           // most columns and rows drawn into one texture
        double pace = 0.2;         // seconds per draw: shorter ones yield more often to other programs, but cost time
        Pacing* pacing = nullptr;  // reused by the next picture of a series, which then starts with large draws
    };
    // Draws a whole picture in bands of rows, so that memory use stays small: calls band(rows, pixels) for each, top to
    // bottom, as unrounded floats. The calls come from another thread, one at a time, while the next band is drawn.
    // Calls step(progress) after each (short) draw; an exception from it stops the picture. Throws Error, e.g. if the
    // driver is out of memory.
    using Band = std::function<void(int rows, std::span<const float> pixels)>;
    using Step = std::function<void(double done)>;
    void picture(const Preset& preset, const Order& order, const Band& band, const Step& step = {});

  private:
    // Binds the program of a scene, or of one of its passes.
    GLuint use_scene(const Frame& frame, const char* shader);
    // The frame's function for its shaders, translated again when the text changes; null without one.
    const Evaluator::SceneFunction* function_of(const Frame& frame);
    bool is_translated(const Function& function) const;
    // Binds the program of evaluate/function-slice.frag for the frame's function, with its parameters.
    GLuint use_function_slice(const Frame& frame);
    // The shader that turns a drawing into colours.
    static std::string presenter(const Frame& frame);
    // Sets the uniforms common to all scenes in the bound program; returns the program's.
    const Uniforms& set_uniforms(GLuint program, const Frame& frame, const Region& part, bool rows_from_top);
    void load_colours(const Look& look);
    // Draws and binds the textures that present() reads a coarse picture from.
    void prepare_coarse(const Frame& frame, const Target& sums);
    // Draws with the bound program, replacing what a rectangle holds or adding to it.
    void draw_rect(const Target& target, const Rect& rect, bool add);
    // Binds the first `count` passes' textures for the bound program.
    void bind_passes(const Frame& frame, std::size_t count, const Uniforms& uniforms);
    // Uploads the text on a part of the picture as a texture; cached until it changes.
    void load_lettering(const Frame& frame, const Region& part);

    Shaders& shaders_;
    Evaluator evaluator_;
    struct Translated;
    std::shared_ptr<Translated> function_;
    bool software_;
    int max_texture_;
    GLenum sum_format_;
    Texture colours_;
    std::optional<std::pair<Colormap, Gradient>> loaded_;
    std::vector<std::optional<Target>> baked_;  // the passes of the frame with uniforms of this version
    std::uint64_t baked_version_ = 0;
    std::optional<Target> coarse_colours_, coarse_edges_;
    Texture lettering_;
    Lettering letters_;
    Region lettering_part_;
    bool lettered_ = false;
};

// Extra columns and rows around a tile, so that tiles join without seams.
std::array<int, 2> margins(const Preset& preset, int height);

// Samples per pixel for a smooth picture.
int good_samples(const Look& look);

}  // namespace isonoise
