// The box with the numbers of the cell under the pointer, in scene anatomy.
#include <algorithm>
#include <cmath>
#include <limits>

#include <imgui.h>

#include "scene/anatomy.hpp"
#include "viewer/pointer.hpp"

namespace isonoise {
namespace {

// A rectangle in ImGui's units.
struct Rect {
    ImVec2 from, to;
    bool meets(const Rect& other) const {
        return from.x < other.to.x && to.x > other.from.x && from.y < other.to.y && to.y > other.from.y;
    }
};

// The position for a box within `room` that is nearest to `wanted` and does not overlap any rectangle in `clear`. If
// one exists, one touches a side of the room or of such a rectangle.
std::optional<ImVec2> clear_place(ImVec2 size, ImVec2 wanted, const Rect& room, const std::vector<Rect>& clear) {
    std::vector<float> xs{wanted.x, room.from.x, room.to.x - size.x}, ys{wanted.y, room.from.y, room.to.y - size.y};
    for (const Rect& r : clear) {
        xs.insert(xs.end(), {r.to.x, r.from.x - size.x});
        ys.insert(ys.end(), {r.to.y, r.from.y - size.y});
    }
    std::optional<ImVec2> best;
    float nearest = std::numeric_limits<float>::infinity();
    for (const float x : xs) {
        for (const float y : ys) {
            const Rect box{{x, y}, {x + size.x, y + size.y}};
            const float distance = std::hypot(x - wanted.x, y - wanted.y);
            if (distance >= nearest || x < room.from.x || y < room.from.y || box.to.x > room.to.x ||
                box.to.y > room.to.y)
                continue;
            if (std::any_of(clear.begin(), clear.end(), [&](const Rect& r) { return box.meets(r); })) continue;
            best = ImVec2(x, y);
            nearest = distance;
        }
    }
    return best;
}

// The box of numbers. Its lines assume a monospaced font: columns are separated by two blanks, left-aligned for text
// and right-aligned for numbers.
struct ProbeBox {
    float advance, height, pad;  // letter width, line height, padding
    ImVec2 size;
    float fit = 1.0f;  // scale, 1 or less, to fit
    ImVec2 corner{};

    ProbeBox(const std::vector<std::string>& lines, float scale)
        : advance(ImGui::CalcTextSize("0").x * 0.96f), height(ImGui::GetTextLineHeightWithSpacing()), pad(9 * scale) {
        std::size_t longest = 0;
        for (const std::string& line : lines)
            longest = std::max(longest, line.size());
        size = {advance * static_cast<float>(longest) + 2 * pad, height * static_cast<float>(lines.size()) + 2 * pad};
    }

    // Finds a place beside the mouse that does not overlap captions or, if possible, the cell. Returns false if there
    // is none, however small.
    bool find_place(const Rect& room, std::vector<Rect> captions, const Rect& cell, float scale) {
        const ImVec2 mouse = ImGui::GetIO().MousePos;
        const float whole = std::min({1.0f, (room.to.x - room.from.x) / size.x, (room.to.y - room.from.y) / size.y});
        std::vector<Rect> with_cell = captions;
        with_cell.push_back(cell);
        const std::pair<float, const std::vector<Rect>*> tries[] = {
            {1.0f, &with_cell}, {0.85f, &with_cell}, {0.7f, &with_cell}, {1.0f, &captions},
            {0.85f, &captions}, {0.7f, &captions},   {0.6f, &captions},  {0.5f, &captions}};
        for (const auto& [times, clear] : tries) {
            fit = whole * times;
            const ImVec2 small(size.x * fit, size.y * fit);
            ImVec2 wanted(mouse.x + 18 * scale, mouse.y + 12 * scale);
            if (wanted.x + small.x > room.to.x) wanted.x = mouse.x - 12 * scale - small.x;
            if (wanted.y + small.y > room.to.y) wanted.y = mouse.y - 12 * scale - small.y;
            if (const auto found = clear_place(small, wanted, room, *clear)) {
                corner = *found;
                for (float* length : {&advance, &height, &pad, &size.x, &size.y})
                    *length *= fit;
                return true;
            }
        }
        return false;
    }

    void draw(ImDrawList& list, const std::vector<std::string>& lines, bool white, float scale) const {
        const ImVec2 end(corner.x + size.x, corner.y + size.y);
        list.AddRectFilled(corner, end, white ? IM_COL32(240, 242, 246, 245) : IM_COL32(12, 14, 18, 240), 5 * scale);
        if (white) list.AddRect(corner, end, IM_COL32(190, 197, 208, 255), 5 * scale);
        const ImU32 digits = white ? IM_COL32(24, 32, 44, 255) : IM_COL32(235, 240, 245, 255),
                    names = white ? IM_COL32(70, 90, 115, 255) : IM_COL32(160, 185, 210, 255);
        float y = corner.y + pad;
        for (const std::string& line : lines) {
            for (std::size_t begin = line.find_first_not_of(' '); begin != std::string::npos;) {
                const std::size_t stop = std::min(line.find("  ", begin), line.size());
                const std::string words = line.substr(begin, stop - begin);
                const bool number = words.find_first_not_of("+-. 0123456789") == std::string::npos;
                float x = corner.x + pad + advance * static_cast<float>(number ? stop : begin);
                if (number) x -= fit * ImGui::CalcTextSize(words.c_str()).x;
                list.AddText(ImGui::GetFont(), fit * ImGui::GetFontSize(), {x, y}, number ? digits : names,
                             words.c_str());
                begin = line.find_first_not_of(' ', stop);
            }
            y += height;
        }
    }
};

}  // namespace

void draw_probe(WindowState& state, const PointerState& pointer, ImDrawList& list) {
    if (!pointer.probe || state.session.tools.truth) return;
    const Preset& preset = state.session.open.preset;
    const bool white = shown(state, preset).look.background == Background::white;
    const float unit = unit_of(state), scale = unit * state.scale;
    const Area area = picture_area(state);
    const auto at = [&](double x, double y) {
        return ImVec2(static_cast<float>(x + area.x) * unit, static_cast<float>(y) * unit);
    };
    const Box &cell = pointer.probe->cell_box, &panel = pointer.probe->panel;
    list.PushClipRect(at(panel.x, panel.y), at(panel.x + panel.width, panel.y + panel.height), true);
    list.AddRect(at(cell.x, cell.y), at(cell.x + cell.width, cell.y + cell.height),
                 white ? IM_COL32(200, 90, 0, 255) : IM_COL32(255, 214, 102, 230), 0, 0, std::max(1.5f, 1.5f * scale));
    list.PopClipRect();

    std::vector<Rect> captions;
    for (const Label& label : labels(preset, area.width, area.height)) {
        const auto [x, y, width, rows] = bounds(label);
        captions.push_back({at(x, y), at(x + width, y + rows)});
    }
    const float gap = 8 * scale;
    const ImVec2 low = at(std::max(cell.x, panel.x), std::max(cell.y, panel.y));
    const ImVec2 high = at(std::min(cell.x + cell.width, panel.x + panel.width),
                           std::min(cell.y + cell.height, panel.y + panel.height));
    const Rect room{{static_cast<float>(area.x) * unit, 0},
                    {ImGui::GetIO().DisplaySize.x, static_cast<float>(area.height) * unit}};
    const std::vector<std::string>& lines = pointer.probe->lines;
    ProbeBox box(lines, scale);
    if (!box.find_place(room, captions, {{low.x - gap, low.y - gap}, {high.x + gap, high.y + gap}}, scale))
        return;  // the numbers can still be pinned
    const auto& [corner, size] = std::pair{box.corner, box.size};
    state.panel.layout.widgets["probe"] = {corner.x, corner.y, corner.x + size.x, corner.y + size.y};
    box.draw(list, lines, white, scale);
}

}  // namespace isonoise
