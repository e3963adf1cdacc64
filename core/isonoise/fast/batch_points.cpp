// Arbitrary points on SIMD: evaluation.cpp's Evaluation of `perlin` and `value`, one vector of points at a time. Read
// them side by side.
#include "isonoise/fast/batch_kernels.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "isonoise/fast/batch_points.cpp"
#include <hwy/foreach_target.h>

#include "isonoise/fast/batch-inl.hpp"

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

#if ISONOISE_VECTORS

// The points of a run in one octave, along one axis.
struct Line {
    HWY_ALIGN std::uint32_t cell[kRun];
    HWY_ALIGN std::uint32_t window[kRun];
    HWY_ALIGN float f[kRun];
    HWY_ALIGN float w[kRun];
    HWY_ALIGN std::uint32_t low[kRun];  // keys of the cell's ends
    HWY_ALIGN std::uint32_t high[kRun];
};

// An octave, or a sum of octaves, at the points of a run.
using Floats = float[kRun];

// ---- evaluation.cpp

// Evaluates up to kRun points in passes over all of them: along the axes, over the corners of their cells, over the
// results. None has long dependency chains, so the CPU stays busy, and only the corners' pass depends on the dimension
// and the algorithm. The passes along an axis need few constants, so they stay in registers.
class LaneEvaluation {
  public:
    explicit LaneEvaluation(const Form& noise)
        : noise_(noise), plan_(noise.plan), fade_(noise.fade), dim_(noise.dim), plain_(is_plain(noise)),
          whole_(is_whole(plan_.lacunarity)), periodic_(plan_.octaves[0].period != std::array<std::uint32_t, 4>{}),
          scale_(ScaleOf(plan_, noise.algorithm == Algorithm::value)), least_(Least(scale_)) {}

    void Fill(Run run) {
        for (std::size_t rest = run.count; rest > 0; rest -= run.count) {
            run.count = std::min(kRun, rest);
            FillPart(run);
            run.values += run.count;
            for (int c = 0; c < dim_; ++c)
                run.at[c] += run.count;
        }
    }

  protected:
    // One octave, scaled, at `count` points, a multiple of Lanes().
    virtual void Base(std::size_t count, float* n) const = 0;
    // Like Base(), also returns the derivatives by the coordinates in cells.
    virtual void BaseGradient(std::size_t count, float* n, Floats* gradient) const = 0;

    // Scales and snaps. Values to snap are found before the product, so AVX-512 multiplies under a mask.
    HWY_INLINE VF Scaled(VF n) const {
        const auto stays = hn::Ge(hn::Abs(n), Number(least_));
        return hn::IfThenElseZero(stays, hn::Mul(n, Number(scale_)));
    }

    const Form noise_;
    const Plan& plan_;
    const Fade fade_;
    Line lines_[4];

  private:
    // The smallest number whose product with the scale reaches 2^-64. The quotient is rounded, so search around it.
    static float Least(float scale) {
        auto least = std::bit_cast<std::uint32_t>(0x1p-64f / scale) - 2u;
        while (std::bit_cast<float>(least) * scale < 0x1p-64f)
            ++least;
        return std::bit_cast<float>(least);
    }

    HWY_NOINLINE void FillPart(const Run& run) {
        const bool eroded = noise_.fractal == Fractal::eroded, slopes = eroded || run.gradient[0] != nullptr;
        const bool warp = plan_.warp != 0.0f;
        const std::size_t count = (run.count + Lanes() - 1) / Lanes() * Lanes();
        HWY_ALIGN Floats n, g[4], slope[4], jacobian[4][4];
        far_ = false;
        WithFade([&](auto weigh) HWY_ATTR { First(run, weigh); });
        if (warp) Warp(count, slopes ? jacobian : nullptr);
        if (plain_ && !slopes) return Base(count, run.values);
        std::fill_n(run.values, count, plan_.bias);
        for (int c = 0; c < 4 && slopes; ++c)
            std::fill_n(slope[c], count, 0.0f);
        for (std::uint32_t octave = 0; octave < plan_.count; ++octave) {
            if (octave > 0u) Later(octave, count);
            if (slopes) {
                BaseGradient(count, n, g);
                const auto add = eroded ? &LaneEvaluation::AddEroded : &LaneEvaluation::AddGradient;
                (this->*add)(octave, count, n, g, run.values, slope);
            } else {
                Base(count, n);
                Add(octave, count, n, run.values);
            }
        }
        for (std::size_t i = 0; i < count; i += Lanes())
            hn::StoreU(Output(Snap(hn::LoadU(F(), run.values + i))), F(), run.values + i);
        for (int k = 0; k < dim_ && run.gradient[0] != nullptr; ++k) {
            for (std::size_t i = 0; i < count; i += Lanes()) {
                VF sum = hn::Load(F(), slope[k] + i);
                for (int c = 0; c < dim_ && warp; ++c)  // the chain rule
                    sum = hn::Add(sum, hn::Mul(hn::Load(F(), slope[c] + i), hn::Load(F(), jacobian[c][k] + i)));
                hn::StoreU(FinishSlope(plan_, sum), F(), run.gradient[k] + i);
            }
        }
    }

    // Calls function(weigh), where weigh(t) is the fade; the usual one has no branches.
    template <class Function> HWY_INLINE void WithFade(Function function) const {
        if (fade_ == Fade::quintic) return function([](VF t) HWY_ATTR { return Quintic(t); });
        function([fade = fade_](VF t) HWY_ATTR { return Weight(t, fade); });
    }
    HWY_INLINE static void Store(Ends e, VF f, VF weight, std::size_t i, Line& line) {
        hn::Store(f, F(), line.f + i);
        hn::Store(weight, F(), line.w + i);
        hn::Store(e.x, U(), line.low + i);
        hn::Store(e.y, U(), line.high + i);
    }

    // The first octave.
    template <class Weigh> ISONOISE_SCHEDULED HWY_NOINLINE void First(const Run& run, Weigh weigh) {
        for (int c = 0; c < dim_; ++c) {
            if (run.cells[0] != nullptr || periodic_ || !FirstUsual(run, c, weigh)) FirstAny(run, c, weigh);
        }
    }
    // Returns false if some coordinates need the guard.
    template <class Weigh> HWY_INLINE bool FirstUsual(const Run& run, int c, Weigh weigh) {
        const bool once = plan_.count == 1u && plan_.warp == 0.0f;
        const float* coordinates = run.at[c];
        Line& line = lines_[c];
        // Bits 29 and 30 are 0 here for magnitudes in [2^-40, 2^24); any coordinate that the guard rejects sets one of
        // them.
        VU outside = hn::Zero(U());
        const AxisKeys keys(c, plan_.octaves[0].seed);
        const auto usual = [&](auto scaled) HWY_ATTR {
            for (std::size_t i = 0; i < run.count; i += Lanes()) {
                VF at = scaled(hn::LoadU(F(), coordinates + i));
                outside = hn::Or(outside, hn::Sub(Words(at), Word(kTiny)));
                const VU cell = Unsigned(CellOf<false>(at));
                if (!once) hn::Store(cell, U(), line.cell + i);
                Store(keys.Of(cell), at, weigh(at), i, line);
            }
        };
        const VF frequency = Number(plan_.frequency);
        if (plan_.frequency == 1.0f) {
            usual([](VF x) HWY_ATTR { return x; });
        } else {
            usual([=](VF x) HWY_ATTR { return hn::Mul(x, frequency); });
        }
        return NoneOf(outside, 0x60000000u);
    }
    template <class Weigh> HWY_INLINE void FirstAny(const Run& run, int c, Weigh weigh) {
        const Plan::Octave& octave = plan_.octaves[0];
        Line& line = lines_[c];
        for (std::size_t i = 0; i < run.count; i += Lanes()) {
            VF at = hn::LoadU(F(), run.at[c] + i);
            VU cell;
            if (run.cells[0] != nullptr) {
                cell = hn::LoadU(U(), run.cells[c] + i);
            } else {
                if (plan_.frequency != 1.0f) at = hn::Mul(at, Number(plan_.frequency));
                cell = Wrapped(CellOf(at), octave.period[std::size_t(c)]);
            }
            hn::Store(cell, U(), line.cell + i);
            Store(Keys(cell, cell, octave.period[std::size_t(c)], 1u, c, octave.seed), at, weigh(at), i, line);
        }
    }

    // Steps from one octave to the next.
    HWY_NOINLINE void Later(std::uint32_t octave, std::size_t count) {
        if (octave == 1u) reach_ = Reach(count);
        reach_ = (reach_ + 1) * plan_.lacunarity;
        if (!far_ && (!whole_ || periodic_ || reach_ >= 0x1p31)) {
            far_ = true;
            for (int c = 0; c < dim_; ++c)
                std::fill_n(lines_[c].window, kRun, 0u);
        }
        WithFade([&](auto weigh) HWY_ATTR { far_ ? LaterFar(octave, count, weigh) : LaterNear(octave, count, weigh); });
    }
    template <class Weigh>
    ISONOISE_SCHEDULED HWY_NOINLINE void LaterNear(std::uint32_t octave, std::size_t count, Weigh weigh) {
        const VU factor = Word(static_cast<std::uint32_t>(plan_.lacunarity));
        const VF lacunarity = Number(plan_.lacunarity);
        for (int c = 0; c < dim_; ++c) {
            Line& line = lines_[c];
            const AxisKeys keys(c, plan_.octaves[octave].seed);
            for (std::size_t i = 0; i < count; i += Lanes()) {
                VF at = hn::Mul(hn::Load(F(), line.f + i), lacunarity);
                const VU whole = Unsigned(CellOf<false>(at));
                const VU cell = hn::Add(hn::Mul(hn::Load(U(), line.cell + i), factor), whole);
                hn::Store(cell, U(), line.cell + i);
                Store(keys.Of(cell), at, weigh(at), i, line);
            }
        }
    }
    template <class Weigh>
    ISONOISE_SCHEDULED HWY_NOINLINE void LaterFar(std::uint32_t octave, std::size_t count, Weigh weigh) {
        const Plan::Octave& now = plan_.octaves[octave];
        for (int c = 0; c < dim_; ++c) {
            Line& line = lines_[c];
            for (std::size_t i = 0; i < count; i += Lanes()) {
                VU cell = hn::Load(U(), line.cell + i), window = hn::Load(U(), line.window + i);
                VF at = hn::Load(F(), line.f + i);
                if (whole_ && now.period[std::size_t(c)] == 0u) {
                    FinerFar(cell, window, at, plan_.lacunarity, now.windows);
                } else {
                    Finer(cell, at, plan_.lacunarity, now.period[std::size_t(c)]);
                }
                hn::Store(cell, U(), line.cell + i);
                hn::Store(window, U(), line.window + i);
                Store(Keys(cell, window, now.period[std::size_t(c)], now.windows, c, now.seed), at, weigh(at), i, line);
            }
        }
    }
    // The largest distance of a cell from 0.
    double Reach(std::size_t count) const {
        VU most = hn::Zero(U());
        for (int c = 0; c < dim_; ++c) {
            for (std::size_t i = 0; i < count; i += Lanes()) {
                const VI cell = Signed(hn::Load(U(), lines_[c].cell + i));
                most = hn::Or(most, Unsigned(hn::Xor(cell, hn::ShiftRight<31>(cell))));
            }
        }
        return static_cast<double>(hn::GetLane(hn::MaxOfLanes(U(), most)));
    }

    // Displaces the points by noises of the first octave, then recomputes that octave's tables at the new places. Row c
    // of `jacobian` (null: not wanted) has the derivatives of the displacement along axis c.
    HWY_NOINLINE void Warp(std::size_t count, Floats (*jacobian)[4]) {
        const Plan::Octave& octave = plan_.octaves[0];
        const VF warp = Number(plan_.warp);
        HWY_ALIGN Floats offset[4];
        for (int axis = 0; axis < dim_; ++axis) {
            for (std::size_t i = 0; i < count; i += Lanes()) {  // a seed only changes the keys along x
                const VU cell = hn::Load(U(), lines_[0].cell + i);
                const Ends e = Keys(cell, cell, octave.period[0], 1u, 0, plan_.warp_seeds[std::size_t(axis)]);
                hn::Store(e.x, U(), lines_[0].low + i);
                hn::Store(e.y, U(), lines_[0].high + i);
            }
            if (jacobian == nullptr) {
                Base(count, offset[axis]);
                continue;
            }
            BaseGradient(count, offset[axis], jacobian[axis]);
            for (int k = 0; k < dim_; ++k) {
                float* row = jacobian[axis][k];
                for (std::size_t i = 0; i < count; i += Lanes())
                    hn::Store(hn::Mul(warp, hn::Load(F(), row + i)), F(), row + i);
            }
        }
        for (int c = 0; c < dim_; ++c) {
            Line& line = lines_[c];
            for (std::size_t i = 0; i < count; i += Lanes()) {
                VU cell = hn::Load(U(), line.cell + i);
                VF at = hn::Add(hn::Load(F(), line.f + i), hn::Mul(warp, hn::Load(F(), offset[c] + i)));
                cell = Moved(cell, CellOf(at), octave.period[std::size_t(c)]);
                hn::Store(cell, U(), line.cell + i);
                Store(Keys(cell, cell, octave.period[std::size_t(c)], 1u, c, octave.seed), at, Weight(at, fade_), i,
                      line);
            }
        }
    }
    HWY_INLINE static VU Moved(VU cell, VI by, std::uint32_t period) {
        if (period == 0u) return hn::Add(cell, Unsigned(by));
        const VU sum = hn::Add(cell, Wrapped(by, period)), wrap = Word(period);  // both below 2^31
        return hn::IfThenElse(hn::Lt(sum, wrap), sum, hn::Sub(sum, wrap));
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

    // Adds an octave to the sums.
    HWY_NOINLINE void Add(std::uint32_t octave, std::size_t count, const float* n, float* sums) const {
        const VF amplitude = Number(plan_.octaves[octave].amplitude);
        for (std::size_t i = 0; i < count; i += Lanes()) {
            const VF term = hn::Mul(amplitude, Shaped(hn::Load(F(), n + i), noise_.fractal));
            hn::StoreU(hn::Add(hn::LoadU(F(), sums + i), term), F(), sums + i);
        }
    }
    HWY_NOINLINE void AddGradient(std::uint32_t octave, std::size_t count, const float* n, const Floats* g, float* sums,
                                  Floats* slope) const {
        const VF steepness = Number(plan_.octaves[octave].slope);
        Add(octave, count, n, sums);
        for (std::size_t i = 0; i < count; i += Lanes()) {
            const VF factor = hn::Mul(steepness, ShapeSlope(hn::Load(F(), n + i), noise_.fractal));
            AddSlope(factor, g, i, slope);
        }
    }
    HWY_NOINLINE void AddEroded(std::uint32_t octave, std::size_t count, const float* n, const Floats* g, float* sums,
                                Floats* slope) const {
        const VF amplitude = Number(plan_.octaves[octave].amplitude), steepness = Number(plan_.octaves[octave].slope);
        for (std::size_t i = 0; i < count; i += Lanes()) {
            const VF weight = Reciprocal(hn::Add(Number(1.0f), Steepness(slope, i)));
            const VF term = hn::Mul(hn::Mul(amplitude, weight), hn::Load(F(), n + i));
            hn::StoreU(hn::Add(hn::LoadU(F(), sums + i), term), F(), sums + i);
            AddSlope(hn::Mul(steepness, weight), g, i, slope);
        }
    }
    HWY_INLINE void AddSlope(VF factor, const Floats* g, std::size_t i, Floats* slope) const {
        for (int c = 0; c < dim_; ++c) {
            const VF term = hn::Mul(factor, hn::Load(F(), g[c] + i));
            hn::Store(hn::Add(hn::Load(F(), slope[c] + i), term), F(), slope[c] + i);
        }
    }
    HWY_INLINE static VF Steepness(const Floats* slope, std::size_t i) {
        const auto square = [&](int c) HWY_ATTR {
            const VF x = hn::Load(F(), slope[c] + i);
            return hn::Mul(x, x);
        };
        const VF s = hn::Add(hn::Add(square(0), square(1)), hn::Add(square(2), square(3))), most = Number(0x1p40f);
        return hn::IfThenElse(hn::Lt(s, most), s, most);
    }
    HWY_INLINE static VF Reciprocal(VF x) {
        VF y = hn::BitCast(F(), hn::Sub(Word(kReciprocal), Words(x)));
        for (int i = 0; i < 3; ++i)
            y = hn::Add(y, hn::Mul(y, hn::Sub(Number(1.0f), hn::Mul(x, y))));
        return y;
    }

    HWY_INLINE VF Output(VF n) const { return plan_.unit != 0u ? hn::Mul(hn::Add(n, Number(1.0f)), Number(0.5f)) : n; }

    int dim_;
    bool plain_;
    bool whole_;
    bool periodic_;
    float scale_, least_;
    bool far_ = false;  // some windows may be nonzero
    double reach_ = 0;  // largest distance of a cell from 0
};

template <int kDim, bool kValue> class Octave final : public LaneEvaluation {
    static constexpr int kCorners = 1 << kDim;
    static constexpr bool kTurns = kDim == 2 && !kValue;  // flow

  public:
    using LaneEvaluation::LaneEvaluation;

  private:
    // A vector of points, along all axes.
    struct Place {
        VF f[kDim], w[kDim];
        VU key[kCorners];
        HWY_ATTR Place() {}  // see Vector
    };
    HWY_INLINE Place At(std::size_t i) const {
        Place at;
        VU low[kDim], high[kDim];
        HWY_UNROLL(16)
        for (int c = 0; c < kDim; ++c) {
            at.f[c] = hn::Load(F(), lines_[c].f + i);
            at.w[c] = hn::Load(F(), lines_[c].w + i);
            low[c] = hn::Load(U(), lines_[c].low + i);
            high[c] = hn::Load(U(), lines_[c].high + i);
        }
        CornerKeys(low, high, at.key);
        return at;
    }

    // Not inlined: in FillPart gcc would run out of registers.
    ISONOISE_SCHEDULED HWY_NOINLINE void Base(std::size_t count, float* n) const override {
        for (std::size_t i = 0; i < count; i += Lanes()) {
            const Place at = At(i);
            VF a[kCorners];
            if (kTurns && noise_.turns) {
                TurnedDots(at.f, at.key, a);
            } else {
                KeyDots<kDim, kValue>(at.f, at.key, a);
            }
            hn::StoreU(Scaled(Interpolate<kDim>(a, at.w)), F(), n + i);
        }
    }
    void BaseGradient(std::size_t count, float* n, Floats* gradient) const override {
        for (std::size_t i = 0; i < count; i += Lanes()) {
            const Place at = At(i);
            VF a[kCorners];
            [[maybe_unused]] Vector<kDim> g[kCorners];
            if constexpr (kValue) {
                KeyDots<kDim, true>(at.f, at.key, a);
            } else {
                HWY_UNROLL(16)
                for (int k = 0; k < kCorners; ++k)
                    g[k] = Components<kDim>(Hash(at.key[k]));
                if (kTurns && noise_.turns) {
                    TurnedDots(at.f, at.key, a);
                } else {
                    ComponentDots<kDim>(at.f, g, a);
                }
            }
            Vector<kDim> slope = Slope<kDim>(a, at.w);
            HWY_UNROLL(16)
            for (int c = 0; c < kDim; ++c)
                slope.v[c] = hn::Mul(WeightSlope(at.f[c], fade_), slope.v[c]);
            if constexpr (!kValue) {
                const Vector<kDim> inner = Inner(g, at.w);
                HWY_UNROLL(16)
                for (int c = 0; c < kDim; ++c)
                    slope.v[c] = hn::Add(inner.v[c], slope.v[c]);
            }
            HWY_UNROLL(16)
            for (int c = 0; c < kDim; ++c)
                hn::Store(Scaled(slope.v[c]), F(), gradient[c] + i);
            hn::Store(Scaled(Interpolate<kDim>(a, at.w)), F(), n + i);
        }
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
    // Doubles the number of keys: one per end of the cell along axis c.
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
                const VF x = Number(plan_.flow[0]), y = Number(plan_.flow[1]);
                const VF back[] = {hn::Add(hn::Mul(x, p[0]), hn::Mul(y, p[1])),
                                   hn::Sub(hn::Mul(x, p[1]), hn::Mul(y, p[0]))};
                a[i] = Gradient<2>(Hash(key[i]), back);
            });
        }
    }
    // The corners' gradients, interpolated.
    HWY_INLINE Vector<kDim> Inner(const Vector<kDim>* g, const VF* w) const {
        Vector<kDim> inner;
        if constexpr (kDim == 1) {
            inner.v[0] = Lerp(g[0].v[0], g[1].v[0], w[0]);
        } else {
            VF rest[1 << (kDim - 1)], weights[1 << kDim];
            OuterWeights<kDim>(w, rest);
            CornerWeights<kDim>(w[0], rest, weights);
            HWY_UNROLL(16)
            for (int c = 0; c < kDim; ++c)
                inner.v[c] = Weighed<kDim>(weights, [&](int i) HWY_ATTR { return g[i].v[c]; });
            if constexpr (kDim == 2) {
                if (noise_.turns) {
                    const VF x = Number(plan_.flow[0]), y = Number(plan_.flow[1]), ix = inner.v[0], iy = inner.v[1];
                    inner.v[0] = hn::Sub(hn::Mul(x, ix), hn::Mul(y, iy));
                    inner.v[1] = hn::Add(hn::Mul(y, ix), hn::Mul(x, iy));
                }
            }
        }
        return inner;
    }
};

template <int kDim> void Algorithms(const Run& run) {
    if (run.noise.algorithm == Algorithm::value) return Octave<kDim, true>(run.noise).Fill(run);
    Octave<kDim, false>(run.noise).Fill(run);
}

#endif

void FillRun([[maybe_unused]] const Run& run) {
#if ISONOISE_VECTORS
    switch (run.noise.dim) {
    case 1: return Algorithms<1>(run);
    case 2: return Algorithms<2>(run);
    case 3: return Algorithms<3>(run);
    default: return Algorithms<4>(run);
    }
#endif
}

}  // namespace isonoise::batch::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace isonoise::batch {
HWY_EXPORT(FillRun);
void fill_run(const Run& run) { HWY_DYNAMIC_DISPATCH(FillRun)(run); }
}  // namespace isonoise::batch
#endif
