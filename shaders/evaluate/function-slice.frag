// A function of the user on a slice, as scene map reads it. In `axes`, a texel holds a cell and the bits of a fraction,
// or of the coordinate itself: row 0 for the x of each column, row 1 for the y of each row. The text before this file
// defines FUNCTION_VALUE(cell, p), the numbers for a texel.
uniform usampler2D axes;
uniform uvec4 slice;    // the other two coordinates
uniform int first_row;  // the target's row for the first y in the table
layout(location = 0) out vec4 value;

// The vector's length, for its colour, before the vector.
vec4 flow(vec2 v) { return vec4(length(v), v, 0.0); }

bool is_number(float x) { return floatBitsToUint(x) << 1 <= 0xFF000000u; }

// A colour has no NaN.
vec4 in_colour(vec4 c) {
    return vec4(is_number(c.r) ? c.r : 0.0, is_number(c.g) ? c.g : 0.0, is_number(c.b) ? c.b : 0.0,
                is_number(c.a) ? c.a : 0.0);
}

void main() {
    ivec2 at = ivec2(gl_FragCoord.xy);
    uvec2 x = texelFetch(axes, ivec2(at.x, 0), 0).xy;
    uvec2 y = texelFetch(axes, ivec2(at.y - first_row, 1), 0).xy;
    ivec4 cell = ivec4(uvec4(x.x, y.x, slice.xz));
    vec4 p = uintBitsToFloat(uvec4(x.y, y.y, slice.yw));
    value = FUNCTION_VALUE(cell, p);
}
