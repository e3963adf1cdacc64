// Arbitrary points on SIMD: noise.cpp's Evaluation of `perlin` and `value`, one vector of points at a time. Read them
// side by side.
#include "isonoise/batch_kernels.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "isonoise/batch_points.cpp"
#include <hwy/foreach_target.h>

#include "isonoise/batch-inl.hpp"

// gcc keeps the source's instruction order until registers are allocated, when few can still move. Scheduling earlier
// is up to a tenth faster with the 32 registers of AVX-512 and slower with 16.
#undef ISONOISE_SCHEDULED
#if ISONOISE_AVX512 && defined(__GNUC__) && !defined(__clang__)
#define ISONOISE_SCHEDULED __attribute__((optimize("schedule-insns", "sched-pressure", "fp-contract=off")))
#else
#define ISONOISE_SCHEDULED
#endif

HWY_BEFORE_NAMESPACE();
namespace isonoise::batch::HWY_NAMESPACE {

template <int kDim> HWY_INLINE Vector<kDim> Nothing() {
    Vector<kDim> zero;
    HWY_UNROLL(16)
    for (int c = 0; c < kDim; ++c)
        zero.v[c] = hn::Zero(F());
    return zero;
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
    HWY_ALIGN std::uint32_t low[kDim][kRun];  // keys of the cells' ends
    HWY_ALIGN std::uint32_t high[kDim][kRun];
    bool far = false;  // some windows may be nonzero
    double reach = 0;  // largest distance of a cell from 0
};

template <int kDim, bool kValue> class Evaluation {
    static constexpr int kCorners = 1 << kDim;
    static constexpr bool kTurns = kDim == 2 && !kValue;  // flow

  public:
    explicit Evaluation(const Noise& noise)
        : settings_(noise.settings()), plan_(noise.plan()),
          whole_(is_whole(settings_.lacunarity)),
          periodic_(is_periodic(settings_)), fade_(used_fade(settings_)),
          scale_(ScaleOf<kValue>(plan_)), least_(Least(scale_)) {}

    // Turns a coordinate along axis c into a fraction and a wrapped cell.
    HWY_INLINE void Split(int c, VF& at, VU& cell) const {
        if (plan_.frequency != 1.0f) at = hn::Mul(at, Number(plan_.frequency));
        cell = Wrapped(CellOf(at), plan_.octaves[0].period[c]);
    }

    // The first octave, axis by axis: each loop needs few constants, so they stay in registers.
    template <class Weigh> HWY_INLINE void First(const Run& run, Weigh weigh, Rows<kDim>& rows) const {
        const Plan::Octave& octave = plan_.octaves[0];
        const bool once = plan_.count == 1u && settings_.warp == 0.0f;
        HWY_UNROLL(16)
        for (int c = 0; c < kDim; ++c) {
            const float* coordinates = run.at[c];
            if (run.cells[0] == nullptr && !periodic_) {
                // For magnitudes in [2^-40, 2^24) bits 29 and 30 are 0 here; everything that the guard rejects sets one
                // of them.
                VU outside = hn::Zero(U());
                const auto usual = [&](auto scaled) HWY_ATTR {
                    for (std::size_t i = 0; i < run.count; i += Lanes()) {
                        VF at = scaled(hn::LoadU(F(), coordinates + i));
                        outside = hn::Or(outside, hn::Sub(Words(at), Word(0x2B800000u)));
                        const VU cell = Unsigned(CellOf<false>(at));
                        if (!once) hn::Store(cell, U(), rows.cell[c] + i);
                        hn::Store(at, F(), rows.f[c] + i);
                        Store(Keys(cell, cell, 0u, 1u, c, octave.seed), weigh(at), c, i, rows);
                    }
                };
                const VF frequency = Number(plan_.frequency);
                if (plan_.frequency == 1.0f) {
                    usual([](VF x) HWY_ATTR { return x; });
                } else {
                    usual([=](VF x) HWY_ATTR { return hn::Mul(x, frequency); });
                }
                if (HWY_LIKELY(NoneOf(outside, 0x60000000u))) continue;
            }
            for (std::size_t i = 0; i < run.count; i += Lanes()) {
                VF at = hn::LoadU(F(), coordinates + i);
                VU cell;
                if (run.cells[0] != nullptr) {
                    cell = hn::LoadU(U(), run.cells[c] + i);
                } else {
                    Split(c, at, cell);
                }
                hn::Store(cell, U(), rows.cell[c] + i);
                hn::Store(at, F(), rows.f[c] + i);
                Store(Keys(cell, cell, octave.period[c], 1u, c, octave.seed), weigh(at), c, i, rows);
            }
        }
    }
    // Steps from one octave to the next.
    template <class Weigh>
    HWY_INLINE void Later(std::uint32_t octave, std::size_t count, Weigh weigh, Rows<kDim>& rows) const {
        const Plan::Octave& now = plan_.octaves[octave];
        if (octave == 1u) rows.reach = Reach(count, rows);
        rows.reach = (rows.reach + 1) * plan_.lacunarity;
        if (!rows.far && (!whole_ || periodic_ || rows.reach >= 0x1p31)) {
            rows.far = true;
            for (int c = 0; c < kDim; ++c)
                std::fill_n(rows.window[c], kRun, 0u);
        }
        HWY_UNROLL(16)
        for (int c = 0; c < kDim; ++c) {
            for (std::size_t i = 0; i < count && rows.far; i += Lanes()) {
                VU cell = hn::Load(U(), rows.cell[c] + i), window = hn::Load(U(), rows.window[c] + i);
                VF at = hn::Load(F(), rows.f[c] + i);
                Next(c, octave - 1u, cell, window, at);
                hn::Store(cell, U(), rows.cell[c] + i);
                hn::Store(window, U(), rows.window[c] + i);
                hn::Store(at, F(), rows.f[c] + i);
                Store(Keys(cell, window, now.period[c], now.windows, c, now.seed), weigh(at), c, i, rows);
            }
            const VU factor = Word(static_cast<std::uint32_t>(plan_.lacunarity));
            for (std::size_t i = 0; i < count && !rows.far; i += Lanes()) {
                VF at = hn::Mul(hn::Load(F(), rows.f[c] + i), Number(plan_.lacunarity));
                const VU whole = Unsigned(CellOf<false>(at));
                const VU cell = hn::Add(hn::Mul(hn::Load(U(), rows.cell[c] + i), factor), whole);
                hn::Store(cell, U(), rows.cell[c] + i);
                hn::Store(at, F(), rows.f[c] + i);
                Store(Keys(cell, cell, 0u, 1u, c, now.seed), weigh(at), c, i, rows);
            }
        }
    }
    // Displaces the points by noises of the first octave, then evaluates that octave's tables at the new places.
    HWY_INLINE void Warp(std::size_t count, Rows<kDim>& rows) const {
        const Plan::Octave& octave = plan_.octaves[0];
        HWY_ALIGN float offset[kDim][kRun];
        for (int axis = 0; axis < kDim; ++axis) {
            for (std::size_t i = 0; i < count; i += Lanes()) {  // a seed only changes the keys along x
                const VU cell = hn::Load(U(), rows.cell[0] + i);
                const Ends e = Keys(cell, hn::Zero(U()), octave.period[0], 1u, 0, plan_.warp_seeds[axis]);
                hn::Store(e.x, U(), rows.low[0] + i);
                hn::Store(e.y, U(), rows.high[0] + i);
            }
            for (std::size_t i = 0; i < count; i += Lanes())
                hn::Store(hn::Mul(Number(plan_.warp), Octave(rows, i)), F(), offset[axis] + i);
        }
        for (int c = 0; c < kDim; ++c) {
            for (std::size_t i = 0; i < count; i += Lanes()) {
                VU cell = hn::Load(U(), rows.cell[c] + i);
                VF at = hn::Load(F(), rows.f[c] + i);
                Displace(c, hn::Load(F(), offset[c] + i), cell, at);
                hn::Store(cell, U(), rows.cell[c] + i);
                hn::Store(at, F(), rows.f[c] + i);
                Store(Keys(cell, cell, octave.period[c], 1u, c, octave.seed), Weight(at, fade_), c, i, rows);
            }
        }
    }

    // One octave, scaled, at the points starting at i.
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
        VU key[kCorners];
        CornerKeys(low, high, key);
        VF a[kCorners];
        if (kTurns && settings_.flow != 0.0f) {
            TurnedDots(f, key, a);
        } else {
            KeyDots<kDim, kValue>(f, key, a);
        }
        return Scaled(Interpolate<kDim>(a, w));
    }

    HWY_INLINE VF Output(VF n) const { return plan_.unit != 0u ? hn::Mul(hn::Add(n, Number(1.0f)), Number(0.5f)) : n; }

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
        for (int c = 0; c < kDim; ++c)
            gradient.v[c] = FinishSlope(plan_, gradient.v[c]);
        return Output(n);
    }

  private:
    // The smallest number whose product with the scale reaches 2^-64. The quotient is rounded, so search from there.
    static float Least(float scale) {
        float least = 0x1p-64f / scale;
        while (least * scale >= 0x1p-64f)
            least = std::nextafter(least, 0.0f);
        while (least * scale < 0x1p-64f)
            least = std::nextafter(least, 1.0f);
        return least;
    }
    // Scales and snaps. Values to snap are found before the product, so AVX-512 multiplies under a mask.
    HWY_INLINE VF Scaled(VF n) const {
        const auto stays = hn::Ge(hn::Abs(n), Number(least_));
        return hn::IfThenElseZero(stays, hn::Mul(n, Number(scale_)));
    }
    // The largest distance of a cell from 0.
    HWY_INLINE static double Reach(std::size_t count, const Rows<kDim>& rows) {
        VU most = hn::Zero(U());
        for (int c = 0; c < kDim; ++c) {
            for (std::size_t i = 0; i < count; i += Lanes()) {
                const VI cell = Signed(hn::Load(U(), rows.cell[c] + i));
                most = hn::Or(most, Unsigned(hn::Xor(cell, hn::ShiftRight<31>(cell))));
            }
        }
        return static_cast<double>(hn::GetLane(hn::MaxOfLanes(U(), most)));
    }
    HWY_INLINE static void Store(Ends e, VF weight, int c, std::size_t i, Rows<kDim>& rows) {
        hn::Store(weight, F(), rows.w[c] + i);
        hn::Store(e.x, U(), rows.low[c] + i);
        hn::Store(e.y, U(), rows.high[c] + i);
    }
    // The xored keys of all corners, from the keys of the ends along each axis.
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
            for (int i = 0; i < 1 << kDim; i += 4) {  // x and y in one instruction, if the CPU has it
                const VU rest = key[i];
                HWY_UNROLL(16)
                for (int k = 0; k < 4; ++k)
                    key[i + k] = hn::Xor3(k & 1 ? high[0] : low[0], k & 2 ? high[1] : low[1], rest);
            }
        }
    }
    // Doubles the number of keys.
    HWY_INLINE static void EachEnd(int c, const VU* low, const VU* high, VU* key) {
        HWY_UNROLL(16)
        for (int i = 0; i < 1 << kDim; i += 2 << c) {
            key[i + (1 << c)] = hn::Xor(key[i], high[c]);
            key[i] = hn::Xor(key[i], low[c]);
        }
    }
    // gradient . offset of all corners, for rotated gradients.
    HWY_INLINE void TurnedDots(const VF* f, const VU* key, VF* a) const {
        if constexpr (kTurns) {
            EachCorner<2>(f, [&](int i, const VF* p) HWY_ATTR {
                const VF x = Number(plan_.flow.x), y = Number(plan_.flow.y);
                const VF back[] = {hn::Add(hn::Mul(x, p[0]), hn::Mul(y, p[1])),
                                   hn::Sub(hn::Mul(x, p[1]), hn::Mul(y, p[0]))};
                a[i] = Gradient<2>(Hash(key[i]), back);
            });
        }
    }
    HWY_NOINLINE VF BaseGradient(const Place<kDim>& at, const Plan::Octave& octave, std::uint32_t seed,
                                 Vector<kDim>& gradient) const {
        VU low[kDim], high[kDim], key[kCorners];
        VF w[kDim], a[kCorners];
        HWY_UNROLL(16)
        for (int c = 0; c < kDim; ++c) {
            const Ends e = Keys(at.cell[c], at.high[c], octave.period[c], octave.windows, c, seed);
            low[c] = e.x;
            high[c] = e.y;
            w[c] = Weight(at.f[c], fade_);
        }
        CornerKeys(low, high, key);
        [[maybe_unused]] Vector<kDim> g[kCorners];
        if constexpr (kValue) {
            KeyDots<kDim, true>(at.f, key, a);
        } else {
            HWY_UNROLL(16)
            for (int i = 0; i < kCorners; ++i)
                g[i] = Components<kDim>(Hash(key[i]));
            if (kTurns && settings_.flow != 0.0f) {
                TurnedDots(at.f, key, a);
            } else {
                ComponentDots<kDim>(at.f, g, a);
            }
        }
        gradient = Slope<kDim>(a, w);
        HWY_UNROLL(16)
        for (int c = 0; c < kDim; ++c)
            gradient.v[c] = hn::Mul(WeightSlope(at.f[c], fade_), gradient.v[c]);
        if constexpr (!kValue) {
            const Vector<kDim> inner = Inner(g, w);
            HWY_UNROLL(16)
            for (int c = 0; c < kDim; ++c)
                gradient.v[c] = hn::Add(inner.v[c], gradient.v[c]);
        }
        HWY_UNROLL(16)
        for (int c = 0; c < kDim; ++c)
            gradient.v[c] = Scaled(gradient.v[c]);
        return Scaled(Interpolate<kDim>(a, w));
    }
    // The corners' gradients, interpolated.
    HWY_INLINE Vector<kDim> Inner(const Vector<kDim>* g, const VF* w) const {
        if constexpr (kDim == 1) {
            return {{Lerp(g[0].v[0], g[1].v[0], w[0])}};
        } else {
            VF rest[1 << (kDim - 1)], weights[1 << kDim];
            OuterWeights<kDim>(w, rest);
            CornerWeights<kDim>(w[0], rest, weights);
            Vector<kDim> inner;
            HWY_UNROLL(16)
            for (int c = 0; c < kDim; ++c)
                inner.v[c] = Weighed<kDim>(weights, [&](int i) HWY_ATTR { return g[i].v[c]; });
            if constexpr (kDim == 2) {
                if (settings_.flow != 0.0f) {
                    const VF x = Number(plan_.flow.x), y = Number(plan_.flow.y), ix = inner.v[0], iy = inner.v[1];
                    inner.v[0] = hn::Sub(hn::Mul(x, ix), hn::Mul(y, iy));
                    inner.v[1] = hn::Add(hn::Mul(y, ix), hn::Mul(x, iy));
                }
            }
            return inner;
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
            const VF factor = hn::Mul(Number(octave.slope), ShapeSlope(n, settings_.fractal));
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
        Place<kDim> displaced = at;
        HWY_UNROLL(16)
        for (int c = 0; c < kDim; ++c)
            Displace(c, offset[c], displaced.cell[c], displaced.f[c]);
        return displaced;
    }
    HWY_INLINE void Displace(int c, VF offset, VU& cell, VF& f) const {
        f = hn::Add(f, offset);
        const VI by = CellOf(f);
        const std::uint32_t period = plan_.octaves[0].period[c];
        if (period == 0u) {
            cell = hn::Add(cell, Unsigned(by));
        } else {  // both below 2^31
            const VU sum = hn::Add(cell, Wrapped(by, period)), turn = Word(period);
            cell = hn::IfThenElse(hn::Lt(sum, turn), sum, hn::Sub(sum, turn));
        }
    }

    // No SIMD instruction divides integers.
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
    bool periodic_;
    Fade fade_;
    float scale_, least_;
};

// Values only, if no point depends on another value: two passes per octave, first along the axes, then over the
// corners. Neither has long dependency chains, so the CPU stays busy.
template <int kDim, bool kValue, class Weigh>
ISONOISE_SCHEDULED HWY_NOINLINE void FillValues(const Run& run, const Evaluation<kDim, kValue>& evaluation, Weigh weigh) {
    const F f;
    const Plan& plan = run.noise->plan();
    const Fractal fractal = run.noise->settings().fractal;
    const bool plain = is_plain(*run.noise);
    Rows<kDim> rows;
    evaluation.First(run, weigh, rows);
    if (run.noise->settings().warp != 0.0f) evaluation.Warp(run.count, rows);
    if (plan.count == 0u) std::fill_n(run.values, run.count, plan.bias);
    for (std::uint32_t octave = 0; octave < plan.count; ++octave) {
        if (octave > 0u) evaluation.Later(octave, run.count, weigh, rows);
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
    if (!gradient && settings.fractal != Fractal::eroded) {
        const Fade kind = used_fade(settings);
        Run part = run;
        for (std::size_t first = 0; first < run.count; first += kRun) {
            part.count = std::min(kRun, run.count - first);
            if (kind == Fade::quintic) {  // the usual fade, without branches
                FillValues(part, evaluation, [](VF t) HWY_ATTR { return Quintic(t); });
            } else {
                FillValues(part, evaluation, [=](VF t) HWY_ATTR { return Weight(t, kind); });
            }
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
        Vector<kDim> slopes;
        hn::StoreU(evaluation.ValueGradient(at, slopes), f, run.values + i);
        HWY_UNROLL(16)
        for (int c = 0; c < kDim && gradient; ++c)
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
