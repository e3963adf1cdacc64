// The sea: waves as octaves of folded noise; a ray meets them by bisection, and the normal has more octaves.
#include "classic.glsl"

float waves(vec2 p, int octaves) {
    float height = 0.0, amplitude = 0.34, frequency = 0.22, sharp = 3.5;
    for (int i = 0; i < octaves; ++i) {
        vec2 q = frequency * p;
        vec2 w = 1.0 - abs(sin(q + noise(q) + 0.7 * float(i)));
        vec2 c = abs(cos(q + noise(q.yx + 3.1)));
        w = mix(w, c, w);
        height += amplitude * pow(1.0 - sqrt(w.x * w.y), sharp);
        amplitude *= 0.3;
        frequency *= 1.9;
        sharp = mix(sharp, 1.0, 0.2);
        p = vec2(0.8 * p.x - 0.6 * p.y, 0.6 * p.x + 0.8 * p.y);
    }
    return height;
}

void main() {
    vec3 eye = vec3(0.0, 3.2, 0.0), d = ray(0.16);
    if (d.y > -0.004) {
        show(sky(d));
        return;
    }
    float near = 0.0, far = 3.2 / -d.y;
    for (int i = 0; i < 9; ++i) {
        float middle = 0.5 * (near + far);
        vec3 p = eye + middle * d;
        if (p.y > waves(p.xz, 3)) near = middle;
        else far = middle;
    }
    vec3 p = eye + far * d;
    float e = 0.0008 * far, h = waves(p.xz, 6);
    vec3 n = normalize(vec3(h - waves(p.xz + vec2(e, 0), 6), e, h - waves(p.xz + vec2(0, e), 6)));
    vec3 r = reflect(d, n);
    r.y = abs(r.y);
    float fresnel = 0.03 + 0.97 * pow(1.0 - max(dot(n, -d), 0.0), 5.0);
    vec3 water = vec3(0.01, 0.06, 0.09) + vec3(0.05, 0.09, 0.06) * h;
    vec3 light = mix(water, sky(r), fresnel) + vec3(1.0, 0.85, 0.6) * pow(max(dot(r, sun), 0.0), 90.0);
    show(mix(light, sky(vec3(d.x, 0.0, d.z)), 1.0 - exp(-0.00006 * far * far)));
}
