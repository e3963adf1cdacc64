// The atmosphere of outdoor scenes: sky, sunlight, and haze in front of distant objects. Single scattering in a thin
// shell, in closed form: light is attenuated on its path from the sun, and scattered in on the path to the eye. (after
// A. Preetham et al., "A practical analytic model for daylight", 1999, with R. Kasten and A. Young's air mass, 1989)
const vec3 AIR = vec3(0.058, 0.135, 0.331) * 0.62;  // Rayleigh: scattered along a vertical path through the air
const vec3 DUST = vec3(0.011);                      // Mie, times fog
const vec3 OZONE = vec3(0.010, 0.032, 0.002);       // absorbs orange and green: without it a low sun makes a green sky
const float SUN = 20.0;                             // radiance of the sun outside the atmosphere

// The path length through the air at this sine of elevation, relative to the zenith.
float air_mass(float sine) {
    float s = max(sine, 0.0);
    float degrees = asin(min(s, 1.0)) * 57.29578;
    return 1.0 / (s + 0.50572 * pow(degrees + 6.07995, -1.6364));
}

// Sunlight at the ground; none once the sun is slightly below the horizon.
vec3 sunlight(vec3 sun, float dust) {
    float m = air_mass(sun.y);
    return SUN * exp(-(AIR + OZONE + dust * DUST) * m) * smoothstep(-0.03, 0.06, sun.y);
}

// Light of the whole sky on a surface facing it: blue, and never fully dark.
vec3 skylight(vec3 sun) {
    return mix(vec3(0.06, 0.09, 0.18), vec3(0.75, 1.15, 2.0), smoothstep(-0.15, 0.35, sun.y));
}

// Henyey and Greenstein's phase function.
float phase(float c, float g) { return 0.0795775 * (1.0 - g * g) / pow(1.0 + g * g - 2.0 * g * c, 1.5); }

// The sky in a direction (y up), without the sun's disc.
vec3 sky(vec3 d, vec3 sun, float dust) {
    float c = dot(d, sun);
    vec3 mie = dust * DUST;
    vec3 all = AIR + mie;
    float rayleigh_phase = 0.0596831 * (1.0 + c * c);
    float mie_phase = phase(c, 0.76);
    float m = air_mass(d.y);
    float low = 1.0 - sqrt(clamp(d.y, 0.0, 1.0));  // 1 at the horizon, 0 overhead
    // Light reddens as the sun sinks, but less overhead, where it passed through less air, and less away from the sun.
    float sun_mass = min(air_mass(sun.y), 24.0);
    float way = sun_mass * mix(0.07, 0.5 + 0.12 * c, low * low);
    vec3 light = SUN * exp(-all * way - OZONE * min(sun_mass, 14.0));
    // Once the sun is below the horizon, the earth's shadow covers the air overhead and opposite the sun first.
    float set = 1.0 - smoothstep(-0.25, 0.02, sun.y);
    light *= mix(1.0, low * (0.35 + 0.35 * c + 0.3 * c * c), set);
    vec3 glow = mie * mie_phase * exp(-0.2 * all * sun_mass);  // around the sun, light arrives directly from it
    vec3 once = light * (AIR * rayleigh_phase + glow) / all * (1.0 - exp(-all * m));
    // Multiple scattering fills the horizon: white by day, rose as the sun sinks.
    vec3 rose = mix(vec3(1.0), vec3(1.7, 0.85, 0.72), low * (1.0 - smoothstep(0.0, 0.3, sun.y)));
    vec3 often = skylight(sun) * rose * 0.15 * (1.0 - exp(-all * m));
    return (once + often) * smoothstep(-0.2, 0.1, sun.y) + vec3(0.002, 0.003, 0.008);
}

vec3 disc(vec3 d, vec3 sun, float dust) {
    return sunlight(sun, dust) * 40.0 * smoothstep(0.99994, 0.99998, dot(d, sun)) * smoothstep(-0.01, 0.01, d.y);
}
vec3 sky_with_sun(vec3 d, vec3 sun, float dust) { return sky(d, sun, dust) + disc(d, sun, dust); }

// Where haze fades into the sky: no lower than just above the horizon.
vec3 above_horizon(vec3 d) { return normalize(vec3(d.x, max(d.y, 0.02), d.z)); }
vec3 horizon(vec3 d, vec3 sun, float dust) { return sky(above_horizon(d), sun, dust); }

// The fraction of light that passes `distance` of air, in the scene's own unit: at 1 haze becomes visible.
vec3 through_haze(float distance, float dust) { return exp(-(AIR * 2.2 + DUST * 3.0) * dust * distance); }
// An object seen through it.
vec3 haze(vec3 light, vec3 d, float distance, vec3 sun, float dust) {
    return mix(horizon(d, sun, dust), light, through_haze(distance, dust));
}
