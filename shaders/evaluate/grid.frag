// The noise on a slice of a grid. Coordinates come from tables, one an axis, that the CPU filled and reads too: no
// driver rounds them its own way. Row 0 of `axes` holds the bits of x for each column, row 1 those of y for each row.
#include "isonoise/noise.glsl"

uniform usampler2D axes;
uniform vec2 slice;  // z and w
out float value;

void main() {
    ivec2 at = ivec2(gl_FragCoord.xy);
    uint x = texelFetch(axes, ivec2(at.x, 0), 0).r;
    uint y = texelFetch(axes, ivec2(at.y, 1), 0).r;
    value = isonoise(vec4(uintBitsToFloat(x), uintBitsToFloat(y), slice));
}
