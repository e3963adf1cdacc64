// For scenes drawn sample by sample: rays, the noise around the eye, and tone mapping.
//
// Positions are relative to the eye, in units of coordinate: x right on the map, y up, z down on the map. They are
// precise wherever the camera is, since the noise takes cells and fractions.
#define ISONOISE_DETAIL detail
float detail = 32.0;  // number of octaves in the next call of noise(); see noise.glsl
#include "isonoise/noise.glsl"
#include "scenes/scene.glsl"

uniform ivec4 eye_cell;       // the eye along each axis of the noise
uniform vec4 eye_fraction;
uniform vec3 eye;             // relative to the picture's center
uniform vec3 right;           // the camera's axes
uniform vec3 up;
uniform vec3 forward;
uniform float half_fov_tangent;  // tangent of half the vertical angle of view
uniform vec3 sun_direction;   // towards the sun
uniform float exposure;       // in stops
uniform vec2 jitter;          // this sample's offset, in pixels from the pixel's center
uniform uint sample_index;
uniform float mean;           // of the noise's values, approximately, and their standard deviation
uniform float sigma;
uniform vec2 extremes;        // no value is lower or higher
uniform vec4 markers[MOST_MARKERS];  // relative to the eye; w is the size
uniform vec3 marker_normals[MOST_MARKERS];
uniform int marker_count;

// The noise at a fraction of a cell, or the user's function in its place: SCENE_FUNCTION is a call of it, with
// SCENE_CELLS of the one for cells. The frequency is a power of 2, so that coordinates in units are exact, or far out
// but for the rounding of a fraction.
#ifdef SCENE_FUNCTION
#if SCENE_CELLS
float function_value(ivec4 cell, vec4 fraction) {
    if (isonoise_plan.frequency < 1.0) {
        vec4 units = fraction / isonoise_plan.frequency, whole = floor(units);
        return SCENE_FUNCTION(cell * int(1.0 / isonoise_plan.frequency) + ivec4(whole), units - whole);
    }
    int per_unit = int(isonoise_plan.frequency);
    ivec4 rest = cell & (per_unit - 1);
    return SCENE_FUNCTION((cell - rest) / per_unit, (vec4(rest) + fraction) / isonoise_plan.frequency);
}
#else
float function_value(ivec4 cell, vec4 fraction) {
    return SCENE_FUNCTION((vec4(cell) + fraction) / isonoise_plan.frequency);
}
#endif
float value_at(ivec4 cell, vec4 fraction) {
    float value = function_value(cell, fraction);
    return (floatBitsToUint(value) & 0x7F800000u) == 0x7F800000u ? 0.0 : value;  // NaN and infinity
}
#else
float value_at(ivec4 cell, vec4 fraction) { return isonoise(cell, fraction); }
#endif

// The noise `local` units of coordinate from the eye.
float noise(vec4 local) {
    vec4 q = local * isonoise_plan.frequency + eye_fraction;
    vec4 cell = floor(q);
    return value_at(eye_cell + ivec4(cell), q - cell);
}
// With the derivatives per unit of coordinate, for noise that has them.
#if ISONOISE_GRADIENT
float noise(vec4 local, out vec4 gradient) {
    vec4 q = local * isonoise_plan.frequency + eye_fraction;
    vec4 cell = floor(q);
    return isonoise_gradient(eye_cell + ivec4(cell), q - cell, gradient);
}
#endif

// A value of the noise in [-1, 1], whatever the output setting; and the standard deviation of such values.
float as_signed(float value) { return isonoise_plan.unit != 0u ? 2.0 * value - 1.0 : value; }
float signed_sigma() { return isonoise_plan.unit != 0u ? 2.0 * sigma : sigma; }

// The omitted octaves' part of the mean; 0 for fractals whose octaves have mean 0.
float missing(float octaves) {
#if ISONOISE_FRACTAL >= 1 && ISONOISE_FRACTAL <= 3
    float kept = 0.0;
    for (uint i = 0u; i < isonoise_plan.count; ++i) {
        if (float(i) >= octaves) break;
        kept += isonoise_plan.octaves[i].amplitude * min(octaves - float(i), 1.0);
    }
    return (isonoise_plan.unit != 0u ? mean - 0.5 : mean) * max(1.0 - kept, 0.0);
#else
    return 0.0;
#endif
}

// The noise `local` units from the eye with this many octaves, in standard deviations from its mean: for thresholds and
// heights that suit any settings.
float standing(vec4 local, float octaves) {
    detail = octaves;
    return (noise(local) + missing(octaves) - mean) / sigma;
}

// The direction of the ray through a point of the picture, of length 1; and of this fragment's.
vec3 ray_through(vec2 pixels) {
    vec2 at = (pixels - 0.5 * size) * (2.0 * half_fov_tangent / size.y);
    return normalize(forward + at.x * right - at.y * up);
}
vec3 ray() { return ray_through(place() + jitter); }
// The approximate angle that a pixel covers, in radians.
float pixel_angle() { return 2.0 * half_fov_tangent / size.y; }

// The octaves whose cells are at least this wide.
float octaves_of(float width) {
    return 1.0 - log(max(width * isonoise_plan.frequency, 1e-12)) / log(max(isonoise_plan.lacunarity, 1.01));
}
// The octaves whose cells are at least `pixels` pixels wide at a distance: finer ones would only flicker.
float detail_at(float distance, float pixels) { return octaves_of(pixels * pixel_angle() * distance); }

// A random number in [0, 1) for this pixel and sample, to dither rays.
float random(uint salt) { return to_unit(random_bits(uvec4(uvec2(place()), sample_index, salt))); }

// Two points on a ray with the surface between them, and their heights above it.
struct Bracket {
    float above;
    float below;
    float above_gap;
    float below_gap;  // zero or negative
};
void narrow(inout Bracket b, float t, float gap) {
    if (gap > 0.0) {
        b.above = t;
        b.above_gap = gap;
    } else {
        b.below = t;
        b.below_gap = gap;
    }
}
// The next point to try: where a straight line between the ends crosses the surface, but at least `margin` of the
// interval away from both.
float between(Bracket b, float margin) {
    return mix(b.above, b.below, clamp(b.above_gap / max(b.above_gap - b.below_gap, 1e-12), margin, 1.0 - margin));
}

// Tone mapping: exposure, then a curve with a soft shoulder, so that highlights do not clip. (A fit of the ACES filmic
// curve, K. Narkowicz, 2015)
vec4 shown(vec3 light) {
    vec3 x = max(light, vec3(0.0)) * exp2(exposure) * 0.6;
    vec3 c = x * (2.51 * x + 0.03) / (x * (2.43 * x + 0.59) + 0.14);
    return vec4(clamp(c, 0.0, 1.0), 1.0);
}
