// Wording shared by all generated texts.
#pragma once

#include <string>
#include <string_view>

#include "isonoise/settings.hpp"
#include "snippet/languages.hpp"

namespace isonoise {

inline constexpr const char* kLicence = "MIT licence: https://spdx.org/licenses/MIT.html";

// Adapts a text to the language's indentation and comment marker.
std::string dressed(const Language& language, const std::string& text);

// A text between the language's opening and closing lines. `prefix` names its class.
std::string framed(const Language& language, const std::string& prefix, const std::string& text);

// "perlin, 3 dimensions, octaves 6, fractal ridged"
std::string in_words(const Settings& settings);

// Throws Error unless the name of a baked function is valid in every language: letters, digits and single _, starting
// with a lower-case letter.
void check_name(std::string_view name);

// The text with `name` replacing isonoise at the start of our names, including comments: isonoise_hash, ISONOISE_SCALE,
// IsonoisePlace, isonoise(.
std::string renamed(const std::string& text, std::string_view name);

}  // namespace isonoise
