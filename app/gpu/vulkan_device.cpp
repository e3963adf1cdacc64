#include "gpu/vulkan_device.hpp"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "error.hpp"

namespace isonoise {

void check_vulkan(VkResult result, const char* what) {
    if (result == VK_SUCCESS) return;
    if (result == VK_ERROR_OUT_OF_HOST_MEMORY || result == VK_ERROR_OUT_OF_DEVICE_MEMORY)
        fail("the Vulkan driver is out of memory: {}", what);
    if (result == VK_ERROR_DEVICE_LOST) fail("the Vulkan device was lost: {}", what);
    fail("Vulkan error {}: {}", static_cast<int>(result), what);
}

// Calls get(&count, list) for the count and then for the list.
template <class T, class Get> static std::vector<T> list_of(const T& empty, Get get) {
    std::uint32_t count = 0;
    get(&count, static_cast<T*>(nullptr));
    std::vector<T> list(count, empty);
    get(&count, list.data());
    list.resize(count);
    return list;
}

static bool has(const std::vector<VkExtensionProperties>& all, const char* name) {
    return std::any_of(all.begin(), all.end(), [&](const auto& e) { return std::strcmp(e.extensionName, name) == 0; });
}

VulkanDevice::VulkanDevice(const std::string& wanted) {
    if (!gladLoaderLoadVulkan(nullptr, nullptr, nullptr))
        fail("no Vulkan on this machine: its loader is missing or does not start");
    const auto extensions = list_of<VkExtensionProperties>(
        {}, [](auto* count, auto* list) { return vkEnumerateInstanceExtensionProperties(nullptr, count, list); });
    VkApplicationInfo application = {};
    application.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO;
    application.apiVersion = VK_API_VERSION_1_2;  // devices may have less
    VkInstanceCreateInfo info = {};
    info.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO;
    info.pApplicationInfo = &application;
    // Without it drivers on top of another interface, such as Metal, are not listed.
    const char* const portability = VK_KHR_PORTABILITY_ENUMERATION_EXTENSION_NAME;
    if (has(extensions, portability)) {
        info.flags = VK_INSTANCE_CREATE_ENUMERATE_PORTABILITY_BIT_KHR;
        info.enabledExtensionCount = 1;
        info.ppEnabledExtensionNames = &portability;
    }
    const VkResult result = vkCreateInstance(&info, nullptr, &instance_);
    if (result == VK_ERROR_INCOMPATIBLE_DRIVER) fail("no Vulkan on this machine: no driver is installed");
    check_vulkan(result, "starting");
    gladLoaderLoadVulkan(instance_, nullptr, nullptr);
    try {
        choose(wanted);
        create_device();
    } catch (...) {
        commands_ = {};
        sampler_ = {};
        if (device_) vkDestroyDevice(device_, nullptr);
        vkDestroyInstance(instance_, nullptr);
        throw;
    }
}

VulkanDevice::~VulkanDevice() {
    commands_ = {};
    sampler_ = {};
    vkDestroyDevice(device_, nullptr);
    vkDestroyInstance(instance_, nullptr);
}

void VulkanDevice::choose(const std::string& wanted) {
    // The best first: GPUs, then what may be one, then rasterisers.
    static constexpr VkPhysicalDeviceType order[] = {
        VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU, VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU,
        VK_PHYSICAL_DEVICE_TYPE_VIRTUAL_GPU, VK_PHYSICAL_DEVICE_TYPE_OTHER, VK_PHYSICAL_DEVICE_TYPE_CPU};
    const auto devices = list_of<VkPhysicalDevice>(
        VK_NULL_HANDLE, [&](auto* count, auto* list) { return vkEnumeratePhysicalDevices(instance_, count, list); });
    if (devices.empty()) fail("no Vulkan on this machine: no driver has a device");
    std::vector<std::string> names;
    std::ptrdiff_t best = std::ssize(order) + 1;
    for (const VkPhysicalDevice device : devices) {
        VkPhysicalDeviceProperties properties;
        vkGetPhysicalDeviceProperties(device, &properties);
        names.push_back(fmt::format("'{}'", properties.deviceName));
        if (std::string_view(properties.deviceName).find(wanted) == std::string_view::npos) continue;
        const std::ptrdiff_t rank = std::find(std::begin(order), std::end(order), properties.deviceType) - order;
        if (rank >= best) continue;
        best = rank;
        physical_ = device;
        properties_ = properties;
    }
    if (!physical_) fail("device: no Vulkan device has '{}' in its name; there is {}", wanted, fmt::join(names, ", "));
    if (properties_.apiVersion < VK_API_VERSION_1_1)
        fail("the Vulkan driver is too old: {}: expected 1.1, got 1.0", properties_.deviceName);
}

void VulkanDevice::create_device() {
    const auto extensions = list_of<VkExtensionProperties>({}, [&](auto* count, auto* list) {
        return vkEnumerateDeviceExtensionProperties(physical_, nullptr, count, list);
    });
    const bool is_1_2 = properties_.apiVersion >= VK_API_VERSION_1_2;
    const bool lists_floats = has(extensions, VK_KHR_SHADER_FLOAT_CONTROLS_EXTENSION_NAME);
    const bool has_floats = is_1_2 || lists_floats;
    const bool has_driver = is_1_2 || has(extensions, VK_KHR_DRIVER_PROPERTIES_EXTENSION_NAME);
    VkPhysicalDeviceFloatControlsProperties floats = {};
    floats.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FLOAT_CONTROLS_PROPERTIES;
    driver_.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES;
    VkPhysicalDeviceProperties2 all = {};
    all.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2;
    if (has_floats) {
        floats.pNext = all.pNext;
        all.pNext = &floats;
    }
    if (has_driver) {
        driver_.pNext = all.pNext;
        all.pNext = &driver_;
    }
    vkGetPhysicalDeviceProperties2(physical_, &all);
    driver_.pNext = nullptr;
    floats_ = {floats.shaderRoundingModeRTEFloat32 == VK_TRUE, floats.shaderDenormPreserveFloat32 == VK_TRUE};

    std::uint32_t count = 0;
    vkGetPhysicalDeviceQueueFamilyProperties(physical_, &count, nullptr);
    std::vector<VkQueueFamilyProperties> families(count);
    vkGetPhysicalDeviceQueueFamilyProperties(physical_, &count, families.data());
    const VkQueueFlags needed = VK_QUEUE_GRAPHICS_BIT | VK_QUEUE_COMPUTE_BIT;
    const auto family = std::find_if(families.begin(), families.end(),
                                     [=](const auto& f) { return (f.queueFlags & needed) == needed; });
    if (family == families.end()) fail("{} draws nothing by Vulkan", properties_.deviceName);
    family_ = static_cast<std::uint32_t>(family - families.begin());

    const float priority = 1.0f;
    VkDeviceQueueCreateInfo queue = {};
    queue.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO;
    queue.queueFamilyIndex = family_;
    queue.queueCount = 1;
    queue.pQueuePriorities = &priority;
    std::vector<const char*> wanted;
    if (lists_floats) wanted.push_back(VK_KHR_SHADER_FLOAT_CONTROLS_EXTENSION_NAME);
    if (has(extensions, "VK_KHR_portability_subset")) wanted.push_back("VK_KHR_portability_subset");  // as it demands
    VkDeviceCreateInfo info = {};
    info.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO;
    info.queueCreateInfoCount = 1;
    info.pQueueCreateInfos = &queue;
    info.enabledExtensionCount = static_cast<std::uint32_t>(wanted.size());
    info.ppEnabledExtensionNames = wanted.data();
    check_vulkan(vkCreateDevice(physical_, &info, nullptr, &device_), "opening the device");
    gladLoaderLoadVulkan(instance_, physical_, device_);
    vkGetDeviceQueue(device_, family_, 0, &queue_);

    VkCommandPoolCreateInfo pool = {};
    pool.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO;
    pool.queueFamilyIndex = family_;
    commands_ = make<VkCommandPool>(vkCreateCommandPool, pool, vkDestroyCommandPool, "commands");
    VkSamplerCreateInfo sampler = {};  // of texelFetch(), which looks at nothing in it
    sampler.sType = VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO;
    sampler_ = make<VkSampler>(vkCreateSampler, sampler, vkDestroySampler, "a sampler");
}

VulkanObject<VkDeviceMemory> VulkanDevice::memory(const VkMemoryRequirements& needs, VkMemoryPropertyFlags wanted,
                                                  VkMemoryPropertyFlags preferred) const {
    VkPhysicalDeviceMemoryProperties kinds;
    vkGetPhysicalDeviceMemoryProperties(physical_, &kinds);
    for (const VkMemoryPropertyFlags flags : {wanted | preferred, wanted}) {
        for (std::uint32_t kind = 0; kind < kinds.memoryTypeCount; ++kind) {
            if (!(needs.memoryTypeBits >> kind & 1) || (kinds.memoryTypes[kind].propertyFlags & flags) != flags)
                continue;
            VkMemoryAllocateInfo info = {};
            info.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO;
            info.allocationSize = needs.size;
            info.memoryTypeIndex = kind;
            return make<VkDeviceMemory>(vkAllocateMemory, info, vkFreeMemory, "memory");
        }
    }
    fail("the Vulkan driver has no memory of the kind that is needed");
}

VulkanBuffer VulkanDevice::buffer(std::size_t bytes, VkBufferUsageFlags usage) const {
    VkBufferCreateInfo info = {};
    info.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO;
    info.size = std::max<std::size_t>(bytes, 4);
    info.usage = usage;
    VulkanBuffer result;
    result.buffer = make<VkBuffer>(vkCreateBuffer, info, vkDestroyBuffer, "a buffer");
    VkMemoryRequirements needs;
    vkGetBufferMemoryRequirements(device_, result.buffer.get(), &needs);
    result.memory = memory(needs, VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT,
                           usage & VK_BUFFER_USAGE_TRANSFER_DST_BIT ? VK_MEMORY_PROPERTY_HOST_CACHED_BIT : 0);
    check_vulkan(vkBindBufferMemory(device_, result.buffer.get(), result.memory.get(), 0), "a buffer's memory");
    check_vulkan(vkMapMemory(device_, result.memory.get(), 0, VK_WHOLE_SIZE, 0, &result.mapped), "a buffer's memory");
    return result;
}

VulkanImage VulkanDevice::image(VkFormat format, int width, int height, VkImageUsageFlags usage) const {
    VkImageCreateInfo info = {};
    info.sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO;
    info.imageType = VK_IMAGE_TYPE_2D;
    info.format = format;
    info.extent = {static_cast<std::uint32_t>(width), static_cast<std::uint32_t>(height), 1};
    info.mipLevels = 1;
    info.arrayLayers = 1;
    info.samples = VK_SAMPLE_COUNT_1_BIT;
    info.usage = usage;
    VulkanImage result;
    result.image = make<VkImage>(vkCreateImage, info, vkDestroyImage, "an image");
    VkMemoryRequirements needs;
    vkGetImageMemoryRequirements(device_, result.image.get(), &needs);
    result.memory = memory(needs, 0, VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT);
    check_vulkan(vkBindImageMemory(device_, result.image.get(), result.memory.get(), 0), "an image's memory");
    VkImageViewCreateInfo view = {};
    view.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO;
    view.image = result.image.get();
    view.viewType = VK_IMAGE_VIEW_TYPE_2D;
    view.format = format;
    view.subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1};
    result.view = make<VkImageView>(vkCreateImageView, view, vkDestroyImageView, "an image");
    result.format = format;
    result.width = width;
    result.height = height;
    return result;
}

void VulkanDevice::run(const std::function<void(VkCommandBuffer)>& record) const {
    VkCommandBufferAllocateInfo info = {};
    info.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO;
    info.commandPool = commands_.get();
    info.commandBufferCount = 1;
    VkCommandBuffer commands = VK_NULL_HANDLE;
    check_vulkan(vkAllocateCommandBuffers(device_, &info, &commands), "commands");
    VkCommandBufferBeginInfo begin = {};
    begin.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO;
    begin.flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT;
    VkResult result = vkBeginCommandBuffer(commands, &begin);
    if (result == VK_SUCCESS) {
        record(commands);
        result = vkEndCommandBuffer(commands);
    }
    VkSubmitInfo submit = {};
    submit.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO;
    submit.commandBufferCount = 1;
    submit.pCommandBuffers = &commands;
    if (result == VK_SUCCESS) result = vkQueueSubmit(queue_, 1, &submit, VK_NULL_HANDLE);
    if (result == VK_SUCCESS) result = vkQueueWaitIdle(queue_);
    vkFreeCommandBuffers(device_, commands_.get(), 1, &commands);
    check_vulkan(result, "running commands");
}

}  // namespace isonoise
