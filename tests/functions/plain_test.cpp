// The texts as plain GLSL, by the driver's compiler, beside ours: nothing of our reader is in that way.
#include <cmath>
#include <random>

#include <fmt/format.h>
#include <glm/vec4.hpp>
#include <gtest/gtest.h>

#include "functions/at.hpp"
#include "gpu/context.hpp"
#include "gpu/drawing.hpp"
#include "gpu/shader.hpp"
#include "isonoise/function/library.hpp"
#include "temporary.hpp"

using namespace isonoise;

namespace {

constexpr int kSide = 32;

glm::vec4 point_at(int x, int y) {
    return {(static_cast<float>(x) + 0.5f) / 8.0f - 2.0f, (static_cast<float>(y) + 0.5f) / 8.0f - 2.0f, 1.25f, -2.5f};
}

// The library, with the hashes, which it has for texts alone.
std::string library() {
    const std::string& texts = function::library_text();
    const std::size_t from = texts.find("uint isonoise_mixed("), end = texts.find('\n', texts.find("uint hash4("));
    return ShaderFiles().resolve("isonoise/functions.glsl").text + texts.substr(from, end - from) + "\n";
}

const char* vector(int size) {
    static constexpr const char* names[] = {"", "float", "vec2", "vec3", "vec4"};
    return names[size];
}

// How many of the pixels differ by more than the driver's own sines and roots can explain.
int different(const std::string& text, const Function& function) {
    const int dim = function.dim(), channels = function.channels();
    std::string components;
    for (int i = 0; i < 4; ++i)
        components += fmt::format("{}{}", i ? ", " : "",
                                  i >= channels   ? "0.0"
                                  : channels == 1 ? "all"
                                                  : std::string("all.") + "xyzw"[i]);
    const GLuint program = program_of(
        fmt::format("#version 450 core\n{}{}\nout vec4 isonoise_result;\nvoid main() {{\n"
                    "    vec4 point = vec4(gl_FragCoord.xy / 8.0 - 2.0, 1.25, -2.5);\n"
                    "    {} all = noise(point{});\n    isonoise_result = vec4({});\n}}\n",
                    library(), text, vector(channels),
                    dim == 4 ? "" : "." + std::string("xyzw").substr(0, static_cast<std::size_t>(dim)), components));
    glUseProgram(program);
    const auto seen = picture<glm::vec4>(kSide, GL_RGBA32F, GL_RGBA, GL_FLOAT);
    glDeleteProgram(program);
    int count = 0;
    for (int y = 0; y < kSide; ++y) {
        for (int x = 0; x < kSide; ++x) {
            const glm::vec4 point = point_at(x, y);
            std::vector<float> coordinates(&point.x, &point.x + dim), values(static_cast<std::size_t>(channels));
            function.at(coordinates, values);
            bool far = false;
            for (int i = 0; i < channels; ++i) {
                const float cpu = values[static_cast<std::size_t>(i)],
                            gpu = seen[static_cast<std::size_t>(y * kSide + x)][i];
                far |= !(std::abs(cpu - gpu) <= 2e-3f * std::max(1.0f, std::abs(cpu)));
            }
            count += far;
        }
    }
    return count;
}

// Chains of operators without brackets. What GLSL leaves open, such as shifts of 32 bits, does not occur.
class Chains {
  public:
    std::string text() {
        std::string body;
        for (int i = 0; i < 40; ++i) {
            body += i % 2 == 0 ? fmt::format("    h = h * 31u + ({});\n", numbers())
                               : fmt::format("    h = h * 2u + ({} ? 1u : 0u);\n", truth());
        }
        return "float noise(vec2 p) {\n    uint a = uint(int(8.0 * p.x) + 20), b = uint(int(8.0 * p.y) + 20), h = 7u;\n"
               "    bool s = a < b, t = a > 21u;\n" +
               body + "    return float(h & 65535u);\n}\n";
    }

  private:
    std::string one_of(std::initializer_list<const char*> all) { return all.begin()[random_() % all.size()]; }
    std::string numbers() {
        std::string text = one_of({"a", "b", "~a", "3u"});
        const bool shifts = random_() % 2 == 0;
        for (std::uint32_t n = 1 + random_() % 4; n > 0; --n) {
            text += shifts ? " " + one_of({"<<", ">>", "&", "|", "^", "+"}) + " " + one_of({"1u", "2u", "3u", "0u"})
                           : one_of({" + a", " - b", " * a", " / 3u", " % 5u", " & b", " | a", " ^ 9u", " + b * a"});
        }
        return text;
    }
    std::string truth() {
        std::string text = one_of({"s", "!t", "a < b", "!s", "a + b >= 40u"});
        for (std::uint32_t n = 1 + random_() % 4; n > 0; --n)
            text +=
                " " + one_of({"&&", "||", "^^", "==", "!="}) + " " + one_of({"t", "!s", "a > b", "s", "b + 1u <= a"});
        return text;
    }

    std::mt19937 random_{5};
};

}  // namespace

TEST(FunctionPlainGpu, TheShelfAndTheCorpusMeanTheSameAsPlainGlsl) {
    const HeadlessContext context(GlVersion{4, 5});
    int count = 0;
    for (const auto& file : function_files()) {
        const std::string name = file.filename().string(), text = read_file(file);
        // Texts of presets, of what GLSL leaves open, and one where small differences grow.
        if (text.find("#include") != text.npos || name == "indices.glsl" || name == "unset.glsl" ||
            name == "nested.glsl" || name == "order.glsl" || name == "folds.glsl")
            continue;
        EXPECT_LE(different(text, Function(text)), kSide * kSide / 50) << name;
        ++count;
    }
    EXPECT_GT(count, 35);
}

TEST(FunctionPlainGpu, OperatorsBindAsInGlsl) {
    const HeadlessContext context(GlVersion{4, 5});
    Chains chains;
    for (int i = 0; i < 20; ++i) {
        const std::string text = chains.text();
        ASSERT_EQ(different(text, Function(text)), 0) << text;
    }
}
