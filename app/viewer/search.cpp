#include "viewer/search.hpp"

#include <algorithm>
#include <cctype>
#include <numeric>
#include <sstream>
#include <string_view>
#include <type_traits>

#include <fmt/format.h>

#include "isonoise/function/function.hpp"
#include "paths.hpp"
#include "platform/system.hpp"
#include "scene/function_file.hpp"
#include "scene/preset.hpp"
#include "scene/scenes.hpp"
#include "session/copy_as.hpp"
#include "session/file_names.hpp"
#include "snippet/languages.hpp"
#include "viewer/actions.hpp"
#include "viewer/fields.hpp"

namespace isonoise {

std::span<const Synonym> synonyms() {
    static constexpr Synonym rows[] = {
        {"amplitude", "persistence, relief, warp"},
        {"angle", "yaw, pitch, flow"},
        {"anti aliasing", "filter-width, anatomy-aliasing"},
        {"background", "sun, gradient"},
        {"brightness", "range, gradient"},
        {"bumpiness", "relief, persistence"},
        {"camera", "yaw, pitch, fov, span"},
        {"cellular", "algorithm"},
        {"climate", "warmth"},
        {"complexity", "octaves"},
        {"contrast", "range, gradient"},
        {"displacement", "warp, relief"},
        {"distortion", "warp"},
        {"double precision", "anatomy-precision"},
        {"earth", "planet"},
        {"elevation", "relief, sun"},
        {"erosion", "fractal: eroded, fractal"},
        {"exposure", "range"},
        {"feature size", "frequency"},
        {"float", "anatomy-precision"},
        {"formula", "anatomy-interpolation, anatomy-gradients"},
        {"gamma", "range, gradient"},
        {"grass", "terrain"},
        {"hills", "relief, terrain"},
        {"houses", "huts, own-huts"},
        {"intensity", "range, persistence"},
        {"invert", "gradient, range"},
        {"landscape", "terrain"},
        {"lava", "fire"},
        {"lighting", "sun"},
        {"magnify", "span, frequency"},
        {"mesh", "polygons"},
        {"minecraft", "density-blocks, blocks"},
        {"morph", "time, speed"},
        {"mountains", "relief, terrain"},
        {"ocean", "sea, water"},
        {"offset", "center, time"},
        {"opacity", "gradient, density"},
        {"orbit", "yaw, pitch"},
        {"palette", "colormap, gradient"},
        {"pan", "center"},
        {"perlin noise", "algorithm: perlin, algorithm"},
        {"random", "seed"},
        {"rocks", "density, marble"},
        {"rotate", "yaw, flow"},
        {"roughness", "persistence, octaves"},
        {"scale", "frequency, span"},
        {"saturation", "colormap, gradient"},
        {"seamless", "period, tiling, loop"},
        {"shadows", "sun"},
        {"sharpness", "persistence, fractal"},
        {"simplex", "algorithm"},
        {"sky", "clouds"},
        {"smoke", "clouds, fire"},
        {"smoothness", "persistence, fade"},
        {"snow", "terrain-alps, planet-ice"},
        {"strength", "persistence, warp, relief"},
        {"stretch", "range, frequency, span"},
        {"style", "algorithm, fractal, colormap"},
        {"threshold", "threshold, range"},
        {"translate", "center"},
        {"transparency", "gradient"},
        {"turbulence", "warp, fractal"},
        {"value noise", "algorithm: value, algorithm"},
        {"vectors", "anatomy-gradients"},
        {"velocity", "speed"},
        {"voronoi", "algorithm"},
        {"wavelength", "frequency, span"},
        {"waves", "sea, relief"},
        {"wireframe", "polygons"},
        {"wood", "marble, map-agate, marble-sand"},
        {"worley", "algorithm"},
        {"zoom", "span, frequency"},
    };
    return rows;
}

namespace {

std::string lower(std::string text) {
    for (char& c : text)
        c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return text;
}

// Splits into words. Some names have #, + or |: C#, C++, A|B.
std::vector<std::string> words_of(const std::string& text) {
    std::vector<std::string> words;
    bool in_word = false;
    for (const char c : lower(text)) {
        const bool part = std::isalnum(static_cast<unsigned char>(c)) || c == '#' || c == '+' || c == '|' ||
                          static_cast<unsigned char>(c) >= 0x80;
        if (part && !in_word) words.emplace_back();
        if (part) words.back() += c;
        in_word = part;
    }
    return words;
}

// Other programs' words for this entry.
std::string more_words(const std::string& name) {
    std::string more;
    for (const Synonym& row : synonyms()) {
        std::istringstream names(row.names);
        for (std::string one; std::getline(names >> std::ws, one, ',');) {
            if (one == name) more += fmt::format(", {}", row.word);
        }
    }
    return more;
}

// The engines and places where a language is used, for people who do not know its name.
const char* engines_of(std::string_view language) {
    static constexpr std::pair<std::string_view, const char*> rows[] = {
        {"hlsl", "Unity, Unreal, DirectX"},
        {"slang", "Vulkan, DirectX, Falcor, Omniverse"},
        {"csharp", "Unity, MonoGame"},
        {"cpp", "Unreal"},
        {"js", "three.js, web, node"},
        {"wgsl", "WebGPU, wgpu, Bevy, web"},
        {"rust", "Bevy"},
        {"glsl", "OpenGL, Vulkan, WebGL2, three.js, Babylon, Blender"},
        {"metal", "Apple, iOS, macOS"},
        {"cuda", "Nvidia"},
        {"gdscript", "Godot"},
    };
    for (const auto& [name, engines] : rows) {
        if (name == language) return engines;
    }
    return "";
}

std::string widget_of(const FieldInfo& info, const Preset& preset) {
    const std::string name = info.name;
    if (name == "center") return "center x";
    if (name == "dim") return fmt::format("dim {}", preset.settings.dim);
    if (name == "fractal") return "fractal kind";
    return name;
}

class Collection {
  public:
    Collection(const Session& session, const PanelState& state)
        : session_(session), preset_(session.open.preset), state_(state) {}

    std::vector<Entry> all() && {
        add_fields();
        for (const Action& action : actions()) {
            if (action.run) add(action.name, *action.keys ? action.keys : "action", action.also, "", action.run);
        }
        add_scenes();
        add_code();
        add_exports();
        for (int i = 0; i < static_cast<int>(std::size(kThemes)); ++i) {
            add(fmt::format("theme: {}", kThemes[i]), "window", "mode, appearance, colours, colors, night, day", "",
                [i](Session&, PanelState& s) { s.choices.theme = static_cast<Theme>(i); });
        }
        for (const auto& [name, also] : {std::pair{"noise", "settings, options, preferences"},
                                         {"picture", "look, view"},
                                         {"measure", "statistics, histogram, spectrum, FFT, minimum, maximum, mean, "
                                                     "speed, performance, benchmark, GPU"}}) {
            add(fmt::format("tab: {}", name), "page", also, "",
                [tab = std::string(name)](Session&, PanelState& s) { s.choices.tab = tab; });
        }
        return std::move(entries_);
    }

  private:
    using Choose = std::function<void(Session&, PanelState&)>;
    static Choose does(const Command& command) {
        return [command](Session&, PanelState& s) { s.commands.push_back(command); };
    }
    Entry& add(std::string name, std::string kind, std::string also, std::string about, Choose choose) {
        return entries_.emplace_back(
            Entry{name, std::move(kind), also + more_words(name), std::move(about), std::move(choose), {}});
    }

    void add_field(const FieldInfo& info, const char* kind, bool is_shown) {
        const std::string widget = widget_of(info, preset_);
        Entry& entry = add(info.name, kind, info.widget.also ? info.widget.also : "", info.about,
                           [widget](Session&, PanelState& s) { s.layout.tab.focus(widget); });
        if (is_shown) entry.field = widget;
    }
    // Adds an entry for each value of a choice.
    template <class T> void add_values(const FieldInfo& info, T value) {
        for (std::size_t i = 0; i < info.names.size(); ++i) {
            const bool is_on = i == static_cast<std::size_t>(value);
            add(fmt::format("{}: {}", info.name, info.names[i]), is_on ? "chosen" : "choice", "", "",
                [name = std::string(info.name), text = std::string(info.names[i])](Session& session, PanelState&) {
                    set(session.open.preset, name, text);
                });
        }
    }
    void add_parameters() {
        for (const Parameter& p : preset_.function->parameters()) {
            const std::string widget = "parameter " + p.name;
            Entry& entry = add(p.name, "parameter", "", p.about,
                               [widget](Session&, PanelState& s) { s.layout.tab.focus(widget); });
            entry.field = widget;
        }
    }
    void add_noise_fields() {
        for_each_noise_field(preset_.settings, [&](const FieldInfo& info, const auto& value) {
            add_field(info, "noise", true);
            if constexpr (std::is_enum_v<std::decay_t<decltype(value)>>) add_values(info, value);
        });
    }
    void add_fields() {
        preset_.function ? add_parameters() : add_noise_fields();
        for_each_look_of_scene(preset_.look, [&](const LookInfo& info, const auto& value) {
            const std::string name = info.name;
            if (is_in_colour(preset_) && colours_values(name)) return;
            if (name == "scene") return add_field(info, "top of the panel", false);
            if (info.is_for(preset_.look.scene)) {
                const bool apart = info.panel == LookInfo::Panel::apart;
                add_field(info, apart ? "time bar" : "picture", !apart);
                if constexpr (std::is_enum_v<std::decay_t<decltype(value)>>) add_values(info, value);
                return;
            }
            int scene = 0;
            while (!info.is_for(static_cast<Scene>(scene)))
                ++scene;
            add(name, fmt::format("in scene {}", detail::kScenes[scene]), info.widget.also ? info.widget.also : "",
                info.about, [name, scene](Session&, PanelState& s) {
                    s.commands.push_back(command::ChooseScene{static_cast<Scene>(scene)});
                    s.choices.search = name;
                });
        });
        add("rate", "time bar", "fast, slow, faster, slower, playback", "How fast time plays.",
            [](Session&, PanelState& s) { s.layout.tab.focus("rate"); });
        if (preset_.function) return;
        add("loop length", "time bar", "cycle, repeat, seamless", "Cells of time until the loop closes.",
            [](Session&, PanelState& s) { s.layout.tab.focus("loop length"); });
    }
    void add_scenes() {
        add("open a preset", "top of the panel", "load, list, favourite, favorite, star, delete, remove, gallery", "",
            [](Session&, PanelState& s) {
                s.choices.visible = true;
                s.layout.tab.focus("preset");
            });
        for (int i = 0; i < static_cast<int>(std::size(detail::kScenes)); ++i) {
            add(detail::kScenes[i], "scene", "", "", does(command::ChooseScene{static_cast<Scene>(i)}));
        }
        for (const BuiltinPreset& file : builtin_presets()) {
            const std::string name(file.name());
            const bool page = name.starts_with("anatomy");
            add(name, page ? "how it works" : "preset", page ? "learn, explain, step, page" : "example", "",
                does(command::OpenPreset{"built-in:" + name}));
        }
        for (const std::string& name : session_.own_presets)
            add(name, "your preset", "", "", does(command::OpenPreset{"own:" + name}));
        for (const BuiltinFunction& one : builtin_functions())
            add(std::string(one.name()), "function", "shelf, text, GLSL", std::string(one.about()),
                does(command::OpenPreset{fmt::format("function:{}", one.name())}));
        for (const std::string& name : session_.own_functions)
            add(name, "your function", "", "",
                does(command::OpenPreset{own_function_path(session_.directory, name).path().string()}));
    }
    void add_code() {
        const char* const also = "code, snippet, shader, language, source, engine";
        using As = command::Copy::As;
        const bool shape = shape_problem(preset_).empty();
        const char* const of = scene_info(preset_.look.scene).is_solid ? "rock" : "ground's height";
        const char* const subject = preset_.function ? "function" : "noise";
        for (const Language& to : languages()) {
            if (preset_.function && to.is_core()) continue;
            add(fmt::format("copy the {} as {}", subject, to.title), "code",
                fmt::format("{}, {}, {}", also, to.name, engines_of(to.name)), to.promise,
                does(command::Copy{As::noise, to.name}));
            if (shape && shape_problem(preset_, to).empty())
                add(fmt::format("copy the {} as {}", of, to.title), "code", fmt::format("{}, {}", also, to.name), "",
                    does(command::Copy{As::shape, to.name}));
        }
        if (state_.status.pinned.text.empty() || !state_.status.pinned.is_code) return;
        for (const auto& [name, title] : point_languages())
            add(fmt::format("copy the point in {}", title), "code", also, state_.status.pinned.text,
                does(command::Copy{As::point, name}));
    }
    void add_exports() {
        const char* const also = "save, download, file, write, render";
        for (int i = 0; i < static_cast<int>(std::size(kFormats)); ++i) {
            if (is_video(static_cast<Format>(i)) && in_page()) continue;
            add(fmt::format("export as {}", kFormats[i]), "export", also, "", [i](Session&, PanelState& s) {
                Export& order = s.exports.order;
                const std::string before = order.path.empty() ? "isonoise" : order.path;
                s.choices.export_open = true;
                order.path = path_of(before).replace_extension(kExtensions[i]).string();
                order.format = static_cast<Format>(i);
                order.depth = 8;
            });
        }
        for (int i = 0; i < static_cast<int>(std::size(kWhats)); ++i) {
            Export order;
            order.what = static_cast<What>(i);
            if (!problem(preset_, order).empty()) continue;
            Export heights;
            heights.what = What::heights;
            const bool are_heights = order.what == What::heights || !problem(preset_, heights).empty();
            const char* const more = is_normals(order.what) ? ", normal map, bump map"
                                     : are_heights          ? ", height map, heightmap, displacement, Blender"
                                                            : "";
            add(fmt::format("export: {}", kWhats[i]), "export",
                fmt::format("{}{}", also, i > 0 ? more : ", image, print"), "",
                [what = order.what](Session&, PanelState& s) {
                    s.choices.export_open = s.exports.chosen.what = true;
                    s.exports.order.what = what;
                    if (what == What::values || what == What::heights)
                        s.exports.order.depth = 16;  // 8 bits would give stairs
                });
        }
    }

    const Session& session_;
    const Preset& preset_;  // the open one
    const PanelState& state_;
    std::vector<Entry> entries_;
};

// Do two words differ by at most one letter, or in long words two?
bool nearly_same(const std::string& a, const std::string& b) {
    const std::size_t most = a.size() >= 8 ? 2 : a.size() >= 4 ? 1 : 0;
    if (most == 0 || a.size() > b.size() + most || b.size() > a.size() + most) return false;
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < a.size(); ++i) {
        std::size_t diagonal = std::exchange(row[0], i + 1);
        for (std::size_t j = 0; j < b.size(); ++j) {
            const std::size_t replaced = diagonal + (a[i] != b[j]);
            diagonal = row[j + 1];
            row[j + 1] = std::min({replaced, row[j] + 1, row[j + 1] + 1});
        }
    }
    return row.back() <= most;
}

// The score for one word.
int fit_word(const Entry& entry, const std::string& word, bool nearly) {
    const std::string name = lower(entry.name);
    if (name == word) return 100;
    if (name.starts_with(word)) return 80;
    const auto begins = [&](const std::string& text, bool whole) {
        const auto words = words_of(text);
        return std::any_of(words.begin(), words.end(), [&](const std::string& other) {
            return nearly ? nearly_same(word, other) || nearly_same(word, other.substr(0, word.size()))
                          : (whole ? other == word : other.starts_with(word));
        });
    };
    if (begins(entry.name, true)) return 70;
    if (begins(entry.name, false)) return 60;
    if (begins(entry.also, true)) return 50;
    if (begins(entry.also, false)) return 40;
    if (name.find(word) != name.npos) return 30;
    if (begins(entry.kind, false)) return 20;
    return begins(entry.about, false) ? 10 : 0;
}

}  // namespace

std::vector<Entry> everything(const Session& session, const PanelState& state) {
    return Collection(session, state).all();
}

int fit(const Entry& entry, const std::string& typed, bool nearly) {
    const auto words = words_of(typed);
    int sum = 0;
    for (const std::string& word : words) {
        const int one = fit_word(entry, word, nearly);
        if (one == 0) return 0;
        sum += one;
    }
    return words.empty() ? 0 : sum / static_cast<int>(words.size());
}

std::vector<Entry> found(const std::vector<Entry>& entries, const std::string& typed) {
    for (const bool nearly : {false, true}) {
        std::vector<std::pair<int, const Entry*>> fits;
        for (const Entry& entry : entries) {
            if (const int how = fit(entry, typed, nearly)) fits.emplace_back(how, &entry);
        }
        std::stable_sort(fits.begin(), fits.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
        std::vector<Entry> result;
        for (const auto& [how, entry] : fits)
            result.push_back(*entry);
        if (!result.empty()) return result;
    }
    return {};
}

}  // namespace isonoise
