// grid.frag without the noise: `isonoise bench` subtracts its time.
uniform usampler2D axes;
uniform int first_row;
layout(location = 0) out float value;

void main() {
    ivec2 at = ivec2(gl_FragCoord.xy);
    uvec4 x = texelFetch(axes, ivec2(at.x, 0), 0);
    uvec4 y = texelFetch(axes, ivec2(at.y - first_row, 1), 0);
    value = uintBitsToFloat((x.x ^ y.x ^ x.y ^ y.y) & 0x3FFFFFFFu);
}
