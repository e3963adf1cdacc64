#include "scene/axes.hpp"

#include <algorithm>
#include <cmath>

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

// A number with so many decimal places and a true minus.
std::string text_of(double value, int places) {
    std::string text = fmt::format("{:.{}f}", value, places);
    if (text.find_first_not_of("-0.") == std::string::npos && text[0] == '-') text.erase(0, 1);
    return text[0] == '-' ? "\u2212" + text.substr(1) : text;
}

// A distance between ticks: 1, 2 or 5 times a power of ten.
struct Step {
    int digit, exponent;
    // So many steps, rounded once.
    double times(double count) const {
        return exponent < 0 ? count * digit / std::pow(10.0, -exponent) : count * digit * std::pow(10.0, exponent);
    }
    Step next() const {
        return digit == 1 ? Step{2, exponent} : digit == 2 ? Step{5, exponent} : Step{1, exponent + 1};
    }
};

constexpr std::size_t kLongest = 12;  // bytes of a number, a minus being three; longer ones are counted from elsewhere
constexpr int kMostPlaces = 5;        // decimal places; finer ones are counted in a power of ten

// The ticks at multiples of a step.
Ticks ticks_at(const Step& step, const std::string& name, double whole, double rest, double unit, double pixels) {
    // Counted from a multiple of the step near the axis, so that nothing is lost far out.
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
    // From the number nearest the axis's middle that ends before the digits that change along it.
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
    // Three numbers or more say how the axis runs: for that they may stand close.
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

// The sizes of what lies around a plot, in pixels.
struct Measures {
    Measures(int width, int height, int dpi) {
        const double unit = std::min<double>(height, 0.75 * width), usual = std::max(11.0, 0.0235 * unit);
        letters = std::round(dpi > 0 ? std::clamp(dpi / 8.0, 6.0, std::max(usual, 0.06 * unit)) : usual);
        line = std::max(1.0, std::round(letters / 12));
        tick = std::round(0.4 * letters);
        gap = std::round(0.3 * letters);
    }
    double letters, line, tick, gap;
};

double widest(const Ticks& ticks, double letters) {
    double width = 0;
    for (const Ticks::Tick& tick : ticks.all)
        width = std::max(width, text_width(tick.text, letters));
    return width;
}

}  // namespace

AxesLayout axes_of(const Preset& preset, int width, int height, int dpi, const LoopPoint& along) {
    const AxesLayout none{Part::whole(width, height), {}};
    const Look& look = preset.look;
    if (!has_axes(look)) return none;
    const SceneInfo& scene = scene_info(look.scene);
    const bool white = look.background == Background::white;
    const glm::vec3 paper = white ? kWhite : kPaper, ink = white ? kInkOnWhite : kInk;
    const Measures m(width, height, dpi);
    const double row = std::ceil(1.2 * m.letters);
    // The numbers along an upright axis lie one above the other, those along a level one side by side; an axis whose
    // name has no room would mislead.
    const auto upright = [&](double distance, const Ticks& t, bool close) {
        return distance >= (close ? 1.5 : 2.4) * m.letters && text_width(t.name, m.letters) <= 0.6 * width;
    };
    const auto level = [&](double distance, const Ticks& t, bool close) {
        return distance >= std::max(3.6 * m.letters, widest(t, m.letters) + (close ? 0.6 : 1.2) * m.letters) &&
               text_width(t.name, m.letters) <= width - 2 * m.gap;
    };

    AxesLayout axes = none;
    Part& plot = axes.plot;
    plot.y0 = static_cast<int>(row + 2 * m.gap);
    plot.rows = height - plot.y0 - static_cast<int>(m.tick + m.gap + 2 * row + m.gap);
    if (plot.rows < 4 * m.letters) return none;

    // The noise's coordinate at a pixel of the plot; in a picture of tiles only the middle one tells the truth.
    const auto coordinates = [&](std::size_t axis, const char* name, int pixels, const auto& fits) {
        if (static_cast<int>(axis) >= preset.settings.dim) return Ticks{};
        const double middle = middle_of(preset, axis, along), whole = std::floor(middle);
        double unit = look.span / plot.rows, shown = pixels;
        if (is_tiled(look)) {
            const TileView tile = tile_view(preset, plot.columns, plot.rows);
            unit = tile.step;
            shown = tile.size[axis] / unit;
        }
        Ticks ticks = ticks_of(name, whole, (middle - whole) - 0.5 * shown * unit, unit, shown, 1.5 * m.letters, fits);
        for (Ticks::Tick& tick : ticks.all)
            tick.at += 0.5 * (pixels - shown);
        return ticks;
    };
    // Values grow upwards.
    const auto values = [&](const std::array<double, 2>& range) {
        const double whole = std::floor(range[0]);
        Ticks ticks = ticks_of("value", whole, range[0] - whole, (range[1] - range[0]) / plot.rows, plot.rows,
                               1.5 * m.letters, upright);
        for (Ticks::Tick& tick : ticks.all)
            tick.at = plot.rows - tick.at;
        return ticks;
    };

    // The bar of colours at the right, where there is room for it.
    const Ticks of_colours = scene.one_row ? Ticks{} : values(shown_range(preset));
    double right = 2.2 * m.letters + m.tick + m.gap + widest(of_colours, m.letters) + m.gap;
    const bool coloured = !scene.one_row && width - right > 14 * m.letters;
    if (!coloured) right = 1.5 * m.letters;
    // The upright axis's numbers decide how wide the plot is, and that how large tiles are.
    plot.columns = std::max(1, static_cast<int>(width - 3.5 * m.letters - right));
    Ticks of_rows;
    for (int i = 0; i < 2; ++i) {
        of_rows = scene.one_row ? values(scene.heights(preset)) : coordinates(1, "y", plot.rows, upright);
        if (i > 0) break;
        const double numbers = std::max(2.2 * m.letters, widest(of_rows, m.letters));
        plot.x0 = static_cast<int>(std::ceil(m.gap + numbers + m.gap + m.tick + m.line));
        plot.columns = width - plot.x0 - static_cast<int>(std::ceil(right));
        if (plot.columns < 4 * m.letters) return none;
    }
    const Ticks of_columns = coordinates(0, "x", plot.columns, level);

    std::vector<Bar>& bars = axes.lettering.bars;
    std::vector<Label>& labels = axes.lettering.labels;
    const double x = plot.x0, y = plot.y0, w = plot.columns, h = plot.rows, t = m.line, end = x + w, below = y + h;
    const auto write = [&](const std::string& text, double at, double top, Align align) {
        const Label label{text, at, top, m.letters, align, ink};
        const auto [left, from, length, size] = bounds(label);
        if (left < 0 || from < 0 || left + length > width || from + size > height) return 0.0;
        labels.push_back(label);
        return length;
    };
    for (const Bar& margin :
         {Bar{0, 0, static_cast<double>(width), y}, Bar{0, below, static_cast<double>(width), height - below},
          Bar{0, y, x, h}, Bar{end, y, width - end, h}})
        bars.push_back({margin.x, margin.y, margin.width, margin.height, paper});
    // Around the plot; a curve is open at the top and at the right.
    bars.push_back({x - t, y, t, h + t, ink});
    bars.push_back({x, below, w, t, ink});
    if (!scene.one_row) {
        bars.push_back({x - t, y - t, w + 2 * t, t, ink});
        bars.push_back({end, y, t, h + t, ink});
    }
    for (const auto& [at, text] : of_rows.all) {
        const double tick = y + std::round(at - 0.5 * t);
        bars.push_back({x - t - m.tick, tick, m.tick, t, ink});
        write(text, x - t - m.tick - m.gap, y + at - 0.5 * m.letters, Align::right);
    }
    for (const auto& [at, text] : of_columns.all) {
        bars.push_back({x + std::round(at - 0.5 * t), below + t, t, m.tick, ink});
        write(text, x + at, below + t + m.tick + m.gap, Align::center);
    }
    const double name_top = y - row - m.gap;
    const double named = of_rows.all.empty() ? 0.0 : write(of_rows.name, x - t, name_top, Align::left);
    if (!of_columns.all.empty()) {
        const double half = 0.5 * text_width(of_columns.name, m.letters);
        write(of_columns.name, std::clamp(x + 0.5 * w, half, std::max(half, width - half)),
              below + t + m.tick + m.gap + row, Align::center);
    }
    if (!coloured) return axes;
    const double from = std::round(end + 1.2 * m.letters), bar = m.letters;
    bars.push_back({from - t, y - t, bar + 2 * t, h + 2 * t, ink});
    const int count = std::min(plot.rows, 1024);
    for (int i = 0; i < count; ++i) {
        const double top = std::floor(i * h / count), bottom = std::floor((i + 1) * h / count);
        const glm::vec4 c = colour(look, static_cast<float>(1 - (i + 0.5) / count));
        bars.push_back({from, y + top, bar, bottom - top, glm::mix(paper, glm::vec3(c), c.a)});
    }
    for (const auto& [at, text] : of_colours.all) {
        bars.push_back({from + bar + t, y + std::round(at - 0.5 * t), m.tick, t, ink});
        write(text, from + bar + t + m.tick + m.gap, y + at - 0.5 * m.letters, Align::left);
    }
    if (!of_colours.all.empty() && x + named + m.letters + text_width(of_colours.name, m.letters) < width - m.gap)
        write(of_colours.name, width - m.gap, name_top, Align::right);
    return axes;
}

}  // namespace isonoise
