#include "snippet/copy_as.hpp"

#include <algorithm>
#include <cctype>
#include <string_view>
#include <type_traits>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "error.hpp"
#include "isonoise/text.hpp"
#include "scene/preset.hpp"
#include "snippet/wording.hpp"
#include "version.hpp"

namespace isonoise {

// Quoted so that a shell sees one word.
static std::string quoted(const std::string& text) {
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

std::string to_command(const Preset& preset, const Export& order) {
    const Preset standard = default_preset(preset.look.scene);
    std::string command = "isonoise render --scene " + get(preset, "scene");
    auto flag = [&](const std::string& name, const std::string& text) {
        // A negative number must not pass for a flag.
        command += " --" + name + (text.starts_with('-') ? "=" : " ") + quoted(text);
    };
    auto field = [&](const SettingInfo& info, const auto&) {
        const std::string text = get(preset, info.name);
        if (text != get(standard, info.name)) flag(info.name, text.empty() ? "auto" : text);
    };
    for_each_setting(preset.settings, field);
    for_each_look(preset.look, field);
    const Export usual;
    if (order.width != usual.width || order.height != usual.height)
        flag("size", fmt::format("{}x{}", order.width, order.height));
    if (order.what != usual_what(preset.look.scene, order.format)) flag("what", kWhats[static_cast<int>(order.what)]);
    if (order.depth != usual.depth) flag("depth", fmt::format("{}", order.depth));
    if (order.samples != usual.samples) flag("samples", fmt::format("{}", order.samples));
    const bool normals = order.what == What::normals_gl || order.what == What::normals_dx;
    if (normals && order.strength) flag("strength", fmt::format("{}", *order.strength));
    if (order.one_tile) command += " --one-tile";
    if (order.frames != usual.frames) flag("frames", fmt::format("{}", order.frames));
    if (order.frames != usual.frames && preset.settings.loop == 0 && order.time_step != usual.time_step)
        flag("time-step", fmt::format("{}", order.time_step));
    std::string path = order.path;
    if (path.empty()) path = fmt::format("noise{}.{}", order.frames > 1 ? "{frame:04}" : "", "png");
    if (format_of(path) != order.format) flag("format", kFormats[static_cast<int>(order.format)]);
    return command + " -o " + quoted(path.starts_with('-') && path != "-" ? "./" + path : path);
}

// "value-two-layer": value_two_layer
static std::string with_underscores(std::string text) {
    std::replace(text.begin(), text.end(), '-', '_');
    return text;
}

static std::string cpp_float(float value) {
    std::string text = fmt::format("{}", value);
    if (text.find_first_of(".e") == std::string::npos) text += ".0";
    return text + "f";
}

std::string to_cpp(const Settings& settings) {
    if (std::string what = problem(settings); !what.empty()) throw Error(what);
    std::string text =
        fmt::format("// {} (isonoise {})\n#include <isonoise/isonoise.hpp>\n\n", in_words(settings), kVersion);
    const Settings standard;
    std::string changes;
    for_each_setting(settings, [&](const SettingInfo& info, const auto& value) {
        using T = std::decay_t<decltype(value)>;
        const std::string is = get(settings, info.name), name = with_underscores(info.name);
        if (is == get(standard, info.name)) return;
        std::string code;
        if constexpr (std::is_enum_v<T>) {
            std::string type = name;
            type[0] = static_cast<char>(std::toupper(type[0]));
            code = fmt::format("isonoise::{}::{}", type, with_underscores(is));
        } else if constexpr (std::is_same_v<T, float>) {
            code = cpp_float(value);
        } else if constexpr (std::is_integral_v<T>) {
            code = is + (std::is_unsigned_v<T> ? "u" : "");
        } else {
            code = fmt::format("{{{}}}", fmt::join(value, ", "));
        }
        changes += fmt::format("settings.{} = {};\n", name, code);
    });
    text += "isonoise::Settings settings;\n" + changes + "const isonoise::Noise noise(settings);\n";
    static constexpr const char* points[] = {"", "x, 0.0f, 0.0f, 0.0f", "x, y, 0.0f, 0.0f", "x, y, z, 0.0f",
                                             "x, y, z, w"};
    const char* point = points[settings.dim];
    text += fmt::format("float value = noise({{{}}});\n", point);
    if (has_gradient(settings)) {
        text += fmt::format("// glm::vec4 gradient; float value = noise.gradient({{{}}}, gradient);\n", point);
    } else if (settings.fractal == Fractal::eroded) {
        text += fmt::format("// glm::vec4 slope; float value = noise.slope({{{}}}, slope);\n", point);
    }
    return text;
}

}  // namespace isonoise
