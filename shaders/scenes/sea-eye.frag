// Scene "sea": the height of the eye, which is above the water.
#include "scenes/sea.glsl"

void main() { colour = vec4(max(eye.y, ground(vec2(0.0), 6.0) + 0.1 + 0.3 * tall()), 0.0, 0.0, 1.0); }
