// The panel, the bar with time and status below the picture, and the sheets over it.
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
struct SavePicture {};
struct StartExport {};  // with the sheet's choices
struct CancelExport {};
struct CloseWindow {};  // asks during an export
struct Quit {};         // does not ask

}  // namespace command

using Command = std::variant<SessionCommand, command::Copy, command::PasteClipboard, command::ToggleHut, command::Unpin,
                             command::SavePicture, command::StartExport, command::CancelExport, command::CloseWindow,
                             command::Quit>;

// Set by the user, outside the session.
struct PanelChoices {
    bool visible = true;
    float panel_width = 312.0f;  // on a display of scale 1
    Theme theme = Theme::dark;
    std::string search;           // shows what it finds in place of the tabs
    std::set<std::string> found;  // the settings it finds
    bool help = false;
    bool start_open = false;  // the first screen
    bool export_open = false;
    bool palette = false;  // the search on a sheet of its own
    bool sheet_open() const { return help || start_open || export_open || palette; }
    bool close_asked = false;  // the window was closed during an export
    bool close_after = false;  // and closes once that is done
    bool quits = false;        // or at once
    int stop = -1;             // of the gradient, being dragged
    float divider = 0.5f;      // of the comparison, as a fraction of the picture's width
    void move_divider(float by) { divider = std::clamp(divider + by, 0.05f, 0.95f); }
    std::string remove_asked;  // the user preset whose removal awaits a second click
    // In the next frame:
    std::string tab;            // to open: "noise", "picture" or "measure"
    bool copy_asked = false;    // opens the list of copies
    bool search_asked = false;  // puts the cursor into the search, wherever there is room for one
    bool focus = false;         // lets the keyboard navigate the panel
};

// The choices on the sheet of exports.
struct ExportChoices {
    Export order;
    // Set by the user. Anything else follows the window, the scene and the format.
    struct Chosen {
        bool size = false, what = false, tile = false, strength = false, path = false, frames = false;
    } chosen;
    std::optional<Scene> scene;       // for which they were made
    double seconds = 0.0;             // the length chosen for the frames; 0 for a single picture
    std::string size_note;            // why a typed size was changed
    std::vector<std::string> recent;  // files written lately, the latest first
    std::string folder;               // whose folders the list of places shows; empty while it is closed
    std::vector<std::string> folders;
};

struct Message {
    std::string text;
    bool is_error = false;
    double until = 0.0;  // in ImGui's time
};

// Shown to the user. The viewer fills it in.
struct PanelStatus {
    std::string renderer;
    struct Times {
        double fps = 0.0;
        double longest_ms = 0.0;  // slowest frame of the last seconds
        double ui_ms = 0.0;
    } times;
    Renderer::Report report;
    Exporter::Report exporting;
    double cpu_values_per_second = 0.0;
    std::shared_ptr<const Truth::Comparison> comparison;
    int resolution = 100;   // per cent of the pixels in a row
    double progress = 1.0;  // of the refinement
    int width = 0, height = 0;
    std::string under_cursor;
    struct Pinned {
        std::string text;      // the point that was clicked on, and its value; empty if there is none
        bool is_code = false;  // there are lines in languages for it
        // No place for a hut, room for one, or one that the user has built.
        enum class Hut { none, free, built } hut = Hut::none;
    } pinned;
    Message message;
    // A preset's small picture as a texture, by a name as in named_preset(); 0 while there is none.
    std::function<unsigned(const std::string& name, int width, int height)> thumbnail;
    // The picture that an export would give, see Renderer::side_picture().
    std::function<Renderer::Picture(const Preset& preset, const Export& order)> preview;
    bool preview_is_done = false;
    bool other_is_done = false;  // Session::other is drawn
    // See Truth::spectrum.
    std::function<std::optional<Spectrum>(const Settings&)> spectrum;
};

// What the fields noticed while this frame was drawn.
struct PanelInput {
    bool text = false;   // text is being typed, not a number: a comma stays a comma
    double whole = 0;    // a whole number up to this one is being typed
    bool reset = false;  // a double click reset a field: its first click is not a step of undo
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
    ExportChoices exports;
    PanelStatus status;
    PanelInput input;
    PanelLayout layout;
    std::vector<Command> commands;  // carried out, in order, after the panel is drawn

    void show(const std::string& text, bool is_error, double seconds);  // a message
};

// The preset as the window shows and exports it: a background that it leaves to the program follows the theme.
Preset on_theme(const Preset& preset, Theme theme);

// Do keys belong to a sheet, a list or a field rather than to the picture?
bool takes_keys(const PanelState& state);
// Escape: closes the sheets, or clears the search.
void close_sheets(PanelState& state);

// Draws everything and applies the user's changes to the open preset, within its ranges. scale: 1 on an ordinary
// display.
void draw_panel(Session& session, PanelState& state, float scale);

}  // namespace isonoise
