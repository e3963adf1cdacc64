// The quality of the gradient sets, measured with a hash good enough not to matter.
#include <algorithm>
#include <cmath>

#include "conformance/points.hpp"
#include "fft.hpp"
#include "field.hpp"
#include "kernel.hpp"
#include "measures.hpp"
#include "table.hpp"

namespace measure {
namespace {

double dot(const Vec& a, const Vec& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3]; }

double quintic(double t) { return t * t * t * (t * (t * 6 - 15) + 10); }

struct Moments {
    double mean = 0;  // length of the mean gradient, over the mean length
    double shortest = 1e9, longest = 0;
    double second = 0, fourth = 0;  // greatest over least E[(g.u)^2] and E[(g.u)^4], over directions u
};

// Mean, lengths, and how much the second and fourth moments depend on the direction.
Moments moments(const std::vector<Vec>& set, int dim) {
    Moments m;
    Vec sum{};
    double lengths = 0;
    for (const Vec& g : set) {
        const double length = std::sqrt(dot(g, g));
        m.shortest = std::min(m.shortest, length);
        m.longest = std::max(m.longest, length);
        lengths += length;
        for (std::size_t c = 0; c < 4; ++c)
            sum[c] += g[c];
    }
    m.mean = std::sqrt(dot(sum, sum)) / lengths;
    double least2 = 1e9, most2 = 0, least4 = 1e9, most4 = 0;
    isonoise::Random random(1);
    for (int i = 0; i < 4000; ++i) {
        Vec u{};
        for (std::size_t c = 0; c < std::size_t(dim); ++c)
            u[c] = i < 81 ? i / int(std::pow(3, c)) % 3 - 1 : random.between(-1, 1);  // axes and diagonals first
        const double length = std::sqrt(dot(u, u));
        if (length < 0.01) continue;
        double second = 0, fourth = 0;
        for (const Vec& g : set) {
            const double p = dot(g, u) / length;
            second += p * p;
            fourth += p * p * p * p;
        }
        least2 = std::min(least2, second);
        most2 = std::max(most2, second);
        least4 = std::min(least4, fourth);
        most4 = std::max(most4, fourth);
    }
    m.second = most2 / least2;
    m.fourth = most4 / least4;
    return m;
}

struct Distribution {
    double sigma = 0, kurtosis = 0;
    double beyond_half = 0;  // share of |v| > 1/2
};

// Values of the noise at random points, relative to its supremum.
template <class Set> Distribution distribution(double supremum) {
    constexpr int samples = 1 << 21;
    isonoise::Random random(2);
    double second = 0, fourth = 0;
    int beyond = 0;
    for (int i = 0; i < samples; ++i) {
        Point p{};
        for (std::size_t c = 0; c < Set::kDim; ++c)
            p[c] = static_cast<float>(random.between(-1000, 1000));
        const double v = noise<GoodHash, Set>(p, 1) / supremum;
        second += v * v / samples;
        fourth += v * v * v * v / samples;
        beyond += std::fabs(v) > 0.5;
    }
    return {std::sqrt(second), fourth / (second * second), double(beyond) / samples};
}

// Standard deviation on the lattice planes y = 0 (2D), z = 0 (3D), z = w = 0 (4D), over that half a cell away.
template <class Set> double planes() {
    isonoise::Random random(3);
    std::array<double, 2> second{};
    for (std::size_t half = 0; half < 2; ++half) {
        for (int i = 0; i < 1 << 20; ++i) {
            Point p{};
            for (std::size_t c = 0; c < Set::kDim; ++c) {
                const double at = random.between(-1000, 1000);
                const bool across = c >= (Set::kDim == 2 ? 1 : 2);
                p[c] = static_cast<float>(across ? std::floor(at) + 0.5 * double(half) : at);
            }
            const double v = noise<GoodHash, Set>(p, 1);
            second[half] += v * v;
        }
    }
    return std::sqrt(second[0] / second[1]);
}

struct Ring {
    double axes = 0;        // power along the axes over that along the diagonals
    double modulation = 0;  // greatest over least of 12 sectors of the half circle
};

// Power spectrum on the ring of 0.45 to 0.75 waves per cell, where it peaks; the mean over seeds and slices.
template <class Set> Ring ring() {
    const std::vector<double> mean = mean_spectrum<Set>(256);
    constexpr int n = kFieldSize, half = n / 2;
    constexpr double cell = n * kFieldStep;  // spectrum lines for one wave per cell
    std::array<double, half> radial{}, count{};
    auto each = [&](auto visit) {
        for (int y = -half; y < half; ++y) {
            for (int x = -half; x < half; ++x) {
                const double r = std::hypot(x, y);
                if (r > 0.45 * cell && r < 0.75 * cell)
                    visit(x, y, std::size_t(std::lround(r)), mean[std::size_t((y + half) * n + x + half)]);
            }
        }
    };
    each([&](int, int, std::size_t r, double power) {
        radial[r] += power;
        ++count[r];
    });
    std::array<double, 12> sector{}, lines{};
    each([&](int x, int y, std::size_t r, double power) {
        // relative to the mean at that radius, or the mean radius of a sector's lines would matter
        const auto s = std::size_t((std::lround(std::atan2(y, x) / std::numbers::pi * 12) + 24) % 12);
        sector[s] += power / (radial[r] / count[r]);
        ++lines[s];
    });
    for (std::size_t s = 0; s < 12; ++s)
        sector[s] /= lines[s];
    return {(sector[0] + sector[6]) / (sector[3] + sector[9]),
            *std::max_element(sector.begin(), sector.end()) / *std::min_element(sector.begin(), sector.end())};
}

struct Orientation {
    double fourfold = 0;    // E[w cos 4a] / E[w]: > 0 along the axes, < 0 along the diagonals
    double modulation = 0;  // most frequent over least frequent of 72 directions
};

template <class Set> Orientation orientation() {
    const auto histogram = orientations<Set, 72>();
    Orientation o;
    for (std::size_t i = 0; i < 72; ++i)
        o.fourfold += histogram[i] / 72 * std::cos(4 * 2 * std::numbers::pi * double(i) / 72);
    o.modulation =
        *std::max_element(histogram.begin(), histogram.end()) / *std::min_element(histogram.begin(), histogram.end());
    return o;
}

struct FadeError {
    double worst = 0;      // |float - double|
    double asymmetry = 0;  // |fade(t) + fade(1 - t) - 1|
    double smallest = 1;   // apart from 0
    float low = 0, high = 0;
    long falls = 0;  // steps down between neighbouring floats
};

// Tests a form of the fade at every float from 2^-30 to 1.
template <Variant::Fade Form> FadeError fade_error() {
    FadeError e;
    float before = 0;
    for (uint bits = floatBitsToUint(0x1p-30f); bits <= floatBitsToUint(1.0f); ++bits) {
        const float t = uintBitsToFloat(bits), r = fade<Form>(t);
        e.worst = std::max(e.worst, std::fabs(double(r) - quintic(double(t))));
        if (t >= 0x1p-24f) {
            e.asymmetry = std::max(e.asymmetry, std::fabs(double(r) + double(fade<Form>(1.0f - t)) - 1));
        }
        if (r > 0) e.smallest = std::min(e.smallest, double(r));
        e.low = std::min(e.low, r);
        e.high = std::max(e.high, r);
        e.falls += r < before;
        before = r;
    }
    return e;
}

}  // namespace

double supremum(const std::vector<Vec>& set, int dim) {
    auto at = [&](const Vec& p) {
        double sum = 0;
        for (unsigned corner = 0; corner < 1u << dim; ++corner) {
            double weight = 1, best = -9;
            Vec offset{};
            for (std::size_t c = 0; c < std::size_t(dim); ++c) {
                const unsigned high = corner >> c & 1u;
                offset[c] = p[c] - high;
                weight *= high ? quintic(p[c]) : 1 - quintic(p[c]);
            }
            for (const Vec& g : set)
                best = std::max(best, dot(g, offset));
            sum += weight * best;
        }
        return sum;
    };
    isonoise::Random random(5);
    double best = 0;
    for (int start = 0; start < 30; ++start) {
        Vec p{};
        for (double& c : p)
            c = random.unit();
        double value = at(p);
        for (double step = 0.2; step > 1e-6; step *= 0.97) {
            Vec q = p;
            for (double& c : q)
                c = std::clamp(c + random.between(-step, step), 0.0, 1.0);
            if (const double v = at(q); v > value) {
                value = v;
                p = q;
            }
        }
        best = std::max(best, value);
    }
    return best;
}

void set_quality() {
    print_head("Gradient sets",
               "Length of the mean gradient over the mean length; lengths; greatest over least second and fourth "
               "moment over directions (1: "
               "isotropic); the noise's supremum; then of the noise over its supremum: standard deviation (contrast), "
               "kurtosis (normal 3), share of values beyond 1/2; standard deviation on lattice planes over that "
               "between them; power along the axes over the diagonals, and over 12 sectors the greatest over the "
               "least (noise 1.02 to 1.05); slopes by orientation: fourfold part, greatest over least of 72 directions "
               "(noise 1.03).",
               {"", "set", "n", "mean", "lengths", "2nd", "4th", "supremum", "σ", "kurtosis", "beyond 1/2", "planes",
                "axes", "sectors", "fourfold", "orientations"});
    for_each_set([]<class S>() {
        const std::vector<Vec> set = vectors_of<S>();
        const Moments m = moments(set, S::kDim);
        const double most = supremum(extremes_of<S>(), S::kDim);
        const Distribution d = distribution<S>(most);
        std::vector<std::string> row = {S::kKey,
                                        S::kName,
                                        fmt::format("{}", S::kCount),
                                        fmt::format("{:.4f}", m.mean),
                                        m.longest - m.shortest < 1e-6
                                            ? fmt::format("{:.3f}", m.longest)
                                            : fmt::format("{:.3f} to {:.3f}", m.shortest, m.longest),
                                        fmt::format("{:.3f}", m.second),
                                        fmt::format("{:.3f}", m.fourth),
                                        fmt::format("{:.7f}", most),
                                        fmt::format("{:.3f}", d.sigma),
                                        fmt::format("{:.2f}", d.kurtosis),
                                        fmt::format("{:.1f} %", d.beyond_half * 100)};
        if constexpr (S::kDim > 1) {
            const Ring r = ring<S>();
            const Orientation o = orientation<S>();
            for (double value : {planes<S>(), r.axes, r.modulation})
                row.push_back(fmt::format("{:.2f}", value));
            row.push_back(fmt::format("{:+.3f}", o.fourfold));
            row.push_back(fmt::format("{:.2f}", o.modulation));
        }
        row.resize(16, "-");
        print_row(row);
    });
}

void fade_quality() {
    print_head(
        "Fade",
        "At every float from 2^-30 to 1: the worst error against double, the worst of |fade(t) + fade(1-t) - 1|, "
        "the least value above 0, the range, and how often the next float has a lower value.",
        {"form", "worst error", "asymmetry", "least", "range", "falls"});
    auto row = [](const char* name, const FadeError& e) {
        print_row({name, fmt::format("{:.3g}", e.worst), fmt::format("{:.3g}", e.asymmetry),
                   fmt::format("2^{:.1f}", std::log2(e.smallest)), fmt::format("{:.9g} to {:.9g}", e.low, e.high),
                   fmt::format("{}", e.falls)});
    };
    row("t*t*t*(t*(t*6 - 15) + 10)", fade_error<Variant::Fade::published>());
    row("the same, 0 below 2^-12 (0.1)", fade_error<Variant::Fade::cut>());
    row("0.5 + s*(1.875 + s2*(6*s2 - 5))", fade_error<Variant::Fade::centred>());
}

}  // namespace measure
