// Scene fire: flames are the noise stretched upwards, rising over time.
#include <cmath>

#include "scene/constants.hpp"
#include "scene/rows.hpp"
#include "scene/scenes.hpp"

namespace isonoise {
namespace {

constexpr std::uint32_t kRise = 2;  // cells per cell of time

// The preset's settings. A looping fire without a period along y gets one, equal to its rise per loop, so that the loop
// closes. A function has its own periods; without one, its flames do not rise in a loop.
Settings fire_settings(const Preset& preset) {
    Settings settings = preset.settings;
    if (settings.loop == 0 || periods(settings)[1] != 0 || preset.function) return settings;
    const std::uint64_t rise = std::uint64_t{settings.loop} * kRise;
    if (rise > 2147483647) return settings;
    settings.period.resize(static_cast<std::size_t>(settings.dim), 0);
    settings.period[1] = static_cast<std::uint32_t>(rise);
    return problem(settings).empty() ? settings : preset.settings;
}

// The flames' position along the noise's y at a given time.
AxisPoint fire_height(const Preset& preset, const LoopPoint& phase) {
    const std::uint32_t loop = preset.settings.loop, period = periods(preset.settings)[1];
    // In a loop, flames rise by a whole number of periods.
    std::uint64_t rise = std::uint64_t{loop} * kRise;
    if (loop != 0) rise = period == 0 ? 0 : (rise + period / 2) / period * period;
    const double rate = loop == 0 ? kRise : static_cast<double>(rise) / loop;
    LoopPoint risen;
    double fraction = phase.fraction * rate;
    if (loop != 0) {
        const auto cells = static_cast<std::uint64_t>(phase.cell) * rise;
        risen.cell = static_cast<std::int64_t>(cells / loop);
        fraction += static_cast<double>(cells % loop) / loop;
    }
    risen.cell += static_cast<std::int64_t>(std::floor(fraction));
    risen.fraction = fraction - std::floor(fraction);
    const double at = preset.look.center[1] * shared::FIRE_STRETCH + time_in_loop(preset) * rate;
    return axis_point(at * static_cast<double>(preset.settings.frequency), risen, periods(preset.settings)[1]);
}

constexpr LookInfo kFireRows[] = {
    rows::kColormap,
    rows::kGradient,
    rows::kExposure,
    rows::with_words(rows::kRelief, "height of the flames"),
    rows::with_words(rows::kDensity, "density of the flames"),
};

constexpr GalleryPicture kFireGallery[] = {{"fire", "flames"}};

}  // namespace

constinit const SceneInfo scenes::fire = {
    .key = '7',
    .view = View::flat,
    .about = "flames",
    .rows = kFireRows,
    .gallery = kFireGallery,
    .own_place = true,
    .drawn_settings = fire_settings,
    .eye_y = fire_height,
};

}  // namespace isonoise
