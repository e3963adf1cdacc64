// Fills the tables for rows.comp: each axis of a grid in each octave.
// Twin of MakeRows in core/isonoise/fast/batch_grid.cpp.
#include "isonoise/noise.glsl"

layout(local_size_x = 64) in;

// A cell and the bits of a fraction for each point along x, then along y, z and w.
layout(std430, binding = 0) readonly buffer IsonoisePoints { uvec2 points[]; };
// The same points in octave 0, then in octave 1 and so on: the keys of the cell's ends, the bits of the fraction and of
// its fade. Stored consecutively, in rows of 1024 texels.
layout(rgba32ui, binding = 0) writeonly uniform uimage2D tables;
uniform uvec4 counts;  // of points along the axes

void main() {
    uint i = gl_GlobalInvocationID.x, y = counts.x, z = y + counts.y, w = z + counts.z, all = w + counts.w;
    if (i >= all) return;
    int axis = i < y ? 0 : i < z ? 1 : i < w ? 2 : 3;
    const uint primes[4] = uint[](ISONOISE_PRIME_X, ISONOISE_PRIME_Y, ISONOISE_PRIME_Z, ISONOISE_PRIME_W);
    const uint offsets[4] = uint[](0u, ISONOISE_OFFSET_Y, ISONOISE_OFFSET_Z, ISONOISE_OFFSET_W);
    uint high = 0u;
    uint cell = isonoise_wrap(int(points[i].x), isonoise_plan.octaves[0].period[axis]);
    float f = isonoise_guard_fraction(uintBitsToFloat(points[i].y));
    for (uint octave = 0u; true; ++octave) {
        uvec2 keys = isonoise_ends_at(cell, high, isonoise_plan.octaves[octave].period[axis],
                                   isonoise_plan.octaves[octave].windows, primes[axis],
                                   axis == 0 ? isonoise_plan.octaves[octave].seed : offsets[axis]);
        uint to = octave * all + i;
        imageStore(tables, ivec2(to & 1023u, to >> 10),
                   uvec4(keys, floatBitsToUint(vec2(f, isonoise_fade(f)))));
        if (octave + 1u >= isonoise_plan.count) break;
        isonoise_next(cell, high, f, isonoise_plan.octaves[octave + 1u].period[axis],
                      isonoise_plan.octaves[octave + 1u].windows);
    }
}
