// indices.glsl: indices that vary, of arrays, vectors and matrices, some beyond the end, where the last one counts
const float TABLE[3] = float[3](1.0, 2.5, 4.0);
const vec2 WAYS[4] = vec2[4](vec2(1.0, 0.0), vec2(0.0, 1.0), vec2(-1.0, 0.5), vec2(0.25, -1.0));
struct Spot { vec2 at; float weight; };
float noise(vec3 p) {
    int i = int(floor(p.x));
    uint n = uint(abs(p.y));
    float sum = TABLE[n] + TABLE[i] + TABLE[7] + dot(WAYS[i], p.xy);
    const float own[2] = float[2](0.5, 0.75);
    sum += own[n] + own[9];
    float filled[5];
    for (int k = 0; k < 5; k++) filled[k] = p.z + float(k);
    sum += filled[i] + filled[n];
    vec3 v = p;
    v[n] = 0.5;
    v[i] += 2.0;
    sum += v[int(p.z)] + p[n];
    ivec4 whole = ivec4(p, 1.0);
    whole[i] = 3;
    whole[n]++;
    sum += float(whole.x + 10 * whole.y + 100 * whole.z + 1000 * whole[i]);
    mat2 m = mat2(p.x, p.y, p.z, 1.0);
    m[0] = p.yz;
    m[1].x = 0.25;
    m[i] = m[n] + p.xy;
    m[n][1] = p.x;
    sum += m[0].x + 2.0 * m[0].y + 3.0 * m[1][0] + 4.0 * m[1].y;
    Spot spots[2];
    for (int k = 0; k < 2; ++k) spots[k] = Spot(p.xy + float(k), p.z);
    spots[i].weight = 2.0;
    spots[n].at.y = 0.125;
    return sum + spots[n].weight + spots[i].at.x + 3.0 * spots[1].at.y;
}
