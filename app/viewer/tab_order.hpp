// The order in which Tab visits the widgets: drawing order. (ImGui's own Tab visits only text fields.) While a list is
// open only its rows count, and while a sheet is open only widgets on sheets.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace isonoise {

class TabOrder {
  public:
    // Moves the focus from the next frame on: to the next widget, or the previous one for -1; or to the widget with
    // this name.
    void step(int by) { step_ = by; }
    void focus(const std::string& name) { asked_ = name; }
    // Will the next frame move the focus?
    bool moves() const { return step_ != 0 || !asked_.empty(); }

    // Begins a frame.
    void begin(bool sheets_open);
    // From here to the end of the frame, widgets are on sheets.
    void begin_sheets() { in_sheet_ = true; }
    // Call before a widget with `count` numbers.
    void row(int count);
    // Call after a widget.
    void stop(const std::string& name);
    // Call after a text field.
    void text();

    // Is the focus visibly on a text field?
    bool on_text() const { return on_text_; }
    // Is it on a button?
    bool on_button() const { return on_button_; }
    // The last widget that had the focus; empty before the first.
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
    std::vector<Stop> stops_;  // of this frame, or of the last one until it begins
    std::optional<Stop> focused_, target_;
    std::set<std::string> grouped_;  // multi-part widgets
    int rows_ = 0;                   // in this frame so far
    int parts_ = 0;                  // in the current row, until its widget is drawn
};

}  // namespace isonoise
