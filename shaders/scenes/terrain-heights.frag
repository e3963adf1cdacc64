// Draws the heights round the eye, all levels.
#include "scenes/terrain-heights.glsl"

void main() {
    prepare();
    ivec2 pixel = ivec2(gl_FragCoord.xy);
    int level = 0;
    if (pixel.x >= table_columns.x) {
        level = 1;
        while (level < HEIGHT_LEVELS - 1 && pixel.y >= origin_of(level + 1).y) ++level;
    }
    pixel -= origin_of(level);
    ivec2 count = size_of(level);
    colour = vec4(0.0);
    if (pixel.x >= count.x || pixel.y >= count.y) return;
    vec2 xz = xz_of((vec2(pixel) + 0.5 - vec2(0.5 * float(count.x), 0.0)) * exp2(float(level)));
    colour.r = ground(xz, octaves_of(cells_of(float(level), length(xz))));
}
