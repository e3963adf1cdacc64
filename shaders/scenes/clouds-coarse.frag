// Draws the noise of wide cells in the coarse volume, in standard deviations.
#include "scenes/clouds.glsl"

void main() {
    ivec2 at = ivec2(gl_FragCoord.xy), tile = at / volume_columns;
    int slice = tile.y * volume_across + tile.x;
    float t = distance_of(slice);
    vec3 p = t * direction_of(at - tile * volume_columns);
    float margin = 2.0 * spacing(t), y = p.y + eye.y;
    colour = vec4(-9.0, 0.0, 0.0, 1.0);
    if (slice >= volume_slices || y < CLOUDS_LOW - margin || y > CLOUDS_HIGH + margin) return;
    colour.r = standing(vec4(p, 0.0), coarse_octaves(t));
}
