// The scenes with a camera: the mean of the samples, as the display takes it.
#include "scenes/field.glsl"

uniform sampler2D lettering;  // words on the part that is drawn: colours times coverage, coverage; from the top
uniform int lettered;         // whether there are any
uniform float dither;  // the step between two values of the target, 1/255 say; 0 for none

vec3 mean_at(ivec2 at) {
    vec4 sum = texelFetch(field, clamp(at, ivec2(0), textureSize(field, 0) - 1), 0);
    return sum.rgb / max(sum.a, 1e-6);
}

void main() {
    vec2 at = (place() - field_first) * field_scale;
    vec3 light;
    if (field_scale == vec2(1.0)) {
        light = mean_at(ivec2(at));
    } else {  // coarser, while something moves: smoothly enlarged
        vec2 p = at - 0.5;
        vec2 f = p - floor(p);
        ivec2 i = ivec2(floor(p));
        light = mix(mix(mean_at(i), mean_at(i + ivec2(1, 0)), f.x),
                    mix(mean_at(i + ivec2(0, 1)), mean_at(i + ivec2(1, 1)), f.x), f.y);
    }
    vec3 c = linear != 0 && lettered == 0 ? light : to_srgb(light);
    if (lettered != 0) {
        vec4 words = texelFetch(lettering, ivec2(place() - first), 0);
        c = c * (1.0 - words.a) + words.rgb;
        if (linear != 0) c = to_linear(c);
    }
    // A gradient's steps would show: noise of two steps' width (triangular) hides them. (J. Jimenez's interleaved noise, 2014)
    vec2 p = floor(place());
    float a = fract(52.9829189 * fract(dot(p, vec2(0.06711056, 0.00583715))));
    float b = fract(52.9829189 * fract(dot(p + 5.588238 * 17.0, vec2(0.06711056, 0.00583715))));
    colour = vec4(c + dither * (a - b), 1.0);
}
