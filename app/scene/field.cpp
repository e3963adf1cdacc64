#include "scene/field.hpp"

#include <string_view>

namespace isonoise {

static constexpr struct {
    std::string_view name;
    Widget widget;
} kWidgets[] = {
    {"algorithm", {.heading = "Noise"}},
    {"dim", {.also = "dimensions"}},
    {"frequency",
     {.placeholder = "2^-20..2^20",
      .format = "%.4g",
      .usual_min = 1.0 / 64,
      .usual_max = 64,
      .logarithmic = true,
      .also = "scale, or size for its inverse"}},
    {"fade", {.also = "interpolation, smoothstep"}},
    {"fractal", {.heading = "Fractal", .also = "type, mode"}},
    {"octaves", {.format = "%.2f", .usual_min = 1, .usual_max = 16, .also = "detail, layers"}},
    {"persistence", {.usual_max = 1, .also = "gain, roughness"}},
    {"lacunarity", {.usual_min = 1, .usual_max = 4, .also = "frequency gain"}},
    {"filter-width", {.step = 0.001, .also = "antialiasing"}},
    {"period", {.heading = "Tiling, warp, flow", .placeholder = "N,N,...", .also = "tile, wrap, repeat"}},
    {"loop", {.also = "cycle, evolution"}},
    {"warp", {.format = "%.2f cells", .usual_max = 4, .also = "distortion"}},
    {"flow", {.format = "%.2f rad", .step = 0.02, .also = "rotation, evolution"}},
};

FieldInfo field_info(const SettingInfo& setting) {
    for (const auto& [name, widget] : kWidgets) {
        if (name == setting.name) return {setting, widget};
    }
    return {setting, {}};
}

}  // namespace isonoise
