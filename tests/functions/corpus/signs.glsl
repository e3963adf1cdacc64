// Signs, lengths, conversions within constructors, columns by index, and names of values that are kept.
const int N = 3;
const float A[N] = float[N](1.0, 2.0, 3.0);
float next(inout float a) { a += 1.0; return a; };
float twice(float x) { return +x * 2.0; } float more(float x) { return x + 1.0; } /* both */ float less(float x) { return + -x; }

float noise(vec2 p) {
    float kept = p.x, s = next(kept) * value1(p.x, 3u, 0u) + more(next(kept)) * value1(p.y, 3u, 0u);
    for (int i = 0; i < N; i++) s += A[i] * twice(less(p.y));
    uvec3 u = uvec3(ivec2(p), 7);
    vec3 f = vec3(ivec2(p), 1u);
    int h = int(p.x);
    h = 1 - - -h;
    float y = - - p.y;
    mat3 m = mat3(1.0);
    int k = int(abs(p.x));
    m[k].zx = p;
    m[k].yz *= 2.0;
    m[1].zx += p;
    mat2 turn = mat2(cos(p.x + vec4(0.0, 33.0, 11.0, 0.0)));  // a comment \
    that goes on
    ivec2 side = sign(ivec2(p) - 1);
    mat2 across = mat2(1.0, p * 0.5, 2.0);
    y += (turn * p).y + float(side.x + 2 * side.y) + (across * p).x;
    y += 0.001 * -float(u.y & 63u) + -float(uint(abs(p.x)));
    return s + float((u.x ^ u.z) & 255u) + f.y + f.z + float(h) * y + m[0].x + 2.0 * m[1].z + 3.0 * m[2].y;
}
