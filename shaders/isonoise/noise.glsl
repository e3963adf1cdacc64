// The noise of a Settings value: frequency, domain warp, octaves, output. Twin of
// core/isonoise/definition/noise.hpp.
//
//   float isonoise(vec4 p)                              at a coordinate; only the first `dim` components count
//   float isonoise(ivec4 cell, vec4 fraction)           in a cell, after frequency, in a world of any size
//   float isonoise_gradient(..., out vec4 gradient)     also returns the derivative by each coordinate; for fractal
//                                                       eroded the accumulated slope
//
// Macros choose the noise and must be defined before including this file; the block below holds its numbers.
//   ISONOISE_ALGORITHM   0 perlin, 1 improved, 2 value, 3 value-two-layer, 4 axis, 5 diagonal, 6 slope
//   ISONOISE_DIM         1 to 4
//   ISONOISE_FADE        1 linear, 2 cubic, 3 quintic
//   ISONOISE_FRACTAL     0 fbm, 1 turbulence, 2 ridged, 3 billow, 4 eroded
//   ISONOISE_WHOLE       1 if lacunarity is a whole number
//   ISONOISE_PERIODIC    1 if any axis has a period
//   ISONOISE_WARP        1 if there is domain warp
//   ISONOISE_FLOW        1 if gradients are rotated
//   ISONOISE_FAR         1 if cells may exceed 32 bits in some octave (perlin and value only)
// Optionally, to filter distant detail:
//   ISONOISE_DETAIL      a float, the number of octaves: those beyond it are left out, the last one fades in
#include "isonoise/articles.glsl"
#include "isonoise/flow.glsl"
#include "isonoise/improved.glsl"
#include "isonoise/perlin.glsl"
#include "isonoise/shape.glsl"
#include "isonoise/value.glsl"

struct IsonoiseOctave {
    float amplitude;  // together at most 1
    float slope;      // its part of the gradient, relative to octave 0
    uint seed;        // the offset of its keys along x
    uint windows;     // its number of windows of 2^32 cells
    uvec4 period;     // in cells along each axis; 0: none
};
layout(std140) uniform IsonoisePlan {
    float frequency;   // cells per unit of coordinate
    float lacunarity;  // frequency ratio of successive octaves
    float scale;       // from the kernel's result to [-1, 1]
    float bias;        // the mean of the octaves that filter-width removes
    uint count;        // number of nonzero octaves
    uint unit;         // 1 where output is unit
    float warp;        // amplitude in cells
    float slope_unit;  // gradients are in multiples of this
    vec4 flow;         // cosine and sine of the angle
    uvec4 warp_seeds;  // the offset of each displacement's keys along x
    IsonoiseOctave octaves[32];
} isonoise_plan;

// Changes the x offset of the second layer of value-two-layer.
const uint ISONOISE_LAYER = 0x5BD1E995u;
const uint ISONOISE_ROOT = 0xB504F334u;
const float ISONOISE_SQRT_HALF = 11863283.0 / 16777216.0;

// A point in an octave: along each axis a wrapped cell, its window in far worlds, and a fraction.
struct IsonoisePlace {
    uvec4 cell;
    uvec4 high;
    vec4 f;
};

IsonoisePlace isonoise_place(ivec4 cell, vec4 f) {
#if ISONOISE_PERIODIC
    uvec4 period = isonoise_plan.octaves[0].period;
    return IsonoisePlace(uvec4(isonoise_wrap(cell.x, period.x), isonoise_wrap(cell.y, period.y),
                               isonoise_wrap(cell.z, period.z), isonoise_wrap(cell.w, period.w)),
                         uvec4(0u), f);
#else
    return IsonoisePlace(uvec4(cell), uvec4(0u), f);
#endif
}
IsonoisePlace isonoise_place(vec4 p) {
    ISO_PRECISE vec4 f = isonoise_fraction(p);
    ivec4 cell = isonoise_whole(p);
    return isonoise_place(cell, f);
}

// Steps to the next octave along one axis; `period` and `windows` belong to that octave.
void isonoise_next(inout uint cell, inout uint high, inout float f, uint period, uint windows) {
#if ISONOISE_FAR && ISONOISE_WHOLE
    if (period == 0u) {
        isonoise_finer_far(cell, high, f, isonoise_plan.lacunarity, windows);
        return;
    }
#endif
#if ISONOISE_WHOLE
    ISO_PRECISE float t = ISO_EXACT(f * isonoise_plan.lacunarity);
    ISO_PRECISE float whole = floor(t);
    ISO_PRECISE float left = ISO_EXACT(t - whole);
    f = left;
    cell = cell * uint(isonoise_plan.lacunarity) + uint(whole);
#else
    uint factor = isonoise_factor(isonoise_plan.lacunarity);
    ISO_PRECISE float part = isonoise_part(factor);
    isonoise_finer(cell, f, isonoise_plan.lacunarity, factor, part);
#endif
    if (cell == period) cell = 0u;
#if ISONOISE_ALGORITHM == 1 && ISONOISE_PERIODIC
    if (period != 0u) cell %= period;
#endif
}
void isonoise_next(inout IsonoisePlace at, uint i) {
    uvec4 period = isonoise_plan.octaves[i + 1u].period;
    uint windows = isonoise_plan.octaves[i + 1u].windows;
    isonoise_next(at.cell.x, at.high.x, at.f.x, period.x, windows);
#if ISONOISE_DIM > 1
    isonoise_next(at.cell.y, at.high.y, at.f.y, period.y, windows);
#endif
#if ISONOISE_DIM > 2
    isonoise_next(at.cell.z, at.high.z, at.f.z, period.z, windows);
#endif
#if ISONOISE_DIM > 3
    isonoise_next(at.cell.w, at.high.w, at.f.w, period.w, windows);
#endif
}

// The selected fade, and its derivative.
float isonoise_fade(float t) {
#if ISONOISE_FADE == 1
    return t;
#elif ISONOISE_FADE == 2
    return isonoise_cubic(t);
#else
    return isonoise_quintic(t);
#endif
}
float isonoise_fade_slope(float t) {
#if ISONOISE_FADE == 1
    return 1.0;
#elif ISONOISE_FADE == 2
    return isonoise_cubic_slope(t);
#else
    return isonoise_quintic_slope(t);
#endif
}
vec4 isonoise_weights(vec4 f) {
    return vec4(isonoise_fade(f.x), isonoise_fade(f.y), isonoise_fade(f.z), isonoise_fade(f.w));
}
vec4 isonoise_weight_slopes(vec4 f) {
    return vec4(isonoise_fade_slope(f.x), isonoise_fade_slope(f.y), isonoise_fade_slope(f.z), isonoise_fade_slope(f.w));
}

// Both ends of a cell along one axis: their keys for `perlin` and `value`, else their lattice coordinates.
uvec2 isonoise_ends_at(uint cell, uint high, uint period, uint windows, uint prime, uint offset) {
#if ISONOISE_ALGORITHM == 0 || ISONOISE_ALGORITHM == 2 || ISONOISE_ALGORITHM == 3
#if ISONOISE_FAR
    return isonoise_keys(isonoise_ends_far(cell, high, period, windows), prime, offset);
#elif ISONOISE_PERIODIC
    return isonoise_keys(cell, period, prime, offset);
#else
    return isonoise_keys(cell, prime, offset);
#endif
#elif ISONOISE_ALGORITHM == 6
    return isonoise_ends(int(cell), 255u);
#elif ISONOISE_PERIODIC
    return isonoise_ends(cell, period);
#else
    return isonoise_ends(cell);
#endif
}

// The ends of a place's cell along each axis in octave i, whose offset along x is `seed`.
struct IsonoiseEnds {
    uvec2 x;
    uvec2 y;
    uvec2 z;
    uvec2 w;
};
IsonoiseEnds isonoise_ends_at(IsonoisePlace at, uint i, uint seed) {
    uvec4 period = isonoise_plan.octaves[i].period;
    uint windows = isonoise_plan.octaves[i].windows;
    return IsonoiseEnds(
        isonoise_ends_at(at.cell.x, at.high.x, period.x, windows, ISONOISE_PRIME_X, seed),
        isonoise_ends_at(at.cell.y, at.high.y, period.y, windows, ISONOISE_PRIME_Y, ISONOISE_OFFSET_Y),
        isonoise_ends_at(at.cell.z, at.high.z, period.z, windows, ISONOISE_PRIME_Z, ISONOISE_OFFSET_Z),
        isonoise_ends_at(at.cell.w, at.high.w, period.w, windows, ISONOISE_PRIME_W, ISONOISE_OFFSET_W));
}

// From the dimensions: vectors and hashes of that many; from the algorithm: what hashes, and the kernel. Here alone.
#if ISONOISE_DIM == 1
#define ISONOISE_CUT(v) (v).x
#define ISONOISE_WIDE(v) vec4(v, 0.0, 0.0, 0.0)
#define ISONOISE_VEC float
#define ISONOISE_UVEC uvec2
#define ISONOISE_HASHES a
#define ISONOISE_LAST a.y
#define ISONOISE_HASHED a = isonoise_hash(e.x)
#define ISONOISE_PERMUTED a = isonoise_permute(e.x)
#elif ISONOISE_DIM == 2
#define ISONOISE_CUT(v) (v).xy
#define ISONOISE_WIDE(v) vec4(v, 0.0, 0.0)
#define ISONOISE_VEC vec2
#define ISONOISE_UVEC uvec4
#define ISONOISE_HASHES a
#define ISONOISE_LAST a.w
#define ISONOISE_HASHED a = isonoise_hashes(e.x, e.y, 0u)
#define ISONOISE_PERMUTED a = isonoise_permuted(e.x, e.y)
#elif ISONOISE_DIM == 3
#define ISONOISE_CUT(v) (v).xyz
#define ISONOISE_WIDE(v) vec4(v, 0.0)
#define ISONOISE_VEC vec3
#define ISONOISE_UVEC uvec4
#define ISONOISE_HASHES a, b
#define ISONOISE_LAST b.w
#define ISONOISE_HASHED isonoise_hashes(e.x, e.y, e.z, a, b)
#define ISONOISE_PERMUTED isonoise_permuted(e.x, e.y, e.z, a, b)
#else
#define ISONOISE_CUT(v) (v)
#define ISONOISE_WIDE(v) (v)
#define ISONOISE_VEC vec4
#define ISONOISE_UVEC uvec4
#define ISONOISE_HASHES a, b, c, d
#define ISONOISE_LAST d.w
#define ISONOISE_HASHED isonoise_hashes(e.x, e.y, e.z, e.w, a, b, c, d)
#define ISONOISE_PERMUTED isonoise_permuted(e.x, e.y, e.z, e.w, a, b, c, d)
#endif
#if ISONOISE_ALGORITHM == 0 && ISONOISE_FLOW
#define ISONOISE_HASH ISONOISE_HASHED
#define ISONOISE_KERNEL isonoise_flow_noise
#define ISONOISE_INPUT a, isonoise_plan.flow.xy, f.xy, w.xy
#elif ISONOISE_ALGORITHM == 0
#define ISONOISE_HASH ISONOISE_HASHED
#define ISONOISE_KERNEL isonoise_noise
#define ISONOISE_INPUT ISONOISE_HASHES, ISONOISE_CUT(f), ISONOISE_CUT(w)
#elif ISONOISE_ALGORITHM == 1
#define ISONOISE_HASH ISONOISE_PERMUTED
#define ISONOISE_KERNEL isonoise_improved_noise
#define ISONOISE_INPUT ISONOISE_HASHES, ISONOISE_CUT(f), ISONOISE_CUT(w)
#elif ISONOISE_ALGORITHM <= 3
#define ISONOISE_HASH ISONOISE_HASHED
#define ISONOISE_KERNEL isonoise_value_noise
#define ISONOISE_INPUT ISONOISE_HASHES, ISONOISE_CUT(w)
#elif ISONOISE_ALGORITHM == 4
#define ISONOISE_HASH a = isonoise_axis_hash(e.x, e.y)
#define ISONOISE_KERNEL isonoise_axis_noise
#define ISONOISE_INPUT a, f.xy, w.xy
#elif ISONOISE_ALGORITHM == 5
#define ISONOISE_HASH ISONOISE_PERMUTED
#define ISONOISE_KERNEL isonoise_diagonal_noise
#define ISONOISE_INPUT a, f.xy, w.xy
#else
#define ISONOISE_HASH a = e.x
#define ISONOISE_KERNEL isonoise_slope_noise
#define ISONOISE_INPUT a, f.x, w.x
#endif

// One octave of the algorithm, scaled.
float isonoise_base(IsonoisePlace at, uint i, uint seed) {
    IsonoiseEnds e = isonoise_ends_at(at, i, seed);
    ISONOISE_UVEC ISONOISE_HASHES;
    ISONOISE_HASH;
    ISO_PRECISE vec4 f = at.f;
    ISO_PRECISE vec4 w = isonoise_weights(f);
    ISO_PRECISE float n = ISONOISE_KERNEL(ISONOISE_INPUT);
    return isonoise_scaled(n, isonoise_plan.scale);
}

#if ISONOISE_ALGORITHM <= 3
// The same with the derivative by the coordinate in cells.
float isonoise_base(IsonoisePlace at, uint i, uint seed, out vec4 gradient) {
    IsonoiseEnds e = isonoise_ends_at(at, i, seed);
    ISONOISE_UVEC ISONOISE_HASHES;
    ISONOISE_HASH;
    ISO_PRECISE vec4 f = at.f;
    ISO_PRECISE vec4 w = isonoise_weights(f);
    ISO_PRECISE vec4 s = isonoise_weight_slopes(f);
    ISO_PRECISE ISONOISE_VEC g;
    ISO_PRECISE float n = ISONOISE_KERNEL(ISONOISE_INPUT, ISONOISE_CUT(s), g);
    ISO_PRECISE vec4 wide = ISONOISE_WIDE(g);
    gradient = isonoise_scaled(wide, isonoise_plan.scale);
    return isonoise_scaled(n, isonoise_plan.scale);
}
#endif

#if ISONOISE_WARP
uint isonoise_moved(uint cell, int by, uint period) {
    if (period == 0u) return cell + uint(by);
    uint sum = cell + isonoise_wrap(by, period);  // both below 2^31
    return sum >= period ? sum - period : sum;
}
// Moves a place by an offset of at most 16 cells along each axis.
IsonoisePlace isonoise_displaced(IsonoisePlace from, vec4 offset) {
    ISO_PRECISE vec4 sum = ISO_EXACT(from.f + offset);
    ISO_PRECISE vec4 f = isonoise_fraction(sum);
    ivec4 by = isonoise_whole(sum);
    uvec4 period = isonoise_plan.octaves[0].period;
    return IsonoisePlace(
        uvec4(isonoise_moved(from.cell.x, by.x, period.x), isonoise_moved(from.cell.y, by.y, period.y),
              isonoise_moved(from.cell.z, by.z, period.z), isonoise_moved(from.cell.w, by.w, period.w)),
        from.high, f);
}

// The point displaced by noises with octave 0's frequency and period, one per axis.
float isonoise_offset(IsonoisePlace at, uint seed) {
    ISO_PRECISE float r = ISO_EXACT(isonoise_plan.warp * isonoise_base(at, 0u, seed));
    return r;
}
IsonoisePlace isonoise_warped(IsonoisePlace at) {
    ISO_PRECISE vec4 offset = vec4(0.0);
    offset.x = isonoise_offset(at, isonoise_plan.warp_seeds.x);
#if ISONOISE_DIM > 1
    offset.y = isonoise_offset(at, isonoise_plan.warp_seeds.y);
#endif
#if ISONOISE_DIM > 2
    offset.z = isonoise_offset(at, isonoise_plan.warp_seeds.z);
#endif
#if ISONOISE_DIM > 3
    offset.w = isonoise_offset(at, isonoise_plan.warp_seeds.w);
#endif
    return isonoise_displaced(at, offset);
}
// The same with the derivatives of the displacements: column c of `jacobian` belongs to axis c.
float isonoise_offset(IsonoisePlace at, uint seed, out vec4 gradient) {
    ISO_PRECISE vec4 g;
    ISO_PRECISE float r = ISO_EXACT(isonoise_plan.warp * isonoise_base(at, 0u, seed, g));
    ISO_PRECISE vec4 scaled = ISO_EXACT(isonoise_plan.warp * g);
    gradient = scaled;
    return r;
}
IsonoisePlace isonoise_warped(IsonoisePlace at, out mat4 jacobian) {
    ISO_PRECISE vec4 offset = vec4(0.0);
    ISO_PRECISE vec4 a = vec4(0.0);
    ISO_PRECISE vec4 b = vec4(0.0);
    ISO_PRECISE vec4 c = vec4(0.0);
    ISO_PRECISE vec4 d = vec4(0.0);
    offset.x = isonoise_offset(at, isonoise_plan.warp_seeds.x, a);
#if ISONOISE_DIM > 1
    offset.y = isonoise_offset(at, isonoise_plan.warp_seeds.y, b);
#endif
#if ISONOISE_DIM > 2
    offset.z = isonoise_offset(at, isonoise_plan.warp_seeds.z, c);
#endif
#if ISONOISE_DIM > 3
    offset.w = isonoise_offset(at, isonoise_plan.warp_seeds.w, d);
#endif
    jacobian = mat4(a, b, c, d);
    return isonoise_displaced(at, offset);
}
#endif

// Applies the fractal to an octave; isonoise_shape_slope() is the derivative.
float isonoise_shaped(float n) {
#if ISONOISE_FRACTAL == 1
    return abs(n);
#elif ISONOISE_FRACTAL == 3
    ISO_PRECISE float r = ISO_EXACT(ISO_EXACT(2.0 * abs(n)) - 1.0);
    return r;
#elif ISONOISE_FRACTAL == 2
    ISO_PRECISE float rest = ISO_EXACT(1.0 - abs(n));
    ISO_PRECISE float r = ISO_EXACT(ISO_EXACT(2.0 * ISO_EXACT(rest * rest)) - 1.0);
    return r;
#else
    return n;
#endif
}
float isonoise_shape_slope(float n) {
    ISO_PRECISE float sign = n == 0.0 ? 0.0 : n < 0.0 ? -1.0 : 1.0;
#if ISONOISE_FRACTAL == 1
    return sign;
#elif ISONOISE_FRACTAL == 3
    ISO_PRECISE float r = ISO_EXACT(2.0 * sign);
    return r;
#elif ISONOISE_FRACTAL == 2
    ISO_PRECISE float rest = ISO_EXACT(1.0 - abs(n));
    ISO_PRECISE float r = ISO_EXACT(-4.0 * ISO_EXACT(sign * rest));
    return r;
#else
    return 1.0;
#endif
}

// The number of octaves here, at least one, and how much of each counts.
#ifdef ISONOISE_DETAIL
uint isonoise_count() { return min(isonoise_plan.count, uint(ceil(max(ISONOISE_DETAIL, 1.0)))); }
float isonoise_fading(uint i) { return clamp(ISONOISE_DETAIL - float(i), 0.0, 1.0); }
#define ISONOISE_FADED(i, x) ISO_EXACT((x) * isonoise_fading(i))
#else
uint isonoise_count() { return isonoise_plan.count; }
#define ISONOISE_FADED(i, x) (x)
#endif

// The octaves, summed. fbm.glsl explains where the loop breaks.
float isonoise_sum(IsonoisePlace at, uint layer) {
    ISO_PRECISE float sum = isonoise_plan.bias;
    uint count = isonoise_count();
    for (uint i = 0u; true; ++i) {
        ISO_PRECISE float n = isonoise_base(at, i, isonoise_plan.octaves[i].seed ^ layer);
        sum = ISO_EXACT(sum + ISO_EXACT(ISONOISE_FADED(i, isonoise_plan.octaves[i].amplitude) * isonoise_shaped(n)));
        if (i + 1u >= count) break;
        isonoise_next(at, i);
    }
    return isonoise_snap(sum);
}

#if ISONOISE_ALGORITHM <= 3
// With the derivative by the coordinate in cells of octave 0, in multiples of slope_unit.
float isonoise_sum(IsonoisePlace at, uint layer, out vec4 gradient) {
    ISO_PRECISE float sum = isonoise_plan.bias;
    ISO_PRECISE vec4 slope = vec4(0.0);
    uint count = isonoise_count();
    for (uint i = 0u; true; ++i) {
        ISO_PRECISE vec4 g;
        ISO_PRECISE float n = isonoise_base(at, i, isonoise_plan.octaves[i].seed ^ layer, g);
        sum = ISO_EXACT(sum + ISO_EXACT(ISONOISE_FADED(i, isonoise_plan.octaves[i].amplitude) * isonoise_shaped(n)));
        ISO_PRECISE float share = ISONOISE_FADED(i, isonoise_plan.octaves[i].slope);
        slope = ISO_EXACT(slope + ISO_EXACT(ISO_EXACT(share * isonoise_shape_slope(n)) * g));
        if (i + 1u >= count) break;
        isonoise_next(at, i);
    }
    gradient = slope;
    return isonoise_snap(sum);
}
#endif

#if ISONOISE_FRACTAL == 4
// eroded: an octave weighs less the steeper the previous octaves have made the ground, as 1 / (1 + slope^2).
// (I. Quilez, "Value noise derivatives", 2008)
float isonoise_sum_eroded(IsonoisePlace at, out vec4 gathered) {
    ISO_PRECISE float sum = isonoise_plan.bias;
    ISO_PRECISE vec4 slope = vec4(0.0);
    uint count = isonoise_count();
    for (uint i = 0u; true; ++i) {
        ISO_PRECISE vec4 g;
        ISO_PRECISE float n = isonoise_base(at, i, isonoise_plan.octaves[i].seed, g);
        ISO_PRECISE float more = ISO_EXACT(1.0 + isonoise_steepness(slope));
        ISO_PRECISE float weight = isonoise_reciprocal(more);
        sum = ISO_EXACT(sum + ISO_EXACT(ISO_EXACT(ISONOISE_FADED(i, isonoise_plan.octaves[i].amplitude) * weight) * n));
        slope = ISO_EXACT(slope + ISO_EXACT(ISO_EXACT(ISONOISE_FADED(i, isonoise_plan.octaves[i].slope) * weight) * g));
        if (i + 1u >= count) break;
        isonoise_next(at, i);
    }
    gathered = slope;
    return isonoise_snap(sum);
}
#endif

#if ISONOISE_ALGORITHM == 3
// The place rotated by 45 degrees, exact in the cells everywhere: the square root of 1/2 is ISONOISE_ROOT / 2^32 here.
void isonoise_turn(uvec2 whole, float part, out uint cell, out float f) {
    ISO_PRECISE float sum = ISO_EXACT(ISO_EXACT(float(whole.x >> 8) * 0.000000059604644775390625) + part);
    f = isonoise_fraction(sum);
    cell = whole.y + uint(isonoise_whole(sum));
}
IsonoisePlace isonoise_turned(IsonoisePlace at) {
    uvec2 x = isonoise_product(at.cell.x, ISONOISE_ROOT), y = isonoise_product(at.cell.y, ISONOISE_ROOT);
    uvec2 less = uvec2(x.x - y.x, x.y - y.y - (x.x < y.x ? 1u : 0u));
    uvec2 more = uvec2(x.x + y.x, x.y + y.y);
    more.y += more.x < x.x ? 1u : 0u;
    ISO_PRECISE float u = ISO_EXACT(ISONOISE_SQRT_HALF * ISO_EXACT(at.f.x - at.f.y));
    ISO_PRECISE float v = ISO_EXACT(ISONOISE_SQRT_HALF * ISO_EXACT(at.f.x + at.f.y));
    IsonoisePlace to = IsonoisePlace(uvec4(0u), uvec4(0u), vec4(0.0));
    isonoise_turn(less, u, to.cell.x, to.f.x);
    isonoise_turn(more, v, to.cell.y, to.f.y);
    return to;
}
#endif

float isonoise_output(float n) {
    ISO_PRECISE float unit = ISO_EXACT(ISO_EXACT(n + 1.0) * 0.5);
    return isonoise_plan.unit != 0u ? unit : n;
}

float isonoise_value(IsonoisePlace at) {
#if ISONOISE_WARP
    at = isonoise_warped(at);
#endif
#if ISONOISE_FRACTAL == 4
    ISO_PRECISE vec4 slope;
    ISO_PRECISE float n = isonoise_sum_eroded(at, slope);
#else
    ISO_PRECISE float n = isonoise_sum(at, 0u);
#endif
#if ISONOISE_ALGORITHM == 3
    n = ISO_EXACT(0.5 * ISO_EXACT(n + isonoise_sum(isonoise_turned(at), ISONOISE_LAYER)));
#endif
    return isonoise_output(n);
}

#if ISONOISE_ALGORITHM <= 3
float isonoise_value(IsonoisePlace at, out vec4 gradient) {
#if ISONOISE_WARP
    mat4 jacobian;
    at = isonoise_warped(at, jacobian);
#endif
    ISO_PRECISE vec4 slope;
#if ISONOISE_FRACTAL == 4
    ISO_PRECISE float n = isonoise_sum_eroded(at, slope);
#else
    ISO_PRECISE float n = isonoise_sum(at, 0u, slope);
#endif
#if ISONOISE_WARP  // the chain rule
    ISO_PRECISE vec4 g = ISO_EXACT(slope + ISO_EXACT(slope.x * jacobian[0]));
#if ISONOISE_DIM > 1
    g = ISO_EXACT(g + ISO_EXACT(slope.y * jacobian[1]));
#endif
#if ISONOISE_DIM > 2
    g = ISO_EXACT(g + ISO_EXACT(slope.z * jacobian[2]));
#endif
#if ISONOISE_DIM > 3
    g = ISO_EXACT(g + ISO_EXACT(slope.w * jacobian[3]));
#endif
    slope = g;
#endif
#if ISONOISE_ALGORITHM == 3
    ISO_PRECISE vec4 turned;
    n = ISO_EXACT(0.5 * ISO_EXACT(n + isonoise_sum(isonoise_turned(at), ISONOISE_LAYER, turned)));
    ISO_PRECISE float x = ISO_EXACT(ISONOISE_SQRT_HALF * ISO_EXACT(turned.x + turned.y));
    ISO_PRECISE float y = ISO_EXACT(ISONOISE_SQRT_HALF * ISO_EXACT(turned.y - turned.x));
    slope = vec4(ISO_EXACT(0.5 * ISO_EXACT(slope.x + x)), ISO_EXACT(0.5 * ISO_EXACT(slope.y + y)), 0.0, 0.0);
#endif
    ISO_PRECISE vec4 scaled = ISO_EXACT(slope * isonoise_plan.slope_unit);
    ISO_PRECISE vec4 halved = ISO_EXACT(scaled * 0.5);
    gradient = isonoise_snap(isonoise_plan.unit != 0u ? halved : scaled);
    return isonoise_output(n);
}

float isonoise_gradient(vec4 p, out vec4 gradient) {
    ISO_BARRIER(p);
    ISO_PRECISE vec4 q = ISO_EXACT(p * isonoise_plan.frequency);
    return isonoise_value(isonoise_place(q), gradient);
}
float isonoise_gradient(ivec4 cell, vec4 fraction, out vec4 gradient) {
    return isonoise_value(isonoise_place(cell, isonoise_guard_fraction(fraction)), gradient);
}
#endif

float isonoise(vec4 p) {
    ISO_BARRIER(p);
    ISO_PRECISE vec4 q = ISO_EXACT(p * isonoise_plan.frequency);
    return isonoise_value(isonoise_place(q));
}
float isonoise(ivec4 cell, vec4 fraction) {
    return isonoise_value(isonoise_place(cell, isonoise_guard_fraction(fraction)));
}

// The gradient or number that a hash chooses, as a number.
uint isonoise_choice(uint h) {
#if ISONOISE_ALGORITHM == 0 && ISONOISE_DIM == 3
    return (int(h) < ISONOISE_THIRD1 ? 0u : int(h) < ISONOISE_THIRD2 ? 4u : 8u) + ((h * 3u) >> 30);
#elif ISONOISE_ALGORITHM == 0
    return h >> (ISONOISE_DIM == 1 ? 8u : ISONOISE_DIM == 2 ? 29u : 27u);
#elif ISONOISE_ALGORITHM == 1
    return h & (ISONOISE_DIM == 1 ? 255u : ISONOISE_DIM == 2 ? 7u : ISONOISE_DIM == 3 ? 15u : 31u);
#elif ISONOISE_ALGORITHM == 4
    return isonoise_two_bits(h);
#elif ISONOISE_ALGORITHM == 5
    return h & 3u;
#elif ISONOISE_ALGORITHM == 6
    return isonoise_permute(h);
#else
    return uint(int(h) >> 7);
#endif
}
// The integers at a coordinate, unaffected by rounding: the cell in octave 0, and for its lowest and its highest corner
// the hash and its choice: (hash, choice, hash, choice).
void isonoise_integers(vec4 p, out uvec4 cell, out uvec4 hashes) {
    ISO_BARRIER(p);
    ISO_PRECISE vec4 q = ISO_EXACT(p * isonoise_plan.frequency);
    IsonoisePlace at = isonoise_place(q);
    IsonoiseEnds e = isonoise_ends_at(at, 0u, isonoise_plan.octaves[0].seed);
    ISONOISE_UVEC ISONOISE_HASHES;
    ISONOISE_HASH;
    cell = at.cell * uvec4(1, ISONOISE_DIM > 1, ISONOISE_DIM > 2, ISONOISE_DIM > 3);
    hashes = uvec4(a.x, isonoise_choice(a.x), ISONOISE_LAST, isonoise_choice(ISONOISE_LAST));
}
