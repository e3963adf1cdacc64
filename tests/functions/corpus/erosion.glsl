// Worn mountains, and the slopes that wore them, beside those of ridges.
uniform float lacunarity = 2.03;  // 1.5..3
vec4 noise(vec3 p) {
    vec3 worn, sharp;
    float height = perlin3_eroded_slope(p, 1u, 7.0, 0.55, lacunarity, worn);
    perlin3_ridged_gradient(p, 2u, 1.0 + 4.0 * abs(height), 0.5, lacunarity, sharp);
    vec2 valley;
    float river = perlin2_billow_gradient(p.xy, 3u, 4.0, 0.45, lacunarity, valley);
    float wind;
    float gust = perlin1_turbulence_gradient(p.z, 4u, 3.0, 0.5, lacunarity, wind);
    vec4 storm;
    float rain = perlin4_eroded_slope(vec4(p, height), 5u, 3.5, 0.5, 2.0, storm);
    float relief = height + 0.1 * perlin2_eroded(2.0 * p.xz, 6u, 5.0, 0.6, 2.0);
    relief += 0.1 * perlin1_eroded(p.y, 7u, 4.0, 0.5, 2.5);
    return vec4(relief + 0.1 * rain, worn.xy + valley + sharp.xz, worn.z + storm.w + 0.5 * wind * gust + river);
}
