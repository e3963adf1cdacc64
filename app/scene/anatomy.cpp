#include "scene/anatomy.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

#include <fmt/format.h>

#include "scene/constants.hpp"
#include "scene/frame.hpp"
#include "scene/scenes.hpp"

namespace isonoise {

namespace {

// The colours of words, on the dark background and on the white one.
struct Inks {
    glm::vec3 bright, soft, dim, accent;
};
const Inks kOnDark{{0.93f, 0.95f, 0.98f}, {0.62f, 0.67f, 0.75f}, {0.42f, 0.46f, 0.54f}, {1.0f, 0.78f, 0.36f}};
const Inks kOnWhite{{0.08f, 0.1f, 0.13f}, {0.27f, 0.31f, 0.38f}, {0.45f, 0.49f, 0.56f}, {0.66f, 0.31f, 0.0f}};

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
// of `area`, or, if it is tall, with the large one below.
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
    side = std::max(1.0, std::floor(side));  // whole, so that squares stay square
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

// Lays out labels; those that do not fit are dropped.
class Writer {
  public:
    Writer(const Figure& figure, const Look& look, int width, int height)
        : ink(look.background == Background::white ? kOnWhite : kOnDark), figure_(figure), width_(width),
          height_(height) {}
    const Inks& ink;

    // Writes the first of `choices` no wider than `room`; returns its width.
    double write(std::initializer_list<std::string> choices, double x, double y, double size, Align align, double room,
                 const glm::vec3& colour) {
        if (figure_.body <= 0.0) return 0.0;
        for (const std::string& text : choices) {
            const double width = text_width(text, size);
            if (width > room) continue;
            labels_.push_back({text, x, y, size, align, colour});
            return width;
        }
        return 0.0;
    }
    void below(const Box& panel, std::initializer_list<std::string> choices) { below(panel, choices, ink.soft); }
    void below(const Box& panel, std::initializer_list<std::string> choices, const glm::vec3& colour) {
        const double y = panel.y + panel.height + (figure_.caption - figure_.body) / 2;
        write(choices, panel.x + panel.width / 2, y, figure_.body, Align::center, panel.width, colour);
    }
    void header(const std::string& title, Stage stage, std::initializer_list<std::string> explanation) {
        const double room = width_ - 2 * figure_.margin;
        const std::string count = fmt::format("{} / {}", static_cast<int>(stage) + 1, std::size(detail::kStages));
        const double taken = text_width(count, figure_.body);
        const double drop = 0.72 * (figure_.title - figure_.body);  // roughly onto the title's baseline
        const double written =
            write({title}, figure_.margin, figure_.margin, figure_.title, Align::left, room, ink.bright);
        if (written + taken + figure_.title <= room) {
            write({count}, width_ - figure_.margin, figure_.margin + drop, figure_.body, Align::right, room, ink.dim);
        }
        write(explanation, figure_.margin, figure_.margin + 1.2 * figure_.title, figure_.body, Align::left, room,
              ink.soft);
    }
    // The formula, and the line of code if there is room beside it.
    void formula(const Formula& formula) {
        if (figure_.formula <= 0.0) return;
        const double room = width_ - 2 * figure_.margin, y = figure_.formula;
        const double taken = write({formula.text}, figure_.margin, y, figure_.body, Align::left, room, ink.accent);
        const double left = taken + 1.5 * figure_.body;
        write({fmt::format("{}:  {}", formula.file, formula.code), formula.code}, figure_.margin + left, y,
              figure_.body, Align::left, room - left, ink.soft);
    }
    // Within a panel, on the picture; text that would leave the panel is dropped.
    void on(const Box& panel, const std::string& text, double x, double y, Align align, const glm::vec3& colour) {
        if (figure_.body <= 0.0) return;
        Label label{text, x, y, figure_.body, align, colour};
        const auto [left, top, width, height] = bounds(label);
        const double inset = 0.3 * figure_.body;
        if (left < panel.x + inset || top < panel.y + inset || left + width > panel.x + panel.width - inset ||
            top + height > panel.y + panel.height - inset)
            return;
        labels_.push_back(std::move(label));
    }
    std::vector<Label> take() { return std::move(labels_); }

  private:
    const Figure& figure_;
    int width_, height_;
    std::vector<Label> labels_;
};

// What would print as a negative zero becomes 0.
double shown(double value, double places = 2) { return std::fabs(value) < 0.5 * std::pow(10.0, -places) ? 0.0 : value; }
float mixed(const Anatomy& a) { return a.mixes.x + a.weights.y * (a.mixes.y - a.mixes.x); }
std::string point_of(double x, double y) { return fmt::format("({:.2f}, {:.2f})", shown(x), shown(y)); }

}  // namespace

Formula formula_of(Stage stage) {
    switch (stage) {
    case Stage::line:
        return {"a t + u(b (t \u2212 1) \u2212 a t), u = 6t\u2075 \u2212 15t\u2074 + 10t\u00b3",
                "definition/gradient.hpp", "dots[i] = dots[i] + g[i][c] * (is_far(i, c) ? f[c] - 1.0f : f[c]);"};
    case Stage::lattice:
        return {"cell = floor(p), fraction = p \u2212 cell", "definition/lattice.hpp", "return x - glm::floor(x);"};
    case Stage::gradients:
        return {"h = hash(corner, seed), whose top bits choose g", "definition/hash.hpp", "return m * m + k;"};
    case Stage::influence:
        return {"d = fraction \u2212 corner, n = scale \u00d7 the sum of weight \u00d7 (g \u00b7 d)", "anatomy.cpp",
                ".offset = {a.fraction[0] - float(right), a.fraction[1] - float(below)},"};
    case Stage::fade:
        return {"u = 6t\u2075 \u2212 15t\u2074 + 10t\u00b3", "definition/lattice.hpp",
                "return t * t * t * (t * (t * 6.0f - 15.0f) + 10.0f);"};
    case Stage::interpolation:
        return {"a + u(b \u2212 a)", "anatomy.cpp",
                "a.mixes = {lerp(dots[0], dots[1], a.weights[0]), lerp(dots[2], dots[3], a.weights[0])};"};
    case Stage::octaves:
        return {"the sum of amplitude \u00d7 octave", "definition/noise.hpp",
                "sum = sum + octave.amplitude * shaped(v);"};
    case Stage::aliasing:
        return {"an octave fades where a pixel covers a quarter to three quarters of its cells", "noise.cpp",
                "const double t = std::fmin(std::fmax((width - 0.25) * 2.0, 0.0), 1.0);"};
    case Stage::precision:
        return {"cell and fraction apart: the fraction keeps its 24 bits in every cell", "isonoise.hpp",
                "float perlin2(glm::ivec2 cell, glm::vec2 fraction, std::uint32_t seed);"};
    case Stage::compare:
    case Stage::directions: break;
    }
    return {};
}

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
    // On whole pixels their borders are sharp.
    for (Box& panel : f.panels) {
        const double right = std::round(panel.x + panel.width), bottom = std::round(panel.y + panel.height);
        panel.x = std::round(panel.x);
        panel.y = std::round(panel.y);
        panel.width = std::max(1.0, right - panel.x);
        panel.height = std::max(1.0, bottom - panel.y);
    }
    // Creases and slopes show best with few cells, rows with many.
    const bool few = look.stage == Stage::fade || look.stage == Stage::line;
    const double part = few ? 0.55 : look.stage == Stage::directions ? 1.6 : 1.0;
    f.pixel_units = part * look.span / f.panels.front().height;
    return f;
}

namespace {

std::string number(float value) { return fmt::format("{:.2f}", shown(static_cast<double>(value))); }

// Noise in 1D with the same seed, fade and period, taken apart.
struct OnLine {
    OnLine(const Settings& of, const AxisPoint& at) : fraction(at.fraction) {
        Settings s;
        s.dim = 1;
        s.seed = of.seed;
        s.fade = of.fade;
        const std::uint32_t period = periods(of)[0];
        if (period != 0) s.period = {period};
        const Noise noise(s);
        value = noise({at.cell, 0, 0, 0}, {at.fraction, 0.0f, 0.0f, 0.0f});
        fade = anatomy(Noise(of), {at.cell, 0}, {at.fraction, 0.0f}).weights.x;
        for (int i = 0; i < 2; ++i) {
            perlin1_periodic_gradient(wrapped_cell(std::int64_t{at.cell} + i, 0), 0.0f, s.seed, period, slopes[i]);
            ramps[i] = slopes[i] * (fraction - static_cast<float>(i));
        }
    }
    float fraction, fade, value;
    std::array<float, 2> slopes, ramps;
};

// The words of each stage.
struct Captions {
    Captions(const Preset& preset, const Figure& figure, int width, int height)
        : cured(preset.look.remedy == Remedy::on), s(preset.settings), f(figure), w(figure, preset.look, width, height),
          center(center_point(preset)),
          a(anatomy(Noise(s), {center[0].cell, center[1].cell}, {center[0].fraction, center[1].fraction})) {}

    std::vector<Label> of(Stage stage) {
        switch (stage) {
        case Stage::line: line(); break;
        case Stage::lattice: lattice(); break;
        case Stage::gradients: gradients(); break;
        case Stage::influence: influence(); break;
        case Stage::fade: fade(); break;
        case Stage::interpolation: interpolation(); break;
        case Stage::octaves: octaves(); break;
        case Stage::compare: compare(); break;
        case Stage::directions: directions(); break;
        case Stage::precision: precision(); break;
        case Stage::aliasing: aliasing(); break;
        }
        // The other fades and fractals go another way.
        const bool other =
            ((stage == Stage::fade || stage == Stage::line) && s.fade != Fade::standard && s.fade != Fade::quintic) ||
            (stage == Stage::octaves && (s.fractal != Fractal::fbm || s.warp != 0.0f));
        if (!other) w.formula(formula_of(stage));
        return w.take();
    }

    void line() {
        const OnLine at(s, center[0]);
        w.header(
            "Noise along a line", Stage::line,
            {"At every whole number the noise is 0, and a hash chooses its slope. In between it fades from the ramp "
             "of the number before to that of the next.",
             "0 at every whole number, with a slope chosen by a hash; between, two ramps are mixed.",
             "Two ramps are mixed between whole numbers."});
        w.below(
            panel(0),
            {fmt::format("cell {}  \u00b7  fraction {}  \u00b7  ramps {} \u00d7 {} = {} and {} \u00d7 ({} \u2212 1) "
                         "= {}",
                         center[0].cell, number(at.fraction), number(at.slopes[0]), number(at.fraction),
                         number(at.ramps[0]), number(at.slopes[1]), number(at.fraction), number(at.ramps[1])),
             fmt::format("cell {}, fraction {}: ramps {} and {}", center[0].cell, number(at.fraction),
                         number(at.ramps[0]), number(at.ramps[1])),
             fmt::format("{}, {}", number(at.ramps[0]), number(at.ramps[1]))});
        w.below(panel(1),
                {fmt::format("weights {} and {}: the noise is {} \u00d7 {} + {} \u00d7 {} = {}", number(1 - at.fade),
                             number(at.fade), number(1 - at.fade), number(at.ramps[0]), number(at.fade),
                             number(at.ramps[1]), number(at.value)),
                 fmt::format("weights {} and {}: {}", number(1 - at.fade), number(at.fade), number(at.value)),
                 number(at.value)},
                w.ink.accent);
    }

    void lattice() {
        const std::string place = fmt::format("cell ({}, {})", center[0].cell, center[1].cell);
        const std::string fraction =
            point_of(static_cast<double>(center[0].fraction), static_cast<double>(center[1].fraction));
        w.header("The lattice", Stage::lattice,
                 {"Space is divided into cells. Each point has a cell, and a fraction of it along each axis.",
                  "Each point has a cell, and a fraction of it along each axis.", "Every point lies in a cell."});
        w.below(panel(0), {fmt::format("{}  \u00b7  fraction {}", place, fraction), fraction}, w.ink.accent);
        // Outside the cell, at its corners.
        const double cell = 1 / (f.pixel_units * static_cast<double>(s.frequency));
        const double x = panel(0).x + panel(0).width / 2 - static_cast<double>(center[0].fraction) * cell;
        const double y = panel(0).y + panel(0).height / 2 - static_cast<double>(center[1].fraction) * cell;
        const double off = 0.5 * f.body;
        if (cell >= 3 * f.body && cell < 1e6) {
            for (int i = 0; i < 4; ++i) {
                const bool right = (i & 1) != 0, down = (i & 2) != 0;
                w.on(panel(0),
                     fmt::format("({}, {})", std::int64_t{center[0].cell} + (i & 1),
                                 std::int64_t{center[1].cell} + (i >> 1)),
                     right ? x + cell + off : x - off, down ? y + cell + 0.6 * off : y - 0.6 * off - f.body,
                     right ? Align::left : Align::right, w.ink.bright);
            }
        }
    }

    void gradients() {
        w.header("A gradient at every lattice point", Stage::gradients,
                 {"A hash of the point and the seed chooses one of eight directions. The noise is 0 at the point and "
                  "rises along its arrow.",
                  "A hash chooses one of eight directions; the noise is 0 at the point and rises along its arrow.",
                  "The noise is 0 at each point and rises along its arrow.", "The noise rises along the arrows."});
        w.below(panel(0), {fmt::format("seed {}", s.seed)}, w.ink.dim);
    }

    void influence() {
        w.header(
            "The influence of each corner", Stage::influence,
            {fmt::format("Gradient \u00b7 offset is a ramp through each corner. Its weight fades it out towards the "
                         "other three. Their sum, times {:.3f}, is the noise.",
                         a.scale),
             fmt::format("Each corner's ramp, gradient \u00b7 offset, times its weight; their sum, times {:.3f}, is "
                         "the noise.",
                         a.scale),
             "Each corner's ramp times its weight, summed."});
        for (std::size_t i = 0; i < 4; ++i) {
            const Anatomy::Corner& c = a.corners[i];
            w.below(panel(i), {"g \u00b7 d = " + number(c.dot), number(c.dot)});
            w.below(panel(i + 4), {"times weight " + number(c.weight), "\u00d7 " + number(c.weight)});
        }
        const float sum = mixed(a);
        w.below(panel(8),
                {fmt::format("their sum {} times {:.3f}: the noise, {}", number(sum), a.scale, number(a.value)),
                 fmt::format("{} \u00d7 {:.3f} = {}", number(sum), a.scale, number(a.value)), number(a.value)},
                w.ink.accent);
    }

    void fade() {
        w.header("The fade curve", Stage::fade,
                 {"Weights follow a curve across the cell; blue is its slope. A jump at the edge shows: in slope, in "
                  "curvature, or nowhere.",
                  "A jump at the edge shows: in slope, in curvature, or nowhere.", "A jump at the edge shows."});
        w.below(panel(0), {"linear: t", "linear"}, w.ink.bright);
        w.below(panel(1), {"cubic: 3t\u00b2 \u2212 2t\u00b3", "cubic"}, w.ink.bright);
        w.below(panel(2), {"quintic: 6t\u2075 \u2212 15t\u2074 + 10t\u00b3", "quintic"}, w.ink.bright);
        w.below(panel(3), {"creases along the lattice", "creases"});
        w.below(panel(4), {"smooth"});
        w.below(panel(5), {"smoother"});
        w.below(panel(6), {"its slope breaks at the lattice", "slope breaks", "breaks"});
        w.below(panel(7), {"its slope bends at the lattice", "slope bends", "bends"});
        w.below(panel(8), {"its slope is smooth", "slope smooth"});
    }

    void interpolation() {
        w.header("Interpolation, step by step", Stage::interpolation,
                 {"The corners' ramps are mixed along x by the faded x, above and below, then the two results along y "
                  "by the faded y.",
                  "Two mixes along x by the faded x, then one along y by the faded y.",
                  "Mixed along x, then along y."});
        for (std::size_t i = 0; i < 4; ++i)
            w.below(panel(i), {number(a.corners[i].dot)});
        for (std::size_t i = 0; i < 2; ++i)
            w.below(panel(4 + i),
                    {fmt::format("by u = {}: {}", number(a.weights.x), number(i == 0 ? a.mixes.x : a.mixes.y)),
                     number(i == 0 ? a.mixes.x : a.mixes.y)});
        w.below(panel(6),
                {fmt::format("by v = {}, scaled by {}: {}", number(a.weights.y), number(a.scale), number(a.value)),
                 fmt::format("by v = {}: {}", number(a.weights.y), number(a.value)), number(a.value)},
                w.ink.accent);
    }

    void octaves() {
        w.header(
            "Octaves", Stage::octaves,
            {fmt::format("Each octave is {:g} times finer (the lacunarity) and {:g} times as strong (the "
                         "persistence) as the one before. Below, their sum grows.",
                         s.lacunarity, s.persistence),
             fmt::format("Each octave: lacunarity {:g} times finer, persistence {:g} times as strong. Below, their "
                         "sum.",
                         s.lacunarity, s.persistence),
             fmt::format("Lacunarity {:g}: finer. Persistence {:g}: weaker. Below, their sum.", s.lacunarity,
                         s.persistence),
             fmt::format("Each is {:g} times finer, {:g} times as strong; below, their sum.", s.lacunarity,
                         s.persistence),
             "Finer and weaker; below, their sum."});
        const Noise noise(s);
        const auto count = static_cast<int>(noise.plan().count);
        for (int k = 0; k < 4; ++k) {
            const auto i = static_cast<std::size_t>(k);
            const bool rest = k == 3 && count > 4;
            if (k >= count) {
                w.below(panel(i), {fmt::format("no octave {}", k + 1), "none"}, w.ink.dim);
            } else if (rest) {
                w.below(panel(i), {fmt::format("octaves 4 to {}", count), fmt::format("4 to {}", count)}, w.ink.bright);
            } else {
                const std::string by = number(noise.plan().octaves[k].amplitude);
                w.below(panel(i),
                        {fmt::format("octave {}, times {}", k + 1, by), fmt::format("{}: \u00d7 {}", k + 1, by),
                         fmt::format("{}", k + 1)},
                        w.ink.bright);
            }
            const int summed = rest ? count : std::min(k + 1, count);
            if (summed == 0) {
                w.below(panel(i + 4), {"nothing is left", "none"}, w.ink.dim);
            } else if (summed == 1) {
                w.below(panel(i + 4), {"the first", "1"});
            } else {
                w.below(panel(i + 4), {fmt::format("the sum of {0}: {0} times the work", summed),
                                       fmt::format("the sum of {}", summed), fmt::format("{}", summed)});
            }
        }
    }

    void compare() {
        w.header("Three kinds of noise", Stage::compare,
                 {"White noise has no shapes, value noise shows its lattice; Perlin noise has shapes of one size that "
                  "lie anywhere.",
                  "No shapes; shapes that show the lattice; shapes of one size that lie anywhere.",
                  "Perlin noise has shapes of one size."});
        w.below(panel(0), {"white noise", "white"}, w.ink.bright);
        w.below(panel(1), {"value noise", "value"}, w.ink.bright);
        w.below(panel(2), {"Perlin noise", "Perlin"}, w.ink.bright);
        w.below(panel(3), {"in five levels: dust", "dust"});
        w.below(panel(4), {"in five levels: blocks", "blocks"});
        w.below(panel(5), {"in five levels: islands", "islands"});
        w.below(panel(6), {"how steep: everywhere", "everywhere"});
        w.below(panel(7), {"how steep: along the lattice", "the lattice"});
        w.below(panel(8), {"how steep: evenly spread", "evenly"});
    }

    void directions() {
        w.header("Artefact: the axes show", Stage::directions,
                 {cured ? "A cut between the planes of the lattice, and octaves moved apart by a part of a cell."
                        : "The noise is 0 at lattice points: where the picture passes through many of them, in each "
                          "octave again, one sees rows and columns.",
                  cured ? "A cut between planes; octaves moved apart." : "A cut through lattice points shows rows.",
                  cured ? "A cut between planes." : "Rows and columns show."});
        const char* z = cured ? "0.5" : "0";
        w.below(panel(0), {fmt::format("noise in 3D, cut at z = {}", z), fmt::format("z = {}", z)}, w.ink.bright);
        w.below(panel(1),
                {fmt::format("four octaves as ridges, {}", cured ? "moved apart" : "all cut at z = 0"),
                 "four octaves as ridges", "ridges"},
                w.ink.bright);
    }

    void precision() {
        w.header("Artefact: far out, float runs out of digits", Stage::precision,
                 {cured ? "A cell as an integer and a fraction: as fine everywhere, up to 2 147 483 648 cells away."
                        : "A coordinate in one float: the farther out, the fewer of its 24 bits are left for the "
                          "fraction.",
                  cured ? "A cell and a fraction: as fine everywhere." : "Coordinates in one float: steps far out.",
                  cured ? "As fine everywhere." : "Steps far out."});
        for (std::size_t i = 0; i < 4; ++i) {
            const int bits = shared::FAR_FIRST + shared::FAR_STEP * static_cast<int>(i);
            const double step = std::ldexp(1.0, bits - 23);
            w.below(panel(i),
                    {fmt::format("2^{} cells away{}", bits,
                                 cured         ? std::string()
                                 : step >= 1.0 ? std::string(": steps of a cell")
                                               : fmt::format(": steps of 1/{:g}", 1 / step)),
                     fmt::format("2^{} cells away", bits), fmt::format("2^{}", bits)},
                    w.ink.bright);
        }
    }

    void aliasing() {
        w.header("Artefact: cells smaller than a pixel", Stage::aliasing,
                 {cured ? "Each octave fades to its mean before its cells are as small as a pixel: filter width."
                        : "One value for each square: towards the horizon cells become smaller than that, and only "
                          "chance is left, which flickers when it moves.",
                  cured ? "Octaves fade to their mean in time." : "Towards the horizon only chance is left.",
                  cured ? "Octaves fade in time." : "Only chance is left."});
        w.below(panel(0), {fmt::format("a plane of {} octaves, to the horizon", Noise(s).plan().count), "a plane"},
                w.ink.dim);
    }

    const Box& panel(std::size_t i) const { return f.panels[i]; }

    const bool cured;
    const Settings& s;
    const Figure& f;
    Writer w;
    std::array<AxisPoint, 4> center;
    Anatomy a;
};

}  // namespace

std::vector<Label> labels(const Preset& preset, int width, int height) {
    if (preset.look.scene != Scene::anatomy || !problem(preset).empty()) return {};
    const Figure f = figure(preset.look, width, height);
    if (f.body <= 0) return {};
    return Captions(preset, f, width, height).of(preset.look.stage);
}

namespace {

// The probe's lines, in columns for people or, to be copied, with all digits of each number.
class Lines {
  public:
    Lines(std::vector<std::string>& lines, bool all) : lines_(lines), all_(all) {}
    void push_back(std::string line) { lines_.push_back(std::move(line)); }
    std::string plain(float value, int places) const {
        return all_ ? fmt::format("{}", value) : fmt::format("{:.{}f}", value, places);
    }
    std::string with_sign(float value, int places) const {
        return all_ ? fmt::format("{:+}", value)
                    : fmt::format("{:+.{}f}", shown(static_cast<double>(value), places), places);
    }

  private:
    std::vector<std::string>& lines_;
    bool all_;
};

void explain_line(const Probe& probe, const OnLine& at, Lines lines) {
    lines.push_back(fmt::format("cell      {:>11}", probe.cell.x));
    lines.push_back(fmt::format("fraction  {:>11}", lines.plain(at.fraction, 4)));
    lines.push_back("number            slope      ramp    weight");
    for (int i = 0; i < 2; ++i) {
        const auto k = static_cast<std::size_t>(i);
        lines.push_back(fmt::format("{:<13}  {}   {}    {}", std::int64_t{probe.cell.x} + i,
                                    lines.with_sign(at.slopes[k], 5), lines.with_sign(at.ramps[k], 4),
                                    lines.plain(i == 0 ? 1.0f - at.fade : at.fade, 4)));
    }
    lines.push_back(fmt::format("the noise in 1D is {}", lines.with_sign(at.value, 6)));
}

// The lines about one octave, as far as the stage.
void explain(const Probe& probe, unsigned octaves, Stage stage, Lines lines) {
    const Anatomy& a = probe.anatomy;
    if (octaves > 1)
        lines.push_back(fmt::format("octave    {:>11}", fmt::format("{} of {}", probe.octave + 1, octaves)));
    lines.push_back(fmt::format("cell      {:>11} {:>11}", probe.cell.x, probe.cell.y));
    lines.push_back(fmt::format("fraction  {:>11} {:>11}", lines.plain(a.fraction.x, 4), lines.plain(a.fraction.y, 4)));
    if (stage >= Stage::fade)
        lines.push_back(
            fmt::format("faded     {:>11} {:>11}", lines.plain(a.weights.x, 4), lines.plain(a.weights.y, 4)));
    const bool ramps = stage >= Stage::influence;
    if (stage >= Stage::gradients) {
        lines.push_back(ramps ? "corner  hash      gradient        offset           dot   weight"
                              : "corner  hash      gradient");
        for (int i = 0; i < 4; ++i) {
            const Anatomy::Corner& c = a.corners[static_cast<std::size_t>(i)];
            std::string line = fmt::format("({}, {})  {:08X}  {} {}", i & 1, i >> 1, c.hash,
                                           lines.with_sign(c.gradient.x, 3), lines.with_sign(c.gradient.y, 3));
            if (ramps)
                line += fmt::format("  {} {}  {}  {}", lines.with_sign(c.offset.x, 3), lines.with_sign(c.offset.y, 3),
                                    lines.with_sign(c.dot, 4), lines.plain(c.weight, 4));
            lines.push_back(std::move(line));
        }
    }
    if (stage >= Stage::interpolation) {
        lines.push_back(fmt::format("mixed along x {} {}, along y {}", lines.with_sign(a.mixes.x, 4),
                                    lines.with_sign(a.mixes.y, 4), lines.with_sign(mixed(a), 4)));
    } else if (ramps) {
        lines.push_back(fmt::format("sum of dot times weight {}", lines.with_sign(mixed(a), 4)));
    }
    const std::string subject = octaves > 1 ? fmt::format("octave {} is", probe.octave + 1) : "the noise is";
    lines.push_back(ramps
                        ? fmt::format("times {}: {} {}", lines.plain(a.scale, 4), subject, lines.with_sign(a.value, 6))
                        : fmt::format("{} {}", subject, lines.with_sign(a.value, 6)));
    lines.push_back(fmt::format("the noise as set   {}", lines.with_sign(probe.value, 6)));
}

// Stage octaves: over a single octave the lines are about that one, in its own cell; over a sum they list its octaves.
// A warp moves each octave's point, other fractals fold its value, and the cells of octaves far too fine for a double
// are unknown, so then only the noise itself is named.
void explain_octaves(Probe& probe, const Noise& noise, glm::vec2 fraction, std::size_t panel, Lines lines) {
    const Settings& s = noise.settings();
    const unsigned count = noise.plan().count, k = static_cast<unsigned>(panel % 4);
    const glm::ivec2 cell = probe.cell;
    const auto at = [&](unsigned octave) {
        const double by = std::pow(static_cast<double>(s.lacunarity), octave);
        glm::ivec2 cells;
        glm::vec2 fractions;
        for (int c = 0; c < 2; ++c) {
            const double whole = cell[c] * by, beyond = std::floor(whole);
            const double rest = (whole - beyond) + static_cast<double>(fraction[c]) * by, carry = std::floor(rest);
            cells[c] = wrapped_cell(static_cast<std::int64_t>(beyond) + static_cast<std::int64_t>(carry), 0);
            fractions[c] = axis_point(rest - carry).fraction;
        }
        return std::pair{cells, anatomy(noise, cells, fractions, octave)};
    };
    const double farthest =
        1 + std::max(std::fabs(static_cast<double>(cell.x)), std::fabs(static_cast<double>(cell.y)));
    const auto known = [&](unsigned octave) {
        return s.warp == 0.0f && farthest * std::pow(static_cast<double>(s.lacunarity), octave) < 0x1p52;
    };
    const bool sum = panel >= 4, rest = k == 3 && count > 4;
    if (!sum && !rest && known(k)) {
        probe.octave = k;
        std::tie(probe.cell, probe.anatomy) = at(k);
        return explain(probe, count, Stage::octaves, lines);
    }
    lines.push_back(fmt::format("cell      {:>11} {:>11}", cell.x, cell.y));
    lines.push_back(fmt::format("fraction  {:>11} {:>11}", lines.plain(fraction.x, 4), lines.plain(fraction.y, 4)));
    const unsigned first = rest && !sum ? 3 : 0, end = rest ? count : std::min(k + 1, count);
    if (s.fractal == Fractal::fbm && end > 0 && known(end - 1)) {
        lines.push_back("octave     amplitude       value     product");
        float total = 0.0f;
        for (unsigned i = first; i < end; ++i) {
            const float amplitude = noise.plan().octaves[i].amplitude, value = at(i).second.value;
            total += amplitude * value;
            if (i - first >= 12) continue;  // more would leave the picture, and add little
            lines.push_back(fmt::format("{:>6}     {:>9}   {}   {}", i + 1, lines.plain(amplitude, 5),
                                        lines.with_sign(value, 6), lines.with_sign(amplitude * value, 6)));
        }
        lines.push_back(fmt::format("their sum                      {}", lines.with_sign(total, 6)));
    }
    lines.push_back(fmt::format("the noise as set               {}", lines.with_sign(probe.value, 6)));
}

}  // namespace

std::optional<Probe> probe(const Preset& preset, int width, int height, double x, double y) {
    if (preset.look.scene != Scene::anatomy || !problem(preset).empty()) return {};
    const Figure f = figure(preset.look, width, height);
    const auto found = std::find_if(f.panels.begin(), f.panels.end(), [&](const Box& b) {
        return x >= b.x && y >= b.y && x < b.x + b.width && y < b.y + b.height;
    });
    if (found == f.panels.end()) return {};
    const auto index = static_cast<std::size_t>(found - f.panels.begin());
    const Stage stage = preset.look.stage;
    const auto center = center_point(preset);
    const Box& panel = *found;
    // From the lowest corner of the cell at the center, in cells.
    double q[2] = {}, cell_size = 0;
    if (stage == Stage::influence || stage == Stage::interpolation) {
        const double room = stage == Stage::interpolation ? 0.0
                            : index < 8                   ? shared::INFLUENCE_ROOM
                                                          : shared::INFLUENCE_SUM_ROOM;
        cell_size = panel.width / (1 + 2 * room);
        q[0] = (x - panel.x) / cell_size - room;
        q[1] = (y - panel.y) / cell_size - room;
        if (q[0] < 0 || q[0] >= 1 || q[1] < 0 || q[1] >= 1) return {};
    } else {
        if (stage == Stage::fade && index < 3) return {};         // curves
        if (stage == Stage::compare && index % 3 < 2) return {};  // other noises
        if (stage > Stage::compare) return {};                    // artefacts, far out or from afar
        if (stage == Stage::octaves && index < 4 && index >= Noise(preset.settings).plan().count) return {};
        const double cells = f.pixel_units * static_cast<double>(preset.settings.frequency);
        cell_size = 1 / cells;
        q[0] = (x - panel.x - panel.width / 2) * cells + static_cast<double>(center[0].fraction);
        q[1] = (y - panel.y - panel.height / 2) * cells + static_cast<double>(center[1].fraction);
    }
    Probe probe;
    glm::vec2 fraction;
    for (int c = 0; c < 2; ++c) {
        const AxisPoint at = axis_point(q[c]);
        probe.cell[c] = wrapped_cell(std::int64_t{center[static_cast<std::size_t>(c)].cell} + at.cell, 0);
        fraction[c] = at.fraction;
    }
    const Noise noise(preset.settings);
    probe.panel = panel;
    probe.value = noise({probe.cell, 0, 0}, {fraction, 0.0f, 0.0f});
    probe.anatomy = anatomy(noise, probe.cell, fraction);
    if (stage == Stage::line) {
        const OnLine at(preset.settings, {probe.cell.x, fraction.x});
        probe.value = at.value;
        explain_line(probe, at, {probe.lines, false});
        explain_line(probe, at, {probe.numbers, true});
        probe.place = {x - static_cast<double>(fraction.x) * cell_size, panel.y, cell_size, panel.height};
        return probe;
    }
    if (stage == Stage::octaves) {
        Probe all = probe;
        explain_octaves(all, noise, fraction, index, {probe.numbers, true});
        explain_octaves(probe, noise, fraction, index, {probe.lines, false});
    } else {
        explain(probe, noise.plan().count, stage, {probe.lines, false});
        explain(probe, noise.plan().count, stage, {probe.numbers, true});
    }
    // The frame around the cell: in the panel of a finer octave, around that octave's.
    const glm::vec2 within = probe.anatomy.fraction;
    cell_size /= std::pow(static_cast<double>(preset.settings.lacunarity), probe.octave);
    probe.place = {x - static_cast<double>(within.x) * cell_size, y - static_cast<double>(within.y) * cell_size,
                   cell_size, cell_size};
    return probe;
}

// The row in the table of scenes ---------------------------------------------------------------------------------

static const char* anatomy_variant(const Look& look) { return detail::kStages[static_cast<std::size_t>(look.stage)]; }

static std::string anatomy_problem(const Preset& preset) {
    if (preset.settings.algorithm == Algorithm::perlin) return {};
    return fmt::format("algorithm: expected perlin in scene {}, got {}", name_of(Scene::anatomy),
                       get(preset, "algorithm"));
}

// Where the figure is one cell, the point is dragged; elsewhere the lattice.
static double anatomy_drag(const Preset& preset, double width, double height) {
    const Figure f = figure(preset.look, std::max(1, static_cast<int>(width)), std::max(1, static_cast<int>(height)));
    if (preset.look.stage == Stage::influence)
        return -(1 + 2 * shared::INFLUENCE_SUM_ROOM) /
               (f.panels.back().width * static_cast<double>(preset.settings.frequency));
    if (preset.look.stage == Stage::interpolation)
        return -1 / (f.panels.back().width * static_cast<double>(preset.settings.frequency));
    return f.pixel_units;
}

static void anatomy_uniforms(const Frame& frame, UniformValues& uniforms) {
    const Figure parts = figure(frame.preset.look, frame.layout[0], frame.layout[1]);
    const double across = static_cast<double>(frame.width) / frame.layout[0],
                 down = static_cast<double>(frame.height) / frame.layout[1];
    std::vector<glm::vec4> panels;
    for (const Box& box : parts.panels)
        panels.emplace_back(box.x * across, box.y * down, box.width * across, box.height * down);
    panels.resize(shared::MOST_PANELS);
    uniforms.set("panels", std::span<const glm::vec4>(panels));
    uniforms.set("panel_count", static_cast<int>(parts.panels.size()));
    uniforms.set("pixel_units", parts.pixel_units / down);
    uniforms.set("arrow_room", parts.arrow * across);
    uniforms.set("remedy", static_cast<int>(frame.preset.look.remedy));
}

static constexpr GalleryPicture kAnatomyGallery[] = {{"anatomy", "how Perlin noise works: the first of eleven steps"}};

constinit const SceneInfo scenes::anatomy = {
    .key = '3',
    .dims = {2, 2},
    .view = View::flat,
    .gallery = kAnatomyGallery,
    .variant = anatomy_variant,
    .problem = anatomy_problem,
    .uniforms = anatomy_uniforms,
    .drag = anatomy_drag,
    .labels = labels,
    .probe = probe,
};

}  // namespace isonoise
