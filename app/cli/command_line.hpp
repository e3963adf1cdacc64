// The command line in terms of verbs, options and help texts. Knows nothing about noise.
#pragma once

#include <functional>
#include <list>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace isonoise {

inline constexpr const char* kAbout = "Perlin noise in 1D to 4D with the same bits on the CPU and the GPU";

// An option, as shown in the help, the manual page and completions.
struct OptionInfo {
    bool is_word() const { return name[0] != '-'; }  // a bare word such as PRESET

    std::string name;         // "--seed", "-o", or "PRESET" for a bare word
    std::string placeholder;  // "FILE"; empty for flags without a value
    std::string about;
    std::string group;                 // heading in the help; empty for a verb's own options
    std::vector<std::string> choices;  // its values, if it has a fixed set
};

struct VerbInfo {
    std::string command;  // as it is typed: "isonoise bake"
    std::string name, about, footer;
    std::vector<OptionInfo> options;
};

// One verb: `isonoise NAME [FLAGS]`; or all of a program that has no verbs. Verbs parse the texts of their values, so
// that all messages have the same form. The objects that options write to must live until the verb has run.
class Verb {
  public:
    Verb(const std::string& command, const std::string& name, const std::string& about)
        : info_{command, name, about, "", {}} {}
    Verb(const Verb&) = delete;

    // The text below the flags in the help.
    void footer(const std::string& text) { info_.footer = text; }

    // An option with a value: "--seed". A name without dashes is a bare word, whose placeholder is not shown if empty.
    // If given twice, the last value counts; if not given, `value` is unchanged. `group` is a heading in the help.
    void option(const std::string& name, std::string& value, const std::string& placeholder, const std::string& about,
                const std::string& group = "");
    void option(const std::string& name, std::optional<std::string>& value, const std::string& placeholder,
                const std::string& about, const std::string& group = "");

    // An option without a value.
    void flag(const std::string& name, bool& value, const std::string& about, const std::string& group = "");

    // The possible values of an option, for completions. Add the option first.
    void choices(const std::string& name, std::vector<std::string> words);

    // Sets the function to run after parsing. It returns the exit code.
    void run(std::function<int()> work) { work_ = std::move(work); }

    // Parses the words after the verb's name and runs the verb, or prints its help. Throws Error if they are invalid.
    int operator()(std::span<const std::string> words);

    const VerbInfo& info() const { return info_; }

  private:
    using Target = std::variant<bool*, std::string*, std::optional<std::string>*>;
    void add(OptionInfo option, Target target);
    std::size_t find(std::string_view name) const;
    void fill(std::size_t option, const std::string& value);

    VerbInfo info_;
    std::vector<Target> targets_;  // for each option, in order
    std::function<int()> work_;
};

// The texts of --help, in lines of at most 80 characters: of a verb, and of a whole program.
std::string help(const VerbInfo& verb);
std::string help(const std::string& program, const std::string& about, const std::vector<VerbInfo>& verbs);

class CommandLine {
  public:
    explicit CommandLine(std::string program = "isonoise", std::string about = kAbout)
        : program_(std::move(program)), about_(std::move(about)) {}
    Verb& verb(const std::string& name, const std::string& about) {
        return verbs_.emplace_back(program_ + " " + name, name, about);
    }
    std::vector<VerbInfo> verbs() const;

    // Parses the arguments, runs their verb and returns its exit code. Throws Error if they are invalid.
    int run(const std::vector<std::string>& arguments);

  private:
    std::string program_, about_;
    std::list<Verb> verbs_;
};

}  // namespace isonoise
