// wood.glsl: boards: rings round an axis, rays across them, fibres along it; 0 is dark
// Rings as in Perlin 1985, with the rays and pores of oak. Costs 9 octaves a point; y runs along the trunk.
// look: --span 3 --gradient '#3b2110,#8a5a2c 45%,#d9a866'
uniform uint seed = 1u;
uniform float rings = 7.0;  // 1..20: to a unit
uniform float bend = 0.25;  // 0..1: how crooked the trunk is
float noise(vec3 p) {
    vec3 q = vec3(p.x, 0.15 * p.y, p.z);
    vec2 at = p.xz + bend * vec2(perlin3_fbm(q, seed, 2.0, 0.4, 2.0), perlin3_fbm(q, seed + 1u, 2.0, 0.4, 2.0));
    float radius = rings * length(at + vec2(0.0, 1.7));
    radius += 0.8 * perlin1(0.4 * radius, seed + 2u);  // years differ
    float year = radius - floor(radius);
    float late = smoothstep(0.35, 0.9, year) * (1.0 - smoothstep(0.94, 1.0, year));
    float fibre = perlin3(vec3(60.0, 2.5, 60.0) * p, seed + 3u);
    float pore = smoothstep(0.25, 0.6, perlin3(vec3(45.0, 1.6, 45.0) * p, seed + 4u)) * (1.0 - late);
    float around = atan(at.x, at.y + 1.7);
    float ray = smoothstep(0.35, 0.6, perlin3(vec3(90.0 * around, 4.0 * p.y, 0.8 * radius), seed + 5u));
    float tone = 0.8 - 0.45 * late + 0.1 * fibre - 0.25 * pore + 0.15 * ray;
    return clamp(tone + 0.1 * perlin3(0.7 * q, seed + 6u), 0.0, 1.0);
}
