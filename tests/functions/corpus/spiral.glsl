const float TURN = 6.2831853;
struct Polar { float r; float a; };
Polar polar(vec2 p) { return Polar(length(p), atan(p.y, p.x)); }
float noise(vec2 p) {
    Polar q = polar(p);
    mat2 m = mat2(cos(q.r), sin(q.r), -sin(q.r), cos(q.r));
    vec2 turned = m * p;
    float s = sin(5.0 * q.a + 3.0 * log(q.r + 1e-3));
    return 0.5 * s + 0.5 * perlin2(turned, 3u) * exp(-0.1 * q.r);
}
