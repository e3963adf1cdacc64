#include "isonoise/anatomy.hpp"

#include <algorithm>
#include <stdexcept>

#include "isonoise/flow.hpp"
#include "isonoise/perlin.hpp"

namespace isonoise::detail {

AnatomyOf<vec2, uvec2> anatomy(const Noise& noise, ivec2 cell, vec2 fraction, unsigned octave) {
    const Settings& settings = noise.settings();
    if (settings.algorithm != Algorithm::perlin || settings.dim != 2) {
        throw std::invalid_argument("anatomy: expected perlin in 2 dimensions");
    }
    const Plan& plan = noise.plan();
    if (octave >= std::max(plan.count, 1u)) throw std::invalid_argument("anatomy: expected an octave of the noise");
    const uvec4 period = plan.octaves[octave].period;
    const float cosine = plan.flow[0], sine = plan.flow[1];
    const bool turned = settings.flow != 0.0f;

    AnatomyOf<vec2, uvec2> a;
    a.cell = {wrap(cell[0], period[0]), wrap(cell[1], period[1])};
    a.fraction = {guard_fraction(fraction[0]), guard_fraction(fraction[1])};
    const Fade kind = used_fade(settings);
    a.weights = {fade(a.fraction[0], kind), fade(a.fraction[1], kind)};
    const Ends at = ends(load(a.cell), load(uvec2{period[0], period[1]}));
    const uint4 hashes = hash2(keys(at, plan.octaves[octave].seed));
    const float4 f = load(a.fraction);
    float4 gx, gy;
    weighted2(hashes, 1.0f, gx, gy);
    const auto dots = array(turned ? flow_corners2(hashes, f, plan.flow) : corners2(hashes, f));
    const auto weights = array(square_weights(load(a.weights))), x = array(gx), y = array(gy);
    const auto hash = array(hashes);
    const uvec2 across{lane<0>(at.low), lane<0>(at.high)}, down{lane<1>(at.low), lane<1>(at.high)};
    for (std::size_t i = 0; i < 4; ++i) {
        const std::size_t right = i & 1, below = i >> 1;
        a.corners[i] = {
            .point = {across[right], down[below]},
            .hash = hash[i],
            .gradient = turned ? vec2{cosine * x[i] - sine * y[i], sine * x[i] + cosine * y[i]} : vec2{x[i], y[i]},
            .offset = {a.fraction[0] - float(right), a.fraction[1] - float(below)},
            .dot = dots[i],
            .weight = weights[i],
        };
    }
    a.mixes = {lerp(dots[0], dots[1], a.weights[0]), lerp(dots[2], dots[3], a.weights[0])};
    a.scale = plan.scale;
    a.value = snap(lerp(a.mixes[0], a.mixes[1], a.weights[1]) * plan.scale);
    return a;
}

}  // namespace isonoise::detail
