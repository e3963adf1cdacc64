// The colours of a coarse picture as a display shows them, with their lightness as alpha: for upscale.glsl.
#include "scenes/field.glsl"

void main() {
    vec4 sum = texelFetch(field, ivec2(place()), 0);
    vec3 c = clamp(to_srgb(sum.rgb / max(sum.a, 1e-6)), 0.0, 1.0);
    colour = vec4(c, dot(c, vec3(0.299, 0.587, 0.114)));
}
