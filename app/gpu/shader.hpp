// Shader sources and programs: #include, the embedded files or those of --shader-dir, errors at their file and line.
#pragma once

#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "gpu/object.hpp"

namespace isonoise {

// A file of shaders/ as it was when the program was built. The list is made by shaders/CMakeLists.txt.
struct EmbeddedShader {
    const char* name;  // relative to shaders/, with forward slashes
    const char* text;
};
std::span<const EmbeddedShader> embedded_shaders();

// Reads files of shaders/: from `directory`, or those built in where that is empty.
class ShaderFiles {
  public:
    explicit ShaderFiles(std::filesystem::path directory = {});

    struct Source {
        std::string text;
        std::vector<std::string> places;  // of each line of it: "isonoise/fbm.glsl:31"
        std::vector<std::string> files;
    };
    // The file with each `#include "name"` replaced by that file's text, each file once. Names are relative
    // to shaders/. Throws Error that names file and line.
    Source resolve(const std::string& name) const;

    bool has_directory() const { return !directory_.empty(); }

    // Whether a file changed since the last call (never for the built-in ones).
    bool changed();

  private:
    std::string read(const std::string& name, const std::string& from) const;
    void include(const std::string& name, const std::string& from, Source& source) const;
    std::map<std::string, std::filesystem::file_time_type> stamps() const;

    std::filesystem::path directory_;
    std::map<std::string, std::filesystem::file_time_type> stamps_;
};

// Puts places of the sources into a driver's log: "0:131(7): error" becomes "isonoise/fbm.glsl:31: error". Drivers
// differ in what they make of #line, so there is none: the log's lines are those of the text after `skipped` lines
// before it.
std::string name_places(const std::string& log, const std::vector<std::string>& places, std::size_t skipped);

// In the place of a version of GLSL: GLSL ES 3.00, the language of WebGL2, which drivers of OpenGL 4.3 take too.
inline constexpr int kEs300 = 300;

// How the shaders keep a driver from fusing and reordering float operations: see shaders/isonoise/lattice.glsl.
enum class Mode {
    exact,    // precise where GLSL has it (4.00), else the opaque zero
    precise,  // on GLSL below 4.00 by GL_ARB_gpu_shader5
    zero,     // the opaque zero
    fast,     // not at all: values are near the CPU's, not equal to them
};
inline constexpr const char* kModes[] = {"exact", "precise", "zero", "fast"};

// What `exact` comes to with this version of GLSL.
Mode resolved(Mode mode, int glsl);

// Programs of the current context, compiled when first asked for. A program is a fragment shader (.frag) or, where
// has_compute(), a compute shader (.comp), and its defines; the vertex shader is one triangle over the viewport.
class Shaders {
  public:
    Shaders(int glsl, ShaderFiles files, Mode mode = Mode::exact)
        : glsl_(glsl), mode_(resolved(mode, glsl)), files_(std::move(files)) {}

    // precise, zero or fast
    Mode mode() const { return mode_; }

    // GLSL 4.30 and better; of ES 3.00 there is none.
    bool has_compute() const { return glsl_ >= 430; }

    // Binds the program and returns its name. Throws Error with the driver's log if it doesn't compile.
    GLuint use(const std::string& file, const std::string& defines = {});

    // Compiles all programs anew if a file changed. Where one fails, all stay as they were and `error` says
    // why. Returns whether the programs changed.
    bool reload(std::string& error);

  private:
    Program compile(const std::string& file, const std::string& defines) const;

    int glsl_;
    Mode mode_;
    ShaderFiles files_;
    std::map<std::pair<std::string, std::string>, Program> programs_;
};

}  // namespace isonoise
