// Calls every function of one part of the library, since glslang drops uncalled ones: the end of the programs of
// lint_test.cpp, which puts the number of dimensions for @. Its own operations are not looked at.
#if ISONOISE_DIM == 1
#define VEC float
#define AT p.x
#define CELL int(p.x), p.x
#define PERIOD uint(p.x)
#elif ISONOISE_DIM == 2
#define VEC vec2
#define AT p.xy
#define CELL ivec2(p.xy), p.xy
#define PERIOD uvec2(p.xy)
#elif ISONOISE_DIM == 3
#define VEC vec3
#define AT p.xyz
#define CELL ivec3(p.xyz), p.xyz
#define PERIOD uvec3(p.xyz)
#else
#define VEC vec4
#define AT p
#define CELL ivec4(p), p
#define PERIOD uvec4(p)
#endif

uniform vec4 p;
uniform uint seed;
out vec4 value;
out vec4 slope;

void main() {
    value = vec4(isonoise(p), isonoise(ivec4(p), p), 0.0, 0.0);
    uvec4 cell, hashes;
    isonoise_integers(p, cell, hashes);
    slope = vec4(cell ^ hashes);
    float v = 0.0;
    VEC h;
#if ISONOISE_ALGORITHM <= 3
    vec4 g;
    value.z = isonoise_gradient(p, g);
    slope += g;
    value.w = isonoise_gradient(ivec4(p), p, g);
    slope += g;
#endif
#if ISONOISE_ALGORITHM == 0
    v += perlin@(AT, seed) + perlin@(CELL, seed);
    v += perlin@_gradient(AT, seed, h) + perlin@_gradient(CELL, seed, h);
    v += perlin@_periodic(AT, seed, PERIOD) + perlin@_periodic(CELL, seed, PERIOD);
    v += perlin@_periodic_gradient(AT, seed, PERIOD, h) + perlin@_periodic_gradient(CELL, seed, PERIOD, h);
    IsonoiseFbm fbm = IsonoiseFbm(p.x, p.y, p.z, p.w);
    v += perlin@_fbm(AT, seed, fbm) + isonoise_fractal(AT, seed, fbm, seed) + isonoise_fractal(AT, seed, fbm, seed, h);
#elif ISONOISE_ALGORITHM == 1
    v += improved@(AT, PERIOD) + improved@(CELL, PERIOD);
    v += improved@_gradient(AT, PERIOD, h) + improved@_gradient(CELL, PERIOD, h);
#elif ISONOISE_ALGORITHM == 2
    v += value@(AT, seed, PERIOD) + value@(CELL, seed, PERIOD);
    v += value@_gradient(AT, seed, PERIOD, h) + value@_gradient(CELL, seed, PERIOD, h);
#elif ISONOISE_ALGORITHM == 4
    v += axis@(AT) + axis@(CELL);
#elif ISONOISE_ALGORITHM == 5
    v += diagonal@(AT) + diagonal@(CELL);
#elif ISONOISE_ALGORITHM == 6
    v += slope@(AT) + slope@(CELL);
#endif
#if ISONOISE_DIM > 1 && (ISONOISE_ALGORITHM == 0 || ISONOISE_ALGORITHM == 2)
    uvec4 t = floatBitsToUint(p);
    slope = isonoise_more(slope, isonoise_rows(IsonoiseColumn(t, t, t), t, t, t, t), seed);
#endif
    value.x += v;
}
