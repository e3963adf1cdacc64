// compute SHADER.spv RESULTS WORD...: runs one invocation of a Vulkan compute shader with a storage buffer of these
// words at binding 0 and another of RESULTS words at binding 1, which it prints. A reader of Amber's scripts needs no
// more.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <vulkan/vulkan.h>

static void check(VkResult result, const char* what) {
    if (result == VK_SUCCESS) return;
    fprintf(stderr, "compute: %s: VkResult %d\n", what, result);
    exit(2);
}

static VkDevice device;
static VkPhysicalDevice physical;

// A mapped buffer in memory that the CPU sees at once.
static VkBuffer buffer_of(size_t bytes, void** mapped) {
    VkBuffer buffer;
    const VkBufferCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO, .size = bytes, .usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT};
    check(vkCreateBuffer(device, &info, NULL, &buffer), "a buffer");
    VkMemoryRequirements needs;
    vkGetBufferMemoryRequirements(device, buffer, &needs);
    VkPhysicalDeviceMemoryProperties kinds;
    vkGetPhysicalDeviceMemoryProperties(physical, &kinds);
    const VkMemoryPropertyFlags wanted = VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
    uint32_t kind = 0;
    while (kind < kinds.memoryTypeCount &&
           (!(needs.memoryTypeBits >> kind & 1) || (kinds.memoryTypes[kind].propertyFlags & wanted) != wanted))
        ++kind;
    const VkMemoryAllocateInfo of = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .allocationSize = needs.size, .memoryTypeIndex = kind};
    VkDeviceMemory memory;
    check(vkAllocateMemory(device, &of, NULL, &memory), "memory");
    check(vkBindBufferMemory(device, buffer, memory, 0), "binding memory");
    check(vkMapMemory(device, memory, 0, VK_WHOLE_SIZE, 0, mapped), "mapping memory");
    return buffer;
}

static uint32_t* read_file(const char* name, size_t* bytes) {
    FILE* file = fopen(name, "rb");
    if (!file) {
        perror(name);
        exit(2);
    }
    fseek(file, 0, SEEK_END);
    *bytes = (size_t)ftell(file);
    rewind(file);
    uint32_t* words = malloc(*bytes);
    if (fread(words, 1, *bytes, file) != *bytes) exit(2);
    fclose(file);
    return words;
}

int main(int count, char** arguments) {
    if (count < 4) {
        fprintf(stderr, "compute SHADER.spv RESULTS WORD...\n");
        return 2;
    }
    const size_t results = strtoul(arguments[2], NULL, 10), inputs = (size_t)(count - 3);
    VkInstance instance;
    const VkApplicationInfo application = {.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
                                           .apiVersion = VK_API_VERSION_1_1};
    const VkInstanceCreateInfo own = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                                      .pApplicationInfo = &application};
    check(vkCreateInstance(&own, NULL, &instance), "an instance");
    uint32_t one = 1;
    const VkResult found = vkEnumeratePhysicalDevices(instance, &one, &physical);
    if (one == 0 || found < 0) check(VK_ERROR_INITIALIZATION_FAILED, "no device");
    const float priority = 1;
    const VkDeviceQueueCreateInfo queues = {
        .sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO, .queueCount = 1, .pQueuePriorities = &priority};
    const VkDeviceCreateInfo of = {
        .sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO, .queueCreateInfoCount = 1, .pQueueCreateInfos = &queues};
    check(vkCreateDevice(physical, &of, NULL, &device), "a device");  // family 0 computes on every driver known
    VkQueue queue;
    vkGetDeviceQueue(device, 0, 0, &queue);

    uint32_t *in, *out;
    const VkBuffer buffers[2] = {buffer_of(4 * inputs, (void**)&in), buffer_of(4 * results, (void**)&out)};
    for (size_t i = 0; i < inputs; ++i)
        in[i] = (uint32_t)strtoul(arguments[3 + i], NULL, 0);
    memset(out, 0, 4 * results);

    VkDescriptorSetLayoutBinding bindings[2];
    for (uint32_t i = 0; i < 2; ++i)
        bindings[i] =
            (VkDescriptorSetLayoutBinding){i, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1, VK_SHADER_STAGE_COMPUTE_BIT, NULL};
    VkDescriptorSetLayout layout;
    const VkDescriptorSetLayoutCreateInfo set_info = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO, .bindingCount = 2, .pBindings = bindings};
    check(vkCreateDescriptorSetLayout(device, &set_info, NULL, &layout), "a layout");
    VkPipelineLayout pipeline_layout;
    const VkPipelineLayoutCreateInfo layout_info = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO, .setLayoutCount = 1, .pSetLayouts = &layout};
    check(vkCreatePipelineLayout(device, &layout_info, NULL, &pipeline_layout), "a pipeline's layout");

    size_t bytes;
    uint32_t* const code = read_file(arguments[1], &bytes);
    VkShaderModule module;
    const VkShaderModuleCreateInfo module_info = {
        .sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO, .codeSize = bytes, .pCode = code};
    check(vkCreateShaderModule(device, &module_info, NULL, &module), "the shader");
    VkPipeline pipeline;
    const VkComputePipelineCreateInfo pipeline_info = {
        .sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
        .stage = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                  .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                  .module = module,
                  .pName = "main"},
        .layout = pipeline_layout};
    check(vkCreateComputePipelines(device, VK_NULL_HANDLE, 1, &pipeline_info, NULL, &pipeline), "the pipeline");

    VkDescriptorPool pool;
    const VkDescriptorPoolSize size = {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 2};
    const VkDescriptorPoolCreateInfo pool_info = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO, .maxSets = 1, .poolSizeCount = 1, .pPoolSizes = &size};
    check(vkCreateDescriptorPool(device, &pool_info, NULL, &pool), "a pool");
    VkDescriptorSet set;
    const VkDescriptorSetAllocateInfo set_of = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                                .descriptorPool = pool,
                                                .descriptorSetCount = 1,
                                                .pSetLayouts = &layout};
    check(vkAllocateDescriptorSets(device, &set_of, &set), "a set");
    for (uint32_t i = 0; i < 2; ++i) {
        const VkDescriptorBufferInfo whole = {buffers[i], 0, VK_WHOLE_SIZE};
        const VkWriteDescriptorSet write = {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                            .dstSet = set,
                                            .dstBinding = i,
                                            .descriptorCount = 1,
                                            .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                            .pBufferInfo = &whole};
        vkUpdateDescriptorSets(device, 1, &write, 0, NULL);
    }

    VkCommandPool commands;
    const VkCommandPoolCreateInfo commands_info = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO};
    check(vkCreateCommandPool(device, &commands_info, NULL, &commands), "commands");
    VkCommandBuffer command;
    const VkCommandBufferAllocateInfo command_info = {
        .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO, .commandPool = commands, .commandBufferCount = 1};
    check(vkAllocateCommandBuffers(device, &command_info, &command), "a command");
    const VkCommandBufferBeginInfo begin = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    check(vkBeginCommandBuffer(command, &begin), "beginning");
    vkCmdBindPipeline(command, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline);
    vkCmdBindDescriptorSets(command, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline_layout, 0, 1, &set, 0, NULL);
    vkCmdDispatch(command, 1, 1, 1);
    check(vkEndCommandBuffer(command), "ending");
    const VkSubmitInfo submit = {
        .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1, .pCommandBuffers = &command};
    check(vkQueueSubmit(queue, 1, &submit, VK_NULL_HANDLE), "submitting");
    check(vkQueueWaitIdle(queue), "waiting");
    for (size_t i = 0; i < results; ++i)
        printf("%u%c", out[i], i + 1 < results ? ' ' : '\n');
    return 0;
}
