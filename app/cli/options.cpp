#include "cli/options.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "error.hpp"
#include "gpu/evaluator.hpp"
#include "gpu/vulkan.hpp"
#include "io/progress.hpp"
#include "paths.hpp"
#include "scene/function_file.hpp"
#include "scene/preset.hpp"

namespace isonoise {

static std::string values_of(const SettingInfo& info) {
    if (info.names.empty()) return "";
    std::string all = " (";
    for (const char* name : info.names)
        all += (all.size() > 2 ? ", " : "") + std::string(name);
    return all + ")";
}

static std::string placeholder_of(const FieldInfo& info) {
    if (info.widget.placeholder) return info.widget.placeholder;
    return info.names.empty() ? fmt::format("{}..{}", info.min, info.max) : "WORD";
}

std::string builtin_preset_names() {
    std::string names;
    for (const std::string scene : detail::kScenes) {
        std::string line;
        for (const BuiltinPreset& preset : builtin_presets()) {
            const std::string name(preset.name());
            if (name == scene) line = name + line;
            if (name.rfind(scene + "-", 0) == 0) line += ", " + name;
        }
        names += "\n  " + (line[0] == ',' ? line.substr(2) : line);  // map has no preset file
    }
    return names;
}

std::vector<std::string> function_names() {
    std::vector<std::string> names;
    for (const BuiltinFunction& one : builtin_functions())
        names.emplace_back(one.name());
    return names;
}

void PresetOptions::add(Verb& verb, PresetFlags flags) {
    takes_ = flags;
    verb.option("PRESET", file_, "",
                flags == PresetFlags::all
                    ? "a preset: a JSON file with settings and look, or the name of a built-in one; or a function: "
                      "FILE.glsl, or a name of isonoise functions"
                    : "a preset: a JSON file or the name of a built-in one, only its settings count, not scene, "
                      "colours or camera; or a function: FILE.glsl, or a name of isonoise functions");
    std::vector<std::string> names = function_names();
    for (const BuiltinPreset& preset : builtin_presets())
        names.emplace_back(preset.name());
    verb.choices("PRESET", names);
    Preset defaults;
    auto add_flag = [&](const FieldInfo& info, const std::string& standard, const char* group) {
        auto flag = std::make_unique<Flag>();
        flag->name = info.name;
        std::string about = info.about + values_of(info) + (standard.empty() ? "" : " [" + standard + "]");
        verb.option("--" + flag->name, flag->text, placeholder_of(info), about, group);
        verb.choices("--" + flag->name, {info.names.begin(), info.names.end()});
        flags_.push_back(std::move(flag));
    };
    for_each_noise_field(defaults.settings, [&](const FieldInfo& info, auto&) {
        add_flag(info, get(defaults.settings, info.name), "Settings");
    });
    if (flags == PresetFlags::all) {
        for_each_look(defaults.look, [&](const LookInfo& info, auto&) {
            const bool has_default = info.is_for(Scene::map);  // otherwise it depends on the preset
            add_flag(info, has_default ? get(defaults, info.name) : "", "Picture");
        });
    }
}

void PresetOptions::add_function(Verb& verb) {
    takes_function_ = true;
    verb.option("--set", set_, "NAME=NUMBER,...",
                "with a function FILE.glsl: values of its parameters; --period and --loop set its parameter period");
}

void PresetOptions::add_local(Verb& verb) {
    verb.option("--local", local_, "NAME", "with a function: this variable of noise() in place of its result");
}

// The settings of the noise that a function may have too.
static bool is_of_period(std::string_view name) { return name == "period" || name == "loop"; }

void PresetOptions::apply_to(Function& function) const {
    for_each_setting([&](const SettingInfo& info, auto) {
        if (is_of_period(info.name) || text(info.name).empty()) return;
        fail("{}: a function has its own parameters, see --set; expected no settings of the noise", info.name);
    });
    set_period(function, text("period"), text("loop"));
    if (!local_.empty()) function = with_local(function, local_);
}

std::string PresetOptions::text(std::string_view name) const {
    for (const auto& flag : flags_) {
        if (flag->name == name) return flag->text.value_or("");
    }
    return {};
}

Preset PresetOptions::function_preset() const {
    Function function = function_of_word(*file_, set_);
    apply_to(function);
    return preset_of(std::move(function));
}

// A preset's file with a function in place of a noise.
void PresetOptions::take_preset_of_function(Preset& preset) const {
    if (!takes_function_) fail("{}: expected a noise, not a function", in_quotes(file()));
    Function function = *preset.function;
    set_parameters(function, set_);
    apply_to(function);
    set_function(preset, std::move(function));
}

Preset PresetOptions::preset() const {
    if (file_ && file_->empty()) fail("the name of the preset is empty");
    const bool function = takes_function_ && is_function(file());
    Preset preset = function ? function_preset() : file_ ? load_preset(path_of(*file_)) : Preset();
    if (!preset.function && !set_.empty()) fail("set: needs a function, FILE.glsl");
    if (!preset.function && !local_.empty()) fail("local: needs a function, FILE.glsl");
    if (preset.function && !function) take_preset_of_function(preset);
    for (const auto& flag : flags_) {  // the scene first: it sets the defaults for the other flags
        if (flag->name != "scene" || !flag->text) continue;
        const Scene before = preset.look.scene;
        if (std::string what = set(preset, flag->name, *flag->text); !what.empty()) throw Error(what);
        if (!file_) {
            preset = default_preset(preset.look.scene);
        } else if (preset.look.scene != before) {  // the file's noise or function in another scene
            preset.look = default_look(preset, preset.look.scene);
        }
    }
    for (const auto& flag : flags_) {  // then the fractal, which changes a few defaults
        if (flag->name != "fractal" || !flag->text) continue;
        if (std::string what = begin_with(preset, flag->name, *flag->text); !what.empty()) throw Error(what);
    }
    for (const auto& flag : flags_) {
        if (!flag->text || (preset.function && is_of_period(flag->name))) continue;
        if (std::string what = set(preset, flag->name, *flag->text); !what.empty()) throw Error(what);
    }
    for (const auto& flag : flags_) {
        if (flag->text && is_in_colour(preset) && colours_values(flag->name))
            fail("{}: expected none, since the function gives the colours itself", flag->name);
    }
    for_each_look(preset.look, [&](const LookInfo& info, auto&) {
        const bool given = std::any_of(flags_.begin(), flags_.end(),
                                       [&](const auto& flag) { return flag->text && flag->name == info.name; });
        // --range also sets the levels of files, in any scene.
        if (!given || info.is_for(preset.look.scene) || info.name == std::string_view("range")) return;
        std::string scenes;
        for (std::size_t i = 0; i < std::size(detail::kScenes); ++i) {
            if (info.is_for(static_cast<Scene>(i)))
                scenes += (scenes.empty() ? "" : ", ") + std::string(detail::kScenes[i]);
        }
        fail("{}: scene {} lacks this setting; it is for {}", info.name, get(preset, "scene"), scenes);
    });
    const bool all = takes_ == PresetFlags::all;
    if (std::string what = all ? problem(preset) : problem(preset.settings); !what.empty()) throw Error(what);
    return preset;
}

std::string PresetOptions::name() const {
    const bool is_text = is_function(file()) && !is_function_name(file());
    return is_text ? "" : path_of(file()).stem().string();
}

bool PresetOptions::any() const { return file_ || any_flag() || !set_.empty() || !local_.empty(); }
bool PresetOptions::any_flag() const {
    return std::any_of(flags_.begin(), flags_.end(), [](const auto& flag) { return flag->text.has_value(); });
}

void tell_if_far(const char* verb, const Function& function, const std::array<Reach, 4>& reach) {
    const bool exact = function.has_cells();
    if (exact && function.rounded_places().empty()) return;
    // Cells take a while to find, and tell only of points without a known step.
    const bool needs_cells = !exact && std::any_of(reach.begin(), reach.end(),
                                                   [](const Reach& r) { return r.farthest != 0 && r.step == 0; });
    std::string note = far_note(reach, needs_cells ? function.cells_per_unit() : std::array<double, 4>{});
    if (note.empty()) return;
    if (exact) note += fmt::format(" (in {})", fmt::join(function.rounded_places(), ", "));
    tell([&] { return fmt::format("{}: {}", verb, note); });
}

std::optional<Function> function_of(const std::string& file, const std::string& set) {
    std::optional<Function> function;
    if (is_function(file)) {
        function = function_of_word(file, set);
    } else if (!file.empty()) {
        if (const Preset preset = load_preset(path_of(file)); preset.function) {
            function = *preset.function;
            set_parameters(*function, set);
        }
    }
    if (!function && !set.empty()) fail("set: needs a function, FILE.glsl");
    return function;
}

void FunctionOptions::add(Verb& verb, const std::string& what) {
    verb.option("FUNCTION", file, "",
                what + ": FILE.glsl (docs/functions.md), a name of isonoise functions, or a preset of one");
    verb.choices("FUNCTION", function_names());
    verb.option("--set", set, "NAME=NUMBER,...", "values of the function's parameters");
}

std::optional<Function> FunctionOptions::function() const {
    if (!file && !set.empty()) fail("set: needs a function, FILE.glsl");
    if (!file) return {};
    std::optional<Function> function = function_of(*file, set);
    if (!function)
        fail("expected a function: FILE.glsl, a name of `isonoise functions`, or a preset of one, got {}",
             in_quotes(*file));
    return function;
}

void GpuOptions::add(Verb& verb) {
    verb.option("--gl", gl_, "VERSION", "use this version of OpenGL, 3.3 or 4.0 to 4.6, instead of the driver's best",
                "OpenGL");
    verb.option("--shader-dir", shader_dir_, "DIR", "take the shaders from this folder, not from the program",
                "OpenGL");
    verb.option("--mode", mode_, "WORD",
                "how shaders keep their bits: exact (precise if GLSL has it, else zero), precise, zero, or fast "
                "(unprotected) [exact]",
                "OpenGL");
    verb.choices("--mode", words_of(kModes));
    verb.flag("--es", es_, "compile the shaders as GLSL ES 3.00, the language of WebGL2", "OpenGL");
}

void GpuOptions::add_vulkan(Verb& verb) {
    verb.flag("--vulkan", vulkan_, "use Vulkan instead of OpenGL: the shaders as SPIR-V", "OpenGL");
    verb.option("--device", device_, "NAME", "with --vulkan: the first device with this in its name", "OpenGL");
}

Mode GpuOptions::mode() const {
    const auto mode = parse_word<Mode>("mode", kModes, mode_);
    if (mode == Mode::precise && es_) fail("mode: GLSL ES 3.00 has no precise; expected exact, zero or fast with --es");
    return mode;
}

std::optional<GlVersion> GpuOptions::gl() const {
    if (gl_.empty()) return {};
    if (es_) fail("gl: not with --es");
    return parse_gl_version(gl_);
}

void GpuOptions::check() const {
    if (vulkan_ && (!gl_.empty() || es_)) fail("vulkan: not with {}", es_ ? "--es" : "--gl");
    gl();
    mode();
    if (!vulkan_ && !device_.empty()) fail("device: needs --vulkan");
    if (!shader_dir_.empty()) files().resolve("evaluate/grid.frag");
}

Gpu::Gpu(const GpuOptions& options) {
    const auto gl = options.gl();
    const Mode mode = options.mode();
    ShaderFiles files = options.files();
    try {
        headless_.emplace(gl);
    } catch (const Error&) {
        try {
            window_.emplace(gl, 64, 64, false);
        } catch (const Error&) {
        }
        if (!window_) throw;  // EGL's message is better
    }
    glsl_ = options.es() ? kEs300 : info().glsl;
    shaders_.emplace(glsl_, std::move(files), mode);
}

AnyDriver::AnyDriver(const GpuOptions& options) {
    options.check();
    if (options.vulkan()) {
        driver_ = vulkan_driver(options.mode(), options.files(), options.device());
        return;
    }
    gpu_.emplace(options);
    driver_ = std::make_unique<Evaluator>(gpu_->shaders(), gpu_->info());
}

Report::Report(const std::string& json) {
    if (!json.empty()) file_.emplace(path_of(json));
}

void Report::say(const std::string& text) const {
    if (file_ && file_->is_standard_output()) return;
    print(text);
    flush_output();
}

void Report::finish(const std::string& json) {
    if (!file_) return;
    file_->write(json + "\n");
    file_->commit();
}

std::int64_t parse_whole(std::string_view what, std::string_view text, std::int64_t min, std::int64_t max) {
    std::int64_t value = 0;
    auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || stop != text.data() + text.size() || value < min || value > max) {
        fail("{}: expected a whole number from {} to {}, got {}", what, min, max, in_quotes(text));
    }
    return value;
}

double parse_finite(std::string_view what, std::string_view text) {
    double value = 0;
    if (!parse_number(text, value) || !std::isfinite(value)) {
        fail("{}: expected a number, got {}", what, in_quotes(text));
    }
    return value;
}

Format parse_format(const std::string& word, const std::string& path) {
    if (!word.empty()) return parse_word<Format>("format", kFormats, word);
    if (const auto format = format_of(path)) return *format;
    fail("-o: expected --format or a name with an extension such as .png, .exr, .npy or .r16, got {}", in_quotes(path));
}

void parse_size(const std::string& text, int& width, int& height, const char* expected) {
    const std::size_t cross = text.find_first_of("xX");
    auto side = [&](std::size_t from, std::size_t to, int& value) {
        const char* end = text.data() + to;
        const auto [stop, error] = std::from_chars(text.data() + from, end, value);
        return to - from <= 9 && error == std::errc() && stop == end && text[from] != '-';
    };
    if (cross == std::string::npos || !side(0, cross, width) || !side(cross + 1, text.size(), height)) {
        fail("{}, each from 1 to {}, got {}", expected, kLargestSide, in_quotes(text));
    }
}

}  // namespace isonoise
