// cracks.glsl: dried mud: plates with rounded edges, and cracks in two sizes between them
// Borders by the distance to the bisector, after Quilez, Voronoi Borders, 2012. Costs 68 hashes and 4 octaves a point.
// look: --span 5 --gradient '#1e120a,#8a6a4e 15%,#d9b48e 60%,#e8c9a4'
uniform uint seed = 3u;
uniform float width = 0.06;  // 0.01..0.3: of the cracks
uniform float fine = 0.6;  // 0..1: how many plates are cracked again
vec2 at(ivec2 cell, uint of) {
    uint h = hash2(cell, of);
    return vec2(float(h & 0xFFFFu), float(h >> 16)) / 65536.0;
}
// The distance to the nearest border, and a shade for the plate.
vec2 border(vec2 p, uint of) {
    ivec2 cell = ivec2(floor(p));
    vec2 f = p - floor(p), mine = vec2(9.0);
    ivec2 own = ivec2(0);
    for (int i = 0; i < 9; ++i) {
        ivec2 to = ivec2(i % 3, i / 3) - 1;
        vec2 d = vec2(to) + at(cell + to, of) - f;
        if (dot(d, d) < dot(mine, mine)) {
            mine = d;
            own = to;
        }
    }
    float near = 9.0;
    for (int i = 0; i < 25; ++i) {
        ivec2 to = own + ivec2(i % 5, i / 5) - 2;
        vec2 d = vec2(to) + at(cell + to, of) - f, between = d - mine;
        if (dot(between, between) > 1e-5) near = min(near, dot(0.5 * (mine + d), normalize(between)));
    }
    return vec2(near, float(hash2(cell + own, of + 1u) >> 8) / 16777216.0);
}
float noise(vec2 p) {
    vec2 q = p + 0.06 * vec2(perlin2(4.0 * p, seed), perlin2(4.0 * p, seed + 1u));
    vec2 large = border(q, seed + 2u), small = border(2.7 * q, seed + 5u);
    float rim = smoothstep(0.0, width + 0.1, large.x - 0.5 * width);
    float deep = smoothstep(0.35 * width, 0.6 * width, large.x);
    float cut = step(large.y, fine) * (1.0 - smoothstep(0.3 * width, 0.8 * width, small.x / 2.7 + 0.01));
    float grain = 0.08 * perlin2_fbm(12.0 * p, seed + 4u, 2.0, 0.5, 2.0);
    return clamp(deep * (0.55 + 0.25 * rim + 0.2 * large.y + grain - 0.4 * cut), 0.0, 1.0);
}
