// shaders/isonoise/noise.glsl in a user's program, using only shader.hpp, the files and a context.
#include <fstream>
#include <set>
#include <sstream>

#include <gtest/gtest.h>

#include "drawing.hpp"
#include "gpu/context.hpp"
#include "isonoise/shader.hpp"
#include "isonoise/text.hpp"

using namespace isonoise;

namespace {

// The file's text with each #include replaced by that file's text, once per file.
std::string resolved(const std::string& name, std::set<std::string>& seen) {
    std::string text;
    if (!seen.insert(name).second) return text;
    std::ifstream file(std::string(ISONOISE_SHADERS "/") + name);
    EXPECT_TRUE(file.good()) << name;
    for (std::string line; std::getline(file, line);) {
        const bool include = line.rfind("#include \"", 0) == 0;
        text += include ? resolved(line.substr(10, line.size() - 11), seen) : line + "\n";
    }
    return text;
}

void fill(GLuint program, GLuint binding, const char* block, GLuint buffer, const void* data, std::size_t size) {
    const GLuint index = glGetUniformBlockIndex(program, block);
    if (index == GL_INVALID_INDEX) return;  // this noise has no lookup table
    glBindBuffer(GL_UNIFORM_BUFFER, buffer);
    glBufferData(GL_UNIFORM_BUFFER, static_cast<GLsizeiptr>(size), data, GL_STATIC_DRAW);
    glUniformBlockBinding(program, index, binding);
    glBindBufferBase(GL_UNIFORM_BUFFER, binding, buffer);
}

constexpr int kSide = 64;

// Draws the noise at (x / 16, y / 16, 1.25, -2.5) for each pixel (x, y), the pixel's centre included.
std::vector<float> drawn(const Noise& noise, bool far) {
    std::set<std::string> seen;
    const std::string library = resolved("isonoise/noise.glsl", seen);
    const GLuint program = program_of("#version 450 core\n" + shader_defines(noise.settings(), far) + library +
                                      "layout(location = 0) out float value;\n"
                                      "void main() { value = isonoise(vec4(gl_FragCoord.xy / 16.0, 1.25, -2.5)); }\n");
    const Buffer plan = Buffer::make(), table = Buffer::make();
    const auto words = shader_table(noise);
    glUseProgram(program);
    fill(program, 0, kPlanBlock, plan.get(), &noise.plan(), sizeof(Plan));
    fill(program, 1, kTableBlock, table.get(), words.data(), sizeof words);

    const auto values = picture<float>(kSide, GL_R32F, GL_RED, GL_FLOAT);
    glDeleteProgram(program);
    return values;
}

}  // namespace

TEST(Library, ItsShaderIsBuiltFromThePublicHeaderAlone) {
    const HeadlessContext context(GlVersion{4, 5});
    const Settings all[] = {
        {},
        {.dim = 3, .seed = 7, .frequency = 0.3f, .octaves = 5, .lacunarity = 2.1f, .fractal = Fractal::ridged},
        {.dim = 4, .octaves = 3.5f, .loop = 3, .warp = 0.5f, .output = Output::unit},
        {.dim = 2, .octaves = 4, .fractal = Fractal::eroded, .fade = Fade::cubic, .period = {8, 4}, .flow = 0.7f},
        {.algorithm = Algorithm::improved, .dim = 3, .seed = 3, .octaves = 2},
        {.algorithm = Algorithm::value_two_layer, .octaves = 3},
        {.algorithm = Algorithm::axis, .seed = 99},
        {.algorithm = Algorithm::slope, .dim = 1},
    };
    for (const Settings& settings : all) {
        const Noise noise(settings);
        EXPECT_FALSE(leaves_32_bits(noise, kSide));
        for (const bool far : {false, true}) {
            const std::vector<float> values = drawn(noise, far);
            int different = 0;
            for (int y = 0; y < kSide; ++y) {
                for (int x = 0; x < kSide; ++x) {
                    const glm::vec4 p((static_cast<float>(x) + 0.5f) / 16.0f, (static_cast<float>(y) + 0.5f) / 16.0f,
                                      1.25f, -2.5f);
                    const float gpu = values[static_cast<std::size_t>(y * kSide + x)], cpu = noise(p);
                    different += gpu != cpu;  // floats: -0 counts as 0
                }
            }
            EXPECT_EQ(different, 0) << get(settings, "algorithm") << settings.dim << " far " << far;
        }
    }
}
