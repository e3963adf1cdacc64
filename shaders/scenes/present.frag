// For scenes without a field: outputs the mean of the samples, for the display or as linear light.
#include "scenes/field.glsl"

uniform sampler2D coarse;   // the whole picture at low resolution: shown where `field` is not drawn yet
uniform vec2 coarse_scale;  // its texels per pixel
uniform float dither;       // the quantization step of the target, such as 1/255; 0 for none

vec3 coarse_at(ivec2 at) {
    vec4 sum = texelFetch(coarse, clamp(at, ivec2(0), textureSize(coarse, 0) - 1), 0);
    return sum.rgb / max(sum.a, 1e-6);
}

void main() {
    vec4 sum = texelFetch(field, ivec2((place() - field_first) * field_scale), 0);
    vec3 light = sum.rgb / max(sum.a, 1e-6);
    if (sum.a == 0.0) {  // smoothly upscaled
        vec2 p = place() * coarse_scale - 0.5;
        vec2 f = p - floor(p);
        ivec2 i = ivec2(floor(p));
        light = mix(mix(coarse_at(i), coarse_at(i + ivec2(1, 0)), f.x),
                    mix(coarse_at(i + ivec2(0, 1)), coarse_at(i + ivec2(1, 1)), f.x), f.y);
    }
    vec3 c = linear != 0 && lettered == 0 ? light : to_srgb(light);
    if (lettered != 0) {
        c = lettered_over(vec4(c, 1.0)).rgb;
        if (linear != 0) c = to_linear(c);
    }
    // Triangular noise two steps wide hides banding in gradients.
    vec2 p = floor(place());
    colour = vec4(c + dither * (interleaved(p, 0.0) - interleaved(p + 95.0, 0.0)), 1.0);
}
