// Scene "line", style "silhouette": layers of hills against an evening sky. The front layer is the noise of the curve;
// those behind are the same noise elsewhere along its axis, and move more slowly.
#include "scenes/world.glsl"

uniform float span;
uniform int layer_cell[HILL_LAYERS];  // each layer's center along x
uniform float layer_fraction[HILL_LAYERS];

// The height of a layer `x` units right of the center; mostly 0 to 1.
float height(int layer, float x) {
    vec4 q = vec4(clamp(x * isonoise_plan.frequency, -1e9, 1e9) + layer_fraction[layer], eye_fraction.yzw);
    float cell = floor(q.x);
    q.x -= cell;
    ivec4 at = ivec4(layer_cell[layer] + int(cell) + 7919 * layer, eye_cell.yzw);
    return (value_at(at, q) - range.x) * range.y;
}

void main() {
    vec2 p = (place() + jitter) / size.y;
    float across = size.x / size.y;
    float units = span / size.y * isonoise_plan.frequency;  // cells a pixel
    detail = clamp(1.5 - log(units) / log(max(isonoise_plan.lacunarity, 1.01)), 0.0, 32.0);

    vec2 sun = vec2(across * 0.66, 0.40);
    float radius = 0.062;
    float from_sun = length(p - sun);
    float near_sun = exp(-3.2 * from_sun);

    // The sky has the colours of the colour map, from the dark end at the top to the light end at the horizon.
    float down = clamp(p.y / 0.66, 0.0, 1.0);
    vec3 c = to_linear(look_up(mix(0.14, 0.90, pow(down, 1.25)) + 0.10 * near_sun));
    vec3 light = to_linear(look_up(0.985));
    c += light * (0.30 * exp(-9.0 * max(from_sun - radius, 0.0)) );
    c += to_linear(look_up(0.72)) * 0.10 * exp(-4.0 * from_sun);
    float disc = clamp((radius - from_sun) * size.y + 0.5, 0.0, 1.0);
    c = mix(c, light * 1.05, disc);

    for (int i = HILL_LAYERS - 1; i >= 0; --i) {
        float depth = float(i) / float(HILL_LAYERS - 1);
        float h = height(i, (p.x - 0.5 * across) * span * mix(1.0, 1.25, depth));
        float base = mix(0.86, 0.53, pow(depth, 0.85));
        float ridge = base - (h - 0.5) * mix(0.24, 0.20, depth);
        float below = (p.y - ridge) * size.y;
        float t = mix(0.015, 0.74, pow(depth, 1.15));
        vec3 hill = to_linear(look_up(t));
        // Haze fills the valleys, and the sun shines through it.
        vec3 haze_light = to_linear(look_up(min(t + 0.17, 0.97)));
        float haze_depth = smoothstep(0.0, 0.26, p.y - ridge) * mix(0.22, 0.75, depth);
        hill = mix(hill, haze_light, haze_depth);
        hill += light * 0.22 * depth * depth * near_sun;
        c = mix(c, hill, clamp(below + 0.5, 0.0, 1.0));
    }
    // Vignette.
    vec2 v = (place() / size - 0.5) * vec2(0.9, 1.0);
    c *= 1.0 - 0.35 * dot(v, v);
    colour = vec4(clamp(c, 0.0, 1.0), 1.0);
}
