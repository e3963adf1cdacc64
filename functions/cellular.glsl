// cellular.glsl: distances to points scattered one to a cell: pebbles, scales, cracks, a mosaic
// Worley, A Cellular Texture Basis Function, SIGGRAPH 1996. Costs 25 hashes a point.
// look: --span 6 --gradient '#d2b385,#8a6842 45%,#3a2715 80%,#1a0f07'
uniform int what = 0;  // 0..3: the nearest point, the second, their difference, a shade for each cell
uniform float jitter = 1.0;  // 0..1: from a lattice to scattered
uniform bool angular = false;
uniform uint seed = 1u;
float noise(vec2 p) {
    ivec2 cell = ivec2(floor(p));
    vec2 f = p - floor(p);
    float nearest = 9.0, second = 9.0, shade = 0.0;
    for (int y = -2; y <= 2; ++y) {
        for (int x = -2; x <= 2; ++x) {
            uint h = hash2(cell + ivec2(x, y), seed);
            vec2 point = vec2(float(h & 0xFFFFu), float(h >> 16)) / 65536.0;
            vec2 d = vec2(float(x), float(y)) + mix(vec2(0.5), point, jitter) - f;
            float far = angular ? abs(d.x) + abs(d.y) : length(d);
            if (far < nearest) {
                second = nearest;
                nearest = far;
                shade = float(hash2(cell + ivec2(x, y), seed + 1u) >> 8) / 16777216.0;
            } else if (far < second) {
                second = far;
            }
        }
    }
    if (what == 0) return nearest;
    if (what == 1) return second;
    return what == 2 ? second - nearest : shade;
}
