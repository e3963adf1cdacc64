// turned.glsl: fractal noise without axes: each octave is turned by the integer matrix (2, -1; 1, 2)
// The cells of all octaves stay whole, and lacunarity is sqrt(5). Power along the axes over the diagonals is 1.04,
// where plain octaves have 1.22. Does not tile: only the first octave has a lattice along the axes. Costs one octave a
// point for each.
uniform uint seed = 1u;
uniform int octaves = 6;  // 1..9
uniform float persistence = 0.45;  // 0..1
float noise(vec2 p) {
    float sum = 0.0, weight = 1.0, all = 0.0;
    for (int i = 0; i < 9; ++i) {
        if (i >= octaves) break;
        sum += weight * perlin2(p, seed + uint(i));
        all += weight;
        weight *= persistence;
        // The offset keeps lattice points of the octaves, where all are 0, apart.
        p = vec2(2.0 * p.x - p.y, p.x + 2.0 * p.y) + vec2(0.37, 0.61);
    }
    return sum / all;
}
