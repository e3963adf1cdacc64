// A picture to draw panels and captions on.
#pragma once

#include <array>
#include <filesystem>
#include <string_view>
#include <vector>

#include "io/video.hpp"

namespace measure {

using Colour = std::array<float, 3>;
inline constexpr Colour kPaper = {1, 1, 1}, kInk = {0.13f, 0.13f, 0.15f}, kFaint = {0.72f, 0.72f, 0.75f};

// Maps 0 to 1 to grey.
inline Colour grey(double v) { return {float(v), float(v), float(v)}; }

// Maps 0 to 1 from near black through violet and orange to pale yellow, steadily brighter. (after matplotlib's inferno)
Colour heat(double v);

class Canvas {
  public:
    static constexpr int kLetter = 12, kLine = 18;  // size of a letter and of a line of text

    Canvas(int width, int height);

    void set(int x, int y, const Colour& colour);
    void line(double x0, double y0, double x1, double y1, const Colour& colour);
    // Draws ASCII in a 5x7 font at double size; x, y is the top left corner.
    void text(int x, int y, std::string_view words, const Colour& colour = kInk);
    void text_centred(int x, int y, std::string_view words, const Colour& colour = kInk);
    // Draws a framed square of `edge` pixels, calling pixel(i, j) for each.
    template <class Pixel> void panel(int x, int y, int edge, Pixel pixel) {
        for (int j = -1; j <= edge; ++j)
            for (int i = -1; i <= edge; ++i)
                set(x + i, y + j, i < 0 || j < 0 || i == edge || j == edge ? kFaint : pixel(i, j));
    }
    void write(const std::filesystem::path& path) const;

  private:
    int width_, height_;
    std::vector<float> pixels_;
};

}  // namespace measure
