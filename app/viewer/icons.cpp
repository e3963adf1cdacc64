#include "viewer/icons.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace isonoise {
namespace {

// Draws in a square around `middle`, with half side `h`.
struct Pen {
    ImDrawList& list;
    ImVec2 middle;
    float h;
    ImU32 ink;

    float thick() const { return std::max(1.0f, 0.22f * h); }
    ImVec2 at(float x, float y) const { return {middle.x + h * x, middle.y + h * y}; }
    void triangle(ImVec2 a, ImVec2 b, ImVec2 c) const { list.AddTriangleFilled(a, b, c, ink); }
    void box(ImVec2 a, ImVec2 b, float round = 0) const { list.AddRectFilled(a, b, ink, round * h); }
    void frame(ImVec2 a, ImVec2 b, float round) const { list.AddRect(a, b, ink, round * h, 0, thick()); }
    void dot(float x, float y, float radius) const { list.AddCircleFilled(at(x, y), radius * h, ink); }
    // An arc between angles in quarter turns, 0 to the right, clockwise.
    void arc(float x, float y, float radius, float from, float to) const {
        const auto quarter = static_cast<float>(std::numbers::pi / 2);
        list.PathArcTo(at(x, y), radius * h, quarter * from, quarter * to, 20);
        list.PathStroke(ink, 0, thick());
    }
};

// A five-pointed star, filled or outlined.
void star(const Pen& pen, bool filled) {
    std::array<ImVec2, 10> points;
    for (std::size_t i = 0; i < points.size(); ++i) {
        const float angle = 0.62831853f * static_cast<float>(i), r = i % 2 ? 0.5f : 1.2f;
        points[i] = pen.at(r * std::sin(angle), -r * std::cos(angle));
    }
    if (!filled) return pen.list.AddPolyline(points.data(), 10, pen.ink, ImDrawFlags_Closed, 1.0f);
    for (std::size_t i = 0; i < points.size(); ++i)
        pen.triangle(pen.middle, points[i], points[(i + 1) % points.size()]);
}

// A bar and a triangle that points right, or left if d is -1.
void skip(const Pen& pen, float d) {
    pen.triangle(pen.at(-0.9f * d, -1), pen.at(-0.9f * d, 1), pen.at(0.5f * d, 0));
    pen.box(pen.at(std::min(0.55f * d, 0.85f * d), -1), pen.at(std::max(0.55f * d, 0.85f * d), 1));
}

// An arrow that curves back to the left, or to the right if d is -1.
void turn(const Pen& pen, float d) {
    if (d > 0) {
        pen.arc(0.1f, 0.25f, 0.75f, -2, 1);
    } else {
        pen.arc(-0.1f, 0.25f, 0.75f, 1, 4);
    }
    pen.triangle(pen.at(-1.15f * d, 0.2f), pen.at(-0.15f * d, 0.2f), pen.at(-0.65f * d, 0.85f));
}

void draw(const Pen& pen, Icon icon) {
    switch (icon) {
    case Icon::play: return pen.triangle(pen.at(-0.8f, -1), pen.at(-0.8f, 1), pen.at(1, 0));
    case Icon::pause: pen.box(pen.at(-0.8f, -1), pen.at(-0.2f, 1)); return pen.box(pen.at(0.2f, -1), pen.at(0.8f, 1));
    case Icon::back: return skip(pen, -1);
    case Icon::forward: return skip(pen, 1);
    case Icon::star: return star(pen, true);
    case Icon::no_star: return star(pen, false);
    case Icon::undo: return turn(pen, 1);
    case Icon::redo: return turn(pen, -1);
    case Icon::hide:
    case Icon::show:
        for (const float x : {-0.9f, 0.1f}) {
            const float tip = icon == Icon::hide ? x : x + 0.75f, end = icon == Icon::hide ? x + 0.75f : x;
            const ImVec2 points[] = {pen.at(end, -0.85f), pen.at(tip, 0), pen.at(end, 0.85f)};
            pen.list.AddPolyline(points, 3, pen.ink, 0, pen.thick());
        }
        return;
    case Icon::theme:  // half dark, half light
        pen.arc(0, 0, 0.95f, 0, 4);
        pen.list.PathArcTo(pen.middle, 0.95f * pen.h, static_cast<float>(-std::numbers::pi / 2),
                           static_cast<float>(std::numbers::pi / 2), 20);
        return pen.list.PathFillConvex(pen.ink);
    case Icon::lock: pen.box(pen.at(-0.8f, -0.1f), pen.at(0.8f, 1), 0.2f); return pen.arc(0, -0.2f, 0.5f, -2, 0);
    case Icon::die:
        pen.frame(pen.at(-0.95f, -0.95f), pen.at(0.95f, 0.95f), 0.3f);
        for (const auto& [x, y] :
             {std::pair{-0.45f, -0.45f}, {0.45f, -0.45f}, {0.0f, 0.0f}, {-0.45f, 0.45f}, {0.45f, 0.45f}})
            pen.dot(x, y, 0.17f);
        return;
    }
}

}  // namespace

bool icon_button(const char* id, Icon icon, ImVec2 size, bool lit) {
    const bool pressed = ImGui::Button(id, size);
    const ImVec2 a = ImGui::GetItemRectMin(), b = ImGui::GetItemRectMax();
    const float h = 0.24f * std::min(b.y - a.y, ImGui::GetFrameHeight());
    draw({*ImGui::GetWindowDrawList(),
          {(a.x + b.x) / 2, (a.y + b.y) / 2},
          h * (icon >= Icon::star ? 1.2f : 1.0f),
          ImGui::GetColorU32(lit ? ImGuiCol_CheckMark : ImGuiCol_Text)},
         icon);
    return pressed;
}

}  // namespace isonoise
