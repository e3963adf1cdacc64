// veins.glsl: polished marble: dark veins through pale stone, thin ones across thick ones
// Perlin, An Image Synthesizer, SIGGRAPH 1985: turbulence bends a wave. Costs 15 octaves a point.
// look: --span 3 --gradient '#2a2d33,#a9abb0 40%,#f2f1ee'
uniform uint seed = 1u;
uniform float veins = 1.2;  // 0.2..5: to a unit
uniform float turbulence = 0.9;  // 0..3: how bent they are
float vein(float x, float sharp) { return pow(1.0 - abs(sin(3.14159265 * x)), sharp); }
float noise(vec3 p) {
    vec3 q = p + 0.3 * vec3(perlin3(p, seed), perlin3(p.yzx, seed + 1u), perlin3(p.zxy, seed + 2u));
    float bent = turbulence * perlin3_fbm(q, seed + 3u, 6.0, 0.55, 2.1);
    float thick = vein(veins * (0.8 * p.x + 0.5 * p.y + 0.3 * p.z) + bent, 5.0);
    float thin = vein(2.0 * veins * (0.6 * p.y - 0.7 * p.x) + 1.4 * bent + perlin3(q, seed + 4u), 14.0);
    float cloud = 0.5 + 0.5 * perlin3_fbm(0.8 * q, seed + 5u, 5.0, 0.5, 2.0);
    float here = smoothstep(0.25, 0.7, cloud);
    return clamp(0.95 - 0.22 * cloud - 0.65 * thick * here - 0.35 * thin * (0.3 + 0.7 * here), 0.0, 1.0);
}
