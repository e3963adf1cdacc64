// Points and settings for tests, identical on every machine.
#pragma once

#include <ostream>
#include <string>

#include "conformance/points.hpp"
#include "isonoise/text.hpp"
#include "oracle.hpp"

// A point within +-reach, as floats and in the oracle's form.
struct Point {
    glm::vec4 f;
    oracle::Vec d;
};
inline Point random_point(isonoise::Random& random, double reach) {
    Point p{};
    for (int c = 0; c < 4; ++c) {
        p.f[c] = static_cast<float>(random.between(-reach, reach));
        p.d[static_cast<std::size_t>(c)] = static_cast<double>(p.f[c]);
    }
    return p;
}

// A multiple of 2^-10: stays exact when integers are added or it is multiplied by a short factor.
inline glm::vec4 coarse_point(isonoise::Random& random, double reach) {
    glm::vec4 p;
    for (int c = 0; c < 4; ++c)
        p[c] = static_cast<float>(std::floor(random.between(-reach, reach) * 1024) / 1024);
    return p;
}

inline glm::ivec4 random_cell(isonoise::Random& random) {
    glm::ivec4 cell;
    for (int c = 0; c < 4; ++c)
        cell[c] = static_cast<std::int32_t>(random.bits());
    return cell;
}
inline glm::vec4 random_fraction(isonoise::Random& random) {
    glm::vec4 f;
    for (int c = 0; c < 4; ++c)
        f[c] = static_cast<float>(random.unit());
    return f;
}

inline oracle::Place place_of(glm::ivec4 cell, glm::vec4 fraction) {
    oracle::Place p;
    for (int c = 0; c < 4; ++c)
        p[static_cast<std::size_t>(c)] = oracle::coordinate(static_cast<double>(fraction[c]), cell[c]);
    return p;
}

inline float base(isonoise::Algorithm algorithm, int dim, glm::vec4 p, std::uint32_t seed) {
    return isonoise::Noise({.algorithm = algorithm, .dim = dim, .seed = seed})(p);
}

inline constexpr isonoise::Algorithm kAlgorithms[] = {isonoise::Algorithm::perlin, isonoise::Algorithm::improved,
                                                      isonoise::Algorithm::value};
inline constexpr isonoise::Algorithm kGradientAlgorithms[] = {isonoise::Algorithm::perlin,
                                                              isonoise::Algorithm::improved};
inline constexpr isonoise::Fractal kFractals[] = {isonoise::Fractal::fbm, isonoise::Fractal::turbulence,
                                                  isonoise::Fractal::ridged, isonoise::Fractal::billow,
                                                  isonoise::Fractal::eroded};
inline constexpr isonoise::Fade kFades[] = {isonoise::Fade::linear, isonoise::Fade::cubic, isonoise::Fade::quintic};

// Every kind of noise in one dimension: each algorithm, fractal and fade, warp, flow, filter and periods, alone and
// combined. Amplitudes and octave counts are moderate to keep tolerances small.
inline std::vector<isonoise::Settings> varied_settings(int dim) {
    using namespace isonoise;
    std::vector<Settings> all;
    const auto period = [dim](std::initializer_list<std::uint32_t> counts) {
        std::vector<std::uint32_t> list(counts);
        list.resize(static_cast<std::size_t>(dim));
        return list;
    };
    for (Algorithm algorithm : kAlgorithms) {
        const Settings plain{.algorithm = algorithm, .dim = dim, .seed = 0x9000000Bu};
        all.push_back(plain);
        for (Fade fade : kFades) {
            all.push_back(plain);
            all.back().fade = fade;
            all.back().octaves = 3;
        }
        all.push_back(plain);
        all.back().octaves = 4.5f;
        all.back().lacunarity = 2.17f;
        all.back().persistence = 0.6f;
        all.push_back(plain);
        all.back().octaves = 3;
        all.back().lacunarity = 3;
        all.back().period = period({3, 1, 0, 7});
        all.back().period.back() = 0;
        all.back().loop = 5;
        all.push_back(plain);
        all.back().frequency = 2.5f;
        all.back().output = Output::unit;
    }
    for (Fractal fractal : kFractals) {
        const Settings several{.dim = dim, .seed = 77, .octaves = 3.25f, .fractal = fractal};
        all.push_back(several);
        all.push_back(several);
        all.back().octaves = 1;
        all.push_back(several);
        all.back().warp = 0.75f;
        all.push_back(several);
        all.back().lacunarity = 1.5f;
        all.back().octaves = 3;
        all.back().period = period({4, 8, 12, 4});
        all.push_back(several);
        all.back().warp = 1.5f;
        all.back().period = period({3, 5, 4, 2});
        all.back().frequency = 0.75f;
        all.push_back(several);
        all.back().filter_width = 0.2f;
        all.back().fade = Fade::cubic;
        if (dim == 2) {
            all.push_back(several);
            all.back().flow = 0.7f;
            all.push_back(several);
            all.back().flow = -2.0f;
            all.back().warp = 0.5f;
            all.back().period = period({0, 6});
            all.back().fade = Fade::linear;
        }
    }
    if (dim == 2) {
        all.push_back({.algorithm = Algorithm::value_two_layer, .seed = 5});
        all.push_back({.algorithm = Algorithm::value_two_layer, .octaves = 3.5f, .fade = Fade::cubic});
        all.push_back({.algorithm = Algorithm::value_two_layer, .frequency = 2.5f, .output = Output::unit});
    }
    return all;
}

// Any valid settings. `mild` excludes extreme values.
inline isonoise::Settings random_settings(isonoise::Random& random, bool mild) {
    using namespace isonoise;
    // Half are perlin, which has the most options.
    const auto algorithm = random.next() % 2 ? Algorithm::perlin : static_cast<Algorithm>(random.next() % 7);
    const int dim = static_cast<int>(random.next() % 4) + 1;
    if (!mild) return isonoise::random_settings(random, algorithm, dim);
    auto one_in = [&random](unsigned n) { return random.next() % n == 0; };
    auto number = [&random](double low, double high) { return static_cast<float>(random.between(low, high)); };
    Settings s{.algorithm = algorithm, .dim = dim};
    s.seed = random.bits();
    s.frequency = one_in(2) ? 1.0f : one_in(8) ? 0x1.000002p+0f : number(0.1, 8);
    s.octaves = one_in(4) ? 1.0f : number(1, 6);
    s.persistence = one_in(8) ? 0.0f : number(0, 1);
    s.lacunarity = one_in(2) ? static_cast<float>(random.next() % 3 + 1) : number(1, 3);
    s.fractal = static_cast<Fractal>(random.next() % 5);
    s.fade = static_cast<Fade>(random.next() % 4);
    for (int c = 0; one_in(2) && c < 4; ++c)
        s.period.push_back(one_in(3)   ? 0u
                           : one_in(4) ? random.bits() >> 1
                                       : static_cast<std::uint32_t>(random.next() % 9));
    if (one_in(3)) s.loop = static_cast<std::uint32_t>(random.next() % 12);
    if (one_in(3)) s.warp = one_in(8) ? 1.0f : number(0, 2);
    if (one_in(2)) s.flow = number(-4, 4);
    if (one_in(3)) s.filter_width = number(0, 1);
    s.output = one_in(3) ? Output::unit : Output::signed_;
    return nearest(s);
}

// Every setting that is not at its default, for messages.
inline std::string text_of(const isonoise::Settings& settings) {
    std::string text;
    isonoise::for_each_setting(settings, [&](const isonoise::SettingInfo& info, const auto&) {
        const std::string value = isonoise::get(settings, info.name);
        if (value != isonoise::get(isonoise::Settings{}, info.name)) text += std::string(" ") + info.name + "=" + value;
    });
    return text.empty() ? " (defaults)" : text;
}
namespace isonoise {
inline void PrintTo(const Settings& settings, std::ostream* out) { *out << ::text_of(settings); }
}  // namespace isonoise
