// definition/fbm.hpp over lanes. isonoise.hpp documents the functions.
#include "isonoise/fbm.hpp"

#include "isonoise/perlin.hpp"
#include "isonoise/targets.hpp"

namespace isonoise::ISONOISE_TARGET {

// Steps from one octave to the next along all axes.
template <int dim> static inline void finer_by_axis(uint4& cell, float4& f, float lacunarity) {
    std::uint32_t c[] = {lane<0>(cell), lane<1>(cell), lane<2>(cell), lane<3>(cell)};
    float t[] = {lane<0>(f), lane<1>(f), lane<2>(f), lane<3>(f)};
    for (int i = 0; i < dim; ++i)
        finer(c[i], t[i], lacunarity, 0u);
    cell = uint4(c[0], c[1], c[2], c[3]);
    f = float4(t[0], t[1], t[2], t[3]);
}

// Sums the octaves; octave(keys, f) is one of them, scaled.
template <int dim, class Octave>
static inline float sum_octaves(float4 p, std::uint32_t seed, const Fbm& fbm, Octave octave) {
    float4 f = guard(p);
    uint4 cell = split(f);
    float sum = 0.0f;
    float amplitude = fbm.normalization;
    const bool whole = is_whole(fbm.lacunarity);
    if (!has_octave(fbm.octaves, 0, amplitude)) return 0.0f;
    for (int i = 0; true; ++i) {
        float n = octave(keys(cell, seeded(seed ^ (std::uint32_t(i) * kOctave))), f);
        sum = sum + faded(amplitude, fbm.octaves, float(i)) * n;
        amplitude = amplitude * fbm.persistence;
        if (!has_octave(fbm.octaves, i + 1, amplitude)) break;
        if (whole) {
            finer(cell, f, fbm.lacunarity);
        } else {
            finer_by_axis<dim>(cell, f, fbm.lacunarity);
        }
    }
    return snap(sum);
}

float perlin1_fbm(float p, std::uint32_t seed, const Fbm& fbm) {
    return sum_octaves<1>(load(p), seed, fbm,
                          [](uint8 keys, float4 f) { return snap(perlin1_kernel(keys, f, quintic(f))); });
}
float perlin2_fbm(detail::vec2 p, std::uint32_t seed, const Fbm& fbm) {
    return sum_octaves<2>(load(p), seed, fbm,
                          [](uint8 keys, float4 f) { return snap(perlin2_kernel(keys, f, quintic(f)) * kScale2); });
}
float perlin3_fbm(detail::vec3 p, std::uint32_t seed, const Fbm& fbm) {
    return sum_octaves<3>(load(p), seed, fbm,
                          [](uint8 keys, float4 f) { return snap(perlin3_kernel(keys, f, quintic(f)) * kScale3); });
}
float perlin4_fbm(detail::vec4 p, std::uint32_t seed, const Fbm& fbm) {
    return sum_octaves<4>(load(p), seed, fbm,
                          [](uint8 keys, float4 f) { return snap(perlin4_kernel(keys, f, quintic(f)) * kScale4); });
}

}  // namespace isonoise::ISONOISE_TARGET
