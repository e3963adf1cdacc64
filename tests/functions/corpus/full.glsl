// Less common parts of GLSL ES 3.00: hyperbolic functions, comparisons of vectors, matrices made of matrices, loops with
// two steps.
uniform uint seed = 3u;
uniform float glass = 1.4;  // 1..2: how much the light turns

// A point of light behind a lens
vec2 bent(vec2 p) {
    vec3 down = normalize(vec3(p, -1.0)), n = normalize(vec3(sin(p), 1.0));
    vec3 inside = refract(down, faceforward(n, down, n), 1.0 / glass);
    return inside.xy + 0.1 * reflect(p.x, 0.5);
}

float roll(inout uint s, float a) {
    s = s * 747796405u + 2891336453u;
    return a * float(s >> 8) / 16777216.0;
}

float noise(vec2 p) {
    const float[3] weights = float[3](0.5, 0.3, 0.2);
    mat3 turn = mat3(mat2(0.8, 0.6, -0.6, 0.8));
    mat2 back = inverse(mat2(turn)) * outerProduct(vec2(1.0, 0.5), vec2(0.5, 1.0));
    vec2 q = back * bent(p) + (turn * vec3(p, 1.0)).xy;
    float sum = determinant(turn) * tanh(p.x) + 0.01 * (sinh(2.0 * cos(p.y)) - cosh(sin(p.y)));
    for (int i = 0, j = 2; i < 3; ++i, --j) {
        if (all(lessThan(ivec2(floor(q)), ivec2(i)))) continue;
        sum += weights[j] * perlin2(q, seed + uint(i));
        q *= 2.0;
    }
    uvec2 state = uvec2(floatBitsToInt(floor(p)));
    float x = roll(state.x, 0.1) + roll(state.y, 0.2), whole;
    bvec2 far = greaterThanEqual(abs(p), vec2(4.0));
    vec2 side = mix(vec2(x), vec2(0.25), not(far));
    sum += any(far) && !all(equal(far, bvec2(true))) ? side.x : side.y;
    return sum + modf(4.0 * x, whole) * 0.1 + 0.01 * whole + roundEven(p.x) * 0.001;
}
