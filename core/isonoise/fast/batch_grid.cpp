// Grids on SIMD: tables along the axes, and planes of a noise with separate axes.
//
// Rows of a plane that lie in the same cells along y, z and w form a block. A corner adds gradient . offset to a point,
// and only its y term changes from row to row: the rest is summed once per block, and a row then takes one
// multiplication and one addition per corner, plus the interpolation. For gradients the block also keeps the components
// at the corners. The corners on a cell's high side along y are on the low side of the next cell, whose block keeps
// them. A row that shares its corners with no other skips the block.
#include <algorithm>
#include <utility>

#include "isonoise/fast/batch_kernels.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "isonoise/fast/batch_grid.cpp"
#include <hwy/foreach_target.h>

#include "isonoise/fast/batch-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace isonoise::batch::HWY_NAMESPACE {

// ---- tables along an axis

#if ISONOISE_VECTORS && HWY_HAVE_FLOAT64
// point_of() for two vectors of doubles, for coordinates and cells of `along` within +-2^50: doubles can split the
// former and hold the sum.
void SplitRows(const AxisRows& a) {
    const F f;
    const hn::Repartition<double, F> d;
    const hn::Half<F> half;
    const hn::RebindToUnsigned<decltype(d)> wide;
    const hn::RebindToUnsigned<decltype(half)> words;
    const std::uint32_t period = a.noise.plan.octaves[0].period[static_cast<std::size_t>(a.axis)];
    const auto frequency = hn::Set(d, static_cast<double>(a.noise.plan.frequency));
    const auto offset = hn::Set(d, a.points->offset), step = hn::Set(d, a.points->step);
    const auto more = hn::Set(d, a.points->along.fraction),
               cells = hn::Set(d, static_cast<double>(a.points->along.cell));
    const auto wrap = hn::Set(d, static_cast<double>(period)), zero = hn::Zero(d);
    for (std::size_t i = 0; i < a.count; i += hn::Lanes(half)) {
        const auto index =
            hn::Add(hn::Set(d, static_cast<double>(a.points->first + a.first + static_cast<std::int64_t>(i))),
                    hn::Iota(d, 0.0));
        const auto q = hn::Mul(hn::Add(offset, hn::Mul(index, step)), frequency);
        const auto cell = hn::Floor(q), t = hn::Add(hn::Sub(q, cell), more), carry = hn::Floor(t);
        auto sum = hn::Add(hn::Add(cell, cells), carry);
        if (period != 0u) {
            sum = hn::Sub(sum, hn::Mul(wrap, hn::Floor(hn::Div(sum, wrap))));
            // The quotient may have been rounded up to an integer, but never down past one.
            sum = hn::IfThenElse(hn::Lt(sum, zero), hn::Add(sum, wrap), sum);
        }
        // Added to 3 * 2^51, an integer leaves its low bits in the low bits of the mantissa.
        const auto low = hn::BitCast(wide, hn::Add(sum, hn::Set(d, 6755399441055744.0)));
        hn::StoreU(hn::TruncateTo(words, low), words, a.cell + i);
        hn::StoreU(hn::DemoteTo(half, hn::Sub(t, carry)), half, a.fraction + i);
    }
    for (std::size_t i = 0; i < a.count; i += Lanes())
        hn::StoreU(GuardFraction(hn::LoadU(f, a.fraction + i)), f, a.fraction + i);
}

#endif

// The cells and fractions of all points in octave 0.
void SplitAxis(const AxisRows& a) {
    const GridAxis& points = *a.points;
    [[maybe_unused]] const auto coordinate = [&](std::size_t i) {
        const auto at = static_cast<double>(points.first + a.first + static_cast<std::int64_t>(i));
        return std::fabs((points.offset + at * points.step) * static_cast<double>(a.noise.plan.frequency));
    };
#if ISONOISE_VECTORS && HWY_HAVE_FLOAT64
    const bool near = std::fabs(static_cast<double>(points.along.cell)) < 0x1p50;
    if (points.per_period == 0 && near && coordinate(0) < 0x1p50 && coordinate(a.count - 1) < 0x1p50)
        return SplitRows(a);
#endif
    for (std::size_t i = 0; i < a.count; ++i) {
        const AxisPoint at = point_of(a.noise.plan, points, a.axis, a.first + static_cast<std::int64_t>(i));
        a.cell[i] = static_cast<std::uint32_t>(at.cell);
        a.fraction[i] = guard_fraction(at.fraction);
    }
}

void MakeRows(const AxisRows& a) {
    SplitAxis(a);
    if (a.octaves == nullptr) return;
#if ISONOISE_VECTORS
    const F f;
    const U u;
    const std::size_t lanes = Lanes();
    const Plan& plan = a.noise.plan;
    const Fade kind = a.noise.fade;
    const bool whole = is_whole(plan.lacunarity);
    for (std::size_t i = 0; i < a.count; i += lanes) {
        VU cell = hn::LoadU(u, a.cell + i), high = hn::Zero(u);
        VF at = hn::LoadU(f, a.fraction + i);
        for (std::uint32_t octave = 0; octave < plan.count; ++octave) {
            const Plan::Octave& now = plan.octaves[octave];
            const Ends e = Keys(cell, high, now.period[std::size_t(a.axis)], now.windows, a.axis, now.seed);
            const Row& row = a.octaves[octave];
            hn::StoreU(at, f, row.f + i);
            hn::StoreU(Weight(at, kind), f, row.w + i);
            if (row.s != nullptr) hn::StoreU(WeightSlope(at, kind), f, row.s + i);
            hn::StoreU(e.x, u, row.low + i);
            hn::StoreU(e.y, u, row.high + i);
            if (octave + 1 == plan.count) break;
            const Plan::Octave& next = plan.octaves[octave + 1];
            if (whole && next.period[std::size_t(a.axis)] == 0u) {
                FinerFar(cell, high, at, plan.lacunarity, next.windows);
            } else {
                Finer(cell, at, plan.lacunarity, next.period[std::size_t(a.axis)]);
            }
        }
    }
#endif
}

#if ISONOISE_VECTORS

// ---- planes

// The kinds of plane: dimensions, `perlin` or `value`, with gradients or without.
template <int kD, bool kV, bool kG> struct Variant {
    static constexpr int kDim = kD;
    static constexpr bool kValue = kV, kGradient = kG;
    static constexpr std::size_t kCorners = std::size_t{1} << kDim;
    static constexpr std::size_t kSide = kDim == 1 ? kCorners : kCorners / 2;  // corners on one side along y
    static constexpr std::size_t kParts = kValue ? 1 : corner_parts(kDim, kGradient);
};

// The offsets from a corner along all axes except y.
struct Offset {
    VF x, z, w;
};

// Stores the parts of a corner with hash h at `to`: first those of gradient . offset, where y's factor is the
// gradient's component, then the other components.
template <class K> HWY_INLINE void Corner(VU h, const Offset& at, float* HWY_RESTRICT to) {
    const auto store = [&](std::size_t part, VF x) HWY_ATTR { hn::Store(x, F(), to + part * Lanes()); };
    if constexpr (K::kValue) {
        store(0, NumberAt(h));
        return;
    }
    const auto g = Components<K::kDim>(h);
    const VF x = hn::Mul(g.v[0], at.x);
    if constexpr (K::kDim == 1) {
        store(0, x);
        if constexpr (K::kGradient) store(1, g.v[0]);
    } else if constexpr (K::kDim == 2) {
        store(0, x);
        store(1, g.v[1]);
        if constexpr (K::kGradient) store(2, g.v[0]);
    } else if constexpr (K::kDim == 3) {
        store(0, hn::MulAdd(g.v[2], at.z, x));
        store(1, g.v[1]);
        if constexpr (K::kGradient) {
            store(2, g.v[0]);
            store(3, g.v[2]);
        }
    } else {  // three components add from the left: the first two without y, y's factor, the last
        const VF z = hn::Mul(g.v[2], at.z);
        const Mask z_last = hn::Eq(g.v[3], hn::Zero(F()));
        store(0, hn::Add(x, hn::IfThenZeroElse(z_last, z)));
        store(1, g.v[1]);
        store(2, hn::MulAdd(g.v[3], at.w, hn::IfThenElseZero(z_last, z)));
        if constexpr (K::kGradient) {
            store(3, g.v[0]);
            store(4, g.v[2]);
            store(5, g.v[3]);
        }
    }
}

// The parts of the corners on both sides along y, by column; in 1D all corners are on the low side. A side's corners
// keep their order.
struct Sides {
    float *low, *high;
};
template <class K> HWY_INLINE const float* PartsOf(const Sides& sides, std::size_t i, std::size_t c) {
    const float* side = (c & 2u) != 0u ? sides.high : sides.low;
    const std::size_t within = K::kDim == 1 ? c : (c >> 2u << 1u) + (c & 1u);
    return side + (i * K::kSide + within * Lanes()) * K::kParts;
}

// Computes the parts of the corners on one side of the cells of row j, in all of the plane's columns.
template <class K, bool kHigh>
HWY_NOINLINE void Expand(const Plane& plane, std::uint32_t octave, std::size_t j, float* HWY_RESTRICT to) {
    const F f;
    const U u;
    const std::size_t lanes = Lanes();
    const Row& x = plane.x[octave];
    for (std::size_t i = 0; i < plane.columns; i += lanes) {
        const VF fx = hn::Load(f, x.f + i), gx = hn::Sub(fx, Number(1.0f));
        const VU low = hn::Load(u, x.low + i), high = hn::Load(u, x.high + i);
        for (std::size_t c = 0; c < K::kSide; ++c) {
            std::uint32_t key = 0u;
            Offset at = {c & 1u ? gx : fx, hn::Zero(f), hn::Zero(f)};
            if constexpr (K::kDim > 1) key = kHigh ? plane.y[octave].high[j] : plane.y[octave].low[j];
            if constexpr (K::kDim > 2) {
                const Row& z = plane.z[octave];
                key ^= c & 2u ? z.high[0] : z.low[0];
                at.z = Number(c & 2u ? z.f[0] - 1.0f : z.f[0]);
            }
            if constexpr (K::kDim > 3) {
                const Row& w = plane.w[octave];
                key ^= c & 4u ? w.high[0] : w.low[0];
                at.w = Number(c & 4u ? w.f[0] - 1.0f : w.f[0]);
            }
            Corner<K>(Hash(hn::Xor(c & 1u ? high : low, Word(key))), at, to);
            to += K::kParts * lanes;
        }
    }
}

// The data that a row of points needs besides the block: the offsets from both corners along y, the weights and their
// derivatives (those of x are in tables), and the weights of all edges along x.
template <class K> struct Across { VF fy, gy, w[4], s[4], outer[K::kCorners / 2]; };

// gradient . offset at corner c.
template <class K, int c> HWY_INLINE VF Dot(const Sides& sides, std::size_t i, const Across<K>& row) {
    const F f;
    const std::size_t lanes = Lanes();
    const float* part = PartsOf<K>(sides, i, c);
    const VF rest = hn::Load(f, part);
    if constexpr (K::kValue || K::kDim == 1) {
        return rest;
    } else {
        const VF factor = hn::Load(f, part + lanes), y = c & 2 ? row.gy : row.fy;
        if constexpr (K::kDim == 2) return hn::Add(rest, hn::Mul(factor, y));  // a tangent: not exact
        if constexpr (K::kDim == 3) return hn::MulAdd(factor, y, rest);
        return hn::Add(hn::MulAdd(factor, y, rest), hn::Load(f, part + 2 * lanes));
    }
}

// Interpolates along the first kLevel axes, starting at corner c.
template <class K, int kLevel, int c>
HWY_INLINE VF Interpolate(const Sides& sides, std::size_t i, VF wx, const Across<K>& row) {
    if constexpr (kLevel == 0) {
        return Dot<K, c>(sides, i, row);
    } else {
        const VF a = Interpolate<K, kLevel - 1, c>(sides, i, wx, row);
        const VF b = Interpolate<K, kLevel - 1, c + (1 << (kLevel - 1))>(sides, i, wx, row);
        return Lerp(a, b, kLevel == 1 ? wx : row.w[kLevel - 1]);
    }
}

// The derivative, from the dots `a` of all corners and the components of their gradients, component(axis, corner). `sx`
// is the derivative of wx.
template <class K, class Component>
HWY_INLINE Vector<K::kDim> Derivative(const VF* a, VF wx, VF sx, const Across<K>& row, Component component) {
    constexpr int kDim = K::kDim;
    VF w[kDim];
    w[0] = wx;
    HWY_UNROLL(16)
    for (int axis = 1; axis < kDim; ++axis)
        w[axis] = row.w[axis];
    Vector<kDim> g = Slope<kDim>(a, w);
    HWY_UNROLL(16)
    for (int axis = 0; axis < kDim; ++axis)
        g.v[axis] = hn::Mul(axis == 0 ? sx : row.s[axis], g.v[axis]);
    if constexpr (!K::kValue && kDim == 1) {
        g.v[0] = hn::Add(Lerp(component(0, 0), component(0, 1), wx), g.v[0]);
    } else if constexpr (!K::kValue) {
        VF weights[K::kCorners];
        CornerWeights<kDim>(wx, row.outer, weights);
        HWY_UNROLL(16)
        for (int axis = 0; axis < kDim; ++axis) {
            const VF inner = Weighed<kDim>(weights, [&](int i) HWY_ATTR { return component(axis, i); });
            g.v[axis] = hn::Add(inner, g.v[axis]);
        }
    }
    return g;
}

// The dots of all corners in a block.
template <class K, std::size_t... c>
HWY_INLINE void Dots(const Sides& sides, std::size_t i, const Across<K>& row, VF* a, std::index_sequence<c...>) {
    ((a[c] = Dot<K, c>(sides, i, row)), ...);
}

// Evaluates a vector of points from the parts in a block.
template <class K> struct FromBlock {
    const Sides sides;

    FromBlock(const Plane&, std::uint32_t, std::size_t, const Sides& s) : sides(s) {}
    HWY_INLINE VF At(std::size_t i, VF wx, VF sx, const Across<K>& row, Vector<K::kDim>& gradient) const {
        if constexpr (K::kGradient) {
            VF a[K::kCorners];
            Dots<K>(sides, i, row, a, std::make_index_sequence<K::kCorners>());
            gradient = Derivative<K>(a, wx, sx, row, [&](int axis, int corner) HWY_ATTR {
                constexpr std::size_t kPart[4][4] = {{1}, {2, 1}, {2, 1, 3}, {3, 1, 4, 5}};
                const float* parts = PartsOf<K>(sides, i, static_cast<std::size_t>(corner));
                return hn::Load(F(), parts + kPart[K::kDim - 1][axis] * Lanes());
            });
        }
        return Interpolate<K, K::kDim, 0>(sides, i, wx, row);
    }
};

// Like FromBlock, but directly from the hashes: a block of one row is not worth storing.
template <class K> struct FromKeys {
    static constexpr int kDim = K::kDim;
    const Row& x;
    VF f[4];
    VU key[K::kCorners / 2];  // along all axes except x
#if ISONOISE_AVX512
    // gradient . offset without the x term, by edge, for each edge of the cell along x. Two sums in 4D, since three
    // terms add from the left.
    static constexpr bool kTables = kDim > 1 && !K::kValue && !K::kGradient;
    static constexpr std::size_t kEntries = kDim == 4 ? 32 : 16;
    HWY_ALIGN float first[kTables ? K::kCorners / 2 : 1][kEntries];
    HWY_ALIGN float last[kTables && kDim == 4 ? K::kCorners / 2 : 1][kEntries];
#else
    static constexpr bool kTables = false;
#endif

    HWY_INLINE FromKeys(const Plane& plane, std::uint32_t octave, std::size_t j, const Sides&) : x(plane.x[octave]) {
        std::uint32_t keys[K::kCorners / 2] = {};
        const auto axis = [&](int c, const Row& at, std::size_t i) HWY_ATTR {
            f[c] = Number(at.f[i]);
            for (std::size_t k = 0; k < K::kCorners / 2; ++k)
                keys[k] ^= k >> (c - 1) & 1u ? at.high[i] : at.low[i];
        };
        if constexpr (kDim > 1) axis(1, plane.y[octave], j);
        if constexpr (kDim > 2) axis(2, plane.z[octave], 0);
        if constexpr (kDim > 3) axis(3, plane.w[octave], 0);
        HWY_UNROLL(16)
        for (std::size_t k = 0; k < K::kCorners / 2; ++k)
            key[k] = Word(keys[k]);
#if ISONOISE_AVX512
        for (std::size_t i = 0; i < kEntries && kTables; i += Lanes()) {
            for (std::size_t k = 0; k < K::kCorners / 2; ++k) {
                const auto term = [&](int c) HWY_ATTR {
                    const VF offset = k >> (c - 1) & 1u ? hn::Sub(f[c], Number(1.0f)) : f[c];
                    return hn::Mul(hn::Load(F(), kUnits<kDim>.v[c] + i), offset);
                };
                VF sum = term(1);
                if constexpr (kDim == 3) sum = hn::Add(sum, term(2));
                if constexpr (kDim == 4) {
                    const VF z = term(2), w = term(3);
                    const Mask z_last = hn::Eq(hn::Load(F(), kUnits<kDim>.v[3] + i), hn::Zero(F()));
                    sum = hn::Add(sum, hn::IfThenZeroElse(z_last, z));
                    hn::Store(hn::IfThenElse(z_last, z, w), F(), last[k] + i);
                }
                hn::Store(sum, F(), first[k] + i);
            }
        }
#endif
    }
    HWY_INLINE VF At(std::size_t i, VF wx, VF sx, const Across<K>& row, Vector<kDim>& gradient) const {
        const VU low = hn::Load(U(), x.low + i), high = hn::Load(U(), x.high + i);
        VF p[kDim], w[kDim], a[K::kCorners];
        VU k[K::kCorners];
        p[0] = hn::Load(F(), x.f + i);
        w[0] = wx;
        HWY_UNROLL(16)
        for (int c = 1; c < kDim; ++c) {
            p[c] = f[c];
            w[c] = row.w[c];
        }
        HWY_UNROLL(16)
        for (std::size_t c = 0; c < K::kCorners; ++c)
            k[c] = hn::Xor(c & 1u ? high : low, key[c / 2]);
        if constexpr (K::kGradient && !K::kValue) {
            Vector<kDim> g[K::kCorners];
            HWY_UNROLL(16)
            for (std::size_t c = 0; c < K::kCorners; ++c)
                g[c] = Components<kDim>(Hash(k[c]));
            ComponentDots<kDim>(p, g, a);
            gradient = Derivative<K>(a, wx, sx, row, [&](int axis, int c) HWY_ATTR { return g[c].v[axis]; });
        } else if constexpr (kTables) {
#if ISONOISE_AVX512
            const VF g = hn::Sub(p[0], Number(1.0f));
            HWY_UNROLL(16)
            for (std::size_t c = 0; c < K::kCorners; ++c) {
                const VU edge = Edge<kDim>(Hash(k[c]));
                const VF unit = LookUp<kDim>(kUnits<kDim>.v[0], edge), sum = LookUp<kDim>(first[c / 2], edge);
                const VF offset = c & 1u ? g : p[0];
                a[c] = kDim == 2 ? hn::Add(hn::Mul(unit, offset), sum) : hn::MulAdd(unit, offset, sum);
                if constexpr (kDim == 4) a[c] = hn::Add(a[c], LookUp<kDim>(last[c / 2], edge));
            }
#endif
        } else {
            KeyDots<kDim, K::kValue>(p, k, a);
            if constexpr (K::kGradient)
                gradient = Derivative<K>(a, wx, sx, row, [](int, int) HWY_ATTR { return hn::Zero(F()); });
        }
        return Interpolate<kDim>(a, w);
    }
};

// Loads the last few points of a row without reading past them.
HWY_INLINE VF LoadRest(const float* from, std::size_t count) {
    HWY_ALIGN float rest[kLanes] = {};
    std::copy_n(from, count, rest);
    return hn::Load(F(), rest);
}
HWY_INLINE void StoreRest(VF v, float* to, std::size_t count) {
    HWY_ALIGN float rest[kLanes];
    hn::Store(v, F(), rest);
    std::copy_n(rest, count, to);
}

// Rows of one octave, either the only one or a term of a sum. kOnly tells the compiler that it is the only one.
template <class K, class From, bool kOnly>
HWY_NOINLINE void Rows(const Plane& plane, std::uint32_t octave, std::size_t begin, std::size_t end,
                       const Sides& sides) {
    constexpr int kDim = K::kDim;
    const F f;
    const std::size_t lanes = Lanes();
    const Plan& plan = plane.noise.plan;
    const bool only = kOnly || (K::kGradient && is_plain(plane.noise));
    const Fractal fractal = plane.noise.fractal;
    const VF scale = Number(ScaleOf(plan, K::kValue)), bias = Number(plan.bias);
    const VF amplitude = Number(plan.octaves[octave].amplitude);
    const VF steepness = Number(plan.octaves[octave].slope);
    const float* HWY_RESTRICT weights = plane.x[octave].w;
    const float* HWY_RESTRICT slopes = plane.x[octave].s;
    const std::size_t whole = plane.columns / lanes * lanes;
    const std::size_t rest = plane.columns - whole;
    const From from(plane, octave, begin, sides);
    Across<K> row{};
    const auto set = [&](int axis, const Row& at, std::size_t i) HWY_ATTR {
        row.w[axis] = Number(at.w[i]);
        if constexpr (K::kGradient) row.s[axis] = Number(at.s[i]);
    };
    if constexpr (kDim > 2) set(2, plane.z[octave], 0);
    if constexpr (kDim > 3) set(3, plane.w[octave], 0);
    for (std::size_t j = begin; j < end; ++j) {
        if constexpr (kDim > 1) {
            const Row& y = plane.y[octave];
            row.fy = Number(y.f[j]);
            row.gy = Number(y.f[j] - 1.0f);
            set(1, y, j);
            if constexpr (K::kGradient && !K::kValue) OuterWeights<kDim>(row.w, row.outer);
        }
        const auto start = [&](const Plane::Output& output) {
            return output.to + static_cast<std::ptrdiff_t>(j) * output.stride;
        };
        float* const value = start(plane.value);
        float* gradient[kDim];
        for (int axis = 0; axis < kDim && K::kGradient; ++axis)
            gradient[axis] = start(plane.gradient[axis]);
        const auto points = [&](std::size_t i, auto get, auto put) HWY_ATTR {
            Vector<kDim> g;
            const VF wx = hn::Load(f, weights + i), sx = K::kGradient ? hn::Load(f, slopes + i) : wx;
            const VF n = Snap(hn::Mul(from.At(i, wx, sx, row, g), scale));
            if (only) {
                put(n, value + i);
            } else {
                const VF term = hn::Mul(amplitude, Shaped(n, fractal));
                put(hn::Add(octave == 0 ? bias : get(value + i), term), value + i);
            }
            if constexpr (K::kGradient) {
                const VF factor = hn::Mul(steepness, ShapeSlope(n, fractal));
                HWY_UNROLL(16)
                for (int axis = 0; axis < kDim; ++axis) {
                    VF slope = Snap(hn::Mul(g.v[axis], scale));
                    float* to = gradient[axis] + i;
                    if (only) {
                        slope = FinishSlope(plan, slope);
                    } else {
                        slope = hn::Mul(factor, slope);
                        if (octave != 0) slope = hn::Add(get(to), slope);
                    }
                    put(slope, to);
                }
            }
        };
        for (std::size_t i = 0; i < whole; i += lanes) {
            points(
                i, [&](const float* at) HWY_ATTR { return hn::LoadU(f, at); },
                [&](VF v, float* to) HWY_ATTR { hn::StoreU(v, f, to); });
        }
        if (rest > 0) {
            points(
                whole, [&](const float* at) HWY_ATTR { return LoadRest(at, rest); },
                [&](VF v, float* to) HWY_ATTR { StoreRest(v, to, rest); });
        }
    }
}

// Finishes a sum of octaves.
template <class Function> HWY_INLINE void Finish(const Plane& plane, const Plane::Output& output, Function function) {
    const F f;
    const std::size_t lanes = Lanes();
    for (std::size_t j = 0; j < plane.rows; ++j) {
        float* to = output.to + static_cast<std::ptrdiff_t>(j) * output.stride;
        std::size_t i = 0;
        for (; i + lanes <= plane.columns; i += lanes)
            hn::StoreU(function(hn::LoadU(f, to + i)), f, to + i);
        const std::size_t rest = plane.columns - i;
        if (rest > 0) StoreRest(function(LoadRest(to + i, rest)), to + i, rest);
    }
}
void FinishAll(const Plane& plane) {
    const Plan& plan = plane.noise.plan;
    Finish(plane, plane.value, [&](VF sum) HWY_ATTR {
        const VF n = Snap(sum);
        return plan.unit != 0u ? hn::Mul(hn::Add(n, Number(1.0f)), Number(0.5f)) : n;
    });
    for (const Plane::Output& output : plane.gradient) {
        if (output.to != nullptr) Finish(plane, output, [&](VF sum) HWY_ATTR { return FinishSlope(plan, sum); });
    }
}

template <class K, class From>
void SomeRows(const Plane& plane, std::uint32_t octave, std::size_t begin, std::size_t end, const Sides& sides) {
    if (is_plain(plane.noise) && !K::kGradient) return Rows<K, From, !K::kGradient>(plane, octave, begin, end, sides);
    Rows<K, From, false>(plane, octave, begin, end, sides);
}
template <class K> void OneOctave(const Plane& plane, std::uint32_t octave) {
    Sides sides = {plane.block, plane.block + block_size(K::kDim, K::kGradient) / 2};
    bool known = false;  // sides.high holds the corners with key `last` along y
    std::uint32_t last = 0u;
    for (std::size_t begin = 0, end; begin < plane.rows; begin = end) {
        end = begin + 1;
        if constexpr (K::kDim == 1) {
            Expand<K, false>(plane, octave, begin, sides.low);
        } else {
            const Row& y = plane.y[octave];
            while (end < plane.rows && y.low[end] == y.low[begin] && y.high[end] == y.high[begin])
                ++end;
            known = known && last == y.low[begin];
            if (end == begin + 1 && !known) {
                SomeRows<K, FromKeys<K>>(plane, octave, begin, end, sides);
                continue;
            }
            if (known) {
                std::swap(sides.low, sides.high);
            } else {
                Expand<K, false>(plane, octave, begin, sides.low);
            }
            Expand<K, true>(plane, octave, begin, sides.high);
            known = true;
            last = y.high[begin];
        }
        SomeRows<K, FromBlock<K>>(plane, octave, begin, end, sides);
    }
}
template <class K> void Octaves(const Plane& plane) {
    const Plan& plan = plane.noise.plan;
    const bool only = is_plain(plane.noise);
    if (plan.count == 0u) {  // all octaves filtered away
        const auto fill = [&](const Plane::Output& output, float x) {
            for (std::size_t j = 0; j < plane.rows; ++j)
                std::fill_n(output.to + static_cast<std::ptrdiff_t>(j) * output.stride, plane.columns, x);
        };
        fill(plane.value, plan.bias);
        for (int axis = 0; axis < K::kDim && K::kGradient; ++axis)
            fill(plane.gradient[axis], 0.0f);
    }
    for (std::uint32_t octave = 0; octave < plan.count; ++octave)
        OneOctave<K>(plane, octave);
    if (!only) FinishAll(plane);
}

template <int kDim, bool kValue> void Gradients(const Plane& plane) {
    if (plane.gradient[0].to != nullptr) return Octaves<Variant<kDim, kValue, true>>(plane);
    Octaves<Variant<kDim, kValue, false>>(plane);
}
template <int kDim> void Algorithms(const Plane& plane) {
    if (plane.noise.algorithm == Algorithm::value) return Gradients<kDim, true>(plane);
    Gradients<kDim, false>(plane);
}

#endif

void FillPlane([[maybe_unused]] const Plane& plane) {
#if ISONOISE_VECTORS
    switch (plane.noise.dim) {
    case 1: return Algorithms<1>(plane);
    case 2: return Algorithms<2>(plane);
    case 3: return Algorithms<3>(plane);
    default: return Algorithms<4>(plane);
    }
#endif
}

bool HasKernels() { return ISONOISE_VECTORS; }
const char* Instructions() { return hwy::TargetName(HWY_TARGET); }

}  // namespace isonoise::batch::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace isonoise::batch {
HWY_EXPORT(MakeRows);
HWY_EXPORT(FillPlane);
HWY_EXPORT(HasKernels);
HWY_EXPORT(Instructions);
void make_rows(const AxisRows& axis) { HWY_DYNAMIC_DISPATCH(MakeRows)(axis); }
void fill_plane(const Plane& plane) { HWY_DYNAMIC_DISPATCH(FillPlane)(plane); }
bool has_kernels() { return HWY_DYNAMIC_DISPATCH(HasKernels)(); }
const char* instructions() { return HWY_DYNAMIC_DISPATCH(Instructions)(); }
}  // namespace isonoise::batch
#endif
