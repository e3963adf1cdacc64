// Scene "map": a field of noise through a colour map.
#include "scenes/scene.glsl"

float value_at(ivec2 at) { return texelFetch(field, clamp(at, ivec2(0), textureSize(field, 0) - 1), 0).r; }

void main() {
    vec2 at = place();
    vec2 field_size = vec2(textureSize(field, 0));
    float value;
    if (field_size.x == size.x) {
        value = value_at(ivec2(at));
    } else {  // coarser, while something moves: smoothly enlarged
        vec2 p = at / size * field_size - 0.5;
        vec2 f = p - floor(p);
        ivec2 i = ivec2(floor(p));
        value = mix(mix(value_at(i), value_at(i + ivec2(1, 0)), f.x),
                    mix(value_at(i + ivec2(0, 1)), value_at(i + ivec2(1, 1)), f.x), f.y);
    }
    colour = vec4(ink(value), 1.0);
}
