// The order in which Tab reaches the widgets: that in which they are drawn. (ImGui's own reaches only fields that take
// text.) While a list is open only its rows count, and while a sheet is open only those on sheets.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace isonoise {

class TabOrder {
  public:
    // From the next frame on: the next widget, or with -1 the one before; or the widget of this name.
    void step(int by) { step_ = by; }
    void focus(const std::string& name) { asked_ = name; }
    // Does the next frame take the focus elsewhere?
    bool moves() const { return step_ != 0 || !asked_.empty(); }

    // Begins a frame.
    void begin(bool sheets_open);
    // From here on to the frame's end, sheets are drawn.
    void begin_sheets() { in_sheet_ = true; }
    // Before a widget of so many numbers.
    void row(int count);
    // After a widget.
    void stop(const std::string& name);
    // After a widget that takes text.
    void text();

    // Does the keyboard's focus lie visibly on a field that takes text?
    bool on_text() const { return on_text_; }
    // Does it lie on something to press?
    bool on_button() const { return on_button_; }
    // The widget that had the focus last; empty before the first.
    std::string focused() const { return focused_ ? focused_->name : ""; }

  private:
    struct Stop {
        std::string name;
        int row = -1;  // of a widget of several parts: ImGui finds those from their row on
        int part = 0;
        bool operator==(const Stop&) const = default;
    };
    bool counts() const;
    void add(const Stop& stop);

    int step_ = 0;
    std::string asked_;
    bool sheets_open_ = false, in_sheet_ = false, on_text_ = false, on_button_ = false;
    std::vector<Stop> stops_;  // of this frame, or before it begins of the last
    std::optional<Stop> focused_, target_;
    std::set<std::string> grouped_;  // widgets of several parts
    int rows_ = 0;                   // begun in this frame
    int parts_ = 0;                  // of the row begun last, until its widget is drawn
};

}  // namespace isonoise
