// An OpenGL context that is fit for exact noise: core profile, 3.3 or better.
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

// "3.3", "4.0" to "4.6". Throws Error.
GlVersion parse_gl_version(std::string_view text);

// The versions to ask a driver for until it gives a context: the wanted one, else from the best down.
std::vector<GlVersion> gl_versions_to_try(std::optional<GlVersion> wanted);

struct GlInfo {
    std::string renderer;
    std::string vendor;
    std::string version;
    GlVersion gl;           // what the context is, or what --gl asked to be content with
    int glsl = 330;         // the #version that our shaders get
    int max_texture = 0;    // largest width and height
    bool software = false;  // a CPU rasteriser
};

// Loads the GL functions of the current context, checks them and says what they are. Throws Error where the
// driver is too old. `get` is eglGetProcAddress or glfwGetProcAddress.
GlInfo load_gl(void (*(*get)(const char*))(), std::optional<GlVersion> wanted);

// A context without a window, through EGL: the surfaceless platform, or the device platform where that one
// has a GPU and the first has none. Current on the calling thread until destroyed. Throws Error.
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
