// Scene map: a plane of noise through a colour map.
#include "scene/frame.hpp"
#include "scene/scenes.hpp"

namespace isonoise {
namespace {

bool has_field_always(const Look&) { return true; }

// Contour lines need the slope of the values.
std::array<int, 2> map_margins(const Look& look, int) {
    return look.contours > 0 ? std::array{1, 1} : std::array{0, 0};
}

void map_uniforms(const Frame& frame, UniformValues& uniforms) {
    const TileView tile = tile_view(frame.preset, frame.plot.columns, frame.plot.rows);
    const glm::dvec2 pixels(tile.size[0] / tile.step, tile.size[1] / tile.step);
    uniforms.set("tile", frame.guides && is_tiled(frame.preset.look) ? pixels : glm::dvec2(0));
}

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
    .gallery = kMapGallery,
    .has_values = true,
    .has_field = has_field_always,
    .margins = map_margins,
    .has_axes = has_field_always,
    .uniforms = map_uniforms,
};

}  // namespace isonoise
