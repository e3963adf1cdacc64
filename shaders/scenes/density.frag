// Scene "density": 3D noise as solid rock, with caves, arches and overhangs; the noise's x, y and z lie along the
// world's.
//
// Rock is where  level - threshold - height / relief > 0.  `level` is the value in three standard deviations from the
// noise's mean, so a threshold gives the same share of rock for any fractal. `height` is the world's y, 0 at the
// noise's y = 0: rock thins out upwards, so there is ground and sky, and `relief` is the height that a level of 1
// reaches, as in a height field. With relief 0 the share of rock is the same at every height.
//
// Three styles. Smooth surface. Blocks: the noise at the corners of coarse cells of 4 blocks a side, interpolated
// linearly along each axis; a block is rock if its center is. Polygons: the flat triangles of marching cubes in such
// cells, with visible edges.
#include "scenes/cubes.glsl"
#include "scenes/world.glsl"
#include "scenes/sky.glsl"

uniform vec4 center;
uniform float span;
uniform float fog;
uniform float relief;
uniform float threshold;
uniform int blocks;
uniform int polygons;
uniform ivec3 eye_block;
uniform vec3 eye_block_fraction;

const int STEPS = 110;       // along a ray to the smooth surface
const int LIGHT_STEPS = 20;  // from there to the sun
const int OPEN_STEPS = 6;    // and to its surroundings
const int SHAFTS = 6;        // points along a ray that look for sunbeams, in caves
const int SHAFT_STEPS = 4;   // from each to the sun
const int CELLS = 64;        // coarse cells along a ray, for blocks
const int MOST_CELLS = 192;  // and for polygons
const float ROOM = 0.25;     // radius of the hollow, relative to the distance to the eye's target
const float TOP = 1.4;       // beyond four standard deviations: no level is higher

float focus;    // distance from the eye to its target
float air;      // distance at which haze becomes visible: focus, or a cell or two at close range
float far;      // distance beyond which nothing is visible
float height0;  // of the eye
float closed;   // 1 if the eye is in a cave, judged by its depth or the share of rock

float room;     // radius of the hollow around an eye inside rock
vec3 beams;     // sunlight scattered by the air

float level(float n) { return (n - mean) / (3.0 * sigma); }

// The sum of the first n terms of a geometric series; n may be fractional.
float series(float ratio, float n) {
    if (abs(ratio - 1.0) < 1e-3) return n;
    return (min(pow(max(ratio, 1e-9), n), 1e18) - 1.0) / (ratio - 1.0);
}
float octaves_ratio() { return isonoise_plan.octaves[1].amplitude / max(isonoise_plan.octaves[0].amplitude, 1e-9); }
float octaves_that_count() { return clamp(detail, 0.0, float(isonoise_plan.count)); }

// Positive in rock, negative in air; `local` is relative to the eye.
float body(vec3 local) {
    float f = level(noise(vec4(local, 0.0)) + missing(detail)) - threshold;
    if (relief > 0.0) f -= (height0 + local.y) / relief;
    return min(clamp(f, -8.0, 8.0), (length(local) - room) * 6.0 / focus);
}

// The typical slope of body(), rarely exceeded: octaves are nearly independent, so their squares add up, and few
// gradients exceed twice their root mean square.
float steepness() {
    float ratio = octaves_ratio() * isonoise_plan.lacunarity;
    float first = isonoise_plan.octaves[0].amplitude * isonoise_plan.frequency;
    float s = 1.1 * first * sqrt(series(ratio * ratio, octaves_that_count())) / (3.0 * sigma);
#if ISONOISE_FRACTAL == 2
    s *= 3.0;
#elif ISONOISE_FRACTAL == 3
    s *= 2.0;
#endif
#if ISONOISE_WARP
    s *= 1.0 + 1.1 * isonoise_plan.warp;
#endif
    return 2.0 * s + (relief > 0.0 ? 1.0 / relief : 0.0) + 1e-6;
}

// The part of a ray that may hit rock: below the height that no level reaches.
vec2 reach(vec3 d) {
    vec2 t = vec2(0.0, far);
    if (relief > 0.0) {
        float top = relief * (TOP - threshold) - height0;
        if (top < 0.0) t.x = d.y < 0.0 ? min(top / d.y, far) : far;
        if (top > 0.0 && d.y > 1e-4) t.y = min(far, top / d.y);
    }
    return t;
}

// Valley mist: it thins out exponentially with height, so its optical depth along a ray has a closed form.
vec3 mist(vec3 light, vec3 d, float t) {
    if (relief <= 0.0 || closed >= 1.0) return light;
    float thin = 5.0 / relief;
    float at = exp(-thin * clamp(height0 + relief * (threshold + 0.4), -2.0 * relief, 20.0 * relief));
    float k = thin * d.y;
    float depth = abs(k * t) < 1e-3 ? t : (1.0 - exp(-clamp(k * t, -20.0, 60.0))) / k;
    float through = exp(-min(0.3 * fog / air * at * depth, 40.0));
    float c = dot(d, sun_direction);
    vec3 glow = sunlight(sun_direction, fog) * (0.012 + 0.05 * pow(max(0.5 + 0.5 * c, 0.0), 6.0));
    return mix(skylight(sun_direction) * 0.16 + glow, light, mix(through, 1.0, closed));
}

// Layers of sediment, bent by noise.
vec3 rock(vec3 p, float h) {
    float layer = 5.0 * h + 0.8 * perlin3(p * 1.3 + 17.0, 11u);
    float wide = perlin1(layer, 3u), narrow = perlin1(layer * 3.7, 5u);
    vec3 c = mix(vec3(0.33, 0.17, 0.095), vec3(0.55, 0.38, 0.24), smoothstep(-0.4, 0.4, wide));
    return mix(c, vec3(0.19, 0.13, 0.115), smoothstep(0.1, 0.5, narrow) * 0.6);
}

// Light reflected by a surface of this colour, at distance `t` along `d`. In caves the eye carries a lamp.
vec3 shine(vec3 albedo, vec3 n, float lit, float open, vec3 d, float t) {
    vec3 sun = sunlight(sun_direction, fog) * mix(0.19, 0.12, closed);
    vec3 over = skylight(sun_direction) * vec3(0.4, 0.37, 0.31) * mix(1.0, 0.3, closed);
    float facing = dot(n, sun_direction);
    open = mix(open, 1.0, 0.3 * (1.0 - closed));  // surrounding rock reflects light: no pit outdoors is black
    vec3 back = sun * 0.08 * clamp(0.5 - 0.5 * facing, 0.0, 1.0);
    float away = t / air;
    vec3 lamp = vec3(1.0, 0.62, 0.33) * closed * (0.15 + 0.85 * max(-dot(n, d), 0.0)) / (0.35 + 2.5 * away * away);
    return albedo * (sun * max(facing, 0.0) * lit + (over * (0.55 + 0.45 * n.y) + back) * open
                     + lamp * (0.3 + 0.7 * open));
}

// The colour that distant rock fades into: the sky, or a deep blue below floating islands, since there is no ground.
vec3 distance_light(vec3 d) {
    vec3 light = horizon(d, sun_direction, fog);
    if (relief > 0.0) return light;
    vec3 depth = skylight(sun_direction) * vec3(0.075, 0.105, 0.13);
    return mix(light, depth, smoothstep(0.02, -0.45, d.y));
}

// Attenuation by the air: haze and mist outdoors, darkness in caves.
vec3 through_air(vec3 light, vec3 d, float t, bool hit) {
    vec3 behind = distance_light(d);
    vec3 deep = 0.02 * skylight(sun_direction) + 0.0015 * sunlight(sun_direction, fog);
    float gone = smoothstep(0.6 * far, far, t);
    vec3 veil = haze(vec3(0.0), d, t / air, sun_direction, fog);
    vec3 passed = haze(vec3(1.0), d, t / air, sun_direction, fog) - veil;
    vec3 outdoors = hit ? mix(mix(behind, light, passed), behind, gone) : light;
    outdoors = mist(outdoors, d, t);
    vec3 indoors = mix(deep, light, exp(-0.5 * fog * t / air) * (1.0 - gone));
    return mix(outdoors, indoors, closed) + beams;
}

// The smooth surface along a ray, in two functions: its position, and its light.
bool smooth_hit(vec3 d, out float t) {
    vec2 ends = reach(d);
    t = ends.x;
    // Steps as far as the slope allows, longer if the last step found a lower slope; after a change of sign, bisection.
    bool hit = false;
    float low = t, high = t, before = 0.0, stride = 0.0;
    int halvings = 0;
    for (int i = 0; i < STEPS; ++i) {
        if (t > ends.y || halvings > 7) break;
        detail = detail_at(max(t, 0.1 * focus), 3.0);
        float f = body(d * t);
        if (i == 0 && f >= 0.0) {
            room = ROOM * focus;
            f = -ROOM * 6.0;
        }
        if (hit) {
            if (f > 0.0) high = t; else low = t;
            halvings += 1;
            t = 0.5 * (low + high);
        } else if (f > 0.0) {
            hit = true;
            high = t;
            t = 0.5 * (low + high);
        } else {
            low = t;
            float steep = steepness();
            float rise = stride > 0.0 ? clamp((f - before) / stride, 0.0, steep) : steep;
            before = f;
            float least = pixel_angle() * (0.5 + 0.02 * float(i)) + 0.03 * smoothstep(50.0, 110.0, float(i));
            stride = max(-f / mix(rise, steep, 0.4), (t + 0.03 * focus) * least);
            t += stride;
        }
    }
    // Rays that run out of steps close to a surface end there, and so do rays that would continue below all ground.
    if (!hit && t < ends.y) hit = before > -0.1 || (relief > 0.0 && d.y < 0.0);
    return hit;
}

vec3 smooth_light(vec3 d, float t) {
    vec3 p = d * t;
    float unit = isonoise_plan.frequency, pixel = pixel_angle() * t;
    float cell = max(1.0 / unit, 8.0 * pixel);  // steps shorter than pixels would only flicker
    detail = detail_at(t, 1.0);
    vec4 g = vec4(0.0);
#if ISONOISE_GRADIENT
    noise(vec4(p, 0.0), g);
#else
    float e = max(pixel_angle() * t, 1e-4 * cell);
    for (int i = 0; i < 4; ++i) {
        vec3 corner = vec3(i == 1 || i == 3 ? 1.0 : -1.0, i >= 2 ? 1.0 : -1.0, i == 0 || i == 3 ? 1.0 : -1.0);
        g.xyz += corner * noise(vec4(p + e * corner, 0.0)) / (4.0 * e);
    }
#endif
    vec3 rise = g.xyz / (3.0 * sigma);
    if (relief > 0.0) rise.y -= 1.0 / relief;
    vec3 n = -rise / max(length(rise), 1e-6);
    if (t < 1.02 * room) n = normalize(0.7 * n - d);  // the hollow's wall
    // Surfaces facing away from the eye count as edge-on.
    n = normalize(n - max(dot(n, d), 0.0) * d);

    detail = min(detail_at(t, 8.0), 4.0);
    float steep = steepness();
    float lit = 1.0, open = 0.0, s = 0.02 * cell;
    int steps = OPEN_STEPS + LIGHT_STEPS;
    float shone = 0.0, shaft = 1.0, dither = random(1u);
    for (int i = 0; i < steps + SHAFTS * SHAFT_STEPS; ++i) {
        if (i >= steps && closed <= 0.0) break;
        bool around = i < OPEN_STEPS;
        float at = around ? cell * 0.05 * exp2(0.85 * float(i)) : s;
        vec3 to = around ? normalize(n + vec3(0.0, 0.5, 0.0)) : sun_direction;
        vec3 from = p + n * (0.01 * cell);
        int tap = (i - steps) % SHAFT_STEPS;
        if (i >= steps) {
            from = d * (min(t, 3.0 * air) * (float((i - steps) / SHAFT_STEPS) + dither) / float(SHAFTS));
            at = cell * 0.12 * exp2(float(tap));
        }
        float f = body(from + to * at);
        if (i >= steps) {  // sunbeams: the fraction of the ray that is lit
            if (tap == 0) shaft = 1.0;
            shaft *= clamp(0.5 - 6.0 * f / (steep * at), 0.0, 1.0);
            if (tap == SHAFT_STEPS - 1) shone += shaft / float(SHAFTS);
        } else if (around) {
            open += clamp(0.35 - 2.2 * f / (steep * at), 0.0, 1.0) / float(OPEN_STEPS);
        } else {
            lit = min(lit, clamp(0.5 - 14.0 * f / (steep * at), 0.0, 1.0));
            s += clamp(-f / steep, 0.03 * cell, 0.4 * cell);
        }
    }
    lit = lit * lit * (3.0 - 2.0 * lit);

    vec3 q = p * unit;
    float clear = clamp(2.0 - 20.0 * pixel * unit, 0.0, 1.0);
    vec3 albedo = mix(vec3(0.4, 0.26, 0.16), rock(q, (height0 + p.y) * unit), clear);
    // Moss on flat ground.
    float moss = smoothstep(0.62, 0.9, n.y + 0.22 * perlin3(q * 9.0, 21u) * clear
                             + 0.16 * perlin3(q * 31.0, 22u) * clamp(2.0 - 70.0 * pixel * unit, 0.0, 1.0));
    albedo = mix(albedo, vec3(0.105, 0.115, 0.04), moss * 0.85 * (1.0 - 0.8 * closed));
    albedo *= 1.0 + 0.3 * perlin3(q * 43.0, 23u) * clamp(2.0 - 90.0 * pixel * unit, 0.0, 1.0);
    beams = shone * min(t / air, 3.0) * closed * fog * 0.007 * sunlight(sun_direction, fog);
    return shine(albedo, n, lit, open, d, t);
}

// Blocks. Positions are in blocks, relative to the low corner of the eye's coarse cell; rays are mirrored to point up
// along every axis.
struct Blocks {
    float side;    // block size in units of coordinate
    ivec3 origin;  // the block at the low corner of the eye's coarse cell
    vec3 eye;
};

// The maximum length of a ray in blocks: 0.8 of its cells, and less for polygons, since a ray may cross three cells
// over the length of two.
float longest() { return polygons > 0 ? 2.4 * float(MOST_CELLS) : 3.2 * float(CELLS); }

// Far away, blocks are drawn larger by powers of two, so that this many suffice. A coarse cell holds the polygons of
// one cube.
Blocks block_world() {
    Blocks world;
    int blocks = polygons > 0 ? 4 * polygons : blocks;
    int merged = clamp(int(ceil(log2(1.4 * focus * float(blocks) / longest()))), 0, 24);
    ivec3 low = (eye_block >> (merged + 2)) << (merged + 2);
    float shrunk = exp2(-float(merged));
    world.side = 1.0 / (float(blocks) * shrunk);
    world.origin = low >> merged;
    world.eye = (vec3(eye_block - low) + eye_block_fraction) * shrunk;
    return world;
}

// The body at the corner of a coarse cell.
float corner(Blocks world, ivec3 cell) { return body((vec3(cell * 4) - world.eye) * world.side); }

// Trilinear interpolation at position `at` in the cell; low.xyzw are the corners 000, 100, 010, 110 and high those with
// z = 1.
float filtered(vec4 low, vec4 high, vec3 at) {
    vec4 z = mix(low, high, at.z);
    vec2 y = mix(z.xy, z.zw, at.y);
    return mix(y.x, y.y, at.x);
}

struct BlockHit {
    float t;      // in blocks; negative for no hit
    ivec3 block;  // not mirrored
    int axis;     // of the face
    mat3 corners;  // of the polygon
};

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
float polygon_hit(vec4 low, vec4 high, int mirror, vec3 from, vec3 d, out mat3 corners) {
    int rock = 0;
    for (int i = 0; i < 8; ++i)
        rock |= value_at(low, high, i ^ mirror) > 0.0 ? 1 << i : 0;
    uvec2 word = CUBES[rock];
    int count = int(word.y >> 28);
    float nearest = -1.0;
    corners = mat3(0.0);
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
        corners = mat3(p[0], p[1], p[2]);
    }
    return nearest;
}

BlockHit block_hit(Blocks world, vec3 from, vec3 d, float t, float end, int most) {
    BlockHit hit = BlockHit(-1.0, ivec3(0), 1, mat3(0.0));
    bvec3 mirrored = lessThan(d, vec3(0.0));
    vec3 o = mix(from, 4.0 - from, vec3(mirrored));
    vec3 m = max(abs(d), vec3(1e-6));
    vec3 per = 1.0 / m;
    int mirror = (mirrored.x ? 1 : 0) | (mirrored.y ? 2 : 0) | (mirrored.z ? 4 : 0);
    ivec3 cell = ivec3(floor((o + m * t) * 0.25));
    // A cell reuses the corners shared with the previous one. The first needs all of them, so the walk starts one cell
    // early.
    cell.x -= 1;
    int axis = 0, into = 1;
    bool ready = false;
    vec4 low = vec4(0.0), high = vec4(0.0);
    for (int i = 0; i < MOST_CELLS; ++i) {
        if (i > most || t > end) break;
        if (axis == 0) {
            low.xz = low.yw;
            high.xz = high.yw;
        } else if (axis == 1) {
            low.xy = low.zw;
            high.xy = high.zw;
        } else {
            low = high;
        }
        vec4 fresh = vec4(0.0);
        for (int k = 0; k < 4; ++k) {
            int a = k & 1, b = k >> 1;
            ivec3 at = cell + (axis == 0 ? ivec3(1, a, b) : axis == 1 ? ivec3(a, 1, b) : ivec3(a, b, 1));
            float f = corner(world, ivec3(mirrored.x ? 1 - at.x : at.x, mirrored.y ? 1 - at.y : at.y,
                                          mirrored.z ? 1 - at.z : at.z));
            fresh = k == 0 ? vec4(f, fresh.yzw) : k == 1 ? vec4(fresh.x, f, fresh.zw)
                  : k == 2 ? vec4(fresh.xy, f, fresh.w) : vec4(fresh.xyz, f);
        }
        if (axis == 0) {
            low.yw = fresh.xy;
            high.yw = fresh.zw;
        } else if (axis == 1) {
            low.zw = fresh.xy;
            high.zw = fresh.zw;
        } else {
            high = fresh;
        }
        if (!ready) {
            cell.x += 1;
            ready = true;
            continue;
        }
        vec3 leave = (vec3(cell * 4 + 4) - o) * per;
        float out_at = min(leave.x, min(leave.y, leave.z));
        // No value in a cell exceeds those at its corners.
        vec4 most4 = max(low, high);
        bool empty = max(max(most4.x, most4.y), max(most4.z, most4.w)) <= 0.0;
        ivec3 block = clamp(ivec3(floor(o + m * t)), cell * 4, cell * 4 + 3);
        vec3 next = (vec3(block + 1) - o) * per;
        if (polygons > 0 && !empty) {
            if (t <= 0.0 && room == 0.0 && filtered(low, high, o * 0.25 - vec3(cell)) > 0.0) {
                room = ROOM * focus;
                cell.x -= 1;
                axis = 0;
                ready = false;
                continue;
            }
            vec3 side = vec3(mirrored.x ? -1.0 : 1.0, mirrored.y ? -1.0 : 1.0, mirrored.z ? -1.0 : 1.0);
            vec3 start = (o + m * t) * 0.25 - vec3(cell);
            float to = polygon_hit(low, high, mirror, mix(start, 1.0 - start, vec3(mirrored)), m * side * 0.25,
                                   hit.corners);
            if (to >= 0.0) {
                hit.t = t + to;
                ivec3 mine = ivec3(mirrored.x ? -cell.x : cell.x, mirrored.y ? -cell.y : cell.y,
                                   mirrored.z ? -cell.z : cell.z);
                hit.block = mine * 4;
                break;
            }
            empty = true;
        }
        for (int j = 0; j < 10; ++j) {
            if (empty) break;
            bool solid = filtered(low, high, (vec3(block - cell * 4) + 0.5) * 0.25) > 0.0;
            if (solid && t <= 0.0 && room == 0.0) {
                // The eye is inside rock: start again, with a hollow around it.
                room = ROOM * focus;
                ready = false;
                break;
            }
            if (solid) {
                hit = BlockHit(t, ivec3(mirrored.x ? 3 - block.x : block.x, mirrored.y ? 3 - block.y : block.y,
                                        mirrored.z ? 3 - block.z : block.z), into, mat3(0.0));
                break;
            }
            into = next.x < next.y ? (next.x < next.z ? 0 : 2) : (next.y < next.z ? 1 : 2);
            t = into == 0 ? next.x : into == 1 ? next.y : next.z;
            ivec3 step1 = ivec3(into == 0 ? 1 : 0, into == 1 ? 1 : 0, into == 2 ? 1 : 0);
            block += step1;
            next += vec3(step1) * per;
            if (any(greaterThan(block, cell * 4 + 3))) break;
        }
        if (hit.t >= 0.0) break;
        if (!ready) {
            cell.x -= 1;
            axis = 0;
            continue;
        }
        axis = leave.x < leave.y ? (leave.x < leave.z ? 0 : 2) : (leave.y < leave.z ? 1 : 2);
        t = max(t, out_at);
        into = axis;
        cell += ivec3(axis == 0 ? 1 : 0, axis == 1 ? 1 : 0, axis == 2 ? 1 : 0);
    }
    return hit;
}

float block_random(ivec3 block) { return to_unit(random_bits(uvec4(uvec3(block), 0u))); }

float corners[27];  // of the coarse cells around a block, x fastest

// The body at a block's center; `base` is the cell of the first corner.
float at_block(ivec3 block, ivec3 base) {
    ivec3 rest = block - base * 4;
    ivec3 cell = clamp(rest >> 2, 0, 1);
    int i = cell.x + 3 * cell.y + 9 * cell.z;
    return filtered(vec4(corners[i], corners[i + 1], corners[i + 3], corners[i + 4]),
                    vec4(corners[i + 9], corners[i + 10], corners[i + 12], corners[i + 13]),
                    (vec3(rest - cell * 4) + 0.5) * 0.25);
}

// Light reflected by a block at `p` on its face; `lit` is the sunlight.
vec3 block_light(Blocks world, BlockHit hit, vec3 p, vec3 n, float lit, vec3 d, float distance) {
    ivec3 block = hit.block, base = (block - 1) >> 2;
    float open = 0.0;
    for (int i = 0; i < 31; ++i) {
        vec3 at = vec3((base + ivec3(i % 3, i / 3 % 3, i / 9)) * 4);
        float reached = 2.5 * exp2(float(i - 27));
        if (i >= 27) at = p + normalize(n + vec3(0.0, 0.7, 0.0)) * reached;
        float f = body((at - world.eye) * world.side);
        if (i < 27) corners[i] = f;
        else open += 0.25 * clamp(0.5 - 30.0 * f / reached, 0.0, 1.0);
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

    ivec3 id = block + world.origin;
    float chance = block_random(id);
    vec3 q = (p - world.eye) * world.side * isonoise_plan.frequency;
    // Texels, unless too small to see.
    vec2 texel = floor(at * 8.0);
    float grain = block_random(id * 8 + u * int(texel.x) + v * int(texel.y) + ivec3(n));
    float clear = 1.0 - smoothstep(0.4, 1.5, 8.0 * pixel_angle() * distance / world.side);
    float speckle = 1.0 + 0.22 * (grain - 0.5) * clear + 0.16 * (chance - 0.5);

    float dry = smoothstep(-0.35, 0.35, perlin3(q * 1.7 + 7.0, 31u) + 0.15 * (chance - 0.5));
    vec3 grass = mix(vec3(0.06, 0.145, 0.018), vec3(0.22, 0.20, 0.04), dry);
    vec3 dirt = vec3(0.17, 0.095, 0.05);
    vec3 stone = mix(vec3(0.13, 0.13, 0.14), rock(q, 0.4 * (height0 / world.side + p.y - world.eye.y) * 0.11), 0.45);
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

// Light reflected by a polygon at `p`; `lit` is the sunlight. One colour per polygon, with slightly brighter edges.
vec3 polygon_light(Blocks world, BlockHit hit, vec3 p, vec3 n, float lit, vec3 d, float distance) {
    vec3 base = vec3(hit.block);
    mat3 corners = mat3(base + 4.0 * hit.corners[0], base + 4.0 * hit.corners[1], base + 4.0 * hit.corners[2]);
    vec3 middle = (corners[0] + corners[1] + corners[2]) / 3.0;
    float open = 0.0, edge = 1e9;
    for (int i = 0; i < 3; ++i) {
        vec3 from = corners[i], along = corners[(i + 1) % 3] - from;
        edge = min(edge, length(cross(p - from, along)) / max(length(along), 1e-6));
    }
    for (int i = 0; i < OPEN_STEPS; ++i) {
        float reached = exp2(float(i) - 1.0);
        float f = body((middle + normalize(n + vec3(0.0, 0.7, 0.0)) * reached - world.eye) * world.side);
        open += clamp(0.5 - 12.0 * f / reached, 0.0, 1.0) / float(OPEN_STEPS);
    }
    vec3 q = (middle - world.eye) * world.side;
    float unit = isonoise_plan.frequency, grain = block_random(hit.block + world.origin);
    vec3 albedo = rock(q * unit, (height0 + q.y) * unit) * (0.9 + 0.2 * grain);
    float moss = smoothstep(0.62, 0.9, n.y + 0.22 * perlin3(q * unit * 9.0, 21u));
    albedo = mix(albedo, vec3(0.105, 0.115, 0.04), moss * 0.85 * (1.0 - 0.8 * closed));
    float width = pixel_angle() * distance / world.side;  // of a pixel, in blocks
    float line = (1.0 - smoothstep(0.6 * width, 1.4 * width, edge)) * clamp(0.5 / width, 0.0, 1.0);
    return shine(albedo, n, lit, open, d, distance) * (1.0 + 0.35 * line);
}

void main() {
    vec3 d = ray();
    focus = span / (2.0 * half_fov_tangent);
    height0 = center.y + eye.y;
    air = max(focus, 1.4 / isonoise_plan.frequency);
    far = 12.0 * air;
    closed = relief > 0.0 ? smoothstep(-0.2, -1.0, height0 / relief + threshold) : smoothstep(0.3, 0.0, threshold);
    room = 0.0;
    beams = vec3(0.0);
    vec3 light = relief > 0.0 || d.y > 0.0 ? sky_with_sun(d, sun_direction, fog) : distance_light(d);
    bool hit = false;
    float t = far;
    if (blocks == 0 && polygons == 0) {
        hit = smooth_hit(d, t);
        if (hit) light = smooth_light(d, t);
    } else {
        Blocks world = block_world();
        // Octaves finer than the coarse cells would only add randomness and cost time.
        detail = octaves_of(4.0 * world.side);
        detail = max(detail, 1.0);
        far = min((polygons > 0 ? 6.0 : 2.2) * air, longest() * world.side);
        BlockHit seen = BlockHit(-1.0, ivec3(0), 1, mat3(0.0));
        float lit = 1.0;
        vec3 p = world.eye, n = vec3(0.0);
        // First to the surface, then to the sun.
        for (int pass = 0; pass < 2; ++pass) {
            vec2 ends = reach(d) / world.side;
            vec3 to = d;
            int most = polygons > 0 ? MOST_CELLS : CELLS - 1;
            if (pass == 1) {
                p = world.eye + d * seen.t;
                n = -sign(d) * vec3(seen.axis == 0 ? 1.0 : 0.0, seen.axis == 1 ? 1.0 : 0.0, seen.axis == 2 ? 1.0 : 0.0);
                if (polygons > 0) {
                    n = normalize(cross(seen.corners[1] - seen.corners[0], seen.corners[2] - seen.corners[0]));
                    n = dot(n, d) > 0.0 ? -n : n;
                }
                to = sun_direction;
                ends = vec2(0.0, polygons > 0 ? 320.0 : 160.0);
                most = dot(n, to) > 0.0 ? (polygons > 0 ? MOST_CELLS : 20) : 0;
            }
            BlockHit h = block_hit(world, p + (polygons > 0 ? 2e-2 : 2e-3) * n, to, ends.x, ends.y, most);
            if (pass == 1) lit = h.t >= 0.0 ? 0.0 : 1.0;
            else seen = h;
            if (seen.t < 0.0) break;
        }
        hit = seen.t >= 0.0;
        if (hit) {
            t = seen.t * world.side;
            light = polygons > 0 ? polygon_light(world, seen, p, n, lit, d, t)
                                 : block_light(world, seen, p, n, lit, d, t);
        }
    }
    light = through_air(light, d, hit ? t : far, hit);
    colour = shown(light);
}
