// The candidate gradient sets of `perlin`. Each is a struct with
//   kKey, kName   its names in tables
//   kDim          dimensions
//   kCount        number of gradients; gradient i belongs to the hashes from i * 2^32 / kCount on
//   gradient      gradient . offset, where the top bits of the hash h choose the gradient
#pragma once

#include <array>
#include <cmath>
#include <numbers>
#include <string>
#include <tuple>
#include <vector>

#include <fmt/format.h>

#include "twin.hpp"

namespace measure {

using Vec = std::array<double, 4>;

#define SET(key, name, dim, count)                                                                                     \
    static constexpr const char* kKey = key;                                                                           \
    static constexpr const char* kName = name;                                                                         \
    static constexpr int kDim = dim;                                                                                   \
    static constexpr uint kCount = count;

// The GLSL text is the C++ text, and low dimensions ignore y, z and w.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"
#define precise

// The points at distance 1 on the axes of `dim` dimensions: the corners of a diamond and of an octahedron.
inline std::vector<Vec> axis_points(int dim) {
    std::vector<Vec> all;
    for (int i = 0; i < 2 * dim; ++i) {
        all.push_back({});
        all.back()[static_cast<std::size_t>(i / 2)] = i % 2 ? -1 : 1;
    }
    return all;
}

// 1D ------------------------------------------------------------------------------------------------------------

struct Slopes {
    SET("1a", "±k/4, k = 1..8 (0.1)", 1, 16)
    TWIN(
        kGlsl, float gradient(uint h, float x, float y, float z, float w) {
            precise float slope = float(((h >> 28) & 7u) + 1u) * 0.25f;
            precise float r = slope * x;
            return flip(r, h);
        })
};

struct OddSlopes {
    SET("1b", "±(2k-1)/8, k = 1..8", 1, 16)
    TWIN(
        kGlsl, float gradient(uint h, float x, float y, float z, float w) {
            precise float slope = float(h >> 28) * 0.25f - 1.875f;
            precise float r = slope * x;
            return r;
        })
};

struct SteepSlopes {
    SET("1c", "±(8+k)/8, k = 1..8", 1, 16)
    TWIN(
        kGlsl, float gradient(uint h, float x, float y, float z, float w) {
            precise float slope = float(((h >> 28) & 7u) + 9u) * 0.125f;
            precise float r = slope * x;
            return flip(r, h);
        })
};

struct Signs {
    SET("1d", "±1", 1, 2)
    TWIN(
        kGlsl, float gradient(uint h, float x, float y, float z, float w) { return flip(x, h); })
};

struct AnySlope {
    SET("1e", "continuous, -2..2", 1, 4096)
    TWIN(
        kGlsl, float gradient(uint h, float x, float y, float z, float w) {
            precise float slope = float(int(h) >> 8) * 0.0000002384185791015625f;
            precise float r = slope * x;
            return r;
        })
    static std::vector<Vec> hull() { return {{2, 0, 0, 0}, {-2, 0, 0, 0}}; }
};

// Any slope from 1 to 2, either sign: 23 bits of the hash form the mantissa of a float.
struct AnySteepSlope {
    SET("1f", "continuous, ±1..2", 1, 4096)
    TWIN(
        kGlsl, float gradient(uint h, float x, float y, float z, float w) {
            precise float slope = uintBitsToFloat(0x3F800000u | ((h >> 8) & 0x007FFFFFu));
            precise float r = slope * x;
            return flip(r, h);
        })
    static std::vector<Vec> hull() { return {{2, 0, 0, 0}, {-2, 0, 0, 0}}; }
};

// 2D ------------------------------------------------------------------------------------------------------------

struct Diagonals {
    SET("2a", "4 diagonals", 2, 4)
    TWIN(
        kGlsl, float gradient(uint h, float x, float y, float z, float w) {
            precise float r = flip(x, h) + flip(y, h << 1);
            return r;
        })
};

struct Knight {
    SET("2b", "8 (±1,±2) (0.1)", 2, 8)
    TWIN(
        kGlsl, float gradient(uint h, float x, float y, float z, float w) {
            uint i = h >> 29;
            precise float u = pick(i < 4u, x, y);
            precise float v = pick(i < 4u, y, x);
            precise float v2 = 2.0f * v;
            precise float r = flip(u, i << 31) + flip(v2, i << 30);
            return r;
        })
};

// The same set, with its signs on the bits that need the fewest shifts: x*sx + y*sy + (the longer one again).
struct KnightSum {
    SET("2c", "8 (±1,±2), as a sum", 2, 8)
    TWIN(
        kGlsl, float gradient(uint h, float x, float y, float z, float w) {
            precise float u = flip(x, h);
            precise float v = flip(y, h << 1);
            precise float r = (u + v) + pick(int(h << 2) < 0, u, v);
            return r;
        })
};

struct KnightSigns {
    SET("2d", "8 (±1,±2), signs first", 2, 8)
    TWIN(
        kGlsl, float gradient(uint h, float x, float y, float z, float w) {
            precise float u = pick(int(h << 2) < 0, x, y);
            precise float v = pick(int(h << 2) < 0, y, x);
            precise float r = flip(u, h) + flip(v + v, h << 1);
            return r;
        })
};

struct Octants {
    SET("2j", "8 at 22.5 + 45 i degrees", 2, 8)
    TWIN(
        kGlsl, float gradient(uint h, float x, float y, float z, float w) {
            precise float s = 0.41421356f * x;
            precise float t = 0.41421356f * y;
            precise float u = pick(int(h) < 0, x, s);
            precise float v = pick(int(h) < 0, t, y);
            precise float r = flip(u, h << 1) + flip(v, h << 2);
            return r;
        })
};

struct Compass {
    SET("2e", "8 axes and diagonals", 2, 8)
    TWIN(
        kGlsl, float gradient(uint h, float x, float y, float z, float w) {
            precise float u = flip(x, h);
            precise float v = flip(y, h << 1);
            precise float diagonal = u + v;
            precise float axis = 1.41421356f * flip(pick(int(h << 1) < 0, x, y), h);
            return pick(int(h << 2) < 0, diagonal, axis);
        })
};

struct Directions16 {
    SET("2f", "16 at 11.25 + 22.5 i degrees", 2, 16)
    TWIN(
        kGlsl, float gradient(uint h, float x, float y, float z, float w) {
            bool steep = int(h << 2) < 0;
            bool near = int(h << 3) < 0;
            precise float u = pick(steep, y, x) * pick(near, 0.98078528f, 0.83146961f);
            precise float v = pick(steep, x, y) * pick(near, 0.19509032f, 0.55557023f);
            precise float r = flip(u, h) + flip(v, h << 1);
            return r;
        })
};

// A point on the diamond |x| + |y| = 1: every direction, lengths from 0.71 to 1.
struct Diamond {
    SET("2i", "diamond, continuous", 2, 4096)
    TWIN(
        kGlsl, float gradient(uint h, float x, float y, float z, float w) {
            precise float t = float(int(h << 1) >> 8) * 0.00000011920928955078125f;
            precise float s = 1.0f - abs(t);
            precise float r = t * x + flip(s * y, h);
            return r;
        })
    static float abs(float x) { return std::fabs(x); }
    static std::vector<Vec> hull() { return axis_points(2); }
};

// 3D ------------------------------------------------------------------------------------------------------------

struct Corners8 {
    SET("3a", "8 corners", 3, 8)
    TWIN(
        kGlsl, float gradient(uint h, float x, float y, float z, float w) {
            precise float r = flip(x, h) + flip(y, h << 1) + flip(z, h << 2);
            return r;
        })
};

struct Edges16 {
    SET("3b", "12 edges, four twice (0.1)", 3, 16)
    TWIN(
        kGlsl, float gradient(uint h, float x, float y, float z, float w) {
            uint i = h >> 28;
            precise float u = pick(i < 8u, x, y);
            precise float v = pick(i < 4u, y, pick((i & 13u) == 12u, x, z));
            precise float r = flip(u, i << 31) + flip(v, i << 30);
            return r;
        })
};

struct Edges12 {
    SET("3c", "12 edges", 3, 12)
    TWIN(
        kGlsl, float gradient(uint h, float x, float y, float z, float w) {
            uint i = (h >> 2) * 3u;
            precise float u = pick(int(i) < 0, y, x);
            precise float v = pick(int(i << 1) < 0, y, z);
            precise float r = flip(u, i << 2) + flip(v, i << 3);
            return r;
        })
};

// The same, but comparisons tell the thirds of the hash; the signs come from bits that the thirds do not affect.
struct Edges12Compare {
    SET("3d", "12 edges, by comparison", 3, 12)
    TWIN(
        kGlsl, float gradient(uint h, float x, float y, float z, float w) {
            precise float u = pick(int(h) < -715827882, y, x);
            precise float v = pick(int(h) < 715827883, z, y);
            precise float r = flip(u, h << 8) + flip(v, h << 9);
            return r;
        })
    // The signs come from lower bits, so gradient i's hashes do not start at i * 2^32 / 12.
    static constexpr uint hash_of_index(uint i) {
        return 0x80000000u + (i / 4) * 0x55555555u + (i % 4 + 2) * 0x400000u;
    }
};

// The same, with the signs from the rest of the hash after choosing a third.
struct Edges12Rest {
    SET("3k", "12 edges, by comparison, rest", 3, 12)
    TWIN(
        kGlsl, float gradient(uint h, float x, float y, float z, float w) {
            uint rest = (h << 1) + h;
            precise float u = pick(int(h) < -715827882, y, x);
            precise float v = pick(int(h) < 715827883, z, y);
            precise float r = flip(u, rest) + flip(v, rest << 1);
            return r;
        })
};

// A diamond in each plane of two axes.
struct Diamonds3 {
    SET("3l", "diamonds, continuous", 3, 12288)
    TWIN(
        kGlsl, float gradient(uint h, float x, float y, float z, float w) {
            uint rest = (h << 1) + h;
            precise float u = pick(int(h) < -715827882, y, x);
            precise float v = pick(int(h) < 715827883, z, y);
            precise float t = float(int(rest << 1) >> 8) * 0.00000011920928955078125f;
            precise float s = 1.0f - abs(t);
            precise float r = t * u + flip(s * v, rest);
            return r;
        })
    static float abs(float x) { return std::fabs(x); }
    static std::vector<Vec> hull() { return axis_points(3); }
};

// A point on the octahedron |x| + |y| + |z| = 1, its lower half unfolded from the square of its x and y.
struct Octahedron {
    SET("3m", "octahedron, continuous", 3, 4096)
    TWIN(
        kGlsl, float gradient(uint h, float x, float y, float z, float w) {
            precise float a = float((int(h) >> 20) | 1) * 0.00048828125f;
            precise float b = float((int(h << 12) >> 20) | 1) * 0.00048828125f;
            precise float c = 1.0f - abs(a) - abs(b);
            precise float fold = pick(c < 0.0f, c, 0.0f);
            precise float u = a + flip(fold, floatBitsToUint(a));
            precise float v = b + flip(fold, floatBitsToUint(b));
            precise float r = u * x + v * y + c * z;
            return r;
        })
    static float abs(float x) { return std::fabs(x); }
    static std::vector<Vec> hull() { return axis_points(3); }
    static constexpr uint hash_of_index(uint i) { return i % 64 << 26 | 1u << 25 | i / 64 << 14 | 1u << 13; }
};

struct Long24 {
    SET("3e", "24 (±2,±1,±1)", 3, 24)
    TWIN(
        kGlsl, float gradient(uint h, float x, float y, float z, float w) {
            uint i = (h >> 2) * 3u;
            precise float a = flip(x, i << 2);
            precise float b = flip(y, i << 3);
            precise float c = flip(z, i << 4);
            precise float r = (a + b + c) + pick(int(i) < 0, c, pick(int(i << 1) < 0, b, a));
            return r;
        })
};

struct Flat24 {
    SET("3f", "24 (±1,±2,±2)", 3, 24)
    TWIN(
        kGlsl, float gradient(uint h, float x, float y, float z, float w) {
            uint i = (h >> 2) * 3u;
            precise float a = flip(x, i << 2);
            precise float b = flip(y, i << 3);
            precise float c = flip(z, i << 4);
            precise float r = 2.0f * (a + b + c) - pick(int(i) < 0, c, pick(int(i << 1) < 0, b, a));
            return r;
        })
};

struct Zero24 {
    SET("3g", "24 (0,±1,±2)", 3, 24)
    TWIN(
        kGlsl, float gradient(uint h, float x, float y, float z, float w) {
            uint i = (h >> 2) * 3u;
            precise float u = flip(pick(int(i) < 0, y, x), i << 2);
            precise float v = flip(pick(int(i << 1) < 0, y, z), i << 3);
            precise float r = (u + v) + pick(int(i << 4) < 0, u, v);
            return r;
        })
};

// 4D ------------------------------------------------------------------------------------------------------------

struct Corners16 {
    SET("4a", "16 corners", 4, 16)
    TWIN(
        kGlsl, float gradient(uint h, float x, float y, float z, float w) {
            precise float r = (flip(x, h) + flip(y, h << 1)) + (flip(z, h << 2) + flip(w, h << 3));
            return r;
        })
};

struct Edges32 {
    SET("4b", "32 (0,±1,±1,±1) (0.1)", 4, 32)
    TWIN(
        kGlsl, float gradient(uint h, float x, float y, float z, float w) {
            uint i = h >> 27;
            precise float a = pick(i < 24u, x, y);
            precise float b = pick(i < 16u, y, z);
            precise float c = pick(i < 8u, z, w);
            precise float r = flip(a, i << 31) + flip(b, i << 30) + flip(c, i << 29);
            return r;
        })
};

// The same set, using signed comparisons of the whole hash, which no vector unit has to emulate.
struct Edges32Signed {
    SET("4c", "32 (0,±1,±1,±1), signed", 4, 32)
    TWIN(
        kGlsl, float gradient(uint h, float x, float y, float z, float w) {
            precise float a = pick(int(h) < 0x40000000, x, y);
            precise float b = pick(int(h) < 0, y, z);
            precise float c = pick(int(h) < -0x40000000, z, w);
            precise float r = flip(a, h << 2) + flip(b, h << 3) + flip(c, h << 4);
            return r;
        })
};

struct Cell24 {
    SET("4d", "24 (±1,±1,0,0)", 4, 24)
    TWIN(
        kGlsl, float gradient(uint h, float x, float y, float z, float w) {
            uint i = (h >> 2) * 3u;
            bool far = int(i << 2) < 0;
            precise float u = pick(far, pick(int(i << 1) < 0, z, y), x);
            precise float v = pick(int(i) < 0, pick(far, z, w), pick(far, w, pick(int(i << 1) < 0, y, z)));
            precise float r = flip(u, i << 3) + flip(v, i << 4);
            return r;
        })
};

struct Long64 {
    SET("4e", "64 (±2,±1,±1,±1)", 4, 64)
    TWIN(
        kGlsl, float gradient(uint h, float x, float y, float z, float w) {
            precise float a = flip(x, h);
            precise float b = flip(y, h << 1);
            precise float c = flip(z, h << 2);
            precise float d = flip(w, h << 3);
            precise float longer = pick(int(h << 4) < 0, pick(int(h << 5) < 0, a, b), pick(int(h << 5) < 0, c, d));
            precise float r = ((a + b) + (c + d)) + longer;
            return r;
        })
};

#undef precise
#pragma GCC diagnostic pop

// Tables ----------------------------------------------------------------------------------------------------------

// A set given by a table: Derived::make() returns its vectors.
template <class Derived> struct Table {
    static const std::vector<std::array<float, 4>>& table() {
        static const std::vector<std::array<float, 4>> vectors = [] {
            std::vector<std::array<float, 4>> all;
            for (const Vec& v : Derived::make())
                all.push_back({float(v[0]), float(v[1]), float(v[2]), float(v[3])});
            return all;
        }();
        return vectors;
    }
    static float gradient(uint h, float x, float y, float z, float w) {
        static const std::array<float, 4>* const vectors = table().data();
        const std::array<float, 4>& g = vectors[((h >> 16) * Derived::kCount) >> 16];
        float r = g[0] * x + g[1] * y;
        if (Derived::kDim > 2) r += g[2] * z;
        if (Derived::kDim > 3) r += g[3] * w;
        return r;
    }
    static std::string glsl() {
        static constexpr const char* sum[] = {"g.x * x + g.y * y", "g.x * x + g.y * y + g.z * z",
                                              "g.x * x + g.y * y + g.z * z + g.w * w"};
        std::string rows;
        for (const auto& v : table()) {
            rows += fmt::format("{}vec{}({:.9f}, {:.9f}", rows.empty() ? "" : ", ", Derived::kDim, v[0], v[1]);
            for (int c = 2; c < Derived::kDim; ++c)
                rows += fmt::format(", {:.9f}", v[static_cast<std::size_t>(c)]);
            rows += ")";
        }
        return fmt::format("const vec{0} kGradients[{1}] = vec{0}[{1}]({2});\n"
                           "float gradient(uint h, float x, float y, float z, float w) {{\n"
                           "    precise vec{0} g = kGradients[((h >> 16) * {1}u) >> 16];\n"
                           "    precise float r = {3};\n"
                           "    return r;\n}}\n",
                           Derived::kDim, table().size(), rows, sum[Derived::kDim - 2]);
    }
};

// `count` unit vectors, starting half a step off the axis.
inline std::vector<Vec> circle(uint count) {
    std::vector<Vec> all;
    for (uint i = 0; i < count; ++i) {
        const double angle = 2 * std::numbers::pi * (i + 0.5) / count;
        all.push_back({std::cos(angle), std::sin(angle), 0, 0});
    }
    return all;
}
struct Directions32 : Table<Directions32> {
    SET("2g", "32 directions, table", 2, 32)
    static std::vector<Vec> make() { return circle(kCount); }
};
struct Directions64 : Table<Directions64> {
    SET("2h", "64 directions, table", 2, 64)
    static std::vector<Vec> make() { return circle(kCount); }
};

// Adds v with all signs, and its cyclic permutations of x, y, z, scaled to length 1.
inline void add_signs(std::vector<Vec>& all, Vec v, int rotations) {
    const double length = std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2] + v[3] * v[3]);
    for (int r = 0; r < rotations; ++r) {
        for (uint signs = 0; signs < 16; ++signs) {
            Vec s{};
            bool twice = false;
            for (std::size_t c = 0; c < 4; ++c) {
                const bool minus = signs >> c & 1u;
                s[c] = (minus ? -v[c] : v[c]) / length;
                twice |= minus && v[c] == 0;
            }
            if (!twice) all.push_back(s);
        }
        v = {v[1], v[2], v[0], v[3]};
    }
}
struct Dodecahedron : Table<Dodecahedron> {
    SET("3h", "20 of a dodecahedron, table", 3, 20)
    static std::vector<Vec> make() {
        std::vector<Vec> all;
        add_signs(all, {1, 1, 1, 0}, 1);
        add_signs(all, {0, 1 / std::numbers::phi, std::numbers::phi, 0}, 3);
        return all;
    }
};
struct Sphere32 : Table<Sphere32> {
    SET("3i", "32, dodecahedron and icosahedron, table", 3, 32)
    static std::vector<Vec> make() {
        std::vector<Vec> all = Dodecahedron::make();
        add_signs(all, {std::numbers::phi, 1, 0, 0}, 3);
        return all;
    }
};
struct Sphere128 : Table<Sphere128> {
    SET("3j", "128 of a spiral, table", 3, 128)
    static std::vector<Vec> make() {
        std::vector<Vec> all;
        for (int i = 0; i < 64; ++i) {  // half a spiral and its opposite points
            const double z = (i + 0.5) / 64, angle = 2 * std::numbers::pi * i * std::numbers::phi;
            const double r = std::sqrt(1 - z * z);
            for (double sign : {1.0, -1.0})
                all.push_back({sign * r * std::cos(angle), sign * r * std::sin(angle), sign * z, 0});
        }
        return all;
    }
};
struct Roots48 : Table<Roots48> {
    SET("4f", "48 roots of F4, table", 4, 48)
    static std::vector<Vec> make() {
        std::vector<Vec> all;
        add_signs(all, {1, 1, 0, 0}, 3);
        add_signs(all, {1, 0, 0, 1}, 3);
        add_signs(all, {1, 1, 1, 1}, 1);
        add_signs(all, {1, 0, 0, 0}, 3);
        add_signs(all, {0, 0, 0, 1}, 1);
        return all;
    }
};

#undef SET

template <class Set> std::string set_glsl() {
    if constexpr (requires { Set::glsl(); }) {
        return Set::glsl();
    } else {
        return Set::kGlsl;
    }
}

// The vectors of a set, extracted from its function.
template <class Set> std::vector<Vec> vectors_of() {
    std::vector<Vec> all;
    for (uint i = 0; i < Set::kCount; ++i) {
        uint h = uint((std::uint64_t(2 * i + 1) << 31) / Set::kCount);
        if constexpr (requires { Set::hash_of_index(i); }) h = Set::hash_of_index(i);
        all.push_back({Set::gradient(h, 1, 0, 0, 0), Set::gradient(h, 0, 1, 0, 0), Set::gradient(h, 0, 0, 1, 0),
                       Set::gradient(h, 0, 0, 0, 1)});
        for (std::size_t c = Set::kDim; c < 4; ++c)
            all.back()[c] = 0;
    }
    return all;
}

// The vectors to take the supremum over: the set, or its hull's corners if the set is infinite.
template <class Set> std::vector<Vec> extremes_of() {
    if constexpr (requires { Set::hull(); }) {
        return Set::hull();
    } else {
        return vectors_of<Set>();
    }
}

// Calls for all of them: for_each_set([]<class Set>() { ... }).
template <class Call> void for_each_set(Call call) {
    [&]<class... Set>(std::tuple<Set...>*) {
        (call.template operator()<Set>(), ...);
    }(static_cast<
        std::tuple<Slopes, OddSlopes, SteepSlopes, Signs, AnySlope, AnySteepSlope, Diagonals, Knight, KnightSum,
                   KnightSigns, Octants, Compass, Directions16, Directions32, Directions64, Diamond, Corners8, Edges16,
                   Edges12, Edges12Compare, Edges12Rest, Diamonds3, Octahedron, Long24, Flat24, Zero24, Dodecahedron,
                   Sphere32, Sphere128, Corners16, Edges32, Edges32Signed, Cell24, Long64, Roots48>*>(nullptr));
}

// The sets of version 0.1, by dimension.
template <int Dim> using TodaysSet = std::tuple_element_t<Dim - 1, std::tuple<Slopes, Knight, Edges16, Edges32>>;

}  // namespace measure
