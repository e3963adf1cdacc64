// The colours of values: colour maps, and gradients of one's own.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

namespace isonoise {

enum class Colormap { viridis, magma, grey, terrain, diverging, fire };
inline constexpr const char* kColormaps[] = {"viridis", "magma", "grey", "terrain", "diverging", "fire"};

// The colour at t in [0, 1] (clamped), display-referred sRGB, components in [0, 1].
glm::vec3 colour(Colormap map, float t);

// A colour stop: red, green, blue (sRGB) and alpha, a byte each from high to low, at a place from 0 to 100 per cent.
struct Stop {
    double percent = 0.0;
    std::uint32_t rgba = 0;
    bool operator==(const Stop&) const = default;
};

std::uint32_t to_rgba(const glm::vec4& colour);
glm::vec4 to_colour(std::uint32_t rgba);

// The stops in order of their places: none, or 2 to kMostStops. Between two of them colours change as in CSS's
// linear-gradient (CSS Images 3): linearly, as sRGB times alpha. Two at one place make a hard edge.
using Gradient = std::vector<Stop>;
inline constexpr std::size_t kMostStops = 16;

// The colour at t in [0, 1] (clamped), alpha last. Expects two stops or more.
glm::vec4 colour(const Gradient& gradient, float t);

// Is any part of it transparent?
bool has_alpha(const Gradient& gradient);

// Five stops that look much like this colour map.
Gradient gradient_of(Colormap map);

// As CSS writes it: "#0b2447 0%,#e2d6a3 40%,#f7f7f5 100%", colours as #rgb, #rgba, #rrggbb or #rrggbbaa; "none" if
// there are no stops. Places may be missing: the first is then 0, the last 100 and others lie evenly between their
// neighbours.
std::string to_text(const Gradient& gradient);
bool parse_gradient(std::string_view text, Gradient& gradient);

}  // namespace isonoise
