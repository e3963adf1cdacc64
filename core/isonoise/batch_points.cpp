// Points anywhere on vectors: noise.cpp's Evaluation of `perlin` and `value`, a vector of points at a time. Read them
// side by side.
#include "isonoise/batch_kernels.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "isonoise/batch_points.cpp"
#include <hwy/foreach_target.h>

#include "isonoise/batch-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace isonoise::batch::HWY_NAMESPACE {

template <int kDim> struct Vector { VF v[kDim]; };
template <int kDim> HWY_INLINE Vector<kDim> Nothing() {
    Vector<kDim> zero;
    HWY_UNROLL(16)
    for (int c = 0; c < kDim; ++c)
        zero.v[c] = hn::Zero(F());
    return zero;
}

// ---- gradient.hpp

#if ISONOISE_AVX512

// 2D: the directions by the top 3 bits of a hash, and all of them again.
struct Directions {
    alignas(64) float x[16], y[16];
    constexpr Directions() : x(), y() {
        for (int i = 0; i < 16; ++i) {
            x[i] = (i & 4 ? 1.0f : kTangent) * (i & 2 ? -1.0f : 1.0f);
            y[i] = (i & 4 ? kTangent : 1.0f) * (i & 1 ? -1.0f : 1.0f);
        }
    }
};
inline constexpr Directions kDirections;
HWY_INLINE Vector<2> Direction(VU h) {
    const auto index = hn::IndicesFromVec(F(), hn::ShiftRight<29>(h));
    return {{hn::TableLookupLanes(hn::Load(F(), kDirections.x), index),
             hn::TableLookupLanes(hn::Load(F(), kDirections.y), index)}};
}

// 3D and 4D: of each edge the terms of gradient . offset, of which term t is along axis t or t + 1. Bit 31 is the sign
// of the term, and the other bits are all set where it is along y or w. Offsets have signs too, by the corner: bit 0 of
// `high` says whether it is high along axis t, bit 1 along axis t + 1.
//
// An edge is what floor(3h / 2^30) says of a hash h as a signed number, -6 to 5, here modulo 16; in 4D its top 5 bits.
template <int kDim> struct Edges {
    alignas(64) std::uint32_t terms[kDim - 1][4][kDim == 3 ? 16 : 32];
    constexpr Edges() : terms() {
        for (int edge = kDim == 3 ? -6 : 0; edge < (kDim == 3 ? 6 : 32); ++edge) {
            for (int t = 0; t < kDim - 1; ++t) {
                const bool later = kDim == 3 ? edge < (t == 0 ? -2 : 2) : edge >> 3 > 2 - t;
                for (int high = 0; high < 4; ++high) {
                    const int minus = (edge >> (kDim == 3 ? 1 - t : t) ^ high >> (later ? 1 : 0)) & 1;
                    const bool odd = later == (t % 2 == 0);
                    terms[t][high][edge & (kDim == 3 ? 15 : 31)] =
                        (odd ? 0x7FFFFFFFu : 0u) | (minus != 0 ? 0x80000000u : 0u);
                }
            }
        }
        for (auto& term : terms) {
            for (auto& high : term) {
                if (kDim == 3) high[6] = high[-6 & 15];  // of -2^31, whose negative is itself
            }
        }
    }
};
template <int kDim> inline constexpr Edges<kDim> kEdges;

template <int kDim> HWY_INLINE VU Edge(VU key) {
    if constexpr (kDim == 4) return hn::ShiftRight<27>(Hash(key));
    // floor(3h / 4) is n / 4 - n, rounded down, of n = -h.
    const VI n = Signed(hn::Sub(hn::Zero(U()), Hash(key)));
    return hn::ShiftRight<28>(Unsigned(hn::Sub(hn::ShiftRight<2>(n), n)));
}

// gradient . offset of all corners, from their keys.
template <int kDim> HWY_INLINE void EdgeDots(const VF* f, const VU* key, VF* a) {
    // Distances, with a minus along y and w: a term takes its sign from one of the two that it chooses among.
    VF p[kDim][2];
    HWY_UNROLL(16)
    for (int c = 0; c < kDim; ++c) {
        p[c][0] = f[c];
        p[c][1] = hn::Sub(Number(1.0f), f[c]);
        if (c % 2 == 0) continue;
        p[c][0] = hn::Or(p[c][0], Number(-0.0f));
        p[c][1] = hn::Or(p[c][1], Number(-0.0f));
    }
    HWY_UNROLL(16)
    for (int i = 0; i < 1 << kDim; ++i) {
        const VU edge = Edge<kDim>(key[i]);
        HWY_UNROLL(16)
        for (int t = 0; t < kDim - 1; ++t) {
            const int even = t + t % 2, odd = t + 1 - t % 2;
            const std::uint32_t* terms = kEdges<kDim>.terms[t][i >> t & 3];
            const VU first = hn::Load(U(), terms);
            VU chosen;
            if constexpr (kDim == 3) {
                chosen = hn::TableLookupLanes(first, hn::IndicesFromVec(U(), edge));
            } else {
                chosen = VU{_mm512_permutex2var_epi32(first.raw, edge.raw, hn::Load(U(), terms + 16).raw)};
            }
            const VF term = hn::IfVecThenElse(hn::BitCast(F(), chosen), p[odd][i >> odd & 1], p[even][i >> even & 1]);
            a[i] = t == 0 ? term : hn::Add(a[i], term);
        }
    }
}

#endif

template <int kDim> HWY_INLINE VF Gradient(VU h, const VF* p) {
    if constexpr (kDim == 1) {
        return hn::Mul(Vector1(h), p[0]);
    } else if constexpr (kDim == 2) {
#if ISONOISE_AVX512
        const Vector<2> g = Direction(h);
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

// The gradient times a weight.
template <int kDim> HWY_INLINE Vector<kDim> Weighted(VU h, VF w) {
    const VF zero = hn::Zero(F());
    if constexpr (kDim == 2) {
#if ISONOISE_AVX512
        const Vector<2> g = Direction(h);
        return {{hn::Mul(g.v[0], w), hn::Mul(g.v[1], w)}};
#else
        const Mask longer = XLonger(h);
        const VF shorter = hn::Mul(Number(kTangent), w);
        return {{Flip(hn::IfThenElse(longer, w, shorter), hn::ShiftLeft<1>(h)),
                 Flip(hn::IfThenElse(longer, shorter, w), hn::ShiftLeft<2>(h))}};
#endif
    } else if constexpr (kDim == 3) {
        const VU rest = Times3(h);
        const VF u = Flip(w, rest), v = Flip(w, hn::ShiftLeft<1>(rest));
        const Mask no_x = NoX(h), z = HasZ(h);
        return {{hn::IfThenElse(no_x, zero, u), hn::IfThenElse(no_x, u, hn::IfThenElse(z, zero, v)),
                 hn::IfThenElse(z, v, zero)}};
    } else {
        const VF a = Flip(w, hn::ShiftLeft<4>(h)), b = Flip(w, hn::ShiftLeft<3>(h)), c = Flip(w, hn::ShiftLeft<2>(h));
        const Mask q = Below(h, 0x40000000u), r = Below(h, 0x80000000u), s = Below(h, 0xC0000000u);
        return {{hn::IfThenElse(s, a, zero), hn::IfThenElse(r, b, hn::IfThenElse(s, zero, a)),
                 hn::IfThenElse(q, c, hn::IfThenElse(r, zero, b)), hn::IfThenElse(q, zero, c)}};
    }
}

template <int kDim> HWY_INLINE Vector<kDim> Sum(const Vector<kDim>& a, const Vector<kDim>& b) {
    Vector<kDim> sum;
    HWY_UNROLL(16)
    for (int c = 0; c < kDim; ++c)
        sum.v[c] = hn::Add(a.v[c], b.v[c]);
    return sum;
}

// The gradients of a square's corners times their weights.
template <int kDim> struct Square {
    Vector<kDim> corner[4];
};
template <int kDim> HWY_INLINE Square<kDim> WeightedSquare(const VU* h, const VF* w, VF rest) {
    const VF one = Number(1.0f), u = hn::Sub(one, w[0]);
    const VF low = hn::Mul(rest, hn::Sub(one, w[1])), high = hn::Mul(rest, w[1]);
    return {{Weighted<kDim>(h[0], hn::Mul(u, low)), Weighted<kDim>(h[1], hn::Mul(w[0], low)),
             Weighted<kDim>(h[2], hn::Mul(u, high)), Weighted<kDim>(h[3], hn::Mul(w[0], high))}};
}
template <int kDim> HWY_INLINE Square<kDim> Sum(const Square<kDim>& a, const Square<kDim>& b) {
    return {{Sum<kDim>(a.corner[0], b.corner[0]), Sum<kDim>(a.corner[1], b.corner[1]),
             Sum<kDim>(a.corner[2], b.corner[2]), Sum<kDim>(a.corner[3], b.corner[3])}};
}
template <int kDim> HWY_INLINE Vector<kDim> Total(const Square<kDim>& a) {
    return Sum<kDim>(Sum<kDim>(a.corner[0], a.corner[1]), Sum<kDim>(a.corner[2], a.corner[3]));
}

// ---- interpolate.hpp

// Of the values at 2^kDim corners.
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

// ---- noise.cpp

template <int kDim> struct Place {
    VU cell[kDim], high[kDim];
    VF f[kDim];
};

// The points of a run in one octave.
template <int kDim> struct Rows {
    HWY_ALIGN std::uint32_t cell[kDim][kRun];
    HWY_ALIGN std::uint32_t window[kDim][kRun];
    HWY_ALIGN float f[kDim][kRun];
    HWY_ALIGN float w[kDim][kRun];
    HWY_ALIGN std::uint32_t low[kDim][kRun];  // the keys of the cells' ends
    HWY_ALIGN std::uint32_t high[kDim][kRun];
};

template <int kDim, bool kValue> class Evaluation {
    // The hashes of the corners of a cell, and gradient . offset of each.
    struct Cell {
        VU h[1 << kDim];
        VF a[1 << kDim];
    };

  public:
    explicit Evaluation(const Noise& noise)
        : settings_(noise.settings()), plan_(noise.plan()),
          whole_(settings_.lacunarity == std::floor(settings_.lacunarity)), fade_(used_fade(settings_)),
          least_(Least(plan_.scale)) {}

    // A coordinate along axis c becomes a fraction, and the cell, wrapped.
    HWY_INLINE void Split(int c, VF& at, VU& cell) const {
        if (plan_.frequency != 1.0f) at = hn::Mul(at, Number(plan_.frequency));
        cell = Wrapped(CellOf(at), plan_.octaves[0].period[c]);
    }

    template <bool kGuarded> HWY_INLINE void Split(const Run& run, std::size_t i, Rows<kDim>& rows) const {
        HWY_UNROLL(16)
        for (int c = 0; c < kDim; ++c) {
            VF at = hn::LoadU(F(), run.at[c] + i);
            const VU cell = Unsigned(CellOf<kGuarded>(at));
            hn::Store(at, F(), rows.f[c] + i);
            Store(Keys(cell, cell, 0u, 1u, c, plan_.octaves[0].seed), Quintic(at), c, i, rows);
        }
    }
    // The first octave, along all axes.
    HWY_INLINE void First(const Run& run, Rows<kDim>& rows) const {
        const Plan::Octave& octave = plan_.octaves[0];
        bool usual = run.cells[0] == nullptr && plan_.count == 1u && plan_.frequency == 1.0f &&
                     fade_ == Fade::quintic && octave.windows == 1u;
        for (int c = 0; c < kDim; ++c)
            usual = usual && octave.period[c] == 0u;
        if (usual) {  // the same as below, without branches, and the axes side by side
            for (std::size_t i = 0; i < run.count; i += Lanes()) {
                // Of magnitudes in [2^-40, 2^24) bits 29 and 30 are 0 here: all that the guard stops have one set.
                VU outside = hn::Zero(U());
                HWY_UNROLL(16)
                for (int c = 0; c < kDim; ++c)
                    outside = hn::Or(outside, hn::Sub(Words(hn::LoadU(F(), run.at[c] + i)), Word(0x2B800000u)));
                if (HWY_LIKELY(NoneOf(outside, 0x60000000u))) {
                    Split<false>(run, i, rows);
                } else {
                    Split<true>(run, i, rows);
                }
            }
            return;
        }
        for (int c = 0; c < kDim; ++c) {
            for (std::size_t i = 0; i < run.count; i += Lanes()) {
                VF at = hn::LoadU(F(), run.at[c] + i);
                VU cell;
                if (run.cells[0] != nullptr) {
                    cell = hn::LoadU(U(), run.cells[c] + i);
                } else {
                    Split(c, at, cell);
                }
                const VU window = hn::Zero(U());
                hn::Store(cell, U(), rows.cell[c] + i);
                hn::Store(window, U(), rows.window[c] + i);
                hn::Store(at, F(), rows.f[c] + i);
                Store(Keys(cell, window, octave.period[c], octave.windows, c, octave.seed), Weight(at, fade_), c, i,
                      rows);
            }
        }
    }
    // From the octave before to this one, along axis c.
    HWY_INLINE void Later(int c, std::uint32_t octave, std::size_t count, Rows<kDim>& rows) const {
        const Plan::Octave& now = plan_.octaves[octave];
        for (std::size_t i = 0; i < count; i += Lanes()) {
            VU cell = hn::Load(U(), rows.cell[c] + i), window = hn::Load(U(), rows.window[c] + i);
            VF at = hn::Load(F(), rows.f[c] + i);
            Next(c, octave - 1u, cell, window, at);
            hn::Store(cell, U(), rows.cell[c] + i);
            hn::Store(window, U(), rows.window[c] + i);
            hn::Store(at, F(), rows.f[c] + i);
            Store(Keys(cell, window, now.period[c], now.windows, c, now.seed), Weight(at, fade_), c, i, rows);
        }
    }

    // One octave, scaled, at the points from i on.
    HWY_INLINE VF Octave(const Rows<kDim>& rows, std::size_t i) const {
        VF f[kDim], w[kDim];
        VU low[kDim], high[kDim];
        HWY_UNROLL(16)
        for (int c = 0; c < kDim; ++c) {
            f[c] = hn::Load(F(), rows.f[c] + i);
            w[c] = hn::Load(F(), rows.w[c] + i);
            low[c] = hn::Load(U(), rows.low[c] + i);
            high[c] = hn::Load(U(), rows.high[c] + i);
        }
        Cell cell;
        CornerKeys(low, high, cell.h);
#if ISONOISE_AVX512
        if constexpr (kDim > 2 && !kValue) {
            EdgeDots<kDim>(f, cell.h, cell.a);
        } else {
            Hashed(f, cell);
        }
#else
        Hashed(f, cell);
#endif
        return Scaled(Interpolate<kDim>(cell.a, w));
    }

    HWY_INLINE VF Output(VF n) const { return plan_.unit != 0u ? hn::Mul(hn::Add(n, Number(1.0f)), Number(0.5f)) : n; }

    HWY_INLINE VF Value(Place<kDim> at) const {
        if (settings_.warp != 0.0f) at = Warped(at);
        if (settings_.fractal == Fractal::eroded) {
            Vector<kDim> slope;
            return Output(SumEroded(at, slope));
        }
        VF sum = Number(plan_.bias);
        for (std::uint32_t i = 0u; i < plan_.count; ++i) {
            const Plan::Octave& octave = plan_.octaves[i];
            const VF n = Base(at, octave, octave.seed);
            sum = hn::Add(sum, hn::Mul(Number(octave.amplitude), Shaped(n, settings_.fractal)));
            if (i + 1u < plan_.count) Next(at, i);
        }
        return Output(Snap(sum));
    }

    HWY_INLINE VF ValueGradient(Place<kDim> at, Vector<kDim>& gradient) const {
        Vector<kDim> jacobian[kDim];
        const bool warp = settings_.warp != 0.0f;
        if (warp) at = Warped(at, jacobian);
        const VF n = settings_.fractal == Fractal::eroded ? SumEroded(at, gradient) : SumGradient(at, gradient);
        if (warp) {  // the chain rule
            Vector<kDim> g = gradient;
            HWY_UNROLL(16)
            for (int c = 0; c < kDim; ++c) {
                HWY_UNROLL(16)
                for (int k = 0; k < kDim; ++k)
                    g.v[k] = hn::Add(g.v[k], hn::Mul(gradient.v[c], jacobian[c].v[k]));
            }
            gradient = g;
        }
        HWY_UNROLL(16)
        for (int c = 0; c < kDim; ++c) {
            const VF scaled = hn::Mul(gradient.v[c], Number(plan_.slope_unit));
            gradient.v[c] = Snap(plan_.unit != 0u ? hn::Mul(scaled, Number(0.5f)) : scaled);
        }
        return Output(n);
    }

  private:
    // The smallest number whose product with a scale is not below 2^-64. The quotient is rounded: on to it from there.
    static float Least(float scale) {
        float least = 0x1p-64f / scale;
        while (least * scale >= 0x1p-64f)
            least = std::nextafter(least, 0.0f);
        while (least * scale < 0x1p-64f)
            least = std::nextafter(least, 1.0f);
        return least;
    }
    // Scaled and snapped. What is to be snapped is known before the product is, so that AVX-512 multiplies under a
    // mask.
    HWY_INLINE VF Scaled(VF n) const {
        const auto stays = hn::Ge(hn::Abs(n), Number(least_));
        return hn::IfThenElseZero(stays, hn::Mul(n, Number(plan_.scale)));
    }
    HWY_INLINE static void Store(Ends e, VF weight, int c, std::size_t i, Rows<kDim>& rows) {
        hn::Store(weight, F(), rows.w[c] + i);
        hn::Store(e.x, U(), rows.low[c] + i);
        hn::Store(e.y, U(), rows.high[c] + i);
    }
    // The xored keys of all corners, from those of the ends along each axis.
    HWY_INLINE static void CornerKeys(const VU* low, const VU* high, VU* key) {
        if constexpr (kDim < 3) {
            key[0] = low[kDim - 1];
            key[1 << (kDim - 1)] = high[kDim - 1];
            if constexpr (kDim == 2) EachEnd(0, low, high, key);
        } else {
            key[0] = low[kDim - 1];
            key[1 << (kDim - 1)] = high[kDim - 1];
            if constexpr (kDim == 4) EachEnd(2, low, high, key);
            HWY_UNROLL(16)
            for (int i = 0; i < 1 << kDim; i += 4) {  // x and y in one, where there is an instruction for it
                const VU rest = key[i];
                HWY_UNROLL(16)
                for (int k = 0; k < 4; ++k)
                    key[i + k] = hn::Xor3(k & 1 ? high[0] : low[0], k & 2 ? high[1] : low[1], rest);
            }
        }
    }
    // Twice as many keys.
    HWY_INLINE static void EachEnd(int c, const VU* low, const VU* high, VU* key) {
        HWY_UNROLL(16)
        for (int i = 0; i < 1 << kDim; i += 2 << c) {
            key[i + (1 << c)] = hn::Xor(key[i], high[c]);
            key[i] = hn::Xor(key[i], low[c]);
        }
    }
    // From keys, which become hashes.
    HWY_INLINE void Hashed(const VF* f, Cell& cell) const {
        HWY_UNROLL(16)
        for (int i = 0; i < 1 << kDim; ++i)
            cell.h[i] = Hash(cell.h[i]);
        VF g[kDim];
        HWY_UNROLL(16)
        for (int c = 0; c < kDim; ++c)
            g[c] = hn::Sub(f[c], Number(1.0f));
        HWY_UNROLL(16)
        for (int i = 0; i < 1 << kDim; ++i) {
            if constexpr (kValue) {
                cell.a[i] = NumberAt(cell.h[i]);
                continue;
            }
            VF p[kDim];
            HWY_UNROLL(16)
            for (int c = 0; c < kDim; ++c)
                p[c] = i >> c & 1 ? g[c] : f[c];
            if constexpr (kDim == 2) {
                if (settings_.flow != 0.0f) Unturn(p);
            }
            cell.a[i] = Gradient<kDim>(cell.h[i], p);
        }
    }
    HWY_INLINE void Corners(const Place<kDim>& at, const Plan::Octave& octave, std::uint32_t seed, Cell& cell) const {
        VU low[kDim], high[kDim];
        HWY_UNROLL(16)
        for (int c = 0; c < kDim; ++c) {
            const Ends e = Keys(at.cell[c], at.high[c], octave.period[c], octave.windows, c, seed);
            low[c] = e.x;
            high[c] = e.y;
        }
        CornerKeys(low, high, cell.h);
        Hashed(at.f, cell);
    }
    HWY_INLINE void Unturn(VF* p) const {
        const VF x = Number(plan_.flow.x), y = Number(plan_.flow.y), px = p[0], py = p[1];
        p[0] = hn::Add(hn::Mul(x, px), hn::Mul(y, py));
        p[1] = hn::Sub(hn::Mul(x, py), hn::Mul(y, px));
    }
    HWY_NOINLINE VF Base(const Place<kDim>& at, const Plan::Octave& octave, std::uint32_t seed) const {
        Cell cell;
        Corners(at, octave, seed, cell);
        VF w[kDim];
        HWY_UNROLL(16)
        for (int c = 0; c < kDim; ++c)
            w[c] = Weight(at.f[c], fade_);
        return Scaled(Interpolate<kDim>(cell.a, w));
    }
    HWY_NOINLINE VF BaseGradient(const Place<kDim>& at, const Plan::Octave& octave, std::uint32_t seed,
                                 Vector<kDim>& gradient) const {
        Cell cell;
        Corners(at, octave, seed, cell);
        VF w[kDim];
        HWY_UNROLL(16)
        for (int c = 0; c < kDim; ++c)
            w[c] = Weight(at.f[c], fade_);
        gradient = Slope<kDim>(cell.a, w);
        HWY_UNROLL(16)
        for (int c = 0; c < kDim; ++c)
            gradient.v[c] = hn::Mul(WeightSlope(at.f[c], fade_), gradient.v[c]);
        if constexpr (!kValue) gradient = Sum<kDim>(Inner(cell, w), gradient);
        HWY_UNROLL(16)
        for (int c = 0; c < kDim; ++c)
            gradient.v[c] = Scaled(gradient.v[c]);
        return Scaled(Interpolate<kDim>(cell.a, w));
    }
    // The corners' gradients, interpolated.
    HWY_INLINE Vector<kDim> Inner(const Cell& cell, const VF* w) const {
        const VF one = Number(1.0f);
        if constexpr (kDim == 1) {
            return {{Lerp(Vector1(cell.h[0]), Vector1(cell.h[1]), w[0])}};
        } else if constexpr (kDim == 2) {
            Vector<2> inner = Total<2>(WeightedSquare<2>(cell.h, w, one));
            if (settings_.flow != 0.0f) {
                const VF x = Number(plan_.flow.x), y = Number(plan_.flow.y), ix = inner.v[0], iy = inner.v[1];
                inner.v[0] = hn::Sub(hn::Mul(x, ix), hn::Mul(y, iy));
                inner.v[1] = hn::Add(hn::Mul(y, ix), hn::Mul(x, iy));
            }
            return inner;
        } else if constexpr (kDim == 3) {
            return Total<3>(Sum<3>(WeightedSquare<3>(cell.h, w, hn::Sub(one, w[2])), WeightedSquare<3>(cell.h + 4, w, w[2])));
        } else {
            const VF u = hn::Sub(one, w[2]), low = hn::Sub(one, w[3]), high = w[3];
            return Total<4>(Sum<4>(Sum<4>(WeightedSquare<4>(cell.h, w, hn::Mul(u, low)),
                                          WeightedSquare<4>(cell.h + 4, w, hn::Mul(w[2], low))),
                                   Sum<4>(WeightedSquare<4>(cell.h + 8, w, hn::Mul(u, high)),
                                          WeightedSquare<4>(cell.h + 12, w, hn::Mul(w[2], high)))));
        }
    }

    HWY_INLINE void Next(int c, std::uint32_t i, VU& cell, VU& window, VF& f) const {
        const Plan::Octave& octave = plan_.octaves[i + 1u];
        if (whole_ && octave.period[c] == 0u) {
            FinerFar(cell, window, f, plan_.lacunarity, octave.windows);
        } else {
            Finer(cell, f, plan_.lacunarity, octave.period[c]);
        }
    }
    HWY_INLINE void Next(Place<kDim>& at, std::uint32_t i) const {
        HWY_UNROLL(16)
        for (int c = 0; c < kDim; ++c)
            Next(c, i, at.cell[c], at.high[c], at.f[c]);
    }

    HWY_NOINLINE VF SumGradient(const Place<kDim>& from, Vector<kDim>& gradient) const {
        Place<kDim> at = from;
        VF sum = Number(plan_.bias);
        gradient = Nothing<kDim>();
        for (std::uint32_t i = 0u; i < plan_.count; ++i) {
            const Plan::Octave& octave = plan_.octaves[i];
            Vector<kDim> g;
            const VF n = BaseGradient(at, octave, octave.seed, g);
            sum = hn::Add(sum, hn::Mul(Number(octave.amplitude), Shaped(n, settings_.fractal)));
            const VF factor = hn::Mul(Number(octave.slope), ShapeSlope(n));
            HWY_UNROLL(16)
            for (int c = 0; c < kDim; ++c)
                gradient.v[c] = hn::Add(gradient.v[c], hn::Mul(factor, g.v[c]));
            if (i + 1u < plan_.count) Next(at, i);
        }
        return Snap(sum);
    }
    HWY_NOINLINE VF SumEroded(const Place<kDim>& from, Vector<kDim>& slope) const {
        Place<kDim> at = from;
        VF sum = Number(plan_.bias);
        slope = Nothing<kDim>();
        for (std::uint32_t i = 0u; i < plan_.count; ++i) {
            const Plan::Octave& octave = plan_.octaves[i];
            Vector<kDim> g;
            const VF n = BaseGradient(at, octave, octave.seed, g);
            const VF weight = Reciprocal(hn::Add(Number(1.0f), Steepness(slope)));
            sum = hn::Add(sum, hn::Mul(hn::Mul(Number(octave.amplitude), weight), n));
            const VF factor = hn::Mul(Number(octave.slope), weight);
            HWY_UNROLL(16)
            for (int c = 0; c < kDim; ++c)
                slope.v[c] = hn::Add(slope.v[c], hn::Mul(factor, g.v[c]));
            if (i + 1u < plan_.count) Next(at, i);
        }
        return Snap(sum);
    }
    HWY_INLINE VF ShapeSlope(VF n) const {
        const VF zero = hn::Zero(F()), one = Number(1.0f);
        const VF sign = hn::IfThenElse(hn::Eq(n, zero), zero, hn::CopySign(one, n));
        switch (settings_.fractal) {
        case Fractal::turbulence: return sign;
        case Fractal::billow: return hn::Mul(Number(2.0f), sign);
        case Fractal::ridged: return hn::Mul(Number(-4.0f), hn::Mul(sign, hn::Sub(one, hn::Abs(n))));
        default: return one;
        }
    }
    HWY_INLINE static VF Steepness(const Vector<kDim>& slope) {
        VF s = hn::Mul(slope.v[0], slope.v[0]);
        if constexpr (kDim > 1) s = hn::Add(s, hn::Mul(slope.v[1], slope.v[1]));
        if constexpr (kDim == 3) s = hn::Add(s, hn::Mul(slope.v[2], slope.v[2]));
        if constexpr (kDim == 4)
            s = hn::Add(s, hn::Add(hn::Mul(slope.v[2], slope.v[2]), hn::Mul(slope.v[3], slope.v[3])));
        const VF most = Number(0x1p40f);
        return hn::IfThenElse(hn::Lt(s, most), s, most);
    }
    HWY_INLINE static VF Reciprocal(VF x) {
        VF y = hn::BitCast(F(), hn::Sub(Word(0x7EF311C3u), Words(x)));
        for (int i = 0; i < 3; ++i)
            y = hn::Add(y, hn::Mul(y, hn::Sub(Number(1.0f), hn::Mul(x, y))));
        return y;
    }

    HWY_NOINLINE Place<kDim> Warped(const Place<kDim>& at) const {
        VF offset[kDim];
        HWY_UNROLL(16)
        for (int c = 0; c < kDim; ++c)
            offset[c] = hn::Mul(Number(plan_.warp), Base(at, plan_.octaves[0], plan_.warp_seeds[c]));
        return Displaced(at, offset);
    }
    HWY_NOINLINE Place<kDim> Warped(const Place<kDim>& at, Vector<kDim>* jacobian) const {
        VF offset[kDim];
        const VF warp = Number(plan_.warp);
        HWY_UNROLL(16)
        for (int c = 0; c < kDim; ++c) {
            offset[c] = hn::Mul(warp, BaseGradient(at, plan_.octaves[0], plan_.warp_seeds[c], jacobian[c]));
            HWY_UNROLL(16)
            for (int k = 0; k < kDim; ++k)
                jacobian[c].v[k] = hn::Mul(warp, jacobian[c].v[k]);
        }
        return Displaced(at, offset);
    }
    HWY_NOINLINE Place<kDim> Displaced(const Place<kDim>& from, const VF* offset) const {
        Place<kDim> at = from;
        HWY_UNROLL(16)
        for (int c = 0; c < kDim; ++c) {
            const VF t = Guard(hn::Add(from.f[c], offset[c])), cells = hn::Floor(t);
            at.f[c] = hn::Sub(t, cells);
            const std::uint32_t period = plan_.octaves[0].period[c];
            const VI by = Whole(cells);
            if (period == 0u) {
                at.cell[c] = hn::Add(from.cell[c], Unsigned(by));
            } else {  // both below 2^31
                const VU sum = hn::Add(from.cell[c], Wrapped(by, period)), turn = Word(period);
                at.cell[c] = hn::IfThenElse(hn::Lt(sum, turn), sum, hn::Sub(sum, turn));
            }
        }
        return at;
    }

    // No instruction divides whole numbers.
    HWY_INLINE static VU Wrapped(VI cell, std::uint32_t period) {
        if (period == 0u) return Unsigned(cell);
        HWY_ALIGN std::int32_t cells[kLanes];
        HWY_ALIGN std::uint32_t wrapped[kLanes];
        hn::Store(cell, I(), cells);
        for (std::size_t i = 0; i < Lanes(); ++i)
            wrapped[i] = wrap(cells[i], period);
        return hn::Load(U(), wrapped);
    }

    const Settings& settings_;
    const Plan& plan_;
    bool whole_;
    Fade fade_;
    float least_;
};

// Values alone, where no point depends on another value: in two passes an octave, first along the axes and then over
// the corners. Both are free of long chains of operations that wait for each other, so a CPU keeps busy.
template <int kDim, bool kValue>
HWY_NOINLINE void FillValues(const Run& run, const Evaluation<kDim, kValue>& evaluation) {
    const F f;
    const Plan& plan = run.noise->plan();
    const Fractal fractal = run.noise->settings().fractal;
    const bool plain = is_plain(*run.noise);
    Rows<kDim> rows;
    evaluation.First(run, rows);
    if (plan.count == 0u) std::fill_n(run.values, run.count, plan.bias);
    for (std::uint32_t octave = 0; octave < plan.count; ++octave) {
        for (int c = 0; c < kDim && octave > 0u; ++c)
            evaluation.Later(c, octave, run.count, rows);
        const VF amplitude = Number(plan.octaves[octave].amplitude), bias = Number(plan.bias);
        if (plain) {
            for (std::size_t i = 0; i < run.count; i += Lanes())
                hn::StoreU(evaluation.Octave(rows, i), f, run.values + i);
            continue;
        }
        for (std::size_t i = 0; i < run.count; i += Lanes()) {
            const VF n = evaluation.Octave(rows, i);
            const VF sum = octave == 0u ? bias : hn::LoadU(f, run.values + i);
            hn::StoreU(hn::Add(sum, hn::Mul(amplitude, Shaped(n, fractal))), f, run.values + i);
        }
    }
    for (std::size_t i = 0; i < run.count && !plain; i += Lanes())
        hn::StoreU(evaluation.Output(Snap(hn::LoadU(f, run.values + i))), f, run.values + i);
}

template <int kDim, bool kValue> void Fill(const Run& run) {
    const F f;
    const U u;
    const Evaluation<kDim, kValue> evaluation(*run.noise);
    const Settings& settings = run.noise->settings();
    const bool gradient = run.gradient[0] != nullptr;
    if (!gradient && settings.warp == 0.0f && settings.fractal != Fractal::eroded) {
        Run part = run;
        for (std::size_t first = 0; first < run.count; first += kRun) {
            part.count = std::min(kRun, run.count - first);
            FillValues<kDim, kValue>(part, evaluation);
            part.values += kRun;
            for (int c = 0; c < kDim; ++c) {
                part.at[c] += kRun;
                if (run.cells[0] != nullptr) part.cells[c] += kRun;
            }
        }
        return;
    }
    for (std::size_t i = 0; i < run.count; i += Lanes()) {
        Place<kDim> at;
        HWY_UNROLL(16)
        for (int c = 0; c < kDim; ++c) {
            at.f[c] = hn::LoadU(f, run.at[c] + i);
            at.high[c] = hn::Zero(u);
            if (run.cells[0] != nullptr) {
                at.cell[c] = hn::LoadU(u, run.cells[c] + i);
            } else {
                evaluation.Split(c, at.f[c], at.cell[c]);
            }
        }
        if (!gradient) {
            hn::StoreU(evaluation.Value(at), f, run.values + i);
            continue;
        }
        Vector<kDim> slopes;
        hn::StoreU(evaluation.ValueGradient(at, slopes), f, run.values + i);
        HWY_UNROLL(16)
        for (int c = 0; c < kDim; ++c)
            hn::StoreU(slopes.v[c], f, run.gradient[c] + i);
    }
}

template <int kDim> void Algorithms(const Run& run) {
    if (run.noise->settings().algorithm == Algorithm::value) return Fill<kDim, true>(run);
    Fill<kDim, false>(run);
}

void FillRun(const Run& run) {
    switch (run.noise->settings().dim) {
    case 1: return Algorithms<1>(run);
    case 2: return Algorithms<2>(run);
    case 3: return Algorithms<3>(run);
    default: return Algorithms<4>(run);
    }
}

}  // namespace isonoise::batch::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace isonoise::batch {
HWY_EXPORT(FillRun);
void fill_run(const Run& run) { HWY_DYNAMIC_DISPATCH(FillRun)(run); }
}  // namespace isonoise::batch
#endif
