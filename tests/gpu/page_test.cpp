// docs/perlin3.md shows perlin3 as one block of GLSL, which must give the bits of isonoise::perlin3.
#include <array>
#include <bit>

#include <gtest/gtest.h>

#include "app/drawn.hpp"
#include "error.hpp"
#include "gpu/context.hpp"
#include "isonoise/isonoise.hpp"
#include "temporary.hpp"

using namespace isonoise;

namespace {

std::string block_of_the_page() {
    const std::string page = read_file(std::filesystem::path(ISONOISE_DOCS) / "perlin3.md"), fence = "```glsl\n";
    const std::size_t start = page.find(fence), end = page.find("\n```\n", start);
    if (start == std::string::npos || end == std::string::npos) return "the page has no block of GLSL";
    return page.substr(start + fence.size(), end + 1 - start - fence.size());
}

// Points with a seed as w: special values in each coordinate, lattice points, then coordinates of every kind.
std::vector<glm::uvec4> points_and_seeds(std::size_t count) {
    Random random(14);
    std::vector<glm::vec4> points(count);
    fill_points(random, points, true);
    std::vector<glm::uvec4> texels;
    for (std::size_t i = 0; i < count; ++i) {
        if (i % 16 == 0) points[i] = glm::floor(points[i]);
        texels.push_back(std::bit_cast<glm::uvec4>(points[i]));
        texels.back().w = i % 4 == 0 ? 0u : random.bits();
    }
    return texels;
}

class Page : public testing::Test {
  protected:
    Page() {
        const char* renderer = std::getenv("ISONOISE_TEST_RENDERER");
        EXPECT_NE(context.info().renderer.find(renderer ? renderer : ""), std::string::npos) << context.info().renderer;
    }

    // Number of points whose bits differ from isonoise::perlin3.
    std::size_t different(const std::string& block) {
        write_file(temporary.path() / "page.frag", block + R"(
uniform usampler2D points;
layout(location = 0) out vec4 value;
layout(location = 1) out vec4 other;
void main() {
    uvec4 texel = texelFetch(points, ivec2(gl_FragCoord.x, 0), 0);
    value = vec4(perlin3(uintBitsToFloat(texel.xyz), texel.w));
    other = vec4(0.0);
}
)");
        Shaders shaders(context.info().glsl, ShaderFiles(temporary.path()), Mode::precise);
        const GLuint program = shaders.use("page.frag");
        const std::vector<glm::uvec4> texels = points_and_seeds(1 << 17);
        constexpr std::size_t kWidth = 1 << 13;
        std::size_t count = 0;
        for (std::size_t from = 0; from < texels.size(); from += kWidth) {
            const auto begin = texels.begin() + static_cast<std::ptrdiff_t>(from);
            const std::vector<glm::uvec4> part(begin, begin + kWidth);
            const auto values = drawn.draw(program, part)[0];
            for (std::size_t i = 0; i < kWidth; ++i) {
                const glm::vec4 p = std::bit_cast<glm::vec4>(part[i]);
                count += bits(values[i].x) != bits(perlin3(glm::vec3(p), part[i].w));
            }
        }
        return count;
    }

    HeadlessContext context;
    TemporaryDirectory temporary;
    Drawn drawn;
};

}  // namespace

TEST_F(Page, HasTheBitsOfPerlin3) { EXPECT_EQ(different(block_of_the_page()), 0u); }

TEST_F(Page, AnyChangedConstantIsNoticed) {
    static const struct {
        const char *constant, *changed;
    } mutants[] = {
        {"0xFFFFu", "0x7FFFu"},         {"0xFFFFFFu", "0x7FFFFFu"},
        {"-715827882", "-715800000"},   {"715827883", "715800000"},
        {"0x80000000u", "0x20000000u"}, {"0x40000000u", "0x20000000u"},
        {"0x57000000u", "0x56000000u"}, {"0x47000000u", "0x48000000u"},
        {"0x9E3779B1u", "0x9E3779B3u"}, {"0x85EBCA77u", "0x85EBCA79u"},
        {"0xC2B2AE3Du", "0xC2B2AE3Fu"}, {"0x7FEB352Du", "0x7FEB352Fu"},
        {"0x2C1B3C6Du", "0x2C1B3C6Cu"}, {"0x243F6A88u", "0x243F6A89u"},
        {"0x85A308D3u", "0x85A308D2u"}, {"6.0", "6.000001"},
        {"15.0", "15.00001"},           {"10.0", "10.00001"},
        {"1011792.0", "1011793.0"},     {"0x1F800000u", "0x20000000u"},
    };
    for (const auto& m : mutants)
        EXPECT_GT(different(replaced(block_of_the_page(), m.constant, m.changed)), 0u) << m.constant;
}

// The block fits on one screen.
TEST_F(Page, IsShort) {
    std::istringstream lines(block_of_the_page());
    std::size_t count = 0;
    for (std::string line; std::getline(lines, line); ++count)
        EXPECT_LE(line.size(), 100u) << line;
    EXPECT_LE(count, 60u);
}
