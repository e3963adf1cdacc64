// The golden vectors are a contract: CPU and GPU give these bits, and no file ever changes.
#include <fstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "conformance/points.hpp"
#include "golden/read.hpp"
#include "isonoise/isonoise.hpp"

using namespace isonoise;

TEST(Golden, TheCpuGivesTheseBits) {
    std::size_t functions = 0;
    for (const char* name : golden::kFiles) {
        for (const golden::Vectors& v : golden::read(name)) {
            ASSERT_GE(v.points.size(), 256u) << v.check.name;
            ASSERT_EQ(v.points.size(), v.outputs.size());
            const Noise noise(v.check.settings);
            for (std::size_t i = 0; i < v.points.size(); ++i) {
                const std::vector<float> got = golden::evaluate(noise, v.check, v.points[i]);
                ASSERT_EQ(got.size(), v.outputs[i].size());
                for (std::size_t c = 0; c < got.size(); ++c) {
                    ASSERT_EQ(ulp_distance(got[c], v.outputs[i][c]), 0u)
                        << name << ", " << v.check.name << ", point " << i << ", output " << c << ": " << in_hex(got[c])
                        << ", the contract is " << in_hex(v.outputs[i][c])
                        << ". A value never changes under a version.";
                }
            }
            ++functions;
        }
    }
    EXPECT_EQ(functions, golden::functions().size());
}

// The files match the program's output completely: none was edited by hand, none lost a function.
TEST(Golden, TheFilesAreWhatTheProgramWrites) {
    for (const char* name : golden::kFiles) {
        std::ifstream file(std::string(ISONOISE_GOLDEN) + "/" + name + ".bin", std::ios::binary);
        const std::string bytes{std::istreambuf_iterator<char>(file), {}};
        EXPECT_TRUE(bytes == golden::file(name)) << name;
    }
}
