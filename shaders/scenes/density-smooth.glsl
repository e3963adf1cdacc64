// The smooth surface of rock, for the picture and for the coarse passes before it, whose textures follow.
#include "scenes/density.glsl"

// How far all rays of a square of pixels are in air, from density-start.frag; negative for an eye in rock.
uniform sampler2D start;
uniform int near_pixels;  // pixels a side for each ray of density-near.frag

const int SURFACE_STEPS = 110;  // along a ray to it

// Also makes the hollow around an eye in rock.
float start_of(vec2 pixel) {
    float t = texelFetch(start, ivec2(pixel) / DENSITY_START, 0).r;
    if (t < 0.0) room = ROOM * focus;
    return abs(t);
}

// Walks a ray from `t`, or the eye if t lies in rock, to the surface. `guess`: where it may be, if that is beyond t.
// From gap.x to gap.y there is only air.
bool find_surface(vec3 d, float guess, vec2 gap, inout float t) {
    vec2 ends = reach(d);
    // Steps as far as the slope allows, longer if the last step found a lower slope; after a change of sign, false position.
    bool hit = false;
    float before = 0.0, stride = 0.0;
    Bracket step_ends = Bracket(t, t, 1.0, -1.0);
    int narrowings = 0;
    for (int i = 0; i < SURFACE_STEPS; ++i) {
        if (t > ends.y || narrowings > 7) break;
        detail = detail_at(max(t, 0.1 * focus), 3.0);
        float f = body(d * t);
        if (i == 0 && f > 0.0 && t > ends.x) {
            t = ends.x;
            guess = 0.0;
            gap = vec2(0.0);
        } else if (hit || f > 0.0) {
            hit = true;
            narrow(step_ends, t, -f);
            narrowings += 1;
            float last = t, pixel = pixel_angle() * t;
            if (step_ends.below - step_ends.above < 0.2 * pixel) break;
            t = between(step_ends, 0.1);
            if (abs(t - last) < 0.1 * pixel) break;
        } else {
            narrow(step_ends, t, -f);
            float steep = steepness();
            float rise = stride > 0.0 ? clamp((f - before) / stride, 0.0, steep) : steep;
            before = f;
            float least = pixel_angle() * (0.5 + 0.02 * float(i)) + 0.03 * smoothstep(50.0, 110.0, float(i));
            stride = max(-f / mix(rise, steep, 0.4), (t + 0.03 * focus) * least);
            t = max(t + stride, guess);
            if (t > gap.x && t < gap.y) t = gap.y;
            stride = t - step_ends.above;
            guess = 0.0;
        }
    }
    // Rays that run out of steps close to a surface end there, and so do rays that would continue below all ground.
    if (!hit && t < ends.y) hit = before > -0.1 || (relief > 0.0 && d.y < 0.0);
    return hit;
}

// The direction in which the rock ends fastest, at a point `t` along the ray.
vec3 normal_at(vec3 d, float t) {
    vec3 p = d * t;
    detail = detail_at(t, 1.0);
    vec4 g = vec4(0.0);
#if ISONOISE_GRADIENT
    noise(vec4(p, 0.0), g);
#else
    float cell = max(1.0 / isonoise_plan.frequency, 8.0 * pixel_angle() * t);
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
    return normalize(n - max(dot(n, d), 0.0) * d);
}

const int LIGHT_STEPS = 20;  // from the surface to the sun
const int OPEN_STEPS = 6;    // and to its surroundings

// How much of the sun reaches a point of the surface, 1 if it faces away, and of the light of its surroundings.
vec2 light_at(vec3 d, float t, vec3 n) {
    float cell = max(1.0 / isonoise_plan.frequency, 8.0 * pixel_angle() * t);  // shorter steps would only flicker
    detail = min(detail_at(t, 8.0), 4.0);
    float steep = steepness();
    float lit = 1.0, open = 0.0, s = 0.02 * cell;
    vec3 from = d * t + n * (0.01 * cell);
    int steps = OPEN_STEPS + (dot(n, sun_direction) > 0.0 ? LIGHT_STEPS : 0);
    for (int i = 0; i < steps; ++i) {
        bool around = i < OPEN_STEPS;
        float at = around ? cell * 0.05 * exp2(0.85 * float(i)) : s;
        vec3 to = around ? normalize(n + vec3(0.0, 0.5, 0.0)) : sun_direction;
        if (!around && (lit <= 0.0 || is_above_rock(from.y + to.y * at))) break;
        float f = body(from + to * at);
        if (around) {
            open += clamp(0.35 - 2.2 * f / (steep * at), 0.0, 1.0) / float(OPEN_STEPS);
        } else {
            lit = min(lit, clamp(0.5 - 14.0 * f / (steep * at), 0.0, 1.0));
            s += clamp(-f / steep, 0.03 * cell, 0.4 * cell);
        }
    }
    return vec2(lit, open);
}

// Both in a texture's number; negative if the surface faces away from the sun.
float packed_light(vec2 light, bool faces) {
    vec2 steps = floor(clamp(light, 0.0, 1.0) * 2047.0 + 0.5);
    float both = steps.x * 2048.0 + steps.y;
    return faces ? both : -both;
}
vec2 unpacked_light(float both) {
    float x = floor(abs(both) / 2048.0);
    return vec2(x, abs(both) - 2048.0 * x) / 2047.0;
}
