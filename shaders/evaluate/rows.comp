// The noise on planes of a grid, stacked in a texture. Each invocation computes four rows, which share work if they lie
// in the same cells.
#include "isonoise/noise.glsl"
#include "evaluate/rows.glsl"

layout(local_size_x = 64) in;
layout(r32f, binding = 0) writeonly uniform image2D values;
uniform usampler2D tables;  // see tables.comp
uniform uvec4 counts;       // of points along the axes
uniform int first_row;      // the texture's row for row 0 of the first plane

uvec4 table(uint i) { return texelFetch(tables, ivec2(i & 1023u, i >> 10), 0); }

void main() {
    uvec3 at = gl_GlobalInvocationID;
    if (at.x >= counts.x) return;
    uint y = counts.x, z = y + counts.y, w = z + counts.z, all = w + counts.w;
    uvec4 j = min(4u * at.y + uvec4(0u, 1u, 2u, 3u), counts.yyyy - 1u);  // past the end: the last row
    vec4 sum = vec4(isonoise_plan.bias);
    for (uint i = 0u; true; ++i) {
        uint octave = i * all;
        uvec4 a = table(octave + y + j.x), b = table(octave + y + j.y);
        uvec4 c = table(octave + y + j.z), d = table(octave + y + j.w);
        IsonoiseColumn column = IsonoiseColumn(table(octave + at.x), table(octave + z + at.z % counts.z),
                                               table(octave + w + at.z / counts.z));
        vec4 n = isonoise_rows(column, a, b, c, d);
        sum = isonoise_more(sum, n, i);
        if (i + 1u >= isonoise_plan.count) break;
    }
    sum = isonoise_snap(sum);
    int row = first_row + int(at.z * counts.y + 4u * at.y);
    for (int k = 0; k < 4 && 4u * at.y + uint(k) < counts.y; ++k) {
        float value = k == 0 ? sum.x : k == 1 ? sum.y : k == 2 ? sum.z : sum.w;
        imageStore(values, ivec2(at.x, row + k), vec4(isonoise_output(value)));
    }
}
