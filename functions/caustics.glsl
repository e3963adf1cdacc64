// caustics.glsl: light on the floor of a pool; the third axis is time
// A wavy surface bends light together: its brightness is the inverse of the area that it spreads over, as in Shah et
// al., Caustics Mapping, 2007. Costs 14 gradients a point.
// look: --span 3 --gradient '#04323c,#0a5a66 25%,#1c8a93 55%,#d8fffb'
uniform uint seed = 1u;
uniform float depth = 0.14;  // 0..1: of the water
// The light's way from the surface to the floor.
vec2 bent(vec3 p) {
    vec3 a, b;
    perlin3_gradient(p, seed, a);
    perlin3_gradient(vec3(1.9 * p.yx, 1.4 * p.z), seed + 1u, b);
    return a.xy + 0.5 * b.yx;
}
float noise(vec3 p) {
    const float STEP = 0.01;
    vec3 q = p;  // where the light that arrives at p passed the surface
    for (int i = 0; i < 4; ++i)
        q.xy = 0.5 * q.xy + 0.5 * (p.xy - depth * bent(q));
    vec2 here = bent(q);
    vec2 by_x = (bent(q + vec3(STEP, 0.0, 0.0)) - here) / STEP, by_y = (bent(q + vec3(0.0, STEP, 0.0)) - here) / STEP;
    float area = (1.0 + depth * by_x.x) * (1.0 + depth * by_y.y) - depth * depth * by_x.y * by_y.x;
    float light = 1.0 / (abs(area) + 0.12);
    return light / (light + 2.5);
}
