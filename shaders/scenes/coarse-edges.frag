// The edges in a coarse picture, for upscale.glsl: the direction of the slope as a vector of twice its angle, since
// opposite slopes are the same edge. Its length, 0 to 1, is how far the slopes around agree. (The structure tensor of
// J. Bigun and G. Granlund, 1987)
#include "scenes/field.glsl"

float light(ivec2 at) { return texelFetch(field, clamp(at, ivec2(0), textureSize(field, 0) - 1), 0).a; }

void main() {
    ivec2 middle = ivec2(place());
    vec3 all = vec3(0.0);
    for (int y = -1; y <= 1; ++y) {
        for (int x = -1; x <= 1; ++x) {
            ivec2 at = middle + ivec2(x, y);
            vec2 slope = 0.5 * vec2(light(at + ivec2(1, 0)) - light(at - ivec2(1, 0)),
                                    light(at + ivec2(0, 1)) - light(at - ivec2(0, 1)));
            float weight = float((2 - abs(x)) * (2 - abs(y))) / 16.0;
            all += weight * vec3(slope.x * slope.x - slope.y * slope.y, 2.0 * slope.x * slope.y, dot(slope, slope));
        }
    }
    // Slopes of one level in 255 count little.
    colour = vec4(0.5 + 0.5 * all.xy / (all.z + 1e-4), 0.0, 1.0);
}
