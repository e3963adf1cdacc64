// The functions of the articles' systems, which isonoise.hpp documents, by their definition (definition/articles.hpp).
#include "isonoise/definition/articles.hpp"

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

namespace {

definition::vec<2> plain(detail::vec2 p) { return {p[0], p[1]}; }
definition::ivec<2> plain(detail::ivec2 p) { return {p[0], p[1]}; }

}  // namespace

namespace detail {

float axis2(ivec2 cell, vec2 fraction, const AxisTable& table) {
    return definition::axis2(plain(cell), definition::guard_fraction(plain(fraction)), table);
}
float axis2(vec2 p, const AxisTable& table) {
    return definition::axis2(definition::whole(plain(p)), definition::fraction(plain(p)), table);
}
float diagonal2(ivec2 cell, vec2 fraction) {
    return definition::diagonal2(plain(cell), definition::guard_fraction(plain(fraction)), standard_table());
}
float diagonal2(vec2 p) {
    return definition::diagonal2(definition::whole(plain(p)), definition::fraction(plain(p)), standard_table());
}

}  // namespace detail

float slope1(int cell, float fraction) {
    return definition::slope1(cell, definition::guard_fraction(fraction), standard_table());
}
float slope1(float p) {
    const definition::vec<1> at(p);
    return definition::slope1(definition::whole(at).x, definition::fraction(at).x, standard_table());
}

}  // namespace isonoise
