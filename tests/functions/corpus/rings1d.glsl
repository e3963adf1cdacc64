float noise(float t) {
    float a = acos(cos(t)) / 3.14159265;
    return 0.6 * perlin1(t, 1u) + 0.3 * perlin1_periodic(4.0 * t, 2u, 7u) + 0.1 * a + 0.01 * log2(1.0 + abs(t));
}
