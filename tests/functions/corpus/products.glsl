// products.glsl: products with matrices that change a variable, and numbers as C writes them, constants that wrap
mat2 turn(float a) { return mat2(cos(a), sin(a), -sin(a), cos(a)); }
const int LEAST = -2147483647 - 1;
float noise(vec3 p) {
    vec3 q = p;
    q.xz *= turn(0.5 * p.y);
    mat3 m = mat3(0.8, 0.1, -0.2, 0.3, 0.9, 0.05, 0.1f, -0.4F, 0.7);
    m *= transpose(m);
    m[0].xy *= mat2(0.5, 0.25, -0.5, 1.0);
    vec4 wide = vec4(q, 010);
    wide *= mat4(0.5);
    wide *= mat4(0.5 + p.x);
    const mat2 two = mat2(2);
    q.xy *= two;
    int i = int(p.x);
    q.yz *= mat2(i, 1, 0u, 0.5);
    q *= m;
    float more = float(ivec4(6).y) + 1e-9 * (float(4238869796u << 4u) + float(3118301825u)) - -(-p.x);
    more += p.y - -p.z + -(-(-p.y)) - (-(p.x - 1.0)) - float(-(-(-i)));
    more += float(0x9E3779B9u * 3u >> 30u) + float((188u & 1045862518u) * 162u);
    const float third = 0.3;
    vec2 folded = vec2(3.939) * (0.966 / 2.78) - third * 0.7;
    more += folded.x * folded.y + float(ivec2(~ivec2(7)).x + int(~1u << 1) - (~1 << 1));
    more += float((uvec2(84u, 3u) << uvec2(28u)).x >> 28u);
    more += float(-2147483647 - 1 >> 30) + float((1 << 31) >> 29) + float(min(i, LEAST) / 1073741824 - (LEAST + 1) / 1073741824);
    return 0.01 * more + perlin3(q, 0X1FU) + 0.1 * m[2].y + wide.w;
}
