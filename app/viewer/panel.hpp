// The panel, the bar with time and status below the picture, and the sheets over it.
#pragma once

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "scene/export.hpp"
#include "scene/look.hpp"
#include "viewer/exporter.hpp"
#include "viewer/history.hpp"
#include "viewer/renderer.hpp"
#include "viewer/tab_order.hpp"
#include "viewer/theme.hpp"
#include "viewer/truth.hpp"

namespace isonoise {

// Set by the user, outside the preset.
struct PanelChoices {
    bool visible = true;
    float panel_width = 312.0f;  // on a display of scale 1
    Theme theme = Theme::dark;
    std::string search;           // shows what it finds in place of the tabs
    bool palette = false;         // the search has a sheet of its own
    std::set<std::string> found;  // the settings that are shown while it is not empty
    std::string tab;              // of the panel, to be opened: "noise", "picture" or "measure"
    bool playing = false;
    Tools tools;
    bool help = false;
    bool start_open = false;  // the first screen
    bool copy_asked = false;  // its door "Build" opens the list of copies
    bool focus = false;       // the keyboard should navigate the panel
    bool export_open = false;
    // Does a sheet lie over the picture?
    bool sheet_open() const { return help || start_open || export_open || palette; }
    Export order;                      // the export sheet's settings
    std::vector<std::string> exports;  // files written lately, the latest first
    std::string folder;                // whose folders the sheet lists; empty while it lists none
    std::vector<std::string> folders;
    // Of the export, by the user. Until then they follow the window, the scene and the format.
    bool own_size = false;
    bool what_chosen = false, tile_chosen = false, strength_chosen = false, path_chosen = false;
    bool frames_chosen = false;
    std::optional<Scene> export_scene;    // whose these choices are
    std::string size_note;                // why a typed size became another
    bool close_asked = false;             // the window was closed in the middle of an export
    bool close_after = false;             // and closes once that is done
    double seconds = 0.0;                 // how long the chosen frames play; 0 for a single picture
    bool fractal = false;                 // the switch; off is one octave
    float octaves_before = 5.0f;          // the value to return to
    int stop = -1;                        // the gradient's, being dragged
    std::vector<std::string> favourites;  // presets' names, as in PanelRequests::load
    // Shown beside the picture, at the left of the divider, and its name; empty if nothing is.
    std::optional<Preset> other;
    std::string other_name;
    float divider = 0.5f;  // a share of the picture's width
    void move_divider(float by) { divider = std::clamp(divider + by, 0.05f, 0.95f); }
    std::string save_name;     // of a preset, being typed
    std::string remove_asked;  // the user preset whose removal awaits a second click
};

// Shown to the user: the viewer fills it in, except for messages of the panel's own.
struct PanelStatus {
    std::string renderer;
    double fps = 0.0;
    double longest_ms = 0.0;  // slowest frame of the last seconds
    double ui_ms = 0.0;
    Renderer::Report report;
    Exporter::Report exporting;
    std::string exporting_file;  // the last one begun
    double cpu_values_per_second = 0.0;
    std::shared_ptr<const Truth::Comparison> comparison;
    int resolution = 100;   // per cent of the pixels in a row
    double progress = 1.0;  // of the refinement
    int width = 0, height = 0;
    std::string under_cursor;
    std::string pinned;           // the point that was clicked on, and its value; empty if there is none
    bool pinned_is_code = false;  // there are lines in languages for it
    // At the pinned point: no place for a hut, room for one, or one that the user has built.
    enum class Hut { none, free, built } pinned_hut = Hut::none;
    std::string message;  // about the last action
    bool message_is_error = false;
    double message_until = 0.0;  // in ImGui's time
    bool can_undo = false, can_redo = false;
    std::string preset_name;  // last loaded
    std::vector<std::string> own_presets;
    // A preset's small picture as a texture, by a name as in requests.load; 0 while there is none.
    std::function<unsigned(const std::string& name, int width, int height)> thumbnail;
    // What an export of this order would hold, see Renderer::aside.
    std::function<Renderer::Picture(const Preset& preset, const Export& order)> preview;
    bool preview_is_done = false;
    // See Truth::spectrum.
    std::function<std::optional<Spectrum>(const Settings&)> spectrum;
    bool other_is_done = false;     // PanelChoices::other is drawn
    bool can_keep_presets = false;  // there is a directory for them
};

// The viewer carries these out and clears them.
struct PanelRequests {
    bool undo = false, redo = false;
    bool reset = false;
    bool save_picture = false;
    bool export_now = false;
    bool cancel_export = false;
    bool close = false;  // the window, which asks in the middle of an export
    bool quit = false;   // even then
    int step = 0;        // time step, in frames
    int turn = 0;        // step of anatomy: 1 next, -1 back
    std::optional<Scene> scene;
    std::string load;             // a preset's name or path
    std::string remove_preset;    // a user preset
    bool save_preset = false;     // under choices.save_name
    bool replace_preset = false;  // even if one of that name exists
    bool compare = false;         // keeps the picture as it is beside what follows, or ends that
    bool take_other = false;      // back to the preset kept so
    std::string copy;             // "line", "command", "json", a language's name, or "shape " or "point " and one
    bool paste = false;
    bool unpin = false;
    bool hut = false;          // built at the pinned point, or removed from there
    bool search = false;       // puts the cursor into the search, wherever there is room for one
    bool typing_text = false;  // text, not a number, in this frame: a comma stays a comma
    double typing_whole = 0;   // in this frame: a whole number up to this one
    bool was_reset = false;    // a field, by this frame's double click: its first click is not a step of undo
};

// Where things are, in ImGui's units, as of the last frame.
struct PanelLayout {
    // The picture lies beside the panel and above the bar, or in an upright window above both: its left and lower ends;
    // 0 without a panel.
    float panel_right = 0.0f;
    float bar_top = 0.0f;
    float bottom(float window_height) const { return bar_top > 0 ? bar_top : window_height; }
    // Where sheets end: they may cover a panel below the picture.
    float sheets_bottom(float window_height) const { return panel_right > 0 ? bottom(window_height) : window_height; }
    bool has_room = true;   // for the panel
    double show_until = 0;  // the button that brings a hidden panel back
    float names = 0.0f;     // width of the column of names being drawn
    float row_left = 0.0f;  // of the row begun last
    // Position of each widget: left, top, right, bottom. From the last frame that drew it.
    std::map<std::string, std::array<float, 4>> widgets;
    TabOrder tab;
};

struct PanelState {
    PanelChoices choices;
    PanelStatus status;
    PanelRequests requests;
    PanelLayout layout;
};

// The preset as the window shows and exports it: a background that it leaves to the program follows the theme.
Preset on_theme(const Preset& preset, Theme theme);

// Draws everything and applies the user's changes to the preset, within its ranges. scale: 1 on an ordinary display.
// standard: the values a double click restores.
void draw_panel(Preset& preset, const Preset& standard, PanelState& state, float scale);

}  // namespace isonoise
