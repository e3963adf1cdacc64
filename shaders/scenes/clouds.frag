// Scene "clouds": ray-marches a layer of clouds.
#include "scenes/clouds.glsl"
#include "scenes/sky.glsl"

uniform float fog;
uniform sampler2D near;  // see clouds.glsl

const int STEPS = 768;          // along a ray, those towards the sun included
const int TAPS = 5;             // for the light at a point: one upwards, then towards the sun, the far ones first
const float SHARE = 0.2;       // the part of a ray's light that is lit alike
const float DARK = 25.0;        // optical depth that lets hardly any sunlight through
const float AIRY = 0.06;        // haze per unit
const float SUNNY = 2.6;        // sunlight on clouds relative to that on the ground, chosen by eye
const float EXTINCTION = 60.0;  // per unit in a cloud's core, times density
const float CORE = 0.83;        // depth of the core, in standard deviations

// The depth of a point inside a cloud, in standard deviations of the noise; negative outside. Leaves out octaves that
// cannot move it into the range.
float inside(vec3 p, float octaves, vec2 range) {
#if ISONOISE_FRACTAL == 4 || defined(SCENE_FUNCTION)
    return standing(vec4(p, 0.0), octaves) - cloud_level(p.y);
#else
    vec4 q = vec4(p, 0.0) * isonoise_plan.frequency + eye_fraction;
    vec4 cell = floor(q);
    IsonoisePlace at = isonoise_place(eye_cell + ivec4(cell), q - cell);
#if ISONOISE_WARP
    at = isonoise_warped(at);
#endif
    float unit = 1.0 / signed_sigma(), middle = as_signed(mean);
    // The mean of octaves, which those left out have too: see missing().
    float usual = ISONOISE_FRACTAL == 0 ? 0.0 : middle;
    float s = (isonoise_plan.bias - middle + usual) * unit - cloud_level(p.y), rest = rest_of(0.0);
    for (uint i = 0u; i < isonoise_plan.count; ++i) {
        if (float(i) >= octaves || s > range.y + rest) break;
        if (s < range.x - rest) return s + 0.4 * rest;  // those to come make steps shorter
        float share = clamp(octaves - float(i), 0.0, 1.0) * isonoise_plan.octaves[i].amplitude * unit;
        s += share * (isonoise_shaped(isonoise_base(at, i, isonoise_plan.octaves[i].seed)) - usual);
        rest -= REACHED * share;
        if (i + 1u < isonoise_plan.count) isonoise_next(at, i);
    }
    return s;
#endif
}

// Thinner at the rim, where fragments of fine octaves would look like specks.
float extinction(float s) {
    float x = clamp(s / CORE, 0.0, 1.0);
    return density * EXTINCTION * x * min(6.0 * x, 1.0);
}

// The next slices, from this one on, after which there may be clouds: the first, and the one after the last. A run that
// goes on in the next texel is two. No clouds: x > y.
uint marks(ivec2 column, int texel) {
    return uint(texelFetch(near, column + ivec2(0, volume_columns.y * texel), 0).r);
}
int highest_bit(uint bits) { return int(floatBitsToUint(float(bits)) >> 23) - 127; }
ivec2 next_slices(ivec2 column, int slice) {
    int texel = slice / CLOUD_BITS, last = (volume_slices - 1) / CLOUD_BITS;
    if (texel > last) return ivec2(1, 0);
    uint bits = marks(column, texel) >> (slice % CLOUD_BITS) << (slice % CLOUD_BITS);
    while (bits == 0u && texel < last) bits = marks(column, ++texel);
    if (bits == 0u) return ivec2(1, 0);
    uint lowest = bits & (~bits + 1u);
    return CLOUD_BITS * texel + ivec2(highest_bit(lowest), highest_bit((bits + lowest) & ~bits));
}

// The sky behind the clouds without the sun's disc, or the sea far below.
vec3 behind_clouds(vec3 d, vec3 above) {
    if (d.y > 0.0) return horizon(d, sun_direction, fog);  // as in haze(), so that no line is visible there
    float way = max(eye.y - CLOUDS_LOW + 6.0, 0.1) / max(-d.y, 1e-3);
    return haze(above * vec3(0.02, 0.03, 0.035), d, min(way * AIRY, 1e3), sun_direction, fog);
}

// The clouds along a ray: their light and distance, both times their cover; and the light that passes them.
void march(vec3 d, vec3 sunny, vec3 above, out vec3 light, out float depth, out float through) {
    // Multiple scattering: octaves of weaker, broader and deeper light. (M. Wrenninge, "Oz: the great and volumetric",
    // 2013)
    vec3 phases, weaker = vec3(1.0, 0.4, 0.16);
    float c = dot(d, sun_direction);
    for (int j = 0; j < 3; ++j)
        phases[j] = weaker[j] * mix(phase(c, 0.8 * weaker[j]), phase(c, -0.3 * weaker[j]), 0.4);

    light = vec3(0.0);
    depth = 0.0;
    through = 1.0;
    ivec2 column = ivec2((place() + jitter) / volume_pixels + 0.5);
    // Dithered evenly over neighbouring pixels and over samples.
    float dither = interleaved(floor(place()), 0.61803399 * float(sample_index));
    float steep = (1.0 + 2.0 * isonoise_plan.warp) * isonoise_plan.frequency / 0.05;  // deeper inside per unit, rarely
    float t = 0.0, last_t = 0.0, last_s = -1.0;
    float careful = 0.0;            // fine steps up to here
    float waiting = 0.0;            // cover that is not lit yet, and its distance times that
    float waiting_depth = 0.0;
    float tau = 0.0, open = 1.0;    // of the taps so far
    int tap = -1;                   // the next one; -1: the next step along the ray
    int after = -1;                 // the slice up to which the ray has come
    int steps = 0;
    while (through > 0.01 && steps < STEPS) {
        ivec2 run = next_slices(column, max(after, 0));
        if (run.x > run.y) break;
        if (run.x != after) {
            t = distance_of(run.x);
            t += 0.5 * dither * (0.012 + 0.004 * t);
            last_t = t;
            last_s = -1.0;
        }
        float end = distance_of(run.y);
        // A single call of the noise for both kinds of steps, so that it is compiled only once.
        for (; (tap >= 0 || t < end && through > 0.01) && steps < STEPS; ++steps) {
            float lit = tap < 0 ? t : waiting_depth / waiting;
            vec3 p = d * lit;
            float octaves = fine_octaves(lit) - (1.0 - through);
            vec2 range = vec2(0.0, CORE);
            float reach = 0.0;
            if (tap == 0) {
                p.y += 0.12;
                octaves = min(octaves, 6.0);
                range = vec2(-0.2, 2.5);
            } else if (tap > 0) {  // with fewer octaves and longer steps
                float away = float(TAPS - 1 - tap);
                reach = 0.03 * pow(2.5, away);
                p += sun_direction * ((reach - 0.03) / 1.5 + 0.5 * reach);
                octaves = min(octaves, 7.0 - 1.3 * away);
            }
            float s = inside(p, octaves, range);
            if (tap >= 0) {
                if (tap == 0) open = exp(-1.2 * max(s + 0.2, 0.0));
                else tau += extinction(s) * reach;
                if (++tap < TAPS && tau < DARK) continue;
                tap = -1;
                float h = clamp((d.y * lit + eye.y - CLOUDS_LOW) / (CLOUDS_HIGH - CLOUDS_LOW), 0.0, 1.0);
                light += waiting * (sunny * (SUNNY * dot(phases, exp(-tau * weaker)) + 0.005)
                                    + above * (mix(0.06, 0.2, h) * mix(0.35, 1.0, open)));
                depth += waiting_depth;
                waiting = waiting_depth = 0.0;
                continue;
            }
            float fine = 0.012 + 0.004 * t, way = t - last_t;
            if (s > 0.0 && last_s < 0.0 && way > 1.5 * fine) {  // overshot: back to where it may have crossed the rim
                careful = t;
                t = mix(last_t, t, clamp(-last_s / (s - last_s), 0.1, 0.9)) - 0.5 * fine;
                continue;
            }
            // The depth inside is nearly linear between steps: Simpson's rule.
            float middle = extinction(0.5 * (last_s + s)), thick = extinction(s);
            float all = extinction(last_s) + 4.0 * middle + thick;
            float lost = through * (1.0 - exp(-all / 6.0 * way));
            if (lost > 0.0) {
                through -= lost;
                waiting += lost;
                waiting_depth += lost * mix(last_t, t, (2.0 * middle + thick) / all);
            }
            // Longer steps if the last one has not come closer to a cloud.
            float rise = way > 0.0 ? clamp((s - last_s) / way, 0.0, steep) : steep;
            last_t = t;
            last_s = s;
            if (s > 0.0) {
                t += clamp(0.7 / max(thick, 1e-3), 0.8 * fine, 1.2 * fine);
            } else {
                float closer = mix(rise, steep, 0.4) + level_falls(p.y, d.y);
                t += t < careful ? fine : clamp(-s / closer, 1.2 * fine, 0.16 * (t + 2.0));
            }
            if (waiting > SHARE || waiting > 0.0 && (s <= 0.0 || through <= 0.01 || t >= end)) {
                tap = 0;
                tau = 0.0;
            }
        }
        after = max(run.y, slice_of(t));
    }
}

void main() {
    vec3 d = ray();
    vec3 sunny = sunlight(sun_direction, fog);
    vec3 above = skylight(sun_direction);
    vec3 light;
    float depth, through;
    march(d, sunny, above, light, depth, through);
    vec3 disc = d.y > 0.0 ? sky_with_sun(d, sun_direction, fog) - sky(d, sun_direction, fog) : vec3(0.0);
    vec3 behind = behind_clouds(d, above);
    float cover = min((1.0 - through) / 0.99, 1.0);
    if (cover > 0.0) {
        float distance = depth / max(cover, 1e-4);
        vec3 seen = haze(light / max(cover, 1e-4), d, distance * AIRY, sun_direction, fog);
        behind = mix(behind, seen, cover * exp(-distance * distance * 5.0 / (CLOUDS_FAR * CLOUDS_FAR)));
    }
    colour = shown(behind + disc * (1.0 - cover));
}
