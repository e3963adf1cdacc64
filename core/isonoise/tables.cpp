// The lookup tables of `improved`, `diagonal` and `slope`, and of `axis`.
#include <utility>

#include "isonoise/isonoise.hpp"

namespace isonoise {

// Full mixing. (Constants: Chris Wellons, "Prospecting for hash functions", lowbias32)
static std::uint32_t mix(std::uint32_t h) {
    h ^= h >> 16;
    h *= 0x7FEB352Du;
    h ^= h >> 15;
    h *= 0x846CA68Bu;
    h ^= h >> 16;
    return h;
}

Permutation permutation(std::uint32_t seed) {
    // clang-format off
    Permutation table = {
    151, 160, 137, 91, 90, 15, 131, 13, 201, 95, 96, 53, 194, 233, 7, 225,
    140, 36, 103, 30, 69, 142, 8, 99, 37, 240, 21, 10, 23, 190, 6, 148,
    247, 120, 234, 75, 0, 26, 197, 62, 94, 252, 219, 203, 117, 35, 11, 32,
    57, 177, 33, 88, 237, 149, 56, 87, 174, 20, 125, 136, 171, 168, 68, 175,
    74, 165, 71, 134, 139, 48, 27, 166, 77, 146, 158, 231, 83, 111, 229, 122,
    60, 211, 133, 230, 220, 105, 92, 41, 55, 46, 245, 40, 244, 102, 143, 54,
    65, 25, 63, 161, 1, 216, 80, 73, 209, 76, 132, 187, 208, 89, 18, 169,
    200, 196, 135, 130, 116, 188, 159, 86, 164, 100, 109, 198, 173, 186, 3, 64,
    52, 217, 226, 250, 124, 123, 5, 202, 38, 147, 118, 126, 255, 82, 85, 212,
    207, 206, 59, 227, 47, 16, 58, 17, 182, 189, 28, 42, 223, 183, 170, 213,
    119, 248, 152, 2, 44, 154, 163, 70, 221, 153, 101, 155, 167, 43, 172, 9,
    129, 22, 39, 253, 19, 98, 108, 110, 79, 113, 224, 232, 178, 185, 112, 104,
    218, 246, 97, 228, 251, 34, 242, 193, 238, 210, 144, 12, 191, 179, 162, 241,
    81, 51, 145, 235, 249, 14, 239, 107, 49, 192, 214, 31, 181, 199, 106, 157,
    184, 84, 204, 176, 115, 121, 50, 45, 127, 4, 150, 254, 138, 236, 205, 93,
    222, 114, 67, 29, 24, 72, 243, 141, 128, 195, 78, 66, 215, 61, 156, 180,
    };
    // clang-format on
    if (seed == 0) return table;
    std::uint32_t state = seed;
    for (std::uint32_t i = 255; i > 0; --i) {
        state += 0x9E3779B9u;
        std::uint64_t j = (std::uint64_t(mix(state)) * (i + 1)) >> 32;
        std::swap(table[i], table[std::size_t(j)]);
    }
    return table;
}

// The subtractive generator (D. Knuth, TAOCP 2, 3.2.2) as in .NET's System.Random(seed), whose additions wrap.
AxisTable axis_table(std::uint32_t seed) {
    auto minus = [](std::int32_t a, std::int32_t b) { return std::int32_t(std::uint32_t(a) - std::uint32_t(b)); };
    constexpr std::int32_t most = 2147483647;
    std::int32_t state[56] = {};
    const std::int32_t number = std::int32_t(seed);
    std::int32_t a = minus(161803398, number == -most - 1 ? most : number < 0 ? -number : number);
    std::int32_t b = 1;
    state[55] = a;
    for (int i = 1; i < 55; ++i) {
        const int at = (21 * i) % 55;
        state[at] = b;
        b = minus(a, b);
        if (b < 0) b += most;
        a = state[at];
    }
    for (int round = 0; round < 4; ++round) {
        for (int i = 1; i < 56; ++i) {
            const int n = i + 30 >= 55 ? i + 30 - 55 : i + 30;
            state[i] = minus(state[i], state[1 + n]);
            if (state[i] < 0) state[i] += most;
        }
    }
    AxisTable table{};
    int first = 0, second = 21;
    for (std::uint8_t& entry : table) {
        first = first + 1 >= 56 ? 1 : first + 1;
        second = second + 1 >= 56 ? 1 : second + 1;
        std::int32_t r = minus(state[first], state[second]);
        if (r == most) --r;
        if (r < 0) r += most;
        state[first] = r;
        entry = std::uint8_t(r & 255);
    }
    return table;
}

}  // namespace isonoise
