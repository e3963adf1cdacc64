// What the user copies: a preset as text or as code, and as a page's address.
#pragma once

#include <string>
#include <vector>

#include "gpu/shader.hpp"
#include "scene/look.hpp"

namespace isonoise {

namespace command {
struct Copy {
    enum class As { line, render, json, noise, shape, point } as;
    std::string language = {};  // of the last three
};
}  // namespace command

struct Clip {
    std::string text;
    std::string about;  // for a message
};

// Everything except points, which a window has. `width` and `height` are the picture's. Throws Error.
Clip clip_of(const Preset& preset, const command::Copy& copy, int width, int height, const ShaderFiles& files);

// The flags that recreate this preset, for a page's address. command::Paste takes them, after "isonoise view".
std::vector<std::string> address_of(const Preset& preset);

}  // namespace isonoise
