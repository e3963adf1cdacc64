// The layout of scene anatomy's figures.
#include <algorithm>
#include <cmath>

#include "scene/anatomy.hpp"

namespace isonoise {
namespace {

// A grid of panels with a caption below each, centred in `area`.
void grid(Figure& figure, const Box& area, int columns, int rows) {
    const double gap = std::max(3.0, 0.35 * figure.margin);
    const double between = figure.caption > 0 ? figure.caption : gap;
    double width = (area.width - gap * (columns - 1)) / columns;
    double height = (area.height - between * (rows - 1) - figure.caption) / rows;
    width = std::max(1.0, std::min(width, 2.6 * height));
    height = std::max(1.0, std::min(height, 2.6 * width));
    const double left = area.x + (area.width - width * columns - gap * (columns - 1)) / 2;
    const double top = area.y + (area.height - height * rows - between * (rows - 1) - figure.caption) / 2;
    for (int row = 0; row < rows; ++row) {
        for (int column = 0; column < columns; ++column)
            figure.panels.push_back({left + column * (width + gap), top + row * (height + between), width, height});
    }
}

// A wide panel for a curve, and a lower one below it.
void curves(Figure& figure, const Box& area) {
    const double between = std::max(3.0, figure.caption), width = std::max(1.0, area.width);
    const double rest = area.height - between - figure.caption, low = std::max(1.0, 0.28 * rest);
    const double high = std::max(1.0, rest - low);
    figure.panels.push_back({area.x, area.y, width, high});
    figure.panels.push_back({area.x, area.y + high + between, width, low});
}

// Two blocks of small squares, two high and `first` and `second` wide, and a large square: side by side in the middle
// of `area` or, if it is tall, with the large one below.
void blocks(Figure& figure, const Box& area, int first, int second) {
    const double gap = std::max(2.0, 0.25 * figure.margin), between = std::max(gap, figure.caption);
    const bool high = area.height > 1.2 * area.width;
    figure.arrow = std::clamp(0.08 * std::min(area.width, area.height), 6.0, 2.0 * figure.margin);
    const double columns = first + second, gaps = (first + second - 2) * gap + figure.arrow;
    double side = 0.0, large = 0.0;
    if (high) {
        side = std::min((area.width - gaps) / columns,
                        (area.height - 2 * between - figure.caption - figure.arrow - gap) / 4);
        large = 2 * side + gap;
    } else {
        side = std::min((area.width - gaps - gap - figure.arrow) / (columns + 2),
                        (area.height - between - figure.caption) / 2);
        large = std::min(2 * side + gap, 2 * side + between);
    }
    side = std::max(1.0, std::floor(side));  // integral, so that squares stay square
    large = std::max(1.0, std::floor(large));
    const double small_width = columns * side + gaps, small_height = 2 * side + between;
    const double width = high ? std::max(small_width, large) : small_width + figure.arrow + large;
    const double height = high ? small_height + figure.caption + figure.arrow + large : small_height;
    const double top = area.y + (area.height - height - figure.caption) / 2;
    double x = area.x + (area.width - (high ? small_width : width)) / 2;
    for (const int count : {first, second}) {
        for (int row = 0; row < 2; ++row) {
            for (int column = 0; column < count; ++column)
                figure.panels.push_back({x + column * (side + gap), top + row * (side + between), side, side});
        }
        x += side * count + gap * (count - 1) + figure.arrow;
    }
    if (high) {
        figure.panels.push_back({area.x + (area.width - large) / 2, top + height - large, large, large});
    } else {
        figure.panels.push_back({x, top + (height - large) / 2, large, large});
    }
}

}  // namespace

Figure figure(const Look& look, int width, int height) {
    Figure f;
    const double unit = std::min<double>(height, 0.75 * width);
    f.margin = std::max(2.0, 0.05 * unit);
    if (width >= 150 && height >= 110) {
        f.body = std::round(std::max(11.0, 0.0235 * unit));
        f.title = std::round(std::max(13.0, 0.046 * unit));
        f.caption = std::round(1.75 * f.body);
    }
    Box area{f.margin, f.margin, width - 2 * f.margin, height - 2 * f.margin};
    if (f.body > 0) {
        const double header = 1.2 * f.title + 1.9 * f.body;
        area.y += header;
        area.height -= header;
        if (*formula_of(look.stage).text && width >= 420 && height >= 340) {
            f.formula = f.margin + 1.2 * f.title + 1.5 * f.body;
            area.y += 1.5 * f.body;
            area.height -= 1.5 * f.body;
        }
    }
    const bool is_high = area.height > 1.2 * area.width;
    switch (look.stage) {
    case Stage::line: curves(f, area); break;
    case Stage::lattice:
    case Stage::gradients:
    case Stage::aliasing:
        f.panels.push_back({area.x, area.y, std::max(1.0, area.width), std::max(1.0, area.height - f.caption * 0.75)});
        break;
    case Stage::influence: blocks(f, area, 2, 2); break;
    case Stage::interpolation: blocks(f, area, 2, 1); break;
    case Stage::fade: grid(f, area, 3, 3); break;
    case Stage::octaves: grid(f, area, 4, 2); break;
    case Stage::compare: grid(f, area, 3, 3); break;
    case Stage::directions: is_high ? grid(f, area, 1, 2) : grid(f, area, 2, 1); break;
    case Stage::precision: is_high ? grid(f, area, 2, 2) : grid(f, area, 4, 1); break;
    }
    // Borders on whole pixels are sharp.
    for (Box& panel : f.panels) {
        const double right = std::round(panel.x + panel.width), bottom = std::round(panel.y + panel.height);
        panel.x = std::round(panel.x);
        panel.y = std::round(panel.y);
        panel.width = std::max(1.0, right - panel.x);
        panel.height = std::max(1.0, bottom - panel.y);
    }
    // Few cells show creases and slopes best, many cells show rows.
    const bool few = look.stage == Stage::fade || look.stage == Stage::line;
    const double part = few ? 0.55 : look.stage == Stage::directions ? 1.6 : 1.0;
    f.pixel_units = part * look.span / f.panels.front().height;
    return f;
}

}  // namespace isonoise
