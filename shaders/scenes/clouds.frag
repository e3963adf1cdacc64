// Scene "clouds": ray-marches a layer of clouds. There is cloud where the noise exceeds the threshold, which rises
// towards the layer's bottom and top. `threshold` is in units of 3 standard deviations from the noise's mean, so that 0
// covers half of the layer's base for any noise. The layer lies from CLOUDS_LOW to CLOUDS_HIGH above the center, in
// units of coordinate.
#include "scenes/world.glsl"
#include "scenes/sky.glsl"

uniform float fog;
uniform float threshold;
uniform float density;

const float FAR = 80.0;         // distance at which the layer has faded into the sky
const int STEPS = 192;          // along a ray
const float REST = 0.6;         // standard deviations that octaves omitted far from clouds may add
const int TAPS = 4;             // towards the sun
const float AIRY = 0.06;        // haze per unit
const float SUNNY = 2.6;        // sunlight on clouds relative to that on the ground, chosen by eye
const float EXTINCTION = 60.0;  // per unit in a cloud's core, times density

// The depth of a point inside a cloud, in standard deviations of the noise; negative outside.
float inside(vec3 p, float octaves) {
    float h = (p.y + eye.y - CLOUDS_LOW) / (CLOUDS_HIGH - CLOUDS_LOW);
    float base = 1.0 - smoothstep(0.0, 0.12, h);
    float top = h * h;
    return standing(vec4(p, 0.0), octaves) - 3.0 * threshold - 4.0 * base - 3.0 * top - 3.0 * top * top * top;
}

// Thinner at the rim, where fragments of fine octaves would look like specks.
float extinction(float s) {
    float x = clamp(s * 1.2, 0.0, 1.0);
    return density * EXTINCTION * x * min(6.0 * x, 1.0);
}

// The light that a point in a cloud sends towards the eye.
vec3 radiance_at(vec3 p, float c, float octaves, vec3 sunny, vec3 above) {
    // Towards the sun with fewer octaves and growing steps; the last one goes up to the sky.
    float tau = 0.0;
    float open = 1.0;
    float reach = 0.03;
    float from = 0.0;
    for (int j = 0; j <= TAPS; ++j) {
        vec3 q = p + (j == TAPS ? vec3(0.0, 0.12, 0.0) : sun_direction * (from + 0.5 * reach));
        float there = inside(q, min(octaves, j == TAPS ? 6.0 : 7.0 - 1.3 * float(j)));
        if (j == TAPS) {
            open = exp(-1.2 * max(there + 0.2, 0.0));
        } else {
            tau += extinction(there) * reach;
        }
        from += reach;
        reach *= 2.5;
    }
    float h = clamp((p.y + eye.y - CLOUDS_LOW) / (CLOUDS_HIGH - CLOUDS_LOW), 0.0, 1.0);
    // Multiple scattering: octaves of weaker, broader and deeper light. (M. Wrenninge, "Oz: the great and volumetric",
    // 2013)
    float scattered = 0.0;
    float a = 1.0;
    for (int j = 0; j < 3; ++j) {
        scattered += a * mix(phase(c, 0.8 * a), phase(c, -0.3 * a), 0.4) * exp(-tau * a);
        a *= 0.4;
    }
    return sunny * scattered * SUNNY + above * (mix(0.06, 0.2, h) * mix(0.35, 1.0, open)) + sunny * 0.005;
}

// The octaves that matter far from clouds: the rest adds at most REST.
float octaves_far_off() {
    float few = float(isonoise_plan.count), rest = 0.0;
    for (uint i = isonoise_plan.count; i > 0u; --i) {
        rest += isonoise_plan.octaves[i - 1u].amplitude;
        if (rest > REST * sigma) break;
        few = float(i - 1u);
    }
    return few;
}

// The sky behind the clouds without the sun's disc, or the sea far below.
vec3 behind_clouds(vec3 d, vec3 above) {
    if (d.y > 0.0) return horizon(d, sun_direction, fog);  // as in haze(), so that no line is visible there
    float way = max(eye.y - CLOUDS_LOW + 6.0, 0.1) / max(-d.y, 1e-3);
    return haze(above * vec3(0.02, 0.03, 0.035), d, min(way * AIRY, 1e3), sun_direction, fog);
}

void main() {
    vec3 d = ray();
    float c = dot(d, sun_direction);
    vec3 sunny = sunlight(sun_direction, fog);
    vec3 above = skylight(sun_direction);

    // The part of the ray within the layer.
    float slow = abs(d.y) < 1e-4 ? (d.y < 0.0 ? -1e-4 : 1e-4) : d.y;
    float t0 = (CLOUDS_LOW - eye.y) / slow, t1 = (CLOUDS_HIGH - eye.y) / slow;
    float t = max(min(t0, t1), 0.0);
    float end = min(max(t0, t1), FAR);

    // Dithered evenly over neighbouring pixels and over samples.
    float dither = interleaved(floor(place()), 0.61803399 * float(sample_index));
    float cell = 1.0 / (isonoise_plan.frequency * (1.0 + 2.0 * isonoise_plan.warp));
    float through = 1.0;
    float depth = 0.0;
    float careful = 0.0;  // fine steps up to here
    float stride = 0.0;
    float thick = 0.0;    // extinction at the last sample
    vec3 light = vec3(0.0);
    bool far_off = true;
    float few = octaves_far_off();
    for (int i = 0; i < STEPS; ++i) {
        if (t >= end || through < 0.01) break;
        float fine = (0.012 + 0.004 * t) * (1.0 + float(i) / 64.0);
        float pace = thick > 0.0 ? clamp(0.7 / thick, 0.3 * fine, 1.5 * fine) : 0.5 * fine;
        float at = t + dither * pace;
        vec3 p = d * at;
        float octaves = detail_at(at, 3.0 + 1.5 * isonoise_plan.warp);
        float s = inside(p, far_off ? min(octaves, few) : octaves);
        if (far_off && s > -REST) {  // evaluate again with all octaves
            far_off = false;
            continue;
        }
        far_off = s < -1.0;
        if (s <= 0.0) {
            stride = t < careful ? fine : clamp(-s * 0.06 * cell, fine, 0.16 * (t + 2.0));
            t += stride;
            thick = 0.0;
            continue;
        }
        if (stride > 1.5 * fine) {  // overshot: step back
            careful = t;
            t -= stride - fine;
            stride = 0.0;
            continue;
        }
        stride = 0.0;
        thick = extinction(s);
        vec3 radiance = radiance_at(p, c, octaves, sunny, above);
        float lost = exp(-thick * pace);
        float w = through * (1.0 - lost);
        light += w * radiance;
        depth += w * at;
        through *= lost;
        t += pace;
    }
    vec3 disc = d.y > 0.0 ? sky_with_sun(d, sun_direction, fog) - sky(d, sun_direction, fog) : vec3(0.0);
    vec3 behind = behind_clouds(d, above);
    float cover = min((1.0 - through) / 0.99, 1.0);
    if (cover > 0.0) {
        float distance = depth / max(cover, 1e-4);
        vec3 seen = haze(light / max(cover, 1e-4), d, distance * AIRY, sun_direction, fog);
        behind = mix(behind, seen, cover * exp(-distance * distance * 5.0 / (FAR * FAR)));
    }
    colour = shown(behind + disc * (1.0 - cover));
}
