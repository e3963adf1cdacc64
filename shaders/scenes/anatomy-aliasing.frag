// Scene "anatomy", stage "aliasing": a plane of noise up to the horizon, in squares of one value each. Either all
// octaves count everywhere, or only those whose cells are larger than the square.
#include "scenes/anatomy.glsl"

void main() {
    vec2 p = place() + jitter;
    vec3 c = ground(p);
    if (panel_at(p) == 0) {
        vec4 panel = panels[0];
        // As large as the pixels of a picture with 240 rows; the panel contains only whole squares.
        float square = max(1.0, floor(panel.w / 240.0 + 0.5));
        vec2 at = (floor((p - panel.xy) / square) + 0.5) * square / panel.w;
        float down = max(at.y - 0.12, 1e-3);  // below the horizon
        // At the bottom the plane is as wide as in the other figures.
        float away = 0.88 / down;
        vec2 place = vec2((at.x - 0.5 * panel.z / panel.w) * away, 1.5 * (1.0 - away)) * pixel_units * panel.w;
        // The longer side of the square on the plane.
        float width = 1.5 * away * away * square / (0.88 * panel.w) * pixel_units * panel.w;
        detail = remedy == 0 ? 32.0 : octaves_of(2.0 * width);
        float value = (noise(vec4(place, 0.0, 0.0)) + missing(detail) - mean) / (2.5 * sigma);
        float haze = clamp((at.y - 0.12) * 30.0, 0.0, 1.0);
        c = mix(c, tint(value), haze);
    }
    colour = finished(framed(c, p));
}
