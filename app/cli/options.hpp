// Flags shared by several verbs.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/command_line.hpp"
#include "error.hpp"
#include "gpu/driver.hpp"
#include "gpu/shader.hpp"
#include "gpu/window_context.hpp"
#include "io/output.hpp"
#include "paths.hpp"
#include "scene/export.hpp"
#include "scene/function_reach.hpp"

namespace isonoise {

// One line per scene, for help texts: "  terrain, terrain-alps, terrain-canyon".
std::string builtin_preset_names();

// The functions that come with the program.
std::vector<std::string> function_names();

// Maps a flag's word to the enumerator with the same index. Throws Error.
template <class Word, std::size_t N>
Word parse_word(const char* name, const char* const (&words)[N], const std::string& text) {
    const SettingInfo info{name, "", 0, 0, words};
    const auto index = choice(info, text);
    if (!index) throw Error(expected(info, text, false));
    return static_cast<Word>(*index);
}

// The same words, for Verb::choices.
template <std::size_t N> std::vector<std::string> words_of(const char* const (&words)[N]) { return {words, words + N}; }

// The flags a verb takes besides a preset: one per setting, and of the preset only the settings are used; or also one
// for each field of Look.
enum class PresetFlags { noise, all };

class PresetOptions {
  public:
    void add(Verb& verb, PresetFlags flags);

    // Also takes a function, FILE.glsl, and its parameters, --set.
    void add_function(Verb& verb);

    // Also takes --local, a variable of the function in place of its result.
    void add_local(Verb& verb);

    // The preset file if given, overridden by the flags. Throws Error.
    Preset preset() const;

    // Sets a function's period by --period and --loop, and applies --local. Throws Error if another setting of the
    // noise is given.
    void apply_to(Function& function) const;

    // Was any of these flags given?
    bool any() const;
    std::string name() const;                                // of the preset; empty for none, and for a function's text
    std::string file() const { return file_.value_or(""); }  // the preset, as given

  private:
    bool any_flag() const;  // a setting or a field of the look
    Preset function_preset() const;
    void take_preset_of_function(Preset& preset) const;
    std::string text(std::string_view name) const;  // of a flag, empty if not given

    struct Flag {
        std::string name;
        std::optional<std::string> text;  // as given
    };
    PresetFlags takes_ = PresetFlags::all;
    std::optional<std::string> file_;
    bool takes_function_ = false;
    std::string set_, local_;
    std::vector<std::unique_ptr<Flag>> flags_;  // pointers, so that the parser can keep writing to the same addresses
};

// FUNCTION and --set, for verbs that can do with a function what they do with the library's noises.
struct FunctionOptions {
    std::optional<std::string> file;
    std::string set;
    // `what` the verb does with it.
    void add(Verb& verb, const std::string& what);
    // Returns no function if no file is given. Throws Error if the file holds none, or --set comes without a file.
    std::optional<Function> function() const;
};

// Prints a line if points of the function lie so far out that floats are coarse.
void tell_if_far(const char* verb, const Function& function, const std::array<Reach, 4>& reach);
// The function of FILE.glsl or of a preset that has one, with these values of its parameters; none of a preset with a
// noise. Throws Error.
std::optional<Function> function_of(const std::string& file, const std::string& set);

// --gl, --shader-dir, --mode and --es; for verbs that can use it, --vulkan and --device
class GpuOptions {
  public:
    void add(Verb& verb);
    void add_vulkan(Verb& verb);
    std::optional<GlVersion> gl() const;
    Mode mode() const;
    bool es() const { return es_; }
    ShaderFiles files() const { return ShaderFiles(path_of(shader_dir_)); }
    bool any() const {
        return !gl_.empty() || mode_ != GpuOptions().mode_ || es_ || !shader_dir_.empty() || vulkan_ ||
               !device_.empty();
    }
    bool vulkan() const { return vulkan_; }
    const std::string& device() const { return device_; }
    // Throws Error if an option is invalid. For verbs that may run without the GPU.
    void check() const;

  private:
    std::string gl_;
    std::string mode_ = "exact";
    bool es_ = false;
    std::string shader_dir_;
    bool vulkan_ = false;
    std::string device_;
};

// A windowless context with its shaders: through EGL or, if EGL has no driver, a hidden GLFW window.
class Gpu {
  public:
    explicit Gpu(const GpuOptions& options);
    const GlInfo& info() const { return headless_ ? headless_->info() : window_->info(); }
    // The GLSL version the shaders are written for, or kEs300.
    int glsl() const { return glsl_; }
    Shaders& shaders() { return *shaders_; }
    const Shaders& shaders() const { return *shaders_; }

  private:
    std::optional<HeadlessContext> headless_;
    std::optional<WindowContext> window_;
    int glsl_ = 330;
    std::optional<Shaders> shaders_;
};

// A driver for comparisons and measurements: OpenGL's, or with --vulkan Vulkan's.
class AnyDriver {
  public:
    explicit AnyDriver(const GpuOptions& options);
    NoiseDriver& driver() { return *driver_; }
    Gpu* gpu() { return gpu_ ? &*gpu_ : nullptr; }  // none with --vulkan

  private:
    std::optional<Gpu> gpu_;
    std::unique_ptr<NoiseDriver> driver_;
};

// A verb's results: text on standard output, and if `json` names a file, everything as JSON there. "-" is standard
// output, which then gets only the JSON. Throws Error.
class Report {
  public:
    explicit Report(const std::string& json);
    void say(const std::string& text) const;
    void finish(const std::string& json);  // commits the file

  private:
    std::optional<OutputFile> file_;
};

// Parses all of `text` as an integer in min..max, or fails naming `what`.
std::int64_t parse_whole(std::string_view what, std::string_view text, std::int64_t min, std::int64_t max);

// Parses all of `text` as a finite number, or fails naming `what`.
double parse_finite(std::string_view what, std::string_view text);

// The format named by --format, or if that is empty by the file's extension. Throws Error.
Format parse_format(const std::string& word, const std::string& path);

// Parses "1280x720", the --size of a picture, or fails with this message. problem() in export.hpp limits the size.
void parse_size(const std::string& text, int& width, int& height, const char* expected = "size: expected WIDTHxHEIGHT");

}  // namespace isonoise
