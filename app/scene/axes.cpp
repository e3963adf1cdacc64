#include "scene/axes.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "scene/scenes.hpp"

namespace isonoise {

bool has_axes(const Look& look) {
    const auto of_scene = scene_info(look.scene).has_axes;
    return look.axes == Axes::on && of_scene && of_scene(look);
}

namespace {

const glm::vec3 kPaper(0.085f, 0.095f, 0.115f), kInk(0.86f, 0.89f, 0.94f), kWhite(1.0f),
    kInkOnWhite(0.1f, 0.12f, 0.15f);

// A number with this many decimal places and a Unicode minus.
std::string text_of(double value, int places) {
    std::string text = fmt::format("{:.{}f}", value, places);
    if (text.find_first_not_of("-0.") == std::string::npos && text[0] == '-') text.erase(0, 1);
    return text[0] == '-' ? "\u2212" + text.substr(1) : text;
}

// A distance between ticks: 1, 2 or 5 times a power of ten.
struct Step {
    int digit, exponent;
    // A multiple of the step, rounded once.
    double times(double count) const {
        return exponent < 0 ? count * digit / std::pow(10.0, -exponent) : count * digit * std::pow(10.0, exponent);
    }
    Step next() const {
        return digit == 1 ? Step{2, exponent} : digit == 2 ? Step{5, exponent} : Step{1, exponent + 1};
    }
};

constexpr std::size_t kLongest = 12;  // bytes of a number (a minus has three); longer numbers are shown with an offset
constexpr int kMostPlaces = 5;        // decimal places; finer ticks get a power of ten

// The ticks at multiples of a step.
Ticks ticks_at(const Step& step, const std::string& name, double whole, double rest, double unit, double pixels) {
    // Relative to a multiple of the step near the axis, so that no precision is lost far out.
    const double size = step.times(1), base = size > 1 ? std::floor(whole / size) * size : whole;
    const double begin = (whole - base) + rest, slack = 1e-6 * unit;
    const double first = std::ceil((begin - slack) / size), last = std::floor((begin + unit * pixels + slack) / size);
    const int places = std::max(0, -step.exponent);
    Ticks ticks;
    std::size_t longest = 0;
    for (double i = first; i <= last; ++i) {
        ticks.all.push_back({(step.times(i) - begin) / unit, text_of(base + step.times(i), places)});
        longest = std::max(longest, ticks.all.back().text.size());
    }
    ticks.name = name;
    const bool scaled = places > kMostPlaces;
    const double farthest = std::max(std::fabs(base + begin), std::fabs(base + begin + unit * pixels));
    const bool moved = longest > kLongest || (scaled && farthest > 1e4 * size);
    if (!moved && !scaled) return ticks;
    // The offset: the number nearest the axis's middle that ends before the digits that vary along it.
    const Step far{1, static_cast<int>(std::ceil(std::log10(unit * pixels)))};
    const double from = moved ? far.times(std::round((begin + 0.5 * unit * pixels) / far.times(1))) : -base;
    if (const double named = base + from; named != 0) {
        std::string text = text_of(std::fabs(named), std::max(0, -far.exponent));
        if (far.exponent < 0) text.erase(text.find_last_not_of('0') + 1);
        if (text.back() == '.') text.pop_back();
        ticks.name += (named < 0 ? " + " : " \u2212 ") + text;
    }
    if (scaled) ticks.name += fmt::format(", in 1e{}", step.exponent);
    for (std::size_t i = 0; i < ticks.all.size(); ++i) {
        const double off = step.times(first + static_cast<double>(i)) - from;
        ticks.all[i].text = scaled ? text_of(std::round(off * std::pow(10.0, places)), 0) : text_of(off, places);
    }
    return ticks;
}

}  // namespace

Ticks ticks_of(const std::string& name, double whole, double rest, double unit, double pixels, double least,
               const std::function<bool(double distance, const Ticks& ticks, bool close)>& fits) {
    const double reach = unit * pixels;
    Ticks found;
    // An axis needs at least three numbers: for these, allow closer ones.
    for (const bool close : {false, true}) {
        for (Step step{1, static_cast<int>(std::floor(std::log10(least * unit)))}; step.times(1) <= reach;
             step = step.next()) {
            const double distance = step.times(1) / unit;
            if (distance < least) continue;
            Ticks ticks = ticks_at(step, name, whole, rest, unit, pixels);
            if (!fits(distance, ticks, close)) continue;
            if (ticks.all.size() >= found.all.size()) found = std::move(ticks);
            break;
        }
        if (found.all.size() >= 3) break;
    }
    return found;
}

namespace {

// Sizes of the elements around a plot, in pixels.
struct Measures {
    Measures(int width, int height, int dpi) {
        const double unit = std::min<double>(height, 0.75 * width), usual = std::max(11.0, 0.0235 * unit);
        letters = std::round(dpi > 0 ? std::clamp(dpi / 8.0, 6.0, std::max(usual, 0.06 * unit)) : usual);
        line = std::max(1.0, std::round(letters / 12));
        tick = std::round(0.4 * letters);
        gap = std::round(0.3 * letters);
    }
    double row() const { return std::ceil(1.2 * letters); }
    double letters, line, tick, gap;
};

double widest(const Ticks& ticks, double letters) {
    double width = 0;
    for (const Ticks::Tick& tick : ticks.all)
        width = std::max(width, text_width(tick.text, letters));
    return width;
}

// The plot and the axes around it.
struct Around {
    Region plot;
    Ticks rows, columns, colours;
    bool has_bar = false;  // a colour bar
};

// Decides the plot's rectangle and the numbers on its axes.
class Planner {
  public:
    Planner(const Preset& preset, int width, int height, const Measures& measures, const LoopPoint& loop)
        : preset_(preset), scene_(scene_info(preset.look.scene)), width_(width), height_(height), m_(measures),
          loop_(loop) {}
    // Empty if the axes do not fit.
    std::optional<Around> plan() const;

  private:
    // Numbers are stacked along a vertical axis and side by side along a horizontal one. An axis without room for its
    // name would mislead.
    bool fits_upright(double distance, const Ticks& t, bool close) const {
        return distance >= (close ? 1.5 : 2.4) * m_.letters && text_width(t.name, m_.letters) <= 0.6 * width_;
    }
    bool fits_level(double distance, const Ticks& t, bool close) const {
        const double apart = (close ? 0.6 : 1.2) * m_.letters;
        return distance >= std::max(3.6 * m_.letters, widest(t, m_.letters) + apart) &&
               text_width(t.name, m_.letters) <= width_ - 2 * m_.gap;
    }
    Ticks coordinates(const Region& plot, std::size_t axis) const;
    Ticks values(const Region& plot, const std::array<double, 2>& range) const;

    const Preset& preset_;
    const SceneInfo& scene_;
    int width_, height_;
    const Measures& m_;
    const LoopPoint& loop_;
};

// The noise's coordinates along an axis of the plot; in a picture of repeated tiles, only for the middle tile.
Ticks Planner::coordinates(const Region& plot, std::size_t axis) const {
    if (static_cast<int>(axis) >= preset_.settings.dim) return {};
    const int pixels = axis == 0 ? plot.columns : plot.rows;
    const double middle = middle_of(preset_, axis, loop_), whole = std::floor(middle);
    double unit = preset_.look.span / plot.rows, shown = pixels;
    if (is_tiled(preset_.look)) {
        const TileView tile = tile_view(preset_, plot.columns, plot.rows);
        unit = tile.step;
        shown = tile.size[axis] / unit;
    }
    Ticks ticks = ticks_of(axis == 0 ? "x" : "y", whole, (middle - whole) - 0.5 * shown * unit, unit, shown,
                           1.5 * m_.letters, [&](double distance, const Ticks& t, bool close) {
                               return axis == 0 ? fits_level(distance, t, close) : fits_upright(distance, t, close);
                           });
    for (Ticks::Tick& tick : ticks.all)
        tick.at += 0.5 * (pixels - shown);
    return ticks;
}

// Values increase upwards.
Ticks Planner::values(const Region& plot, const std::array<double, 2>& range) const {
    const double whole = std::floor(range[0]);
    Ticks ticks =
        ticks_of("value", whole, range[0] - whole, (range[1] - range[0]) / plot.rows, plot.rows, 1.5 * m_.letters,
                 [&](double distance, const Ticks& t, bool close) { return fits_upright(distance, t, close); });
    for (Ticks::Tick& tick : ticks.all)
        tick.at = plot.rows - tick.at;
    return ticks;
}

std::optional<Around> Planner::plan() const {
    Around around;
    Region& plot = around.plot = Region::whole(width_, height_);
    const double row = m_.row();
    plot.y0 = static_cast<int>(row + 2 * m_.gap);
    plot.rows = height_ - plot.y0 - static_cast<int>(m_.tick + m_.gap + 2 * row + m_.gap);
    if (plot.rows < 4 * m_.letters) return {};
    // A colour bar at the right if there is room.
    if (!scene_.one_row && !is_in_colour(preset_)) around.colours = values(plot, shown_range(preset_));
    double right = 2.2 * m_.letters + m_.tick + m_.gap + widest(around.colours, m_.letters) + m_.gap;
    around.has_bar = !scene_.one_row && !is_in_colour(preset_) && width_ - right > 14 * m_.letters;
    if (!around.has_bar) right = 1.5 * m_.letters;
    // The vertical axis's numbers determine the plot's width, which determines the size of tiles.
    plot.columns = std::max(1, static_cast<int>(width_ - 3.5 * m_.letters - right));
    for (int i = 0; i < 2; ++i) {
        around.rows = scene_.one_row ? values(plot, scene_.heights(preset_)) : coordinates(plot, 1);
        if (i > 0) break;
        const double numbers = std::max(2.2 * m_.letters, widest(around.rows, m_.letters));
        plot.x0 = static_cast<int>(std::ceil(m_.gap + numbers + m_.gap + m_.tick + m_.line));
        plot.columns = width_ - plot.x0 - static_cast<int>(std::ceil(right));
        if (plot.columns < 4 * m_.letters) return {};
    }
    around.columns = coordinates(plot, 0);
    return around;
}

// Draws the axes as bars and labels.
class Drawer {
  public:
    Drawer(const Around& around, const Look& look, int width, int height, const Measures& measures)
        : around_(around), look_(look), width_(width), height_(height), m_(measures),
          paper_(look.background == Background::white ? kWhite : kPaper),
          ink_(look.background == Background::white ? kInkOnWhite : kInk), x_(around.plot.x0), y_(around.plot.y0),
          w_(around.plot.columns), h_(around.plot.rows) {}

    Lettering draw(bool closed) {
        margins();
        frame(closed);
        ticks();
        const double named = names();
        if (around_.has_bar) colour_bar(named);
        return std::move(to_);
    }

  private:
    // Returns the text's width; 0 if it does not fit into the picture.
    double write(const std::string& text, double at, double top, Align align) {
        const Label label{text, at, top, m_.letters, align, ink_};
        const auto [left, from, length, size] = bounds(label);
        if (left < 0 || from < 0 || left + length > width_ || from + size > height_) return 0.0;
        to_.labels.push_back(label);
        return length;
    }
    void bar(double x, double y, double width, double height, const glm::vec3& colour) {
        to_.bars.push_back({x, y, width, height, colour});
    }
    void margins() {
        const double end = x_ + w_, below = y_ + h_;
        bar(0, 0, width_, y_, paper_);
        bar(0, below, width_, height_ - below, paper_);
        bar(0, y_, x_, h_, paper_);
        bar(end, y_, width_ - end, h_, paper_);
    }
    // Around the plot; a curve is open at the top and at the right.
    void frame(bool closed) {
        const double t = m_.line;
        bar(x_ - t, y_, t, h_ + t, ink_);
        bar(x_, y_ + h_, w_, t, ink_);
        if (!closed) return;
        bar(x_ - t, y_ - t, w_ + 2 * t, t, ink_);
        bar(x_ + w_, y_, t, h_ + t, ink_);
    }
    void ticks() {
        const double t = m_.line, below = y_ + h_;
        for (const auto& [at, text] : around_.rows.all) {
            bar(x_ - t - m_.tick, y_ + std::round(at - 0.5 * t), m_.tick, t, ink_);
            write(text, x_ - t - m_.tick - m_.gap, y_ + at - 0.5 * m_.letters, Align::right);
        }
        for (const auto& [at, text] : around_.columns.all) {
            bar(x_ + std::round(at - 0.5 * t), below + t, t, m_.tick, ink_);
            write(text, x_ + at, below + t + m_.tick + m_.gap, Align::center);
        }
    }
    double name_top() const { return y_ - m_.row() - m_.gap; }
    // Returns the width of the vertical axis's name.
    double names() {
        const double t = m_.line;
        const double named = around_.rows.all.empty() ? 0.0 : write(around_.rows.name, x_ - t, name_top(), Align::left);
        if (around_.columns.all.empty()) return named;
        const std::string& name = around_.columns.name;
        const double half = 0.5 * text_width(name, m_.letters);
        write(name, std::clamp(x_ + 0.5 * w_, half, std::max(half, width_ - half)),
              y_ + h_ + t + m_.tick + m_.gap + m_.row(), Align::center);
        return named;
    }
    void colour_bar(double named) {
        const double t = m_.line, from = std::round(x_ + w_ + 1.2 * m_.letters), across = m_.letters;
        bar(from - t, y_ - t, across + 2 * t, h_ + 2 * t, ink_);
        const int count = std::min(around_.plot.rows, 1024);
        for (int i = 0; i < count; ++i) {
            const double top = std::floor(i * h_ / count), bottom = std::floor((i + 1) * h_ / count);
            const glm::vec4 c = colour(look_, static_cast<float>(1 - (i + 0.5) / count));
            bar(from, y_ + top, across, bottom - top, glm::mix(paper_, glm::vec3(c), c.a));
        }
        for (const auto& [at, text] : around_.colours.all) {
            bar(from + across + t, y_ + std::round(at - 0.5 * t), m_.tick, t, ink_);
            write(text, from + across + t + m_.tick + m_.gap, y_ + at - 0.5 * m_.letters, Align::left);
        }
        const std::string& name = around_.colours.name;
        if (!around_.colours.all.empty() && x_ + named + m_.letters + text_width(name, m_.letters) < width_ - m_.gap)
            write(name, width_ - m_.gap, name_top(), Align::right);
    }

    const Around& around_;
    const Look& look_;
    int width_, height_;
    const Measures& m_;
    glm::vec3 paper_, ink_;
    double x_, y_, w_, h_;  // the plot
    Lettering to_;
};

}  // namespace

AxesLayout axes_of(const Preset& preset, int width, int height, int dpi, const LoopPoint& phase) {
    const Measures measures(width, height, dpi);
    std::optional<Around> around;
    if (has_axes(preset.look)) around = Planner(preset, width, height, measures, phase).plan();
    if (!around) return {Region::whole(width, height), {}};
    Drawer drawer(*around, preset.look, width, height, measures);
    return {around->plot, drawer.draw(!scene_info(preset.look.scene).one_row)};
}

}  // namespace isonoise
