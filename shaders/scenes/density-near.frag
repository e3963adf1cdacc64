// Draws the distances at which rays through squares of pixels meet the surface; negative where they meet none.
#include "scenes/density-smooth.glsl"

void main() {
    prepare();
    vec2 pixel = place() * float(near_pixels);
    float t = start_of(pixel);
    bool hit = find_surface(ray_through(pixel), 0.0, vec2(0.0), t);
    colour = vec4(hit ? t : -1.0, 0.0, 0.0, 1.0);
}
