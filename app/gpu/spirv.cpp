#include "gpu/spirv.hpp"

#include <algorithm>

#include <SPIRV/GlslangToSpv.h>
#include <fmt/format.h>
#include <glslang/Public/ResourceLimits.h>
#include <glslang/Public/ShaderLang.h>

#include "error.hpp"

namespace isonoise {

// OpenGL counts the bindings of buffers and of images apart, and the shaders begin both at 0: here they have ranges.
static constexpr unsigned kBuffers = 8, kImages = 16;

Spirv to_spirv(Stage stage, const std::string& before, const ShaderFiles::Source& source, const std::string& name) {
    static const bool ready = glslang::InitializeProcess();
    if (!ready) fail("glslang does not start");
    const EShLanguage language = stage == Stage::vertex     ? EShLangVertex
                                 : stage == Stage::fragment ? EShLangFragment
                                                            : EShLangCompute;
    constexpr auto messages = static_cast<EShMessages>(EShMsgSpvRules | EShMsgVulkanRules);
    const std::string text = before + source.text;
    const char* const c_text = text.c_str();
    glslang::TShader shader(language);
    shader.setStrings(&c_text, 1);
    shader.setEnvInput(glslang::EShSourceGlsl, language, glslang::EShClientVulkan, 100);
    shader.setEnvClient(glslang::EShClientVulkan, glslang::EShTargetVulkan_1_1);
    shader.setEnvTarget(glslang::EShTargetSpv, glslang::EShTargetSpv_1_3);
    shader.setEnvInputVulkanRulesRelaxed();  // uniforms outside blocks
    shader.setGlobalUniformBlockName(kUniforms);
    shader.setAutoMapBindings(true);
    shader.setAutoMapLocations(true);
    shader.setShiftBinding(glslang::EResSsbo, kBuffers);
    shader.setShiftBinding(glslang::EResImage, kImages);
    glslang::TProgram program;
    program.addShader(&shader);
    if (!shader.parse(GetDefaultResources(), 450, false, messages)) {
        const auto skipped = static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
        fail("{}", name_locations(shader.getInfoLog(), source.locations, skipped));
    }
    if (!program.link(messages) || !program.mapIO() || !program.buildReflection(EShReflectionSeparateBuffers))
        fail("{}: cannot link: {}", name, program.getInfoLog());

    Spirv result;
    for (int i = 0; i < program.getNumUniformBlocks(); ++i) {
        const glslang::TObjectReflection& block = program.getUniformBlock(i);
        result.resources[block.name] = {Spirv::Kind::block, static_cast<std::uint32_t>(block.getBinding())};
        if (block.name == kUniforms) result.uniform_bytes = static_cast<std::uint32_t>(block.size);
    }
    for (int i = 0; i < program.getNumBufferBlocks(); ++i) {
        const glslang::TObjectReflection& block = program.getBufferBlock(i);
        result.resources[block.name] = {Spirv::Kind::buffer, static_cast<std::uint32_t>(block.getBinding())};
    }
    for (int i = 0; i < program.getNumUniformVariables(); ++i) {
        const glslang::TObjectReflection& uniform = program.getUniform(i);
        if (uniform.index < 0) {
            const auto binding = static_cast<std::uint32_t>(uniform.getBinding());
            result.resources[uniform.name] = {binding < kImages ? Spirv::Kind::sampler : Spirv::Kind::image, binding};
        } else if (program.getUniformBlock(uniform.index).name == kUniforms) {
            result.uniforms[uniform.name] = static_cast<std::uint32_t>(uniform.offset);
        }
    }
    // Not optimized: the driver's compiler is what runs, and is tested.
    glslang::SpvOptions options;
    options.disableOptimizer = true;
    spv::SpvBuildLogger log;
    glslang::GlslangToSpv(*program.getIntermediate(language), result.words, &log, &options);
    if (result.words.empty()) fail("{}: no SPIR-V: {}", name, log.getAllMessages());
    return result;
}

std::string glslang_version() {
    const glslang::Version version = glslang::GetVersion();
    return fmt::format("glslang {}.{}.{}", version.major, version.minor, version.patch);
}

}  // namespace isonoise
