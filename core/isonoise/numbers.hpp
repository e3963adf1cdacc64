// Vectors as plain numbers, as they cross into the compiled library: see boundary.hpp, which includes this header.
#pragma once

#include <array>
#include <cstdint>

namespace isonoise::detail {

using vec1 = float;
using vec2 = std::array<float, 2>;
struct vec3 {  // gcc would send an array of three floats through memory, and stall
    float x, y, z;
};
using vec4 = std::array<float, 4>;
using ivec1 = std::int32_t;
using ivec2 = std::array<std::int32_t, 2>;
using ivec3 = std::array<std::int32_t, 3>;
using ivec4 = std::array<std::int32_t, 4>;
using uvec1 = std::uint32_t;
using uvec2 = std::array<std::uint32_t, 2>;
using uvec3 = std::array<std::uint32_t, 3>;
using uvec4 = std::array<std::uint32_t, 4>;

}  // namespace isonoise::detail
