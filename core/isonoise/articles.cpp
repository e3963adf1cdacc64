// Twin of shaders/isonoise/articles.glsl: read them side by side. isonoise.hpp documents the functions.
#include "isonoise/articles.hpp"

namespace isonoise {

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

static const Permutation& standard_table() {
    static const Permutation table = permutation(0);
    return table;
}

namespace detail {

float axis2(ivec2 cell, vec2 fraction, const AxisTable& table) {
    float4 f = guard_fraction(load(fraction));
    return snap(axis2_kernel(table, ends(load(cell), uint4(0u)), f, quintic(f)));
}
float axis2(vec2 p, const AxisTable& table) {
    float4 f = guard(load(p));
    uint4 cell = split(f);
    return snap(axis2_kernel(table, ends(cell, uint4(0u)), f, quintic(f)));
}

float diagonal2(ivec2 cell, vec2 fraction) {
    float4 f = guard_fraction(load(fraction));
    return snap(diagonal2_kernel(standard_table(), ends(load(cell), uint4(0u)), f, quintic(f)));
}
float diagonal2(vec2 p) {
    float4 f = guard(load(p));
    uint4 cell = split(f);
    return snap(diagonal2_kernel(standard_table(), ends(cell, uint4(0u)), f, quintic(f)));
}

}  // namespace detail

float slope1(int cell, float fraction) {
    float f = guard_fraction(fraction);
    uint4 period = load(255u);
    return snap(slope1_kernel(standard_table(), ends(wrap(load(cell), period), period), f, cubic(f)));
}
float slope1(float p) {
    float q = guard(p);
    float c = floor(q);
    return slope1(int(c), q - c);
}

}  // namespace isonoise
