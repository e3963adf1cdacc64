#include "snippet/core_text.hpp"

#include <cctype>
#include <type_traits>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "error.hpp"
#include "isonoise/isonoise.hpp"
#include "isonoise/text.hpp"
#include "version.hpp"
#include "words.hpp"

namespace isonoise {

static std::string cpp_float(float value) {
    std::string text = fmt::format("{}", value);
    if (text.find_first_of(".e") == std::string::npos) text += ".0";
    return text + "f";
}

std::string cpp_head(const Settings& settings) {
    return fmt::format("// {} (isonoise {})\n#include <isonoise/isonoise.hpp>\n\n", in_words(settings), kVersion);
}

std::string cpp_settings(const Settings& settings, const char* indent) {
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
        changes += fmt::format("{}settings.{} = {};\n", indent, name, code);
    });
    return changes;
}

std::string to_cpp(const Settings& settings) {
    if (std::string what = problem(settings); !what.empty()) throw Error(what);
    std::string text = cpp_head(settings) + "isonoise::Settings settings;\n" + cpp_settings(settings, "") +
                       "const isonoise::Noise noise(settings);\n";
    static constexpr const char* points[] = {"", "x, 0.0f, 0.0f, 0.0f", "x, y, 0.0f, 0.0f", "x, y, z, 0.0f",
                                             "x, y, z, w"};
    const char* point = points[settings.dim];
    text += fmt::format("float value = noise({{{}}});\n", point);
    if (has_gradient(settings)) {
        text += fmt::format("// glm::vec4 gradient; float value = noise.gradient({{{}}}, gradient);\n", point);
    } else if (has_slope(settings)) {
        text += fmt::format("// glm::vec4 slope; float value = noise.slope({{{}}}, slope);\n", point);
    }
    return text;
}

}  // namespace isonoise
