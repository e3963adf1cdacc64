// The panel, the time bar with status below the picture, and the sheets over it.
#pragma once

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "session/clipboard.hpp"
#include "session/session.hpp"
#include "viewer/exporter.hpp"
#include "viewer/renderer.hpp"
#include "viewer/tab_order.hpp"
#include "viewer/theme.hpp"
#include "viewer/truth.hpp"

namespace isonoise {

namespace command {

struct PasteClipboard {};
struct ToggleHut {};  // at the pinned point
struct Unpin {};
struct EditFunction {};  // opens Document::function_file in the user's editor
struct SavePicture {};
struct StartExport {};  // with the choices on the sheet
struct CancelExport {};
struct CloseWindow {};  // asks first during an export
struct Quit {};         // without asking

}  // namespace command

using Command = std::variant<SessionCommand, command::Copy, command::PasteClipboard, command::ToggleHut, command::Unpin,
                             command::EditFunction, command::SavePicture, command::StartExport, command::CancelExport,
                             command::CloseWindow, command::Quit>;

// UI state set by the user, outside the session.
struct PanelChoices {
    bool visible = true;
    float panel_width = 312.0f;  // at display scale 1
    Theme theme = Theme::dark;
    std::string search;           // replaces the tabs by its results
    std::set<std::string> found;  // names of settings in the results
    bool help = false;
    bool start_open = false;  // the first screen
    bool export_open = false;
    bool palette = false;  // the search on its own sheet
    bool sheet_open() const { return help || start_open || export_open || palette; }
    bool close_asked = false;  // the window was closed during an export
    bool close_after = false;  // closes once the export is done
    bool quits = false;        // closes at once
    int stop = -1;             // stop of the gradient being dragged
    float divider = 0.5f;      // of the comparison, as a fraction of the picture's width
    void move_divider(float by) { divider = std::clamp(divider + by, 0.05f, 0.95f); }
    bool from_template = false;  // what a new function begins with
    std::string remove_asked;    // the user preset whose removal waits for a second click
    // In the next frame:
    std::string tab;            // to open: "noise", "picture" or "measure"
    bool copy_asked = false;    // opens the list of copies
    bool search_asked = false;  // focuses the search, in the panel or on its sheet
    bool focus = false;         // starts keyboard navigation of the panel
};

// The choices on the export sheet.
struct ExportChoices {
    Export order;
    // Fields set by the user. Others follow the window, the scene and the format.
    struct Chosen {
        bool size = false, what = false, tile = false, strength = false, path = false, frames = false;
    } chosen;
    std::optional<Scene> scene;       // scene of these choices
    double seconds = 0.0;             // chosen duration; 0 for a single picture
    std::string size_note;            // why a typed size was changed
    std::vector<std::string> recent;  // most recent first
    std::string folder;               // folder shown in the list of places; empty while closed
    std::vector<std::string> folders;
};

struct Message {
    std::string text;
    bool is_error = false;
    double until = 0.0;  // in ImGui's time
};

// Status shown to the user. The viewer sets it.
struct PanelStatus {
    std::string renderer;
    struct Times {
        double fps = 0.0;
        double longest_ms = 0.0;  // slowest frame of the last few seconds
        double ui_ms = 0.0;
        double display_ms = Pace::kUsual;  // between two frames of the display
    } times;
    Renderer::Report report;
    std::string function_error;  // in the function's file, until it is mended
    Exporter::Report exporting;
    Truth::Speed speed;
    std::shared_ptr<const Truth::Comparison> comparison;
    int resolution = 100;   // per cent of the full horizontal resolution
    double progress = 1.0;  // of the refinement
    int width = 0, height = 0;
    std::string under_cursor;
    std::vector<std::string> locals;  // of the function, at the point under the pointer or the pinned one; or empty
    struct Pinned {
        std::string text;      // the pinned point and its value; empty if none
        bool is_code = false;  // available as code in several languages
        // No place for a hut, a free place, or one that the user has built.
        enum class Hut { none, free, built } hut = Hut::none;
    } pinned;
    Message message;
    // A preset's thumbnail as a texture, by its name for named_preset(); 0 until available.
    std::function<unsigned(const std::string& name, int width, int height)> thumbnail;
    // The preview of an export, see Renderer::side_picture().
    std::function<Renderer::Picture(const Preset& preset, const Export& order)> preview;
    bool preview_is_done = false;
    bool other_is_done = false;  // Session::other is drawn
    // See Truth::spectrum.
    std::function<std::optional<Spectrum>(const Preset&)> spectrum;
};

// Set by fields while this frame is drawn.
struct PanelInput {
    bool text = false;   // text rather than a number is being typed: a comma stays a comma
    double whole = 0;    // an integer field with this maximum is being edited
    bool reset = false;  // a double click reset a field: its first click must not be an undo step
};

// Positions in ImGui's units, from the last frame.
struct PanelLayout {
    // The picture is beside the panel and above the time bar or, in a portrait window, above both: its left and bottom
    // edges; 0 without a panel.
    float panel_right = 0.0f;
    float bar_top = 0.0f;
    float bottom(float window_height) const { return bar_top > 0 ? bar_top : window_height; }
    // Bottom edge of sheets: they may cover a panel below the picture.
    float sheets_bottom(float window_height) const { return panel_right > 0 ? bottom(window_height) : window_height; }
    bool has_room = true;   // for the panel
    double show_until = 0;  // the button that brings a hidden panel back
    float names = 0.0f;     // width of the current column of names
    float row_left = 0.0f;  // left edge of the current row
    // Position of each widget: left, top, right, bottom, from the last frame that drew it.
    std::map<std::string, std::array<float, 4>> widgets;
    TabOrder tab;
};

struct PanelState {
    PanelChoices choices;
    ExportChoices exports;
    PanelStatus status;
    PanelInput input;
    PanelLayout layout;
    std::vector<Command> commands;  // executed in order after the panel is drawn

    void show(const std::string& text, bool is_error, double seconds);  // a message
};

// The preset as displayed and exported: a background set to automatic follows the theme.
Preset on_theme(const Preset& preset, Theme theme);

// Do keys belong to a sheet, a list or a field rather than the picture?
bool takes_keys(const PanelState& state);
// Escape: closes the sheets, or clears the search.
void close_sheets(PanelState& state);

// Draws the user interface and applies the user's changes to the open preset, within its ranges. scale: 1 on a standard
// display.
void draw_panel(Session& session, PanelState& state, float scale);

}  // namespace isonoise
