// perlin, 2 dimensions, seed 16, frequency 0.011, octaves 7, persistence 0.47, lacunarity 2.03 (isonoise 0.1.0)
// hills, hills_gradient: in [-1, 1].
// Bits: the same as the C++ core's (`precise` keeps them).
// (c) 2026 the isonoise authors. MIT licence: https://spdx.org/licenses/MIT.html
#ifndef HILLS_BAKED
#define HILLS_BAKED

static const float HILLS_PLAN_FREQUENCY = 1476395.0 / 134217728.0;  // cells per unit of coordinate
static const float HILLS_PLAN_LACUNARITY = 8514437.0 / 4194304.0;  // frequency ratio of successive octaves
static const float HILLS_PLAN_SCALE = 1465999.0 / 1048576.0;  // from the kernel's result to [-1, 1]
static const float HILLS_PLAN_BIAS = 0.0;  // the mean of the octaves that filter-width removes
static const uint HILLS_PLAN_COUNT = 7u;  // number of nonzero octaves
static const uint HILLS_PLAN_UNIT = 0u;  // 1 where output is unit
static const float HILLS_PLAN_SLOPE_UNIT = 3145883.0 / 536870912.0;  // gradients are in multiples of this

// Of each octave:
// together at most 1
static const float HILLS_OCTAVE_AMPLITUDE[7] = {558573.0 / 1048576.0, 4200469.0 / 16777216.0, 15793763.0 /
    134217728.0, 14846137.0 / 268435456.0, 13955369.0 / 536870912.0, 13118047.0 / 1073741824.0, 3082741.0 /
    536870912.0};

// its part of the gradient, relative to octave 0
static const float HILLS_OCTAVE_SLOPE[7] = {1.0, 8003571.0 / 8388608.0, 15272413.0 / 16777216.0, 14571409.0 /
    16777216.0, 6951291.0 / 8388608.0, 13264453.0 / 16777216.0, 6327807.0 / 8388608.0};

// the offset of its keys along x
static const uint HILLS_OCTAVE_SEED[7] = {0x2ACE8F3Du, 0xFD2E9C22u, 0xCCF54EA7u, 0x9A22A6CCu, 0x69E95951u,
    0x3C496636u, 0x0C1018BBu};

// its number of windows of 2^32 cells
static const uint HILLS_OCTAVE_WINDOWS[7] = {1u, 1u, 1u, 1u, 1u, 1u, 1u};

// NaN, +-Inf, |x| >= 2^31 and |x| < 2^-40 act as 0: the cell fits an int, and no driver that flushes subnormals can
// move a point across a cell border. In integers, since compilers fold isnan away; doubling the bits drops the sign.
static const uint HILLS_TWICE_TINY = 0x57000000u;   // twice the bits of 2^-40
static const uint HILLS_TWICE_RANGE = 0x47000000u;  // from there to twice the bits of 2^31
float hills_guard(float x) {
    return (asuint(x) << 1) - HILLS_TWICE_TINY < HILLS_TWICE_RANGE ? x : 0.0;
}
float4 hills_guard(float4 v) {
    return float4(hills_guard(v.x), hills_guard(v.y), hills_guard(v.z), hills_guard(v.w));
}

// A caller-supplied fraction: outside [2^-40, 1] it acts as 0.
static const uint HILLS_TINY = 0x2B800000u;         // the bits of 2^-40
static const uint HILLS_TINY_TO_ONE = 0x14000000u;  // from there to the bits of 1
float hills_guard_fraction(float f) {
    return asuint(f) - HILLS_TINY <= HILLS_TINY_TO_ONE ? f : 0.0;
}
float4 hills_guard_fraction(float4 v) {
    precise float4 f = float4(hills_guard_fraction(v.x), hills_guard_fraction(v.y),
        hills_guard_fraction(v.z), hills_guard_fraction(v.w));
    return f;
}

// The cell of a coordinate: its whole part, rounded down.
int4 hills_whole(float4 p) { return int4(floor(hills_guard(p))); }

// A coordinate's position within its cell.
float4 hills_fraction(float4 p) {
    precise float4 x = hills_guard(p);
    precise float4 r = x - floor(x);
    return r;
}

// Results below 2^-64 become 0. Near a lattice point corner products may cancel, leaving products of weights so small
// that they are subnormal, which drivers flush and CPUs do not. Snapping hides the difference.
float hills_snap(float x) { return abs(x) < asfloat(0x1F800000u) ? 0.0 : x; }
float4 hills_snap(float4 v) {
    return float4(hills_snap(v.x), hills_snap(v.y), hills_snap(v.z), hills_snap(v.w));
}

// Scaled and snapped.
float hills_scaled(float n, float scale) {
    precise float r = n * scale;
    return hills_snap(r);
}
float4 hills_scaled(float4 v, float scale) {
    return float4(hills_scaled(v.x, scale), hills_scaled(v.y, scale), hills_scaled(v.z, scale),
        hills_scaled(v.w, scale));
}

// 6t^5 - 15t^4 + 10t^3: the first and second derivatives are 0 at both ends. (Perlin 2002)
float hills_quintic(float t) {
    precise float inner = t * (t * 6.0 - 15.0) + 10.0;
    precise float r = t * t * t * inner;
    return r;
}

// Its derivative, 30t^2(t-1)^2.
float hills_quintic_slope(float t) {
    precise float s = t * (t - 1.0);
    precise float r = 30.0 * (s * s);
    return r;
}

float hills_lerp(float a, float b, float t) {
    precise float r = a + t * (b - a);
    return r;
}
float2 hills_lerp(float2 a, float2 b, float t) {
    precise float2 r = a + t * (b - a);
    return r;
}

// Both lattice coordinates of a cell along one axis; with a period, those of a wrapped cell.
uint2 hills_ends(uint cell, uint period) {
    uint next = cell + 1u;
    return uint2(cell, next == period ? 0u : next);
}

// A lattice coordinate is xored with its window times this.
static const uint HILLS_WINDOW = 0xD1B54A35u;

// In worlds of any size an octave has more than 2^32 cells along an axis. `cell` then holds the low 32 bits of the
// cell, and `high` is its window of 2^32 cells, centred on a multiple of 2^32, counted modulo `windows`, their number.
// The origin's window is 0 and changes nothing: there the lattice coordinates are those of hills_ends().
uint2 hills_ends_far(uint cell, uint high, uint period, uint windows) {
    uint next = high + 1u;
    next = cell != 0x7FFFFFFFu ? high : next == windows ? 0u : next;
    uint2 e = hills_ends(cell, period);
    return uint2(e.x ^ (high * HILLS_WINDOW), e.y ^ (next * HILLS_WINDOW));
}

// Maps a cell and a fraction of one octave to the next, `lacunarity` times finer. The cell's part is exact for every
// lacunarity, since a float in [1, 8] is a multiple of 2^-23: only the fraction rounds, and for 1, 2, 4 and 8 nothing
// does. Cells beyond 2^32 wrap.
//
// The next cell is 32 of the 55 bits of a product, from bit 23 on. The product's low 32 bits hold nine of them; the
// others come from an estimate, which is off by less than 256. All axes and octaves share `factor`, the lacunarity in
// multiples of 2^-23, and `part`, its fractional part.
uint hills_factor(float lacunarity) {
    precise float scaled = lacunarity * 8388608.0;
    return uint(scaled);
}
float hills_part(uint n) {
    precise float part = asfloat(0x3F800000u | (n & 0x7FFFFFu)) - 1.0;
    return part;
}
void hills_finer(inout uint cell, inout float f, float lacunarity, uint factor, float part) {
    uint low = cell * factor;
    precise float share = float(int(cell)) * part;
    uint next = cell * (factor >> 23) + uint(int(share));
    next += uint(int(low - (next << 23)) >> 23);
    precise float t = f * lacunarity + hills_part(low);
    int whole = int(t);
    precise float left = t - float(whole);
    f = left;
    cell = next + uint(whole);
}

static const uint HILLS_PRIME_X = 0x9E3779B1u;
static const uint HILLS_PRIME_Y = 0x85EBCA77u;
static const uint HILLS_PRIME_Z = 0xC2B2AE3Du;
static const uint HILLS_PRIME_W = 0x27D4EB2Fu;

// The first bits of pi's fraction. Without them the planes through the origin would be special: their products are 0.
static const uint HILLS_OFFSET_Y = 0x243F6A88u;
static const uint HILLS_OFFSET_Z = 0x85A308D3u;
static const uint HILLS_OFFSET_W = 0x13198A2Eu;

// The key of a lattice coordinate; t is its product with the axis's prime.
uint hills_key(uint t, uint offset) {
    uint u = t + offset;
    return (u >> 16) * (u & 0xFFFFu) + t;
}

// The same for any two lattice coordinates.
uint2 hills_keys(uint2 ends, uint prime, uint offset) {
    return uint2(hills_key(ends.x * prime, offset), hills_key(ends.y * prime, offset));
}

// Hashes the xor of a lattice point's keys.
uint4 hills_hash(uint4 k) {
    uint4 m = k & 0xFFFFFFu;
    return m * m + k;
}

// The hashes of a cell's corners, in the order of interpolate.glsl, from the keys of its ends along each axis: of a
// square, where `rest` is the xor of the keys along the other axes, a cube and a tesseract.
uint4 hills_hashes(uint2 x, uint2 y, uint rest) { return hills_hash(x.xyxy ^ y.xxyy ^ rest); }

float hills_interpolate(float4 a, float2 w) {
    precise float2 x = hills_lerp(a.xz, a.yw, w.x);
    return hills_lerp(x.x, x.y, w.y);
}

// The same with the derivative by each weight: the differences that the weights multiply, interpolated along the
// remaining axes.
float hills_interpolate(float4 a, float2 w, out float2 slope) {
    precise float2 dx = a.yw - a.xz;
    precise float2 x = a.xz + w.x * dx;
    precise float dy = x.y - x.x;
    precise float y = x.x + w.y * dy;
    slope = float2(hills_lerp(dx.x, dx.y, w.y), dy);
    return y;
}

// The tangent of 22.5 degrees.
static const float HILLS_TANGENT = 13898701.0 / 33554432.0;

// x with its sign flipped where bit `bit` of h is set. Adds, since GPUs do that together with the shift.
float4 hills_flip(float4 x, uint4 h, uint bit) {
    return asfloat(asuint(x) + ((h & (1u << bit)) << (31u - bit)));
}

// x where h is below a bound, else y.
float2 hills_select(int h, int bound, float2 x, float2 y) {
    return float2(h < bound ? x.x : y.x, h < bound ? x.y : y.y);
}

// The sum of all four, added in pairs; or of a and b, which are added first.
float hills_total(float4 v) {
    precise float2 pairs = v.xz + v.yw;
    precise float r = pairs.x + pairs.y;
    return r;
}

// The weights of a square's corners, times `rest`.
float4 hills_corner_weights(float2 w, float rest) {
    precise float2 v = 1.0 - w;
    precise float2 y = rest * float2(v.y, w.y);
    precise float4 r = float4(v.x, w.x, v.x, w.x) * y.xxyy;
    return r;
}

// 2D: 8 directions at odd multiples of 22.5 degrees, (+-1, +-tan) and (+-tan, +-1). Bit 31 makes x the longer
// component; bits 30 and 29 are the signs of x and y.
//
// Chooses both components of a corner before the next one's, since Intel's GPUs keep few conditions.
float4 hills_corners(uint4 h, float2 f) {
    precise float2 g = 1.0 - f;
    precise float2 low = HILLS_TANGENT * f;
    precise float2 high = HILLS_TANGENT * g;
    int4 n = int4(h);
    precise float2 p = hills_select(n.x, 0, float2(f.x, low.y), float2(low.x, f.y));
    precise float2 q = hills_select(n.y, 0, float2(g.x, low.y), float2(high.x, f.y));
    precise float2 r = hills_select(n.z, 0, float2(f.x, high.y), float2(low.x, g.y));
    precise float2 s = hills_select(n.w, 0, float2(g.x, high.y), float2(high.x, g.y));
    precise float4 u = hills_flip(float4(p.x, q.x, r.x, s.x), h, 30u);
    precise float4 v = hills_flip(float4(p.y, q.y, r.y, s.y), h, 29u);
    precise float a = u.x + v.x;
    precise float b = v.y - u.y;
    precise float c = u.z - v.z;
    precise float d = -u.w - v.w;
    return float4(a, b, c, d);
}
void hills_weighted(uint4 h, float4 w, out float4 x, out float4 y) {
    precise float4 shorter = HILLS_TANGENT * w;
    int4 n = int4(h);
    precise float2 p = hills_select(n.x, 0, float2(w.x, shorter.x), float2(shorter.x, w.x));
    precise float2 q = hills_select(n.y, 0, float2(w.y, shorter.y), float2(shorter.y, w.y));
    precise float2 r = hills_select(n.z, 0, float2(w.z, shorter.z), float2(shorter.z, w.z));
    precise float2 s = hills_select(n.w, 0, float2(w.w, shorter.w), float2(shorter.w, w.w));
    x = hills_flip(float4(p.x, q.x, r.x, s.x), h, 30u);  // weights may be a little below 0
    y = hills_flip(float4(p.y, q.y, r.y, s.y), h, 29u);
}

float hills_noise(uint4 a, float2 f, float2 w) { return hills_interpolate(hills_corners(a, f), w); }

// The same with the derivative by f: the weighted sum of the gradients plus the derivative of the weights.
float hills_noise(uint4 a, float2 f, float2 w, float2 s, out float2 gradient) {
    precise float2 slope;
    precise float n = hills_interpolate(hills_corners(a, f), w, slope);
    precise float4 x, y;
    hills_weighted(a, hills_corner_weights(w, 1.0), x, y);
    precise float2 r = float2(hills_total(x), hills_total(y)) + s * slope;
    gradient = r;
    return n;
}

// A point in an octave: along each axis a wrapped cell, its window in far worlds, and a fraction.
struct HillsPlace {
    uint4 cell;
    uint4 high;
    float4 f;
};
HillsPlace HillsPlace_of(uint4 cell, uint4 high, float4 f) {
    HillsPlace made;
    made.cell = cell;
    made.high = high;
    made.f = f;
    return made;
}

HillsPlace hills_place(int4 cell, float4 f) {
    return HillsPlace_of(uint4(cell), (uint4)0u, f);
}
HillsPlace hills_place(float4 p) {
    precise float4 f = hills_fraction(p);
    int4 cell = hills_whole(p);
    return hills_place(cell, f);
}

// Steps to the next octave along one axis; `period` and `windows` belong to that octave.
void hills_next(inout uint cell, inout float f, uint period) {
    uint factor = hills_factor(HILLS_PLAN_LACUNARITY);
    precise float part = hills_part(factor);
    hills_finer(cell, f, HILLS_PLAN_LACUNARITY, factor, part);
    if (cell == period) cell = 0u;
}
void hills_next(inout HillsPlace at) {
    uint4 period = (uint4)0u;
    hills_next(at.cell.x, at.f.x, period.x);
    hills_next(at.cell.y, at.f.y, period.y);
}

// The selected fade, and its derivative.
float hills_fade(float t) {
    return hills_quintic(t);
}
float hills_fade_slope(float t) {
    return hills_quintic_slope(t);
}
float4 hills_weights(float4 f) {
    return float4(hills_fade(f.x), hills_fade(f.y), hills_fade(f.z), hills_fade(f.w));
}
float4 hills_weight_slopes(float4 f) {
    return float4(hills_fade_slope(f.x), hills_fade_slope(f.y), hills_fade_slope(f.z),
        hills_fade_slope(f.w));
}

// Both ends of a cell along one axis: their keys for `perlin` and `value`, else their lattice coordinates.
uint2 hills_ends_at(uint cell, uint high, uint period, uint windows, uint prime, uint offset) {
    return hills_keys(hills_ends_far(cell, high, period, windows), prime, offset);
}

// The ends of a place's cell along each axis in octave i, whose offset along x is `seed`.
struct HillsEnds {
    uint2 x;
    uint2 y;
    uint2 z;
    uint2 w;
};
HillsEnds HillsEnds_of(uint2 x, uint2 y, uint2 z, uint2 w) {
    HillsEnds made;
    made.x = x;
    made.y = y;
    made.z = z;
    made.w = w;
    return made;
}
HillsEnds hills_ends_at(HillsPlace at, uint i, uint seed) {
    uint4 period = (uint4)0u;
    uint windows = HILLS_OCTAVE_WINDOWS[i];
    return HillsEnds_of(hills_ends_at(at.cell.x, at.high.x, period.x, windows, HILLS_PRIME_X, seed),
        hills_ends_at(at.cell.y, at.high.y, period.y, windows, HILLS_PRIME_Y, HILLS_OFFSET_Y),
        hills_ends_at(at.cell.z, at.high.z, period.z, windows, HILLS_PRIME_Z, HILLS_OFFSET_Z),
        hills_ends_at(at.cell.w, at.high.w, period.w, windows, HILLS_PRIME_W, HILLS_OFFSET_W));
}

// One octave of the algorithm, scaled.
float hills_base(HillsPlace at, uint i, uint seed) {
    HillsEnds e = hills_ends_at(at, i, seed);
    uint4 a;
    a = hills_hashes(e.x, e.y, 0u);
    precise float4 f = at.f;
    precise float4 w = hills_weights(f);
    precise float n = hills_noise(a, (f).xy, (w).xy);
    return hills_scaled(n, HILLS_PLAN_SCALE);
}

// The same with the derivative by the coordinate in cells.
float hills_base(HillsPlace at, uint i, uint seed, out float4 gradient) {
    HillsEnds e = hills_ends_at(at, i, seed);
    uint4 a;
    a = hills_hashes(e.x, e.y, 0u);
    precise float4 f = at.f;
    precise float4 w = hills_weights(f);
    precise float4 s = hills_weight_slopes(f);
    precise float2 g;
    precise float n = hills_noise(a, (f).xy, (w).xy, (s).xy, g);
    precise float4 wide = float4(g, 0.0, 0.0);
    gradient = hills_scaled(wide, HILLS_PLAN_SCALE);
    return hills_scaled(n, HILLS_PLAN_SCALE);
}

// Applies the fractal to an octave; hills_shape_slope() is the derivative.
float hills_shaped(float n) {
    return n;
}
float hills_shape_slope() {
    return 1.0;
}

uint hills_count() { return HILLS_PLAN_COUNT; }

// The octaves, summed. fbm.glsl explains where the loop breaks.
float hills_sum(HillsPlace at, uint layer) {
    precise float sum = HILLS_PLAN_BIAS;
    uint count = hills_count();
    for (uint i = 0u; true; ++i) {
        precise float n = hills_base(at, i, HILLS_OCTAVE_SEED[i] ^ layer);
        sum = sum + HILLS_OCTAVE_AMPLITUDE[i] * hills_shaped(n);
        if (i + 1u >= count) break;
        hills_next(at);
    }
    return hills_snap(sum);
}

// With the derivative by the coordinate in cells of octave 0, in multiples of slope_unit.
float hills_sum(HillsPlace at, uint layer, out float4 gradient) {
    precise float sum = HILLS_PLAN_BIAS;
    precise float4 slope = (float4)0.0;
    uint count = hills_count();
    for (uint i = 0u; true; ++i) {
        precise float4 g;
        precise float n = hills_base(at, i, HILLS_OCTAVE_SEED[i] ^ layer, g);
        sum = sum + HILLS_OCTAVE_AMPLITUDE[i] * hills_shaped(n);
        precise float share = HILLS_OCTAVE_SLOPE[i];
        slope = slope + share * hills_shape_slope() * g;
        if (i + 1u >= count) break;
        hills_next(at);
    }
    gradient = slope;
    return hills_snap(sum);
}

float hills_output(float n) {
    precise float unit = (n + 1.0) * 0.5;
    return HILLS_PLAN_UNIT != 0u ? unit : n;
}

float hills_value(HillsPlace at) {
    precise float n = hills_sum(at, 0u);
    return hills_output(n);
}

float hills_value(HillsPlace at, out float4 gradient) {
    precise float4 slope;
    precise float n = hills_sum(at, 0u, slope);
    precise float4 scaled = slope * HILLS_PLAN_SLOPE_UNIT;
    precise float4 halved = scaled * 0.5;
    gradient = hills_snap(HILLS_PLAN_UNIT != 0u ? halved : scaled);
    return hills_output(n);
}

float hills_gradient(float4 p, out float4 gradient) {
    precise float4 q = p * HILLS_PLAN_FREQUENCY;
    return hills_value(hills_place(q), gradient);
}
float hills_gradient(int4 cell, float4 fraction, out float4 gradient) {
    return hills_value(hills_place(cell, hills_guard_fraction(fraction)), gradient);
}

float hills(float4 p) {
    precise float4 q = p * HILLS_PLAN_FREQUENCY;
    return hills_value(hills_place(q));
}
float hills(int4 cell, float4 fraction) {
    return hills_value(hills_place(cell, hills_guard_fraction(fraction)));
}

// The noise at a coordinate.
float hills(float2 p) { return hills(float4(p, 0.0, 0.0)); }

// In a cell, after frequency, at a fraction of it, for worlds of any size.
float hills(int2 cell, float2 fraction) { return hills(int4(cell, 0, 0), float4(fraction, 0.0, 0.0)); }

// Also returns the derivative by each coordinate.
float hills_gradient(float2 p, out float2 gradient) {
    float4 g;
    precise float n = hills_gradient(float4(p, 0.0, 0.0), g);
    gradient = g.xy;
    return n;
}
float hills_gradient(int2 cell, float2 fraction, out float2 gradient) {
    float4 g;
    precise float n = hills_gradient(int4(cell, 0, 0), float4(fraction, 0.0, 0.0), g);
    gradient = g.xy;
    return n;
}
#endif
