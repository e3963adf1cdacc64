#include "scene/preset.hpp"

#include <algorithm>
#include <set>
#include <type_traits>

#include <fmt/ranges.h>

#include "error.hpp"
#include "io/file_name.hpp"
#include "io/json.hpp"
#include "isonoise/function/source.hpp"
#include "paths.hpp"
#include "scene/function_file.hpp"
#include "scene/scenes.hpp"

namespace isonoise {

using detail::kScenes;

// The type of a key's value in JSON. An optional list may be null.
enum class JsonKind { word, number, list, optional };

static JsonKind kind_of(std::string_view name) {
    JsonKind kind = JsonKind::number;
    auto visit = [&](const SettingInfo& info, auto& field) {
        if (name != info.name) return;
        using T = std::decay_t<decltype(field)>;
        constexpr bool word = std::is_enum_v<T> || std::is_same_v<T, Gradient>;
        if (word) kind = JsonKind::word;
        if (!word && !std::is_arithmetic_v<T>) kind = JsonKind::list;
        if (std::is_same_v<T, std::optional<std::array<double, 2>>>) kind = JsonKind::optional;
    };
    Preset preset;
    for_each_setting(preset.settings, visit);
    for_each_look(preset.look, visit);
    return kind;
}

// Reads a preset's object, key by key. Numbers stay text: converting to double first would round floats twice.
class PresetReader final : public nlohmann::json_sax<Json> {
  public:
    struct Value {
        std::string key;
        Json::value_t type = Json::value_t::null;
        std::string text = {};  // for a list, its items
    };
    std::vector<Value> values;
    bool is_object = false;

    // With `key`, the preset is that key's value.
    PresetReader(const std::string& name, std::string_view key) : name_(name), key_(key), root_(key.empty() ? 0 : -1) {}

    const Value* find(std::string_view key) const {
        const auto found = std::find_if(values.begin(), values.end(), [&](const Value& v) { return v.key == key; });
        return found == values.end() ? nullptr : &*found;
    }

    bool null() override { return add(Json::value_t::null, "null"); }
    bool boolean(bool is) override { return add(Json::value_t::boolean, is ? "true" : "false"); }
    bool number_integer(std::int64_t n) override {
        return add(Json::value_t::number_integer, n == 0 ? "-0" : std::to_string(n));  // unsigned 0 would lose the sign
    }
    bool number_unsigned(std::uint64_t n) override { return add(Json::value_t::number_unsigned, std::to_string(n)); }
    bool number_float(double, const std::string& digits) override { return add(Json::value_t::number_float, digits); }
    bool string(std::string& text) override { return add(Json::value_t::string, text); }
    bool binary(Json::binary_t&) override { return false; }  // does not occur in text
    bool start_object(std::size_t) override { return start(Json::value_t::object, "{...}"); }
    bool start_array(std::size_t) override { return start(Json::value_t::array, ""); }
    bool end_object() override { return end(); }
    bool end_array() override { return end(); }
    bool key(std::string& key) override {
        if (!key_.empty() && level_ == 1) root_ = key == key_ ? 1 : -1;
        if (root_ < 0 || !is_object || level_ != root_ + 1) return true;
        if (find(key)) fail("{}: {} appears twice", name_, in_quotes(key));
        values.push_back({.key = key});
        return true;
    }
    bool parse_error(std::size_t, const std::string&, const Json::exception& e) override {
        // "[json.exception.parse_error.101] parse error at line 1, column 2: …": only the words after the tag are
        // useful.
        const std::string what = e.what();
        const auto end = what.find("] ");
        fail("{}: not a JSON preset: {}", name_, end == std::string::npos ? what : what.substr(end + 2));
    }

  private:
    bool start(Json::value_t type, const char* text) {
        if (root_ >= 0 && level_ - root_ == 2) fail("{}: not a preset: it is nested too deeply", name_);
        if (level_ == root_) is_object = type == Json::value_t::object;
        add(type, text);
        ++level_;
        return true;
    }
    bool end() {
        --level_;
        return true;
    }
    bool add(Json::value_t type, const std::string& text) {
        if (root_ < 0 || !is_object || level_ <= root_) return true;
        Value& value = values.back();
        if (level_ == root_ + 1) {
            value.type = type;
            value.text = text;
        } else if (value.type == Json::value_t::array) {
            if (!value.text.empty()) value.text += ',';
            value.text += type == Json::value_t::string ? to_text(Json(text)) : text;
        }
        return true;
    }

    const std::string& name_;
    std::string_view key_;
    int level_ = 0;  // depth of open objects and lists
    int root_;       // depth of the preset's object; -1 outside it
};

// The text for set(): a bare word, a number, or numbers with commas. A value of another type keeps its JSON quotes or
// brackets, so that set() rejects it: a string must not pass for a number.
static std::string text_of(const PresetReader::Value& value, JsonKind kind) {
    switch (value.type) {
    case Json::value_t::string: return kind == JsonKind::word ? value.text : to_text(Json(value.text));
    case Json::value_t::null: return kind == JsonKind::optional ? "auto" : value.text;
    case Json::value_t::array:
        return kind == JsonKind::list || kind == JsonKind::optional ? value.text : "[" + value.text + "]";
    default: return value.text;
    }
}

// Takes the function of a preset, if there is one, before the other keys.
static void take_function(const PresetReader& root, const std::string& name, const function::Include& beside,
                          Preset& preset) {
    const PresetReader::Value* text = root.find("function");
    const PresetReader::Value* parameters = root.find("set");
    if (!text && parameters) fail("{}: set: needs a function", name);
    if (!text) return;
    for (const PresetReader::Value* value : {text, parameters}) {
        if (value && value->type != Json::value_t::string)
            fail("{}: {}: expected a text, got {}", name, value->key, value->text);
    }
    for_each_setting([&](const SettingInfo& info, auto) {
        if (root.find(info.name)) fail("{}: {}: expected no settings of the noise with a function", name, info.name);
    });
    const bool is_file = text->text.find('\n') == std::string::npos && is_function_name(text->text);
    auto found = is_file && beside ? beside(text->text) : std::nullopt;
    if (const auto* builtin = found ? nullptr : builtin_function(text->text)) found = builtin->text;
    if (is_file && !found) fail("{}: function: cannot read {}", name, in_quotes(text->text));
    try {
        Function function(found.value_or(text->text), "function", beside);
        if (parameters) set_parameters(function, parameters->text);
        const bool has_scene = root.find("scene");
        set_function(preset, std::move(function));
        preset.look = default_look(preset, has_scene ? preset.look.scene : asked_look(*preset.function).scene);
    } catch (const Error& e) {
        fail("{}: {}", name, e.what());
    }
}

// Missing keys come from `base` or, without it, from the default preset of the text's scene and fractal.
static Preset parse(std::string_view json, const std::string& name, const Preset* base, std::string_view key = {},
                    const function::Include& beside = {}) {
    PresetReader root(name, key);
    parse_json(json, root);
    if (!root.is_object) fail("{}: not a preset: expected a JSON object", name);
    const PresetReader::Value* schema = root.find("schema");
    double number = 0.0;
    if (!schema || schema->type != Json::value_t::number_unsigned || !parse_number(schema->text, number) || number < 1)
        fail("{}: not a preset: expected \"schema\": {}", name, kPresetSchema);
    if (number > kPresetSchema) {
        fail("{}: the preset has schema {}, this version of isonoise reads up to {}", name, schema->text,
             kPresetSchema);
    }
    Preset preset;
    if (base) preset = *base;
    for (const char* key_of_start : {"scene", "fractal"}) {
        const PresetReader::Value* value = base ? nullptr : root.find(key_of_start);
        if (!value) continue;
        if (std::string what = begin_with(preset, value->key, text_of(*value, JsonKind::word)); !what.empty())
            fail("{}: {}", name, what);
    }
    take_function(root, name, beside, preset);
    for (const auto& value : root.values) {
        if (&value == schema || (preset.function && (value.key == "function" || value.key == "set"))) continue;
        if (std::string what = set(preset, value.key, text_of(value, kind_of(value.key))); !what.empty())
            fail("{}: {}", name, what);
    }
    if (std::string what = problem(preset); !what.empty()) fail("{}: {}", name, what);
    return preset;
}

Preset parse_preset(std::string_view json, const std::string& name, std::string_view key,
                    const function::Include& beside) {
    return parse(json, name, nullptr, key, beside);
}

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

Look default_look(const Preset& preset, Scene scene) {
    if (!preset.function) return default_preset(scene, preset.settings.fractal).look;
    const Preset usual = default_preset(scene);
    Look look = usual.look;
    const SceneInfo& info = scene_info(scene);
    const auto [mean, sigma] = mean_and_sigma(preset);
    const auto [usual_mean, usual_sigma] = mean_and_sigma(usual);
    const double wider =
        info.view == View::ground ? static_cast<double>(usual.settings.frequency / preset.settings.frequency) : 1.0;
    look.span *= wider;
    look.altitude *= wider;
    if (info.relief_of_value) look.relief *= wider * usual_sigma / sigma;
    if (look.water > -1) look.water = mean + (look.water - usual_mean) / usual_sigma * sigma;
    if (!info.own_place) look.center = {};  // that of the default preset suits its noise
    look.own_huts = {};
    if (info.is_height) {  // a gentler ground, seen from above
        look.relief *= 0.4;
        look.pitch = -14;
        look.altitude = look.relief * (mean + 0.5 * sigma);
    }
    for_each_look(look_rows(scene), [&](const LookInfo& row, auto member) {
        auto& value = look.*member;
        if constexpr (std::is_same_v<std::decay_t<decltype(value)>, double>) {
            if (row.is_for(scene)) value = std::clamp(value, row.min, row.max);
        }
    });
    const AskedLook asked = asked_look(*preset.function);
    if (asked.scene != scene) return look;
    Preset with = preset;
    with.look = look;
    for (const auto& [name, text] : asked.fields)
        set(with, name, text);
    return with.look;
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

std::string begin_with(Preset& preset, std::string_view name, std::string_view text) {
    Preset with = preset;
    if (std::string what = set(with, name, text); !what.empty()) return what;
    if (name == "scene" && preset.function)
        preset.look = default_look(preset, with.look.scene);
    else if (name == "scene")
        preset = default_preset(with.look.scene);
    if (name == "fractal") change_fractal(preset, with.settings.fractal);
    return {};
}

Preset standard_of(const Preset& start, Fractal fractal) {
    Preset standard = start;
    change_fractal(standard, fractal);
    standard.settings.fractal = start.settings.fractal;
    return standard;
}

Preset load_builtin_preset(const std::string& name) {
    if (const BuiltinPreset* found = builtin(name)) return parse_preset(found->json, found->file);
    Preset preset;  // map has no file: all defaults
    if (set(preset, "scene", name).empty()) return preset;
    std::set<std::string> names(std::begin(kScenes), std::end(kScenes));
    for (const BuiltinPreset& each : builtin_presets())
        names.emplace(each.name());
    for (const BuiltinFunction& each : builtin_functions())
        names.emplace(each.name());
    fail("{}: no such file, preset or function; expected a file or one of {}", in_quotes(name), fmt::join(names, ", "));
}

Preset load_preset(const std::filesystem::path& path) {
    std::error_code error;
    const std::string name = path.string();
    const auto is_file_name = [&] { return path.has_extension() || path.has_parent_path(); };
    if (!std::filesystem::exists(path, error) && !error && !is_file_name()) return load_builtin_preset(name);
    return parse_preset(read_text(path, "preset"), quoted_name(path), {}, files_beside(path));
}

static Json json_of(const Settings& settings) {
    Json root = Json::object();  // if memory runs out while null becomes an object, it stays half-made and crashes
    root["schema"] = kPresetSchema;
    for_each_setting(settings, [&](const SettingInfo& info, const auto& field) {
        using T = std::decay_t<decltype(field)>;
        const std::string text = get(settings, info.name);
        if constexpr (std::is_enum_v<T>) {
            root[info.name] = text;
        } else if constexpr (std::is_arithmetic_v<T>) {
            root[info.name] = parse_json(text);
        } else {
            root[info.name] = field.empty() ? Json(0) : Json(field);
        }
    });
    return root;
}

std::string to_json(const Settings& settings) { return to_text(json_of(settings), 2) + "\n"; }

std::string to_json(const Preset& preset) {
    Json root = Json::object();
    if (preset.function) {
        root["schema"] = kPresetSchema;
        root["function"] = function::joined(*preset.function);
        if (const std::string set = text_of_parameters(*preset.function); !set.empty()) root["set"] = set;
    } else {
        root = json_of(preset.settings);
    }
    for_each_look(preset.look, [&](const LookInfo& info, const auto& field) {
        using T = std::decay_t<decltype(field)>;
        if constexpr (std::is_enum_v<T> || std::is_same_v<T, Gradient>) {
            root[info.name] = get(preset, info.name);
        } else if constexpr (std::is_same_v<T, std::optional<std::array<double, 2>>>) {
            root[info.name] = field ? Json(*field) : Json();
        } else if constexpr (std::is_same_v<T, Places>) {
            std::vector<double> numbers;
            for (const auto& point : field)
                numbers.insert(numbers.end(), point.begin(), point.end());
            if (!numbers.empty()) root[info.name] = numbers;  // omitted if empty: older versions lack the key
        } else {
            root[info.name] = field;
        }
    });
    return to_text(root, 2) + "\n";
}

}  // namespace isonoise
