// islands.glsl: hills, and mountains where a broad noise is high
// Fractal sums as in Perlin 1985, ridges as in Musgrave 1994. Costs 14 octaves a point.
// look: --span 10 --colormap terrain
uniform uint seed = 7u;
uniform float mountains = 0.6;  // 0..1: how much of the land
float noise(vec2 p) {
    float land = perlin2_fbm(p, seed, 5.0, 0.5, 2.0);
    float high = smoothstep(0.1, 0.5, perlin2(0.25 * p, seed + 1u) + mountains - 0.5);
    float ridge = 1.0 - abs(perlin2_fbm(3.0 * p, seed + 2u, 8.0, 0.5, 2.0));
    return mix(0.4 * land, ridge * ridge, high);
}
