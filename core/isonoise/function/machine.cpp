#include "isonoise/function/machine.hpp"

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "isonoise/batch.hpp"
#include "isonoise/definition/functions.hpp"
#include "isonoise/error.hpp"

namespace isonoise::function {

Machine::Machine(const Code& code)
    : code_(code), words_(static_cast<Word*>(::operator new (
                       std::max<std::size_t>(code.registers, 1) * kBlock * sizeof(Word), std::align_val_t{128}))),
      last_(code.calls.size()), chosen_(kBlock) {
    std::fill_n(words_.get(), std::size_t{code.registers} * kBlock, Word{0});
    for (const auto& [r, word] : code.constants)
        set(r, word);
}

void Machine::set(Register r, Word word) { std::fill_n(words(r), kBlock, word); }

void Machine::run(std::size_t count) {
    const std::size_t whole = std::min((count + 15) / 16 * 16, kBlock);
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
        default: compute(one.operation, whole, words(one.to), words(one.a), words(one.b), words(one.c));
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

// Has the library's own sum, whose slopes are rounded from double, those of perlinN_fbm_gradient()?
static bool has_slopes(const Plan& plan, const Fbm& fbm) {
    if (bits(plan.slope_unit) != bits(fbm.normalization)) return false;
    float slope = 1, amplitude = fbm.normalization;
    for (std::uint32_t i = 0; definition::has_octave(fbm.octaves - static_cast<float>(i), amplitude); ++i) {
        if (i >= plan.count ||
            bits(plan.octaves[i].slope) != bits(definition::faded(slope, fbm.octaves - static_cast<float>(i))))
            return false;
        slope = slope * (fbm.persistence * fbm.lacunarity);
        amplitude = amplitude * fbm.persistence;
    }
    return true;
}

// The noise whose lists of points have this call's bits, if there is one.
const Noise* Machine::noise(const Call& call, Last& last, const Points& points) const {
    const bool is_fbm = call.kind == Call::fbm || call.kind == Call::fbm_gradient;
    if (call.cell || (call.kind != Call::value && call.kind != Call::gradient && !is_fbm)) return nullptr;
    const auto dim = static_cast<std::size_t>(call.dim);
    const std::optional<Word> seed = points.common(dim);
    if (!seed) return nullptr;
    Fbm fbm{1, 0.5f, 2, 1};
    if (is_fbm) {
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
        if (is_fbm) fbm = definition::fbm_of(fbm.octaves, fbm.persistence, fbm.lacunarity);
        Settings settings{.dim = call.dim, .seed = *seed};
        settings.octaves = fbm.octaves;
        settings.persistence = fbm.persistence;
        settings.lacunarity = fbm.lacunarity;
        last.noise.emplace(settings);
        last.usable =
            !is_fbm || bits(definition::normalization(fbm.octaves, fbm.persistence)) == bits(fbm.normalization);
        if (call.kind == Call::fbm_gradient) last.usable = last.usable && has_slopes(last.noise->plan(), fbm);
        last.reach = is_fbm ? reach_of(fbm) : 0x1p31f;
    }
    if (!last.usable) return nullptr;
    if (is_fbm) {
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
    static float fbm_at(std::integral_constant<int, n>, auto... a) { return perlin##n##_fbm(a...); }                   \
    static float gradient_at(std::integral_constant<int, n>, auto& g, auto... a) {                                     \
        return perlin##n##_gradient(a..., g);                                                                          \
    }                                                                                                                  \
    static float periodic_gradient_at(std::integral_constant<int, n>, auto& g, auto... a) {                            \
        return perlin##n##_periodic_gradient(a..., g);                                                                 \
    }                                                                                                                  \
    static float fbm_gradient_at(std::integral_constant<int, n>, auto& g, auto p, Word seed, const Fbm& fbm) {         \
        glm::vec<n, float> all;                                                                                        \
        const float value = definition::perlin##n##_fbm_gradient(glm::vec<n, float>(p), seed, fbm, all);               \
        g = plain(all);                                                                                                \
        return value;                                                                                                  \
    }
ISONOISE_BY_NUMBER(1)
ISONOISE_BY_NUMBER(2)
ISONOISE_BY_NUMBER(3)
ISONOISE_BY_NUMBER(4)

void Machine::one_by_one(const Call& call, const Points& points) {
    const auto in_dim = [&]<int n>(std::integral_constant<int, n> dim) {
        const auto at = [&](std::size_t i, auto... place) {
            const auto next = static_cast<std::size_t>(call.cell ? 2 * n : n);
            const Word seed = points.in[next][i];
            const auto period = [&] { return plain(vector_at<n, Word>(points.in, next + 1, i)); };
            const auto fbm = [&] {
                return definition::fbm_of(real(points.in[next + 1][i]), real(points.in[next + 2][i]),
                                          real(points.in[next + 3][i]));
            };
            auto gradient = plain(glm::vec<n, float>(0.0f));
            float value = 0;
            switch (call.kind) {
            case Call::value: value = perlin_at(dim, place..., seed); break;
            case Call::gradient: value = gradient_at(dim, gradient, place..., seed); break;
            case Call::periodic: value = periodic_at(dim, place..., seed, period()); break;
            case Call::periodic_gradient: value = periodic_gradient_at(dim, gradient, place..., seed, period()); break;
            case Call::fbm:
                if constexpr (sizeof...(place) == 1) value = fbm_at(dim, place..., seed, fbm());
                break;
            case Call::fbm_gradient:
                if constexpr (sizeof...(place) == 1) value = fbm_gradient_at(dim, gradient, place..., seed, fbm());
                break;
            }
            points.out[0][i] = bits(value);
            const glm::vec<n, float> all(gradient);
            for (std::size_t c = 0; c + 1 < points.out.size(); ++c)
                points.out[c + 1][i] = bits(all[static_cast<int>(c)]);
        };
        for (std::size_t i = 0; i < points.count; ++i) {
            if (call.cell) {
                at(i, plain(vector_at<n, int>(points.in, 0, i)),
                   plain(vector_at<n, float>(points.in, static_cast<std::size_t>(n), i)));
            } else {
                at(i, plain(vector_at<n, float>(points.in, 0, i)));
            }
        }
    };
    switch (call.dim) {
    case 1: return in_dim(std::integral_constant<int, 1>());
    case 2: return in_dim(std::integral_constant<int, 2>());
    case 3: return in_dim(std::integral_constant<int, 3>());
    default: return in_dim(std::integral_constant<int, 4>());
    }
}

void Machine::call(const Call& call, Last& last, std::size_t count) {
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
    if (packs) packed_.resize((call.in.size() + call.out.size()) * kBlock);
    Word* packed = packed_.data();
    for (const Register r : call.in) {
        const Word* from = words(r);
        if (packs) {
            for (std::size_t i = 0; i < active; ++i)
                packed[i] = from[chosen_[i]];
            from = packed;
            packed += kBlock;
        }
        points.in.push_back(from);
    }
    for (const Register r : call.out) {
        points.out.push_back(packs ? packed : words(r));
        packed += packs ? kBlock : 0;
    }
    if (const Noise* list = noise(call, last, points)) {
        isonoise::Points at;
        at.count = static_cast<std::int64_t>(points.count);
        for (std::size_t c = 0; c < static_cast<std::size_t>(call.dim); ++c)
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
