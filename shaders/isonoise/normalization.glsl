// The normalization that perlinN_fbm takes. For languages with double precision, so no other file includes it. Its
// macros come from lattice.glsl.
// Twin of normalization() in core/isonoise/definition/fbm.hpp.
#ifndef ISONOISE_NORMALIZATION_GLSL
#define ISONOISE_NORMALIZATION_GLSL

// The normalization of octaves: 1 / the sum of their amplitudes, a little less so that rounding never leaves [-1, 1].
float isonoise_normalization(float octaves, float persistence) {
    if (!(octaves > 1.0)) return 1.0;
    double sum = 0.0lf;
    ISO_PRECISE float amplitude = 1.0;
    ISO_PRECISE float i = 0.0;
    while (i < octaves) {
        ISO_PRECISE float rest = ISO_EXACT(octaves - i);
        ISO_PRECISE float faded = ISO_EXACT(amplitude * (rest < 1.0 ? rest : 1.0));
        sum += double(faded);
        amplitude = ISO_EXACT(amplitude * persistence);
        i = ISO_EXACT(i + 1.0);
    }
    return float(0.999996185302734375lf / sum);
}
#endif
