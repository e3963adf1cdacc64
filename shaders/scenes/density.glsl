// Shared by the styles of scene density: where there is rock, its colours, light and air.
//
// Rock is where  level - threshold - height / relief > 0.  `level` is the value in three standard deviations from the
// noise's mean, so a threshold gives the same share of rock for any fractal. `height` is the world's y, 0 at the
// noise's y = 0: rock thins out upwards, so there is ground and sky, and `relief` is the height that a level of 1
// reaches, as in a height field. With relief 0 the share of rock is the same at every height.
#include "scenes/world.glsl"
#include "scenes/sky.glsl"

uniform vec4 center;
uniform float span;
uniform float fog;
uniform float relief;
uniform float threshold;

const float ROOM = 0.25;     // radius of the hollow, relative to the distance to the eye's target

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

// Positive in rock, negative in air; `local` is relative to the eye. Around an eye inside rock there is a hollow.
float rock_at(vec3 local) {
    float f = level(noise(vec4(local, 0.0)) + missing(detail)) - threshold;
    if (relief > 0.0) f -= (height0 + local.y) / relief;
    return clamp(f, -8.0, 8.0);
}
float with_hollow(float f, vec3 local) { return min(f, (length(local) - room) * 6.0 / focus); }
// The body at the eye, after making the hollow if it is in rock.
float hollowed(float at_eye) {
    if (at_eye < 0.0) return at_eye;
    room = ROOM * focus;
    return -ROOM * 6.0;
}
float body(vec3 local) { return with_hollow(rock_at(local), local); }

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

// The height that no level reaches, relative to the eye.
float top_of_rock() { return relief * (DENSITY_TOP - threshold) - height0; }
bool is_above_rock(float y) { return relief > 0.0 && y > top_of_rock(); }

// The part of a ray that may hit rock: below that height.
vec2 reach(vec3 d) {
    vec2 t = vec2(0.0, far);
    if (relief > 0.0) {
        float top = top_of_rock();
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

// Distant rock fades into the sky, or, below floating islands, which have no ground, into a deep blue.
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

void prepare() {
    focus = span / (2.0 * half_fov_tangent);
    height0 = center.y + eye.y;
    air = max(focus, 1.4 / isonoise_plan.frequency);
    far = 12.0 * air;
    closed = relief > 0.0 ? smoothstep(-0.2, -1.0, height0 / relief + threshold) : smoothstep(0.3, 0.0, threshold);
    room = 0.0;
    beams = vec3(0.0);
}

// The background: the sky, or for rays that point below floating islands, their depths.
vec3 backdrop(vec3 d) {
    return relief > 0.0 || d.y > 0.0 ? sky_with_sun(d, sun_direction, fog) : distance_light(d);
}
