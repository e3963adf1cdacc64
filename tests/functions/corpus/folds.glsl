// Gullies: octaves that follow the slope of those before.
uniform int octaves = 4;  // 1..8
float ridge(float n) { return 1.0 - abs(n) * 2.0; }
vec3 noise(vec2 p) {
    vec2 slope;
    float height = perlin2_gradient(p, 1u, slope);
    float amplitude = 0.3;
    float frequency = 2.0;
    for (int i = 0; i < 8; i++) {
        if (i >= octaves) break;
        vec2 along = normalize(slope + vec2(1e-4, 0.0));
        vec2 q = frequency * (p + 0.1 * slope.yx * vec2(1.0, -1.0));
        vec2 g;
        float n = perlin2_gradient(vec2(dot(q, vec2(along.y, -along.x)), 0.3 * dot(q, along)), uint(i) + 2u, g);
        height += amplitude * ridge(n) * min(length(slope), 1.0);
        slope += amplitude * frequency * g;
        amplitude *= 0.5;
        frequency *= 2.0;
    }
    return vec3(height, slope);
}
