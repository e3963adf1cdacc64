// Where the values of the noise lie, for scenes whose thresholds and heights fit any settings: its mean, its standard
// deviation, and how octaves that detail leaves out would shift it.
float deviation() { return sigma * (isonoise_plan.unit != 0u ? 0.5 : 1.0); }
float mean_value() { return range.x + 1.0 / range.y - 3.0 * deviation(); }

float all_amplitudes = 0.0;
void prepare_mean() {
    for (uint i = 0u; i < isonoise_plan.count; ++i) all_amplitudes += isonoise_plan.octaves[i].amplitude;
}

// What leaving octaves out takes from the mean: something where an octave has one itself. Call prepare_mean() before.
float missing(float octaves) {
#if ISONOISE_FRACTAL >= 1 && ISONOISE_FRACTAL <= 3
    float kept = 0.0;
    for (uint i = 0u; i < isonoise_plan.count; ++i) {
        if (float(i) >= octaves) break;
        kept += isonoise_plan.octaves[i].amplitude * min(octaves - float(i), 1.0);
    }
    return (isonoise_plan.unit != 0u ? mean_value() - 0.5 : mean_value()) * (all_amplitudes - kept);
#else
    return 0.0;
#endif
}

// The noise `local` units from the eye at so many octaves, from its mean in standard deviations.
float standing(vec4 local, float octaves) {
    detail = octaves;
    return (noise(local) + missing(octaves) - mean_value()) / deviation();
}
