// Scene "anatomy", stage "fade": linear, cubic and quintic side by side. The top row shows the curves and their slopes,
// the middle row the same patch of noise as a relief, the bottom row stripes that follow its slope: a jump in slope
// breaks them, a jump in curvature bends them.
#include "scenes/anatomy.glsl"

float curve(float t, int kind) { return kind == 0 ? t : kind == 1 ? isonoise_cubic(t) : isonoise_quintic(t); }
float curve_slope(float t, int kind) {
    return kind == 0 ? 1.0 : kind == 1 ? isonoise_cubic_slope(t) : isonoise_quintic_slope(t);
}
float curve_bend(float t, int kind) {
    return kind == 0 ? 0.0 : kind == 1 ? 6.0 - 12.0 * t : 60.0 * t * (2.0 * t * t - 3.0 * t + 1.0);
}

vec3 plot(vec3 c, vec2 p, vec4 panel, int kind) {
    float w = line_width();
    vec2 border = vec2(0.07, 0.11) * panel.w;
    vec2 inner = panel.zw - 2.0 * border;
    vec2 t = (p - panel.xy - border) / inner;
    t.y = 1.0 - t.y;
    c = mix(c, by_ground(vec3(0.12, 0.13, 0.16), vec3(0.93)), 0.5);
    vec2 grid = abs(4.0 * t - floor(4.0 * t + 0.5)) * inner / 4.0;
    vec2 beyond = max(abs(t - 0.5) - 0.5, 0.0) * inner;
    float in_grid = clamp(1.0 - max(beyond.x, beyond.y), 0.0, 1.0);
    c = mix(c, INK, 0.09 * in_grid * cover(min(grid.x, grid.y), w));
    vec2 axes = vec2(abs(t.x), abs(t.y)) * inner;
    c = mix(c, INK, 0.3 * in_grid * cover(min(axes.x, axes.y), w));
    float x = clamp(t.x, 0.0, 1.0);
    vec2 far = vec2((t.x - x) * inner.x, 0.0);
    // Half the slope, so that it fits, shaded below.
    float slope = 0.5 * curve_slope(x, kind);
    float steep = 0.5 * curve_bend(x, kind) * inner.y / inner.x;
    float d = length(vec2(far.x, (t.y - slope) * inner.y / sqrt(1.0 + steep * steep)));
    vec3 blue = by_ground(vec3(0.36, 0.62, 0.95), vec3(0.08, 0.38, 0.75));
    c = mix(c, blue, 0.13 * in_grid * (t.y < slope && t.y > 0.0 ? 1.0 : 0.0));
    c = mix(c, blue, 0.9 * cover(d, 1.3 * w));
    float value = curve(x, kind);
    steep = curve_slope(x, kind) * inner.y / inner.x;
    d = length(vec2(far.x, (t.y - value) * inner.y / sqrt(1.0 + steep * steep)));
    return mix(c, ACCENT, cover(d, 2.4 * w));
}

void main() {
    vec2 p = place() + jitter;
    vec3 c = ground(p);
    int found = panel_at(p), i = max(found, 0);
    int kind = i - 3 * (i / 3);
    vec4 panel = panels[i];
    vec2 q = cells_at(p, panel);
    vec2 cell = floor(q), f = q - cell;
    vec2 weights = vec2(curve(f.x, kind), curve(f.y, kind));
    vec2 slopes = vec2(curve_slope(f.x, kind), curve_slope(f.y, kind));
    vec2 g;
    float value = octave_at(hashes_at(cell), f, weights, slopes, g);
    g *= visible(pixel_cells());
    // Stripes by the slope along a diagonal, antialiased. Outside of branches, since fwidth() needs neighbouring
    // fragments.
    float t = dot(g, vec2(0.5, 0.32));
    float stripe = clamp(0.5 + (abs(t - floor(t) - 0.5) - 0.25) / max(fwidth(t), 1e-4), 0.0, 1.0);
    if (found >= 0) {
        if (i < 3) {
            c = plot(c, p, panel, kind);
        } else if (i < 6) {
            vec3 normal = normalize(vec3(-0.45 * g, 1.0));
            vec3 sun = normalize(vec3(-0.6, -0.7, 0.75));
            float light = 0.5 + 0.5 * dot(normal, sun);
            float gloss = pow(max(dot(normal, normalize(sun + vec3(0.0, 0.0, 1.0))), 0.0), 40.0);
            vec3 clay = mix(vec3(0.62, 0.64, 0.68), 1.3 * signed_ink(0.9 * value), 0.45);
            c = mix(vec3(0.02, 0.03, 0.06), clay * 1.12, light * light) + 0.12 * gloss;
        } else {
            c = mix(vec3(0.10, 0.115, 0.145), vec3(0.74, 0.77, 0.82), stripe);
        }
        // Marks the fade in the settings.
        vec2 edge = 0.5 * panel.zw - abs(p - panel.xy - 0.5 * panel.zw);
        float border = cover(min(edge.x, edge.y), 3.0 * line_width());
        if (kind + 1 == ISONOISE_FADE && i < 3) c = mix(c, ACCENT, 0.8 * border);
    }
    colour = finished(framed(c, p));
}
