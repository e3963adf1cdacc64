// Value noise in each dimension, with periods and in cells.
uniform uint seed = 5u;
float noise(vec4 p) {
    float sum = value1(p.x, seed, 0u) + 0.5 * value2(2.0 * p.xy, seed, uvec2(3u, 0u));
    sum += value3(p.yzw, seed + 1u, uvec3(0u)) + value4(p, 3u, uvec4(0u));
    vec4 cell = floor(p);
    return sum + value4(ivec4(cell), p - cell, seed, uvec4(0u, 2u, 0u, 5u)) * value1(p.w, seed, 7u);
}
