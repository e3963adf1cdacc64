// Scene "planet".
#include "scenes/world.glsl"

void main() {
    vec3 d = ray();
    float n = noise(vec4(d.x, d.z, 0.0, 0.0) * 4.0);
    colour = shown(vec3(0.5 + 0.5 * n));
}
