// Scene map: a plane of noise through a colour map.
#include <algorithm>
#include <cmath>

#include "scene/frame.hpp"
#include "scene/rows.hpp"
#include "scene/scenes.hpp"

namespace isonoise {
namespace {

const char* map_variant(const Look& look) { return look.contours > 0 || is_tiled(look) ? "lines" : ""; }

bool has_field_always(const Look&) { return true; }

// The cell of an arrow, in pixels, before whole cells fill the plot.
int arrow_cell(int height) { return std::max(20, height / 20); }

// Contour lines need the slope of the values, an arrow the vector in the middle of its cell.
std::array<int, 2> map_margins(const Preset& preset, int height) {
    const int around = is_flow(preset) ? arrow_cell(height) : preset.look.contours > 0 ? 1 : 0;
    return {around, around};
}

glm::dvec2 arrow_cells(const Frame& frame) {
    const auto side = [&](int pixels) {
        return pixels / std::max(1.0, std::round(static_cast<double>(pixels) / arrow_cell(frame.plot.rows)));
    };
    return {side(frame.plot.columns), side(frame.plot.rows)};
}

void map_uniforms(const Frame& frame, UniformValues& uniforms) {
    const TileView tile = tile_view(frame.preset, frame.plot.columns, frame.plot.rows);
    const glm::dvec2 pixels(tile.size[0] / tile.step, tile.size[1] / tile.step);
    uniforms.set("in_colour", is_in_colour(frame.preset) ? 1 : 0);
    uniforms.set("arrow_cell", arrow_cells(frame));
    uniforms.set("tile", frame.guides && is_tiled(frame.preset.look) ? pixels : glm::dvec2(0));
}

constexpr LookInfo kMapRows[] = {
    rows::kColormap,
    rows::kGradient,
    rows::kRange,
    {{{.name = "contours", .about = "contour lines from end to end of the range; 0 is none", .max = 64},
      {.heading = rows::kColours, .usual_max = 32, .also = "isolines"}}},
    {{{.name = "tiling",
       .about = "3x3 repeats one tile (one period, if there is one); the viewer marks its seams",
       .names = detail::kTilings},
      {.heading = rows::kColours}}},
    rows::kBackground,
    rows::kAxes,
};

constexpr GalleryPicture kMapGallery[] = {
    {"map", "one octave in 2D: plain Perlin noise"},
    {"map-atlas", "fBm in the colours of an atlas"},
    {"map-tiles", "a tile three by three, without seams"},
    {"map-veins", "ridged, in a warped domain"},
};

}  // namespace

constinit const SceneInfo scenes::map = {
    .key = '2',
    .dims = {1, 4},
    .view = View::flat,
    .about = "a slice in colours",
    .rows = kMapRows,
    .gallery = kMapGallery,
    .has_values = true,
    .variant = map_variant,
    .has_field = has_field_always,
    .margins = map_margins,
    .has_axes = has_field_always,
    .uniforms = map_uniforms,
};

}  // namespace isonoise
