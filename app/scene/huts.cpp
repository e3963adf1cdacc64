#include "scene/huts.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include <glm/geometric.hpp>

#include "scene/ground.hpp"

namespace isonoise {

// Sites searched from the center to either side; candidate places for a hut per site.
static constexpr int kReach = 11;
static constexpr int kCandidates = 4;

// Hashes the three arguments, with the mixer of splitmix64 (Steele, Lea, Flood 2014).
static std::uint64_t mixed(std::uint64_t x, std::uint64_t y, std::uint64_t salt) {
    std::uint64_t h = x * 0x9E3779B97F4A7C15u ^ (y + 0x632BE59BD9B4E019u) * 0xD1342543DE82EF95u ^ salt;
    h += 0x9E3779B97F4A7C15u;
    h = (h ^ h >> 30) * 0xBF58476D1CE4E5B9u;
    h = (h ^ h >> 27) * 0x94D049BB133111EBu;
    return h ^ h >> 31;
}

static double unit(std::uint64_t bits) { return static_cast<double>(bits >> 11) * 0x1p-53; }

namespace {

struct Site {
    Marker marker;
    double rank;
};

}  // namespace

double hut_size(const Preset& preset) { return 0.014 / static_cast<double>(preset.settings.frequency); }

static Marker hut_at(const Ground& ground, double x, double z, double size) {
    const auto [rise_x, rise_z] = ground.slope(x, z, size);
    return {{x, ground.height(x, z), z}, glm::normalize(glm::dvec3(-rise_x, 1, -rise_z)), size};
}

static std::vector<Marker> chosen(const Preset& preset, const LoopPoint& phase) {
    const Look& look = preset.look;
    std::vector<Marker> all;
    const Ground ground(preset, phase);

    // In cells, so that huts grow as the camera approaches.
    const double cell = 1.0 / static_cast<double>(preset.settings.frequency);
    const double size = hut_size(preset), spacing = cell * 0.11;
    for (const auto& [x, z] : look.own_huts)
        all.push_back(hut_at(ground, x - look.center[0], z - look.center[1], size));
    const auto is_near_own = [own = all, size](double x, double z) {
        return std::any_of(own.begin(), own.end(), [&](const Marker& hut) {
            return std::hypot(hut.position.x - x, hut.position.z - z) < kHutsApart * size;
        });
    };
    const double sigma = preset.function ? preset.function_values.spread[1] : standard_deviation(preset.settings);
    const bool wet = look.water > -1;
    const double shore = look.relief * look.water, clear = 0.5 * size + 0.06 * sigma * look.relief;

    std::vector<Site> sites;
    const int reach = look.huts > 0 ? kReach : -1;
    const double middle_x = std::floor(look.center[0] / spacing), middle_z = std::floor(look.center[1] / spacing);
    for (int dz = -reach; dz <= reach; ++dz) {
        for (int dx = -reach; dx <= reach; ++dx) {
            const double column = middle_x + dx, row = middle_z + dz;
            const auto bits = [&](std::uint64_t salt) {
                return mixed(static_cast<std::uint64_t>(static_cast<std::int64_t>(column)),
                             static_cast<std::uint64_t>(static_cast<std::int64_t>(row)), salt ^ preset.settings.seed);
            };
            // The lowest usable candidate of the site; candidates keep away from its borders.
            std::optional<Marker> best;
            for (std::uint64_t i = 0; i < kCandidates; ++i) {
                const double x =
                    (column + 0.5 + 0.6 * (unit(bits((2 * i + 1) << 32)) - 0.5)) * spacing - look.center[0];
                const double z = (row + 0.5 + 0.6 * (unit(bits((2 * i + 2) << 32)) - 0.5)) * spacing - look.center[1];
                const double y = ground.height(x, z);
                if (wet && y < shore + clear) continue;
                if ((best && y > best->position.y) || is_near_own(x, z)) continue;
                const auto [rise_x, rise_z] = ground.slope(x, z, size);
                if (!(std::hypot(rise_x, rise_z) <= kSteepestHut)) continue;
                // The ground under the corners must be even: no hut is buried or hangs in the air.
                bool even = true;
                for (int corner = 0; corner < 4 && even; ++corner) {
                    const double side_x = (corner & 1 ? 0.5 : -0.5) * size, side_z = (corner & 2 ? 0.5 : -0.5) * size;
                    even = std::abs(ground.height(x + side_x, z + side_z) - y) <= 0.4 * size;
                }
                if (even) best = hut_at(ground, x, z, size);
            }
            if (!best) continue;
            // Prefers huts near the center and low, with some randomness.
            const double away = std::hypot(best->position.x, best->position.z) / spacing;
            const double above =
                (best->position.y - (wet ? shore : -look.relief)) / std::max(sigma * look.relief, 1e-9);
            sites.push_back({*best, away * (0.4 + unit(bits(99))) * (0.3 + above)});
        }
    }
    std::sort(sites.begin(), sites.end(), [](const Site& a, const Site& b) { return a.rank < b.rank; });
    for (std::size_t i = 0; i < std::min(sites.size(), static_cast<std::size_t>(look.huts)); ++i)
        all.push_back(sites[i].marker);
    return all;
}

std::vector<Marker> huts(const Preset& preset, const LoopPoint& phase) {
    if (preset.look.huts <= 0 && preset.look.own_huts.empty()) return {};
    // A picture asks once per tile and sample, and choosing takes milliseconds: cache the last result.
    struct Last {
        Preset asked;
        LoopPoint phase;
        std::vector<Marker> all;
    };
    static thread_local std::optional<Last> last;
    Preset asked{preset.settings, {}, preset.function, preset.function_values};
    asked.look.scene = preset.look.scene;
    asked.look.center = preset.look.center;
    asked.look.time = preset.look.time;
    asked.look.relief = preset.look.relief;
    asked.look.water = preset.look.water;
    asked.look.huts = preset.look.huts;
    asked.look.own_huts = preset.look.own_huts;
    if (!last || last->asked != asked || last->phase.cell != phase.cell || last->phase.fraction != phase.fraction)
        last = Last{asked, phase, chosen(asked, phase)};
    return last->all;
}

}  // namespace isonoise
