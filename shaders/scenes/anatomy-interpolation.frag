// Scene "anatomy", stage "interpolation": the corners' ramps (panels 0 to 3), interpolated along x above and below (4,
// 5), and these interpolated along y (6).
#include "scenes/anatomy.glsl"

void main() {
    vec2 p = place() + jitter;
    vec3 c = ground(p);
    float w = line_width();
    int i = panel_at(p);
    if (i >= 0) {
        vec4 panel = panels[i];
        vec2 f = (p - panel.xy) / panel.zw;
        float cell = panel.z;
        vec4 dots = dots_at(hashes_at(vec2(0.0)), f);
        vec2 fade = weights_at(f);
        vec2 mixes = mix(dots.xz, dots.yw, fade.x);
        float value = i < 4 ? 0.85 * dots[i & 3]
                    : i < 6 ? 1.1 * (i == 4 ? mixes.x : mixes.y)
                            : 1.15 * isonoise_plan.scale * mix(mixes.x, mixes.y, fade.y);
        c = signed_ink(value);
        // Contours of the weights: at a quarter, a half and three quarters of the fade.
        if (i >= 4) {
            float t = i == 6 ? fade.y : fade.x;
            float slope = isonoise_fade_slope(i == 6 ? f.y : f.x) / cell;
            float line = abs(4.0 * t - floor(4.0 * t + 0.5)) / max(4.0 * slope, 1e-4);
            if (t > 0.1 && t < 0.9) c = mix(c, INK, 0.3 * cover(line, w));
        }
        if (i < 4) {
            vec2 at = (f - corner(i)) * cell;
            float d = length(at) - min(9.0 * w, 0.08 * cell);
            c = over(c, d, INK, 1.5 * w);
        }
        if (i == 4 || i == 5) {
            float d = abs(f.y - (i == 4 ? 0.0 : 1.0)) * cell - 2.5 * w;
            c = over(c, d, INK, 1.5 * w);
        }
        c = pointed(c, f * cell, eye_fraction.xy * cell, min(4.0 * w, 0.02 * panel.z + 1.0));
    }
    c = framed(c, p);
    // Arrows from the ramps to the mixes, and from both mixes to the value.
    for (int k = 0; k < 2; ++k) {
        c = joined(c, p, panels[2 * k + 1], panels[4 + k]);
        c = joined(c, p, panels[4 + k], panels[6]);
    }
    colour = finished(c);
}
