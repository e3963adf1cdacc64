#include "scene/fire.hpp"

#include <cmath>

namespace isonoise {

Settings fire_settings(const Preset& preset) {
    Settings settings = preset.settings;
    if (settings.loop == 0 || periods(settings)[1] != 0) return settings;
    const std::uint64_t rise = std::uint64_t{settings.loop} * kFireRise;
    if (rise > 2147483647) return settings;
    settings.period.resize(static_cast<std::size_t>(settings.dim), 0);
    settings.period[1] = static_cast<std::uint32_t>(rise);
    return problem(settings).empty() ? settings : preset.settings;
}

AxisPoint fire_height(const Preset& preset, const LoopPoint& along) {
    const std::uint32_t loop = preset.settings.loop, period = periods(preset.settings)[1];
    // In a loop they rise by whole periods.
    std::uint64_t rise = std::uint64_t{loop} * kFireRise;
    if (loop != 0) rise = period == 0 ? 0 : (rise + period / 2) / period * period;
    const double rate = loop == 0 ? kFireRise : static_cast<double>(rise) / loop;
    LoopPoint risen;
    double fraction = along.fraction * rate;
    if (loop != 0) {
        const auto cells = static_cast<std::uint64_t>(along.cell) * rise;
        risen.cell = static_cast<std::int64_t>(cells / loop);
        fraction += static_cast<double>(cells % loop) / loop;
    }
    risen.cell += static_cast<std::int64_t>(std::floor(fraction));
    risen.fraction = fraction - std::floor(fraction);
    const double at = preset.look.center[1] * kFireStretch + time_in_loop(preset) * rate;
    return axis_point(at * static_cast<double>(preset.settings.frequency), risen, repeats(preset.settings)[1]);
}

}  // namespace isonoise
