// The pointer over the picture: it moves the view, reads the noise at a point, and pins points.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "scene/anatomy.hpp"
#include "scene/scenes.hpp"
#include "viewer/keys.hpp"
#include "viewer/picture.hpp"

struct ImDrawList;

namespace isonoise {

struct Pin {
    PointSeen seen;
    Preset then;                       // when it was pinned
    std::vector<std::string> numbers;  // in scene anatomy, in place of the point's own text
};

struct PointerState {
    struct Drag {
        Preset from;
        float x, y;  // where the mouse was then
        bool right;
    };
    std::optional<Drag> drag;
    std::optional<PointSeen> seen;  // under the pointer
    std::optional<Probe> probe;     // the same in scene anatomy
    std::optional<Pin> pin;
};

// Moves the view by mouse and keys, and reads the noise under the pointer. `renderer` knows the GPU's value there.
void handle_mouse(WindowState& state, PointerState& pointer, const Keys& keys, Renderer& renderer, double seconds);

// Brings the pinned point up to date. It goes with its scene.
void update_pin(WindowState& state, PointerState& pointer);
// Builds a hut at the pinned point, or removes the one there. Returns a message. Throws Error.
std::string toggle_hut(Session& session, const std::optional<Pin>& pin, PanelStatus::Pinned::Hut place);
// The pinned point for the clipboard: as "text", or as a line of a language.
std::string text_of(const Pin& pin, const Settings& settings, const std::string& language);

// Draws a cross where the pinned point is, unless a hut shows it.
void draw_pin(WindowState& state, const PointerState& pointer, ImDrawList& list);
// Shows the noise in the cell under the pointer: frames the cell, and lists its numbers in a box (probe_box.cpp).
void draw_probe(WindowState& state, const PointerState& pointer, ImDrawList& list);

}  // namespace isonoise
