// isonoise generate: the manual page and shell completions, from the same table of options as --help.
#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/options.hpp"
#include "cli/verbs.hpp"
#include "io/output.hpp"
#include "version.hpp"

namespace isonoise {
namespace {

enum class Generated { man, bash, zsh, fish };
constexpr const char* kGenerated[] = {"man", "bash", "zsh", "fish"};

using Verbs = std::vector<VerbInfo>;

bool takes_value(const OptionInfo& option) { return option.is_word() || !option.placeholder.empty(); }
bool names_file(const OptionInfo& option) {
    return option.placeholder == "FILE" || option.name == "PRESET" || option.name == "FUNCTION";
}
bool names_folder(const OptionInfo& option) { return option.placeholder == "DIR" || option.name == "DIR"; }

// A text with some of its characters replaced.
std::string with_escapes(std::string_view text, std::initializer_list<std::pair<char, const char*>> replacements) {
    std::string result;
    for (const char c : text) {
        std::string_view one(&c, 1);
        for (const auto& [from, to] : replacements)
            if (c == from) one = to;
        result += one;
    }
    return result;
}

// ---- The manual page

std::string roff(std::string_view text) {
    const std::string result = with_escapes(
        text, {{'\\', "\\e"}, {'-', "\\-"}, {'\'', "\\(aq"}, {'~', "\\(ti"}, {'^', "\\(ha"}, {'`', "\\(ga"}});
    return (result.starts_with('.') ? "\\&" : "") + result;
}

// Lines that start with two blanks are examples.
std::string paragraphs(std::string_view text) {
    std::string result;
    bool in_example = false, starts = true;
    while (!text.empty()) {
        const std::string_view line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(text.size(), line.size() + 1));
        const bool example = line.starts_with("  ");
        if (in_example && !example) result += ".EE\n.RE\n";
        if (example && !in_example) result += ".PP\n.RS 4\n.EX\n";
        if (!example && !line.empty() && !starts) result += ".PP\n";
        if (!line.empty()) result += roff(line.substr(example ? 2 : 0)) + "\n";
        in_example = example;
        starts = false;
    }
    return result + (in_example ? ".EE\n.RE\n" : "");
}

std::string man_option(const OptionInfo& option) {
    std::string name = fmt::format("\\fB{}\\fR", roff(option.name));
    if (!option.placeholder.empty()) name += fmt::format(" \\fI{}\\fR", roff(option.placeholder));
    return fmt::format(".TP\n{}\n{}\n", name, roff(option.about));
}

std::string man(const Verbs& verbs) {
    std::string page = fmt::format(
        ".TH ISONOISE 1 \"\" \"isonoise {}\" \"User Commands\"\n.SH NAME\nisonoise \\- {}\n.SH SYNOPSIS\n"
        ".B isonoise\n\\fIVERB\\fR [\\fIPRESET\\fR] [\\fIOPTIONS\\fR]\n.SH DESCRIPTION\n"
        "The same settings give equal values, in every bit, on the CPU and in OpenGL shaders. The options under "
        "SETTINGS choose the noise, those under PICTURE how a scene shows it.\n.SH VERBS\n",
        kVersion, roff(kAbout));
    std::vector<std::pair<std::string, std::string>> groups;  // unique, although several verbs may have a group
    for (const VerbInfo& verb : verbs) {
        std::string words, own;
        std::vector<std::string> used;
        for (const OptionInfo& option : verb.options) {
            if (option.is_word()) words += fmt::format(" [\\fI{}\\fR]", option.name);
            if (option.group.empty()) {
                own += man_option(option);
                continue;
            }
            std::string name = option.group;
            for (char& c : name)
                if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
            if (used.empty() || used.back() != name) used.push_back(name);
            auto group = std::find_if(groups.begin(), groups.end(), [&](auto& one) { return one.first == name; });
            if (group == groups.end()) group = groups.insert(groups.end(), {name, ""});
            const std::string text = man_option(option);
            if (group->second.find(text) == std::string::npos) group->second += text;
        }
        page += fmt::format(".SS isonoise {}{} [\\fIOPTIONS\\fR]\n", verb.name, words);
        std::string about = verb.about;
        about[0] = static_cast<char>(about[0] - 'a' + 'A');
        page += roff(about) + ".\n";
        if (!verb.footer.empty()) page += ".PP\n" + paragraphs(verb.footer);
        page += own;
        if (!used.empty()) page += fmt::format(".PP\nAlso the options under {}.\n", fmt::join(used, ", "));
    }
    for (const auto& [name, text] : groups)
        page += fmt::format(".SH {}\n{}", name, text);
    return page + ".SH EXIT STATUS\n"
                  "0: success. 1: \\fBverify\\fR found a difference. 2: an error, which a message explains.\n"
                  ".SH FILES\n.TP\n\\fI$XDG_CONFIG_HOME/isonoise\\fR, by default \\fI\\(ti/.config/isonoise\\fR\n"
                  "The last state of the viewer, and your presets. Each preset is a JSON file. "
                  "A desktop opens one whose name ends in \\fB.isonoise\\fR by a double click.\n";
}

// ---- Completions

// The start of a description, without values and defaults: the list is narrow.
std::string brief(const std::string& about) {
    return about.substr(0, std::min({about.find(" ("), about.find(" ["), about.find(": "), about.find("; ")}));
}

std::string names_of(const Verbs& verbs) {
    std::string names;
    for (const VerbInfo& verb : verbs)
        names += verb.name + " ";
    return names + "--help --version";
}

std::string bash(const Verbs& verbs) {
    std::string text = fmt::format(R"(# isonoise {}: completion for bash
_isonoise() {{
    local cur=${{COMP_WORDS[COMP_CWORD]}} previous=${{COMP_WORDS[COMP_CWORD - 1]}} words="" paths=""
    if [[ $cur = "=" ]]; then  # to bash, the = of --scene=map is a word
        cur=""
    elif [[ $previous = "=" ]]; then
        previous=${{COMP_WORDS[COMP_CWORD - 2]}}
    fi
    if ((COMP_CWORD == 1)); then
        words="{}"
    else
        case ${{COMP_WORDS[1]}} in
)",
                                   kVersion, names_of(verbs));
    for (const VerbInfo& verb : verbs) {
        text += fmt::format("        {})\n            case $previous in\n", verb.name);
        std::string options = "--help", word, values;
        for (const OptionInfo& option : verb.options) {
            std::string found;
            if (!option.choices.empty()) found = fmt::format("words=\"{}\"", fmt::join(option.choices, " "));
            if (names_file(option) || names_folder(option))
                found += fmt::format("{}paths=-{}", found.empty() ? "" : " ", names_file(option) ? 'f' : 'd');
            if (option.is_word()) {
                word = found;
                continue;
            }
            options += " " + option.name;
            if (!takes_value(option)) continue;
            if (found.empty()) {
                values += (values.empty() ? "" : " | ") + option.name;
            } else {
                text += fmt::format("            {}) {} ;;\n", option.name, found);
            }
        }
        if (!values.empty()) text += fmt::format("            {}) ;;\n", values);
        text += fmt::format("            *)\n                if [[ $cur = -* ]]; then\n"
                            "                    words=\"{}\"\n",
                            options);
        // A verb takes at most one bare word.
        if (!word.empty()) text += fmt::format("                else\n                    {}\n", word);
        text += "                fi ;;\n            esac ;;\n";
    }
    return text + R"(        esac
    fi
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur")
    if [[ $paths ]]; then
        compopt -o filenames 2>/dev/null
        mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen "$paths" -- "$cur")
    fi
}
complete -F _isonoise isonoise
)";
}

std::string zsh(const Verbs& verbs) {
    const auto quoted = [](const std::string& about) {  // within '...[about]...'
        return with_escapes(brief(about), {{'\'', "'\\''"}, {'[', "\\["}, {']', "\\]"}, {':', "\\:"}, {'\\', "\\\\"}});
    };
    std::string text =
        fmt::format("#compdef isonoise\n# isonoise {}: completion for zsh\n_isonoise() {{\n"
                    "    local state curcontext=$curcontext\n"
                    "    _arguments -C '(- *)'{{-h,--help}}'[print this help]' "
                    "'(- *)--version[print the version]' '(-)1:verb:->verb' '(-)*::argument:->arguments'\n"
                    "    case $state in\n    verb)\n        local -a verbs=(\n",
                    kVersion);
    std::string presets;
    for (const VerbInfo& verb : verbs)
        text += fmt::format("            '{}:{}'\n", verb.name, quoted(verb.about));
    text += "        )\n        _describe verb verbs ;;\n    arguments)\n        case $words[1] in\n";
    for (const VerbInfo& verb : verbs) {
        text += fmt::format("        {})\n            _arguments '(- *)'{{-h,--help}}'[print this help]'", verb.name);
        for (const OptionInfo& option : verb.options) {
            const std::string choices = fmt::format("({})", fmt::join(option.choices, " "));
            std::string action = option.choices.empty() ? " " : choices;
            if (names_folder(option)) action = "_files -/";
            if (names_file(option)) {
                action = option.choices.empty() ? "_files"
                         : option.name == "PRESET"
                             ? "_isonoise_preset"
                             : fmt::format("{{compadd {}; _files}}", fmt::join(option.choices, " "));
                if (option.name == "PRESET") presets = choices;
            }
            text += " \\\n                ";
            if (option.is_word()) {
                text += fmt::format("'1:{}:{}'", option.name, action);
            } else if (takes_value(option)) {
                const char* equals = option.name.starts_with("--") ? "=" : "";
                text += fmt::format("'{}{}[{}]:{}:{}'", option.name, equals, quoted(option.about),
                                    quoted(option.placeholder), action);
            } else {
                text += fmt::format("'{}[{}]'", option.name, quoted(option.about));
            }
        }
        text += " ;;\n";
    }
    text += "        esac ;;\n    esac\n}\n";
    text +=
        fmt::format("_isonoise_preset() {{ _alternative 'words:built-in preset:{}' 'files:file:_files' }}\n", presets);
    return text + R"(# Called by the completion system, or sourced.
if [[ $funcstack[1] = _isonoise ]]; then _isonoise "$@"; else compdef _isonoise isonoise; fi
)";
}

std::string fish(const Verbs& verbs) {
    const auto quoted = [](const std::string& about) {
        return with_escapes(brief(about), {{'\'', "\\'"}, {'\\', "\\\\"}});
    };
    std::string text = fmt::format("# isonoise {}: completion for fish\ncomplete -c isonoise -f\n"
                                   "complete -c isonoise -s h -l help -d 'print this help'\n"
                                   "complete -c isonoise -n __fish_use_subcommand -l version -d 'print the version'\n",
                                   kVersion);
    for (const VerbInfo& verb : verbs) {
        text +=
            fmt::format("complete -c isonoise -n __fish_use_subcommand -a {} -d '{}'\n", verb.name, quoted(verb.about));
        for (const OptionInfo& option : verb.options) {
            text += fmt::format("complete -c isonoise -n '__fish_seen_subcommand_from {}'", verb.name);
            if (!option.is_word()) {
                const bool is_long = option.name.starts_with("--");
                text += fmt::format(" -{} {}", is_long ? "l" : "s", option.name.substr(is_long ? 2 : 1));
                text += fmt::format(" -d '{}'", quoted(option.about));
            }
            if (takes_value(option) && !option.is_word()) text += names_file(option) ? " -r -F" : " -x";
            if (option.is_word() && names_file(option)) text += " -F";
            if (!option.choices.empty()) text += fmt::format(" -a '{}'", fmt::join(option.choices, " "));
            if (names_folder(option)) text += " -a '(__fish_complete_directories)'";
            text += "\n";
        }
    }
    return text;
}

}  // namespace

void add_generate(CommandLine& line) {
    auto format = std::make_shared<std::string>();
    Verb& verb = line.verb("generate", "print the manual page, or completions for a shell");
    verb.footer("Debian's package contains all four. Otherwise:\n\n"
                "  source <(isonoise generate bash)              (in ~/.bashrc)\n"
                "  source <(isonoise generate zsh)               (in ~/.zshrc, after compinit)\n"
                "  isonoise generate fish | source               (in ~/.config/fish/config.fish)\n"
                "  isonoise generate man > isonoise.1; man ./isonoise.1");
    verb.option("FORMAT", *format, "", fmt::format("{}", fmt::join(kGenerated, ", ")));
    verb.choices("FORMAT", words_of(kGenerated));
    verb.run([&line, format] {
        const Verbs verbs = line.verbs();
        switch (parse_word<Generated>("format", kGenerated, *format)) {
        case Generated::man: print(man(verbs)); break;
        case Generated::bash: print(bash(verbs)); break;
        case Generated::zsh: print(zsh(verbs)); break;
        case Generated::fish: print(fish(verbs)); break;
        }
        return 0;
    });
}

}  // namespace isonoise
