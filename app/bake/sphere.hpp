// Spheres: noise of 3 or 4 dimensions on the surface of a sphere, as the six faces of a cube or as an equirectangular
// map.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include <glm/vec3.hpp>

#include "io/image.hpp"
#include "isonoise/isonoise.hpp"

namespace isonoise {

class Function;

// In the order and orientation of OpenGL, Direct3D and Vulkan.
inline constexpr const char* kCubeFaces[] = {"px", "nx", "py", "ny", "pz", "nz"};

struct SphereBake {
    // With {face}, a cube is six files; otherwise one file with the faces below each other.
    std::string path = {};
    Format format = Format::png;
    bool is_cube = true;
    std::int64_t width = 0, height = 0;               // of a face, or of the map
    std::array<double, 4> center = {};                // in units of coordinate; the fourth is for 4D noise
    double radius = 1;                                // in units of coordinate
    std::optional<std::array<double, 2>> range = {};  // as in Bake
    unsigned threads = 0;
    const Function* function = nullptr;  // in place of the noise, whose dimensions it has; needs `range`
};

inline constexpr std::int64_t kMostOfASphere = std::int64_t{1} << 20;  // points along a side

// Point (i, j) of a face: unit length. On shared edges and corners, the faces' points are equal to the bit; pixel
// centers lie on the edges of a face, not half a pixel inside.
glm::dvec3 cube_direction(int face, std::int64_t i, std::int64_t j, std::int64_t side);

// Pixel (i, j) of a map: longitude 360 * (i + 0.5) / width - 180 degrees, latitude 90 - 180 * (j + 0.5) / height. As in
// scene planet, longitude 0 is towards +z, 90 towards +x, and latitude 90 towards +y. The same bits on every machine.
glm::dvec3 map_direction(std::int64_t i, std::int64_t j, std::int64_t width, std::int64_t height);

// Empty if valid, otherwise one line that describes the problem.
std::string problem(const Noise& noise, const SphereBake& order);

// Writes the files, which appear under their names together, once all are complete. Throws Error. Calls progress(done,
// 0 to 1) on the calling thread.
void bake_sphere(const Noise& noise, const SphereBake& order, const std::function<void(double)>& progress = {});

}  // namespace isonoise
