// The size on the export sheet: the window's, a tile's, by name or by number.
#include <algorithm>
#include <numeric>

#include <fmt/format.h>
#include <imgui.h>

#include "scene/scenes.hpp"
#include "viewer/panel_parts.hpp"

namespace isonoise {
namespace {

// Changes the size to the nearest of one tile with square pixels; keeps the width if the user typed that, else the
// height.
void fit_to_tile(const Preset& preset, Export& order, bool by_width) {
    const auto repeat = periods(preset.settings);
    if (repeat[0] == 0 || repeat[1] == 0) return;
    const auto divisor = std::gcd(repeat[0], repeat[1]);
    const std::int64_t columns = repeat[0] / divisor, rows = repeat[1] / divisor;
    const std::int64_t step = by_width ? columns : rows, asked = by_width ? order.width : order.height;
    const std::int64_t times = std::clamp<std::int64_t>(
        (2 * asked + step) / (2 * step), 1, std::max<std::int64_t>(1, kLargestSide / std::max(columns, rows)));
    if (times * std::max(columns, rows) > kLargestSide) return;
    order.width = static_cast<int>(times * columns);
    order.height = static_cast<int>(times * rows);
}

// 0: the size of the window's picture.
struct NamedSize {
    std::string name;
    int width = 0, height = 0;
};

struct NamedSizes {
    const char* heading;
    std::vector<NamedSize> sizes;
};

std::vector<NamedSizes> named_sizes() {
    const auto squares = [](const char* heading, std::initializer_list<int> sides) {
        NamedSizes all{heading, {}};
        for (const int side : sides)
            all.sizes.push_back({fmt::format("{}", side), side, side});
        return all;
    };
    return {{"pictures", {{"window"}, {"1080p", 1920, 1080}, {"4K", 3840, 2160}}},
            squares("squares: textures, Godot's Terrain3D", {256, 512, 1024, 2048, 4096, 8192}),
            squares("heights for Unity and Godot: 2^n + 1", {33, 65, 129, 257, 513, 1025, 2049, 4097}),
            squares("heights for Unreal", {127, 253, 505, 1009, 2017, 4033, 8129})};
}

void sizes_popup(const Group& group, float scale) {
    ExportChoices& exports = group.state.exports;
    if (!ImGui::BeginPopup("sizes")) return;
    for (const auto& [heading, sizes] : named_sizes()) {
        ImGui::TextDisabled("%s", heading);
        const float left = ImGui::GetCursorPosX();
        for (std::size_t i = 0; i < sizes.size(); ++i) {
            const auto& [name, width, height] = sizes[i];
            if (i % 4 != 0) ImGui::SameLine(left + static_cast<float>(i % 4) * 72 * scale);
            if (ImGui::Button(name.c_str(), ImVec2(66 * scale, 0))) {
                exports.chosen.size = width != 0;
                exports.size_note.clear();
                if (width != 0) {
                    exports.order.width = width;
                    exports.order.height = height;
                }
                ImGui::CloseCurrentPopup();
            }
            group.after(fmt::format("export {}", name), "");
        }
    }
    ImGui::EndPopup();
}

// The size until the user chooses one: the window's, or for a tile 1024 rows.
void follow_size(const Group& group) {
    const PanelState& state = group.state;
    Export& order = group.state.exports.order;
    if (!state.exports.chosen.size && order.one_tile) {
        order.height = 1024;
    } else if (!state.exports.chosen.size) {
        const int step = is_video(order.format) ? 2 : 1;  // videos need even sizes
        order.width = std::max(step, state.status.width / step * step);
        order.height = std::max(step, state.status.height / step * step);
    }
    if (order.one_tile) fit_to_tile(group.preset, order, false);
}

}  // namespace

// A switch that is disabled if `can` is false; `needs` then says what it requires.
void switch_field(const Group& group, const std::string& name, bool& on, bool can, const char* tip, const char* needs) {
    on &= can;
    ImGui::BeginDisabled(!can);
    group.row(name);
    ImGui::Checkbox(hidden(name).c_str(), &on);
    group.after("export " + name, can ? tip : needs);
    ImGui::EndDisabled();
}

void size_fields(const Group& group, float scale) {
    ExportChoices& exports = group.state.exports;
    Export& order = exports.order;
    const auto repeat = periods(group.preset.settings);
    const bool can_tile = repeat[0] != 0 && repeat[1] != 0;
    // Nine tiles are for looking at; a file should have one.
    if (!exports.chosen.tile) order.one_tile = can_tile && is_tiled(group.preset.look);
    order.one_tile &= can_tile;
    follow_size(group);
    const float gap = ImGui::GetStyle().ItemInnerSpacing.x, button = 60 * scale;
    int size[] = {order.width, order.height};
    group.row("size", 2);
    ImGui::PushItemWidth(230 * scale - button - gap);
    if (ImGui::InputInt2("##size", size)) {
        const bool by_width = size[0] != order.width;
        const int typed = by_width ? size[0] : size[1];
        exports.chosen.size = true;
        order.width = std::clamp(size[0], 1, kLargestSide);
        order.height = std::clamp(size[1], 1, kLargestSide);
        if (order.one_tile) fit_to_tile(group.preset, order, by_width);
        exports.size_note.clear();
        if (const int became = by_width ? order.width : order.height; became != typed) {
            const auto divisor = std::gcd(repeat[0], repeat[1]);
            exports.size_note = typed < 1 || typed > kLargestSide
                                    ? fmt::format("not {}: 1 to {} pixels", typed, kLargestSide)
                                    : fmt::format("not {}: {} by {} pixels, or a multiple", typed, repeat[0] / divisor,
                                                  repeat[1] / divisor);
        }
    }
    group.whole();
    ImGui::PopItemWidth();
    group.after("export size", fmt::format("Pixels, each from 1 to {}.", kLargestSide));
    ImGui::SameLine(0, gap);
    if (group.button("sizes", "export sizes",
                     "The window's size, squares, and the sizes that engines expect of heights.", button))
        ImGui::OpenPopup("sizes");
    sizes_popup(group, scale);
    if (!exports.size_note.empty()) {
        group.row("");
        ImGui::TextColored(ink::error(), "%s", exports.size_note.c_str());
    }
    if (const int rows = file_rows(group.preset, order); rows != order.height) {
        group.row("");
        ImGui::TextDisabled("the file: %dx%d", order.width, rows);
    }
    const bool before = order.one_tile;
    switch_field(group, "one tile", order.one_tile, can_tile,
                 "Exactly one period along x and y, whatever the view: the file repeats without seams.",
                 "Needs a period along x and y: see the tab Noise.");
    if (order.one_tile != before) {
        exports.chosen.tile = true;
        exports.size_note.clear();
    }
    if (order.one_tile) {
        ImGui::SameLine();
        ImGui::TextDisabled("%u by %u cells", repeat[0], repeat[1]);
    } else if (is_tiled(group.preset.look)) {
        ImGui::SameLine();
        ImGui::TextDisabled("nine tiles, as tiling 3x3 shows");
    }
    if (has_guides(group.preset, order)) {
        switch_field(group, "guides", order.guides, true,
                     "Also the marks of the window: the seams of tiling 3x3, or over the planet the arrow to a marker "
                     "out of sight.",
                     "");
    } else {
        order.guides = false;
    }
}

// Number of slices in a volume. With one tile, enough to cover the z period exactly once.
void slices_field(const Group& group) {
    Export& order = group.state.exports.order;
    const Export volume{.format = order.format, .what = order.what, .slices = 2};
    const bool can = problem(group.preset, volume).empty();
    if (!can) order.slices = 1;
    if (const int fit = one_tile_slices(group.preset, order.height); order.one_tile && order.slices > 1 && fit > 0)
        order.slices = fit;
    ImGui::BeginDisabled(!can);
    group.row("slices");
    int slices = order.slices;
    if (ImGui::InputInt("##slices", &slices, 1, 16)) order.slices = std::clamp(slices, 1, kLargestSide);
    group.whole();
    group.after("export slices", "Above 1: a volume, its slices along z as far apart as pixels, one below the "
                                 "other (NPY: with an axis of their own). For the values of 3D and 4D noise, "
                                 "and pictures of scene map.");
    ImGui::EndDisabled();
}

}  // namespace isonoise
