#include "viewer/theme.hpp"

#include <initializer_list>
#include <iterator>
#include <utility>

#include <imgui.h>

namespace isonoise {
namespace {

struct Palette {
    ImU32 ground, raised, well, line, text, soft, accent, on_accent, error, good;
};
// As in bindings/web/style.css; ImGui has red in the lowest byte.
constexpr ImU32 rgb(unsigned hex) { return IM_COL32(hex >> 16, hex >> 8 & 255, hex & 255, 255); }
constexpr Palette kDark{rgb(0x0e121a), rgb(0x1b2230), rgb(0x222b3b), rgb(0x2f394b), rgb(0xe8ebf0),
                        rgb(0x93a0b4), rgb(0x5fd3a2), rgb(0x062117), rgb(0xff8f87), rgb(0x6fdc8c)};
constexpr Palette kLight{rgb(0xf6f7f9), rgb(0xe6e9ef), rgb(0xffffff), rgb(0xc9d0db), rgb(0x18202c),
                         rgb(0x566273), rgb(0x0b7a53), rgb(0xffffff), rgb(0xb3261e), rgb(0x1b7f3b)};
const Palette& palette(Theme theme) { return theme == Theme::dark ? kDark : kLight; }
const Palette* used = &kDark;

ImVec4 colour(ImU32 c, float alpha = 1.0f) {
    ImVec4 v = ImGui::ColorConvertU32ToFloat4(c);
    v.w = alpha;
    return v;
}

}  // namespace

ImVec4 ink::accent() { return colour(used->accent); }
ImVec4 ink::error() { return colour(used->error); }
ImVec4 ink::good() { return colour(used->good); }
ImVec4 ink::soft() { return colour(used->soft); }

OnGround::OnGround(Theme theme) {
    const Palette& p = palette(theme);
    const std::pair<ImGuiCol, ImU32> colours[] = {
        {ImGuiCol_WindowBg, p.ground},     {ImGuiCol_Text, p.text},          {ImGuiCol_TextDisabled, p.soft},
        {ImGuiCol_Button, p.raised},       {ImGuiCol_ButtonHovered, p.line}, {ImGuiCol_FrameBg, p.well},
        {ImGuiCol_FrameBgHovered, p.line}, {ImGuiCol_CheckMark, p.accent},   {ImGuiCol_PopupBg, p.ground}};
    for (const auto& [at, is] : colours)
        ImGui::PushStyleColor(at, is);
    colours_ = static_cast<int>(std::size(colours));
}
OnGround::~OnGround() { ImGui::PopStyleColor(colours_); }

void apply(Theme theme, float scale) {
    used = &palette(theme);
    const Palette& p = *used;
    ImGuiStyle& style = ImGui::GetStyle();
    style = ImGuiStyle();
    if (theme == Theme::dark) {
        ImGui::StyleColorsDark();
    } else {
        ImGui::StyleColorsLight();
    }
    auto set = [&](ImGuiCol at, ImU32 c, float alpha = 1.0f) { style.Colors[at] = colour(c, alpha); };
    set(ImGuiCol_Text, p.text);
    set(ImGuiCol_TextDisabled, p.soft);
    for (const ImGuiCol at : {ImGuiCol_WindowBg, ImGuiCol_PopupBg, ImGuiCol_TitleBg, ImGuiCol_TitleBgActive})
        set(at, p.ground);
    for (const ImGuiCol at : {ImGuiCol_Border, ImGuiCol_Separator, ImGuiCol_TableBorderLight})
        set(at, p.line);
    set(ImGuiCol_ChildBg, p.ground, 0.0f);
    set(ImGuiCol_FrameBg, p.well);
    for (const ImGuiCol at : {ImGuiCol_FrameBgHovered, ImGuiCol_FrameBgActive, ImGuiCol_ButtonHovered})
        set(at, p.line);
    set(ImGuiCol_Button, p.raised);
    set(ImGuiCol_ButtonActive, p.accent, 0.45f);
    set(ImGuiCol_Header, p.raised);
    set(ImGuiCol_HeaderHovered, p.line);
    set(ImGuiCol_HeaderActive, p.accent, 0.45f);
    set(ImGuiCol_Tab, p.ground);
    set(ImGuiCol_TabHovered, p.line);
    set(ImGuiCol_TabActive, p.raised);
    for (const ImGuiCol at :
         {ImGuiCol_CheckMark, ImGuiCol_SliderGrab, ImGuiCol_SliderGrabActive, ImGuiCol_PlotHistogram,
          ImGuiCol_NavHighlight, ImGuiCol_SeparatorHovered, ImGuiCol_SeparatorActive})
        set(at, p.accent);
    set(ImGuiCol_SliderGrab, p.accent, 0.6f);
    set(ImGuiCol_TextSelectedBg, p.accent, 0.35f);
    set(ImGuiCol_ScrollbarBg, p.ground, 0.0f);
    set(ImGuiCol_ScrollbarGrab, p.line);
    set(ImGuiCol_TableRowBgAlt, p.raised, 0.45f);
    style.WindowRounding = 8.0f;
    style.FrameRounding = 4.0f;
    style.GrabRounding = 4.0f;
    style.PopupRounding = 6.0f;
    style.TabRounding = 4.0f;
    style.ScrollbarRounding = 6.0f;
    style.ScrollbarSize = 10.0f;
    style.WindowBorderSize = 0.0f;
    style.WindowPadding = ImVec2(12, 10);
    style.FramePadding = ImVec2(7, 3);
    style.ItemSpacing = ImVec2(8, 5);
    style.ItemInnerSpacing = ImVec2(5, 4);
    style.ScaleAllSizes(scale);
}

}  // namespace isonoise
