// The noise at a list of points. Texel i of `points` holds the bits of the four coordinates of point i. With
// ISONOISE_CELLS it holds the bits of the four fractions, and the same texel of `cells` holds the cells. Define
// ISONOISE_CALL(p, cell, g) to call a function other than isonoise(), such as perlin3_gradient(p.xyz, seed, g.xyz).
#include "isonoise/noise.glsl"
#include "isonoise/fbm.glsl"

uniform usampler2D points;
#if ISONOISE_CELLS
uniform usampler2D cells;
#endif
layout(location = 0) out float value;
#if ISONOISE_GRADIENT
layout(location = 1) out vec4 gradient;
#endif

#ifdef ISONOISE_CALL
uniform uint seed;
uniform vec4 terms;  // the members of IsonoiseFbm
#elif ISONOISE_CELLS && ISONOISE_GRADIENT
#define ISONOISE_CALL(p, cell, g) isonoise_gradient(cell, p, g)
#elif ISONOISE_CELLS
#define ISONOISE_CALL(p, cell, g) isonoise(cell, p)
#elif ISONOISE_GRADIENT
#define ISONOISE_CALL(p, cell, g) isonoise_gradient(p, g)
#else
#define ISONOISE_CALL(p, cell, g) isonoise(p)
#endif

void main() {
    vec4 p = uintBitsToFloat(texelFetch(points, ivec2(gl_FragCoord.xy), 0));
#if ISONOISE_CELLS
    ivec4 cell = ivec4(texelFetch(cells, ivec2(gl_FragCoord.xy), 0));
#endif
    vec4 g = vec4(0.0);
    value = ISONOISE_CALL(p, cell, g);
#if ISONOISE_GRADIENT
    gradient = g;
#endif
}
