// The window by keyboard: who gets a key, where Tab goes, and what the search finds.
#include <algorithm>
#include <set>

#include "app/window.hpp"
#include "viewer/actions.hpp"
#include "viewer/search.hpp"

namespace {

// All state that a key may change.
using State = std::tuple<Preset, Tools, bool, bool, bool, std::string>;

class Keyboard : public Tool {
  protected:
    State state() const {
        const PanelState& panel = viewer->panel();
        return {viewer->preset(),
                viewer->session().tools,
                viewer->session().playing,
                panel.choices.visible,
                viewer->session().other.has_value(),
                panel.status.message.text};
    }
    std::string focused() const { return viewer->panel().layout.tab.focused(); }
    void shift_tab() {
        input::key("Shift_L", true);
        settle_input();
        press("Tab");
        input::key("Shift_L", false);
        settle_input();
    }
    // Presses Tab until the focus is back at the first widget.
    std::vector<std::string> tour() {
        std::vector<std::string> names;
        for (int i = 0; i < 200; ++i) {
            press("Tab");
            const bool visible = ImGui::GetIO().NavVisible || ImGui::GetIO().WantTextInput;
            EXPECT_TRUE(visible) << focused() << " shows no focus";
            if (i > 3 && focused() == names[0] && names.back() != names[0]) break;
            names.push_back(focused());
        }
        return names;
    }
    void tab_to(const std::string& widget) {
        for (int i = 0; i < 200 && focused() != widget; ++i)
            press("Tab");
        ASSERT_EQ(focused(), widget);
    }
};

}  // namespace

// "both.png", typed while a sheet was open, once changed the seed, stepped time, and switched comparison and truth.
TEST_F(Keyboard, OfASheetDoesNotActOnThePictureBehindIt) {
    Preset preset = default_preset(Scene::anatomy);
    preset.look.stage = Stage::precision;
    open_without_settling(preset, 900, 800);
    settle_input();
    const std::vector<std::string> all = {
        "b",      "o",      "t",      "h",      "period", "p",    "n",     "g",           "space",
        "comma",  "r",      "c",      "f",      "x",      "1",    "2",     "0",           "w",
        "a",      "s",      "d",      "q",      "e",      "Left", "Right", "bracketleft", "bracketright",
        "ctrl+z", "ctrl+y", "ctrl+v", "ctrl+s", "F12"};
    const std::pair<const char*, std::function<void()>> covers[] = {
        {"export", [&] { key("ctrl+e"); }},
        {"keys", [&] { key("F1"); }},
        {"start", [&] { click("wordmark", 0.5); }},
        {"the list of copies", [&] { click("copy", 0.5); }},
        {"a list of values", [&] { click("preset", 0.5); }},
        {"the name of a preset", [&] { click("save preset", 0.5); }},
        {"a field that takes text", [&] { click("search", 0.5); }},
    };
    for (const auto& [name, open_it] : covers) {
        SCOPED_TRACE(name);
        const State before = state();
        open_it();
        settle_input();
        settle_input();
        for (const std::string& one : all) {
            // In a list arrows and Space choose, as they should.
            const bool list = ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup);
            if (list && (one == "space" || one == "Left" || one == "Right")) continue;
            key(one);
            EXPECT_EQ(state(), before) << one;
        }
        for (int i = 0; i < 4; ++i)
            press("Escape");
        EXPECT_EQ(state(), before);
        EXPECT_FALSE(viewer->panel().choices.sheet_open());
        EXPECT_EQ(viewer->panel().choices.search, "");
    }
    const std::uint32_t seed = settings().seed;
    key("n");  // keys act on the picture again
    EXPECT_NE(settings().seed, seed);
    key("Left");
    EXPECT_EQ(look().stage, Stage::directions);
    key("space");
    EXPECT_TRUE(viewer->session().playing);
}

TEST_F(Keyboard, TabReachesEveryWidget) {
    Preset preset = fbm_preset();
    preset.settings.period = {4, 4, 4};
    open_without_settling(preset, 900, 700);
    settle_input();
    const auto names = tour();
    const std::set<std::string> reached(names.begin(), names.end());
    for (const char* widget :
         {"wordmark",     "hide",    "theme",       "keys",       "scene",  "keep",      "compare",     "preset",
          "save preset",  "reset",   "copy",        "export",     "search", "tab noise", "tab picture", "tab measure",
          "algorithm",    "dim 3",   "seed",        "roll",       "lock",   "frequency", "fade",        "fractal",
          "fractal kind", "octaves", "persistence", "lacunarity", "period", "loop",      "warp",        "output",
          "back",         "play",    "step",        "time",       "rate",   "speed",     "loop length"})
        EXPECT_TRUE(reached.contains(widget)) << widget;
    EXPECT_EQ(std::count(names.begin(), names.end(), "period"), 3) << "each of its numbers";
    EXPECT_FALSE(reached.contains("undo")) << "there is nothing to undo";
    EXPECT_LT(std::find(names.begin(), names.end(), "scene"), std::find(names.begin(), names.end(), "warp"));
    EXPECT_EQ(viewer->preset(), preset) << "looking at them changes nothing";
    // And back.
    const std::string here = focused();
    press("Tab");
    shift_tab();
    EXPECT_EQ(focused(), here);
}

TEST_F(Keyboard, TabStaysOnTheSheet) {
    open_without_settling(fbm_preset(), 900, 800);
    settle_input();
    key("ctrl+e");
    settle_input();
    const auto names = tour();
    for (const std::string& name : names)
        EXPECT_TRUE(name.starts_with("export ")) << name;
    for (const char* widget : {"export format", "export what", "export size", "export sizes", "export frames",
                               "export file", "export places", "export now"})
        EXPECT_NE(std::find(names.begin(), names.end(), widget), names.end()) << widget;
    tab_to("export format");
    press("space");  // its list
    settle_input();
    press("Tab");
    EXPECT_TRUE(focused().starts_with("export format ")) << focused();
    press("Escape");
    EXPECT_TRUE(viewer->panel().choices.export_open);
    press("Escape");
    press("Escape");
    EXPECT_FALSE(viewer->panel().choices.export_open);
}

TEST_F(Keyboard, SpaceAndEnterUseAWidgetAndEscapeLeavesIt) {
    open_without_settling(fbm_preset(), 900, 800);
    settle_input();
    tab_to("lock");
    press("space");
    EXPECT_TRUE(viewer->session().tools.seed_locked);
    EXPECT_FALSE(viewer->session().playing) << "the key is the button's";
    press("Return");
    EXPECT_FALSE(viewer->session().tools.seed_locked);
    tab_to("fade");
    for (const char* name : {"space", "Down", "space"}) {
        press(name);
        settle_input();
    }
    EXPECT_NE(settings().fade, fbm_preset().settings.fade);
    tab_to("persistence");  // a focused number can be typed over at once
    type("0.75");
    press("Tab");
    EXPECT_EQ(settings().persistence, 0.75f);
    EXPECT_EQ(focused(), "lacunarity");
    press("Escape");  // out of the text
    const float before = settings().lacunarity;
    press("space");  // and the arrows adjust
    press("Right");
    EXPECT_GT(settings().lacunarity, before);
    press("space");
    for (int i = 0; i < 2; ++i)
        press("Escape");
    EXPECT_FALSE(ImGui::GetIO().NavVisible);
    press("space");
    EXPECT_TRUE(viewer->session().playing) << "the key is the picture's again";
}

// Each key in the table has an action; the sheet of keys and the search show the same rows.
TEST(Actions, EachKeyHasOneAction) {
    for (const Action& a : actions()) {
        if (a.key == 0) continue;
        EXPECT_EQ(action_of(a.key, a.control), &a) << a.name;
        EXPECT_TRUE(a.run) << a.name;
        EXPECT_STRNE(a.keys, "") << a.name;
    }
}

// The search's first results.
TEST(Search, FindsWhatPeopleCallIt) {
    Session session;
    const PanelState state;
    const auto names = [&](Scene scene, const std::string& typed) {
        std::vector<std::string> result;
        session.open.preset = default_preset(scene);
        for (const Entry& entry : found(everything(session, state), typed))
            result.push_back(entry.name);
        return result;
    };
    const struct {
        const char *typed, *name;
        std::size_t among = 1;
    } rows[] = {{"speed", "speed"},
                {"contrast", "range", 2},
                {"export", "export pictures and data"},
                {"wood", "marble", 4},
                {"stretch", "range", 4},
                {"gain", "persistence"},
                {"brightness", "range", 2},
                {"zoom", "span", 3},
                {"tile", "period", 4},
                {"save", "save the settings as your own preset", 3},
                {"undo", "undo"},
                {"dark mode", "theme: dark"},
                {"light", "theme: light", 4},
                {"roughness", "persistence", 2},
                {"detail", "octaves"},
                {"lacunarity", "lacunarity"},
                {"amplitude", "persistence", 3},
                {"distort", "warp"},
                {"ridged", "fractal: ridged", 3},
                {"c#", "copy the noise as C#"},
                {"unity c#", "copy the noise as C#"},
                {"unity", "copy the noise as HLSL", 2},
                {"unreal", "copy the noise as HLSL", 2},
                {"three.js", "copy the noise as GLSL", 2},
                {"heightmap", "export: values"},
                {"fps", "export pictures and data"},
                {"resolution", "export pictures and data"},
                {"anti aliasing", "filter-width", 2},
                {"erosion", "fractal: eroded", 2},
                {"value noise", "algorithm: value", 2},
                {"minecraft", "density-blocks", 2},
                {"snow", "terrain-alps", 2},
                {"earth", "planet"},
                {"voronoi", "algorithm"},
                {"shadow", "sun"},
                {"fft", "tab: measure"},
                {"python", "copy the preset as JSON"},
                {"compare", "keep this picture beside what follows, to compare"},
                {"open", "open a preset"},
                {"load", "open a preset", 2},
                {"delete", "open a preset"},
                {"clipboard", "copy a line that opens this preset"},
                {"quit", "quit"},
                {"exit", "quit"},
                {"house", "own-huts", 3},
                {"python code", "", 0},
                {"screenshot", "save the picture as a PNG in the working directory"},
                {"play", "play and pause time"},
                {"full screen", "hide and show the panel"},
                {"octaves page", "anatomy-octaves"},
                {"histogram", "tab: measure"},
                {"exr", "export as exr"},
                {"normal map", "export: normals-gl", 9},
                {"SPEED", "speed"},
                {"persistance", "persistence"},  // misspelt
                {"lacunarty", "lacunarity"},
                {"magma", "colormap: magma", 2},
                {"water", "water", 3},
                {"qwertz", "", 0},
                {"?", "", 0}};
    EXPECT_EQ(names(Scene::terrain, "heightmap").at(0), "export: heights");
    for (const auto& row : rows) {
        const auto all = names(Scene::map, row.typed);
        if (row.among == 0) {
            EXPECT_TRUE(all.empty()) << row.typed << ": " << all[0];
            continue;
        }
        const auto end = all.begin() + static_cast<std::ptrdiff_t>(std::min(row.among, all.size()));
        std::string first;
        for (auto it = all.begin(); it != end; ++it)
            first += *it + "; ";
        EXPECT_NE(std::find(all.begin(), end, row.name), end) << row.typed << ": " << first;
    }
}

// Every row of synonyms names an entry, and each entry is found by its own name.
TEST(Search, EverySynonymLeadsSomewhere) {
    std::set<std::string> all;
    for (int scene = 0; scene < static_cast<int>(std::size(detail::kScenes)); ++scene) {
        Session session;
        session.open.preset = default_preset(static_cast<Scene>(scene));
        const auto entries = everything(session, PanelState());
        for (const Entry& entry : entries) {
            all.insert(entry.name);
            EXPECT_GT(fit(entry, entry.name), 0) << entry.name;
            EXPECT_TRUE(entry.choose) << entry.name;
        }
    }
    for (const Synonym& row : synonyms()) {
        std::istringstream names(row.names);
        for (std::string name; std::getline(names >> std::ws, name, ',');)
            EXPECT_TRUE(all.contains(name)) << row.word << ": " << name;
    }
}

// However slow the frames, letters typed after Ctrl+K go to the search and do not act on the picture.
TEST_F(Keyboard, LettersTypedAtOnceGoToTheSearch) {
    open(fbm_preset());
    glfwFocusWindow(viewer->window());
    settle_input();
    const Preset before = viewer->preset();
    input::chord("ctrl+k");
    input::type("north");  // N, T and H are keys
    for (int i = 0; i < 8; ++i)
        settle_input();
    EXPECT_EQ(viewer->panel().choices.search, "north");
    EXPECT_EQ(viewer->preset(), before);
    EXPECT_FALSE(viewer->session().tools.truth);
    // From within a number, too.
    press("Escape");
    move_to(at("octaves", 0.2));
    input::key("Control_L", true);
    click_here();
    input::key("Control_L", false);
    settle_input();
    ASSERT_TRUE(ImGui::GetIO().WantTextInput);
    const float octaves = settings().octaves;
    input::chord("ctrl+k");
    input::type("west");
    for (int i = 0; i < 8; ++i)
        settle_input();
    EXPECT_EQ(viewer->panel().choices.search, "west");
    EXPECT_EQ(settings().octaves, octaves);
}

TEST_F(Keyboard, TheSearchFindsAndDoes) {
    open_without_settling(default_preset(Scene::terrain), 900, 800);
    settle_input();
    const auto search = [&](const std::string& words) {
        key("ctrl+k");
        settle_input();
        EXPECT_TRUE(ImGui::GetIO().WantTextInput);
        key("ctrl+a");
        type(words);
        settle_input();
    };
    const auto& choices = viewer->panel().choices;
    search("light theme");
    press("Return");
    EXPECT_EQ(choices.theme, Theme::light);
    EXPECT_EQ(choices.search, "") << "done";
    search("alps");
    click("found terrain-alps", 0.1);
    settle_input();
    EXPECT_EQ(viewer->preset(), load_preset("terrain-alps"));
    search("measure");
    press("Return");
    EXPECT_TRUE(until([&] { return viewer->panel().layout.widgets.contains("spectrum"); }));  // computed on a thread
    settle_input();
    search("gain");  // a setting is changed where it is found
    press("Return");
    settle_input();
    type("0.25");
    press("Return");
    EXPECT_EQ(settings().persistence, 0.25f);
    click("search clear", 0.5);
    EXPECT_EQ(choices.search, "");
    search("speed");  // in the time bar
    press("Return");
    settle_input();
    EXPECT_EQ(focused(), "speed");
    press("Escape");
    press("Escape");
    search("sun's light on anatomy page octaves");
    search("octaves page");
    press("Return");
    settle_input();
    EXPECT_EQ(look().stage, Stage::octaves);

    // Without results it says so, and offers to clear the search.
    search("qwertz");
    EXPECT_TRUE(viewer->panel().layout.widgets.contains("search reset"));
    press("Return");
    press("Escape");
    EXPECT_EQ(choices.search, "");
    search("qwertz");
    press("Escape");
    EXPECT_EQ(choices.search, "");
    // Deleted text does not come back.
    search("warp");
    press("Return");
    press("Escape");
    key("ctrl+k");
    key("ctrl+a");
    press("BackSpace");
    press("Escape");
    EXPECT_EQ(choices.search, "");

    // Without the panel, the search is on a sheet.
    press("Escape");
    key("f");
    search("first screen");
    EXPECT_TRUE(choices.palette);
    press("Return");
    settle_input();
    EXPECT_FALSE(choices.palette);
    EXPECT_TRUE(choices.start_open);
}
