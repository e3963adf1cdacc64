// The noise on planes of a grid, stacked in a texture, one value per invocation. Noises whose rows share work use
// rows.comp.
#include "isonoise/noise.glsl"

layout(local_size_x = 64) in;

// A cell and the bits of a fraction for each point along x, then along y, z and w.
layout(std430, binding = 0) readonly buffer IsonoisePoints { uvec2 points[]; };
layout(r32f, binding = 0) writeonly uniform image2D values;
uniform uvec4 counts;   // of points along the axes
uniform int first_row;  // the texture's row for row 0 of the first plane

void main() {
    uvec3 at = gl_GlobalInvocationID;
    if (at.x >= counts.x) return;
    uint y = counts.x, z = y + counts.y, w = z + counts.z;
    uvec2 p = points[at.x], q = points[y + at.y], r = points[z + at.z % counts.z], s = points[w + at.z / counts.z];
    float value = isonoise(ivec4(p.x, q.x, r.x, s.x), uintBitsToFloat(uvec4(p.y, q.y, r.y, s.y)));
    imageStore(values, ivec2(at.x, first_row + int(at.z * counts.y + at.y)), vec4(value));
}
