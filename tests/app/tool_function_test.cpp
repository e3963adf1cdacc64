// Functions of the user in the window.
#include <bit>
#include <cmath>

#include "app/shell.hpp"
#include "app/window.hpp"
#include "scene/function_file.hpp"
#include "viewer/config.hpp"

namespace {

class ToolFunction : public Tool {
  protected:
    void open_function(const std::string& text) {
        write_file(dir / "f.glsl", text);
        ViewerOptions options;
        set_function(options.config.preset, function_of_word("f.glsl"));
        options.opened = true;
        options.function_file = "f.glsl";
        options.directory = config;
        options.config.width = 800;
        options.config.height = 600;
        start(std::move(options));
        settle();
    }
    // As an editor does: a new file takes the old one's place.
    void save(const std::string& name, const std::string& text) {
        write_file(dir / "draft", text);
        fs::rename(dir / "draft", dir / name);
    }
    const Parameter& parameter(std::size_t i) const { return viewer->preset().function->parameters()[i]; }
    const std::string& fault() const { return viewer->panel().status.function_error; }
};

}  // namespace

TEST_F(ToolFunction, ThePictureFollowsTheFile) {
    open_function("float noise(vec2 p) { return perlin2(p, 1u); }\n");
    expect_picture_of(viewer->preset(), capture());
    save("f.glsl", "float noise(vec2 p) { return p.x - 2.0 * p.y; }\n");
    ASSERT_TRUE(
        until([&] { return viewer->preset().function->text().starts_with("float noise(vec2 p) { return p.x"); }));
    settle();
    EXPECT_EQ(viewer->preset().function_values.seen, (Pair{-11.71875, 11.71875})) << "new colours";
    expect_picture_of(viewer->preset(), capture());
    // A colour, with a file beside it.
    save("g.inc", "vec3 tint(float x) { return vec3(x, 0.5, 1.0 - x); }\n");
    save("f.glsl", "#include \"g.inc\"\nvec3 noise(vec2 p) { return tint(perlin2(p, 2u) + 0.5); }\n");
    ASSERT_TRUE(until([&] { return viewer->preset().function->channels() == 3; }));
    settle();
    expect_picture_of(viewer->preset(), capture());
    save("g.inc", "vec3 tint(float x) { return vec3(x * x); }\n");
    ASSERT_TRUE(until([&] { return viewer->preset().function->includes().at("g.inc").ends_with("(x * x); }\n"); }));
    settle();
    expect_picture_of(viewer->preset(), capture());
}

TEST_F(ToolFunction, AFaultLiesOverTheLastGoodPicture) {
    open_function("float noise(vec2 p) { return p.x; }\n");
    const auto good = picture_of(capture());
    save("f.glsl", "float noise(vec2 p) {\n    return q;\n}\n");
    ASSERT_TRUE(until([&] { return !fault().empty(); }));
    EXPECT_EQ(fault(), "f.glsl:2:12: 'q' is not known here\n        return q;\n               ^");
    settle();
    const auto with_fault = picture_of(capture());
    EXPECT_NE(with_fault, good);
    const auto lower_half = [](const std::vector<unsigned char>& all) {
        return std::vector(all.begin() + std::ssize(all) / 2, all.end());
    };
    EXPECT_EQ(lower_half(with_fault), lower_half(good));
    save("f.glsl", "#include \"missing.glsl\"\n");
    ASSERT_TRUE(until([&] { return fault().starts_with("f.glsl:1:1: cannot read 'missing.glsl'"); })) << fault();
    save("missing.glsl", "float noise(vec2 p) { return r; }\n");
    ASSERT_TRUE(until([&] { return fault().starts_with("missing.glsl:1:30: 'r' is not known"); })) << fault();
    fs::remove(dir / "f.glsl");
    ASSERT_TRUE(until([&] {
        return fault().find("f.glsl") != std::string::npos && fault().find("No such") != std::string::npos;
    })) << fault();
    save("f.glsl", "float noise(vec2 p) { return p.x; }\n");
    ASSERT_TRUE(until([&] { return fault().empty(); }));
    settle();
    EXPECT_EQ(picture_of(capture()), good);
    // Another preset has no fault.
    save("f.glsl", "float noise");
    ASSERT_TRUE(until([&] { return !fault().empty(); }));
    viewer->ask(command::OpenPreset{"built-in:map-atlas"});
    ASSERT_TRUE(until([&] { return fault().empty(); }));
    EXPECT_FALSE(viewer->preset().function);
}

TEST_F(ToolFunction, ParametersAreFields) {
    const std::string uniforms = "uniform uint seed = 7u;\nuniform float k = 1.0;  // 0..4: how steep\n"
                                 "uniform vec2 shift = vec2(0.5, -3.0);\nuniform bool flip = false;\n";
    const std::string body = "float noise(vec2 p) { p += shift; return (flip ? -k : k) * perlin2(p, seed); }\n";
    open_function(uniforms + body);
    enter("parameter k", "2.5");
    EXPECT_EQ(parameter(1).value, std::vector{2.5});
    enter("parameter k", "9");
    EXPECT_EQ(parameter(1).value, std::vector{4.0});
    enter("parameter k", "nan");
    EXPECT_EQ(parameter(1).value, std::vector{4.0});
    enter("parameter shift", "1.25");
    EXPECT_EQ(parameter(2).value, (std::vector{1.25, -3.0}));
    click("parameter flip");
    EXPECT_EQ(parameter(3).value, std::vector{1.0});
    enter("parameter seed", "4294967295");
    EXPECT_EQ(parameter(0).value, std::vector{4294967295.0});
    settle();
    expect_picture_of(viewer->preset(), capture());
    // Values that the user has changed stay when the file changes, as far as they fit; undo and double clicks work.
    save("f.glsl", "uniform float more = 0.25;\n" + uniforms + "/* */" + body);
    ASSERT_TRUE(until([&] { return viewer->preset().function->parameters().size() == 5; }));
    EXPECT_EQ(parameter(2).value, std::vector{4.0});
    EXPECT_EQ(parameter(0).value, std::vector{0.25});
    settle();
    double_click("parameter k");
    EXPECT_EQ(parameter(2).value, std::vector{1.0});
    key("ctrl+z");
    EXPECT_EQ(parameter(2).value, std::vector{4.0});
    const double before = parameter(1).value[0];
    key("n");
    EXPECT_NE(parameter(1).value[0], before);
    settle();
    expect_picture_of(viewer->preset(), capture());
}

TEST_F(ToolFunction, ThePointUnderThePointerIsTheFunctions) {
    open_function("vec3 noise(vec2 p) { return vec3(p.x, p.y, 0.25); }\n");
    const auto area = viewer->area();
    int left = 0, top = 0;
    glfwGetWindowPos(viewer->window(), &left, &top);
    move_to({left + area.x + area.width / 2, top + area.height / 2});
    const std::string& text = viewer->panel().status.under_cursor;
    float x = 0, y = 0, r = 0, g = 0, b = 0;
    ASSERT_EQ(std::sscanf(text.c_str(), "at (%f, %f) %f, %f, %f", &x, &y, &r, &g, &b), 5) << text;
    EXPECT_EQ(r, x);
    EXPECT_EQ(g, y);
    EXPECT_EQ(b, 0.25f);
    EXPECT_LT(std::fabs(x), 0.1f);
}

TEST_F(ToolFunction, TheTruthViewComparesIt) {
    const auto compared = [&]() -> std::shared_ptr<const Truth::Comparison> {
        const auto done = [&] {
            const auto& c = viewer->panel().status.comparison;
            return c && c->rows == c->height && c->height > 0;
        };
        EXPECT_TRUE(until(done));
        return viewer->panel().status.comparison;
    };
    const auto pixels = [](const Truth::Comparison& c) {
        return static_cast<std::uint64_t>(c.width) * static_cast<std::uint64_t>(c.height);
    };
    for (const char* text : {"float noise(vec2 p) { return perlin2(p, 1u) / 3.0; }\n",
                             "vec2 noise(vec2 p) { return vec2(sin(p.x), perlin2(p, 1u)); }\n",
                             "vec4 noise(vec3 p) { return vec4(fract(p.xy), perlin3(p, 1u) + 0.5, 0.5); }\n"}) {
        open_function(text);
        key("t");
        const auto c = compared();
        EXPECT_EQ(c->differing, 0u) << text;
        EXPECT_EQ(c->classes[0], pixels(*c));
        EXPECT_GT(c->width, 100);
        EXPECT_FALSE(viewer->panel().status.report.measured.by_cpu);
        EXPECT_GT(viewer->panel().status.speed.values_per_second, 1e4);
        viewer.reset();
    }
    // The GPU's text is made of the folder's files. Here fract() is now and then wrong in the last place.
    const fs::path shaders = temporary.shaders();
    const std::string file = (shaders / "isonoise/math.glsl").string(), place = "ISO_EXACT(x - floor(x));\n";
    std::string wrong = read_file(file);
    ASSERT_NE(wrong.find(place), std::string::npos);
    wrong.insert(wrong.find(place) + place.size(),
                 "    if ((floatBitsToUint(r) & 7u) == 0u) r = uintBitsToFloat(floatBitsToUint(r) ^ 1u);\n");
    write_file(file, wrong);
    Preset preset;
    set_function(preset, Function("vec2 noise(vec2 p) { return vec2(1.0, fract(p.x)); }"));
    preset.look.center = {0.313, 0.0};
    open(preset, ShaderFiles(shaders));
    key("t");
    const auto c = compared();
    const PictureCoordinates at = picture_coordinates(preset, Region::whole(c->width, c->height));
    std::uint64_t expected = 0;
    for (const double x : at[0]) {
        const auto rounded = static_cast<float>(x);
        expected += (std::bit_cast<std::uint32_t>(rounded - std::floor(rounded)) & 7u) == 0u;
    }
    EXPECT_GT(expected, 3u);
    EXPECT_EQ(c->differing, expected * static_cast<std::uint64_t>(c->height));
    EXPECT_EQ(c->worst, 1u);
}

TEST_F(ToolFunction, VectorsHaveArrows) {
    open_function("vec2 noise(vec2 p) { return 3.0 * p.yx; }\n");
    const Statistics& lengths = viewer->panel().status.report.measured.statistics;
    const auto area = viewer->area();
    const Capture pixels = capture();
    int white = 0;  // no colour of the map is
    for (int y = 0; y < area.height; ++y) {
        for (int x = 0; x < area.width; ++x) {
            const auto* at = &pixels.rgb[static_cast<std::size_t>((y * pixels.width + area.x + x) * 3)];
            white += at[0] > 250 && at[1] > 250 && at[2] > 250;
        }
    }
    EXPECT_GT(white, area.width * area.height / 100);
    EXPECT_EQ(lengths.count, static_cast<std::size_t>(area.width) * static_cast<std::size_t>(area.height));
    EXPECT_GE(lengths.min, 0.0);
    EXPECT_LT(lengths.min, 0.1);
    const double span = viewer->preset().look.span;
    EXPECT_NEAR(lengths.max, 1.5 * span * std::hypot(1.0, static_cast<double>(area.width) / area.height), 0.03 * span);
}

// Comments and defaults that contradict each other, and names that look alike.
TEST_F(ToolFunction, OddParametersAreHarmless) {
    open_function("uniform uint a = 1u;  // -5..-1\nuniform int b = 9;  // 0.5..3.5\nuniform float c = 5.0;  // 0..1\n"
                  "uniform vec2 d = vec2(1.0);\nuniform float d0 = 2.0;\nuniform float e = 1e-7;  // 0..1e-6\n"
                  "uniform bool f = false;\n"
                  "float noise(vec2 p) { return p.x * c + d.x + d0 + e + float(a) + float(b) + float(f); }\n");
    const Preset before = viewer->preset();
    for (int i = 0; i < 5; ++i)
        viewer->frame(false);
    EXPECT_EQ(viewer->preset(), before);
    enter("parameter d", "3");
    EXPECT_EQ(parameter(3).value, (std::vector{3.0, 1.0}));
    EXPECT_EQ(parameter(4).value, std::vector{2.0});
    drag(at("parameter b", 0.9), at("parameter b", 0.1));
    EXPECT_EQ(parameter(1).value, std::vector{1.0});
    click("parameter f");
    EXPECT_EQ(parameter(6).value, std::vector{1.0});
}

// Undo leads back to the file, and the next start follows it too.
TEST_F(ToolFunction, TheFileIsRemembered) {
    config = dir / "config";
    open_function("float noise(vec2 p) { return p.x; }\n");
    viewer->ask(command::OpenPreset{"built-in:map-atlas"});
    ASSERT_TRUE(until([&] { return !viewer->preset().function; }));
    settle();
    EXPECT_TRUE(viewer->session().open.function_file.empty());
    key("ctrl+z");
    ASSERT_TRUE(viewer->preset().function);
    EXPECT_EQ(viewer->session().open.function_file, "f.glsl");
    glfwSetClipboardString(viewer->window(), "isonoise view f.glsl --span 3");
    key("ctrl+v");
    EXPECT_EQ(look().span, 3);
    EXPECT_EQ(viewer->session().open.function_file, "f.glsl");
    viewer->save_settings();
    viewer.reset();
    std::string message;
    ViewerOptions options;
    options.config = load_config(config, {}, message);
    EXPECT_EQ(message, "");
    EXPECT_EQ(options.config.function_file, (dir / "f.glsl").string());
    options.directory = config;
    start(std::move(options));
    settle();
    EXPECT_EQ(viewer->session().open.name, "f");
    save("f.glsl", "float noise(vec2 p) { return p.y; }\n");
    ASSERT_TRUE(until([&] { return viewer->preset().function->text().ends_with("p.y; }\n"); }));
    settle();
    expect_picture_of(viewer->preset(), capture());
}

TEST_F(ToolFunction, ValuesThatAreNoNumbersAreLeftOut) {
    open_function("float noise(vec2 p) { return p.x < 0.0 ? 0.0 / 0.0 : p.x; }\n");
    const Statistics& s = viewer->panel().status.report.measured.statistics;
    EXPECT_GT(s.count, 0u);
    EXPECT_GE(s.min, 0);
    EXPECT_LT(s.max, 10);
    EXPECT_NEAR(s.mean, 0.5 * s.max, 0.1);
}

TEST_F(ToolFunction, TheSpectrumIsShown) {
    open_function("float noise(vec2 p) { return perlin2(p, 3u); }\n");
    click("tab measure", 0.5);
    EXPECT_TRUE(until([&] { return viewer->panel().layout.widgets.count("spectrum"); }));
}

TEST_F(ToolFunction, TheShelfIsAList) {
    config = dir / "config";
    open(fbm_preset());
    click("function", 0.5);
    settle_input();
    click("function cellular", 0.5);
    ASSERT_TRUE(until([&] { return viewer->preset().function != nullptr; }));
    settle();
    EXPECT_EQ(viewer->session().open.name, "cellular");
    EXPECT_EQ(viewer->preset().function->text(), function_of_word("cellular").text());
    expect_picture_of(viewer->preset(), capture());
    // Another one, by its name in the search.
    viewer->ask(command::OpenPreset{"function:veins"});
    ASSERT_TRUE(until([&] { return viewer->session().open.name == "veins"; }));
    settle();
    // A copy to change keeps the values that were set.
    const Parameter first = parameter(0);
    enter("parameter " + first.name, "3");
    click("new function", 0.5);
    settle_input();
    type("mine");
    click("function write", 0.5);
    settle();
    ASSERT_EQ(viewer->session().open.function_file, config / "functions/mine.glsl");
    EXPECT_TRUE(viewer->preset().function->text().starts_with("// mine.glsl: "));
    EXPECT_EQ(parameter(0).value, std::vector{3.0});
    EXPECT_EQ(parameter(0).standard, first.standard);
}

TEST_F(ToolFunction, ANoiseIsWrittenOut) {
    config = dir / "config";
    Preset preset;
    preset.settings = {.seed = 5, .octaves = 4, .fractal = Fractal::ridged, .warp = 0.5f};
    open(preset);
    const auto drawn = capture();
    click("new function", 0.5);
    settle_input();
    type("hills");
    click("function write", 0.5);
    ASSERT_TRUE(until([&] { return viewer->preset().function != nullptr; }));
    settle();
    const fs::path file = config / "functions/hills.glsl";
    EXPECT_EQ(viewer->session().open.function_file, file);
    EXPECT_EQ(viewer->session().own_functions, std::vector<std::string>{"hills"});
    ASSERT_TRUE(until([&] { return viewer->panel().status.message.until < ImGui::GetTime(); }));  // it lies over it
    expect_picture_of(preset, capture());                                                         // it looks as before
    const Noise noise(preset.settings);
    float value = 0;
    for (const float x : {0.25f, -17.3f, 400.1f}) {
        viewer->preset().function->at(std::array{x, 1 - x}, {&value, 1});
        EXPECT_EQ(value, noise({x, 1 - x, 0, 0}));
    }
    enter("parameter octaves", "2");
    settle();
    EXPECT_NE(capture().rgb, drawn.rgb);
    // The file is followed.
    write_file(dir / "draft", "float noise(vec2 p) { return p.x; }\n");
    fs::rename(dir / "draft", file);
    ASSERT_TRUE(until([&] { return viewer->preset().function->text().ends_with("return p.x; }\n"); }));
    settle();

    // A template; Enter does not replace a file, its button does.
    viewer->ask(command::OpenPreset{"built-in:map-atlas"});
    settle();
    click("new function", 0.5);
    settle_input();
    type("hills");
    settle_input();
    click("function from template");
    click("function write", 0.5);
    ASSERT_TRUE(until([&] { return viewer->preset().function != nullptr; }));
    EXPECT_EQ(read_file(file).substr(0, 14), "// hills.glsl:");
    EXPECT_EQ(viewer->preset().function->parameters().size(), 2u);
    settle();
    click("function", 0.5);
    settle_input();
    EXPECT_TRUE(viewer->panel().layout.widgets.contains("function hills"));
    press("Escape");

    // A noise that no text can have leaves no file behind.
    viewer->ask(command::OpenPreset{"built-in:anatomy-fade"});
    settle();
    viewer->ask(command::Paste{"isonoise view --flow 0.5"});
    settle();
    viewer->ask(command::WriteFunction{});
    settle();
    EXPECT_TRUE(viewer->panel().status.message.text.starts_with("flow 0.5: ")) << viewer->panel().status.message.text;
    EXPECT_EQ(viewer->session().own_functions, std::vector<std::string>{"hills"});
    EXPECT_FALSE(viewer->preset().function);
}

// The desktop opens the file; here a script does, under the name of the desktop's own.
TEST_F(ToolFunction, TheFileOpensInTheEditor) {
    const std::string path = std::getenv("PATH");
    fs::create_directory(dir / "bin");
    const auto desktop = [&](const std::string& script) {
        write_file(dir / "bin/xdg-open", "#!/bin/sh\n" + script);
        fs::permissions(dir / "bin/xdg-open", fs::perms::owner_all);
    };
    desktop("echo \"$#: $1\" > '" + (dir / "opened").string() + "'\n");
    open(fbm_preset());
    setenv("PATH", ((dir / "bin").string() + ":" + path).c_str(), 1);
    click("edit function");  // disabled: no file
    settle();
    EXPECT_FALSE(fs::exists(dir / "opened"));
    viewer.reset();
    open_function("float noise(vec2 p) { return p.x; }\n");
    click("edit function");
    ASSERT_TRUE(until([&] { return fs::exists(dir / "opened") && !read_file(dir / "opened").empty(); }));
    EXPECT_EQ(read_file(dir / "opened"), "1: " + (dir / "f.glsl").string() + "\n");
    const std::string& message = viewer->panel().status.message.text;
    desktop("exit 3\n");
    click("edit function");
    ASSERT_TRUE(until([&] { return message == "No program opened the file: open it in an editor yourself"; }));
    setenv("PATH", (dir / "nothing").c_str(), 1);
    click("edit function");
    ASSERT_TRUE(until([&] { return message.starts_with("cannot open 'f.glsl' in an editor: "); })) << message;
    setenv("PATH", path.c_str(), 1);
}

// A click on a variable of the text shows it in place of the result; its value is the one under the pointer.
TEST_F(ToolFunction, VariablesAreShown) {
    open_function("uniform float k = 2.0;\n"
                  "float noise(vec2 p) {\n    float a = k * p.x;\n    vec2 v = vec2(p.y, a);\n    return 0.25;\n}\n");
    const auto area = viewer->area();
    int left = 0, top = 0;
    glfwGetWindowPos(viewer->window(), &left, &top);
    ASSERT_TRUE(until([&] {
        move_to({left + area.x + area.width / 4, top + area.height / 2});
        return viewer->panel().status.locals.size() == 2;
    }));
    float x = 0, y = 0, result = 0, a = 0, v = 0;
    const PanelStatus& status = viewer->panel().status;
    ASSERT_EQ(std::sscanf(status.under_cursor.c_str(), "at (%f, %f) %f", &x, &y, &result), 3) << status.under_cursor;
    ASSERT_EQ(std::sscanf(status.locals[0].c_str(), "%f", &a), 1);
    EXPECT_NEAR(a, 2 * x, 1e-4f * std::fabs(x));
    ASSERT_EQ(std::sscanf(status.locals[1].c_str(), "%f %f", &y, &v), 2);
    EXPECT_EQ(v, a);
    EXPECT_LT(a, -1.0f);

    // The picture is that of a text that returns the variable, also when a slider moves.
    click("local a");
    settle();
    EXPECT_EQ(viewer->session().tools.local, "a");
    const auto expect_variable = [&](float k) {
        const Preset& before = viewer->preset();
        const auto& measured = viewer->panel().status.report.measured.statistics;
        EXPECT_NEAR(measured.max, 0.5 * static_cast<double>(k) * before.look.span * area.width / area.height,
                    0.01 * before.look.span * static_cast<double>(k));
        EXPECT_LT(measured.min, -1.0);
    };
    expect_variable(2.0f);
    enter("parameter k", "3");
    settle();
    expect_variable(3.0f);
    key("ctrl+z");
    key("ctrl+z");
    EXPECT_EQ(viewer->session().tools.local, "") << "undone";
    settle();
    EXPECT_EQ(viewer->panel().status.report.measured.statistics.max, 0.25);
    // A text without it shows its result, and the next function knows nothing of it.
    click("local a");
    save("f.glsl", "float noise(vec2 p) { float b = 0.5; return b; }\n");
    ASSERT_TRUE(until([&] { return viewer->preset().function->text().find("b = 0.5") != std::string::npos; }));
    settle();
    EXPECT_EQ(viewer->panel().status.report.measured.statistics.max, 0.5);
}
