// A planet: a sphere with octaves of noise for land, sea and relief, a shell of clouds with its shadow, a rim of air.
#include "classic.glsl"

const vec3 star = vec3(-0.55, 0.55, 0.63);  // the sun, behind the eye

// The nearer distance to a sphere at the origin, or -1.
float sphere(vec3 eye, vec3 d, float radius) {
    float b = dot(eye, d), inside = b * b - dot(eye, eye) + radius * radius;
    return inside < 0.0 ? -1.0 : -b - sqrt(inside);
}

float clouds(vec3 p) { return smoothstep(0.5, 0.75, fbm(3.0 * p + fbm(2.0 * p, 3), 6)); }

void main() {
    vec3 eye = vec3(0.35, 0.45, 2.1), d = ray(0.0), light = vec3(0.0);
    float t = sphere(eye, d, 1.0), air = sphere(eye, d, 1.06);
    if (hash(floor(300.0 * d)) > 0.998) light = vec3(0.5);
    if (t > 0.0) {
        vec3 p = eye + t * d;
        float h = fbm(2.1 * p, 9), e = 0.002;
        vec3 q = 2.1 * p;
        vec3 slope = vec3(fbm(q + vec3(e, 0, 0), 9), fbm(q + vec3(0, e, 0), 9), fbm(q + vec3(0, 0, e), 9)) - h;
        bool sea = h < 0.5;
        vec3 n = sea ? p : normalize(p - 0.12 * slope / e);
        vec3 ground = mix(vec3(0.06, 0.13, 0.03), vec3(0.3, 0.24, 0.15), smoothstep(0.5, 0.7, h));
        if (sea) ground = vec3(0.01, 0.05, 0.14);
        ground = mix(ground, vec3(0.8), smoothstep(0.7, 0.85, abs(p.y) + 0.3 * (h - 0.5)));
        light = ground * (2.4 * max(dot(n, star), 0.0) * (1.0 - 0.6 * clouds(p + 0.02 * star)) + 0.02);
        if (sea) light += vec3(0.8, 0.7, 0.5) * pow(max(dot(reflect(d, n), star), 0.0), 40.0);
        float shell = sphere(eye, d, 1.015);
        vec3 above = normalize(eye + shell * d);
        light = mix(light, vec3(2.0 * max(dot(above, star) + 0.1, 0.0)), clouds(above));
    }
    if (air > 0.0) {
        vec3 q = normalize(eye + air * d);
        float rim = pow(1.0 - max(dot(q, -d), 0.0), 3.0);
        light += vec3(0.15, 0.35, 0.9) * rim * max(dot(q, star) + 0.2, 0.0) * (t > 0.0 ? 1.0 : 0.6);
    }
    show(max(light, 0.0));
}
