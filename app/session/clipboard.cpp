#include "session/clipboard.hpp"

#include <fmt/format.h>

#include "error.hpp"
#include "scene/function_file.hpp"
#include "scene/preset.hpp"
#include "scene/scenes.hpp"
#include "session/copy_as.hpp"
#include "snippet/baking.hpp"
#include "snippet/function_text.hpp"
#include "words.hpp"

namespace isonoise {

Clip clip_of(const Preset& preset, const command::Copy& copy, int width, int height, const ShaderFiles& files) {
    using As = command::Copy::As;
    switch (copy.as) {
    case As::line: return {to_line(preset), "a line that opens this preset; Ctrl+V takes it too"};
    case As::render:
        return {to_command(preset, {.path = "isonoise.png", .width = width, .height = height}),
                "the command that renders this picture"};
    case As::json: return {to_json(preset), "the preset, as JSON"};
    case As::noise: {
        const Language& to = language(copy.language);
        if (preset.function)
            return {function_text(to, *preset.function, files), fmt::format("the function, in {}", to.title)};
        return {baked_snippet(to, preset.settings, files), fmt::format("the noise, in {}", to.title)};
    }
    case As::shape: {
        const Language& to = language(copy.language);
        const bool rock = scene_info(preset.look.scene).is_solid;
        return {shape_snippet(preset, to, files),
                fmt::format("{}, in {}", rock ? "the rock" : "the terrain's height", to.title)};
    }
    case As::point: break;
    }
    fail("click on the picture first: that pins a point");
}

std::vector<std::string> address_of(const Preset& preset) {
    const auto words = shell_words(to_line(without_file(preset)));
    return {words.begin() + 2, words.end()};
}

}  // namespace isonoise
