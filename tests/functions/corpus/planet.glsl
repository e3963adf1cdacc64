float noise(vec3 p) {
    float r = length(p);
    if (r < 1e-3) return 0.0;
    vec3 n = p / r;
    float latitude = asin(clamp(n.y, -1.0, 1.0)), longitude = atan(n.z, n.x);
    float land = perlin3_fbm(2.0 * n, 8u, 6.0, 0.55, 2.1);
    float ice = smoothstep(1.1, 1.3, abs(latitude) + 0.2 * perlin2(vec2(3.0 * longitude, 5.0 * latitude), 4u));
    return mix(sign(land) * pow(abs(land), 0.8), 1.0, ice);
}
