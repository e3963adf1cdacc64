const float PI = 3.14159265;
float noise(vec3 p) {
    float turbulence = 0.0;
    float weight = 1.0;
    vec3 q = p;
    for (uint i = 0u; i < 5u; ++i) {
        turbulence += weight * abs(perlin3(q, 30u + i));
        q = 2.03 * q.yzx + 1.7;
        weight *= 0.5;
    }
    return pow(abs(sin(PI * (p.x + 2.0 * turbulence))), 0.4);
}
