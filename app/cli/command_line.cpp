#include "cli/command_line.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "error.hpp"
#include "io/output.hpp"
#include "isonoise/untrusted.hpp"
#include "version.hpp"

namespace isonoise {

static bool asks_for_help(std::string_view word) { return word == "-h" || word == "--help"; }

void Verb::add(OptionInfo option, Target target) {
    info_.options.push_back(std::move(option));
    targets_.push_back(target);
}

void Verb::option(const std::string& name, std::string& value, const std::string& placeholder, const std::string& about,
                  const std::string& group) {
    add({name, placeholder, about, group, {}}, &value);
}

void Verb::option(const std::string& name, std::optional<std::string>& value, const std::string& placeholder,
                  const std::string& about, const std::string& group) {
    add({name, placeholder, about, group, {}}, &value);
}

void Verb::flag(const std::string& name, bool& value, const std::string& about, const std::string& group) {
    add({name, "", about, group, {}}, &value);
}

void Verb::choices(const std::string& name, std::vector<std::string> words) {
    info_.options[find(name)].choices = std::move(words);
}

// The index of an option; the number of options if not found.
std::size_t Verb::find(std::string_view name) const {
    const auto found = std::find_if(info_.options.begin(), info_.options.end(),
                                    [&](const OptionInfo& option) { return option.name == name; });
    return static_cast<std::size_t>(found - info_.options.begin());
}

void Verb::fill(std::size_t option, const std::string& value) {
    const std::string& name = info_.options[option].name;
    if (const auto text = std::get_if<std::string*>(&targets_[option])) {
        // An empty value, e.g. from an unset variable, must not look like a missing option.
        if (value.empty() && name.starts_with("--")) fail("{}: expected a value, got ''", name.substr(2));
        **text = value;
    } else {
        *std::get<std::optional<std::string>*>(targets_[option]) = value;
    }
}

int Verb::operator()(std::span<const std::string> words) {
    std::vector<std::string> unexpected;
    std::size_t next_word = 0;  // index of the option that takes the next bare word
    bool options = true;        // until "--"
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string& word = words[i];
        if (options && word == "--") {
            options = false;
        } else if (options && word.size() > 1 && word[0] == '-') {
            if (asks_for_help(word)) {
                print(help(info_));
                flush_output();
                return 0;
            }
            // "--name=value", "-ovalue", or the name alone
            const bool is_long = word[1] == '-';
            const std::string name = word.substr(0, is_long ? word.find('=') : 2);
            const std::size_t option = find(name);
            if (option == targets_.size()) {
                unexpected.push_back(word);
            } else if (const auto flag = std::get_if<bool*>(&targets_[option])) {
                if (word != name) fail("{}: {}: expected no value", info_.name, name);
                **flag = true;
            } else if (word != name) {
                fill(option, word.substr(name.size() + (word[name.size()] == '=')));
            } else if (++i < words.size()) {
                fill(option, words[i]);
            } else {
                fail("{}: {}: expected one value", info_.name, name);
            }
        } else {
            while (next_word < targets_.size() && !info_.options[next_word].is_word())
                ++next_word;
            if (next_word == targets_.size()) {
                unexpected.push_back(word);
            } else {
                fill(next_word++, word);
            }
        }
    }
    if (!unexpected.empty()) {
        fail("{}: unexpected: {} (see {} --help)", info_.name, in_quotes(fmt::format("{}", fmt::join(unexpected, " "))),
             info_.command);
    }
    const int exit_code = work_();
    flush_output();
    return exit_code;
}

std::vector<VerbInfo> CommandLine::verbs() const {
    std::vector<VerbInfo> all;
    for (const Verb& verb : verbs_)
        all.push_back(verb.info());
    return all;
}

int CommandLine::run(const std::vector<std::string>& arguments) {
    std::vector<std::string> names;
    for (const Verb& verb : verbs_)
        names.push_back(verb.info().name);
    if (arguments.empty()) fail("expected a verb, one of {}; see {} --help", fmt::join(names, ", "), program_);
    const std::string& first = arguments[0];
    for (Verb& verb : verbs_) {
        if (verb.info().name == first) return verb(std::span(arguments).subspan(1));
    }
    if (asks_for_help(first) || first == "--version") {
        print(first == "--version" ? program_ + " " + kVersion + "\n" : help(program_, about_, verbs()));
        flush_output();
        return 0;
    }
    if (!first.starts_with('-')) fail("unknown verb {}: expected one of {}", in_quotes(first), fmt::join(names, ", "));
    if (std::find_first_of(arguments.begin(), arguments.end(), names.begin(), names.end()) != arguments.end())
        fail("{}: expected a verb before its options; see {} --help", in_quotes(first), program_);
    fail("unknown option {}: see {} --help", in_quotes(first), program_);
}

}  // namespace isonoise
