const mat3 TURN = mat3(0.36, 0.48, -0.8, -0.8, 0.6, 0.0, 0.48, 0.64, 0.6);
const float WEIGHTS[3] = float[](0.5, 0.3, 0.2);
float noise(vec3 p) {
    mat3 m = TURN;
    float sum = 0.0;
    for (int i = 0; i < 3; i++) {
        sum += WEIGHTS[i] * perlin3(m * p, uint(i));
        m = 2.0 * (m * TURN);
    }
    vec3 r = reflect(p, normalize(vec3(1.0, 2.0, 3.0)));
    return sum + 0.1 * dot(cross(p, r), m[1]) / (1.0 + dot(p, p)) + 0.01 * radians(degrees(sum));
}
