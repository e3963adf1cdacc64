// For scenes without a field: outputs the mean of the samples, for the display or as linear light.
//   COARSE: 1 if only a coarse picture is drawn, 0 if `field` is drawn in part, and undefined if it is complete.
#include "scenes/field.glsl"
#ifdef COARSE
#include "scenes/upscale.glsl"

uniform vec2 coarse_scale;  // texels of the coarse picture per pixel
#endif

uniform float dither;  // the quantization step of the target, such as 1/255; 0 for none

void main() {
#if defined(COARSE) && COARSE == 1
    vec3 c = upscaled(place() * coarse_scale);
#else
    vec4 sum = texelFetch(field, ivec2((place() - field_first) * field_scale), 0);
    vec3 light = sum.rgb / max(sum.a, 1e-6);
    vec3 c = linear != 0 && lettered == 0 ? light : to_srgb(light);
#ifdef COARSE
    if (sum.a == 0.0) c = upscaled(place() * coarse_scale);
#endif
#endif
    if (lettered != 0) {
        c = lettered_over(vec4(c, 1.0)).rgb;
        if (linear != 0) c = to_linear(c);
    }
    // Triangular noise two steps wide hides banding in gradients.
    vec2 p = floor(place());
    colour = vec4(c + dither * (interleaved(p, 0.0) - interleaved(p + 95.0, 0.0)), 1.0);
}
