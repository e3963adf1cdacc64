// lava.glsl: a lava lamp: smooth blobs that rise, sink, part and join; colours, the third axis is time
// Blobs, one to a cell, add up as in Blinn, A Generalization of Algebraic Surface Drawing, 1982. Costs 15 hashes,
// sines and cosines a point.
// look: --span 4
uniform uint seed = 2u;
uniform float wax = 0.5;  // 0..1: how much
uniform vec3 hot = vec3(1.0, 0.72, 0.22);  // 0..1
uniform vec3 cold = vec3(0.86, 0.11, 0.20);  // 0..1
uniform vec3 liquid = vec3(0.17, 0.05, 0.30);  // 0..1
uniform uvec3 period = uvec3(0u);  // 0..16: units until it repeats, 0 for never
int wrapped(int i, int n) { return n > 0 ? (i % n + n) % n : i; }
float part(uint h, uint shift) { return float((h >> shift) & 255u) / 256.0; }
vec3 noise(vec3 p) {
    // The way up and down takes about 8 units of time, in a period a whole share of it.
    float way = period.z == 0u ? 8.0 : float(period.z) / max(round(float(period.z) / 8.0), 1.0);
    float time = p.z - way * floor(p.z / way);
    ivec2 cell = ivec2(floor(p.xy));
    float sum = 0.0, heat = 0.0;
    vec2 slope = vec2(0.0);
    for (int i = 0; i < 15; ++i) {
        ivec2 to = ivec2(i % 3 - 1, i / 3 - 2);
        uint h = hash2(ivec2(wrapped(cell.x + to.x, int(period.x)), wrapped(cell.y + to.y, int(period.y))), seed);
        float turn = 6.2831853 * fract(float(1u + (h & 1u)) * time / way + part(h, 1u));
        vec2 d = p.xy - floor(p.xy) - vec2(to) - vec2(0.3 + 0.4 * part(h, 8u), 0.5);
        d -= vec2(0.12 * cos(turn + 6.0 * part(h, 4u)), (0.3 + 0.55 * part(h, 16u)) * sin(turn));
        float size = 0.35 + 0.6 * part(h, 24u) * part(h, 24u), near = max(1.0 - dot(d, d) / (size * size), 0.0);
        sum += near * near;
        slope -= 4.0 * near * d / (size * size);
        heat += near * near * (0.5 - 0.5 * sin(turn));  // hot below, cold above
    }
    float field = sum - mix(0.65, 0.15, wax);
    float inside = smoothstep(-0.015, 0.015, field);
    float depth = 1.0 - exp(-2.5 * max(field, 0.0)), level = sqrt(depth * (2.0 - depth));
    vec3 normal = normalize(vec3(-slope * (1.0 - level) * 0.6, 0.3 + level));
    float light = dot(normal, vec3(-0.42, -0.64, 0.64));
    vec3 glow = mix(cold, hot, clamp(0.5 * heat / max(sum, 1e-3) + 0.4 * depth + 0.35 * light - 0.1, 0.0, 1.0));
    float shine = smoothstep(0.95, 1.0, light) * (1.0 - level);
    vec3 blob = glow * (0.6 + 0.45 * max(light, 0.0)) + 0.5 * shine;
    float halo = clamp(1.0 + 3.0 * field, 0.0, 1.0);
    vec3 around = liquid + 0.4 * halo * halo * cold;
    return clamp(mix(around, blob, inside), 0.0, 1.0);
}
