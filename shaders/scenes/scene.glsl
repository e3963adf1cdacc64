// What the scenes share: the field, the colour map, and where a fragment lies in the picture.
uniform sampler2D field;    // R32F; row 0 is the top one
uniform sampler2D colours;  // the colour map, low to high, in one row
uniform vec2 size;          // of the whole picture, in pixels
uniform vec2 range;         // value of the first colour; 1 / (value of the last - value of the first)
uniform float first_row;    // the picture's row that the target's top row is
uniform int rows_from_top;  // 1 where the target's row 0 is its top one (a texture), 0 where its bottom one (a window)
out vec4 colour;

vec3 look_up(float t) {
    int last = textureSize(colours, 0).x - 1;
    float at = clamp(t, 0.0, 1.0) * float(last);
    int i = min(int(at), last - 1);
    return mix(texelFetch(colours, ivec2(i, 0), 0).rgb, texelFetch(colours, ivec2(i + 1, 0), 0).rgb, at - float(i));
}

vec3 ink(float value) { return look_up((value - range.x) * range.y); }

// This fragment's place in the target, in pixels from its top left corner.
vec2 place() {
    return vec2(gl_FragCoord.x, rows_from_top != 0 ? gl_FragCoord.y : size.y - gl_FragCoord.y);
}
