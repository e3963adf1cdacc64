// GLSL to SPIR-V by glslang, and the names that the text has for a program's resources.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "gpu/shader.hpp"

namespace isonoise {

struct Spirv {
    enum class Kind { block, buffer, sampler, image };
    struct Resource {
        Kind kind;
        std::uint32_t binding;
    };
    std::vector<std::uint32_t> words;
    std::map<std::string, Resource> resources;
    // Uniforms outside blocks are in a block kUniforms of this size: their offsets there, in bytes.
    std::map<std::string, std::uint32_t> uniforms;
    std::uint32_t uniform_bytes = 0;
};
inline constexpr const char* kUniforms = "IsonoiseUniforms";

enum class Stage { vertex, fragment, compute };

// Compiles `before`, which begins with #version, and `source` as they are for OpenGL: bindings and blocks may be
// missing. Throws Error that names file and line, or `name`.
Spirv to_spirv(Stage stage, const std::string& before, const ShaderFiles::Source& source, const std::string& name);

std::string glslang_version();

}  // namespace isonoise
