// Scene "sea": water to the horizon. Waves have the height `relief` times the noise's distance from its mean, with
// crests sharper than troughs. From fog 1.2 to 3 the sky becomes overcast.
// The walk to them reads tables of heights: see heights.glsl.
#include "scenes/sea.glsl"
#include "scenes/heights-rays.glsl"
#include "scenes/sky.glsl"

uniform float fog;

const float AIRY = 0.01;  // haze per unit

// Constant for all rays, set by prepare().
float overcast;  // 0 to 1
vec3 sunny;      // sunlight
vec3 above;      // light of the sky

// The derivative of crest().
float crest_slope(float x) { return 1.0 + 2.0 * SEA_SHARP * clamp(x, -3.0, 4.0); }

// The mean square slope of the omitted octaves.
float roughness(float octaves, float scale) {
    float sum = 0.0;
    float width = isonoise_plan.frequency;
    for (uint i = 0u; i < 16u; ++i) {
        if (i >= isonoise_plan.count) break;
        float s = min(isonoise_plan.octaves[i].amplitude * width * scale, 1e6);
        sum += s * s * (1.0 - clamp(octaves - float(i), 0.0, 1.0));
        width *= isonoise_plan.lacunarity;
    }
    return sum;
}

// A foam pattern, `by` times finer than the noise, that changes over time and has the noise's periods.
uint finer_period(uint period, uint by) { return period < 0x1000000u ? period * by : 0u; }
float froth(vec2 p, uint by, uint salt) {
    const int time = ISONOISE_DIM - 1;
    vec3 q = vec3(p * isonoise_plan.frequency, 0.0) + vec3(eye_fraction.xy, eye_fraction[time]);
    vec3 cell = floor(q);
    ivec3 more = ivec3(int(by), int(by), 2);
    vec3 part = (q - cell) * vec3(more);
    vec3 within = min(floor(part), vec3(more) - 1.0);
    ivec3 coarse = ivec3(eye_cell.xy, eye_cell[time]) + ivec3(cell);
    uvec4 period = isonoise_plan.octaves[0].period;
    return perlin3_periodic(coarse * more + ivec3(within), part - within, salt,
        uvec3(finer_period(period.x, by), finer_period(period.y, by), finer_period(period[time], 2u)));
}

// The sky with high clouds, in `fine` octaves: streaks on a clear day, a closed cover when overcast.
vec3 heaven(vec3 d, vec3 behind, int fine) {
    vec2 q = d.xz / (max(d.y, 0.0) + 0.1) * vec2(0.5, 0.9);
    float n = 0.0;
    float weight = 0.5;
    for (int i = 0; i < 5; ++i) {
        if (i >= fine) break;
        n += weight * perlin2(q, 77u + uint(i));
        q = mat2(1.6, 1.2, -1.2, 1.6) * q;
        weight *= 0.55;
    }
    float c = dot(d, sun_direction);
    float veil = smoothstep(mix(-0.1, -0.9, overcast), mix(0.75, -0.2, overcast), n);
    vec3 lit = above * mix(0.3, 0.26, overcast) * (1.0 - 1.6 * overcast * n) +
               sunny * (0.03 + 0.10 * pow(max(c, 0.0), 6.0)) * (1.0 - 0.85 * overcast);
    return mix(behind, lit, veil * mix(0.65, 0.97, overcast) * smoothstep(-0.02, mix(0.25, 0.03, overcast), d.y));
}

void prepare() {
    overcast = smoothstep(1.2, 3.0, fog);
    sunny = sunlight(sun_direction, fog);
    above = skylight(sun_direction);
    above = mix(above, vec3(dot(above, vec3(0.3))) * vec3(0.9, 1.0, 1.1), overcast);
}

// The distance to the water along a ray, 0 for none.
float walk(vec3 d, float height) {
    float slope = d.y / max(length(d.xz), 1e-6);
    float end = d.y < 0.0 ? (height + 2.0 * tall()) / -slope : max(highest_water() - height, 0.0) / max(slope, 1e-6);
    float t = first_ground(height, d, end, 0.5);
    if (t >= 0.0) return t;
    return d.y < 0.0 ? min(height / -d.y, 1e5) : 0.0;  // beyond the table, where waves are narrower than pixels
}

// The value at a point on the water in standard deviations from the mean, and its derivatives.
float water_at(vec3 p, float t, float octaves, out vec4 gradient) {
    gradient = vec4(0.0);
    detail = octaves;
#if ISONOISE_GRADIENT
    float x = (noise(vec4(p.xz, 0.0, 0.0), gradient) + missing(octaves) - mean) / sigma;
#else
    float x = 0.0;
    float e = max(0.02 / isonoise_plan.frequency, pixel_angle() * t);
    for (int i = 0; i < 3; ++i) {
        float n = noise(vec4(p.xz + (i == 1 ? vec2(e, 0.0) : i == 2 ? vec2(0.0, e) : vec2(0.0)), 0.0, 0.0));
        if (i == 0) {
            x = n;
        } else if (i == 1) {
            gradient.x = (n - x) / e;
        } else {
            gradient.y = (n - x) / e;
        }
    }
    x = (x + missing(octaves) - mean) / sigma;
#endif
    return x;
}

// Adds foam where crests are high and steep.
vec3 foamy(vec3 light, vec2 xz, float t, float x, vec2 slopes, float lit) {
    float fine = detail_at(t, 2.0);
    vec2 drawn = xz + 0.075 * slopes / isonoise_plan.frequency;  // drawn out along the slope
    float pattern = 0.0;
    float weight = 0.5;
    for (int i = 0; i < 3; ++i) {
        float kept = clamp(fine - 2.5 - 2.0 * float(i), 0.0, 1.0);
        pattern += weight * kept * (0.5 - 2.0 * abs(froth(drawn, 6u << uint(2 * i), uint(i))));
        weight *= 0.8;
    }
    float steep = tall() * isonoise_plan.frequency;
    float high = x - 2.3 + 5.0 * min(steep, 0.2) + 0.5 * overcast;
    float foam = smoothstep(0.02, 0.1, steep) * smoothstep(0.25, 0.6, pattern + 0.4 * high);
    vec3 white = sunny * (0.04 + 0.12 * lit) + above * mix(0.4, 0.5, overcast);
    return mix(light, white, foam * mix(0.1, 0.9, clamp(fine - 2.5, 0.0, 1.0)));
}

// Light from the sea at distance t. `height` is the eye's.
vec3 sea_light(vec3 d, float t, float height) {
    vec3 to_sun = sun_direction;
    vec3 p = d * t;
    // A pixel covers more water the flatter its ray is.
    float flat_ray = 0.35 * sqrt(t / (height + 2.0 * tall()));
    float octaves = detail_at(t, 2.0 * clamp(flat_ray, 1.0, 30.0) * (1.0 + isonoise_plan.warp));
    vec4 gradient;
    float x = water_at(p, t, octaves, gradient);
    vec2 slopes = relief * crest_slope(x) * gradient.xy;
    float rough = min(roughness(octaves, relief) * 3.0, 0.2) + 0.006;
    // Among waves too fine to resolve, those facing the eye dominate.
    vec3 n = normalize(vec3(-slopes.x, 1.0, -slopes.y) - vec3(d.x, 0.0, d.z) * 0.7 * sqrt(rough));
    n = normalize(n - d * max(0.06 - dot(n, -d), 0.0));
    float facing = dot(n, -d);
    vec3 r = reflect(d, n);
    r.y = abs(r.y) + 0.01;
    r = normalize(r);
    float fresnel = 0.02 + 0.98 * pow(max(1.0 - facing, 0.0), 5.0) / (1.0 + 8.0 * rough);

    // The sun, reflected in all slopes too fine to resolve. (C. Cox and W. Munk, 1954)
    vec3 h = normalize(to_sun - d);
    float ch = max(dot(n, h), 1e-3);
    float tangent = (1.0 - ch * ch) / (ch * ch);
    float facets = exp(-tangent / rough) / (3.14159 * rough * ch * ch * ch * ch);
    float glint = facets * (0.02 + 0.98 * pow(1.0 - max(dot(h, -d), 0.0), 5.0)) / (4.0 * max(facing, 0.15));

    // From below: the water's own colour, and light through the crests.
    float lit = max(dot(n, to_sun), 0.0);
    vec3 deep = above * mix(vec3(0.010, 0.036, 0.044), vec3(0.035, 0.07, 0.07), overcast) +
                sunny * lit * vec3(0.0006, 0.003, 0.0034);
    float back = pow(max(dot(d.xz, to_sun.xz), 0.0) / max(length(d.xz), 1e-4), 3.0);
    float thin = smoothstep(0.2, 2.6, x) * (0.2 + back) * (1.0 - 0.6 * n.y);
    deep += sunny * vec3(0.004, 0.045, 0.05) * thin;
    vec3 light = mix(deep, heaven(r, sky(r, to_sun, fog), 2), fresnel);
    light += sunny * (glint / (1.0 + 3.0 * glint));

    return foamy(light, p.xz, t, x, slopes, lit);
}

// The air in front of the sea, grey under clouds.
vec3 through_air(vec3 light, vec3 d, float t, float height) {
    float low = clamp(1.0 - 3.3 * (height + 2.0 * tall()) / max(t, 1e-4), 0.0, 1.0);
    float way = t * AIRY * (1.0 + 7.0 * low * low) / max(1.0, 0.8 * fog);
    vec3 air = haze(vec3(0.0), d, way, sun_direction, fog);
    vec3 grey = vec3(dot(air, vec3(0.25))) * vec3(0.92, 1.0, 1.08);
    return haze(light, d, way, sun_direction, fog) + overcast * (grey - air);
}

void main() {
    prepare();
    vec3 d = ray();
    float height = eye_height(), t = walk(d, height);
    vec3 behind = mix(sky_with_sun(d, sun_direction, fog), sky(d, sun_direction, fog), overcast);
    vec3 light = heaven(d, behind, 5);
    if (t > 0.0) {
        sunny *= 1.0 - 0.8 * overcast;
        light = through_air(sea_light(d, t, height), d, t, height);
    }
    colour = shown(light);
}
