// Functions with names of the library's, as shaders have them, beside those of the library.
vec2 hash2(vec2 p) {
    uvec2 q = uvec2(ivec2(floor(p))) * uvec2(1597334677u, 3812015801u);
    uint h = (q.x ^ q.y) * 1597334677u;
    return vec2(uvec2(h, h * 3812015801u) >> 8u) / 16777216.0;
}
float hash1(vec2 p) { return hash2(p).y; }
float hash1(uint n) { return float(hash1(int(n), n) >> 8u) / 16777216.0; }
float perlin2(vec2 p) { return perlin2(p * 0.5, hash2(ivec2(floor(p)), 7u)); }
#define MIXED(p) (hash2(p).x + float(hash2(ivec2(p), 3u) >> 8u) / 16777216.0)

float noise(vec2 p) {
    float all = hash2(p).x + hash1(p);
    return all + 0.5 * perlin2(p) + 0.25 * hash1(5u) + MIXED(p) + perlin2(2.0 * p, 3u);
}
