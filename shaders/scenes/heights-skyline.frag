// Draws the highest line of sight that a column and the next one meet up to the end of 8 rows.
#include "scenes/heights.glsl"

void main() {
    ivec2 at = ivec2(gl_FragCoord.xy);
    float line = -1e9;
    for (int i = 0; i < at.y / 8; ++i) line = max(line, texelFetch(ridges, ivec2(at.x, i), 0).r);
    for (int i = at.y / 8 * 8; i <= at.y; ++i) line = max(line, highest_line(at.x, i));
    colour = vec4(line, 0.0, 0.0, 1.0);
}
