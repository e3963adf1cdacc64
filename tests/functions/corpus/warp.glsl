float noise(vec3 p) {
    vec3 g;
    float n = perlin3_gradient(p, 1u, g);
    vec3 q = p + 0.3 * normalize(g + vec3(1e-3));
    for (int i = 0; i < 3; i++) {
        q += 0.2 * vec3(perlin3(q, uint(i)), perlin3(q.yzx + 5.2, uint(i) + 7u), perlin3(q.zxy * 1.3, 11u));
    }
    return mix(n, perlin3_periodic(q, 5u, uvec3(8u, 4u, 0u)), 0.5 + 0.5 * sin(p.x));
}
