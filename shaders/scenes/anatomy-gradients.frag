// Scene "anatomy", stage "gradients": the gradient at each lattice point as an arrow, over the resulting noise.
#include "scenes/anatomy.glsl"

void main() {
    vec2 p = place() + jitter;
    vec3 c = ground(p);
    if (panel_at(p) == 0) {
        float cells = pixel_cells();
        vec2 q = cells_at(p, panels[0]);
        vec2 cell = floor(q), f = q - cell;
        uvec4 hashes = hashes_at(cell);
        float value = isonoise_interpolate(dots_at(hashes, f), weights_at(f)) * isonoise_plan.scale;
        c = mix(c, tint(1.15 * value * visible(cells)), 0.92);
        c = latticed(c, q, 0.16);
        // Arrows stay within the cells around their point, so only those of the four corners can be visible here.
        float width = clamp(0.028 / cells, 1.2 * line_width(), 5.0 * line_width());
        float nearest = 1e9;
        for (int i = 0; i < 4; ++i) {
            vec2 at = (f - corner(i)) / cells;
            vec2 tip = gradient_of(hashes[i]) * 0.4 / cells;
            nearest = min(nearest, min(to_arrow(at, vec2(0.0), tip, width), length(at) - 1.5 * width));
        }
        float room = clamp(1.6 - 24.0 * cells, 0.0, 1.0);
        c = mix(c, over(c, nearest, INK, 1.5 * line_width()), room);
    }
    colour = finished(framed(c, p));
}
