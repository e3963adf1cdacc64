int f(int x) {
    if (x < 0) return -x;
    int s = 0;
    while (x > 0) {
        if (x % 3 == 0) { x /= 3; continue; }
        s += x & 1;
        x >>= 1;
        if (s > 7) return s * 2;
    }
    return s;
}
vec4 noise(vec4 p) {
    const int table[4] = int[](3, 1, 4, 1);
    int i = int(floor(p.x));
    int k = f(i * 37 + int(p.y));
    uvec3 u = uvec3(uint(k), hash3(ivec3(p.xyz), 7u), uint(p.w * 3.0));
    u ^= u.zxy << 3u;
    u.zx += u.xy;
    vec4 q = p;
    q.wy = q.xz * 1.7;
    q.yz *= 0.5;
    bool odd = (u.x & 1u) != 0u;
    float a[3];
    a[0] = q.y + q.w; a[1] = p.y; a[2] = odd ? p.z : p.w;
    float v = a[table[i & 3] % 3];
    return vec4(v, float(u.y % 1000u) / 1000.0, mod(p.z, 0.7), round(p.w * 2.0) * 0.5 + pow(abs(p.x), 0.3) + tan(p.y));
}
