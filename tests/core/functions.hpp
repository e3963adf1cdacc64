// The functions of isonoise.hpp by dimension, so that one test body covers all: visit(dim, [](auto f) {...}).
#pragma once

#include <bit>
#include <cstdint>

#include "isonoise/isonoise.hpp"

// V is the coordinate type, C the cell, U the period.
template <class V, class C, class U> struct Functions {
    using Seed = std::uint32_t;
    using Table = const isonoise::Permutation&;
    int dim;
    float (*perlin)(V, Seed);
    float (*perlin_at)(C, V, Seed);
    float (*perlin_gradient)(V, Seed, V&);
    float (*perlin_gradient_at)(C, V, Seed, V&);
    float (*perlin_periodic)(V, Seed, U);
    float (*perlin_periodic_at)(C, V, Seed, U);
    float (*perlin_periodic_gradient)(V, Seed, U, V&);
    float (*perlin_periodic_gradient_at)(C, V, Seed, U, V&);
    float (*perlin_fbm)(V, Seed, const isonoise::Fbm&);
    float (*improved)(V, Table, U) = nullptr;
    float (*improved_at)(C, V, Table, U) = nullptr;
    float (*improved_gradient)(V, Table, U, V&) = nullptr;
    float (*improved_gradient_at)(C, V, Table, U, V&) = nullptr;
    float (*value)(V, Seed, U) = nullptr;
    float (*value_at)(C, V, Seed, U) = nullptr;
    float (*value_gradient)(V, Seed, U, V&) = nullptr;
    float (*value_gradient_at)(C, V, Seed, U, V&) = nullptr;

    // Takes the first components of a vec4.
    static V cut(glm::vec4 v) {
        if constexpr (std::is_same_v<V, float>)
            return v.x;
        else
            return V(v);
    }
    static C cut(glm::ivec4 v) {
        if constexpr (std::is_same_v<C, int>)
            return v.x;
        else
            return C(v);
    }
    static U cut(glm::uvec4 v) {
        if constexpr (std::is_same_v<U, std::uint32_t>)
            return v.x;
        else
            return U(v);
    }
    static glm::vec4 widened(V v) {
        if constexpr (std::is_same_v<V, float>)
            return glm::vec4(v, 0, 0, 0);
        else if constexpr (std::is_same_v<V, glm::vec2>)
            return glm::vec4(v, 0, 0);
        else if constexpr (std::is_same_v<V, glm::vec3>)
            return glm::vec4(v, 0);
        else
            return v;
    }
};

template <class Visit> void visit(int dim, Visit&& visitor) {
    using namespace isonoise;
    switch (dim) {
    case 1:
        visitor(Functions<float, int, std::uint32_t>{
            1, perlin1, perlin1, perlin1_gradient, perlin1_gradient, perlin1_periodic, perlin1_periodic,
            perlin1_periodic_gradient, perlin1_periodic_gradient, perlin1_fbm, improved1, improved1, improved1_gradient,
            improved1_gradient, value1, value1, value1_gradient, value1_gradient});
        break;
    case 2:
        visitor(Functions<glm::vec2, glm::ivec2, glm::uvec2>{
            2, perlin2, perlin2, perlin2_gradient, perlin2_gradient, perlin2_periodic, perlin2_periodic,
            perlin2_periodic_gradient, perlin2_periodic_gradient, perlin2_fbm, improved2, improved2, improved2_gradient,
            improved2_gradient, value2, value2, value2_gradient, value2_gradient});
        break;
    case 3:
        visitor(Functions<glm::vec3, glm::ivec3, glm::uvec3>{
            3, perlin3, perlin3, perlin3_gradient, perlin3_gradient, perlin3_periodic, perlin3_periodic,
            perlin3_periodic_gradient, perlin3_periodic_gradient, perlin3_fbm, improved3, improved3, improved3_gradient,
            improved3_gradient, value3, value3, value3_gradient, value3_gradient});
        break;
    default:
        visitor(Functions<glm::vec4, glm::ivec4, glm::uvec4>{
            4, perlin4, perlin4, perlin4_gradient, perlin4_gradient, perlin4_periodic, perlin4_periodic,
            perlin4_periodic_gradient, perlin4_periodic_gradient, perlin4_fbm, improved4, improved4, improved4_gradient,
            improved4_gradient, value4, value4, value4_gradient, value4_gradient});
        break;
    }
}

inline std::uint32_t bits_of(float x) { return std::bit_cast<std::uint32_t>(x); }
inline bool same_bits(glm::vec4 a, glm::vec4 b) {
    return bits_of(a.x) == bits_of(b.x) && bits_of(a.y) == bits_of(b.y) && bits_of(a.z) == bits_of(b.z) &&
           bits_of(a.w) == bits_of(b.w);
}
