// terraces.glsl: mesas: land in steps with steep edges, each worn in its own way
// Steps with soft edges, as in Ebert et al., Texturing and Modeling. Costs 9 octaves a point.
// look: --span 8 --gradient '#5a1e10,#b5532c 40%,#f0c090'
uniform uint seed = 3u;
uniform float steps = 6.0;  // 1..20: how many
uniform float sharpness = 0.8;  // 0..1: from slopes to cliffs
float noise(vec2 p) {
    float land = 0.5 + 0.5 * perlin2_fbm(p, seed, 5.0, 0.45, 2.0);
    float h = steps * (land + 0.06 * perlin2(2.0 * p, seed + 1u));
    float low = floor(h), part = h - low;
    float edge = 0.5 * sharpness;
    float cliff = smoothstep(edge, 1.0 - 0.6 * edge, part);
    float rough = 0.05 * perlin2_fbm(8.0 * p, seed + 2u, 3.0, 0.5, 2.0);  // most on the slopes
    return (low + cliff + rough + 0.15 * part) / steps * 2.0 - 1.0;
}
