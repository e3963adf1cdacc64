#include "cli/command_line.hpp"

#include <algorithm>
#include <string_view>

namespace isonoise {

namespace {

constexpr std::size_t kWidth = 80, kColumn = 28;  // width of a line; column where descriptions start

// Appends text at `column`, wrapped to that column.
void add_wrapped(std::string& help, std::string_view text, std::size_t column) {
    while (column + text.size() > kWidth) {
        std::size_t end = text.rfind(' ', kWidth - column);
        if (end == std::string_view::npos) end = text.find(' ');
        if (end == std::string_view::npos) break;
        help.append(text.substr(0, end)).append("\n").append(column, ' ');
        text.remove_prefix(end + 1);
    }
    help.append(text).append("\n");
}

void add_entry(std::string& help, const std::string& name, std::string_view about) {
    help += "  " + name;
    if (name.size() + 4 > kColumn) {
        help.append("\n").append(kColumn, ' ');
    } else {
        help.append(kColumn - 2 - name.size(), ' ');
    }
    add_wrapped(help, about, kColumn);
}

void add_option(std::string& help, const OptionInfo& option) {
    add_entry(help, option.name + (option.placeholder.empty() ? "" : " " + option.placeholder), option.about);
}

void add_help(std::string& help) { add_entry(help, "-h, --help", "print this help"); }

}  // namespace

std::string help(const VerbInfo& verb) {
    std::string help, words, entries;
    std::vector<std::string> groups;
    for (const OptionInfo& option : verb.options) {
        if (option.is_word()) {
            words += " [" + option.name + "]";
            add_option(entries, option);
        }
        if (!option.group.empty() && std::find(groups.begin(), groups.end(), option.group) == groups.end())
            groups.push_back(option.group);
    }
    add_wrapped(help, verb.about, 0);
    help += "\nUsage: " + verb.command + words + " [OPTIONS]\n\n" + entries + (words.empty() ? "" : "\n");
    help += "Options:\n";
    for (const OptionInfo& option : verb.options) {
        if (option.group.empty() && !option.is_word()) add_option(help, option);
    }
    add_help(help);
    for (const std::string& group : groups) {
        help += "\n" + group + ":\n";
        for (const OptionInfo& option : verb.options) {
            if (option.group == group) add_option(help, option);
        }
    }
    if (!verb.footer.empty()) help += "\n";
    for (std::string_view rest = verb.footer; !rest.empty();) {
        const std::string_view line = rest.substr(0, rest.find('\n'));
        const bool example = line.starts_with("  isonoise ");  // for copying: stays on one line
        const std::size_t indent = example ? line.size() : std::min(line.find_first_not_of(' '), line.size());
        help.append(line.substr(0, indent));
        add_wrapped(help, line.substr(indent), indent);
        rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    }
    return help;
}

std::string help(const std::string& program, const std::string& about, const std::vector<VerbInfo>& verbs) {
    std::string help = program + ": " + about + "\n\nUsage: " + program + " VERB [OPTIONS]\n\n";
    for (const VerbInfo& verb : verbs)
        add_entry(help, verb.name, verb.about);
    help += "\nOptions:\n";
    add_help(help);
    add_entry(help, "--version", "print the version");
    return help + "\n" + program + " VERB --help lists every option.\n";
}

}  // namespace isonoise
