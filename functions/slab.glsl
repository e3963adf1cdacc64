// slab.glsl: a slab of polished marble: dark veins, thick and thin, through pale stone
// Veins lie where warped noise crosses 0, as ridges in Musgrave 1994. Costs 27 octaves a point.
// look: --span 3 --gradient '#33383f,#b9babb 45%,#efeeec'
uniform uint seed = 2u;
uniform float veins = 0.5;  // 0..1: how dark
uniform float bend = 0.6;  // 0..1
uniform uvec2 period = uvec2(0u);  // 0..16: units until it repeats, 0 for never
// Octaves at a cell and a point beside it, which keeps the same bits in each period.
float sum(ivec2 cell, vec2 f, uint cells, uint of, int octaves) {
    float total = 0.0, weight = 1.0;
    for (int i = 0; i < octaves; ++i) {
        vec2 at = float(cells) * f + 0.375 * float(i), low = floor(at);
        ivec2 corner = int(cells) * cell + ivec2(low);
        total += weight * perlin2_periodic(corner, at - low, seed + of + uint(i), cells * period);
        weight *= 0.5;
        cells *= 2u;
    }
    return total;
}
float line(float value, float width) { return width / (width + abs(value)); }
float noise(vec2 p) {
    ivec2 cell = ivec2(floor(p));
    vec2 f = p - floor(p);
    vec2 q = f + 0.35 * bend * vec2(sum(cell, f, 1u, 0u, 6), sum(cell, f, 1u, 10u, 6));
    float cloud = 0.5 + 0.6 * sum(cell, q, 2u, 20u, 5);
    float here = smoothstep(-0.25, 0.35, sum(cell, q, 1u, 30u, 2));
    float thick = line(sum(cell, q, 1u, 40u, 4), 0.012) * here;
    float thin = line(sum(cell, q, 2u, 50u, 4), 0.006) * (0.2 + 0.8 * here);
    // For render --maps: polished, but for the thick veins.
    float height = -0.003 * thick, roughness = 0.08 + 0.2 * thick + 0.1 * thin;
    return clamp(0.96 - 0.14 * cloud * (0.5 + here) - veins * (1.1 * thick + 0.6 * thin), 0.0, 1.0);
}
