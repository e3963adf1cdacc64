// The integers of the noise at a list of points (see points.frag), unaffected by rounding: cells, hashes, gradient
// indices.
#include "isonoise/noise.glsl"

uniform usampler2D points;
layout(location = 0) out uvec4 cells;
layout(location = 1) out uvec4 hashes;

void main() { isonoise_integers(uintBitsToFloat(texelFetch(points, ivec2(gl_FragCoord.xy), 0)), cells, hashes); }
