// Runs a fragment shader at given points and returns its results bit for bit.
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include <glm/common.hpp>
#include <glm/vec4.hpp>

#include "conformance/points.hpp"
#include "gpu/evaluator.hpp"

namespace isonoise {

// Coordinates near and far, lattice points, and coordinates that act as 0.
inline std::vector<glm::vec4> some_points(std::size_t count) {
    Random random(60);
    std::vector<glm::vec4> points;
    for (std::size_t i = 0; i < count; ++i) {
        const double reach = std::array{2.0, 50.0, 1e4, 1e7}[i % 4];
        glm::vec4 p;
        for (int c = 0; c < 4; ++c)
            p[c] = static_cast<float>(random.between(-reach, reach));
        if (i % 16 == 0) p = glm::floor(p);
        points.push_back(p);
    }
    points[0] = glm::vec4(0.0f);
    points[1] = glm::vec4(std::numeric_limits<float>::quiet_NaN(), 1e30f, 1e-45f, -0.0f);
    return points;
}

// Results below 2^-126 count as 0.
inline std::uint32_t bits(float value) {
    return std::fabs(value) < 0x1p-126f ? 0u : std::bit_cast<std::uint32_t>(value);
}

// For programs with a usampler2D `points`, with one column per input of a pixel, and two vec4 outputs.
class Drawn {
  public:
    Drawn() : vertices_(VertexArray::make()), points_(Texture::make()) {}

    // The program's two textures: one pixel per column of `points`, which is stored row by row.
    template <class Texel>
    std::array<std::vector<glm::vec4>, 2> draw(GLuint program, const std::vector<Texel>& points, int rows = 1) {
        static_assert(sizeof(Texel) == 16);
        const int width = static_cast<int>(points.size()) / rows;
        Target target(std::array<GLenum, 2>{GL_RGBA32F, GL_RGBA32F}, width, 1);
        glActiveTexture(GL_TEXTURE0);
        glBindTexture(GL_TEXTURE_2D, points_.get());
        glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA32UI, width, rows, 0, GL_RGBA_INTEGER, GL_UNSIGNED_INT, points.data());
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
        glUniform1i(glGetUniformLocation(program, "points"), 0);
        glBindFramebuffer(GL_FRAMEBUFFER, target.framebuffer());
        glViewport(0, 0, width, 1);
        glDisable(GL_BLEND);
        glBindVertexArray(vertices_.get());
        glDrawArrays(GL_TRIANGLES, 0, 3);
        std::array<std::vector<glm::vec4>, 2> result;
        for (int i = 0; i < 2; ++i) {
            auto& texels = result[static_cast<std::size_t>(i)];
            texels.resize(static_cast<std::size_t>(width));
            target.read(0, 1, std::span(&texels[0].x, 4 * texels.size()), i);
        }
        return result;
    }

  private:
    VertexArray vertices_;
    Texture points_;
};

}  // namespace isonoise
