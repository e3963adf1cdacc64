// The noise at a list of points: texel i of `points` holds the bits of the four coordinates of point i.
#include "isonoise/noise.glsl"

uniform usampler2D points;
out float value;

void main() {
    value = isonoise(uintBitsToFloat(texelFetch(points, ivec2(gl_FragCoord.xy), 0)));
}
