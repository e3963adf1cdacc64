// Loads OpenGL's functions with glad.
#include <string_view>

#include <glad/gl.h>

#include "error.hpp"
#include "gpu/context.hpp"

namespace isonoise {

static std::string gl_string(GLenum name) {
    const GLubyte* text = glGetString(name);
    return text ? reinterpret_cast<const char*>(text) : "unknown";
}

static bool has_extension(std::string_view name) {
    GLint count = 0;
    glGetIntegerv(GL_NUM_EXTENSIONS, &count);
    for (GLuint i = 0; i < static_cast<GLuint>(count); ++i) {
        const GLubyte* one = glGetStringi(GL_EXTENSIONS, i);
        if (one && name == reinterpret_cast<const char*>(one)) return true;
    }
    return false;
}

// Part of OpenGL from 4.5 on.
static void load_reset_status(void (*(*get)(const char*))()) {
    for (const char* whose : {"KHR", "ARB"}) {
        if (glad_glGetGraphicsResetStatus) return;
        if (!has_extension(fmt::format("GL_{}_robustness", whose))) continue;
        glad_glGetGraphicsResetStatus = reinterpret_cast<PFNGLGETGRAPHICSRESETSTATUSPROC>(
            get(fmt::format("glGetGraphicsResetStatus{}", whose).c_str()));
    }
}

void check_context() {
    if (!glGetGraphicsResetStatus) return;  // the driver cannot tell
    if (const GLenum status = glGetGraphicsResetStatus(); status != GL_NO_ERROR) {
        const char* whose = status == GL_GUILTY_CONTEXT_RESET     ? "isonoise's own work"
                            : status == GL_INNOCENT_CONTEXT_RESET ? "another program"
                                                                  : "an unknown cause";
        fail("the OpenGL context was lost: the driver reset the GPU ({}); start isonoise again", whose);
    }
}

GlInfo load_gl(void (*(*get)(const char*))(), std::optional<GlVersion> wanted) {
    int loaded = gladLoadGL(reinterpret_cast<GLADloadfunc>(get));
    GlInfo info;
    info.gl = {GLAD_VERSION_MAJOR(loaded), GLAD_VERSION_MINOR(loaded)};
    if (loaded == 0) fail("cannot load OpenGL: is a driver installed? (Debian: libgl1-mesa-dri)");
    info.renderer = gl_string(GL_RENDERER);
    info.vendor = gl_string(GL_VENDOR);
    info.version = gl_string(GL_VERSION);
    if (wanted && info.gl < *wanted) {
        fail("the OpenGL driver is too old: {0} ({1}): expected {4}.{5}, got {2}.{3}", info.renderer, info.version,
             info.gl.major, info.gl.minor, wanted->major, wanted->minor);
    }
    if (wanted) info.gl = *wanted;
    if (info.gl < GlVersion{3, 3}) {
        fail("the OpenGL driver is too old: {} ({}); isonoise needs OpenGL 3.3", info.renderer, info.version);
    }
    load_reset_status(get);
    info.glsl = info.gl >= GlVersion{4, 5} ? 450 : info.gl.major * 100 + info.gl.minor * 10;
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &info.max_texture);
    info.software = is_software(info.renderer);
    return info;
}

}  // namespace isonoise
