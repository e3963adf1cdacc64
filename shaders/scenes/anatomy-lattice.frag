// Scene "anatomy", stage "lattice": the cells, the one that contains the center, and the center's fraction in it.
#include "scenes/anatomy.glsl"

void main() {
    vec2 p = place() + jitter;
    vec3 c = ground(p);
    if (panel_at(p) == 0) {
        float cells = pixel_cells();
        vec2 q = cells_at(p, panels[0]);
        vec2 outside = max(abs(q - 0.5) - 0.5, 0.0);
        bool here = outside == vec2(0.0);
        c = mix(c, tint(1.15 * octave_at(q) * visible(cells)), here ? 0.95 : 0.5);
        c = latticed(c, q, 0.3);

        // The cell, and the fraction as lines from its edges to the point.
        vec2 edge = abs(abs(q - 0.5) - 0.5) / cells;
        float border = here ? min(edge.x, edge.y) : length(outside) / cells;
        float w = line_width();
        c = mix(c, ACCENT, cover(border, 2.0 * w));
        vec2 at = q / cells, point = eye_fraction.xy / cells;
        float along = min(to_segment(at, vec2(0.0, point.y), point), to_segment(at, vec2(point.x, 0.0), point));
        c = mix(c, rim(0.5), 0.5 * cover(along, 4.0 * w));
        c = mix(c, ACCENT, cover(along, 1.6 * w));
        c = pointed(c, at, point, min(5.0 * w, 0.1 / cells));
    }
    colour = finished(framed(c, p));
}
