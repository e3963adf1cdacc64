// Tab reaches the widgets in the order in which they are drawn. (ImGui's own order has only fields that take text.)
// While a list is open Tab stays on its rows, and while a sheet is open on the sheets.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace isonoise {

class TabOrder {
  public:
    // In the next frame, moves the focus to the next widget, with -1 to the one before, or to the widget of this name.
    void step(int by) { step_ = by; }
    void focus(const std::string& name) { asked_ = name; }
    // Will the next frame move the focus?
    bool moves() const { return step_ != 0 || !asked_.empty(); }

    // Begins a frame.
    void begin(bool sheets_open);
    // From now until the frame's end, widgets are on sheets.
    void begin_sheets() { in_sheet_ = true; }
    // Call it before a widget with `count` numbers.
    void row(int count);
    // Call it after a widget.
    void stop(const std::string& name);
    // Call it after a widget that takes text.
    void text();

    // Is the focus, visibly, on a field that takes text?
    bool on_text() const { return on_text_; }
    // Is it on a button?
    bool on_button() const { return on_button_; }
    // The last widget with the focus; empty before the first.
    std::string focused() const { return focused_ ? focused_->name : ""; }

  private:
    struct Stop {
        std::string name;
        int row = -1;  // index of a multi-part widget's row, which ImGui needs to find its parts
        int part = 0;
        bool operator==(const Stop&) const = default;
    };
    bool counts() const;
    void add(const Stop& stop);

    int step_ = 0;
    std::string asked_;
    bool sheets_open_ = false, in_sheet_ = false, on_text_ = false, on_button_ = false;
    std::vector<Stop> stops_;  // of this frame; until begin(), of the last one
    std::optional<Stop> focused_, target_;
    std::set<std::string> grouped_;  // multi-part widgets
    int rows_ = 0;                   // in this frame so far
    int parts_ = 0;                  // in the current row, until its widget is drawn
};

}  // namespace isonoise
