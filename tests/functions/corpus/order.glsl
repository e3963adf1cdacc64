// order.glsl: calls that set variables, within larger expressions: the first ones come first, and none that is not needed

#define ROUNDS 3
uint draw(inout uint s) { s ^= s << 13; s ^= s >> 17; s ^= s << 5; return s; }
float unit(inout uint s) { return float(draw(s) >> 8) / 16777216.; }
float next(inout float a) { a += 1.; return a; }
bool more(inout float a) { a += .5; return a < 2.; }
float noise(vec2 p) {
    uint s = floatBitsToUint(p.x) ^ 77u;
    vec2 q = vec2(unit(s), unit(s)) + vec2(unit(s), 0.);
    float r = unit(s) - unit(s) * unit(s), a = p.x, b = a + next(a) * 10.;
    if (p.x > 0. && more(a) || p.y > 0. && more(b)) r += 10.;
    else if (more(a)) r += 20.;
    float k[4], c = p.y > 1. ? next(a) : p.y < -1. ? next(b) + next(b) : a;
    int i = 0;
    for (int j = 0; j < ROUNDS && more(a); j++) { if (j == 1) continue; k[j] = next(a) + a; }
    while (more(b)) r += .125;
    k[int(next(a)) & 3] += next(b);
    k[int(next(b)) & 3]++;
    a += next(a) + (next(b) + a) * .5;
    b *= next(a) - b;
    vec3 v = vec3(a, next(a), a);
    v.y = next(a) + v.x;
    return perlin2(q, 3u) + r + .01 * (a + b + c + k[0] + k[1] + k[2] + k[3] + v.x + v.y + v.z) + float(s & 3u);
}
