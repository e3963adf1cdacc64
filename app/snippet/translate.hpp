// Translates GLSL sources to other shading languages: statement by statement, keeping comments and line breaks, so that
// the result reads as if written by hand. For sources as described in glsl_text.hpp.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "snippet/glsl_text.hpp"

namespace isonoise {

enum class Language { glsl330, glsl450, vulkan, essl300, hlsl, wgsl, godot3, cpp };
inline constexpr const char* kLanguages[] = {"glsl330", "glsl450", "vulkan", "essl300",
                                             "hlsl",    "wgsl",    "godot3", "cpp"};

// Does `precise` keep operations as they are? Otherwise an opaque zero does.
constexpr bool has_precise(Language language) {
    return language == Language::glsl450 || language == Language::vulkan || language == Language::hlsl;
}

struct Translation {
    std::string text;
    // For WGSL and Godot 3, which have no macros: the types to which ISO_EXACT is applied, as GLSL names them, and the
    // names of the functions that replace it. The caller writes these functions.
    std::map<std::string, std::string> exact;
};

// Translates the items to `to`, any language except cpp. ISO_EXACT(x) becomes x in languages with `precise`, stays a
// macro in languages with macros, and otherwise becomes a function PREFIX_exact with the type appended. Godot 3 has no
// structures and no arrays outside functions: a structure's fields become separate variables, at.cell at_cell, and an
// array a function of the index. `names`: the names of overloads in languages without overloading, by the index of
// their item; the others get their parameter types appended.
Translation translate(const std::vector<glsl::Item>& items, Language to, const std::string& prefix,
                      const std::map<std::size_t, std::string>& names = {});

}  // namespace isonoise
