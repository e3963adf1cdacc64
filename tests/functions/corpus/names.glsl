// Functions with names that printed texts have for themselves, and overloads that do not do the same.
float exact(float x) { return x + 1.0; }
float barrier(float x) { return x * 2.0; }
vec2 raise(vec2 x) { return x * 2.0; }
uvec2 raise(uvec2 x) { return x * 2u; }
float bits(float x) { return x + 1.0; }
float real(float x) { return x + 1.5; }
float add(float x, float y) { return x + 2.0 * y; }
float mul(float x, float y) { return x + 3.0 * y; }
float sub(float x, float y) { return x + 2.5 * y; }
float div(float x, float y) { return x / 3.0 * y; }
float _(float x) { return x * 3.0; }
float value5(float x) { return x * 5.0; }
float held1(inout float x) { x += 1.0; return x * 3.0; }
float fround(float x) { return x + 0.5; }
float imul(float x) { return x + 0.25; }
float bits_of(float x) { return x - 0.5; }
float real_of(float x) { return x - 0.25; }
float divide_vec3_float(float x) { return x + 7.0; }
float f32(float x) { return x * 1.5; }

float locals(float bitsOf) {
    float realOf = bitsOf / 2.0, fround = sin(realOf), imul = 1.5, f32 = sqrt(abs(bitsOf)), exact = 0.5, real = 2.5;
    float fround_ = 0.25, sample_ = 2.0;
    uint bits = uint(abs(bitsOf)) & 7u;
    return uintBitsToFloat(floatBitsToUint(realOf)) * imul + f32 / exact + real * float(bits * 3u) + fround * fround_ +
           sample_;
}

float g(float a) { return a + 3.0; }
vec2 g(vec2 a) { return a + 4.0; }
vec3 g(vec3 a) { return a + 3.0; }
void h(float a, out float b) { b = a * 2.0; }
void h(vec2 a, out vec2 b) { b = a * 3.0; }

float noise(vec2 p) {
    float q = p.x, e = held1(q) * exact(q) + held1(q);
    e += exact(p.x) + barrier(p.y) + raise(p).x + float(raise(uvec2(abs(p))).y) + bits(p.x) + real(p.y);
    e += add(p.x, p.y) + mul(p.x, p.y) - sub(p.x, p.y) + div(p.x, p.y) + _(p.x) + value5(p.y) + fround(q);
    e += imul(p.x) + bits_of(p.y) + real_of(p.x) + f32(p.y) + divide_vec3_float((p.xyx / (p.y * p.y + 1.0)).x);
    float one;
    vec2 two;
    h(p.x, one);
    h(p, two);
    return e + locals(p.y) + g(p).y + g(p.x) + g(p.yxy).z + one + two.y;
}
