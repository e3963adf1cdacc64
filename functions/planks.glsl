// planks.glsl: a floor of boards, each with grain of its own, dark gaps between; 0 is dark
// The grain is a slice through bent rings as in Perlin, An Image Synthesizer, 1985. Costs 6 octaves a point.
// look: --span 2 --gradient '#20120a,#7a4a22 35%,#c99a5e'
uniform uint seed = 1u;
uniform uint rows = 4u;  // 1..16: boards in a unit along y
uniform float grain = 0.6;  // 0..1: how strong
uniform float gap = 0.5;  // 0..1: how wide
uniform uvec2 period = uvec2(0u);  // 0..16: units until it repeats, 0 for never
float part(uint h, uint shift) { return float((h >> shift) & 1023u) / 1024.0; }
int wrapped(int i, int n) { return n > 0 ? (i % n + n) % n : i; }
float noise(vec2 p) {
    // Boards are a unit long, and those of a row begin at its own place.
    int row = int(floor(float(rows) * p.y)), same = wrapped(row, int(rows * period.y));
    float y = float(rows) * p.y - float(row);
    float x = p.x + part(hash1(same, seed), 0u);
    int board = int(floor(x));
    uint h = hash2(ivec2(wrapped(board, int(period.x)), same), seed + 1u);
    x -= float(board);
    // Rings of a trunk whose axis lies below the board, a little aslant.
    vec2 at = vec2(0.9 * x + 60.0 * part(h, 0u), (y - 0.5) / float(rows));
    vec2 bend = vec2(perlin2(vec2(1.3 * at.x, 3.0 * y), h), perlin2(vec2(1.1 * at.x, 2.0 * y), h + 1u));
    float side = at.y + 0.35 * (part(h, 10u) - 0.5) + 0.06 * bend.x;
    float depth = 0.1 + 0.25 * (x - 0.5) * part(h, 20u) + 0.05 * bend.y;
    float radius = 34.0 * length(vec2(side, depth));
    radius += 0.7 * perlin1(0.6 * radius, h + 2u);
    float year = radius - floor(radius);
    float late = smoothstep(0.2, 0.9, year) * (1.0 - smoothstep(0.9, 1.0, year));
    float fibre = perlin2(vec2(6.0 * at.x, 140.0 * at.y), h + 3u);
    fibre += 0.5 * perlin2(vec2(14.0 * at.x, 300.0 * at.y), h + 4u);
    float pore = smoothstep(0.2, 0.6, perlin2(vec2(9.0 * at.x, 170.0 * at.y), h + 5u)) * (1.0 - late);
    float tone = 0.62 + 0.25 * (part(h, 5u) - 0.5) - grain * (0.3 * late + 0.2 * pore - 0.1 * fibre);
    float wide = 0.004 + 0.012 * gap;
    float edge = min(min(x, 1.0 - x), min(y, 1.0 - y) / float(rows));
    float wood = smoothstep(0.4 * wide, wide, edge);
    float roughness = mix(0.95, 0.45 + 0.15 * late + 0.25 * pore, wood);  // for render --maps
    return clamp(tone * mix(0.15, 1.0, wood), 0.0, 1.0);
}
