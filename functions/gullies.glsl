// gullies.glsl: hills with gullies down their slopes, octave on octave, as if rain had worn them
// Each octave adds waves across the slope of those before, blended from cell to cell. Pointwise, after the filter of R. S.
// Johansen (runevision), 2026. Costs 3 octaves of noise, and 9 hashes and cosines for each octave of gullies.
// look: --scene terrain --relief 0.8
uniform uint seed = 3u;
uniform int octaves = 5;  // 0..8: of gullies
uniform float depth = 0.22;  // 0..1
const float TURN = 6.2831853;
// Waves across `down`: a value, and its change along `across`. Each cell has a pivot of its own.
vec2 waves(vec2 p, vec2 across, uint of) {
    ivec2 cell = ivec2(floor(p));
    vec2 f = p - floor(p);
    vec2 sum = vec2(0.0);
    float weights = 0.0;
    for (int i = 0; i < 9; ++i) {
        ivec2 at = ivec2(i % 3, i / 3) - 1;
        uint h = hash2(cell + at, of);
        vec2 d = f - vec2(at) - 0.25 - 0.5 * vec2(float(h & 0xFFFFu), float(h >> 16)) / 65536.0;
        float w = max(1.0 - dot(d, d) / 1.44, 0.0);
        w *= w;
        float turn = TURN * dot(d, across);
        sum += w * vec2(cos(turn), -sin(turn));
        weights += w;
    }
    return sum / weights;
}
float noise(vec2 p) {
    vec2 slope;
    float height = perlin2_fbm_gradient(0.6 * p, seed, 3.0, 0.3, 2.0, slope);
    slope *= 0.6;
    float amplitude = depth, frequency = 3.0, kept = 1.0;
    for (int i = 0; i < 8; ++i) {
        if (i >= octaves) break;
        float steep = length(slope);
        vec2 across = vec2(-slope.y, slope.x) / max(steep, 1e-6);
        vec2 wave = waves(frequency * p, across, seed + 7u + uint(i));
        // Ridges and valleys, where the slope is small, stay.
        kept *= smoothstep(0.0, 1.0, steep / (0.5 + 0.5 * steep));
        height += amplitude / frequency * kept * wave.x;
        slope += amplitude * kept * TURN * wave.y * across;
        frequency *= 2.0;
    }
    return height;
}
