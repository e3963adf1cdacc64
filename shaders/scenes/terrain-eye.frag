// Scene "terrain": the height of the eye, the same for all rays.
#include "scenes/terrain.glsl"

// How far to raise an eye below the ground or the water: far enough that nothing nearby blocks the view.
float lift() {
    float clear = 0.004 * span;
    float under = -1e9, around_it = -1e9;
    for (int i = 0; i < 9; ++i) {
        if (i == 1 && under + clear <= eye.y) break;  // above it already
        float turn = 0.785398 * float(i);
        vec2 to = i == 0 ? vec2(0.0) : 0.25 * span * vec2(cos(turn), sin(turn));
        float h = ground(to, detail_at(nearest, COARSE));
        if (i == 0) under = wet ? max(h, level) : h;
        around_it = max(around_it, h);
    }
    float up_by = max(under + clear - eye.y, 0.0);
    return max(up_by, min(3.0 * up_by, around_it + 10.0 * clear - eye.y));
}

void main() {
    prepare();
    colour = vec4(eye.y + lift(), 0.0, 0.0, 1.0);
}
