#include "error.hpp"
#include "gpu/vulkan.hpp"

namespace isonoise {

std::unique_ptr<NoiseDriver> vulkan_driver(Mode, ShaderFiles, const std::string&) { fail("vulkan: a page has none"); }

}  // namespace isonoise
