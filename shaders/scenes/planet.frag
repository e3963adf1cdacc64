// Scene "planet": noise on a sphere of radius 1, from orbit to the ground.
//
// Everything is relative to the eye: the sphere by the eye's height above it, points on it by the eye's cell and
// fraction. So nothing is a small difference of large numbers, at any height.
#include "scenes/world.glsl"

uniform vec3 zenith;        // from the planet's center to the eye, of length 1
uniform vec3 eye_rest;      // the rounding error of eye_fraction, in units of coordinate
// Radius of the sphere at height 0; the eye's height; the height of the value 1; the value at height 0.
uniform vec4 ball;
uniform ivec4 center_cell;  // the planet's center along each axis of the noise
uniform vec4 center_fraction;
uniform ivec3 fine_cell;    // the eye from the center, in PLANET_GRAIN cells per radius
uniform vec3 fine_fraction;
uniform int marker_kind;    // MARKER_NONE and so on
uniform vec4 marker_at;     // in pixels; a direction in the picture
uniform float marker_distance;
uniform float water;
uniform float warmth;
uniform float threshold;
uniform float density;
uniform float fog;

// The air: density falls to 1/e over THICK. Far more than on a real planet of this size, but visible.
const float THICK = 0.009;
const vec3 RAYLEIGH = vec3(0.040, 0.098, 0.235);  // scattered on a vertical way through all of it
const float MIE = 0.012;
const float SUNSHINE = 2.3;      // radiance of a white surface facing the sun
const int STEPS = 64;            // along a ray, to the ground
const float GONE = 1e9;          // a distance to nothing

float octave_limit() { return 1.0 + 11.1 / log(max(isonoise_plan.lacunarity, 1.05)); }

float height_of_value(float value) { return ball.z * (value - ball.w); }

// The height of a point above the sphere: sqrt(1 + x) - 1, rewritten to avoid cancellation.
float height_at(vec3 p) {
    float s = ball.y * (2.0 * ball.x + ball.y) + 2.0 * (ball.x + ball.y) * dot(zenith, p) + dot(p, p);
    return s / (ball.x + sqrt(max(ball.x * ball.x + s, 0.0)));
}
vec3 up_at(vec3 p) { return normalize(zenith * (ball.x + ball.y) + p); }

// Where a ray enters and leaves the sphere at this height; x > y if it misses.
vec2 cross_sphere(vec3 d, float height) {
    float over = ball.y - height;
    float c = over * (2.0 * ball.x + ball.y + height);
    float b = dot(zenith, d) * (ball.x + ball.y);
    // For a distant eye, its component across the ray is more precise than b * b - c.
    vec3 across = zenith - dot(zenith, d) * d;
    float root = (ball.x + height) * (ball.x + height) - (ball.x + ball.y) * (ball.x + ball.y) * dot(across, across);
    root = ball.y < 0.5 ? b * b - c : root;
    if (root <= 0.0) return vec2(GONE, -GONE);
    float r = sqrt(root);
    float q = b > 0.0 ? -b - r : -b + r;  // the root without cancellation
    float other = c / (abs(q) > 1e-30 ? q : 1e-30);
    return b > 0.0 ? vec2(q, other) : vec2(other, q);
}

// The position in the noise of the ground below a point.
vec4 foot_of(vec3 p, float height, vec3 n) { return vec4(p - n * (height + (ball.x - 1.0)) + eye_rest, 0.0); }

// Optical depth of the air along a ray that leaves at an angle of cosine mu, relative to a vertical ray from there; x
// is the radius over THICK. (C. Schueler, "An approximation to the Chapman grazing-incidence function", GPU Pro 3,
// 2012)
float chapman(float x, float mu) {
    float c = sqrt(1.5707963 * x);
    float rising = c / ((c - 1.0) * abs(mu) + 1.0);
    if (mu >= 0.0) return rising;
    float s = sqrt(max(1.0 - mu * mu, 0.0));
    return 2.0 * sqrt(1.5707963 * x * s) * exp(min(x - x * s, 70.0)) - rising;
}
// Sunlight that reaches this height above the water through the air.
vec3 sun_at(vec3 n, float height) {
    float air = chapman((1.0 + height) / THICK, dot(n, sun_direction)) * exp(-max(height, -THICK) / THICK) * fog;
    // A low sun is warmer than this little air would make it.
    vec3 warm = mix(vec3(1.25, 0.82, 0.52), vec3(1.0), smoothstep(0.0, 0.32, dot(n, sun_direction)));
    return exp(-(RAYLEIGH + MIE) * min(air, 1e6)) * mix(vec3(1.0), warm, min(fog, 1.0));
}
// Skylight on the ground.
vec3 sky_at(float sun_height) {
    return (vec3(0.125, 0.180, 0.275) * smoothstep(-0.14, 0.38, sun_height) + vec3(0.0006, 0.0009, 0.0018))
        * (fog > 0.0 ? 1.0 : 0.15);
}

float hash_of(uvec3 v) { return to_unit(random_bits(uvec4(v, 0u))); }

// Stars, fixed in cells of a cube around everything, so they stay put as the camera turns. They are at least a pixel
// wide, and dimmer instead, so they do not flicker.
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
        // Small pictures show fewer stars.
        light += hue * bright * exp(-dot(off, off)) * min(1.0, 0.0013 / pixel_angle());
    }
    return light;
}

vec3 space(vec3 d) {
    float c = dot(d, sun_direction);
    vec3 light = vec3(0.0);
    // The Milky Way: stars too faint to resolve.
    float band = dot(d, vec3(0.44, 0.62, -0.65));
    float cloud = perlin3(d * 3.0 + 5.0, 11u) + 0.5 * perlin3(d * 7.0, 12u) + 0.3 * perlin3(d * 16.0, 13u);
    float milk = exp(-band * band * 16.0) * (0.55 + 0.6 * cloud);
    light += max(milk, 0.0) * mix(vec3(0.010, 0.014, 0.026), vec3(0.034, 0.023, 0.021), clamp(cloud + 0.3, 0.0, 1.0));
    light += vec3(1.0, 0.95, 0.88) * (60.0 * smoothstep(0.99990, 0.99996, c) + 0.35 * pow(max(c, 0.0), 900.0)
        + 0.05 * pow(max(c, 0.0), 60.0));
    return light;
}

// Noise finer than the preset's octaves, at scales that a pixel can resolve: roughly in [-1, 1], and its slope.
float grain(vec3 local, float footprint, out vec3 slope) {
    slope = vec3(0.0);
    float sum = 0.0;
    float level = log2(1.0 / max(footprint * float(PLANET_GRAIN), 1e-12));  // a cell is a pixel wide
    int coarsest = int(floor(level)) - 6;
    for (int i = 0; i < 5; ++i) {
        int k = coarsest + i;
        float wide = level - float(k);  // log2 of the pixels of a cell
        float weight = smoothstep(1.3, 2.5, wide) * (1.0 - smoothstep(5.2, 6.2, wide));
        if (k < 0 || k > 20 || weight <= 0.0) continue;
        float scale = float(1 << k);
        vec3 q = fine_fraction * scale + local * (float(PLANET_GRAIN) * scale);
        vec3 cell = floor(q);
        vec3 g;
        sum += weight * perlin3_gradient(fine_cell * (1 << k) + ivec3(cell), q - cell, uint(k) + 40u, g);
        slope += weight * g;
    }
    sum *= 0.6;
    return sum;
}

// Storms wind up the clouds: points rotate around a few centers, more the closer they are. Returns the storm's
// strength; `shear` is the difference in rotation, in radians, between the near and far side of a point.
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
        // Storms rotate counterclockwise in the north, clockwise in the south.
        float angle = sign(y) * -4.4 * near / (1.0 + 2.0 * sqrt(r)) * (1.0 + sqrt(r));
        shear += 2.0 * r * abs(angle);
        float s = sin(angle);
        n = n * cos(angle) + cross(c, n) * s + c * dot(c, n) * (1.0 - cos(angle));
        storm += near * 1.25 - 2.4 * exp(-r * 220.0);
    }
    return storm;
}

// The clouds' noise in a direction from the planet's center, relative to the threshold, in standard deviations.
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
    // Winds stretch clouds along circles of latitude.
    vec4 q = center_fraction + vec4(at * vec3(1.7, 2.6, 1.7), 0.0) * isonoise_plan.frequency * 1.5;
    vec4 cell = floor(q);
    // Winding stretches the noise: fine octaves would become streaks.
    detail = min(detail_at(distance * 2.6, 1.0), 4.3 - 2.1 * smoothstep(0.1, 0.9, shear));
    float value = as_signed(value_at(center_cell + ivec4(cell) + ivec4(37, 113, 71, 0), q - cell));
    // Wet and dry belts.
    float belts = 0.45 * cos(7.0 * latitude) + 0.25 * latitude * latitude + 0.75 * w;
    // Small clouds use noise that is not wound up.
    float small = 0.0;
    float size_of = 23.0;
    for (int i = 0; i < 4; ++i) {
        float seen = clamp(0.5 / max(pixel_angle() * distance * size_of, 1e-3) - 1.0, 0.0, 1.0);
        if (seen <= 0.0) break;
        small += seen * exp2(-0.62 * float(i)) * perlin3(still * size_of, 93u + uint(i));
        size_of *= 2.27;
    }
    return (value - as_signed(mean) - threshold) / max(signed_sigma(), 0.02) + belts + storm + 0.8 * small;
}
float cloud_depth(float n) {
    float c = max(n + 0.25, 0.0);
    return density * (0.16 * c + 0.9 * c * c * c / (0.8 + c));
}

// Constant for all rays, set by prepare(). Heights are above the sphere of `ball`.
float pixel;         // see pixel_angle()
bool sea;            // is there water?
float top;           // no ground is higher
float bottom;        // no ground, or water, is lower
float level;         // the value at height 0 for air, clouds and snow
float level_height;  // its height
float clouds_above;  // height of the clouds above that
float octave_slope;  // typical slope of the ground from the first octave

// The fraction of sunlight that mountains let through to a point on the ground; 1 from far away, where shadows are too
// small to see.
float mountain_shade(vec3 p, vec3 n, float footprint) {
    float fade = 1.0 - smoothstep(4e-4, 1.2e-3, footprint);
    float mu = dot(n, sun_direction);
    if (fade <= 0.0 || mu <= -0.06) return 1.0;
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

void prepare() {
    pixel = pixel_angle();
    sea = water > -1.0;
    float sea_height = sea ? height_of_value(water) : -GONE;
    top = height_of_value(min(extremes.y, as_signed(mean) + 6.0 * signed_sigma()));
    bottom = max(height_of_value(max(extremes.x, as_signed(mean) - 4.5 * signed_sigma())), sea_height);
    top = max(top, bottom) + 1e-7;
    level = sea ? water : as_signed(mean) - 1.5 * signed_sigma();
    level_height = height_of_value(level);
    clouds_above = max(0.015, 2.2 * ball.z * signed_sigma());
    const float SHAPES[5] = float[](1.0, 1.0, 2.4, 2.0, 1.0);
    octave_slope = 0.9 * SHAPES[ISONOISE_FRACTAL] * ball.z * isonoise_plan.frequency
        * isonoise_plan.octaves[0].amplitude * (1.0 + isonoise_plan.warp);
}

// The distance to the ground along a ray, or GONE. `wet`: it hits water.
float walk(vec3 d, out bool wet) {
    vec2 shell = cross_sphere(d, top);
    vec2 core = cross_sphere(d, bottom);
    float from = max(shell.x, 0.0);
    bool below = core.x < core.y && core.x > 0.0;
    float to = below ? core.x : shell.y;
    wet = false;
    if (shell.x >= shell.y || to <= from) return GONE;
    float t = from;
    Bracket ends = Bracket(from, from, 1.0, 0.0);
    bool found = false;
    bool closing = false;
    float over = 0.0;
    float fading = log(clamp(isonoise_plan.octaves[1].amplitude / max(isonoise_plan.octaves[0].amplitude, 1e-9),
                             0.01, 0.95));
    float growth = clamp(isonoise_plan.lacunarity * exp(fading), 0.2, 2.0);
    growth = abs(growth - 1.0) < 0.01 ? 1.01 : growth * growth;
    for (int i = 0; i < STEPS; ++i) {
        vec3 p = t * d;
        float h = height_at(p);
        vec3 n = up_at(p);
        // Octaves that are small compared with the height above ground do not matter there.
        float matters = 0.5 + log(max(min(over, 1.0), 1e-9) * 0.03 / (ball.z * signed_sigma() + 1e-9)) / fading;
        detail = min(min(detail_at(t, 1.5), octave_limit()), max(matters, 2.0));
        float value = as_signed(noise(foot_of(p, h, n)));
        over = h - height_of_value(value);
        float footprint = pixel * t;
        if (closing) {
            narrow(ends, t, over);
            if (abs(over) < 0.1 * footprint || ends.below - ends.above < 0.2 * footprint) break;
            t = between(ends, 0.1);
            continue;
        }
        if (over < 0.08 * footprint) {
            found = true;
            if (over >= 0.0 || i == 0) break;
            closing = true;
            narrow(ends, t, over);
            t = between(ends, 0.1);
            continue;
        }
        if (t >= to) break;
        narrow(ends, t, over);
        float falling = max(-dot(d, n), 0.0);
        // The slope of the ground from the octaves so far, not quite the worst case.
        float steepness = octave_slope * sqrt((pow(growth, min(detail, 16.0)) - 1.0) / (growth - 1.0));
        t = min(t + max(over / (falling + clamp(steepness, 0.04, 3.0)), 0.6 * footprint), to);
    }
    if (found) return t;
    bool at_end = t >= to;  // otherwise out of steps, close above the ground
    wet = below && sea && at_end;
    return below || !at_end ? t : GONE;
}

// A point on the ground, as wide as a pixel.
struct Spot {
    vec3 p;
    vec3 n;            // straight up
    float value;
    vec3 slope;        // of the value, along the ground
    float footprint;   // the width of a pixel
};
Spot spot_at(vec3 d, float t) {
    Spot spot = Spot(t * d, vec3(0.0), 0.0, vec3(0.0), pixel * min(t, 1e3));
    float h = height_at(spot.p);
    spot.n = up_at(spot.p);
    detail = min(detail_at(t, 1.3), octave_limit());
    vec4 foot = foot_of(spot.p, h, spot.n);
    vec4 g;
#if ISONOISE_GRADIENT
    spot.value = as_signed(noise(foot, g));
    if (isonoise_plan.unit != 0u) g *= 2.0;
#else
    // Three differences over about a pixel.
    float e = max(spot.footprint, 3e-5 / isonoise_plan.frequency);
    g = vec4(0.0);
    for (int i = 0; i < 4; ++i) {
        vec4 s = vec4(i == 0 ? 1.0 : 0.0, i == 1 ? 1.0 : 0.0, i == 2 ? 1.0 : 0.0, 0.0);
        float v = as_signed(noise(foot + e * s));
        if (i < 3) {
            g[i] = v;
        } else {
            spot.value = v;
        }
    }
    g = (g - spot.value) / e;
#endif
    spot.slope = g.xyz - spot.n * dot(g.xyz, spot.n);
    return spot;
}

// The clouds along a ray.
struct Clouds {
    float t;      // distance to them; GONE if something is in front, or the ray misses them
    vec3 n;       // straight up, there
    float cover;  // 0 to 1
    float lit;    // sunlight that reaches them
    float shade;  // sunlight that they let through to the ground
};
// A single loop over the clouds in front, those towards the sun from there, and those above the ground, so that the
// noise is compiled only once. The ground is at `t` and has normal `up`.
Clouds clouds_at(vec3 d, float t, vec3 up) {
    float cloud_height = level_height + clouds_above;
    vec2 veil = cross_sphere(d, cloud_height);
    Clouds clouds = Clouds(GONE, vec3(0.0), 0.0, 1.0, 1.0);
    if (veil.x < veil.y) clouds.t = ball.y > cloud_height ? veil.x : veil.y;
    if (clouds.t < 0.0 || clouds.t > t) clouds.t = GONE;
    clouds.n = up_at(min(clouds.t, 1e3) * d);
    if (density <= 0.0) return clouds;
    for (int i = 0; i < 3; ++i) {
        if (i < 2 ? clouds.t >= GONE : t >= GONE) continue;
        vec3 at = i < 2 ? clouds.n : up;
        // No light of the sun arrives where these are: see cloud_light(), land_light() and water_light().
        float height = dot(at, sun_direction);
        if (i == 1 && (clouds.cover <= 0.0 || height <= -0.1) || i == 2 && height <= -0.06) continue;
        float mu = max(height, 0.15);
        vec3 along = sun_direction - dot(at, sun_direction) * at;
        // Towards the sun by the clouds' thickness, or from the ground to where its sunlight crossed them.
        float way = i == 0 ? 0.0 : (i == 1 ? 0.006 : clouds_above * 0.8) / mu;
        at = normalize(at + along * way);
        float depth = cloud_depth(cloud_noise(at, i < 2 ? clouds.t : t + 0.01));
        if (i == 0) clouds.cover = depth;
        if (i == 1) clouds.lit = exp(-0.8 * max(depth - 0.45 * clouds.cover, 0.0));
        if (i == 2) clouds.shade = exp(-0.8 * depth);
    }
    // A thin layer: denser along a slanting ray, and absent right around the eye.
    float slant = max(abs(dot(d, clouds.n)), 0.3);
    clouds.cover = 1.0 - exp(-clouds.cover / slant * 0.7);
    clouds.cover *= smoothstep(0.0, 0.004, clouds.t);
    // Near the layer, though not in space, it fades out towards edge-on, where its lack of thickness would show as a
    // line.
    float beside = 1.0 - smoothstep(0.0, 0.1, abs(ball.y - cloud_height));
    clouds.cover *= mix(1.0, smoothstep(0.0, 0.15, abs(dot(d, clouds.n))), beside);
    return clouds;
}

// Properties of the ground.
struct Climate {
    float above;    // height above the water in standard deviations
    float moist;
    float patches;  // a pattern for colours
    float speck;    // grain finer than the noise
    vec3 micro;     // the grain's slope
    float warm;
    vec3 ice;       // the colour of ice
};
Climate climate_at(Spot spot) {
    Climate c;
    c.micro = vec3(0.0);
    c.speck = 0.0;
    if (spot.footprint < 2e-4) {
        c.speck = grain(spot.p, spot.footprint, c.micro) * (1.0 - smoothstep(1e-4, 2e-4, spot.footprint));
        c.micro = (c.micro - spot.n * dot(c.micro, spot.n)) * (1.0 - smoothstep(1e-4, 2e-4, spot.footprint));
    }
    float latitude = abs(spot.n.y);
    c.above = (spot.value - level) / max(signed_sigma(), 0.01);
    vec3 q = spot.n * 3.1;
    c.moist = perlin3(q + 31.0, 21u) + 0.5 * perlin3(q * 2.3 + 7.0, 22u) + 0.25 * perlin3(q * 5.1, 23u);
    c.patches = perlin3(q * 11.0, 24u) + 0.5 * c.speck;
    c.patches += 0.6 * perlin3(q * 27.0, 25u) * (1.0 - smoothstep(2e-3, 8e-3, spot.footprint));
    c.warm = 0.92 - 1.25 * pow(latitude, 1.7) - 0.17 * max(c.above, 0.0) + 0.16 * c.moist + 0.06 * c.patches
        + 1.6 * warmth;
    c.ice = mix(vec3(0.40, 0.52, 0.64), vec3(0.66, 0.72, 0.78), smoothstep(-0.5, 0.6, c.patches + 0.8 * c.moist));
    return c;
}

// Light reflected by water: `sun` and `ambient` is the light that reaches it, `shade` the unshadowed fraction of the
// sun.
vec3 water_light(Spot spot, Climate c, vec3 d, vec3 sun, vec3 ambient, float shade) {
    float sun_height = dot(spot.n, sun_direction);
    float depth = max(-c.above, 0.0);
    vec3 deep = mix(vec3(0.0035, 0.013, 0.040), vec3(0.006, 0.028, 0.062), smoothstep(0.2, 0.9, c.warm));
    vec3 body = mix(vec3(0.022, 0.125, 0.135), deep, 1.0 - exp(-depth * 3.0));
    body = mix(body * 0.7, deep, 0.25);
    float frozen = smoothstep(-0.02, -0.10, c.warm + 0.05 * c.patches);
    vec3 facet = normalize(spot.n - 0.045 * c.micro);
    float diffuse = max(sun_height, 0.0) * shade;
    vec3 light = mix(body, c.ice * 0.85, frozen) * (sun * diffuse + ambient);
    // The sun reflected by waves too small to resolve: like a rough mirror (GGX).
    vec3 half_way = normalize(sun_direction - d);
    float nh = max(dot(facet, half_way), 0.0);
    float rough = mix(0.016, 0.008, smoothstep(1e-3, 1e-5, spot.footprint)) * (1.0 + 0.35 * c.patches);
    rough = max(rough, 0.004);
    float lobe = rough / (3.1415927 * (nh * nh * (rough - 1.0) + 1.0) * (nh * nh * (rough - 1.0) + 1.0));
    float nv = max(-dot(facet, d), 0.0);
    float mirror = 0.02 + 0.98 * pow(1.0 - nv, 5.0) * 0.6;
    float glint = (lobe + 0.9 * pow(nh, 40.0)) * 0.02 * (1.0 + 6.0 * mirror);
    glint *= smoothstep(-0.02, 0.15, sun_height);
    light += (1.0 - frozen) * shade * glint * vec3(1.0, 0.86, 0.66) * sun;
    light += (1.0 - frozen) * mirror * ambient * 1.1;
    return light;
}

// Colours of land on planets with water and without. `steep` is about 1 - cosine.
vec3 green_land(Spot spot, Climate c, float steep) {
    float wetness = c.moist + 0.35 * cos(abs(spot.n.y) * 9.0) - 0.10 * c.above + 0.06 * c.patches;
    vec3 desert = mix(vec3(0.37, 0.23, 0.105), vec3(0.27, 0.145, 0.07), 0.5 + 0.6 * c.patches);
    vec3 steppe = mix(vec3(0.17, 0.15, 0.06), vec3(0.12, 0.13, 0.05), 0.5 + 0.6 * c.patches);
    vec3 forest = mix(vec3(0.022, 0.050, 0.014), vec3(0.045, 0.075, 0.022), 0.5 + 0.6 * c.patches);
    vec3 ground = mix(desert, steppe, smoothstep(-0.35, -0.05, wetness));
    ground = mix(ground, forest, smoothstep(-0.08, 0.22, wetness));
    vec3 tundra = mix(vec3(0.14, 0.12, 0.085), vec3(0.10, 0.095, 0.06), 0.5 + 0.6 * c.patches);
    ground = mix(tundra, ground, smoothstep(0.12, 0.34, c.warm));
    vec3 rock = mix(vec3(0.15, 0.125, 0.105), vec3(0.22, 0.19, 0.16), 0.5 + 0.6 * c.patches);
    float bare = max(smoothstep(1.2, 2.1, c.above + 0.2 * c.patches), smoothstep(0.02, 0.09, steep));
    ground = mix(ground, rock, bare);
    vec3 beach = mix(vec3(0.46, 0.38, 0.25), vec3(0.22, 0.20, 0.11), smoothstep(2e-4, 2e-3, spot.footprint));
    return mix(beach, ground, smoothstep(0.012, 0.05, c.above + 0.03 * c.patches + 3.0 * steep));
}
vec3 bare_land(Spot spot, Climate c, float steep) {
    // No vegetation: dark lowlands, dust, rust.
    vec3 dry_rock = mix(vec3(0.20, 0.135, 0.09), vec3(0.36, 0.22, 0.13), 0.5 + 0.5 * c.patches);
    vec3 low = mix(vec3(0.115, 0.060, 0.042), vec3(0.17, 0.085, 0.052), 0.5 + 0.6 * c.patches);
    vec3 dust = mix(vec3(0.42, 0.215, 0.105), vec3(0.52, 0.30, 0.16), 0.5 + 0.6 * c.patches);
    vec3 ground = mix(low, dust, smoothstep(0.6, 1.9, c.above + 0.7 * c.moist));
    ground = mix(ground, dry_rock * 0.8, smoothstep(0.03, 0.12, steep));
    return mix(ground, vec3(0.55, 0.40, 0.27), smoothstep(2.2, 3.4, c.above));
}

// Light reflected by land, like water_light.
vec3 land_light(Spot spot, Climate c, vec3 sun, vec3 ambient, float shade) {
    float steep = ball.z * ball.z * dot(spot.slope, spot.slope) * 0.5;
    vec3 ground = sea ? green_land(spot, c, steep) : bare_land(spot, c, steep);
    float warm = sea ? c.warm : c.warm + 0.14;
    float snow = smoothstep(0.06, -0.05, warm) * (1.0 - 0.7 * smoothstep(0.10, 0.22, steep));
    ground = mix(ground, c.ice, snow);
    ground *= 1.0 + 0.18 * c.speck;
    // From far away relief is exaggerated: it would hardly be visible.
    float gentle = clamp(0.06 / max(ball.z * signed_sigma() * isonoise_plan.frequency * 4.0, 1e-6), 0.0, 1.6);
    float steeper = 1.0 + gentle * smoothstep(2e-5, 2e-3, spot.footprint);
    vec3 bump = normalize(spot.n - ball.z * steeper * spot.slope);
    bump = normalize(bump - 0.10 * c.micro);
    float sun_height = dot(spot.n, sun_direction);
    float diffuse = max(dot(bump, sun_direction), 0.0) * smoothstep(-0.06, 0.04, sun_height) * shade;
    // The sky is brighter on the sun's side.
    float open = max(0.4 + 0.6 * dot(bump, spot.n) + 1.1 * dot(bump - spot.n, sun_direction), 0.25);
    return ground * (sun * diffuse + ambient * open);
}

vec3 ground_light(Spot spot, bool wet, vec3 d, float cloud_shade) {
    vec3 sun = SUNSHINE * sun_at(spot.n, height_at(spot.p) - level_height) * mix(cloud_shade, 1.0, 0.12);
    vec3 ambient = SUNSHINE * sky_at(dot(spot.n, sun_direction));
    float shade = mountain_shade(spot.p, spot.n, spot.footprint);
    Climate c = climate_at(spot);
    return wet ? water_light(spot, c, d, sun, ambient, shade) : land_light(spot, c, sun, ambient, shade);
}

vec3 cloud_light(Clouds clouds, vec3 d) {
    float sun_height = dot(clouds.n, sun_direction);
    vec3 sun = SUNSHINE * sun_at(clouds.n, clouds_above);
    float lambert = smoothstep(-0.10, 0.75, sun_height);
    // Backlit clouds are translucent.
    bool from_below = ball.y < level_height + clouds_above;
    float through = from_below ? 0.55 + 0.5 * pow(max(dot(d, sun_direction), 0.0), 6.0) : 1.0;
    vec3 lit = sun * lambert * mix(0.30, 1.0, clouds.lit) * through;
    return 0.86 * (lit + SUNSHINE * sky_at(sun_height) * 1.1);
}

// Integrates the air in two halves, from the ray's lowest point to both ends, since most of the air is there.
void through_air(vec3 d, float t, Clouds clouds, inout vec3 light, inout vec3 starlight) {
    vec2 air = cross_sphere(d, level_height + 9.0 * THICK);
    float end = min(t, clouds.t < GONE ? mix(min(t, air.y), clouds.t, clouds.cover) : t);
    float start = max(air.x, 0.0);
    end = min(end, air.y);
    if (fog <= 0.0 || end <= start) return;
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
        // Single and multiple scattering.
        vec3 lit = scatter * sun_at(qn, h);
        lit += RAYLEIGH * SUNSHINE * 0.16 * smoothstep(-0.2, 0.5, dot(qn, sun_direction));
        gained += through * (1.0 - step_through) / loss * lit;
        through *= step_through;
        at = next;
    }
    light = light * through + gained;
    starlight *= through * exp(-60.0 * dot(gained, vec3(0.33)));  // invisible by day
}

// Draws the marker over the picture, in pixels of a picture of 720 rows. The ground is at `t`.
vec3 with_marker(vec3 light, float t) {
    vec2 off = (place() + jitter - marker_at.xy) * (720.0 / size.y);
    float blur = max(0.75 * 720.0 / size.y, 0.75);
    vec2 axis = marker_at.zw;
    float ahead = dot(off, axis);
    float side = abs(off.x * axis.y - off.y * axis.x);
    float shape;
    float glow;
    float clear = 1.0;
    if (marker_kind == MARKER_SEEN) {
        float r = length(off);
        float beam = max(side - 1.0, max(-ahead, ahead - 34.0)) + 0.03 * max(ahead, 0.0);
        shape = min(min(abs(r - 9.0) - 1.1, r - 3.2), beam);
        glow = exp(-r * r / 260.0);
        glow += 0.6 * exp(-side * side / 14.0) * smoothstep(44.0, 0.0, ahead) * step(0.0, ahead);
        // Objects in front make it nearly transparent.
        if (t < marker_distance * 0.96 - 1e-6) clear = 0.3;
    } else {
        float tip = marker_kind == MARKER_HORIZON ? ahead - 8.0 : ahead;
        shape = max((tip + side * 1.5 - 9.0) * 0.55, -(tip + side * 0.55));
        glow = exp(-dot(off, off) / 220.0);
    }
    float covers = 1.0 - smoothstep(-blur, blur, shape);
    // Darker against snow and clouds, with a rim.
    float bright = smoothstep(0.6, 1.1, dot(light, vec3(0.2126, 0.7152, 0.0722)));
    vec3 lamp = mix(vec3(1.0, 0.54, 0.13), vec3(0.9, 0.22, 0.01), bright);
    light *= 1.0 - 0.6 * bright * clear * (1.0 - smoothstep(0.0, 4.0, shape));
    light += lamp * 0.45 * glow * clear * (1.0 - bright);
    return mix(light, lamp * mix(2.5, 1.0, bright), covers * clear);
}

void main() {
    prepare();
    vec3 d = ray();
    bool wet;
    float t = walk(d, wet);
    Spot spot = Spot(vec3(0.0), zenith, 0.0, vec3(0.0), pixel * min(t, 1e3));
    if (t < GONE) spot = spot_at(d, t);
    Clouds clouds = clouds_at(d, t, spot.n);

    vec3 light;
    vec3 starlight = vec3(0.0);
    if (t < GONE) {
        light = ground_light(spot, wet, d, clouds.shade);
    } else {
        light = space(d);
        starlight = stars(d);
    }
    if (clouds.cover > 0.0) light = mix(light, cloud_light(clouds, d), clouds.cover);
    through_air(d, t, clouds, light, starlight);
    light += starlight * (1.0 - clouds.cover);
    if (marker_kind != MARKER_NONE) light = with_marker(light, t);
    colour = shown(light);
}
