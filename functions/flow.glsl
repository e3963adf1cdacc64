// flow.glsl: a flow map of a river: water runs along +x past rocks, with eddies; two channels
// Channels are the velocity to the right and down, -1 to 1, as in Vlachos, Water Flow in Portal 2, 2010. The curl of a
// stream function that rocks level out, after Bridson et al., Curl-Noise, 2007. Costs 2 gradients and a
// hash a point, beside a rock 4.
// look: --span 6
uniform uint seed = 1u;
uniform float current = 0.5;  // 0..1: its mean speed
uniform float eddies = 0.5;  // 0..1
uniform float rocks = 0.5;  // 0..1: how many
uniform uvec2 period = uvec2(0u);  // 0..16: units until it repeats, 0 for never
// The stream function without its mean, with the gradient.
float eddy(vec2 p, out vec2 slope) {
    vec2 broad, fine;
    float value = perlin2_periodic_gradient(p, seed, period, broad);
    value += 0.35 * perlin2_periodic_gradient(2.0 * p, seed + 1u, 2u * period, fine);
    slope = 0.35 * eddies * (broad + 0.7 * fine);
    return 0.35 * eddies * value;
}
vec2 noise(vec2 p) {
    vec2 slope, unused;
    float value = eddy(p, slope);
    slope.y += current;
    // A rock to a cell, its surroundings within the cell.
    ivec2 cell = ivec2(floor(p)), lap = ivec2(period), same = cell;
    if (lap.x > 0) same.x = (cell.x % lap.x + lap.x) % lap.x;
    if (lap.y > 0) same.y = (cell.y % lap.y + lap.y) % lap.y;
    uint h = hash2(same, seed + 2u);
    float size = 0.06 + 0.1 * float(h & 255u) / 255.0, reach = 2.0 * size + 0.1;
    vec2 rest = reach + (1.0 - 2.0 * reach) * vec2(float((h >> 8) & 255u), float((h >> 16) & 255u)) / 255.0;
    vec2 d = p - floor(p) - rest;
    float far = length(d);
    if (float(h >> 24) / 255.0 < rocks && far < reach) {
        float middle = eddy(p - d, unused), t = clamp((far - size) / (reach - size), 0.0, 1.0);
        float share = t * t * (3.0 - 2.0 * t), change = 6.0 * t * (1.0 - t) / (reach - size);
        slope = share * slope + (value + current * d.y - middle) * change * d / max(far, 1e-6);
    }
    return clamp(vec2(slope.y, -slope.x), -1.0, 1.0);
}
