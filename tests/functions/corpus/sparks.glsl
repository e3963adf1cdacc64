// Stars: some cells have one.
uniform float share = 0.3;  // 0..1: of the cells
uniform bool round_ones = true;
struct Star {
    vec3 at;
    float size;
    bool is;
};
float part(uint h, uint shift) { return float((h >> shift) & 255u) / 255.0; }
Star star(ivec3 cell) {
    uint h = hash3(cell, 99u);
    Star s = Star(vec3(part(h, 0u), part(h, 8u), part(h, 16u)), 0.05 + 0.2 * part(h, 24u), false);
    s.is = part(h * 747796405u, 24u) < share;
    return s;
}
float noise(vec3 p) {
    ivec3 cell = ivec3(floor(p));
    vec3 f = p - floor(p);
    float light = 0.0;
    for (int i = 0; i < 27; i++) {
        ivec3 off = ivec3(i % 3, (i / 3) % 3, i / 9) - 1;
        Star s = star(cell + off);
        if (!s.is) continue;
        vec3 d = vec3(off) + s.at - f;
        float far = round_ones ? dot(d, d) : max(max(abs(d.x), abs(d.y)), abs(d.z));
        light = max(light, 1.0 - far / (s.size * s.size));
    }
    return light;
}
