#include "viewer/tab_order.hpp"

#include <algorithm>
#include <utility>

#include <imgui.h>
#include <imgui_internal.h>  // for GetItemFlags(), public from 1.87 on

namespace isonoise {

void TabOrder::begin(bool sheets_open) {
    target_.reset();
    if (const std::string name = std::exchange(asked_, {}); !name.empty()) {
        const auto at = std::find_if(stops_.begin(), stops_.end(), [&](const Stop& s) { return s.name == name; });
        target_ = at != stops_.end() ? *at : Stop{name};
    } else if (step_ != 0 && !stops_.empty()) {
        const auto at = focused_ ? std::find(stops_.begin(), stops_.end(), *focused_) : stops_.end();
        const auto count = static_cast<std::ptrdiff_t>(stops_.size());
        const std::ptrdiff_t next = at != stops_.end() ? at - stops_.begin() + step_ : step_ > 0 ? 0 : count - 1;
        target_ = stops_[static_cast<std::size_t>((next + count) % count)];
    }
    step_ = rows_ = parts_ = 0;
    stops_.clear();
    sheets_open_ = sheets_open;
    in_sheet_ = on_text_ = on_button_ = false;
}

bool TabOrder::counts() const {
    if (ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup))
        return ImGui::IsWindowFocused(ImGuiFocusedFlags_RootAndChildWindows | ImGuiFocusedFlags_NoPopupHierarchy);
    return in_sheet_ == sheets_open_;
}

void TabOrder::row(int count) {
    parts_ = count;
    const int row = rows_++;
    if (target_ && target_->row == row) ImGui::SetKeyboardFocusHere(target_->part);
}

void TabOrder::add(const Stop& stop) {
    stops_.push_back(stop);
    if (target_ == stop) focused_ = stop;
}

void TabOrder::stop(const std::string& name) {
    const int parts = std::exchange(parts_, 0);
    if (!counts() || ImGui::GetItemFlags() & ImGuiItemFlags_Disabled) return;
    // (In a window that opens, the focus is not visible yet.)
    const bool nav = ImGui::IsItemFocused() && ImGui::GetIO().NavVisible, has_focus = nav || ImGui::IsItemActive();
    on_button_ |= nav && !(ImGui::GetItemFlags() & ImGuiItemFlags_Inputable);
    // A widget of several parts, such as a number with buttons, has no ID until one part is active.
    if (ImGui::GetItemID() == 0 && parts > 0) grouped_.insert(name);
    if (!grouped_.contains(name)) {
        if (ImGui::GetItemID() == 0) return;
        add({name});
        if (target_ && target_->name == name) ImGui::SetKeyboardFocusHere(-1);
        if (has_focus) focused_ = stops_.back();
        return;
    }
    for (int part = 0; part < parts; ++part)
        add({name, rows_ - 1, part});
    if (!has_focus || parts == 0 || focused() == name) return;
    const float left = ImGui::GetItemRectMin().x, width = ImGui::GetItemRectSize().x;
    const float fraction = (ImGui::GetIO().MousePos.x - left) / std::max(1.0f, width);
    focused_ = {name, rows_ - 1, std::clamp(static_cast<int>(fraction * static_cast<float>(parts)), 0, parts - 1)};
}

void TabOrder::text() { on_text_ |= ImGui::IsItemFocused() && ImGui::GetIO().NavVisible; }

}  // namespace isonoise
