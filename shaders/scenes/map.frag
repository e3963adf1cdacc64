// Scene "map": a field of noise through a colour map, or of colours (sRGB), 0 to 1 or the ends of the range.
//   LINES: with contour lines or seams (map-lines.frag), which cost time even where there are none.
//   ARROWS: the field has a vector's length, x and y (map-arrows.frag).
//   COARSE: the field has less than a texel per pixel.
#include "scenes/field.glsl"
#ifdef ARROWS
#include "scenes/arrow.glsl"
#endif

uniform vec4 plot;     // where the noise is: left, top, width and height in pixels
uniform int contours;  // contour lines between the ends of the range
uniform int in_colour;  // 1 for a field of colours, which have no contour lines
uniform vec2 arrow_cell;  // size in pixels
uniform vec2 tile;     // size of a tile in pixels if tiles are repeated 3x3 with marked seams, otherwise 0

float value_at(ivec2 at) { return texelFetch(field, clamp(at, ivec2(0), textureSize(field, 0) - 1), 0).r; }

float smooth_value(vec2 at) {
    vec2 p = at - 0.5;
    vec2 f = p - floor(p);
    ivec2 i = ivec2(floor(p));
    return mix(mix(value_at(i), value_at(i + ivec2(1, 0)), f.x),
               mix(value_at(i + ivec2(0, 1)), value_at(i + ivec2(1, 1)), f.x), f.y);
}

#ifdef ARROWS
// Draws the arrow of this fragment's cell over a colour. It fills the cell at the end of the range; its length goes
// with the square root of the vector's, so that a few long ones do not make dots of all others.
vec4 arrow_over(vec4 c) {
    vec2 middle = plot.xy + (floor((place() - plot.xy) / arrow_cell) + 0.5) * arrow_cell;
    ivec2 at = clamp(ivec2((middle - field_first) * field_scale), ivec2(0), textureSize(field, 0) - 1);
    vec3 v = texelFetch(field, at, 0).rgb;
    if (!(v.x > 0.0 && v.x < 1e37)) return c;  // no direction, or none that can be drawn
    float room = min(arrow_cell.x, arrow_cell.y), width = max(1.2, 0.055 * room);
    float longest = max(range.x + 1.0 / range.y, 1e-37);
    vec2 reach = (0.5 * room - width) * sqrt(min(v.x / longest, 1.0)) * (v.yz / v.x);
    float opacity = clamp(length(reach) / width, 0.0, 1.0);  // short ones fade instead of becoming dots
    float from = to_arrow(place() - middle, -reach, reach, width);
    float rim = 0.6 * opacity * clamp(0.75 * width + 0.5 - from, 0.0, 1.0);
    return mix(vec4(c.rgb * (1.0 - rim), max(c.a, rim)), vec4(1.0), opacity * clamp(0.5 - from, 0.0, 1.0));
}
#endif

void main() {
    vec2 at = (place() - field_first) * field_scale;
#ifdef COARSE
    float value = smooth_value(at);
#else
    float value = value_at(ivec2(at));
#endif
    if (floatBitsToUint(value) << 1 > 0xFF000000u) value = range.x;  // NaN, which a function may give
    vec4 of_value = look_up_with_alpha((value - range.x) * range.y);
    if (in_colour != 0) {
        of_value = texelFetch(field, ivec2(at), 0);
        of_value = clamp(vec4((of_value.rgb - range.x) * range.y, of_value.a), 0.0, 1.0);
    }
    vec3 c = of_value.rgb;
    float alpha = of_value.a;
#ifdef LINES
    if (contours > 0) {
        vec2 x = vec2(1.0, 0.0);
#ifdef COARSE
        vec2 slope = vec2(smooth_value(at + x) - smooth_value(at - x),
                          smooth_value(at + x.yx) - smooth_value(at - x.yx)) * field_scale;
#else
        vec2 slope = vec2(value_at(ivec2(at) + ivec2(1, 0)) - value_at(ivec2(at) - ivec2(1, 0)),
                          value_at(ivec2(at) + ivec2(0, 1)) - value_at(ivec2(at) - ivec2(0, 1)));
#endif
        float levels = range.y * float(contours);
        float t = (value - range.x) * levels;
        float steepness = 0.5 * length(slope) * levels;  // levels per pixel
        float distance = abs(t - floor(t + 0.5)) / max(steepness, 1e-5);
        float width = max(1.0, size.y / 720.0);
        // Lines closer than three pixels fade, instead of filling the plane.
        float line = clamp(0.5 * width + 0.5 - distance, 0.0, 1.0) * clamp(1.5 - 3.0 * steepness, 0.0, 1.0);
        float light = dot(c, vec3(0.2126, 0.7152, 0.0722));
        c = mix(c, light > 0.45 ? c * 0.35 : c + (1.0 - c) * 0.6, 0.75 * line);
        alpha = mix(alpha, 1.0, 0.75 * line);
    }
    if (tile.x > 0.0) {
        vec2 from_center = (place() - plot.xy - 0.5 * plot.zw) / tile;
        vec2 to_seam = abs(from_center + 0.5 - floor(from_center + 1.0)) * tile;
        vec2 outside = max(abs(from_center) - 1.5, 0.0) * tile;
        float width = max(1.0, size.y / 720.0);
        float seam = clamp(0.5 * width + 0.5 - min(to_seam.x, to_seam.y), 0.0, 1.0);
        bool dashed = mod(place().x + place().y, 12.0 * width) < 6.0 * width;
        if (max(outside.x, outside.y) > 0.5) {
            c *= 0.25;
        } else {
            c = mix(c, dashed ? vec3(1.0) : vec3(0.0), 0.7 * seam);
            alpha = mix(alpha, 1.0, 0.7 * seam);
        }
    }
#endif
#ifdef ARROWS
    vec4 drawn = arrow_over(vec4(c, alpha));
    c = drawn.rgb;
    alpha = drawn.a;
#endif
    vec4 all = lettered_over(vec4(c, alpha));
    colour = vec4(shown(all.rgb).rgb, all.a);
}
