// What the user copies: a preset as text or as code, and as a page's URL.
#pragma once

#include <string>
#include <vector>

#include "gpu/shader.hpp"
#include "scene/look.hpp"

namespace isonoise {

namespace command {
struct Copy {
    enum class As { line, render, json, noise, shape, point } as;
    std::string language = {};  // for the last three kinds
};
}  // namespace command

struct Clip {
    std::string text;
    std::string about;  // for a message
};

// Everything except points, which need a window. `width` and `height` are the picture's. Throws Error.
Clip clip_of(const Preset& preset, const command::Copy& copy, int width, int height, const ShaderFiles& files);

// The words that recreate this preset, for a page's URL: its function, by name or as its text, and flags.
// command::Paste accepts them after "isonoise view".
std::vector<std::string> address_of(const Preset& preset);

}  // namespace isonoise
