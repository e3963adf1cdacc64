// isonoise_words TARGET: prints a target's dictionary for libFuzzer: words that the program knows.
#include <cstdio>
#include <cstring>
#include <set>

#include "cli/command_line.hpp"
#include "cli/verbs.hpp"
#include "conformance/report.hpp"
#include "fuzz.hpp"
#include "gpu/shader.hpp"
#include "scene/preset.hpp"
#include "isonoise/function/reading/tokens.hpp"

using namespace isonoise;

namespace {

using Words = std::set<std::string>;

// Names of settings and of looks, and their choices.
void add_settings(Words& words, const std::string& prefix, const std::string& suffix) {
    const auto visit = [&](const SettingInfo& info, auto) {
        words.insert(prefix + info.name + suffix);
        words.insert(info.names.begin(), info.names.end());
    };
    for_each_setting(visit);
    for_each_look(visit);
}

void add_options(Words& words) {
    CommandLine line;
    add_verbs(line);
    for (const VerbInfo& verb : line.verbs()) {
        words.insert(verb.name);
        for (const OptionInfo& option : verb.options) {
            words.insert(option.name + (option.placeholder.empty() ? "" : "="));
            words.insert(option.choices.begin(), option.choices.end());
        }
    }
}

// The words and operators of our shaders.
void add_glsl(Words& words) {
    for (const EmbeddedShader& file : embedded_shaders()) {
        for (const glsl::Token& token : glsl::tokens(file.text)) {
            if (token.text.size() <= 16 && !glsl::is_digit(token.text[0])) words.insert(token.text);
        }
    }
    for (const char* directive : {"#include \"", "#define ", "#if ", "#ifdef ", "#ifndef ", "#else\n", "#elif ",
                                  "#endif\n", "#undef ", "#error ", "defined(", "\n//// "})
        words.insert(directive);
}

// The quoted words of a text: JSON's keys and values.
void add_quoted(Words& words, std::string_view text) {
    for (auto from = text.find('"'); from != text.npos;) {
        const auto to = text.find('"', from + 1);
        if (to == text.npos) return;
        if (to - from <= 30) words.emplace(text.substr(from, to - from + 1));
        from = text.find('"', to + 1);
    }
}

// The keys of a report, and escapes.
void add_report(Words& words) {
    DriverRun run{.language = kLanguages[0], .mode = "fast", .integers = Counts(), .forms = Counts(), .failed = "no"};
    run.arithmetic["fast"] = {};
    run.functions.push_back({});
    run.functions[0].largest_ulp = 1;
    run.functions[0].largest_difference = run.functions[0].largest_gradient_difference = 1.0;
    add_quoted(words, to_json(DriverReport{.browser = "none", .runs = {run}}));
    for (const char* language : kLanguages)
        words.insert(language);
    for (const char* escape : {"\\u0009", "\\u001b", "\\u202e", "\\\"", "\xc2\x9b"})
        words.insert(escape);
}

}  // namespace

int main(int argc, char** argv) {
    const std::string target = argc > 1 ? argv[1] : "";
    Words words;
    if (target == "preset" || target == "world" || target == "tiles") {
        for (const BuiltinPreset& preset : builtin_presets())
            add_quoted(words, preset.json);
    }
    if (target == "settings") add_settings(words, "", " ");
    if (target == "address") add_settings(words, " --", "=");
    if (target == "c") add_settings(words, "", "\n");
    if (target == "cli") add_options(words);
    if (target == "glsl") add_glsl(words);
    if (target == "report") add_report(words);
    for (const std::string& word : words) {
        std::string text;
        for (const char c : word) {
            if (c == '"' || c == '\\') text += '\\';
            const auto byte = static_cast<unsigned char>(c);
            text += byte >= 0x20 && byte < 0x7F ? std::string(1, c) : fmt::format("\\x{:02x}", byte);
        }
        if (!word.empty()) std::printf("\"%s\"\n", text.c_str());
    }
}
