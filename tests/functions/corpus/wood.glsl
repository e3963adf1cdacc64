// Wood: rings round an axis, bent by noise, with fibres along it.
float noise(vec3 p) {
    vec2 across = p.xz + 0.25 * vec2(perlin3(p * 0.7, 11u), perlin3(p * 0.7 + 9.5, 12u));
    float rings = fract(length(across) * 6.0 + 0.4 * perlin3(p, 13u));
    float grain = perlin3(vec3(40.0, 2.0, 40.0) * p, 14u);
    return clamp(mix(rings * rings, 1.0 - rings, step(0.8, rings)) + 0.15 * grain, 0.0, 1.0);
}
