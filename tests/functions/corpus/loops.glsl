// loops.glsl: loops with steps of every kind
const int COUNT = 35;
float noise(vec2 p) {
    float sum = 0.0;
    for (int i = 0; i < 9; i += 2) sum += p.x * float(i);
    for (int i = 5; i > 0; i--) {
        if (i == 3) continue;
        sum += 0.125 * float(i);
    }
    for (int i = 1; i < 40; i *= 3) sum += float(i) + p.y;
    for (uint n = 1u; n < 64u; n <<= 1) sum -= float(n);
    for (float t = 0.0; t < 1.0; t += 0.25) sum += t * p.x;
    for (float t = 3.0; t > 0.5; t--) sum += t;
    for (float t = 1.0; t < 20.0; t = 2.0 * t + 1.0) sum += t * p.y;
    int left = 4;
    while (left > 0) {
        left -= 1;
        if (left == 2) continue;
        sum += float(left);
    }
    return sum + float(1 << COUNT) + float(1 << 35) + float(8 >> 34) + float(uint(-3) >> 30);
}
