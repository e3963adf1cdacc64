// Ridges over billows, in a haze of turbulence.
uniform float octaves = 5.0;  // 1..12
uniform float persistence = 0.6;  // 0..1
float noise(vec3 p) {
    float mountains = perlin3_ridged(p, 1u, octaves, persistence, 2.1);
    float hills = perlin2_billow(1.5 * p.xz, 2u, 3.5, 0.5, 2.0);
    float haze = perlin4_turbulence(vec4(p, 0.5 * p.x), 3u, 2.5, persistence, 2.0 + persistence);
    return mix(mountains, hills, haze) + 0.2 * perlin1_ridged(p.y, 4u, 4.0, 0.7, 1.9);
}
