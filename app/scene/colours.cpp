#include "scene/colours.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>

#include <fmt/format.h>

#include "isonoise/untrusted.hpp"

namespace isonoise {

// Eleven colours from low to high. viridis and magma: matplotlib (CC0). diverging: ColorBrewer's RdBu (C. Brewer).
// terrain: ours, with the shore in the middle. fire: ours, like glowing matter that gets hotter.
static std::span<const std::uint32_t, 11> stops(Colormap map) {
    static constexpr std::uint32_t viridis[] = {0x440154, 0x482475, 0x414487, 0x355f8d, 0x2a788e, 0x21918c,
                                                0x22a884, 0x44bf70, 0x7ad151, 0xbddf26, 0xfde725};
    static constexpr std::uint32_t magma[] = {0x000004, 0x140e36, 0x3b0f70, 0x641a80, 0x8c2981, 0xb73779,
                                              0xde4968, 0xf7705c, 0xfe9f6d, 0xfecf92, 0xfcfdbf};
    static constexpr std::uint32_t terrain[] = {0x0b2447, 0x12386b, 0x1a548f, 0x2b7ab3, 0x5fa8cc, 0xe2d6a3,
                                                0x8fb35f, 0x4f8a45, 0x6f7347, 0xa09483, 0xf7f7f5};
    static constexpr std::uint32_t diverging[] = {0x053061, 0x2166ac, 0x4393c3, 0x92c5de, 0xd1e5f0, 0xf7f7f7,
                                                  0xfddbc7, 0xf4a582, 0xd6604d, 0xb2182b, 0x67001f};
    static constexpr std::uint32_t fire[] = {0x000000, 0x230301, 0x520702, 0x861003, 0xb52306, 0xd9430a,
                                             0xef6b12, 0xf99427, 0xfdbc4d, 0xfee08a, 0xfffbe0};
    switch (map) {
    case Colormap::magma: return magma;
    case Colormap::fire: return fire;
    case Colormap::terrain: return terrain;
    case Colormap::diverging: return diverging;
    default: return viridis;
    }
}

glm::vec3 colour(Colormap map, float t) {
    t = std::clamp(t, 0.0f, 1.0f);
    if (map == Colormap::grey) return {t, t, t};
    auto at = [&, all = stops(map)](int i) {
        std::uint32_t c = all[static_cast<std::size_t>(std::clamp(i, 0, 10))];
        return glm::vec3(c >> 16, (c >> 8) & 255u, c & 255u) / 255.0f;
    };
    // Catmull-Rom between the stops: a jump in slope would be visible as a band.
    int i = std::min(static_cast<int>(t * 10.0f), 9);
    float u = t * 10.0f - static_cast<float>(i);
    glm::vec3 a = at(i - 1), b = at(i), c = at(i + 1), d = at(i + 2);
    glm::vec3 r = b + 0.5f * u * (c - a + u * (2.0f * a - 5.0f * b + 4.0f * c - d + u * (3.0f * (b - c) + d - a)));
    return {std::clamp(r.x, 0.0f, 1.0f), std::clamp(r.y, 0.0f, 1.0f), std::clamp(r.z, 0.0f, 1.0f)};
}

std::uint32_t to_rgba(const glm::vec4& colour) {
    std::uint32_t rgba = 0;
    for (int i = 0; i < 4; ++i)
        rgba = rgba << 8 | static_cast<std::uint32_t>(std::lround(std::clamp(colour[i], 0.0f, 1.0f) * 255.0f));
    return rgba;
}

glm::vec4 to_colour(std::uint32_t rgba) {
    return glm::vec4(rgba >> 24, rgba >> 16 & 255u, rgba >> 8 & 255u, rgba & 255u) / 255.0f;
}

glm::vec4 colour(const Gradient& gradient, float t) {
    const double percent = 100 * std::clamp(static_cast<double>(t), 0.0, 1.0);
    // At a hard edge the later stop wins.
    const auto after = std::upper_bound(gradient.begin(), gradient.end(), percent,
                                        [](double at, const Stop& stop) { return at < stop.percent; });
    const Stop& high = after == gradient.end() ? gradient.back() : *after;
    const Stop& low = after == gradient.begin() ? high : *(after - 1);
    const double length = high.percent - low.percent;
    const float u = length > 0 ? static_cast<float>((percent - low.percent) / length) : 0.0f;
    const glm::vec4 a = to_colour(low.rgba), b = to_colour(high.rgba);
    const float alpha = a.w + u * (b.w - a.w);
    glm::vec4 result(0, 0, 0, alpha);
    for (int i = 0; i < 3; ++i) {
        // Premultiplied, so that a transparent end contributes no colour; if both ends are transparent, not
        // premultiplied.
        const float from = alpha > 0 ? a.w : 1.0f, to = alpha > 0 ? b.w : 1.0f;
        const float sum = (1 - u) * from * a[i] + u * to * b[i];
        result[i] = std::clamp(alpha > 0 ? sum / alpha : sum, 0.0f, 1.0f);
    }
    return result;
}

bool has_alpha(const Gradient& gradient) {
    return std::any_of(gradient.begin(), gradient.end(), [](const Stop& stop) { return (stop.rgba & 255u) != 255u; });
}

Gradient gradient_of(Colormap map) {
    Gradient gradient;
    for (int i = 0; i < 5; ++i)
        gradient.push_back({25.0 * i, to_rgba({colour(map, static_cast<float>(i) / 4), 1.0f})});
    return gradient;
}

std::string to_text(const Gradient& gradient) {
    std::string text;
    for (const auto& [percent, rgba] : gradient) {
        const std::string hex = (rgba & 255u) == 255u ? fmt::format("{:06x}", rgba >> 8) : fmt::format("{:08x}", rgba);
        text += fmt::format("{}#{} {}%", text.empty() ? "" : ",", hex, percent);
    }
    return text.empty() ? "none" : text;
}

// "#rgb", "#rgba", "#rrggbb" or "#rrggbbaa".
static std::optional<std::uint32_t> parse_colour(std::string_view text) {
    if (!text.starts_with('#')) return {};
    text.remove_prefix(1);
    const bool is_short = text.size() == 3 || text.size() == 4;
    if (!is_short && text.size() != 6 && text.size() != 8) return {};
    std::uint32_t rgba = 0;
    for (const char c : text) {
        const bool digit = c >= '0' && c <= '9';
        const char lower = static_cast<char>(c | 32);
        if (!digit && !(lower >= 'a' && lower <= 'f')) return {};
        const auto value = static_cast<std::uint32_t>(digit ? c - '0' : lower - 'a' + 10);
        rgba = is_short ? rgba << 8 | value * 17 : rgba << 4 | value;
    }
    return text.size() == 3 || text.size() == 6 ? rgba << 8 | 255u : rgba;
}

bool parse_gradient(std::string_view text, Gradient& gradient) {
    if (text == "none") {
        gradient.clear();
        return true;
    }
    Gradient stops;
    std::vector<bool> placed;
    for (const std::string_view item : split_list(text)) {
        const std::size_t blank = std::min(item.find(' '), item.size());
        const auto rgba = parse_colour(item.substr(0, blank));
        if (!rgba) return false;
        stops.push_back({0.0, *rgba});
        const std::size_t rest = item.find_first_not_of(' ', blank);
        placed.push_back(rest != item.npos);
        if (rest == item.npos) continue;
        double& percent = stops.back().percent;
        if (!item.ends_with('%') || !parse_number(item.substr(rest, item.size() - 1 - rest), percent)) return false;
        if (!(percent >= 0 && percent <= 100)) return false;
    }
    if (stops.size() < 2 || stops.size() > kMostStops) return false;
    if (!placed.back()) stops.back().percent = 100;
    placed.front() = placed.back() = true;
    for (std::size_t i = 1, last = 0; i < stops.size(); ++i) {
        if (!placed[i]) continue;
        const double length = stops[i].percent - stops[last].percent;
        if (length < 0) return false;
        for (std::size_t k = last + 1; k < i; ++k)
            stops[k].percent =
                stops[last].percent + length * static_cast<double>(k - last) / static_cast<double>(i - last);
        last = i;
    }
    gradient = stops;
    return true;
}

}  // namespace isonoise
