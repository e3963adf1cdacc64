// Steps of components and fields, whole numbers with a sign in hexadecimal, and variables that a call both reads and
// sets.
struct t {
    int n;
    float a;
};
struct raise_ {
    float x;
};
void over(out float a, float b) {
    a = 1.0;
    a += b;
    if (b > 2.0) a *= b;
}
int counted(ivec2 a) {
    a.x++;
    --a.y;
    return a.x * a.y;
}
float noise(vec2 p) {
    ivec2 cell = ivec2(floor(p));
    ivec2 both = ivec2(int(p.x));
    both.x++;
    t v = t(3, p.y);
    t w = v;
    w.n--;
    uvec2 natural = uvec2(cell);
    natural.y++;
    uint u = natural.x;
    int mask = (cell.x ^ 0xdeadbeef) + 0x80000000;
    float z = p.x;
    if (p.x > 1.0) z = 3.0;
    over(z, z);
    raise_ q = raise_(z);
    float whole = float(both.x - both.y) + float(v.n - w.n) + float(counted(cell) & 7);
    whole += float(u & 3u) + float(natural.y & 15u) + float(mask >> 28) + float(0xffffffff);
    return whole + q.x + v.a * w.a;
}
