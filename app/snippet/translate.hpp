// GLSL sources as the text of other shading languages: statement by statement, with comments and line breaks as they
// stood, so that the result reads as if somebody had written it there. For sources as glsl_text.hpp takes them.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "snippet/glsl_text.hpp"

namespace isonoise {

enum class Language { glsl330, glsl450, vulkan, essl300, hlsl, wgsl, godot3, cpp };
inline constexpr const char* kLanguages[] = {"glsl330", "glsl450", "vulkan", "essl300",
                                             "hlsl",    "wgsl",    "godot3", "cpp"};

// Whether operations are kept as they are by `precise`; elsewhere by an opaque zero.
constexpr bool has_precise(Language language) {
    return language == Language::glsl450 || language == Language::vulkan || language == Language::hlsl;
}

struct Translation {
    std::string text;
    // For WGSL and Godot 3, which have no macros: the types to which ISO_EXACT is applied, as GLSL names them, and the
    // names of the functions that take its place. The caller writes them.
    std::map<std::string, std::string> exact;
};

// The items in `to`, any but cpp. ISO_EXACT(x) becomes x where there is `precise`, stays a macro where there are
// macros, and else becomes a function PREFIX_exact, with the type at its end. Godot 3 has no structures and no arrays
// outside of functions: a structure's fields become variables of their own, at.cell at_cell, and an array a function of
// the index. `names`: what functions that share a name are called in languages without overloading, by the place of
// their item; of others the types of their parameters are appended.
Translation translate(const std::vector<glsl::Item>& items, Language to, const std::string& prefix,
                      const std::map<std::size_t, std::string>& names = {});

}  // namespace isonoise
