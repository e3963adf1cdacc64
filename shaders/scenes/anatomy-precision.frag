// Scene "anatomy", stage "precision": the same patch of one octave, farther out in each panel, with coordinates as
// single floats, or as cells and fractions.
#include "scenes/anatomy.glsl"

void main() {
    vec2 p = place() + jitter;
    vec3 c = ground(p);
    int i = panel_at(p);
    if (i >= 0) {
        vec2 q = cells_at(p, panels[i]);
        ivec2 far = ivec2(1 << (FAR_FIRST + FAR_STEP * i));
        vec2 cell = floor(q), f = q - cell;
        if (remedy == 0) {
            ISO_BARRIER(q);
            ISO_PRECISE vec2 coordinate = ISO_EXACT(vec2(far) + q);
            vec2 whole = floor(coordinate);
            cell = whole - vec2(far);
            f = coordinate - whole;
        }
        IsonoisePlace at = isonoise_place(ivec4(far + eye_cell.xy + ivec2(cell), 0, 0), vec4(0.0));
        IsonoiseEnds ends = isonoise_ends_at(at, 0u, isonoise_plan.octaves[0].seed);
        uvec4 hashes = isonoise_hashes(ends.x, ends.y, 0u);
        float value = isonoise_interpolate(dots_at(hashes, f), weights_at(f)) * isonoise_plan.scale;
        c = tint(1.15 * value * visible(pixel_cells()));
    }
    colour = finished(framed(c, p));
}
