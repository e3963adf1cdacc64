// The session, without a window.
#include <filesystem>
#include <random>

#include <gtest/gtest.h>

#include "error.hpp"
#include "paths.hpp"
#include "scene/function_file.hpp"
#include "scene/preset.hpp"
#include "scene/scenes.hpp"
#include "session/clipboard.hpp"
#include "session/copy_as.hpp"
#include "session/file_names.hpp"
#include "session/session.hpp"
#include "temporary.hpp"

using namespace isonoise;
namespace fs = std::filesystem;

namespace {

Session session_of(const std::string& preset, const fs::path& directory = {}, const Tools& tools = {}) {
    const Preset open = load_builtin_preset(preset);
    return begin_session({open, open, preset}, tools, directory);
}

// A random command as the panel may send it; some fail.
SessionCommand random_command(std::mt19937& random) {
    const auto below = [&](std::size_t count) { return static_cast<int>(random() % count); };
    const auto builtin = [&] { return std::string(builtin_presets()[random() % builtin_presets().size()].name()); };
    switch (below(12)) {
    case 0: return command::Undo{};
    case 1: return command::Redo{};
    case 2: return command::ResetView{};
    case 3: return command::OpenPreset{"built-in:" + builtin()};
    case 4: return command::OpenPreset{"own:none"};
    case 5: return command::Compare{};
    case 6: return command::TakeA{};
    case 7: return command::StepTime{below(9) - 4};
    case 8: return command::TurnPage{below(3) - 1};
    case 9: return command::Paste{to_line(load_builtin_preset(builtin()))};
    case 10: return command::Paste{"no preset"};
    default: return command::ChooseScene{static_cast<Scene>(below(std::size(detail::kScenes)))};
    }
}

// A random edit as made by a slider or a switch.
void edit(Session& session, std::mt19937& random) {
    Preset& preset = session.open.preset;
    switch (random() % 4) {
    case 0: preset.settings.seed = static_cast<std::uint32_t>(random()); break;
    case 1: preset.look.span *= 1.25; break;
    case 2: session.tools.keep_noise = !session.tools.keep_noise; break;
    default: session.tools.seed_locked = !session.tools.seed_locked; break;
    }
}

// The line of a page's URL.
std::string link_of(const Preset& preset) {
    std::string line = "isonoise view";
    for (const std::string& word : address_of(preset))
        line += " " + quoted(word);
    return line;
}

bool equal(const Session& a, const Session& b) {
    return a.open == b.open && a.tools == b.tools && a.left == b.left && a.other == b.other && a.fractal == b.fractal &&
           a.own_presets == b.own_presets && a.favourites == b.favourites;
}

}  // namespace

TEST(SessionTest, UndoLeadsBackToTheStartWhateverWasDone) {
    for (unsigned seed = 0; seed < 40; ++seed) {
        std::mt19937 random(seed);
        Session session = session_of("terrain");
        const Preset first = session.open.preset;
        for (int i = 0; i < 60; ++i) {
            const Session before = session;
            try {
                if (random() % 3 == 0) {
                    edit(session, random);
                } else {
                    execute(session, random_command(random));
                }
            } catch (const Error&) {
                ASSERT_TRUE(equal(session, before)) << "a command that fails changes nothing";
            }
            ASSERT_EQ(problem(session.open.preset), "");
            record(session);
        }
        const History::Step last{session.open.preset, session.tools};
        int steps = 0;
        for (; session.history.can_undo(); ++steps)
            execute(session, command::Undo{});
        EXPECT_EQ(session.open.preset, first);
        EXPECT_EQ(session.tools, Tools());
        EXPECT_EQ(session.open.loaded.look.scene, first.look.scene);
        while (steps-- > 0)
            execute(session, command::Redo{});
        EXPECT_EQ((History::Step{session.open.preset, session.tools}), last);
    }
}

TEST(SessionTest, ASceneReturnedToIsAsItWasLeft) {
    for (const BuiltinPreset& file : builtin_presets()) {
        const std::string name(file.name());
        Session session = session_of(name);
        session.open.preset.settings.seed = 7;
        const Document left = session.open;
        const Scene scene = left.preset.look.scene;
        for (const Scene other : {Scene::map, Scene::planet, Scene::anatomy})
            execute(session, command::ChooseScene{other});
        execute(session, command::ChooseScene{scene});
        EXPECT_EQ(session.open, left) << name;
    }
    // A scene that was never open starts with its default.
    Session session = session_of("terrain");
    execute(session, command::ChooseScene{Scene::clouds});
    EXPECT_EQ(session.open, (Document{default_preset(Scene::clouds), default_preset(Scene::clouds), "clouds"}));
}

TEST(SessionTest, WhatIsCopiedIsPastedEqual) {
    for (const BuiltinPreset& file : builtin_presets()) {
        const Preset preset = load_builtin_preset(std::string(file.name()));
        for (const auto as : {command::Copy::As::line, command::Copy::As::json, command::Copy::As::render}) {
            Session session = session_of("map");
            execute(session, command::Paste{"  " + clip_of(preset, {as}, 640, 480, ShaderFiles()).text + "\n"});
            EXPECT_EQ(session.open, (Document{preset, preset, "pasted"})) << file.name();
        }
        Session session = session_of("map");
        execute(session, command::Paste{link_of(preset)});
        EXPECT_EQ(session.open.preset, preset) << link_of(preset);
    }
    Session session = session_of("map");
    for (const char* text : {"", " \n", "{}x", "isonoise view --octave 3", "hello"})
        EXPECT_THROW(execute(session, command::Paste{text}), Error) << text;
    EXPECT_THROW(clip_of(session.open.preset, {command::Copy::As::point}, 1, 1, ShaderFiles()), Error);
}

TEST(SessionTest, ALockedSeedStays) {
    Session session = session_of("terrain", {}, {.seed_locked = true});
    session.open.preset.settings.seed = 99;
    for (const SessionCommand& command : std::initializer_list<SessionCommand>{
             command::OpenPreset{"built-in:terrain-alps"}, command::ChooseScene{Scene::marble},
             command::Paste{"isonoise view --seed 5"}}) {
        execute(session, command);
        EXPECT_EQ(session.open.preset.settings.seed, 99u);
        EXPECT_EQ(session.open.loaded.settings.seed, 99u) << "and is no change of the preset";
    }
}

TEST(SessionTest, TheNoiseIsKeptWhereTheSceneCanDrawIt) {
    Session session = session_of("terrain", {}, {.keep_noise = true});
    session.open.preset.settings.lacunarity = 2.5f;
    const Preset from = session.open.preset;
    EXPECT_EQ(execute(session, command::ChooseScene{Scene::map}), "");
    EXPECT_EQ(session.open.preset.settings, from.settings);
    EXPECT_EQ(session.open.preset.look.center, from.look.center);
    EXPECT_EQ(session.open.preset.look.span, from.look.span);
    session.open.preset.settings.dim = 1;
    EXPECT_EQ(execute(session, command::ChooseScene{Scene::terrain}), "");
    EXPECT_EQ(session.open.preset.settings.dim, dims(Scene::terrain)[0]) << "the nearest that the scene draws";
    session.open.preset.settings.algorithm = Algorithm::value;
    EXPECT_NE(execute(session, command::ChooseScene{Scene::anatomy}).find("not kept"), std::string::npos);
    EXPECT_EQ(session.open.preset, default_preset(Scene::anatomy));
}

TEST(SessionTest, TheViewIsResetAndTheNoiseIsNot) {
    Session session = session_of("terrain-dusk");
    const Preset loaded = session.open.loaded;
    Preset& preset = session.open.preset;
    preset.settings.seed = 3;
    preset.look.relief *= 2;
    const Preset edited = preset;
    preset.look.span *= 3;
    preset.look.center[0] = 17;
    preset.look.yaw = 1;
    preset.look.time = 5;
    execute(session, command::ResetView{});
    EXPECT_EQ(preset, edited);
    EXPECT_EQ(session.open.loaded, loaded);
    EXPECT_EQ(standard(session), loaded);
}

TEST(SessionTest, AIsTakenBack) {
    Session session = session_of("marble");
    session.open.preset.look.span = 3;
    const Preset a = session.open.preset;
    execute(session, command::Compare{});
    execute(session, command::ChooseScene{Scene::sea});
    execute(session, command::TakeA{});
    EXPECT_EQ(session.open, (Document{a, a, "marble"}));
    EXPECT_FALSE(session.other);
    execute(session, command::TakeA{});  // there is no comparison now
    EXPECT_EQ(session.open.preset, a);
    execute(session, command::Compare{});
    session.tools.truth = true;
    execute(session, command::Compare{});  // ends the comparison
    EXPECT_FALSE(session.other);
    EXPECT_THROW(execute(session, command::Compare{}), Error);
    EXPECT_FALSE(session.other);
}

TEST(SessionTest, TimeStaysWithinTheLoop) {
    Session session = session_of("map");
    double& time = session.open.preset.look.time;
    execute(session, command::StepTime{3});
    EXPECT_DOUBLE_EQ(time, 3 * time_step(session.open.preset, 30));
    session.open.preset.settings.loop = 2;
    const double loop = loop_time(session.open.preset);
    ASSERT_GT(loop, 0);
    for (const double by : {0.25, 1.5 * loop, -3.25 * loop, 100 * loop}) {
        advance(session, by);
        EXPECT_GE(time, 0) << by;
        EXPECT_LT(time, loop) << by;
    }
    time = loop;  // the loop's end, where a drag may leave it
    advance(session, 0);
    EXPECT_EQ(time, loop);
}

TEST(SessionTest, PagesTurnInAnatomyAlone) {
    Session session = session_of("anatomy");
    execute(session, command::TurnPage{-1});
    EXPECT_EQ(session.open.preset.look.stage, Stage{});
    for (int i = 0; i < 30; ++i)
        execute(session, command::TurnPage{1});
    EXPECT_EQ(static_cast<std::size_t>(session.open.preset.look.stage), std::size(detail::kStages) - 1);
    Session map = session_of("map");
    const Document before = map.open;
    execute(map, command::TurnPage{1});
    EXPECT_EQ(map.open, before);
}

TEST(SessionTest, OwnPresetsAreSavedOpenedAndRemoved) {
    const TemporaryDirectory temporary;
    const fs::path directory = temporary.path() / "config";
    Session session = session_of("terrain", directory);
    EXPECT_TRUE(session.own_presets.empty());
    session.open.preset.settings.seed = 1;
    const Preset first = session.open.preset;
    EXPECT_EQ(execute(session, command::SavePreset{}), "Saved as preset 'terrain-1'");
    EXPECT_EQ(session.open, (Document{first, first, "terrain-1"}));
    session.open.preset.settings.seed = 2;
    EXPECT_EQ(execute(session, command::SavePreset{}), "Saved as preset 'terrain-2'");
    session.save_name = "terrain-1";
    EXPECT_THROW(execute(session, command::SavePreset{}), Error);
    EXPECT_EQ(session.save_name, "terrain-1") << "to be mended";
    EXPECT_EQ(*preview_of(session, "own:terrain-1"), first);
    execute(session, command::SavePreset{true});
    EXPECT_EQ(session.save_name, "");
    EXPECT_EQ(preview_of(session, "own:terrain-1")->settings.seed, 2u) << "not the one that was read before";
    session.save_name = "a/b";
    EXPECT_THROW(execute(session, command::SavePreset{}), Error);

    execute(session, command::OpenPreset{"built-in:sea"});
    execute(session, command::OpenPreset{"own:terrain-1"});
    EXPECT_EQ(session.open.name, "terrain-1");
    EXPECT_EQ(session.open.preset.settings.seed, 2u);
    execute(session, command::OpenPreset{(directory / "presets/terrain-2.json").string()});
    EXPECT_EQ(session.open.name, "terrain-2");
    EXPECT_EQ(begin_session({}, {}, directory).own_presets, (std::vector<std::string>{"terrain-1", "terrain-2"}));

    session.favourites = {"built-in:sea", "own:terrain-1"};
    execute(session, command::RemovePreset{"terrain-1"});
    EXPECT_EQ(session.own_presets, std::vector<std::string>{"terrain-2"});
    EXPECT_EQ(session.favourites, std::vector<std::string>{"built-in:sea"});
    EXPECT_EQ(preview_of(session, "own:terrain-1"), nullptr);
    EXPECT_THROW(execute(session, command::RemovePreset{"terrain-1"}), Error);
}

TEST(SessionTest, ExportsAreNamedAfterTheirContents) {
    const TemporaryDirectory temporary;
    const Preset preset = default_preset(Scene::terrain);
    Export order{.path = (temporary.path() / "last.png").string()};
    const auto path = [&](const std::string& name) {
        return path_of(free_export_path(order, preset, name)).filename().string();
    };
    EXPECT_EQ(path("dusk"), "dusk.png");
    for (const char* name : {"", "pasted", "a/b", "{x}", ".hidden"})
        EXPECT_EQ(path(name), "terrain.png") << name;
    order.what = What::heights;
    order.format = Format::exr;
    EXPECT_EQ(path("dusk"), "dusk-heights.exr");
    write_file(temporary.path() / "dusk-heights.exr", "");
    EXPECT_EQ(path("dusk"), "dusk-heights-2.exr");
    order.frames = 3;
    EXPECT_EQ(path("dusk"), "dusk-heights-{frame:04}.exr");
    write_file(temporary.path() / "dusk-heights-0000.exr", "");
    EXPECT_EQ(path("dusk"), "dusk-heights-2-{frame:04}.exr");

    order.path = "a/b.png";
    number_frames(order);
    EXPECT_EQ(order.path, "a/b-{frame:04}.png");
    number_frames(order);
    EXPECT_EQ(order.path, "a/b-{frame:04}.png");
    order.frames = 1;
    number_frames(order);
    EXPECT_EQ(order.path, "a/b.png");
    order.frames = 3;
    order.format = Format::webp;
    number_frames(order);
    EXPECT_EQ(order.path, "a/b.png") << "one file holds all frames";
}

TEST(SessionTest, SettingsThatContradictEachOtherAreMended) {
    const Preset before = default_preset(Scene::map);
    Preset preset = before;
    EXPECT_EQ(mend_settings(preset, before), "");
    EXPECT_EQ(preset, before);
    preset.settings.period = std::vector<std::uint32_t>(static_cast<std::size_t>(preset.settings.dim), 4);
    preset.settings.lacunarity = 2.75f;
    preset.settings.octaves = 4;
    Settings whole = preset.settings;
    whole.lacunarity = 3;
    ASSERT_NE(problem(preset.settings), "");
    EXPECT_TRUE(mend_settings(preset, before).ends_with(". Set instead: lacunarity 3"));
    EXPECT_EQ(preset.settings, whole);
    EXPECT_EQ(problem(preset), "");
}

// ---- Functions of the user

namespace {

const std::string kHills = "uniform uint seed = 3u;\nuniform float k = 0.5;  // 0..1\n"
                           "float noise(vec2 p) { return k * perlin2(p, seed); }\n";

Session function_session(const fs::path& file) {
    Session session = session_of("terrain", file.parent_path() / "presets");
    execute(session, command::OpenPreset{file.string()});
    return session;
}

double value_of(const Preset& preset, std::size_t i) { return preset.function->parameters()[i].value[0]; }

}  // namespace

TEST(SessionFunctions, TheFileIsReadAgain) {
    const TemporaryDirectory temporary;
    const fs::path file = temporary.path() / "hills.glsl";
    write_file(file, kHills);
    Session session = function_session(file);
    EXPECT_EQ(session.open.name, "hills");
    EXPECT_EQ(session.open.preset.look.scene, Scene::map);
    set(session.open.preset, "span", "20");
    Function changed = *session.open.preset.function;
    set_parameters(changed, "k=0.25");
    set_function(session.open.preset, changed);
    record(session);
    write_file(file, "uniform float k = 0.75;  // 0..1\nfloat noise(vec2 p) { return k; }\n");
    execute(session, command::ReadFunction{});
    EXPECT_EQ(value_of(session.open.preset, 0), 0.25) << "the user's value";
    EXPECT_EQ(value_of(session.open.loaded, 0), 0.75) << "what a double click restores";
    EXPECT_EQ(session.open.preset.look.span, 20);
    // A fault leaves all as it is.
    const Session before = session;
    for (const char* text : {"float noise(vec2 p) { return 1; }", "", "float noise(vec2 p, float t) { return t; }"}) {
        write_file(file, text);
        EXPECT_THROW(execute(session, command::ReadFunction{}), Error) << text;
        EXPECT_TRUE(equal(session, before)) << text;
    }
    fs::remove(file);
    EXPECT_THROW(execute(session, command::ReadFunction{}), Error);
    EXPECT_TRUE(equal(session, before));
    // Another scene has no function; on return it is followed again.
    execute(session, command::ChooseScene{Scene::clouds});
    EXPECT_FALSE(session.open.preset.function);
    EXPECT_TRUE(session.open.function_file.empty());
    execute(session, command::ReadFunction{});
    execute(session, command::ChooseScene{Scene::map});
    EXPECT_EQ(session.open.function_file, file);
    record(session);
    execute(session, command::OpenPreset{"built-in:map-atlas"});
    record(session);
    execute(session, command::Undo{});
    EXPECT_EQ(session.open.function_file, file);
    session.tools.keep_noise = true;
    EXPECT_EQ(execute(session, command::ChooseScene{Scene::clouds}),
              "The function is not kept: scene: clouds expects a function of 3 to 4 coordinates, this one takes 2");
}

TEST(SessionFunctions, OtherScenesKeepTheFunction) {
    const TemporaryDirectory temporary;
    const fs::path file = temporary.path() / "hills.glsl";
    write_file(file, kHills);
    Session session = function_session(file);
    session.open.preset.look.center = {3, -2, 0, 0};
    Function changed = *session.open.preset.function;
    set_parameters(changed, "k=0.25");
    set_function(session.open.preset, changed);
    record(session);
    EXPECT_EQ(execute(session, command::ChooseScene{Scene::terrain}), "");
    record(session);
    const Preset& open = session.open.preset;
    ASSERT_TRUE(open.function);
    EXPECT_EQ(value_of(open, 1), 0.25);
    EXPECT_EQ(value_of(session.open.loaded, 1), 0.5) << "what a double click restores";
    EXPECT_EQ(open.look.center, (Coordinates{3, -2, 0, 0})) << "the same place";
    EXPECT_NEAR(open.look.relief, 2 * session.open.loaded.look.relief, 0.1) << "half as high: fitted";
    EXPECT_EQ(session.open.function_file, file);
    // A line for the shell, and the preset's JSON, bring it back.
    EXPECT_EQ(from_line(to_line(open)), open) << to_line(open);
    EXPECT_NE(to_line(open).find(" --scene terrain"), std::string::npos) << to_line(open);
    EXPECT_EQ(parse_preset(to_json(open), "p"), open);
    // The file is followed here too, the look stays.
    const Look look = open.look;
    write_file(file, "uniform float k = 0.5;  // 0..1\nfloat noise(vec2 p) { return k * p.x; }\n");
    execute(session, command::ReadFunction{});
    EXPECT_EQ(open.function->text().find("perlin"), std::string::npos);
    EXPECT_EQ(open.look, look);
    EXPECT_EQ(value_of(open, 0), 0.25);
    record(session);
    // Back on the map it is the new one, and undo leads back through both.
    session.open.preset.look.relief = 3;
    record(session);
    EXPECT_EQ(execute(session, command::ChooseScene{Scene::map}), "");
    EXPECT_EQ(open.function->text().find("perlin"), std::string::npos);
    execute(session, command::ChooseScene{Scene::terrain});
    EXPECT_EQ(open.look.relief, 3) << "as it was left";
    execute(session, command::Undo{});
    execute(session, command::Undo{});
    EXPECT_NE(open.function->text().find("perlin"), std::string::npos);
    EXPECT_EQ(open.look.scene, Scene::terrain);
    execute(session, command::Undo{});
    EXPECT_EQ(open.look.scene, Scene::map);
    // Another function does not get the look that this one was left with.
    write_file(temporary.path() / "other.glsl", "float noise(vec2 p) { return 40.0 * perlin2(p, 1u); }\n");
    execute(session, command::OpenPreset{(temporary.path() / "other.glsl").string()});
    execute(session, command::ChooseScene{Scene::terrain});
    EXPECT_LT(open.look.relief, 0.1);
    execute(session, command::ChooseScene{Scene::map});
    EXPECT_EQ(execute(session, command::ChooseScene{Scene::anatomy}),
              "The function is not kept: scene: anatomy takes the noise apart, it cannot show a function");
    EXPECT_FALSE(open.function);
}

TEST(SessionFunctions, PresetsHoldTheText) {
    const TemporaryDirectory temporary;
    write_file(temporary.path() / "part.glsl", "float part(vec2 p, uint seed) { return perlin2(p, seed); }\n");
    const fs::path file = temporary.path() / "hills.glsl";
    write_file(file, "#include \"part.glsl\"\nuniform uint seed = 3u;  // \"the\" seed\n"
                     "float noise(vec2 p) { return part(p, seed); }\n");
    Session session = function_session(file);
    execute(session, command::NewSeed{});
    const Preset preset = session.open.preset;
    EXPECT_NE(value_of(preset, 0), 3);
    EXPECT_EQ(preset.settings.seed, Settings().seed);
    const std::string json = to_json(preset);
    fs::remove(temporary.path() / "part.glsl");
    const Preset again = parse_preset(json, "it");
    EXPECT_EQ(to_json(again), json);
    EXPECT_EQ(value_of(again, 0), value_of(preset, 0));
    const float at[] = {0.3f, 0.6f};
    float value = 0, other = 1;
    preset.function->at(at, {&value, 1});
    again.function->at(at, {&other, 1});
    EXPECT_EQ(value, other);
    // Saved and opened under a name.
    session.save_name = "mine";
    execute(session, command::SavePreset{});
    execute(session, command::OpenPreset{"own:mine"});
    EXPECT_TRUE(session.open.function_file.empty());
    EXPECT_EQ(to_json(session.open.preset), json);
    execute(session, command::Paste{json});
    EXPECT_EQ(to_json(session.open.preset), json);
    // Or the name of a file beside it.
    write_file(temporary.path() / "part.glsl", "float part(vec2 p, uint seed) { return p.x; }\n");
    write_file(temporary.path() / "p.json", R"({"schema": 1, "function": "hills.glsl", "set": "seed=9", "span": 3})");
    const Preset beside = load_preset(temporary.path() / "p.json");
    EXPECT_EQ(value_of(beside, 0), 9);
    EXPECT_EQ(beside.look.span, 3);
    for (const auto& [text, message] : std::vector<std::pair<std::string, std::string>>{
             {R"("function": "none.glsl")", "p: function: cannot read 'none.glsl'"},
             {R"("function": 3)", "p: function: expected a text, got 3"},
             {R"("set": "k=1")", "p: set: needs a function"},
             {R"("function": "float noise(vec2 p) { return p.x; }", "octaves": 3)",
              "p: octaves: expected no settings of the noise with a function"},
             {R"("function": "float noise(vec2 p) { return p.x; }", "set": "k=1")",
              "p: function has no parameter 'k'; it has none"},
             {R"("function": "float noise(vec2 p) { return p.x; }", "scene": "clouds")",
              "p: scene: clouds expects a function of 3 to 4 coordinates, this one takes 2"}}) {
        try {
            parse_preset(R"({"schema": 1, )" + text + "}", "p");
            ADD_FAILURE() << text;
        } catch (const Error& e) {
            EXPECT_EQ(e.what(), message);
        }
    }
}

TEST(SessionFunctions, AreCopied) {
    const TemporaryDirectory temporary;
    const fs::path file = temporary.path() / "my hills.glsl";
    write_file(file, kHills);
    Session session = function_session(file);
    Function changed = *session.open.preset.function;
    set_parameters(changed, "k=0.25,seed=9");
    set_function(session.open.preset, changed);
    const std::string line = to_line(session.open.preset);
    EXPECT_EQ(line, "isonoise view '" + file.string() + "' --set seed=9,k=0.25");
    EXPECT_EQ(from_line(line), session.open.preset);
    EXPECT_THROW(from_line("isonoise view --set k=1"), Error);
    EXPECT_THROW(from_line("isonoise view none.glsl"), Error);
    const Clip rust = clip_of(session.open.preset, {command::Copy::As::noise, "rust"}, 100, 100, ShaderFiles());
    EXPECT_NE(rust.text.find("pub fn noise("), std::string::npos) << rust.text;
    EXPECT_EQ(rust.about, "the function, in Rust");
    execute(session, command::Paste{to_json(session.open.preset)});
    // A link holds the text of a function, and so does a line if the function has no file.
    const std::string text = to_line(session.open.preset);
    EXPECT_EQ(from_line(text), session.open.preset) << text;
    EXPECT_EQ(link_of(function_session(file).open.preset), "isonoise view '" + kHills + "'");
    Preset shelf;
    set_function(shelf, function_of_word("wood", "seed=9"));
    shelf.look = default_look(shelf, Scene::marble);
    for (const Preset& preset : {session.open.preset, shelf}) {
        execute(session, command::Paste{link_of(preset)});
        EXPECT_EQ(session.open.preset, preset) << link_of(preset);
        EXPECT_TRUE(session.open.function_file.empty());
    }
    execute(session, command::Paste{"\n" + kHills});  // or a text by itself
    EXPECT_EQ(value_of(session.open.preset, 0), 3);
    execute(session, command::Paste{"isonoise view map-atlas --seed 9 --scene terrain"});
    EXPECT_EQ(session.open.preset.settings.octaves, load_builtin_preset("map-atlas").settings.octaves);
    EXPECT_EQ(session.open.preset.settings.seed, 9u);
    EXPECT_EQ(session.open.preset.look, default_look(session.open.preset, Scene::terrain));
    for (const char* wrong : {"isonoise view --set k=1", "isonoise view none", "isonoise view map --set k=1",
                              "isonoise view wood map", "isonoise view 'float noise(vec2 p) { return 1; }'"})
        EXPECT_THROW(execute(session, command::Paste{wrong}), Error) << wrong;
}

TEST(SessionFunctions, TheTextIsEdited) {
    Session session = session_of("map");
    session.open.preset.settings.octaves = 3;
    session.open.preset.settings.warp = 0.5f;
    record(session);
    const Preset noise = session.open.preset;
    // The noise written out draws the same.
    const std::string text = text_to_edit(session);
    execute(session, command::ChangeFunction{text});
    const Preset& open = session.open.preset;
    ASSERT_TRUE(open.function);
    EXPECT_EQ(open.function->text(), text);
    EXPECT_EQ(open.look.span, noise.look.span);
    EXPECT_EQ(open.look.range, shown_range(noise));
    EXPECT_EQ(text_to_edit(session), text);
    record(session);
    execute(session, command::Undo{});
    EXPECT_EQ(open, noise);
    // Another text keeps the user's values and the view; a fault changes nothing.
    execute(session, command::OpenPreset{"function:wood"});
    Function changed = *open.function;
    set_parameters(changed, "seed=9");
    set_function(session.open.preset, changed);
    set(session.open.preset, "span", "3");
    execute(session, command::ChangeFunction{text_to_edit(session) + "// mine\n"});
    EXPECT_EQ(text_of_parameters(*open.function), "seed=9");
    EXPECT_EQ(open.look.span, 3);
    EXPECT_NE(to_line(open).find("// mine"), std::string::npos) << "it is not the shelf's any more";
    const Session before = session;
    for (const char* wrong : {"", "float noise(vec2 p) { return 1; }", "nothing"}) {
        EXPECT_THROW(execute(session, command::ChangeFunction{wrong}), Error) << wrong;
        EXPECT_TRUE(equal(session, before)) << wrong;
    }
    // A noise that no text can say begins with a template; anatomy has none.
    session.open.preset = load_builtin_preset("map");
    session.open.preset.settings.algorithm = Algorithm::diagonal;
    EXPECT_NE(text_to_edit(session).find("float noise("), std::string::npos);
    session.open.preset = load_builtin_preset("anatomy");
    EXPECT_THROW(execute(session, command::ChangeFunction{text}), Error);
}
