#include "isonoise/function/source.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "isonoise/function/cells.hpp"
#include "isonoise/function/gradient.hpp"
#include "isonoise/function/hiding.hpp"
#include "isonoise/function/library.hpp"
#include "isonoise/function/limits.hpp"
#include "isonoise/function/locals.hpp"
#include "isonoise/function/order.hpp"
#include "isonoise/function/preset.hpp"
#include "isonoise/function/reading/parser.hpp"
#include "isonoise/function/reading/preprocessor.hpp"
#include "isonoise/function/reading/types.hpp"
#include "isonoise/isonoise.hpp"
#include "isonoise/untrusted.hpp"

namespace isonoise::function {
namespace {

using glsl::Declaration;
using glsl::Expression;
using glsl::fault_at;
using glsl::Statement;
using glsl::Tokens;
using glsl::Type;

constexpr std::size_t kMostFiles = 64;

constexpr const char* kPreset = ".json";
bool is_preset(const std::string& file) { return file.ends_with(kPreset); }

// A text with each line's place.
struct Lines {
    std::string text;
    std::vector<std::string> locations;
};

// The file that a line includes.
struct Included {
    std::string file;
    std::size_t column;       // of its name
    std::string preset = {};  // the text of a preset, if it is behind the name
    std::size_t preset_column = 0;
};
std::optional<Included> included(const std::string& line, const std::string& location) {
    const std::size_t sign = line.find_first_not_of(" \t");
    if (sign == std::string::npos || line[sign] != '#') return {};
    const std::size_t word = line.find_first_not_of(" \t", sign + 1);
    if (word == std::string::npos || line.compare(word, 7, "include") != 0) return {};
    const std::size_t open = line.find('"', word), close = open == std::string::npos ? open : line.find('"', open + 1);
    if (close == std::string::npos) fault_at(location + ":1", "expected #include \"file\"");
    Included result{line.substr(open + 1, close - open - 1), open + 2};
    const std::size_t brace = line.find_first_not_of(" \t", close + 1);
    if (is_preset(result.file) && brace != std::string::npos && line[brace] == '{') {
        result.preset = line.substr(brace);
        result.preset_column = brace + 1;
    }
    return result;
}

// "hills" of "folder/hills.json"
std::string preset_name(const std::string& file) {
    const std::size_t from = file.find_last_of("/\\") + 1;  // npos + 1 is 0
    return file.substr(from, file.size() - from - std::string_view(kPreset).size());
}

const std::set<std::string, std::less<>>& refused() {
    static const std::set<std::string, std::less<>> all = {
        "texture",   "texelFetch", "textureLod", "dFdx", "dFdy", "fwidth",  "double",    "discard", "sampler2D",
        "sampler3D", "image2D",    "switch",     "do",   "goto", "varying", "attribute", "layout"};
    return all;
}

bool is_reserved(const std::string& name) {
    return name.starts_with("isonoise_") || name.starts_with("ISO") || name.starts_with("gl_");
}

// #version and #pragma are for drivers and editors.
bool says_nothing(const std::string& line) {
    const std::size_t at = line.find_first_not_of(" \t");
    if (at == line.npos || line[at] != '#') return false;
    const std::size_t word = std::min(line.find_first_not_of(" \t", at + 1), line.size());
    return line.compare(word, 7, "version") == 0 || line.compare(word, 6, "pragma") == 0;
}

// Does the line, which may begin in a comment /* */, end in one?
bool ends_in_comment(std::string_view line, bool in_comment) {
    while (true) {
        const std::size_t begin = in_comment ? 0 : line.find("/*");
        if (begin > line.find("//") || begin == line.npos) return false;
        if (!in_comment) line.remove_prefix(begin + 2);
        const std::size_t end = line.find("*/");
        if (end == line.npos) return true;
        line.remove_prefix(end + 2);
        in_comment = false;
    }
}

class Files {
  public:
    // `joins`: presets stay in the text.
    explicit Files(const Include& include, bool joins = false) : include_(include), joins_(joins) {}

    // Appends a file, with those that it includes in their places; each file once.
    void add(const std::string& text, const std::string& name, Lines& to) {
        if (!is_new(name) || !texts_.insert(text).second) return;  // a file may have two names
        std::size_t number = 0;
        bool in_comment = false;
        for (std::size_t from = 0; from < text.size(); ++number) {
            const std::size_t end = std::min(text.find('\n', from), text.size());
            const std::string line = text.substr(from, end - from), location = name + ":" + std::to_string(number + 1);
            from = end + 1;
            const bool apart = std::exchange(in_comment, ends_in_comment(line, in_comment));
            if (const auto file = apart ? std::nullopt : included(line, location)) {
                if (is_preset(file->file)) {
                    add_preset(*file, name, number + 1, to);
                } else {
                    add(text_of(file->file, location), file->file, to);
                }
                continue;
            }
            to.text += (!apart && says_nothing(line) ? "" : line) + "\n";
            to.locations.push_back(location);
            if (to.text.size() > kMostText) fault_at(location, "the text is longer than a megabyte");
        }
    }

    std::map<std::string, std::shared_ptr<const Noise>> presets;

  private:
    bool is_new(const std::string& name) {
        if (!seen_.insert(name).second) return false;
        if (seen_.size() > kMostFiles) fault_at(name, "more than ", std::to_string(kMostFiles), " files are included");
        return true;
    }
    std::string text_of(const std::string& file, const std::string& location) const {
        const auto found = include_ ? include_(file) : std::nullopt;
        if (!found) fault_at(location + ":1", "cannot read ", in_quotes(file));
        if (found->size() > kMostText) fault_at(file, "the text is longer than a megabyte");
        return *found;
    }

    void add_preset(const Included& one, const std::string& in, std::size_t line, Lines& to) {
        if (!is_new(one.file)) return;
        const std::string location = in + ":" + std::to_string(line),
                          where = location + ":" + std::to_string(one.column);
        std::string json = one.preset.empty() ? text_of(one.file, location) : one.preset;
        const std::string name = preset_name(one.file);
        check_preset_name(name, where);
        const Settings settings =
            one.preset.empty() ? preset_settings(json, one.file) : preset_settings(json, in, line, one.preset_column);
        presets[name] = std::make_shared<const Noise>(settings);
        if (!joins_) return;
        std::replace_if(
            json.begin(), json.end(), [](char c) { return c == '\n' || c == '\r'; }, ' ');
        to.text += "#include \"" + one.file + "\" " + json.substr(json.find('{')) + "\n";
        to.locations.push_back(location);
    }
    void check_preset_name(const std::string& name, const std::string& where) const {
        const auto refuse = [&](const char* why) {
            fault_at(where, "the preset ", in_quotes(name + kPreset), " cannot be a function named ", in_quotes(name),
                     why);
        };
        if (!glsl::is_word(name) || !std::all_of(name.begin(), name.end(), glsl::in_word))
            refuse(": expected letters, digits and _");
        if (is_reserved(name)) refuse(": names that begin with isonoise_, ISO or gl_ are reserved");
        if (is_taken(name) || refused().contains(name)) refuse(": that name is taken");
        for (const auto& [other, noise] : presets) {
            for (const char* suffix : {"", "_gradient", "_slope"}) {
                if (name == other + suffix || other == name + suffix)
                    refuse((": the preset " + in_quotes(other + kPreset) + " has that name").c_str());
            }
        }
    }

    const Include& include_;
    bool joins_;
    std::set<std::string> seen_, texts_;
};

// ---- Checks of what the user wrote

std::string what_is_refused(const std::string& word) {
    if (word.starts_with("texture") || word == "texelFetch") return "a texture cannot have the same bits everywhere";
    if (word.starts_with("dF") || word == "fwidth") return "derivatives between pixels cannot be had on a CPU";
    if (word == "double") return "most GPUs lack doubles";
    if (word == "switch") return "switch is not known here: use if and else";
    if (word == "do") return "do is not known here: use for or while";
    return in_quotes(word) + " is not known here";
}

// Takes out what else is for drivers and editors: precision highp float; and highp.
void drop_precision(Tokens& tokens) {
    Tokens all;
    std::string blanks;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        const std::string& word = tokens[i].text;
        const bool statement = word == "precision" && i + 3 < tokens.size() && tokens[i + 3].text == ";";
        if (statement) i += 3;
        if (!statement && word != "highp" && word != "mediump" && word != "lowp") {
            all.push_back(std::move(tokens[i]));
            std::string& before = all.back().before;
            if (!blanks.empty()) before = std::exchange(blanks, {}) + (before == " " ? "" : before);
        } else {
            blanks += tokens[statement ? i - 3 : i].before;
        }
    }
    tokens = std::move(all);
}

void check_words(const Tokens& tokens) {
    for (const glsl::Token& token : tokens) {
        if (refused().contains(token.text)) fault_at(token.location, what_is_refused(token.text));
        if (is_reserved(token.text))
            fault_at(token.location, "the name ", in_quotes(token.text),
                     " is reserved: it begins with isonoise_, ISO or gl_");
        if (glsl::is_word(token.text) && token.text.find("__") != std::string::npos)
            fault_at(token.location, "the name ", in_quotes(token.text),
                     " is reserved: it has two underscores together");
    }
}

bool is_point(const Type& type) { return type.kind == Type::real && !type.array && type.size <= 4; }

std::size_t main_of(const glsl::Program& program, std::size_t from, const std::string& name) {
    std::optional<std::size_t> main;
    for (std::size_t i = from; i < program.size(); ++i) {
        const Declaration& d = program[i];
        if (d.kind != Declaration::function || d.name != "noise") continue;
        const std::string& where = d.tokens[0].location;
        if (main) fault_at(where, "there is a second function named noise");
        if (d.variables.size() != 1 || !is_point(d.variables[0].type) || d.variables[0].out || !is_point(d.type))
            fault_at(where, "noise: expected a point, float or vec2 to vec4, as its only parameter, and such a result");
        main = i;
    }
    if (!main)
        fault_at(name, "there is no function named noise, such as float noise(vec2 p) { return perlin2(p, 1u); }");
    return *main;
}

// Refuses a call of derivatives that a preset lacks.
void check_derivatives(const Text& text) {
    for (const auto& [name, noise] : text.presets) {
        const Settings& settings = noise->settings();
        const std::string suffix = derivative_suffix(settings);
        for (const glsl::Token& token : text.tokens) {
            if (suffix != "_gradient" && token.text == name + "_gradient")
                fault_at(token.location, "the preset ", in_quotes(name + kPreset), " has no gradient: ",
                         suffix.empty() ? "its algorithm has none"
                                        : in_quotes(name + suffix) + " has the slope that fractal eroded accumulates");
            if (suffix != "_slope" && token.text == name + "_slope")
                fault_at(token.location, "the preset ", in_quotes(name + kPreset),
                         " has no slope: its fractal is not eroded");
        }
    }
}

std::string signature_of(const Declaration& d) {
    std::string signature = d.name;
    for (const glsl::Variable& v : d.variables)
        signature += d.kind == Declaration::function ? "," + name_of(v.type) : "";
    return signature;
}

// Refuses names that the library already has, except for functions with other parameters, and second declarations.
void check_names(const glsl::Program& program, std::size_t from) {
    std::set<std::string> library, presets, known;  // known: names, or signatures of functions
    for (std::size_t i = 0; i < from; ++i) {
        (program[i].preset ? presets : library).insert(program[i].name);
        known.insert(signature_of(program[i]));
    }
    for (std::size_t i = from; i < program.size(); ++i) {
        const Declaration& d = program[i];
        const std::string& where = d.tokens[0].location;
        if (presets.contains(d.name)) fault_at(where, "a preset has a function named ", in_quotes(d.name), " already");
        const bool is_function = d.kind == Declaration::function, of_glsl = d.name.starts_with("isonoise_");
        if (of_glsl || (is_function && is_of_glsl(d.name)))
            fault_at(where, "GLSL has a function named ", in_quotes(of_glsl ? d.name.substr(9) : d.name),
                     " already: give yours another name");
        if (library.contains(d.name) && (!is_function || known.contains(signature_of(d))))
            fault_at(where, "the library has a function named ", in_quotes(d.name), " already: give yours another name",
                     is_function ? " or other parameters" : "");
        if (is_function && d.tokens.back().text == ";")
            fault_at(where, "the function ", in_quotes(d.name), " has no body: write it above its first call");
        if (!known.insert(signature_of(d)).second) fault_at(where, in_quotes(d.name), " is declared a second time");
    }
}

}  // namespace

Text read(const std::string& text, const std::string& name, const Include& include) {
    Lines lines;
    Files files(include);
    files.add(text, name, lines);
    Tokens tokens = glsl::preprocess(glsl::tokens(lines.text, lines.locations), {{"GL_ES", 1}, {"__VERSION__", 300}});
    drop_precision(tokens);
    if (tokens.empty()) fault_at(name, "the text is empty");
    check_words(tokens);
    for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
        if (tokens[i + 1].text == "(" && is_renamed(tokens[i].text) && (i == 0 || tokens[i - 1].text != "."))
            tokens[i].text = "isonoise_" + (tokens[i].text == "roundEven" ? "round" : tokens[i].text);
    }
    Text all{std::move(tokens), std::move(files.presets), head_comment(text)};
    check_derivatives(all);
    return all;
}

std::vector<std::string> included_files(const std::string& text) {
    std::vector<std::string> names;
    for (std::size_t from = 0, end = 0; from < text.size(); from = end + 1) {
        end = std::min(text.find('\n', from), text.size());
        try {
            if (const auto line = included(text.substr(from, end - from), "")) names.push_back(line->file);
        } catch (const Error&) {  // read() reports it
        }
    }
    return names;
}

static Include included_by(const Function& function) {
    return [&function](const std::string& file) -> std::optional<std::string> {
        const auto found = function.includes().find(file);
        return found == function.includes().end() ? std::nullopt : std::optional(found->second);
    };
}

Text read(const Function& function) { return read(function.text(), function.name(), included_by(function)); }

std::string joined(const Function& function) {
    const Include include = included_by(function);
    Lines lines;
    Files(include, true).add(function.text(), function.name(), lines);
    return lines.text;
}

std::string entry_name(const Form& form) {
    return std::string("noise") + (form.gradient ? "_gradient" : "") + (form.cells ? "_cell" : "");
}

static std::string trimmed(const std::string& line) {
    const std::size_t from = line.find_first_not_of(" \t\r");
    return from == line.npos ? "" : line.substr(from, line.find_last_not_of(" \t\r") - from + 1);
}

// Returns the lines above the first one that has code, which goes to `next`. Empty lines within /* */ become "*".
static std::vector<std::string> first_comments(const std::string& text, std::string& next) {
    std::size_t at = 0, line = 0;     // where the current line begins
    std::size_t comment = text.npos;  // where the line begins in which the last comment of several lines opens
    for (;;) {
        const std::size_t from = std::min(text.find_first_not_of(" \t\r\n", at), text.size());
        if (text.find('\n', at) < from) line = text.rfind('\n', from == 0 ? 0 : from - 1) + 1;
        if (text.compare(from, 2, "//") == 0) {
            at = std::min(text.find('\n', from), text.size());
        } else if (text.compare(from, 2, "/*") == 0) {
            at = std::min(text.find("*/", from + 2), text.size() - 2) + 2;
            if (text.find('\n', from) < at) comment = std::exchange(line, text.rfind('\n', at - 1) + 1);
        } else {
            at = from;
            break;
        }
    }
    const std::size_t end = std::min(text.find('\n', at), text.size());
    next = trimmed(text.substr(at, end - at));
    if (comment != text.npos && line > comment && !trimmed(text.substr(line, at - line)).empty()) line = comment;
    std::vector<std::string> lines;
    bool in_comment = false;
    for (std::size_t from = 0; from < line;) {
        const std::size_t stop = std::min(text.find('\n', from), line);
        const std::string one = trimmed(text.substr(from, stop - from));
        from = stop + 1;
        const bool inside = std::exchange(in_comment, ends_in_comment(one, in_comment));
        lines.push_back(one.empty() && inside ? "*" : one);
    }
    return lines;
}

std::string head_comment(const std::string& text) {
    std::string next;
    std::vector<std::string> lines = first_comments(text, next);
    const bool other = next.starts_with("#") || next.starts_with("uniform") || next.starts_with("const") ||
                       next.starts_with("struct") || next.starts_with("precision");
    while (!other && !lines.empty() && !lines.back().empty())
        lines.pop_back();  // about the function below
    std::erase_if(lines, [](const std::string& line) { return line.starts_with("// look:"); });
    while (!lines.empty() && lines.back().empty())
        lines.pop_back();
    std::string head;
    for (const std::string& line : lines)
        head += line.empty() && head.empty() ? "" : line + "\n";
    return head;
}

// Removes the text's head, and its `// look:` lines, from the comments above the first declaration.
static void drop_head(std::string& before, const std::string& head) {
    std::size_t at = 0;
    const auto next = [&] {  // the head's next line with words
        std::string line;
        while (at < head.size() && (line.empty() || line == "*")) {
            const std::size_t end = head.find('\n', at);
            line = head.substr(at, end - at);
            at = end + 1;
        }
        return line == "*" ? "" : line;
    };
    std::string expected = next();
    std::size_t from = 0, last = 0;  // the line's begin; the end of what goes
    while (from < before.size()) {
        const std::size_t end = std::min(before.find('\n', from), before.size());
        const std::string line = trimmed(before.substr(from, end - from));
        from = std::min(end + 1, before.size());
        if (line.empty()) continue;
        const bool look = line.starts_with("// look:");
        if (!look && line != expected) break;
        if (!look) expected = next();
        last = end;
    }
    before.erase(0, last);
}

// Like resolved(), without limits. Of `derived`, which is behind the text, only what `entry` needs is kept.
static Source parsed(const Tokens& exact, const Tokens& library, const Text& text, const std::string& derived = {},
                     const std::string& entry = "noise") {
    Source source;
    source.program = glsl::declarations(exact);
    std::erase_if(source.program, [](const Declaration& d) { return d.kind == Declaration::uniform; });
    std::vector<std::size_t> roots;
    for (std::size_t i = 0; i < source.program.size(); ++i) {
        source.program[i].exact = true;
        for (const auto& [name, noise] : text.presets) {
            if (source.program[i].name == name || source.program[i].name == name + derivative_suffix(noise->settings()))
                source.program[i].preset = noise;
        }
        if (source.program[i].tokens[0].location.empty() && source.program[i].tokens.back().text != ";")
            roots.push_back(i);
    }
    for (Declaration& d : glsl::declarations(library))
        source.program.push_back(std::move(d));
    const std::size_t from = source.program.size();
    for (Declaration& d : glsl::declarations(text.tokens)) {
        if (!glsl::is_word(d.name))
            fault_at(d.tokens[0].location, "expected a function, a constant, a structure or a uniform");
        source.program.push_back(std::move(d));
    }
    check_names(source.program, from);
    main_of(source.program, from, text.tokens[0].location);
    std::set<std::string> own;
    for (std::size_t i = from; i < source.program.size(); ++i) {  // checked whether called or not
        roots.push_back(i);
        own.insert(source.program[i].tokens[0].location);
    }
    for (Declaration& d : glsl::declarations(glsl::tokens(derived))) {
        if (d.name == entry) roots.push_back(source.program.size());
        source.program.push_back(std::move(d));
    }
    drop_head(source.program[from].before, text.head);
    source.program = glsl::needed(std::move(source.program), roots);
    for (Declaration& d : source.program) {
        if (own.contains(d.tokens[0].location)) settle_order(d, source.program);
    }
    for (std::size_t i = 0; i < source.program.size(); ++i) {
        const Declaration& d = source.program[i];
        if (d.kind == Declaration::function && d.name == "noise") source.main = i;
        if (d.kind == Declaration::function && d.name == entry) source.entry = i;
        if (d.kind == Declaration::uniform) source.parameters.push_back(i);
        if (d.kind == Declaration::function && is_of_library(d.name) && own.contains(d.tokens[0].location))
            source.overloads.push_back(i);
    }
    return source;
}

// The text with its functions that overload the library's renamed: not every language has overloads, and gradients go
// by names.
static Text without_overloads(Text text, Source& source) {
    std::set<std::string> words, names, places;  // places: of the names to change
    for (const glsl::Token& token : text.tokens)
        words.insert(token.text);
    for (const std::size_t i : source.overloads) {
        const Declaration& d = source.program[i];
        names.insert(d.name);
        const auto is_name = [&](const glsl::Token& token) { return token.text == d.name; };
        places.insert(std::find_if(d.tokens.begin(), d.tokens.end(), is_name)->location);
    }
    for (Declaration& d : source.program) {
        glsl::for_each_expression(d, [&](Expression& e) {
            const auto& all = source.overloads;
            if (std::find(all.begin(), all.end(), e.function) != all.end()) places.insert(e.where);
        });
    }
    for (const std::string& name : names) {
        std::string own = "own_" + name;
        while (!words.insert(own).second)
            own += "_";
        for (std::size_t i = 0; i + 1 < text.tokens.size(); ++i) {
            glsl::Token& token = text.tokens[i];
            if (token.text == name && text.tokens[i + 1].text == "(" && places.contains(token.location))
                token.text = own;
        }
    }
    return text;
}

Source resolved(const Tokens& exact, const Tokens& library, const Text& text, const Form& form) {
    Source source = parsed(exact, library, text);
    if (!source.overloads.empty()) return resolved(exact, library, without_overloads(text, source), form);
    if (form.local) return_local(source.program[source.main], *form.local);
    const Declaration& main = source.program[source.main];
    const std::string& where = main.tokens[0].location;
    for (const std::string& name : {entry_name({.gradient = form.gradient}), entry_name(form)}) {
        for (const Declaration& d : source.program) {
            if (d.kind == Declaration::function && d.name == name && name != main.name)
                fault_at(where, "the text has a function named ", name, " already");
        }
    }
    if (form.gradient && main.type.size != 1)
        fault_at(where, "noise_gradient: expected a function that returns one number, a float");
    CellText cells;
    if (form.cells) cells = cell_text(source.program, source.main);
    std::string derived;
    if (form.gradient) {
        glsl::Program renamed = source.program;  // in `float x = f(x)` the second x may be a constant
        rename_hiding(renamed);
        derived = gradient_text(renamed, source.main);
        source = parsed(exact, library, text, derived, "noise_gradient");
        if (form.cells) cells.text = cell_text(source.program, source.entry).text;  // its places are in no file
    }
    if (form.cells) source = parsed(exact, library, text, derived + cells.text, entry_name(form));
    source.rounded = std::move(cells.rounded);
    give_first_values(source.program);
    limit_loops(source.program, source.entry);
    return source;
}

static std::string with_line(const std::string& message, const std::string& name, const std::string& text) {
    // name:line:column: ...
    if (!message.starts_with(name + ":")) return message;
    std::size_t at = name.size() + 1, line = 0, column = 0;
    for (; at < message.size() && glsl::is_digit(message[at]); ++at)
        line = 10 * line + static_cast<std::size_t>(message[at] - '0');
    if (line == 0 || at >= message.size() || message[at] != ':') return message;
    for (++at; at < message.size() && glsl::is_digit(message[at]); ++at)
        column = 10 * column + static_cast<std::size_t>(message[at] - '0');
    std::size_t from = 0;
    for (; line > 1 && from < text.size(); --line)
        from = std::min(text.find('\n', from), text.size() - 1) + 1;
    std::string own = text.substr(from, std::min(text.find('\n', from), text.size()) - from);
    if (own.ends_with('\r')) own.pop_back();
    if (column == 0 || column > own.size() || own.size() > 200) return message;
    std::replace(own.begin(), own.end(), '\t', ' ');
    return message + "\n    " + own + "\n    " + std::string(column - 1, ' ') + "^";
}

std::string with_line(const std::string& message, const Function& function) {
    for (const auto& [name, text] : function.includes()) {
        if (message.starts_with(name + ":")) return with_line(message, name, text);
    }
    return with_line(message, function.name(), function.text());
}

}  // namespace isonoise::function
