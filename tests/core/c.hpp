// Handles of the C interface, for its tests.
#pragma once

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "isonoise/isonoise.h"
#include "isonoise/isonoise.hpp"
#include "isonoise/text.hpp"

using Text = std::vector<const char*>;

struct Destroy {
    void operator()(isonoise_noise* noise) const { isonoise_destroy(noise); }
};
using Handle = std::unique_ptr<isonoise_noise, Destroy>;

inline Handle create(Text settings) {
    settings.push_back(nullptr);
    isonoise_noise* noise = nullptr;
    EXPECT_EQ(isonoise_create(settings.data(), &noise), ISONOISE_OK) << isonoise_message();
    return Handle(noise);
}
inline isonoise::Noise direct(const Text& settings) {
    isonoise::Settings s;
    for (std::size_t i = 0; i < settings.size(); i += 2)
        EXPECT_EQ(set(s, settings[i], settings[i + 1]), "");
    return isonoise::Noise(s);
}

// The message of settings that are refused.
inline std::string refused(Text settings) {
    settings.push_back(nullptr);
    isonoise_noise* noise = reinterpret_cast<isonoise_noise*>(&settings);
    EXPECT_EQ(isonoise_create(settings.data(), &noise), ISONOISE_INVALID);
    EXPECT_EQ(noise, nullptr);
    return isonoise_message();
}

inline isonoise_axis axis_of(std::int64_t count, double step, double offset = 0.0, std::int64_t first = 0,
                             std::int64_t cell = 0, double fraction = 0.0) {
    return {count, step, offset, first, cell, fraction, 0};
}

inline const Text kNoises[] = {
    {},
    {"dim", "1", "octaves", "3"},
    {"octaves", "6.5", "fractal", "ridged", "seed", "4294967295"},
    {"dim", "3", "octaves", "2", "warp", "0.5", "output", "unit"},
    {"dim", "4", "algorithm", "improved"},
    {"dim", "3", "algorithm", "value", "period", "8,4,2"},
    {"fractal", "eroded", "octaves", "3"},
    {"algorithm", "axis", "octaves", "2"},
    {"dim", "1", "algorithm", "slope"},
};
