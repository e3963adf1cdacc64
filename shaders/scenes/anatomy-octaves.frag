// Scene "anatomy", stage "octaves": the contribution of each octave in the first row, the sum so far in the second,
// with all settings applied. The curve is the section along the middle of the panel.
#include "scenes/anatomy.glsl"

void main() {
    vec2 p = place() + jitter;
    vec3 c = ground(p);
    int i = panel_at(p);
    if (i >= 0) {
        vec4 panel = panels[i];
        int k = i & 3;
        float octaves = float(isonoise_plan.count);
        float upto = k == 3 ? max(octaves, 4.0) : float(k) + 1.0;
        vec2 from_middle = p - panel.xy - 0.5 * panel.zw;
        // At this pixel, and on the section at both edges of this pixel's column.
        float sums[3];
        for (int j = 0; j < 3; ++j) {
            vec2 at = j == 0 ? from_middle : vec2(from_middle.x + (j == 1 ? -0.5 : 0.5), 0.0);
            vec4 local = vec4(clamp(at * pixel_units, -1e8, 1e8), 0.0, 0.0);
            float difference = 0.0;
            for (int n = 0; n < 2; ++n) {
                detail = n == 0 ? upto : float(k);
                float value = noise(local);
                if (isonoise_plan.unit != 0u) value = 2.0 * value - 1.0;
                if (n == 0 || (i < 4 && k > 0)) difference += n == 0 ? value : -value;
            }
            sums[j] = difference;
        }
        // Relative to the mean, in three standard deviations of all octaves.
        float reach = 3.0 * signed_sigma();
        float middle = as_signed(mean);
        if (i < 4) middle *= isonoise_plan.octaves[min(k, 31)].amplitude;
        float fine = visible(pixel_cells() * pow(isonoise_plan.lacunarity, float(k)));
        vec3 s = vec3(sums[0], sums[1], sums[2]);
        s = (s - middle) / reach * (i < 4 ? fine : 1.0);
        bool is_there = float(k) < octaves;
        c = is_there || i >= 4 ? tint(s.x) : mix(c, by_ground(vec3(0.12, 0.13, 0.16), vec3(0.88)), 0.5);
        if (is_there || i >= 4) {
            vec2 rows = -0.42 * panel.w * clamp(s.yz, -1.1, 1.1);
            float d = to_segment(from_middle, vec2(from_middle.x - 0.5, rows.x), vec2(from_middle.x + 0.5, rows.y));
            float w = line_width();
            c = mix(c, rim(0.5), 0.55 * cover(d, 4.5 * w));
            c = mix(c, by_ground(vec3(1.0), vec3(0.08, 0.1, 0.13)), cover(d, 1.6 * w));
        }
    }
    colour = finished(framed(c, p));
}
