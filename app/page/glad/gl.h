// Replaces glad in a page: WebGL2 is OpenGL ES 3.0, whose functions Emscripten declares.
#pragma once

#include <GLES3/gl3.h>

// Used only by code for GLSL 4.30 or later.
#define GL_COMPUTE_SHADER 0x91B9
#define GL_SHADER_STORAGE_BUFFER 0x90D2
#define GL_WRITE_ONLY 0x88B9
#define GL_SHADER_IMAGE_ACCESS_BARRIER_BIT 0x20
#define GL_TEXTURE_FETCH_BARRIER_BIT 0x8
#define GL_FRAMEBUFFER_BARRIER_BIT 0x400
inline void glDispatchCompute(GLuint, GLuint, GLuint) {}
inline void glMemoryBarrier(GLbitfield) {}
inline void glBindImageTexture(GLuint, GLuint, GLint, GLboolean, GLint, GLenum, GLenum) {}
