// unset.glsl: what GLSL leaves open: variables that are read before they are set, or set in some branches only, are 0,
// and so is a number divided by 0
struct Pair { float a; vec2 b; };
void both(vec2 p, out float low, out vec2 high) {
    if (p.x > 0.0) low = p.y;
    if (p.y > 0.0) high.x = p.x;
}
float noise(vec2 p) {
    float k, never;
    if (p.x > 1.0) k = 1.0;
    vec3 v;
    if (p.y < 0.5) v.y = p.x;
    Pair pair;
    if (p.x < p.y) pair.a = 2.0;
    float few[3];
    few[int(abs(p.x))] = p.y;
    float low;
    vec2 high;
    both(p, low, high);
    bool odd;
    int count;
    for (int i = 0; i < 4; ++i) {
        float own;
        if (i > 1) own = p.x;
        odd = !odd;
        if (odd) count += 1;
        k += own;
    }
    uint natural = uint(abs(p.x)), none = uint(abs(p.y) < 1.0) * 0u;
    count += int(natural / 0u) + int(natural % 0u & 7u) + int(natural / none) + int(natural % none & 3u);
    return k + never + v.x + v.y + pair.a + pair.b.x + few[0] + 10.0 * few[1] + 100.0 * few[2] + low + high.x + high.y +
        float(count);
}
