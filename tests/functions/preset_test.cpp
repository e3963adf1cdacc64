// Functions that include presets get the bits of those presets' noise, and refuse a file that is not a preset.
#include <bit>
#include <set>

#include <gtest/gtest.h>

#include "app/shell.hpp"
#include "conformance/function_check.hpp"
#include "core/points.hpp"
#include "filled.hpp"
#include "functions/at.hpp"
#include "gpu/context.hpp"
#include "gpu/evaluator.hpp"
#include "isonoise/function/preset.hpp"
#include "isonoise/function/source.hpp"
#include "isonoise/isonoise.hpp"
#include "isonoise/range.hpp"
#include "scene/function_file.hpp"
#include "scene/function_reach.hpp"
#include "scene/preset.hpp"
#include "scene/scenes.hpp"
#include "scene/written_function.hpp"
#include "snippet/function_text.hpp"
#include "temporary.hpp"

using namespace isonoise;

namespace {

using Files = std::map<std::string, std::string>;

Function function_of(const std::string& text, const Files& files) {
    return Function(text, "a.glsl", [&files](const std::string& name) -> std::optional<std::string> {
        const auto found = files.find(name);
        return found == files.end() ? std::nullopt : std::optional(found->second);
    });
}

std::string error_of(const std::string& text, const Files& files) {
    try {
        function_of(text, files);
        return "no error";
    } catch (const Error& e) {
        return e.what();
    }
}

std::string type_of(int dim) { return dim == 1 ? "float" : fmt::format("vec{}", dim); }

// The preset's noise, or each of its derivatives.
std::string value_text(const Settings& s) {
    return fmt::format("#include \"hills.json\"\nfloat noise({} p) {{ return hills(p); }}", type_of(s.dim));
}
std::string derivatives_text(const Settings& s) {
    return fmt::format("#include \"hills.json\"\n{0} noise({0} p) {{ {0} g; float n = hills_{1}(p, g); return g; }}",
                       type_of(s.dim), has_slope(s) ? "slope" : "gradient");
}
bool has_derivatives(const Settings& s) { return has_gradient(s) || has_slope(s); }

std::vector<std::vector<float>> values_of(const Function& function, const std::vector<glm::vec4>& at) {
    Points points{.count = static_cast<std::int64_t>(at.size())};
    for (int c = 0; c < function.dim(); ++c) {
        points.coordinates[static_cast<std::size_t>(c)] = &at[0][c];
        points.strides[static_cast<std::size_t>(c)] = 4;
    }
    std::vector<std::vector<float>> values(static_cast<std::size_t>(function.channels()),
                                           std::vector<float>(at.size()));
    std::vector<float*> to;
    for (auto& channel : values)
        to.push_back(channel.data());
    function.evaluate(points, to);
    return values;
}

std::uint32_t word(float x) { return std::bit_cast<std::uint32_t>(x); }

}  // namespace

TEST(FunctionPreset, HasTheBitsOfItsNoise) {
    Random random(17);
    int derivatives = 0;
    for (int i = 0; i < 400; ++i) {
        const Settings s = random_settings(random, i % 2);
        const Files files = {{"hills.json", to_json(s)}};
        SCOPED_TRACE(files.at("hills.json"));
        std::vector<glm::vec4> points(70);
        fill_points(random, points, i % 2);
        const Noise noise(s);
        const auto values = values_of(function_of(value_text(s), files), points);
        std::vector<std::vector<float>> slopes;
        if (has_derivatives(s)) {
            slopes = values_of(function_of(derivatives_text(s), files), points);
            ++derivatives;
        }
        for (std::size_t k = 0; k < points.size(); ++k) {
            ASSERT_EQ(word(values[0][k]), word(noise(points[k])));
            if (!has_derivatives(s)) continue;
            glm::vec4 wanted;
            has_slope(s) ? noise.slope(points[k], wanted) : noise.gradient(points[k], wanted);
            for (std::size_t c = 0; c < slopes.size(); ++c)
                ASSERT_EQ(word(slopes[c][k]), word(wanted[static_cast<int>(c)])) << "by axis " << c;
        }
    }
    EXPECT_GE(derivatives, 200);
}

// Beside one another, at points that a condition chooses, and differentiated.
TEST(FunctionPreset, IsAWordInAText) {
    const Settings hills{.seed = 5, .octaves = 4, .warp = 0.5f}, plain{.dim = 3, .frequency = 0.25f, .loop = 4};
    const Files files = {{"hills.json", to_json(hills)}, {"plain.json", to_json(plain)}};
    const Function function = function_of(
        "#include \"hills.json\"\n#include \"plain.json\"\n#include \"hills.json\"\n"
        "float noise(vec2 p) { if (hills(p) > 0.0) return 2.0 * hills(3.0 * p); return plain(vec3(p, 0.5)); }",
        files);
    const Function gradient = function.with_gradient();
    for (int i = 0; i < 1000; ++i) {
        const float x = static_cast<float>(i % 41) * 0.37f - 8, y = static_cast<float>(i) * 0.011f;
        glm::vec4 slope;
        const bool high = Noise(hills)({x, y, 0, 0}) > 0;
        const float expected = high ? 2 * Noise(hills).gradient({3 * x, 3 * y, 0, 0}, slope)
                                    : Noise(plain).gradient({x, y, 0.5f, 0}, slope);
        ASSERT_EQ(at(function, {x, y}), expected);
        std::vector<float> all(3);
        gradient.at(std::vector<float>{x, y}, all);
        ASSERT_EQ(all[0], expected);
        ASSERT_FLOAT_EQ(all[1], (high ? 6.0f : 1.0f) * slope.x);
        ASSERT_FLOAT_EQ(all[2], (high ? 6.0f : 1.0f) * slope.y);
    }
}

TEST(FunctionPreset, ReadsWhatTheProgramReads) {
    for (const BuiltinPreset& preset : builtin_presets())
        EXPECT_EQ(function::preset_settings(preset.json, preset.file),
                  load_builtin_preset(std::string(preset.name())).settings)
            << preset.file;
    for (const char* scene : detail::kScenes) {
        for (const char* fractal : detail::kFractals) {
            for (const std::string& more : {fmt::format(", \"fractal\": \"{}\"", fractal), std::string()}) {
                const std::string json = fmt::format("{{\"scene\": \"{}\"{}, \"schema\": 1}}", scene, more);
                EXPECT_EQ(function::preset_settings(json, "a.json"), parse_preset(json, "a.json").settings) << json;
            }
        }
    }
    Preset preset = load_builtin_preset("terrain-alps");
    preset.look.own_huts = {{1, 2}};
    EXPECT_EQ(function::preset_settings(to_json(preset), "a.json"), preset.settings);
    const char* odd = "\xEF\xBB\xBF{\r\n\t\"sch\\u0065ma\": 1, \"octaves\": 3.5e0, \"period\": 0, \"center\": [0.5], "
                      "\"range\": null}";
    EXPECT_EQ(function::preset_settings(odd, "a.json"), parse_preset(odd, "a.json").settings);

    std::set<std::string> looks, known(function::look_keys().begin(), function::look_keys().end());
    for_each_look([&](const LookInfo& info, auto) { looks.insert(info.name); });
    EXPECT_EQ(known, looks);
    const auto scenes = function::scene_names();
    EXPECT_TRUE(std::equal(scenes.begin(), scenes.end(), std::begin(detail::kScenes), std::end(detail::kScenes),
                           [](std::string_view a, std::string_view b) { return a == b; }));
}

TEST(FunctionPreset, RefusesWhatIsNoPreset) {
    for (const auto& [json, words] : std::vector<std::pair<std::string, std::string>>{
             {"", ":1:1: not a JSON preset: expected '{', got the end of the text"},
             {"{}", ":1:1: not a preset: expected \"schema\": 1"},
             {"{\"schema\": 2}", ":1:12: the preset has schema 2, this version of isonoise reads up to 1"},
             {"{\"schema\": 1.5}", ":1:12: not a preset"},
             {"{\"schema\": 1,\n \"octaves\": 99}", ":2:13: octaves: expected a number from 1 to 32, got '99'"},
             {"{\"schema\": 1, \"octaves\": \"5\"}", ":1:26: octaves: expected a number from 1 to 32, got '\"5\"'"},
             {"{\"schema\": 1, \"octaves\": [5]}", ":1:26: octaves: expected a number"},
             {"{\"schema\": 1, \"octaves\": 05}", ":1:27: not a JSON preset: expected ',' or '}', got '5'"},
             {"{\"schema\": 1, \"octaves\": nan}", ":1:26: not a JSON preset: expected a number, a text or a list"},
             {"{\"schema\": 1, \"ocatves\": 5}", ":1:15: unknown setting 'ocatves'"},
             {"{\"schema\": 1, \"seed\": 1, \"seed\": 2}", ":1:26: 'seed' appears twice"},
             {"{\"schema\": 1, \"fractal\": \"hills\"}", ":1:26: fractal: expected one of fbm"},
             {"{\"schema\": 1, \"scene\": \"hills\"}", ":1:24: scene: expected"},
             {"{\"schema\": 1, \"period\": [[1]]}", ":1:26: not a JSON preset: expected a number, got '['"},
             {"{\"schema\": 1, \"seed\": {\"a\": 1}}", ":1:23: not a JSON preset: expected a number, a text or a list"},
             {"{\"schema\": 1,}", ":1:14: not a JSON preset: expected '\"', got '}'"},
             {"{\"schema\": 1} x", ":1:15: not a JSON preset: expected the end of the text, got 'x'"},
             {"{\"schema\": 1, \"se\xFF\": 1}", ": not a JSON preset: expected UTF-8"},
             {"{\"schema\": 1, \"se", ":1:18: not a JSON preset: expected '\"', got the end of the text"},
             {"{\"schema\": 1, \"dim\": 3, \"flow\": 1}", ":1:1: flow: "},
             {"{\"schema\": 1, \"function\": \"float noise(float p) { return p; }\"}",
              ":1:15: the preset has a function"}}) {
        const std::string what =
            error_of("#include \"h.json\"\nfloat noise(vec2 p) { return h(p); }", {{"h.json", json}});
        EXPECT_TRUE(what.starts_with("h.json")) << what;
        EXPECT_NE(what.find(words), std::string::npos) << json << "\n" << what;
        if (json.find("function") != std::string::npos) continue;
        EXPECT_THROW(parse_preset(json, "h.json"), Error) << json;
    }
    const std::string good = "{\"schema\": 1}", eroded = "{\"schema\": 1, \"fractal\": \"eroded\"}",
                      axis = "{\"schema\": 1, \"algorithm\": \"axis\"}";
    const Files files = {{"h.json", good},   {"perlin2.json", good},    {"sin.json", good},  {"if.json", good},
                         {"2.json", good},   {"isonoise_h.json", good}, {"vec2.json", good}, {"noise.json", good},
                         {"a b.json", good}, {"h_gradient.json", good}, {"e.json", eroded},  {"x.json", axis},
                         {"d/h.json", good}};
    const std::string end = "\nfloat noise(vec2 p) { return 0.0; }";
    for (const auto& [text, words] : std::vector<std::pair<std::string, std::string>>{
             {"#include \"none.json\"" + end, "a.glsl:1:1: cannot read 'none.json'"},
             {"#include \"perlin2.json\"" + end,
              "a.glsl:1:11: the preset 'perlin2.json' cannot be a function named 'perlin2': that name is taken"},
             {"#include \"sin.json\"" + end, "taken"},
             {"#include \"if.json\"" + end, "taken"},
             {"#include \"vec2.json\"" + end, "taken"},
             {"#include \"noise.json\"" + end, "taken"},
             {"#include \"2.json\"" + end, "expected letters, digits and _"},
             {"#include \"a b.json\"" + end, "expected letters, digits and _"},
             {"#include \"isonoise_h.json\"" + end, "reserved"},
             {"#include \"h.json\"\n#include \"h_gradient.json\"" + end,
              "a.glsl:2:11: the preset 'h_gradient.json' cannot be"},
             {"#include \"h.json\"\n#include \"d/h.json\"" + end, "a.glsl:2:11: the preset 'h.json' cannot be"},
             {"#include \"h.json\"\nfloat h(float x) { return x; }" + end,
              "a.glsl:2:1: a preset has a function named 'h' already"},
             {"#include \"h.json\"\nfloat noise(vec3 p) { return h(p); }", "a.glsl:2:30: "},
             {"#include \"e.json\"\nfloat noise(vec2 p) { vec2 g; return e_gradient(p, g); }",
              "a.glsl:2:38: the preset 'e.json' has no gradient: 'e_slope' has the slope"},
             {"#include \"h.json\"\nfloat noise(vec2 p) { vec2 g; return h_slope(p, g); }",
              "a.glsl:2:38: the preset 'h.json' has no slope"},
             {"#include \"x.json\"\nfloat noise(vec2 p) { vec2 g; return x_gradient(p, g); }",
              "a.glsl:2:38: the preset 'x.json' has no gradient: its algorithm has none"},
             {"#include \"h.json\"\nconst float c = h(vec2(0.5));\nfloat noise(vec2 p) { return c; }",
              "a.glsl:2:1: the value of 'c' is not constant"},
             {"\n#include \"h.json\" {\"schema\": 1, \"octaves\": 0}" + end,
              "a.glsl:2:44: octaves: expected a number"}}) {
        const std::string what = error_of(text, files);
        EXPECT_TRUE(what.starts_with("a.glsl")) << what;
        EXPECT_NE(what.find(words), std::string::npos) << text << "\n" << what;
    }
    for (const auto& [name, words] :
         {std::pair("e", "'e_slope' has the slope"), std::pair("x", "the preset has none")}) {
        const Function function =
            function_of(fmt::format("#include \"{0}.json\"\nfloat noise(vec2 p) {{ return {0}(p); }}", name), files);
        try {
            function.with_gradient();
            ADD_FAILURE() << name;
        } catch (const Error& e) {
            EXPECT_TRUE(std::string(e.what()).starts_with("a.glsl:2:30: noise_gradient: the derivative of"))
                << e.what();
            EXPECT_NE(std::string(e.what()).find(words), std::string::npos) << e.what();
        }
    }
}

// A saved preset and a world hold the function in one text.
TEST(FunctionPreset, StaysInTheText) {
    const Settings hills{.dim = 3, .seed = 5, .octaves = 4};
    Files files = {{"hills.json", to_json(hills)},
                   {"b.glsl", "#include \"hills.json\"\nfloat b(vec3 p) { return hills(p); }"}};
    const std::string text =
        "#include \"b.glsl\"\n#include \"hills.json\"\nfloat noise(vec3 p) { return b(p) + hills(2.0 * p); }";
    const Function function = function_of(text, files);
    EXPECT_EQ(function.includes(), files);
    EXPECT_EQ(function, function_of(text, files));
    const Function whole(function::joined(function));
    EXPECT_EQ(function::joined(whole), function::joined(function));
    EXPECT_TRUE(whole.includes().empty());
    EXPECT_EQ(at(whole, {0.3f, 0.4f, 0.7f}), at(function, {0.3f, 0.4f, 0.7f}));
    Preset preset;
    set_function(preset, function);
    const Preset saved = parse_preset(to_json(preset), "saved.json");
    EXPECT_EQ(at(*saved.function, {0.3f, 0.4f, 0.7f}), at(function, {0.3f, 0.4f, 0.7f}));
    EXPECT_EQ(to_json(saved), to_json(preset));
    EXPECT_EQ(function::included_files(text), (std::vector<std::string>{"b.glsl", "hills.json"}));
    files["hills.json"] = to_json(Settings{.dim = 3, .seed = 6, .octaves = 4});
    const Function other = function_of(text, files);
    EXPECT_NE(other, function);
    EXPECT_NE(at(other, {0.3f, 0.4f, 0.7f}), at(function, {0.3f, 0.4f, 0.7f}));
}

TEST(FunctionRange, OfAPresetIsProved) {
    for (const Settings& s :
         {Settings{.octaves = 5, .fractal = Fractal::turbulence, .output = Output::unit},
          Settings{.algorithm = Algorithm::improved, .dim = 4}, Settings{.algorithm = Algorithm::axis}}) {
        const auto range = function_of(value_text(s), {{"hills.json", to_json(s)}}).proved_range();
        ASSERT_TRUE(range);
        const auto [low, high] = value_range(s);
        EXPECT_LE((*range)[0], low);
        EXPECT_GE((*range)[1], high);
        EXPECT_NEAR((*range)[0], low, 3e-7);
        EXPECT_NEAR((*range)[1], high, 3e-7);
    }
}

TEST(FunctionGpu, HasTheBitsOfPresetsAtRandom) {
    const HeadlessContext context;
    Shaders shaders(context.info().glsl, ShaderFiles());
    Evaluator driver(shaders, context.info());
    const char* count = std::getenv("ISONOISE_TEST_FUNCTIONS");
    Random random(3);
    for (std::uint64_t i = 0; i < (count ? std::strtoull(count, nullptr, 10) : 16); ++i) {
        const Settings s = random_settings(random, true);
        const Files files = {{"hills.json", to_json(s)}};
        const Function function = function_of(has_derivatives(s) ? derivatives_text(s) : value_text(s), files);
        const FunctionResult result = check_function(driver, function, function_shader(function, ShaderFiles()), 8192,
                                                     static_cast<std::uint32_t>(i), [](std::uint64_t) {});
        EXPECT_EQ(result.differing, 0u) << files.at("hills.json");
    }
}

TEST(FunctionCli, TakesPresetsBesideTheText) {
    const TemporaryDirectory temporary;
    const auto run = [&](const std::string& command) {
        return shell(fmt::format("cd '{}' && {}", temporary.path().string(),
                                 filled(command, {{"isonoise ", ISONOISE_BINARY " "}})));
    };
    const Settings settings{.seed = 5, .frequency = 0.7f, .octaves = 4, .fractal = Fractal::ridged};
    write_file(temporary.path() / "hills.json", to_json(Preset{.settings = settings, .look = {}}));
    write_file(temporary.path() / "f.glsl", "#include \"hills.json\"\nfloat noise(vec2 p) { return hills(p); }\n");
    write_file(temporary.path() / "bad.glsl", "#include \"bad.json\"\nfloat noise(vec2 p) { return bad(p); }\n");
    write_file(temporary.path() / "bad.json", "{\"schema\": 1,\n \"octaves\": 0}\n");
    const std::string points = "printf '1.25 0.5\\n-7.3 1e5\\n' | isonoise sample --gradient ";
    EXPECT_EQ(run(points + "f.glsl").text, run(points + "hills.json").text);
    EXPECT_EQ(run("isonoise verify f.glsl --points 1000").exit, 0);
    const Out bad = run("isonoise sample bad.glsl </dev/null");
    EXPECT_EQ(bad.exit, 2);
    EXPECT_NE(bad.text.find("bad.json:2:13: octaves: expected"), std::string::npos) << bad.text;
    EXPECT_NE(bad.text.find("     \"octaves\": 0}\n                ^"), std::string::npos) << bad.text;

    // Its world and its preset hold the settings.
    EXPECT_EQ(
        run("isonoise bake f.glsl --size 8x8 -o w.zarr && isonoise bake f.glsl --size 8x8 -o w.zarr --part 1/1").exit,
        0);
    write_file(temporary.path() / "hills.json", to_json(Settings{.seed = 6}));
    const Out other = run("isonoise bake f.glsl --size 8x8 -o w.zarr");
    EXPECT_EQ(other.exit, 2);
    EXPECT_NE(other.text.find("hills.json"), std::string::npos) << other.text;
}

// Every other noise is written as a text that has its bits where the cells of all octaves fit 32 bits; its parameters
// are the settings.
TEST(WrittenFunction, HasTheBitsOfItsNoise) {
    Random random(23);
    int by_library = 0, warped = 0, periodic = 0, values = 0, refused = 0;
    for (int i = 0; i < 900; ++i) {
        Settings s = random_settings(random, true);
        if (random.next() % 4) s.fade = Fade::standard;
        if (random.next() % 4) s.flow = s.filter_width = 0;
        s = nearest(s);
        SCOPED_TRACE(to_json(s));
        if (!unwritable(s).empty()) {
            EXPECT_THROW(written_function(s, "a"), Error);
            ++refused;
            continue;
        }
        const std::string text = written_function(s, "a");
        SCOPED_TRACE(text);
        const Function function(text, "a.glsl");
        const Noise noise(s);
        std::vector<glm::vec4> points(70);
        for (glm::vec4& p : points) {
            for (int c = 0; c < 4; ++c) {
                p[c] = static_cast<float>(random.between(-999, 999));
                if (random.next() % 9 == 0) p[c] = std::floor(p[c]);
            }
        }
        const auto found = values_of(function, points);
        for (std::size_t k = 0; k < points.size(); ++k)
            ASSERT_EQ(word(found[0][k]), word(noise(points[k]))) << "at point " << k;
        by_library += text.find("_fbm(") != text.npos || text.find("_eroded(") != text.npos;
        warped += s.warp != 0;
        periodic += is_periodic(s);
        values += s.algorithm == Algorithm::value;
        for (const Parameter& p : function.parameters()) {
            for (const double x : p.value)
                EXPECT_TRUE(p.range()[0] <= x && x <= p.range()[1]) << p.name;
            EXPECT_FALSE(p.about.empty());
        }
    }
    for (const int count : {by_library, warped, periodic, values, refused})
        EXPECT_GE(count, 30);
}

// A slider compiles to the noise of the changed setting.
TEST(WrittenFunction, HasTheSettingsAsParameters) {
    const Settings start{.dim = 3, .seed = 4, .octaves = 5, .lacunarity = 2.13f, .fractal = Fractal::ridged, .warp = 1};
    Function function(written_function(start, "a"), "a.glsl");
    const auto set = [&](const char* name, double value) { function.set(name, {&value, 1}); };
    set("seed", 99);
    set("frequency", 1.75);
    set("octaves", 3.3);
    set("persistence", 0.8);
    set("lacunarity", 3.01);
    set("warp", 0.25);
    EXPECT_NO_THROW(function.with_gradient());
    const Noise noise({.dim = 3,
                       .seed = 99,
                       .frequency = 1.75f,
                       .octaves = 3.3f,
                       .persistence = 0.8f,
                       .lacunarity = 3.01f,
                       .fractal = Fractal::ridged,
                       .warp = 0.25f});
    for (int i = 0; i < 100; ++i) {
        const float x = 0.37f * static_cast<float>(i) - 20;
        ASSERT_EQ(at(function, {x, 0.5f, -x}), noise({x, 0.5f, -x, 0}));
    }
}

TEST(WrittenFunction, Repeats) {
    const Settings tile{.frequency = 4, .octaves = 4, .period = {8, 16}};
    const Function function(written_function(tile, "tile"), "tile.glsl");
    EXPECT_EQ(function.period(), (std::array<std::uint32_t, 4>{2, 4, 0, 0}));
    EXPECT_EQ(tiling_problem(function), "");
    const std::string odd = written_function({.frequency = 3, .octaves = 4, .period = {8, 16}}, "odd");
    EXPECT_NE(odd.find("uniform uvec2 repeat = uvec2(8u, 16u);"), odd.npos) << odd;
}

TEST(WrittenFunction, SaysWhatItLacks) {
    for (const auto& [settings, expected] : std::initializer_list<std::pair<Settings, const char*>>{
             {{.algorithm = Algorithm::improved}, "algorithm improved: the functions' language has no such noise"},
             {{.fade = Fade::linear}, "fade linear: the functions' language has no such noise"},
             {{.flow = 1}, "flow 1: the functions' language has no such noise"},
             {{.filter_width = 0.5f}, "filter-width 0.5: functions leave out no octaves"},
             {{.octaves = 3, .fractal = Fractal::eroded, .warp = 1}, "fractal eroded: not with a warp"},
             {{.octaves = 3, .fractal = Fractal::eroded, .period = {4, 4}}, "fractal eroded: not with a period"},
             {{.octaves = 2, .lacunarity = 1.5f, .period = {4, 4}}, "lacunarity 1.5: expected a whole number"}}) {
        EXPECT_TRUE(unwritable(settings).starts_with(expected)) << unwritable(settings);
    }
}

TEST(WrittenFunction, BeginsWithATemplate) {
    const Function function(function_template("mine"), "mine.glsl");
    EXPECT_EQ(function.dim(), 2);
    EXPECT_EQ(function.parameters().size(), 2u);
}
