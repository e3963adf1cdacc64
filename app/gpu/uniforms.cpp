#include "gpu/uniforms.hpp"

#include <atomic>
#include <type_traits>
#include <utility>

namespace isonoise {

Uniforms::Uniforms(GLuint program) {
    GLint count = 0, longest = 0;
    glGetProgramiv(program, GL_ACTIVE_UNIFORMS, &count);
    glGetProgramiv(program, GL_ACTIVE_UNIFORM_MAX_LENGTH, &longest);
    std::string name(static_cast<std::size_t>(longest) + 1, '\0');
    for (GLuint i = 0; i < static_cast<GLuint>(count); ++i) {
        GLsizei length = 0;
        GLint size = 0;
        GLenum type = 0;
        glGetActiveUniform(program, i, longest, &length, &size, &type, name.data());
        const std::string_view full(name.data(), static_cast<std::size_t>(length));
        const GLint location = glGetUniformLocation(program, name.c_str());  // -1 for members of a block
        if (location >= 0) locations_.emplace(full.substr(0, full.find('[')), location);
    }
}

GLint Uniforms::at(std::string_view name) const {
    const auto found = locations_.find(name);
    return found == locations_.end() ? -1 : found->second;
}

static std::atomic<std::uint64_t> last_version = 0;  // several threads make frames

template <class T> void UniformValues::put(std::string_view name, int components, std::vector<T> numbers) {
    values_.insert_or_assign(std::string(name), Value{components, std::move(numbers)});
    version_ = ++last_version;
}

template <class T, class Vec>
void UniformValues::put(std::string_view name, int components, const Vec* values, std::size_t count) {
    std::vector<T> numbers;
    numbers.reserve(count * static_cast<std::size_t>(components));
    for (std::size_t i = 0; i < count; ++i) {
        if constexpr (std::is_arithmetic_v<Vec>) {
            numbers.push_back(static_cast<T>(values[i]));
        } else {
            for (int c = 0; c < components; ++c)
                numbers.push_back(static_cast<T>(values[i][c]));
        }
    }
    put(name, components, std::move(numbers));
}

void UniformValues::set(std::string_view name, double value) { put<float>(name, 1, &value, 1); }
void UniformValues::set(std::string_view name, int value) { put<GLint>(name, 1, &value, 1); }
void UniformValues::set(std::string_view name, unsigned value) { put<GLuint>(name, 1, &value, 1); }
void UniformValues::set(std::string_view name, const glm::dvec2& value) { put<float>(name, 2, &value, 1); }
void UniformValues::set(std::string_view name, const glm::dvec3& value) { put<float>(name, 3, &value, 1); }
void UniformValues::set(std::string_view name, const glm::dvec4& value) { put<float>(name, 4, &value, 1); }
void UniformValues::set(std::string_view name, const glm::ivec2& value) { put<GLint>(name, 2, &value, 1); }
void UniformValues::set(std::string_view name, const glm::ivec3& value) { put<GLint>(name, 3, &value, 1); }
void UniformValues::set(std::string_view name, const glm::ivec4& value) { put<GLint>(name, 4, &value, 1); }
void UniformValues::set(std::string_view name, const glm::uvec2& value) { put<GLuint>(name, 2, &value, 1); }
void UniformValues::set(std::string_view name, std::span<const int> values) {
    put<GLint>(name, 1, values.data(), values.size());
}
void UniformValues::set(std::string_view name, std::span<const float> values) {
    put<float>(name, 1, values.data(), values.size());
}
void UniformValues::set(std::string_view name, std::span<const glm::vec3> values) {
    put<float>(name, 3, values.data(), values.size());
}
void UniformValues::set(std::string_view name, std::span<const glm::vec4> values) {
    put<float>(name, 4, values.data(), values.size());
}

void UniformValues::set_vector(std::string_view name, std::span<const float> v) {
    put(name, static_cast<int>(v.size()), std::vector(v.begin(), v.end()));
}
void UniformValues::set_vector(std::string_view name, std::span<const GLint> v) {
    put(name, static_cast<int>(v.size()), std::vector(v.begin(), v.end()));
}
void UniformValues::set_vector(std::string_view name, std::span<const GLuint> v) {
    put(name, static_cast<int>(v.size()), std::vector(v.begin(), v.end()));
}

static void upload(GLint at, int components, GLsizei count, const float* v) {
    switch (components) {
    case 1: return glUniform1fv(at, count, v);
    case 2: return glUniform2fv(at, count, v);
    case 3: return glUniform3fv(at, count, v);
    default: return glUniform4fv(at, count, v);
    }
}

static void upload(GLint at, int components, GLsizei count, const GLint* v) {
    switch (components) {
    case 1: return glUniform1iv(at, count, v);
    case 2: return glUniform2iv(at, count, v);
    case 3: return glUniform3iv(at, count, v);
    default: return glUniform4iv(at, count, v);
    }
}

static void upload(GLint at, int components, GLsizei count, const GLuint* v) {
    switch (components) {
    case 1: return glUniform1uiv(at, count, v);
    case 2: return glUniform2uiv(at, count, v);
    case 3: return glUniform3uiv(at, count, v);
    default: return glUniform4uiv(at, count, v);
    }
}

void UniformValues::apply(Uniforms& uniforms) const {
    if (std::exchange(uniforms.applied_, version_) == version_) return;
    for (const auto& [name, value] : values_) {
        const GLint at = uniforms.at(name);
        if (at < 0) continue;
        std::visit(
            [&, components = value.components](const auto& numbers) {
                const auto count = static_cast<GLsizei>(numbers.size()) / components;
                upload(at, components, count, numbers.data());
            },
            value.numbers);
    }
}

}  // namespace isonoise
