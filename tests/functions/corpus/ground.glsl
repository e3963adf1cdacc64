// Presets without a gradient, and one at time 0: heights with their slope, and a mask.
#include "ground.json" {"schema": 1, "scene": "terrain", "octaves": 6, "water": 0.1}
#include "mask.json" {"schema": 1, "algorithm": "axis", "seed": 4, "frequency": 3}
#include "clouds.json" {"schema": 1, "scene": "clouds", "octaves": 3.5, "gradient": "#fff 0%,#000 100%"}
#include "turned.json" {"schema": 1, "flow": 0.7, "octaves": 3, "filter-width": 0.05, "period": [4, 2]}
vec3 noise(vec3 p) {
    vec2 slope, by;
    float height = ground_slope(p.xy, slope);
    float turn = turned_gradient(p.yz, by);
    return vec3(height + 0.1 * slope.x, turn * by.y, clouds(vec4(p, 0.0)) * mask(p.zx));
}
