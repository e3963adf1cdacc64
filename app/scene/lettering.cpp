#include "scene/lettering.hpp"

#include <algorithm>
#include <cmath>

#include "isonoise/characters.hpp"
#include "scene/font.hpp"

#define STBTT_STATIC
#define STB_TRUETYPE_IMPLEMENTATION
#include <imstb_truetype.h>  // comes with Dear ImGui

namespace isonoise {

static const stbtt_fontinfo* font() {
    static const auto info = [] {
        struct {
            stbtt_fontinfo font{};
            bool good = false;
        } made;
        const auto bytes = embedded_font();
        made.good = !bytes.empty() &&
                    stbtt_InitFont(&made.font, bytes.data(), stbtt_GetFontOffsetForIndex(bytes.data(), 0)) != 0;
        return made;
    }();
    return info.good ? &info.font : nullptr;
}

static std::vector<int> code_points(std::string_view text) {
    std::vector<int> all;
    while (!text.empty()) {
        const auto [code, size] = first_character(text);
        all.push_back(size > 0 ? static_cast<int>(code) : 0xFFFD);
        text.remove_prefix(std::max<std::size_t>(size, 1));
    }
    return all;
}

// Calls visit(code point, x) for each letter, x relative to the left end; returns the width.
template <class Visit>
static double set_line(const stbtt_fontinfo* info, std::string_view text, double size, Visit visit) {
    const double scale = static_cast<double>(stbtt_ScaleForPixelHeight(info, static_cast<float>(size)));
    double x = 0.0;
    int before = 0;
    for (const int code : code_points(text)) {
        if (before != 0) x += scale * stbtt_GetCodepointKernAdvance(info, before, code);
        visit(code, x);
        int advance = 0, bearing = 0;
        stbtt_GetCodepointHMetrics(info, code, &advance, &bearing);
        x += scale * advance;
        before = code;
    }
    return x;
}

double text_width(std::string_view text, double size) {
    if (const stbtt_fontinfo* info = font()) return set_line(info, text, size, [](int, double) {});
    return 0.5 * size * static_cast<double>(code_points(text).size());
}

std::array<double, 4> bounds(const Label& label) {
    const double width = text_width(label.text, label.size);
    const double before = label.align == Align::left ? 0.0 : label.align == Align::center ? width / 2 : width;
    return {label.x - before, label.y, width, label.size};
}

FontMeasures font_measures() {
    const stbtt_fontinfo* info = font();
    if (!info) return {};
    int ascent = 0, descent = 0, gap = 0;
    stbtt_GetFontVMetrics(info, &ascent, &descent, &gap);
    return {static_cast<double>(ascent) / (ascent - descent),
            static_cast<double>(stbtt_ScaleForPixelHeight(info, 1.0f) / stbtt_ScaleForMappingEmToPixels(info, 1.0f))};
}

static std::uint8_t to_byte(float value) {
    return static_cast<std::uint8_t>(std::lround(std::clamp(value, 0.0f, 255.0f)));
}

// Blends a colour over a pixel; `cover` is up to 255.
static void lay_over(std::uint8_t* pixel, const glm::vec3& colour, float cover) {
    for (int c = 0; c < 4; ++c) {
        const float ink = c < 3 ? colour[c] : 1.0f;
        pixel[c] = to_byte(cover * ink + static_cast<float>(pixel[c]) * (1.0f - cover / 255.0f));
    }
}

static void draw_bar(const Bar& bar, const Region& region, std::vector<std::uint8_t>& pixels) {
    const auto begin = [](double at, int first) { return std::max(0, static_cast<int>(std::floor(at)) - first); };
    const auto end = [](double at, int first, int count) {
        return std::min(count, static_cast<int>(std::ceil(at)) - first);
    };
    const int right = end(bar.x + bar.width, region.x0, region.columns),
              below = end(bar.y + bar.height, region.y0, region.rows);
    // The fraction of pixel i that lies between two positions.
    const auto overlap = [](double from, double to, int i) {
        return std::min(to, i + 1.0) - std::max(from, static_cast<double>(i));
    };
    for (int y = begin(bar.y, region.y0); y < below; ++y) {
        const double down = overlap(bar.y, bar.y + bar.height, region.y0 + y);
        for (int x = begin(bar.x, region.x0); x < right; ++x) {
            const double cover = 255 * down * overlap(bar.x, bar.x + bar.width, region.x0 + x);
            lay_over(pixels.data() + 4 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(region.columns) +
                                          static_cast<std::size_t>(x)),
                     bar.colour, static_cast<float>(cover));
        }
    }
}

std::vector<std::uint8_t> letter(const Lettering& lettering, const Region& region) {
    std::vector<std::uint8_t> pixels;
    const auto misses = [&](double left, double top, double width, double height) {
        return left > region.x0 + region.columns || left + width < region.x0 || top > region.y0 + region.rows ||
               top + height < region.y0;
    };
    const auto make_room = [&] {
        if (pixels.empty())
            pixels.resize(4 * static_cast<std::size_t>(region.columns) * static_cast<std::size_t>(region.rows));
    };
    for (const Bar& bar : lettering.bars) {
        if (misses(bar.x, bar.y, bar.width, bar.height)) continue;
        make_room();
        draw_bar(bar, region, pixels);
    }
    const stbtt_fontinfo* info = font();
    if (!info) return pixels;
    std::vector<unsigned char> glyph;
    for (const Label& label : lettering.labels) {
        const auto [left, top, width, height] = bounds(label);
        if (misses(left, top, width, height)) continue;
        make_room();
        const float scale = stbtt_ScaleForPixelHeight(info, static_cast<float>(label.size));
        int ascent = 0, descent = 0, gap = 0;
        stbtt_GetFontVMetrics(info, &ascent, &descent, &gap);
        const double baseline = std::round(top + static_cast<double>(scale) * ascent);
        set_line(info, label.text, label.size, [&, left = left](int code, double from_left) {  // renamed for clang 14
            const double at = left + from_left, whole = std::floor(at);
            const auto rest = static_cast<float>(at - whole);
            int x0 = 0, y0 = 0, x1 = 0, y1 = 0;
            stbtt_GetCodepointBitmapBoxSubpixel(info, code, scale, scale, rest, 0.0f, &x0, &y0, &x1, &y1);
            const int columns = x1 - x0, rows = y1 - y0;
            if (columns <= 0 || rows <= 0) return;
            glyph.resize(static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows));
            stbtt_MakeCodepointBitmapSubpixel(info, glyph.data(), columns, rows, columns, scale, scale, rest, 0.0f,
                                              code);
            const int first_x = static_cast<int>(whole) + x0 - region.x0;
            const int first_y = static_cast<int>(baseline) + y0 - region.y0;
            for (int y = std::max(0, -first_y); y < std::min(rows, region.rows - first_y); ++y) {
                for (int x = std::max(0, -first_x); x < std::min(columns, region.columns - first_x); ++x) {
                    const int cover = glyph[static_cast<std::size_t>(y) * static_cast<std::size_t>(columns) +
                                            static_cast<std::size_t>(x)];
                    if (cover == 0) continue;
                    std::uint8_t* to = pixels.data() + 4 * (static_cast<std::size_t>(first_y + y) *
                                                                static_cast<std::size_t>(region.columns) +
                                                            static_cast<std::size_t>(first_x + x));
                    lay_over(to, label.colour, static_cast<float>(cover));
                }
            }
        });
    }
    return pixels;
}

}  // namespace isonoise
