#include <algorithm>
#include <array>
#include <cmath>
#include <type_traits>

#include "conformance/checks.hpp"
#include "conformance/points.hpp"
#include "isonoise/batch.hpp"
#include "isonoise/fast/instructions.hpp"
#include "isonoise/reference.hpp"

namespace isonoise {
namespace {

// Few, so that the points cover many settings, but enough for each path through a list or a row.
constexpr std::uint64_t kMostOfASetting = 600;

// A point as a coordinate, and as a cell and a fraction.
struct Forms {
    glm::vec4 point{0.0f};
    glm::ivec4 cell{0};
    glm::vec4 fraction{0.0f};
};

// The cell and fraction as computed by tables along axes and `sample --cells`.
Forms forms_of(const Settings& s, glm::vec4 point) {
    Forms forms{point};
    for (int c = 0; c < s.dim; ++c) {
        const float q = point[c] * s.frequency;
        const bool counts = std::fabs(q) >= 0x1p-40f && std::fabs(q) < 0x1p31f;  // otherwise it acts as 0
        const AxisPoint at =
            axis_point(counts ? static_cast<double>(q) : 0.0, {}, periods(s)[static_cast<std::size_t>(c)]);
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

// The value of the library's function; `at` is a coordinate, or a cell and a fraction.
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
#define ISONOISE_CASE(N)                                                                                               \
    case N: {                                                                                                          \
        const auto repeat = first<N>(period);                                                                          \
        auto g = first<N>(slopes);                                                                                     \
        const auto with_slopes = [&](float value) { return widened(value, g); };                                       \
        if (s.algorithm == Algorithm::improved) {                                                                      \
            const Permutation& table = noise.permutation();                                                            \
            if (!gradient) return improved##N(first<N>(at)..., table, repeat);                                         \
            return with_slopes(improved##N##_gradient(first<N>(at)..., table, repeat, g));                             \
        }                                                                                                              \
        if (s.algorithm == Algorithm::value) {                                                                         \
            if (!gradient) return value##N(first<N>(at)..., seed, repeat);                                             \
            return with_slopes(value##N##_gradient(first<N>(at)..., seed, repeat, g));                                 \
        }                                                                                                              \
        if (period != glm::uvec4(0u)) {                                                                                \
            if (!gradient) return perlin##N##_periodic(first<N>(at)..., seed, repeat);                                 \
            return with_slopes(perlin##N##_periodic_gradient(first<N>(at)..., seed, repeat, g));                       \
        }                                                                                                              \
        if (!gradient) return perlin##N(first<N>(at)..., seed);                                                        \
        return with_slopes(perlin##N##_gradient(first<N>(at)..., seed, g));                                            \
    }
    switch (s.dim) {
        ISONOISE_CASE(1)
        ISONOISE_CASE(2)
        ISONOISE_CASE(3)
        ISONOISE_CASE(4)
    default: return 0.0f;
    }
#undef ISONOISE_CASE
}

// The value and the derivatives at a point.
using Results = std::array<float, 5>;

template <class... At> Results defined(const Noise& noise, const At&... at) {
    glm::vec4 g(0.0f);
    const float value = reference(noise, at..., g);
    return {value, g.x, g.y, g.z, g.w};
}

// Computed by the check's function.
template <class... At> Results alone(const Noise& noise, const Check& check, const At&... at) {
    glm::vec4 g(0.0f);
    const float value = check.function                ? function(noise, check.gradient, g, at...)
                        : !check.gradient             ? noise(at...)
                        : has_slope(noise.settings()) ? noise.slope(at..., g)
                                                      : noise.gradient(at..., g);
    return {value, g.x, g.y, g.z, g.w};
}

// Many values, with derivatives if requested.
class ManyResults {
  public:
    ManyResults(std::size_t count, int slopes) {
        for (int c = 0; c <= slopes; ++c)
            numbers_[static_cast<std::size_t>(c)].resize(count);
    }
    Channels channels() {
        Channels to;
        to.value.data = numbers_[0].data();
        for (std::size_t c = 0; c < 4 && !numbers_[c + 1].empty(); ++c)
            to.gradient[c].data = numbers_[c + 1].data();
        return to;
    }
    Results operator[](std::size_t i) const {
        Results all{};
        for (std::size_t c = 0; c < all.size() && !numbers_[c].empty(); ++c)
            all[c] = numbers_[c][i];
        return all;
    }

  private:
    std::array<std::vector<float>, 5> numbers_;
};

// Compares every fast path with the definition, on every instruction set.
class Comparison {
  public:
    Comparison(const Check& check, const Noise& noise, FastResult& result)
        : check_(check), noise_(noise), slopes_(check.gradient ? noise.settings().dim : 0), result_(result) {}
    ~Comparison() { use_instructions({}); }

    void points(const std::vector<glm::vec4>& points) {
        begin(points.size());
        for (std::size_t i = 0; i < points.size(); ++i) {
            at_[i] = forms_of(noise_.settings(), points[i]);
            expected_[i] = defined(noise_, points[i]);
            compare(i, "the definition at the cell", defined(noise_, at_[i].cell, at_[i].fraction));
        }
        for (set_ = 0; set_ < sets_.size(); ++set_) {
            use_instructions(set_);
            for (std::size_t i = 0; i < points.size(); ++i) {
                compare(i, "at the coordinate", alone(noise_, check_, at_[i].point));
                compare(i, "at the cell", alone(noise_, check_, at_[i].cell, at_[i].fraction));
            }
            if (!check_.function) list(points);
        }
        end();
    }

    // Arbitrary cells, including the ends of int.
    void cells(const std::vector<glm::ivec4>& cells, const std::vector<glm::vec4>& fractions) {
        begin(cells.size());
        for (std::size_t i = 0; i < cells.size(); ++i) {
            at_[i] = {glm::vec4(0.0f), cells[i], fractions[i]};
            expected_[i] = defined(noise_, cells[i], fractions[i]);
        }
        for (set_ = 0; set_ < sets_.size(); ++set_) {
            use_instructions(set_);
            for (std::size_t i = 0; i < cells.size(); ++i)
                compare(i, "in the cell", alone(noise_, check_, cells[i], fractions[i]));
        }
        end();
    }

    // perlinN_fbm(), which takes only coordinates.
    void fbm(const std::vector<glm::vec4>& points) {
        const Settings& s = noise_.settings();
        const Fbm terms = isonoise::fbm(s.octaves, s.persistence, s.lacunarity);
        begin(points.size());
        for (std::size_t i = 0; i < points.size(); ++i) {
            at_[i] = forms_of(s, points[i]);
            expected_[i] = {reference_fbm(s.dim, points[i], s.seed, terms)};
        }
        for (set_ = 0; set_ < sets_.size(); ++set_) {
            use_instructions(set_);
            for (std::size_t i = 0; i < points.size(); ++i) {
                const glm::vec4 p = points[i];
                compare(i, "at the coordinate",
                        {s.dim == 1   ? perlin1_fbm(p.x, s.seed, terms)
                         : s.dim == 2 ? perlin2_fbm(first<2>(p), s.seed, terms)
                         : s.dim == 3 ? perlin3_fbm(first<3>(p), s.seed, terms)
                                      : perlin4_fbm(p, s.seed, terms)});
            }
        }
        end();
    }

    void grid(const GridAxes& grid) {
        begin(static_cast<std::size_t>(grid.x.count * grid.y.count * grid.z.count * grid.w.count));
        for (std::size_t i = 0; i < at_.size(); ++i) {
            auto rest = static_cast<std::int64_t>(i);
            for (int c = 0; c < noise_.settings().dim; ++c) {
                const GridAxis& axis = grid[static_cast<std::size_t>(c)];
                const AxisPoint at = grid_point(noise_, axis, c, rest % axis.count);
                rest /= axis.count;
                at_[i].cell[c] = at.cell;
                at_[i].fraction[c] = at.fraction;
            }
            expected_[i] = defined(noise_, at_[i].cell, at_[i].fraction);
        }
        for (set_ = 0; set_ < sets_.size(); ++set_) {
            use_instructions(set_);
            ManyResults output(at_.size(), slopes_);
            evaluate(noise_, grid, output.channels());
            for (std::size_t i = 0; i < at_.size(); ++i)
                compare(i, "in a grid", output[i]);
        }
        end();
    }

  private:
    void begin(std::size_t count) {
        at_.assign(count, {});
        expected_.assign(count, {});
        differs_.assign(count, false);
    }
    void end() {
        result_.points += at_.size();
        result_.differing += static_cast<std::uint64_t>(std::count(differs_.begin(), differs_.end(), true));
    }

    // As vectors, and as one array per axis.
    void list(const std::vector<glm::vec4>& points) {
        std::vector<float> axes[4];
        for (const bool vectors : {true, false}) {
            Points from{.count = std::ssize(points)};
            for (int c = 0; c < noise_.settings().dim; ++c) {
                const auto i = static_cast<std::size_t>(c);
                for (const glm::vec4& point : points)
                    axes[i].push_back(point[c]);
                from.coordinates[i] = vectors ? &points[0][c] : axes[i].data();
                from.strides[i] = vectors ? 4 : 1;
            }
            ManyResults output(points.size(), slopes_);
            evaluate(noise_, from, output.channels());
            for (std::size_t i = 0; i < points.size(); ++i)
                compare(i, "in a list", output[i]);
        }
    }

    void compare(std::size_t i, const char* way, const Results& got) {
        for (std::size_t c = 0; c <= static_cast<std::size_t>(slopes_); ++c) {
            if (ulp_distance(expected_[i][c], got[c]) == 0) continue;
            if (!differs_[i] && result_.first.size() < kShown) {
                result_.first.push_back({noise_.settings(), way, sets_[set_], at_[i].point, at_[i].cell,
                                         at_[i].fraction, static_cast<int>(c), expected_[i][c], got[c]});
            }
            differs_[i] = true;
        }
    }

    const Check& check_;
    const Noise& noise_;
    int slopes_;
    FastResult& result_;
    std::vector<Forms> at_;
    std::vector<Results> expected_;
    std::vector<bool> differs_;
    const std::vector<std::string> sets_ = instruction_sets();
    std::size_t set_ = 0;
};

// Rows with steps from a fraction of a cell to many cells, near the origin and far out.
GridAxes draw_axes(Random& random, const Noise& noise) {
    const Settings& s = noise.settings();
    GridAxes grid;
    for (std::size_t c = 0; c < static_cast<std::size_t>(s.dim); ++c) {
        const double reach = std::min(std::exp2(random.between(-3, 34)), 0x1p50 / static_cast<double>(s.frequency));
        const std::uint64_t most = c == 0 ? (random.next() % 4 ? 40 : kMostOfASetting) : 4;
        grid[c].offset = random.between(-reach, reach);
        grid[c].step = std::exp2(random.between(-30, 4)) * (random.next() % 2 ? 1 : -1);
        grid[c].count = static_cast<std::int64_t>(1 + random.next() % most);
        grid[c].first = static_cast<std::int64_t>(random.next() % 100) - 50;
        if (random.next() % 2 == 0) {  // rows that begin at any cell
            glm::ivec4 cell;
            glm::vec4 fraction;
            fill_cells(random, {&cell, 1}, {&fraction, 1});
            grid[c].along = {cell.y, std::floor(random.between(0, 9)) / 9};
        }
        if (periods(s)[c] != 0 && random.next() % 2 == 0)
            grid[c].per_period = static_cast<std::int64_t>(1 + random.next() % 50);
    }
    return grid;
}

}  // namespace

FastResult compare_fast(const Check& check, std::uint64_t points, std::uint32_t seed) {
    FastResult result;
    Check drawn = check;
    drawn.cells = false;  // any frequency
    Random random = random_of(check, seed);
    const std::uint64_t most = std::clamp<std::uint64_t>(points / 16, 64, kMostOfASetting);
    for (std::uint64_t number = 0; result.points < points; ++number) {
        const Noise noise(settings_of_batch(drawn, number, seed, random));
        Comparison comparison(check, noise, result);
        std::vector<glm::vec4> batch(static_cast<std::size_t>(std::min(most, points - result.points)));
        fill_points(random, batch, number == 0);
        if (check.function && has_octaves(check)) {
            comparison.fbm(batch);
            continue;
        }
        comparison.points(batch);
        std::vector<glm::ivec4> cells(batch.size());
        fill_cells(random, cells, batch);
        comparison.cells(cells, batch);
        if (!check.function) comparison.grid(draw_axes(random, noise));
    }
    return result;
}

}  // namespace isonoise
