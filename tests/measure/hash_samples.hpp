// The samples that the tests of hashes judge: gradient indices of blocks of cells, and statistics of them.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "hashes.hpp"
#include "sets.hpp"
#include "table.hpp"

namespace measure {

inline constexpr uint kOctave = 0x9E3779B9u;  // octave i is seeded with seed ^ i*kOctave
inline constexpr uint kSeeds[] = {0, 1, 2, 12345, 0xDEADBEEF, 0x80000000, 77777777, 0xFFFFFFFF};

// The greatest of many deviations from the ideal.
struct Worst {
    double value = 0;
    double sigmas = 0;
    void add(double v, double s) {
        if (std::fabs(s) >= std::fabs(sigmas)) *this = {v, s};
    }
    std::string text(const char* format = "{:.4f}") const {
        return flagged(fmt::format(fmt::runtime(format), value) + fmt::format(" ({:.1f}σ)", std::fabs(sigmas)),
                       std::fabs(sigmas));
    }
    std::string sigma_text() const { return flagged(fmt::format("{:.1f}σ", sigmas), std::fabs(sigmas)); }
};

// Converts chi-square with `degrees` of freedom to a normal deviate. (Wilson and Hilferty)
inline double chi_square_sigmas(double chi2, double degrees) {
    const double a = 2.0 / (9 * degrees);
    return (std::cbrt(chi2 / degrees) - (1 - a)) / std::sqrt(a);
}

// The sets of version 0.1: the number of hash bits that choose a gradient, and the gradients' dot products.
struct Gradients {
    int bits = 0;
    std::vector<Vec> vectors;
    std::vector<double> dots;  // for gradients i and j at i*size + j, over |g|^2
    double dot_square = 0;     // their mean square; the root of it over sqrt(n) is the noise of a mean of n products

    std::size_t size() const { return vectors.size(); }
};

template <int Dim> Gradients make_gradients() {
    Gradients g;
    g.vectors = vectors_of<TodaysSet<Dim>>();
    g.bits = std::countr_zero(g.vectors.size());
    double length2 = 0;
    for (const Vec& v : g.vectors)
        for (double c : v)
            length2 += c * c / static_cast<double>(g.size());
    for (const Vec& v : g.vectors) {
        for (const Vec& w : g.vectors) {
            double dot = 0;
            for (std::size_t c = 0; c < 4; ++c)
                dot += v[c] * w[c] / length2;
            g.dots.push_back(dot);
            g.dot_square += dot * dot / static_cast<double>(g.size() * g.size());
        }
    }
    return g;
}

inline const Gradients& gradients(int dim) {
    static const Gradients all[] = {make_gradients<1>(), make_gradients<2>(), make_gradients<3>(), make_gradients<4>()};
    return all[dim - 1];
}

using Size = std::array<int, 4>;

// The gradient indices of a block of cells, x fastest.
struct Block {
    Size size;
    std::vector<std::uint8_t> index;

    Block(const Hash& hash, int dim, const Cell& origin, const Size& extent, uint seed) : size(extent) {
        const int shift = 32 - gradients(dim).bits;
        index.resize(std::size_t(size[0]) * std::size_t(size[1]) * std::size_t(size[2]) * std::size_t(size[3]));
        std::vector<uint> row(static_cast<std::size_t>(size[0]));
        auto out = index.begin();
        for (int w = 0; w < size[3]; ++w) {
            for (int z = 0; z < size[2]; ++z) {
                for (int y = 0; y < size[1]; ++y) {
                    const Cell cell = {origin[0], origin[1] + uint(y), origin[2] + uint(z), origin[3] + uint(w)};
                    hash.row(dim, cell, 0, size[0], seed, row.data());
                    out = std::transform(row.begin(), row.end(), out,
                                         [shift](uint h) { return std::uint8_t(h >> shift); });
                }
            }
        }
    }
    std::size_t at(int x, int y, int z, int w) const {
        return std::size_t(x) +
               std::size_t(size[0]) *
                   (std::size_t(y) + std::size_t(size[1]) * (std::size_t(z) + std::size_t(size[2]) * std::size_t(w)));
    }
};

// 65536 cells in `dim` dimensions.
inline Size block_size(int dim) {
    static constexpr Size sizes[] = {{65536, 1, 1, 1}, {256, 256, 1, 1}, {64, 32, 32, 1}, {16, 16, 16, 16}};
    return sizes[dim - 1];
}

// Positions of the blocks: around the origin, at negative coordinates, far out, across the wrap at 2^31.
inline constexpr int kOrigins = 4;
inline Cell origin_of(int dim, int number) {
    static constexpr uint starts[] = {0, uint(-100000), 1000000, 0x80000000u};
    Cell cell{};
    for (std::size_t c = 0; c < std::size_t(dim); ++c)
        cell[c] = starts[number] - uint(block_size(dim)[c] / 2);
    return cell;
}

// Counts how often gradients i and j meet.
class Pairs {
  public:
    explicit Pairs(int dim) : g_(gradients(dim)), count_(g_.size() * g_.size()) {}
    void add(std::uint8_t i, std::uint8_t j) { ++count_[i * g_.size() + j]; }
    void add(const Block& a, const Block& b) {
        for (std::size_t i = 0; i < a.index.size(); ++i)
            add(a.index[i], b.index[i]);
    }

    // Judges the correlation of the gradients as vectors, and the independence of the indices by chi-square.
    void judge(Worst& correlation, Worst& dependence) const {
        const std::size_t size = g_.size();
        std::vector<double> rows(size), columns(size);
        double total = 0, dot = 0;
        for (std::size_t i = 0; i < size; ++i) {
            for (std::size_t j = 0; j < size; ++j) {
                const double n = count_[i * size + j];
                rows[i] += n;
                columns[j] += n;
                total += n;
                dot += n * g_.dots[i * size + j];
            }
        }
        correlation.add(dot / total, dot / std::sqrt(total * g_.dot_square));
        double chi2 = 0;
        for (std::size_t i = 0; i < size; ++i) {
            for (std::size_t j = 0; j < size; ++j) {
                const double expected = rows[i] * columns[j] / total, off = count_[i * size + j] - expected;
                if (expected > 0) chi2 += off * off / expected;
            }
        }
        const double degrees = double(size - 1) * double(size - 1);
        dependence.add(chi2 / degrees, chi_square_sigmas(chi2, degrees));
    }

  private:
    const Gradients& g_;
    std::vector<uint> count_;
};

}  // namespace measure
