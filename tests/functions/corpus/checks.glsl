float noise(vec2 p) {
    ivec2 cell = ivec2(floor(p));
    return ((cell.x ^ cell.y) & 1) == 0 ? 1.0 : -1.0;
}
