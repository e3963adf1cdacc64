// Shared by the stages of scene "anatomy", which explain 2D Perlin noise by its first octave. Each stage is a figure of
// panels; app/scene/anatomy_figure.cpp lays them out, anatomy_captions.cpp writes the text.
#include "scenes/world.glsl"
#include "scenes/arrow.glsl"

uniform vec4 panels[MOST_PANELS];    // left, top, width and height in pixels
uniform int panel_count;
uniform float pixel_units;  // units of coordinate per pixel
uniform float arrow_room;   // pixels between panels joined by an arrow
uniform int colormap;       // DIVERGING has variants here
uniform int remedy;         // 1: without the artefact that the stage is about
uniform int background;

vec3 by_ground(vec3 dark, vec3 white) { return background == WHITE ? white : dark; }

const vec3 DARK = vec3(0.085, 0.095, 0.115);
#define INK by_ground(vec3(0.86, 0.89, 0.94), vec3(0.15, 0.18, 0.23))
#define ACCENT by_ground(vec3(1.0, 0.78, 0.36), vec3(0.85, 0.42, 0.0))

// Keeps lines readable on any colour.
vec3 rim(float share) { return by_ground(DARK * share, vec3(1.0)); }

// Line widths are relative to the picture's size.
float line_width() { return max(1.0, size.y / 720.0); }

// Draws a shape, given the distance to it, over a colour, with a rim of this width.
vec3 over(vec3 c, float distance, vec3 ink, float width) {
    c = mix(c, rim(0.6), 0.75 * clamp(width + 0.5 - distance, 0.0, 1.0));
    return mix(c, ink, clamp(0.5 - distance, 0.0, 1.0));
}

vec3 ground(vec2 p) { return by_ground(mix(DARK, vec3(0.055, 0.06, 0.075), p.y / size.y), vec3(1.0)); }

// Blue at -1, the background colour at 0, red at 1.
vec3 signed_ink(float s) {
    float t = clamp(abs(s), 0.0, 1.0);
    vec3 middle = by_ground(vec3(0.095, 0.105, 0.13), vec3(0.97, 0.97, 0.96));
    vec3 half_way = s < 0.0 ? by_ground(vec3(0.13, 0.36, 0.68), vec3(0.41, 0.67, 0.84))
                            : by_ground(vec3(0.70, 0.21, 0.20), vec3(0.94, 0.56, 0.44));
    vec3 end = s < 0.0 ? by_ground(vec3(0.56, 0.83, 1.0), vec3(0.06, 0.27, 0.57))
                       : by_ground(vec3(1.0, 0.73, 0.55), vec3(0.62, 0.04, 0.13));
    vec3 a = mix(middle, half_way, t), b = mix(half_way, end, t);
    return mix(a, b, t * t * (3.0 - 2.0 * t));
}
// The colour of a value between -1 and 1 in the look's colour map.
vec3 tint(float s) { return colormap == DIVERGING ? signed_ink(s) : look_up(0.5 + 0.5 * s); }

// The panel at a point, or -1.
int panel_at(vec2 p) {
    int found = -1;
    for (int i = 0; i < MOST_PANELS; ++i) {
        vec2 from = p - panels[i].xy;
        vec2 left = panels[i].zw - from;
        if (i < panel_count && min(from.x, from.y) >= 0.0 && min(left.x, left.y) > 0.0) found = i;
    }
    return found;
}
// A hairline around every panel.
vec3 framed(vec3 c, vec2 p) {
    for (int i = 0; i < MOST_PANELS; ++i) {
        vec2 half_size = 0.5 * panels[i].zw;
        vec2 d = abs(p - panels[i].xy - half_size) - half_size;
        float border = abs(max(d.x, d.y) - 0.5 * line_width());
        if (i < panel_count) c = mix(c, INK, 0.16 * cover(border, line_width()));
    }
    return c;
}

// The arrow from a panel to one beside or below it.
vec3 joined(vec3 c, vec2 p, vec4 from, vec4 to) {
    bool beside = to.x >= from.x + from.z;
    vec2 step_to = (beside ? vec2(1.0, 0.0) : vec2(0.0, 1.0)) * arrow_room;
    vec2 end = beside ? vec2(to.x, from.y + 0.5 * from.w) : vec2(to.x + 0.5 * to.z, to.y);
    float d = to_arrow(p, end - 0.78 * step_to, end - 0.22 * step_to, 2.0 * line_width());
    return mix(c, INK, 0.75 * clamp(0.5 - d, 0.0, 1.0));
}

// The first octave -----------------------------------------------------------------------------------------------

// Cells per pixel.
float pixel_cells() { return pixel_units * isonoise_plan.frequency; }
// A point of a panel in cells, from the lowest corner of the center's cell.
vec2 cells_at(vec2 p, vec4 panel) {
    return clamp((p - panel.xy - 0.5 * panel.zw) * pixel_cells(), -1e8, 1e8) + eye_fraction.xy;
}
// The opacity of cells of this size: small ones would only flicker.
float visible(float cells) { return clamp(2.0 - 2.0 * cells, 0.0, 1.0); }

// The hashes at the corners of a cell, numbered from the center's cell.
uvec4 hashes_at(vec2 cell) {
    IsonoisePlace at = isonoise_place(ivec4(eye_cell.xy + ivec2(cell), 0, 0), vec4(0.0));
    IsonoiseEnds ends = isonoise_ends_at(at, 0u, isonoise_plan.octaves[0].seed);
    return isonoise_hashes(ends.x, ends.y, 0u);
}
vec2 turned(vec2 g) {
#if ISONOISE_FLOW
    vec2 flow = isonoise_plan.flow.xy;
    return vec2(flow.x * g.x - flow.y * g.y, flow.y * g.x + flow.x * g.y);
#else
    return g;
#endif
}
vec2 gradient_of(uint hash) {
    vec4 x, y;
    isonoise_weighted(uvec4(hash), vec4(1.0), x, y);
    return turned(vec2(x.x, y.x));
}
vec4 dots_at(uvec4 hashes, vec2 f) {
#if ISONOISE_FLOW
    return isonoise_flow_corners(hashes, f, isonoise_plan.flow.xy);
#else
    return isonoise_corners(hashes, f);
#endif
}
vec2 weights_at(vec2 f) { return isonoise_weights(vec4(f, 0.0, 0.0)).xy; }

// The position of corner i of a cell.
vec2 corner(int i) { return vec2(float(i & 1), float(i >> 1)); }

// The first octave of the noise, at a point in cells.
float octave_at(vec2 q) {
    vec2 cell = floor(q);
    vec2 f = q - cell;
    return isonoise_interpolate(dots_at(hashes_at(cell), f), weights_at(f)) * isonoise_plan.scale;
}

// With any fade, and with the derivatives per cell.
float octave_at(uvec4 hashes, vec2 f, vec2 weights, vec2 slopes, out vec2 gradient) {
    vec4 dots = dots_at(hashes, f);
    vec4 x, y;
    isonoise_weighted(hashes, isonoise_corner_weights(weights, 1.0), x, y);
    vec2 slope;
    float n = isonoise_interpolate(dots, weights, slope);
    gradient = (turned(vec2(isonoise_total(x), isonoise_total(y))) + slopes * slope) * isonoise_plan.scale;
    return n * isonoise_plan.scale;
}

// Marks the center with a disc.
vec3 pointed(vec3 c, vec2 p, vec2 at, float radius) {
    float d = length(p - at);
    c = mix(c, rim(0.5), 0.8 * clamp(radius + 2.0 * line_width() + 0.5 - d, 0.0, 1.0));
    return mix(c, ACCENT, clamp(radius + 0.5 - d, 0.0, 1.0));
}

// Lines and points of the lattice; q in cells.
vec3 latticed(vec3 c, vec2 q, float strength) {
    float cells = pixel_cells();
    vec2 near = abs(q - floor(q + 0.5)) / cells;
    float room = clamp(1.6 - 16.0 * cells, 0.0, 1.0);
    c = mix(c, INK, strength * room * cover(min(near.x, near.y), line_width()));
    float radius = clamp(0.035 / cells, 1.5 * line_width(), 4.0 * line_width());
    return mix(c, INK, min(1.0, 2.2 * strength) * room * clamp(radius + 0.5 - length(near), 0.0, 1.0));
}

vec4 finished(vec3 srgb) { return vec4(to_linear(clamp(srgb, 0.0, 1.0)), 1.0); }
