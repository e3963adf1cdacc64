float noise(vec2 p) {
    vec2 z = vec2(0.0);
    int n = 0;
    for (int i = 0; i < 300; i++) {
        z = vec2(z.x * z.x - z.y * z.y, 2.0 * z.x * z.y) + p * 0.05;
        if (dot(z, z) > 4.0) break;
        n++;
    }
    return float(n) / 300.0;
}
