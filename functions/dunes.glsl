// dunes.glsl: sand dunes: gentle to windward, steep to leeward, with ripples
// Profiles as in Lancaster, Geomorphology of Desert Dunes. Costs 8 octaves a point; the wind blows along x.
// look: --span 4 --gradient '#7a2e10,#d0702a 40%,#ffdc9a'
uniform uint seed = 2u;
uniform float ripples = 0.5;  // 0..1: their height
float noise(vec2 p) {
    vec2 bent = vec2(perlin2_fbm(vec2(0.3 * p.x, 0.5 * p.y), seed, 3.0, 0.4, 2.0), perlin2(0.4 * p, seed + 1u));
    float wind = 0.7 * p.x + 1.1 * bent.x;
    float wave = fract(wind);
    float windward = wave / 0.72, lee = (1.0 - wave) / 0.28;
    float crest = min(windward, lee);
    crest = crest * crest * (2.0 - crest);
    float size = 0.55 + 0.45 * perlin2(vec2(0.35 * floor(wind), 0.5 * p.y), seed + 2u);
    float height = size * crest;
    float bed = perlin2_fbm(0.5 * p, seed + 3u, 2.0, 0.5, 2.0);
    float phase = 55.0 * (p.x + 0.25 * bent.y + 0.05 * perlin2(3.0 * p, seed + 4u)) + 6.0 * height;
    float small = 0.012 * ripples * sin(phase) * smoothstep(0.0, 0.2, crest) * (1.0 - smoothstep(0.62, 0.72, wave));
    return height + 0.2 * bed + small;
}
