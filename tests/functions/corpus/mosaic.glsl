float noise(vec2 p) {
    float nearest[2];
    nearest[0] = 9.0;
    nearest[1] = 9.0;
    for (int k = 0; k < 25; k++) {
        vec2 cell = floor(p) + vec2(float(k % 5 - 2), float(k / 5 - 2));
        uint h = hash2(ivec2(cell), 3u);
        vec2 d = cell + vec2(float(h & 0xFFFFu), float(h >> 16)) / 65536.0 - p;
        float m = abs(d.x) + abs(d.y);
        for (int j = 0; j < 2; j++) {
            if (m < nearest[j]) {
                float t = nearest[j];
                nearest[j] = m;
                m = t;
            }
        }
    }
    return 1.0 - smoothstep(0.02, 0.1, nearest[1] - nearest[0]);
}
