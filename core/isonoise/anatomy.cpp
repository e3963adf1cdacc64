#include <stdexcept>

#include "isonoise/isonoise.hpp"
#include "isonoise/perlin.hpp"

namespace isonoise {

Anatomy anatomy(const Noise& noise, glm::ivec2 cell, glm::vec2 fraction) {
    const Settings& settings = noise.settings();
    if (settings.algorithm != Algorithm::perlin || settings.dim != 2) {
        throw std::invalid_argument("anatomy: expected perlin in 2 dimensions");
    }
    const Plan& plan = noise.plan();
    const glm::uvec4 period = plan.octaves[0].period;
    const glm::vec2 flow(plan.flow);
    const bool turned = settings.flow != 0.0f;

    Anatomy a;
    a.cell = {wrap(cell.x, period.x), wrap(cell.y, period.y)};
    a.fraction = guard_fraction(fraction);
    const Fade kind = used_fade(settings);
    a.weights = {fade(a.fraction.x, kind), fade(a.fraction.y, kind)};
    const glm::uvec2 x = ends(a.cell.x, period.x), y = ends(a.cell.y, period.y);
    const glm::uvec4 hashes = hash2(x, y, plan.octaves[0].seed);
    const glm::vec4 dots = turned ? corners2_flow(hashes, a.fraction, flow) : corners2(hashes, a.fraction);
    const glm::vec4 weights = square_weights(a.weights, 1.0f);
    for (int i = 0; i < 4; ++i) {
        Anatomy::Corner& corner = a.corners[static_cast<std::size_t>(i)];
        const bool right = (i & 1) != 0, down = (i & 2) != 0;
        corner.point = {right ? x.y : x.x, down ? y.y : y.x};
        corner.hash = hashes[i];
        const glm::vec2 g = weighted2(hashes[i], 1.0f);
        corner.gradient = turned ? glm::vec2(flow.x * g.x - flow.y * g.y, flow.y * g.x + flow.x * g.y) : g;
        corner.offset = {right ? a.fraction.x - 1.0f : a.fraction.x, down ? a.fraction.y - 1.0f : a.fraction.y};
        corner.dot = dots[i];
        corner.weight = weights[i];
    }
    a.mixes = {lerp(dots.x, dots.y, a.weights.x), lerp(dots.z, dots.w, a.weights.x)};
    a.scale = plan.scale;
    a.value = snap(lerp(a.mixes.x, a.mixes.y, a.weights.y) * plan.scale);
    return a;
}

}  // namespace isonoise
