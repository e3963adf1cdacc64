// The captions of scene anatomy's figures.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "scene/anatomy.hpp"
#include "scene/anatomy_line.hpp"
#include "scene/constants.hpp"

namespace isonoise {
namespace {

// Text colours, on the dark background and on the white one.
struct Inks {
    glm::vec3 bright, soft, dim, accent;
};
const Inks kOnDark{{0.93f, 0.95f, 0.98f}, {0.62f, 0.67f, 0.75f}, {0.42f, 0.46f, 0.54f}, {1.0f, 0.78f, 0.36f}};
const Inks kOnWhite{{0.08f, 0.1f, 0.13f}, {0.27f, 0.31f, 0.38f}, {0.45f, 0.49f, 0.56f}, {0.66f, 0.31f, 0.0f}};

// Lays out labels; those that do not fit are dropped.
class Writer {
  public:
    Writer(const Figure& figure, const Look& look, int width)
        : ink(look.background == Background::white ? kOnWhite : kOnDark), figure_(figure), width_(width) {}
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
        const double drop = 0.72 * (figure_.title - figure_.body);  // roughly to the title's baseline
        const double written =
            write({title}, figure_.margin, figure_.margin, figure_.title, Align::left, room, ink.bright);
        if (written + taken + figure_.title <= room) {
            write({count}, width_ - figure_.margin, figure_.margin + drop, figure_.body, Align::right, room, ink.dim);
        }
        write(explanation, figure_.margin, figure_.margin + 1.2 * figure_.title, figure_.body, Align::left, room,
              ink.soft);
    }
    // The formula, and its line of code if there is room beside it.
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
    int width_;
    std::vector<Label> labels_;
};

std::string number(float value) { return fmt::format("{:.2f}", without_sign_of_zero(static_cast<double>(value))); }
std::string point_of(double x, double y) {
    return fmt::format("({:.2f}, {:.2f})", without_sign_of_zero(x), without_sign_of_zero(y));
}

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

namespace {

// The captions of each stage.
struct Captions {
    Captions(const Preset& preset, const Figure& figure, int width)
        : cured(preset.look.remedy == Remedy::on), s(preset.settings), f(figure), w(figure, preset.look, width),
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
        // Other fades and fractals use different code.
        const bool other =
            ((stage == Stage::fade || stage == Stage::line) && s.fade != Fade::standard && s.fade != Fade::quintic) ||
            (stage == Stage::octaves && (s.fractal != Fractal::fbm || s.warp != 0.0f));
        if (!other) w.formula(formula_of(stage));
        return w.take();
    }

    void line() {
        const LineAnatomy at(s, center[0]);
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
        // Labels the corners, outside the cell.
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
    return Captions(preset, f, width).of(preset.look.stage);
}

}  // namespace isonoise
