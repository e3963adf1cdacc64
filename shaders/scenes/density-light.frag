// Draws the light of the points that density-near.frag found, packed for a texture of one number.
#include "scenes/density-smooth.glsl"

uniform sampler2D near;

void main() {
    prepare();
    vec2 pixel = place() * float(near_pixels);
    float t = texelFetch(near, ivec2(gl_FragCoord.xy), 0).r;
    colour = vec4(0.0, 0.0, 0.0, 1.0);
    if (t < 0.0) return;
    vec3 d = ray_through(pixel), n = normal_at(d, t);
    colour.r = packed_light(light_at(d, t, n), dot(n, sun_direction) > 0.0);
}
