// A Vulkan device without a window, and work for it: shaders with their resources by name. Private to the Vulkan files.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <glad/vulkan.h>

#include "gpu/spirv.hpp"

namespace isonoise {

// Throws Error if a call failed.
void check_vulkan(VkResult result, const char* what);

// A handle that destroys itself.
template <class Handle> class VulkanObject {
  public:
    using Destroy = void(VKAPI_PTR*)(VkDevice, Handle, const VkAllocationCallbacks*);
    VulkanObject() = default;
    VulkanObject(VkDevice device, Handle handle, Destroy destroy)
        : device_(device), handle_(handle), destroy_(destroy) {}
    ~VulkanObject() { reset(); }
    VulkanObject(VulkanObject&& other) noexcept { *this = std::move(other); }
    VulkanObject& operator=(VulkanObject&& other) noexcept {
        reset();
        device_ = other.device_;
        handle_ = std::exchange(other.handle_, Handle{});
        destroy_ = other.destroy_;
        return *this;
    }
    Handle get() const { return handle_; }

  private:
    void reset() {
        if (handle_ != Handle{}) destroy_(device_, handle_, nullptr);
        handle_ = Handle{};
    }
    VkDevice device_ = VK_NULL_HANDLE;
    Handle handle_ = {};
    Destroy destroy_ = nullptr;
};

// Memory that the CPU sees too.
struct VulkanBuffer {
    VulkanObject<VkDeviceMemory> memory;
    VulkanObject<VkBuffer> buffer;
    void* mapped = nullptr;
};

struct VulkanImage {
    VulkanObject<VkDeviceMemory> memory;
    VulkanObject<VkImage> image;
    VulkanObject<VkImageView> view;
    VkFormat format = VK_FORMAT_UNDEFINED;
    int width = 0, height = 0;
};

// The parts of float arithmetic of 32 bits that a device can be asked to keep (VK_KHR_shader_float_controls).
struct FloatControls {
    bool rounds_to_even = false, keeps_subnormals = false;
};

class VulkanDevice {
  public:
    // The first device with `wanted` in its name; if that is empty a GPU, otherwise a rasteriser. Throws Error if there
    // is none.
    explicit VulkanDevice(const std::string& wanted);
    ~VulkanDevice();
    VulkanDevice(const VulkanDevice&) = delete;
    VulkanDevice& operator=(const VulkanDevice&) = delete;

    VkDevice get() const { return device_; }
    const VkPhysicalDeviceProperties& properties() const { return properties_; }
    const VkPhysicalDeviceDriverProperties& driver() const { return driver_; }
    const FloatControls& floats() const { return floats_; }
    VkSampler sampler() const { return sampler_.get(); }

    VulkanBuffer buffer(std::size_t bytes, VkBufferUsageFlags usage) const;
    VulkanImage image(VkFormat format, int width, int height, VkImageUsageFlags usage) const;

    // Runs commands and waits for them.
    void run(const std::function<void(VkCommandBuffer)>& record) const;

    // Calls create(device, &info, nullptr, &handle).
    template <class Handle, class Create, class Info, class Destroy>
    VulkanObject<Handle> make(Create create, const Info& info, Destroy destroy, const char* what) const {
        Handle handle = {};
        check_vulkan(create(device_, &info, nullptr, &handle), what);
        return {device_, handle, destroy};
    }

  private:
    void choose(const std::string& wanted);
    void create_device();
    VulkanObject<VkDeviceMemory> memory(const VkMemoryRequirements& needs, VkMemoryPropertyFlags wanted,
                                        VkMemoryPropertyFlags preferred) const;

    VkInstance instance_ = VK_NULL_HANDLE;
    VkPhysicalDevice physical_ = VK_NULL_HANDLE;
    VkDevice device_ = VK_NULL_HANDLE;
    VkQueue queue_ = VK_NULL_HANDLE;
    std::uint32_t family_ = 0;
    VkPhysicalDeviceProperties properties_ = {};
    VkPhysicalDeviceDriverProperties driver_ = {};
    FloatControls floats_;
    VulkanObject<VkCommandPool> commands_;
    VulkanObject<VkSampler> sampler_;
};

// A compute shader, or one that draws a triangle over targets of these formats.
class VulkanProgram {
  public:
    VulkanProgram(const VulkanDevice& device, Stage stage, Spirv shader, std::span<const VkFormat> targets);

  private:
    friend class VulkanJob;
    Spirv shader_;
    VulkanObject<VkDescriptorSetLayout> set_layout_;
    VulkanObject<VkPipelineLayout> layout_;
    VulkanObject<VkRenderPass> render_pass_;  // none for compute shaders
    VulkanObject<VkPipeline> pipeline_;
};

// Shaders that run one after the other, and their resources by the names in the text. Programs must outlive it.
class VulkanJob {
  public:
    explicit VulkanJob(const VulkanDevice& device) : device_(device) {}

    // An image to sample, draw into or write; `texels` fill its first rows.
    using Image = std::shared_ptr<const VulkanImage>;
    Image image(const std::string& name, VkFormat format, int width, int height,
                std::span<const std::byte> texels = {});
    // Another job's image. Each job's first run forgets its contents.
    void image(const std::string& name, Image image) { images_[name] = std::move(image); }
    // The contents of a uniform block or a storage buffer.
    void bytes(const std::string& name, std::span<const std::byte> contents);

    using Uniforms = std::map<std::string, std::vector<std::uint32_t>>;
    // Draws into the images `targets`, in some of their rows and columns.
    void draw(const VulkanProgram& program, const Uniforms& uniforms, const std::vector<std::string>& targets,
              VkRect2D part);
    void dispatch(const VulkanProgram& program, const Uniforms& uniforms, std::array<std::uint32_t, 3> groups);

    // Runs everything so far `times` times, and waits.
    void run(int times = 1);
    // The first rows of an image, row by row.
    void read(const std::string& name, int columns, int rows, std::span<std::byte> to);

  private:
    struct Pass {
        const VulkanProgram* program;
        VulkanBuffer uniforms;
        VkDescriptorSet set;
        VulkanObject<VkFramebuffer> framebuffer;
        VkExtent2D size;
        VkRect2D part;
        std::array<std::uint32_t, 3> groups;
    };
    Pass& add(const VulkanProgram& program, const Uniforms& uniforms);
    void upload();

    const VulkanDevice& device_;
    std::map<std::string, Image> images_;
    std::map<std::string, VulkanBuffer> staging_, buffers_;
    std::map<std::string, int> filled_rows_;
    std::vector<VulkanObject<VkDescriptorPool>> pools_;
    std::vector<Pass> passes_;
    bool uploaded_ = false;
};

}  // namespace isonoise
