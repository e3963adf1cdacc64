// The articles' systems in double, as published, with floor where an article truncates so that negative coordinates are
// well defined. Ported from a Python oracle outside this repository; articles_test.cpp contains its numbers.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string_view>

namespace articles {

// Ken Perlin's table, two hex digits per entry.
inline int perm(std::int64_t i) {
    static constexpr std::string_view digits =
        "97a0895b5a0f830dc95f6035c2e907e18c24671e458e086325f0150a17be0694f778ea4b001ac53e5efcdbcb75230b20"
        "39b12158ed953857ae147d88aba844af4aa547868b301ba64d929ee7536fe57a3cd385e6dc695c29372ef528f4668f36"
        "41193fa101d85049d14c84bbd05912a9c8c4878274bc9f56a4646dc6adba034034d9e2fa7c7b05ca2693767eff5255d4"
        "cfce3be32f103a11b6bd1c2adfb7aad577f898022c9aa346dd99659ba72bac09811627fd13626c6e4f71e0e8b2b97068"
        "daf661e4fb22f2c1eed2900cbfb3a2f1513391ebf90eef6b31c0d61fb5c76a9db854ccb07379322d7f0496fe8aeccd5d"
        "de72431d1848f38d80c34e42d73d9cb4";
    auto digit = [](char c) { return c <= '9' ? c - '0' : c - 'a' + 10; };
    const auto at = static_cast<std::size_t>(i & 255) * 2;
    return digit(digits[at]) * 16 + digit(digits[at + 1]);
}

inline double smooth(double t) { return t * t * t * (10 + t * (6 * t - 15)); }
inline double mix(double a, double b, double t) { return (1 - t) * a + t * b; }

// Improved noise; lattice coordinates are taken modulo `repeat` before the table lookup.
inline double improved3(double x, double y, double z, std::int64_t repeat) {
    const std::array<double, 3> p = {x, y, z};
    double sum = 0;
    for (int corner = 0; corner < 8; ++corner) {
        std::int64_t hash = 0;
        std::array<double, 3> d{};
        double weight = 1;
        for (std::size_t c = 0; c < 3; ++c) {
            const int high = corner >> c & 1;
            std::int64_t n = static_cast<std::int64_t>(std::floor(p[c])) + high;
            if (repeat > 0) n = (n % repeat + repeat) % repeat;
            hash = perm(hash + (n & 255));
            d[c] = p[c] - std::floor(p[c]) - high;
            const double s = smooth(p[c] - std::floor(p[c]));
            weight *= high ? s : 1 - s;
        }
        const std::int64_t h = hash & 15;
        const double u = h < 8 ? d[0] : d[1], v = h < 4 ? d[1] : h == 12 || h == 14 ? d[0] : d[2];
        sum += weight * ((h & 1 ? -u : u) + (h & 2 ? -v : v));
    }
    return sum;
}

// OctavePerlin: the frequency doubles per octave, the repeat does not change.
inline double octave_perlin(double x, double y, double z, int octaves, double persistence, std::int64_t repeat) {
    double total = 0, amplitude = 1, most = 0;
    for (int i = 0; i < octaves; ++i, amplitude *= persistence, x *= 2, y *= 2, z *= 2) {
        total += amplitude * improved3(x, y, z, repeat);
        most += amplitude;
    }
    return total / most;
}

inline double diagonal2(double x, double y) {
    static constexpr double gx[] = {1, -1, -1, 1}, gy[] = {1, 1, -1, -1};
    const auto column = static_cast<std::int64_t>(std::floor(x)), row = static_cast<std::int64_t>(std::floor(y));
    const double fx = x - std::floor(x), fy = y - std::floor(y);
    auto dot = [&](int dx, int dy) {
        const int g = perm(perm(column + dx) + ((row + dy) & 255)) % 4;
        return gx[g] * (fx - dx) + gy[g] * (fy - dy);
    };
    return mix(mix(dot(0, 0), dot(0, 1), smooth(fy)), mix(dot(1, 0), dot(1, 1), smooth(fy)), smooth(fx));
}

inline double slope1(double x) {
    const auto i = static_cast<std::int64_t>(std::floor(x));
    const double f = x - std::floor(x), t = (3 - 2 * f) * f * f;
    auto slope = [](std::int64_t k) { return perm((k % 255 + 255) % 255) * 2.0 - 255.0; };
    return mix(slope(i) * f, slope(i + 1) * (f - 1), t) / 127.5;
}

// The generator behind .NET's System.Random(seed), with its int32 wraparound.
class DotNetRandom {
  public:
    explicit DotNetRandom(std::uint32_t seed) {
        const std::int64_t number = wrapped(seed);
        std::int64_t last = 161803398 - (number == -2147483648LL ? kMost : std::llabs(number)), next = 1;
        state_[55] = last;
        for (std::size_t i = 1; i < 55; ++i) {
            const std::size_t at = 21 * i % 55;
            state_[at] = next;
            next = positive(last - next);
            last = state_[at];
        }
        for (int round = 0; round < 4; ++round) {
            for (std::size_t i = 1; i < 56; ++i)
                state_[i] = positive(state_[i] - state_[1 + (i + 30) % 55]);
        }
    }
    std::int64_t next() {
        first_ = first_ == 55 ? 1 : first_ + 1;
        second_ = second_ == 55 ? 1 : second_ + 1;
        std::int64_t r = wrapped(state_[first_] - state_[second_]);
        if (r == kMost) --r;
        if (r < 0) r += kMost;
        return state_[first_] = r;
    }

  private:
    static constexpr std::int64_t kMost = 2147483647;
    static std::int64_t wrapped(std::int64_t v) { return ((v + 2147483648LL) & 0xFFFFFFFFLL) - 2147483648LL; }
    static std::int64_t positive(std::int64_t v) {
        v = wrapped(v);
        return v < 0 ? v + kMost : v;
    }
    std::array<std::int64_t, 56> state_{};
    std::size_t first_ = 0, second_ = 21;
};

class Axis2 {
  public:
    explicit Axis2(std::uint32_t seed) {
        DotNetRandom random(seed);
        for (int& byte : bytes_)
            byte = static_cast<int>(random.next() & 255);
    }
    double operator()(double x, double y) const {
        const auto column = static_cast<std::int64_t>(std::floor(x)), row = static_cast<std::int64_t>(std::floor(y));
        const double fx = x - std::floor(x), fy = y - std::floor(y);
        auto dot = [&](int dx, int dy) {
            // In 64 bits the products stay exact for 30-bit lattice points.
            const std::int64_t v = ((column + dx) * 1836311903) ^ ((row + dy) * 2971215073 + 4807526976);
            switch (bytes_[static_cast<std::size_t>(v & 1023)] & 3) {
            case 0: return fx - dx;
            case 1: return dx - fx;
            case 2: return fy - dy;
            default: return dy - fy;
            }
        };
        return mix(mix(dot(0, 0), dot(1, 0), smooth(fx)), mix(dot(0, 1), dot(1, 1), smooth(fx)), smooth(fy));
    }

  private:
    std::array<int, 1024> bytes_{};
};

// Sums octaves of any of these noises, each twice as fine as the last.
template <class Noise> double octaves(const Noise& noise, double x, double y, int count, double persistence) {
    double total = 0, amplitude = 1, most = 0;
    for (int i = 0; i < count; ++i, amplitude *= persistence, x *= 2, y *= 2) {
        total += amplitude * noise(x, y);
        most += amplitude;
    }
    return total / most;
}

}  // namespace articles
