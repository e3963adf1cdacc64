// Scene "marble": the classic solid texture. Veins are waves along a direction, distorted by noise; a polished ball on
// a plinth shows a section through them. (K. Perlin, "An image synthesizer", 1985)
#include "scenes/studio.glsl"

uniform float relief;   // how far noise displaces the veins
uniform float density;  // veins per unit of coordinate
uniform int colormap;

const vec3 GRAIN = vec3(0.545, 0.742, 0.390);  // direction across the veins, of length 1

// The profile of veins at integers: 1 in the middle, falling off over `width`; `blur` is the width of a pixel. If a
// pixel is about as wide as a vein, only the average remains.
float vein(float x, float width, float blur) {
    float off = abs(x - floor(x + 0.5));
    float w = sqrt(width * width + blur * blur);
    float there = exp(-off * off / (w * w)) * width / w;
    return mix(there, 1.77 * width, smoothstep(0.25, 0.7, blur));
}

vec3 stone_colour(vec3 p, vec3 local, float footprint) {
    float frequency = isonoise_plan.frequency;
    detail = detail_at(footprint / pixel_angle(), 1.5);
    float n = as_signed(noise(vec4(local, 0.0)));
    // Waves along GRAIN, distorted by noise.
    float along = dot(p, GRAIN);
    float blur = footprint * (density + relief * density * 4.0 * signed_sigma() * frequency);
    float bent = density * (along + relief * n) + 0.11;
    float body = 0.5 + 0.5 * clamp(n / max(3.0 * signed_sigma(), 0.02), -1.0, 1.0);
    float wave = 0.5 - 0.5 * cos(6.2831853 * bent) * exp(-9.0 * blur * blur);
    // A second noise makes veins swell, thin out and end: a vein of constant width looks like a coastline.
    uint own = isonoise_plan.octaves[0].seed;
    float swell = smoothstep(-0.45, 0.5, perlin3(p * 1.7 + 3.7, own + 61u) + 0.4 * perlin3(p * 4.9, own + 62u));
    float main_veins = (0.3 + 0.7 * swell) * vein(bent, 0.010 + 0.022 * swell, blur);
    float halo = 0.5 * swell * swell * vein(bent, 0.04 + 0.09 * body, blur);
    // Finer veins in two other directions, distorted by their own noise too.
    float bend = relief * (0.7 * n + 0.22 * perlin3(p * 2.3, own + 63u));
    float off_and_on = smoothstep(-0.1, 0.4, perlin3(p * 2.1 + 9.2, own + 64u));
    float fine = off_and_on * vein(density * 1.7 * (dot(p, vec3(-0.62, 0.35, 0.70)) + bend) + 0.4, 0.016, 1.7 * blur);
    fine += 0.7 * (1.0 - off_and_on) * (1.0 - swell) *
            vein(density * 2.6 * (dot(p, vec3(0.20, 0.72, -0.66)) - bend) + 0.7, 0.018, 2.6 * blur);
    float cloudy = 0.55 * (1.0 - wave) + 0.25 * (1.0 - body);
    float ink_of = clamp(0.9 * (main_veins + halo) + 0.75 * fine, 0.0, 1.0);
    vec3 bright;
    vec3 dusk;
    vec3 dark;
    if (colormap == MAGMA) {  // black, veins of gold
        bright = vec3(0.010, 0.009, 0.011);
        dusk = tint(0.22, 0.45) * 0.35;
        dark = tint(0.86, 0.75);
        ink_of = main_veins + 0.15 * halo + 0.5 * fine;
    } else if (colormap == VIRIDIS) {  // green, pale veins
        bright = tint(0.42, 0.55) * 0.14;
        dusk = tint(0.60, 0.60) * 0.36;
        dark = mix(tint(0.72, 0.35), vec3(0.75), 0.55);
        ink_of *= 0.85;
    } else if (colormap == TERRAIN) {  // sand and brown
        bright = tint(0.50, 0.75);
        dusk = tint(0.56, 0.5) * vec3(0.80, 0.62, 0.46);
        dark = tint(0.83, 1.0) * 0.45;
    } else if (colormap == DIVERGING) {  // rose, with blue-grey
        bright = mix(tint(0.60, 0.9), vec3(0.75), 0.25);
        dusk = tint(0.72, 0.8) * 0.85;
        dark = tint(0.10, 0.5) * 0.8;
    } else {
        bright = vec3(0.80, 0.79, 0.77);
        dusk = vec3(0.50, 0.515, 0.54);
        dark = vec3(0.085, 0.092, 0.105);
    }
    vec3 c = mix(bright, dusk, clamp(cloudy, 0.0, 1.0));
    return mix(c, dark, clamp(ink_of, 0.0, 1.0));
}
