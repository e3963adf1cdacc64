// tiled.glsl: six octaves that repeat together
uniform uvec2 period = uvec2(4u);  // 0..16: units until it repeats, 0 for never
float noise(vec2 p) {
    float sum = 0.0;
    for (uint i = 0u; i < 6u; ++i) {
        uint cells = 2u << i;  // in a unit
        sum += perlin2_periodic(float(cells) * p, i, cells * period) / float(cells);
    }
    return sum;
}
