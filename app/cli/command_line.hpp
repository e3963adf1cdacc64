// The command line as its verbs see it: names, flags and help texts. CLI11 parses it, in command_line.cpp alone,
// because its header takes some ten seconds to compile. It knows nothing about noise.
#pragma once

#include <functional>
#include <list>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace isonoise {

inline constexpr const char* kAbout = "Perlin noise in 1D to 4D with the same bits on the CPU and the GPU";

// An option, for the help, the manual page and completions.
struct OptionInfo {
    bool is_word() const { return name[0] != '-'; }  // such as PRESET

    std::string name;         // "--seed", "-o", or for a word without dashes "PRESET"
    std::string placeholder;  // "FILE"; empty for flags
    std::string about;
    std::string group;                 // headline in the help; empty for a verb's own options
    std::vector<std::string> choices;  // its values, if they are known
};

struct VerbInfo {
    std::string name, about, footer;
    std::vector<OptionInfo> options;
};

// One verb: `isonoise NAME [FLAGS]`. Values arrive as text and the verb parses them, so that all messages about them
// have one form. The objects that the flags fill must live until the verb has run.
class Verb {
  public:
    Verb(CLI::App& parser, const std::string& name, const std::string& about);
    Verb(const Verb&) = delete;

    // The text below the flags in the help.
    void footer(const std::string& text);

    // A flag with a value: "--seed". A name without dashes stands for the word after the verb, and its placeholder is
    // not shown if empty. Given twice, the last one counts; `value` is unchanged without it. `group` is a headline in
    // the help.
    void option(const std::string& name, std::string& value, const std::string& placeholder, const std::string& about,
                const std::string& group = "");
    // The same; without the flag `value` stays empty.
    void option(const std::string& name, std::optional<std::string>& value, const std::string& placeholder,
                const std::string& about, const std::string& group = "");

    // A flag without a value.
    void flag(const std::string& name, bool& value, const std::string& about, const std::string& group = "");

    // The values that an option can have, for completions. It must have been added before.
    void choices(const std::string& name, std::vector<std::string> words);

    // Sets what runs once all flags are known. It returns the exit code.
    void run(std::function<int()> work);
    int operator()();

    const VerbInfo& info() const { return info_; }

  private:
    struct Optional {
        const CLI::Option* option;
        std::string text;
        std::optional<std::string>& value;
    };

    CLI::App& parser_;
    VerbInfo info_;
    std::list<Optional> optional_;
    std::vector<std::pair<const CLI::Option*, const std::string*>> texts_;
    std::function<int()> work_;
};

class CommandLine {
  public:
    CommandLine();
    ~CommandLine();

    Verb& verb(const std::string& name, const std::string& about);
    std::vector<VerbInfo> verbs() const;

    // Parses the arguments, runs their verb and returns its exit code. Throws Error if they make no sense.
    int run(const std::vector<std::string>& arguments);

  private:
    void check_verb(const std::vector<std::string>& arguments) const;

    std::unique_ptr<CLI::App> parser_;
    std::list<Verb> verbs_;
    int exit_code_ = 0;
};

}  // namespace isonoise
