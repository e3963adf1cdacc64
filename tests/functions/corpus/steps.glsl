// Code whose order and names are easy to get wrong: loop steps that read each other, calls that set what they read,
// variables that hide others.
struct Inner { float b; };
struct Outer { Inner a; float a_b; };
const Outer C = Outer(Inner(1.0), 2.0);
const int N = 3;

void add(inout float x) { x += 7.0; }

void both(inout float a, inout float b) {
    for (int i = 0; i < 5; i++) {
        if (a > 100.0) return;
        a += 1.0;
        b *= 2.0;
    }
}

vec2 moved(vec2 p, inout vec2 q) {
    q += p;
    if (q.x > 1.0) return q.yx;
    return p;
}

float loops(float y) {
    float sum = 0.0;
    for (int i = 0, j = 1; i < 10; i += j, j++) sum += float(i);
    int j = 5;
    for (int i = j, j = 0; i < 10; i++) sum += float(i + j);
    for (int i = 0, n = 4; i < n; i++) {
        if (i == 2) continue;
        sum += y;
    }
    int i;
    for (i = 0; i < 4; i++, y *= 0.5) {
        if (i == 2) break;
    }
    for (int unused = 0; y < 3.0; y += 1.5) sum += 1.0;
    for (float a = 0.0, b = 1.0; a < b; a += 0.25, b -= 0.25) sum += b;
    for (; i < 7; i++, sum += y) {
        if (i == 5) continue;  // not the last
    } /* done */
    return sum;
}

float noise(vec2 p) {
    vec2 v = 10.0 * p;
    vec2 part = modf(v.yx, v);
    float k[2] = float[2](p.x, p.y), C_a_b = 3.0;
    int at = int(abs(p.x));
    add(k[at]);
    add(v[at]);
    float x = p.x;
    both(x, x);
    vec2 q = p, r = moved(q, q) + moved(q.yx, q);
    {
        const int N = 2;
        float own[N] = float[N](0.5, 0.0);
        own[1] = C.a.b + C.a_b + C_a_b;
        for (int e = 0; e < N; e++) x += own[e];
    }
    float own[N] = float[N](k[0], 1.0, k[1]), copy[] = own;
    const int HALF = 6 / 2, LOW = -2;
    const bool YES = LOW < 0;
    const float ROOT = sqrt(2.0);
    x += YES ? ROOT * float(LOW) : 0.0;
    float other[max(HALF, 2)];
    for (int e = 0; e < HALF; e++) other[e] = copy[e] - 1.0;
    for (int e = 0; e < N; e++) x += own[e] * copy[e] + other[e];
    return loops(p.y) + part.x + v.y + x + r.x * q.y + own[0] + other[2];
}
