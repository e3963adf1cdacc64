// Compares the functions of inline.hpp with those of the library, and Walker with both, bit for bit. Prints a number
// made of all results, which must not depend on the compiler and its flags. See run.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <iterator>

#include "isonoise/inline.hpp"

namespace {

using isonoise::detail::first;
using isonoise::detail::User;

std::uint64_t state = 1, sum = 14695981039346656037u;
int wrong = 0;

std::uint32_t random_bits() {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return static_cast<std::uint32_t>(state >> 32);
}

// A coordinate: near, far, on the lattice, or one that acts as 0. From bits: flags may allow no infinities.
float coordinate() {
    static constexpr std::uint32_t odd[] = {0u,          0x80000000u, 1u,          0x2B800000u, 0x2B7FFFFFu,
                                            0xAB800000u, 0x4F000000u, 0xCF000000u, 0x4EFFFFFFu, 0xCEFFFFFFu,
                                            0x4B800000u, 0x7F800000u, 0x7FC00000u, 0x3F7FFFFFu, 0xB3800000u,
                                            0x4B7FFFFFu, 0x7F7FFFFFu};
    const std::uint32_t kind = random_bits() % 16;
    if (kind == 0) return std::bit_cast<float>(odd[random_bits() % std::size(odd)]);
    const int reach = kind == 1 ? 1 << 20 : kind < 4 ? 1000 : 8;
    const float x = static_cast<float>(static_cast<int>(random_bits()) % (reach << 8)) * 0x1p-8f;
    return kind == 5 ? static_cast<float>(static_cast<int>(x)) : x + static_cast<float>(random_bits() >> 8) * 0x1p-32f;
}
template <class V> V vector() {
    V v{};
    for (int i = 0; i < static_cast<int>(sizeof(V) / sizeof(float)); ++i)
        first(v)[i] = coordinate();
    return v;
}
template <int n> typename User<n>::ivec cells() {
    typename User<n>::ivec v{};
    for (int i = 0; i < n; ++i)
        reinterpret_cast<int*>(&v)[i] = static_cast<int>(random_bits() >> (random_bits() % 2 * 24));
    return v;
}
template <int n> typename User<n>::uvec periods() {
    typename User<n>::uvec v{};
    for (int i = 0; i < n; ++i)
        reinterpret_cast<std::uint32_t*>(&v)[i] = random_bits() % 2 * (random_bits() % 9 + 1);
    return v;
}

void same(const char* what, float expected, float found) {
    const auto bits = std::bit_cast<std::uint32_t>(found);
    sum = (sum ^ bits) * 1099511628211u;
    if (std::bit_cast<std::uint32_t>(expected) == bits) return;
    if (wrong++ < 10) std::printf("%s: %a, the library has %a\n", what, double(found), double(expected));
}

// Calls a function and its inlined twin with a first argument or two.
#define COMPARE(name, n, arguments)                                                                                    \
    {                                                                                                                  \
        [[maybe_unused]] User<n>::vec gradient{}, expected{};                                                          \
        const float value = isonoise::name arguments;                                                                  \
        std::swap(expected, gradient);                                                                                 \
        same(#name, value, isonoise::inlined::name arguments);                                                         \
        for (int i = 0; i < n; ++i)                                                                                    \
            same(#name ", gradient", first(expected)[i], first(gradient)[i]);                                          \
    }
#define CHECK_SUM(name, n, algorithm, a, b, c) COMPARE(name, n, (p##n ISONOISE_HANDS(a, b, c)))
#define CHECK(name, n, algorithm, a, b, c)                                                                             \
    {                                                                                                                  \
        [[maybe_unused]] const auto period = periods<n>();                                                             \
        CHECK_SUM(name, n, algorithm, a, b, c)                                                                         \
        COMPARE(name, n, (cells##n, p##n ISONOISE_HANDS(a, b, c)))                                                     \
    }

template <int n> void walk(std::uint32_t seed) {
    isonoise::Walker<n> walker(seed);
    auto p = vector<typename User<n>::vec>();
    for (int i = 0; i < 64; ++i) {
        for (int c = 0; c < n; ++c)
            first(p)[c] += static_cast<float>(random_bits() % 256) * 0x1p-10f;
        if (i % 16 == 0) p = vector<typename User<n>::vec>();
        if constexpr (n == 2) same("Walker<2>", isonoise::perlin2(p, seed), walker(p));
        if constexpr (n == 3) same("Walker<3>", isonoise::perlin3(p, seed), walker(p));
    }
}

}  // namespace

int main() {
    for (int i = 0; i < 4000; ++i) {
        const std::uint32_t seed = random_bits();
        const isonoise::Permutation table = isonoise::permutation(seed);
        const isonoise::Fbm fbm = isonoise::fbm(static_cast<float>(i % 9) + 0.5f, 0.5f, i % 2 ? 2.0f : 1.75f);
        const auto p1 = vector<float>();
        const auto p2 = vector<glm::vec2>();
        const auto p3 = vector<glm::vec3>();
        const auto p4 = vector<glm::vec4>();
        const auto cells1 = cells<1>();
        const auto cells2 = cells<2>();
        const auto cells3 = cells<3>();
        const auto cells4 = cells<4>();
        ISONOISE_FUNCTIONS(CHECK, CHECK_SUM)
        COMPARE(value1, 1, (p1, seed))
        COMPARE(value2, 2, (cells2, p2, seed))
        COMPARE(improved3, 3, (p3, table))
        COMPARE(improved4, 4, (cells4, p4, table))
        walk<2>(seed);
        walk<3>(seed);
    }
    std::printf("%016llx\n", static_cast<unsigned long long>(sum));
    if (wrong > 0) std::printf("%d results differ\n", wrong);
    return wrong > 0;
}
