// Scene "anatomy", stage "directions": why the lattice's axes are visible, in sections through 3D noise in a plane of
// the lattice or between two planes: one octave, and ridges of four octaves, whose lattices coincide or not.
#include "scenes/anatomy.glsl"

const float OCTAVES = 4.0;

void main() {
    vec2 p = place() + jitter;
    vec3 c = ground(p);
    int found = panel_at(p);
    if (found >= 0) {
        float octaves = found == 0 ? 1.0 : OCTAVES, sum = 0.0;
        for (float i = 0.0; i < octaves; i += 1.0) {
            float finer = exp2(i);
            vec2 q = cells_at(p, panels[found]) * finer;
            if (remedy != 0) q += i * vec2(0.37, 0.71);
            vec2 cell = floor(q);
            ivec3 whole = ivec3(eye_cell.xy * int(finer) + ivec2(cell), 0);
            float value = perlin3(whole, vec3(q - cell, remedy == 0 ? 0.0 : 0.5),
                                  isonoise_plan.octaves[0].seed + uint(i));
            float shown = visible(pixel_cells() * finer);
            sum += found == 0 ? 1.8 * value * shown : (0.5 - 2.2 * abs(value)) * shown / finer;
        }
        c = tint(sum);
    }
    colour = finished(framed(c, p));
}
