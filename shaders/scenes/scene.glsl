// What all scenes share: where a fragment lies in the picture, the colour map, and the way to the screen.
uniform sampler2D colours;  // the colour map, low to high, in one row; display-referred sRGB
uniform vec2 size;          // of the whole picture, in pixels
uniform vec2 first;         // the picture's pixel at the target's top left corner
uniform float rows;         // of the target
uniform int rows_from_top;  // 1 where the target's row 0 is its top one (a texture), 0 where its bottom one (a window)
uniform vec2 range;         // value of the first colour; 1 / (value of the last - value of the first)
out vec4 colour;

vec3 look_up(float t) {
    int last = textureSize(colours, 0).x - 1;
    float at = clamp(t, 0.0, 1.0) * float(last);
    int i = min(int(at), last - 1);
    return mix(texelFetch(colours, ivec2(i, 0), 0).rgb, texelFetch(colours, ivec2(i + 1, 0), 0).rgb, at - float(i));
}

vec3 ink(float value) { return look_up((value - range.x) * range.y); }

// This fragment's middle in the picture, in pixels from its top left corner.
vec2 place() { return first + vec2(gl_FragCoord.x, rows_from_top != 0 ? gl_FragCoord.y : rows - gl_FragCoord.y); }

// Between linear light and what displays take (IEC 61966-2-1).
vec3 to_srgb(vec3 light) {
    return mix(12.92 * light, 1.055 * pow(max(light, vec3(0.0031308)), vec3(1.0 / 2.4)) - 0.055,
               step(vec3(0.0031308), light));
}
vec3 to_linear(vec3 srgb) {
    return mix(srgb / 12.92, pow((max(srgb, vec3(0.04045)) + 0.055) / 1.055, vec3(2.4)), step(vec3(0.04045), srgb));
}

// Random bits of a number. (Constants: Chris Wellons, "Prospecting for hash functions", lowbias32)
uint scrambled(uint h) {
    h ^= h >> 16;
    h *= 0x7FEB352Du;
    h ^= h >> 15;
    h *= 0x846CA68Bu;
    return h ^ (h >> 16);
}
