#include "viewer/picture.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>
#include <glad/gl.h>
#include <imgui.h>

#include "scene/axes.hpp"
#include "viewer/fields.hpp"

namespace isonoise {

Area picture_area(const WindowState& state) {
    Area area{0, state.width, state.height};
    const PanelLayout& layout = state.panel.layout;
    if (layout.bar_top > 0) {
        const float display = ImGui::GetIO().DisplaySize.x;
        const float per_unit = display > 0 ? static_cast<float>(state.width) / display : 1.0f;
        area.x = std::min(static_cast<int>(layout.panel_right * per_unit), state.width - 1);
        area.width = state.width - area.x;
        area.height = std::max(1, static_cast<int>(layout.bar_top * per_unit));
    }
    if (state.session.tools.truth) area.width = std::max(1, area.width / 3);
    return area;
}

Region plot_area(const WindowState& state) {
    const Area area = picture_area(state);
    if (state.session.tools.truth) return Region::whole(area.width, area.height);
    return axes_of(state.session.open.preset, area.width, area.height).plot;
}

float unit_of(const WindowState& state) {
    return ImGui::GetIO().DisplaySize.x / static_cast<float>(std::max(1, state.width));
}

Preset shown(const WindowState& state, const Preset& preset) { return on_theme(preset, state.panel.choices.theme); }

Renderer::Wanted wanted_picture(const WindowState& state) {
    const Area area = picture_area(state);
    const bool truth = state.session.tools.truth;
    Renderer::Wanted wanted{shown(state, state.locals.picture(state.session)), area.width, area.height, truth};
    if (truth) {
        wanted.preset.look.scene = Scene::map;
        wanted.preset.look.axes = Axes::off;
    }
    return wanted;
}

bool is_sharp(const WindowState& state, const PictureState& picture) {
    return picture.shot.sharp && picture.shot.holds == wanted_picture(state);
}

void words_on_picture(ImDrawList& list, const std::string& words, ImVec2 middle, unsigned colour, float room) {
    const ImVec2 size = ImGui::CalcTextSize(words.c_str(), nullptr, false, std::max(1.0f, room - 14));
    const ImVec2 at(std::round(middle.x - 0.5f * size.x), middle.y);
    list.AddRectFilled({at.x - 7, at.y - 4}, {at.x + size.x + 7, at.y + size.y + 4}, IM_COL32(0, 0, 0, 170), 4);
    list.AddText(ImGui::GetFont(), ImGui::GetFontSize(), at, colour, words.c_str(), nullptr, size.x + 1);
}

void keep_other(const WindowState& state, PictureState& picture, Renderer& renderer) {
    const Renderer::Shot& shot = picture.shot;
    picture.other_holds = is_sharp(state, picture) ? shot.holds : Renderer::Wanted{};
    if (!picture.other.get()) picture.other = Texture::make();
    const Framebuffer from = Framebuffer::make();
    glBindFramebuffer(GL_READ_FRAMEBUFFER, from.get());
    glFramebufferTexture2D(GL_READ_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, shot.texture, 0);
    glBindTexture(GL_TEXTURE_2D, picture.other.get());
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glCopyTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 0, 0, shot.holds.width, shot.holds.height, 0);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, 0);
    renderer.used();  // a newer shot may be taken in this frame, and the renderer may then overwrite this one
}

static void upload(Texture& texture, int width, int height, const std::vector<unsigned char>& pixels) {
    if (!texture.get()) texture = Texture::make();
    glBindTexture(GL_TEXTURE_2D, texture.get());
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixels.data());
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
}

void update_truth(WindowState& state, PictureState& picture, Truth& truth) {
    PanelStatus& status = state.panel.status;
    truth.measure(state.session.open.preset);
    status.speed = truth.speed();
    if (!state.session.tools.truth) {
        truth.compare({}, 0, 0, nullptr);
        status.comparison.reset();
        picture.uploaded.reset();
        return;
    }
    const Renderer::Shot& shot = picture.shot;
    if (shot.values) truth.compare(shot.holds.preset, shot.holds.width, shot.holds.height, shot.values);
    const auto comparison = status.comparison = truth.comparison();
    if (comparison && comparison->rows < comparison->height) state.busy_frames = 2;
    if (comparison == picture.uploaded || !comparison) return;
    picture.uploaded = comparison;
    upload(picture.cpu, comparison->width, comparison->height, comparison->cpu_pixels);
    upload(picture.difference, comparison->width, comparison->height, comparison->difference);
}

// Draws the picture A of a comparison, left of the divider.
static void draw_other(WindowState& state, PictureState& picture, Renderer& renderer, ImDrawList& list) {
    const Session& session = state.session;
    if (!session.other) return;
    const float unit = unit_of(state);
    const Area area = picture_area(state);
    const float left = static_cast<float>(area.x) * unit, width = static_cast<float>(area.width) * unit,
                bottom = static_cast<float>(area.height) * unit, divider = state.panel.choices.divider;
    const Preset preset = shown(state, session.other->preset);
    GLuint texture = picture.other.get();
    bool done = picture.other_holds == Renderer::Wanted{preset, area.width, area.height};
    if (!done) {
        const auto again = renderer.side_picture(Renderer::Side::other, preset,
                                                 {.width = area.width, .height = area.height, .guides = true});
        done = again.is_done;
        if (done && again.texture) texture = again.texture;
    }
    state.panel.status.other_is_done = done;
    const ImVec2 end(left + divider * width, bottom);
    if (has_alpha(preset)) checker(list, {left, 0}, end);
    list.AddImage(image(texture), {left, 0}, end, {0, 0}, {divider, 1});
    const Preset &now = session.open.preset, &loaded = session.open.loaded;
    const std::string& name = session.open.name;
    const float y = bottom - 30 * unit * state.scale;
    const auto title = [](const std::string& side, const std::string& preset_name) {
        return preset_name.empty() ? side : side + ": " + preset_name;
    };
    words_on_picture(list, title("A", session.other->name) + (done ? "" : ", being drawn"),
                     {left + 0.5f * divider * width, y}, IM_COL32_WHITE, divider * width);
    words_on_picture(list, title("B", name + (name.empty() || now == loaded ? "" : " *")),
                     {left + 0.5f * (1 + divider) * width, y}, IM_COL32_WHITE, (1 - divider) * width);
}

// Draws the truth view's other pictures, right of the GPU's, and states whether they are equal.
static void draw_truth(const WindowState& state, const PictureState& picture, ImDrawList& list, float left, float third,
                       float bottom) {
    const float unit = unit_of(state);
    if (picture.uploaded) {
        list.AddImage(image(picture.cpu.get()), {left + third, 0}, {left + 2 * third, bottom});
        list.AddImage(image(picture.difference.get()), {left + 2 * third, 0}, {left + 3 * third, bottom});
    }
    const bool field = has_field(state.session.open.preset.look);
    const std::string names[] = {field ? "GPU" : "GPU, a slice", "CPU", "difference"};
    for (int i = 0; i < 3; ++i) {
        const float x = left + third * static_cast<float>(i);
        if (i > 0) list.AddLine({x, 0}, {x, bottom}, IM_COL32(255, 255, 255, 160), std::max(1.0f, unit));
        words_on_picture(list, names[i], {x + 0.5f * third, 14 * unit * state.scale}, IM_COL32_WHITE, third);
    }
    const auto& c = state.panel.status.comparison;
    if (!c) return;
    const std::int64_t compared = static_cast<std::int64_t>(c->rows) * c->width;
    const bool equal = c->differing == 0, done = c->rows == c->height;
    words_on_picture(
        list,
        !equal ? fmt::format("{} of {} differ", c->differing, compared)
        : done ? fmt::format("equal: all {} values, every bit", compared)
               : fmt::format("equal so far: {} values", compared),
        {left + 2.5f * third, equal ? 0.5f * bottom : 40 * unit * state.scale},
        ImGui::ColorConvertFloat4ToU32(equal ? ImVec4(0.44f, 0.86f, 0.55f, 1) : ImVec4(1, 0.56f, 0.53f, 1)), third);
}

void draw_picture(WindowState& state, PictureState& picture, Renderer& renderer, ImDrawList& list) {
    const Renderer::Shot& shot = picture.shot;
    if (!shot.texture) {
        const ImVec2 size = ImGui::GetIO().DisplaySize;
        const PanelLayout& layout = state.panel.layout;
        const float from = layout.panel_right;
        return words_on_picture(list, kWaiting, {0.5f * (from + size.x), 0.5f * layout.bottom(size.y)}, IM_COL32_WHITE,
                                size.x - from);
    }
    const float unit = unit_of(state);
    Area area = picture_area(state);
    const bool fits = shot.holds.width == area.width && shot.holds.height == area.height;
    if (!fits && picture.area) area = *picture.area;  // the old picture stays in place until the new one arrives
    picture.area = area;
    const float width = static_cast<float>(area.width) * unit, left = static_cast<float>(area.x) * unit,
                bottom = static_cast<float>(area.height) * unit;
    const bool truth = state.session.tools.truth;
    if (has_alpha(wanted_picture(state).preset)) checker(list, {left, 0}, {left + width * (truth ? 2 : 1), bottom});
    list.AddImage(image(shot.texture), {left, 0}, {left + width, bottom});
    if (truth) {
        draw_truth(state, picture, list, left, width, bottom);
    } else {
        draw_other(state, picture, renderer, list);
        if (state.locals.shows_one())
            words_on_picture(list, state.session.tools.local, {left + 0.5f * width, 14 * unit * state.scale},
                             IM_COL32_WHITE, width);
    }
}

}  // namespace isonoise
