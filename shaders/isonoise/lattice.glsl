// The building blocks of every noise function: guard, fade, lerp; lattice coordinates with periods and octaves.
// Twin of core/isonoise/definition/lattice.hpp.
//
// Exactness. A compiler may fuse a*b + c or reorder sums, which changes bits, so every float local is declared
// ISO_PRECISE and every float operation is wrapped in ISO_EXACT():
//   GLSL 4.00, ES 3.20   ISO_PRECISE is `precise`. It does not reach through a call, so every function repeats it.
//   before               ISO_EXACT() adds an opaque zero, the barrier, to the bits of its argument. No compiler knows
//                        that it is 0, so none combines the operations on both sides. (It adds integers instead of
//                        xoring, since in x * 1.0 the product is dropped and two xors would cancel.) Sums used solely
//                        as factors stay unwrapped, unless the other factor is a constant: nothing can fuse with them,
//                        and multiplying them out would be more work. For x * (y - 1) it would be less, and NVIDIA's
//                        compiler does it, x * y - x in one operation: sums with 1 are wrapped.
// ISO_BARRIER() comes before them, where coordinates come in. To measure: ISONOISE_PRECISE and ISONOISE_BARRIER choose
// one of the two, ISONOISE_FAST neither. Nearly every line uses these macros, hence their short prefix.
#ifndef ISONOISE_LATTICE_GLSL
#define ISONOISE_LATTICE_GLSL
#if defined(ISONOISE_FAST)
#define ISO_EXACT(x) (x)
#define ISO_PRECISE
#define ISO_BARRIER(v)
#elif defined(ISONOISE_BARRIER) || (!defined(ISONOISE_PRECISE) && (__VERSION__ < 320 || __VERSION__ == 330))
#define ISO_EXACT(x) uintBitsToFloat(floatBitsToUint(x) + isonoise_barrier)
#define ISO_PRECISE
#define ISO_BARRIER(v) isonoise_raise(v)
// Always 0: x(x + 1)(x + 2)(x + 3) is u(u + 2) where u = x(x + 3), and of four consecutive numbers one is a multiple of
// 4 and another one even. Compilers do not know that. (LLVM has known the simpler odd * odd >> 1 & 3 since
// 2025.) It takes few bits, which GPUs multiply fast, and all coordinates, since some may be constants.
uint isonoise_barrier = 0u;
void isonoise_raise_by(uint bits) {
    uint x = bits & 0x7FFu;
    uint u = x * (x + 3u);
    isonoise_barrier = (u * (u + 2u)) & 7u;
}
void isonoise_raise(float v) { isonoise_raise_by(floatBitsToUint(v)); }
void isonoise_raise(vec2 v) {
    uvec2 b = floatBitsToUint(v);
    isonoise_raise_by(b.x + b.y);
}
void isonoise_raise(vec3 v) {
    uvec3 b = floatBitsToUint(v);
    isonoise_raise_by(b.x + b.y + b.z);
}
void isonoise_raise(vec4 v) {
    uvec4 b = floatBitsToUint(v);
    isonoise_raise_by(b.x + b.y + b.z + (b.w >> 1));  // four equal ones would make a multiple of 4, which compilers see
}
#else
#define ISO_EXACT(x) (x)
#define ISO_PRECISE precise
#define ISO_BARRIER(v)
#endif

// NaN, +-Inf, |x| >= 2^31 and |x| < 2^-40 act as 0: the cell fits an int, and no driver that flushes subnormals can
// move a point across a cell border. In integers, since compilers fold isnan away; doubling the bits drops the sign.
const uint ISONOISE_TWICE_TINY = 0x57000000u;   // twice the bits of 2^-40
const uint ISONOISE_TWICE_RANGE = 0x47000000u;  // from there to twice the bits of 2^31
float isonoise_guard(float x) {
    return (floatBitsToUint(x) << 1) - ISONOISE_TWICE_TINY < ISONOISE_TWICE_RANGE ? x : 0.0;
}
vec2 isonoise_guard(vec2 v) { return vec2(isonoise_guard(v.x), isonoise_guard(v.y)); }
vec3 isonoise_guard(vec3 v) { return vec3(isonoise_guard(v.x), isonoise_guard(v.y), isonoise_guard(v.z)); }
vec4 isonoise_guard(vec4 v) {
    return vec4(isonoise_guard(v.x), isonoise_guard(v.y), isonoise_guard(v.z), isonoise_guard(v.w));
}

// A caller-supplied fraction: outside [2^-40, 1] it acts as 0.
const uint ISONOISE_TINY = 0x2B800000u;         // the bits of 2^-40
const uint ISONOISE_TINY_TO_ONE = 0x14000000u;  // from there to the bits of 1
float isonoise_guard_fraction(float f) {
    ISO_BARRIER(f);
    return floatBitsToUint(f) - ISONOISE_TINY <= ISONOISE_TINY_TO_ONE ? f : 0.0;
}
vec2 isonoise_guard_fraction(vec2 v) {
    ISO_PRECISE vec2 f = vec2(isonoise_guard_fraction(v.x), isonoise_guard_fraction(v.y));
    ISO_BARRIER(v);
    return f;
}
vec3 isonoise_guard_fraction(vec3 v) {
    ISO_PRECISE vec3 f = vec3(isonoise_guard_fraction(v.x), isonoise_guard_fraction(v.y), isonoise_guard_fraction(v.z));
    ISO_BARRIER(v);
    return f;
}
vec4 isonoise_guard_fraction(vec4 v) {
    ISO_PRECISE vec4 f = vec4(isonoise_guard_fraction(v.x), isonoise_guard_fraction(v.y), isonoise_guard_fraction(v.z),
                              isonoise_guard_fraction(v.w));
    ISO_BARRIER(v);
    return f;
}

// The cell of a coordinate: its whole part, rounded down.
int isonoise_whole(float p) { return int(floor(isonoise_guard(p))); }
ivec2 isonoise_whole(vec2 p) { return ivec2(floor(isonoise_guard(p))); }
ivec3 isonoise_whole(vec3 p) { return ivec3(floor(isonoise_guard(p))); }
ivec4 isonoise_whole(vec4 p) { return ivec4(floor(isonoise_guard(p))); }

// A coordinate's position within its cell.
float isonoise_fraction(float p) {
    ISO_BARRIER(p);
    ISO_PRECISE float x = isonoise_guard(p);
    ISO_PRECISE float r = ISO_EXACT(x - floor(x));
    return r;
}
vec2 isonoise_fraction(vec2 p) {
    ISO_BARRIER(p);
    ISO_PRECISE vec2 x = isonoise_guard(p);
    ISO_PRECISE vec2 r = ISO_EXACT(x - floor(x));
    return r;
}
vec3 isonoise_fraction(vec3 p) {
    ISO_BARRIER(p);
    ISO_PRECISE vec3 x = isonoise_guard(p);
    ISO_PRECISE vec3 r = ISO_EXACT(x - floor(x));
    return r;
}
vec4 isonoise_fraction(vec4 p) {
    ISO_BARRIER(p);
    ISO_PRECISE vec4 x = isonoise_guard(p);
    ISO_PRECISE vec4 r = ISO_EXACT(x - floor(x));
    return r;
}

// Results below 2^-64 become 0. Near a lattice point corner products may cancel, leaving products of weights so small
// that they are subnormal, which drivers flush and CPUs do not. Snapping hides the difference.
float isonoise_snap(float x) { return abs(x) < uintBitsToFloat(0x1F800000u) ? 0.0 : x; }
vec2 isonoise_snap(vec2 v) { return vec2(isonoise_snap(v.x), isonoise_snap(v.y)); }
vec3 isonoise_snap(vec3 v) { return vec3(isonoise_snap(v.x), isonoise_snap(v.y), isonoise_snap(v.z)); }
vec4 isonoise_snap(vec4 v) {
    return vec4(isonoise_snap(v.x), isonoise_snap(v.y), isonoise_snap(v.z), isonoise_snap(v.w));
}

// Scaled and snapped.
float isonoise_scaled(float n, float scale) {
    ISO_PRECISE float r = ISO_EXACT(n * scale);
    return isonoise_snap(r);
}
vec2 isonoise_scaled(vec2 v, float scale) { return vec2(isonoise_scaled(v.x, scale), isonoise_scaled(v.y, scale)); }
vec3 isonoise_scaled(vec3 v, float scale) {
    return vec3(isonoise_scaled(v.x, scale), isonoise_scaled(v.y, scale), isonoise_scaled(v.z, scale));
}
vec4 isonoise_scaled(vec4 v, float scale) {
    return vec4(isonoise_scaled(v.x, scale), isonoise_scaled(v.y, scale),
                isonoise_scaled(v.z, scale), isonoise_scaled(v.w, scale));
}

// 6t^5 - 15t^4 + 10t^3: the first and second derivatives are 0 at both ends. (Perlin 2002)
float isonoise_quintic(float t) {
    ISO_PRECISE float inner = ISO_EXACT(t * (ISO_EXACT(t * 6.0) - 15.0)) + 10.0;
    ISO_PRECISE float r = ISO_EXACT(ISO_EXACT(ISO_EXACT(t * t) * t) * inner);
    return r;
}
vec2 isonoise_quintic(vec2 t) {
    ISO_PRECISE vec2 inner = ISO_EXACT(t * (ISO_EXACT(t * 6.0) - 15.0)) + 10.0;
    ISO_PRECISE vec2 r = ISO_EXACT(ISO_EXACT(ISO_EXACT(t * t) * t) * inner);
    return r;
}
vec3 isonoise_quintic(vec3 t) {
    ISO_PRECISE vec3 inner = ISO_EXACT(t * (ISO_EXACT(t * 6.0) - 15.0)) + 10.0;
    ISO_PRECISE vec3 r = ISO_EXACT(ISO_EXACT(ISO_EXACT(t * t) * t) * inner);
    return r;
}
vec4 isonoise_quintic(vec4 t) {
    ISO_PRECISE vec4 inner = ISO_EXACT(t * (ISO_EXACT(t * 6.0) - 15.0)) + 10.0;
    ISO_PRECISE vec4 r = ISO_EXACT(ISO_EXACT(ISO_EXACT(t * t) * t) * inner);
    return r;
}

// Its derivative, 30t^2(t-1)^2.
float isonoise_quintic_slope(float t) {
    ISO_PRECISE float s = ISO_EXACT(t * ISO_EXACT(t - 1.0));
    ISO_PRECISE float r = ISO_EXACT(30.0 * ISO_EXACT(s * s));
    return r;
}
vec2 isonoise_quintic_slope(vec2 t) { return vec2(isonoise_quintic_slope(t.x), isonoise_quintic_slope(t.y)); }
vec3 isonoise_quintic_slope(vec3 t) {
    return vec3(isonoise_quintic_slope(t.x), isonoise_quintic_slope(t.y), isonoise_quintic_slope(t.z));
}
vec4 isonoise_quintic_slope(vec4 t) {
    return vec4(isonoise_quintic_slope(t.x), isonoise_quintic_slope(t.y),
                isonoise_quintic_slope(t.z), isonoise_quintic_slope(t.w));
}

// 3t^2 - 2t^3: only the first derivative is 0 at both ends. (Perlin 1985) Its derivative is 6t(1-t).
float isonoise_cubic(float t) {
    ISO_PRECISE float r = ISO_EXACT(ISO_EXACT(t * t) * (3.0 - ISO_EXACT(2.0 * t)));
    return r;
}
float isonoise_cubic_slope(float t) {
    ISO_PRECISE float r = ISO_EXACT(ISO_EXACT(6.0 * t) * ISO_EXACT(1.0 - t));
    return r;
}

float isonoise_lerp(float a, float b, float t) {
    ISO_PRECISE float r = ISO_EXACT(a + ISO_EXACT(t * (b - a)));
    return r;
}
vec2 isonoise_lerp(vec2 a, vec2 b, float t) {
    ISO_PRECISE vec2 r = ISO_EXACT(a + ISO_EXACT(t * (b - a)));
    return r;
}
vec3 isonoise_lerp(vec3 a, vec3 b, float t) {
    ISO_PRECISE vec3 r = ISO_EXACT(a + ISO_EXACT(t * (b - a)));
    return r;
}
vec4 isonoise_lerp(vec4 a, vec4 b, float t) {
    ISO_PRECISE vec4 r = ISO_EXACT(a + ISO_EXACT(t * (b - a)));
    return r;
}

// Wraps a cell into `period` repeating cells; 0 means no period. This is a remainder, but GLSL leaves % of negative
// numbers undefined, and neither GPUs nor CPU vectors divide integers. So it divides floats, with a rate too small by a
// millionth, which exceeds any driver's error. The first quotient leaves fewer than 2^12 periods, the second at most
// one too many.
uint isonoise_wrap(int cell, uint period) {
    if (period == 0u) return uint(cell);
    ISO_PRECISE float rate = ISO_EXACT(0.999999 / float(period));
    ISO_PRECISE float about = ISO_EXACT(float(cell) * rate);
    uint rest = uint(cell) - uint(int(floor(about))) * period;
    ISO_PRECISE float more = ISO_EXACT(float(int(rest)) * rate);
    rest -= uint(int(floor(more))) * period;
    return rest >= period ? rest - period : rest;
}

// Both lattice coordinates of a cell along one axis; with a period, those of a wrapped cell.
uvec2 isonoise_ends(uint cell) { return uvec2(cell, cell + 1u); }
uvec2 isonoise_ends(uint cell, uint period) {
    uint next = cell + 1u;
    return uvec2(cell, next == period ? 0u : next);
}
uvec2 isonoise_ends(int cell, uint period) { return isonoise_ends(isonoise_wrap(cell, period), period); }

// A lattice coordinate is xored with its window times this.
const uint ISONOISE_WINDOW = 0xD1B54A35u;
// In worlds of any size an octave has more than 2^32 cells along an axis. `cell` then holds the low 32 bits of the
// cell, and `high` is its window of 2^32 cells, centred on a multiple of 2^32, counted modulo `windows`, their number.
// The origin's window is 0 and changes nothing: there the lattice coordinates are those of isonoise_ends().
uvec2 isonoise_ends_far(uint cell, uint high, uint period, uint windows) {
    uint next = high + 1u;
    next = cell != 0x7FFFFFFFu ? high : next == windows ? 0u : next;
    uvec2 e = isonoise_ends(cell, period);
    return uvec2(e.x ^ (high * ISONOISE_WINDOW), e.y ^ (next * ISONOISE_WINDOW));
}

// A cell, as a signed number, times a factor: the low and the high word of 64 bits. Multiplies 16-bit halves, since ES
// 3.00 has no umulExtended; as an unsigned number a negative cell is 2^32 too large.
uvec2 isonoise_product(uint cell, uint factor) {
    uint a = cell >> 16, b = cell & 0xFFFFu, c = factor >> 16, d = factor & 0xFFFFu;
    uint bd = b * d, ad = a * d, bc = b * c;
    uint middle = (bd >> 16) + (ad & 0xFFFFu) + (bc & 0xFFFFu);
    uint high = a * c + (ad >> 16) + (bc >> 16) + (middle >> 16);
    return uvec2(cell * factor, int(cell) < 0 ? high - factor : high);
}

// Maps a cell and a fraction of one octave to the next, `lacunarity` times finer. The cell's part is exact for every
// lacunarity, since a float in [1, 8] is a multiple of 2^-23: only the fraction rounds, and for 1, 2, 4 and 8 nothing
// does. Cells beyond 2^32 wrap.
//
// The next cell is 32 of the 55 bits of a product, from bit 23 on. The product's low 32 bits hold nine of them; the
// others come from an estimate, which is off by less than 256. All axes and octaves share `factor`, the lacunarity in
// multiples of 2^-23, and `part`, its fractional part.
uint isonoise_factor(float lacunarity) {
    ISO_PRECISE float scaled = ISO_EXACT(lacunarity * 8388608.0);
    return uint(scaled);
}
float isonoise_part(uint n) {
    ISO_PRECISE float part = ISO_EXACT(uintBitsToFloat(0x3F800000u | (n & 0x7FFFFFu)) - 1.0);
    return part;
}
void isonoise_finer(inout uint cell, inout float f, float lacunarity, uint factor, float part) {
    uint low = cell * factor;
    ISO_PRECISE float share = ISO_EXACT(float(int(cell)) * part);
    uint next = cell * (factor >> 23) + uint(int(share));
    next += uint(int(low - (next << 23)) >> 23);
    ISO_PRECISE float t = ISO_EXACT(ISO_EXACT(f * lacunarity) + isonoise_part(low));
    int whole = int(t);
    ISO_PRECISE float left = ISO_EXACT(t - float(whole));
    f = left;
    cell = next + uint(whole);
}

// The same for a whole lacunarity, with the window; `windows` belongs to the next octave.
void isonoise_finer_far(inout uint cell, inout uint high, inout float f, float lacunarity, uint windows) {
    ISO_PRECISE float t = ISO_EXACT(f * lacunarity);
    ISO_PRECISE float whole = floor(t);
    ISO_PRECISE float left = ISO_EXACT(t - whole);
    f = left;
    uint factor = uint(lacunarity);
    // int(cell) * factor + whole in 64 bits, from halves of 16 bits
    uint low = (cell & 0xFFFFu) * factor + uint(whole);
    int middle = (int(cell) >> 16) * int(factor) + int(low >> 16);
    int over = (middle + 0x8000) >> 16;
    uint next = high * factor + uint(over);
    if (over < 0 && high == 0u) next += windows;
    if (next == windows) next = 0u;
    cell = (uint(middle) << 16) | (low & 0xFFFFu);
    high = next;
}
#endif
