// isonoise_isa [FILE...]: compiles compute shaders with a Vulkan driver and prints their machine code and statistics as
// JSON.
//
// No GPU is needed: Mesa's RADV compiles for the family that RADV_FORCE_FAMILY names, such as navi21. Each FILE is
// SPIR-V with entry point `main`; it may use set 0, binding 0 (a storage buffer), bindings 1 to 15 (uniform buffers)
// and 16 to 31 (textures), and 64 bytes of push constants. Without a FILE only the device is printed. machine_code.mjs
// runs this program.
//
//   { "device": NAME, "driver": NAME, "version": TEXT, "shaders": [
//       { "file": FILE, "subgroup": LANES, "statistics": { "VGPRs": 16, ... }, "assembly": TEXT }, ... ] }
//
// Exit status 2 and one line on standard error: no Vulkan, no device, a missing extension, or a rejected shader.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>
#include <vulkan/vulkan.h>

namespace {

constexpr const char* extension = VK_KHR_PIPELINE_EXECUTABLE_PROPERTIES_EXTENSION_NAME;

[[noreturn]] void fail(const std::string& text) {
    std::fprintf(stderr, "isonoise_isa: %s\n", text.c_str());
    std::exit(2);
}

void check(VkResult result, const std::string& what) {
    if (result < 0) fail(what + " failed (VkResult " + std::to_string(result) + ")");
}

// Calls a Vulkan function that fills an array: once for the length, once for the elements.
template <typename Element, typename Call>
std::vector<Element> list(const Element& empty, const std::string& what, Call call) {
    std::uint32_t count = 0;
    check(call(&count, nullptr), what);
    std::vector<Element> elements(count, empty);
    if (count > 0) check(call(&count, elements.data()), what);
    elements.resize(count);
    return elements;
}

class Compiler {
  public:
    Compiler();
    nlohmann::json device() const;
    nlohmann::json compile(const std::string& file) const;

  private:
    VkPhysicalDevice physical_ = VK_NULL_HANDLE;
    VkDevice device_ = VK_NULL_HANDLE;
    VkPipelineLayout layout_ = VK_NULL_HANDLE;
    PFN_vkGetPipelineExecutablePropertiesKHR properties_ = nullptr;
    PFN_vkGetPipelineExecutableStatisticsKHR statistics_ = nullptr;
    PFN_vkGetPipelineExecutableInternalRepresentationsKHR representations_ = nullptr;

    template <typename Function> void load(Function& function, const char* name) const {
        function = reinterpret_cast<Function>(vkGetDeviceProcAddr(device_, name));
        if (!function) fail(std::string("the driver has no ") + name);
    }
};

// Nothing is freed: the process ends after printing.
Compiler::Compiler() {
    VkApplicationInfo application{};
    application.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO;
    application.apiVersion = VK_API_VERSION_1_2;
    VkInstanceCreateInfo instance_info{};
    instance_info.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO;
    instance_info.pApplicationInfo = &application;
    VkInstance instance = VK_NULL_HANDLE;
    if (vkCreateInstance(&instance_info, nullptr, &instance) != VK_SUCCESS) fail("no Vulkan driver");

    const auto devices = list(VkPhysicalDevice{}, "vkEnumeratePhysicalDevices", [&](auto count, auto elements) {
        return vkEnumeratePhysicalDevices(instance, count, elements);
    });
    if (devices.empty()) fail("no Vulkan device");
    physical_ = devices.front();

    const auto extensions =
        list(VkExtensionProperties{}, "vkEnumerateDeviceExtensionProperties", [&](auto count, auto elements) {
            return vkEnumerateDeviceExtensionProperties(physical_, nullptr, count, elements);
        });
    bool found = false;
    for (const auto& one : extensions)
        found = found || std::strcmp(one.extensionName, extension) == 0;
    if (!found) fail(std::string("the Vulkan driver lacks ") + extension);

    const float priority = 1;
    VkDeviceQueueCreateInfo queue{};
    queue.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO;
    queue.queueCount = 1;
    queue.pQueuePriorities = &priority;
    VkPhysicalDevicePipelineExecutablePropertiesFeaturesKHR features{};
    features.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PIPELINE_EXECUTABLE_PROPERTIES_FEATURES_KHR;
    features.pipelineExecutableInfo = VK_TRUE;
    VkDeviceCreateInfo device_info{};
    device_info.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO;
    device_info.pNext = &features;
    device_info.queueCreateInfoCount = 1;
    device_info.pQueueCreateInfos = &queue;
    device_info.enabledExtensionCount = 1;
    device_info.ppEnabledExtensionNames = &extension;
    check(vkCreateDevice(physical_, &device_info, nullptr, &device_), "vkCreateDevice");
    load(properties_, "vkGetPipelineExecutablePropertiesKHR");
    load(statistics_, "vkGetPipelineExecutableStatisticsKHR");
    load(representations_, "vkGetPipelineExecutableInternalRepresentationsKHR");

    VkDescriptorSetLayoutBinding bindings[32]{};
    for (std::uint32_t i = 0; i < 32; ++i) {
        bindings[i].binding = i;
        bindings[i].descriptorType = i == 0   ? VK_DESCRIPTOR_TYPE_STORAGE_BUFFER
                                     : i < 16 ? VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER
                                              : VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER;
        bindings[i].descriptorCount = 1;
        bindings[i].stageFlags = VK_SHADER_STAGE_COMPUTE_BIT;
    }
    VkDescriptorSetLayoutCreateInfo set_info{};
    set_info.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO;
    set_info.bindingCount = 32;
    set_info.pBindings = bindings;
    VkDescriptorSetLayout set = VK_NULL_HANDLE;
    check(vkCreateDescriptorSetLayout(device_, &set_info, nullptr, &set), "vkCreateDescriptorSetLayout");
    const VkPushConstantRange push{VK_SHADER_STAGE_COMPUTE_BIT, 0, 64};
    VkPipelineLayoutCreateInfo layout_info{};
    layout_info.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO;
    layout_info.setLayoutCount = 1;
    layout_info.pSetLayouts = &set;
    layout_info.pushConstantRangeCount = 1;
    layout_info.pPushConstantRanges = &push;
    check(vkCreatePipelineLayout(device_, &layout_info, nullptr, &layout_), "vkCreatePipelineLayout");
}

nlohmann::json Compiler::device() const {
    VkPhysicalDeviceDriverProperties driver{};
    driver.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES;
    VkPhysicalDeviceProperties2 properties{};
    properties.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2;
    properties.pNext = &driver;
    vkGetPhysicalDeviceProperties2(physical_, &properties);
    return {
        {"device", properties.properties.deviceName}, {"driver", driver.driverName}, {"version", driver.driverInfo}};
}

nlohmann::json Compiler::compile(const std::string& file) const {
    std::ifstream in(file, std::ios::binary);
    if (!in) fail("cannot read '" + file + "'");
    const std::string bytes{std::istreambuf_iterator<char>(in), {}};
    if (bytes.size() < 20 || bytes.size() % 4 != 0) fail("'" + file + "' is not SPIR-V");
    std::vector<std::uint32_t> words(bytes.size() / 4);
    std::memcpy(words.data(), bytes.data(), bytes.size());
    if (words[0] != 0x07230203) fail("'" + file + "' is not SPIR-V");

    VkShaderModuleCreateInfo module_info{};
    module_info.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO;
    module_info.codeSize = bytes.size();
    module_info.pCode = words.data();
    VkShaderModule module = VK_NULL_HANDLE;
    check(vkCreateShaderModule(device_, &module_info, nullptr, &module), "vkCreateShaderModule of '" + file + "'");
    VkComputePipelineCreateInfo pipeline_info{};
    pipeline_info.sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO;
    pipeline_info.flags =
        VK_PIPELINE_CREATE_CAPTURE_STATISTICS_BIT_KHR | VK_PIPELINE_CREATE_CAPTURE_INTERNAL_REPRESENTATIONS_BIT_KHR;
    pipeline_info.stage.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO;
    pipeline_info.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT;
    pipeline_info.stage.module = module;
    pipeline_info.stage.pName = "main";
    pipeline_info.layout = layout_;
    VkPipeline pipeline = VK_NULL_HANDLE;
    check(vkCreateComputePipelines(device_, VK_NULL_HANDLE, 1, &pipeline_info, nullptr, &pipeline),
          "vkCreateComputePipelines of '" + file + "'");

    VkPipelineInfoKHR of_pipeline{};
    of_pipeline.sType = VK_STRUCTURE_TYPE_PIPELINE_INFO_KHR;
    of_pipeline.pipeline = pipeline;
    VkPipelineExecutablePropertiesKHR no_properties{};
    no_properties.sType = VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_PROPERTIES_KHR;
    const auto executables = list(no_properties, "vkGetPipelineExecutablePropertiesKHR", [&](auto n, auto elements) {
        return properties_(device_, &of_pipeline, n, elements);
    });
    if (executables.size() != 1) fail("'" + file + "' became " + std::to_string(executables.size()) + " programs");

    VkPipelineExecutableInfoKHR executable{};
    executable.sType = VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_INFO_KHR;
    executable.pipeline = pipeline;
    nlohmann::json result{
        {"file", file}, {"subgroup", executables[0].subgroupSize}, {"statistics", nlohmann::json::object()}};
    VkPipelineExecutableStatisticKHR no_statistic{};
    no_statistic.sType = VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_STATISTIC_KHR;
    for (const auto& one : list(no_statistic, "vkGetPipelineExecutableStatisticsKHR", [&](auto n, auto elements) {
             return statistics_(device_, &executable, n, elements);
         })) {
        auto& value = result["statistics"][one.name];
        switch (one.format) {
        case VK_PIPELINE_EXECUTABLE_STATISTIC_FORMAT_BOOL32_KHR: value = one.value.b32 != 0; break;
        case VK_PIPELINE_EXECUTABLE_STATISTIC_FORMAT_INT64_KHR: value = one.value.i64; break;
        case VK_PIPELINE_EXECUTABLE_STATISTIC_FORMAT_UINT64_KHR: value = one.value.u64; break;
        default: value = one.value.f64; break;
        }
    }

    VkPipelineExecutableInternalRepresentationKHR no_representation{};
    no_representation.sType = VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_INTERNAL_REPRESENTATION_KHR;
    const std::string what = "vkGetPipelineExecutableInternalRepresentationsKHR";
    auto texts = list(no_representation, what,
                      [&](auto n, auto elements) { return representations_(device_, &executable, n, elements); });
    std::vector<std::string> held;  // the texts, whose lengths are known only now
    for (auto& one : texts)
        held.emplace_back(one.dataSize, '\0');
    for (std::size_t i = 0; i < texts.size(); ++i)
        texts[i].pData = held[i].data();
    auto count = std::uint32_t(texts.size());
    check(representations_(device_, &executable, &count, texts.data()), what);
    for (std::size_t i = 0; i < texts.size(); ++i) {
        if (texts[i].isText && std::string_view(texts[i].name).ends_with("Assembly")) {
            result["assembly"] = held[i].substr(0, held[i].find('\0'));
        }
    }
    if (!result.contains("assembly")) fail("the driver shows no assembly text (Mesa built without LLVM?)");
    return result;
}

}  // namespace

int main(int argc, char** argv) {
    const Compiler compiler;
    nlohmann::json report = compiler.device();
    report["shaders"] = nlohmann::json::array();
    for (int i = 1; i < argc; ++i)
        report["shaders"].push_back(compiler.compile(argv[i]));
    std::cout << report.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) << '\n';
    return std::cout.good() ? 0 : 2;
}
