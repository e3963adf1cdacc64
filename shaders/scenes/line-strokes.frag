// Scene "line", style "strokes": a drawing of straight strokes. The noise displaces, presses and lifts the pen like a
// hand. Every stroke uses its own section of the noise, as long as the stroke.
#include "scenes/world.glsl"

uniform float span;

// End points of strokes, relative to the picture's center in picture heights, x right and y down.
const int STROKES = 82;
const vec4 STROKE[82] = vec4[82](
    // the gable: walls, roof, door, window
    vec4(-0.355, 0.215, -0.352, -0.030), vec4(-0.060, 0.240, -0.062, -0.025), vec4(-0.365, 0.213, -0.050, 0.242),
    vec4(-0.395, 0.012, -0.205, -0.262), vec4(-0.212, -0.266, -0.028, 0.030), vec4(-0.372, 0.008, -0.205, -0.228),
    vec4(-0.262, 0.222, -0.262, 0.070), vec4(-0.266, 0.068, -0.178, 0.076), vec4(-0.180, 0.074, -0.180, 0.232),
    vec4(-0.192, 0.150, -0.188, 0.158),
    vec4(-0.232, -0.088, -0.180, -0.086), vec4(-0.181, -0.088, -0.181, -0.026), vec4(-0.180, -0.027, -0.233, -0.030),
    vec4(-0.232, -0.028, -0.232, -0.090), vec4(-0.206, -0.087, -0.206, -0.028), vec4(-0.232, -0.058, -0.181, -0.057),
    // the long side
    vec4(0.355, 0.205, 0.355, -0.020), vec4(-0.066, 0.241, 0.366, 0.203), vec4(-0.036, 0.030, 0.398, 0.006),
    vec4(-0.215, -0.263, 0.232, -0.266), vec4(0.228, -0.268, 0.402, 0.008), vec4(-0.028, 0.042, 0.392, 0.018),
    vec4(0.030, 0.070, 0.105, 0.064), vec4(0.104, 0.063, 0.104, 0.148), vec4(0.105, 0.147, 0.030, 0.154),
    vec4(0.031, 0.155, 0.031, 0.069), vec4(0.067, 0.067, 0.067, 0.151), vec4(0.030, 0.110, 0.105, 0.105),
    vec4(0.205, 0.058, 0.278, 0.053), vec4(0.277, 0.052, 0.277, 0.133), vec4(0.278, 0.132, 0.205, 0.138),
    vec4(0.206, 0.139, 0.206, 0.057), vec4(0.241, 0.055, 0.241, 0.136), vec4(0.205, 0.098, 0.278, 0.093),
    // the chimney
    vec4(0.096, -0.205, 0.096, -0.342), vec4(0.092, -0.340, 0.158, -0.344), vec4(0.156, -0.344, 0.156, -0.200),
    vec4(0.088, -0.318, 0.162, -0.321),
    // the ground, the path, birds
    vec4(-0.800, 0.222, -0.340, 0.214), vec4(0.340, 0.204, 0.800, 0.222), vec4(-0.262, 0.226, -0.345, 0.375),
    vec4(-0.176, 0.236, -0.160, 0.392), vec4(-0.392, -0.372, -0.362, -0.350), vec4(-0.364, -0.349, -0.322, -0.378),
    vec4(-0.306, -0.322, -0.284, -0.305), vec4(-0.286, -0.304, -0.254, -0.327),
    // two firs
    vec4(-0.590, 0.250, -0.590, -0.190), vec4(-0.588, -0.175, -0.652, -0.068), vec4(-0.592, -0.175, -0.530, -0.070),
    vec4(-0.590, -0.105, -0.676, 0.035), vec4(-0.590, -0.105, -0.506, 0.032), vec4(-0.590, -0.020, -0.700, 0.145),
    vec4(-0.590, -0.020, -0.484, 0.142), vec4(0.590, 0.246, 0.590, -0.050), vec4(0.590, -0.040, 0.548, 0.032),
    vec4(0.590, -0.040, 0.633, 0.034), vec4(0.590, 0.015, 0.530, 0.108), vec4(0.590, 0.015, 0.650, 0.110),
    vec4(0.590, 0.070, 0.516, 0.182), vec4(0.590, 0.070, 0.666, 0.184),
    // a fence
    vec4(0.420, 0.262, 0.790, 0.292), vec4(0.420, 0.300, 0.790, 0.336), vec4(0.440, 0.236, 0.440, 0.340),
    vec4(0.545, 0.244, 0.545, 0.352), vec4(0.650, 0.250, 0.650, 0.362), vec4(0.755, 0.258, 0.755, 0.374),
    // the sun
    vec4(0.520, -0.380, 0.520, -0.452), vec4(0.520, -0.260, 0.520, -0.188), vec4(0.460, -0.320, 0.388, -0.320),
    vec4(0.580, -0.320, 0.652, -0.320), vec4(0.478, -0.362, 0.430, -0.410), vec4(0.562, -0.278, 0.610, -0.230),
    vec4(0.478, -0.278, 0.430, -0.230), vec4(0.562, -0.362, 0.610, -0.410),
    vec4(0.562, -0.302, 0.538, -0.278), vec4(0.538, -0.278, 0.502, -0.278), vec4(0.502, -0.278, 0.478, -0.302),
    vec4(0.478, -0.302, 0.478, -0.338), vec4(0.478, -0.338, 0.502, -0.362), vec4(0.502, -0.362, 0.538, -0.362),
    vec4(0.538, -0.362, 0.562, -0.338), vec4(0.562, -0.338, 0.562, -0.302));

// Hatches: parallel strokes that fill a parallelogram, given by a corner and the side along which they step, then the
// side that they follow and their number.
const int HATCHES = 8;
const vec4 HATCH[8] = vec4[8](
    vec4(-0.205, -0.250, 0.420, -0.003), vec4(-0.055, 0.050, 0.400, -0.022), vec4(0.156, -0.312, 0.0, 0.100),
    vec4(-0.262, 0.092, 0.0, 0.130), vec4(-0.140, 0.262, 0.500, -0.030),
    vec4(-0.780, 0.262, 0.300, 0.010), vec4(0.494, -0.346, 0.052, 0.0), vec4(-0.590, -0.120, 0.0, 0.250));
const vec3 HATCHED[8] = vec3[8](
    vec3(0.166, 0.268, 26.0), vec3(0.010, 0.180, 34.0), vec3(-0.060, 0.010, 8.0), vec3(0.082, 0.006, 10.0),
    vec3(-0.030, 0.060, 30.0), vec3(-0.018, 0.050, 16.0), vec3(0.0, 0.052, 7.0),
    vec3(0.075, 0.128, 11.0));

// Stroke `id`: one of the first list or, from 100 on, a line of a hatch, 100 ids each.
void ends(int id, out vec2 a, out vec2 b, out float most) {
    int h = clamp(id / 100 - 1, 0, HATCHES - 1);
    vec4 o = HATCH[h];
    vec3 along = HATCHED[h];
    float n = float(id - 100 * (h + 1)) + 0.5;
    a = o.xy + o.zw * (n / along.z);
    b = a + along.xy;
    // Strokes of a hatch must not reach their neighbours.
    most = 0.42 * abs(o.z * along.y - o.w * along.x) / (along.z * length(along.xy));
    if (id < 100) {
        vec4 s = STROKE[clamp(id, 0, STROKES - 1)];
        a = s.xy;
        b = s.zw;
        most = 0.016;
    }
}

// The four nearest, nearest first.
void keep(int id, float distance, inout ivec4 ids, inout vec4 nearest) {
    if (distance >= nearest.w) return;
    nearest.w = distance;
    ids.w = id;
    if (nearest.w < nearest.z) {
        nearest.zw = nearest.wz;
        ids.zw = ids.wz;
    }
    if (nearest.z < nearest.y) {
        nearest.yz = nearest.zy;
        ids.yz = ids.zy;
    }
    if (nearest.y < nearest.x) {
        nearest.xy = nearest.yx;
        ids.xy = ids.yx;
    }
}

void main() {
    // The whole drawing fits a picture of any aspect ratio.
    float fit = min(size.y, size.x / 1.68);
    vec2 p = (place() + jitter - 0.5 * size) / fit;
    float pixel = 1.0 / fit;
    float units = span * pixel * isonoise_plan.frequency;
    detail = clamp(1.5 - log(units) / log(max(isonoise_plan.lacunarity, 1.01)), 0.0, 32.0);

    // Paper grain: where it takes ink, and a little shading.
    vec2 at = (place() - 0.5 * size) / size.y * 720.0;
    float grain = 0.6 * perlin2(at * 0.31, 1u) + 0.4 * perlin2(at * 0.12 + 37.0, 2u);
    float cloud = perlin2(at * 0.006 + 11.0, 3u);
    vec3 c = to_linear(vec3(0.957, 0.940, 0.900)) * (1.0 + 0.025 * grain + 0.02 * cloud);
    vec2 v = place() / size - 0.5;
    c *= 1.0 - 0.22 * dot(v, v);

    ivec4 ids = ivec4(0);
    vec4 nearest = vec4(0.05);
    for (int i = 0; i < STROKES; ++i) keep(i, to_segment(p, STROKE[i].xy, STROKE[i].zw), ids, nearest);
    for (int h = 0; h < HATCHES; ++h) {
        vec4 o = HATCH[h];
        vec3 along = HATCHED[h];
        vec2 d = p - o.xy;
        float s = (d.x * along.y - d.y * along.x) / (o.z * along.y - o.w * along.x);
        int n = clamp(int(floor(s * along.z)), 0, int(along.z) - 1);
        vec2 a, b;
        float most;
        ends(100 * (h + 1) + n, a, b, most);
        keep(100 * (h + 1) + n, to_segment(p, a, b), ids, nearest);
    }

    float ink = 0.0, warm = 0.0;
    for (int k = 0; k < 4; ++k) {
        int id = ids[k];
        vec2 a, b;
        float most;
        ends(id, a, b, most);
        bool hatch = id >= 100;
        float reach = length(b - a);
        vec2 along = (b - a) / reach;
        vec2 from = p - a;
        float s = dot(from, along), aside = from.x * along.y - from.y * along.x;
        // A hand draws outlines twice.
        for (int pass = 0; pass < 2; ++pass) {
            uint bits = scrambled(uint(2 * id + pass) * 0x9E3779B1u + 77u);
            float place_of = 3.0 * float(2 * id + pass);
            vec3 chance = vec3(bits & 1023u, (bits >> 10) & 1023u, (bits >> 20) & 1023u) / 1023.0;
            // The noise here, in standard deviations: the pen's displacement and its pressure.
            vec2 hand;
            for (int n = 0; n < 2; ++n) {
                float value = noise(vec4(s * span + place_of + 1.37 * float(n), 0.0, 0.0, 0.0));
                hand[n] = clamp((value - mean) / sigma, -4.0, 4.0);
            }
            float swing = hatch ? 0.0026 : 0.0040;
            float moved = most * tanh((swing * hand.x + 0.003 * (chance.x - 0.5)) / most);
            // The stroke starts a little early or late, and lifts off at the end.
            float first = (hatch ? 0.012 : 0.014) * (chance.y - 0.65), last = reach + 0.022 * (chance.z - 0.45);
            float t = clamp((s - first) / max(last - first, 1e-4), 0.0, 1.0);
            float press = clamp(1.0 + 0.22 * hand.y - 0.5 * smoothstep(0.72, 1.0, t) - 0.2 * smoothstep(0.08, 0.0, t),
                                0.15, 1.7);
            float width = (hatch ? 0.0019 : pass == 0 ? 0.0036 : 0.0024) * press;
            width = max(width, 0.7 * pixel);
            vec2 off = vec2(max(max(first - s, s - last), 0.0), aside - moved);
            float cover = clamp((0.5 * width - length(off)) * fit + 0.5, 0.0, 1.0);
            // A light stroke leaves hollows in the paper white.
            float dry = smoothstep(-0.75, 0.35, grain + 1.5 * (press - 0.72));
            float dark = (hatch ? 0.62 : pass == 0 ? 0.92 : 0.55) * mix(0.35, 1.0, dry);
            if (hatch && pass == 1) dark = 0.0;
            ink = 1.0 - (1.0 - ink) * (1.0 - cover * dark);
            if ((id >= 66 && id < 100) || id / 100 == 1 || id / 100 == 7) warm = max(warm, cover * dark);
        }
    }
    vec3 tone = mix(to_linear(vec3(0.13, 0.155, 0.24)), to_linear(vec3(0.73, 0.25, 0.13)), warm / max(ink, 1e-4));
    c = mix(c, tone, ink);
    colour = vec4(clamp(c, 0.0, 1.0), 1.0);
}
