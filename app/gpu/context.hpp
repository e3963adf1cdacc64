// An OpenGL context fit for exact noise: core profile, 3.3 or later.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace isonoise {

struct GlVersion {
    int major = 3;
    int minor = 3;
    auto operator<=>(const GlVersion&) const = default;
};

// Parses "3.3", "4.0" to "4.6". Throws Error.
GlVersion parse_gl_version(std::string_view text);

// The versions to request from a driver, in order: only the wanted one if given, else from the newest down.
std::vector<GlVersion> gl_versions_to_try(std::optional<GlVersion> wanted);

struct GlInfo {
    std::string renderer;
    std::string vendor;
    std::string version;
    GlVersion gl;             // the context's version, or --gl's if lower
    int glsl = 330;           // #version of our shaders; kEs300 in a page
    int max_texture = 0;      // largest width and height
    bool software = false;    // a CPU rasteriser
    bool adds_floats = true;  // can blend 32-bit floats: OpenGL can, WebGL2 not everywhere
};

// Is this the name of a CPU rasteriser?
inline bool is_software(std::string_view renderer) {
    for (const std::string_view name : {"llvmpipe", "softpipe", "swrast", "SwiftShader"}) {
        if (renderer.find(name) != renderer.npos) return true;
    }
    return false;
}

// Loads the current context's GL functions, checks and describes the context. Throws Error if the driver is too old.
// `get` is eglGetProcAddress or glfwGetProcAddress.
GlInfo load_gl(void (*(*get)(const char*))(), std::optional<GlVersion> wanted);

// Throws Error if the current context was lost: a reset, a replaced driver, a GPU that went away.
void check_context();

// False if the system lists only software drivers; true if unknown. Does not start a driver, which would take time and
// memory.
bool may_have_gpu();

// A windowless context: through EGL (headless_egl.cpp) or, without EGL, a hidden window (headless_window.cpp); in a
// page an off-screen canvas (context_page.cpp). It is current on the calling thread until it is
// destroyed. Throws Error.
class HeadlessContext {
  public:
    explicit HeadlessContext(std::optional<GlVersion> wanted = {});
    ~HeadlessContext();
    HeadlessContext(const HeadlessContext&) = delete;
    HeadlessContext& operator=(const HeadlessContext&) = delete;

    const GlInfo& info() const { return info_; }

  private:
    void* display_ = nullptr;
    void* context_ = nullptr;
    GlInfo info_;
};

}  // namespace isonoise
