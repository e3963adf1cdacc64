// Blobs in time, the last axis.
const int BLOBS = 5;
vec4 noise(vec4 p) {
    float field = 0.0;
    vec3 colour = vec3(0.0);
    for (int i = 0; i < BLOBS; i++) {
        float s = float(i);
        vec3 at = vec3(perlin2(vec2(p.w, s), 1u), perlin2(vec2(p.w, s), 2u), perlin2(vec2(p.w, s), 3u)) * 2.0;
        float d = inversesqrt(dot(p.xyz - at, p.xyz - at) + 0.01);
        field += d * d;
        colour += d * vec3(s, 4.0 - s, 2.0) / 4.0;
    }
    return vec4(colour / max(field, 1e-3), tan(atan(field)));
}
