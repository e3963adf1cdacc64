// nested.glsl: structures within structures, in arrays, as results and arguments, chosen and exchanged
struct Point { vec2 at; float height; };
struct Edge { Point from, to; int kind; };
Point raised(Point one, float by) { return Point(one.at, one.height + by); }
Edge turned(Edge e) { return Edge(e.to, e.from, e.kind + 1); }
float noise(vec2 p) {
    Point low = Point(p, 0.25), high = raised(low, p.x);
    Edge e = Edge(low, high, 2);
    e.to.at.x = 0.5 * p.y;
    e = Edge(e.to, e.from, e.kind);
    if (p.x > 0.0) e = turned(e);
    Edge other;
    other.from = raised(e.from, 0.125);
    other.to.height = turned(e).to.height;
    Edge one = p.y > 0.0 ? e : other;
    Edge many[3];
    for (int i = 0; i < 3; ++i) {
        many[i] = i == 1 ? one : other;
        many[i].to.height += float(i);
    }
    int n = int(abs(p.x));
    many[n].from.at = p.yx;
    return one.from.height + 3.0 * one.to.at.x + float(one.kind) + turned(one).from.height + many[n].to.height +
        many[n].from.at.y + (p.x > 1.0 ? low : high).height + raised(many[n].from, 0.5).height;
}
