// The viewer in a page: bindings/web/try/page.js calls the functions below.
#include <string>

#include <emscripten.h>

#include <imgui.h>
#include <imgui_impl_glfw.h>
#include <nlohmann/json.hpp>

#include "error.hpp"
#include "scene/written_function.hpp"
#include "session/copy_as.hpp"
#include "viewer/viewer.hpp"

namespace isonoise {

// clang-format off
EM_JS(void, page_failed, (const char* why), { Module["failed"](UTF8ToString(why)); });
// clang-format on

static Viewer* viewer = nullptr;  // until the page is closed
static bool awake = true;

static void save_settings() {
    try {
        viewer->save_settings();
    } catch (const Error&) {  // no room left: the page works without saving
    }
}

static void frame() {
    // Draws at least once a second even without input, like a window: messages disappear, and settings are saved.
    static double last = 0;
    const double now = emscripten_get_now();
    if (!awake && viewer->is_idle() && now - last < 1000) return;
    last = now;
    awake = false;
    try {
        viewer->frame(false);
    } catch (const std::exception& e) {
        emscripten_cancel_main_loop();
        save_settings();
        page_failed(e.what());
    }
}

void run_viewer(ViewerOptions options) {
    viewer = new Viewer(std::move(options));
    emscripten_set_main_loop(frame, 0, 0);
}

extern "C" {
// Wheel steps, upwards and to the left.
void page_wheel(double x, double y) {
    if (viewer) ImGui_ImplGlfw_ScrollCallback(viewer->window(), x, y);
    awake = true;
}
// Input arrived, or the window changed.
void page_wake() { awake = true; }
void page_remember() {
    if (viewer) save_settings();
}
// A line by to_line(), or a preset as JSON, from the URL or pasted.
void page_take(const char* text) {
    if (viewer) viewer->take(text);
    awake = true;
}
// The function's text, as typed in the page's editor. Returns why it cannot be shown, or an empty string.
const char* page_change_function(const char* text) {
    static std::string wrong;
    wrong = viewer ? viewer->change_function(text) : "";
    awake = true;
    return wrong.c_str();
}
void page_play_alone() {
    if (viewer) viewer->play_alone();
    awake = true;
}
const char* page_template() {
    static const std::string text = function_template("function");
    return text.c_str();
}
// Shows an error.
void page_say(const char* text) {
    if (viewer) viewer->say(text, true);
    awake = true;
}
// For tests: the viewer's state as JSON.
const char* page_status() {
    static std::string text;
    if (!viewer) return "{}";
    const PanelStatus& status = viewer->panel().status;
    const auto& truth = status.comparison;
    const Statistics& values = status.report.measured.statistics;
    const bool compared = truth && truth->rows == truth->height;
    text = nlohmann::json{{"scene", get(viewer->preset(), "scene")},
                          {"sharp", viewer->is_sharp()},
                          {"compared", compared ? truth->rows * truth->width : 0},
                          {"differing", truth ? truth->differing : 0},
                          {"size", {status.width, status.height}},
                          {"values", {values.count, values.min, values.max, values.mean, values.sigma}},
                          {"cpu", status.speed.values_per_second},
                          {"exporting", status.exporting.running},
                          {"playing", viewer->session().playing},
                          {"line", to_line(viewer->preset())},
                          {"message", status.message.text}}
               .dump();
    return text.c_str();
}
// For tests: the position of each widget on the canvas: left, top, right, bottom.
const char* page_widgets() {
    static std::string text;
    text = viewer ? nlohmann::json(viewer->panel().layout.widgets).dump() : "{}";
    return text.c_str();
}
// Is text being typed? On a phone, the page then shows the keyboard.
int page_wants_text() { return viewer && ImGui::GetIO().WantTextInput ? 1 : 0; }
}

}  // namespace isonoise
