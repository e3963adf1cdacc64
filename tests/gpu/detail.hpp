// Octaves that fade with distance (ISONOISE_DETAIL, which the scenes with a camera define), on the GPU.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <vector>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include "error.hpp"
#include "gpu/evaluator.hpp"
#include "isonoise/isonoise.hpp"
#include "temporary.hpp"

// Counts the points at which values or derivatives differ from the CPU by more than rounding, for various `detail`, the
// effective number of octaves: from none, which fades the first one, to more than the noise has. `folder` contains the
// shaders.
inline int differing_details(const std::filesystem::path& folder, const isonoise::GlInfo& info, int glsl) {
    using namespace isonoise;
    const TemporaryDirectory dir;
    const auto own = dir.path() / "shaders", path = own / "evaluate/points.frag";
    std::filesystem::copy(folder, own, std::filesystem::copy_options::recursive);
    std::string text = read_file(path);
    text.insert(text.find("    vec4 g = "), "    detail = p.w;\n");  // unused by 2D noise
    write_file(path, "#define ISONOISE_DETAIL detail\nfloat detail;\n" + text);
    Shaders shaders(glsl, ShaderFiles(own));
    Evaluator evaluator(shaders, info);

    std::vector<glm::vec4> points;
    for (int i = 0; i < 600; ++i) {
        const float x = static_cast<float>(i);
        points.emplace_back(0.37f * x, 11.0f - 0.73f * x, 0.0f, 0.25f * static_cast<float>(i % 33) - 1.0f);
    }
    int differing = 0;
    for (const Fractal fractal : {Fractal::fbm, Fractal::turbulence}) {
        constexpr int most = 5;
        const auto noise_of = [&](int octaves) {
            return Noise({.octaves = static_cast<float>(octaves), .persistence = 0.6f, .fractal = fractal});
        };
        const auto normalization = [](int octaves) {
            return static_cast<double>(fbm(static_cast<float>(octaves), 0.6f, 2).normalization);
        };
        std::vector<float> values(points.size()), again(points.size());
        std::vector<glm::vec4> gradients(points.size());
        evaluator.points(noise_of(most), points, values);
        evaluator.points(noise_of(most), points, again, gradients);
        for (std::size_t i = 0; i < points.size(); ++i) {
            std::array<glm::dvec3, most + 2> sums{};  // of up to that many octaves: value and derivatives
            for (int octaves = 1; octaves <= most; ++octaves) {
                glm::vec4 g;
                const float value = noise_of(octaves).gradient(points[i], g);
                sums[static_cast<std::size_t>(octaves)] = glm::dvec3(value, g.x, g.y) / normalization(octaves);
            }
            sums[most + 1] = sums[most];
            const double detail = std::clamp(static_cast<double>(points[i].w), 0.0, static_cast<double>(most));
            const auto whole = static_cast<std::size_t>(detail);
            const glm::dvec3 expected =
                normalization(most) * glm::mix(sums[whole], sums[whole + 1], std::fmod(detail, 1));
            const glm::dvec3 found(values[i], gradients[i].x, gradients[i].y);
            const bool all = detail == most;  // equal to the bit
            differing += values[i] != again[i] || (all && values[i] != noise_of(most)(points[i])) ||
                         std::abs(found.x - expected.x) > 1e-6 || glm::distance(found, expected) > 1e-5;
        }
    }
    return differing;
}
