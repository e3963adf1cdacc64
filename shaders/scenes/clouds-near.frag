// Marks the slices after which there may be clouds.
#include "scenes/clouds.glsl"

uniform sampler2D coarse;

void main() {
    ivec2 at = ivec2(gl_FragCoord.xy);
    int first_slice = at.y / volume_columns.y * CLOUD_BITS;
    at.y %= volume_columns.y;
    uint bits = 0u;  // from the slice before the first one
    for (int corner = 0; corner < 4; ++corner) {
        ivec2 column = min(at + ivec2(corner & 1, corner >> 1), volume_columns - 1);
        vec3 d = direction_of(column);
        for (int i = 0; i <= CLOUD_BITS && first_slice + i < volume_slices; ++i) {
            float t = distance_of(first_slice + i);
            float s = texelFetch(coarse, texel_of(column, first_slice + i), 0).r - cloud_level(t * d.y);
            if (s > -rest_of(coarse_octaves(t))) bits |= 3u << i;
        }
    }
    colour = vec4(float((bits >> 1) & ((1u << CLOUD_BITS) - 1u)), 0.0, 0.0, 1.0);
}
