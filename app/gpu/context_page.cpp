// Contexts, the window and the timer in a page: WebGL2. There is one context; in a worker it draws to no canvas.
#include <cstdlib>

#include <emscripten.h>

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <glad/gl.h>

#include "error.hpp"
#include "gpu/context.hpp"
#include "gpu/shader.hpp"
#include "gpu/timer.hpp"
#include "gpu/window_context.hpp"

namespace isonoise {

// clang-format off
EM_JS(char*, page_gpu, (), {
    // Browsers that hide the GPU's name return their own instead.
    const info = GLctx.getExtension("WEBGL_debug_renderer_info");
    const names = info ? [info.UNMASKED_VENDOR_WEBGL, info.UNMASKED_RENDERER_WEBGL] : [GLctx.VENDOR, GLctx.RENDERER];
    const text = names.map((name) => GLctx.getParameter(name)).join("\n");
    const bytes = lengthBytesUTF8(text) + 1, to = _malloc(bytes);
    stringToUTF8(text, to, bytes);
    return to;
});
EM_JS(int, page_offscreen_context, (), {
    const context = typeof OffscreenCanvas == "undefined" ? null
        : new OffscreenCanvas(1, 1).getContext("webgl2", { alpha: false, depth: false, antialias: false });
    if (!context) return 0;
    const handle = GL.registerContext(context, { majorVersion: 2, minorVersion: 0, enableExtensionsByDefault: 1 });
    GL.makeContextCurrent(handle);
    return handle;
});
EM_JS(int, page_context_has, (const char* extension), {
    return GLctx.getExtension(UTF8ToString(extension)) ? 1 : 0;
});
EM_JS(int, page_context_is_lost, (), { return !GLctx || GLctx.isContextLost() ? 1 : 0; });
EM_JS(int, page_canvas_side, (int of_height), { return of_height ? Module["canvas"].height : Module["canvas"].width; });
// Fingers need larger targets than a mouse.
EM_JS(double, page_scale, (), { return devicePixelRatio * (matchMedia("(pointer: coarse)").matches ? 1.25 : 1); });
// Most of the last frames take this long, while nothing is drawn. 0 at first.
EM_JS(double, page_frame_interval, (), {
    const kept = Module["frameTimes"];
    if (kept) {
        const all = kept.slice(1).map((time, i) => time - kept[i]).sort((a, b) => a - b);
        return all.length > 30 ? all[all.length >> 2] : 0;
    }
    const times = (Module["frameTimes"] = []);
    const keep = (time) => {
        if (times.push(time) > 60) times.shift();
        requestAnimationFrame(keep);
    };
    requestAnimationFrame(keep);
    return 0;
});
// clang-format on

static GlInfo describe() {
    if (!page_context_has("EXT_color_buffer_float"))
        fail("this browser's WebGL2 cannot draw 32-bit floats (EXT_color_buffer_float)");
    GlInfo info;
    char* const names = page_gpu();
    const std::string both = names;
    std::free(names);
    info.vendor = both.substr(0, both.find('\n'));
    info.renderer = both.substr(both.find('\n') + 1);
    info.version = reinterpret_cast<const char*>(glGetString(GL_VERSION));
    info.gl = {3, 0};  // of OpenGL ES
    info.glsl = kEs300;
    info.adds_floats = page_context_has("EXT_float_blend") != 0;
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &info.max_texture);
    info.software = is_software(info.renderer);
    return info;
}

WindowContext::WindowContext(std::optional<GlVersion>, int, int, bool) {
    glfwInit();
    glfwWindowHint(GLFW_ALPHA_BITS, 0);
    glfwWindowHint(GLFW_DEPTH_BITS, 0);
    glfwWindowHint(GLFW_STENCIL_BITS, 0);
    window_ = glfwCreateWindow(page_canvas_side(0), page_canvas_side(1), "isonoise", nullptr, nullptr);
    if (!window_ || page_context_is_lost()) fail("this browser has no WebGL2");
    info_ = describe();
}

WindowContext::~WindowContext() {
    glfwDestroyWindow(window_);
    glfwTerminate();
}

// The canvas has the resolution of the screen.
float WindowContext::scale() const { return static_cast<float>(page_scale()); }

double WindowContext::frame_interval() const { return page_frame_interval(); }

bool may_have_gpu() { return true; }

HeadlessContext::HeadlessContext(std::optional<GlVersion>) {
    if (!page_offscreen_context()) fail("this browser has no WebGL2 beside the page (OffscreenCanvas)");
    info_ = describe();
}

HeadlessContext::~HeadlessContext() = default;

SharedContext::SharedContext(const WindowContext&) {}
SharedContext::~SharedContext() = default;
void SharedContext::make_current() const {}
void SharedContext::release() {}

Fence::~Fence() = default;
void Fence::set() {}
void Fence::wait() {}

void check_context() {
    if (page_context_is_lost()) fail("the browser took the GPU away (the WebGL context was lost); reload the page");
}

void wait_for_gpu() {
    // Reading waits until drawing to the framebuffer has finished.
    GLint type = 0;
    float pixel[4];
    glGetIntegerv(GL_IMPLEMENTATION_COLOR_READ_TYPE, &type);
    const bool bytes = type == GL_UNSIGNED_BYTE;
    glReadPixels(0, 0, 1, 1, GL_RGBA, bytes ? GL_UNSIGNED_BYTE : GL_FLOAT, pixel);
}

Timer Timer::make() { return {}; }
void Timer::begin() { began_ = std::chrono::steady_clock::now(); }
void Timer::end() {}
double Timer::wait() {
    wait_for_gpu();
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - began_).count();
}
double Timer::read() { return -1.0; }

}  // namespace isonoise
