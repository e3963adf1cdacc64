// Files for engines that render makes of several pictures: sprite sheets, and the maps of a material.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/cli.hpp"
#include "app/read_image.hpp"

TEST_F(Cli, ASpriteSheetHoldsTheFrames) {
    write_file(dir / "f.glsl", "uniform uvec3 period = uvec3(4u);\n"
                               "float noise(vec3 p) { return perlin3_periodic(p, 1u, period); }\n");
    for (const char* what :
         {"fire --loop 2", "f.glsl --loop 3", "lava --loop 8", "--dim 3 --octaves 2 --colormap grey"}) {
        SCOPED_TRACE(what);
        const std::string look = fmt::format("render {} --size 20x12 --frames 6 ", what);
        Result r = run(look + "--sheet 3x2 -o s.png");
        ASSERT_EQ(r.exit, 0) << r.err;
        ASSERT_EQ(run(look + "-o 'f{frame}.png'").exit, 0);
        const Image sheet = read_png(dir / "s.png");
        ASSERT_EQ(sheet.width, 60);
        ASSERT_EQ(sheet.height, 24);
        for (int i = 0; i < 6; ++i) {
            const Image frame = read_png(dir / fmt::format("f{}.png", i));
            const int length = 20 * frame.channels;
            for (int y = 0; y < 12; ++y) {
                const auto from = sheet.samples.begin() + ((i / 3 * 12 + y) * 3 + i % 3) * length;
                EXPECT_TRUE(std::equal(from, from + length, frame.samples.begin() + y * length)) << i << ", row " << y;
            }
        }
    }
    // Without --frames a sheet has as many frames as it holds. RAW and EXR hold values; a WebP sheet is a still.
    const std::string values = "render f.glsl --loop 3 --what values --auto-levels --size 8x8 --sheet 2x2 -o ";
    ASSERT_EQ(run("render f.glsl --loop 3 --size 8x8 --sheet 2x2 -o s.exr").exit, 0);
    ASSERT_EQ(run("render f.glsl --loop 3 --size 8x8 --sheet 2x2 -o s.r32").exit, 0);
    EXPECT_EQ(read_exr(dir / "s.exr").values, numbers<float>(read(dir / "s.r32")));
    EXPECT_EQ(read_exr(dir / "s.exr").height, 16);
    ASSERT_EQ(run(values + "s.png").exit, 0);
    const std::vector<int> samples = read_png(dir / "s.png").samples;
    EXPECT_EQ(*std::ranges::max_element(samples), 255);
    ASSERT_EQ(run("render lava --loop 8 --sheet 2x2 -o s.webp").exit, 0);
    EXPECT_EQ(read(dir / "s.webp").find("ANIM"), std::string::npos);
    for (const auto& [flags, words] : std::initializer_list<std::pair<const char*, const char*>>{
             {"--sheet 3x2 --frames 5 -o t.png", "sheet: 3x2 holds 6 frames, got 5"},
             {"--sheet 0x0 -o t.png", "sheet: expected COLUMNSxROWS"},
             {"--sheet 3 -o t.png", "sheet: expected COLUMNSxROWS"},
             {"--sheet 3x2 -o 't{frame}.png'", "sheet: one file holds all frames"},
             {"--sheet 3x2 -o t.mp4", "sheet: expected a format of still pictures, got mp4"},
             {"--sheet 3x2 --slices 2 -o t.png", "sheet: holds frames, not slices"},
             {"--sheet 100x100 --size 512x512 -o t.png", "sheet: expected up to 16384 pixels per side"},
             {"--sheet 3x2 --size 8000x8 -o t.webp", "sheet: expected up to 16383 pixels per side"}}) {
        Result r = run(fmt::format("render --dim 3 --what values {}", flags));
        EXPECT_EQ(r.exit, 2) << flags;
        EXPECT_NE(r.err.find(words), std::string::npos) << flags << ": " << r.err;
    }
    EXPECT_FALSE(fs::exists(dir / "t.png"));
}

// A groove with slopes of 45 degrees along x, 32 units wide: at its bottom the sky's share is the cosine of 45 degrees.
TEST_F(Cli, AMaterialHasItsMaps) {
    write_file(dir / "f.glsl", "uniform uvec2 period = uvec2(32u);\n"
                               "float noise(vec2 p) { return abs(p.x - 32.0 * floor(p.x / 32.0 + 0.5)); }\n");
    const std::string look = "render f.glsl --one-tile --size 256x256 --strength 1 ";
    Result r = run(look + "--maps -o m.png");
    ASSERT_EQ(r.exit, 0) << r.err;
    EXPECT_NE(r.err.find("levels 0.0625 to 15.9375, heights are 1 times the values"), std::string::npos) << r.err;
    EXPECT_FALSE(fs::exists(dir / "m.png"));
    const Image light = read_png(dir / "m_ao.png"), height = read_png(dir / "m_height.png");
    ASSERT_EQ(light.width, 256);
    ASSERT_EQ(light.channels, 1);
    EXPECT_EQ(height.depth, 16);
    const auto [dark, bright] = std::ranges::minmax(height.samples);
    EXPECT_EQ(dark, 0);
    EXPECT_EQ(bright, 65535);
    const auto bottom = static_cast<std::size_t>(std::ranges::min_element(height.samples) - height.samples.begin());
    const auto top = static_cast<std::size_t>(std::ranges::max_element(height.samples) - height.samples.begin());
    EXPECT_NEAR(light.samples[bottom] / 255.0, std::sqrt(0.5), 0.02);
    EXPECT_GE(light.samples[top], 253);
    for (const auto& [suffix, flags] : std::initializer_list<std::pair<const char*, const char*>>{
             {"_normal_gl", "--what normals-gl"}, {"_normal_dx", "--what normals-dx"}}) {
        ASSERT_EQ(run(look + flags + " -o one.png").exit, 0);
        EXPECT_EQ(read(dir / fmt::format("m{}.png", suffix)), read(dir / "one.png")) << suffix;
    }
    ASSERT_EQ(run("render f.glsl --one-tile --size 256x256 -o one.png").exit, 0);
    EXPECT_EQ(read(dir / "m_albedo.png"), read(dir / "one.png"));
    // Level ground lies in full light.
    ASSERT_EQ(run("render --period 4,4 --one-tile --size 64x64 --strength 0 --maps -o flat.png").exit, 0);
    EXPECT_EQ(std::ranges::min(read_png(dir / "flat_ao.png").samples), 255);
    for (const auto& [flags, words] : std::initializer_list<std::pair<const char*, const char*>>{
             {"f.glsl --maps -o t.png", "maps: expected --one-tile"},
             {"f.glsl --maps --one-tile --what values -o t.png", "maps: expected no --what"},
             {"f.glsl --maps --one-tile -o t.exr", "maps: expected a name such as a.png"},
             {"f.glsl --maps --one-tile --frames 2 -o t.png", "maps: expected one frame"},
             {"f.glsl --maps --one-tile --size 9000x9000 -o t.png", "maps: expected up to 8192 pixels"},
             {"lava --maps --period 2,2,2 --one-tile -o t.png", "maps: a function of colours needs heights too"}}) {
        r = run(fmt::format("render {}", flags));
        EXPECT_EQ(r.exit, 2) << flags;
        EXPECT_NE(r.err.find(words), std::string::npos) << flags << ": " << r.err;
    }
    EXPECT_FALSE(fs::exists(dir / "t_albedo.png"));
}

// The other maps of a function of colours are variables.
TEST_F(Cli, AMaterialIsOneText) {
    write_file(dir / "f.glsl", "uniform uvec2 period = uvec2(2u);\n"
                               "vec3 noise(vec2 p) {\n"
                               "    float height = 0.25 * perlin2_periodic(p, 1u, period), roughness = 0.6;\n"
                               "    return vec3(1.0, 0.0, 0.5 + 0.5 * perlin2_periodic(p, 2u, period));\n"
                               "}\n");
    const std::string look = "--one-tile --size 64x64 ";
    Result r = run("render f.glsl --maps " + look + "-o m.png");
    ASSERT_EQ(r.exit, 0) << r.err;
    EXPECT_NE(r.err.find("heights are 1 times the values"), std::string::npos) << r.err;
    const Image roughness = read_png(dir / "m_roughness.png");
    EXPECT_EQ(roughness.channels, 1);
    EXPECT_EQ(std::ranges::min(roughness.samples), 153);
    EXPECT_EQ(std::ranges::max(roughness.samples), 153);
    for (const auto& [suffix, flags] : std::initializer_list<std::pair<const char*, const char*>>{
             {"albedo", ""},
             {"height", "--local height --what values --depth 16 --auto-levels"},
             {"normal_gl", "--local height --what normals-gl --strength 1"}}) {
        ASSERT_EQ(run(fmt::format("render f.glsl {}{} -o one.png", look, flags)).exit, 0) << flags;
        EXPECT_EQ(read(dir / fmt::format("m_{}.png", suffix)), read(dir / "one.png")) << suffix;
    }
}
