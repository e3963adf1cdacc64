// For all scenes: a fragment's position in the picture, the colour map, sRGB, lines, and random numbers.
#include "scenes/constants.glsl"

uniform sampler2D colours;  // the colour map, low to high, in one row; display-referred sRGB and alpha
uniform vec2 size;          // of the whole picture, in pixels
uniform vec2 first;         // the picture's pixel at the target's top left corner
uniform float rows;         // of the target
uniform int rows_from_top;  // 1 if the target's row 0 is the top one (a texture), 0 if the bottom one (a window)
uniform vec2 range;         // value of the first colour; 1 / (value of the last - value of the first)
out vec4 colour;

vec4 look_up_with_alpha(float t) {
    int last = textureSize(colours, 0).x - 1;
    float at = clamp(t, 0.0, 1.0) * float(last);
    int i = min(int(at), last - 1);
    return mix(texelFetch(colours, ivec2(i, 0), 0), texelFetch(colours, ivec2(i + 1, 0), 0), at - float(i));
}
vec3 look_up(float t) { return look_up_with_alpha(t).rgb; }

vec3 ink(float value) { return look_up((value - range.x) * range.y); }

// The center of this fragment in the picture, in pixels from the top left corner.
vec2 place() { return first + vec2(gl_FragCoord.x, rows_from_top != 0 ? gl_FragCoord.y : rows - gl_FragCoord.y); }

// Converts between linear light and sRGB for displays (IEC 61966-2-1).
vec3 to_srgb(vec3 light) {
    return mix(12.92 * light, 1.055 * pow(max(light, vec3(0.0031308)), vec3(1.0 / 2.4)) - 0.055,
               step(vec3(0.0031308), light));
}
vec3 to_linear(vec3 srgb) {
    return mix(srgb / 12.92, pow((max(srgb, vec3(0.04045)) + 0.055) / 1.055, vec3(2.4)), step(vec3(0.04045), srgb));
}

float to_segment(vec2 p, vec2 a, vec2 b) {
    vec2 ab = b - a;
    return length(p - a - ab * clamp(dot(p - a, ab) / max(dot(ab, ab), 1e-9), 0.0, 1.0));
}

// A pixel's coverage by a line of this width, given the distance to its center.
float cover(float distance, float width) { return clamp(0.5 * width + 0.5 - distance, 0.0, 1.0); }

// Dither in 0 to 1, evenly distributed among neighbouring pixels; `shift` offsets it. (J. Jimenez's interleaved
// gradient noise, 2014)
float interleaved(vec2 pixel, float shift) {
    return fract(52.9829189 * fract(dot(pixel, vec2(0.06711056, 0.00583715))) + shift);
}

// Random bits for four numbers, and a number in [0, 1) from such bits.
uint random_bits(uvec4 v) {
    uint h = v.x * 0x9E3779B1u ^ v.y * 0x85EBCA77u ^ v.z * 0xC2B2AE3Du ^ v.w * 0x27D4EB2Fu;
    h ^= h >> 15;
    h *= 0x2C1B3C6Du;
    h ^= h >> 12;
    h *= 0x297A2D39u;
    return h ^ (h >> 15);
}
float to_unit(uint bits) { return float(bits >> 8) / 16777216.0; }

// Random bits for one number. (Constants: Chris Wellons, "Prospecting for hash functions", lowbias32)
uint scrambled(uint h) {
    h ^= h >> 16;
    h *= 0x7FEB352Du;
    h ^= h >> 15;
    h *= 0x846CA68Bu;
    return h ^ (h >> 16);
}
