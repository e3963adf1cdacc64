// Walks a ray from cell to cell, for the styles blocks and polygons. Each defines, before it includes this file:
//   CELLS                   the maximum number of cells along a ray from the eye
//   SUN_CELLS, SUN_BLOCKS   and of cells and blocks along a ray to the sun
//   APART                   distance from a face at which a ray to the sun begins
// and afterwards look_into() and normal_of().
#include "scenes/density-cells.glsl"

// Trilinear interpolation at position `at` in the cell; low.xyzw are the corners 000, 100, 010, 110 and high those with
// z = 1.
float filtered(vec4 low, vec4 high, vec3 at) {
    vec4 z = mix(low, high, at.z);
    vec2 y = mix(z.xy, z.zw, at.y);
    return mix(y.x, y.y, at.x);
}

// A ray, mirrored to point up along every axis.
struct Way {
    vec3 from;
    vec3 d;
    vec3 per;  // 1 / d
    bvec3 mirrored;
};
// Undoes the mirroring: of a cell with `last` 0, of a corner with 1, of a block with 3.
ivec3 unmirrored(Way way, ivec3 at, int last) {
    return ivec3(way.mirrored.x ? last - at.x : at.x, way.mirrored.y ? last - at.y : at.y,
                 way.mirrored.z ? last - at.z : at.z);
}
float corner(Way way, ivec3 at) { return corner(unmirrored(way, at, 1)); }

struct Hit {
    float t;       // in blocks; negative for none
    ivec3 block;   // not mirrored
    int axis;      // of the face
    mat3 polygon;  // its corners
};

// Looks for a hit in a cell that has rock, from `t` on; `into` is the axis along which the ray entered the block there.
// Returns false if the ray begins in rock without a hollow. Each style has its own.
bool look_into(Way way, ivec3 cell, vec4 low, vec4 high, inout float t, inout int into, inout Hit hit);
vec3 normal_of(Hit hit, vec3 d);

void next_cell(Way way, inout ivec3 cell, inout float t, inout int into) {
    vec3 leave = (vec3(cell * 4 + 4) - way.from) * way.per;
    into = leave.x < leave.y ? (leave.x < leave.z ? 0 : 2) : (leave.y < leave.z ? 1 : 2);
    t = max(t, min(leave.x, min(leave.y, leave.z)));
    cell += ivec3(into == 0 ? 1 : 0, into == 1 ? 1 : 0, into == 2 ? 1 : 0);
}

// Looks at up to `most` cells between t and end.
Hit walk(vec3 from, vec3 d, float t, float end, int most) {
    Hit hit = Hit(-1.0, ivec3(0), 1, mat3(0.0));
    Way way;
    way.mirrored = lessThan(d, vec3(0.0));
    way.from = mix(from, 4.0 - from, vec3(way.mirrored));
    way.d = max(abs(d), vec3(1e-6));
    way.per = 1.0 / way.d;
    ivec3 cell = ivec3(floor((way.from + way.d * t) * 0.25));
    int into = 1;
    for (int i = 0; i < most; ++i) {
        // On to the next cell with rock.
        bool rocky = false;
        for (; i < most && t <= end; ++i) {
            rocky = highest_in(unmirrored(way, cell, 0)) > 0.0;
            if (rocky) break;
            next_cell(way, cell, t, into);
        }
        if (!rocky) break;
        vec4 low = vec4(corner(way, cell), corner(way, cell + ivec3(1, 0, 0)), corner(way, cell + ivec3(0, 1, 0)),
                        corner(way, cell + ivec3(1, 1, 0)));
        vec4 high = vec4(corner(way, cell + ivec3(0, 0, 1)), corner(way, cell + ivec3(1, 0, 1)),
                         corner(way, cell + ivec3(0, 1, 1)), corner(way, cell + ivec3(1, 1, 1)));
        if (!look_into(way, cell, low, high, t, into, hit)) {
            room = ROOM * focus;
        } else if (hit.t >= 0.0) {
            break;
        } else {
            next_cell(way, cell, t, into);
        }
    }
    return hit;
}

// The first hit from the eye, its normal, and whether the sun shines on it.
Hit see(vec3 d, out vec3 p, out vec3 n, out float lit) {
    Hit seen = Hit(-1.0, ivec3(0), 1, mat3(0.0));
    lit = 1.0;
    p = block_eye;
    n = vec3(0.0);
    // A single call for both rays, so that the walk is compiled only once.
    for (int ray = 0; ray < 2; ++ray) {
        vec2 ends = reach(d) / block_side;
        vec3 to = d;
        int most = CELLS;
        if (ray == 1) {
            p = block_eye + d * seen.t;
            n = normal_of(seen, d);
            to = sun_direction;
            ends = vec2(0.0, SUN_BLOCKS);
            most = dot(n, to) > 0.0 ? SUN_CELLS : 0;
        }
        Hit h = walk(p + APART * n, to, ends.x, ends.y, most);
        if (ray == 1) lit = h.t >= 0.0 ? 0.0 : 1.0;
        else seen = h;
        if (seen.t < 0.0) break;
    }
    return seen;
}

float block_random(ivec3 block) { return to_unit(random_bits(uvec4(uvec3(block), 0u))); }
