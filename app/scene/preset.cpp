#include "scene/preset.hpp"

#include <set>
#include <type_traits>

#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "error.hpp"
#include "io/input.hpp"
#include "paths.hpp"

namespace isonoise {

using Json = nlohmann::ordered_json;
using detail::kScenes;

// The kind of a key's value in JSON. An optional list may be null.
enum class Kind { word, number, list, optional };

static Kind kind_of(std::string_view name) {
    Kind kind = Kind::number;
    auto visit = [&](const SettingInfo& info, auto& field) {
        if (name != info.name) return;
        using T = std::decay_t<decltype(field)>;
        constexpr bool word = std::is_enum_v<T> || std::is_same_v<T, Gradient>;
        if (word) kind = Kind::word;
        if (!word && !std::is_arithmetic_v<T>) kind = Kind::list;
        if (std::is_same_v<T, std::optional<std::array<double, 2>>>) kind = Kind::optional;
    };
    Preset preset;
    for_each_setting(preset.settings, visit);
    for_each_look(preset.look, visit);
    return kind;
}

// The text set() takes: a bare word, a number, or numbers with commas. A value of another kind keeps its JSON quotes,
// so that set() refuses it: no string passes for a number.
static std::string text_of(const Json& value, Kind kind) {
    if (kind == Kind::word && value.is_string()) return value.get<std::string>();
    if (kind == Kind::optional && value.is_null()) return "auto";
    if ((kind != Kind::list && kind != Kind::optional) || !value.is_array()) return value.dump();
    std::string list;
    for (const Json& item : value) {
        if (!list.empty()) list += ',';
        list += item.dump();
    }
    return list;
}

// Missing keys are taken from `base`, or if there is none from the starting point of the text's scene and fractal.
static Preset parse(std::string_view json, const std::string& name, const Preset* base) {
    Json root;
    try {
        std::set<std::string> keys;
        root = Json::parse(json, [&](int depth, Json::parse_event_t event, Json& parsed) {
            if (depth > 2) fail("{}: not a preset: it is nested too deeply", name);
            if (event == Json::parse_event_t::key && depth == 1) {
                const auto key = parsed.get<std::string>();
                if (!keys.insert(key).second) fail("{}: {} appears twice", name, in_quotes(key));
            }
            return true;
        });
    } catch (const Json::exception& e) {
        // "[json.exception.parse_error.101] parse error at line 1, column 2: …": only the words after the tag are
        // useful.
        std::string what = e.what();
        auto end = what.find("] ");
        fail("{}: not a JSON preset: {}", name, end == std::string::npos ? what : what.substr(end + 2));
    }
    if (!root.is_object()) fail("{}: not a preset: expected a JSON object", name);
    if (!root.contains("schema") || !root["schema"].is_number_integer() || root["schema"] < 1) {
        fail("{}: not a preset: expected \"schema\": {}", name, kPresetSchema);
    }
    if (root["schema"] > kPresetSchema) {
        fail("{}: the preset has schema {}, this version of isonoise reads up to {}", name, root["schema"].dump(),
             kPresetSchema);
    }
    Preset preset;
    auto take = [&](const std::string& key) {
        if (!root.contains(key)) return false;
        if (std::string what = set(preset, key, text_of(root[key], kind_of(key))); !what.empty())
            fail("{}: {}", name, what);
        return true;
    };
    if (base) {
        preset = *base;
    } else {
        if (take("scene")) preset = default_preset(preset.look.scene);
        if (take("fractal")) preset = default_preset(preset.look.scene, preset.settings.fractal);
    }
    for (const auto& item : root.items()) {
        if (item.key() != "schema") take(item.key());
    }
    if (std::string what = problem(preset); !what.empty()) fail("{}: {}", name, what);
    return preset;
}

Preset parse_preset(std::string_view json, const std::string& name) { return parse(json, name, nullptr); }

static const BuiltinPreset* builtin(std::string_view name) {
    for (const BuiltinPreset& preset : builtin_presets()) {
        if (preset.name() == name) return &preset;
    }
    return nullptr;
}

Preset default_preset(Scene scene, std::optional<Fractal> fractal) {
    Preset preset;
    preset.look.scene = scene;
    const std::string name = get(preset, "scene");
    if (const BuiltinPreset* file = builtin(name)) preset = parse(file->json, file->file, &preset);
    if (!fractal || *fractal == preset.settings.fractal) return preset;
    preset.settings.fractal = *fractal;
    const BuiltinPreset* file = builtin(name + "-" + get(preset, "fractal"));
    return file ? parse(file->json, file->file, &preset) : preset;
}

void change_fractal(Preset& preset, Fractal fractal) {
    if (fractal == preset.settings.fractal) return;
    const Preset from = default_preset(preset.look.scene, preset.settings.fractal);
    const Preset to = default_preset(preset.look.scene, fractal);
    auto move = [&](const SettingInfo& info, const auto&) {
        const std::string text = get(to, info.name), before = get(from, info.name);
        if (text != before && get(preset, info.name) == before) set(preset, info.name, text);
    };
    for_each_setting(to.settings, move);
    for_each_look(to.look, move);
    preset.settings.fractal = fractal;
}

Preset load_builtin_preset(const std::string& name) {
    if (const BuiltinPreset* found = builtin(name)) return parse_preset(found->json, found->file);
    Preset preset;  // map has no file: all defaults
    if (set(preset, "scene", name).empty()) return preset;
    std::set<std::string> names(std::begin(kScenes), std::end(kScenes));
    for (const BuiltinPreset& each : builtin_presets())
        names.emplace(each.name());
    fail("{}: no such file or preset; expected a file or one of {}", in_quotes(name), fmt::join(names, ", "));
}

Preset load_preset(const std::filesystem::path& path) {
    std::error_code error;
    const std::string name = path.string();
    const auto is_file_name = [&] { return path.has_extension() || path.has_parent_path(); };
    if (!std::filesystem::exists(path, error) && !error && !is_file_name()) return load_builtin_preset(name);
    return parse_preset(read_text(path, "preset"), quoted_name(path));
}

static Json json_of(const Settings& settings) {
    Json root = Json::object();  // a null that becomes one, where memory ends, is left half made and crashes
    root["schema"] = kPresetSchema;
    for_each_setting(settings, [&](const SettingInfo& info, const auto& field) {
        using T = std::decay_t<decltype(field)>;
        const std::string text = get(settings, info.name);
        if constexpr (std::is_enum_v<T>) {
            root[info.name] = text;
        } else if constexpr (std::is_arithmetic_v<T>) {
            root[info.name] = Json::parse(text);
        } else {
            root[info.name] = field.empty() ? Json(0) : Json(field);
        }
    });
    return root;
}

std::string to_json(const Settings& settings) { return json_of(settings).dump(2) + "\n"; }

std::string to_json(const Preset& preset) {
    Json root = json_of(preset.settings);
    for_each_look(preset.look, [&](const LookInfo& info, const auto& field) {
        using T = std::decay_t<decltype(field)>;
        if constexpr (std::is_enum_v<T> || std::is_same_v<T, Gradient>) {
            root[info.name] = get(preset, info.name);
        } else if constexpr (std::is_same_v<T, std::optional<std::array<double, 2>>>) {
            root[info.name] = field ? Json(*field) : Json();
        } else if constexpr (std::is_same_v<T, Places>) {
            std::vector<double> numbers;
            for (const auto& place : field)
                numbers.insert(numbers.end(), place.begin(), place.end());
            if (!numbers.empty()) root[info.name] = numbers;  // without it older versions take the preset
        } else {
            root[info.name] = field;
        }
    });
    return root.dump(2) + "\n";
}

}  // namespace isonoise
