// Noise by Vulkan, for comparisons and measurements.
#pragma once

#include <memory>
#include <string>

#include "gpu/driver.hpp"

namespace isonoise {

// Opens the first device with this word in its name; if that is empty the best one. The shaders are the same as for
// OpenGL, as SPIR-V; where the device offers it, they ask for rounding to nearest even and for subnormal numbers.
// Throws Error if the machine has no Vulkan.
std::unique_ptr<NoiseDriver> vulkan_driver(Mode mode, ShaderFiles files, const std::string& device);

}  // namespace isonoise
