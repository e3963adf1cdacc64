// Shader sources and programs: #include, embedded files or --shader-dir, errors reported at their file and line.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "gpu/object.hpp"
#include "gpu/uniforms.hpp"

namespace isonoise {

// A file of shaders/, embedded at build time. shaders/CMakeLists.txt generates the list.
struct EmbeddedShader {
    const char* name;  // relative to shaders/, with forward slashes
    const char* text;
};
std::span<const EmbeddedShader> embedded_shaders();

// Reads files of shaders/: from `directory`, or the embedded ones if that is empty.
class ShaderFiles {
  public:
    explicit ShaderFiles(std::filesystem::path directory = {});
    // These files, each changed by edit(name, text) after any edits before: for measurements.
    using Edit = std::function<void(const std::string& name, std::string& text)>;
    ShaderFiles edited(Edit edit) const {
        ShaderFiles files = *this;
        files.edit_ = [before = edit_, edit = std::move(edit)](const std::string& name, std::string& text) {
            if (before) before(name, text);
            edit(name, text);
        };
        return files;
    }

    struct Source {
        std::string text;
        std::vector<std::string> locations;  // source of each line: "isonoise/fbm.glsl:31"
        std::vector<std::string> files;
    };
    // The file with each `#include "name"` replaced by that file's text, once per file. Names are relative to shaders/.
    // Throws Error naming file and line, also on more than 4 MiB, 1000 files or 100 nested levels.
    Source resolve(const std::string& name) const;

    bool has_directory() const { return !directory_.empty(); }

    // Has a file changed since the last call? Always false for embedded files.
    bool changed();

  private:
    std::string read(const std::string& name, const std::string& from) const;
    void include(const std::string& name, const std::string& from, int depth, Source& source) const;
    std::map<std::string, std::filesystem::file_time_type> stamps() const;

    std::filesystem::path directory_;
    Edit edit_;
    std::map<std::string, std::filesystem::file_time_type> stamps_;
};

// Inserts source locations into a driver's log: "0:131(7): error" becomes "isonoise/fbm.glsl:31: error". Drivers
// disagree about #line, so we emit none: the log counts lines of the whole text, where `skipped` lines precede the
// sources.
std::string name_locations(const std::string& log, const std::vector<std::string>& locations, std::size_t skipped);

// "GLSL 4.50", "GLSL ES 3.00".
std::string language_of(int glsl);

// Stands in for a GLSL version: GLSL ES 3.00, the language of WebGL2, which OpenGL 4.3 drivers accept too.
inline constexpr int kEs300 = 300;

// How the shaders keep a driver from fusing and reordering float operations: see shaders/isonoise/lattice.glsl.
enum class Mode {
    exact,    // `precise` if GLSL has it (4.00, ES 3.20), else an opaque zero
    precise,  // `precise`; below GLSL 4.00 through GL_ARB_gpu_shader5
    zero,     // the opaque zero
    fast,     // no protection, for measurements: the last bits may differ
};
inline constexpr const char* kModes[] = {"exact", "precise", "zero", "fast"};

// The mode that `exact` selects for this version of GLSL.
Mode resolved(Mode mode, int glsl);

// The first lines of every shader: #version and the macros of the mode.
std::string shader_prelude(int glsl, Mode mode);

// A program that draws one triangle over the viewport with this fragment shader. Throws Error with the driver's log if
// it doesn't compile; `name` is for messages.
Program fragment_program(int glsl, Mode mode, const ShaderFiles::Source& source, const std::string& name,
                         const std::string& defines = {});

// Programs of the current context, compiled on first use. A program is a fragment shader (.frag) or, if has_compute(),
// a compute shader (.comp), plus its defines; the vertex shader is one triangle over the viewport.
class Shaders {
  public:
    Shaders(int glsl, ShaderFiles files, Mode mode = Mode::exact)
        : glsl_(glsl), mode_(resolved(mode, glsl)), files_(std::move(files)) {}

    int glsl() const { return glsl_; }
    // precise, zero or fast
    Mode mode() const { return mode_; }
    const ShaderFiles& files() const { return files_; }

    // GLSL 4.30 or later; never with ES 3.00.
    bool has_compute() const { return glsl_ >= 430; }

    // Binds the program and returns its name, which stays valid for the next kMostPrograms - 1 other programs. Throws
    // Error with the driver's log if it doesn't compile.
    GLuint use(const std::string& file, const std::string& defines = {});

    // The uniforms of a program returned by use(); valid as long as the program, until the next reload().
    Uniforms& uniforms(GLuint program);

    // Recompiles all programs if a file changed. If one fails, all stay as they were and `error` gives the reason.
    // Returns true if the programs changed.
    bool reload(std::string& error);

    // A viewer that runs for days uses thousands of settings, and Mesa keeps 5 to 10 MB per program.
    static constexpr std::size_t kMostPrograms = 16;

  private:
    struct Kept {
        Program program;
        std::uint64_t used = 0;  // number of the last use() call that returned it
    };
    Program compile(const std::string& file, const std::string& defines) const;

    int glsl_;
    Mode mode_;
    ShaderFiles files_;
    std::map<std::pair<std::string, std::string>, Kept> programs_;  // by file and defines
    std::uint64_t uses_ = 0;
    std::map<GLuint, Uniforms> uniforms_;
};

}  // namespace isonoise
