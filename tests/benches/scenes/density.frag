// Rock where a sum of octaves in 3D is high enough: fixed steps until the ray is inside, bisection, taps to the sun.
#include "classic.glsl"

float rock(vec3 p, int octaves) { return fbm(p, octaves) - 0.53 - 0.06 * p.y; }

void main() {
    vec3 eye = vec3(0.3, 1.3, 3.0), d = ray(0.25);
    float t = 0.0, dt = 0.07;
    bool hit = false;
    for (int i = 0; i < 110; ++i) {
        t += dt;
        if (rock(eye + t * d, 4) > 0.0) {
            hit = true;
            break;
        }
    }
    if (!hit) {
        show(sky(d));
        return;
    }
    float near = t - dt;
    for (int i = 0; i < 5; ++i) {
        float middle = 0.5 * (near + t);
        if (rock(eye + middle * d, 4) > 0.0) t = middle;
        else near = middle;
    }
    vec3 p = eye + near * d;
    float e = 0.004, here = rock(p, 7);
    vec3 n = normalize(here - vec3(rock(p + vec3(e, 0, 0), 7), rock(p + vec3(0, e, 0), 7), rock(p + vec3(0, 0, e), 7)));
    float light = max(dot(n, sun), 0.0);
    for (int i = 1; i <= 20 && light > 0.0; ++i)
        if (rock(p + 0.07 * float(i) * sun, 3) > 0.0) light = 0.0;
    vec3 stone = mix(vec3(0.20, 0.16, 0.13), vec3(0.11, 0.17, 0.06), smoothstep(0.4, 0.8, n.y));
    vec3 lit = stone * (vec3(2.3, 2.0, 1.6) * light + vec3(0.25, 0.35, 0.5) * (0.6 + 0.4 * n.y));
    show(mix(lit, sky(vec3(d.x, 0.0, d.z)), 1.0 - exp(-0.02 * t * t)));
}
