// A function of the user at a list of points: texel i of `points` holds the bits of the coordinates of point i. The
// result is the bits of its channels. The program replaces the function.
#include "evaluate/function.glsl"

uniform usampler2D points;
layout(location = 0) out uvec4 bits;

void main() {
    uvec4 words = texelFetch(points, ivec2(gl_FragCoord.xy), 0);
    vec4 p = uintBitsToFloat(words);
    vec4 value = ISONOISE_FUNCTION(p);
    bits = floatBitsToUint(value);
}
