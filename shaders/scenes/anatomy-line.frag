// Scene "anatomy", stage "line": 1D noise as a curve through the slopes at its lattice points, with both ramps of the
// cell that contains the center; below, the ramps' weights.
#include "scenes/anatomy.glsl"

#define BEFORE by_ground(vec3(0.45, 0.72, 1.0), vec3(0.06, 0.36, 0.72))
#define AFTER by_ground(vec3(1.0, 0.56, 0.46), vec3(0.78, 0.2, 0.12))

// The slopes at both ends of a cell, numbered from the cell that contains the center.
vec2 slopes_at(float cell) {
    IsonoisePlace at = isonoise_place(ivec4(eye_cell.x + int(cell), 0, 0, 0), vec4(0.0));
    uvec2 hashes = isonoise_hash(isonoise_ends_at(at, 0u, isonoise_plan.octaves[0].seed).x);
    return vec2(isonoise_vector(hashes.x), isonoise_vector(hashes.y));
}

// The distance in pixels to a line of slope `slope`, from a point this far above it.
float to_curve(float above, float slope) { return abs(above) / sqrt(1.0 + slope * slope); }

vec3 curve(vec3 c, vec2 p, vec4 panel) {
    float cells = pixel_cells(), w = line_width();
    float x = cells_at(p, panel).x, cell = floor(x), t = x - cell;
    float row = (panel.y + 0.5 * panel.w - p.y) * cells;  // the value here
    vec2 ends = slopes_at(cell);
    vec2 ramps = ends * vec2(t, t - 1.0);
    float u = isonoise_fade(t);
    float value = mix(ramps.x, ramps.y, u);
    float slope = mix(ends.x, ends.y, u) + isonoise_fade_slope(t) * (ramps.y - ramps.x);
    float shown = visible(cells);

    float between = row * (value - row) > 0.0 ? 1.0 : 0.0;
    c = mix(c, tint(value), 0.55 * between * shown);
    c = mix(c, INK, 0.3 * cover(abs(row) / cells, w));
    float near = floor(x + 0.5), off = (x - near) / cells;
    float room = clamp(1.6 - 16.0 * cells, 0.0, 1.0);
    c = mix(c, INK, 0.18 * room * cover(abs(off), w));
    if (cell == 0.0) {
        c = mix(c, BEFORE, cover(to_curve((row - ramps.x) / cells, ends.x), 2.0 * w));
        c = mix(c, AFTER, cover(to_curve((row - ramps.y) / cells, ends.y), 2.0 * w));
    }
    float d = to_curve((row - value) / cells, slope);
    c = mix(c, rim(0.5), 0.6 * shown * cover(d, 6.0 * w));
    c = mix(c, INK, shown * cover(d, 2.6 * w));

    // The slope at the nearest integer as an arrow; those of the center's cell have the colours of their ramps.
    float steep = near == cell ? ends.x : ends.y;
    vec2 tip = vec2(1.0, -steep) * (0.3 / sqrt(1.0 + steep * steep)) / cells;
    vec2 from = vec2(off, -row / cells);
    float width = clamp(0.028 / cells, 1.2 * w, 4.0 * w);
    float arrow = min(to_arrow(from, vec2(0.0), tip, width), length(from) - 1.5 * width);
    c = mix(c, over(c, arrow, near == 0.0 ? BEFORE : near == 1.0 ? AFTER : INK, 1.5 * w), room);

    // The center, as a line from the axis to the curve.
    ends = slopes_at(0.0);
    t = eye_fraction.x;
    vec2 point = vec2(t, -mix(ends.x * t, ends.y * (t - 1.0), isonoise_fade(t))) / cells;
    vec2 here = vec2(x, -row) / cells;
    c = mix(c, ACCENT, cover(to_segment(here, vec2(point.x, 0.0), point), 1.6 * w));
    return pointed(c, here, point, min(5.0 * w, 0.1 / cells));
}

vec3 weights(vec3 c, vec2 p, vec4 panel) {
    float cells = pixel_cells(), w = line_width();
    float x = cells_at(p, panel).x, cell = floor(x), t = x - cell;
    float inset = 0.12 * panel.w, high = panel.w - 2.0 * inset;
    float row = (panel.y + panel.w - inset - p.y) / high;  // the weight here
    float u = isonoise_fade(t), slope = isonoise_fade_slope(t) * high * cells;
    float strength = visible(cells) * (cell == 0.0 ? 1.0 : 0.3);
    for (int i = 0; i < 2; ++i) {
        float weight = i == 0 ? 1.0 - u : u;
        vec3 hue = i == 0 ? BEFORE : AFTER;
        c = mix(c, hue, 0.14 * strength * (row > 0.0 && row < weight ? 1.0 : 0.0));
        c = mix(c, hue, strength * cover(to_curve((row - weight) * high, slope), 2.0 * w));
    }
    float outside = max(-row, row - 1.0) * high;
    c = mix(c, INK, 0.3 * cover(min(abs(row), abs(row - 1.0)) * high, w));
    float room = clamp(1.6 - 16.0 * cells, 0.0, 1.0);
    c = mix(c, INK, 0.18 * room * cover(abs(x - floor(x + 0.5)) / cells, w));
    return mix(c, ACCENT, outside <= 0.0 ? cover(abs(x - eye_fraction.x) / cells, 1.6 * w) : 0.0);
}

void main() {
    vec2 p = place() + jitter;
    vec3 c = ground(p);
    int i = panel_at(p);
    if (i == 0) c = curve(c, p, panels[0]);
    if (i == 1) c = weights(c, p, panels[1]);
    colour = finished(framed(c, p));
}
