#include "session/copy_as.hpp"

#include <algorithm>
#include <cctype>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "error.hpp"
#include "isonoise/function/source.hpp"
#include "isonoise/text.hpp"
#include "scene/function_file.hpp"
#include "scene/function_reach.hpp"
#include "scene/preset.hpp"
#include "scene/scenes.hpp"
#include "snippet/baking.hpp"
#include "snippet/wording.hpp"
#include "words.hpp"

namespace isonoise {

// Quotes text as one word for a shell.
std::string quoted(const std::string& text) {
    const bool plain = !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
        return std::isalnum(static_cast<unsigned char>(c)) ||
               std::string_view("-_.,:/=+@%").find(c) != std::string::npos;
    });
    if (plain) return text;
    std::string result = "'";
    for (char c : text)
        result += c == '\'' ? "'\\''" : std::string(1, c);
    return result + "'";
}

// " --name text"; a negative number must not look like a flag.
static std::string flag_text(const std::string& name, const std::string& text) {
    return " --" + name + (text.starts_with('-') ? "=" : " ") + quoted(text);
}

// The preset's function, by its name or as its text, and the values of its parameters; or the scene.
static std::string subject(const Preset& preset) {
    const std::string scene = flag_text("scene", get(preset, "scene"));
    if (!preset.function) return scene;
    const std::string& name = preset.function->name();
    const std::string word = is_function_name(name) ? name : function::joined(*preset.function);
    const std::string set = text_of_parameters(*preset.function);
    return " " + quoted(word) + (preset.look.scene == asked_look(*preset.function).scene ? "" : scene) +
           (set.empty() ? "" : flag_text("set", set));
}

// Flags for everything that differs from the scene's defaults.
static std::string preset_flags(const Preset& preset) {
    Preset standard = standard_of(default_preset(preset.look.scene), preset.settings.fractal);
    if (preset.function) {
        standard.settings = preset.settings;
        standard.look = default_look(preset, preset.look.scene);
    }
    std::string flags = subject(preset);
    auto field = [&](const SettingInfo& info, const auto&) {
        const std::string text = get(preset, info.name);
        if (text != get(standard, info.name)) flags += flag_text(info.name, text.empty() ? "auto" : text);
    };
    for_each_setting(preset.settings, field);
    for_each_look(preset.look, [&](const LookInfo& info, const auto& value) {
        // Other fields have no effect, and the program rejects them.
        if (info.is_for(preset.look.scene) || info.name == std::string_view("range")) field(info, value);
    });
    return flags;
}

std::string to_line(const Preset& preset) { return "isonoise view" + preset_flags(preset); }

using Flags = std::vector<std::pair<std::string, std::string>>;

// Removes a flag; returns its text, empty if it is not there.
std::string taken_text(Flags& flags, std::string_view name) {
    const auto found = std::find_if(flags.begin(), flags.end(), [&](const auto& flag) { return flag.first == name; });
    if (found == flags.end()) return {};
    std::string text = found->second;
    flags.erase(found);
    return text;
}

Preset from_line(const std::string& line) {
    // Arbitrary pasted text may be long: look only at its first word.
    const std::size_t begin = std::min(line.find_first_not_of(" \t\r\n"), line.size());
    const std::string first = line.substr(begin, line.find_first_of(" \t\r\n", begin) - begin);
    const bool may_be = first == "isonoise" || first.ends_with("/isonoise") || first.ends_with("/run");
    Preset preset;
    if (!may_be && is_function(line)) return preset_of(function_of_word(line));
    const auto words = may_be ? shell_words(line) : std::vector<std::string>();
    if (words.size() < 2 || !(words[1] == "view" || words[1] == "render"))
        fail("expected a preset as JSON, a function's text, or a line that begins with 'isonoise view' or "
             "'isonoise render'");
    Flags flags;
    std::string file;
    for (std::size_t i = 2; i < words.size(); ++i) {
        const std::string& word = words[i];
        const auto equals = word.find('=');
        if (word == "--one-tile" || word == "--auto-levels" || word == "--no-config") continue;
        const auto name = word.find_first_not_of('-');
        if (file.empty() && !word.starts_with('-')) {  // a function, or a built-in preset
            file = word;
            continue;
        }
        if (!word.starts_with('-') || name == word.npos)
            throw Error(fmt::format("expected a flag, got {}", in_quotes(word)));
        if (word.starts_with("--") && equals != word.npos) {
            flags.emplace_back(word.substr(2, equals - 2), word.substr(equals + 1));
        } else if (i + 1 < words.size()) {
            flags.emplace_back(word.substr(name), words[++i]);
        } else {
            throw Error(fmt::format("{}: a value is missing", in_quotes(word)));
        }
    }
    const std::string parameters = taken_text(flags, "set");
    if (!file.empty() && is_function(file)) {
        Function function = function_of_word(file, parameters);
        const std::string period = taken_text(flags, "period");
        set_period(function, period, taken_text(flags, "loop"));
        preset = preset_of(std::move(function));
    } else if (!parameters.empty()) {
        fail("set: needs a function, FILE.glsl");
    } else if (!file.empty()) {
        preset = load_builtin_preset(file);
    }
    auto take = [&](const std::string& name, const std::string& text) {
        if (std::string what = set(preset, name, text); !what.empty()) throw Error(what);
    };
    // Scene and fractal are applied first, wherever they appear: they set defaults.
    for (const std::string_view start : {"scene", "fractal"}) {
        for (const auto& [name, text] : flags) {
            if (name != start) continue;
            if (name == "scene" && !file.empty() && !preset.function) {  // the preset's noise in another scene
                const Scene before = preset.look.scene;
                take(name, text);
                if (preset.look.scene != before) preset.look = default_look(preset, preset.look.scene);
            } else if (std::string what = begin_with(preset, name, text); !what.empty()) {
                throw Error(what);
            }
        }
    }
    static constexpr std::string_view of_file[] = {"o",      "size",    "what", "depth",     "samples", "strength",
                                                   "frames", "seconds", "fps",  "time-step", "format",  "slices"};
    for (const auto& [name, text] : flags) {
        if (name == "scene" || std::find(std::begin(of_file), std::end(of_file), name) != std::end(of_file)) continue;
        take(name, text);
    }
    if (std::string what = problem(preset); !what.empty()) throw Error(what);
    return preset;
}

std::string to_command(const Preset& preset, const Export& order) {
    std::string command = "isonoise render" + preset_flags(preset);
    auto flag = [&](const std::string& name, const std::string& text) { command += flag_text(name, text); };
    const Export usual;
    if (order.width != usual.width || order.height != usual.height)
        flag("size", fmt::format("{}x{}", order.width, order.height));
    if (order.what != default_what(preset.look.scene, order.format) && !order.maps)
        flag("what", kWhats[static_cast<int>(order.what)]);
    if (order.depth != usual.depth) flag("depth", fmt::format("{}", order.depth));
    // Without a range, render measures the picture, unless the proved one will do.
    const FunctionValues& values = preset.function_values;
    const bool has_range = order.what == What::picture ? has_values(preset.look.scene) && !values.for_colours()
                                                       : has_levels(order) && !order.auto_levels && !values.for_files();
    if (preset.function && !preset.look.range && !is_in_colour(preset) && has_range &&
        std::max(-values.seen[0], values.seen[1]) <= 0x1p20)  // as far as a range may go
        flag("range", fmt::format("{},{}", values.seen[0], values.seen[1]));
    if (order.dpi != usual.dpi) flag("dpi", fmt::format("{}", order.dpi));
    if (order.samples != usual.samples) flag("samples", fmt::format("{}", order.samples));
    if (is_normals(order.what) && order.strength) flag("strength", fmt::format("{}", *order.strength));
    if (order.slices != usual.slices) flag("slices", fmt::format("{}", order.slices));
    if (order.one_tile) command += " --one-tile";
    if (order.auto_levels) command += " --auto-levels";
    if (order.guides) command += " --guides";
    if (order.maps) command += " --maps";
    if (is_sheet(order)) flag("sheet", fmt::format("{}x{}", order.columns, order.rows));
    const std::int64_t usual_frames = std::int64_t{order.columns} * order.rows;
    if (order.frames != usual_frames || is_video(order.format)) flag("frames", fmt::format("{}", order.frames));
    if (is_moving(order.format) && order.fps != usual.fps) flag("fps", fmt::format("{}", order.fps));
    const double step = is_moving(order.format) ? time_step(preset, order.fps) : usual.time_step;
    if (order.frames != usual.frames && preset.settings.loop == 0 && order.time_step != step)
        flag("time-step", fmt::format("{}", order.time_step));
    std::string path = order.path;
    if (path.empty()) path = fmt::format("noise{}.{}", order.frames > 1 ? "{frame:04}" : "", "png");
    if (format_of(path) != order.format) flag("format", kFormats[static_cast<int>(order.format)]);
    return command + " -o " + quoted(path.starts_with('-') && path != "-" ? "./" + path : path);
}

// A float literal: all digits, with a decimal point.
static std::string literal(const Language& to, float value) {
    std::string text = fmt::format("{}", value);
    if (text.find_first_of(".e") == std::string::npos) text += ".0";
    static constexpr std::string_view suffixed[] = {"hlsl", "slang", "metal", "c", "cuda", "opencl", "csharp", "cpp"};
    return text + (std::find(std::begin(suffixed), std::end(suffixed), to.name) != std::end(suffixed) ? "f" : "");
}

// The function's name in baked_snippet().
static std::string function_name(const Language& to, bool in_cell) {
    if (to.naming == Naming::pascal) return in_cell ? "Isonoise.AtCell" : "Isonoise.At";
    if (!in_cell || to.overloads) return "isonoise";
    return to.naming == Naming::camel ? "isonoiseCell" : "isonoise_cell";
}

// The call's arguments, `count` numbers each.
template <class Write>
static std::string arguments(const Language& to, int count, const glsl::Type::Kind kind, Write&& number) {
    std::string list;
    for (int i = 0; i < count; ++i)
        list += (i ? ", " : "") + number(static_cast<std::size_t>(i));
    return to.vectors && count > 1 ? fmt::format("{}({})", name_of(glsl::Type{kind, count}, to), list) : list;
}

// Declares and initialises a variable.
static std::string declared(const Language& to, const std::string& name, const std::string& value) {
    const std::string_view language = to.name;
    if (language == "wgsl") return fmt::format("let {}: f32 = {};", name, value);
    if (language == "rust") return fmt::format("let {}: f32 = {};", name, value);
    if (language == "js") return fmt::format("const {} = {};", name, value);
    if (language == "gdscript") return fmt::format("var {}: float = {}", name, value);
    return fmt::format("float {} = {};", name, value);
}

std::vector<std::pair<std::string, std::string>> point_languages() {
    std::vector<std::pair<std::string, std::string>> all;
    for (const Language& to : languages())
        all.emplace_back(to.name, to.title);
    all.emplace_back("python", "Python");
    all.emplace_back("shell", "shell, isonoise sample");
    return all;
}

// Calls written(name, text) for each setting that differs from the default.
template <class Write> static std::string changes(const Settings& settings, Write&& written) {
    std::string all;
    for_each_setting(settings, [&](const SettingInfo& info, const auto& value) {
        const std::string text = get(settings, info.name);
        if (text != get(Settings(), info.name)) all += written(info.name, text, value);
    });
    return all;
}

std::string point_line(const std::string& name, const Settings& settings, const PointSeen& seen) {
    const auto coordinate = [&](std::size_t i) { return seen.at ? (*seen.at)[i] : seen.point[i].fraction; };
    const auto cell = [&](std::size_t i) { return fmt::format("{}", seen.point[i].cell); };
    const std::string value = fmt::format("{}", seen.value);
    std::string numbers, cells;
    for (std::size_t i = 0; i < static_cast<std::size_t>(settings.dim); ++i) {
        cells += (i ? ", " : "") + cell(i);
        numbers += (i ? ", " : "") + fmt::format("{}", coordinate(i));
    }
    // Cells count after frequency.
    Settings drawn = settings;
    if (!seen.at) drawn.filter_width *= std::exchange(drawn.frequency, 1.0f);
    if (name == "shell") {
        const std::string both = seen.at ? numbers : cells + ", " + numbers;
        return fmt::format("echo '{}' | isonoise sample{}{}  # {}", both,
                           changes(drawn, [](const std::string& one, const std::string& text,
                                             const auto&) { return flag_text(one, text); }),
                           seen.at ? "" : " --cells", value);
    }
    if (name == "python") {
        const std::string made = changes(drawn, [](const std::string& one, const std::string& text, const auto& is) {
            using T = std::decay_t<decltype(is)>;
            if constexpr (std::is_enum_v<T>) return fmt::format(", {}=\"{}\"", with_underscores(one), text);
            if constexpr (std::is_arithmetic_v<T>) return fmt::format(", {}={}", with_underscores(one), text);
            return fmt::format(", {}=[{}]", with_underscores(one), text);
        });
        return fmt::format("here = isonoise.Noise({})({}{})  # {}", made.empty() ? "" : made.substr(2), numbers,
                           seen.at ? "" : fmt::format(", cells=({})", cells), value);
    }
    const Language& to = language(name);
    const auto as_float = [&](std::size_t i) { return literal(to, coordinate(i)); };
    std::string call;
    if (to.is_core()) {
        // A vec4, whatever the noise's dimensions.
        const auto four = [&](auto&& write, const char* zero) {
            std::string list;
            for (std::size_t i = 0; i < 4; ++i)
                list += (i ? ", " : "") + (i < static_cast<std::size_t>(settings.dim) ? write(i) : std::string(zero));
            return "{" + list + "}";
        };
        call = fmt::format("noise({}{})", seen.at ? "" : four(cell, "0") + ", ", four(as_float, "0.0f"));
    } else {
        const std::string at = arguments(to, settings.dim, glsl::Type::real, as_float);
        call = fmt::format("{}({}{})", function_name(to, !seen.at),
                           seen.at ? "" : arguments(to, settings.dim, glsl::Type::integer, cell) + ", ", at);
    }
    return fmt::format("{}  {} {}", declared(to, "here", call), to.comment, value);
}

std::string shape_problem(const Preset& preset) {
    const SceneInfo& scene = scene_info(preset.look.scene);
    if (scene.is_height || scene.is_solid) return {};
    return fmt::format("scene {} has no height or rock to copy, only terrain and density have",
                       name_of(preset.look.scene));
}

// The height function that follows the noise's text, in languages other than GLSL and C++. `rest`: the noise's other
// coordinates.
static std::string height_function(const Language& to, const Look& look, int dim, const std::vector<double>& rest) {
    const std::string_view name = to.name;
    const auto relief = static_cast<float>(look.relief);
    // Languages that compute in double get the float's exact digits.
    const bool in_double = name == "js" || name == "gdscript";
    const auto number = [&](float value) {
        return in_double ? fmt::format("{}", static_cast<double>(value)) : literal(to, value);
    };
    std::string further;
    for (const double one : rest)
        further += ", " + number(static_cast<float>(one));
    const std::string factor = number(relief), water = number(static_cast<float>(look.relief * look.water));
    const bool has_water = look.water > -1;
    std::string text;
    if (to.vectors) {
        const std::string pair = name_of(glsl::Type{glsl::Type::real, 2}, to);
        const std::string at =
            dim > 2 ? fmt::format("{}(p{})", name_of(glsl::Type{glsl::Type::real, dim}, to), further) : "p";
        const std::string product = fmt::format("{} * terrain_noise({})", factor, at);
        if (name == "wgsl") {
            text = fmt::format("fn terrain_height(p: {}) -> f32 {{ return {}; }}\n", pair, product);
            if (has_water) text += fmt::format("const terrain_water: f32 = {};\n", water);
            return text;
        }
        text = fmt::format("{}float terrain_height({} p) {{ return {}; }}\n", name == "metal" ? "static inline " : "",
                           pair, product);
        const bool is_hlsl = name == "hlsl" || name == "slang";
        const char* const constant = name == "metal" ? "constant float"
                                     : is_hlsl       ? "static const float"
                                                     : "const float";
        if (has_water) text += fmt::format("{} terrain_water = {};\n", constant, water);
        return text;
    }
    const std::string call = fmt::format("x, y{}", further);
    if (name == "js") {
        text = fmt::format("export function terrainHeight(x, y) {{ return Math.fround({} * terrainNoise({})); }}\n",
                           factor, call);
        if (has_water) text += fmt::format("export const terrainWater = {};\n", water);
    } else if (name == "csharp") {
        text = fmt::format("public static class Terrain {{\n    public static float Height(float x, float y) => "
                           "(float)({} * TerrainNoise.At({}));\n",
                           factor, call);
        if (has_water) text += fmt::format("    public const float Water = {};\n", water);
        text += "}\n";
    } else if (name == "gdscript") {
        text = fmt::format("static func terrain_height(x: float, y: float) -> float:\n\treturn f32({} * "
                           "terrain_noise({}))\n",
                           factor, call);
        if (has_water) text += fmt::format("const terrain_water := {}\n", water);
    } else if (name == "rust") {
        text = fmt::format("pub fn terrain_height(x: f32, y: f32) -> f32 {{ {} * terrain_noise({}) }}\n", factor, call);
        if (has_water) text += fmt::format("pub const TERRAIN_WATER: f32 = {};\n", water);
    } else {
        text = fmt::format("{} float terrain_height(float x, float y) {{ return {} * terrain_noise({}); }}\n",
                           name == "cuda" ? "TERRAIN_NOISE_FUNCTION" : "static inline", factor, call);
        // As a constant it would be unused where only the height is needed.
        if (has_water) text += fmt::format("#define TERRAIN_WATER {}\n", water);
    }
    return text;
}

static bool is_glsl(const Language& language) { return language.name == std::string_view("glsl"); }

std::string shape_problem(const Preset& preset, const Language& language) {
    if (std::string what = shape_problem(preset); !what.empty()) return what;
    if (!scene_info(preset.look.scene).is_solid || language.is_core() || is_glsl(language)) return {};
    return fmt::format("no rock in {}: expected GLSL or C++", language.title);
}

std::string shape_snippet(const Preset& preset, const Language& language, const ShaderFiles& files) {
    if (std::string what = problem(preset); !what.empty()) throw Error(what);
    if (std::string what = shape_problem(preset); !what.empty()) throw Error(what);
    const bool cpp = language.is_core(), rock = scene_info(preset.look.scene).is_solid;
    if (std::string what = shape_problem(preset, language); !what.empty()) throw Error(what);
    const Settings& s = preset.settings;
    const Look& look = preset.look;
    if (!cpp && !is_glsl(language)) {
        std::vector<double> further;
        for (int axis = 2; axis < s.dim; ++axis)
            further.push_back(look.center[static_cast<std::size_t>(axis)] +
                              (axis == s.dim - 1 ? time_in_loop(preset) : 0.0));
        return fmt::format("{}\n{} The height of the ground, in units of coordinate: relief times the noise. The first "
                           "coordinate runs\n{} east, the second south.\n{}",
                           baked_snippet(language, s, files, "terrain_noise"), language.comment, language.comment,
                           height_function(language, look, s.dim, further));
    }
    const auto number = [&](double value) {
        const std::string text = literal(isonoise::language("cpp"), static_cast<float>(value));
        return cpp ? text : text.substr(0, text.size() - 1);
    };
    // The coordinates that p lacks are constant.
    std::string rest;
    for (int axis = rock ? 3 : 2; axis < (cpp ? 4 : s.dim); ++axis) {
        const auto i = static_cast<std::size_t>(axis);
        const double time = axis == s.dim - 1 ? time_in_loop(preset) : 0.0;
        rest += ", " + number(axis < s.dim ? look.center[i] + time : 0.0);
    }
    // The rule in docs/cli.md times three sigma, which leaves the noise unscaled.
    const auto [middle, sigma] = mean_and_sigma(s);
    const std::string surface = number(middle + 3 * sigma * look.threshold), rise = number(3 * sigma / look.relief),
                      relief = number(look.relief);
    const bool thins = rock && look.relief > 0;
    std::string about =
        "// The height of the ground, in units of coordinate: relief times the noise. p.x runs east, p.y south.\n";
    if (rock) {
        about =
            fmt::format("// Above 0 in rock, below 0 in air: the noise, less what rock needs there{}. p.x runs east, "
                        "p.y up,\n// p.z south.\n",
                        thins ? ", which rises with p.y" : "");
        if (look.blocks > 0)
            about +=
                fmt::format("// A block, 1/{} wide, is rock if this is above 0 in its middle, interpolated linearly "
                            "between the corners of\n// cells of 4 blocks a side.\n",
                            look.blocks);
    }
    const char* name = rock ? "rock_density" : "terrain_height";
    const char* type = rock ? "vec3" : "vec2";
    const std::string water = !rock && look.water > -1 ? number(look.relief * look.water) : "";
    if (!cpp) {
        const std::string own = rock ? "rock_noise" : "terrain_noise";
        const std::string noise =
            fmt::format("{}({})", own, rest.empty() ? "p" : fmt::format("vec{}(p{})", s.dim, rest));
        std::string text = "\n" + about + fmt::format("float {}({} p) {{\n", name, type);
        if (thins) {  // the product must not be fused with the difference
            text += fmt::format("    ISO_PRECISE float density = {};\n    density = ISO_EXACT(density - {});\n"
                                "    ISO_PRECISE float rise = ISO_EXACT({} * p.y);\n    density -= rise;\n"
                                "    return density;\n}}\n",
                                noise, surface, rise);
        } else {
            text += rock ? fmt::format("    return {} - {};\n}}\n", noise, surface)
                         : fmt::format("    return {} * {};\n}}\n", relief, noise);
        }
        if (!water.empty()) text += fmt::format("const float terrain_water = {};\n", water);
        return baked_snippet(language, s, files, own, text);
    }
    std::string text = cpp_head(s) + about + fmt::format("inline float {}(glm::{} p) {{\n", name, type) +
                       "    static const isonoise::Noise noise = [] {\n        isonoise::Settings settings;\n" +
                       cpp_settings(s, "        ") + "        return isonoise::Noise(settings);\n    }();\n";
    if (thins) text += fmt::format("    const volatile float rise = {} * p.y;  // not fused with the sum\n", rise);
    text +=
        rock ? fmt::format("    return noise({{p.x, p.y, p.z{}}}) - {}{};\n}}\n", rest, surface, thins ? " - rise" : "")
             : fmt::format("    return {} * noise({{p.x, p.y{}}});\n}}\n", relief, rest);
    if (!water.empty()) text += fmt::format("inline constexpr float terrain_water = {};\n", water);
    return text;
}

}  // namespace isonoise
