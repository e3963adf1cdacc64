// HeadlessContext through EGL: on the surfaceless platform, or on the device platform if only that one has a GPU.
#include "gpu/context.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <utility>
#include <vector>

#include <glad/egl.h>
#include <glad/gl.h>

#include "error.hpp"

namespace isonoise {

static bool contains_word(const char* words, std::string_view wanted) {
    if (!words) return false;
    std::string_view rest = words;
    while (!rest.empty()) {
        auto end = rest.find(' ');
        if (rest.substr(0, end) == wanted) return true;
        if (end == std::string_view::npos) break;
        rest.remove_prefix(end + 1);
    }
    return false;
}

// Makes a core context of this version, or of any version if none is given, current on this display; null on failure.
// `robust`: it reports when it is lost.
static EGLContext make_context(EGLDisplay display, std::optional<GlVersion> version, bool robust) {
    if (!eglBindAPI(EGL_OPENGL_API)) return EGL_NO_CONTEXT;
    const EGLint config_wishes[] = {EGL_SURFACE_TYPE, 0, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_NONE};
    EGLConfig config = nullptr;
    EGLint count = 0;
    if (!eglChooseConfig(display, config_wishes, &config, 1, &count) || count == 0) {
        config = nullptr;  // EGL_NO_CONFIG_KHR
    }
    const EGLint wishes[] = {EGL_CONTEXT_MAJOR_VERSION,
                             version.value_or(GlVersion()).major,
                             EGL_CONTEXT_MINOR_VERSION,
                             version.value_or(GlVersion()).minor,
                             EGL_CONTEXT_OPENGL_PROFILE_MASK,
                             EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
                             robust ? EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY : EGL_NONE,
                             EGL_LOSE_CONTEXT_ON_RESET,
                             EGL_NONE};
    const EGLint none[] = {EGL_NONE};
    EGLContext context = eglCreateContext(display, config, EGL_NO_CONTEXT, version ? wishes : none);
    if (context == EGL_NO_CONTEXT) return EGL_NO_CONTEXT;
    if (!eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context)) {
        eglDestroyContext(display, context);
        return EGL_NO_CONTEXT;
    }
    return context;
}

bool may_have_gpu() {
    if (gladLoaderLoadEGL(EGL_NO_DISPLAY) == 0) return false;
    auto query_devices = reinterpret_cast<PFNEGLQUERYDEVICESEXTPROC>(eglGetProcAddress("eglQueryDevicesEXT"));
    auto device_string = reinterpret_cast<PFNEGLQUERYDEVICESTRINGEXTPROC>(eglGetProcAddress("eglQueryDeviceStringEXT"));
    std::array<EGLDeviceEXT, 16> devices{};
    EGLint count = 0;
    if (!query_devices || !device_string || !query_devices(static_cast<EGLint>(devices.size()), devices.data(), &count))
        return true;
    return std::any_of(devices.begin(), devices.begin() + count, [&](EGLDeviceEXT device) {
        return !contains_word(device_string(device, EGL_EXTENSIONS), "EGL_MESA_device_software");
    });
}

HeadlessContext::HeadlessContext(std::optional<GlVersion> wanted) {
    if (gladLoaderLoadEGL(EGL_NO_DISPLAY) == 0) {
        fail("no EGL library (libEGL.so.1) for rendering without a window (Debian: libegl1 libgl1-mesa-dri)");
    }
    const char* client = eglQueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS);
    auto get_display = reinterpret_cast<PFNEGLGETPLATFORMDISPLAYEXTPROC>(eglGetProcAddress("eglGetPlatformDisplayEXT"));
    if (!get_display) fail("the EGL library is too old: it lacks EGL_EXT_platform_base");

    // Tries the surfaceless platform first, but prefers a real GPU on the device platform to a CPU rasteriser. If
    // environment variables select Mesa's rasteriser, devices are only a fallback for a missing surfaceless platform.
    std::vector<EGLDisplay> displays;
    if (contains_word(client, "EGL_MESA_platform_surfaceless")) {
        displays.push_back(get_display(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr));
    }
    auto query_devices = reinterpret_cast<PFNEGLQUERYDEVICESEXTPROC>(eglGetProcAddress("eglQueryDevicesEXT"));
    auto device_string = reinterpret_cast<PFNEGLQUERYDEVICESTRINGEXTPROC>(eglGetProcAddress("eglQueryDeviceStringEXT"));
    const bool software_asked = std::getenv("LIBGL_ALWAYS_SOFTWARE") || std::getenv("GALLIUM_DRIVER");
    if (query_devices && device_string && contains_word(client, "EGL_EXT_platform_device")) {
        std::array<EGLDeviceEXT, 16> devices{};
        EGLint count = 0;
        query_devices(static_cast<EGLint>(devices.size()), devices.data(), &count);
        for (EGLint i = 0; i < count; ++i) {
            EGLDeviceEXT device = devices[static_cast<std::size_t>(i)];
            bool is_software = contains_word(device_string(device, EGL_EXTENSIONS), "EGL_MESA_device_software");
            if (!displays.empty() && (is_software || software_asked)) continue;
            displays.push_back(get_display(EGL_PLATFORM_DEVICE_EXT, device, nullptr));
        }
    }

    const auto get = reinterpret_cast<void (*(*)(const char*))()>(eglGetProcAddress);
    std::string why;  // why the best driver found is not good enough
    for (EGLDisplay display : displays) {
        EGLint major = 0, minor = 0;
        if (display == EGL_NO_DISPLAY || !eglInitialize(display, &major, &minor)) continue;
        gladLoaderLoadEGL(display);
        EGLContext context = EGL_NO_CONTEXT;
        for (GlVersion version : gl_versions_to_try(wanted)) {
            const bool knows_robust = major > 1 || minor >= 5;
            if (knows_robust) context = make_context(display, version, true);
            if (context == EGL_NO_CONTEXT) context = make_context(display, version, false);
            if (context != EGL_NO_CONTEXT) break;
        }
        // Any version, so that the message can name it.
        if (context == EGL_NO_CONTEXT) context = make_context(display, {}, false);
        if (context == EGL_NO_CONTEXT) continue;
        try {
            GlInfo info = load_gl(get, wanted);
            if (!context_ || !info.software) {
                std::swap(display_, display);
                std::swap(context_, context);
                info_ = info;
            }
        } catch (const Error& e) {
            why = e.what();
        }
        if (context) eglDestroyContext(display, context);  // the one not kept
        if (context_ && !info_.software) break;
    }
    if (!context_) {
        if (!why.empty()) fail("{}", why);
        fail("no OpenGL driver that can render without a window{} (Debian: libegl1 libgl1-mesa-dri)",
             wanted ? fmt::format(" and has OpenGL {}.{}", wanted->major, wanted->minor) : std::string());
    }
    eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, context_);
    load_gl(get, wanted);
}

HeadlessContext::~HeadlessContext() {
    eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    eglDestroyContext(display_, context_);
    // No eglTerminate: the display is shared by the whole process.
}

}  // namespace isonoise
