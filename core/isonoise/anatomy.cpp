#include "isonoise/definition/noise.hpp"

#include <algorithm>
#include <stdexcept>

#include "isonoise/anatomy.hpp"

namespace isonoise::detail {

using definition::lerp;

AnatomyOf<vec2, uvec2> anatomy(const Noise& noise, ivec2 cell, vec2 fraction, unsigned octave) {
    const Settings& settings = noise.settings();
    if (settings.algorithm != Algorithm::perlin || settings.dim != 2) {
        throw std::invalid_argument("anatomy: expected perlin in 2 dimensions");
    }
    const Plan& plan = noise.plan();
    if (octave >= std::max(plan.count, 1u)) throw std::invalid_argument("anatomy: expected an octave of the noise");
    const Plan::Octave& its = plan.octaves[octave];
    const bool turned = settings.flow != 0.0f;
    const Fade kind = used_fade(settings);

    const definition::uvec<2> period(its.period[0], its.period[1]);
    const auto wrapped = definition::wrap<2>({cell[0], cell[1]}, period);
    const auto f = definition::guard_fraction<2>({fraction[0], fraction[1]});
    const definition::vec<2> w(definition::Definition<2>::fade(f.x, kind), definition::Definition<2>::fade(f.y, kind));
    const definition::vec<2> flow(plan.flow[0], plan.flow[1]);
    const auto at = definition::ends<2>(wrapped, period);
    const auto hashes = definition::hashes<2>(definition::keys<2>(at, its.seed));
    const auto g = definition::vectors<2>(hashes);
    const auto dots = turned ? definition::flow_corners(g, f, flow) : definition::corners<2>(g, f);
    const auto weights = definition::corner_weights<2>(w);

    AnatomyOf<vec2, uvec2> a;
    a.cell = {wrapped.x, wrapped.y};
    a.fraction = {f.x, f.y};
    a.weights = {w.x, w.y};
    for (int i = 0; i < 4; ++i) {
        const int right = i & 1, below = i >> 1;
        a.corners[static_cast<std::size_t>(i)] = {
            .point = {at[0][right], at[1][below]},
            .hash = hashes[i],
            .gradient = turned ? vec2{flow.x * g[i].x - flow.y * g[i].y, flow.y * g[i].x + flow.x * g[i].y}
                               : vec2{g[i].x, g[i].y},
            .offset = {a.fraction[0] - float(right), a.fraction[1] - float(below)},
            .dot = dots[i],
            .weight = weights[i],
        };
    }
    a.mixes = {lerp(dots[0], dots[1], a.weights[0]), lerp(dots[2], dots[3], a.weights[0])};
    a.scale = plan.scale;
    a.value = definition::snap(lerp(a.mixes[0], a.mixes[1], a.weights[1]) * plan.scale);
    return a;
}

}  // namespace isonoise::detail
