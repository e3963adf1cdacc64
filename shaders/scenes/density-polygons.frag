// Scene "density" as polygons: the flat triangles of marching cubes in the cells, with visible edges.
#include "scenes/constants.glsl"

const int CELLS = POLYGON_CELLS - 1;  // along a ray
const int SUN_CELLS = CELLS;
const float SUN_BLOCKS = 320.0;
const float APART = 2e-2;  // a ray to the sun begins at this distance from the polygon
const int OPEN_STEPS = 6;  // to the surroundings

#include "scenes/density-walk.glsl"
#include "scenes/cubes.glsl"

float value_at(vec4 low, vec4 high, int corner) { return corner < 4 ? low[corner] : high[corner - 4]; }

// The zero of the body on an edge of a cube, by linear interpolation. Corner i of the cube is i ^ mirror of low, high.
vec3 crossing(vec4 low, vec4 high, int mirror, int edge) {
    int axis = edge >> 2, k = edge & 3;
    int from = axis == 0 ? k << 1 : axis == 1 ? (k & 1) | (k & 2) << 1 : k;
    float a = value_at(low, high, from ^ mirror), b = value_at(low, high, (from | 1 << axis) ^ mirror);
    float at = clamp(a / (a - b), 1e-3, 1.0 - 1e-3);
    vec3 along = vec3(axis == 0 ? at : 0.0, axis == 1 ? at : 0.0, axis == 2 ? at : 0.0);
    return vec3(float(from & 1), float(from >> 1 & 1), float(from >> 2)) + along;
}

// The distance along a ray to the first of a cube's polygons, and its corners; negative for no hit.
float polygon_hit(vec4 low, vec4 high, int mirror, vec3 from, vec3 d, out mat3 polygon) {
    int rock = 0;
    for (int i = 0; i < 8; ++i)
        rock |= value_at(low, high, i ^ mirror) > 0.0 ? 1 << i : 0;
    uvec2 word = CUBES[rock];
    int count = int(word.y >> 28);
    float nearest = -1.0;
    polygon = mat3(0.0);
    for (int n = 0; n < 5; ++n) {
        if (n >= count) break;
        vec3 p[3];
        for (int c = 0; c < 3; ++c) {
            p[c] = crossing(low, high, mirror, int(word.x & 15u));
            word.x = word.x >> 4 | word.y << 28;
            word.y >>= 4;
        }
        // (T. Moeller and B. Trumbore, 1997), slightly enlarged, so that no ray passes between two triangles.
        vec3 u = p[1] - p[0], v = p[2] - p[0], across = cross(d, v);
        float area = dot(u, across);
        if (abs(area) < 1e-12) continue;
        vec3 to = from - p[0], turned = cross(to, u);
        float a = dot(to, across) / area, b = dot(d, turned) / area, t = dot(v, turned) / area;
        if (min(a, min(b, 1.0 - a - b)) < -1e-4 || t < 0.0 || (nearest >= 0.0 && t > nearest)) continue;
        nearest = t;
        polygon = mat3(p[0], p[1], p[2]);
    }
    return nearest;
}

bool look_into(Way way, ivec3 cell, vec4 low, vec4 high, inout float t, inout int into, inout Hit hit) {
    if (t <= 0.0 && room == 0.0 && filtered(low, high, way.from * 0.25 - vec3(cell)) > 0.0) return false;
    vec3 side = mix(vec3(1.0), vec3(-1.0), vec3(way.mirrored));
    vec3 start = (way.from + way.d * t) * 0.25 - vec3(cell);
    int mirror = (way.mirrored.x ? 1 : 0) | (way.mirrored.y ? 2 : 0) | (way.mirrored.z ? 4 : 0);
    float to = polygon_hit(low, high, mirror, mix(start, 1.0 - start, vec3(way.mirrored)), way.d * side * 0.25,
                           hit.polygon);
    if (to >= 0.0) {
        hit.t = t + to;
        hit.block = unmirrored(way, cell, 0) * 4;
    }
    return true;
}

vec3 normal_of(Hit hit, vec3 d) {
    vec3 n = normalize(cross(hit.polygon[1] - hit.polygon[0], hit.polygon[2] - hit.polygon[0]));
    return dot(n, d) > 0.0 ? -n : n;
}

// Light reflected by a polygon at `p`; `lit` is the sunlight. One colour per polygon, with slightly brighter edges.
vec3 polygon_light(Hit hit, vec3 p, vec3 n, float lit, vec3 d, float distance) {
    vec3 base = vec3(hit.block);
    mat3 at = mat3(base + 4.0 * hit.polygon[0], base + 4.0 * hit.polygon[1], base + 4.0 * hit.polygon[2]);
    vec3 middle = (at[0] + at[1] + at[2]) / 3.0;
    float open = 0.0, edge = 1e9;
    for (int i = 0; i < 3; ++i) {
        vec3 from = at[i], along = at[(i + 1) % 3] - from;
        edge = min(edge, length(cross(p - from, along)) / max(length(along), 1e-6));
    }
    for (int i = 0; i < OPEN_STEPS; ++i) {
        float reached = exp2(float(i) - 1.0);
        float f = body(local_of(middle + normalize(n + vec3(0.0, 0.7, 0.0)) * reached));
        open += clamp(0.5 - 12.0 * f / reached, 0.0, 1.0) / float(OPEN_STEPS);
    }
    vec3 q = local_of(middle);
    float unit = isonoise_plan.frequency, grain = block_random(hit.block + block_origin);
    vec3 albedo = rock(q * unit, (height0 + q.y) * unit) * (0.9 + 0.2 * grain);
    float moss = smoothstep(0.62, 0.9, n.y + 0.22 * perlin3(q * unit * 9.0, 21u));
    albedo = mix(albedo, vec3(0.105, 0.115, 0.04), moss * 0.85 * (1.0 - 0.8 * closed));
    float width = pixel_angle() * distance / block_side;  // of a pixel, in blocks
    float line = (1.0 - smoothstep(0.6 * width, 1.4 * width, edge)) * clamp(0.5 / width, 0.0, 1.0);
    return shine(albedo, n, lit, open, d, distance) * (1.0 + 0.35 * line);
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
    if (hit) light = polygon_light(seen, p, n, lit, d, t);
    colour = shown(through_air(light, d, t, hit));
}
