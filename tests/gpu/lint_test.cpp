// No driver on a machine without a GPU fuses a*b+c, so equality alone proves little about `precise`. glslang
// marks each operation that `precise` protects (NoContraction): here every float operation of the exact
// functions must bear that mark, none may be of a kind that drivers compute their own way, and taking away
// any one `precise` must be noticed.
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>

#include <gtest/gtest.h>

#include "gpu/shader.hpp"
#include "temporary.hpp"

using namespace isonoise;
namespace fs = std::filesystem;

namespace {

struct Lint {
    int protected_operations = 0;
    int bare_operations = 0;               // without NoContraction
    std::multiset<std::string> forbidden;  // kinds that are not exact
    std::string error;                     // of the compiler
};

// The whole exact library: glslang leaves out what is not called.
std::string library(const ShaderFiles& files, int glsl) {
    return "#version " + std::to_string(glsl) + " core\n" +
           (glsl < 400 ? "#extension GL_ARB_gpu_shader5 : require\n" : "") +
           "#extension GL_ARB_separate_shader_objects : enable\n#define ISONOISE_FUNCTION(p) perlin3_fbm(p.xyz, seed, "
           "fbm)\n" +
           files.resolve("isonoise/noise.glsl").text + R"(
out vec4 perlin, improved, coordinate;
uniform vec4 p;
void main() {
    IsonoiseFbm fbm = IsonoiseFbm(octaves, persistence, lacunarity, normalization);
    perlin = vec4(perlin1_fbm(p.x, seed, fbm), perlin2_fbm(p.xy, seed, fbm), perlin3_fbm(p.xyz, seed, fbm),
                  perlin4_fbm(p, seed, fbm));
    improved = vec4(improved1_fbm(p.x, fbm), improved2_fbm(p.xy, fbm), improved3_fbm(p.xyz, fbm), improved4_fbm(p, fbm));
    coordinate = vec4(perlin1(p.x, seed), perlin2(p.xy, seed), perlin3(p.xyz, seed), perlin4(p, seed));
    if (p.x > 0.0) {
        coordinate = vec4(improved1(p.x), improved2(p.xy), improved3(p.xyz), improved4(p));
        perlin.x = isonoise(p);
    }
}
)";
}

// Compiled as this version of GLSL; the marks are the same in all.
Lint lint(const ShaderFiles& files, int glsl = 450) {
    Lint result;
    const TemporaryDirectory dir;
    const fs::path frag = dir.path() / "lint.frag", spv = dir.path() / "lint.spv";
    std::ofstream(frag) << library(files, glsl);
    const std::string command = "glslangValidator -G --amb --aml -o " + spv.string() + " " + frag.string() + " 2>&1";
    std::FILE* pipe = popen(command.c_str(), "r");
    char line[256];
    while (pipe && std::fgets(line, sizeof line, pipe))
        result.error += line;
    if (!pipe || pclose(pipe) != 0) return result;
    result.error.clear();

    const std::string bytes = read_file(spv);
    std::vector<std::uint32_t> words(bytes.size() / 4);
    std::copy_n(bytes.data(), words.size() * 4, reinterpret_cast<char*>(words.data()));
    std::set<std::uint32_t> no_contraction;
    std::vector<std::uint32_t> operations;
    for (std::size_t i = 5; i < words.size() && words[i] >> 16 != 0; i += words[i] >> 16) {
        const std::uint32_t opcode = words[i] & 0xFFFFu;
        switch (opcode) {
        case 71:  // OpDecorate id NoContraction
            if (words[i + 2] == 42) no_contraction.insert(words[i + 1]);
            break;
        case 129:
        case 131:
        case 133:
        case 142:  // OpFAdd, OpFSub, OpFMul, OpVectorTimesScalar
            operations.push_back(words[i + 2]);
            break;
        case 12:  // OpExtInst: of GLSL.std.450 only Floor
            if (words[i + 4] != 8) result.forbidden.insert("GLSL.std.450 " + std::to_string(words[i + 4]));
            break;
        case 136:
        case 139:
        case 140:
        case 141:
        case 143:
        case 144:
        case 145:
        case 146:
        case 147:
        case 148:
            // OpFDiv, OpFRem, OpFMod, matrix products, OpDot
            result.forbidden.insert("opcode " + std::to_string(opcode));
            break;
        default: break;
        }
    }
    for (std::uint32_t id : operations) {
        (no_contraction.count(id) ? result.protected_operations : result.bare_operations) += 1;
    }
    return result;
}

// Float locals of shaders/isonoise that are not `precise`: it is on every one, also where it could be inferred.
std::vector<std::string> bare_locals(const fs::path& directory) {
    static const std::regex local(R"(^\s+(?:const )?(precise )?(?:float|vec[234]) \w+ =)");
    std::vector<std::string> bare;
    for (const auto& entry : fs::directory_iterator(directory / "isonoise")) {
        std::ifstream file(entry.path());
        int number = 0;
        for (std::string line; std::getline(file, line);) {
            ++number;
            std::smatch match;
            if (std::regex_search(line, match, local) && !match[1].matched) {
                bare.push_back(entry.path().filename().string() + ":" + std::to_string(number) + line);
            }
        }
    }
    return bare;
}

}  // namespace

TEST(Lint, EveryFloatOperationIsProtected) {
    const Lint result = lint(ShaderFiles());
    ASSERT_EQ(result.error, "");
    EXPECT_GT(result.protected_operations, 80) << "the lint must have seen something";
    EXPECT_EQ(result.bare_operations, 0);
    EXPECT_TRUE(result.forbidden.empty()) << *result.forbidden.begin();
    for (const std::string& line : bare_locals(ISONOISE_SHADERS))
        ADD_FAILURE() << line;
}

TEST(Lint, TakingAwayAnyPreciseIsNoticed) {
    const TemporaryDirectory temporary;
    const fs::path dir = temporary.shaders();
    int removed = 0, seen_in_spirv = 0;
    for (const auto& entry : fs::directory_iterator(dir / "isonoise")) {
        const std::string text = read_file(entry.path());
        for (std::size_t at = text.find(" precise "); at != std::string::npos; at = text.find(" precise ", at + 1)) {
            std::string changed = text;
            changed.erase(at, 8);
            std::ofstream(entry.path()) << changed;
            const Lint result = lint(ShaderFiles(dir));
            ASSERT_EQ(result.error, "") << entry.path();
            ++removed;
            seen_in_spirv += result.bare_operations > 0;
            EXPECT_TRUE(result.bare_operations > 0 || !bare_locals(dir).empty())
                << entry.path().filename() << " around: " << text.substr(at, 60);
        }
        std::ofstream(entry.path()) << text;
    }
    EXPECT_GT(removed, 60);
    EXPECT_GT(seen_in_spirv, 20) << "of " << removed;
}

TEST(Lint, InexactFunctionsAreNoticed) {
    const TemporaryDirectory temporary;
    const fs::path dir = temporary.shaders();
    const fs::path lattice = dir / "isonoise/lattice.glsl";
    const std::string text = read_file(lattice);
    for (const char* inexact : {"mix(a, b, t)", "a / t", "dot(vec2(a, b), vec2(t))", "fract(a)", "fma(a, b, t)",
                                "mod(a, b)", "pow(a, b)", "sin(a)", "exp2(a)", "length(vec2(a, b))"}) {
        write_file(lattice, replaced(text, "a + t * (b - a)", inexact));
        const Lint result = lint(ShaderFiles(dir));
        ASSERT_EQ(result.error, "") << inexact;
        EXPECT_FALSE(result.forbidden.empty()) << inexact;
    }
}
