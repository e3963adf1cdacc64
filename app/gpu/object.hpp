// GL object names that delete themselves.
#pragma once

#include <utility>

#include <glad/gl.h>

namespace isonoise {

template <auto Create, auto Delete> class Object {
  public:
    Object() = default;
    static Object make() { return Object(Create()); }
    explicit Object(GLuint id) : id_(id) {}
    ~Object() { reset(); }
    Object(Object&& other) noexcept : id_(std::exchange(other.id_, 0)) {}
    Object& operator=(Object&& other) noexcept {
        reset();
        id_ = std::exchange(other.id_, 0);
        return *this;
    }
    GLuint get() const { return id_; }

  private:
    void reset() {
        if (id_) Delete(id_);
        id_ = 0;
    }
    GLuint id_ = 0;
};

namespace detail {
inline GLuint one(void (*generate)(GLsizei, GLuint*)) {
    GLuint id = 0;
    generate(1, &id);
    return id;
}
inline GLuint make_texture() { return one(glGenTextures); }
inline void delete_texture(GLuint id) { glDeleteTextures(1, &id); }
inline GLuint make_framebuffer() { return one(glGenFramebuffers); }
inline void delete_framebuffer(GLuint id) { glDeleteFramebuffers(1, &id); }
inline GLuint make_buffer() { return one(glGenBuffers); }
inline void delete_buffer(GLuint id) { glDeleteBuffers(1, &id); }
inline GLuint make_vertex_array() { return one(glGenVertexArrays); }
inline void delete_vertex_array(GLuint id) { glDeleteVertexArrays(1, &id); }
inline GLuint make_query() { return one(glGenQueries); }
inline void delete_query(GLuint id) { glDeleteQueries(1, &id); }
inline GLuint make_program() { return glCreateProgram(); }
inline void delete_program(GLuint id) { glDeleteProgram(id); }
}  // namespace detail

using Texture = Object<detail::make_texture, detail::delete_texture>;
using Framebuffer = Object<detail::make_framebuffer, detail::delete_framebuffer>;
using Buffer = Object<detail::make_buffer, detail::delete_buffer>;
using VertexArray = Object<detail::make_vertex_array, detail::delete_vertex_array>;
using Query = Object<detail::make_query, detail::delete_query>;
using Program = Object<detail::make_program, detail::delete_program>;

}  // namespace isonoise
