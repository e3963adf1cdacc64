// The hills of main.cpp on the GPU: lifts a flat grid to the ground. Included files are in isonoise_SHADER_DIR.
#version 400 core
#extension GL_GOOGLE_include_directive : require
#include "isonoise/fbm.glsl"

uniform mat4 view_projection;
uniform vec4 octaves;  // the four members of isonoise::fbm()'s result: glUniform4fv(location, 1, &octaves.octaves)

layout(location = 0) in vec2 place;  // metres

const uint seed = 7u;
const float cell = 32.0;         // metres
const float highest = 64.0;      // metres

// The height of the ground at a place, in metres. main.cpp has the same function.
float height(vec2 place) {
    IsonoiseFbm fbm = IsonoiseFbm(octaves.x, octaves.y, octaves.z, octaves.w);
    return highest * perlin2_fbm(place * (1.0 / cell), seed, fbm);
}

void main() {
    gl_Position = view_projection * vec4(place.x, height(place), place.y, 1.0);
}
