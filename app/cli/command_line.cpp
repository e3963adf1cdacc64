#include "cli/command_line.hpp"

#include <algorithm>
#include <string_view>

#include <CLI/CLI.hpp>

#include "cli/help.hpp"
#include "error.hpp"
#include "io/output.hpp"
#include "isonoise/untrusted.hpp"
#include "version.hpp"

namespace isonoise {

Verb::Verb(CLI::App& parser, const std::string& name, const std::string& about)
    : parser_(parser), info_{name, about, "", {}} {}

void Verb::footer(const std::string& text) { info_.footer = text; }

void Verb::option(const std::string& name, std::string& value, const std::string& placeholder, const std::string& about,
                  const std::string& group) {
    info_.options.push_back({name, placeholder, about, group, {}});
    const CLI::Option* option = parser_.add_option(name, value);
    if (name.starts_with("--")) texts_.push_back({option, &value});
}

void Verb::option(const std::string& name, std::optional<std::string>& value, const std::string& placeholder,
                  const std::string& about, const std::string& group) {
    info_.options.push_back({name, placeholder, about, group, {}});
    Optional& added = optional_.emplace_back(Optional{nullptr, "", value});
    added.option = parser_.add_option(name, added.text);
}

void Verb::flag(const std::string& name, bool& value, const std::string& about, const std::string& group) {
    info_.options.push_back({name, "", about, group, {}});
    parser_.add_flag(name, value);
}

void Verb::choices(const std::string& name, std::vector<std::string> words) {
    std::find_if(info_.options.begin(), info_.options.end(), [&](const OptionInfo& option) {
        return option.name == name;
    })->choices = std::move(words);
}

void Verb::run(std::function<int()> work) { work_ = std::move(work); }

int Verb::operator()() {
    for (const Optional& optional : optional_) {
        if (optional.option->count() > 0) optional.value = optional.text;
    }
    // An empty text, as of an unset variable, must not pass for a missing option.
    for (const auto& [option, text] : texts_) {
        if (option->count() > 0 && text->empty()) fail("{}: expected a value, got ''", option->get_single_name());
    }
    return work_();
}

CommandLine::CommandLine() : parser_(std::make_unique<CLI::App>("", "isonoise")) {
    parser_->set_version_flag("--version", std::string("isonoise ") + kVersion);
    parser_->set_help_flag("-h,--help");  // the verbs have it too
    parser_->require_subcommand(1);
    parser_->option_defaults()->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);  // as most programs do
}

CommandLine::~CommandLine() = default;

Verb& CommandLine::verb(const std::string& name, const std::string& about) {
    CLI::App* parser = parser_->add_subcommand(name);
    Verb& verb = verbs_.emplace_back(*parser, name, about);
    parser->callback([this, &verb] { exit_code_ = verb(); });
    return verb;
}

std::vector<VerbInfo> CommandLine::verbs() const {
    std::vector<VerbInfo> all;
    for (const Verb& verb : verbs_)
        all.push_back(verb.info());
    return all;
}

// Fails unless the first word is a verb or a flag.
void CommandLine::check_verb(const std::vector<std::string>& arguments) const {
    if (!arguments.empty() && arguments[0].starts_with('-')) return;
    std::string names;
    for (const CLI::App* verb : parser_->get_subcommands({})) {
        if (!arguments.empty() && verb->get_name() == arguments[0]) return;
        names += (names.empty() ? "" : ", ") + verb->get_name();
    }
    if (arguments.empty()) fail("expected a verb, one of {}; see isonoise --help", names);
    fail("unknown verb {}: expected one of {}", in_quotes(arguments[0]), names);
}

int CommandLine::run(const std::vector<std::string>& arguments) {
    check_verb(arguments);
    const bool has_verb = !arguments[0].starts_with('-');
    CLI::App& verb = has_verb ? *parser_->get_subcommand(arguments[0]) : *parser_;
    const std::string name = has_verb ? verb.get_name() : "", where = has_verb ? name + ": " : "";
    try {
        parser_->parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
        flush_output();
    } catch (const CLI::CallForHelp&) {
        const auto asked =
            std::find_if(verbs_.begin(), verbs_.end(), [&](const Verb& each) { return each.info().name == name; });
        print(asked != verbs_.end() ? help(asked->info()) : help(verbs()));
        flush_output();
    } catch (const CLI::CallForVersion& e) {
        print(e.what() + std::string("\n"));
        flush_output();
    } catch (const CLI::ArgumentMismatch& e) {
        const std::string_view what = e.what();
        fail("{}{}: expected one value", where, what.substr(0, what.find(':')));
    } catch (const CLI::ExtrasError&) {
        if (!has_verb) fail("{}: expected a verb before its options; see isonoise --help", in_quotes(arguments[0]));
        fail("{}unexpected: {} (see isonoise {} --help)", where,
             in_quotes(fmt::format("{}", fmt::join(verb.remaining(), " "))), name);
    } catch (const CLI::ParseError& e) {
        if (!has_verb) fail("unknown option {}: see isonoise --help", in_quotes(arguments[0]));
        fail("{}", e.what());
    }
    return exit_code_;
}

}  // namespace isonoise
