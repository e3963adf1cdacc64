#include "gpu/shader.hpp"

#include <algorithm>
#include <charconv>
#include <sstream>
#include <string_view>

#include "error.hpp"
#include "io/file_name.hpp"
#include "isonoise/untrusted.hpp"
#include "paths.hpp"

namespace isonoise {

ShaderFiles::ShaderFiles(std::filesystem::path directory) : directory_(std::move(directory)) {
    std::error_code error;
    if (!directory_.empty() && !std::filesystem::is_directory(directory_, error)) {
        fail("shader-dir: {} is not a directory{}", quoted_name(directory_),
             error && error != std::errc::no_such_file_or_directory ? ": " + error.message() : "");
    }
    stamps_ = stamps();
}

std::string ShaderFiles::read(const std::string& name, const std::string& from) const {
    const std::string where = from.empty() ? std::string() : from + ": ";
    std::string text;
    if (directory_.empty()) {
        const auto files = embedded_shaders();
        const auto file = std::find_if(files.begin(), files.end(), [&](const auto& each) { return name == each.name; });
        if (file == files.end()) fail("{}there is no shader '{}'", where, name);
        text = file->text;
    } else {
        try {
            text = read_text({directory_, path_of(name)}, "shader");
        } catch (const Error& e) {
            fail("{}{}", where, e.what());
        }
    }
    if (edit_) edit_(name, text);
    return text;
}

ShaderFiles::Source ShaderFiles::resolve(const std::string& name) const {
    Source source;
    include(name, "", 0, source);
    return source;
}

static bool leaves_the_folder(const std::filesystem::path& name) {
    return name.has_root_path() || std::find(name.begin(), name.end(), "..") != name.end();
}

// Far above what shaders need: keeps malicious text from exhausting stack, memory or time.
static constexpr int kDeepest = 100;
static constexpr std::size_t kMostFiles = 1000, kMostBytes = std::size_t{4} << 20;

void ShaderFiles::include(const std::string& name, const std::string& from, int depth, Source& source) const {
    for (const std::string& file : source.files) {
        if (file == name) return;
    }
    if (depth > kDeepest) fail("{}: expected at most {} nested #includes", from, kDeepest);
    if (source.files.size() == kMostFiles) fail("{}: expected at most {} files", from, kMostFiles);
    source.files.push_back(name);
    std::istringstream text(read(name, from));
    int number = 0;
    for (std::string line; std::getline(text, line);) {
        ++number;
        if (!line.empty() && line.back() == '\r') line.pop_back();
        auto start = line.find_first_not_of(" \t");
        if (start == std::string::npos || line.compare(start, 8, "#include") != 0) {
            source.text += line + '\n';
            source.locations.push_back(fmt::format("{}:{}", name, number));
            if (source.text.size() > kMostBytes) {
                fail("{}: expected at most {} MiB with all #includes", source.locations.back(), kMostBytes >> 20);
            }
            continue;
        }
        auto open = line.find('"', start);
        auto close = line.find('"', open == std::string::npos ? open : open + 1);
        const std::string file = close == std::string::npos ? "" : line.substr(open + 1, close - open - 1);
        // The name appears in messages unescaped.
        if (file.empty() || escaped(file) != file) {
            fail("{}:{}: expected #include \"file\", got {}", name, number, in_quotes(line.substr(start)));
        }
        if (leaves_the_folder(path_of(file))) {
            fail("{}:{}: expected a file within the folder of shaders, got {}", name, number, in_quotes(file));
        }
        include(file, fmt::format("{}:{}", name, number), depth + 1, source);
    }
}

std::map<std::string, std::filesystem::file_time_type> ShaderFiles::stamps() const {
    std::map<std::string, std::filesystem::file_time_type> all;
    if (directory_.empty()) return all;
    std::error_code error;  // a file that vanishes in the meantime counts as changed
    std::filesystem::recursive_directory_iterator entry(directory_, error), end;
    for (; !error && entry != end; entry.increment(error)) {
        std::error_code gone;
        if (std::filesystem::is_regular_file(entry->symlink_status(gone)))
            all[entry->path().string()] = entry->last_write_time(gone);
    }
    return all;
}

bool ShaderFiles::changed() {
    auto now = stamps();
    if (now == stamps_) return false;
    stamps_ = std::move(now);
    return true;
}

// Consumes a number of up to nine digits at the beginning of a text.
static bool take_number(std::string_view& text, std::size_t& number) {
    const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const auto digits = static_cast<std::size_t>(stop - text.data());
    text.remove_prefix(digits);
    return error == std::errc() && digits <= 9;
}

static bool take(std::string_view& text, std::string_view word) {
    if (!text.starts_with(word)) return false;
    text.remove_prefix(word.size());
    return true;
}

// Consumes the line number at the beginning of a driver's message.
static bool take_location(std::string_view& message, std::size_t& number) {
    // Mesa "0:12(3): error: ...", glslang "ERROR: 0:12: ...", NVIDIA "0(12) : error C0000: ..."
    take(message, "ERROR: ");
    if (take(message, "0:")) {
        std::size_t column = 0;
        if (!take_number(message, number)) return false;
        if (take(message, "(") && !(take_number(message, column) && take(message, ")"))) return false;
    } else if (!take(message, "0(") || !take_number(message, number) || !take(message, ")")) {
        return false;
    }
    take(message, " ");
    return take(message, ":");
}

std::string name_locations(const std::string& log, const std::vector<std::string>& locations, std::size_t skipped) {
    std::string named;
    std::istringstream lines(log);
    for (std::string line; std::getline(lines, line);) {
        std::string_view message = line;
        std::size_t number = 0;
        if (take_location(message, number) && number > skipped && number - skipped <= locations.size())
            line = locations[number - skipped - 1] + ":" + std::string(message);
        if (!line.empty()) named += (named.empty() ? "" : "\n") + line;
    }
    return named;
}

std::string language_of(int glsl) {
    return glsl == kEs300 ? "GLSL ES 3.00" : fmt::format("GLSL {}.{:02}", glsl / 100, glsl % 100);
}

Mode resolved(Mode mode, int glsl) {
    if (mode != Mode::exact) return mode;
    return glsl >= 400 ? Mode::precise : Mode::zero;
}

std::string shader_prelude(int glsl, Mode mode) {
    std::string text = fmt::format("#version {}\n", glsl == kEs300 ? "300 es" : fmt::format("{} core", glsl));
    if (glsl == kEs300) {
        for (const char* type : {"float", "int", "sampler2D", "usampler2D"})
            text += fmt::format("precision highp {};\n", type);
    }
    if (mode == Mode::precise && glsl < 400)
        text += "#extension GL_ARB_gpu_shader5 : require\n#define ISONOISE_PRECISE\n";
    if (mode == Mode::zero) text += "#define ISONOISE_BARRIER\n";
    if (mode == Mode::fast) text += "#define ISONOISE_FAST\n";
    return text;
}

// One triangle over the viewport.
static constexpr const char* kVertex = R"(
void main() {
    gl_Position = vec4(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0, 0.0, 1.0);
}
)";

static void compile_stage(GLuint program, GLenum stage, const std::string& before, const std::string& source,
                          const std::vector<std::string>& locations) {
    const std::string text = before + source;
    GLuint shader = glCreateShader(stage);
    const char* c_text = text.c_str();
    glShaderSource(shader, 1, &c_text, nullptr);
    glCompileShader(shader);
    GLint ok = 0, length = 0;
    glGetShaderiv(shader, GL_COMPILE_STATUS, &ok);
    if (!ok) {
        glGetShaderiv(shader, GL_INFO_LOG_LENGTH, &length);
        std::string log(static_cast<std::size_t>(length) + 1, '\0');
        glGetShaderInfoLog(shader, length, nullptr, log.data());
        glDeleteShader(shader);
        fail("{}", name_locations(log.c_str(), locations,
                                  static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'))));
    }
    glAttachShader(program, shader);
    glDeleteShader(shader);  // deleted along with the program
}

static void link(GLuint program, const std::string& name) {
    glLinkProgram(program);
    GLint ok = 0, length = 0;
    glGetProgramiv(program, GL_LINK_STATUS, &ok);
    if (!ok) {
        glGetProgramiv(program, GL_INFO_LOG_LENGTH, &length);
        std::string log(static_cast<std::size_t>(length) + 1, '\0');
        glGetProgramInfoLog(program, length, nullptr, log.data());
        fail("{}: cannot link: {}", name, log.c_str());
    }
}

Program fragment_program(int glsl, Mode mode, const ShaderFiles::Source& source, const std::string& name,
                         const std::string& defines) {
    Program program = Program::make();
    compile_stage(program.get(), GL_VERTEX_SHADER, shader_prelude(glsl, mode), kVertex, {});
    compile_stage(program.get(), GL_FRAGMENT_SHADER, shader_prelude(glsl, mode) + defines, source.text,
                  source.locations);
    link(program.get(), name);
    return program;
}

Program Shaders::compile(const std::string& file, const std::string& defines) const {
    const ShaderFiles::Source source = files_.resolve(file);
    if (!file.ends_with(".comp")) return fragment_program(glsl_, mode_, source, file, defines);
    Program program = Program::make();
    compile_stage(program.get(), GL_COMPUTE_SHADER, shader_prelude(glsl_, mode_) + defines, source.text,
                  source.locations);
    link(program.get(), file);
    return program;
}

GLuint Shaders::use(const std::string& file, const std::string& defines) {
    const std::pair key(file, defines);
    auto found = programs_.find(key);
    if (found == programs_.end()) {
        Program fresh = compile(file, defines);
        if (programs_.size() == kMostPrograms) {
            const auto oldest = std::min_element(programs_.begin(), programs_.end(), [](const auto& a, const auto& b) {
                return a.second.used < b.second.used;
            });
            uniforms_.erase(oldest->second.program.get());
            programs_.erase(oldest);
        }
        found = programs_.emplace(key, Kept{std::move(fresh)}).first;
    }
    found->second.used = ++uses_;
    glUseProgram(found->second.program.get());
    return found->second.program.get();
}

Uniforms& Shaders::uniforms(GLuint program) { return uniforms_.try_emplace(program, program).first->second; }

bool Shaders::reload(std::string& error) {
    if (!files_.changed()) return false;
    std::map<std::pair<std::string, std::string>, Kept> fresh;
    try {
        for (const auto& [key, old] : programs_)
            fresh[key] = {compile(key.first, key.second), old.used};
    } catch (const Error& e) {
        error = e.what();
        return false;
    }
    programs_ = std::move(fresh);
    uniforms_.clear();
    error.clear();
    return true;
}

}  // namespace isonoise
