// A polished ball on a plinth in a studio: shared by scenes that show a solid texture. (D. Peachey, "Solid texturing of
// complex surfaces", 1985)
#include "scenes/world.glsl"

// The linear colour of the solid at `p`, relative to the center, and `local`, relative to the eye; a pixel is
// `footprint` wide. Defined by each scene.
vec3 stone_colour(vec3 p, vec3 local, float footprint);

const float FAR = 60.0;

float ring(vec3 p) { return length(vec2(length(p.xz) - 0.53, p.y + 0.51)) - 0.115; }
float round_cylinder(vec3 p, float radius, float low, float high, float edge) {
    vec2 q = vec2(length(p.xz) - radius, abs(p.y - 0.5 * (low + high)) - 0.5 * (high - low)) + edge;
    return min(max(q.x, q.y), 0.0) + length(max(q, 0.0)) - edge;
}
float stone(vec3 p) {
    float ball = length(p - vec3(0.0, STUDIO_HEIGHT, 0.0)) - STUDIO_RADIUS;
    float plinth = round_cylinder(p, 0.80, -0.88, -0.625, 0.035);
    float foot = round_cylinder(p, STUDIO_PLINTH, STUDIO_FLOOR, -0.86, 0.035);
    return min(ball, min(plinth, foot));
}
float things(vec3 p) { return min(stone(p), ring(p)); }

vec3 normal_at(vec3 p) {
    vec3 n = vec3(0.0);
    for (int i = 0; i < 4; ++i) {
        vec3 e = vec3(i == 0 || i == 3 ? 1.0 : -1.0, i == 1 || i == 3 ? 1.0 : -1.0, i == 2 || i == 3 ? 1.0 : -1.0);
        n += e * things(p + e * 0.0006);
    }
    return normalize(n);
}

// Distance to the ball, ring or floor along a ray; FAR for no hit.
float meet(vec3 from, vec3 d, float start) {
    // Everything is inside a sphere and above the floor.
    float b = dot(from, d);
    float root = b * b - dot(from, from) + 2.1;
    float to_floor = d.y < -1e-5 ? (STUDIO_FLOOR - from.y) / d.y : FAR;
    if (to_floor < 0.0) to_floor = FAR;
    if (root <= 0.0 || -b + sqrt(root) < 0.0) return min(to_floor, FAR);
    float t = max(start, -b - sqrt(root));
    float last = min(-b + sqrt(root), to_floor);
    for (int i = 0; i < 72; ++i) {
        float s = things(from + t * d);
        if (s < clamp(0.3 * pixel_angle() * t, 2e-7, 0.0004)) return t;
        t += s;
        if (t > last) break;
    }
    return t > last ? min(to_floor, FAR) : t;
}

// The visible fraction of a round light, `width` wide (tangent of its radius), from a point: objects near the path
// cover part of it.
float light_seen(vec3 p, vec3 n, vec3 to, float width) {
    float seen = 1.0;
    float t = 0.02;
    for (int i = 0; i < 40; ++i) {
        float s = things(p + n * 0.002 + t * to);
        seen = min(seen, 0.5 + 0.5 * s / (width * t));
        t += clamp(abs(s), 0.02 + 0.05 * t, 0.25);
        if (seen < 0.0 || t > 3.2) break;
    }
    seen = clamp(seen, 0.0, 1.0);
    return seen * seen * (3.0 - 2.0 * seen);
}
float openness(vec3 p, vec3 n) {
    float closed = 0.0;
    float weight = 1.0;
    for (int i = 1; i <= 5; ++i) {
        float h = 0.06 * float(i * i) * 0.55;
        closed += weight * max(h - min(things(p + n * h), p.y + n.y * h - STUDIO_FLOOR), 0.0);
        weight *= 0.62;
    }
    return exp(-1.5 * closed);
}

float panel(vec3 d, vec3 to, vec2 half_size, float soft) {
    vec3 side = normalize(cross(abs(to.y) < 0.99 ? vec3(0.0, 1.0, 0.0) : vec3(1.0, 0.0, 0.0), to));
    vec3 top = cross(to, side);
    float ahead = dot(d, to);
    if (ahead <= 0.0) return 0.0;
    vec2 at = abs(vec2(dot(d, side), dot(d, top)) / ahead) - half_size;
    return smoothstep(soft, -soft, max(at.x, at.y));
}
vec3 key_direction() { return normalize(vec3(sun_direction.x, max(sun_direction.y, 0.08), sun_direction.z)); }
vec3 rim_direction() {
    vec3 k = key_direction();
    return normalize(vec3(-k.x - 0.6 * k.z, 0.45, -k.z + 0.6 * k.x));
}
const vec3 KEY = vec3(1.0, 0.94, 0.86);
const vec3 RIM = vec3(0.62, 0.78, 1.0);

// The studio without its lamps: a backdrop lit from below.
vec3 backdrop(vec3 d) {
    float up = d.y;
    vec3 wall = mix(vec3(0.105, 0.097, 0.094), vec3(0.012, 0.014, 0.019), smoothstep(-0.05, 0.55, up));
    vec2 away = normalize(-forward.xz + vec2(1e-5, 0.0));
    float behind = dot(normalize(d.xz + vec2(1e-5)), -away);
    return wall * (0.30 + 0.70 * smoothstep(0.55, 1.0, behind));
}
vec3 studio(vec3 d, float rough) {
    float soft = 0.03 + rough;
    vec3 light = backdrop(d) + vec3(0.10, 0.11, 0.13) * smoothstep(0.35, 1.0, d.y);
    light += KEY * 7.5 * panel(d, key_direction(), vec2(0.42, 0.55), soft);
    light += RIM * 3.0 * panel(d, rim_direction(), vec2(0.14, 0.8), soft);
    return light;
}

// A colour of the colour map, linear, with its saturation scaled by `keep`.
vec3 tint(float t, float keep) {
    vec3 c = to_linear(look_up(t));
    return mix(vec3(dot(c, vec3(0.2126, 0.7152, 0.0722))), c, keep);
}

void main() {
    vec3 d = ray();
    vec3 from = eye;
    vec3 local = vec3(0.0);
    float way = 0.0;       // from the eye
    float spread = 1.0;    // a curved mirror widens the pixel's footprint
    float start = 0.0;
    bool plain = true;     // hides the lamps from the camera and the floor
    vec3 light = vec3(0.0);
    vec3 weight = vec3(1.0);
    vec3 key = key_direction();
    vec3 rim = rim_direction();
    // The surface that the ray hits, and its reflection.
    for (int bounce = 0; bounce < 2; ++bounce) {
        float t = meet(from, d, start);
        if (t >= FAR) {
            light += weight * (plain ? backdrop(d) : studio(d, 0.0));
            break;
        }
        vec3 p = from + t * d;
        local += t * d;
        way += t;
        bool on_floor = p.y < STUDIO_FLOOR + 0.0015 && things(p) > 0.0015;
        bool metal = !on_floor && ring(p) < stone(p);
        vec3 n = on_floor ? vec3(0.0, 1.0, 0.0) : normal_at(p);
        float nv = max(-dot(n, d), 0.02);
        float footprint = pixel_angle() * way * spread / max(nv, 0.15);
        float open = max(openness(p, n), from.y < STUDIO_FLOOR ? 0.4 : 0.0);
        float key_seen = dot(n, key) > -0.2 ? light_seen(p, n, key, 0.32) : 0.0;
        vec3 mirror_d = reflect(d, n);
        // (C. Schlick, 1994; the polish is imperfect at the rim, where it would sparkle)
        float fresnel = 0.04 + 0.96 * pow(1.0 - max(nv, 0.14), 5.0);
        vec3 mirror;
        if (on_floor) {
            // A dark floor that blends into the backdrop farther away.
            float off = length(p.xz);
            float far = smoothstep(2.2, 9.0, off);
            vec3 base = vec3(0.058, 0.056, 0.056);
            vec3 lit = base * (KEY * 2.6 * max(dot(n, key), 0.0) * key_seen + RIM * 0.35 + vec3(0.30)) * open;
            vec3 beyond = backdrop(normalize(vec3(d.x, 0.0, d.z) + vec3(0.0, -0.03, 0.0)));
            lit *= exp(-0.10 * off * off) * 0.75 + 0.25;
            light += weight * mix(lit, beyond, far);
            mirror = vec3(fresnel * 0.8 + 0.03) * (1.0 - far);
        } else if (metal) {
            mirror = vec3(0.95, 0.68, 0.34) * mix(0.85, 1.0, fresnel) * (0.25 + 0.75 * open);
            light += weight * vec3(0.95, 0.68, 0.34) * 0.02;
        } else {
            vec3 c = stone_colour(p, local, footprint);
            // Subsurface scattering: light leaves polished stone a little farther on, so shadows have soft and warm
            // edges.
            float toward = dot(n, key);
            vec3 wrap = vec3(0.26, 0.18, 0.14);
            vec3 diffuse = max((vec3(toward) + wrap) / (1.0 + wrap), 0.0);
            vec3 through = mix(vec3(key_seen), vec3(1.0), vec3(0.05, 0.025, 0.015));
            vec3 lit = KEY * 1.55 * diffuse * through;
            lit += RIM * 0.42 * max(dot(n, rim) * 0.7 + 0.3, 0.0);
            lit += (mix(vec3(0.10, 0.095, 0.09), vec3(0.20, 0.215, 0.24), 0.5 + 0.5 * n.y)) * open;
            light += weight * c * lit * mix(0.55, 1.0, open) * (1.0 - fresnel);
            mirror = vec3(fresnel) * (0.35 + 0.65 * open);
        }
        weight *= mirror;
        if (bounce == 1) {
            light += weight * studio(mirror_d, 0.05) * open;
        } else {
            from = p + n * 0.003;
            local += n * 0.003;
            d = mirror_d;
            start = 0.01;
            spread = on_floor ? 1.0 : 4.0;
            plain = on_floor;
        }
    }
    colour = shown(light * 1.25);
}
