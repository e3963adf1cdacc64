// Gradient sets: each function takes gradient index h and an offset from a lattice point, and returns gradient . offset.
// Twin of core/isonoise/gradient.hpp.
//
// Components are 0, +-1 or +-2 (in 1D quarters), so that in 2D to 4D the products are exact and only sums round.
// Every set has mean 0, and beyond 1D all its gradients have one length.

// 1 / the supremum that a set reaches (1D 1, 2D 1.5111708, 3D 1.0363538, 4D 1.5365823), a little towards 0 so that
// rounding never leaves [-1, 1]. Over a power of two: exact, however a driver reads decimals.
const float ISONOISE_SCALE2 = 693882.0 / 1048576.0;
const float ISONOISE_SCALE3 = 1011792.0 / 1048576.0;
const float ISONOISE_SCALE4 = 682407.0 / 1048576.0;

// x with its sign flipped where bit 31 of `bits` is set.
float isonoise_flip(float x, uint bits) {
    return uintBitsToFloat(floatBitsToUint(x) ^ (bits & 0x80000000u));
}

// 1D, h in 0..15: slopes +-1/4, +-2/4, ... +-8/4.
float isonoise_gradient1(uint h, float x) {
    precise float slope = float((h & 7u) + 1u) * 0.25;
    precise float r = slope * x;
    return isonoise_flip(r, h << 28);
}

// 2D, h in 0..7: (+-1, +-2) and (+-2, +-1). (Gustavson's noise1234)
float isonoise_gradient2(uint h, float x, float y) {
    precise float u = h < 4u ? x : y;
    precise float v = h < 4u ? y : x;
    precise float v2 = 2.0 * v;
    precise float r = isonoise_flip(u, h << 31) + isonoise_flip(v2, h << 30);
    return r;
}

// 3D, h in 0..15: the 12 edges of a cube, four of them twice. (Perlin 2002)
float isonoise_gradient3(uint h, float x, float y, float z) {
    precise float u = h < 8u ? x : y;
    precise float v = h < 4u ? y : ((h & 13u) == 12u ? x : z);
    precise float r = isonoise_flip(u, h << 31) + isonoise_flip(v, h << 30);
    return r;
}

// 4D, h in 0..31: the 32 edges of a tesseract, one component 0 and the others +-1. (The order is that of Gustavson's
// noise1234. Perlin's ImprovedNoise4D.java means the same set, but its first and last case are alike: x is 0 twice
// as often as it should be and w never.)
float isonoise_gradient4(uint h, float x, float y, float z, float w) {
    precise float a = h < 24u ? x : y;
    precise float b = h < 16u ? y : z;
    precise float c = h < 8u ? z : w;
    precise float r = isonoise_flip(a, h << 31) + isonoise_flip(b, h << 30) + isonoise_flip(c, h << 29);
    return r;
}
