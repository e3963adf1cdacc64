// Scene "planet": noise on a sphere of radius 1, from orbit to the ground.
//
// Everything is from the eye: the sphere by the eye's height above it, places on it as the eye's cell and fraction. So
// nothing is a small difference of large numbers, at any height.
#include "scenes/world.glsl"

uniform vec3 zenith;        // from the planet's center to the eye, of length 1
uniform vec3 eye_rest;      // what rounding took from eye_fraction, in units of coordinate
// Radius of the sphere that heights are from; the eye's height; the height of a value of 1; the value at height 0.
uniform vec4 ball;
uniform float mean;         // of the noise
uniform ivec4 center_cell;  // the planet's center along each axis of the noise
uniform vec4 center_fraction;
uniform ivec3 fine_cell;    // the eye from the center, in 1/512 of the radius
uniform vec3 fine_fraction;
uniform int marker_kind;    // 0 none, 1 seen, 2 on the horizon, 3 at the picture's edge
uniform vec4 marker_at;     // in pixels; a direction in the picture
uniform float marker_distance;
uniform float water;
uniform float warmth;
uniform float threshold;
uniform float density;
uniform float fog;

// The air: density falls to 1/e over THICK. So thick a one has no planet of this size, but one can see it.
const float THICK = 0.009;
const vec3 RAYLEIGH = vec3(0.040, 0.098, 0.235);  // what a vertical way through all of it scatters
const float MIE = 0.012;
const float SUNSHINE = 2.3;      // radiance of a white plane that faces the sun
const int STEPS = 64;            // along a ray, to the ground
const float GONE = 1e9;          // a distance to nothing

float octave_limit() { return 1.0 + 11.1 / log(max(isonoise_plan.lacunarity, 1.05)); }

float as_signed(float value) { return isonoise_plan.unit != 0u ? 2.0 * value - 1.0 : value; }
float height_of_value(float value) { return ball.z * (value - ball.w); }

// Height above the sphere of a place from the eye: the root of 1 + x less 1, without that difference.
float height_at(vec3 p) {
    float s = ball.y * (2.0 * ball.x + ball.y) + 2.0 * (ball.x + ball.y) * dot(zenith, p) + dot(p, p);
    return s / (ball.x + sqrt(max(ball.x * ball.x + s, 0.0)));
}
vec3 up_at(vec3 p) { return normalize(zenith * (ball.x + ball.y) + p); }

// Where a ray enters and leaves the sphere at a height; x > y where it misses it.
vec2 cross_sphere(vec3 d, float height) {
    float over = ball.y - height;
    float c = over * (2.0 * ball.x + ball.y + height);
    float b = dot(zenith, d) * (ball.x + ball.y);
    // The part of the eye across the ray is more exact than b * b - c, where the eye is far off.
    vec3 across = zenith - dot(zenith, d) * d;
    float root = (ball.x + height) * (ball.x + height) - (ball.x + ball.y) * (ball.x + ball.y) * dot(across, across);
    root = ball.y < 0.5 ? b * b - c : root;
    if (root <= 0.0) return vec2(GONE, -GONE);
    float r = sqrt(root);
    float q = b > 0.0 ? -b - r : -b + r;  // the root that is no difference
    float other = c / (abs(q) > 1e-30 ? q : 1e-30);
    return b > 0.0 ? vec2(q, other) : vec2(other, q);
}

// Where the ground below a place from the eye is in the noise.
vec4 foot_of(vec3 p, float height, vec3 n) { return vec4(p - n * (height + (ball.x - 1.0)) + eye_rest, 0.0); }

float chapman(float x, float mu) {
    // Air along a ray that leaves at an angle of cosine mu, in vertical ways from there; x is the radius over THICK.
    // (C. Schueler, "An approximation to the Chapman grazing-incidence function", GPU Pro 3, 2012)
    float c = sqrt(1.5707963 * x);
    float rising = c / ((c - 1.0) * abs(mu) + 1.0);
    if (mu >= 0.0) return rising;
    float s = sqrt(max(1.0 - mu * mu, 0.0));
    return 2.0 * sqrt(1.5707963 * x * s) * exp(min(x - x * s, 70.0)) - rising;
}
// Sunlight that comes through the air to a place at a height above the water.
vec3 sun_at(vec3 n, float height) {
    float air = chapman((1.0 + height) / THICK, dot(n, sun_direction)) * exp(-max(height, -THICK) / THICK) * fog;
    // Light that is low over the horizon: warmer than so little air makes it.
    vec3 warm = mix(vec3(1.25, 0.82, 0.52), vec3(1.0), smoothstep(0.0, 0.32, dot(n, sun_direction)));
    return exp(-(RAYLEIGH + MIE) * min(air, 1e6)) * mix(vec3(1.0), warm, min(fog, 1.0));
}
// Light of the sky on the ground.
vec3 sky_at(float sun_height) {
    return (vec3(0.125, 0.180, 0.275) * smoothstep(-0.14, 0.38, sun_height) + vec3(0.0006, 0.0009, 0.0018))
        * (fog > 0.0 ? 1.0 : 0.15);
}

float hash_of(uvec3 v) {
    uint h = v.x * 0x9E3779B1u ^ v.y * 0x85EBCA77u ^ v.z * 0xC2B2AE3Du;
    h ^= h >> 15;
    h *= 0x2C1B3C6Du;
    h ^= h >> 12;
    h *= 0x297A2D39u;
    h ^= h >> 15;
    return float(h >> 8) / 16777216.0;
}

// Stars: each has its place in a cell of a cube around everything, so they stay wherever the camera turns. They are as
// wide as a pixel or wider and the less bright for that, so they do not flicker.
vec3 stars(vec3 d) {
    vec3 a = abs(d);
    float m = max(a.x, max(a.y, a.z));
    uint face = m == a.x ? (d.x > 0.0 ? 0u : 1u) : m == a.y ? (d.y > 0.0 ? 2u : 3u) : (d.z > 0.0 ? 4u : 5u);
    vec2 at = (m == a.x ? d.yz : m == a.y ? d.zx : d.xy) / m;
    vec3 light = vec3(0.0);
    for (int layer = 0; layer < 2; ++layer) {
        float cells = layer == 0 ? 22.0 : 70.0;
        vec2 q = (at + 1.0) * cells;
        uvec2 cell = uvec2(floor(q));
        uvec3 key = uvec3(cell, face * 2u + uint(layer) + 77u);
        vec2 place = 0.25 + 0.5 * vec2(hash_of(key), hash_of(key + uvec3(0u, 0u, 100u)));
        float width = 0.8 * pixel_angle() * cells;  // of a pixel, in cells
        float wide = clamp(width, 0.003, 0.1);
        vec2 off = (q - floor(q) - place) / wide;
        float magnitude = hash_of(key + uvec3(0u, 0u, 200u));
        float bright = layer == 0 ? 2.6 * pow(magnitude, 12.0) : 0.5 * pow(magnitude, 7.0);
        float tint = hash_of(key + uvec3(0u, 0u, 300u));
        vec3 hue = mix(vec3(1.0, 0.70, 0.48), vec3(0.62, 0.78, 1.0), smoothstep(0.1, 0.7, tint));
        // A small picture's pixels show fewer of them.
        light += hue * bright * exp(-dot(off, off)) * min(1.0, 0.0013 / pixel_angle());
    }
    return light;
}

vec3 space(vec3 d) {
    float c = dot(d, sun_direction);
    vec3 light = vec3(0.0);
    // A band of stars too faint to be told apart.
    float band = dot(d, vec3(0.44, 0.62, -0.65));
    float cloud = perlin3(d * 3.0 + 5.0, 11u) + 0.5 * perlin3(d * 7.0, 12u) + 0.3 * perlin3(d * 16.0, 13u);
    float milk = exp(-band * band * 16.0) * (0.55 + 0.6 * cloud);
    light += max(milk, 0.0) * mix(vec3(0.010, 0.014, 0.026), vec3(0.034, 0.023, 0.021), clamp(cloud + 0.3, 0.0, 1.0));
    light += vec3(1.0, 0.95, 0.88) * (60.0 * smoothstep(0.99990, 0.99996, c) + 0.35 * pow(max(c, 0.0), 900.0)
        + 0.05 * pow(max(c, 0.0), 60.0));
    return light;
}

// Noise finer than the octaves of the preset, of the sizes that a pixel can show: in [-1, 1] about, and its slope.
float grain(vec3 local, float footprint, out vec3 slope) {
    slope = vec3(0.0);
    float sum = 0.0;
    float level = log2(1.0 / max(footprint * 512.0, 1e-12));  // a cell is a pixel wide
    int coarsest = int(floor(level)) - 6;
    for (int i = 0; i < 5; ++i) {
        int k = coarsest + i;
        float wide = level - float(k);  // log2 of the pixels of a cell
        float weight = smoothstep(1.3, 2.5, wide) * (1.0 - smoothstep(5.2, 6.2, wide));
        if (k < 0 || k > 20 || weight <= 0.0) continue;
        float scale = float(1 << k);
        vec3 q = fine_fraction * scale + local * (512.0 * scale);
        vec3 cell = floor(q);
        vec3 g;
        sum += weight * perlin3_gradient(fine_cell * (1 << k) + ivec3(cell), q - cell, uint(k) + 40u, g);
        slope += weight * g;
    }
    sum *= 0.6;
    return sum;
}

// Storms wind up the clouds: places are turned about a few centers, the more the nearer to them. Returns how much of a
// storm there is; `shear` is how much faster the near side of a place turns than its far side, in radians.
float wind_up(inout vec3 n, out float shear) {
    float storm = 0.0;
    shear = 0.0;
    uint seed = isonoise_plan.octaves[0].seed;
    for (int i = 0; i < 7; ++i) {
        uvec3 key = uvec3(seed, uint(i), 5u);
        float longitude = 6.2831853 * (float(i) * 0.381966 + 0.2 * hash_of(key));
        float y = (i % 2 == 0 ? 1.0 : -1.0) * mix(0.22, 0.78, hash_of(key + uvec3(0u, 0u, 1u)));
        vec3 c = vec3(sqrt(1.0 - y * y) * vec2(sin(longitude), cos(longitude)), y).xzy;
        float radius = mix(0.12, 0.30, hash_of(key + uvec3(0u, 0u, 2u)));
        vec3 off = n - c;
        float r = dot(off, off) / (radius * radius);
        if (r > 9.0) continue;
        float near = exp(-r);
        // Air flows in counterclockwise in the north, clockwise in the south.
        float angle = sign(y) * -4.4 * near / (1.0 + 2.0 * sqrt(r)) * (1.0 + sqrt(r));
        shear += 2.0 * r * abs(angle);
        float s = sin(angle);
        n = n * cos(angle) + cross(c, n) * s + c * dot(c, n) * (1.0 - cos(angle));
        storm += near * 1.25 - 2.4 * exp(-r * 220.0);
    }
    return storm;
}

// The clouds' noise above a direction from the planet's center: what it is over the threshold, in standard deviations.
float cloud_noise(vec3 n, float distance) {
    float latitude = n.y;
    vec3 still = n + 0.004 * cross(n, n.zxy);
    float shear;
    float storm = wind_up(n, shear);
    vec3 swirl;
    float w = perlin3_gradient(n * 2.6 + 17.5, 91u, swirl);
    vec3 finer;
    w += 0.5 * perlin3_gradient(n * 7.5 + 3.1, 92u, finer);
    vec3 at = normalize(n + 0.05 * cross(n, swirl + 0.5 * finer));
    // Winds draw clouds out along the circles of latitude.
    vec4 q = center_fraction + vec4(at * vec3(1.7, 2.6, 1.7), 0.0) * isonoise_plan.frequency * 1.5;
    vec4 cell = floor(q);
    // Winding stretches: octaves that are small would be streaks there.
    detail = min(detail_at(distance * 2.6, 1.0), 4.3 - 2.1 * smoothstep(0.1, 0.9, shear));
    float value = as_signed(isonoise(center_cell + ivec4(cell) + ivec4(37, 113, 71, 0), q - cell));
    // Wet and dry belts.
    float belts = 0.45 * cos(7.0 * latitude) + 0.25 * latitude * latitude + 0.75 * w;
    // What is small is taken from where nothing has been wound.
    float small = 0.0;
    float size_of = 23.0;
    for (int i = 0; i < 4; ++i) {
        float seen = clamp(0.5 / max(pixel_angle() * distance * size_of, 1e-3) - 1.0, 0.0, 1.0);
        if (seen <= 0.0) break;
        small += seen * exp2(-0.62 * float(i)) * perlin3(still * size_of, 93u + uint(i));
        size_of *= 2.27;
    }
    return (value - mean - threshold) / max(sigma, 0.02) + belts + storm + 0.8 * small;
}
float cloud_depth(float n) {
    float c = max(n + 0.25, 0.0);
    return density * (0.16 * c + 0.9 * c * c * c / (0.8 + c));
}

// How much of the sun mountains leave to a place on the ground; from far away, all: shadows are too small there.
float mountain_shade(vec3 p, vec3 n, float footprint, float top, float octave_slope) {
    float fade = 1.0 - smoothstep(4e-4, 1.2e-3, footprint);
    float mu = dot(n, sun_direction);
    if (fade <= 0.0 || mu < -0.1) return 1.0;
    float shade = 1.0;
    float t = 3.0 * footprint;
    for (int i = 0; i < 14; ++i) {
        vec3 q = p + t * sun_direction;
        float h = height_at(q);
        if (h > top || shade < 0.02) break;
        detail = min(detail_at(max(t, 2.0 * footprint / pixel_angle()), 3.0), 8.0);
        float over = h - height_of_value(as_signed(noise(foot_of(q, h, up_at(q)))));
        shade = min(shade, 0.5 + 0.5 * clamp(over / (0.03 * t + footprint), -1.0, 1.0));
        t += max(abs(over) / max(mu + octave_slope, 0.1), 0.3 * t);
    }
    return mix(1.0, shade * shade * (3.0 - 2.0 * shade), fade);
}

void main() {
    vec3 d = ray();
    float pixel = pixel_angle();
    bool sea = water > -1.0;
    float sea_height = sea ? height_of_value(water) : -GONE;
    float top = height_of_value(min(1.0, mean + 6.0 * sigma));
    float bottom = max(height_of_value(max(-1.0, mean - 4.5 * sigma)), sea_height);
    top = max(top, bottom) + 1e-7;
    // What counts as height 0 for air, clouds and snow.
    float level = sea ? water : mean - 1.5 * sigma;
    float level_height = height_of_value(level);

    float clouds_above = max(0.015, 2.2 * ball.z * sigma);

    // How steep one octave makes the ground, about.
    const float SHAPES[5] = float[](1.0, 1.0, 2.4, 2.0, 1.0);
    float octave_slope = 0.9 * SHAPES[ISONOISE_FRACTAL] * ball.z * isonoise_plan.frequency
        * isonoise_plan.octaves[0].amplitude * (1.0 + isonoise_plan.warp);

    // The ground.
    vec2 shell = cross_sphere(d, top);
    vec2 core = cross_sphere(d, bottom);
    float from = max(shell.x, 0.0);
    bool below = core.x < core.y && core.x > 0.0;
    float to = below ? core.x : shell.y;
    float t = GONE;
    bool wet = false;
    if (shell.x < shell.y && to > from) {
        t = from;
        float before = from;
        float before_over = 1.0;
        bool found = false;
        bool closing = false;
        float high = from;  // closing in: above the ground at `before`, below it at `high`
        float high_over = 0.0;
        float over = 0.0;
        float fading = log(clamp(isonoise_plan.octaves[1].amplitude / max(isonoise_plan.octaves[0].amplitude, 1e-9),
                                 0.01, 0.95));
        float growth = clamp(isonoise_plan.lacunarity * exp(fading), 0.2, 2.0);
        growth = abs(growth - 1.0) < 0.01 ? 1.01 : growth * growth;
        for (int i = 0; i < STEPS; ++i) {
            vec3 p = t * d;
            float h = height_at(p);
            vec3 n = up_at(p);
            // Octaves that are small beside the height above the ground do not matter there.
            float matters = 0.5 + log(max(min(over, 1.0), 1e-9) * 0.03 / (ball.z * sigma + 1e-9)) / fading;
            detail = min(min(detail_at(t, 1.5), octave_limit()), max(matters, 2.0));
            float value = as_signed(noise(foot_of(p, h, n)));
            over = h - height_of_value(value);
            float footprint = pixel * t;
            if (closing) {
                if (over > 0.0) {
                    before = t;
                    before_over = over;
                } else {
                    high = t;
                    high_over = over;
                }
                if (abs(over) < 0.1 * footprint || high - before < 0.2 * footprint) break;
                t = mix(before, high, clamp(before_over / max(before_over - high_over, 1e-12), 0.1, 0.9));
                continue;
            }
            if (over < 0.08 * footprint) {
                found = true;
                if (over >= 0.0 || i == 0) break;
                closing = true;
                high = t;
                high_over = over;
                t = mix(before, high, clamp(before_over / max(before_over - high_over, 1e-12), 0.1, 0.9));
                continue;
            }
            if (t >= to) break;
            before = t;
            before_over = over;
            float falling = max(-dot(d, n), 0.0);
            // As steep as the octaves so far make the ground, not quite at its worst.
            float steepness = octave_slope * sqrt((pow(growth, min(detail, 16.0)) - 1.0) / (growth - 1.0));
            t = min(t + max(over / (falling + clamp(steepness, 0.04, 3.0)), 0.6 * footprint), to);
        }
        if (!found) {
            bool at_end = t >= to;  // or out of steps, close above the ground
            found = below || !at_end;
            wet = below && sea && at_end;
        }
        if (!found) t = GONE;
    }

    vec3 light = vec3(0.0);
    vec3 starlight = vec3(0.0);
    vec3 p = vec3(0.0);
    vec3 n = zenith;
    float value = 0.0;
    vec3 slope = vec3(0.0);
    float footprint = pixel * min(t, 1e3);
    if (t < GONE) {
        p = t * d;
        float h = height_at(p);
        n = up_at(p);
        detail = min(detail_at(t, 1.3), octave_limit());
        vec4 foot = foot_of(p, h, n);
        vec4 g;
#if ISONOISE_GRADIENT
        value = as_signed(noise(foot, g));
        if (isonoise_plan.unit != 0u) g *= 2.0;
#else
        // Three differences over about a pixel.
        float e = max(footprint, 3e-5 / isonoise_plan.frequency);
        value = 0.0;
        g = vec4(0.0);
        for (int i = 0; i < 4; ++i) {
            vec4 s = vec4(i == 0 ? 1.0 : 0.0, i == 1 ? 1.0 : 0.0, i == 2 ? 1.0 : 0.0, 0.0);
            float v = as_signed(noise(foot + e * s));
            if (i < 3) {
                g[i] = v;
            } else {
                value = v;
            }
        }
        g = (g - value) / e;
#endif
        slope = g.xyz - n * dot(g.xyz, n);
    }

    // Clouds before it, over its sunny side, and towards the sun from the clouds: one loop, the noise is compiled once.
    float cloud_height = level_height + clouds_above;
    vec2 veil = cross_sphere(d, cloud_height);
    float cloud_t = veil.x < veil.y ? (ball.y > cloud_height ? veil.x : veil.y) : GONE;
    if (cloud_t < 0.0 || cloud_t > t) cloud_t = GONE;
    vec3 cloud_p = min(cloud_t, 1e3) * d;
    vec3 cloud_n = up_at(cloud_p);
    float cloud = 0.0;
    float cloud_lit = 1.0;
    float cloud_shade = 1.0;
    if (density > 0.0) {
        for (int i = 0; i < 3; ++i) {
            if (i < 2 ? cloud_t >= GONE : t >= GONE) continue;
            vec3 at = i < 2 ? cloud_n : n;
            float mu = max(dot(at, sun_direction), 0.15);
            vec3 along = sun_direction - dot(at, sun_direction) * at;
            // Towards the sun by the clouds' own thickness, or from the ground to where its light came through them.
            float way = i == 0 ? 0.0 : (i == 1 ? 0.006 : clouds_above * 0.8) / mu;
            at = normalize(at + along * way);
            float depth = cloud_depth(cloud_noise(at, i < 2 ? cloud_t : t + 0.01));
            if (i == 0) cloud = depth;
            if (i == 1) cloud_lit = exp(-0.8 * max(depth - 0.45 * cloud, 0.0));
            if (i == 2) cloud_shade = exp(-0.8 * depth);
        }
        // A thin layer: more of it along a slanting ray, and none of it right around the eye.
        float slant = max(abs(dot(d, cloud_n)), 0.3);
        cloud = 1.0 - exp(-cloud / slant * 0.7);
        cloud *= smoothstep(0.0, 0.004, cloud_t);
        // Beside it, not in space, it fades before it is seen edge-on: a layer without thickness would be a bare line.
        float beside = 1.0 - smoothstep(0.0, 0.1, abs(ball.y - cloud_height));
        cloud *= mix(1.0, smoothstep(0.0, 0.15, abs(dot(d, cloud_n))), beside);
    }

    if (t < GONE) {
        float sun_height = dot(n, sun_direction);
        vec3 sun = SUNSHINE * sun_at(n, height_at(p) - level_height) * mix(cloud_shade, 1.0, 0.12);
        vec3 ambient = SUNSHINE * sky_at(sun_height);
        float shade = mountain_shade(p, n, footprint, top, octave_slope);
        // From far away relief could hardly be seen: it is drawn steeper.
        float gentle = clamp(0.06 / max(ball.z * sigma * isonoise_plan.frequency * 4.0, 1e-6), 0.0, 1.6);
        float steeper = 1.0 + gentle * smoothstep(2e-5, 2e-3, footprint);
        vec3 bump = normalize(n - ball.z * steeper * slope);
        vec3 micro = vec3(0.0);
        float speck = 0.0;
        if (footprint < 2e-4) {
            speck = grain(p, footprint, micro) * (1.0 - smoothstep(1e-4, 2e-4, footprint));
            micro = (micro - n * dot(micro, n)) * (1.0 - smoothstep(1e-4, 2e-4, footprint));
        }
        float latitude = abs(n.y);
        float above = (value - level) / max(sigma, 0.01);  // in standard deviations
        vec3 q = n * 3.1;
        float moist = perlin3(q + 31.0, 21u) + 0.5 * perlin3(q * 2.3 + 7.0, 22u) + 0.25 * perlin3(q * 5.1, 23u);
        float patches = perlin3(q * 11.0, 24u) + 0.5 * speck;
        patches += 0.6 * perlin3(q * 27.0, 25u) * (1.0 - smoothstep(2e-3, 8e-3, footprint));
        float warm = 0.92 - 1.25 * pow(latitude, 1.7) - 0.17 * max(above, 0.0) + 0.16 * moist + 0.06 * patches
            + 1.6 * warmth;
        vec3 ice = mix(vec3(0.40, 0.52, 0.64), vec3(0.66, 0.72, 0.78), smoothstep(-0.5, 0.6, patches + 0.8 * moist));
        if (wet) {
            float depth = max(-above, 0.0);
            vec3 deep = mix(vec3(0.0035, 0.013, 0.040), vec3(0.006, 0.028, 0.062), smoothstep(0.2, 0.9, warm));
            vec3 body = mix(vec3(0.022, 0.125, 0.135), deep, 1.0 - exp(-depth * 3.0));
            body = mix(body * 0.7, deep, 0.25);
            float frozen = smoothstep(-0.02, -0.10, warm + 0.05 * patches);
            vec3 facet = normalize(n - 0.045 * micro);
            float diffuse = max(sun_height, 0.0) * shade;
            light = mix(body, ice * 0.85, frozen) * (sun * diffuse + ambient);
            // The sun in waves too small to be seen: as on a rough mirror (GGX).
            vec3 half_way = normalize(sun_direction - d);
            float nh = max(dot(facet, half_way), 0.0);
            float rough = mix(0.016, 0.008, smoothstep(1e-3, 1e-5, footprint)) * (1.0 + 0.35 * patches);
            rough = max(rough, 0.004);
            float lobe = rough / (3.1415927 * (nh * nh * (rough - 1.0) + 1.0) * (nh * nh * (rough - 1.0) + 1.0));
            float nv = max(-dot(facet, d), 0.0);
            float mirror = 0.02 + 0.98 * pow(1.0 - nv, 5.0) * 0.6;
            float glint = (lobe + 0.9 * pow(nh, 40.0)) * 0.02 * (1.0 + 6.0 * mirror);
            glint *= smoothstep(-0.02, 0.15, sun_height);
            light += (1.0 - frozen) * shade * glint * vec3(1.0, 0.86, 0.66) * sun;
            light += (1.0 - frozen) * mirror * ambient * 1.1;
        } else {
            vec3 ground;
            float steep = ball.z * ball.z * dot(slope, slope) * 0.5;  // of the ground itself, about 1 - cosine
            vec3 dry_rock = mix(vec3(0.20, 0.135, 0.09), vec3(0.36, 0.22, 0.13), 0.5 + 0.5 * patches);
            if (sea) {
                float wetness = moist + 0.35 * cos(latitude * 9.0) - 0.10 * above + 0.06 * patches;
                vec3 desert = mix(vec3(0.37, 0.23, 0.105), vec3(0.27, 0.145, 0.07), 0.5 + 0.6 * patches);
                vec3 steppe = mix(vec3(0.17, 0.15, 0.06), vec3(0.12, 0.13, 0.05), 0.5 + 0.6 * patches);
                vec3 forest = mix(vec3(0.022, 0.050, 0.014), vec3(0.045, 0.075, 0.022), 0.5 + 0.6 * patches);
                ground = mix(desert, steppe, smoothstep(-0.35, -0.05, wetness));
                ground = mix(ground, forest, smoothstep(-0.08, 0.22, wetness));
                vec3 tundra = mix(vec3(0.14, 0.12, 0.085), vec3(0.10, 0.095, 0.06), 0.5 + 0.6 * patches);
                ground = mix(tundra, ground, smoothstep(0.12, 0.34, warm));
                vec3 rock = mix(vec3(0.15, 0.125, 0.105), vec3(0.22, 0.19, 0.16), 0.5 + 0.6 * patches);
                float bare = max(smoothstep(1.2, 2.1, above + 0.2 * patches), smoothstep(0.02, 0.09, steep));
                ground = mix(ground, rock, bare);
                vec3 beach = mix(vec3(0.46, 0.38, 0.25), vec3(0.22, 0.20, 0.11), smoothstep(2e-4, 2e-3, footprint));
                ground = mix(beach, ground, smoothstep(0.012, 0.05, above + 0.03 * patches + 3.0 * steep));
            } else {
                // No water, nothing grows: dark lowlands, dust, rust.
                vec3 low = mix(vec3(0.115, 0.060, 0.042), vec3(0.17, 0.085, 0.052), 0.5 + 0.6 * patches);
                vec3 dust = mix(vec3(0.42, 0.215, 0.105), vec3(0.52, 0.30, 0.16), 0.5 + 0.6 * patches);
                ground = mix(low, dust, smoothstep(0.6, 1.9, above + 0.7 * moist));
                ground = mix(ground, dry_rock * 0.8, smoothstep(0.03, 0.12, steep));
                ground = mix(ground, vec3(0.55, 0.40, 0.27), smoothstep(2.2, 3.4, above));
                warm += 0.14;
            }
            float snow = smoothstep(0.06, -0.05, warm) * (1.0 - 0.7 * smoothstep(0.10, 0.22, steep));
            ground = mix(ground, ice, snow);
            ground *= 1.0 + 0.18 * speck;
            bump = normalize(bump - 0.10 * micro);
            float diffuse = max(dot(bump, sun_direction), 0.0) * smoothstep(-0.06, 0.04, sun_height) * shade;
            // The sky is brighter on the sun's side.
            float open = max(0.4 + 0.6 * dot(bump, n) + 1.1 * dot(bump - n, sun_direction), 0.25);
            light = ground * (sun * diffuse + ambient * open);
        }
    } else {
        light = space(d);
        starlight = stars(d);
    }

    if (cloud > 0.0) {
        float sun_height = dot(cloud_n, sun_direction);
        vec3 sun = SUNSHINE * sun_at(cloud_n, clouds_above);
        float lambert = smoothstep(-0.10, 0.75, sun_height);
        // Seen against the sun they shine through.
        float through = ball.y < cloud_height ? 0.55 + 0.5 * pow(max(dot(d, sun_direction), 0.0), 6.0) : 1.0;
        vec3 lit = sun * lambert * mix(0.30, 1.0, cloud_lit) * through;
        vec3 white = 0.86 * (lit + SUNSHINE * sky_at(sun_height) * 1.1);
        light = mix(light, white, cloud);
    }

    // The air: two halves, from the lowest point of the way to both of its ends, since most of it is there.
    vec2 air = cross_sphere(d, level_height + 9.0 * THICK);
    float end = min(t, cloud_t < GONE ? mix(min(t, air.y), cloud_t, cloud) : t);
    float start = max(air.x, 0.0);
    end = min(end, air.y);
    if (fog > 0.0 && end > start) {
        const int HALF = 6;
        float lowest = clamp(-dot(zenith, d) * (ball.x + ball.y), start, end);
        float c = dot(d, sun_direction);
        float rayleigh_phase = 0.75 * (1.0 + c * c);
        float g = 0.76;
        float mie_phase = (1.0 - g * g) / pow(1.0 + g * g - 2.0 * g * c, 1.5);
        vec3 scatter = (RAYLEIGH * rayleigh_phase + MIE * 0.9 * mie_phase) * 0.21 * SUNSHINE;
        vec3 loss = RAYLEIGH + MIE;
        vec3 through = vec3(1.0);
        vec3 gained = vec3(0.0);
        float at = start;
        for (int i = 1; i <= 2 * HALF; ++i) {
            float s = float(i - HALF) / float(HALF);
            float next = lowest + (i < HALF ? (start - lowest) : (end - lowest)) * s * s;
            float width = max(next - at, 0.0);
            vec3 q = (at + 0.5 * width) * d;
            vec3 qn = up_at(q);
            float h = height_at(q) - level_height;
            float much = exp(-max(h, -THICK) / THICK) * width / THICK * fog;
            vec3 step_through = exp(-loss * much);
            // Once, and what was scattered more often.
            vec3 lit = scatter * sun_at(qn, h);
            lit += RAYLEIGH * SUNSHINE * 0.16 * smoothstep(-0.2, 0.5, dot(qn, sun_direction));
            gained += through * (1.0 - step_through) / loss * lit;
            through *= step_through;
            at = next;
        }
        light = light * through + gained;
        starlight *= through * exp(-60.0 * dot(gained, vec3(0.33)));  // by day none is seen
    }
    light += starlight * (1.0 - cloud);

    // The marker, in pixels of a picture of 720 rows.
    if (marker_kind != 0) {
        vec2 off = (place() + jitter - marker_at.xy) * (720.0 / size.y);
        float blur = max(0.75 * 720.0 / size.y, 0.75);
        vec2 axis = marker_at.zw;
        float ahead = dot(off, axis);
        float side = abs(off.x * axis.y - off.y * axis.x);
        float shape;
        float glow;
        float clear = 1.0;
        if (marker_kind == 1) {
            float r = length(off);
            float beam = max(side - 1.0, max(-ahead, ahead - 34.0)) + 0.03 * max(ahead, 0.0);
            shape = min(min(abs(r - 9.0) - 1.1, r - 3.2), beam);
            glow = exp(-r * r / 260.0);
            glow += 0.6 * exp(-side * side / 14.0) * smoothstep(44.0, 0.0, ahead) * step(0.0, ahead);
            // What stands before it lets it through only faintly.
            if (t < marker_distance * 0.96 - 1e-6) clear = 0.3;
        } else {
            float tip = marker_kind == 2 ? ahead - 8.0 : ahead;
            shape = max((tip + side * 1.5 - 9.0) * 0.55, -(tip + side * 0.55));
            glow = exp(-dot(off, off) / 220.0);
        }
        float covers = 1.0 - smoothstep(-blur, blur, shape);
        // Against snow and clouds it is darker and has a rim.
        float bright = smoothstep(0.6, 1.1, dot(light, vec3(0.2126, 0.7152, 0.0722)));
        vec3 lamp = mix(vec3(1.0, 0.54, 0.13), vec3(0.9, 0.22, 0.01), bright);
        light *= 1.0 - 0.6 * bright * clear * (1.0 - smoothstep(0.0, 4.0, shape));
        light += lamp * 0.45 * glow * clear * (1.0 - bright);
        light = mix(light, lamp * mix(2.5, 1.0, bright), covers * clear);
    }
    colour = shown(light);
}
