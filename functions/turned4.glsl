// turned4.glsl: fractal noise in 4D without axes: each octave is turned by the quaternion 1 + i + j + k
// Its integer matrix doubles lengths: cells stay whole, and lacunarity is 2. The fourth octave lies as the first. Does
// not tile. Costs one octave a point for each.
uniform uint seed = 1u;
uniform int octaves = 6;  // 1..12
uniform float persistence = 0.5;  // 0..1
float noise(vec4 p) {
    float sum = 0.0, weight = 1.0, all = 0.0;
    for (int i = 0; i < 12; ++i) {
        if (i >= octaves) break;
        sum += weight * perlin4(p, seed + uint(i));
        all += weight;
        weight *= persistence;
        // The offset keeps lattice points of the octaves, where all are 0, apart.
        p = vec4(p.x - p.y - p.z - p.w, p.x + p.y - p.z + p.w, p.x + p.y + p.z - p.w, p.x - p.y + p.z + p.w);
        p += vec4(0.37, 0.61, 0.17, 0.83);
    }
    return sum / all;
}
