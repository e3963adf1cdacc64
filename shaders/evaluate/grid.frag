// The noise on a slice of a grid. Cells and fractions come from tables, one per axis, that the CPU fills and reads too,
// so that no driver rounds coordinates differently. A texel of `axes` holds a cell and the bits of a fraction: row 0
// for the x of each column, row 1 for the y of each row.
#include "isonoise/noise.glsl"

uniform usampler2D axes;
uniform uvec4 slice;    // the same for z and for w
uniform int first_row;  // the target's row for the first y in the table
layout(location = 0) out float value;
#if ISONOISE_GRADIENT
layout(location = 1) out vec4 gradient;  // per unit of coordinate
#endif

void main() {
    ivec2 at = ivec2(gl_FragCoord.xy);
    uvec4 x = texelFetch(axes, ivec2(at.x, 0), 0);
    uvec4 y = texelFetch(axes, ivec2(at.y - first_row, 1), 0);
    ivec4 cell = ivec4(x.x, y.x, slice.x, slice.z);
    vec4 fraction = uintBitsToFloat(uvec4(x.y, y.y, slice.y, slice.w));
#if ISONOISE_GRADIENT
    vec4 g;
    value = isonoise_gradient(cell, fraction, g);
    gradient = g;
#else
    value = isonoise(cell, fraction);
#endif
}
