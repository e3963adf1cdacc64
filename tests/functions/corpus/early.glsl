// Functions that return vectors early, whole arrays, constant structures, calls that return a vector and set another,
// constants made by sqrt, normalize and acos.
const int MANY = 3;
const vec2 TILT = normalize(vec2(1.0, 2.0));
const float PI = acos(-1.0);

struct Ring { float r; vec2 at; };
struct Lamp { Ring ring; float glow; };
const Lamp LAMPS[2] = Lamp[2](Lamp(Ring(1.0, normalize(vec2(1.0, 3.0))), 0.5),
                              Lamp(Ring(2.0, vec2(-1.0, sqrt(2.0))), 0.25));
const Lamp ONE = Lamp(Ring(0.5, vec2(0.25)), 1.0);

vec2 early(vec2 v) {
    for (int i = 0; i < MANY; ++i) {
        if (v.x > 2.0) return v.yx;
        v *= 1.5;
    }
    if (v.y < 0.0) {
        return -v;
    } else {
        return v + TILT;
    }
}

mat2 turn(vec2 v) {
    if (v.x > 1.0) return mat2(0.6, 0.8, -0.8, 0.6);
    return mat2(1.0);
}

float sums(vec2 p, out float low) {
    vec2 whole;
    vec2 part = modf(p, whole);
    low = whole.x;
    return part.x + whole.y;
}

vec2 noise(vec2 p) {
    const int TWICE = 2 * MANY;
    float a[TWICE], low = 0.0;
    a[TWICE - 1] = perlin2(p, 1u);
    float b[2 * MANY] = a;
    a = float[6](b[5], sums(p, low), low, 3.0, a[5], 1.0);
    int i = 0;
    for (; i < MANY; i++) {
        if (a[i] > 1.5) break;
        p += 0.25;
    }
    vec2 v = turn(p) * early(p) * PI;
    while (v.x < 1.0) {
        v.x += 0.5;
        if (v.y > 6.0) return v.yx;
    }
    Lamp lamp = LAMPS[i], other = ONE;
    v += LAMPS[int(abs(p.x))].ring.at * lamp.glow + other.ring.at.y * ONE.ring.r - lamp.ring.r;
    return v + float(i) + a[4];
}
