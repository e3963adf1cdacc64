// Scene "fire": a wall of flames. The picture is a plane, y down, with the ground at y = 0; its noise is stretched
// upwards, rises, and changes over time.
//
// Sheets of flame, one behind the other. A sheet burns where the noise exceeds a level that grows with height, and is
// hottest well inside. Soot glows in the colours of the colour map, from cool to hot, with an intensity that grows
// about as fast as a black body's.
#include "scenes/world.glsl"

uniform vec4 center;
uniform float span;
uniform float relief;
uniform float density;
uniform int colormap;

const int SHEETS = 4;

// The colour of a glow of this heat, 0 to 1. Diverging colours are brightest in the middle: their cold half looks like
// gas flames.
vec3 glowing(float heat) { return to_linear(look_up(colormap == DIVERGING ? 0.5 * heat : heat)); }

uint bits(uint x, uint y, uint salt) { return random_bits(uvec4(x, y, salt, 0u)); }
float part(uint h, uint i) { return float((h >> (8u * i)) & 255u) / 256.0; }

// Sparks, a few in each column of the noise's lattice: each rises from the ground for one cell of time, then another
// one starts elsewhere. `up` is the height in flames, `pixel` the size of a pixel in units of coordinate.
float sparks(vec2 at, float up, float reach, float pixel) {
    float x = at.x * isonoise_plan.frequency + eye_fraction.x;
    int column = eye_cell.x + int(floor(x));
    int now = ISONOISE_DIM == 4 ? eye_cell.w : eye_cell.z;
    float t = ISONOISE_DIM == 4 ? eye_fraction.w : eye_fraction.z;
    uvec4 period = isonoise_plan.octaves[0].period;
    uint loop = ISONOISE_DIM == 4 ? period.w : period.z;
    float light = 0.0;
    for (int i = 0; i < 12; ++i) {
        int k = i / 4 - 1;
        uint c = uint(column + k);
        if (period.x > 0u) c = uint(isonoise_wrap(column + k, period.x));
        float birth = part(bits(c, uint(i & 3), 1u), 0u);
        float age = t + birth;
        uint life = uint(now) + uint(floor(age));
        if (loop > 0u && life >= loop) life -= loop;
        age -= floor(age);
        uint h = bits(c, life, 7u + uint(i & 3));
        uint g = bits(c, life, 77u + uint(i & 3));
        float high = (0.3 + 2.6 * part(h, 0u) * part(h, 1u)) * (0.15 + 1.5 * age);
        float bend = 0.25 * sin(6.2832 * (part(h, 2u) + age * (0.6 + part(g, 0u)))) * age;
        float along = (float(k) + part(h, 3u) + bend + (part(g, 1u) - 0.5) * age - (x - floor(x)));
        vec2 d = vec2(along / isonoise_plan.frequency, (high - up) * reach);
        // Stretched along their path as motion blur; never smaller than a pixel, but dimmer instead.
        d.y *= 0.3;
        float size1 = reach * (0.003 + 0.005 * part(g, 2u));
        float wide = max(size1, 0.8 * pixel);
        float r2 = dot(d, d) / (wide * wide);
        float flicker = 0.6 + 0.4 * sin(40.0 * age + 6.2832 * part(g, 3u));
        float fade = smoothstep(0.15, 0.3, part(h, 2u)) * (1.0 - age) * smoothstep(0.0, 0.1, age) * flicker;
        light += fade * (exp(-r2) + 0.012 / (1.0 + 0.05 * r2) * exp(-0.002 * r2)) * (size1 * size1) / (wide * wide);
    }
    return light;
}

// Static noise, `times` finer than the scene's, `depth` below the ground.
float coals(vec2 at, float times, float depth, uint seed, float pixel) {
    float wide = times * isonoise_plan.frequency;
    float x = (at.x * isonoise_plan.frequency + eye_fraction.x) * times;
    float y = depth * 1.5 * wide;
    ivec2 cell = ivec2(eye_cell.x * int(times) + int(floor(x)), int(floor(clamp(y, -1e6, 1e6))));
    vec2 f = vec2(x - floor(x), clamp(y, -1e6, 1e6) - floor(clamp(y, -1e6, 1e6)));
    return perlin2(cell, f, seed) * clamp(1.5 - 2.0 * pixel * wide, 0.0, 1.0);
}

void main() {
    float unit = span / size.y;
    vec2 at = (place() + jitter - 0.5 * size) * unit;
    float reach = max(relief, 1e-3);
    float e = -(center.y + at.y) / reach;  // height in flames
    float up = max(e, 0.0);
    float cell = 1.0 / isonoise_plan.frequency;
    float pixels = 1.5 * unit * isonoise_plan.frequency;
    float finest = 1.0 - log(max(pixels, 1e-12)) / log(max(isonoise_plan.lacunarity, 1.01));
    float dense = 0.8 * log2(max(density, 0.02));

    // The first noise bends the flames of all later sheets, and makes some places burn higher.
    vec4 p = vec4(at.x, at.y * FIRE_STRETCH, 0.0, 0.0);
    float sway = 0.0, smoke = 0.0;
    vec3 light = vec3(0.0);
    for (int i = 0; i <= SHEETS; ++i) {
        float k = float(i);
        float far = i == 0 ? 0.0 : 1.0 - (k - 1.0) / float(SHEETS - 1);  // 1 is the farthest sheet
        vec4 q = p * mix(1.0, 1.7, far);
        q.x += cell * (17.37 * k + (i == 0 ? 0.0 : 0.13 * sway));
        q.y += cell * (5.71 * k + 0.16 * sway);
        if (ISONOISE_DIM == 4) q.z += 1.7 * k * cell;
        float s = clamp(standing(q, i == 0 ? min(1.0, finest) : finest - 0.7 * far), -4.0, 4.0);
        if (i == 0) {
            sway = s;
            continue;
        }
        // Higher up, flames need higher values.
        float need = 2.0 * up - 1.7 + 0.25 * far - 0.4 * sway;
        float body = s - need + dense;
        float here = smoothstep(0.0, 0.7, body);
        // Flames are thin sheets: bright at their rims, seen edge-on, and where they are thick.
        float rim = here * exp(-1.6 * max(body - 0.3, 0.0));
        float thick = smoothstep(0.3, 4.4, body);
        float warm = clamp(0.42 + 0.56 * thick + 0.12 * rim - 0.07 * up, 0.0, 1.0) * mix(1.0, 0.86, far);
        vec3 c = glowing(warm);
        float power = here * (0.22 + 6.0 * pow(warm, 4.0)) * mix(1.0, 0.55, far) * exp(-0.25 * up);
        light = light * (1.0 - 0.4 * here) + c * power;
        smoke += smoothstep(-0.5, 2.5, s + 0.5 * sway) / float(SHEETS);
    }

    // The glow around the flames, with smoke in it.
    vec3 glow = glowing(0.55) * (0.10 + 0.012 * sway) * min(sqrt(density), 2.0);
    light += glow * exp(-0.8 * up) * (0.4 + 1.1 * smoke * smoothstep(0.2, 1.4, up));
    light += glowing(0.75) * 8.0 * sparks(at, e, reach, unit) * clamp(2.0 - 60.0 * unit / cell, 0.0, 1.0);

    // A bed of embers: dark lumps in front of the flames, with a glow in between.
    float ridge = 0.17 * coals(at, 3.0, 0.1, 5u, unit) + 0.06 * coals(at, 11.0, 0.1, 6u, unit) - 0.05;
    float bed = e - ridge * cell / reach;
    float lumps = coals(at, 3.0, center.y + at.y, 7u, unit), finer = coals(at, 11.0, center.y + at.y, 8u, unit);
    float edge = 1.0 / max(2.0 * unit / reach, 0.01);
    float deep = clamp(-bed, 0.0, 1.0);
    float crack = exp(-9.0 * abs(lumps + 0.35 * finer)) * exp(-2.0 * deep) * (0.75 + 0.12 * sway);
    vec3 coal = glowing(0.3 + 0.35 * crack) * (0.03 * exp(-5.0 * deep) + 0.9 * crack * crack);
    light = mix(light, coal, clamp(0.5 - bed * edge, 0.0, 1.0));
    colour = shown(light);
}
