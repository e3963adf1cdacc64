// The golden vectors on the GPU. They are a contract: see cpu_test.cpp.
#include <gtest/gtest.h>

#include "conformance/checks.hpp"
#include "conformance/points.hpp"
#include "golden/read.hpp"
#include "gpu/context.hpp"
#include "gpu/evaluator.hpp"

using namespace isonoise;

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
                            << kModes[static_cast<int>(mode)] << ", " << name << ", " << v.check.name << ", point " << i
                            << ", output " << c;
                    }
                }
            }
        }
    }
}
