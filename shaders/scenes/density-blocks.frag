// Scene "density" in blocks: a block is rock if the noise at its center is, interpolated linearly along each axis
// between the corners of its cell.
#include "scenes/constants.glsl"

const int CELLS = BLOCK_CELLS - 1;  // along a ray
const int SUN_CELLS = BLOCK_SUN_CELLS;
const float SUN_BLOCKS = 160.0;
const float APART = 2e-3;  // a ray to the sun begins at this distance from the face

#include "scenes/density-walk.glsl"

bool look_into(Way way, ivec3 cell, vec4 low, vec4 high, inout float t, inout int into, inout Hit hit) {
    ivec3 block = clamp(ivec3(floor(way.from + way.d * t)), cell * 4, cell * 4 + 3);
    vec3 next = (vec3(block + 1) - way.from) * way.per;
    for (int i = 0; i < 10; ++i) {
        if (filtered(low, high, (vec3(block - cell * 4) + 0.5) * 0.25) > 0.0) {
            if (t <= 0.0 && room == 0.0) return false;
            hit = Hit(t, unmirrored(way, block, 3), into, mat3(0.0));
            break;
        }
        into = next.x < next.y ? (next.x < next.z ? 0 : 2) : (next.y < next.z ? 1 : 2);
        t = into == 0 ? next.x : into == 1 ? next.y : next.z;
        ivec3 step1 = ivec3(into == 0 ? 1 : 0, into == 1 ? 1 : 0, into == 2 ? 1 : 0);
        block += step1;
        next += vec3(step1) * way.per;
        if (any(greaterThan(block, cell * 4 + 3))) break;
    }
    return true;
}

vec3 normal_of(Hit hit, vec3 d) {
    return -sign(d) * vec3(hit.axis == 0 ? 1.0 : 0.0, hit.axis == 1 ? 1.0 : 0.0, hit.axis == 2 ? 1.0 : 0.0);
}

mat3 around[3];  // the corners of the cells around a block: at x, y of matrix z

// The body at a block's center; `base` is the cell of the first corner. Chooses axis by axis, since GPUs index arrays
// by trying every number.
float at_block(ivec3 block, ivec3 base) {
    ivec3 rest = block - base * 4;
    ivec3 cell = clamp(rest >> 2, 0, 1);
    bvec3 first = equal(cell, ivec3(0));
    mat3 low = first.z ? around[0] : around[1], high = first.z ? around[1] : around[2];
    vec3 a = first.y ? low[0] : low[1], b = first.y ? low[1] : low[2];
    vec3 c = first.y ? high[0] : high[1], e = first.y ? high[1] : high[2];
    return filtered(first.x ? vec4(a.xy, b.xy) : vec4(a.yz, b.yz), first.x ? vec4(c.xy, e.xy) : vec4(c.yz, e.yz),
                    (vec3(rest - cell * 4) + 0.5) * 0.25);
}

// Light reflected by a block at `p` on its face; `lit` is the sunlight.
vec3 block_light(Hit hit, vec3 p, vec3 n, float lit, vec3 d, float distance) {
    ivec3 block = hit.block, base = (block - 1) >> 2;
    float open = 0.0;
    for (int i = 0; i < 27; ++i)
        around[i / 9][i / 3 % 3][i % 3] = corner(base + ivec3(i % 3, i / 3 % 3, i / 9));
    for (int i = 0; i < 4; ++i) {
        float reached = 2.5 * exp2(float(i));
        float f = body(local_of(p + normalize(n + vec3(0.0, 0.7, 0.0)) * reached));
        open += 0.25 * clamp(0.5 - 30.0 * f / reached, 0.0, 1.0);
    }

    // Corners of the face next to rock are dark, interpolated over the face.
    int axis = hit.axis;
    ivec3 u = axis == 0 ? ivec3(0, 0, 1) : ivec3(1, 0, 0);
    ivec3 v = axis == 1 ? ivec3(0, 0, 1) : ivec3(0, 1, 0);
    ivec3 front = block + ivec3(n);
    vec3 inside = p - vec3(block);
    vec2 at = clamp(vec2(dot(inside, vec3(u)), dot(inside, vec3(v))), 0.0, 1.0);
    vec4 sides = vec4(at_block(front - u, base), at_block(front + u, base), at_block(front - v, base),
                      at_block(front + v, base));
    vec4 ends = vec4(at_block(front - u - v, base), at_block(front + u - v, base), at_block(front - u + v, base),
                     at_block(front + u + v, base));
    sides = step(vec4(1e-9), sides);
    ends = step(vec4(1e-9), ends);
    vec4 dark = vec4(sides.x + sides.z, sides.y + sides.z, sides.x + sides.w, sides.y + sides.w);
    dark = mix(dark + ends, vec4(3.0), step(vec4(1.5), dark)) / 3.0;
    vec2 rows2 = mix(dark.xy, dark.zw, at.y);
    float corner_light = 1.0 - 0.7 * mix(rows2.x, rows2.y, at.x);

    // The depth below the ground, in blocks, and how flat the ground is.
    float f = at_block(block, base);
    vec3 rise = f - vec3(at_block(block + ivec3(1, 0, 0), base), at_block(block + ivec3(0, 1, 0), base),
                         at_block(block + ivec3(0, 0, 1), base));
    float flat_ground = rise.y / max(length(rise), 1e-6);
    float depth = f / max(rise.y, 1e-4);
    bool top = f - rise.y <= 0.0;

    ivec3 id = block + block_origin;
    float chance = block_random(id);
    vec3 q = local_of(p) * isonoise_plan.frequency;
    // Texels, unless too small to see.
    vec2 texel = floor(at * 8.0);
    float grain = block_random(id * 8 + u * int(texel.x) + v * int(texel.y) + ivec3(n));
    float clear = 1.0 - smoothstep(0.4, 1.5, 8.0 * pixel_angle() * distance / block_side);
    float speckle = 1.0 + 0.22 * (grain - 0.5) * clear + 0.16 * (chance - 0.5);

    float dry = smoothstep(-0.35, 0.35, perlin3(q * 1.7 + 7.0, 31u) + 0.15 * (chance - 0.5));
    vec3 grass = mix(vec3(0.06, 0.145, 0.018), vec3(0.22, 0.20, 0.04), dry);
    vec3 dirt = vec3(0.17, 0.095, 0.05);
    vec3 stone = mix(vec3(0.13, 0.13, 0.14), rock(q, 0.4 * (height0 / block_side + p.y - block_eye.y) * 0.11), 0.45);
    bool green = top && flat_ground > 0.45 + 0.2 * chance;
    vec3 albedo = depth < 2.5 + 2.0 * chance && flat_ground > 0.35 + 0.2 * chance ? dirt : stone;
    if (green) {
        // A fringe of grass hangs over the edge.
        float fringe = 0.78 - 0.2 * block_random(id * 8 + u * int(texel.x));
        float covered = n.y > 0.5 ? 1.0 : n.y < -0.5 ? 0.0
                      : mix(0.3, step(fringe, at.y), clear);
        albedo = mix(albedo, grass, covered);
    }
    return shine(albedo * speckle, n, lit * (0.6 + 0.4 * corner_light), open * corner_light, d, distance);
}

void main() {
    prepare_cells();
    vec3 d = ray();
    vec3 light = backdrop(d);
    vec3 p, n;
    float lit;
    Hit seen = see(d, p, n, lit);
    bool hit = seen.t >= 0.0;
    float t = hit ? seen.t * block_side : far;
    if (hit) light = block_light(seen, p, n, lit, d, t);
    colour = shown(through_air(light, d, t, hit));
}
