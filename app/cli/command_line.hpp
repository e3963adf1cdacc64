// The command line as its verbs see it: names, flags and help texts. It knows nothing about noise.
#pragma once

#include <functional>
#include <list>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

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
    Verb(const std::string& name, const std::string& about) : info_{name, about, "", {}} {}
    Verb(const Verb&) = delete;

    // The text below the flags in the help.
    void footer(const std::string& text) { info_.footer = text; }

    // A flag with a value: "--seed". A name without dashes stands for a word of its own, and its placeholder is not
    // shown if empty. Given twice, the last one counts; `value` is unchanged without it. `group` is a headline in the
    // help.
    void option(const std::string& name, std::string& value, const std::string& placeholder, const std::string& about,
                const std::string& group = "");
    void option(const std::string& name, std::optional<std::string>& value, const std::string& placeholder,
                const std::string& about, const std::string& group = "");

    // A flag without a value.
    void flag(const std::string& name, bool& value, const std::string& about, const std::string& group = "");

    // The values that an option can have, for completions. It must have been added before.
    void choices(const std::string& name, std::vector<std::string> words);

    // Sets what runs once all flags are known. It returns the exit code.
    void run(std::function<int()> work) { work_ = std::move(work); }

    // Reads the words behind the verb's name and runs it, or prints its help. Throws Error if they make no sense.
    int operator()(std::span<const std::string> words);

    const VerbInfo& info() const { return info_; }

  private:
    using Target = std::variant<bool*, std::string*, std::optional<std::string>*>;
    void add(OptionInfo option, Target target);
    std::size_t find(std::string_view name) const;
    void fill(std::size_t option, const std::string& value);

    VerbInfo info_;
    std::vector<Target> targets_;  // of the options, in their order
    std::function<int()> work_;
};

class CommandLine {
  public:
    Verb& verb(const std::string& name, const std::string& about) { return verbs_.emplace_back(name, about); }
    std::vector<VerbInfo> verbs() const;

    // Parses the arguments, runs their verb and returns its exit code. Throws Error if they make no sense.
    int run(const std::vector<std::string>& arguments);

  private:
    std::list<Verb> verbs_;
};

}  // namespace isonoise
