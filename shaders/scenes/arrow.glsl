// An arrow, for shaders that include scene.glsl.

// The distance to a triangle, negative inside. (I. Quilez, "2D distance functions")
float to_triangle(vec2 p, vec2 a, vec2 b, vec2 c) {
    vec2 e = b - a, f = c - b, g = a - c;
    vec2 u = p - a, v = p - b, w = p - c;
    float d = min(min(to_segment(p, a, b), to_segment(p, b, c)), to_segment(p, c, a));
    float turn = sign(e.x * g.y - e.y * g.x);
    float inside = min(min(turn * (u.x * e.y - u.y * e.x), turn * (v.x * f.y - v.y * f.x)),
                       turn * (w.x * g.y - w.y * g.x));
    return inside > 0.0 ? -d : d;
}

// The distance to an arrow, negative inside; its shaft is `width` wide.
float to_arrow(vec2 p, vec2 from, vec2 to, float width) {
    vec2 along = to - from;
    float reach = max(length(along), 1e-4);
    along /= reach;
    vec2 across = vec2(-along.y, along.x);
    float head = min(4.2 * width, 0.6 * reach);
    vec2 neck = to - along * head;
    float shaft = to_segment(p, from, neck) - 0.5 * width;
    return min(shaft, to_triangle(p, to, neck + across * head * 0.5, neck - across * head * 0.5));
}
