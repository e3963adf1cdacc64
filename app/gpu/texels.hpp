// Shared by evaluator.cpp and the readback files. Private.
#pragma once

#include <glad/gl.h>

#include "error.hpp"
#include "gpu/context.hpp"

namespace isonoise {

// Throws Error if a call failed.
inline void check_gl(const char* what) {
    if (GLenum error = glGetError()) {
        // A driver without a context may report errors endlessly.
        for (int others = 0; others < 16 && glGetError(); ++others) {
        }
        check_context();
        if (error == GL_OUT_OF_MEMORY) fail("the OpenGL driver is out of memory: {}", what);
        fail("OpenGL error 0x{:04X}: {}", error, what);
    }
}

// The pixel layout of a texture format.
inline GLenum layout_of(GLenum format) {
    return format == GL_R32F ? GL_RED : format == GL_RGBA32UI ? GL_RGBA_INTEGER : GL_RGBA;
}
inline GLenum type_of(GLenum format) {
    return format == GL_RGBA32UI ? GL_UNSIGNED_INT : format == GL_RGBA8 ? GL_UNSIGNED_BYTE : GL_FLOAT;
}

// Reads rows from y on, and their first columns, from the bound framebuffer of this format.
void read_texels(int y, int columns, int rows, GLenum format, void* to);

}  // namespace isonoise
