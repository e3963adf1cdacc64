// A function of the user on a slice, as scene map reads it. In `axes`, the second word of a texel holds the bits of a
// coordinate: row 0 for the x of each column, row 1 for the y of each row. The text before this file defines
// FUNCTION_VALUE(p), the numbers for a texel.
uniform usampler2D axes;
uniform uvec4 slice;    // in its second and last word the bits of the other two coordinates
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
    uint x = texelFetch(axes, ivec2(at.x, 0), 0).y;
    uint y = texelFetch(axes, ivec2(at.y - first_row, 1), 0).y;
    vec4 p = uintBitsToFloat(uvec4(x, y, slice.y, slice.w));
    value = FUNCTION_VALUE(p);
}
