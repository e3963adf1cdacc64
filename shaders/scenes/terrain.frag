// Scene "terrain": the ground at height relief * noise. Rays find it in tables of heights (heights.glsl), whose octaves
// are several pixels wide, and then meet the noise itself; there, finer octaves shade it. (height fields by ray
// marching and their soft shadows: I. Quilez, "Elevated", 2009)
#include "scenes/terrain-huts.glsl"
#include "scenes/heights-rays.glsl"

uniform float drift;          // of the high clouds, in units of time
uniform vec2 ripple_time;     // of the lake's two patterns of ripples, in their cells
uniform uvec2 ripple_period;  // in the same cells

const int STEPS = 64;       // along a reflected ray
const int SUN_STEPS = 48;   // towards the sun
const int EDGE_STEPS = 4;   // extra steps where the ray comes closest to the ground
const int SKY_STEPS = 8;    // samples of surrounding ground that hides part of the sky
const float FINE = 1.6;     // pixels per cell of the finest octave used for shading
const float MURKY = 0.6;    // below deeper water, in standard deviations of heights, no fine ground is seen

// A pattern for colours, fixed in the world, `fine` times finer than the noise.
float mottle(vec2 xz, int fine, uint seed) {
    vec2 q = xz * isonoise_plan.frequency + eye_fraction.xy;
    vec2 cell = floor(q);
    vec2 f = (q - cell) * float(fine);
    vec2 whole = floor(f);
    return perlin2((eye_cell.xy + ivec2(cell)) * fine + ivec2(whole), f - whole, seed);
}

// Huts: walls with gables, two sides of a roof and a chimney, in a frame with x across, y up and z along the ridge, in
// units of the hut's size.
const float WIDTH = 0.40, LENGTH = 0.52, EAVES = 0.46, PITCH = 0.8;
const int PLASTER = 1, ROOF = 2, CHIMNEY = 3;

// Where a ray enters and leaves a box; y < x if it misses.
vec2 slabs(vec3 from, vec3 d, vec3 low, vec3 high, out vec3 normal) {
    vec3 inverse = 1.0 / mix(d, vec3(1e-7), lessThan(abs(d), vec3(1e-7)));
    vec3 a = (low - from) * inverse, b = (high - from) * inverse;
    vec3 near = min(a, b), far = max(a, b);
    float enters = max(near.x, max(near.y, near.z));
    normal = -sign(d) * step(vec3(enters), near);
    return vec2(enters, min(far.x, min(far.y, far.z)));
}

struct Hit {
    float t;
    vec3 normal;
    vec3 place;  // in the hut's frame
    int part;    // 0 for none
};

// The hut's frame: its ridge points downhill.
vec2 ridge(int i) {
    vec2 down = marker_normals[i].xz;
    return dot(down, down) > 1e-8 ? normalize(down) : vec2(0.0, 1.0);
}

void hut(int i, vec3 from, vec3 d, inout Hit hit) {
    float size_of = markers[i].w;
    vec2 z = ridge(i);
    vec3 o = (from - markers[i].xyz) / size_of;
    o = vec3(o.x * z.y - o.z * z.x, o.y, o.x * z.x + o.z * z.y);
    vec3 r = vec3(d.x * z.y - d.z * z.x, d.y, d.x * z.x + d.z * z.y) / size_of;
    // The walls, clipped by the roof's two planes.
    vec3 n;
    vec2 inside = slabs(o, r, vec3(-WIDTH, -0.5, -LENGTH), vec3(WIDTH, 2.0, LENGTH), n);
    float top = EAVES + PITCH * WIDTH;
    for (int side = -1; side <= 1; side += 2) {
        vec2 plane = vec2(PITCH * float(side), 1.0);
        float at = dot(plane, o.xy) - top, to = dot(plane, r.xy);
        if (abs(to) < 1e-7) to = 1e-7;
        float t = -at / to;
        if (to > 0.0) {
            inside.y = min(inside.y, t);
        } else if (t > inside.x) {
            inside.x = t;
            n = normalize(vec3(plane, 0.0));
        }
    }
    if (inside.x < inside.y && inside.x > 0.0 && inside.x < hit.t) hit = Hit(inside.x, n, o + inside.x * r, PLASTER);
    // The roof: a slab on each side, in its own slanted frame.
    float slant = inversesqrt(1.0 + PITCH * PITCH);
    for (int side = -1; side <= 1; side += 2) {
        float s = float(side);
        vec2 out_along = vec2(s, -PITCH) * slant, upward = vec2(s * PITCH, 1.0) * slant;
        vec2 from_ridge = o.xy - vec2(0.0, top);
        vec3 p = vec3(dot(from_ridge, out_along), dot(from_ridge, upward), o.z);
        vec3 q = vec3(dot(r.xy, out_along), dot(r.xy, upward), r.z);
        vec3 most = vec3(WIDTH / slant + 0.13, 0.07, LENGTH + 0.12);
        vec2 slate = slabs(p, q, vec3(-0.05, 0.0, -most.z), most, n);
        if (slate.x < slate.y && slate.x > 0.0 && slate.x < hit.t) {
            hit = Hit(slate.x, vec3(n.x * out_along + n.y * upward, n.z), o + slate.x * r, ROOF);
        }
    }
    vec2 smoke = slabs(o, r, vec3(0.1, 0.5, -0.3), vec3(0.22, top + 0.12, -0.18), n);
    if (smoke.x < smoke.y && smoke.x > 0.0 && smoke.x < hit.t) hit = Hit(smoke.x, n, o + smoke.x * r, CHIMNEY);
}

// The sets of huts that a line from the eye, or towards the sun, may meet.
ivec2 huts_from_eye(vec2 xz) {
    return ivec2(clamp(int((azimuth_of(xz) / 6.2831853 + 0.5) * float(HUT_BINS)), 0, HUT_BINS - 1), 0);
}
ivec2 huts_to_sun(vec2 xz) {
    return ivec2(int(floor(mod(across_sun(xz), float(HUT_BINS)))) & (HUT_BINS - 1), HUT_TEXELS);
}

// The nearest hut of a set before `far`.
Hit huts_along(vec3 from, vec3 d, float far, ivec2 set, out int which) {
    Hit hit = Hit(far, vec3(0.0), vec3(0.0), 0);
    which = -1;
    for (int first = 0; first < marker_count; first += HUT_BITS) {
        int bits = int(texelFetch(huts_met, set + ivec2(0, first / HUT_BITS), 0).r);
        for (int i = first; bits != 0; ++i, bits >>= 1) {
            if ((bits & 1) == 0) continue;
            vec3 to = markers[i].xyz + vec3(0.0, 0.25 * markers[i].w, 0.0) - from;
            float along = dot(to, d);
            vec3 off = to - along * d;
            float r = hut_radius();
            if (dot(off, off) > r * r || along < -r || along - r > hit.t) continue;
            float before = hit.t;
            hut(i, from, d, hit);
            if (hit.t < before) which = i;
        }
    }
    return hit;
}

// Clouds, high and thin.
vec3 with_clouds(vec3 light, vec3 d, vec3 sun) {
    if (d.y <= 0.0) return light;
    vec2 p = d.xz / (d.y + 0.16);
    p = vec2(0.8 * p.x - 0.6 * p.y, 0.6 * p.x + 0.8 * p.y) * vec2(0.55, 1.5) + vec2(3.7, 1.3 + 0.02 * drift);
    float n = 0.0, amplitude = 0.6;
    for (uint i = 0u; i < 5u; ++i) {
        n += amplitude * perlin2(p, 77u + i);
        p = vec2(1.6 * p.x - 1.2 * p.y, 1.2 * p.x + 1.6 * p.y) + n;
        amplitude *= 0.52;
    }
    float thick = smoothstep(-0.05, 0.75, n) * smoothstep(0.015, 0.2, d.y) * 0.75;
    float toward = max(dot(d, sun), 0.0);
    vec3 lit = sunlight(sun, fog) * (0.055 + 0.14 * pow(toward, 8.0)) + 0.22 * skylight(sun);
    return mix(light, lit, thick);
}

// The end of a ray's walk.
const int NOTHING = 0, LAND = 1, LAKE = 2;
struct Walk {
    int found;
    float t;
};

// The end of a ray at the ground, `t` away, or at the lake before that. (WebGL has no ?: for structures.)
Walk end_of(float t, vec3 from, vec3 d) {
    float lake = wet && d.y < 0.0 ? (from.y - level) / -d.y : reach;
    if (t < lake) return Walk(LAND, t);
    return Walk(lake < reach ? LAKE : NOTHING, min(lake, reach));
}

// A ray from the eye.
Walk look(vec3 from, vec3 d) {
    float slope = d.y / max(length(d.xz), 1e-6), end = reach;
    if (slope < 0.0) end = min(end, (from.y - (wet ? level : relief * extremes.x - 1e-3)) / -slope);
    if (slope > 0.0) end = min(end, (top - from.y) / slope);
    float t = first_ground(from.y, d, end, 1.0);
    return end_of(t < 0.0 ? reach : t, from, d);
}

// A ray reflected by the lake, which starts `walked` from the eye.
Walk walk(vec3 from, vec3 d, float walked) {
    float end = min(reach, (top - from.y) / max(d.y, 1e-6));
    float stride = 0.8 / max(steep * length(d.xz) - d.y, 0.25);
    Bracket ends = Bracket(0.0, end, 1.0, -1.0);
    bool hit = false;
    float t = 0.0;
    int halved = 0;
    for (int i = 0; i < STEPS; ++i) {
        float away = walked + t;
        float gap = from.y + t * d.y - seen_ground(from.xz + t * d.xz, COARSE * per_pixel * away);
        float small = 0.4 * per_pixel * away;
        if (hit) {
            narrow(ends, t, gap);
            if (abs(gap) < 0.25 * small || ++halved > 6) break;
            t = between(ends, 0.1);
        } else if (gap < 0.25 * small) {
            hit = true;
            if (gap > -0.5 * small || i == 0) break;
            narrow(ends, t, gap);
            t = between(ends, 0.1);
        } else {
            if (t >= end) break;
            narrow(ends, t, gap);
            // Longer steps the longer it takes, so that every ray ends.
            float bold = 1.0 + 0.02 * max(float(i) - 40.0, 0.0);
            t = min(t + bold * max(gap * stride, small * (1.0 + 0.04 * float(i))), end);
        }
    }
    return Walk(hit ? LAND : NOTHING, hit ? t : reach);
}

// The ground at a point, as wide as a pixel.
struct Spot {
    float height;
    vec3 normal;
    vec3 broad;  // the normal of coarse octaves
};
// The depth of the lake above ground of this height, in standard deviations of the ground's heights.
float sunk(float height) { return (level - height) / max(relief * sigma, 1e-6); }

// The slopes and the height of ground with cells at least this wide.
#if ISONOISE_GRADIENT
vec2 slopes_at(vec2 xz, float width, bool coarse, out float height) {
    vec4 g;
    detail = octaves_of(width);
    height = relief * noise(vec4(xz, 0.0, 0.0), g);
    return relief * g.xy;
}
#else
// Takes differences: of the noise, or of its table, whose cells are fine enough for coarse slopes.
vec2 slopes_at(vec2 xz, float width, bool coarse, out float height) {
    const float APART = 0.39;  // of a cell: finer octaves cancel
    float by = APART * width;
    float h[4];
    for (int k = 0; k < 4; ++k) {
        vec2 side = k < 2 ? vec2(by, 0.0) : vec2(0.0, by);
        vec2 at = xz + (k == 0 || k == 2 ? side : -side);
        h[k] = coarse ? seen_ground(at, width) : ground(at, octaves_of(width));
    }
    height = 0.25 * (h[0] + h[1] + h[2] + h[3]);
    return vec2(h[0] - h[1], h[2] - h[3]) / (2.0 * by);
}
#endif
Spot spot_at(vec3 p, vec3 d, float away) {
    Spot spot = Spot(p.y, vec3(0.0, 1.0, 0.0), vec3(0.0, 1.0, 0.0));
    float facing = 1.0;
    for (int i = 0; i < 2; ++i) {
        float width = i == 0 ? max(COARSE * 2.0 * per_pixel * away, 0.02 / isonoise_plan.frequency)
                             : FINE * per_pixel * away / sqrt(clamp(facing, 0.06, 1.0));
        vec2 slopes = slopes_at(p.xz, width, i == 0, spot.height);
        spot.normal = normalize(vec3(-slopes.x, 1.0, -slopes.y));
        if (i == 0) {
            spot.broad = spot.normal;
            facing = abs(dot(spot.broad, d));
            if (wet && sunk(spot.height) > MURKY) break;
        }
    }
    return spot;
}

// The visible fractions of the sky and of the sun. A single loop for both, so that the noise is compiled only once.
void look_around(vec3 spot, float away, out float open, out float shadow) {
    open = 0.0;
    shadow = 1.0;
    float s = max(2.0 * COARSE * per_pixel * away, 0.004 / isonoise_plan.frequency);
    bool dark = sun_direction.y < -0.02;
    float last = s, closest = s, before = s, after = s;  // distances; the ray is closest to the ground between the last two
    int again = 0;
    for (int i = 0; i < SKY_STEPS + SUN_STEPS + EDGE_STEPS; ++i) {
        vec2 to;
        float width;
        if (i < SKY_STEPS) {
            float angle = 2.399963 * float(i);
            float r = ((i & 1) == 0 ? 0.06 : 0.22) / isonoise_plan.frequency;
            to = r * vec2(cos(angle), sin(angle));
            width = max(0.5 * r, COARSE * per_pixel * away);
        } else {
            if (dark || shadow < -0.99) break;
            if (again == 0 && (spot.y + s * sun_direction.y > top || i == SKY_STEPS + SUN_STEPS)) again = 1;
            if (again > 0) {
                // Without refinement, steps that miss a crest by varying amounts would draw rings along the edge of its
                // shadow.
                if (again++ > EDGE_STEPS || shadow > 0.99 || before == after) break;
                s = 0.5 * (closest + (closest - before > after - closest ? before : after));
            }
            to = s * sun_direction.xz;
            width = COARSE * per_pixel * away + 0.22 * s;
        }
        float h = seen_ground(spot.xz + to, width);
        if (i < SKY_STEPS) {
            float e = max(h - spot.y, 0.0) / length(to);
            open += 1.0 - e * inversesqrt(1.0 + e * e);
        } else {
            float gap = spot.y + s * sun_direction.y - h;
            float at = 18.0 * gap / s;
            if (at < shadow) {
                if (again == 0) {
                    before = last;
                    after = s;
                } else if (s < closest) {
                    after = closest;
                } else {
                    before = closest;
                }
                closest = s;
                shadow = at;
            } else if (again > 0) {
                if (s < closest) before = s; else after = s;
            } else if (after == closest) {
                after = s;
            }
            last = s;
            // Longer steps the longer it takes: a ray that grazes a slope gets as far as anything that may hide the
            // sun.
            s += clamp(0.5 * gap, (0.07 + 0.006 * float(i - SKY_STEPS)) * s,
                       0.5 * s + 0.05 / isonoise_plan.frequency);
        }
    }
    open /= float(SKY_STEPS);
    open = 0.24 + 0.76 * open * open;  // surrounding rock reflects light: no valley is black
    shadow = clamp(shadow, -1.0, 1.0);
    shadow = dark ? 0.0 : 0.25 * (1.0 + shadow) * (1.0 + shadow) * (2.0 - shadow);
}

// The shadow of huts at a point, which may be on hut `which` itself, and the darkening at their base.
void shade_by_huts(vec3 p, vec3 d, int which, inout float open, inout float shadow) {
    vec3 q = p - vec3(0.0, eye.y, 0.0);
    if (which >= 0) q += markers[which].w * (0.02 * sun_direction - 0.002 * d);
    ivec2 set = huts_to_sun(q.xz);
    int other;
    if (huts_along(q, sun_direction, 1e6, set, other).part != 0) shadow = 0.0;
    if (which >= 0) return;
    for (int first = 0; first < marker_count; first += HUT_BITS) {
        int bits = int(texelFetch(huts_met, set + ivec2(0, first / HUT_BITS), 0).r);
        for (int i = first; bits != 0; ++i, bits >>= 1) {
            float near = distance(q, markers[i].xyz) / markers[i].w;
            if ((bits & 1) != 0) open *= 0.4 + 0.6 * smoothstep(0.35, 1.0, near);
        }
    }
}

// Patches at every scale that a pixel can resolve; `broadest` is the largest of them alone.
float patches(vec2 xz, float footprint, out float broadest) {
    float sum = 0.0;
    broadest = 0.0;
    int fine = 7;
    float weight = 0.5;
    for (uint i = 0u; i < 5u; ++i) {
        float seen_as = clamp(1.5 - 2.5 * float(fine) * footprint, 0.0, 1.0);
        if (seen_as > 0.0) {
            float m = seen_as * mottle(xz, fine, 11u + i);
            sum += weight * m;
            if (i == 0u) broadest = m;
        }
        fine *= 5;
        weight *= 0.8;
    }
    return sum;
}

vec3 hut_colour(Hit found, out vec3 glow) {
    glow = vec3(0.0);
    vec3 at = found.place;
    vec3 albedo = vec3(0.42, 0.36, 0.28);
    if (found.part == PLASTER) {
        if (at.y < 0.04) albedo = vec3(0.16, 0.15, 0.14);
        if (at.y > EAVES) albedo = vec3(0.16, 0.08, 0.04);
        float across = abs(found.normal.x) > 0.5 ? at.z : at.x;
        float pane = step(abs(abs(across) - 0.2), 0.07) * step(abs(at.y - 0.27), 0.08);
        albedo = mix(albedo, vec3(0.03, 0.03, 0.035), pane);
        glow = pane * vec3(1.0, 0.55, 0.2) * 1.2;
    } else if (found.part == ROOF) {
        albedo = vec3(0.36, 0.085, 0.045) * (0.85 + 0.15 * sin(at.z * 60.0));
    } else {
        albedo = vec3(0.2, 0.17, 0.15);
    }
    return albedo;
}

// Meadows, woods, snow and the shore, over bare rock. `even` is 1 on level ground.
vec3 grown(vec3 albedo, Spot spot, float even, float high, float patchy, float broadest) {
    // Meadows, dry towards the heights, and woods below.
    vec3 grass = mix(vec3(0.050, 0.074, 0.016), vec3(0.130, 0.104, 0.034),
                     smoothstep(-0.6, 0.6, 0.7 * patchy + 0.5 * high - 0.15));
    // Nothing grows or stays on ledges of a cliff: it would look like specks.
    float holds = smoothstep(0.25, 0.45, spot.broad.y);
    float green = holds * smoothstep(0.62, 0.78, even + 0.14 * patchy);
    green *= 1.0 - smoothstep(0.1, 1.0, high + 0.6 * patchy);
    albedo = mix(albedo, grass * (1.0 + 0.3 * patchy), green);
    float wood = smoothstep(0.0, 0.25, patchy + 0.35 * broadest - 0.45 * high - 0.12);
    wood *= holds * smoothstep(0.58, 0.72, even) * (1.0 - smoothstep(-0.1, 0.35, high));
    albedo = mix(albedo, vec3(0.020, 0.031, 0.012) * (1.0 + 0.5 * patchy), wood);
    // Snow lies on high, gentle ground, and lower on slopes facing away from the sun.
    float cold = high + 0.45 * patchy - 0.35 * dot(spot.broad.xz, normalize(sun_direction.xz + 1e-6));
    float snow = smoothstep(0.50, 0.72, cold);
    snow *= holds * smoothstep(0.58, 0.70, even + 0.10 * patchy + 0.06 * (cold - 1.0));
    albedo = mix(albedo, vec3(0.80, 0.83, 0.87), snow);
    // The shore: sand, wet at the edge.
    float shore = (spot.height - level) / max(relief * sigma, 1e-6);
    float sand = (1.0 - smoothstep(0.012, 0.04, shore)) * (1.0 - snow);
    albedo = mix(albedo, vec3(0.25, 0.20, 0.135), sand);
    return albedo * mix(0.45, 1.0, smoothstep(0.0, 0.03, shore));
}

vec3 land_colour(vec2 xz, Spot spot, float footprint) {
    // Height in standard deviations. High water means a warm climate: woods and snow start above it.
    float high = deviations(spot.height) - (wet ? max(2.4 * (deviations(level) + 0.1), 0.0) : 0.0);
    float broadest;
    float patchy = patches(xz, footprint, broadest);
    // Rock, in its layers.
    float laid = spot.height / max(relief, 1e-6) * 17.0 + 0.9 * broadest + 0.4 * patchy, bands = 0.0;
    for (uint i = 0u; i < 2u; ++i) {
        bands += (i == 0u ? 0.7 : 0.6) * perlin2(vec2(laid, 0.37), 21u + i);
        laid *= 3.7;
    }
    vec3 pale = vec3(0.150, 0.124, 0.106), dark = vec3(0.092, 0.078, 0.072), loose = vec3(0.19, 0.165, 0.14);
    if (!wet) {  // a land without water is a desert
        pale = vec3(0.42, 0.235, 0.125);
        dark = vec3(0.23, 0.085, 0.042);
        loose = vec3(0.37, 0.20, 0.10);
    }
    vec3 rock = mix(pale, dark, smoothstep(-0.35, 0.4, bands)) * (1.0 + 0.5 * patchy);
    vec3 scree = loose * (1.0 + 0.4 * patchy);
    float even = mix(spot.broad.y, spot.normal.y, 0.6);
    vec3 albedo = mix(rock, scree, 0.85 * smoothstep(0.66, 0.82, even + 0.12 * patchy));
    return wet ? grown(albedo, spot, even, high, patchy, broadest) : albedo;
}

// The normal of the lake's surface.
vec3 ripples(vec2 xz, float footprint) {
    vec2 ripple = vec2(0.0);
    for (int i = 0; i < 2; ++i) {
        int fine = i == 0 ? 53 : 171;
        vec2 q = xz * isonoise_plan.frequency + eye_fraction.xy;
        vec2 cell = floor(q);
        vec2 f = (q - cell) * float(fine);
        vec2 whole = floor(f);
        vec3 g;
        perlin3_periodic_gradient(ivec3((eye_cell.xy + ivec2(cell)) * fine + ivec2(whole), int(ripple_time[i])),
                                  vec3(f - whole, fract(ripple_time[i])), 31u + uint(i),
                                  uvec3(0u, 0u, ripple_period[i]), g);
        ripple += 0.011 * g.xy * clamp(1.4 - 2.5 * float(fine) * footprint, 0.0, 1.0);
    }
    return normalize(vec3(-ripple.x, 1.0, -ripple.y));
}

// Light from the lake's bottom, attenuated by the water.
vec3 through_water(vec3 lit, float height, float shadow, float open) {
    vec3 clear = exp(-vec3(9.0, 4.6, 3.6) * max(sunk(height), 0.0) * 2.0);
    vec3 deep = vec3(0.003, 0.015, 0.021) * (sky_light + sun_light * max(sun_direction.y, 0.0) * shadow) * open;
    return mix(deep, lit * vec3(0.7, 0.85, 0.85), clear);
}

// How hazy the air is along a ray: denser in low places.
float haziness(vec3 from, vec3 d, float t) {
    float scale = max(0.7 * relief, 1e-3);
    float falls = clamp((t * d.y) / scale, -30.0, 30.0);
    float average = abs(falls) < 1e-3 ? 1.0 : (1.0 - exp(-falls)) / falls;
    float thick = exp(-clamp(from.y / scale, -2.0, 30.0)) * average;
    return t / air * (0.35 + thick) * (1.0 + 0.2 * t / air);
}

void main() {
    prepare();
    vec3 d = ray();
    vec3 sun = sun_direction;
    vec3 from = vec3(0.0, eye_height(), 0.0);
    vec3 light = vec3(0.0), share = vec3(1.0);
    float walked = 0.0;
    // The ray, and its reflection in a lake.
    for (int bounce = 0; bounce < 2; ++bounce) {
        Walk end;
        if (bounce == 0) end = look(from, d);
        else end = walk(from, d, walked);
        int which;
        Hit found = huts_along(from - vec3(0.0, eye.y, 0.0), d, end.t, huts_from_eye(d.xz), which);
        bool house = found.part != 0;
        bool nothing = !house && end.found == NOTHING;
        vec3 far = sky(nothing ? d : above_horizon(d), sun, fog);
        if (nothing) {
            if (bounce == 0) far += disc(d, sun, fog);
            light += share * with_clouds(far, d, sun);
            break;
        }
        bool lake = end.found == LAKE;
        float t = house ? found.t : end.t;

        vec3 p = from + t * d;
        float away = max(walked + t, nearest);
        float footprint = per_pixel * away * isonoise_plan.frequency;  // of a pixel, in cells
        Spot spot = spot_at(p, d, away);
        vec3 lit_at = house ? p : vec3(p.x, lake ? level : p.y, p.z);
        float open, shadow;
        look_around(lit_at, away, open, shadow);
        shade_by_huts(lit_at, d, house ? which : -1, open, shadow);
        vec3 albedo, glow = vec3(0.0);
        if (house) {
            albedo = hut_colour(found, glow);
            vec2 z = ridge(which);
            vec3 n = found.normal;
            spot.normal = spot.broad = vec3(n.x * z.y + n.z * z.x, n.y, -n.x * z.x + n.z * z.y);
            open = 0.8;
        } else {
            albedo = land_colour(p.xz, spot, footprint);
        }

        float lambert = max(dot(spot.normal, sun), 0.0);
        float around = 0.55 + 0.45 * spot.normal.y;
        // Light reflected by the ground, and by slopes opposite.
        vec3 back = sun_light * (0.13 * max(sun.y, 0.0) * (0.5 - 0.5 * spot.normal.y) +
                                 0.045 * max(dot(spot.broad.xz, -sun.xz), 0.0));
        if (!wet) back *= vec3(2.6, 1.6, 1.0);
        vec3 lit = albedo * 0.3183 * (sun_light * lambert * shadow + (sky_light * around + back) * open) + glow;

        float mirrored = 0.0;
        vec3 mirror = vec3(0.0, 1.0, 0.0);
        if (lake && !house) {
            mirror = ripples(p.xz, footprint);
            float c = clamp(-dot(mirror, d), 0.0, 1.0);
            mirrored = 0.02 + 0.98 * pow(1.0 - c, 5.0);
            lit = through_water(lit, spot.height, shadow, open);
        }

        float hazy = haziness(from, d, t);
        vec3 passed = through_haze(hazy, fog);
        float last = smoothstep(0.6, 1.0, away / reach);  // the world fades into the sky at its end
        light += share * mix(far, (1.0 - mirrored) * lit, passed * (1.0 - last));
        if (mirrored <= 0.0 || bounce == 1) break;
        share *= mirrored * passed * (1.0 - last);
        d = reflect(d, mirror);
        d.y = max(d.y, 0.004);
        d = normalize(d);
        // The sun's reflection, spread by waves too small to resolve.
        float toward = max(dot(d, sun), 0.0);
        light += share * sun_light * shadow * (0.5 * pow(toward, 600.0) + 0.06 * pow(toward, 60.0));
        from = vec3(p.x, level + 1e-5, p.z);
        walked = away;
    }
    colour = shown(light);
}
