#include "gpu/glslang.hpp"

#include <stdexcept>

#include <SPIRV/GlslangToSpv.h>
#include <glslang/Public/ResourceLimits.h>
#include <glslang/Public/ShaderLang.h>

std::vector<std::uint32_t> to_spirv(const std::string& source, std::string& error) {
    static const bool ready = glslang::InitializeProcess();
    constexpr auto messages = static_cast<EShMessages>(EShMsgSpvRules);
    glslang::TShader shader(EShLangFragment);
    const char* text = source.c_str();
    shader.setStrings(&text, 1);
    shader.setEnvInput(glslang::EShSourceGlsl, EShLangFragment, glslang::EShClientOpenGL, 100);
    shader.setEnvClient(glslang::EShClientOpenGL, glslang::EShTargetOpenGL_450);
    shader.setEnvTarget(glslang::EShTargetSpv, glslang::EShTargetSpv_1_0);
    shader.setAutoMapBindings(true);
    shader.setAutoMapLocations(true);
    glslang::TProgram program;
    program.addShader(&shader);
    std::vector<std::uint32_t> words;
    if (ready && shader.parse(GetDefaultResources(), 100, false, messages) && program.link(messages) &&
        program.mapIO()) {
        glslang::GlslangToSpv(*program.getIntermediate(EShLangFragment), words);
    }
    error = words.empty() ? std::string("glslang: ") + shader.getInfoLog() + program.getInfoLog() : "";
    return words;
}

std::string preprocessed(const std::string& source) {
    static const bool ready = glslang::InitializeProcess();
    glslang::TShader shader(EShLangFragment);
    const char* text = source.c_str();
    shader.setStrings(&text, 1);
    glslang::TShader::ForbidIncluder none;
    std::string result;
    if (!ready ||
        !shader.preprocess(GetDefaultResources(), 100, ENoProfile, false, false, EShMsgDefault, &result, none))
        throw std::runtime_error(std::string("glslang: ") + shader.getInfoLog());
    return result;
}
