// Fragment shaders drawn onto a square, with nothing of the program but its GL objects.
#pragma once

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "gpu/object.hpp"

namespace isonoise {

inline GLuint program_of(const std::string& fragment) {
    const GLuint program = glCreateProgram();
    const std::string vertex = "#version 330 core\nvoid main() { gl_Position = vec4(gl_VertexID == 1 ? 3.0 : -1.0, "
                               "gl_VertexID == 2 ? 3.0 : -1.0, 0.0, 1.0); }\n";
    for (const auto& [stage, source] : {std::pair{GL_VERTEX_SHADER, vertex}, {GL_FRAGMENT_SHADER, fragment}}) {
        const GLuint shader = glCreateShader(static_cast<GLenum>(stage));
        const char* text = source.c_str();
        glShaderSource(shader, 1, &text, nullptr);
        glCompileShader(shader);
        char log[4096] = "";
        glGetShaderInfoLog(shader, sizeof log, nullptr, log);
        GLint compiled = 0;
        glGetShaderiv(shader, GL_COMPILE_STATUS, &compiled);
        EXPECT_TRUE(compiled) << log;
        glAttachShader(program, shader);
        glDeleteShader(shader);
    }
    glLinkProgram(program);
    return program;
}

// What the current program draws onto side x side pixels: one number each.
template <class T> std::vector<T> picture(int side, GLenum texels, GLenum format, GLenum type) {
    const Texture texture = Texture::make();
    const Framebuffer framebuffer = Framebuffer::make();
    const VertexArray vertices = VertexArray::make();
    glBindTexture(GL_TEXTURE_2D, texture.get());
    glTexImage2D(GL_TEXTURE_2D, 0, static_cast<GLint>(texels), side, side, 0, format, type, nullptr);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer.get());
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture.get(), 0);
    glViewport(0, 0, side, side);
    glBindVertexArray(vertices.get());
    glDrawArrays(GL_TRIANGLES, 0, 3);
    std::vector<T> values(static_cast<std::size_t>(side) * static_cast<std::size_t>(side));
    glReadPixels(0, 0, side, side, format, type, values.data());
    return values;
}

}  // namespace isonoise
