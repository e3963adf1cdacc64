// Flags that several verbs share.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "error.hpp"
#include "gpu/shader.hpp"
#include "gpu/window_context.hpp"
#include "scene/export.hpp"

namespace isonoise {

// A line for each scene, for help texts: "  terrain, terrain-alps, terrain-canyon".
std::string builtin_preset_names();

// The word of a flag as the enumerator of that number. Throws Error.
template <class Word, std::size_t N>
Word parse_word(const char* name, const char* const (&words)[N], const std::string& text) {
    const SettingInfo info{name, "", 0, 0, words};
    const auto index = choice(info, text);
    if (!index) throw Error(expected(info, text, false));
    return static_cast<Word>(*index);
}

// What a verb takes: a flag for each setting; a preset file too, of which it uses the settings alone; all of a preset,
// with a flag for each field of Look.
enum class PresetFlags { settings, noise, all };

class PresetOptions {
  public:
    void add(CLI::App& verb, PresetFlags flags);

    // The preset file if one was named, with the flags over it. Throws Error.
    Preset preset() const;

    // Whether the user said anything at all.
    bool any() const;

  private:
    struct Flag {
        std::string name;
        std::string text;
        CLI::Option* option = nullptr;
    };
    PresetFlags takes_ = PresetFlags::all;
    std::string file_;
    CLI::Option* file_option_ = nullptr;
    std::vector<std::unique_ptr<Flag>> flags_;
};

// --gl, --shader-dir, --mode and --es
class GpuOptions {
  public:
    void add(CLI::App& verb);
    std::optional<GlVersion> gl() const;
    Mode mode() const;
    bool es() const { return es_; }
    ShaderFiles files() const { return ShaderFiles(shader_dir_); }

  private:
    std::string gl_;
    std::string mode_ = "exact";
    bool es_ = false;
    std::string shader_dir_;
};

// A context without a window, with its shaders: through EGL, or where that has no driver a hidden window of GLFW's.
class Gpu {
  public:
    explicit Gpu(const GpuOptions& options);
    const GlInfo& info() const { return headless_ ? headless_->info() : window_->info(); }
    // The version of GLSL that the shaders are written for, or kEs300.
    int glsl() const { return glsl_; }
    Shaders& shaders() { return *shaders_; }

  private:
    std::optional<HeadlessContext> headless_;
    std::optional<WindowContext> window_;
    int glsl_ = 330;
    std::optional<Shaders> shaders_;
};

// Parses all of `text` as a whole number in min..max, or fails naming `what`.
std::int64_t parse_whole(std::string_view what, std::string_view text, std::int64_t min, std::int64_t max);

// Parses all of `text` as a finite number, or fails naming `what`.
double parse_finite(std::string_view what, std::string_view text);

// What --format says, or where it is empty the name of the file. Throws Error.
Format parse_format(const std::string& word, const std::string& path);

// Parses "1280x720", the --size of a picture, or fails. How large it may be is left to problem() of export.hpp.
void parse_size(const std::string& text, int& width, int& height);

// Each adds its verb to the command line; what it does is called after all flags are known.
void add_sample(CLI::App& app, int& exit_code);
void add_bake(CLI::App& app, int& exit_code);
void add_render(CLI::App& app, int& exit_code);
void add_verify(CLI::App& app, int& exit_code);
void add_bench(CLI::App& app, int& exit_code);
void add_view(CLI::App& app, int& exit_code);
void add_snippet(CLI::App& app, int& exit_code);
void add_gallery(CLI::App& app, int& exit_code);

}  // namespace isonoise
