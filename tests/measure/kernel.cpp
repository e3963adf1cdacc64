#include "kernel.hpp"

#include "conformance/points.hpp"
#include "error.hpp"
#include "isonoise/isonoise.hpp"
#include "measures.hpp"

namespace measure {

template <class Set> static void check(isonoise::Random& random) {
    for (int i = 0; i < 1024; ++i) {
        const uint seed = random.bits();
        const isonoise::Noise core({.dim = Set::kDim, .seed = seed});
        Point p{};
        for (std::size_t c = 0; c < Set::kDim; ++c)
            p[c] = static_cast<float>(random.between(-1000, 1000));
        const float ours = noise<Chosen, Set, Variant{.fade = Variant::Fade::published}>(p, seed) * core.plan().scale;
        const float theirs = core(glm::vec4(p[0], p[1], p[2], p[3]));
        if (std::fabs(ours - theirs) > 1e-6f) {
            isonoise::fail("{} with {} is {} where core has {}", Chosen::kKey, Set::kKey, ours, theirs);
        }
    }
}

void check_chosen() {
    isonoise::Random random(1);
    check<AnySteepSlope>(random);
    check<Octants>(random);
    check<Edges12Rest>(random);
    check<Edges32>(random);
}

static constexpr const char* kAxes[] = {"x", "y", "z", "w"};

// The nested lerps of a cell as one expression, like Corners::value.
static std::string lerps(int dim, int axes, unsigned fixed, bool last_axis_first) {
    if (axes == 0) {
        std::string keys, offsets;
        for (int c = 0; c < 4; ++c) {
            const char* side = fixed >> c & 1u ? "1" : "0";
            keys += c < dim ? fmt::format("k{}{}, ", kAxes[c], side) : "0u, ";
            offsets += c < dim ? fmt::format(", f{}{}", kAxes[c], side) : ", 0.0";
        }
        return fmt::format("gradient(corner({}, {}s){})", dim, keys, offsets);
    }
    const int axis = last_axis_first ? dim - axes : axes - 1;
    return fmt::format("lerp({}, {}, fade({}))", lerps(dim, axes - 1, fixed, last_axis_first),
                       lerps(dim, axes - 1, fixed | 1u << axis, last_axis_first), fmt::format("f{}0", kAxes[axis]));
}

std::string kernel_glsl(int dim, const std::string& hash, const Primes& primes, bool mix_seed, const std::string& set,
                        const Variant& variant) {
    static constexpr const char* fades[] = {
        "    precise float r = t * t * t * (t * (t * 6.0 - 15.0) + 10.0);\n    return r;\n",
        "    precise float r = t * t * t * (t * (t * 6.0 - 15.0) + 10.0);\n"
        "    return t < 0.000244140625 ? 0.0 : r;\n",
        "    precise float s = t - 0.5;\n    precise float s2 = s * s;\n"
        "    precise float r = 0.5 + s * (1.875 + s2 * (6.0 * s2 - 5.0));\n    return r;\n"};
    std::string text = std::string(kMix) + kFlip + kPick + kShifted + kSeeded + kHalves + kSquare24 + hash + set;
    text += fmt::format("float fade(float t) {{\n{}}}\n", fades[static_cast<int>(variant.fade)]);
    text += "float lerp(float a, float b, float t) {\n    precise float r = a + t * (b - a);\n    return r;\n}\n"
            "float guard(float x) {\n    return (floatBitsToUint(x) << 1) - 0x57000000u < 0x47000000u ? x : 0.0;\n}\n"
            "float noise(vec4 p, uint seed) {\n";
    text += fmt::format("    uint s = {};\n", mix_seed ? "mix(seed)" : "seed");
    for (int c = 0; c < dim; ++c) {
        text += fmt::format("    precise float q{0} = {1};\n    precise float c{0} = floor(q{0});\n"
                            "    precise float f{0}0 = q{0} - c{0};\n    precise float f{0}1 = f{0}0 - 1.0;\n"
                            "    uint k{0}0 = uint(int(c{0})) * {2}u;\n    uint k{0}1 = k{0}0 + {2}u;\n",
                            kAxes[c], fmt::format("{}(p.{})", variant.guard ? "guard" : "", kAxes[c]),
                            primes[static_cast<std::size_t>(c)]);
    }
    return text +
           fmt::format("    precise float n = {};\n    return n;\n}}\n", lerps(dim, dim, 0, variant.last_axis_first));
}

}  // namespace measure
