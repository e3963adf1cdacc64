// nebula.glsl: glowing gas with dust lanes before it, and stars; colours, the third axis is time
// Fractal noise warped by itself, as in Quilez, Domain Warping, 2002; red hydrogen, teal oxygen. Costs 35 octaves
// and 27 hashes a point.
// look: --span 4
uniform uint seed = 4u;
uniform float gas = 0.6;  // 0..1: how much
uniform float dust = 0.5;  // 0..1: how much
uniform float stars = 0.5;  // 0..1: how many
float sum(vec3 p, uint of, int octaves) {
    float total = 0.0, weight = 1.0, all = 0.0;
    for (int i = 0; i < 6; ++i) {
        if (i >= octaves) break;
        total += weight * perlin3(p, seed + of + 16u * uint(i));
        all += weight;
        weight *= 0.5;
        p = 2.03 * p + 1.7;
    }
    return total / all;
}
float part(uint h, uint shift) { return float((h >> shift) & 1023u) / 1023.0; }
float star(vec2 p, uint of) {
    ivec2 cell = ivec2(floor(p));
    float light = 0.0;
    for (int i = 0; i < 9; ++i) {
        ivec2 to = ivec2(i % 3, i / 3) - 1;
        uint h = hash2(cell + to, seed + of);
        vec2 d = vec2(to) + vec2(part(h, 0u), part(h, 10u)) - (p - floor(p));
        float bright = part(h, 20u) * (0.6 + 0.4 * stars);
        bright *= bright * bright;
        bright *= bright;  // few are bright
        float size = 0.0004 + 0.004 * bright;
        light += bright * size / (dot(d, d) + size) * (1.0 - smoothstep(0.3, 0.8, length(d)));
    }
    return light;
}
vec3 noise(vec3 p) {
    vec3 q = vec3(p.xy, 0.4 * p.z);
    vec3 bend = vec3(sum(q, 0u, 4), sum(q + 5.3, 1u, 4), 0.0);
    vec3 r = q + 0.9 * bend;
    float body = 0.7 * sum(0.7 * r, 2u, 6) + 0.6 * sum(0.25 * r, 10u, 2);
    body = smoothstep(0.35 - 0.6 * gas, 0.75 - 0.3 * gas, body);
    float veil = smoothstep(-0.5, 0.6, sum(0.35 * r + 2.2, 9u, 4));
    float thread = 1.0 - abs(sum(1.6 * r + 0.5 * bend.yxz, 3u, 6)) * 2.2;
    thread = max(thread, 0.0) * max(thread, 0.0);
    float hot = smoothstep(-0.1, 0.5, sum(0.9 * q + 0.6 * bend + 11.0, 4u, 3));
    float lane = sum(1.1 * q + 0.7 * bend.yxz + 3.7, 5u, 6) + 0.1;
    lane = smoothstep(0.45 - 0.5 * dust, 0.7 - 0.3 * dust, lane);
    vec3 glow = mix(vec3(0.85, 0.10, 0.26), vec3(0.06, 0.42, 0.75), hot);
    vec3 light = vec3(0.003, 0.004, 0.010) + (0.05 * veil + body) * glow * (0.25 + 1.0 * thread);
    light += body * body * thread * thread * vec3(1.0, 0.75, 0.6) * 0.7;
    light *= 1.0 - 0.85 * lane;
    float points = 0.0;
    for (uint i = 0u; i < 3u; ++i)
        points += star((5.0 + 8.0 * float(i) + 4.0 * float(i / 2u)) * p.xy, 6u + i) / float(1u + i);
    light += points * (1.0 - 0.6 * lane * body) * mix(vec3(1.0, 0.85, 0.7), vec3(0.75, 0.85, 1.0), hot);
    light = 1.0 - exp(-2.4 * light);
    return sqrt(light * (0.3 + 0.7 * light));
}
