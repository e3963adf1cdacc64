// Colours for values: colour maps, and custom gradients.
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

// A colour stop: red, green, blue (sRGB) and alpha, one byte each from high to low, at a position from 0 to 100 per
// cent.
struct Stop {
    double percent = 0.0;
    std::uint32_t rgba = 0;
    bool operator==(const Stop&) const = default;
};

std::uint32_t to_rgba(const glm::vec4& colour);
glm::vec4 to_colour(std::uint32_t rgba);

// Stops in order of position: none, or 2 to kMostStops. In between, colours are interpolated like CSS's linear-gradient
// (CSS Images 3): linearly, as premultiplied sRGB. Two stops at one position make a hard edge.
using Gradient = std::vector<Stop>;
inline constexpr std::size_t kMostStops = 16;

// The colour at t in [0, 1] (clamped), alpha last. Expects two stops or more.
glm::vec4 colour(const Gradient& gradient, float t);

// True if any part is transparent.
bool has_alpha(const Gradient& gradient);

// Five stops that approximate this colour map.
Gradient gradient_of(Colormap map);

// CSS syntax: "#0b2447 0%,#e2d6a3 40%,#f7f7f5 100%", colours as #rgb, #rgba, #rrggbb or #rrggbbaa; "none" without
// stops. Positions may be missing: the first is then 0, the last 100, and the rest are evenly spaced between their
// neighbours.
std::string to_text(const Gradient& gradient);
bool parse_gradient(std::string_view text, Gradient& gradient);

}  // namespace isonoise
