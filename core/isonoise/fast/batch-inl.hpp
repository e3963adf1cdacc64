// SIMD versions of lattice.hpp, hash.hpp, interpolate.hpp and gradient.hpp for one instruction set at a time: the same
// names but capitalized, the same operations in the same order. Three things may differ without changing a bit:
// products with gradient components in {-1, 0, 1} are exact, so adding them may be fused (no other sum may); a zero may
// have the wrong sign, since results below 2^-64 end as +0; and values to snap may be found before scaling, which is
// monotone. Private.
//
// Included once for each instruction set (Highway, foreach_target.h), so no #pragma once.
#if defined(ISONOISE_BATCH_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef ISONOISE_BATCH_INL
#undef ISONOISE_BATCH_INL
#else
#define ISONOISE_BATCH_INL
#endif

#include <hwy/highway.h>

#include "isonoise/fast/batch_kernels.hpp"
#include "isonoise/fast/gradient.hpp"
#include "isonoise/fast/hash.hpp"

// AVX-512 does some things in one instruction that take several elsewhere: conversions that round down, free masking,
// tables in a register, any function of three bits.
#undef ISONOISE_AVX512
#define ISONOISE_AVX512 (HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_AVX3_DL)

namespace isonoise::batch {
using namespace any_cpu;  // constants and single points
}

// 0 if the CPU may have no vectors: the kernels are then left out, and batch.cpp computes point by point.
#undef ISONOISE_VECTORS
#define ISONOISE_VECTORS (HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128)
#if ISONOISE_VECTORS

HWY_BEFORE_NAMESPACE();
namespace isonoise::batch::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using F = hn::CappedTag<float, kLanes>;
using U = hn::RebindToUnsigned<F>;
using I = hn::RebindToSigned<F>;
using VF = hn::Vec<F>;
using VU = hn::Vec<U>;
using VI = hn::Vec<I>;
using Mask = hn::Mask<F>;

HWY_INLINE std::size_t Lanes() { return hn::Lanes(F()); }
HWY_INLINE VF Number(float x) { return hn::Set(F(), x); }
HWY_INLINE VU Word(std::uint32_t x) { return hn::Set(U(), x); }
HWY_INLINE VU Words(VF x) { return hn::BitCast(U(), x); }
HWY_INLINE VI Signed(VU x) { return hn::BitCast(I(), x); }
HWY_INLINE VU Unsigned(VI x) { return hn::BitCast(U(), x); }
template <class M> HWY_INLINE Mask Where(M mask) { return hn::RebindMask(F(), mask); }

// True if no lane has any of these bits set.
HWY_INLINE bool NoneOf(VU x, std::uint32_t bits) {
#if ISONOISE_AVX512
    return _mm512_test_epi32_mask(x.raw, Word(bits).raw) == 0;
#else
    return hn::AllTrue(U(), hn::Eq(hn::And(x, Word(bits)), hn::Zero(U())));
#endif
}
// Converts a whole number that fits an int. Highway's own conversion also saturates, at some cost.
HWY_INLINE VI Whole(VF x) {
#if ISONOISE_AVX512
    return VI{_mm512_cvttps_epi32(x.raw)};
#else
    return hn::ConvertTo(I(), x);
#endif
}

HWY_INLINE Mask Passes(VF x) {
    const VU m = hn::And(Words(x), Word(0x7FFFFFFFu));
    return Where(hn::Lt(hn::Sub(m, Word(kTwiceTiny / 2)), Word(kTwiceRange / 2)));
}
HWY_INLINE VF Guard(VF x) { return hn::IfThenElseZero(Passes(x), x); }
// Returns the cell of a coordinate; leaves the fraction in x.
template <bool kGuarded = true> HWY_INLINE VI CellOf(VF& x) {
#if ISONOISE_AVX512
    constexpr int down = _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC;
    if constexpr (kGuarded) {
        const Mask passes = Passes(x);
        const VI cell{_mm512_maskz_cvt_roundps_epi32(passes.raw, x.raw, down)};
        x = VF{_mm512_maskz_sub_ps(passes.raw, x.raw, hn::ConvertTo(F(), cell).raw)};
        return cell;
    }
    const VI cell{_mm512_cvt_roundps_epi32(x.raw, down)};
    x = hn::Sub(x, hn::ConvertTo(F(), cell));
    return cell;
#else
    const VF guarded = kGuarded ? Guard(x) : x, below = hn::Floor(guarded);
    x = hn::Sub(guarded, below);
    return Whole(below);
#endif
}
HWY_INLINE VF GuardFraction(VF f) {
    return hn::IfThenElseZero(Where(hn::Lt(hn::Sub(Words(f), Word(kTiny)), Word(kTinyToOne + 1u))), f);
}
HWY_INLINE VF Snap(VF x) { return hn::IfThenElseZero(hn::Ge(hn::Abs(x), Number(0x1p-64f)), x); }

HWY_INLINE VF Quintic(VF t) {
    const VF inner = hn::Add(hn::Mul(t, hn::Sub(hn::Mul(t, Number(6.0f)), Number(15.0f))), Number(10.0f));
    return hn::Mul(hn::Mul(hn::Mul(t, t), t), inner);
}
HWY_INLINE VF QuinticSlope(VF t) {
    const VF s = hn::Mul(t, hn::Sub(t, Number(1.0f)));
    return hn::Mul(Number(30.0f), hn::Mul(s, s));
}
HWY_INLINE VF Weight(VF t, Fade kind) {
    if (kind == Fade::linear) return t;
    if (kind == Fade::quintic) return Quintic(t);
    return hn::Mul(hn::Mul(t, t), hn::Sub(Number(3.0f), hn::Mul(Number(2.0f), t)));
}
HWY_INLINE VF WeightSlope(VF t, Fade kind) {
    if (kind == Fade::linear) return Number(1.0f);
    if (kind == Fade::quintic) return QuinticSlope(t);
    return hn::Mul(hn::Mul(Number(6.0f), t), hn::Sub(Number(1.0f), t));
}

HWY_INLINE VF Lerp(VF a, VF b, VF t) { return hn::Add(a, hn::Mul(t, hn::Sub(b, a))); }

// Both ends of a wrapped cell along one axis, as lattice coordinates or as keys.
struct Ends {
    VU x, y;
};
HWY_INLINE Ends EndsFar(VU cell, VU high, std::uint32_t period, std::uint32_t windows) {
    VU after = hn::Add(cell, Word(1u));
    if (period != 0u) after = hn::IfThenZeroElse(hn::Eq(after, Word(period)), after);
    if (windows == 1u) return {cell, after};  // `high` is 0
    VU next = hn::Add(high, Word(1u));
    next = hn::IfThenElse(hn::Ne(cell, Word(0x7FFFFFFFu)), high, hn::IfThenZeroElse(hn::Eq(next, Word(windows)), next));
    const VU window = Word(kWindow);
    return {hn::Xor(cell, hn::Mul(high, window)), hn::Xor(after, hn::Mul(next, window))};
}

// The 64-bit products of the lanes at even indices with m, which is the same in all lanes.
HWY_INLINE auto EvenProducts(VI v, VI m) {
#if HWY_ARCH_WASM  // Highway 1.0.3 treats negative numbers as positive
    const auto even = wasm_i32x4_shuffle(v.raw, v.raw, 0, 2, 0, 2);
    return hn::Vec<hn::Repartition<std::int64_t, I>>{wasm_i64x2_extmul_low_i32x4(even, m.raw)};
#else
    return hn::MulEven(v, m);
#endif
}
// Steps to the next octave, to which the period or windows belong.
HWY_INLINE void Finer(VU& cell, VF& f, float lacunarity, std::uint32_t period) {
    const VI m = hn::Set(I(), static_cast<std::int32_t>(lacunarity * 8388608.0f));
    const hn::Repartition<std::uint64_t, U> wide;
    // 64 bits of each product, for the even and the odd cells separately.
    const auto even = hn::BitCast(wide, EvenProducts(Signed(cell), m));
    const auto odd = hn::BitCast(wide, EvenProducts(hn::BitCast(I(), hn::ShiftRight<32>(hn::BitCast(wide, cell))), m));
    const auto below = hn::Set(wide, 0xFFFFFFFFu);
    const VU whole =
        hn::BitCast(U(), hn::Or(hn::And(hn::ShiftRight<23>(even), below), hn::ShiftLeft<32>(hn::ShiftRight<23>(odd))));
    const VU low = hn::BitCast(U(), hn::Or(hn::And(even, below), hn::ShiftLeft<32>(odd)));
    const VF rest = hn::Mul(hn::ConvertTo(F(), Signed(hn::And(low, Word(0x7FFFFFu)))), Number(0x1p-23f));
    const VF t = hn::Add(hn::Mul(f, Number(lacunarity)), rest);
    const VF c = hn::Floor(t);
    f = hn::Sub(t, c);
    cell = hn::Add(whole, Unsigned(Whole(c)));
    if (period != 0u) cell = hn::IfThenZeroElse(hn::Eq(cell, Word(period)), cell);
}
HWY_INLINE void FinerFar(VU& cell, VU& high, VF& f, float lacunarity, std::uint32_t windows) {
    const VF t = hn::Mul(f, Number(lacunarity));
    const VF c = hn::Floor(t);
    f = hn::Sub(t, c);
    // cell * factor + c in 48 bits: `upper` from bit 16 up, and the 16 bits below.
    const VI factor = hn::Set(I(), static_cast<std::int32_t>(lacunarity));
    const VU lower = hn::Add(hn::Mul(hn::And(cell, Word(0xFFFFu)), Unsigned(factor)), Unsigned(Whole(c)));
    const VI upper = hn::Add(hn::Mul(hn::ShiftRight<16>(Signed(cell)), factor), Signed(hn::ShiftRight<16>(lower)));
    const VI over = hn::ShiftRight<16>(hn::Add(upper, hn::Set(I(), 0x8000)));
    VU next = hn::Add(hn::Mul(high, Unsigned(factor)), Unsigned(over));
    const VU zero = hn::Zero(U());
    const auto under =
        hn::And(Unsigned(hn::VecFromMask(I(), hn::Lt(over, hn::Zero(I())))), hn::VecFromMask(U(), hn::Eq(high, zero)));
    next = hn::Add(next, hn::And(under, Word(windows)));
    next = hn::IfThenZeroElse(hn::Eq(next, Word(windows)), next);
    cell = hn::Or(hn::ShiftLeft<16>(Unsigned(upper)), hn::And(lower, Word(0xFFFFu)));
    high = next;
}

inline constexpr std::uint32_t kPrimes[] = {kPrimeX, kPrimeY, kPrimeZ, kPrimeW};  // by axis
// The offset along an axis; `seed` is used along x.
HWY_INLINE VU OffsetOf(int axis, std::uint32_t seed) {
    return Word(axis == 0 ? seed : axis == 1 ? kOffsetY : axis == 2 ? kOffsetZ : kOffsetW);
}
HWY_INLINE VU Key(VU t, VU offset) {
    const VU u = hn::Add(t, offset);
    return hn::Add(hn::Mul(hn::ShiftRight<16>(u), hn::And(u, Word(0xFFFFu))), t);
}
// The keys of both ends of a cell near the origin, without periods. gcc does not move the constants out of loops
// itself.
struct AxisKeys {
    VU prime, offset;
    HWY_ATTR AxisKeys(int axis, std::uint32_t seed) : prime(Word(kPrimes[axis])), offset(OffsetOf(axis, seed)) {}
    HWY_INLINE Ends Of(VU cell) const {
        const VU t = hn::Mul(cell, prime);
        return {Key(t, offset), Key(hn::Add(t, prime), offset)};
    }
};
// The keys of both ends of a wrapped cell in window `high`.
HWY_INLINE Ends Keys(VU cell, VU high, std::uint32_t period, std::uint32_t windows, int axis, std::uint32_t seed) {
    const VU prime = Word(kPrimes[axis]), offset = OffsetOf(axis, seed);
    if (windows != 1u) {
        const Ends e = EndsFar(cell, high, period, windows);
        return {Key(hn::Mul(e.x, prime), offset), Key(hn::Mul(e.y, prime), offset)};
    }
    const VU t = hn::Mul(cell, prime);
    VU after = hn::Add(t, prime);
    if (period != 0u) after = hn::IfThenZeroElse(hn::Eq(hn::Add(cell, Word(1u)), Word(period)), after);
    return {Key(t, offset), Key(after, offset)};
}
HWY_INLINE VU Hash(VU k) {
    const VU m = hn::And(k, Word(0xFFFFFFu));
    return hn::Add(hn::Mul(m, m), k);
}

// x with its sign flipped where bit 31 of `bits` is set.
HWY_INLINE VF Flip(VF x, VU bits) { return hn::BitCast(F(), hn::Xor(Words(x), hn::And(bits, Word(0x80000000u)))); }

// The number of `value` at a lattice point, times 2^24: the scale undoes that without changing a bit.
HWY_INLINE VF NumberAt(VU h) { return hn::ConvertTo(F(), hn::ShiftRight<7>(Signed(h))); }
HWY_INLINE float ScaleOf(const Plan& plan, bool value) { return value ? plan.scale * 0x1p-24f : plan.scale; }

// The gradient selectors of gradient.hpp.
HWY_INLINE VF Vector1(VU h) {
    return Flip(hn::BitCast(F(), hn::Or(Word(0x3F800000u), hn::And(hn::ShiftRight<8>(h), Word(0x7FFFFFu)))), h);
}
HWY_INLINE Mask XLonger(VU h) { return Where(hn::Lt(Signed(h), hn::Zero(I()))); }
HWY_INLINE Mask NoX(VU h) { return Where(hn::Lt(Signed(h), hn::Set(I(), kThird1))); }
HWY_INLINE Mask HasZ(VU h) { return Where(hn::Lt(Signed(h), hn::Set(I(), kThird2))); }
HWY_INLINE VU Times3(VU h) { return hn::Add(h, hn::Add(h, h)); }
HWY_INLINE Mask Below(VU h, std::uint32_t bound) { return Where(hn::Lt(h, Word(bound))); }

// ---- gradient.hpp

// Structs that contain vectors need a default constructor with HWY_ATTR: the implicit one is compiled without the
// target's attributes, and gcc then cannot inline the constructor of NEON's vectors.
template <int kDim> struct Vector {
    VF v[kDim];
    HWY_ATTR Vector() {}
};

#if ISONOISE_AVX512

// In 3D floor(3h / 2^30) of the hash as a signed number, -6 to 5, modulo 16; in 4D its top 5 bits, in 2D its top 3.
template <int kDim> HWY_INLINE VU Edge(VU h) {
    if constexpr (kDim != 3) return hn::ShiftRight < kDim == 4 ? 27 : 29 > (h);
    // floor(3h / 4) is n / 4 - n, rounded down, for n = -h. (Shifts are slower than additions.)
    const VI n = Signed(hn::Sub(hn::Zero(U()), h));
    return hn::ShiftRight<28>(Unsigned(hn::Sub(hn::ShiftRight<2>(n), n)));
}

// The gradients: in 2D by the top 3 bits of a hash (the table repeats once), in 3D and 4D by edge.
template <int kDim> struct Units {
    alignas(64) float v[kDim][kDim == 4 ? 32 : 16];
    constexpr Units() : v() {
        for (int i = 0; i < 16 && kDim == 2; ++i) {
            v[0][i] = (i & 4 ? 1.0f : kTangent) * (i & 2 ? -1.0f : 1.0f);
            v[1][i] = (i & 4 ? kTangent : 1.0f) * (i & 1 ? -1.0f : 1.0f);
        }
        for (int edge = -6; edge < 6 && kDim == 3; ++edge) {
            v[edge < -2 ? 1 : 0][edge & 15] = edge & 2 ? -1.0f : 1.0f;
            v[edge < 2 ? 2 : 1][edge & 15] = edge & 1 ? -1.0f : 1.0f;
        }
        for (int c = 0; c < kDim && kDim == 3; ++c)
            v[c][6] = v[c][-6 & 15];  // for -2^31, its own negative
        for (int edge = 0; edge < 32 && kDim == 4; ++edge) {
            for (int t = 0; t < 3; ++t)
                v[edge >> 3 > 2 - t ? t + 1 : t][edge] = edge >> t & 1 ? -1.0f : 1.0f;
        }
    }
};
template <int kDim> inline constexpr Units<kDim> kUnits;

// Looks up 16 floats; in 4D, 32.
template <int kDim> HWY_INLINE VF LookUp(const float* table, VU index) {
    const VF first = hn::Load(F(), table);
    if constexpr (kDim == 4)
        return VF{_mm512_permutex2var_ps(first.raw, index.raw, hn::Load(F(), table + Lanes()).raw)};
    return hn::TableLookupLanes(first, hn::IndicesFromVec(F(), index));
}

// 4D: the terms of gradient . offset for each edge; term t is along axis t or t + 1. Bit 31 is the term's sign; the
// other bits are all set if it is along y or w. Offsets also have signs, given by the corner: bit 0 of `high` is set if
// the corner is high along axis t, bit 1 if it is high along axis t + 1.
struct Edges {
    alignas(64) std::uint32_t terms[3][4][32];
    constexpr Edges() : terms() {
        for (int edge = 0; edge < 32; ++edge) {
            for (int t = 0; t < 3; ++t) {
                const bool later = edge >> 3 > 2 - t, odd = later == (t % 2 == 0);
                for (int high = 0; high < 4; ++high) {
                    const int minus = (edge >> t ^ high >> (later ? 1 : 0)) & 1;
                    terms[t][high][edge] = (odd ? 0x7FFFFFFFu : 0u) | (minus != 0 ? 0x80000000u : 0u);
                }
            }
        }
    }
};
inline constexpr Edges kEdges;

// gradient . offset of all corners in 4D, from their keys.
HWY_INLINE void EdgeDots(const VF* f, const VU* key, VF* a) {
    // Distances, negated along y and w: a term takes its sign from one of the two that it chooses between.
    VF p[4][2];
    HWY_UNROLL(16)
    for (int c = 0; c < 4; ++c) {
        p[c][0] = f[c];
        p[c][1] = hn::Sub(Number(1.0f), f[c]);
        if (c % 2 == 0) continue;
        p[c][0] = hn::Or(p[c][0], Number(-0.0f));
        p[c][1] = hn::Or(p[c][1], Number(-0.0f));
    }
    HWY_UNROLL(16)
    for (int i = 0; i < 16; ++i) {
        const VU edge = Edge<4>(Hash(key[i]));
        HWY_UNROLL(16)
        for (int t = 0; t < 3; ++t) {
            const int even = t + t % 2, odd = t + 1 - t % 2;
            const std::uint32_t* terms = kEdges.terms[t][i >> t & 3];
            const VU chosen{
                _mm512_permutex2var_epi32(hn::Load(U(), terms).raw, edge.raw, hn::Load(U(), terms + 16).raw)};
            const VF term = hn::IfVecThenElse(hn::BitCast(F(), chosen), p[odd][i >> odd & 1], p[even][i >> even & 1]);
            a[i] = t == 0 ? term : hn::Add(a[i], term);
        }
    }
}

#endif

// The components of the gradient that a hash chooses.
template <int kDim> HWY_INLINE Vector<kDim> Components(VU h) {
    Vector<kDim> g;
    if constexpr (kDim == 1) {
        g.v[0] = Vector1(h);
    } else {
#if ISONOISE_AVX512
        const VU index = Edge<kDim>(h);
        HWY_UNROLL(16)
        for (int c = 0; c < kDim; ++c)
            g.v[c] = LookUp<kDim>(kUnits<kDim>.v[c], index);
#else
        const VF one = Number(1.0f);
        if constexpr (kDim == 2) {
            const Mask longer = XLonger(h);
            const VF tangent = Number(kTangent);
            g.v[0] = Flip(hn::IfThenElse(longer, one, tangent), hn::ShiftLeft<1>(h));
            g.v[1] = Flip(hn::IfThenElse(longer, tangent, one), hn::ShiftLeft<2>(h));
        } else if constexpr (kDim == 3) {
            const VU rest = Times3(h);
            const Mask no_x = NoX(h), has_z = HasZ(h);
            const VF u = Flip(one, rest), v = Flip(one, hn::ShiftLeft<1>(rest));
            g.v[0] = hn::IfThenZeroElse(no_x, u);
            g.v[1] = hn::IfThenElse(no_x, u, hn::IfThenZeroElse(has_z, v));
            g.v[2] = hn::IfThenElseZero(has_z, v);
        } else {
            const Mask q = Below(h, 0x40000000u), r = Below(h, 0x80000000u), s = Below(h, 0xC0000000u);
            const VF a = Flip(one, hn::ShiftLeft<4>(h)), b = Flip(one, hn::ShiftLeft<3>(h)),
                     c = Flip(one, hn::ShiftLeft<2>(h));
            g.v[0] = hn::IfThenElseZero(s, a);
            g.v[1] = hn::IfThenElse(r, b, hn::IfThenZeroElse(s, a));
            g.v[2] = hn::IfThenElse(q, c, hn::IfThenZeroElse(r, b));
            g.v[3] = hn::IfThenZeroElse(q, c);
        }
#endif
    }
    return g;
}

template <int kDim> HWY_INLINE VF Gradient(VU h, const VF* p) {
    if constexpr (kDim == 1) {
        return hn::Mul(Vector1(h), p[0]);
    } else if constexpr (kDim == 2) {
#if ISONOISE_AVX512
        const Vector<2> g = Components<2>(h);
        return hn::Add(hn::Mul(g.v[0], p[0]), hn::Mul(g.v[1], p[1]));
#else
        const Mask longer = XLonger(h);
        const VF tangent = Number(kTangent);
        const VF u = hn::IfThenElse(longer, p[0], hn::Mul(tangent, p[0]));
        const VF v = hn::IfThenElse(longer, hn::Mul(tangent, p[1]), p[1]);
        return hn::Add(Flip(u, hn::ShiftLeft<1>(h)), Flip(v, hn::ShiftLeft<2>(h)));
#endif
    } else if constexpr (kDim == 3) {
        const VU rest = Times3(h);
        const VF u = hn::IfThenElse(NoX(h), p[1], p[0]), v = hn::IfThenElse(HasZ(h), p[2], p[1]);
        return hn::Add(Flip(u, rest), Flip(v, hn::ShiftLeft<1>(rest)));
    } else {
        const VF a = hn::IfThenElse(Below(h, 0xC0000000u), p[0], p[1]);
        const VF b = hn::IfThenElse(Below(h, 0x80000000u), p[1], p[2]);
        const VF c = hn::IfThenElse(Below(h, 0x40000000u), p[2], p[3]);
        return hn::Add(hn::Add(Flip(a, hn::ShiftLeft<4>(h)), Flip(b, hn::ShiftLeft<3>(h))),
                       Flip(c, hn::ShiftLeft<2>(h)));
    }
}

// Visits all corners with their offsets; `f` is the offset from the lowest corner.
template <int kDim, class Function> HWY_INLINE void EachCorner(const VF* f, Function function) {
    VF g[kDim];
    HWY_UNROLL(16)
    for (int c = 0; c < kDim; ++c)
        g[c] = hn::Sub(f[c], Number(1.0f));
    HWY_UNROLL(16)
    for (int i = 0; i < 1 << kDim; ++i) {
        VF p[kDim];
        HWY_UNROLL(16)
        for (int c = 0; c < kDim; ++c)
            p[c] = i >> c & 1 ? g[c] : f[c];
        function(i, p);
    }
}
// gradient . offset of all corners, from the gradients.
template <int kDim> HWY_INLINE void ComponentDots(const VF* f, const Vector<kDim>* g, VF* a) {
    EachCorner<kDim>(f, [&](int i, const VF* p) HWY_ATTR {
        a[i] = hn::Mul(g[i].v[0], p[0]);
        HWY_UNROLL(16)
        for (int c = 1; c < kDim; ++c)
            a[i] = kDim == 2 ? hn::Add(a[i], hn::Mul(g[i].v[c], p[c])) : hn::MulAdd(g[i].v[c], p[c], a[i]);
    });
}
// The same from the keys; for `value`, the corners' numbers.
template <int kDim, bool kValue> HWY_INLINE void KeyDots(const VF* f, const VU* key, VF* a) {
    if constexpr (kValue) {
        HWY_UNROLL(16)
        for (int i = 0; i < 1 << kDim; ++i)
            a[i] = NumberAt(Hash(key[i]));
        return;
    }
#if ISONOISE_AVX512
    if constexpr (kDim == 4) return EdgeDots(f, key, a);
#endif
    EachCorner<kDim>(f, [&](int i, const VF* p) HWY_ATTR {
        VU k = key[i];
#if ISONOISE_AVX512 && defined(__GNUC__)
        // Only fixes the order: gcc would start all corners at once and run out of the seven mask registers.
        if constexpr (kDim == 3) {
            if (i >= 3) asm("" : "+v"(k.raw) : "v"(a[i - 3].raw));
        }
#endif
        a[i] = Gradient<kDim>(Hash(k), p);
    });
}

// The weights of all corners, x first: each entry of `rest`, the weights along the other axes, becomes two.
template <int kDim> HWY_INLINE void CornerWeights(VF wx, const VF* rest, VF* weights) {
    const VF ux = hn::Sub(Number(1.0f), wx);
    HWY_UNROLL(16)
    for (int i = 0; i < 1 << kDim; i += 2) {
        weights[i] = hn::Mul(ux, rest[i / 2]);
        weights[i + 1] = hn::Mul(wx, rest[i / 2]);
    }
}
// The weights along all axes except x.
template <int kDim> HWY_INLINE void OuterWeights(const VF* w, VF* rest) {
    rest[0] = Number(1.0f);
    HWY_UNROLL(16)
    for (int c = kDim - 1, count = 1; c > 0; --c, count *= 2) {
        const VF u = hn::Sub(Number(1.0f), w[c]);
        HWY_UNROLL(16)
        for (int i = count - 1; i >= 0; --i) {
            rest[2 * i + 1] = hn::Mul(rest[i], w[c]);
            rest[2 * i] = hn::Mul(rest[i], u);
        }
    }
}
// component(corner), one component of the corners' gradients, weighted and summed.
template <int kDim, class Component> HWY_INLINE VF Weighed(const VF* weights, Component component) {
    const auto square = [&](int i) HWY_ATTR {
        const VF low = hn::Mul(component(i), weights[i]);
        if constexpr (kDim == 2) return low;
        return hn::MulAdd(component(i + 4), weights[i + 4], low);
    };
    const auto sum = [&](int i) HWY_ATTR {
        if constexpr (kDim < 4) return square(i);
        return hn::Add(square(i), square(i + 8));
    };
    return hn::Add(hn::Add(sum(0), sum(1)), hn::Add(sum(2), sum(3)));
}

// ---- interpolate.hpp

// Interpolates the values at 2^kDim corners.
template <int kDim> HWY_INLINE VF Interpolate(const VF* a, const VF* w) {
    if constexpr (kDim == 0) {
        return a[0];
    } else {
        return Lerp(Interpolate<kDim - 1>(a, w), Interpolate<kDim - 1>(a + (1 << (kDim - 1)), w), w[kDim - 1]);
    }
}
// The derivative by each weight.
template <int kDim> HWY_INLINE Vector<kDim> Slope(const VF* a, const VF* w) {
    const VF* b = a + (1 << (kDim - 1));
    Vector<kDim> slope;
    if constexpr (kDim > 1) {
        const Vector<kDim - 1> low = Slope<kDim - 1>(a, w), high = Slope<kDim - 1>(b, w);
        HWY_UNROLL(16)
        for (int c = 0; c < kDim - 1; ++c)
            slope.v[c] = Lerp(low.v[c], high.v[c], w[kDim - 1]);
    }
    slope.v[kDim - 1] = hn::Sub(Interpolate<kDim - 1>(b, w), Interpolate<kDim - 1>(a, w));
    return slope;
}

// ---- evaluation.cpp

// Scales a summed gradient to a derivative by the coordinates.
HWY_INLINE VF FinishSlope(const Plan& plan, VF sum) {
    const VF scaled = hn::Mul(sum, Number(plan.slope_unit));
    return Snap(plan.unit != 0u ? hn::Mul(scaled, Number(0.5f)) : scaled);
}

// Applies the fractal to an octave.
HWY_INLINE VF Shaped(VF n, Fractal fractal) {
    const VF one = Number(1.0f), two = Number(2.0f), a = hn::Abs(n), r = hn::Sub(one, a);
    switch (fractal) {
    case Fractal::turbulence: return a;
    case Fractal::billow: return hn::Sub(hn::Mul(two, a), one);
    case Fractal::ridged: return hn::Sub(hn::Mul(two, hn::Mul(r, r)), one);
    default: return n;
    }
}

// The derivative of Shaped().
HWY_INLINE VF ShapeSlope(VF n, Fractal fractal) {
    const VF zero = hn::Zero(F()), one = Number(1.0f);
    const VF sign = hn::IfThenElse(hn::Eq(n, zero), zero, hn::CopySign(one, n));
    switch (fractal) {
    case Fractal::turbulence: return sign;
    case Fractal::billow: return hn::Mul(Number(2.0f), sign);
    case Fractal::ridged: return hn::Mul(Number(-4.0f), hn::Mul(sign, hn::Sub(one, hn::Abs(n))));
    default: return one;
    }
}

}  // namespace isonoise::batch::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
#endif
