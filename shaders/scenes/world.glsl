// The scenes with a camera: rays, the noise around the eye, and the way from light to the screen.
//
// Positions are from the eye, in units of coordinate: x right on the map, y up, z down on the map. So they are exact
// enough wherever in its world the camera is, and the noise takes cells and fractions.
#define ISONOISE_DETAIL detail
float detail = 32.0;  // octaves that count, for whoever evaluates the noise next; see noise.glsl
#include "isonoise/noise.glsl"
#include "scenes/scene.glsl"

uniform ivec4 eye_cell;       // the eye along each axis of the noise
uniform vec4 eye_fraction;
uniform vec3 eye;             // the eye from the picture's center
uniform vec3 right;           // the camera's axes
uniform vec3 up;
uniform vec3 forward;
uniform float slope;          // tangent of half the vertical angle of view
uniform vec3 sun_direction;   // towards the sun
uniform float exposure;       // in stops
uniform vec2 jitter;          // this sample's place in the pixel, from its middle, in pixels
uniform uint sample_index;    // of this sample
uniform float sigma;          // the noise's standard deviation, about
uniform vec4 markers[64];     // from the eye; w is the size
uniform vec3 marker_normals[64];
uniform int marker_count;

// The noise `local` units from the eye along each of its axes.
float noise(vec4 local) {
    vec4 q = local * isonoise_plan.frequency + eye_fraction;
    vec4 cell = floor(q);
    return isonoise(eye_cell + ivec4(cell), q - cell);
}
// With the derivatives by units of coordinate, where the noise has some.
#if ISONOISE_GRADIENT
float noise(vec4 local, out vec4 gradient) {
    vec4 q = local * isonoise_plan.frequency + eye_fraction;
    vec4 cell = floor(q);
    return isonoise_gradient(eye_cell + ivec4(cell), q - cell, gradient);
}
#endif

// The direction of this fragment's ray, of length 1.
vec3 ray() {
    vec2 at = (place() + jitter - 0.5 * size) * (2.0 * slope / size.y);
    return normalize(forward + at.x * right - at.y * up);
}
// The angle that a pixel covers, in radians (about).
float pixel_angle() { return 2.0 * slope / size.y; }

// Octaves whose cells are at least `pixels` pixels wide at a distance: the rest would only flicker.
float detail_at(float distance, float pixels) {
    float cells = pixels * pixel_angle() * distance * isonoise_plan.frequency;
    return 1.0 - log(max(cells, 1e-12)) / log(max(isonoise_plan.lacunarity, 1.01));
}

// Random bits of this pixel and sample, and a number in [0, 1) from a plain hash of them: for dithering rays.
uint random_bits(uint salt) {
    uvec2 at = uvec2(place());
    uint h = (at.x * 0x9E3779B1u) ^ (at.y * 0x85EBCA77u) ^ (sample_index * 0xC2B2AE3Du) ^ (salt * 0x27D4EB2Fu);
    h ^= h >> 15;
    h *= 0x2C1B3C6Du;
    h ^= h >> 12;
    h *= 0x297A2D39u;
    return h ^ (h >> 15);
}
float random(uint salt) { return float(random_bits(salt) >> 8) / 16777216.0; }

// From scene-referred linear light to the display's: exposure, then a curve with a soft shoulder, so that no highlight
// clips. (A fit of the ACES filmic curve, K. Narkowicz, 2015)
vec4 shown(vec3 light) {
    vec3 x = max(light, vec3(0.0)) * exp2(exposure) * 0.6;
    vec3 c = x * (2.51 * x + 0.03) / (x * (2.43 * x + 0.59) + 0.14);
    return vec4(clamp(c, 0.0, 1.0), 1.0);
}
