// Runs isonoise/normalization.glsl on the GPU. (The program itself only translates it.)
#pragma once

#include <filesystem>
#include <vector>

#include "error.hpp"
#include "gpu/evaluator.hpp"
#include "isonoise/isonoise.hpp"
#include "temporary.hpp"

// Counts the normalizations that differ from isonoise::fbm(), for octaves from 1 to 32 (and the next float after 1) and
// persistences from 0 to 2. `folder` holds the shaders; a file is added. Needs GLSL 4.00 for doubles.
inline int differing_normalizations(const std::filesystem::path& folder, int glsl, isonoise::Mode mode) {
    using namespace isonoise;
    constexpr int width = 250, height = 129;
    write_file(folder / "evaluate/normalization.frag", R"(#include "isonoise/lattice.glsl"
#include "isonoise/normalization.glsl"
layout(location = 0) out uvec4 found;
void main() {
    vec2 at = floor(gl_FragCoord.xy);
    float octaves = at.x < 249.0 ? 1.0 + at.x * 0.125 : uintBitsToFloat(0x3F800001u);
    found = uvec4(floatBitsToUint(isonoise_normalization(octaves, at.y * 0.015625)));
}
)");
    Shaders shaders(glsl, ShaderFiles(folder), mode);
    const VertexArray vertices = VertexArray::make();
    const Target target(GL_RGBA32UI, width, height);
    shaders.use("evaluate/normalization.frag");
    glBindFramebuffer(GL_FRAMEBUFFER, target.framebuffer());
    glViewport(0, 0, width, height);
    glBindVertexArray(vertices.get());
    glDrawArrays(GL_TRIANGLES, 0, 3);
    std::vector<std::uint32_t> words(std::size_t{4} * width * height);
    target.read(0, height, words);
    int differing = 0;
    for (int y = 0; y < height; ++y) {
        for (int x = 0; x < width; ++x) {
            const float octaves = x < 249 ? 1.0f + static_cast<float>(x) * 0.125f : 0x1.000002p+0f;
            const Fbm terms = fbm(octaves, static_cast<float>(y) * 0.015625f, 2.0f);
            differing +=
                words[static_cast<std::size_t>(y * width + x) * 4] != std::bit_cast<std::uint32_t>(terms.normalization);
        }
    }
    return differing;
}
