// Truths as numbers and numbers as truths, and truths chosen by an index.
struct Hit {
    float t;
    bool ok;
};

float noise(vec2 p) {
    bool b = bool(p.x), c = bool(int(p.y));
    vec2 w = vec2(lessThan(p, vec2(0.25)));
    uint u = uint(p.x > 0.0);
    int i = int(p.y > 0.0);
    bvec2 q = bvec2(p);
    bvec3 r = bvec3(ivec3(ivec2(p), 1));
    float sum = (b ? 1.0 : 2.0) + (c ? 4.0 : 8.0) + float(p.x > 1.0) * 16.0 + 32.0 * w.x + 64.0 * w.y;
    sum += float(u) * 128.0 + float(i + 1) * 256.0 + (q.y ? 0.5 : 0.25) + (r.x && r.z ? 512.0 : 0.0);
    Hit hits[2];
    hits[0] = Hit(p.x, true);
    hits[1] = Hit(p.y, false);
    for (int k = 0; k < 2; ++k) sum += hits[k].ok ? hits[k].t : 0.5;
    bool a[3];
    a[0] = p.x > 0.0;
    a[1] = p.y > 0.5;
    a[2] = true;
    return sum + (a[int(mod(p.x, 3.0))] ? 1.0 : 2.0);
}
