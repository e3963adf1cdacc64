// Draws the highest line of sight that a column and the next one meet in 64 rows.
#include "scenes/heights.glsl"

void main() {
    ivec2 at = ivec2(gl_FragCoord.xy);
    float line = -1e9;
    for (int i = 0; i < 8; ++i) line = max(line, highest_line(at.x, 8 * at.y + i));
    colour = vec4(line, 0.0, 0.0, 1.0);
}
