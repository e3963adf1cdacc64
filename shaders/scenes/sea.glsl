// The water of scene sea, for its passes.
#include "scenes/heights.glsl"

uniform float relief;

float tall() { return relief * sigma; }  // the height of a standard deviation

// The height of the value x, both in standard deviations from the mean.
float crest(float x) {
    float y = clamp(x, -3.0, 4.0);
    return y + SEA_SHARP * (y * y - 1.0);
}
float highest_water() { return tall() * crest(min(4.0, 1.2 * (extremes.y - mean) / sigma)); }

// The water's height, `xz` units from the eye.
float ground(vec2 xz, float octaves) { return tall() * crest(standing(vec4(xz, 0.0, 0.0), min(octaves, 6.0))); }
