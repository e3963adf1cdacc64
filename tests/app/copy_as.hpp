// Settings to copy in every form.
#pragma once

#include <string>
#include <vector>

#include "isonoise/isonoise.hpp"
#include "isonoise/text.hpp"

using namespace isonoise;

// Every algorithm, dimension, fractal and fade, with their related settings.
inline const std::vector<Settings> kCases = {
    {},
    {.dim = 1, .seed = 4294967295u, .frequency = 0.1f, .octaves = 3.5f},
    {.dim = 3, .octaves = 6, .fractal = Fractal::ridged},
    {.dim = 4, .frequency = 1.7f, .octaves = 4, .persistence = 0.61f, .lacunarity = 2.17f, .fractal = Fractal::billow},
    {.dim = 2, .octaves = 5, .fractal = Fractal::turbulence, .output = Output::unit},
    {.dim = 2, .octaves = 7, .fractal = Fractal::eroded, .warp = 0.4f},
    {.dim = 3, .octaves = 4, .period = {4, 0, 6}, .warp = 1.5f},
    {.dim = 3, .octaves = 3, .fade = Fade::cubic, .period = {0, 5, 0}, .loop = 2},
    {.dim = 2, .octaves = 2, .fade = Fade::linear, .flow = -1.25f},
    {.dim = 4, .octaves = 3, .fractal = Fractal::eroded, .filter_width = 0.13f},
    {.dim = 3, .octaves = 8, .lacunarity = 3, .filter_width = 0.05f},
    {.dim = 2, .octaves = 20, .persistence = 1.5f, .lacunarity = 7},
    {.algorithm = Algorithm::improved, .dim = 1, .octaves = 2},
    {.algorithm = Algorithm::improved, .dim = 2, .seed = 7, .octaves = 3, .fade = Fade::cubic},
    {.algorithm = Algorithm::improved, .dim = 3, .seed = 1, .octaves = 4, .period = {3, 5, 7}},
    {.algorithm = Algorithm::improved, .dim = 4},
    {.algorithm = Algorithm::value, .dim = 1, .octaves = 2, .fade = Fade::linear},
    {.algorithm = Algorithm::value, .dim = 2, .seed = 99, .loop = 9},
    {.algorithm = Algorithm::value, .dim = 3, .octaves = 3, .lacunarity = 2.5f},
    {.algorithm = Algorithm::value, .dim = 4, .octaves = 2, .output = Output::unit},
    {.algorithm = Algorithm::value_two_layer, .dim = 2, .seed = 5, .octaves = 4},
    {.algorithm = Algorithm::axis, .dim = 2, .seed = 3000000000u, .octaves = 2},
    {.algorithm = Algorithm::diagonal, .dim = 2, .octaves = 3},
    {.algorithm = Algorithm::slope, .dim = 1, .octaves = 2, .persistence = 0.3f},
};

inline std::string name_of(const Settings& settings) {
    std::string name;
    const Settings standard;
    for_each_setting(settings, [&](const SettingInfo& info, auto&) {
        if (get(settings, info.name) != get(standard, info.name))
            name += std::string(" --") + info.name + " " + get(settings, info.name);
    });
    return name;
}
