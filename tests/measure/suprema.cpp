// Computes the supremum of every function: over the position in a cell, with every corner free to take its best
// gradient. Nothing exceeds it, and it is reached where the hash gives those gradients.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <string>
#include <vector>

#include <fmt/core.h>

#include "conformance/points.hpp"
#include "isonoise/fast/gradient.hpp"
#include "isonoise/fast/hash.hpp"
#include "isonoise/isonoise.hpp"
#include "measures.hpp"

namespace measure {
namespace {

using isonoise::Fade;
namespace fast = isonoise::any_cpu;
using fast::operator*;
using Point = std::array<double, 4>;

struct Set {
    std::string name;
    int dim;
    std::vector<Point> gradients;
    std::vector<std::uint32_t> hashes;  // one per gradient, if core has such a set
};

// The dot products of core's sets with an offset, one corner at a time.
double product(int dim, std::uint32_t h, const Point& offset) {
    const auto x = static_cast<float>(offset[0]), y = static_cast<float>(offset[1]), z = static_cast<float>(offset[2]),
               w = static_cast<float>(offset[3]);
    switch (dim) {
    case 1: return static_cast<double>(fast::lane<0>(fast::corners1(h, x)));
    // corners2 derives the offsets of a square's corners from a fraction, which equals the first corner's
    case 2: return static_cast<double>(fast::lane<0>(fast::corners2(h, {x, y, x, y})));
    case 3: return static_cast<double>(fast::lane<0>(fast::low(fast::corners3(h, x, y, z))));
    default: return static_cast<double>(fast::lane<0>(fast::low(fast::corners4(h, x, y, z, w))));
    }
}

double faded(double t, Fade fade) {
    return fade == Fade::linear ? t : fade == Fade::cubic ? t * t * (3 - 2 * t) : t * t * t * (t * (6 * t - 15) + 10);
}

Set perlin(int dim) {
    Set set{"perlin" + std::to_string(dim), dim, {}, {}};
    if (dim == 1) set.hashes = {0x7FFFFFFFu, 0xFFFFFFFFu};
    for (std::uint32_t i = 0; dim == 2 && i < 8; ++i)
        set.hashes.push_back(i << 29);
    for (std::uint32_t third = 0; dim == 3 && third < 3; ++third) {
        // The middle of each quarter of a third, as a signed number.
        for (std::uint32_t i = 0; i < 4; ++i)
            set.hashes.push_back(0x80000000u + third * 0x55555556u + i * 0x15555555u + 0x0AAAAAAAu);
    }
    for (std::uint32_t i = 0; dim == 4 && i < 32; ++i)
        set.hashes.push_back(i << 27);
    for (std::uint32_t h : set.hashes) {
        Point p{};
        for (std::size_t c = 0; c < static_cast<std::size_t>(dim); ++c) {
            Point unit{};
            unit[c] = 1;
            p[c] = product(dim, h, unit);
        }
        set.gradients.push_back(p);
    }
    return set;
}

std::size_t best_gradient(const Set& set, const Point& p, unsigned corner, double& dot) {
    std::size_t best = 0;
    dot = -1e9;
    for (std::size_t i = 0; i < set.gradients.size(); ++i) {
        double d = 0;
        for (std::size_t c = 0; c < static_cast<std::size_t>(set.dim); ++c)
            d += set.gradients[i][c] * (p[c] - (corner >> c & 1u));
        if (d > dot) {
            dot = d;
            best = i;
        }
    }
    return best;
}

double weight(const Set& set, const Point& p, unsigned corner, Fade fade) {
    double w = 1;
    for (std::size_t c = 0; c < static_cast<std::size_t>(set.dim); ++c)
        w *= corner >> c & 1u ? faded(p[c], fade) : 1 - faded(p[c], fade);
    return w;
}

double value(const Set& set, const Point& p, Fade fade) {
    double sum = 0;
    for (unsigned corner = 0; corner < 1u << set.dim; ++corner) {
        double dot = 0;
        best_gradient(set, p, corner, dot);
        sum += weight(set, p, corner, fade) * dot;
    }
    return sum;
}

// Climbs from many starts.
double supremum(const Set& set, Fade fade, Point& where) {
    isonoise::Random random(1);
    double best = 0;
    for (int start = 0; start < 60; ++start) {
        Point p{};
        for (double& c : p)
            c = random.unit();
        double v = value(set, p, fade);
        for (double step = 0.2; step > 1e-9; step *= 0.97) {
            Point q = p;
            for (double& c : q)
                c = std::clamp(c + (2 * random.unit() - 1) * step, 0.0, 1.0);
            if (const double other = value(set, q, fade); other > v) {
                v = other;
                p = q;
            }
        }
        if (v > best) {
            best = v;
            where = p;
        }
    }
    return best;
}

// The float kernel, given the best gradients at `p`.
float attained(const Set& set, const Point& p) {
    std::array<std::uint32_t, 16> h{};
    for (unsigned corner = 0; corner < 1u << set.dim; ++corner) {
        double dot = 0;
        h[corner] = set.hashes[best_gradient(set, p, corner, dot)];
    }
    // The axes as lattice.hpp loads them: in 1D and 2D more than once.
    const auto axis = [&](int c) {
        return static_cast<float>(p[static_cast<std::size_t>(set.dim < 3 ? c % set.dim : c)]);
    };
    const fast::float4 f(axis(0), axis(1), axis(2), axis(3)), w = fast::quintic(f);
    auto square = [&](std::size_t i) { return fast::uint4(h[i], h[i + 1], h[i + 2], h[i + 3]); };
    auto cube = [&](std::size_t i) { return fast::uint8(square(i), square(i + 4)); };
    switch (set.dim) {
    case 1: return fast::lane<0>(fast::noise1(square(0), f, w));
    case 2: return fast::lane<0>(fast::noise2(square(0), f, w) * fast::kScale<2>);
    case 3: return fast::lane<0>(fast::noise3(cube(0), f, w) * fast::kScale<3>);
    default: return fast::lane<0>(fast::noise4({cube(0), cube(8)}, f, w) * fast::kScale<4>);
    }
}

// Walks the cells of seeds 0, 1, ... at one position, rejecting a cell corner by corner: it counts if its gradients'
// weighted shortfall from the best ones is below `lack`. Prints the first such cell, in 4D the best.
void search(const Set& set, const Point& p, double best, double lack, std::uint64_t cells) {
    const auto corners = 1u << set.dim;
    std::array<double, 16> weights{}, dots{};
    std::array<Point, 16> at{};
    for (unsigned corner = 0; corner < corners; ++corner) {
        weights[corner] = weight(set, p, corner, Fade::quintic);
        best_gradient(set, p, corner, dots[corner]);
        for (std::size_t c = 0; c < 4; ++c)
            at[corner][c] = p[c] - (corner >> c & 1u);
    }
    double least = 1e9;
    std::array<std::uint32_t, 5> where{};
    for (std::uint64_t i = 0; i < cells; ++i) {
        const auto x = static_cast<std::uint32_t>(i & 0xFFFFu),
                   y = static_cast<std::uint32_t>(set.dim > 1 ? (i >> 16) & 0xFFu : 0),
                   seed = static_cast<std::uint32_t>(set.dim > 1 ? i >> 24 : i >> 16);
        const fast::uint8 keys = fast::keys<4>(fast::uint4(x, y, 0u, 0u), fast::seeded(seed));
        const fast::uint4 ends[2] = {fast::low(keys), fast::high(keys)};
        double missing = 0;
        for (unsigned corner = 0; corner < corners && missing < std::min(lack * best, least); ++corner) {
            std::uint32_t k = fast::lane<0>(ends[corner & 1u]);
            if (set.dim > 1) k ^= fast::lane<1>(ends[corner >> 1 & 1u]);
            if (set.dim > 2) k ^= fast::lane<2>(ends[corner >> 2 & 1u]);
            if (set.dim > 3) k ^= fast::lane<3>(ends[corner >> 3 & 1u]);
            const double dot = product(set.dim, fast::hash(k), at[corner]);
            missing += weights[corner] * (dots[corner] - dot);
        }
        if (missing < std::min(lack * best, least)) {
            least = missing;
            where = {seed, x, y, 0, 0};
            if (set.dim < 4) break;
        }
    }
    if (least > 1e8) {
        fmt::print("| {} | none found in 2^{:.0f} cells | |\n", set.name, std::log2(static_cast<double>(cells)));
        return;
    }
    fmt::print("| {} | seed {}, cell ({}, {}, 0, 0), fraction ({:.6f}, {:.6f}, {:.6f}, {:.6f}) | {:.4f} |\n", set.name,
               where[0], where[1], where[2], p[0], p[1], p[2], p[3], 1 - least / best);
}

}  // namespace

void suprema(int log2_cells) {
    fmt::print("### Suprema\n\n| | linear | cubic | quintic | at (quintic) | kernel in float, scaled "
               "|\n|---|---|---|---|---|---|\n");
    std::vector<Set> sets;
    for (int dim = 1; dim <= 4; ++dim)
        sets.push_back(perlin(dim));
    Set axis{"axis", 2, {{1, 0, 0, 0}, {-1, 0, 0, 0}, {0, 1, 0, 0}, {0, -1, 0, 0}}, {}};
    Set diagonal{"diagonal", 2, {{1, 1, 0, 0}, {-1, 1, 0, 0}, {1, -1, 0, 0}, {-1, -1, 0, 0}}, {}};
    Set slope{"slope", 1, {{255, 0, 0, 0}, {-255, 0, 0, 0}}, {}};
    sets.push_back(axis);
    sets.push_back(diagonal);
    sets.push_back(slope);
    Set improved = sets[2];
    improved.name = "improved3";
    improved.hashes.clear();
    sets.push_back(improved);
    std::vector<std::pair<Point, double>> found;
    for (const Set& set : sets) {
        Point p{};
        const double linear = supremum(set, Fade::linear, p), cubic = supremum(set, Fade::cubic, p),
                     quintic = supremum(set, Fade::quintic, p);
        const bool kernel = !set.hashes.empty();
        found.emplace_back(p, quintic);
        fmt::print("| {} | {:.7f} | {:.7f} | {:.7f} | ({:.4f}, {:.4f}, {:.4f}, {:.4f}) | {} |\n", set.name, linear,
                   cubic, quintic, p[0], set.dim > 1 ? p[1] : 0, set.dim > 2 ? p[2] : 0, set.dim > 3 ? p[3] : 0,
                   kernel ? fmt::format("{:.7f}", attained(set, p)) : "");
    }
    fmt::print("\n### Flow: rotated gradients, quintic\n\n| angle | supremum | times the scale that is used "
               "|\n|---|---|---|\n");
    for (double degrees : {0.0, 5.0, 10.0, 15.0, 22.5, 30.0, 40.0, 45.0}) {
        Set turned = sets[1];
        const double a = degrees * std::numbers::pi / 180;
        for (Point& g : turned.gradients)
            g = {g[0] * std::cos(a) - g[1] * std::sin(a), g[0] * std::sin(a) + g[1] * std::cos(a), 0, 0};
        Point p{};
        const double s = supremum(turned, Fade::quintic, p);
        const isonoise::Noise noise({.dim = 2, .flow = static_cast<float>(a)});
        fmt::print("| {} | {:.7f} | {:.7f} |\n", degrees, s, s * static_cast<double>(noise.plan().scale));
    }
    fmt::print("\n### Cells that come near\n\n| | where | of the supremum |\n|---|---|---|\n");
    for (std::size_t i = 0; i < 4; ++i)
        search(sets[i], found[i].first, found[i].second, i < 3 ? 0.009 : 0.5,
               std::uint64_t{1} << (i < 3 ? 33 : log2_cells));
}

}  // namespace measure
