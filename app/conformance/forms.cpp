#include <algorithm>
#include <array>
#include <cmath>
#include <type_traits>

#include "conformance/checks.hpp"
#include "conformance/drawing.hpp"
#include "conformance/points.hpp"

namespace isonoise {
namespace {

// Few, so that the points meet many settings.
constexpr std::uint64_t kMostOfASetting = 1024;

// A point in both forms.
struct Forms {
    glm::vec4 point;
    glm::ivec4 cell{0};
    glm::vec4 fraction{0.0f};
};

// The cell and the fraction as tables along axes and `sample --cells` make them.
Forms forms_of(const Settings& s, glm::vec4 point) {
    Forms forms{point};
    for (int c = 0; c < s.dim; ++c) {
        const float q = point[c] * s.frequency;
        const bool counts = std::fabs(q) >= 0x1p-40f && std::fabs(q) < 0x1p31f;  // or it acts as 0
        const AxisPoint at =
            axis_point(counts ? static_cast<double>(q) : 0.0, {}, repeats(s)[static_cast<std::size_t>(c)]);
        forms.cell[c] = at.cell;
        forms.fraction[c] = at.fraction;
    }
    return forms;
}

// The first components of a vector; a number in 1D.
template <int dim, class T> auto first(const glm::vec<4, T>& v) {
    if constexpr (dim == 1) {
        return v.x;
    } else {
        return glm::vec<dim, T>(v);
    }
}

// The value of the library's own function; `at` is a coordinate, or a cell and a fraction.
template <class... At> float function(const Noise& noise, bool gradient, glm::vec4& slopes, const At&... at) {
    const Settings& s = noise.settings();
    const std::uint32_t seed = s.seed;
    const auto& counts = noise.plan().octaves[0].period;
    const glm::uvec4 period(counts[0], counts[1], counts[2], counts[3]);
    if (s.algorithm == Algorithm::axis) return axis2(first<2>(at)..., noise.axis_table());
    if (s.algorithm == Algorithm::diagonal) return diagonal2(first<2>(at)...);
    if (s.algorithm == Algorithm::slope) return slope1(first<1>(at)...);
    const auto widened = [&](float value, auto g) {
        for (int c = 0; c < s.dim; ++c) {
            if constexpr (std::is_same_v<decltype(g), float>) {
                slopes[c] = g;
            } else {
                slopes[c] = g[c];
            }
        }
        return value;
    };
#define ISONOISE_FUNCTIONS(N)                                                                                          \
    case N: {                                                                                                          \
        const auto turn = first<N>(period);                                                                            \
        auto g = first<N>(slopes);                                                                                     \
        const auto with_slopes = [&](float value) { return widened(value, g); };                                       \
        if (s.algorithm == Algorithm::improved) {                                                                      \
            const Permutation& table = noise.permutation();                                                            \
            if (!gradient) return improved##N(first<N>(at)..., table, turn);                                           \
            return with_slopes(improved##N##_gradient(first<N>(at)..., table, turn, g));                               \
        }                                                                                                              \
        if (s.algorithm == Algorithm::value) {                                                                         \
            if (!gradient) return value##N(first<N>(at)..., seed, turn);                                               \
            return with_slopes(value##N##_gradient(first<N>(at)..., seed, turn, g));                                   \
        }                                                                                                              \
        if (period != glm::uvec4(0u)) {                                                                                \
            if (!gradient) return perlin##N##_periodic(first<N>(at)..., seed, turn);                                   \
            return with_slopes(perlin##N##_periodic_gradient(first<N>(at)..., seed, turn, g));                         \
        }                                                                                                              \
        if (!gradient) return perlin##N(first<N>(at)..., seed);                                                        \
        return with_slopes(perlin##N##_gradient(first<N>(at)..., seed, g));                                            \
    }
    switch (s.dim) {
        ISONOISE_FUNCTIONS(1)
        ISONOISE_FUNCTIONS(2)
        ISONOISE_FUNCTIONS(3)
        ISONOISE_FUNCTIONS(4)
    default: return 0.0f;
    }
#undef ISONOISE_FUNCTIONS
}

// The value and the derivatives in one form.
template <class... At> std::array<float, 5> results(const Noise& noise, const Check& check, const At&... at) {
    glm::vec4 g(0.0f);
    const float value = check.function     ? function(noise, check.gradient, g, at...)
                        : !check.gradient  ? noise(at...)
                        : has_slope(check) ? noise.slope(at..., g)
                                           : noise.gradient(at..., g);
    return {value, g.x, g.y, g.z, g.w};
}

}  // namespace

FormsResult compare_forms(const Check& check, std::uint64_t points, std::uint32_t seed) {
    FormsResult result;
    if (check.function && has_octaves(check)) return result;  // perlinN_fbm() takes only coordinates
    Check drawn = check;
    drawn.cells = false;  // any frequency
    Random random = random_of(check, seed);
    const std::uint64_t most = std::clamp<std::uint64_t>(points / 16, 64, kMostOfASetting);
    std::vector<glm::vec4> batch;
    for (std::uint64_t number = 0; result.points < points; ++number) {
        const Noise noise(settings_of_batch(drawn, number, seed, random));
        batch.resize(static_cast<std::size_t>(std::min(most, points - result.points)));
        fill_points(random, batch, number == 0);
        for (const glm::vec4 point : batch) {
            const Forms forms = forms_of(noise.settings(), point);
            const auto coordinate = results(noise, check, point);
            const auto cell = results(noise, check, forms.cell, forms.fraction);
            for (std::size_t c = 0; c < coordinate.size(); ++c) {
                if (ulp_distance(coordinate[c], cell[c]) == 0) continue;
                if (result.first.size() < kShown) {
                    result.first.push_back({noise.settings(), point, forms.cell, forms.fraction, static_cast<int>(c),
                                            coordinate[c], cell[c]});
                }
                ++result.differing;
                break;
            }
        }
        result.points += batch.size();
    }
    return result;
}

}  // namespace isonoise
