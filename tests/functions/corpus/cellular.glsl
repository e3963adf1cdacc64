// cellular: distance to the nearest of scattered points
float unit(uint h) { return float(h >> 8) / 16777216.0; }
vec2 noise(vec2 p) {
    ivec2 cell = ivec2(floor(p));
    float nearest = 8.0, second = 8.0;
    for (int y = -1; y <= 1; ++y) {
        for (int x = -1; x <= 1; ++x) {
            ivec2 at = cell + ivec2(x, y);
            uint h = hash2(at, 9u);
            vec2 point = vec2(at) + vec2(unit(h), unit(h * 0x9E3779B9u));
            float d = distance(p, point);
            if (d < nearest) {
                second = nearest;
                nearest = d;
            } else if (d < second) {
                second = d;
            }
        }
    }
    return vec2(nearest, second - nearest);
}
