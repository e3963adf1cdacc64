// Reads a coarse picture between its texels: by a cubic, averaged with its neighbours along an edge if there is one, so
// that edges look like lines instead of steps. Following edges is the idea of AMD's FSR 1 (2021); averaging along them
// is line integral convolution (B. Cabral and L. Leedom, 1993).
uniform sampler2D coarse;        // from coarse-colours.frag
uniform sampler2D coarse_edges;  // from coarse-edges.frag

// The cubic of D. Mitchell and A. Netravali (1988) at a fraction between two texels, as three reads of interpolated
// texels: their distances from the first of the two, and their weights.
void three_reads(float f, out vec3 at, out vec3 weights) {
    float before = (1.0 + f * (-9.0 + f * (15.0 - 7.0 * f))) / 18.0;
    float second = (1.0 + f * (9.0 + f * (27.0 - 21.0 * f))) / 18.0;
    float after = f * f * (7.0 * f - 6.0) / 18.0;
    float both = 1.0 - before - after;
    at = vec3(-1.0, second / both, 2.0);
    weights = vec3(before, both, after);
}

vec3 coarse_at(vec2 at) { return texture(coarse, at / vec2(textureSize(coarse, 0))).rgb; }

// The colour at a position in texels, as a display shows it.
vec3 upscaled(vec2 at) {
    vec2 f = fract(at - 0.5), first_texel = at - f;
    vec3 x, y, wx, wy;
    three_reads(f.x, x, wx);
    three_reads(f.y, y, wy);
    // Without the corners, which weigh little.
    vec3 cubic = wx.y * wy.y * coarse_at(first_texel + vec2(x.y, y.y)) +
                 wx.x * wy.y * coarse_at(first_texel + vec2(x.x, y.y)) +
                 wx.z * wy.y * coarse_at(first_texel + vec2(x.z, y.y)) +
                 wx.y * wy.x * coarse_at(first_texel + vec2(x.y, y.x)) +
                 wx.y * wy.z * coarse_at(first_texel + vec2(x.y, y.z));
    cubic /= wx.y + wy.y - wx.y * wy.y;

    vec2 edge = 2.0 * texture(coarse_edges, at / vec2(textureSize(coarse, 0))).rg - 1.0;
    float agreed = length(edge);
    // Half of the angle, turned by a right angle: along the edge.
    float c = edge.x / max(agreed, 1e-4);
    vec2 along = vec2(sqrt(max(0.5 - 0.5 * c, 0.0)) * (edge.y < 0.0 ? 1.0 : -1.0), sqrt(max(0.5 + 0.5 * c, 0.0)));
    vec2 reach = 0.7 * agreed * along;
    return (cubic + agreed * (coarse_at(at + reach) + coarse_at(at - reach))) / (1.0 + 2.0 * agreed);
}
