// For shaders that read a field of values or light: its position in the picture, and the output colour.
#include "scenes/scene.glsl"

uniform sampler2D field;   // R32F; row 0 is the top one
uniform vec2 field_first;  // the picture's pixel at the field's top left corner
uniform vec2 field_scale;  // texels of the field per pixel: 1, or less while something moves
uniform int linear;        // 1 for linear light

uniform sampler2D lettering;  // text and axes on this part: premultiplied colour and coverage, top row first
uniform int lettered;         // 1 if there are any

// Blends the lettering over a colour.
vec4 lettered_over(vec4 c) {
    if (lettered == 0) return c;
    vec4 words = texelFetch(lettering, ivec2(place() - first), 0);
    return vec4(c.rgb * (1.0 - words.a) + words.rgb, mix(c.a, 1.0, words.a));
}

vec4 shown(vec3 srgb) { return vec4(linear != 0 ? to_linear(srgb) : srgb, 1.0); }
