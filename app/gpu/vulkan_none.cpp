#include "error.hpp"
#include "gpu/vulkan.hpp"

namespace isonoise {

std::unique_ptr<NoiseDriver> vulkan_driver(Mode, ShaderFiles, const std::string&) {
    fail("vulkan: this program was built without it: that needs volk, Vulkan's headers and glslang (Debian: "
         "libvulkan-volk-dev, libvulkan-dev, glslang-dev)");
}

}  // namespace isonoise
