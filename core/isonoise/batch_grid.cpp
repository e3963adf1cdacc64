// Grids on vectors: tables along the axes, and planes of a noise whose axes do not mix.
//
// Rows of a plane that lie in the same cells along y, z and w make a block. What a corner adds to a point is gradient .
// offset, of which only the term of y changes from row to row: the rest is summed once a block, and a row then takes
// one multiplication and one addition a corner, and the interpolation.
#include <algorithm>

#include "isonoise/batch_kernels.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "isonoise/batch_grid.cpp"
#include <hwy/foreach_target.h>

#include "isonoise/batch-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace isonoise::batch::HWY_NAMESPACE {

// ---- tables along an axis

#if HWY_TARGET != HWY_SCALAR
// grid_point() of two vectors of doubles each, for cells within +-2^50, which doubles can hold and take apart.
void SplitRows(const AxisRows& a) {
    const F f;
    const hn::Repartition<double, F> d;
    const hn::Half<F> half;
    const hn::RebindToUnsigned<decltype(d)> wide;
    const hn::RebindToUnsigned<decltype(half)> words;
    const std::uint32_t period = repeats(a.noise->settings())[static_cast<std::size_t>(a.axis)];
    const auto frequency = hn::Set(d, static_cast<double>(a.noise->settings().frequency));
    const auto offset = hn::Set(d, a.along->offset), step = hn::Set(d, a.along->step);
    const auto more = hn::Set(d, a.along->along.fraction), cells = hn::Set(d, static_cast<double>(a.along->along.cell));
    const auto turn = hn::Set(d, static_cast<double>(period)), zero = hn::Zero(d);
    for (std::size_t i = 0; i < a.count; i += hn::Lanes(half)) {
        const auto index = hn::Add(
            hn::Set(d, static_cast<double>(a.along->first + a.first + static_cast<std::int64_t>(i))), hn::Iota(d, 0.0));
        const auto q = hn::Mul(hn::Add(offset, hn::Mul(index, step)), frequency);
        const auto cell = hn::Floor(q), t = hn::Add(hn::Sub(q, cell), more), carry = hn::Floor(t);
        auto sum = hn::Add(hn::Add(cell, cells), carry);
        if (period != 0u) {
            sum = hn::Sub(sum, hn::Mul(turn, hn::Floor(hn::Div(sum, turn))));
            sum = hn::IfThenElse(hn::Lt(sum, zero), hn::Add(sum, turn), sum);  // where the quotient was rounded
            sum = hn::IfThenElse(hn::Ge(sum, turn), hn::Sub(sum, turn), sum);
        }
        // Added to 3 * 2^51 a whole number has its low bits last.
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
    const GridAxis& along = *a.along;
    [[maybe_unused]] const auto coordinate = [&](std::size_t i) {
        const auto at = static_cast<double>(along.first + a.first + static_cast<std::int64_t>(i));
        return std::fabs((along.offset + at * along.step) * static_cast<double>(a.noise->settings().frequency));
    };
#if HWY_TARGET != HWY_SCALAR
    if (along.per_period == 0 && coordinate(0) < 0x1p50 && coordinate(a.count - 1) < 0x1p50) return SplitRows(a);
#endif
    const std::uint32_t period = a.noise->plan().octaves[0].period[a.axis];
    for (std::size_t i = 0; i < a.count; ++i) {
        const AxisPoint at = grid_point(*a.noise, along, a.axis, a.first + static_cast<std::int64_t>(i));
        a.cell[i] = wrap(at.cell, period);
        a.fraction[i] = guard_fraction(at.fraction);
    }
}

void MakeRows(const AxisRows& a) {
    const F f;
    const U u;
    SplitAxis(a);
    const std::size_t lanes = Lanes();
    if (a.octaves == nullptr) return;
    const Plan& plan = a.noise->plan();
    const Settings& settings = a.noise->settings();
    const Fade kind = used_fade(settings);
    const bool whole = settings.lacunarity == std::floor(settings.lacunarity);
    for (std::size_t i = 0; i < a.count; i += lanes) {
        VU cell = hn::LoadU(u, a.cell + i), high = hn::Zero(u);
        VF at = hn::LoadU(f, a.fraction + i);
        for (std::uint32_t octave = 0; octave < plan.count; ++octave) {
            const Plan::Octave& now = plan.octaves[octave];
            const Ends e = Keys(cell, high, now.period[a.axis], now.windows, a.axis, now.seed);
            const Row& row = a.octaves[octave];
            hn::StoreU(at, f, row.f + i);
            hn::StoreU(Weight(at, kind), f, row.w + i);
            hn::StoreU(e.x, u, row.low + i);
            hn::StoreU(e.y, u, row.high + i);
            if (octave + 1 == plan.count) break;
            const Plan::Octave& next = plan.octaves[octave + 1];
            if (whole && next.period[a.axis] == 0u) {
                FinerFar(cell, high, at, plan.lacunarity, next.windows);
            } else {
                Finer(cell, at, plan.lacunarity, next.period[a.axis]);
            }
        }
    }
}

// ---- planes

// Parts of the sum that a corner has in a block, a vector each.
constexpr std::size_t parts(int dim, bool value) { return value || dim == 1 ? 1 : dim == 4 ? 3 : 2; }

// The offsets from a corner along the axes but y.
struct Offset {
    VF x, z, w;
};

// The parts of a corner whose hash is h, stored from `to` on.
template <int kDim, bool kValue> HWY_INLINE void Corner(VU h, const Offset& at, float* HWY_RESTRICT to) {
    const F f;
    const std::size_t lanes = Lanes();
    const VF one = Number(1.0f);
    if constexpr (kValue) {
        hn::Store(NumberAt(h), f, to);
    } else if constexpr (kDim == 1) {
        hn::Store(hn::Mul(Vector1(h), at.x), f, to);
    } else if constexpr (kDim == 2) {  // x, and the factor of y
        const Mask longer = XLonger(h);
        const VU hx = hn::ShiftLeft<1>(h), hy = hn::ShiftLeft<2>(h);
        const VF shorter = hn::Mul(Number(kTangent), at.x);
        hn::Store(Flip(hn::IfThenElse(longer, at.x, shorter), hx), f, to);
        hn::Store(Flip(hn::IfThenElse(longer, Number(kTangent), one), hy), f, to + lanes);
    } else if constexpr (kDim == 3) {  // x + z, of which one may be 0, and the factor of y
        const VU rest = Times3(h), rest1 = hn::ShiftLeft<1>(rest);
        const Mask no_x = NoX(h), has_z = HasZ(h);
        const VF x = hn::IfThenZeroElse(no_x, Flip(at.x, rest)), z = hn::IfThenElseZero(has_z, Flip(at.z, rest1));
        hn::Store(hn::Add(x, z), f, to);
        hn::Store(hn::IfThenElse(no_x, Flip(one, rest), hn::IfThenZeroElse(has_z, Flip(one, rest1))), f, to + lanes);
    } else {  // gradient4 adds its three components from the left: the first two but for y, y's factor, the last
        const VU a = hn::ShiftLeft<4>(h), b = hn::ShiftLeft<3>(h), c = hn::ShiftLeft<2>(h);
        const Mask q = Below(h, 0x40000000u), r = Below(h, 0x80000000u), s = Below(h, 0xC0000000u);
        const VF x = hn::IfThenElseZero(s, Flip(at.x, a)), z = hn::IfThenZeroElse(r, Flip(at.z, b));
        hn::Store(hn::Add(x, z), f, to);
        hn::Store(hn::IfThenElse(r, Flip(one, b), hn::IfThenZeroElse(s, Flip(one, a))), f, to + lanes);
        hn::Store(Flip(hn::IfThenElse(q, at.z, at.w), c), f, to + 2 * lanes);
    }
}

// All parts of a block: of the plane's columns, in the cells of its row j.
template <int kDim, bool kValue> HWY_NOINLINE void Expand(const Plane& plane, std::uint32_t octave, std::size_t j) {
    const F f;
    const U u;
    const std::size_t lanes = Lanes();
    const Row& x = plane.x[octave];
    float* HWY_RESTRICT block = plane.block;
    for (std::size_t i = 0; i < plane.columns; i += lanes) {
        const VF fx = hn::Load(f, x.f + i), gx = hn::Sub(fx, Number(1.0f));
        const VU low = hn::Load(u, x.low + i), high = hn::Load(u, x.high + i);
        for (std::size_t c = 0; c < std::size_t{1} << kDim; ++c) {
            std::uint32_t key = 0u;
            Offset at = {c & 1u ? gx : fx, hn::Zero(f), hn::Zero(f)};
            if constexpr (kDim > 1) key ^= c & 2u ? plane.y[octave].high[j] : plane.y[octave].low[j];
            if constexpr (kDim > 2) {
                const Row& z = plane.z[octave];
                key ^= c & 4u ? z.high[0] : z.low[0];
                at.z = Number(c & 4u ? z.f[0] - 1.0f : z.f[0]);
            }
            if constexpr (kDim > 3) {
                const Row& w = plane.w[octave];
                key ^= c & 8u ? w.high[0] : w.low[0];
                at.w = Number(c & 8u ? w.f[0] - 1.0f : w.f[0]);
            }
            Corner<kDim, kValue>(Hash(hn::Xor(c & 1u ? high : low, Word(key))), at, block);
            block += parts(kDim, kValue) * lanes;
        }
    }
}

// What a row of points needs besides the block: along y the offsets from both corners, and the weights.
struct Across {
    VF fy, gy, wy, wz, ww;
};

// gradient . offset at corner c.
template <int kDim, bool kValue, int c> HWY_INLINE VF Dot(const float* HWY_RESTRICT block, const Across& row) {
    const F f;
    const std::size_t lanes = Lanes();
    const float* part = block + c * parts(kDim, kValue) * lanes;
    const VF rest = hn::Load(f, part);
    if constexpr (parts(kDim, kValue) == 1) {
        return rest;
    } else {
        const VF factor = hn::Load(f, part + lanes), y = c & 2 ? row.gy : row.fy;
        if constexpr (kDim == 2) return hn::Add(rest, hn::Mul(factor, y));  // a tangent: not exact
        if constexpr (kDim == 3) return hn::MulAdd(factor, y, rest);
        return hn::Add(hn::MulAdd(factor, y, rest), hn::Load(f, part + 2 * lanes));
    }
}

// Interpolates along the first kLevel axes, from corner c on.
template <int kDim, bool kValue, int kLevel, int c>
HWY_INLINE VF Interpolate(const float* HWY_RESTRICT block, VF wx, const Across& row) {
    if constexpr (kLevel == 0) {
        return Dot<kDim, kValue, c>(block, row);
    } else {
        const VF a = Interpolate<kDim, kValue, kLevel - 1, c>(block, wx, row);
        const VF b = Interpolate<kDim, kValue, kLevel - 1, c + (1 << (kLevel - 1))>(block, wx, row);
        return Lerp(a, b, kLevel == 1 ? wx : kLevel == 2 ? row.wy : kLevel == 3 ? row.wz : row.ww);
    }
}

// The last few points of a row: as many as are left, and not a float beyond.
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

// What is to be done with an octave: it is all there is, or it is the first of a sum, or a later one.
enum class Role { only, first, later };

template <int kDim, bool kValue, Role kRole>
HWY_NOINLINE void Rows(const Plane& plane, std::uint32_t octave, std::size_t begin, std::size_t end) {
    const F f;
    const std::size_t lanes = Lanes();
    const Plan& plan = plane.noise->plan();
    const Fractal fractal = plane.noise->settings().fractal;
    const VF scale = Number(plan.scale), amplitude = Number(plan.octaves[octave].amplitude), bias = Number(plan.bias);
    const float* HWY_RESTRICT weights = plane.x[octave].w;
    const std::size_t whole = plane.columns / lanes * lanes;
    const std::size_t rest = plane.columns - whole;
    Across row{};
    if constexpr (kDim > 2) row.wz = Number(plane.z[octave].w[0]);
    if constexpr (kDim > 3) row.ww = Number(plane.w[octave].w[0]);
    for (std::size_t j = begin; j < end; ++j) {
        if constexpr (kDim > 1) {
            const Row& y = plane.y[octave];
            row.fy = Number(y.f[j]);
            row.gy = Number(y.f[j] - 1.0f);
            row.wy = Number(y.w[j]);
        }
        float* HWY_RESTRICT to = plane.to + static_cast<std::ptrdiff_t>(j) * plane.stride;
        const float* HWY_RESTRICT block = plane.block;
        const auto noise = [&](std::size_t i) HWY_ATTR {
            const VF n = Interpolate<kDim, kValue, kDim, 0>(block, hn::Load(f, weights + i), row);
            block += (std::size_t{1} << kDim) * parts(kDim, kValue) * lanes;
            return Snap(hn::Mul(n, scale));
        };
        const auto share = [&](std::size_t i) HWY_ATTR { return hn::Mul(amplitude, Shaped(noise(i), fractal)); };
        if constexpr (kRole == Role::only) {
            for (std::size_t i = 0; i < whole; i += lanes)
                hn::StoreU(noise(i), f, to + i);
            if (rest > 0) StoreRest(noise(whole), to + whole, rest);
        } else if constexpr (kRole == Role::first) {
            for (std::size_t i = 0; i < whole; i += lanes)
                hn::StoreU(hn::Add(bias, share(i)), f, to + i);
            if (rest > 0) StoreRest(hn::Add(bias, share(whole)), to + whole, rest);
        } else {
            for (std::size_t i = 0; i < whole; i += lanes)
                hn::StoreU(hn::Add(hn::LoadU(f, to + i), share(i)), f, to + i);
            if (rest > 0) StoreRest(hn::Add(LoadRest(to + whole, rest), share(whole)), to + whole, rest);
        }
    }
}

// The end of a sum of octaves.
void Finish(const Plane& plane) {
    const F f;
    const std::size_t lanes = Lanes();
    const bool unit = plane.noise->plan().unit != 0u;
    const auto finish = [&](VF sum) HWY_ATTR {
        const VF n = Snap(sum);
        return unit ? hn::Mul(hn::Add(n, Number(1.0f)), Number(0.5f)) : n;
    };
    for (std::size_t j = 0; j < plane.rows; ++j) {
        float* to = plane.to + static_cast<std::ptrdiff_t>(j) * plane.stride;
        std::size_t i = 0;
        for (; i + lanes <= plane.columns; i += lanes)
            hn::StoreU(finish(hn::LoadU(f, to + i)), f, to + i);
        const std::size_t rest = plane.columns - i;
        if (rest > 0) StoreRest(finish(LoadRest(to + i, rest)), to + i, rest);
    }
}

template <int kDim, bool kValue> void Octaves(const Plane& plane) {
    const Plan& plan = plane.noise->plan();
    const bool only = is_plain(*plane.noise);
    if (plan.count == 0u) {  // filtered away
        for (std::size_t j = 0; j < plane.rows; ++j)
            std::fill_n(plane.to + static_cast<std::ptrdiff_t>(j) * plane.stride, plane.columns, plan.bias);
    }
    for (std::uint32_t octave = 0; octave < plan.count; ++octave) {
        for (std::size_t begin = 0, end; begin < plane.rows; begin = end) {
            end = begin + 1;
            if constexpr (kDim > 1) {
                const Row& y = plane.y[octave];
                while (end < plane.rows && y.low[end] == y.low[begin] && y.high[end] == y.high[begin])
                    ++end;
            }
            Expand<kDim, kValue>(plane, octave, begin);
            if (only) {
                Rows<kDim, kValue, Role::only>(plane, octave, begin, end);
            } else if (octave == 0) {
                Rows<kDim, kValue, Role::first>(plane, octave, begin, end);
            } else {
                Rows<kDim, kValue, Role::later>(plane, octave, begin, end);
            }
        }
    }
    if (!only) Finish(plane);
}

template <int kDim> void Algorithms(const Plane& plane) {
    if (plane.noise->settings().algorithm == Algorithm::value) return Octaves<kDim, true>(plane);
    Octaves<kDim, false>(plane);
}

void FillPlane(const Plane& plane) {
    switch (plane.noise->settings().dim) {
    case 1: return Algorithms<1>(plane);
    case 2: return Algorithms<2>(plane);
    case 3: return Algorithms<3>(plane);
    default: return Algorithms<4>(plane);
    }
}

const char* Instructions() { return hwy::TargetName(HWY_TARGET); }

}  // namespace isonoise::batch::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace isonoise::batch {
HWY_EXPORT(MakeRows);
HWY_EXPORT(FillPlane);
HWY_EXPORT(Instructions);
void make_rows(const AxisRows& axis) { HWY_DYNAMIC_DISPATCH(MakeRows)(axis); }
void fill_plane(const Plane& plane) { HWY_DYNAMIC_DISPATCH(FillPlane)(plane); }
const char* instructions() { return HWY_DYNAMIC_DISPATCH(Instructions)(); }
}  // namespace isonoise::batch
#endif
