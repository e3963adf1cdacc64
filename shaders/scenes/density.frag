// Scene "density": 3D noise as solid rock, with caves, arches and overhangs; the noise's x, y and z lie along the
// world's. This style shows the smooth surface.
#include "scenes/density-smooth.glsl"

uniform sampler2D near;    // see density-near.frag
uniform sampler2D lights;  // see density-light.frag

const int SHAFTS = 6;       // points along a ray that look for sunbeams, in caves
const int SHAFT_STEPS = 4;  // from each to the sun

// The four coarse rays around a pixel.
struct Around {
    ivec2 first;     // the lowest
    vec2 part;       // of the way to the others
    vec4 distances;  // to the surface; negative if there is none
};
ivec2 texel_of(Around a, int i) {
    return clamp(a.first + ivec2(i & 1, i >> 1), ivec2(0), textureSize(near, 0) - 1);
}
Around around(vec2 pixel) {
    vec2 at = pixel / float(near_pixels) - 0.5;
    Around a = Around(ivec2(floor(at)), fract(at), vec4(-1.0));
    for (int i = 0; i < 4; ++i)
        a.distances[i] = texelFetch(near, texel_of(a, i), 0).r;
    return a;
}

float least(vec4 v) { return min(min(v.x, v.y), min(v.z, v.w)); }

bool surface(vec2 pixel, vec3 d, Around a, out float t) {
    t = 0.0;
    // The nearest surface, and the one behind it, if the rays meet two.
    vec4 met = mix(vec4(far), a.distances, greaterThanEqual(a.distances, vec4(0.0)));
    float nearest = least(met), widest = float(near_pixels) * pixel_angle();
    if (nearest >= far) return false;
    float left = nearest * (1.0 + 8.0 * widest);  // the nearest surface ends before that
    float behind = least(mix(vec4(far), met, greaterThan(met, vec4(left))));
    bool one = behind >= far && met == a.distances;
    float guess = one ? mix(mix(met.x, met.y, a.part.x), mix(met.z, met.w, a.part.x), a.part.y) : 0.0;
    t = max(start_of(pixel), nearest * (1.0 - 2.0 * widest));
    return find_surface(d, guess, vec2(left, behind * (1.0 - 2.0 * widest)), t);
}

// The light of the coarse points that lie on this point's plane, or its own where there are too few.
vec2 light_near(Around a, vec3 d, float t, vec3 n) {
    vec4 weights = vec4((1.0 - a.part.x) * (1.0 - a.part.y), a.part.x * (1.0 - a.part.y),
                        (1.0 - a.part.x) * a.part.y, a.part.x * a.part.y);
    vec2 sum = vec2(0.0), total = vec2(1e-6);
    for (int i = 0; i < 4; ++i) {
        if (a.distances[i] < 0.0) continue;
        ivec2 texel = texel_of(a, i);
        vec3 to = ray_through(float(near_pixels) * (vec2(texel) + 0.5)) * a.distances[i] - d * t;
        float off = abs(dot(n, to)) / (1.5 * float(near_pixels) * pixel_angle() * t);
        float both = texelFetch(lights, texel, 0).r, weight = weights[i] * max(1.0 - off, 0.0);
        vec2 by = vec2(both < 0.0 ? 0.0 : weight, weight);  // shadows do not tell of surfaces that face away
        sum += by * unpacked_light(both);
        total += by;
    }
    bool faces = dot(n, sun_direction) > 0.0;
    if (total.y < 0.1 || (faces && total.x < 0.1)) return light_at(d, t, n);
    return vec2(faces ? sum.x / total.x : 1.0, sum.y / total.y);
}

// The sunbeams along a ray: the fraction of it that is lit.
float sunbeams(vec3 d, float t) {
    if (closed <= 0.0) return 0.0;
    float cell = max(1.0 / isonoise_plan.frequency, 8.0 * pixel_angle() * t);
    detail = min(detail_at(t, 8.0), 4.0);
    float steep = steepness(), shone = 0.0, shaft = 1.0, dither = random(1u);
    for (int i = 0; i < SHAFTS * SHAFT_STEPS; ++i) {
        int tap = i % SHAFT_STEPS;
        vec3 from = d * (min(t, 3.0 * air) * (float(i / SHAFT_STEPS) + dither) / float(SHAFTS));
        float at = cell * 0.12 * exp2(float(tap));
        if (tap == 0) shaft = 1.0;
        shaft *= clamp(0.5 - 6.0 * body(from + sun_direction * at) / (steep * at), 0.0, 1.0);
        if (tap == SHAFT_STEPS - 1) shone += shaft / float(SHAFTS);
    }
    return shone;
}

vec3 surface_light(vec3 d, float t, vec3 n, vec2 reached) {
    vec3 p = d * t;
    float unit = isonoise_plan.frequency, pixel = pixel_angle() * t;
    float lit = reached.x * reached.x * (3.0 - 2.0 * reached.x);
    vec3 q = p * unit;
    float clear = clamp(2.0 - 20.0 * pixel * unit, 0.0, 1.0);
    vec3 albedo = mix(vec3(0.4, 0.26, 0.16), rock(q, (height0 + p.y) * unit), clear);
    // Moss on flat ground.
    float moss = smoothstep(0.62, 0.9, n.y + 0.22 * perlin3(q * 9.0, 21u) * clear
                             + 0.16 * perlin3(q * 31.0, 22u) * clamp(2.0 - 70.0 * pixel * unit, 0.0, 1.0));
    albedo = mix(albedo, vec3(0.105, 0.115, 0.04), moss * 0.85 * (1.0 - 0.8 * closed));
    albedo *= 1.0 + 0.3 * perlin3(q * 43.0, 23u) * clamp(2.0 - 90.0 * pixel * unit, 0.0, 1.0);
    beams = sunbeams(d, t) * min(t / air, 3.0) * closed * fog * 0.007 * sunlight(sun_direction, fog);
    return shine(albedo, n, lit, reached.y, d, t);
}

void main() {
    prepare();
    vec3 d = ray();
    Around a = around(place() + jitter);
    float t = far;
    bool hit = surface(place(), d, a, t);
    vec3 light = backdrop(d);
    if (hit) {
        vec3 n = normal_at(d, t);
        light = surface_light(d, t, n, light_near(a, d, t, n));
    }
    light = through_air(light, d, hit ? t : far, hit);
    colour = shown(light);
}
