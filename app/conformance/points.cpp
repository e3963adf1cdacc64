#include "conformance/points.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <type_traits>

#include <fmt/format.h>

namespace isonoise {

static constexpr float kInf = std::numeric_limits<float>::infinity();
static const std::array<float, 44> kSpecials = {
    0.0f, -0.0f, 1.0f, -1.0f, 0.5f, -0.5f, 0.25f, 255.0f, 256.0f, -256.0f, 257.5f,
    // one ulp around cells
    0x1.fffffep-1f, 0x1.000002p+0f, -0x1.fffffep-1f, -0x1.000002p+0f,
    // tiny: x - floor(x) is 1 for the negative ones
    1e-10f, -1e-10f, 1e-7f, -1e-7f,
    // around the guard's lower edge, and subnormals
    0x1p-40f, -0x1p-40f, 0x1.fffffep-41f, -0x1.fffffep-41f, 0x1p-126f, -0x1p-126f, 1e-45f, -1e-45f, 0x1.fffffcp-127f,
    // where the fraction vanishes, and where int ends
    0x1p20f, 0x1.8p22f, -0x1.8p22f, 0x1p23f, 0x1p24f, -0x1p24f, 0x1.fffffep30f, -0x1.fffffep30f, 0x1p31f, -0x1p31f,
    0x1p32f, std::numeric_limits<float>::max(), kInf, -kInf, std::numeric_limits<float>::quiet_NaN(),
    -std::numeric_limits<float>::signaling_NaN()};

std::string in_hex(float value) {
    if (!std::isfinite(value)) return fmt::format("{}", value);
    // fmt 10 writes 0 as 0x0p-1022.
    char text[32];
    const double size = std::fabs(static_cast<double>(value));
    char* const end = std::to_chars(text, text + sizeof text, size, std::chars_format::hex).ptr;
    return (std::signbit(value) ? "-0x" : "0x") + std::string(text, end);
}

// In [low, 1) times a power of two from 0 to `last`. Drawn in two statements, since compilers differ in the order in
// which they evaluate arguments.
static float power(Random& random, double low, int last) {
    const double fraction = random.between(low, 1);
    const int exponent = static_cast<int>(random.next() % static_cast<std::uint64_t>(std::abs(last) + 1));
    return static_cast<float>(std::ldexp(fraction, last < 0 ? -exponent : exponent));
}

static float coordinate(Random& random, std::uint32_t kind) {
    switch (kind) {
    case 0: return static_cast<float>(random.between(-4, 4));
    case 1: return static_cast<float>(random.between(-1024, 1024));
    case 2: return static_cast<float>(random.between(-8388608, 8388608));
    case 3: {  // a few ulps around a lattice point
        float lattice = std::floor(static_cast<float>(random.between(-300, 300)));
        auto bits = std::bit_cast<std::uint32_t>(lattice);
        return std::bit_cast<float>(bits + static_cast<std::uint32_t>(random.next() % 9) - 4u);
    }
    case 4: return power(random, -1, -59);
    case 5: return power(random, -1, 33);
    default: return std::bit_cast<float>(random.bits());
    }
}

// A number of a setting: whole ones, any of every magnitude, and the ends of its range.
static double draw_number(Random& random, const SettingInfo& info) {
    double any = random.between(info.min, info.max);
    if (info.min > 0.0 && info.max > 1024 * info.min) {
        any = std::exp2(random.between(std::log2(info.min), std::log2(info.max)));
    } else if (info.max > 64) {
        any *= std::exp2(-random.between(0, 40));
    }
    const std::uint64_t kind = random.next() % 16;
    if (kind < 2) return kind == 0 ? info.min : info.max;
    return std::clamp(kind < 8 ? std::round(any) : any, info.min, info.max);
}

template <class T> static void draw(Random& random, const SettingInfo& info, T& field) {
    if constexpr (std::is_enum_v<T>) {
        field = static_cast<T>(random.next() % info.names.size());
    } else if constexpr (std::is_floating_point_v<T>) {
        field = static_cast<T>(draw_number(random, info));
    } else if constexpr (std::is_integral_v<T>) {
        const double width = info.max - info.min + 1, most = random.next() % 2 ? std::fmin(width, 12) : width;
        field = static_cast<T>(info.min + std::floor(random.between(0, most)));
    } else {
        field.resize(4);
        for (auto& each : field) {
            const std::uint64_t kind = random.next() % 12;
            each = kind < 4 ? 0u : kind < 6 ? random.bits() >> 1 : static_cast<std::uint32_t>(random.next() % 9);
        }
    }
}

Settings random_settings(Random& random, Algorithm algorithm, int dim) {
    Settings settings;
    for_each_setting(settings, [&](const SettingInfo& info, auto& field) {
        if (random.next() % 3 != 0) draw(random, info, field);
    });
    settings.algorithm = algorithm;
    settings.dim = dim;
    return nearest(settings);
}

void fill_points(Random& random, std::span<glm::vec4> points, bool specials) {
    std::size_t i = 0;
    if (specials) {
        for (int lane = 0; lane < 4; ++lane) {
            for (float special : kSpecials) {
                for (int rest = 0; rest < 3 && i < points.size(); ++rest, ++i) {
                    // the other components: 0, an ordinary number, another special one
                    for (int c = 0; c < 4; ++c) {
                        points[i][c] = c == lane   ? special
                                       : rest == 0 ? 0.0f
                                       : rest == 1 ? coordinate(random, 0)
                                                   : kSpecials[random.next() % kSpecials.size()];
                    }
                }
            }
        }
    }
    for (; i < points.size(); ++i) {
        const auto kind = static_cast<std::uint32_t>(i % 8);
        if (i % 16 == 8) {
            // Near a lattice point on a diagonal: corner products cancel, leaving something tiny.
            const float t = power(random, 0.5, -41);
            for (int c = 0; c < 4; ++c) {
                auto near = std::bit_cast<std::uint32_t>(t) + static_cast<std::uint32_t>(random.next() % 3) - 1u;
                points[i][c] = random.next() % 8 == 0 ? coordinate(random, 4) : std::bit_cast<float>(near);
            }
            continue;
        }
        const bool at_origin = i % 32 == 0;  // in the cell at the origin: see border_seeds
        for (int c = 0; c < 4; ++c) {
            points[i][c] = at_origin
                               ? static_cast<float>(random.unit())
                               : coordinate(random, kind == 7 ? static_cast<std::uint32_t>(random.next() % 7) : kind);
        }
    }
}

static std::int32_t draw_cell(Random& random) {
    const auto bits = random.bits();
    switch (random.next() % 4) {
    case 0: return static_cast<std::int32_t>(bits % 17) - 8;
    case 1: {  // around a power of two of either sign, and around the ends of int
        const std::uint32_t power = (1u << (bits & 31u)) + ((bits >> 5) % 5u) - 2u;
        return static_cast<std::int32_t>(bits >> 31 ? 0u - power : power);
    }
    default: return static_cast<std::int32_t>(bits);
    }
}

static float draw_fraction(Random& random) {
    static constexpr float special[] = {
        0.0f, -0.0f, 1.0f, 0.5f, 0.25f, 0x1p-24f, 0x1.fffffep-1f, -0.5f, 1.5f, 1e-42f, kInf,
        // around the limits of valid fractions
        0x1p-40f, 0x1.fffffep-41f, 0x1.000002p+0f, std::numeric_limits<float>::quiet_NaN()};
    switch (random.next() % 8) {
    case 0: return special[random.next() % std::size(special)];
    case 1: return power(random, 0.5, -41);
    case 2: return 1.0f - power(random, 0.5, -24);
    case 3: return std::bit_cast<float>(random.bits());
    default: return static_cast<float>(random.unit());
    }
}

void fill_cells(Random& random, std::span<glm::ivec4> cells, std::span<glm::vec4> fractions) {
    for (std::size_t i = 0; i < cells.size(); ++i) {
        for (int c = 0; c < 4; ++c) {
            cells[i][c] = draw_cell(random);
            fractions[i][c] = draw_fraction(random);
        }
        if (i % 16 == 0) cells[i] = glm::ivec4(0);                           // see border_seeds
        if (i % 16 == 8) fractions[i] = glm::vec4(power(random, 0.5, -41));  // on a diagonal
    }
}

}  // namespace isonoise
