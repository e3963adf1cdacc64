// Scene "line": noise as a curve over its lattice. The field has one row: the noise at each column of the picture.
#include "scenes/field.glsl"

uniform vec3 curve;         // row of the value 0, pixels per unit of value, row of the middle value
uniform vec2 marks;         // values of the outer rulers
uniform vec2 lattice;       // cell of column 0's middle, cells per pixel
uniform float stroke;       // width of the curve in pixels
uniform int background;

// The curve at the center of a column.
vec2 point(int column) {
    int at = clamp(column - int(field_first.x), 0, textureSize(field, 0).x - 1);
    return vec2(float(column) + 0.5, curve.x - texelFetch(field, ivec2(at, 0), 0).r * curve.y);
}

void main() {
    vec2 p = place();
    int column = int(p.x);
    vec2 here = point(column);
    vec3 hue = ink((curve.x - here.y) / curve.y);

    bool white = background == WHITE;
    vec3 c = white ? vec3(1.0) : mix(vec3(0.085, 0.095, 0.115), vec3(0.055, 0.06, 0.075), p.y / size.y);
    float ruled = white ? -1.0 : 1.0;  // rulers are darker on white

    // A ruler at each lattice point, unless they would be too crowded.
    float cell = lattice.x + (p.x - 0.5) * lattice.y;
    float nearest = abs(cell - floor(cell + 0.5)) / lattice.y;
    float crowd = clamp(1.5 - lattice.y * 16.0, 0.0, 1.0);
    c += ruled * 0.12 * crowd * cover(nearest, 1.0);
    for (int i = 0; i < 2; ++i) {
        float row = curve.x - (i == 0 ? marks.x : marks.y) * curve.y;
        c += ruled * 0.08 * cover(abs(p.y - row), 1.0);
    }
    c += ruled * 0.16 * cover(abs(p.y - curve.z), 1.0);

    // A tint between the curve and the middle value, fading towards the middle.
    float from = min(here.y, curve.z), to = max(here.y, curve.z);
    float inside = clamp(p.y - from + 0.5, 0.0, 1.0) * clamp(to - p.y + 0.5, 0.0, 1.0);
    float depth = abs(p.y - curve.z) / max(size.y * 0.5, 1.0);
    c = mix(c, hue, inside * (0.16 + 0.5 * clamp(depth, 0.0, 1.0)));

    float distance = 1e9;
    int reach = int(ceil(stroke)) + 1;
    for (int i = -reach; i < reach; ++i) {
        distance = min(distance, to_segment(p, point(column + i), point(column + i + 1)));
    }
    vec3 drawn = white ? 0.72 * hue : mix(hue, vec3(1.0), 0.35);
    colour = shown(lettered_over(vec4(mix(c, drawn, cover(distance, stroke)), 1.0)).rgb);
}
