// glslang, Khronos' reference compiler, in-process: as a program it takes a quarter of a second to start.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

// Compiles a fragment shader for OpenGL to SPIR-V; empty on errors, with the message in `error`.
std::vector<std::uint32_t> to_spirv(const std::string& source, std::string& error);

// The text of a shader after its preprocessor. Throws std::runtime_error.
std::string preprocessed(const std::string& source);
