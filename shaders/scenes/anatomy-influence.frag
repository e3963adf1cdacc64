// Scene "anatomy", stage "influence", for the cell that contains the center: each corner's ramp (panels 0 to 3), the
// ramps times their weights (4 to 7), and their sum, the noise (8).
#include "scenes/anatomy.glsl"

void main() {
    vec2 p = place() + jitter;
    vec3 c = ground(p);
    float w = line_width();
    int i = panel_at(p);
    if (i >= 0) {
        vec4 panel = panels[i];
        // A margin around the cell for the arrows.
        float room = i < 8 ? INFLUENCE_ROOM : INFLUENCE_SUM_ROOM;
        float cell = panel.z / (1.0 + 2.0 * room);
        vec2 f = (p - panel.xy) / cell - room;
        uvec4 hashes = hashes_at(vec2(0.0));
        vec4 dots = dots_at(hashes, f);
        vec2 fade = weights_at(clamp(f, 0.0, 1.0));
        vec4 weighted = isonoise_corner_weights(fade, 1.0) * dots * isonoise_plan.scale;
        int k = i & 3;
        float value = i < 4 ? 0.85 * dots[k] : i < 8 ? 1.5 * weighted[k] : dot(weighted, vec4(1.15));
        vec2 outside = max(abs(f - 0.5) - 0.5, 0.0);
        bool inside = outside == vec2(0.0);
        if (inside) c = signed_ink(value);
        vec2 edge = abs(abs(f - 0.5) - 0.5) * cell;
        c = mix(c, INK, 0.35 * cover(inside ? min(edge.x, edge.y) : length(outside) * cell, w));
        if (inside && i < 4) c = mix(c, INK, 0.4 * cover(abs(dots[k]) * cell / 1.0823922, w));  // where it is 0
        float width = (i < 8 ? 2.4 : 3.0) * w;
        width = min(width, 0.02 * panel.z + 0.6);
        float nearest = 1e9;
        for (int j = 0; j < 4; ++j) {
            vec2 at = (f - corner(j)) * cell;
            if (j == k || i == 8) {
                vec2 tip = gradient_of(hashes[j]) * (i < 8 ? 0.19 : 0.12) * cell;
                nearest = min(nearest, to_arrow(at, vec2(0.0), tip, width));
                nearest = min(nearest, length(at) - 1.5 * width);
            }
        }
        c = over(c, nearest, INK, 1.5 * w);
        c = pointed(c, f * cell, eye_fraction.xy * cell, min(4.0 * w, 0.02 * panel.z + 1.0));
    }
    // Arrows from block to block.
    vec4 first_block = vec4(panels[0].xy, panels[3].xy + panels[3].zw - panels[0].xy);
    vec4 second_block = vec4(panels[4].xy, panels[7].xy + panels[7].zw - panels[4].xy);
    c = joined(c, p, first_block, second_block);
    c = joined(c, p, second_block, panels[8]);
    colour = finished(c);
}
