#include "isonoise/anatomy.hpp"

#include <algorithm>
#include <stdexcept>

#include "isonoise/flow.hpp"
#include "isonoise/perlin.hpp"

namespace isonoise {

Anatomy anatomy(const Noise& noise, glm::ivec2 cell, glm::vec2 fraction, unsigned octave) {
    const Settings& settings = noise.settings();
    if (settings.algorithm != Algorithm::perlin || settings.dim != 2) {
        throw std::invalid_argument("anatomy: expected perlin in 2 dimensions");
    }
    const Plan& plan = noise.plan();
    if (octave >= std::max(plan.count, 1u)) throw std::invalid_argument("anatomy: expected an octave of the noise");
    const glm::uvec4 period = plan.octaves[octave].period;
    const glm::vec2 flow(plan.flow);
    const bool turned = settings.flow != 0.0f;

    Anatomy a;
    a.cell = {wrap(cell.x, period.x), wrap(cell.y, period.y)};
    a.fraction = {guard_fraction(fraction.x), guard_fraction(fraction.y)};
    const Fade kind = used_fade(settings);
    a.weights = {fade(a.fraction.x, kind), fade(a.fraction.y, kind)};
    const Ends at = ends(load(a.cell), load(glm::uvec2(period)));
    const uint8 k = keys(at, plan.octaves[octave].seed);
    const uint4 hashes = hash2(k);
    const float4 f = load(a.fraction);
    float4 gx, gy;
    weighted2(hashes, 1.0f, gx, gy);
    glm::uvec4 hash;
    glm::vec4 dots, weights, x, y;
    store(turned ? flow_corners2(hashes, f, flow) : corners2(hashes, f), dots);
    store(square_weights(load(a.weights)), weights);
    store(gx, x);
    store(gy, y);
    store(hashes, hash);
    const glm::uvec2 across(lane<0>(at.low), lane<0>(at.high)), down(lane<1>(at.low), lane<1>(at.high));
    for (int i = 0; i < 4; ++i) {
        Anatomy::Corner& corner = a.corners[static_cast<std::size_t>(i)];
        const int right = i & 1, below = i >> 1;
        corner.point = {across[right], down[below]};
        corner.hash = hash[i];
        const glm::vec2 g(x[i], y[i]);
        corner.gradient = turned ? glm::vec2(flow.x * g.x - flow.y * g.y, flow.y * g.x + flow.x * g.y) : g;
        corner.offset = a.fraction - glm::vec2(right, below);
        corner.dot = dots[i];
        corner.weight = weights[i];
    }
    a.mixes = {lerp(dots.x, dots.y, a.weights.x), lerp(dots.z, dots.w, a.weights.x)};
    a.scale = plan.scale;
    a.value = snap(lerp(a.mixes.x, a.mixes.y, a.weights.y) * plan.scale);
    return a;
}

}  // namespace isonoise
