// Bakes the highest corner of each cell.
#include "scenes/density-cells.glsl"

void main() {
    ivec3 at = corner_of(ivec2(gl_FragCoord.xy));
    float f = -8.0;
    for (int i = 0; i < 8; ++i) {
        ivec3 corner = min(at + ivec3(i & 1, i >> 1 & 1, i >> 2), corner_count - 1);
        f = max(f, texelFetch(corners, texel_of(corner), 0).r);
    }
    colour = vec4(f, 0.0, 0.0, 1.0);
}
