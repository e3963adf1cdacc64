// The steps of lattice.hpp, hash.hpp, interpolate.hpp and gradient.hpp on vectors, for one instruction set at a time:
// the same names but for the capital, the same operations in the same order. Three places may differ, and change no bit:
// products with components of gradients in {-1, 0, 1} are exact, so adding them may be fused, and no other sum may; a
// zero may have the wrong sign, since results below 2^-64 end as +0; and what is to be snapped may be found before
// scaling, which is monotone. Private.
//
// Included once for each instruction set (Highway, foreach_target.h), so no #pragma once.
#if defined(ISONOISE_BATCH_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef ISONOISE_BATCH_INL
#undef ISONOISE_BATCH_INL
#else
#define ISONOISE_BATCH_INL
#endif

#include <hwy/highway.h>

#include "isonoise/batch_kernels.hpp"
#include "isonoise/gradient.hpp"
#include "isonoise/hash.hpp"

// AVX-512 does in one instruction what others do in several: conversions that round down, masks that cost nothing,
// tables in a register, any function of three bits.
#undef ISONOISE_AVX512
#define ISONOISE_AVX512 (HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_AVX3_DL)

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

// Whether no lane has any of these bits set.
HWY_INLINE bool NoneOf(VU x, std::uint32_t bits) {
#if ISONOISE_AVX512
    return _mm512_test_epi32_mask(x.raw, Word(bits).raw) == 0;
#else
    return hn::AllTrue(U(), hn::Eq(hn::And(x, Word(bits)), hn::Zero(U())));
#endif
}
// A whole number that an int can hold. Highway's own conversion also saturates what it cannot, at some cost.
HWY_INLINE VI Whole(VF x) {
#if ISONOISE_AVX512
    return VI{_mm512_cvttps_epi32(x.raw)};
#else
    return hn::ConvertTo(I(), x);
#endif
}

HWY_INLINE Mask Passes(VF x) {
    const VU m = hn::And(Words(x), Word(0x7FFFFFFFu));
    return Where(hn::Lt(hn::Sub(m, Word(0x2B800000u)), Word(0x23800000u)));
}
HWY_INLINE VF Guard(VF x) { return hn::IfThenElseZero(Passes(x), x); }
// The cell of a coordinate; the fraction is what stays.
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
    return hn::IfThenElseZero(Where(hn::Lt(hn::Sub(Words(f), Word(0x2B800000u)), Word(0x14000001u))), f);
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

// Both ends of a wrapped cell along one axis: lattice coordinates, or their keys.
struct Ends {
    VU x, y;
};
HWY_INLINE Ends EndsFar(VU cell, VU high, std::uint32_t period, std::uint32_t windows) {
    VU after = hn::Add(cell, Word(1u));
    if (period != 0u) after = hn::IfThenZeroElse(hn::Eq(after, Word(period)), after);
    if (windows == 1u) return {cell, after};  // `high` is 0
    VU next = hn::Add(high, Word(1u));
    next = hn::IfThenElse(hn::Ne(cell, Word(0x7FFFFFFFu)), high, hn::IfThenZeroElse(hn::Eq(next, Word(windows)), next));
    const VU window = Word(0xD1B54A35u);
    return {hn::Xor(cell, hn::Mul(high, window)), hn::Xor(after, hn::Mul(next, window))};
}

// To the next octave, whose period or windows these are.
HWY_INLINE void Finer(VU& cell, VF& f, float lacunarity, std::uint32_t period) {
#if HWY_TARGET == HWY_SCALAR
    finer(cell.raw, f.raw, lacunarity, period);
#else
    const VI m = hn::Set(I(), static_cast<std::int32_t>(lacunarity * 8388608.0f));
    const hn::Repartition<std::uint64_t, U> wide;
    // 64 bits of each product, those of every other cell at a time.
    const auto even = hn::BitCast(wide, hn::MulEven(Signed(cell), m));
    const auto odd = hn::BitCast(wide, hn::MulEven(hn::BitCast(I(), hn::ShiftRight<32>(hn::BitCast(wide, cell))), m));
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
#endif
}
HWY_INLINE void FinerFar(VU& cell, VU& high, VF& f, float lacunarity, std::uint32_t windows) {
    const VF t = hn::Mul(f, Number(lacunarity));
    const VF c = hn::Floor(t);
    f = hn::Sub(t, c);
    // cell * factor + c in 48 bits: `upper` above bit 16, and 16 bits below.
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
// The offset along an axis; `seed` is the one along x.
HWY_INLINE VU OffsetOf(int axis, std::uint32_t seed) {
    const std::uint32_t offsets[] = {seed, kOffsetY, kOffsetZ, kOffsetW};
    return Word(offsets[axis]);
}
HWY_INLINE VU Key(VU t, VU offset) {
    const VU u = hn::Add(t, offset);
    return hn::Add(hn::Mul(hn::ShiftRight<16>(u), hn::And(u, Word(0xFFFFu))), t);
}
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

// The number of `value` at a lattice point.
HWY_INLINE VF NumberAt(VU h) { return hn::Mul(hn::ConvertTo(F(), hn::ShiftRight<7>(Signed(h))), Number(0x1p-24f)); }

// What a hash chooses: see gradient.hpp.
HWY_INLINE VF Vector1(VU h) {
    return Flip(hn::BitCast(F(), hn::Or(Word(0x3F800000u), hn::And(hn::ShiftRight<8>(h), Word(0x7FFFFFu)))), h);
}
HWY_INLINE Mask XLonger(VU h) { return Where(hn::Lt(Signed(h), hn::Zero(I()))); }
HWY_INLINE Mask NoX(VU h) { return Where(hn::Lt(Signed(h), hn::Set(I(), kThird1))); }
HWY_INLINE Mask HasZ(VU h) { return Where(hn::Lt(Signed(h), hn::Set(I(), kThird2))); }
HWY_INLINE VU Times3(VU h) { return hn::Add(h, hn::Add(h, h)); }
HWY_INLINE Mask Below(VU h, std::uint32_t bound) { return Where(hn::Lt(h, Word(bound))); }

// What a fractal makes of an octave.
HWY_INLINE VF Shaped(VF n, Fractal fractal) {
    const VF one = Number(1.0f), two = Number(2.0f), a = hn::Abs(n), r = hn::Sub(one, a);
    switch (fractal) {
    case Fractal::turbulence: return a;
    case Fractal::billow: return hn::Sub(hn::Mul(two, a), one);
    case Fractal::ridged: return hn::Sub(hn::Mul(two, hn::Mul(r, r)), one);
    default: return n;
    }
}

}  // namespace isonoise::batch::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
