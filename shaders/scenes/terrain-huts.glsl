// The huts on the terrain, whose shapes are in terrain.frag.
#include "scenes/terrain.glsl"

uniform sampler2D huts_met;

// Huts lie in spheres. Sets of those that lines may meet are in the texture `huts_met`, HUT_BITS a texel: for lines away
// from the eye by azimuth, and for lines towards the sun by stripes as wide as a hut's radius.
float hut_radius() { return 1.1 * markers[0].w; }
float across_sun(vec2 xz) {
    float flat_part = length(sun_direction.xz);
    vec2 toward = flat_part > 1e-6 ? sun_direction.xz / flat_part : vec2(1.0, 0.0);
    return (xz.y * toward.x - xz.x * toward.y) / hut_radius();
}
