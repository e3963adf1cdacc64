// Clouds: fixed steps through a layer, its density a sum of octaves, with one tap towards the sun at each step.
#include "classic.glsl"

float density(vec3 p, int octaves) {
    float shape = 4.0 * (p.y - 1.0) * (2.2 - p.y) / 1.44;
    return clamp(2.6 * (fbm(p, octaves) + 0.22 * shape - 0.62), 0.0, 1.0);
}

void main() {
    vec3 eye = vec3(0.0, 0.1, 0.0), d = ray(-0.35), background = sky(d);
    vec4 sum = vec4(0.0);
    float first = 1.0 / max(d.y, 0.02), last = min(2.2 / max(d.y, 0.02), 30.0), dt = (last - first) / 72.0;
    float t = first + dt * hash(vec3(gl_FragCoord.xy, 0.0));
    for (int i = 0; i < 72 && sum.a < 0.99 && d.y > 0.0; ++i) {
        vec3 p = eye + t * d;
        float here = density(p, 5);
        if (here > 0.005) {
            float lit = clamp(1.3 * (here - density(p + 0.3 * sun, 3)) + 0.35, 0.0, 1.0);
            vec3 light = mix(vec3(0.45, 0.5, 0.6), vec3(1.3, 1.15, 0.95), lit);
            float alpha = 1.0 - exp(-14.0 * here * dt);
            alpha *= exp(-0.01 * t * t) * (1.0 - sum.a);
            sum += vec4(light * alpha, alpha);
        }
        t += dt;
    }
    show(background * (1.0 - sum.a) + sum.rgb);
}
