// WordShader by OpenGL.
#include "error.hpp"
#include "gpu/evaluator.hpp"
#include "gpu/texels.hpp"

namespace isonoise {
namespace {

class GlWordShader : public WordShader {
  public:
    GlWordShader(Program program, int max_texture)
        : program_(std::move(program)), max_texture_(max_texture), texture_(Texture::make()),
          vertices_(VertexArray::make()) {
        points({});
    }
    void set(const std::string& uniform, std::uint32_t word) override {
        glUseProgram(program_.get());
        glUniform1ui(glGetUniformLocation(program_.get(), uniform.c_str()), word);
    }
    void set(const std::string& uniform, const std::array<std::uint32_t, 4>& words) override {
        glUseProgram(program_.get());
        glUniform4uiv(glGetUniformLocation(program_.get(), uniform.c_str()), 1, words.data());
    }
    void points(std::span<const glm::vec4> points) override {
        const std::size_t count = std::max<std::size_t>(points.size(), 1);
        const int width = width_for(count), rows = rows_for(count, max_texture_);
        if (static_cast<std::size_t>(width) * static_cast<std::size_t>(rows) != count)
            fail("{} points do not fill the rows of a texture", count);
        sized(target_, GL_RGBA32UI, width, rows);
        if (points.empty()) return;
        glBindTexture(GL_TEXTURE_2D, texture_.get());
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
        glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
        glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA32UI, width, rows, 0, GL_RGBA_INTEGER, GL_UNSIGNED_INT, points.data());
        check_gl("points");
    }
    void draw(int times) override {
        glUseProgram(program_.get());
        glUniform1i(glGetUniformLocation(program_.get(), "points"), 0);
        glActiveTexture(GL_TEXTURE0);
        glBindTexture(GL_TEXTURE_2D, texture_.get());
        glBindFramebuffer(GL_FRAMEBUFFER, target_->framebuffer());
        glViewport(0, 0, target_->width(), target_->height());
        glDisable(GL_BLEND);
        glDisable(GL_DEPTH_TEST);
        glBindVertexArray(vertices_.get());
        for (int i = 0; i < times; ++i)
            glDrawArrays(GL_TRIANGLES, 0, 3);
        glFinish();
        check_gl("drawing words");
    }
    void read(std::span<std::array<std::uint32_t, 4>> words) override {
        target_->read(0, target_->height(), std::span(words.front().data(), 4 * words.size()));
    }

  private:
    Program program_;
    int max_texture_;
    Texture texture_;
    VertexArray vertices_;
    std::optional<Target> target_;
};

}  // namespace

std::unique_ptr<WordShader> Evaluator::word_shader(const ShaderFiles::Source& source, const std::string& name) {
    return std::make_unique<GlWordShader>(fragment_program(info_.glsl, mode(), source, name), info_.max_texture);
}

}  // namespace isonoise
