#include "viewer/viewer.hpp"

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <limits>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <glad/gl.h>

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <imgui.h>
#include <imgui_impl_glfw.h>
#include <imgui_impl_opengl3.h>

#include "error.hpp"
#include "io/output.hpp"
#include "io/progress.hpp"
#include "paths.hpp"
#include "platform/system.hpp"
#include "scene/anatomy.hpp"
#include "scene/axes.hpp"
#include "scene/export.hpp"
#include "scene/font.hpp"
#include "scene/huts.hpp"
#include "scene/preset.hpp"
#include "scene/scenes.hpp"
#include "snippet/baking.hpp"
#include "snippet/copy_as.hpp"
#include "viewer/actions.hpp"
#include "viewer/arithmetic.hpp"
#include "viewer/fields.hpp"
#include "viewer/navigation.hpp"

namespace isonoise {

namespace fs = std::filesystem;

static constexpr const char* kWaiting = "The first picture is on its way ...";

// Words over the picture, centred at a place and no wider than `room`, with a dark ground that keeps them readable.
static void words_on_picture(ImDrawList& list, const std::string& words, ImVec2 middle, ImU32 colour, float room) {
    const ImVec2 size = ImGui::CalcTextSize(words.c_str(), nullptr, false, std::max(1.0f, room - 14));
    const ImVec2 at(std::round(middle.x - 0.5f * size.x), middle.y);
    list.AddRectFilled({at.x - 7, at.y - 4}, {at.x + size.x + 7, at.y + size.y + 4}, IM_COL32(0, 0, 0, 170), 4);
    list.AddText(ImGui::GetFont(), ImGui::GetFontSize(), at, colour, words.c_str(), nullptr, size.x + 1);
}

Viewer::Viewer(ViewerOptions options)
    : options_(std::move(options)), context_(options_.gl, options_.config.width, options_.config.height, true),
      preset_(options_.config.preset), loaded_(preset_), history_({preset_, {}}) {
    try {
        glfwSetWindowSizeLimits(window(), 200, 150, GLFW_DONT_CARE, GLFW_DONT_CARE);
        glfwSwapInterval(1);
        glfwSetWindowUserPointer(window(), this);
        glfwSetDropCallback(window(), [](GLFWwindow* window, int count, const char** paths) {
            if (count > 0) static_cast<Viewer*>(glfwGetWindowUserPointer(window))->open(paths[0]);
        });
        IMGUI_CHECKVERSION();
        ImGui::CreateContext();
        ImGui::GetIO().IniFilename = nullptr;
        ImGui::GetIO().ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard;
        ImGui_ImplGlfw_InitForOpenGL(window(), true);
        ImGui::GetIO().ClipboardUserData = this;
        ImGui::GetIO().GetClipboardTextFn = [](void* viewer) { return static_cast<Viewer*>(viewer)->pasted(); };
        ImGui::GetIO().SetClipboardTextFn = [](void* viewer, const char* text) {
            glfwSetClipboardString(static_cast<Viewer*>(viewer)->window(), text);
        };
        // In place of its own: see keys.hpp.
        glfwSetKeyCallback(window(), [](GLFWwindow* window, int key, int scancode, int action, int mods) {
            static_cast<Viewer*>(glfwGetWindowUserPointer(window))->keys_.push(window, {key, scancode, action, mods});
        });
        glfwSetCharCallback(window(), [](GLFWwindow* window, unsigned character) {
            static_cast<Viewer*>(glfwGetWindowUserPointer(window))->keys_.push(window, {.character = character});
        });
        ImGui_ImplOpenGL3_Init(info().glsl == kEs300 ? "#version 300 es" : "#version 330 core");
        timer_ = Timer::make();
        panel_.status.renderer = info().renderer;
        panel_.choices.visible = options_.config.panel;
        panel_.choices.tools.seed_locked = options_.config.seed_locked;
        panel_.choices.tools.rate = options_.config.rate;
        panel_.choices.panel_width = static_cast<float>(options_.config.panel_width);
        panel_.choices.theme = options_.config.theme;
        panel_.choices.exports = options_.config.exports;
        history_ = History({preset_, panel_.choices.tools});
        addressed_ = preset_;
        panel_.status.can_keep_presets = !options_.directory.empty();
        list_own_presets();
        panel_.status.thumbnail = [this](const std::string& name, int width, int height) {
            const auto [place, is_new] = pictured_.try_emplace(name);
            if (is_new) {
                try {
                    place->second = named(name);
                } catch (const std::exception&) {  // said when it is opened
                }
            }
            return place->second ? renderer_->thumbnail(shown(*place->second), width, height) : 0;
        };
        panel_.status.preview = [this](const Preset& preset, const Export& order) {
            return renderer_->aside(Renderer::Aside::preview, shown(preset), order);
        };
        panel_.status.spectrum = [this](const Settings& settings) {
            bool is_done = false;
            const auto newest = truth_.spectrum(settings, is_done);
            if (!is_done) busy_frames_ = 2;
            return newest;
        };
        panel_.choices.favourites = options_.config.favourites;
        panel_.choices.start_open = options_.first_time;
        panel_.status.preset_name = options_.name;
        if (!options_.opened) {
            saved_ = options_.config;
            loaded_ = default_preset(preset_.look.scene);
            panel_.status.preset_name = get(preset_, "scene");
        }
        greet();
        // A shader error must end the program now, not show an empty window.
        renderer_ = std::make_unique<Renderer>(context_,
                                               Renderer::Options{.glsl = options_.es ? kEs300 : info().glsl,
                                                                 .files = options_.files,
                                                                 .mode = options_.mode,
                                                                 .info = info()},
                                               preset_);
        exporter_ = std::make_unique<Exporter>(context_, Exporter::Options{.glsl = options_.es ? kEs300 : info().glsl,
                                                                           .files = options_.files,
                                                                           .mode = options_.mode,
                                                                           .info = info()});
        if (!options_.message.empty()) say(options_.message, true);
        last_frame_ = last_saved_ = longest_since_ = Clock::now();
    } catch (...) {
        close();
        throw;
    }
}

Viewer::~Viewer() { close(); }

// The shaders take a while to compile: until then the window says so.
void Viewer::greet() {
    glfwGetFramebufferSize(window(), &width_, &height_);
    if (width_ <= 0 || height_ <= 0) return;
    load_fonts();
    ImGui_ImplOpenGL3_NewFrame();
    ImGui_ImplGlfw_NewFrame();
    ImGui::NewFrame();
    const ImVec2 window = ImGui::GetIO().DisplaySize;
    words_on_picture(*ImGui::GetBackgroundDrawList(), kWaiting, {0.5f * window.x, 0.5f * window.y}, IM_COL32_WHITE,
                     window.x);
    draw_interface();
    glfwSwapBuffers(this->window());
    glfwPollEvents();
}

void Viewer::close() {
    exporter_.reset();
    renderer_.reset();
    cpu_texture_ = {};
    other_texture_ = {};
    difference_texture_ = {};
    timer_ = {};
    if (ImGui::GetCurrentContext()) {
        ImGui_ImplOpenGL3_Shutdown();
        ImGui_ImplGlfw_Shutdown();
        ImGui::DestroyContext();
    }
}

void Viewer::run() {
    // For example at the end of a session: save the settings first. (Waiting for input ends after a second.)
    const EndRequests requests;
    const LostDisplay display([this] { remember(false); });
    try {
        while (!EndRequests::asked() && frame()) {
        }
    } catch (...) {
        try {
            remember();
        } catch (const Error&) {
        }
        throw;
    }
    remember();
    if (exporter_->report().running)
        tell([&] { return fmt::format("the export is cancelled: {} is not complete", exporting_); });
    EndRequests::end();
}

void Viewer::remember(bool has_window) {
    Config config;
    if (!has_window) {
        const Config& before = saved_ ? *saved_ : options_.config;
        config.width = before.width;
        config.height = before.height;
    } else if (!glfwGetWindowAttrib(window(), GLFW_ICONIFIED)) {
        glfwGetWindowSize(window(), &config.width, &config.height);
    }
    config.width = std::clamp(config.width, 200, 32768);
    config.height = std::clamp(config.height, 150, 32768);
    config.panel = panel_.choices.visible;
    config.seed_locked = panel_.choices.tools.seed_locked;
    config.rate = panel_.choices.tools.rate;
    config.panel_width = static_cast<int>(std::round(panel_.choices.panel_width));
    config.theme = panel_.choices.theme;
    config.exports = panel_.choices.exports;
    config.favourites = panel_.choices.favourites;
    config.preset = preset_;
    last_saved_ = Clock::now();
    if (config == saved_ || options_.directory.empty()) return;
    saved_ = config;
    save_config(options_.directory, config);
}

// Fonts and paddings for the display's scale. If the framebuffer is larger than the window (macOS, Wayland), ImGui
// enlarges everything itself, and only the font must be finer.
void Viewer::load_fonts() {
    float scale = options_.scale.value_or(context_.scale());
    int width = 1, height = 1;
    glfwGetWindowSize(window(), &width, &height);
    const float pixel_ratio = width > 0 ? static_cast<float>(width_) / static_cast<float>(width) : 1.0f;
    scale = std::clamp(scale, kLeastScale, kMostScale);
    if (theme_ != panel_.choices.theme && scale == scale_) apply(panel_.choices.theme, scale / pixel_ratio);
    if (theme_ && theme_ != panel_.choices.theme) other_size_ = {};  // to be drawn again
    theme_ = panel_.choices.theme;
    if (scale == scale_) return;
    scale_ = scale;
    apply(panel_.choices.theme, scale / pixel_ratio);
    ImGuiIO& io = ImGui::GetIO();
    io.Fonts->Clear();
    const auto font = embedded_font();
    if (font.empty()) {
        ImFontConfig config;
        config.SizePixels = std::round(13.0f * scale);
        io.Fonts->AddFontDefault(&config);
    } else {
        ImFontConfig config;
        config.FontDataOwnedByAtlas = false;
        for (const float size : {15.0f, 22.0f})  // the text, the wordmark
            io.Fonts->AddFontFromMemoryTTF(const_cast<unsigned char*>(font.data()), static_cast<int>(font.size()),
                                           std::round(size * scale), &config);
    }
    io.FontGlobalScale = 1.0f / pixel_ratio;
    ImGui_ImplOpenGL3_DestroyFontsTexture();
    ImGui_ImplOpenGL3_CreateFontsTexture();
}

void Viewer::say(const std::string& text, bool is_error) {
    panel_.status.message = text;
    panel_.status.message_is_error = is_error;
    panel_.status.message_until = ImGui::GetTime() + (is_error ? 8.0 : 4.0);
}

// The clipboard's text, for a field of the panel.
const char* Viewer::pasted() {
    const char* text = glfwGetClipboardString(window());
    pasted_ = text ? text : "";
    if (!keys_.number) return pasted_.c_str();
    // "2,5" means 2.5, but "1,000.5" and "1,2,3" are ambiguous and stay as they are.
    if (std::count(pasted_.begin(), pasted_.end(), ',') == 1 && pasted_.find('.') == pasted_.npos)
        std::replace(pasted_.begin(), pasted_.end(), ',', '.');
    return paste_number(pasted_) ? "" : pasted_.c_str();
}

void Viewer::handle_keys(int key, int mods) {
    busy_frames_ = 3;
    if (panel_.choices.close_asked) return;
    const ImGuiIO& io = ImGui::GetIO();
    const bool control = mods & (GLFW_MOD_CONTROL | GLFW_MOD_SUPER), shift = mods & GLFW_MOD_SHIFT;
    if (key == GLFW_KEY_TAB && !control) return panel_.layout.tab.step(shift ? -1 : 1);
    // From a field the search can be reached, too.
    if (io.WantTextInput && !(control && key == GLFW_KEY_K)) return;
    // A list or a small window that is open takes Escape for itself, as the focus in the panel does.
    const bool list_open = ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup);
    if (key == GLFW_KEY_ESCAPE) {
        if (!list_open && !io.NavVisible) close_sheets();
        return;
    }
    if (io.NavVisible && !control &&
        (key == GLFW_KEY_SPACE || key == GLFW_KEY_ENTER || key == GLFW_KEY_LEFT || key == GLFW_KEY_RIGHT))
        return;  // the keyboard navigates the panel
    const Action* action = action_of(control && shift && key == GLFW_KEY_Z ? GLFW_KEY_Y : key, control);
    const bool covered = panel_covers();
    if (action && (!covered || action->over_sheets)) {
        action->run(panel_, preset_);
        if (panel_.requests.search) keys_.opening = 5;
    }
    if (action || covered) return;
    // GLFW names the keys of letters and digits by their ASCII code.
    if (control || key >= 128) return;
    if (const auto scene = scene_of_key(static_cast<char>(key))) panel_.requests.scene = *scene;
}

// Do keys belong to a sheet, a list or a field rather than to the picture?
bool Viewer::panel_covers() const {
    return panel_.choices.sheet_open() || panel_.layout.tab.on_text() ||
           ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup);
}

// Escape: the sheets, or the search.
void Viewer::close_sheets() {
    PanelChoices& choices = panel_.choices;
    if (!choices.sheet_open() || choices.palette) choices.search.clear();
    choices.help = choices.export_open = choices.start_open = choices.palette = false;
}

// The next or the previous step of a scene that explains in steps.
void Viewer::turn_page(int by) {
    const LookInfo info = row_of(&Look::stage);
    if (by == 0 || !info.is_for(preset_.look.scene)) return;
    const int stage = static_cast<int>(preset_.look.stage) + by;
    if (stage >= 0 && stage < static_cast<int>(info.names.size())) preset_.look.stage = static_cast<Stage>(stage);
}

// The picture's area, in framebuffer pixels: beside the panel and above the bar. The truth view has three in a row.
Viewer::Area Viewer::area() const {
    Area area{0, width_, height_};
    const float display = ImGui::GetIO().DisplaySize.x;
    const float per_unit = display > 0 ? static_cast<float>(width_) / display : 1.0f;
    if (panel_.layout.bar_top > 0) {
        area.x = std::min(static_cast<int>(panel_.layout.panel_right * per_unit), width_ - 1);
        area.width = width_ - area.x;
        area.height = std::max(1, static_cast<int>(panel_.layout.bar_top * per_unit));
    }
    if (panel_.choices.tools.truth) area.width = std::max(1, area.width / 3);
    return area;
}

// The part of the area that shows the noise, inside of axes.
Part Viewer::plot() const {
    const Area part = area();
    if (panel_.choices.tools.truth) return Part::whole(part.width, part.height);
    return axes_of(preset_, part.width, part.height).plot;
}

Preset Viewer::shown(const Preset& preset) const { return on_theme(preset, panel_.choices.theme); }

// The picture to draw.
Renderer::Wanted Viewer::wanted() const {
    const Area part = area();
    Renderer::Wanted wanted{shown(preset_), part.width, part.height, panel_.choices.tools.truth};
    if (panel_.choices.tools.truth) {
        wanted.preset.look.scene = Scene::map;
        wanted.preset.look.axes = Axes::off;
    }
    return wanted;
}

// The values fields and the view are reset to.
Preset Viewer::standard() const {
    const bool is_of_scene = loaded_.look.scene == preset_.look.scene;
    return standard_of(is_of_scene ? loaded_ : default_preset(preset_.look.scene), preset_.settings.fractal);
}

// The mouse in the picture, in ImGui's units.
Pointer Viewer::pointer() const {
    const ImGuiIO& io = ImGui::GetIO();
    const Area part = area();
    const double unit = static_cast<double>(io.DisplaySize.x) / std::max(1, width_);
    const Part in = plot();
    return {static_cast<double>(io.MousePos.x) - (part.x + in.x0) * unit,
            static_cast<double>(io.MousePos.y) - in.y0 * unit, std::max(1.0, in.columns * unit),
            std::max(1.0, in.rows * unit)};
}

void Viewer::handle_mouse(double seconds) {
    const ImGuiIO& io = ImGui::GetIO();
    panel_.status.under_cursor.clear();
    probe_.reset();
    seen_.reset();
    // A click that did not move anything pins the point.
    const auto close = [](float a, float b) { return std::abs(a - b) < 3; };
    const bool clicked = drag_ && !drag_->right && ImGui::IsMouseReleased(ImGuiMouseButton_Left) &&
                         close(io.MousePos.x, drag_->x) && close(io.MousePos.y, drag_->y);
    const bool left = ImGui::IsMouseDown(ImGuiMouseButton_Left), right = ImGui::IsMouseDown(ImGuiMouseButton_Right);
    if (!left && !right) drag_.reset();
    if (io.DisplaySize.y <= 0) return;
    const Pointer at = pointer();
    if (!io.WantTextInput && !io.NavVisible && !panel_covers() && !io.KeyCtrl && !io.KeySuper) {
        auto down = [&](int key) { return keys_.is_down(key) ? 1.0 : 0.0; };
        const glm::dvec3 by{down(GLFW_KEY_D) - down(GLFW_KEY_A), down(GLFW_KEY_E) - down(GLFW_KEY_Q),
                            down(GLFW_KEY_W) - down(GLFW_KEY_S)};
        if (by != glm::dvec3(0)) {
            fly(preset_, by * std::min(seconds, 0.1) * (io.KeyShift ? 1.6 : 0.4));
            busy_frames_ = 3;
        }
    }
    if (io.WantCaptureMouse || !ImGui::IsMousePosValid()) return;
    // Relative to where the button went down: the movement before that is no drag.
    for (const ImGuiMouseButton button : {ImGuiMouseButton_Left, ImGuiMouseButton_Right}) {
        const ImVec2 at_click = io.MouseClickedPos[button];
        if (ImGui::IsMouseClicked(button)) drag_ = Drag{preset_, at_click.x, at_click.y, button != 0};
    }
    if (drag_ && (left || right)) {
        const double dx = static_cast<double>(io.MousePos.x - drag_->x),
                     dy = static_cast<double>(io.MousePos.y - drag_->y);
        if (dx != 0 || dy != 0) {
            if (!has_camera(preset_.look.scene) || drag_->right || io.KeyShift) {
                pan(preset_, drag_->from, dx, dy, at);
            } else if (panel_.choices.tools.flying && can_fly(preset_.look.scene)) {
                look_around(preset_, drag_->from, dx, dy, at);
            } else {
                orbit(preset_, drag_->from, dx, dy, at);
            }
        }
    }
    if (io.MouseWheel != 0.0f) {
        zoom(preset_, static_cast<double>(io.MouseWheel), at);
        if (drag_) drag_ = Drag{preset_, io.MousePos.x, io.MousePos.y, drag_->right};  // two fingers do both
    }
    if (!left && !right) probe(at);
    if (clicked && seen_) pin_ = Pin{*seen_, preset_, {}};
    if (clicked && probe_) pin_ = Pin{{}, preset_, probe_->numbers};
}

// What the GPU has there, once it is known.
std::string Viewer::beside_gpu(const std::array<AxisPoint, 4>& place, float value) {
    const auto gpu = renderer_->value(drawn_settings(preset_), place);
    if (!gpu) return {};
    if (std::bit_cast<std::uint32_t>(*gpu) == std::bit_cast<std::uint32_t>(value)) return "   GPU: the same bits";
    return fmt::format("   GPU: {:+.9g}", *gpu);
}

// The value under the pointer.
void Viewer::probe(const Pointer& at) {
    const SceneInfo& scene = scene_info(preset_.look.scene);
    probe_.reset();
    if (panel_.choices.tools.truth) return;
    const Area part = area();
    if (at.x < 0 || at.y < 0 || at.x >= at.width || at.y >= at.height) return;  // among the numbers of axes
    const double x = at.x * part.width / at.width, y = at.y * part.width / at.width;
    if (scene.probe) probe_ = scene.probe(preset_, part.width, part.height, x, y);
    if (scene.point) seen_ = scene.point(preset_, part.width, part.height, x, y);
    if (scene.has_values) seen_ = seen_at(preset_, at);
    if (seen_) panel_.status.under_cursor = seen_->text + beside_gpu(seen_->place, seen_->value);
    if (!scene.has_values) return;
    const double pixel = preset_.look.span / at.height;
    // Near 1 fractions are 2^-24 apart.
    if (const double shared = 0x1p-24 / (pixel * static_cast<double>(preset_.settings.frequency)); shared >= 2)
        panel_.status.under_cursor += fmt::format("   {:.0f} pixels share one float", shared);
}

// The pinned point as it is now; it goes with its scene.
void Viewer::update_pin() {
    if (std::exchange(panel_.requests.unpin, false)) pin_.reset();
    if (pin_ && (pin_->then.look.scene != preset_.look.scene || pin_->then.settings.dim != preset_.settings.dim))
        pin_.reset();
    if (pin_ && !pin_->numbers.empty() && preset_ != pin_->then) pin_.reset();
    panel_.status.pinned.clear();
    panel_.status.pinned_hut = PanelStatus::Hut::none;
    if (!pin_) return;
    panel_.status.pinned_is_code = pin_->numbers.empty();
    if (!pin_->numbers.empty()) {
        panel_.status.pinned = pin_->numbers.back();
        return;
    }
    if (preset_.settings != pin_->then.settings || preset_.look.relief != pin_->then.look.relief)
        pin_->seen = seen_again(preset_, pin_->seen);
    panel_.status.pinned = pin_->seen.text;
    if (!row_of(&Look::own_huts).is_for(preset_.look.scene)) return;
    const bool built = pinned_hut() != preset_.look.own_huts.end();
    const bool is_dry = static_cast<double>(pin_->seen.value) >= preset_.look.water;
    if (built || is_dry) panel_.status.pinned_hut = built ? PanelStatus::Hut::built : PanelStatus::Hut::free;
}

// The place of a point of the ground. The floats that the user sees are taken as they are: the hut has their height.
static std::array<double, 2> ground_of(const PointSeen& seen, const Preset& then) {
    if (!seen.at) return {then.look.center[0] + seen.spot.x, then.look.center[1] + seen.spot.z};
    const double time = then.settings.dim == 2 ? time_in_loop(then) : 0.0;  // moves the noise along y
    return {static_cast<double>((*seen.at)[0]), static_cast<double>((*seen.at)[1]) - time};
}

// The user's hut that the pinned point belongs to, if any.
Places::iterator Viewer::pinned_hut() {
    const auto [x, y] = ground_of(pin_->seen, pin_->then);
    return std::find_if(preset_.look.own_huts.begin(), preset_.look.own_huts.end(), [&, x = x, y = y](const auto& hut) {
        return std::hypot(hut[0] - x, hut[1] - y) < hut_size(preset_);
    });
}

void Viewer::build_hut() {
    Places& huts = preset_.look.own_huts;
    if (!row_of(&Look::own_huts).is_for(preset_.look.scene)) fail("huts are built in scene terrain");
    if (!pin_) fail("click on the ground first: that pins a point, where a hut can be built");
    if (const auto built = pinned_hut(); built != huts.end()) {
        huts.erase(built);
        return say("Removed the hut; Ctrl+Z brings it back", false);
    }
    if (panel_.status.pinned_hut == PanelStatus::Hut::none) fail("no hut is built in the water: click on dry ground");
    if (huts.size() == kMostOwnHuts) fail("{} huts are built: remove one first", kMostOwnHuts);
    huts.push_back(ground_of(pin_->seen, pin_->then));
    say(fmt::format("Built a hut {}: Ctrl+Z takes it back", pin_->seen.text), false);
}

// A cross where the pinned point is, unless a hut shows it.
void Viewer::draw_pin(ImDrawList& list) {
    if (!pin_ || panel_.choices.tools.truth || panel_.status.pinned_hut == PanelStatus::Hut::built) return;
    const float per_pixel = ImGui::GetIO().DisplaySize.x / static_cast<float>(width_), scale = per_pixel * scale_;
    const Area part = area();
    const Part in = plot();
    const Pointer window{0, 0, static_cast<double>(in.columns), static_cast<double>(in.rows)};
    const auto at = place_in_picture(preset_, pin_->seen, pin_->then.look, window);
    if (!at || at->x < 0 || at->y < 0 || at->x > window.width || at->y > window.height) return;
    const ImVec2 p(static_cast<float>(at->x + part.x + in.x0) * per_pixel,
                   static_cast<float>(at->y + in.y0) * per_pixel);
    panel_.layout.widgets["pin"] = {p.x - 4, p.y - 4, p.x + 4, p.y + 4};
    for (const auto& [colour, thick] :
         {std::pair{IM_COL32(0, 0, 0, 200), 4.0f}, {IM_COL32(255, 214, 102, 255), 2.0f}}) {
        list.AddCircle(p, 7 * scale, colour, 24, thick * scale);
        for (const auto& [x, y] : {std::pair{1.0f, 0.0f}, {-1.0f, 0.0f}, {0.0f, 1.0f}, {0.0f, -1.0f}})
            list.AddLine({p.x + 4 * scale * x, p.y + 4 * scale * y}, {p.x + 13 * scale * x, p.y + 13 * scale * y},
                         colour, thick * scale);
    }
}

void Viewer::play(double seconds) {
    double& time = preset_.look.time;
    const double before = time;
    if (panel_.choices.playing) time += std::min(seconds, 0.2) * preset_.look.speed * panel_.choices.tools.rate;
    time += std::exchange(panel_.requests.step, 0) * time_step(preset_, 30);
    if (const double loop = loop_time(preset_); loop > 0 && (time != before || time < 0 || time > loop))
        time -= loop * std::floor(time / loop);
    time = std::clamp(time, -0x1p31, 0x1p31);
}

void Viewer::become(const Preset& preset, const std::string& name) {
    if (preset.look.scene != preset_.look.scene)
        of_scenes_[preset_.look.scene] = {preset_, loaded_, panel_.status.preset_name};
    const std::uint32_t seed = preset_.settings.seed;
    preset_ = preset;
    if (panel_.choices.tools.seed_locked) preset_.settings.seed = seed;
    loaded_ = preset_;
    panel_.status.preset_name = name;
    panel_.choices.fractal = preset_.settings.octaves > 1.0f;
    busy_frames_ = 3;
}

// Switches to another scene, as it was left, or in its initial state.
void Viewer::choose(Scene scene) {
    if (scene == preset_.look.scene) return;
    of_scenes_[preset_.look.scene] = {preset_, loaded_, panel_.status.preset_name};
    const Preset kept = preset_;
    const auto left = of_scenes_.find(scene);
    if (left == of_scenes_.end()) {
        const Preset begin = default_preset(scene);
        become(begin, get(begin, "scene"));
    } else {
        become(left->second.preset, left->second.name);
        loaded_ = left->second.loaded;
    }
    if (panel_.choices.tools.keep_noise) {
        const auto [least, most] = dims(scene);
        Preset with = preset_;
        change_fractal(with, kept.settings.fractal);
        with.settings = kept.settings;
        with.settings.dim = std::clamp(kept.settings.dim, least, most);
        with.settings = nearest(with.settings);
        if (const std::string wrong = problem(with); !wrong.empty()) {
            say(fmt::format("The noise is not kept: {}", wrong), false);
            return;
        }
        preset_ = with;
        if (!scene_info(scene).own_place && !scene_info(kept.look.scene).own_place) {
            preset_.look.center = kept.look.center;
            preset_.look.span = kept.look.span;
        }
        panel_.choices.fractal = preset_.settings.octaves > 1.0f;
    }
}

// The preset of this name: "built-in:" and its name, "own:" and its name, or a path.
Preset Viewer::named(const std::string& name) const {
    if (name.starts_with("built-in:")) return load_builtin_preset(name.substr(9));
    return load_preset(name.starts_with("own:") ? own_preset_path(options_.directory, name.substr(4)).path()
                                                : path_of(name));
}

void Viewer::load(const std::string& name) {
    const bool listed = name.starts_with("built-in:") || name.starts_with("own:");
    become(named(name), listed ? name.substr(name.find(':') + 1) : path_of(name).stem().string());
}

void Viewer::open(const std::string& preset) {
    try {
        load(preset);
        say(fmt::format("Opened {}", preset), false);
    } catch (const std::exception& e) {
        say(e.what(), true);
    }
    busy_frames_ = 3;
}

void Viewer::go_back(const History::Step& step) {
    const Preset& preset = step.preset;
    if (preset.look.scene != preset_.look.scene) {  // back to that scene's preset
        const auto left = of_scenes_.find(preset.look.scene);
        of_scenes_[preset_.look.scene] = {preset_, loaded_, panel_.status.preset_name};
        loaded_ = left == of_scenes_.end() ? default_preset(preset.look.scene) : left->second.loaded;
        panel_.status.preset_name = left == of_scenes_.end() ? get(preset, "scene") : left->second.name;
    }
    preset_ = preset;
    panel_.choices.tools = step.tools;
    panel_.choices.fractal = preset_.settings.octaves > 1.0f;
}

void Viewer::list_own_presets() {
    panel_.status.own_presets = own_presets(options_.directory);
    pictured_.clear();  // the same name may be another preset
}

void Viewer::remove_preset(const std::string& name) {
    const FileName path = own_preset_path(options_.directory, name);
    std::string why;
    if (!folder_of(path, why)) fail("cannot remove {}: {}", quoted_name(path.path()), why);
    if (!remove_file(path.path())) fail("cannot remove {}: {}", quoted_name(path.path()), std::strerror(errno));
    std::erase(panel_.choices.favourites, "own:" + name);
    list_own_presets();
    say(fmt::format("Removed the preset '{}'", name), false);
}

void Viewer::obey() {
    if (std::exchange(panel_.requests.undo, false)) go_back(history_.undo());
    if (std::exchange(panel_.requests.redo, false)) go_back(history_.redo());
    if (std::exchange(panel_.requests.reset, false)) {
        const Look standard_look = standard().look;
        Look& look = preset_.look;
        for (auto field : {&Look::span, &Look::time, &Look::yaw, &Look::pitch, &Look::fov, &Look::altitude,
                           &Look::heading, &Look::tilt})
            look.*field = standard_look.*field;
        look.center = standard_look.center;
    }
    if (panel_.requests.scene) choose(*std::exchange(panel_.requests.scene, std::nullopt));
    if (!panel_.requests.load.empty()) {
        try {
            load(std::exchange(panel_.requests.load, {}));
        } catch (const Error& e) {
            say(e.what(), true);
        }
    }
    compare();
    turn_page(std::exchange(panel_.requests.turn, 0));
    if (!panel_.requests.copy.empty()) copy(std::exchange(panel_.requests.copy, {}));
    if (std::exchange(panel_.requests.paste, false)) paste();
    if (std::exchange(panel_.requests.hut, false)) build_hut();
    if (std::exchange(panel_.requests.save_picture, false)) save_picture();
    if (std::exchange(panel_.requests.export_now, false)) start_export(panel_.choices.order);
    if (std::exchange(panel_.requests.cancel_export, false)) exporter_->cancel();
    if (std::exchange(panel_.requests.close, false) && !in_page()) glfwSetWindowShouldClose(window(), GLFW_TRUE);
    if (panel_.requests.quit) {
        exporter_->cancel();
        glfwSetWindowShouldClose(window(), GLFW_TRUE);
    }
    if (!panel_.requests.remove_preset.empty()) remove_preset(std::exchange(panel_.requests.remove_preset, {}));
    if (std::exchange(panel_.requests.save_preset, false)) save_preset();
}

// Keeps the preset to show beside what follows, or ends that.
void Viewer::compare() {
    std::optional<Preset>& other = panel_.choices.other;
    if (std::exchange(panel_.requests.take_other, false) && other) {
        const Preset taken = *std::exchange(other, std::nullopt);
        become(taken, panel_.choices.other_name);
    }
    if (!std::exchange(panel_.requests.compare, false)) return;
    if (std::exchange(other, std::nullopt)) return;
    if (!shot_.texture) return;
    if (panel_.choices.tools.truth) fail("the truth view is on: switch it off to compare presets");
    other = preset_;
    panel_.choices.other_name = panel_.status.preset_name;
    // Its picture is there already, and is drawn again only if it is still unsharp or the window's size changes.
    other_size_ = {};
    if (is_sharp()) other_size_ = {shot_.holds.width, shot_.holds.height};
    if (!other_texture_.get()) other_texture_ = Texture::make();
    const Framebuffer from = Framebuffer::make();
    glBindFramebuffer(GL_READ_FRAMEBUFFER, from.get());
    glFramebufferTexture2D(GL_READ_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, shot_.texture, 0);
    glBindTexture(GL_TEXTURE_2D, other_texture_.get());
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glCopyTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 0, 0, shot_.holds.width, shot_.holds.height, 0);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, 0);
    renderer_->used();  // this frame may take another shot, after which the renderer may draw to this one again
}

// "isonoise-0001.png", or the first free number.
static std::string free_name(const char* extension) {
    for (int i = 1;; ++i) {
        std::string name = fmt::format("isonoise-{:04}.{}", i, extension);
        if (kind_of({"", path_of(name)}) == Folder::Kind::nothing) return name;
    }
}

// Saves the picture on screen, without the panel.
void Viewer::save_picture() {
    Export order;
    order.path = free_name("png");
    order.own_name = true;
    order.width = panel_.status.width;
    order.height = panel_.status.height;
    start_export(order);
}

void Viewer::start_export(const Export& order) {
    if (std::string what = problem(preset_, order); !what.empty()) fail("{}", what);
    Export paced = order;
    paced.pace = 0.05;  // the window waits for a draw at most so long, where a driver draws for one at a time
    if (!exporter_->start(shown(preset_), paced)) fail("an export is running: you can cancel it in its sheet (Ctrl+E)");
    exporting_ = fs::absolute(path_of(order.path)).lexically_normal().string();
}

void Viewer::save_preset() {
    if (options_.directory.empty()) {
        OutputFile file({"", path_of(free_name("json"))});
        file.write(to_json(preset_));
        file.commit();
        say(fmt::format("Saved {}: isonoise view {} opens it", file.name(), file.name()), false);
        return;
    }
    std::string name = panel_.choices.save_name;
    if (name.empty()) {  // Ctrl+S before any name was typed
        for (int i = 1;; ++i) {
            name = fmt::format("{}-{}", get(preset_, "scene"), i);
            if (kind_of(own_preset_path(options_.directory, name)) == Folder::Kind::nothing) break;
        }
    }
    if (std::string what = preset_name_problem(name); !what.empty()) fail("{}", what);
    const FileName path = own_preset_path(options_.directory, name);
    if (!std::exchange(panel_.requests.replace_preset, false) && kind_of(path) != Folder::Kind::nothing)
        fail("a preset '{}' already exists: use the button 'save' to replace it", name);
    make_directories(options_.directory);
    make_folders(path);
    OutputFile file(path);
    file.write(to_json(preset_));
    file.commit();
    panel_.choices.save_name.clear();
    list_own_presets();
    panel_.status.preset_name = name;
    loaded_ = preset_;
    say(fmt::format("Saved as preset '{}'", name), false);
}

void Viewer::copy(const std::string& what) {
    constexpr std::string_view shape = "shape ", point = "point ";
    std::string text, named;
    if (what == "line") {
        text = to_line(preset_);
        named = "a line that opens this preset; Ctrl+V takes it too";
    } else if (what == "command") {
        Export order;  // this picture at its current size
        order.path = "isonoise.png";
        order.width = panel_.status.width;
        order.height = panel_.status.height;
        text = to_command(shown(preset_), order);
        named = "the command that renders this picture";
    } else if (what == "json") {
        text = to_json(preset_);
        named = "the preset, as JSON";
    } else if (what.starts_with(point)) {
        if (!pin_) fail("click on the picture first: that pins a point");
        const std::string to = what.substr(point.size());
        if (!pin_->numbers.empty()) {
            text = fmt::format("{}\n", fmt::join(pin_->numbers, "\n"));
        } else {
            text = to == "text" ? pin_->seen.text : point_line(to, preset_.settings, pin_->seen);
        }
        named = "the point and its value";
    } else if (what.starts_with(shape)) {
        const Language& to = language(what.substr(shape.size()));
        text = shape_snippet(preset_, to, options_.files);
        named = fmt::format("{}, in {}", scene_info(preset_.look.scene).is_solid ? "the rock" : "the terrain's height",
                            to.title);
    } else {
        const Language& to = language(what);
        text = baked_snippet(to, preset_.settings, options_.files);
        named = fmt::format("the noise, in {}", to.title);
    }
    glfwSetClipboardString(window(), text.c_str());
    say(fmt::format("On the clipboard: {}", named), false);
}

// A preset from the clipboard: JSON, or a line of copy().
void Viewer::paste() {
    const char* clipboard = glfwGetClipboardString(window());
    try {
        become_text(clipboard ? clipboard : "");
    } catch (const Error& e) {
        fail("pasted: {}", e.what());
    }
    say("Pasted a preset; Ctrl+Z brings back the last one", false);
}

void Viewer::become_text(const std::string& text) {
    const auto begin = text.find_first_not_of(" \t\r\n");
    if (begin == text.npos) fail("expected a preset, got no text");
    become(text[begin] == '{' ? parse_preset(text, "clipboard") : from_line(text), "pasted");
}

void Viewer::take(const std::string& text) {
    try {
        become_text(text);
        addressed_ = preset_;
    } catch (const Error& e) {
        say(e.what(), true);
    }
    busy_frames_ = 3;
}

bool Viewer::wants_text() const { return ImGui::GetIO().WantTextInput; }

// In a page: draws and computes beside the window for a while, shorter where a hand would feel it. Returns false once
// there is nothing left to do.
bool Viewer::lend_turns() {
    const bool moves = panel_.choices.playing || ImGui::IsAnyMouseDown() || ImGui::IsAnyItemActive();
    const bool draws = renderer_->turn(std::chrono::milliseconds(moves ? 12 : 60));
    return truth_.turn(std::chrono::milliseconds(moves ? 8 : 30)) || draws;
}

// Once nothing is held or moving: browsers allow few changes a second.
void Viewer::tell_address() {
    if (!in_page() || panel_.choices.playing || preset_ == addressed_) return;
    addressed_ = preset_;
    const auto words = shell_words(to_line(preset_));
    set_address({words.begin() + 2, words.end()});  // without "isonoise view"
}

// The CPU's values for the picture on screen, and the CPU's speed.
void Viewer::update_truth() {
    truth_.measure(preset_.settings);
    panel_.status.cpu_values_per_second = truth_.values_per_second();
    if (!panel_.choices.tools.truth) {
        truth_.compare({}, 0, 0, nullptr);
        panel_.status.comparison.reset();
        uploaded_.reset();
        return;
    }
    if (shot_.values) truth_.compare(shot_.holds.preset, shot_.holds.width, shot_.holds.height, shot_.values);
    panel_.status.comparison = truth_.comparison();
    if (panel_.status.comparison && panel_.status.comparison->rows < panel_.status.comparison->height) busy_frames_ = 2;
    if (panel_.status.comparison == uploaded_ || !panel_.status.comparison) return;
    uploaded_ = panel_.status.comparison;
    auto upload = [&](Texture& texture, const std::vector<unsigned char>& pixels) {
        if (!texture.get()) texture = Texture::make();
        glBindTexture(GL_TEXTURE_2D, texture.get());
        glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
        glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, uploaded_->width, uploaded_->height, 0, GL_RGBA, GL_UNSIGNED_BYTE,
                     pixels.data());
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    };
    upload(cpu_texture_, uploaded_->cpu_pixels);
    upload(difference_texture_, uploaded_->difference);
}

namespace {

// A rectangle in ImGui's units.
struct Rect {
    ImVec2 from, to;
    bool meets(const Rect& other) const {
        return from.x < other.to.x && to.x > other.from.x && from.y < other.to.y && to.y > other.from.y;
    }
};

// The place of a box of this size within `room` that is nearest to where it is wanted and covers nothing that is to be
// kept clear: against the sides of those or of the room there is one if there is one at all.
std::optional<ImVec2> clear_place(ImVec2 size, ImVec2 wanted, const Rect& room, const std::vector<Rect>& clear) {
    std::vector<float> xs{wanted.x, room.from.x, room.to.x - size.x}, ys{wanted.y, room.from.y, room.to.y - size.y};
    for (const Rect& r : clear) {
        xs.insert(xs.end(), {r.to.x, r.from.x - size.x});
        ys.insert(ys.end(), {r.to.y, r.from.y - size.y});
    }
    std::optional<ImVec2> best;
    float nearest = std::numeric_limits<float>::infinity();
    for (const float x : xs) {
        for (const float y : ys) {
            const Rect box{{x, y}, {x + size.x, y + size.y}};
            const float distance = std::hypot(x - wanted.x, y - wanted.y);
            if (distance >= nearest || x < room.from.x || y < room.from.y || box.to.x > room.to.x ||
                box.to.y > room.to.y)
                continue;
            if (std::any_of(clear.begin(), clear.end(), [&](const Rect& r) { return box.meets(r); })) continue;
            best = ImVec2(x, y);
            nearest = distance;
        }
    }
    return best;
}

}  // namespace

// Shows the noise in the cell under the pointer: the cell's frame, and its numbers in a box beside the pointer.
void Viewer::draw_probe(ImDrawList& list) {
    if (!probe_ || panel_.choices.tools.truth) return;
    const bool white = shown(preset_).look.background == Background::white;
    const float unit = ImGui::GetIO().DisplaySize.x / static_cast<float>(width_), scale = unit * scale_;
    const int left = area().x;
    auto at = [&](double x, double y) {
        return ImVec2(static_cast<float>(x + left) * unit, static_cast<float>(y) * unit);
    };
    const Box &place = probe_->place, &panel = probe_->panel;
    list.PushClipRect(at(panel.x, panel.y), at(panel.x + panel.width, panel.y + panel.height), true);
    list.AddRect(at(place.x, place.y), at(place.x + place.width, place.y + place.height),
                 white ? IM_COL32(200, 90, 0, 255) : IM_COL32(255, 214, 102, 230), 0, 0, std::max(1.5f, 1.5f * scale));
    list.PopClipRect();
    // The lines assume a monospaced font: columns are separated by two blanks and begin there; number columns end
    // there.
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const Rect room{{static_cast<float>(left) * unit, 0},
                    {ImGui::GetIO().DisplaySize.x, static_cast<float>(area().height) * unit}};
    float advance = ImGui::CalcTextSize("0").x * 0.96f;
    std::size_t longest = 0;
    for (const std::string& line : probe_->lines)
        longest = std::max(longest, line.size());
    float height = ImGui::GetTextLineHeightWithSpacing(), pad = 9 * scale;
    ImVec2 size(advance * static_cast<float>(longest) + 2 * pad,
                height * static_cast<float>(probe_->lines.size()) + 2 * pad);
    // Captions stay free, and so does the cell that it is about if that leaves room.
    std::vector<Rect> clear;
    for (const Label& label : labels(preset_, area().width, area().height)) {
        const auto [x, y, width, rows] = bounds(label);
        clear.push_back({at(x, y), at(x + width, y + rows)});
    }
    const float gap = 8 * scale;
    const ImVec2 low = at(std::max(place.x, panel.x), std::max(place.y, panel.y));
    const ImVec2 high = at(std::min(place.x + place.width, panel.x + panel.width),
                           std::min(place.y + place.height, panel.y + panel.height));
    std::vector<Rect> with_cell = clear;
    with_cell.push_back({{low.x - gap, low.y - gap}, {high.x + gap, high.y + gap}});
    // Where it has no room it is smaller.
    const float whole = std::min({1.0f, (room.to.x - room.from.x) / size.x, (room.to.y - room.from.y) / size.y});
    float fit = whole;
    std::optional<ImVec2> found;
    const auto look_for = [&](float times, const std::vector<Rect>& kept) {
        if (found) return;
        fit = whole * times;
        const ImVec2 small(size.x * fit, size.y * fit);
        ImVec2 wanted(mouse.x + 18 * scale, mouse.y + 12 * scale);
        if (wanted.x + small.x > room.to.x) wanted.x = mouse.x - 12 * scale - small.x;
        if (wanted.y + small.y > room.to.y) wanted.y = mouse.y - 12 * scale - small.y;
        found = clear_place(small, wanted, room, kept);
    };
    for (const float times : {1.0f, 0.85f, 0.7f})
        look_for(times, with_cell);
    for (const float times : {1.0f, 0.85f, 0.7f, 0.6f, 0.5f})
        look_for(times, clear);
    if (!found) return;  // the numbers can be pinned
    const ImVec2 corner = *found;
    for (float* length : {&advance, &height, &pad, &size.x, &size.y})
        *length *= fit;
    panel_.layout.widgets["probe"] = {corner.x, corner.y, corner.x + size.x, corner.y + size.y};
    list.AddRectFilled(corner, {corner.x + size.x, corner.y + size.y},
                       white ? IM_COL32(240, 242, 246, 245) : IM_COL32(12, 14, 18, 240), 5 * scale);
    if (white) list.AddRect(corner, {corner.x + size.x, corner.y + size.y}, IM_COL32(190, 197, 208, 255), 5 * scale);
    const ImU32 digits = white ? IM_COL32(24, 32, 44, 255) : IM_COL32(235, 240, 245, 255),
                names = white ? IM_COL32(70, 90, 115, 255) : IM_COL32(160, 185, 210, 255);
    for (std::size_t i = 0; i < probe_->lines.size(); ++i) {
        const std::string& line = probe_->lines[i];
        const float y = corner.y + pad + height * static_cast<float>(i);
        for (std::size_t begin = line.find_first_not_of(' '); begin != std::string::npos;) {
            const std::size_t end = std::min(line.find("  ", begin), line.size());
            const std::string words = line.substr(begin, end - begin);
            const bool number = words.find_first_not_of("+-. 0123456789") == std::string::npos;
            float x = corner.x + pad + advance * static_cast<float>(number ? end : begin);
            if (number) x -= fit * ImGui::CalcTextSize(words.c_str()).x;
            list.AddText(ImGui::GetFont(), fit * ImGui::GetFontSize(), {x, y}, number ? digits : names, words.c_str());
            begin = line.find_first_not_of(' ', end);
        }
    }
}

// The picture that the user compares with, over the part at the left of the divider.
void Viewer::draw_other(ImDrawList& list) {
    if (!panel_.choices.other) return;
    const float per_pixel = ImGui::GetIO().DisplaySize.x / static_cast<float>(width_);
    const Area part = area();
    const float left = static_cast<float>(part.x) * per_pixel, width = static_cast<float>(part.width) * per_pixel,
                bottom = static_cast<float>(part.height) * per_pixel, share = panel_.choices.divider;
    GLuint texture = other_texture_.get();
    bool done = other_size_ == std::array{part.width, part.height};
    if (!done) {
        const auto again = renderer_->aside(Renderer::Aside::other, shown(*panel_.choices.other),
                                            {.width = part.width, .height = part.height, .guides = true});
        done = again.is_done;
        if (done && again.texture) texture = again.texture;
    }
    panel_.status.other_is_done = done;
    const ImVec2 end(left + share * width, bottom);
    if (has_alpha(panel_.choices.other->look)) checker(list, {left, 0}, end);
    list.AddImage(image(texture), {left, 0}, end, {0, 0}, {share, 1});
    const std::string& name = panel_.status.preset_name;
    const std::string now = name + (name.empty() || preset_ == loaded_ ? "" : " *");
    const float y = bottom - 30 * per_pixel * scale_;
    const auto title = [](const std::string& side, const std::string& of) {
        return of.empty() ? side : side + ": " + of;
    };
    words_on_picture(list, title("A", panel_.choices.other_name) + (done ? "" : ", being drawn"),
                     {left + 0.5f * share * width, y}, IM_COL32_WHITE, share * width);
    words_on_picture(list, title("B", now), {left + 0.5f * (1 + share) * width, y}, IM_COL32_WHITE,
                     (1 - share) * width);
}

// The picture beside the panel, pixel for pixel.
void Viewer::draw_picture(ImDrawList& list) {
    if (!shot_.texture) {
        const ImVec2 size = ImGui::GetIO().DisplaySize;
        const float from = panel_.layout.panel_right;
        return words_on_picture(list, kWaiting, {0.5f * (from + size.x), 0.5f * panel_.layout.bottom(size.y)},
                                IM_COL32_WHITE, size.x - from);
    }
    const float per_pixel = ImGui::GetIO().DisplaySize.x / static_cast<float>(width_);
    Area part = area();
    const bool fits = shot_.holds.width == part.width && shot_.holds.height == part.height;
    if (!fits && shown_area_) part = *shown_area_;  // the old picture stays put until the new one arrives
    shown_area_ = part;
    const float third = static_cast<float>(part.width) * per_pixel, left = static_cast<float>(part.x) * per_pixel,
                bottom = static_cast<float>(part.height) * per_pixel;
    if (has_alpha(wanted().preset.look))
        checker(list, {left, 0}, {left + third * (panel_.choices.tools.truth ? 2 : 1), bottom});
    list.AddImage(image(shot_.texture), {left, 0}, {left + third, bottom});
    if (!panel_.choices.tools.truth) return draw_other(list);
    if (uploaded_) {
        list.AddImage(image(cpu_texture_.get()), {left + third, 0}, {left + 2 * third, bottom});
        list.AddImage(image(difference_texture_.get()), {left + 2 * third, 0}, {left + 3 * third, bottom});
    }
    const auto& c = panel_.status.comparison;
    const std::string names[] = {has_field(preset_.look) ? "GPU" : "GPU, the noise on a slice", "CPU", "difference"};
    for (int i = 0; i < 3; ++i) {
        const float x = left + third * static_cast<float>(i);
        if (i > 0) list.AddLine({x, 0}, {x, bottom}, IM_COL32(255, 255, 255, 160), std::max(1.0f, per_pixel));
        words_on_picture(list, names[i], {x + 0.5f * third, 14 * per_pixel * scale_}, IM_COL32_WHITE, third);
    }
    if (!c) return;
    const std::int64_t compared = static_cast<std::int64_t>(c->rows) * c->width;
    const bool equal = c->differing == 0, done = c->rows == c->height;
    words_on_picture(
        list,
        !equal ? fmt::format("{} of {} differ", c->differing, compared)
        : done ? fmt::format("equal: all {} values, every bit", compared)
               : fmt::format("equal so far: {} values", compared),
        {left + 2.5f * third, equal ? 0.5f * bottom : 40 * per_pixel * scale_},
        ImGui::ColorConvertFloat4ToU32(equal ? ImVec4(0.44f, 0.86f, 0.55f, 1) : ImVec4(1, 0.56f, 0.53f, 1)), third);
}

// Takes input, and waits for it while idle. Returns false if there is nothing to draw on.
bool Viewer::take_input(bool busy) {
    if (busy) {
        glfwPollEvents();
    } else {
        const auto before = Clock::now();
        // The message disappears in time; until then nothing changes.
        const double message = panel_.status.message_until - ImGui::GetTime();
        glfwWaitEventsTimeout(message > 0 ? std::clamp(message, 0.02, 1.0) : 1.0);
        last_frame_ += Clock::now() - before;
    }
    glfwGetFramebufferSize(window(), &width_, &height_);
    if (width_ > 0 && height_ > 0) return true;
    if (!glfwWindowShouldClose(window())) glfwWaitEventsTimeout(0.25);  // minimised
    return false;
}

// Returns the seconds since the last frame.
double Viewer::measure_frame(bool busy) {
    const auto now = Clock::now();
    const double seconds = std::chrono::duration<double>(now - last_frame_).count();
    last_frame_ = now;
    if (busy && seconds > 0) {
        frame_seconds_ += (seconds - frame_seconds_) * (frame_seconds_ == 0 ? 1.0 : 0.1);
        panel_.status.fps = 1.0 / frame_seconds_;
    }
    if (busy) longest_ms_ = std::max(longest_ms_, seconds * 1e3);
    if (now - longest_since_ > std::chrono::seconds(5)) {
        longest_since_ = now;
        panel_.status.longest_ms = std::exchange(longest_ms_, 0.0);
    }
    panel_.status.longest_ms = std::max(panel_.status.longest_ms, longest_ms_);
    return seconds;
}

// Copies what is shown beside the picture into the panel.
void Viewer::report() {
    const Area part = area();
    panel_.status.width = part.width * (panel_.choices.tools.truth ? 3 : 1);
    panel_.status.height = part.height;
    panel_.status.report = renderer_->report();
    if (!panel_.status.report.lost.empty()) fail("{}", panel_.status.report.lost);
    if (!panel_.status.report.error.empty() && panel_.status.report.shader_error.empty() &&
        panel_.status.message != panel_.status.report.error)
        say(panel_.status.report.error, true);
    panel_.status.exporting = exporter_->report();
    if (!panel_.status.exporting.done.empty()) {
        say(panel_.status.exporting.done, false);
        put_first(panel_.choices.exports, exporting_);
    }
    if (!panel_.status.exporting.error.empty()) {
        say(panel_.status.exporting.error, true);
        panel_.choices.close_after = false;  // it is to be read
    }
    panel_.status.exporting_file = exporting_;
    if (!panel_.status.exporting.running && std::exchange(panel_.choices.close_after, false))
        glfwSetWindowShouldClose(window(), GLFW_TRUE);
    panel_.status.can_undo = history_.can_undo();
    panel_.status.can_redo = history_.can_redo();
}

// After the panel and the mouse: undo steps, saving, and whether to keep drawing. `before` is the preset of the last
// frame.
void Viewer::settle(const Preset& before) {
    const bool held = ImGui::IsAnyItemActive() || ImGui::IsAnyMouseDown();
    const bool input = held || before != preset_ || ImGui::GetIO().MouseDelta.x != 0 ||
                       ImGui::GetIO().MouseDelta.y != 0 || ImGui::GetIO().MouseWheel != 0;
    busy_frames_ = input ? 3 : std::max(0, busy_frames_ - 1);
    if (panel_.choices.playing) history_.amend_time(preset_.look.time);  // not a step of its own
    if (ImGui::IsMouseClicked(ImGuiMouseButton_Left) && !ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left))
        history_.mark();
    if (std::exchange(panel_.requests.was_reset, false)) history_.forget_since_mark();
    if (!held) {
        history_.push({preset_, panel_.choices.tools});
        tell_address();
    }
    if (Clock::now() - last_saved_ > std::chrono::seconds(20)) {
        try {
            remember();
        } catch (const Error& e) {
            say(e.what(), true);
        }
    }
}

// Draws the panel over the picture and measures that on the GPU.
void Viewer::draw_interface() {
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glViewport(0, 0, width_, height_);
    glClearColor(0.07f, 0.08f, 0.09f, 1.0f);
    glClear(GL_COLOR_BUFFER_BIT);
    ImGui::Render();
    // Never wait for the timer: read its result frames later.
    if (timer_runs_) {
        if (const double ms = timer_.read(); ms >= 0) {
            panel_.status.ui_ms = ms;
            timer_runs_ = false;
        }
    }
    const bool timed = !timer_runs_;
    if (timed) timer_.begin();
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
    if (timed) {
        timer_.end();
        timer_runs_ = true;
    }
}

void Viewer::read_frame(Capture& into) const {
    into.width = width_;
    into.height = height_;
    const std::size_t row = static_cast<std::size_t>(width_) * 3;
    std::vector<unsigned char> flipped(row * static_cast<std::size_t>(height_));
    into.rgb.resize(flipped.size());
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadPixels(0, 0, width_, height_, GL_RGB, GL_UNSIGNED_BYTE, flipped.data());
    for (std::size_t y = 0; y < static_cast<std::size_t>(height_); ++y) {
        std::copy_n(flipped.data() + (static_cast<std::size_t>(height_) - 1 - y) * row, row, into.rgb.data() + y * row);
    }
}

// The window is to be closed. In the middle of an export it asks first.
bool Viewer::may_close() {
    if (panel_.requests.quit || !panel_.status.exporting.running) return true;
    glfwSetWindowShouldClose(window(), GLFW_FALSE);
    panel_.choices.close_asked = true;
    busy_frames_ = 3;
    return false;
}

bool Viewer::frame(bool wait) {
    const bool busy = panel_.choices.playing || busy_frames_ > 0;
    const bool drawable = take_input(busy || !wait);
    if (glfwWindowShouldClose(window()) && may_close()) return false;
    if (!drawable) return true;
    check_context();
    const double seconds = measure_frame(busy);

    load_fonts();
    if (!glfwGetWindowAttrib(window(), GLFW_FOCUSED)) keys_.release_all();
    keys_.number = ImGui::GetIO().WantTextInput && !panel_.requests.typing_text;
    panel_.requests.typing_text = false;
    keys_.enter_presses = panel_.layout.tab.on_button() && !ImGui::GetIO().WantTextInput;
    if (ImGui::GetIO().WantTextInput && panel_.layout.tab.focused() == "search") keys_.opening = 0;
    keys_.opening = std::max(0, keys_.opening - 1);
    keys_.deliver(window(), [this](int key, int mods) { handle_keys(key, mods); });
    if (keys_.waiting()) busy_frames_ = 3;
    ImGui_ImplOpenGL3_NewFrame();
    ImGui_ImplGlfw_NewFrame();
    if (std::exchange(late_click_, false)) {
        ImGui::GetIO().MouseDown[ImGuiMouseButton_Left] = true;
        busy_frames_ = 3;
    }
    ImGui::NewFrame();
    if (keys_.number) {
        const std::string wrong =
            compute_typed_number(panel_.requests.typing_whole, panel_.layout.tab.moves(), late_click_);
        if (!wrong.empty()) say(wrong, true);
    }
    panel_.requests.typing_whole = 0;
    report();
    const Preset before = preset_;
    handle_mouse(seconds);
    play(seconds);
    update_pin();
    int window_width = 1, window_height = 1;
    glfwGetWindowSize(window(), &window_width, &window_height);
    draw_panel(preset_, standard(), panel_, scale_ * static_cast<float>(window_width) / static_cast<float>(width_));
    // A fractal chosen in the panel, or left behind by an algorithm that lacks it, brings its starting values.
    if (const Fractal chosen = preset_.settings.fractal; preset_.look.scene == before.look.scene) {
        preset_.settings.fractal = before.settings.fractal;
        change_fractal(preset_, chosen);
    }
    try {
        obey();
    } catch (const std::exception& e) {
        say(e.what(), true);
    }
    if (!problem(preset_).empty()) preset_ = before;  // should be unreachable
    settle(before);

    renderer_->want(wanted());
    if (lend_turns()) busy_frames_ = std::max(busy_frames_, 1);
    shot_ = renderer_->take();
    panel_.status.resolution = shot_.resolution;
    panel_.status.progress = shot_.sharp ? 1.0 : shot_.progress;
    update_truth();
    draw_picture(*ImGui::GetBackgroundDrawList());
    draw_pin(*ImGui::GetBackgroundDrawList());
    draw_probe(*ImGui::GetBackgroundDrawList());
    draw_interface();
    renderer_->used();
    if (Capture* into = std::exchange(capture_, nullptr)) read_frame(*into);
    glfwSwapBuffers(window());
    return true;
}

}  // namespace isonoise
