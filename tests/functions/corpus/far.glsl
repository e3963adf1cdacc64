// Its own lattice: a cell and a fraction apart.
float noise(vec2 p) {
    vec2 whole = floor(p);
    vec2 f = p - whole;
    float n = perlin2(ivec2(whole) + ivec2(1 << 20, -77), f, 21u);
    float m = perlin2_periodic(ivec2(whole), f, 22u, uvec2(16u, 5u));
    return exp(-abs(n)) * m + mod(whole.x, 3.0) * 0.1 + trunc(p.y) * 0.001 + round(p.x * 3.0) * 0.001;
}
