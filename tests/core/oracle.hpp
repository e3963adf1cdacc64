// A second implementation of the definitions, in double and by a different method: sums over corners with explicit
// weights, gradients as lists of vectors, lattice points as 64-bit integers. It shares no code with core, so it detects
// a mistake made in both twins. All numbers fixed by a definition are here and nowhere else in the tests.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "isonoise/isonoise.hpp"

namespace oracle {

using isonoise::Algorithm;
using isonoise::Fade;
using Vec = std::array<double, 4>;
using Counts = std::array<std::uint32_t, 4>;

// A coordinate in cells, split in two to stay precise far from the origin.
struct Coordinate {
    std::int64_t cell = 0;
    double rest = 0.0;
};
using Place = std::array<Coordinate, 4>;

inline Coordinate coordinate(double x, std::int64_t cell = 0) {
    const double whole = std::floor(x);
    return {cell + static_cast<std::int64_t>(whole), x - whole};
}
inline Coordinate times(const Coordinate& x, double factor) {
    if (factor == std::floor(factor)) return coordinate(x.rest * factor, x.cell * static_cast<std::int64_t>(factor));
    return coordinate((static_cast<double>(x.cell) + x.rest) * factor);
}
inline Place place(const Vec& p) { return {coordinate(p[0]), coordinate(p[1]), coordinate(p[2]), coordinate(p[3])}; }

inline double fade(double t, Fade kind = Fade::quintic) {
    switch (kind) {
    case Fade::linear: return t;
    case Fade::cubic: return 3 * std::pow(t, 2) - 2 * std::pow(t, 3);
    default: return 6 * std::pow(t, 5) - 15 * std::pow(t, 4) + 10 * std::pow(t, 3);
    }
}

// The gradient chosen by the hash h of a lattice point.
inline Vec gradient(int dim, std::uint32_t h) {
    auto sign = [](std::uint32_t bits, int bit) { return (bits >> bit) & 1u ? -1.0 : 1.0; };
    switch (dim) {
    case 1: return {sign(h, 31) * (1 + ((h >> 8) % 8388608u) / 8388608.0), 0, 0, 0};
    case 2: {
        const double tangent = std::tan(std::acos(-1.0) / 8);
        const bool x_longer = h >= 2147483648u;
        return {sign(h, 30) * (x_longer ? 1 : tangent), sign(h, 29) * (x_longer ? tangent : 1), 0, 0};
    }
    case 3: {  // thirds of the signed range pick the missing axis, the remainder the signs
        const double n = h < 0x80000000u ? h : h - 4294967296.0;
        const auto rest = static_cast<std::uint32_t>((std::uint64_t{h} * 3) & 0xFFFFFFFFu);
        const double u = sign(rest, 31), v = sign(rest, 30);
        return n < -715827882 ? Vec{0, u, v, 0} : n < 715827883 ? Vec{u, 0, v, 0} : Vec{u, v, 0, 0};
    }
    default: {
        Vec g{};
        const int zero = 3 - static_cast<int>(h >> 30);  // w, z, y, x
        int bit = 27;
        for (int c = 0; c < 4; ++c) {
            if (c != zero) g[static_cast<std::size_t>(c)] = sign(h, bit++);
        }
        return g;
    }
    }
}
// Its index, for integers().
inline std::uint32_t choice(int dim, std::uint32_t h) {
    switch (dim) {
    case 1: return h / 256;
    case 2: return h / 536870912;
    case 3: {
        const double n = h < 0x80000000u ? h : h - 4294967296.0;
        return (n < -715827882 ? 0u : n < 715827883 ? 4u : 8u) + (h * 3u) / 1073741824;
    }
    default: return h / 134217728;
    }
}
// All gradients; in 1D only the smallest and largest slopes.
inline std::vector<Vec> gradients(int dim) {
    if (dim == 1) return {{1}, {-1}, {2}, {-2}};
    std::vector<Vec> all;
    for (std::uint32_t h = 0; h < 32; ++h)
        all.push_back(gradient(dim, h << 27));  // includes duplicates
    return all;
}
// The gradient that `improved` takes for a table entry; in 3D as published.
inline Vec improved_gradient(int dim, std::uint32_t entry) {
    static const Vec edges[] = {{1, 1, 0},  {-1, 1, 0},  {1, -1, 0}, {-1, -1, 0}, {1, 0, 1},  {-1, 0, 1},
                                {1, 0, -1}, {-1, 0, -1}, {0, 1, 1},  {0, -1, 1},  {0, 1, -1}, {0, -1, -1},
                                {1, 1, 0},  {0, -1, 1},  {-1, 1, 0}, {0, -1, -1}};
    static constexpr int shift[] = {24, 29, 0, 27};
    return dim == 3 ? edges[entry % 16] : gradient(dim, entry << shift[dim - 1]);
}
inline std::uint32_t improved_choice(int dim, std::uint32_t entry) {
    static constexpr std::uint32_t kinds[] = {256, 8, 16, 32};
    return entry % kinds[dim - 1];
}

// 1 / supremum over position and gradients, rounded down slightly.
inline double perlin_scale(int dim, Fade fade = Fade::quintic) {
    static constexpr double scale[3][4] = {{1, 1451773, 984736, 669881},   // linear
                                           {1, 1461870, 1003511, 678601},  // cubic
                                           {1, 1465999, 1011792, 682407}};
    if (dim == 1) return 1;
    return scale[fade == Fade::linear ? 0 : fade == Fade::cubic ? 1 : 2][dim - 1] / 1048576;
}

// The same for gradients rotated by an angle: over a 64 by 64 grid of points, in steps of 2^-20.
inline double flow_scale(double angle, Fade kind) {
    std::vector<Vec> turned;
    for (const Vec& g : gradients(2)) {
        turned.push_back(
            {std::cos(angle) * g[0] - std::sin(angle) * g[1], std::sin(angle) * g[0] + std::cos(angle) * g[1], 0, 0});
    }
    double supremum = 0;
    for (int i = 0; i <= 64; ++i) {
        for (int k = 0; k <= 64; ++k) {
            const double x = i / 64.0, y = k / 64.0;
            double sum = 0;
            for (int corner = 0; corner < 4; ++corner) {
                double best = 0;
                for (const Vec& g : turned)
                    best = std::fmax(best, g[0] * (x - corner % 2) + g[1] * (y - corner / 2));
                sum += best * (corner % 2 ? fade(x, kind) : 1 - fade(x, kind)) *
                       (corner / 2 ? fade(y, kind) : 1 - fade(y, kind));
            }
            supremum = std::fmax(supremum, sum);
        }
    }
    return std::floor(1048576 * (1 - 1 / 2048.0) / supremum) / 1048576;
}

// The mean of a fractal's octave, which replaces octaves that filter-width removes.
inline double mean(isonoise::Fractal fractal, int dim, Fade fade, double relative) {
    static constexpr double of_abs[] = {0.2779, 0.2509, 0.1840, 0.1251, 0.2782, 0.2571,
                                        0.2000, 0.1424, 0.2884, 0.2666, 0.2124, 0.1548};
    static constexpr double of_square[] = {0.1558, 0.0997, 0.0523, 0.0242, 0.1406, 0.1020,
                                           0.0610, 0.0311, 0.1385, 0.1066, 0.0679, 0.0363};
    const int at = (fade == Fade::linear ? 0 : fade == Fade::cubic ? 4 : 8) + dim - 1;
    const double a = of_abs[at] * relative, b = of_square[at] * relative * relative;
    switch (fractal) {
    case isonoise::Fractal::turbulence: return a;
    case isonoise::Fractal::billow: return 2 * a - 1;
    case isonoise::Fractal::ridged: return 1 - 4 * a + 2 * b;
    default: return 0;
    }
}

// Separates the seeds of octaves, warp axes and the second layer.
inline constexpr std::uint64_t kOctave = 2654435769u, kWarp = 2246822507u, kLayer = 1540483477u;

// Products of 32-bit integers, computed in 64 bits and truncated.
inline std::uint64_t product(std::uint64_t h, std::uint64_t by) { return (h * by) & 0xFFFFFFFFu; }

// The offset along x derived from a seed.
inline std::uint32_t seeded(std::uint64_t seed) {
    return static_cast<std::uint32_t>(product(seed & 0xFFFFFFFFu, 0x7FEB352D) + 739982445);
}
inline std::uint32_t hashed(int dim, const Counts& lattice, std::uint32_t offset) {
    static constexpr std::uint64_t prime[] = {2654435761u, 2246822519u, 3266489917u, 668265263u};
    const std::uint64_t offsets[] = {offset, 608135816, 2242054355, 320440878};  // all but the first are bits of pi - 3
    std::uint64_t k = 0;
    for (std::size_t c = 0; c < static_cast<std::size_t>(dim); ++c) {
        const std::uint64_t t = product(lattice[c], prime[c]), u = (t + offsets[c]) % 4294967296u;
        k ^= (u / 65536 * (u % 65536) + t) % 4294967296u;
    }
    const std::uint64_t m = k % 16777216;
    return static_cast<std::uint32_t>((m * m + k) % 4294967296u);
}

// The lattice coordinate that gets hashed. Far from the origin an octave has `windows` windows of 2^32 cells around the
// multiples of 2^32; each changes the bits differently.
inline std::uint32_t lattice_coordinate(std::int64_t n, std::uint32_t period, std::int64_t windows) {
    auto modulo = [](std::int64_t a, std::int64_t b) { return (a % b + b) % b; };
    if (period != 0) return static_cast<std::uint32_t>(modulo(n, period));
    constexpr std::int64_t size = std::int64_t{1} << 32;
    const std::int64_t low = modulo(n + size / 2, size) - size / 2, window = modulo((n - low) / size, windows);
    return static_cast<std::uint32_t>(product(static_cast<std::uint64_t>(window), 0xD1B54A35)) ^
           static_cast<std::uint32_t>(low);
}

// A single noise, not a sum of octaves.
struct Base {
    Algorithm algorithm = Algorithm::perlin;
    int dim = 2;
    Fade fade = Fade::quintic;
    Counts period = {};
    std::int64_t windows = 1;
    double angle = 0.0;  // for flow
    double scale = 1.0;
    const isonoise::Permutation* table = nullptr;  // for improved
};

// gradient . offset at a corner; for value noise, the number there.
inline double influence(const Base& base, const Counts& lattice, const Vec& offset, std::uint32_t offset_x) {
    Vec g{};
    if (base.algorithm == Algorithm::improved) {
        std::uint32_t entry = 0;
        for (std::size_t c = 0; c < static_cast<std::size_t>(base.dim); ++c)
            entry = (*base.table)[(entry + (lattice[c] & 255u)) & 255u];
        g = improved_gradient(base.dim, entry);
    } else {
        const std::uint32_t h = hashed(base.dim, lattice, offset_x);
        if (base.algorithm != Algorithm::perlin) {
            const double whole = h < 0x80000000u ? h : h - 4294967296.0;
            return std::floor(whole / 128) / 16777216;
        }
        g = gradient(base.dim, h);
    }
    if (base.angle != 0) {
        const double x = std::cos(base.angle) * g[0] - std::sin(base.angle) * g[1];
        g[1] = std::sin(base.angle) * g[0] + std::cos(base.angle) * g[1];
        g[0] = x;
    }
    return g[0] * offset[0] + g[1] * offset[1] + g[2] * offset[2] + g[3] * offset[3];
}

// The scale factor of a noise.
inline double scale(Algorithm algorithm, int dim, Fade fade, double angle) {
    if (angle != 0) return flow_scale(angle, fade);
    if (algorithm == Algorithm::perlin) return perlin_scale(dim, fade);
    return algorithm == Algorithm::improved && dim == 2 ? perlin_scale(2, fade) : 1.0;
}

inline double noise(const Base& base, const Place& p, std::uint32_t offset_x) {
    double sum = 0;
    for (unsigned corner = 0; corner < (1u << base.dim); ++corner) {
        Counts lattice{};
        Vec offset{};
        double weight = 1;
        for (std::size_t c = 0; c < static_cast<std::size_t>(base.dim); ++c) {
            const unsigned high = (corner >> c) & 1u;
            lattice[c] = lattice_coordinate(p[c].cell + high, base.period[c], base.windows);
            offset[c] = p[c].rest - high;
            weight *= high ? fade(p[c].rest, base.fade) : 1 - fade(p[c].rest, base.fade);
        }
        sum += weight * influence(base, lattice, offset, offset_x);
    }
    return sum * base.scale;
}

inline double perlin(int dim, const Vec& p, std::uint32_t seed, const Counts& period = {}) {
    return noise({.algorithm = Algorithm::perlin, .dim = dim, .period = period, .scale = perlin_scale(dim)}, place(p),
                 seeded(seed));
}
inline double value(int dim, const Vec& p, std::uint32_t seed, const Counts& period = {}) {
    return noise({.algorithm = Algorithm::value, .dim = dim, .period = period}, place(p), seeded(seed));
}
inline double improved(int dim, const Vec& p, const isonoise::Permutation& table, const Counts& period = {}) {
    Base base{.algorithm = Algorithm::improved, .dim = dim, .period = period, .table = &table};
    base.scale = scale(base.algorithm, dim, Fade::quintic, 0);
    return noise(base, place(p), 0);
}

}  // namespace oracle
