// The normalization that perlinN_fbm takes. For languages with double precision, so not included by any other file.
// Twin of isonoise::fbm() in core/isonoise/noise.cpp.
#ifndef ISONOISE_NORMALIZATION_GLSL
#define ISONOISE_NORMALIZATION_GLSL

// The normalization of octaves: 1 / the sum of their amplitudes, a little less so that rounding never leaves [-1, 1].
float isonoise_normalization(float octaves, float persistence) {
    if (!(octaves > 1.0)) return 1.0;
    double sum = 0.0lf;
    float amplitude = 1.0;
    float i = 0.0;
    while (i < octaves) {
        float rest = octaves - i;
        float faded = amplitude * (rest < 1.0 ? rest : 1.0);
        sum += double(faded);
        amplitude = amplitude * persistence;
        i = i + 1.0;
    }
    return float(0.999996185302734375lf / sum);
}
#endif
