#include "isonoise/function/machine.hpp"

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "isonoise/batch.hpp"
#include "isonoise/definition/functions.hpp"
#include "isonoise/error.hpp"

namespace isonoise::function {

// Operations take multiples of this many points.
static std::size_t whole(std::size_t points) { return std::min((points + 15) / 16 * 16, kBlock); }

Machine::Machine(const Code& code, std::size_t points)
    : code_(code), block_(whole(points)),
      words_(static_cast<Word*>(
          ::operator new (std::max<std::size_t>(code.registers, 1) * block_ * sizeof(Word), std::align_val_t{128}))),
      last_(code.calls.size()), chosen_(block_) {
    std::fill_n(words_.get(), code.registers * block_, Word{0});
    for (const auto& [r, word] : code.constants)
        set(r, word);
}

void Machine::set(Register r, Word word) { std::fill_n(words(r), block_, word); }

void Machine::run(std::size_t count) {
    const auto& all = code_.instructions;
    for (std::size_t i = 0; i < all.size();) {
        const Instruction& one = all[i++];
        switch (one.operation) {
        case Operation::jump: i = one.to; break;
        case Operation::jump_none: {
            const Word* mask = words(one.a);
            if (std::all_of(mask, mask + count, [](Word w) { return w == 0u; })) i = one.to;
            break;
        }
        case Operation::undefined: break;
        case Operation::call: call(code_.calls[one.to], last_[one.to], count); break;
        default: compute(one.operation, whole(count), words(one.to), words(one.a), words(one.b), words(one.c));
        }
    }
}

// The points of a call, packed: arguments by component.
struct Machine::Points {
    std::size_t count;
    std::vector<const Word*> in;
    std::vector<Word*> out;

    // The argument's value if it is the same for all points.
    std::optional<Word> common(std::size_t i) const {
        const Word first = in[i][0];
        return std::all_of(in[i], in[i] + count, [&](Word w) { return w == first; }) ? std::optional(first)
                                                                                     : std::nullopt;
    }
};

// Below this distance from 0 the cells of all octaves fit 32 bits.
static float reach_of(const Fbm& fbm) {
    double cells = 1;
    for (float i = 1; i < fbm.octaves; ++i)
        cells *= static_cast<double>(fbm.lacunarity);
    return static_cast<float>(0x1p30 / cells);
}

// Has the library's own sum, whose slopes are rounded from double, those of the functions?
static bool has_slopes(const Plan& plan, const Fbm& fbm, Fractal fractal) {
    if (bits(plan.slope_unit) != bits(fbm.normalization)) return false;
    using definition::vec;
    const vec<2> ratio = definition::long_product({fbm.persistence, 0.0f}, {fbm.lacunarity, 0.0f});
    vec<2> slope(1.0f, 0.0f);
    for (std::uint32_t i = 0; i < plan.count; ++i) {
        const float rest = fbm.octaves - static_cast<float>(i);
        if (bits(plan.octaves[i].slope) != bits(definition::faded(slope, rest))) return false;
        slope = definition::steeper(slope, ratio, fractal);
    }
    return true;
}

// The noise whose lists of points have this call's bits, if there is one.
const Noise* Machine::noise(const Call& call, Last& last, const Points& points) const {
    const NoiseFunction& called = call.noise;
    if (called.own) return called.own.get();
    const bool sums = called.kind == NoiseFunction::octaves;
    const auto dim = static_cast<std::size_t>(called.dim);
    if (called.cell) return nullptr;
    for (std::size_t c = 0; c < dim && called.has_period(); ++c) {
        if (points.common(dim + 1 + c) != 0u) return nullptr;
    }
    const std::optional<Word> seed = points.common(dim);
    if (!seed) return nullptr;
    Fbm fbm{1, 0.5f, 2, 1};
    if (sums) {
        const auto octaves = points.common(dim + 1), persistence = points.common(dim + 2),
                   lacunarity = points.common(dim + 3);
        if (!octaves || !persistence || !lacunarity) return nullptr;
        fbm = {real(*octaves), real(*persistence), real(*lacunarity), 1};
    }
    if (!last.noise || last.seed != *seed || bits(last.octaves) != bits(fbm.octaves) ||
        bits(last.persistence) != bits(fbm.persistence) || bits(last.lacunarity) != bits(fbm.lacunarity)) {
        last.seed = *seed;
        last.octaves = fbm.octaves;
        last.persistence = fbm.persistence;
        last.lacunarity = fbm.lacunarity;
        if (sums) fbm = definition::fbm_of(fbm.octaves, fbm.persistence, fbm.lacunarity);
        Settings settings{.dim = called.dim, .seed = *seed};
        if (called.kind == NoiseFunction::value) settings.algorithm = Algorithm::value;
        settings.fractal = called.fractal;
        settings.octaves = fbm.octaves;
        settings.persistence = fbm.persistence;
        settings.lacunarity = fbm.lacunarity;
        last.noise.emplace(settings);
        last.usable = !sums || bits(definition::normalization(fbm.octaves, fbm.persistence)) == bits(fbm.normalization);
        if (sums && (called.gradient || called.fractal == Fractal::eroded))
            last.usable = last.usable && has_slopes(last.noise->plan(), fbm, called.fractal);
        last.reach = sums ? reach_of(fbm) : 0x1p31f;
    }
    if (!last.usable) return nullptr;
    if (sums) {
        for (std::size_t c = 0; c < dim; ++c) {
            const Word* x = points.in[c];
            if (!std::all_of(x, x + points.count, [&](Word w) { return std::fabs(real(w)) < last.reach; }))
                return nullptr;
        }
    }
    return &*last.noise;
}

namespace {
template <int n, class T>
glm::vec<n, T> vector_at(const std::vector<const Word*>& in, std::size_t from, std::size_t i) {
    glm::vec<n, T> v;
    for (int c = 0; c < n; ++c)
        v[c] = std::bit_cast<T>(in[from + static_cast<std::size_t>(c)][i]);
    return v;
}

// Arguments as the public functions take them: vectors of one component are numbers.
template <int n, class T> auto plain(glm::vec<n, T> v) {
    if constexpr (n == 1) {
        return v.x;
    } else {
        return v;
    }
}
}  // namespace

#define ISONOISE_BY_NUMBER(n)                                                                                          \
    static float perlin_at(std::integral_constant<int, n>, auto... a) { return perlin##n(a...); }                      \
    static float periodic_at(std::integral_constant<int, n>, auto... a) { return perlin##n##_periodic(a...); }         \
    static float value_at(std::integral_constant<int, n>, auto... a) { return value##n(a...); }                        \
    static float gradient_at(std::integral_constant<int, n>, auto& g, auto... a) {                                     \
        return perlin##n##_gradient(a..., g);                                                                          \
    }                                                                                                                  \
    static float value_gradient_at(std::integral_constant<int, n>, auto& g, auto... a) {                               \
        return value##n##_gradient(a..., g);                                                                           \
    }                                                                                                                  \
    static float periodic_gradient_at(std::integral_constant<int, n>, auto& g, auto... a) {                            \
        return perlin##n##_periodic_gradient(a..., g);                                                                 \
    }                                                                                                                  \
    static float octaves_at(Fractal fractal, glm::vec<n, float> p, Word seed, const Fbm& fbm) {                        \
        switch (fractal) {                                                                                             \
        case Fractal::turbulence: return definition::perlin##n##_turbulence(p, seed, fbm);                             \
        case Fractal::ridged: return definition::perlin##n##_ridged(p, seed, fbm);                                     \
        case Fractal::billow: return definition::perlin##n##_billow(p, seed, fbm);                                     \
        case Fractal::eroded: return definition::perlin##n##_eroded(p, seed, fbm);                                     \
        default: return perlin##n##_fbm(plain(p), seed, fbm);                                                          \
        }                                                                                                              \
    }                                                                                                                  \
    static float octaves_at(Fractal fractal, glm::vec<n, float>& g, glm::vec<n, float> p, Word seed, const Fbm& fbm) { \
        switch (fractal) {                                                                                             \
        case Fractal::turbulence: return definition::perlin##n##_turbulence_gradient(p, seed, fbm, g);                 \
        case Fractal::ridged: return definition::perlin##n##_ridged_gradient(p, seed, fbm, g);                         \
        case Fractal::billow: return definition::perlin##n##_billow_gradient(p, seed, fbm, g);                         \
        case Fractal::eroded: return definition::perlin##n##_eroded_slope(p, seed, fbm, g);                            \
        default: return definition::perlin##n##_fbm_gradient(p, seed, fbm, g);                                         \
        }                                                                                                              \
    }
ISONOISE_BY_NUMBER(1)
ISONOISE_BY_NUMBER(2)
ISONOISE_BY_NUMBER(3)
ISONOISE_BY_NUMBER(4)

void Machine::one_by_one(const Call& call, const Points& points) {
    const NoiseFunction& called = call.noise;
    const auto in_dim = [&]<int n>(std::integral_constant<int, n> dim) {
        const auto size = static_cast<std::size_t>(n);
        for (std::size_t i = 0; i < points.count; ++i) {
            glm::vec<n, float> gradient(0.0f);
            const auto argument = [&](std::size_t k) { return real(points.in[k][i]); };
            const auto at = [&](std::size_t next, auto... place) {
                const Word seed = points.in[next][i];
                auto g = plain(gradient);
                float value;
                if (called.kind == NoiseFunction::plain) {
                    value = called.gradient ? gradient_at(dim, g, place..., seed) : perlin_at(dim, place..., seed);
                } else {
                    const auto period = plain(vector_at<n, Word>(points.in, next + 1, i));
                    if (called.kind == NoiseFunction::value)
                        value = called.gradient ? value_gradient_at(dim, g, place..., seed, period)
                                                : value_at(dim, place..., seed, period);
                    else
                        value = called.gradient ? periodic_gradient_at(dim, g, place..., seed, period)
                                                : periodic_at(dim, place..., seed, period);
                }
                gradient = glm::vec<n, float>(g);
                return value;
            };
            const auto p = vector_at<n, float>(points.in, called.cell ? size : 0, i);
            float value;
            if (called.kind == NoiseFunction::octaves) {
                const std::size_t next = called.cell ? 2 * size : size;
                const Fbm fbm = definition::fbm_of(argument(next + 1), argument(next + 2), argument(next + 3));
                const Word seed = points.in[next][i];
                if (called.cell)
                    value = definition::fractal<n>(vector_at<n, int>(points.in, 0, i), definition::guard_fraction<n>(p),
                                                   seed, fbm, called.fractal, gradient);
                else
                    value = called.gradient ? octaves_at(called.fractal, gradient, p, seed, fbm)
                                            : octaves_at(called.fractal, p, seed, fbm);
            } else {
                value = called.cell ? at(2 * size, plain(vector_at<n, int>(points.in, 0, i)), plain(p))
                                    : at(size, plain(p));
            }
            points.out[0][i] = bits(value);
            for (std::size_t c = 0; c + 1 < points.out.size(); ++c)
                points.out[c + 1][i] = bits(gradient[static_cast<int>(c)]);
        }
    };
    switch (called.dim) {
    case 1: return in_dim(std::integral_constant<int, 1>());
    case 2: return in_dim(std::integral_constant<int, 2>());
    case 3: return in_dim(std::integral_constant<int, 3>());
    default: return in_dim(std::integral_constant<int, 4>());
    }
}

// Counts the octaves of noise that this call takes, over the points that need it.
double Machine::octaves(const Call& call, std::size_t count) {
    const NoiseFunction& called = call.noise;
    double each = 1;
    if (called.own) {
        const Settings& settings = called.own->settings();
        each = called.own->plan().count + (settings.warp != 0.0f ? settings.dim : 0);
    }
    const bool sums = called.kind == NoiseFunction::octaves;
    const auto dim = static_cast<std::size_t>(called.dim);
    const Word* asked = sums ? words(call.in[(called.cell ? 2 : 1) * dim + 1]) : nullptr;
    const Word* mask = call.mask != kAll ? words(call.mask) : nullptr;
    double sum = 0;
    for (std::size_t i = 0; i < count; ++i) {
        if (mask && mask[i] == 0u) continue;
        sum += asked ? static_cast<double>(std::ceil(definition::fbm_of(real(asked[i]), 0.5f, 2.0f).octaves)) : each;
    }
    return sum;
}

void Machine::call(const Call& call, Last& last, std::size_t count) {
    if (octaves_) *octaves_ += octaves(call, count);
    // Only the points that need it, if they are few.
    std::size_t active = count;
    if (call.mask != kAll) {
        const Word* mask = words(call.mask);
        active = 0;
        for (std::size_t i = 0; i < count; ++i) {
            chosen_[active] = static_cast<std::uint32_t>(i);
            active += mask[i] != 0u;
        }
        if (active == 0) return;
    }
    const bool packs = active < count - count / 4;
    Points points{packs ? active : count, {}, {}};
    if (packs) packed_.resize((call.in.size() + call.out.size()) * block_);
    Word* packed = packed_.data();
    for (const Register r : call.in) {
        const Word* from = words(r);
        if (packs) {
            for (std::size_t i = 0; i < active; ++i)
                packed[i] = from[chosen_[i]];
            from = packed;
            packed += block_;
        }
        points.in.push_back(from);
    }
    for (const Register r : call.out) {
        points.out.push_back(packs ? packed : words(r));
        packed += packs ? block_ : 0;
    }
    // For a few points the preparation of a list takes longer than they do.
    constexpr std::size_t kFew = 4;
    const Noise* const list = points.count > kFew || call.noise.own ? noise(call, last, points) : nullptr;
    if (list) {
        isonoise::Points at;
        at.count = static_cast<std::int64_t>(points.count);
        for (std::size_t c = 0; c < static_cast<std::size_t>(call.noise.dim); ++c)
            at.coordinates[c] = reinterpret_cast<const float*>(points.in[c]);
        Channels to;
        to.value.data = reinterpret_cast<float*>(points.out[0]);
        for (std::size_t c = 1; c < points.out.size(); ++c)
            to.gradient[c - 1].data = reinterpret_cast<float*>(points.out[c]);
        evaluate(*list, at, to);
    } else {
        one_by_one(call, points);
    }
    for (std::size_t k = 0; k < call.out.size() && packs; ++k) {
        Word* to = words(call.out[k]);
        for (std::size_t i = 0; i < active; ++i)
            to[chosen_[i]] = points.out[k][i];
    }
}

}  // namespace isonoise::function
