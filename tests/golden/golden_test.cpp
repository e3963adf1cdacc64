// The golden vectors are a contract: CPU and GPU give these bits, and no file loses or changes a line.
#include <fstream>

#include <gtest/gtest.h>

#include "conformance/points.hpp"
#include "golden/read.hpp"
#include "gpu/context.hpp"

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
                        << name << ".json, " << v.check.name << ", point " << i << ", output " << c << ": "
                        << golden::text_of(got[c], true) << ", the contract is "
                        << golden::text_of(v.outputs[i][c], true) << ". A value never changes under a version.";
                }
            }
            ++functions;
        }
    }
    EXPECT_EQ(functions, golden::functions().size());
}

TEST(Golden, TheGpuGivesTheseBits) {
    const HeadlessContext context;
    for (Mode mode : {Mode::exact, Mode::zero}) {
        Shaders shaders(context.info().glsl, ShaderFiles(), mode);
        Evaluator evaluator(shaders, context.info());
        for (const char* name : golden::kFiles) {
            for (const golden::Vectors& v : golden::read(name)) {
                std::vector<glm::ivec4> cells;
                std::vector<glm::vec4> points;
                for (const golden::Point& point : v.points) {
                    cells.push_back(point.cell);
                    points.push_back(point.p);
                }
                std::vector<float> values(points.size());
                std::vector<glm::vec4> gradients(v.check.gradient ? points.size() : 0);
                const Noise noise(v.check.settings);
                if (v.check.cells) {
                    evaluator.points(noise, cells, points, values, gradients);
                } else {
                    evaluator.points(noise, points, values, gradients);
                }
                for (std::size_t i = 0; i < points.size(); ++i) {
                    for (std::size_t c = 0; c < v.outputs[i].size(); ++c) {
                        const float got = c == 0 ? values[i] : gradients[i][static_cast<int>(c) - 1];
                        ASSERT_EQ(ulp_distance(got, v.outputs[i][c]), 0u)
                            << kModes[static_cast<int>(mode)] << ", " << name << ".json, " << v.check.name << ", point "
                            << i << ", output " << c;
                    }
                }
            }
        }
    }
}

// The files match the program's output down to the last input: none was edited by hand, none lost a function.
TEST(Golden, TheFilesAreWhatTheProgramWrites) {
    for (const char* name : golden::kFiles) {
        std::ifstream file(std::string(ISONOISE_GOLDEN) + "/" + name + ".json");
        EXPECT_EQ(nlohmann::ordered_json::parse(file), golden::file(name)) << name;
    }
}
