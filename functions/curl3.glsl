// curl3.glsl: a flow in space that neither gathers nor spreads; three channels, x, y and z
// The cross product of two gradients, as in DeWolf, Divergence-Free Noise, 2005. Costs 2 gradients a point. `time` moves
// the two noises apart.
// look: --span 4 --range -1,1
uniform uint seed = 1u;
uniform float speed = 0.35;  // 0..2
uniform float time = 0.0;  // -1000..1000
vec3 noise(vec3 p) {
    vec3 a, b;
    perlin3_gradient(p + vec3(0.31, 0.47, time), seed, a);
    perlin3_gradient(p - vec3(time, 0.0, 0.0), seed + 1u, b);
    return speed * cross(a, b);
}
