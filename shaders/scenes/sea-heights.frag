// Draws the water's heights round the eye.
#include "scenes/sea.glsl"

void main() {
    vec2 xz;
    float cells;
    colour = vec4(in_heights(xz, cells) ? ground(xz, octaves_of(cells)) : 0.0, 0.0, 0.0, 1.0);
}
