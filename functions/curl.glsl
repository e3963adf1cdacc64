// curl.glsl: a flow that neither gathers nor spreads: smoke, dust, fish; two channels, x and y
// Bridson et al., Curl-Noise for Procedural Fluid Flow, SIGGRAPH 2007. Costs 2 gradients a point;
// the third axis is time.
// look: --span 4
uniform uint seed = 1u;
uniform float eddies = 0.5;  // 0..1: how strong the small ones are
vec2 noise(vec3 p) {
    vec3 broad, fine;
    perlin3_gradient(p, seed, broad);
    perlin3_gradient(vec3(2.0 * p.xy, 1.5 * p.z), seed + 1u, fine);
    vec2 g = broad.xy + eddies * fine.xy;  // the potential's gradient, turned by a right angle
    return vec2(g.y, -g.x);
}
