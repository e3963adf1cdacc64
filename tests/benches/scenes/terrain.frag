// Terrain: a march through a height field with steps in proportion to the height above it, taps towards the sun, and a
// normal of more octaves.
#include "classic.glsl"

float ground(vec2 p, int octaves) { return 1.7 * pow(fbm(0.55 * p, octaves), 1.6); }

// The distance along the ray; beyond `far` if it meets nothing.
float march(vec3 eye, vec3 d, float far) {
    float t = 0.02;
    for (int i = 0; i < 160 && t < far; ++i) {
        vec3 p = eye + t * d;
        float above = p.y - ground(p.xz, 6);
        if (above < 0.001 * t) break;
        t += 0.45 * above;
    }
    return t;
}

float shadow(vec3 p) {
    float light = 1.0, t = 0.03;
    for (int i = 0; i < 24 && light > 0.01; ++i) {
        vec3 q = p + t * sun;
        float above = q.y - ground(q.xz, 5);
        light = min(light, 16.0 * above / t);
        t += clamp(above, 0.02, 0.3);
    }
    return clamp(light, 0.0, 1.0);
}

void main() {
    const float far = 24.0;
    vec3 eye = vec3(1.7, 1.35, 4.0), d = ray(0.18);
    float t = march(eye, d, far);
    if (t >= far) {
        show(sky(d));
        return;
    }
    vec3 p = eye + t * d;
    float e = 0.001 * t, h = ground(p.xz, 10);
    vec3 n = normalize(vec3(h - ground(p.xz + vec2(e, 0), 10), e, h - ground(p.xz + vec2(0, e), 10)));
    vec3 rock = mix(vec3(0.17, 0.14, 0.11), vec3(0.10, 0.16, 0.05), smoothstep(0.6, 0.9, n.y));
    rock = mix(rock, vec3(0.9), smoothstep(0.75, 1.0, p.y) * smoothstep(0.4, 0.7, n.y));
    vec3 light = vec3(2.3, 2.0, 1.6) * max(dot(n, sun), 0.0) * shadow(p) + vec3(0.25, 0.35, 0.5) * (0.5 + 0.5 * n.y);
    show(mix(rock * light, sky(vec3(d.x, 0.0, d.z)), 1.0 - exp(-0.004 * t * t)));
}
