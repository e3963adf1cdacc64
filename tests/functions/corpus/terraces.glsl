// Terraces: heights in steps with soft edges.
uniform float steps = 6.0;  // 1..20: how many
uniform float sharpness = 0.8;  // 0..1
float noise(vec2 p) {
    float h = steps * (0.5 + 0.5 * perlin2_fbm(p, 3u, 6.0, 0.5, 2.0));
    float low = floor(h), part = h - low;
    return (low + smoothstep(0.5 * sharpness, 1.0 - 0.4 * sharpness, part)) / steps * 2.0 - 1.0;
}
