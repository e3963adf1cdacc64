// Bakes the body at the corners of cells.
#include "scenes/density-cells.glsl"

void main() {
    prepare_cells();
    ivec3 cell = corner_of(ivec2(gl_FragCoord.xy)) + first_corner;
    colour = vec4(rock_at(local_of(vec3(cell * 4))), 0.0, 0.0, 1.0);
}
