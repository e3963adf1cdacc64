// stars.glsl: a night sky: few bright stars, many faint ones, denser along a band of haze
// Points scattered by a hash, their brightness by a power law. Costs 75 hashes and 12 octaves a point.
// look: --span 8 --gradient '#000006,#0c1134 12%,#8c94d6 60%,#ffffff'
uniform uint seed = 9u;
uniform float share = 0.5;  // 0..1: of the cells that have one
float part(uint h, uint shift) { return float((h >> shift) & 1023u) / 1023.0; }
float layer(vec2 p, uint of, float dense) {
    ivec2 cell = ivec2(floor(p));
    vec2 f = p - floor(p);
    float light = 0.0;
    for (int i = 0; i < 9; ++i) {
        ivec2 to = ivec2(i % 3, i / 3) - 1;
        uint h = hash2(cell + to, of);
        vec2 d = vec2(to) + vec2(part(h, 0u), part(h, 10u)) - f;
        uint g = hash2(cell + to, of + 1u);
        float bright = pow(part(g, 0u), 6.0);
        float size = 0.0008 + 0.004 * bright;
        float glow = size / (dot(d, d) + size) * (1.0 - smoothstep(0.0, 0.8, length(d)));
        if (part(g, 10u) < dense) light += (0.15 + bright) * glow;
    }
    return light;
}
float noise(vec2 p) {
    float across = p.y - 0.35 * p.x + 0.4 * perlin2(0.5 * p, seed);
    float band = exp(-min(0.7 * across * across, 20.0));  // nothing below 2^-126
    float haze = band * (0.5 + 0.5 * perlin2_fbm(p, seed + 1u, 6.0, 0.55, 2.0));
    float dust = smoothstep(0.0, 0.5, perlin2_fbm(1.3 * p + 7.5, seed + 2u, 5.0, 0.6, 2.1)) * band;
    float faint = layer(17.0 * p, seed + 4u, share * (0.3 + 0.7 * band)) * 0.35;
    float light = layer(3.0 * p, seed + 6u, share) + layer(7.0 * p, seed + 8u, share) * 0.6 + faint;
    return clamp(1.6 * light * (1.0 - 0.5 * dust) + 0.9 * haze * haze * (1.0 - 0.8 * dust), 0.0, 1.0);
}
