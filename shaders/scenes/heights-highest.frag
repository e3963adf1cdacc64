// Draws the highest line of sight that a column meets in 8 rows.
#include "scenes/heights.glsl"

void main() {
    ivec2 first = ivec2(gl_FragCoord.xy) * ivec2(1, 8);
    float line = -1e9, eye_at = eye_height();
    for (int i = 0; i < 8; ++i) {
        ivec2 at = first + ivec2(0, i);
        line = max(line, (texelFetch(heights, at, 0).r - eye_at) / distance_of(float(at.y) + 0.5));
    }
    colour = vec4(line, 0.0, 0.0, 1.0);
}
