// Draws scenes: where they have a field, the noise into it and its values through the colour map; the others sample by
// sample, as they are lit. Tile by tile, so that no draw takes long and no picture is too large.
#pragma once

#include <functional>
#include <optional>

#include "gpu/evaluator.hpp"
#include "scene/camera.hpp"
#include "scene/lettering.hpp"
#include "scene/look.hpp"

namespace isonoise {

class Painter {
  public:
    Painter(Shaders& shaders, const GlInfo& info);

    Evaluator& evaluator() { return evaluator_; }
    int max_texture() const { return max_texture_; }

    // Compiles all that this preset needs, before anything else is bound or changed. Returns the program of its noise.
    GLuint prepare(const Preset& preset);

    // A rectangle of a target.
    struct Rect {
        int x = 0;
        int y = 0;
        int columns = 0;
        int rows = 0;
    };

    // The noise on rows of `part` of the picture (of scene line there is one), into the same rows of an R32F target.
    void field(const Preset& preset, const Part& part, Target& target, int row, int rows, const LoopPoint& along = {});

    // Adds one sample a pixel of a part of a picture (of scenes without a field) to what a rectangle of an RGBA32F
    // target holds; clear() empties it.
    void sample(const Preset& preset, const Part& part, Target& target, const Rect& rect, int index,
                const LoopPoint& along = {});
    static void clear(const Target& target);

    // What was drawn, and where in the picture.
    struct Drawn {
        const Target& target;
        double x = 0;  // the picture's pixel at its top left corner
        double y = 0;
        double scale = 1;  // texels a pixel; less than 1 while something moves
        double scale_y = 1;
    };
    enum class Encoding { display, display8, linear };  // sRGB; sRGB for 8 bits, so dithered; linear light
    // Brings it to `framebuffer`, which holds `part` of the picture.
    // Where nothing of it was drawn yet there is what `instead` has (scenes without a field).
    void present(const Preset& preset, const Drawn& drawn, GLuint framebuffer, const Part& part, bool rows_from_top,
                 Encoding encoding, const Drawn* instead = nullptr);

    // What a pixel of a whole picture is.
    enum class Pixels {
        values,   // one float, the noise itself (scenes with a field; of line there is one row)
        slopes,   // two floats, its derivatives by the coordinates x and y (scene map)
        display,  // four floats, as Encoding
        display8,
        linear,
    };
    struct Order {
        int width = 0;
        int height = 0;
        Pixels pixels = Pixels::display;
        int samples = 1;
        LoopPoint along = {};
        int tile = 2048;  // columns and rows that are drawn into one texture, at most
    };
    // A whole picture in bands of rows, so that memory stays small: band(rows, pixels) for each, top to bottom; not
    // rounded to any depth. It is called on another thread, one call after the other, while the next band is drawn.
    // step(share) is called after each draw, which are short, with the share that is done; what it throws ends the
    // picture. Throws Error, as where the driver has no memory.
    using Band = std::function<void(int rows, std::span<const float> pixels)>;
    using Step = std::function<void(double share)>;
    void picture(const Preset& preset, const Order& order, const Band& band, const Step& step = {});

  private:
    // The uniforms that all scenes share, of the bound program.
    void set_uniforms(GLuint program, const Preset& preset, const Part& part, bool rows_from_top);
    void load_colours(Colormap map);
    // Two floats a pixel of a part: the derivatives of the noise by x and y, its own or where it has none by
    // differences.
    void gradients(const Preset& preset, const Part& part, Target& target, std::span<float> result,
                   const LoopPoint& along);
    // The words of a part of the picture, as a texture; kept until they change.
    void load_lettering(const Preset& preset, const Part& part);

    Shaders& shaders_;
    Evaluator evaluator_;
    int max_texture_;
    Texture colours_;
    std::optional<Colormap> loaded_;
    Texture lettering_;
    std::vector<Label> words_;
    Part lettering_part_;
    bool lettered_ = false;
};

// How far beyond a part its field must reach for the part to look the same wherever its borders are: columns and rows.
std::array<int, 2> margins(const Preset& preset, int height);

// Samples a pixel that make a picture smooth.
int good_samples(const Look& look);

}  // namespace isonoise
