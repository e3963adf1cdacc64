// Shared by the passes of scene "clouds". There is cloud where the noise exceeds the threshold, which rises towards the
// layer's bottom and top. `threshold` is in units of 3 standard deviations from the noise's mean, so that 0 covers half
// of the layer's base for any noise. The layer lies from CLOUDS_LOW to CLOUDS_HIGH above the center, in units of
// coordinate.
//
// Most of it is empty. A coarse volume in front of the eye tells where: columns of rays through every `volume_pixels`
// pixels, with slices at distances that grow. Its texture `coarse` holds the noise of wide cells at every column and
// slice, slices side by side; `near` marks where there may be clouds between four columns and two slices, one bit a
// slice.
#include "scenes/world.glsl"

uniform float threshold;
uniform float density;
uniform float volume_near;     // the distance of the first slice
uniform float volume_pixels;
uniform ivec2 volume_columns;  // and rows
uniform int volume_slices;
uniform int volume_across;     // slices side by side in `coarse`

// How far above the mean clouds begin at a height above the eye, in standard deviations.
float cloud_level(float y) {
    float h = (y + eye.y - CLOUDS_LOW) / (CLOUDS_HIGH - CLOUDS_LOW);
    float base = 1.0 - smoothstep(0.0, CLOUDS_BASE, h);
    float top = h * h;
    return 3.0 * threshold + 4.0 * base + 3.0 * top + 3.0 * top * top * top;
}

// How fast it falls at most, in units along a ray that enters the layer there.
float level_falls(float y, float dy) {
    float h = clamp((y + eye.y - CLOUDS_LOW) / (CLOUDS_HIGH - CLOUDS_LOW), 0.0, 1.0);
    float falls = dy < 0.0 ? 6.0 * h + 18.0 * pow(h, 5.0) : h < CLOUDS_BASE ? 6.0 / CLOUDS_BASE : 0.0;
    return falls * abs(dy) / (CLOUDS_HIGH - CLOUDS_LOW);
}

float distance_of(int slice) { return (volume_near + CLOUD_EASE) * exp(CLOUD_GROWTH * float(slice)) - CLOUD_EASE; }
int slice_of(float t) { return int(log((t + CLOUD_EASE) / (volume_near + CLOUD_EASE)) / CLOUD_GROWTH); }
// Between columns and between slices, the wider of both.
float spacing(float t) { return max(CLOUD_GROWTH * (t + CLOUD_EASE), volume_pixels * pixel_angle() * t); }
vec3 direction_of(ivec2 column) { return ray_through(volume_pixels * (vec2(column) - 0.5)); }
ivec2 texel_of(ivec2 column, int slice) {
    return ivec2(slice % volume_across, slice / volume_across) * volume_columns + column;
}

// The octaves at a distance: those of the picture, and those of `coarse`.
float fine_octaves(float t) { return detail_at(max(t, 1e-3), 3.0 + 1.5 * isonoise_plan.warp); }
float coarse_octaves(float t) { return min(fine_octaves(t), octaves_of(2.5 * spacing(t))); }

// Octaves hardly ever reach more than this part of their amplitude.
const float REACHED = 0.6;
// What octaves from this one on may add, in standard deviations.
float rest_of(float octave) {
    float first = isonoise_plan.octaves[0].amplitude;
    float ratio = isonoise_plan.count > 1u ? isonoise_plan.octaves[1].amplitude / first : 0.5;
    float count = float(isonoise_plan.count), from = clamp(octave, 0.0, count);
    float terms = abs(ratio - 1.0) < 1e-3 ? count - from : (pow(ratio, from) - pow(ratio, count)) / (1.0 - ratio);
    return REACHED * first * terms / signed_sigma();
}
