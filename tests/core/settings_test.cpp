// The one table of settings: every name goes in and out, everything out of range is refused by name.
#include <limits>

#include <gtest/gtest.h>

#include "isonoise/settings.hpp"

using namespace isonoise;

TEST(Settings, DefaultsAreValid) { EXPECT_EQ(problem(Settings{}), ""); }

TEST(Settings, RoundTrip) {
    const Settings s{.algorithm = Algorithm::improved,
                     .dim = 4,
                     .seed = 4294967295u,
                     .frequency = 0.1f,
                     .octaves = 7.3f,
                     .persistence = 1.0f / 3,
                     .lacunarity = 2.17f,
                     .output = Output::unit};
    Settings back;
    for_each_setting(s,
                     [&](const SettingInfo& info, auto&) { EXPECT_EQ(set(back, info.name, get(s, info.name)), ""); });
    EXPECT_EQ(back, s);
}

TEST(Settings, EveryRejectionNamesTheSettingAndWhatItGot) {
    static const struct {
        const char *name, *text;
    } bad[] = {
        {"algorithm", "simplex"},
        {"algorithm", "value"},
        {"algorithm", ""},
        {"dim", "0"},
        {"dim", "5"},
        {"dim", "2.5"},
        {"dim", "two"},
        {"seed", "-1"},
        {"seed", "4294967296"},
        {"seed", "1e3"},
        {"seed", "0x10"},
        {"seed", "99999999999999999999"},
        {"frequency", "0"},
        {"frequency", "inf"},
        {"frequency", "-1"},
        {"frequency", "1048577"},
        {"octaves", "0"},
        {"octaves", "-3"},
        {"octaves", "1000"},
        {"octaves", "nan"},
        {"persistence", "nan"},
        {"persistence", "-1"},
        {"persistence", "3"},
        {"persistence", "0.5x"},
        {"lacunarity", "0"},
        {"lacunarity", "8.01"},
        {"fractal", "ridged"},
        {"fractal", "noise"},
        {"fade", "linear"},
        {"output", "both"},
        {"persistence", ""},
        {"persistence", " 0.5"},
    };
    for (const auto& [name, text] : bad) {
        Settings s;
        const std::string what = set(s, name, text);
        EXPECT_NE(what.find(name), std::string::npos) << name << "=" << text << ": " << what;
        EXPECT_NE(what.find("'" + std::string(text) + "'"), std::string::npos) << what;
        EXPECT_EQ(s, Settings{}) << "nothing may change: " << name;
    }
    Settings s;
    EXPECT_NE(set(s, "warp", "1").find("not in this version"), std::string::npos);
    EXPECT_NE(set(s, "wrap", "1").find("unknown"), std::string::npos);
}

TEST(Settings, ProblemFindsEachField) {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    EXPECT_EQ(problem({.dim = 0}), "dim: expected a whole number from 1 to 4, got '0'");
    EXPECT_NE(problem({.frequency = nan}), "");
    EXPECT_NE(problem({.frequency = std::numeric_limits<float>::infinity()}), "");
    EXPECT_NE(problem({.octaves = 32.5f}), "");
    EXPECT_NE(problem({.persistence = nan}), "");
    EXPECT_NE(problem({.lacunarity = 0.5f}), "");
    EXPECT_NE(problem({.algorithm = static_cast<Algorithm>(7)}), "");
}
