// cumulus.glsl: fair-weather clouds in a blue sky; colours, the third axis is time
// Cover by a threshold as in Perlin, An Image Synthesizer, 1985; light by the difference towards the sun. Costs 14
// octaves a point. `cover` alone is the mask of a sky of your own: --local cover.
// look: --span 4
uniform uint seed = 3u;
uniform float coverage = 0.5;  // 0..1: from a clear sky to a closed one
uniform float softness = 0.35;  // 0.05..1: of the edges
uniform vec3 sky = vec3(0.25, 0.48, 0.78);  // 0..1
uniform uvec3 period = uvec3(0u);  // 0..16: units until it repeats, 0 for never
// One broad octave, then billows, which change the faster the finer they are.
float thick(vec3 p) {
    float sum = 0.0, weight = 1.0;
    for (uint i = 0u; i < 7u; ++i) {
        uvec3 cells = uvec3(1u << i, 1u << i, 1u + i);
        float n = perlin3_periodic(vec3(cells) * p + 0.375 * float(i), seed + i, cells * period);
        sum += weight * (i == 0u ? n : 0.28 - abs(n) * 1.3);
        weight *= 0.52;
    }
    return sum;
}
vec3 noise(vec3 p) {
    float here = thick(p) + 1.6 * coverage - 0.8;
    float cover = smoothstep(0.0, softness, here);
    float towards = thick(p - vec3(0.03125, 0.0546875, 0.0)) + 1.6 * coverage - 0.8;
    float lit = clamp(0.8 + 2.2 * (here - towards) - 0.3 * max(here, 0.0), 0.0, 1.0);
    vec3 cloud = mix(vec3(0.46, 0.52, 0.63), vec3(1.0, 0.99, 0.97), lit);
    return mix(sky, cloud, cover);
}
