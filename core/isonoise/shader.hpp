// Everything that shaders/isonoise/noise.glsl needs to compute the noise of a Settings value in your own program:
// macros that select the noise at compile time, and the contents of two uniform blocks. No GL: you compile and upload.
//
//   const isonoise::Noise noise(settings);
//   std::string source = "#version 450 core\n" + isonoise::shader_defines(settings) +
//                        "#include \"isonoise/noise.glsl\"\n"
//                        "layout(location = 0) out float value;\n"
//                        "void main() { value = isonoise(vec4(gl_FragCoord.xy / 64.0, 0.0, 0.0)); }\n";
//   // Replace each #include by the file's text, compile, and fill the blocks:
//   glBufferData(GL_UNIFORM_BUFFER, sizeof(isonoise::Plan), &noise.plan(), GL_STATIC_DRAW);  // IsonoisePlan
//   const auto table = isonoise::shader_table(noise);
//   glBufferData(GL_UNIFORM_BUFFER, sizeof table, table.data(), GL_STATIC_DRAW);             // IsonoiseTable
//
// Settings with equal macros share a program: only the blocks differ. shaders/README.md has this example in full, and
// explains how to keep the bits before GLSL 4.00.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>

#include "isonoise/isonoise.hpp"

namespace isonoise {

// The names of the uniform blocks (std140): for a byte copy of Noise::plan(), and for shader_table(). Programs for
// algorithms without a lookup table have no second block.
inline constexpr const char* kPlanBlock = "IsonoisePlan";
inline constexpr const char* kTableBlock = "IsonoiseTable";

// The macros to define before including noise.glsl, such as ISONOISE_DIM; its header comment explains each. `far`: the
// cells of some octave may exceed 32 bits. True is always correct; false is faster, and correct if leaves_32_bits() is
// false for all points.
std::map<std::string, int> shader_macros(const Settings& settings, bool far = true);

// shader_macros() as text: one line "#define NAME VALUE" per macro.
std::string shader_defines(const Settings& settings, bool far = true);

// True if, within `farthest` cells of the origin along each axis, the cells of some octave may exceed 32 bits.
bool leaves_32_bits(const Noise& noise, std::int64_t farthest);

// The contents of block IsonoiseTable, in the machine's byte order.
std::array<std::uint32_t, 64> shader_table(const Noise& noise);

}  // namespace isonoise
