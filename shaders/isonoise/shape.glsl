// The shapes that fractals give to octaves, and eroded's weights. Twin of core/isonoise/definition/shape.hpp.
#ifndef ISONOISE_SHAPE_GLSL
#define ISONOISE_SHAPE_GLSL
#include "isonoise/lattice.glsl"

const uint ISONOISE_FBM = 0u;
const uint ISONOISE_TURBULENCE = 1u;
const uint ISONOISE_RIDGED = 2u;
const uint ISONOISE_BILLOW = 3u;
const uint ISONOISE_ERODED = 4u;

// Applies a fractal to an octave; isonoise_shape_slope() is the derivative.
float isonoise_shaped(float n, uint fractal) {
    ISO_PRECISE float r = n;
    if (fractal == ISONOISE_TURBULENCE) {
        r = abs(n);
    } else if (fractal == ISONOISE_BILLOW) {
        r = ISO_EXACT(ISO_EXACT(2.0 * abs(n)) - 1.0);
    } else if (fractal == ISONOISE_RIDGED) {
        ISO_PRECISE float rest = ISO_EXACT(1.0 - abs(n));
        r = ISO_EXACT(ISO_EXACT(2.0 * ISO_EXACT(rest * rest)) - 1.0);
    }
    return r;
}
float isonoise_shape_slope(float n, uint fractal) {
    ISO_PRECISE float sign = n == 0.0 ? 0.0 : n < 0.0 ? -1.0 : 1.0;
    ISO_PRECISE float r = 1.0;
    if (fractal == ISONOISE_TURBULENCE) {
        r = sign;
    } else if (fractal == ISONOISE_BILLOW) {
        r = ISO_EXACT(2.0 * sign);
    } else if (fractal == ISONOISE_RIDGED) {
        ISO_PRECISE float rest = ISO_EXACT(1.0 - abs(n));
        r = ISO_EXACT(-4.0 * ISO_EXACT(sign * rest));
    }
    return r;
}

// slope^2, at most 2^40.
float isonoise_steepness(vec4 slope) {
    ISO_PRECISE vec4 q = ISO_EXACT(slope * slope);
    ISO_PRECISE float s = ISO_EXACT(ISO_EXACT(q.x + q.y) + ISO_EXACT(q.z + q.w));
    return s < 1099511627776.0 ? s : 1099511627776.0;
}
// Minus the bits of x: the bits of about 1/x.
const uint ISONOISE_RECIPROCAL = 0x7EF311C3u;
// 1/x for x in 1..2^41 by Newton's iteration, since GPU division is not exact: guess from the exponent, then each step
// doubles the number of correct digits.
float isonoise_reciprocal(float x) {
    ISO_PRECISE float y = uintBitsToFloat(ISONOISE_RECIPROCAL - floatBitsToUint(x));
    y = ISO_EXACT(y + ISO_EXACT(y * ISO_EXACT(1.0 - ISO_EXACT(x * y))));
    y = ISO_EXACT(y + ISO_EXACT(y * ISO_EXACT(1.0 - ISO_EXACT(x * y))));
    y = ISO_EXACT(y + ISO_EXACT(y * ISO_EXACT(1.0 - ISO_EXACT(x * y))));
    return y;
}
#endif
