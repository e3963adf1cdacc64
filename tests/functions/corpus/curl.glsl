// A flow without divergence: the gradient turned by a right angle.
vec2 noise(vec2 p) {
    vec2 g;
    perlin2_gradient(p, 5u, g);
    vec2 finer;
    float unused = perlin2_gradient(2.0 * p, 6u, finer);
    g += finer;
    return vec2(g.y, -g.x);
}
