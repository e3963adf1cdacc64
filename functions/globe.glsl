// globe.glsl: the heights of a planet, of points on the sphere of radius 1: ocean, shelf, plains, mountain belts
// Warped continents, a profile of two levels as Earth has, belts of ridges as in Musgrave 1994. Costs 28 octaves a
// point. 0 is the sea's level.
// look: --scene planet --span 1.7 --yaw 0 --pitch 15 --tilt 0 --sun 40,20
uniform uint seed = 5u;
uniform float land = 0.4;  // 0..1: how much
uniform float mountains = 0.6;  // 0..1: how high
uniform float shelf = 0.5;  // 0..1: how wide
float noise(vec3 p) {
    vec3 bend = vec3(perlin3_fbm(2.0 * p, seed, 4.0, 0.5, 2.0), perlin3_fbm(2.0 * p.yzx, seed + 1u, 4.0, 0.5, 2.0),
                     perlin3_fbm(2.0 * p.zxy, seed + 2u, 4.0, 0.5, 2.0));
    float plate = perlin3_fbm(1.3 * p + 0.35 * bend, seed + 3u, 8.0, 0.55, 2.0) + 0.5 * land - 0.25;
    // Deep sea, a steep slope, a shelf, the coast, plains.
    float rise = smoothstep(-0.06 - 0.12 * shelf, -0.03 - 0.08 * shelf, plate);
    float height = mix(-0.6, -0.06, rise) + 0.6 * max(plate, -0.06 - 0.05 * shelf) + 0.03;
    float belt = 1.0 - abs(perlin3(1.6 * p + 0.5 * bend, seed + 4u)) * 4.5;
    float ridge = 1.0 - abs(perlin3_fbm(7.0 * p + 0.4 * bend, seed + 5u, 7.0, 0.5, 2.0)) * 1.6;
    float high = smoothstep(0.0, 0.8, belt) * smoothstep(0.0, 0.12, plate);
    return clamp(height + mountains * high * ridge * ridge * ridge, -1.0, 1.0);
}
