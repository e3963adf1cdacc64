#include "scene/svg.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "scene/frame.hpp"
#include "scene/line.hpp"
#include "scene/scenes.hpp"

namespace isonoise {

bool has_curves(const Look& look) { return scene_info(look.scene).one_row && has_field(look); }

namespace {

std::string css(const glm::vec3& colour) {
    const auto level = [&](int i) { return std::lround(255 * std::clamp(static_cast<double>(colour[i]), 0.0, 1.0)); };
    return fmt::format("#{:02x}{:02x}{:02x}", level(0), level(1), level(2));
}

// Colours from the plot's upper end to its lower end: colour_at(row) returns a stop's colour and opacity.
template <class ColourAt> std::string gradient(const char* id, const Region& plot, ColourAt colour_at) {
    constexpr int kStops = 64;
    std::string text = fmt::format(
        "<linearGradient id=\"{}\" gradientUnits=\"userSpaceOnUse\" x1=\"0\" y1=\"{}\" x2=\"0\" y2=\"{}\">\n", id,
        plot.y0, plot.y0 + plot.rows);
    for (int i = 0; i <= kStops; ++i) {
        const double t = static_cast<double>(i) / kStops;
        const glm::vec4 c = colour_at(plot.y0 + t * plot.rows);
        text += fmt::format("<stop offset=\"{}\" stop-color=\"{}\"", t, css(glm::vec3(c)));
        if (c.a < 1) text += fmt::format(" stop-opacity=\"{:.3f}\"", c.a);
        text += "/>\n";
    }
    return text + "</linearGradient>\n";
}

// Same as in line.frag.
std::string rulers(const Frame& frame, const Curve& curve, bool white) {
    const Region& plot = frame.plot;
    const char* const ink = white ? "#000000" : "#ffffff";
    std::string text;
    const auto ruler = [&](const std::string& path, double opacity) {
        text += fmt::format("<path d=\"{}\" stroke=\"{}\" stroke-opacity=\"{:.3f}\"/>\n", path, ink, opacity);
    };
    const auto level = [&](double row) { return fmt::format("M{} {:.3f}H{}", plot.x0, row, plot.x0 + plot.columns); };
    if (const double crowd = std::clamp(1.5 - 16 * curve.step, 0.0, 1.0); crowd > 0) {
        const double first = std::ceil(curve.cell + (plot.x0 - 0.5) * curve.step), end = plot.x0 + plot.columns;
        std::string path;
        for (double i = first, x = 0; (x = (i - curve.cell) / curve.step + 0.5) <= end; ++i)
            path += fmt::format("M{:.3f} {}V{}", x, plot.y0, plot.y0 + plot.rows);
        if (!path.empty()) ruler(path, 0.12 * crowd);
    }
    for (const double mark : curve.marks)
        ruler(level(curve.zero - mark * curve.scale), 0.08);
    ruler(level(curve.middle), 0.16);
    return text;
}

}  // namespace

std::string to_svg(const Frame& frame) {
    const Preset& preset = frame.preset;
    const Region& plot = frame.plot;
    const Curve curve = curve_of(frame);
    const bool white = preset.look.background == Background::white;
    const auto range = shown_range(preset);
    const auto hue = [&](double row) {
        const double value = (curve.zero - row) / curve.scale;
        return glm::vec3(colour(preset.look, static_cast<float>((value - range[0]) / (range[1] - range[0]))));
    };

    // One more column on each side, so that the curve reaches the borders.
    const Region columns{plot.columns, plot.rows, -1, 0, plot.columns + 2, 1};
    const PictureAxes axes = picture_axes(preset, columns, frame.phase);
    std::string path, area = fmt::format("M{} {:.3f}", plot.x0 - 0.5, curve.middle);
    for (std::size_t i = 0; i < axes.x.size(); ++i) {
        const Place at = place_of({axes.x[i], axes.y[0], axes.zw[0], axes.zw[1]});
        const double row = curve.zero - static_cast<double>(frame.noise(at.cell, at.fraction)) * curve.scale,
                     x = plot.x0 - 0.5 + static_cast<double>(i);
        path += fmt::format("{}{} {}", i == 0 ? 'M' : 'L', x, row);
        area += fmt::format("L{} {:.3f}", x, row);
    }
    area += fmt::format("L{} {:.3f}Z", plot.x0 + plot.columns + 0.5, curve.middle);

    const std::string unit = frame.dpi > 0 ? "in" : "";
    const double dots = frame.dpi > 0 ? frame.dpi : 1;
    std::string svg = fmt::format(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}{2}\" height=\"{1}{2}\" viewBox=\"0 0 {3} {4}\">\n"
        "<title>isonoise: scene line</title>\n<defs>\n",
        frame.width / dots, frame.height / dots, unit, frame.width, frame.height);
    svg += gradient("isonoise-ground", plot, [&](double row) {
        const auto down = static_cast<float>(row / frame.height);
        const glm::vec3 top(0.085f, 0.095f, 0.115f), bottom(0.055f, 0.06f, 0.075f);
        return glm::vec4(white ? glm::vec3(1) : glm::mix(top, bottom, down), 1);
    });
    svg += gradient("isonoise-line", plot, [&](double row) {
        return glm::vec4(white ? 0.72f * hue(row) : glm::mix(hue(row), glm::vec3(1), 0.35f), 1);
    });
    svg += gradient("isonoise-area", plot, [&](double row) {
        const double depth = std::min(1.0, std::fabs(row - curve.middle) / std::max(0.5 * frame.height, 1.0));
        return glm::vec4(hue(row), 0.16 + 0.5 * depth);
    });
    svg +=
        fmt::format("<clipPath id=\"isonoise-plot\"><rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/></clipPath>\n"
                    "</defs>\n",
                    plot.x0, plot.y0, plot.columns, plot.rows);
    svg += fmt::format("<rect width=\"{}\" height=\"{}\" fill=\"url(#isonoise-ground)\"/>\n"
                       "<g clip-path=\"url(#isonoise-plot)\" fill=\"none\">\n",
                       frame.width, frame.height);
    svg += rulers(frame, curve, white);
    svg += fmt::format("<path d=\"{}\" fill=\"url(#isonoise-area)\"/>\n"
                       "<path id=\"isonoise-curve\" d=\"{}\" stroke=\"url(#isonoise-line)\" stroke-width=\"{}\" "
                       "stroke-linejoin=\"round\"/>\n</g>\n",
                       area, path, curve.stroke);
    for (const Bar& bar : frame.letters.bars)
        svg += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\"/>\n", bar.x, bar.y,
                           bar.width, bar.height, css(bar.colour));
    const FontMeasures font = font_measures();
    for (const Label& label : frame.letters.labels) {
        const char* const anchor = label.align == Align::left     ? "start"
                                   : label.align == Align::center ? "middle"
                                                                  : "end";
        svg += fmt::format("<text x=\"{:.3f}\" y=\"{:.3f}\" font-family=\"Roboto, Helvetica, Arial, sans-serif\" "
                           "font-size=\"{:.3f}\" text-anchor=\"{}\" fill=\"{}\">{}</text>\n",
                           label.x, label.y + font.baseline * label.size, font.size * label.size, anchor,
                           css(label.colour), label.text);
    }
    return svg + "</svg>\n";
}

}  // namespace isonoise
