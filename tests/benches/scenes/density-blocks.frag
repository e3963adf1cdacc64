// Blocks: from cell to cell along the ray, with the noise evaluated in each one, also towards the sun.
#include "classic.glsl"

bool solid(vec3 cell) { return fbm(0.09 * cell, 4) > 0.53 + 0.006 * cell.y; }

// Walks through the cells to the first solid one; returns its distance, or -1.
float walk(vec3 from, vec3 d, int steps, out vec3 normal, out vec3 cell) {
    cell = floor(from);
    vec3 side = sign(d), delta = abs(1.0 / d);
    vec3 next = (side * (cell + 0.5 - from) + 0.5) * delta;
    normal = vec3(0.0);
    for (int i = 0; i < steps; ++i) {
        if (solid(cell)) return max(dot(next - delta, normal * normal), 0.0);
        normal = step(next, next.yzx) * step(next, next.zxy);
        next += normal * delta;
        cell += normal * side;
    }
    return -1.0;
}

void main() {
    vec3 eye = vec3(3.3, 14.6, 36.0), d = ray(0.25), n, cell;
    float t = walk(eye, d, 150, n, cell);
    if (t < 0.0) {
        show(sky(d));
        return;
    }
    n *= -sign(d);
    vec3 p = eye + t * d + 0.01 * n, beside, other;
    float light = max(dot(n, sun), 0.0);
    if (light > 0.0 && walk(p, sun, 40, beside, other) >= 0.0) light = 0.0;
    vec3 stone = n.y > 0.5 ? vec3(0.13, 0.22, 0.06) : vec3(0.22, 0.17, 0.13);
    stone *= 0.85 + 0.3 * hash(cell);
    vec3 lit = stone * (vec3(2.3, 2.0, 1.6) * light + vec3(0.25, 0.35, 0.5) * (0.6 + 0.4 * n.y));
    show(mix(lit, sky(vec3(d.x, 0.0, d.z)), 1.0 - exp(-0.0002 * t * t)));
}
