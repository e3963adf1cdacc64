// Scene "anatomy", stage "fade": linear, cubic and quintic side by side. Above the curves and their slopes, then the same
// patch of noise as a relief, and below it as stripes that follow its slope: what jumps in the slope breaks them, what
// jumps in the curvature bends them.
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
    c = mix(c, vec3(0.12, 0.13, 0.16), 0.5);
    vec2 grid = abs(4.0 * t - floor(4.0 * t + 0.5)) * inner / 4.0;
    vec2 beyond = max(abs(t - 0.5) - 0.5, 0.0) * inner;
    float in_grid = clamp(1.0 - max(beyond.x, beyond.y), 0.0, 1.0);
    c = mix(c, PALE, 0.09 * in_grid * cover(min(grid.x, grid.y), w));
    vec2 axes = vec2(abs(t.x), abs(t.y)) * inner;
    c = mix(c, PALE, 0.3 * in_grid * cover(min(axes.x, axes.y), w));
    float x = clamp(t.x, 0.0, 1.0);
    vec2 far = vec2((t.x - x) * inner.x, 0.0);
    // Half the slope, so that it fits, and below it shaded.
    float slope = 0.5 * curve_slope(x, kind);
    float steep = 0.5 * curve_bend(x, kind) * inner.y / inner.x;
    float d = length(vec2(far.x, (t.y - slope) * inner.y / sqrt(1.0 + steep * steep)));
    vec3 blue = vec3(0.36, 0.62, 0.95);
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
    int i = panel_at(p);
    if (i >= 0) {
        int kind = i - 3 * (i / 3);
        vec4 panel = panels[i];
        vec2 q = cells_at(p, panel);
        vec2 cell = floor(q), f = q - cell;
        vec2 weights = vec2(curve(f.x, kind), curve(f.y, kind));
        vec2 slopes = vec2(curve_slope(f.x, kind), curve_slope(f.y, kind));
        vec2 g;
        float value = isonoise_noise2(hashes_at(cell), f, weights, slopes, g) * isonoise_plan.scale;
        g *= isonoise_plan.scale * visible(pixel_cells());
        if (i < 3) {
            c = plot(c, p, panel, kind);
        } else if (i < 6) {
            vec3 normal = normalize(vec3(-0.5 * g, 1.0));
            vec3 sun = normalize(vec3(-0.55, -0.65, 0.6));
            float light = max(dot(normal, sun), 0.0);
            float gloss = pow(max(dot(normal, normalize(sun + vec3(0.0, 0.0, 1.0))), 0.0), 24.0);
            c = vec3(0.07, 0.085, 0.12) + vec3(0.66, 0.63, 0.60) * light + 0.10 * gloss;
            c = mix(c, c * (0.6 + 1.1 * signed_ink(value)), 0.3);
        } else {
            float t = dot(g, vec2(0.42, 0.27));
            float stripe = 0.5 + 0.5 * sin(6.2831853 * t);
            stripe = smoothstep(0.28, 0.72, stripe);
            c = mix(vec3(0.10, 0.115, 0.145), vec3(0.80, 0.82, 0.86), stripe);
        }
        // The curve that is in use.
        vec2 edge = 0.5 * panel.zw - abs(p - panel.xy - 0.5 * panel.zw);
        if (kind + 1 == ISONOISE_FADE && i < 3) c = mix(c, ACCENT, 0.8 * cover(min(edge.x, edge.y), 3.0 * line_width()));
    }
    colour = finished(framed(c, p));
}
