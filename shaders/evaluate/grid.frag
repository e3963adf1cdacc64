// The noise on a slice of a grid. Cells and fractions come from tables, one an axis, that the CPU filled and reads too: no
// driver rounds coordinates its own way. A texel of `axes` holds a cell and the bits of a fraction; row 0 has those of x
// for each column, row 1 those of y for each row.
#include "isonoise/noise.glsl"

uniform usampler2D axes;
uniform uvec4 slice;    // the same of z and of w
uniform int first_row;  // of the target, that row 0 of the table of y is for
layout(location = 0) out float value;

void main() {
    ivec2 at = ivec2(gl_FragCoord.xy);
    uvec4 x = texelFetch(axes, ivec2(at.x, 0), 0);
    uvec4 y = texelFetch(axes, ivec2(at.y - first_row, 1), 0);
    value = isonoise(ivec4(x.x, y.x, slice.x, slice.z), uintBitsToFloat(uvec4(x.y, y.y, slice.y, slice.w)));
}
