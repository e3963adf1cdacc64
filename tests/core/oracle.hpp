// The definitions once more, in double and by another road: sums over corners with explicit weights,
// gradients as lists of vectors. It shares no line with core, so that a slip in both twins is still seen.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "isonoise/isonoise.hpp"

namespace oracle {

using Vec = std::array<double, 4>;

inline double fade(double t) { return 6 * std::pow(t, 5) - 15 * std::pow(t, 4) + 10 * std::pow(t, 3); }

// The gradient with index h.
inline Vec gradient(int dim, std::uint32_t h) {
    auto sign = [h](int bit) { return (h >> bit) & 1u ? -1.0 : 1.0; };
    switch (dim) {
    case 1: return {((h & 7u) + 1) / 4.0 * sign(3), 0, 0, 0};
    case 2: return h < 4 ? Vec{sign(0), 2 * sign(1), 0, 0} : Vec{2 * sign(1), sign(0), 0, 0};
    case 3: {
        static const Vec edges[] = {{1, 1, 0},  {-1, 1, 0},  {1, -1, 0}, {-1, -1, 0}, {1, 0, 1},  {-1, 0, 1},
                                    {1, 0, -1}, {-1, 0, -1}, {0, 1, 1},  {0, -1, 1},  {0, 1, -1}, {0, -1, -1},
                                    {1, 1, 0},  {0, -1, 1},  {-1, 1, 0}, {0, -1, -1}};
        return edges[h];
    }
    default: {
        Vec g{};
        const int zero = 3 - static_cast<int>(h / 8);  // w, z, y, x
        int bit = 0;
        for (int c = 0; c < 4; ++c) {
            if (c != zero) g[static_cast<std::size_t>(c)] = sign(bit++);
        }
        return g;
    }
    }
}

// Interpolates gradient . offset over the corners of the cell that holds p; index(lattice point) gives a
// gradient index.
template <class Index> double interpolate(int dim, const Vec& p, Index index) {
    double sum = 0;
    for (unsigned corner = 0; corner < (1u << dim); ++corner) {
        std::array<std::int64_t, 4> lattice{};
        Vec offset{};
        double weight = 1;
        for (std::size_t c = 0; c < static_cast<std::size_t>(dim); ++c) {
            const unsigned high = (corner >> c) & 1u;
            const double cell = std::floor(p[c]);
            lattice[c] = static_cast<std::int64_t>(cell) + high;
            offset[c] = p[c] - cell - high;
            weight *= high ? fade(p[c] - cell) : 1 - fade(p[c] - cell);
        }
        const Vec g = gradient(dim, index(lattice));
        double dot = 0;
        for (std::size_t c = 0; c < 4; ++c)
            dot += g[c] * offset[c];
        sum += weight * dot;
    }
    return sum;
}

// 1 / supremum over position and gradients, as docs/algorithm.md says.
inline double perlin_scale(int dim) {
    static constexpr double scale[] = {1, 693882 / 1048576.0, 1011792 / 1048576.0, 682407 / 1048576.0};
    return scale[dim - 1];
}

inline double perlin(int dim, const Vec& p, std::uint32_t seed) {
    return perlin_scale(dim) * interpolate(dim, p, [&](const std::array<std::int64_t, 4>& lattice) {
               static constexpr std::uint64_t prime[] = {2654435761u, 2246822519u, 3266489917u, 668265263u};
               auto mixed = [](std::uint64_t h, std::uint64_t by) { return (h * by) & 0xFFFFFFFFu; };
               std::uint64_t s = seed;
               s = mixed(s ^ (s >> 16), 0x7FEB352D);
               s = mixed(s ^ (s >> 15), 0x846CA68B);
               s = s ^ (s >> 16);
               for (std::size_t c = 0; c < static_cast<std::size_t>(dim); ++c) {
                   s ^= mixed(static_cast<std::uint64_t>(lattice[c]) & 0xFFFFFFFFu, prime[c]);
               }
               s = mixed(s ^ (s >> 15), 0x2C1B3C6D);
               static constexpr int bits[] = {4, 3, 4, 5};
               return static_cast<std::uint32_t>(s >> (32 - bits[dim - 1]));
           });
}

inline double improved(int dim, const Vec& p, const isonoise::Permutation& table) {
    const double scale = dim == 2 ? perlin_scale(2) : 1.0;
    return scale * interpolate(dim, p, [&](const std::array<std::int64_t, 4>& lattice) {
               std::uint32_t h = 0;
               for (std::size_t c = 0; c < static_cast<std::size_t>(dim); ++c) {
                   h = table[(h + static_cast<std::uint32_t>(lattice[c] & 255)) & 255u];
               }
               static constexpr std::uint32_t mask[] = {15, 7, 15, 31};
               return h & mask[dim - 1];
           });
}

}  // namespace oracle
