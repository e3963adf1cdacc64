// Shaders and their resources: VulkanProgram and VulkanJob.
#include <algorithm>
#include <cstring>

#include "error.hpp"
#include "gpu/vulkan_device.hpp"

namespace isonoise {

static VkDescriptorType type_of(Spirv::Kind kind) {
    switch (kind) {
    case Spirv::Kind::block: return VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER;
    case Spirv::Kind::buffer: return VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
    case Spirv::Kind::sampler: return VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER;
    default: return VK_DESCRIPTOR_TYPE_STORAGE_IMAGE;
    }
}

static VulkanObject<VkShaderModule> module_of(const VulkanDevice& device, const Spirv& shader) {
    VkShaderModuleCreateInfo info = {};
    info.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO;
    info.codeSize = 4 * shader.words.size();
    info.pCode = shader.words.data();
    return device.make<VkShaderModule>(vkCreateShaderModule, info, vkDestroyShaderModule, "a shader");
}

static VkPipelineShaderStageCreateInfo stage_of(VkShaderStageFlagBits stage, VkShaderModule module) {
    VkPipelineShaderStageCreateInfo info = {};
    info.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO;
    info.stage = stage;
    info.module = module;
    info.pName = "main";
    return info;
}

// Keeps what the targets hold, in the layout that everything here has.
static VulkanObject<VkRenderPass> render_pass_of(const VulkanDevice& device, std::span<const VkFormat> targets) {
    std::vector<VkAttachmentDescription> attachments;
    std::vector<VkAttachmentReference> references;
    for (const VkFormat format : targets) {
        references.push_back(
            {static_cast<std::uint32_t>(attachments.size()), VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL});
        VkAttachmentDescription& one = attachments.emplace_back();
        one.format = format;
        one.samples = VK_SAMPLE_COUNT_1_BIT;
        one.loadOp = VK_ATTACHMENT_LOAD_OP_LOAD;
        one.storeOp = VK_ATTACHMENT_STORE_OP_STORE;
        one.stencilLoadOp = VK_ATTACHMENT_LOAD_OP_DONT_CARE;
        one.stencilStoreOp = VK_ATTACHMENT_STORE_OP_DONT_CARE;
        one.initialLayout = one.finalLayout = VK_IMAGE_LAYOUT_GENERAL;
    }
    VkSubpassDescription subpass = {};
    subpass.pipelineBindPoint = VK_PIPELINE_BIND_POINT_GRAPHICS;
    subpass.colorAttachmentCount = static_cast<std::uint32_t>(references.size());
    subpass.pColorAttachments = references.data();
    VkRenderPassCreateInfo info = {};
    info.sType = VK_STRUCTURE_TYPE_RENDER_PASS_CREATE_INFO;
    info.attachmentCount = static_cast<std::uint32_t>(attachments.size());
    info.pAttachments = attachments.data();
    info.subpassCount = 1;
    info.pSubpasses = &subpass;
    return device.make<VkRenderPass>(vkCreateRenderPass, info, vkDestroyRenderPass, "a render pass");
}

// Draws one triangle over the targets.
static VkPipeline drawing_pipeline(const VulkanDevice& device, VkShaderModule fragment, VkPipelineLayout layout,
                                   VkRenderPass render_pass, std::size_t targets) {
    static const Spirv vertex = to_spirv(Stage::vertex, "#version 450\n",
                                         {"void main() {\n"
                                          "    gl_Position = vec4(gl_VertexIndex == 1 ? 3.0 : -1.0,\n"
                                          "                       gl_VertexIndex == 2 ? 3.0 : -1.0, 0.0, 1.0);\n"
                                          "}\n",
                                          {},
                                          {}},
                                         "a triangle");
    const VulkanObject<VkShaderModule> module = module_of(device, vertex);
    const VkPipelineShaderStageCreateInfo stages[] = {stage_of(VK_SHADER_STAGE_VERTEX_BIT, module.get()),
                                                      stage_of(VK_SHADER_STAGE_FRAGMENT_BIT, fragment)};
    VkPipelineVertexInputStateCreateInfo vertices = {};
    vertices.sType = VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO;
    VkPipelineInputAssemblyStateCreateInfo assembly = {};
    assembly.sType = VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO;
    assembly.topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST;
    VkPipelineViewportStateCreateInfo viewport = {};
    viewport.sType = VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_STATE_CREATE_INFO;
    viewport.viewportCount = viewport.scissorCount = 1;
    VkPipelineRasterizationStateCreateInfo raster = {};
    raster.sType = VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO;
    raster.lineWidth = 1.0f;
    VkPipelineMultisampleStateCreateInfo samples = {};
    samples.sType = VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO;
    samples.rasterizationSamples = VK_SAMPLE_COUNT_1_BIT;
    VkPipelineColorBlendAttachmentState write = {};
    write.colorWriteMask =
        VK_COLOR_COMPONENT_R_BIT | VK_COLOR_COMPONENT_G_BIT | VK_COLOR_COMPONENT_B_BIT | VK_COLOR_COMPONENT_A_BIT;
    const std::vector<VkPipelineColorBlendAttachmentState> writes(targets, write);
    VkPipelineColorBlendStateCreateInfo blend = {};
    blend.sType = VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO;
    blend.attachmentCount = static_cast<std::uint32_t>(writes.size());
    blend.pAttachments = writes.data();
    static constexpr VkDynamicState dynamic_states[] = {VK_DYNAMIC_STATE_VIEWPORT, VK_DYNAMIC_STATE_SCISSOR};
    VkPipelineDynamicStateCreateInfo dynamic = {};
    dynamic.sType = VK_STRUCTURE_TYPE_PIPELINE_DYNAMIC_STATE_CREATE_INFO;
    dynamic.dynamicStateCount = 2;
    dynamic.pDynamicStates = dynamic_states;
    VkGraphicsPipelineCreateInfo info = {};
    info.sType = VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO;
    info.stageCount = 2;
    info.pStages = stages;
    info.pVertexInputState = &vertices;
    info.pInputAssemblyState = &assembly;
    info.pViewportState = &viewport;
    info.pRasterizationState = &raster;
    info.pMultisampleState = &samples;
    info.pColorBlendState = &blend;
    info.pDynamicState = &dynamic;
    info.layout = layout;
    info.renderPass = render_pass;
    VkPipeline pipeline = VK_NULL_HANDLE;
    check_vulkan(vkCreateGraphicsPipelines(device.get(), VK_NULL_HANDLE, 1, &info, nullptr, &pipeline),
                 "compiling a fragment shader");
    return pipeline;
}

VulkanProgram::VulkanProgram(const VulkanDevice& device, Stage stage, Spirv shader, std::span<const VkFormat> targets)
    : shader_(std::move(shader)) {
    const bool computes = stage == Stage::compute;
    std::vector<VkDescriptorSetLayoutBinding> bindings;
    for (const auto& [name, resource] : shader_.resources) {
        const VkShaderStageFlags in = computes ? VK_SHADER_STAGE_COMPUTE_BIT : VK_SHADER_STAGE_FRAGMENT_BIT;
        bindings.push_back({resource.binding, type_of(resource.kind), 1, in, nullptr});
    }
    VkDescriptorSetLayoutCreateInfo set = {};
    set.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO;
    set.bindingCount = static_cast<std::uint32_t>(bindings.size());
    set.pBindings = bindings.data();
    set_layout_ = device.make<VkDescriptorSetLayout>(vkCreateDescriptorSetLayout, set, vkDestroyDescriptorSetLayout,
                                                     "a shader's resources");
    const VkDescriptorSetLayout only = set_layout_.get();
    VkPipelineLayoutCreateInfo layout = {};
    layout.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO;
    layout.setLayoutCount = 1;
    layout.pSetLayouts = &only;
    layout_ =
        device.make<VkPipelineLayout>(vkCreatePipelineLayout, layout, vkDestroyPipelineLayout, "a shader's resources");
    const VulkanObject<VkShaderModule> module = module_of(device, shader_);
    VkPipeline pipeline = VK_NULL_HANDLE;
    if (computes) {
        VkComputePipelineCreateInfo info = {};
        info.sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO;
        info.stage = stage_of(VK_SHADER_STAGE_COMPUTE_BIT, module.get());
        info.layout = layout_.get();
        check_vulkan(vkCreateComputePipelines(device.get(), VK_NULL_HANDLE, 1, &info, nullptr, &pipeline),
                     "compiling a compute shader");
    } else {
        render_pass_ = render_pass_of(device, targets);
        pipeline = drawing_pipeline(device, module.get(), layout_.get(), render_pass_.get(), targets.size());
    }
    pipeline_ = {device.get(), pipeline, vkDestroyPipeline};
}

static constexpr std::size_t texel_size(VkFormat format) {
    return format == VK_FORMAT_R32_SFLOAT ? 4 : format == VK_FORMAT_R32G32_UINT ? 8 : 16;
}

VulkanJob::Image VulkanJob::image(const std::string& name, VkFormat format, int width, int height,
                                  std::span<const std::byte> texels) {
    VkImageUsageFlags usage =
        VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT | VK_IMAGE_USAGE_SAMPLED_BIT;
    // Every driver can draw into these formats and write them, except R32G32_UINT, of which only axes are.
    if (format != VK_FORMAT_R32G32_UINT) usage |= VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_STORAGE_BIT;
    Image& image = images_[name];
    image = std::make_shared<VulkanImage>(device_.image(format, width, height, usage));
    if (texels.empty()) return image;
    const std::size_t row = texel_size(format) * static_cast<std::size_t>(width);
    VulkanBuffer staging = device_.buffer((texels.size() + row - 1) / row * row, VK_BUFFER_USAGE_TRANSFER_SRC_BIT);
    std::memcpy(staging.mapped, texels.data(), texels.size());
    staging_.insert_or_assign(name, std::move(staging));
    const auto rows = static_cast<int>((texels.size() + row - 1) / row);
    if (rows > height)
        fail("{} texels do not fit an image of {}x{}", texels.size() / texel_size(format), width, height);
    filled_rows_[name] = rows;
    return image;
}

void VulkanJob::bytes(const std::string& name, std::span<const std::byte> contents) {
    VulkanBuffer buffer =
        device_.buffer(contents.size(), VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT | VK_BUFFER_USAGE_STORAGE_BUFFER_BIT);
    std::memcpy(buffer.mapped, contents.data(), contents.size());
    buffers_.insert_or_assign(name, std::move(buffer));
}

VulkanJob::Pass& VulkanJob::add(const VulkanProgram& program, const Uniforms& uniforms) {
    Pass& pass = passes_.emplace_back();
    const Spirv& shader = program.shader_;
    pass.program = &program;
    pass.uniforms = device_.buffer(shader.uniform_bytes, VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT);
    for (const auto& [name, words] : uniforms) {
        const auto at = shader.uniforms.find(name);
        if (at != shader.uniforms.end())  // as in OpenGL, setting others does nothing
            std::memcpy(static_cast<char*>(pass.uniforms.mapped) + at->second, words.data(), 4 * words.size());
    }

    std::vector<VkDescriptorPoolSize> sizes;
    for (const auto& [name, resource] : shader.resources)
        sizes.push_back({type_of(resource.kind), 1});
    if (sizes.empty()) sizes.push_back({VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, 1});
    VkDescriptorPoolCreateInfo pool = {};
    pool.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO;
    pool.maxSets = 1;
    pool.poolSizeCount = static_cast<std::uint32_t>(sizes.size());
    pool.pPoolSizes = sizes.data();
    pools_.push_back(
        device_.make<VkDescriptorPool>(vkCreateDescriptorPool, pool, vkDestroyDescriptorPool, "a shader's resources"));
    const VkDescriptorSetLayout layout = program.set_layout_.get();
    VkDescriptorSetAllocateInfo info = {};
    info.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO;
    info.descriptorPool = pools_.back().get();
    info.descriptorSetCount = 1;
    info.pSetLayouts = &layout;
    check_vulkan(vkAllocateDescriptorSets(device_.get(), &info, &pass.set), "a shader's resources");

    for (const auto& [name, resource] : shader.resources) {
        VkWriteDescriptorSet write = {};
        write.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET;
        write.dstSet = pass.set;
        write.dstBinding = resource.binding;
        write.descriptorCount = 1;
        write.descriptorType = type_of(resource.kind);
        VkDescriptorBufferInfo buffer = {};
        VkDescriptorImageInfo image = {};
        if (resource.kind == Spirv::Kind::block || resource.kind == Spirv::Kind::buffer) {
            const VulkanBuffer& of = name == kUniforms ? pass.uniforms : buffers_.at(name);
            buffer = {of.buffer.get(), 0, VK_WHOLE_SIZE};
            write.pBufferInfo = &buffer;
        } else {
            image = {device_.sampler(), images_.at(name)->view.get(), VK_IMAGE_LAYOUT_GENERAL};
            write.pImageInfo = &image;
        }
        vkUpdateDescriptorSets(device_.get(), 1, &write, 0, nullptr);
    }
    return pass;
}

void VulkanJob::draw(const VulkanProgram& program, const Uniforms& uniforms, const std::vector<std::string>& targets,
                     VkRect2D part) {
    Pass& pass = add(program, uniforms);
    std::vector<VkImageView> views;
    for (const std::string& name : targets) {
        const VulkanImage& target = *images_.at(name);
        views.push_back(target.view.get());
        pass.size = {static_cast<std::uint32_t>(target.width), static_cast<std::uint32_t>(target.height)};
    }
    VkFramebufferCreateInfo info = {};
    info.sType = VK_STRUCTURE_TYPE_FRAMEBUFFER_CREATE_INFO;
    info.renderPass = program.render_pass_.get();
    info.attachmentCount = static_cast<std::uint32_t>(views.size());
    info.pAttachments = views.data();
    info.width = pass.size.width;
    info.height = pass.size.height;
    info.layers = 1;
    pass.framebuffer =
        device_.make<VkFramebuffer>(vkCreateFramebuffer, info, vkDestroyFramebuffer, "images to draw into");
    pass.part = part;
}

void VulkanJob::dispatch(const VulkanProgram& program, const Uniforms& uniforms, std::array<std::uint32_t, 3> groups) {
    add(program, uniforms).groups = groups;
}

// Everything before is done, and seen, before anything after begins.
static void wait_for_all(VkCommandBuffer commands) {
    VkMemoryBarrier barrier = {};
    barrier.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER;
    barrier.srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT;
    barrier.dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT | VK_ACCESS_HOST_READ_BIT;
    vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
                         VK_PIPELINE_STAGE_ALL_COMMANDS_BIT | VK_PIPELINE_STAGE_HOST_BIT, 0, 1, &barrier, 0, nullptr, 0,
                         nullptr);
}

static VkBufferImageCopy copy_of(int columns, int rows) {
    VkBufferImageCopy copy = {};
    copy.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1};
    copy.imageExtent = {static_cast<std::uint32_t>(columns), static_cast<std::uint32_t>(rows), 1};
    return copy;
}

void VulkanJob::upload() {
    device_.run([&](VkCommandBuffer commands) {
        for (const auto& [name, image] : images_) {
            VkImageMemoryBarrier barrier = {};
            barrier.sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER;
            barrier.dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT;
            barrier.oldLayout = VK_IMAGE_LAYOUT_UNDEFINED;
            barrier.newLayout = VK_IMAGE_LAYOUT_GENERAL;
            barrier.srcQueueFamilyIndex = barrier.dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED;
            barrier.image = image->image.get();
            barrier.subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1};
            vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0, 0,
                                 nullptr, 0, nullptr, 1, &barrier);
            const auto staging = staging_.find(name);
            if (staging == staging_.end()) continue;
            const VkBufferImageCopy copy = copy_of(image->width, filled_rows_.at(name));
            vkCmdCopyBufferToImage(commands, staging->second.buffer.get(), image->image.get(), VK_IMAGE_LAYOUT_GENERAL,
                                   1, &copy);
        }
        wait_for_all(commands);
    });
    staging_.clear();
    uploaded_ = true;
}

void VulkanJob::run(int times) {
    if (!uploaded_) upload();
    device_.run([&](VkCommandBuffer commands) {
        for (int i = 0; i < times; ++i) {
            for (const Pass& pass : passes_) {
                const bool draws = pass.framebuffer.get() != VK_NULL_HANDLE;
                const VkPipelineBindPoint point =
                    draws ? VK_PIPELINE_BIND_POINT_GRAPHICS : VK_PIPELINE_BIND_POINT_COMPUTE;
                vkCmdBindPipeline(commands, point, pass.program->pipeline_.get());
                vkCmdBindDescriptorSets(commands, point, pass.program->layout_.get(), 0, 1, &pass.set, 0, nullptr);
                if (draws) {
                    VkRenderPassBeginInfo begin = {};
                    begin.sType = VK_STRUCTURE_TYPE_RENDER_PASS_BEGIN_INFO;
                    begin.renderPass = pass.program->render_pass_.get();
                    begin.framebuffer = pass.framebuffer.get();
                    begin.renderArea = pass.part;
                    vkCmdBeginRenderPass(commands, &begin, VK_SUBPASS_CONTENTS_INLINE);
                    const VkViewport viewport = {
                        0, 0, static_cast<float>(pass.size.width), static_cast<float>(pass.size.height), 0, 1};
                    vkCmdSetViewport(commands, 0, 1, &viewport);
                    vkCmdSetScissor(commands, 0, 1, &pass.part);
                    vkCmdDraw(commands, 3, 1, 0, 0);
                    vkCmdEndRenderPass(commands);
                } else {
                    vkCmdDispatch(commands, pass.groups[0], pass.groups[1], pass.groups[2]);
                }
                wait_for_all(commands);
            }
        }
    });
}

void VulkanJob::read(const std::string& name, int columns, int rows, std::span<std::byte> to) {
    const VulkanImage& image = *images_.at(name);
    const std::size_t bytes =
        texel_size(image.format) * static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows);
    if (to.size() < bytes) fail("a buffer is too small for {} rows of {} texels", rows, columns);
    const VulkanBuffer buffer = device_.buffer(bytes, VK_BUFFER_USAGE_TRANSFER_DST_BIT);
    device_.run([&](VkCommandBuffer commands) {
        const VkBufferImageCopy copy = copy_of(columns, rows);
        vkCmdCopyImageToBuffer(commands, image.image.get(), VK_IMAGE_LAYOUT_GENERAL, buffer.buffer.get(), 1, &copy);
        wait_for_all(commands);
    });
    std::memcpy(to.data(), buffer.mapped, bytes);
}

}  // namespace isonoise
