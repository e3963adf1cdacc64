// For shaders that read a field of values or light: its place in the picture, and the colour to write.
#include "scenes/scene.glsl"

uniform sampler2D field;   // R32F; row 0 is the top one
uniform vec2 field_first;  // the picture's pixel at the field's top left corner
uniform vec2 field_scale;  // texels of the field a pixel: 1, or less while something moves
uniform int linear;        // 1 for linear light

vec4 shown(vec3 srgb) { return vec4(linear != 0 ? to_linear(srgb) : srgb, 1.0); }
