// Draws scenes: the noise into a field of floats, the field through a scene's shader into a picture.
#pragma once

#include <functional>
#include <optional>

#include "gpu/evaluator.hpp"
#include "scene/look.hpp"

namespace isonoise {

class Painter {
  public:
    Painter(Shaders& shaders, int max_texture);

    Evaluator& evaluator() { return evaluator_; }

    // Colours a field into `framebuffer`. The field has the canvas' size; or only one row (scene line); or,
    // while something moves, a coarser grid over the whole picture (scene map), which is enlarged.
    struct Canvas {
        GLuint framebuffer = 0;
        int width = 0;  // of the whole picture
        int height = 0;
        int y0 = 0;                 // the picture's first row that the framebuffer holds,
        int rows = 0;               // and how many
        bool rows_from_top = true;  // a texture's row 0 is its top one, a window's its bottom one
    };
    void colour(const Preset& preset, const Target& field, const Canvas& canvas);

    // A whole picture in bands of rows, so that memory stays small: band(rows, pixels) for each, top to bottom; not
    // rounded to any depth. Throws Error, as where the driver can't draw that wide.
    enum class Pixels {
        colours,  // four floats a pixel
        values,   // one float a pixel, the noise itself (scene map only)
    };
    using Band = std::function<void(int rows, std::span<const float> pixels)>;
    void picture(const Preset& preset, int width, int height, Pixels pixels, const Band& band,
                 const LoopPoint& along = {});

  private:
    Shaders& shaders_;
    Evaluator evaluator_;
    int max_texture_;
    Texture colours_;
    std::optional<Colormap> loaded_;
};

}  // namespace isonoise
