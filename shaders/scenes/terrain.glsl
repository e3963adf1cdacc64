// The ground of scene terrain, for its passes.
#include "scenes/heights.glsl"
#include "scenes/sky.glsl"

uniform float span;    // height of the picture at its center, in units of coordinate
uniform float fog;
uniform float relief;  // height of a value of 1
uniform float water;   // value at the water's level; -1 for none
uniform float nearest;     // closer things get no further octaves
uniform float air;         // distance at which haze becomes visible
uniform float reach;       // the end of the world

const float COARSE = 5.0;   // pixels per cell of the finest octave used for walking

// Constant for all rays, set by prepare().
bool wet;             // is there water?
float level;          // of the water
float top;            // no ground is higher
float steep;          // see steepness()
float per_pixel;      // see pixel_angle()
vec3 sun_light;
vec3 sky_light;

// The ground's height above level 0, `xz` units from the eye.
float ground(vec2 xz, float octaves) {
    detail = octaves;
    return relief * noise(vec4(xz, 0.0, 0.0));
}

// The value at a height, in standard deviations from the mean.
float deviations(float height) { return (height / max(relief, 1e-6) - mean) / sigma; }

// The typical slope of the ground: slopes of the coarse octaves, which add up like variances.
float steepness() {
    float sum = 0.0, finer = 1.0;
    for (uint i = 0u; i < 4u; ++i) {
        if (i < isonoise_plan.count) {
            float s = isonoise_plan.octaves[i].amplitude * finer;
            sum += s * s;
        }
        finer *= isonoise_plan.lacunarity;
    }
#if ISONOISE_FRACTAL == 2
    float shape = 4.6;
#elif ISONOISE_FRACTAL == 3
    float shape = 2.0;
#elif ISONOISE_FRACTAL == 4
    float shape = 0.65;
#else
    float shape = 1.0;
#endif
    return 1.9 * shape * (1.0 + 1.2 * isonoise_plan.warp) * relief * isonoise_plan.frequency * sqrt(sum);
}

void prepare() {
    wet = water > -1.0;
    level = relief * water;
    top = relief * extremes.y;
    steep = steepness();
    per_pixel = pixel_angle();
    sun_light = sunlight(sun_direction, fog);
    sky_light = skylight(sun_direction);
}
