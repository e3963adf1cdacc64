#include <algorithm>
#include <filesystem>

#include <fmt/format.h>
#include <imgui.h>
#include <imgui_stdlib.h>

#include "io/video.hpp"
#include "paths.hpp"
#include "platform/system.hpp"
#include "scene/scenes.hpp"
#include "session/copy_as.hpp"
#include "session/file_names.hpp"
#include "viewer/panel_parts.hpp"

namespace isonoise {

namespace fs = std::filesystem;

namespace {

void take_format(Export& order, Format format) {
    order.format = format;
    if (format != Format::png) order.depth = 8;
}

// Format and depth in one list.
void format_fields(const Group& group) {
    Export& order = group.state.exports.order;
    static constexpr const char* formats[] = {
        "PNG, 8 bits",        "PNG, 16 bits",     "EXR, 32-bit floats", "RAW16, no header", "RAW32F, no header",
        "NPY, 32-bit floats", "WebP, all frames", "MP4, by ffmpeg",     "WebM, by ffmpeg",  "SVG, for curves"};
    int format = order.format == Format::png ? (order.depth > 8 ? 1 : 0) : static_cast<int>(order.format) + 1;
    group.row("format");
    if (ImGui::BeginCombo("##format", formats[format], ImGuiComboFlags_HeightLarge)) {
        for (int i = 0; i < static_cast<int>(std::size(formats)); ++i) {
            const Format listed = i < 2 ? Format::png : static_cast<Format>(i - 1);
            if (is_video(listed) && in_page()) continue;
            if (ImGui::Selectable(formats[i], i == format)) {
                take_format(order, listed);
                order.depth = i == 1 ? 16 : 8;
                order.path = path_of(order.path).replace_extension(kExtensions[static_cast<int>(listed)]).string();
            }
            if (i == format) ImGui::SetItemDefaultFocus();
            group.after(fmt::format("export format {}", i), "");
        }
        ImGui::EndCombo();
    }
    group.after("export format", "");
}

void what_field(const Group& group) {
    ExportChoices& exports = group.state.exports;
    Export& order = exports.order;
    static constexpr const char* whats[] = {
        "picture", "values", "heights", "normal map, OpenGL", "normal map, DirectX", "material: all maps"};
    constexpr int kMaps = 5;
    const auto take = [&](int i) {
        order.maps = i == kMaps;
        order.what = order.maps ? What::picture : static_cast<What>(i);
    };
    // A choice stays unless the scene lacks it. Without one, the format decides.
    Export alone;
    alone.what = order.what;
    if (order.maps) {
        order.one_tile = exports.chosen.tile = true;
        take_format(order, Format::png);
        order.auto_levels = false;
        order.frames = 1;
    }
    if (problem(group.preset).empty() && !problem(group.preset, alone).empty()) exports.chosen.what = false;
    if (!exports.chosen.what) order.what = default_what(group.preset.look.scene, order.format);
    group.row("what");
    const int chosen = order.maps ? kMaps : static_cast<int>(order.what);
    if (ImGui::BeginCombo("##what", whats[chosen])) {
        for (int i = 0; i < static_cast<int>(std::size(whats)); ++i) {
            alone.maps = i == kMaps;
            alone.what = alone.maps ? What::picture : static_cast<What>(i);
            alone.one_tile = alone.maps;
            alone.path = alone.maps ? "a.png" : "";
            alone.height = 1024;
            alone.width = std::max(1, one_tile_width(group.preset, alone.height));
            const std::string wrong = problem(group.preset, alone);
            if (ImGui::Selectable(whats[i], i == chosen, wrong.empty() ? 0 : ImGuiSelectableFlags_Disabled)) {
                take(i);
                exports.chosen.what = true;
                exports.chosen.tile &= alone.maps;
            }
            group.after(fmt::format("export what {}", i), wrong);
        }
        ImGui::EndCombo();
    }
    group.after(
        "export what",
        "The picture; the noise's values in one channel, seen from above; the terrain's heights (relief "
        "times the values); the normals of such a ground, y up (OpenGL) or down (DirectX); or all maps of one tile: "
        "a.png becomes a_albedo.png, a_height.png, a_normal_gl.png, a_normal_dx.png, a_ao.png.");
    if (!exports.chosen.what && order.what == What::values)
        ImGui::TextDisabled("This format usually holds values; choose above to change that.");
}

// Dots per inch.
void dpi_field(const Group& group) {
    Export& order = group.state.exports.order;
    const bool can = takes_dpi(order.format);
    if (!can) order.dpi = 0;
    ImGui::BeginDisabled(!can);
    group.row("dpi");
    int dpi = order.dpi;
    if (ImGui::InputInt("##dpi", &dpi, 50, 300)) order.dpi = std::clamp(dpi, 0, kMostDpi);
    group.whole();
    group.after("export dpi", "Dots per inch in print, which PNG and SVG store; the letters of axes are then 9 points "
                              "high. 0: none.");
    ImGui::EndDisabled();
    if (order.dpi > 0) {
        group.row("");
        ImGui::TextDisabled("%.1f by %.1f cm", 2.54 * order.width / order.dpi, 2.54 * order.height / order.dpi);
    }
}

void levels_field(const Group& group) {
    Export& order = group.state.exports.order;
    // The range of a function is not known beforehand.
    const bool always = group.preset.function && !group.preset.look.range && has_levels(order);
    order.auto_levels |= always;
    switch_field(group, "auto-levels", order.auto_levels, has_levels(order),
                 "0 and the largest number become the least and the greatest value there is, which a message then "
                 "tells; otherwise the ends of the range.",
                 "For values and heights in formats of integers.");
    order.auto_levels |= always;
}

// The proposed strength of these normals, recomputed only when they change.
double proposed(const Preset& preset, const Export& order) {
    static Preset of;
    static Export with;
    static std::optional<double> known;
    Preset still = preset;
    still.look.time = 0;
    const Export alone{.what = order.what, .width = order.width, .height = order.height, .one_tile = order.one_tile};
    if (!known || !(still == of) || !(alone == with)) {
        of = still;
        with = alone;
        known = proposed_strength(still, alone);
    }
    return *known;
}

void strength_field(const Group& group) {
    ExportChoices& exports = group.state.exports;
    Export& order = exports.order;
    if (!exports.chosen.strength) order.strength.reset();
    if (is_normals(order.what) && !exports.chosen.strength) order.strength = proposed(group.preset, order);
    ImGui::BeginDisabled(!is_normals(order.what));
    const double low = 0, high = kMostStrength;
    const double before = order.strength.value_or(usual_strength(group.preset.look));
    double strength = before;
    group.row("strength");
    const std::string format = typed_format(group, "export strength", all_digits(strength), "%.3g");
    ImGui::DragScalar("##strength", ImGuiDataType_Double, &strength, 0.01f, &low, &high, format.c_str(),
                      ImGuiSliderFlags_AlwaysClamp | ImGuiSliderFlags_NoRoundToFormat);
    if (strength != before && strength >= low && strength <= high) {
        order.strength = strength;
        exports.chosen.strength = true;
    }
    group.after("export strength",
                "For normal maps: the height of the value 1, in units of coordinate. Until it is set: the "
                "terrain's relief, otherwise such that half of the ground is steeper than about 20 degrees.");
    ImGui::EndDisabled();
}

// Says which ground the numbers cover, and what they mean.
void meaning_lines(const Group& group, float scale) {
    const Export& order = group.state.exports.order;
    if (order.what == What::picture || !problem(group.preset, order).empty()) return;
    ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + 320 * scale);
    std::string extent = text_of_extent(group.preset, order);
    extent.replace(extent.find(", "), 2, ",\n");  // ImGui would break the line at a decimal point
    ImGui::TextDisabled("%s: %s", order.what == What::values ? "covers" : "ground", extent.c_str());
    group.record("export extent");
    std::string ends = text_of_ends(group.preset, order);
    if (order.auto_levels) {
        ends = fmt::format("0 and the largest number are the lowest and the highest {}: a message tells which.",
                           order.what == What::heights ? "height" : "value");
    } else if (order.what == What::heights && ends.empty()) {
        ends = "the heights themselves, in units of coordinate";
    }
    if (!ends.empty()) ImGui::TextDisabled("%s", ends.c_str());
    ImGui::PopTextWrapPos();
}

void samples_field(const Group& group) {
    Export& order = group.state.exports.order;
    const Look& look = group.preset.look;
    ImGui::BeginDisabled(has_field(look));
    const std::string shown = order.samples == 0 ? fmt::format("as needed: {}", good_samples(look)) : "%d";
    group.row("samples");
    ImGui::SliderInt("##samples", &order.samples, 0, 64, shown.c_str(), ImGuiSliderFlags_AlwaysClamp);
    group.whole();
    group.after("export samples",
                "Samples per pixel in scenes with a camera: more is smoother. 0: as many as the scene needs.");
    ImGui::EndDisabled();
}

// Columns and rows of a sprite sheet.
constexpr int kMostSheet = 64;
void sheet_field(const Group& group) {
    Export& order = group.state.exports.order;
    const bool can = !order.maps && !is_moving(order.format) && order.slices == 1;
    if (!can) order.columns = order.rows = 1;
    ImGui::BeginDisabled(!can);
    int sheet[] = {order.columns, order.rows};
    group.row("sheet", 2);
    const bool before = is_sheet(order);
    if (ImGui::InputInt2("##sheet", sheet)) {
        order.columns = std::clamp(sheet[0], 1, kMostSheet);
        order.rows = std::clamp(sheet[1], 1, kMostSheet);
        if (before && !is_sheet(order)) group.state.exports.chosen.frames = false;
    }
    group.whole();
    group.after("export sheet",
                "Columns and rows of a sprite sheet (flipbook): one picture that holds all frames, each of "
                "the size above, in rows from the top left. With a loop it repeats seamlessly.");
    ImGui::EndDisabled();
    if (!is_sheet(order)) return;
    group.row("");
    ImGui::TextDisabled("the file: %dx%d", order.columns * order.width, order.rows * order.height);
}

// Frames, frames per second, and seconds: each can be set. Until then, a moving file has its usual length.
void frames_fields(const Group& group) {
    ExportChoices& exports = group.state.exports;
    Export& order = exports.order;
    if (!exports.chosen.frames)
        order.frames = is_moving(order.format) ? frames_in(usual_seconds(group.preset), order.fps) : 1;
    const bool loops = group.preset.settings.loop != 0;
    if (is_sheet(order)) order.frames = std::int64_t{order.columns} * order.rows;
    ImGui::BeginDisabled(is_sheet(order) || order.maps);
    int frames = static_cast<int>(order.frames);
    group.row("frames");
    if (ImGui::InputInt("##frames", &frames, 1, 30)) {
        order.frames = std::clamp(frames, 1, static_cast<int>(kMostFrames));
        exports.chosen.frames = true;
        exports.seconds = order.frames > 1 ? static_cast<double>(order.frames) / order.fps : 0.0;
    }
    group.whole();
    group.after("export frames", loops ? "Number of pictures; together they form one closed loop."
                                       : "Number of pictures; with a loop (see the time bar) they repeat seamlessly.");
    ImGui::EndDisabled();
    sheet_field(group);
    const bool is_single = order.frames == 1 && !(exports.chosen.frames && exports.seconds > 0);
    ImGui::BeginDisabled(is_single && !is_moving(order.format));
    double seconds = static_cast<double>(order.frames) / order.fps;
    group.row("seconds");
    if (ImGui::InputDouble("##seconds", &seconds, 1, 10, "%.4g") && seconds > 0) {
        order.frames = frames_in(seconds, order.fps);
        exports.chosen.frames = true;
        exports.seconds = seconds;
    }
    group.after("export seconds", loops ? "How long one loop plays." : "How long the frames play.");
    group.row("fps");
    int fps = order.fps;
    if (ImGui::InputInt("##fps", &fps, 1, 10)) {
        order.fps = std::clamp(fps, 1, kMostFps);
        // From the seconds, not the frames: typing 24 passes through 2, which may leave a single frame.
        if (exports.chosen.frames) order.frames = frames_in(exports.seconds, order.fps);
    }
    group.whole();
    group.after("export fps", fmt::format("Frames per second, 1 to {}; the seconds stay.", kMostFps));
    ImGui::EndDisabled();
    number_frames(order);
    order.time_step = time_step(group.preset, order.fps) * group.session.tools.rate;
}

// The command that makes the video, for users who want to change it.
void ffmpeg_lines(const Group& group, float scale) {
    const Export& order = group.state.exports.order;
    if (!is_video(order.format) || in_page()) return;
    ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + 320 * scale);
    if (has_ffmpeg()) {
        const std::string command =
            ffmpeg_command(order.format, order.width, order.height, order.fps, quoted(order.path));
        ImGui::TextDisabled("%s", command.c_str());
        if (ImGui::SmallButton("copy the command")) ImGui::SetClipboardText(command.c_str());
        group.after("export ffmpeg", "It reads the frames, rows of red, green and blue bytes, from its standard "
                                     "input.");
    } else {
        ImGui::TextColored(ink::error(), "%s.", kNoFfmpeg);
    }
    ImGui::PopTextWrapPos();
}

// Lists the subfolders of a folder, without hidden ones.
void list_folders(ExportChoices& exports, const fs::path& folder) {
    exports.folder = folder.string();
    exports.folders.clear();
    std::error_code error;
    for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
        const std::string name = it->path().filename().string();
        if (std::error_code none; name[0] != '.' && it->is_directory(none)) exports.folders.push_back(name);
    }
    std::sort(exports.folders.begin(), exports.folders.end());
    if (folder.has_relative_path()) exports.folders.insert(exports.folders.begin(), "..");
}

// A list of the files written lately, and of folders.
void places_popup(const Group& group, float scale) {
    ExportChoices& exports = group.state.exports;
    Export& order = exports.order;
    ImGui::SetNextWindowSizeConstraints({300 * scale, 0}, {600 * scale, 0.6f * ImGui::GetIO().DisplaySize.y});
    if (!ImGui::BeginPopup("places")) {
        exports.folder.clear();
        return;
    }
    // The chosen path becomes the file name; its extension selects the format.
    const auto take = [&](const std::string& path) {
        order.path = path;
        exports.chosen.path = true;
        if (const auto format = format_of(order.path)) take_format(order, *format);
    };
    const auto entry = [&](const std::string& name, const std::string& text, ImGuiSelectableFlags flags) {
        const bool chosen = ImGui::Selectable(fmt::format("{}##{}", text, name).c_str(), false, flags);
        group.after(name, "");
        return chosen;
    };
    if (!exports.recent.empty()) {
        ImGui::TextDisabled("written lately");
        for (std::size_t i = 0; i < exports.recent.size(); ++i) {
            if (entry(fmt::format("export recent {}", i), exports.recent[i], 0)) take(exports.recent[i]);
        }
        ImGui::Separator();
    }
    std::error_code error;
    const fs::path path = fs::absolute(path_of(order.path), error), folder = path.parent_path().lexically_normal();
    if (exports.folder != folder.string()) list_folders(exports, folder);
    ImGui::TextDisabled("%s", exports.folder.c_str());
    for (const std::string& name : exports.folders) {
        if (entry("export folder " + name, name + "/", ImGuiSelectableFlags_DontClosePopups)) {
            order.path = ((name == ".." ? folder.parent_path() : folder / path_of(name)) / path.filename()).string();
            break;
        }
    }
    if (exports.folders.empty() || exports.folders.back() == "..") ImGui::TextDisabled("no folders here");
    ImGui::EndPopup();
}

void file_field(const Group& group, float scale) {
    PanelState& state = group.state;
    Export& order = state.exports.order;
    if (!state.exports.chosen.path && !state.status.exporting.running)
        order.path = free_export_path(order, group.preset, group.session.open.name);
    group.row("file");
    const bool places = !in_page();
    const float gap = ImGui::GetStyle().ItemInnerSpacing.x, button = 60 * scale;
    ImGui::PushItemWidth(230 * scale - (places ? button + gap : 0));
    if (ImGui::InputText("##file", &order.path)) {
        state.exports.chosen.path = !order.path.empty();
        if (const auto typed = format_of(order.path)) take_format(order, *typed);
    }
    ImGui::PopItemWidth();
    group.text("export file",
               fmt::format("{} The extension chooses the format; {{frame:04}} is the frame's number{}.",
                           places ? "A name in the working directory, or a full path." : "The download's name.",
                           places ? "" : ", and all frames are in one zip"));
    if (!places) return;
    ImGui::SameLine(0, gap);
    if (group.button("places", "export places", "Files written lately, and folders.", button))
        ImGui::OpenPopup("places");
    places_popup(group, scale);
}

// During an export, progress and a Cancel button; otherwise the export button, or the reason why it is disabled.
void export_button(const Group& group, float scale) {
    PanelState& state = group.state;
    Export& order = state.exports.order;
    const std::string wrong = problem(group.preset, order);
    if (const Exporter::Report& exporting = state.status.exporting; exporting.running) {
        const float fraction = static_cast<float>(exporting.state.done);
        ImVec4 fill = ink::accent();
        fill.w = 0.35f;  // text lies on it
        ImGui::PushStyleColor(ImGuiCol_PlotHistogram, fill);
        ImGui::ProgressBar(fraction, ImVec2(230 * scale, 0), exporting.progress.c_str());
        ImGui::PopStyleColor();
        ImGui::SameLine(0, ImGui::GetStyle().ItemInnerSpacing.x);
        if (ImGui::Button("cancel")) group.ask(command::CancelExport{});
        group.after("export cancel", "Cancels the export; no partial file remains.");
        return;
    }
    ImGui::BeginDisabled(!wrong.empty());
    // Replaces an existing file only if the button says so.
    order.replace = wrong.empty() && entry_of(frame_file(order, 0)) != Folder::Entry::nothing;
    if (ImGui::Button(order.replace ? "replace the file###now" : "export###now", ImVec2(230 * scale, 0)))
        group.ask(command::StartExport{});
    group.after("export now", order.replace ? "A file with this name already exists." : "");
    ImGui::EndDisabled();
    if (wrong.empty()) return;
    ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + 320 * scale);
    ImGui::TextColored(ink::error(), "%s", wrong.c_str());
    ImGui::PopTextWrapPos();
}

// The dpi at which a preview of this width has letters as in the file.
int preview_dpi(const Export& order, float width) {
    if (order.dpi == 0) return 0;
    return std::max(1, static_cast<int>(order.dpi * static_cast<double>(width) / order.width));
}

// A small preview of the file's picture.
void preview(const Group& group, ImVec2 room) {
    const Export& order = group.state.exports.order;
    const ImVec2 at = ImGui::GetCursorScreenPos(), pixel = ImGui::GetIO().DisplayFramebufferScale;
    const bool row = order.what == What::values && scene_info(group.preset.look.scene).one_row;
    const float shape = static_cast<float>(order.width) / static_cast<float>(order.height);
    const ImVec2 size(std::max(1.0f, std::floor(std::min(room.x, room.y * shape))),
                      std::max(1.0f, std::floor(std::min(room.y, room.x / shape))));
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(at, {at.x + room.x, at.y + room.y}, ImGui::GetColorU32(ImGuiCol_FrameBg), 4);
    ImGui::Dummy(room);
    group.after("export preview", "What the file will hold: live.");
    // Only the choices that change the pixels.
    const Export shown{.what = order.what,
                       .width = std::max(1, static_cast<int>(size.x * pixel.x)),
                       .height = std::max(1, static_cast<int>(size.y * pixel.y)),
                       .strength = order.strength,
                       .one_tile = order.one_tile,
                       .auto_levels = order.auto_levels,
                       .guides = order.guides,
                       .dpi = preview_dpi(order, size.x * pixel.x)};
    if (!problem(group.preset, Export{.what = order.what}).empty()) return;
    const ImVec2 from(at.x + std::floor((room.x - size.x) / 2), at.y + std::floor((room.y - size.y) / 2));
    const ImVec2 to(from.x + size.x, from.y + (row ? std::max(size.y, 8.0f) : size.y));
    const auto picture = group.state.status.preview(group.preset, shown);
    group.state.status.preview_is_done = picture.is_done;
    if (picture.texture) {
        if (order.what == What::picture && has_alpha(group.preset)) checker(list, from, to);
        list.AddImage(image(picture.texture), from, to);
    }
}

// Forgets the choices for another scene: its file name, for example, would replace that scene's file.
void follow_scene(const Group& group) {
    ExportChoices& exports = group.state.exports;
    const Scene scene = group.preset.look.scene;
    if (exports.scene && *exports.scene != scene) {
        exports.chosen.what = exports.chosen.tile = exports.chosen.strength = exports.chosen.path = false;
        exports.order.auto_levels = false;
        exports.order.slices = 1;
        exports.size_note.clear();
    }
    exports.scene = scene;
}

}  // namespace

void order_a_texture(PanelState& state) {
    ExportChoices begin;
    begin.order = {.width = 1024, .height = 1024};
    begin.chosen.size = true;
    begin.recent = std::move(state.exports.recent);
    state.exports = std::move(begin);
    state.choices.export_open = true;
}

void export_sheet(const Group& group, float scale) {
    PanelState& state = group.state;
    const ImGuiIO& io = ImGui::GetIO();
    // Beside the panel if there is room, and always above the time bar.
    const float bottom = state.layout.sheets_bottom(io.DisplaySize.y);
    const float room = io.DisplaySize.x - state.layout.panel_right;
    const bool pictured = io.DisplaySize.x > 640 * scale;
    const float width = (pictured ? 600 : 350) * scale;
    const float middle = room > width ? state.layout.panel_right + 0.5f * room
                                      : std::max(0.5f * io.DisplaySize.x, io.DisplaySize.x - 0.5f * width);
    ImGui::SetNextWindowPos({middle, 0.45f * bottom}, ImGuiCond_Appearing, {0.5f, 0.5f});
    ImGui::SetNextWindowSizeConstraints({0, 0}, {io.DisplaySize.x, bottom});
    ImGui::SetNextWindowBgAlpha(0.96f);
    ImGui::Begin("Export", &state.choices.export_open,
                 ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings);
    ImGui::PushItemWidth(230 * scale);
    state.layout.names = 84 * scale;
    if (pictured) {
        preview(group, {230 * scale, 230 * scale});
        ImGui::SameLine(0, 14 * scale);
        ImGui::BeginGroup();
    }
    ImGui::BeginDisabled(state.status.exporting.running);
    follow_scene(group);
    format_fields(group);
    what_field(group);
    size_fields(group, scale);
    dpi_field(group);
    slices_field(group);
    levels_field(group);
    strength_field(group);
    samples_field(group);
    frames_fields(group);
    file_field(group, scale);
    ImGui::EndDisabled();
    export_button(group, scale);
    meaning_lines(group, scale);  // below the button, so that in a small window these lines scroll
    ffmpeg_lines(group, scale);
    if (pictured) ImGui::EndGroup();
    ImGui::PopItemWidth();
    ImGui::End();
}

}  // namespace isonoise
