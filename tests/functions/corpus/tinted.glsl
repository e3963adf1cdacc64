// Parameters of all kinds, in functions that call each other, hidden by variables, and as a loop's limit.
uniform vec3 weights = vec3(0.5, 0.3, 0.2);  // 0..1
uniform ivec2 shift = ivec2(3, -2);
uniform int rounds = 3;  // 0..8: of the loop
uniform bool sharp = false;
uniform uint x = 5u;
float part(float a) { return a * weights.y; }
float part(float a, vec3 b) {
    float weights = a + b.z;
    return part(weights) - b.x * weights;
}
float layers(vec2 p) {
    float sum = 0.0;
    for (int i = 0; i < rounds; i++) {
        float rounds = float(i) * 0.25;
        sum += rounds * perlin2(p + vec2(shift), x + uint(i));
    }
    return sharp ? abs(sum) : sum;
}
float noise(vec2 p) {
    float n = part(layers(p)) + part(p.x, weights);
    {
        float x = dot(weights, vec3(n, p));
        n += 0.1 * x;
    }
    return n + float(x & 3u) * 0.125;
}
