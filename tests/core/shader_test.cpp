// The part of the library that prepares its shaders.
#include <gtest/gtest.h>

#include "isonoise/shader.hpp"

using namespace isonoise;

TEST(Shader, CellsAreFarFromTheFirstThatLeaves32BitsOn) {
    // The third octave would reach 8 times as far, and two more cells are visited.
    constexpr std::int64_t last = (std::int64_t{1} << 28) - 3;
    EXPECT_FALSE(leaves_32_bits(Noise({.octaves = 3}), last));
    EXPECT_TRUE(leaves_32_bits(Noise({.octaves = 3}), last + 1));
    EXPECT_FALSE(leaves_32_bits(Noise({.octaves = 3, .warp = 5}), last - 5));
    EXPECT_TRUE(leaves_32_bits(Noise({.octaves = 3, .warp = 5}), last - 4));
}

TEST(Shader, OnlyAlgorithmsThatHashKeysGoFar) {
    for (const Algorithm algorithm : {Algorithm::perlin, Algorithm::value, Algorithm::improved, Algorithm::diagonal}) {
        const bool hashes = algorithm == Algorithm::perlin || algorithm == Algorithm::value;
        EXPECT_EQ(shader_macros({.algorithm = algorithm}).at("ISONOISE_FAR"), hashes);
        EXPECT_EQ(shader_macros({.algorithm = algorithm}, false).at("ISONOISE_FAR"), 0);
        EXPECT_EQ(shader_defines({.algorithm = algorithm}), shader_defines({.algorithm = algorithm}, true));
    }
}

TEST(Shader, TablesHoldEveryEntry) {
    const Noise axis({.algorithm = Algorithm::axis, .seed = 3}),
        improved({.algorithm = Algorithm::improved, .seed = 3});
    const auto two_bits = shader_table(axis), bytes = shader_table(improved);
    for (std::size_t i = 0; i < 1024; ++i)
        ASSERT_EQ(two_bits[i / 16] >> (i % 16 * 2) & 3u, axis.axis_table()[i] & 3u) << i;
    for (std::size_t i = 0; i < 256; ++i)
        ASSERT_EQ(bytes[i / 4] >> (i % 4 * 8) & 255u, improved.permutation()[i]) << i;
}
