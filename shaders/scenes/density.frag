// Scene "density": 3D noise as solid rock, with caves, arches and overhangs; the noise's x, y and z lie along the
// world's. This style shows the smooth surface.
#include "scenes/density.glsl"

uniform sampler2D start;  // see density-start.frag

const int STEPS = 110;       // along a ray to the smooth surface
const int LIGHT_STEPS = 20;  // from there to the sun
const int OPEN_STEPS = 6;    // and to its surroundings
const int SHAFTS = 6;        // points along a ray that look for sunbeams, in caves
const int SHAFT_STEPS = 4;   // from each to the sun

// The surface along a ray, in two functions: its position, and its light.
bool smooth_hit(vec3 d, out float t) {
    vec2 ends = reach(d);
    t = ends.x;
    // Steps as far as the slope allows, longer if the last step found a lower slope; after a change of sign, false position.
    bool hit = false;
    float before = 0.0, stride = 0.0;
    Bracket step_ends = Bracket(t, t, 1.0, -1.0);
    int narrowings = 0;
    float in_air = texelFetch(start, ivec2(place()) / DENSITY_START, 0).r;
    for (int i = 0; i < STEPS; ++i) {
        if (t > ends.y || narrowings > 7) break;
        detail = detail_at(max(t, 0.1 * focus), 3.0);
        float f = body(d * t);
        if (i == 0) f = hollowed(f);
        if (hit || f > 0.0) {
            hit = true;
            narrow(step_ends, t, -f);
            narrowings += 1;
            if (step_ends.below - step_ends.above < 0.2 * pixel_angle() * t) break;
            t = between(step_ends, 0.1);
        } else {
            narrow(step_ends, t, -f);
            float steep = steepness();
            float rise = stride > 0.0 ? clamp((f - before) / stride, 0.0, steep) : steep;
            before = f;
            float least = pixel_angle() * (0.5 + 0.02 * float(i)) + 0.03 * smoothstep(50.0, 110.0, float(i));
            stride = max(-f / mix(rise, steep, 0.4), (t + 0.03 * focus) * least);
            if (i == 0 && t + stride < in_air) {
                t = in_air;
                stride = 0.0;
            } else {
                t += stride;
            }
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
    int steps = OPEN_STEPS + (dot(n, sun_direction) > 0.0 ? LIGHT_STEPS : 0);
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
        if (!around && i < steps && (lit <= 0.0 || is_above_rock(from.y + to.y * at))) {
            i = steps - 1;
            continue;
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

void main() {
    prepare();
    vec3 d = ray();
    vec3 light = backdrop(d);
    float t = far;
    bool hit = smooth_hit(d, t);
    if (hit) light = smooth_light(d, t);
    light = through_air(light, d, hit ? t : far, hit);
    colour = shown(light);
}
