// metal.glsl: brushed steel: long streaks along x, a few scratches, the glare of a window; colours
// Streaks are noise whose frequency differs by axis, as in Ebert et al., Texturing and Modeling. Costs 12 octaves a
// point.
// look: --span 2
uniform uint seed = 1u;
uniform float streaks = 0.5;  // 0..1: how strong
uniform float scratches = 0.4;  // 0..1: how many
uniform float glare = 0.5;  // 0..1
uniform vec3 tint = vec3(0.60, 0.62, 0.65);  // 0..1: of the metal
uniform uvec2 period = uvec2(0u);  // 0..16: units until it repeats, 0 for never
float along(vec2 p, uvec2 cells, uint of) { return perlin2_periodic(vec2(cells) * p, seed + of, cells * period); }
float scratch(vec2 p, uvec2 cells, uint of) {
    // Where a slow noise crosses 0, a line; another noise ends it.
    float here = smoothstep(0.75 - 0.5 * scratches, 1.0 - 0.5 * scratches, along(p, 2u * cells, of + 1u) + 0.4);
    float far = abs(along(p, cells, of));
    return here * (1.0 - smoothstep(0.0, 0.04, far));
}
vec3 noise(vec2 p) {
    float grain = 0.0, weight = 0.5;
    for (uint i = 0u; i < 6u; ++i) {
        grain += weight * along(p, uvec2(1u + i / 2u, 8u << i), i);
        weight *= 0.8;
    }
    float window = along(p, uvec2(1u, 1u), 8u) + 0.4 * along(p, uvec2(2u, 1u), 9u);
    float light = 1.0 + 0.5 * glare * window + 0.45 * streaks * grain * (1.0 + glare * window);
    float bright = scratch(p, uvec2(1u, 14u), 10u), dark = scratch(p, uvec2(2u, 25u), 12u);
    light += 0.15 * bright - 0.12 * dark;
    // For render --maps.
    float height = 0.002 * streaks * grain - 0.004 * dark;
    float roughness = clamp(0.35 + 0.3 * streaks * grain + 0.3 * dark, 0.0, 1.0);
    return clamp(tint * light, 0.0, 1.0);
}
