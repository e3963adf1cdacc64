#include "gpu/context.hpp"

#include <iterator>

#include <glad/gl.h>

#include "error.hpp"
#include "isonoise/text.hpp"

namespace isonoise {

// Versions requested in turn if the user names none: some drivers give exactly the version requested. We use nothing
// that 4.6 adds.
static constexpr GlVersion kVersions[] = {{4, 5}, {4, 1}, {4, 0}, {3, 3}};

std::vector<GlVersion> gl_versions_to_try(std::optional<GlVersion> wanted) {
    if (wanted) return {*wanted};
    return {std::begin(kVersions), std::end(kVersions)};
}

GlVersion parse_gl_version(std::string_view text) {
    for (GlVersion version : {GlVersion{3, 3}, {4, 0}, {4, 1}, {4, 2}, {4, 3}, {4, 4}, {4, 5}, {4, 6}}) {
        if (text == fmt::format("{}.{}", version.major, version.minor)) return version;
    }
    fail("gl: expected 3.3, or a version from 4.0 to 4.6, got {}", in_quotes(text));
}

static std::string gl_string(GLenum name) {
    const GLubyte* text = glGetString(name);
    return text ? reinterpret_cast<const char*>(text) : "unknown";
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
    info.glsl = info.gl >= GlVersion{4, 5} ? 450 : info.gl.major * 100 + info.gl.minor * 10;
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &info.max_texture);
    for (const char* name : {"llvmpipe", "softpipe", "swrast", "SwiftShader"}) {
        if (info.renderer.find(name) != std::string::npos) info.software = true;
    }
    return info;
}

}  // namespace isonoise
