// Draws how far all rays of a square of pixels are in air; negative for an eye in rock.
#include "scenes/density.glsl"

const int STEPS = 64;

void main() {
    prepare();
    vec3 d = ray_through(place() * float(DENSITY_START));
    vec2 ends = reach(d);
    float t = ends.x, widens = (0.75 * float(DENSITY_START) + 1.0) * pixel_angle();
    for (int i = 0; i < STEPS && t < ends.y; ++i) {
        detail = detail_at(max(t, 0.1 * focus), 3.0 * float(DENSITY_START));
        float f = body(d * t);
        if (i == 0) f = hollowed(f);
        float clear = -f / (0.6 * steepness()) - widens * t;  // steeper rises are rare and short
        if (clear < 0.3 * widens * t + 1e-3 * focus) break;
        t += clear;
    }
    t = min(t, ends.y);
    colour = vec4(room > 0.0 ? -t : t, 0.0, 0.0, 1.0);
}
