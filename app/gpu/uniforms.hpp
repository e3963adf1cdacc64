// Uniforms by name: their locations in a program, and values to set.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <glad/gl.h>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

namespace isonoise {

// The locations of a linked program's uniforms, queried once.
class Uniforms {
  public:
    explicit Uniforms(GLuint program);

    // -1, which glUniform* ignores, if the program has no such uniform. Arrays are named without [0].
    GLint at(std::string_view name) const;

  private:
    friend class UniformValues;
    std::map<std::string, GLint, std::less<>> locations_;
    std::uint64_t applied_ = 0;  // the UniformValues::version_ that the program has; 0: none
};

// Values of uniforms by name. A later value replaces an earlier one of the same name.
class UniformValues {
  public:
    // Numbers and arrays of numbers; double becomes float.
    void set(std::string_view name, double value);
    void set(std::string_view name, int value);
    void set(std::string_view name, unsigned value);
    void set(std::string_view name, const glm::dvec2& value);
    void set(std::string_view name, const glm::dvec3& value);
    void set(std::string_view name, const glm::dvec4& value);
    void set(std::string_view name, const glm::ivec2& value);
    void set(std::string_view name, const glm::ivec3& value);
    void set(std::string_view name, const glm::ivec4& value);
    void set(std::string_view name, const glm::uvec2& value);
    void set(std::string_view name, std::span<const int> values);
    void set(std::string_view name, std::span<const float> values);
    void set(std::string_view name, std::span<const glm::vec3> values);
    void set(std::string_view name, std::span<const glm::vec4> values);
    // One vector of 1 to 4 components.
    void set_vector(std::string_view name, std::span<const float> components);
    void set_vector(std::string_view name, std::span<const GLint> components);
    void set_vector(std::string_view name, std::span<const GLuint> components);

    // Sets the values in the bound program, which `uniforms` belongs to, unless it still has them; skips names that the
    // program lacks. Nothing else may set uniforms of these names.
    void apply(Uniforms& uniforms) const;

    // Differs between any two sets of values that were not copied from each other; 0 for an empty one.
    std::uint64_t version() const { return version_; }

  private:
    struct Value {
        int components;  // 1 to 4
        std::variant<std::vector<float>, std::vector<GLint>, std::vector<GLuint>> numbers;
    };
    template <class T, class Vec> void put(std::string_view name, int components, const Vec* values, std::size_t count);
    template <class T> void put(std::string_view name, int components, std::vector<T> numbers);

    std::map<std::string, Value, std::less<>> values_;
    std::uint64_t version_ = 0;  // changes with every set(); different values never share one
};

}  // namespace isonoise
