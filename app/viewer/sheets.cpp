#include "viewer/sheets.hpp"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>
#include <imgui.h>
#include <imgui_stdlib.h>

#include "scene/scenes.hpp"

namespace isonoise {

namespace fs = std::filesystem;

void banner(const char* id, const std::string& text, ImVec4 colour, float y, bool upwards) {
    const ImGuiIO& io = ImGui::GetIO();
    ImGui::SetNextWindowPos(ImVec2(io.DisplaySize.x * 0.5f, y), ImGuiCond_Always, ImVec2(0.5f, upwards ? 1.0f : 0.0f));
    ImGui::SetNextWindowBgAlpha(0.92f);
    ImGui::Begin(id, nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoSavedSettings |
                     ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoInputs);
    ImGui::PushTextWrapPos(io.DisplaySize.x * 0.7f);
    ImGui::TextColored(colour, "%s", text.c_str());
    ImGui::PopTextWrapPos();
    ImGui::End();
}

void help_sheet(PanelState& state, float scale) {
    static const std::string scenes = scene_keys();
    static const char* const rows[][2] = {
        {"Space", "play and pause time"},
        {", and .", "one frame back, one forward"},
        {"Drag", "pan a map; orbit a camera (or look around, when flying)"},
        {"Right drag, Shift drag", "move sideways; over the planet tilt the view"},
        {"Wheel", "zoom; on a map at the pointer"},
        {"W A S D, Q E", "move; down, up"},
        {"C", "orbit, or fly"},
        {"R", "back to the view and time of the preset"},
        {"N", "another seed"},
        {scenes.c_str(), "the scenes, in order"},
        {"T", "truth: GPU beside CPU"},
        {"F", "hide and show the panel"},
        {"P, then arrows, Space", "use the panel by keyboard; Esc leaves it"},
        {"Ctrl+Z, Ctrl+Y", "undo, redo (also Ctrl+Shift+Z)"},
        {"Ctrl+S", "save the settings as your own preset"},
        {"Ctrl+E", "export pictures and data"},
        {"Ctrl+C", "copy the command line for this picture"},
        {"F12", "save the picture as a PNG in the working directory"},
        {"Double-click a field", "back to its default"},
        {"Ctrl+click a field", "type a number"},
        {"Drop a file", "open it as a preset"},
        {"F1, Esc", "this sheet"},
    };
    // As wide as its text, or as the window; the rest can be scrolled to.
    const ImGuiIO& io = ImGui::GetIO();
    const float padding = 18 * scale;
    float keys = 0.0f;
    for (const auto& r : rows)
        keys = std::max(keys, ImGui::CalcTextSize(r[0]).x + 12 * scale);
    const float narrow = std::min(io.DisplaySize.x, 540 * scale);
    ImGui::SetNextWindowPos({io.DisplaySize.x * 0.5f, io.DisplaySize.y * 0.5f}, ImGuiCond_Always, {0.5f, 0.5f});
    ImGui::SetNextWindowSizeConstraints({narrow, 0}, {narrow, io.DisplaySize.y});
    ImGui::SetNextWindowBgAlpha(0.96f);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(padding, 14 * scale));
    ImGui::Begin("Keys and mouse", &state.choices.help,
                 ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings |
                     ImGuiWindowFlags_NoMove);
    if (ImGui::BeginTable("keys", 2, ImGuiTableFlags_RowBg)) {
        ImGui::TableSetupColumn("key", ImGuiTableColumnFlags_WidthFixed, std::min(keys, narrow * 0.38f));
        ImGui::TableSetupColumn("does", ImGuiTableColumnFlags_WidthStretch);
        for (const auto& r : rows) {
            ImGui::TableNextRow();
            ImGui::TableNextColumn();
            ImGui::PushStyleColor(ImGuiCol_Text, kAccent);
            ImGui::TextWrapped("%s", r[0]);
            ImGui::PopStyleColor();
            ImGui::TableNextColumn();
            ImGui::TextWrapped("%s", r[1]);
        }
        ImGui::EndTable();
    }
    ImGui::End();
    ImGui::PopStyleVar();
}

namespace {

void take_format(const Group& group, Format format) {
    Export& order = group.fields.state.choices.order;
    if (order.format == format) return;
    order.format = format;
    order.what = usual_what(group.preset.look.scene, format);
}

// The file's format with its depth, and the content that usually goes with it.
void format_fields(const Group& group) {
    Export& order = group.fields.state.choices.order;
    static constexpr const char* formats[] = {"PNG, 8 bits",      "PNG, 16 bits",      "EXR, 32-bit floats",
                                              "RAW16, no header", "RAW32F, no header", "NPY, 32-bit floats"};
    static constexpr const char* extensions[] = {".png", ".png", ".exr", ".r16", ".r32", ".npy"};
    int format = order.format == Format::png ? (order.depth > 8 ? 1 : 0) : static_cast<int>(order.format) + 1;
    if (ImGui::Combo("format", &format, formats, 6)) {
        take_format(group, format < 2 ? Format::png : static_cast<Format>(format - 1));
        order.depth = format == 1 ? 16 : 8;
        order.path = fs::path(order.path).replace_extension(extensions[format]).string();
    }
    group.fields.after("export format", "");
}

void what_field(const Group& group) {
    Export& order = group.fields.state.choices.order;
    static constexpr const char* whats[] = {"picture", "values", "normal map, OpenGL", "normal map, DirectX"};
    if (ImGui::BeginCombo("what", whats[static_cast<int>(order.what)])) {
        for (int i = 0; i < 4; ++i) {
            Export other = order;
            other.what = static_cast<What>(i);
            const std::string wrong = problem(group.preset, other);
            if (ImGui::Selectable(whats[i], other.what == order.what,
                                  wrong.empty() ? 0 : ImGuiSelectableFlags_Disabled))
                order.what = other.what;
            group.fields.after(fmt::format("export what {}", i).c_str(), wrong, false);
        }
        ImGui::EndCombo();
    }
    group.fields.after("export what", "The picture; the noise values in one channel; or the normals of the ground with "
                                      "these heights, y up (OpenGL) or down (DirectX).");
}

void size_fields(const Group& group) {
    PanelState& state = group.fields.state;
    Export& order = state.choices.order;
    int size[] = {order.width, order.height};
    if (ImGui::InputInt2("size", size)) {
        state.choices.own_size = true;
        order.width = std::clamp(size[0], 1, kLargestSide);
        order.height = std::clamp(size[1], 1, kLargestSide);
    }
    group.fields.after("export size", fmt::format("Pixels, each from 1 to {}.", kLargestSide));
    for (const auto& [name, w, h] : {std::tuple{"window", 0, 0},
                                     {"1080p", 1920, 1080},
                                     {"4K", 3840, 2160},
                                     {"2048", 2048, 2048},
                                     {"8192", 8192, 8192}}) {
        if (ImGui::SmallButton(name)) {
            state.choices.own_size = w != 0;
            if (w != 0) {
                order.width = w;
                order.height = h;
            }
        }
        group.fields.after(fmt::format("export {}", name).c_str(), "", false);
        ImGui::SameLine();
    }
    ImGui::NewLine();
}

void strength_field(const Group& group) {
    Export& order = group.fields.state.choices.order;
    const bool normals = order.what == What::normals_gl || order.what == What::normals_dx;
    ImGui::BeginDisabled(!normals);
    const double low = 0, high = kMostStrength;
    const double before = order.strength;
    ImGui::DragScalar("strength", ImGuiDataType_Double, &order.strength, 0.01f, &low, &high, "%.3f",
                      ImGuiSliderFlags_AlwaysClamp);
    if (!(order.strength >= low && order.strength <= high)) order.strength = before;
    group.fields.after("export strength", "For normal maps: the height of the value 1, in units of coordinate.");
    ImGui::EndDisabled();
}

void samples_field(const Group& group) {
    Export& order = group.fields.state.choices.order;
    const Look& look = group.preset.look;
    ImGui::BeginDisabled(has_field(look));
    const std::string shown = order.samples == 0 ? fmt::format("as needed: {}", good_samples(look)) : "%d";
    ImGui::SliderInt("samples", &order.samples, 0, 64, shown.c_str(), ImGuiSliderFlags_AlwaysClamp);
    group.fields.after("export samples",
                       "Samples per pixel in scenes with a camera: more is smoother. 0: as many as the scene needs.");
    ImGui::EndDisabled();
}

// Adds or removes the frame number in the name.
void number_frames(Export& order) {
    constexpr std::string_view number = "-{frame:04}";
    if (order.frames > 1 && !has_frame(order.path)) {
        const auto path = fs::path(order.path);
        order.path = (path.parent_path() / path.stem()).string() + std::string(number) + path.extension().string();
    } else if (const auto at = order.path.find(number); order.frames == 1 && at != std::string::npos) {
        order.path.erase(at, number.size());
    }
}

void frames_field(const Group& group) {
    Export& order = group.fields.state.choices.order;
    int frames = static_cast<int>(order.frames);
    if (ImGui::InputInt("frames", &frames, 1, 30)) order.frames = std::clamp(frames, 1, static_cast<int>(kMostFrames));
    group.fields.after("export frames", group.preset.settings.loop
                                            ? "Number of pictures; together they form one closed loop."
                                            : "Number of pictures, 30 per second of time; with a loop (see the time "
                                              "bar) they repeat seamlessly.");
    number_frames(order);
    order.time_step = time_step(group.preset) * group.fields.state.choices.tools.rate;
}

void file_field(const Group& group) {
    Export& order = group.fields.state.choices.order;
    if (ImGui::InputText("file", &order.path)) {
        if (const auto typed = format_of(order.path)) take_format(group, *typed);
    }
    group.fields.after("export file", "A name in the working directory, or a full path. The extension chooses the "
                                      "format; {frame:04} is the frame's number.");
}

// Progress and a button that cancels, while an export runs; otherwise a button that starts it, or why it cannot start.
void export_button(const Group& group, float scale) {
    PanelState& state = group.fields.state;
    Export& order = state.choices.order;
    const std::string wrong = problem(group.preset, order);
    if (const Exporter::Report& exporting = state.status.exporting; exporting.running) {
        const float share = static_cast<float>(exporting.state.share);
        ImGui::ProgressBar(share, ImVec2(230 * scale, 0), text_of(exporting.state).c_str());
        ImGui::SameLine(0, ImGui::GetStyle().ItemInnerSpacing.x);
        if (ImGui::Button("cancel")) state.requests.cancel_export = true;
        group.fields.after("export cancel", "Cancels the export; no partial file remains.", false);
        return;
    }
    ImGui::BeginDisabled(!wrong.empty());
    // An existing file is replaced only after the button has said so.
    std::error_code error;
    order.replace = wrong.empty() && fs::exists(frame_name(order.path, 0), error);
    if (ImGui::Button(order.replace ? "replace the file###now" : "export###now", ImVec2(230 * scale, 0)))
        state.requests.export_now = true;
    group.fields.after("export now", order.replace ? "A file with this name already exists." : "", false);
    ImGui::EndDisabled();
    if (wrong.empty()) return;
    ImGui::PushTextWrapPos(330 * scale);
    ImGui::TextColored(kError, "%s", wrong.c_str());
    ImGui::PopTextWrapPos();
}

}  // namespace

void export_sheet(const Group& group, float scale) {
    PanelState& state = group.fields.state;
    Export& order = state.choices.order;
    const ImGuiIO& io = ImGui::GetIO();
    ImGui::SetNextWindowPos({io.DisplaySize.x * 0.5f, io.DisplaySize.y * 0.42f}, ImGuiCond_Appearing, {0.5f, 0.5f});
    ImGui::SetNextWindowSizeConstraints({0, 0}, {io.DisplaySize.x, io.DisplaySize.y});
    ImGui::SetNextWindowBgAlpha(0.96f);
    ImGui::Begin("Export", &state.choices.export_open,
                 ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings);
    ImGui::PushItemWidth(230 * scale);
    ImGui::BeginDisabled(state.status.exporting.running);
    if (!state.choices.own_size) {
        order.width = state.status.width;
        order.height = state.status.height;
    }
    if (order.path.empty()) {
        order.path = "isonoise.png";
        order.what = usual_what(group.preset.look.scene, order.format);
    }
    format_fields(group);
    what_field(group);
    size_fields(group);
    strength_field(group);
    samples_field(group);
    frames_field(group);
    file_field(group);
    ImGui::EndDisabled();
    export_button(group, scale);
    ImGui::PopItemWidth();
    ImGui::End();
}

}  // namespace isonoise
