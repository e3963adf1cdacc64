// From the values at a cell's corners to the value within, and to the slopes that the weights give it.
// Twin of shaders/isonoise/interpolate.glsl.
//
// Corners come four at a time, a square: (0,0), (1,0), (0,1), (1,1) in x and y; a cube is two squares, z low and z
// high; a tesseract is two cubes, w low and w high. `w` are the weights: the faded fraction. Interpolated along x
// first, then y, z and w.
#pragma once

#include "isonoise/lattice.hpp"

namespace isonoise {

static inline float interpolate1(glm::vec2 a, float w) { return lerp(a.x, a.y, w); }
static inline float interpolate2(glm::vec4 a, glm::vec2 w) {
    return lerp(lerp(a.x, a.y, w.x), lerp(a.z, a.w, w.x), w.y);
}
static inline float interpolate3(glm::vec4 a, glm::vec4 b, glm::vec3 w) {
    return lerp(interpolate2(a, glm::vec2(w)), interpolate2(b, glm::vec2(w)), w.z);
}
static inline float interpolate4(glm::vec4 a, glm::vec4 b, glm::vec4 c, glm::vec4 d, glm::vec4 w) {
    return lerp(interpolate3(a, b, glm::vec3(w)), interpolate3(c, d, glm::vec3(w)), w.w);
}

// The derivative of the above by each weight.
static inline float slope1(glm::vec2 a) { return a.y - a.x; }
static inline glm::vec2 slope2(glm::vec4 a, glm::vec2 w) {
    return {lerp(a.y - a.x, a.w - a.z, w.y), lerp(a.z, a.w, w.x) - lerp(a.x, a.y, w.x)};
}
static inline glm::vec3 slope3(glm::vec4 a, glm::vec4 b, glm::vec3 w) {
    glm::vec2 xy = lerp(slope2(a, glm::vec2(w)), slope2(b, glm::vec2(w)), w.z);
    return glm::vec3(xy, interpolate2(b, glm::vec2(w)) - interpolate2(a, glm::vec2(w)));
}
static inline glm::vec4 slope4(glm::vec4 a, glm::vec4 b, glm::vec4 c, glm::vec4 d, glm::vec4 w) {
    glm::vec3 xyz = lerp(slope3(a, b, glm::vec3(w)), slope3(c, d, glm::vec3(w)), w.w);
    return glm::vec4(xyz, interpolate3(c, d, glm::vec3(w)) - interpolate3(a, b, glm::vec3(w)));
}

}  // namespace isonoise
