// The table of settings: every name round-trips; out-of-range values are rejected by name.
#include <clocale>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <random>
#include <regex>
#include <set>

#include <gtest/gtest.h>

#include "isonoise/characters.hpp"
#include "points.hpp"
#include "temporary.hpp"

using namespace isonoise;

TEST(Settings, DefaultsAreValid) { EXPECT_EQ(problem(Settings{}), ""); }

namespace {

// A value of each type that no field has as its default.
void change(const SettingInfo& info, float& field) {
    field = static_cast<float>(info.min + 0.37 * (info.max - info.min));
}
void change(const SettingInfo& info, int& field) { field = static_cast<int>(info.max); }
void change(const SettingInfo& info, std::uint32_t& field) { field = static_cast<std::uint32_t>(info.max); }
void change(const SettingInfo&, std::vector<std::uint32_t>& field) { field = {3, 0, 2147483647, 12}; }
template <class Enum> void change(const SettingInfo& info, Enum& field) {
    field = static_cast<Enum>(info.names.size() - 1);
}

}  // namespace

TEST(Settings, RoundTrip) {
    Settings s, back;
    for_each_setting(s, [](const SettingInfo& info, auto& field) { change(info, field); });
    for_each_setting(s, [&](const SettingInfo& info, auto&) {
        EXPECT_NE(get(s, info.name), get(back, info.name)) << info.name << " is at its default here: it proves nothing";
        EXPECT_EQ(set(back, info.name, get(s, info.name)), "");
    });
    EXPECT_EQ(back, s);
    Random random(700);
    for (int i = 0; i < 2000; ++i) {
        const Settings drawn = random_settings(random, i % 2);
        Settings read;
        for_each_setting(drawn, [&](const SettingInfo& info, auto&) {
            EXPECT_EQ(set(read, info.name, get(drawn, info.name)), "") << info.name;
        });
        if (read.period.empty() && drawn.period == std::vector<std::uint32_t>{0}) read.period = {0};
        EXPECT_EQ(read, drawn) << text_of(drawn);
    }
}

TEST(Settings, EveryNameOfAChoiceIsAccepted) {
    Settings s;
    for_each_setting(s, [&](const SettingInfo& info, auto&) {
        for (const char* name : info.names) {
            Settings t;
            EXPECT_EQ(set(t, info.name, name), "");
            EXPECT_EQ(get(t, info.name), name);
        }
    });
    EXPECT_EQ(set(s, "algorithm", "value-two-layer"), "");
    EXPECT_EQ(s.algorithm, Algorithm::value_two_layer);
    EXPECT_EQ(set(s, "fractal", "billow"), "");
    EXPECT_EQ(s.fractal, Fractal::billow);
    EXPECT_EQ(set(s, "fade", "quintic"), "");
    EXPECT_EQ(s.fade, Fade::quintic);
}

TEST(Settings, PeriodsAreListsOfCounts) {
    using Period = std::vector<std::uint32_t>;
    static const struct {
        const char* text;
        Period period;
    } good[] = {
        {"0", {}},        {"7", {7}},
        {"4,5", {4, 5}},  {" 4 , 5,0", {4, 5, 0}},
        {"+3,4", {3, 4}}, {"2147483647,0,0,1", {2147483647, 0, 0, 1}},
        {"0,0", {0, 0}},
    };
    for (const auto& [text, period] : good) {
        Settings s;
        s.period = {99};
        EXPECT_EQ(set(s, "period", text), "") << text;
        EXPECT_EQ(s.period, period) << text;
    }
    // Counts that are too large or malformed, a gap, too many counts.
    for (const char* text :
         {"", ",", "4,", ",4", "4,,5", "-1", "2147483648", "1.5", "1e3", "4;5", "4 5", "x", "1,2,3,4,5", "0x10"}) {
        Settings s;
        s.period = {9, 9};
        const std::string what = set(s, "period", text);
        EXPECT_EQ(what.rfind("period: expected", 0), 0u) << text << ": " << what;
        EXPECT_NE(what.find("'" + std::string(text) + "'"), std::string::npos) << what;
        EXPECT_EQ(s.period, (Period{9, 9})) << text;
    }
    EXPECT_EQ(get(Settings{}, "period"), "0");
    EXPECT_EQ(get(Settings{.period = {4, 0}}, "period"), "4,0");
    EXPECT_EQ(problem({.period = {4, 2147483648u}}).rfind("period:", 0), 0u);
    EXPECT_EQ(periods({.dim = 3, .period = {4, 5, 0}, .loop = 6}), (std::array<std::uint32_t, 4>{4, 5, 6, 0}));
    EXPECT_EQ(periods({.dim = 1, .loop = 6}), (std::array<std::uint32_t, 4>{6, 0, 0, 0}));
    EXPECT_EQ(periods({.dim = 4}), (std::array<std::uint32_t, 4>{0, 0, 0, 0}));
    EXPECT_EQ(periods({.dim = 4, .period = {1, 2, 3, 4, 5}}), (std::array<std::uint32_t, 4>{1, 2, 3, 4}));
    const auto of_slope = [](Period period) {
        return problem({.algorithm = Algorithm::slope, .dim = 1, .period = period});
    };
    EXPECT_EQ(of_slope({0}), "");
    EXPECT_EQ(of_slope({1}).rfind("period: slope lacks this setting", 0), 0u) << of_slope({1});
}

TEST(Settings, AlgorithmsHaveWhatTheManualSays) {
    static const struct {
        Algorithm algorithm;
        int dim;
        std::set<std::string> lacks;
    } rows[] = {
        {Algorithm::perlin, 2, {}},
        {Algorithm::perlin, 3, {"flow"}},
        {Algorithm::improved, 3, {"fractal", "warp", "flow", "filter-width"}},
        {Algorithm::value, 2, {"fractal", "warp", "flow", "filter-width"}},
        {Algorithm::value_two_layer, 2, {"period", "loop", "fractal", "warp", "flow", "filter-width"}},
        {Algorithm::axis, 2, {"fade", "period", "loop", "fractal", "warp", "flow", "filter-width"}},
        {Algorithm::diagonal, 2, {"seed", "fade", "period", "loop", "fractal", "warp", "flow", "filter-width"}},
        {Algorithm::slope, 1, {"seed", "fade", "period", "loop", "fractal", "warp", "flow", "filter-width"}},
    };
    // A non-default value for each setting.
    static const std::pair<const char*, const char*> other[] = {
        {"seed", "7"},    {"fade", "linear"},     {"loop", "3"},           {"fractal", "ridged"},
        {"warp", "0.5"},  {"flow", "1"},          {"filter-width", "0.1"}, {"frequency", "2"},
        {"octaves", "3"}, {"persistence", "0.7"}, {"lacunarity", "3"},     {"output", "unit"}};
    for (const auto& [algorithm, dim, lacks] : rows) {
        const Settings plain{.algorithm = algorithm, .dim = dim};
        ASSERT_EQ(problem(plain), "");
        auto check = [&, name = get(plain, "algorithm"), &missing = lacks](const Settings& s,
                                                                           const std::string& setting) {
            const bool has = !missing.contains(setting);
            EXPECT_EQ(supports(plain, setting), has) << name << " " << setting;
            const std::string what = problem(s);
            if (has) {
                EXPECT_EQ(what, "") << name << " " << setting;
                EXPECT_NO_THROW(Noise{s});
                return;
            }
            EXPECT_EQ(what.rfind(setting + ":", 0), 0u) << what;
            if (setting != "flow" || name != "perlin") {
                EXPECT_NE(what.find(name), std::string::npos) << what;
                EXPECT_NE(what.find("it has frequency, output, octaves"), std::string::npos) << what;
                for (const char* optional : {"seed", "fade", "period", "loop"})
                    EXPECT_EQ(what.find(std::string(", ") + optional) != std::string::npos, !missing.contains(optional))
                        << what;
            }
            EXPECT_THROW(Noise{s}, std::invalid_argument);
        };
        for (const auto& [setting, text] : other) {
            Settings s = plain;
            ASSERT_EQ(set(s, setting, text), "");
            check(s, setting);
        }
        Settings s = plain;
        s.period.assign(static_cast<std::size_t>(dim), 4);
        check(s, "period");
    }
}

TEST(Settings, DimensionsOfAnAlgorithmAreNamed) {
    for (int dim = 1; dim <= 4; ++dim) {
        for (Algorithm algorithm : {Algorithm::perlin, Algorithm::improved, Algorithm::value})
            EXPECT_EQ(problem({.algorithm = algorithm, .dim = dim}), "");
        for (Algorithm algorithm : {Algorithm::axis, Algorithm::diagonal, Algorithm::value_two_layer}) {
            const std::string what = problem({.algorithm = algorithm, .dim = dim});
            const std::string expected = " has 2 dimensions, got '" + std::to_string(dim) + "'";
            EXPECT_EQ(what.empty(), dim == 2) << what;
            EXPECT_EQ(what.find(expected) != std::string::npos, dim != 2) << what;
        }
        EXPECT_EQ(problem({.algorithm = Algorithm::slope, .dim = dim}),
                  dim == 1 ? "" : "dim: slope has 1 dimension, got '" + std::to_string(dim) + "'");
    }
}

TEST(Settings, NearestHasNoProblemAndKeepsWhatItCan) {
    Random random(701);
    for (int i = 0; i < 20000; ++i) {
        Settings s;  // every field anywhere in its range, consistent or not
        s.algorithm = static_cast<Algorithm>(random.next() % 7);
        s.dim = static_cast<int>(random.next() % 4) + 1;
        s.seed = random.bits();
        s.octaves = static_cast<float>(random.between(1, i % 2 ? 5 : 32));
        s.persistence = static_cast<float>(random.between(0, 2));
        s.lacunarity = i % 3 ? static_cast<float>(random.between(1, 8)) : static_cast<float>(random.next() % 8 + 1);
        s.fractal = static_cast<Fractal>(random.next() % 5);
        s.fade = static_cast<Fade>(random.next() % 4);
        for (std::uint64_t c = random.next() % 5; c > 0; --c)
            s.period.push_back(random.next() % 3 == 0 ? 0 : random.bits() >> (random.next() % 31 + 1));
        s.loop = random.next() % 2 ? 0 : random.bits() >> (random.next() % 31 + 1);
        s.warp = random.next() % 2 ? 0 : static_cast<float>(random.between(0, 16));
        s.flow = random.next() % 2 ? 0 : static_cast<float>(random.between(-9, 9));
        s.filter_width = random.next() % 2 ? 0 : static_cast<float>(random.between(0, 9));
        const Settings n = nearest(s);
        ASSERT_EQ(problem(n), "") << text_of(s);
        ASSERT_EQ(nearest(n), n) << text_of(s);
        if (problem(s).empty() && s.period.size() == static_cast<std::size_t>(s.dim)) {
            Settings same = s;  // equal, except that loop is written into the last period
            if (s.loop != 0) same.period.back() = s.loop;
            if (same.period == std::vector<std::uint32_t>{0}) same.period.clear();  // as set() parses "0"
            ASSERT_EQ(n, same) << text_of(s);
        }
        ASSERT_EQ(n.algorithm, s.algorithm);
        for_each_setting(s, [&](const SettingInfo& info, auto&) {
            const std::string name = info.name;
            if (name == "period" || name == "loop" || name == "lacunarity" || name == "dim") return;
            ASSERT_EQ(get(n, name), supports(n, name) ? get(s, name) : get(Settings{}, name)) << name << text_of(s);
        });
    }
    EXPECT_EQ(nearest({.algorithm = Algorithm::slope, .dim = 3, .seed = 4, .warp = 1}),
              (Settings{.algorithm = Algorithm::slope, .dim = 1}));
    EXPECT_EQ(nearest({.dim = 3, .period = {4, 5}}).period, (std::vector<std::uint32_t>{4, 5, 0}));
    EXPECT_EQ(nearest({.dim = 1, .period = {4, 5}}).period, (std::vector<std::uint32_t>{4}));
    EXPECT_TRUE(nearest({.dim = 1, .period = {0, 5}}).period.empty());
    EXPECT_EQ(nearest({.octaves = 4, .lacunarity = 2.1f, .period = {4, 5}}).lacunarity, 2.0f);
    EXPECT_TRUE(nearest({.octaves = 32, .lacunarity = 2, .period = {4, 5}}).period.empty());
}

TEST(Settings, WhatMixesTheAxes) {
    EXPECT_TRUE(has_separate_axes({}));
    EXPECT_FALSE(has_separate_axes({.algorithm = Algorithm::improved}));
    EXPECT_FALSE(has_separate_axes({.warp = 1}));
    EXPECT_FALSE(has_separate_axes({.flow = 1}));
    EXPECT_FALSE(has_separate_axes({.fractal = Fractal::eroded}));
}

TEST(Settings, NoAlgorithmHasAnUnknownOne) {
    EXPECT_FALSE(supports({}, "unknown"));
    EXPECT_TRUE(supports({}, "warp"));
}

TEST(Settings, GradientsAreWhereTheManualSays) {
    for (Fractal fractal : kFractals)
        EXPECT_EQ(has_gradient({.fractal = fractal}), fractal != Fractal::eroded);
    EXPECT_TRUE(has_gradient({.algorithm = Algorithm::improved}));
    EXPECT_TRUE(has_gradient({.algorithm = Algorithm::value}));
    EXPECT_TRUE(has_gradient({.algorithm = Algorithm::value_two_layer}));
    EXPECT_FALSE(has_gradient({.algorithm = Algorithm::axis}));
    EXPECT_FALSE(has_gradient({.algorithm = Algorithm::diagonal}));
    EXPECT_FALSE(has_gradient({.algorithm = Algorithm::slope}));
}

TEST(Settings, EveryRejectionNamesTheSettingAndWhatItGot) {
    static const struct {
        const char *name, *text;
    } bad[] = {
        {"algorithm", "simplex"},
        {"algorithm", "value_two_layer"},
        {"algorithm", "Perlin"},
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
        {"fractal", "rigid"},
        {"fractal", "noise"},
        {"fade", "smooth"},
        {"output", "both"},
        {"persistence", ""},
        {"persistence", " 0.5"},
        {"loop", "-1"},
        {"loop", "2147483648"},
        {"loop", "1.5"},
        {"warp", "-0.1"},
        {"warp", "16.1"},
        {"warp", "nan"},
        {"flow", "1e7"},
        {"flow", "inf"},
        {"filter-width", "-1"},
        {"filter-width", "1048577"},
    };
    for (const auto& [name, text] : bad) {
        Settings s;
        const std::string what = set(s, name, text);
        EXPECT_NE(what.find(name), std::string::npos) << name << "=" << text << ": " << what;
        EXPECT_NE(what.find("'" + std::string(text) + "'"), std::string::npos) << what;
        EXPECT_EQ(s, Settings{}) << "nothing may change: " << name;
    }
    Settings s;
    EXPECT_NE(set(s, "wrap", "1").find("unknown"), std::string::npos);
}

TEST(Settings, NumbersMayBeTinyAndHaveOneSign) {
    double value = 9;
    EXPECT_TRUE(parse_number("1e-999", value));
    EXPECT_EQ(value, 0.0);
    EXPECT_TRUE(parse_number("+5", value));
    EXPECT_EQ(value, 5.0);
    for (const char* text : {"+-5", "++5", "--5", "1e999", "-1e999", "5 ", " 5", "+", ""})
        EXPECT_FALSE(parse_number(text, value)) << text;
    Settings s;
    EXPECT_EQ(set(s, "flow", "-1e-99"), "");
    EXPECT_EQ(s.flow, 0.0f);
}

// Numbers below a double's range are 0, with digits and exponents of any length.
TEST(Settings, TooSmallIsNotTooLarge) {
    const std::string zeros(400, '0');
    for (const std::string& text : std::vector<std::string>{
             "0.5e-400", "1e-400", "0.00001e-399", "." + zeros + "1e-1", "0." + zeros + "7e-200", "1" + zeros + "e-900",
             "-2.5E-9999", "1e-99999999999999999999", "0e99999999999999999999", "0.0e400"}) {
        double value = 9;
        EXPECT_TRUE(parse_number(text, value)) << text;
        EXPECT_EQ(value, 0.0) << text;
        float small = 9;
        EXPECT_EQ(parse_float(text, small), std::errc()) << text;
        EXPECT_EQ(small, 0.0f) << text;
    }
    for (const std::string& text :
         std::vector<std::string>{"0.5e400", "-0.5e+400", "1" + zeros, "0.00001e405", "0." + zeros + "1e999",
                                  "10" + zeros + "e-2", "1e99999999999999999999", "5E400"}) {
        double value = 9;
        EXPECT_FALSE(parse_number(text, value)) << text;
        EXPECT_EQ(value, 9) << text;
        float large = 9;
        EXPECT_EQ(parse_float(text, large), std::errc::result_out_of_range) << text;
        EXPECT_EQ(large, 9.0f) << text;
    }
}

// Decimals and hexadecimal numbers at the ends of the range round to the nearest float. (glibc's strtof rounds some
// hexadecimal subnormals wrongly, such as 0x5667EC.cp-149; a double represents the thirteen digits exactly.)
TEST(Settings, FloatsAreTheNearest) {
    std::mt19937 random(5);
    const auto digit = [&](const char* of, std::size_t count) { return of[random() % count]; };
    for (int round = 0; round < 200000; ++round) {
        const bool hex = round % 2 == 0;
        const char* const of = hex ? "0123456789abcdefABCDEF" : "0123456789";
        const std::size_t count = hex ? 22 : 10;
        std::string text(1, "+-"[random() % 2]);
        if (hex) text += round % 4 == 0 ? "0x" : "0X";
        text += digit(of, count);
        for (std::size_t i = random() % 12; i > 0; --i)
            text += digit(of, count);
        if (random() % 2) text += '.';
        if (text.back() == '.') {
            for (std::size_t i = random() % (hex ? 2 : 12); i > 0; --i)
                text += digit(of, count);
        }
        const int most = hex ? 220 : 70;
        if (random() % 8) text += (hex ? "p" : "e") + std::to_string(static_cast<int>(random() % (2 * most)) - most);
        const float expected =
            hex ? static_cast<float>(std::strtod(text.c_str(), nullptr)) : std::strtof(text.c_str(), nullptr);
        float value = 9;
        const std::errc error = parse_float(text, value);
        if (std::isinf(expected)) {
            ASSERT_EQ(error, std::errc::result_out_of_range) << text;
        } else {
            ASSERT_EQ(error, std::errc()) << text;
            ASSERT_EQ(value, expected) << text;
        }
    }
    for (const char* text : {"0x", "0x-1", "0x+1", "0xnan", "0xinf", "-", "+", "", "0x1p", "0x1pz", "1x", "0x1 ", "--1",
                             "+-1", "0x.", "0xp1", ".", "e5"}) {
        float value = 9;
        EXPECT_EQ(parse_float(text, value), std::errc::invalid_argument) << text;
        EXPECT_EQ(value, 9.0f);
    }
}

// The host program may have set a locale with a decimal comma.
TEST(Settings, NumbersDoNotDependOnTheLocale) {
    const TemporaryDirectory folder;
    const std::string made = "localedef -i de_DE -f UTF-8 '" + (folder.path() / "de_DE.UTF-8").string() + "' 2>&1";
    if (std::system((made + " >&2").c_str()) != 0) GTEST_SKIP() << "no localedef (Debian: locales)";
    setenv("LOCPATH", folder.path().c_str(), 1);
    ASSERT_NE(std::setlocale(LC_ALL, "de_DE.UTF-8"), nullptr);
    ASSERT_STREQ(std::localeconv()->decimal_point, ",");
    Settings s;
    double value = 9;
    float number = 9;
    EXPECT_EQ(set(s, "persistence", "0.25"), "");
    EXPECT_EQ(get(s, "persistence"), "0.25");
    EXPECT_NE(set(s, "persistence", "0,5"), "");
    EXPECT_NE(set(s, "flow", "0.5e400"), "");
    EXPECT_FALSE(parse_number("0.5e400", value));
    EXPECT_FALSE(parse_number("0,5", value));
    EXPECT_TRUE(parse_number("0.5e-400", value));
    EXPECT_EQ(parse_float("0x1.8p1", number), std::errc());
    EXPECT_EQ(number, 3.0f);
    EXPECT_EQ(parse_float("0x1,8p1", number), std::errc::invalid_argument);
    EXPECT_EQ(set(s, "persistence", "x"), "persistence: expected a number from 0 to 2, got 'x'");
    std::setlocale(LC_ALL, "C");
    unsetenv("LOCPATH");
}

// No source file of the library or the program calls locale-dependent number conversions.
TEST(Settings, NoSourceAsksTheLocale) {
    const std::regex calls(
        R"(\b(strto[dfl]|strtold|ato[fl]|sto[dfl]|stold|wcsto[df]|sscanf|setlocale)\s*\(|std::locale)");
    int files = 0;
    for (const char* folder : {"", "../../app"}) {
        const std::filesystem::path root = std::filesystem::path(ISONOISE_CORE) / folder;
        for (const auto& entry : std::filesystem::recursive_directory_iterator(root)) {
            const auto extension = entry.path().extension();
            if (extension != ".cpp" && extension != ".hpp") continue;
            ++files;
            std::ifstream file(entry.path());
            std::string line;
            for (int number = 1; std::getline(file, line); ++number) {
                if (line.find("//") != std::string::npos) line.erase(line.find("//"));
                EXPECT_FALSE(std::regex_search(line, calls)) << entry.path().string() << ":" << number << ": " << line;
            }
        }
    }
    EXPECT_GT(files, 150);
}

// Escaped text moves no terminal cursor, hides or reverses nothing, and is valid UTF-8.
TEST(Settings, UntrustedTextIsEscaped) {
    EXPECT_EQ(escaped("a é 𝄞 b"), "a é 𝄞 b");
    EXPECT_EQ(escaped("\xc2\xa0 \xc2\xa9"), "\xc2\xa0 \xc2\xa9");  // the first of two bytes
    EXPECT_EQ(escaped("\xc1\x80"), "\\xc1\\x80");
    EXPECT_EQ(escaped("a\nb"), "a\\x0ab");
    EXPECT_EQ(escaped("a\n\tb", true), "a\n\\x09b");
    EXPECT_EQ(escaped("\xc2\x9b[31m"), "\\xc2\\x9b[31m");                              // CSI as one character
    EXPECT_EQ(escaped("a\xe2\x80\xaexyz"), "a\\xe2\\x80\\xaexyz");                     // reverses the following text
    EXPECT_EQ(escaped("\xff\xfe"), "\\xff\\xfe");                                      // never valid in UTF-8
    EXPECT_EQ(escaped("\xed\xa0\x80"), "\\xed\\xa0\\x80");                             // a surrogate
    EXPECT_EQ(escaped("\xc0\xaf\xf0\x80\x80\xaf"), "\\xc0\\xaf\\xf0\\x80\\x80\\xaf");  // overlong encoding
    EXPECT_EQ(escaped("\xf4\x90\x80\x80"), "\\xf4\\x90\\x80\\x80");                    // beyond U+10FFFF
    EXPECT_EQ(escaped("é\xc3"), "é\\xc3");                                             // truncated
    std::mt19937 random(2);
    for (int round = 0; round < 20000; ++round) {
        std::string text;
        for (std::size_t i = random() % 90; i > 0; --i)
            text += static_cast<char>(random() % 4 ? random() : 0xE2 + random() % 3);
        for (const std::string& out : {escaped(text), in_quotes(text), escaped(shortened(text, 64))}) {
            ASSERT_TRUE(is_utf8(out)) << out;
            ASSERT_TRUE(std::none_of(out.begin(), out.end(), [](unsigned char c) { return c < 0x20 || c == 0x7F; }));
        }
        const std::string good = escaped(text);
        ASSERT_EQ(escaped(good), good);
        ASSERT_LE(shortened(good, 64).size(), 64u);
        ASSERT_TRUE(is_utf8(shortened(good, 64))) << good;
    }
    EXPECT_EQ(shortened(std::string(64, 'a'), 64), std::string(64, 'a'));
    EXPECT_EQ(shortened(std::string(40, 'a') + std::string(40, 'z'), 64),
              std::string(40, 'a') + "zzz … " + std::string(16, 'z'));
}

// Up to 60 bytes, no partial characters, and nothing that moves a terminal's cursor.
TEST(Settings, QuotedTextIsShortAndPlain) {
    EXPECT_EQ(in_quotes(""), "''");
    EXPECT_EQ(in_quotes(std::string(60, 'a')), "'" + std::string(60, 'a') + "'");
    EXPECT_EQ(in_quotes(std::string(61, 'a')), "'" + std::string(60, 'a') + "…'");
    EXPECT_EQ(in_quotes("a\n\x1b\x7f\x1f b~"), "'a\\x0a\\x1b\\x7f\\x1f b~'");
    for (const char* letter : {"é", "…", "𝄞"}) {
        const std::size_t size = std::string(letter).size();
        for (std::size_t before = 55; before <= 60; ++before) {
            const std::string kept = std::string(before, 'a') + (before + size <= 60 ? letter : "");
            EXPECT_EQ(in_quotes(std::string(before, 'a') + letter + "bcdefghi"),
                      "'" + (kept + "bcdefghi").substr(0, before + size <= 60 ? 60 : before) + "…'")
                << letter << before;
        }
    }
    // Text that is not UTF-8 is truncated as well, at four characters per byte.
    EXPECT_EQ(in_quotes(std::string(80, '\x80')).size(), std::string("'…'").size() + 4 * 60);
}

TEST(Settings, MessagesSayWhatWasExpected) {
    const auto says = [](const char* name, const char* text) {
        Settings s;
        return set(s, name, text);
    };
    EXPECT_EQ(says("fractal", "x"), "fractal: expected one of fbm, turbulence, ridged, billow, eroded, got 'x'");
    EXPECT_EQ(says("dim", "x"), "dim: expected a whole number from 1 to 4, got 'x'");
    EXPECT_EQ(says("seed", "-1"), "seed: expected a whole number from 0 to 4294967295, got '-1'");
    EXPECT_EQ(says("warp", "x"), "warp: expected a number from 0 to 16, got 'x'");
    EXPECT_EQ(says("frequency", "0"), "frequency: expected a number from 2^-20 to 2^20, got '0'");
    EXPECT_EQ(says("period", "1,x"), "period: expected one count per axis, each a whole number from 0 to 2147483647, "
                                     "separated by commas, got '1,x'");
    EXPECT_EQ(says("x", "1"), "unknown setting 'x'");
    EXPECT_EQ(says("frequency", "9.5367431640625e-07"), "") << "2^-20";
    EXPECT_EQ(says("frequency", "1048576"), "");
    EXPECT_EQ(says("flow", "-1e6"), "");
    EXPECT_EQ(says("flow", "1e6"), "");
}

TEST(Settings, ANumberEndsWhereItsTextDoes) {
    double value = 0;
    EXPECT_TRUE(parse_number(std::string_view("125").substr(0, 2), value));
    EXPECT_EQ(value, 12.0);
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
    EXPECT_NE(problem({.fade = static_cast<Fade>(4)}), "");
    EXPECT_NE(problem({.fractal = static_cast<Fractal>(-1)}), "");
    EXPECT_NE(problem({.warp = nan}), "");
    EXPECT_NE(problem({.flow = nan}), "");
    EXPECT_NE(problem({.filter_width = -1.0f}), "");
    EXPECT_NE(problem({.loop = 2147483648u}), "");
    EXPECT_NE(problem({.output = static_cast<Output>(2)}), "");
}

// All boundaries of well-formed UTF-8, of hidden characters, and of truncation.
TEST(Settings, TextIsReadByCharacters) {
    const struct {
        std::string_view text;
        char32_t code;
        std::size_t size;
    } rows[] = {{"a\x80", U'a', 1},
                {"\x7F", 0x7F, 1},
                {"\x80", 0, 0},
                {"\xC1\xBF", 0, 0},
                {"\xC2\x80", 0x80, 2},
                {"\xC2\x7F", 0, 0},
                {"\xC2\xC0", 0, 0},
                {"\xC2", 0, 0},
                {"\xDF\xBF", 0x7FF, 2},
                {"\xE0\x9F\xBF", 0, 0},
                {"\xE0\xA0\x80", 0x800, 3},
                {"\xE0\xA0", 0, 0},
                {"\xE0\xA0\x7F", 0, 0},
                {"\xED\x9F\xBF", 0xD7FF, 3},
                {"\xED\xA0\x80", 0, 0},
                {"\xED\xBF\xBF", 0, 0},
                {"\xEE\x80\x80", 0xE000, 3},
                {"\xEF\xBF\xBF", 0xFFFF, 3},
                {"\xF0\x8F\xBF\xBF", 0, 0},
                {"\xF0\x90\x80\x80", 0x10000, 4},
                {"\xF0\x90\x80", 0, 0},
                {"\xF4\x8F\xBF\xBF", 0x10FFFF, 4},
                {"\xF4\x90\x80\x80", 0, 0},
                {"\xF5\x80\x80\x80", 0, 0}};
    for (const auto& row : rows) {
        const Character c = first_character(row.text);
        EXPECT_EQ(c.code, row.code) << escaped(row.text);
        EXPECT_EQ(c.size, row.size) << escaped(row.text);
        EXPECT_EQ(is_utf8(std::string("ab").append(row.text)), c.size == row.text.size()) << escaped(row.text);
        EXPECT_EQ(escaped(row.text) == row.text, c.size == row.text.size() && !is_hidden(row.code))
            << escaped(row.text);
    }
    EXPECT_TRUE(is_utf8(""));
    const std::pair<char32_t, char32_t> hidden[] = {{0, 0x1F},        {0x7F, 0x9F},     {0x200B, 0x200F},
                                                    {0x2028, 0x202E}, {0x2066, 0x2069}, {0xFEFF, 0xFEFF}};
    const auto is_escaped = [](char32_t c) {
        std::string text;
        if (c >= 0x800) text += static_cast<char>(0xE0 | c >> 12);
        if (c >= 0x80) text += static_cast<char>(c >= 0x800 ? 0x80 | (c >> 6 & 0x3F) : 0xC0 | c >> 6);
        text += static_cast<char>(c >= 0x80 ? 0x80 | (c & 0x3F) : c);
        return escaped(text) != text;
    };
    for (const auto& [first, last] : hidden) {
        EXPECT_TRUE(is_escaped(first) && is_escaped(last)) << std::uint32_t(first);
        EXPECT_FALSE((first > 0 && is_escaped(first - 1)) || is_escaped(last + 1)) << std::uint32_t(first);
        EXPECT_TRUE(is_hidden(first) && is_hidden(last)) << std::uint32_t(first);
        EXPECT_FALSE((first > 0 && is_hidden(first - 1)) || is_hidden(last + 1)) << std::uint32_t(first);
    }
    for (std::size_t most = 0; most <= 6; ++most) {
        EXPECT_EQ(cut_length("abcdef", most), most);
        EXPECT_EQ(cut_length("a\xF0\x90\x80\x80z", most), most < 1 ? 0 : most < 5 ? 1 : most) << most;
        EXPECT_EQ(cut_length("\x80\x80\x80\x80\x80\x80", most), most) << most;
    }
    EXPECT_EQ(cut_length("abc", 4), 3u);
}
