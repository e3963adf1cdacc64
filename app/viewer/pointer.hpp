// The pointer over the picture: navigates, reads the noise at a point, and pins points.
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
    Preset then;                       // when pinned
    std::vector<std::string> numbers;  // for scene anatomy, in place of the point's own text
};

struct PointerState {
    struct Drag {
        Preset from;
        float x, y;  // mouse position when the drag began
        bool right;
    };
    std::optional<Drag> drag;
    std::optional<PointSeen> seen;  // under the pointer
    std::optional<Probe> probe;     // the same for scene anatomy
    std::optional<Pin> pin;
};

// Navigates by mouse and keys, and reads the noise under the pointer. `renderer` provides the GPU's value there.
void handle_mouse(WindowState& state, PointerState& pointer, const Keys& keys, Renderer& renderer, double seconds);

// Updates the pinned point; removes it when its scene changes.
void update_pin(WindowState& state, PointerState& pointer);
// Builds a hut at the pinned point, or removes the one there. Returns a message. Throws Error.
std::string toggle_hut(Session& session, const std::optional<Pin>& pin, PanelStatus::Pinned::Hut hut);
// The pinned point for the clipboard: as "text", or as code in a language.
std::string text_of(const Pin& pin, const Settings& settings, const std::string& language);

// Marks the pinned point with a cross, unless a hut is there.
void draw_pin(WindowState& state, const PointerState& pointer, ImDrawList& list);
// Shows the cell under the pointer: a frame around it, and its numbers in a box (probe_box.cpp).
void draw_probe(WindowState& state, const PointerState& pointer, ImDrawList& list);

}  // namespace isonoise
