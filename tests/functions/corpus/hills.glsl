// Presets in the text: hills on a plain, where a broad noise is high.
#include "hills.json" {"schema": 1, "fractal": "ridged", "octaves": 5, "frequency": 0.7, "warp": 0.3, "seed": 5}
#include "plain.json" {"schema": 1, "algorithm": "improved", "dim": 3, "frequency": 0.4, "output": "unit"}
#include "where.json" {"schema": 1, "algorithm": "value", "seed": 8, "frequency": 0.25, "fade": "cubic", "period": [8, 4]}
uniform float much = 0.8;  // 0..1
float noise(vec2 p) {
    float high = smoothstep(-0.2, 0.4, where(p) + much - 0.5);
    return mix(0.1 * plain(vec3(p, 0.3 * p.x)), hills(p + 0.05 * high), high);
}
