// The noise of a Settings value: frequency, then the algorithm's fBm, then the output. Twin of core/isonoise/noise.cpp.
//
// Before it is included, one macro says which noise this program computes:
//   ISONOISE_FUNCTION(p)    e.g. perlin3_fbm(p.xyz, seed, fbm)
// and the block below, whose names are those of Settings, says with what.
#include "isonoise/fbm.glsl"

layout(std140) uniform IsonoiseSettings {
    uint seed;
    float frequency;      // cells per unit of coordinate
    float octaves;
    float persistence;
    float lacunarity;
    float normalization;  // see IsonoiseFbm
    uint output_unit;     // 1 where `output` (a reserved word here) is unit: (v + 1) / 2
};

// The noise at a coordinate, of which the first `dim` components count.
float isonoise(vec4 p) {
    IsonoiseFbm fbm = IsonoiseFbm(octaves, persistence, lacunarity, normalization);
    precise vec4 q = p * frequency;
    precise float n = ISONOISE_FUNCTION(q);
    precise float unit = (n + 1.0) * 0.5;
    return output_unit != 0u ? unit : n;
}
