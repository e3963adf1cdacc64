// The pieces that every function shares: the guard of a coordinate, fade and lerp.
// Twin of core/isonoise/lattice.hpp.
//
// `precise` stands on every float local and in every helper, because it does not reach through a call: without it
// a driver may fuse or reorder, and the bits are gone.

// NaN, +-Inf, |x| >= 2^31 and |x| < 2^-40 act as 0: the cell fits an int, and no driver's flush of subnormals
// to zero can move a point across a cell border. In integers, since compilers fold isnan away.
float isonoise_guard(float x) {
    uint m = floatBitsToUint(x) & 0x7FFFFFFFu;
    return (m - 0x2B800000u) < 0x23800000u ? x : 0.0;
}
vec2 isonoise_guard(vec2 p) { return vec2(isonoise_guard(p.x), isonoise_guard(p.y)); }
vec3 isonoise_guard(vec3 p) { return vec3(isonoise_guard(p.x), isonoise_guard(p.y), isonoise_guard(p.z)); }
vec4 isonoise_guard(vec4 p) {
    return vec4(isonoise_guard(p.x), isonoise_guard(p.y), isonoise_guard(p.z), isonoise_guard(p.w));
}

// 6t^5 - 15t^4 + 10t^3: first and second derivative are 0 at both ends. (Perlin 2002)
// Below 2^-12 it is 0, not the 2^-33 or less that the formula says: near a lattice point where corner products cancel,
// products of such factors are subnormal, and a driver that flushes them gives other bits.
float isonoise_fade(float t) {
    precise float r = t * t * t * (t * (t * 6.0 - 15.0) + 10.0);
    return t < 0.000244140625 ? 0.0 : r;
}

float isonoise_lerp(float a, float b, float t) {
    precise float r = a + t * (b - a);
    return r;
}
