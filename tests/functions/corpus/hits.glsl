// Calls that return structures: in conditions, and two in a statement.
struct Hit {
    float d;
    int n;
};
Hit map(vec2 p, float k) { return Hit(length(p) - k, int(floor(p.x * k))); }
float noise(vec2 p) {
    float sum = 0.0;
    if (map(p, 1.0).d < 0.5) {
        sum += 1.0;
    } else if (map(p, 2.0).n > 1 && map(p, 0.5).d > 0.25) {
        sum += map(p, 3.0).d;
    } else
        sum -= 0.25;
    vec2 q = 0.01 * p;
    int rounds = 0;
    while (map(q, 1.5).d < 0.0) {
        q *= 1.5;
        rounds++;
        if (rounds > 6) break;
    }
    for (int i = 0; map(q, float(i)).d > 0.5 && i < 5; ++i) {
        if (i == 3) continue;
        sum += map(q, 0.5).d > 0.0 ? map(q, float(i)).d : 0.125;
    }
    sum += float(map(p, 2.0).n) + map(vec2(map(p, 0.5).d, 1.0), 0.25).d;
    return sum + float(rounds);
}
