// Scene "anatomy", stage "compare": white noise, value noise and Perlin noise; below each, five levels of it and its
// steepness.
#include "scenes/anatomy.glsl"

// Random numbers on squares, `squares` of them per cell.
float white(vec2 q, float squares) {
    ivec2 at = ivec2(floor(q * squares)) + eye_cell.xy * int(squares);
    uvec2 u = uvec2(at);
    uvec2 x = isonoise_keys(u.x, ISONOISE_PRIME_X, isonoise_plan.octaves[0].seed ^ 0x68E31DA4u);
    uvec2 y = isonoise_keys(u.y, ISONOISE_PRIME_Y, ISONOISE_OFFSET_Y);
    return isonoise_number(isonoise_hashes(x, y, 0u).x);
}

void main() {
    vec2 p = place() + jitter;
    vec3 c = ground(p);
    int i = panel_at(p);
    if (i >= 0) {
        int kind = i - 3 * (i / 3);
        vec2 q = cells_at(p, panels[i]);
        vec2 cell = floor(q), f = q - cell;
        float cells = pixel_cells();
        vec2 slopes = isonoise_weight_slopes(vec4(f, 0.0, 0.0)).xy;
        float value, steep;
        // All three scaled to a standard deviation of about 0.4.
        if (kind == 0) {
            float squares = exp2(clamp(floor(log2(0.5 / cells)), 0.0, 4.0));
            vec2 beside = vec2(1.0 / squares, 0.0);
            float x = white(q, squares);
            vec2 d = vec2(white(q + beside, squares), white(q + beside.yx, squares)) - x;
            value = 0.7 * x * visible(squares * cells);
            steep = length(d) * visible(squares * cells);
        } else if (kind == 1) {
            vec2 g;
            vec4 numbers = isonoise_number(hashes_at(cell));
            vec2 weights = weights_at(f);
            value = isonoise_interpolate(numbers, weights, g) * visible(cells);
            g *= slopes;
            steep = 0.45 * length(g) * visible(cells);
        } else {
            vec2 g;
            value = 1.25 * octave_at(hashes_at(cell), f, weights_at(f), slopes, g) * visible(cells);
            steep = 0.5 * length(g) * visible(cells);
        }
        if (i < 3) {
            c = tint(value);
        } else if (i < 6) {
            c = tint((floor(clamp(0.5 + 0.5 * value, 0.0, 0.999) * 5.0) - 2.0) * 0.5);
        } else {
            float t = 1.0 - exp(-1.3 * steep);
            c = mix(by_ground(vec3(0.06, 0.065, 0.085), vec3(0.99)),
                    by_ground(vec3(0.98, 0.86, 0.66), vec3(0.30, 0.16, 0.05)), t * t * (1.6 - 0.6 * t));
        }
    }
    colour = finished(framed(c, p));
}
