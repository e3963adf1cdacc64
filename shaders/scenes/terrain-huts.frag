// Draws sets of huts: the first HUT_TEXELS rows for lines from the eye, the next ones for lines towards the sun.
#include "scenes/terrain-huts.glsl"

bool meets_azimuth(int i, float bin) {
    const float margin = 0.12;  // reflected lines turn a little
    float r = length(markers[i].xz);
    if (r < 1.5 * hut_radius()) return true;
    float off = abs(azimuth_of(markers[i].xz) - (bin / float(HUT_BINS) - 0.5) * 6.2831853);
    return min(off, 6.2831853 - off) < asin(hut_radius() / r) + margin;
}

bool meets_stripe(int i, float middle) {
    float off = mod(across_sun(markers[i].xz) - middle, float(HUT_BINS));
    return min(off, float(HUT_BINS) - off) < 1.6;
}

void main() {
    int bin = int(gl_FragCoord.x), row = int(gl_FragCoord.y);
    int bits = 0;
    for (int i = 0; i < HUT_BITS; ++i) {
        int hut = row % HUT_TEXELS * HUT_BITS + i;
        if (hut >= marker_count) break;
        bool met = row < HUT_TEXELS ? meets_azimuth(hut, float(bin) + 0.5) : meets_stripe(hut, float(bin) + 0.5);
        if (met) bits |= 1 << i;
    }
    colour = vec4(float(bits), 0.0, 0.0, 1.0);
}
