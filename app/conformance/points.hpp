// Test points and settings, and the distance between two floats under the numeric contract.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <span>
#include <string>

#include <glm/vec4.hpp>

#include "isonoise/settings.hpp"

namespace isonoise {

// 64-bit generator (splitmix64; Steele, Lea, Flood 2014). Gives the same numbers on every machine, unlike <random>'s
// distributions.
class Random {
  public:
    explicit Random(std::uint64_t seed) : state_(seed) {}
    std::uint64_t next() {
        std::uint64_t z = (state_ += 0x9E3779B97F4A7C15u);
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
        return z ^ (z >> 31);
    }
    std::uint32_t bits() { return static_cast<std::uint32_t>(next() >> 32); }
    // In [0, 1), a multiple of 2^-53.
    double unit() { return static_cast<double>(next() >> 11) * 0x1p-53; }
    double between(double low, double high) { return low + (high - low) * unit(); }

  private:
    std::uint64_t state_;
};

// "-0x1.5bfd46p-1", as printed by C and `sample --hex`.
std::string in_hex(float value);

// Fills a batch: with `specials`, first the special values in each component in turn; then coordinates of every kind:
// near the origin, around lattice points, far out, and random bit patterns.
void fill_points(Random& random, std::span<glm::vec4> points, bool specials);

// Like fill_points(), for cells and fractions. Cells lie near the origin, near the ends of int, at powers of two and
// anywhere; fractions lie anywhere in [0, 1], near both ends, and occasionally outside.
void fill_cells(Random& random, std::span<glm::ivec4> cells, std::span<glm::vec4> fractions);

// Random valid settings of an algorithm: each setting of the table at its default, at either end of its range, or in
// between. dim is only used if the algorithm has it.
Settings random_settings(Random& random, Algorithm algorithm, int dim);

// Distance in units in the last place. Zeros and subnormals count as one value; a NaN is infinitely far from
// everything.
inline std::uint64_t ulp_distance(float a, float b) {
    if (std::isnan(a) || std::isnan(b)) return UINT64_MAX;
    auto order = [](float x) {
        if (std::fabs(x) < 0x1p-126f) return std::int64_t{0};
        std::int64_t m = std::bit_cast<std::uint32_t>(x) & 0x7FFFFFFFu;
        m -= 0x007FFFFF;  // the smallest normal number is next to 0
        return std::signbit(x) ? -m : m;
    };
    std::int64_t d = order(a) - order(b);
    return static_cast<std::uint64_t>(d < 0 ? -d : d);
}

}  // namespace isonoise
