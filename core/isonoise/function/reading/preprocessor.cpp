#include "isonoise/function/reading/preprocessor.hpp"

#include <algorithm>
#include <charconv>
#include <optional>

#include "isonoise/untrusted.hpp"

namespace isonoise::glsl {
namespace {

using Values = std::map<std::string, int>;

// The condition of an #if.
class Condition {
  public:
    Condition(const Tokens& tokens, const Values& values) : tokens_(tokens), values_(values) {}
    bool holds() {
        const int value = either();
        if (at_ != tokens_.size()) fault("#if: cannot read ", in_quotes(text_of(tokens_)));
        return value != 0;
    }

  private:
    bool take(std::string_view text) {
        if (at_ == tokens_.size() || tokens_[at_].text != text) return false;
        ++at_;
        return true;
    }
    int either() {
        int value = both();
        while (take("||")) {
            const int other = both();
            value = value != 0 || other != 0;
        }
        return value;
    }
    int both() {
        int value = compared();
        while (take("&&")) {
            const int other = compared();
            value = value != 0 && other != 0;
        }
        return value;
    }
    int compared() {
        const int value = one();
        if (take("==")) return value == one();
        if (take("!=")) return value != one();
        if (take("<=")) return value <= one();
        if (take(">=")) return value >= one();
        if (take("<")) return value < one();
        if (take(">")) return value > one();
        return value;
    }
    int one() {
        if (tokens_.size() > 256) fault("#if: the condition is too long");
        if (take("!")) return one() == 0;
        if (take("(")) {
            const int value = either();
            if (!take(")")) fault("#if: a bracket is not closed in ", in_quotes(text_of(tokens_)));
            return value;
        }
        if (at_ == tokens_.size()) fault("#if: ", in_quotes(text_of(tokens_)), " is not complete");
        if (take("defined")) {
            const bool bracket = take("(");
            const std::string name = at_ < tokens_.size() ? tokens_[at_++].text : "";
            if (bracket && !take(")")) fault("#if: a bracket is not closed in ", in_quotes(text_of(tokens_)));
            return values_.contains(name);
        }
        const std::string& text = tokens_[at_++].text;
        if (is_digit(text[0])) return number(text);
        const auto found = values_.find(text);
        if (found == values_.end()) fault("#if: undefined macro '", text, "'");
        return found->second;
    }
    static int number(const std::string& text) {
        int value = 0;
        if (std::from_chars(text.data(), text.data() + text.size(), value).ec != std::errc())
            fault("#if: '", text, "' is too large");
        return value;
    }

    const Tokens& tokens_;
    const Values& values_;
    std::size_t at_ = 0;
};

class Preprocessor {
  public:
    Preprocessor(const Values& values, Macros& macros) : values_(values), macros_(macros) {}

    std::string result(std::string_view text, std::vector<std::string>& locations) {
        std::string result;
        std::vector<std::string> kept;
        locations.resize(static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')) + 1);
        for (const std::string& location : locations) {
            if (text.empty()) break;
            const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
            const std::string_view line = text.substr(0, end);
            text.remove_prefix(end);
            Tokens words = tokens(line, {location});
            const bool is_directive = !words.empty() && words[0].text == "#";
            if (!is_directive && !live()) continue;
            kept.push_back(location);
            if (!is_directive) {
                result += line;
                continue;
            }
            result += '\n';
            const std::string name = words.size() > 1 ? words[1].text : "";
            words.erase(words.begin(), words.begin() + std::min<std::ptrdiff_t>(2, std::ssize(words)));
            located(location, [&] { directive(name, words, location); });
        }
        if (!open_.empty()) fault_at(open_.back().location, "an #if is not closed");
        locations = std::move(kept);
        return result;
    }

  private:
    // An open #if.
    struct Open {
        bool holds;   // this branch is active
        bool taken;   // this branch or an earlier one was active
        bool around;  // all enclosing branches are active
        std::string location;
    };

    bool live() const { return open_.empty() || (open_.back().holds && open_.back().around); }

    void directive(const std::string& name, const Tokens& words, const std::string& location) {
        if (name == "if") {
            const bool around = live(), holds = around && Condition(words, values_).holds();
            open_.push_back({holds, holds, around, location});
        } else if (name == "ifdef" || name == "ifndef") {
            const bool around = live(), known = !words.empty() && values_.contains(words[0].text);
            const bool holds = around && known == (name == "ifdef");
            open_.push_back({holds, holds, around, location});
        } else if (name == "elif" || name == "else" || name == "endif") {
            if (open_.empty()) fault("#", name, " without an #if");
            Open& last = open_.back();
            if (name == "endif") {
                open_.pop_back();
            } else {
                last.holds = last.around && !last.taken && (name == "else" || Condition(words, values_).holds());
                last.taken |= last.holds;
            }
        } else if (name == "undef") {
            if (live() && !words.empty()) macros_.erase(words[0].text);
        } else if (name == "define") {
            if (live()) define(words);
        } else {
            fault("a shader has #", name.empty() ? " without a name" : name, ", which is not supported");
        }
    }

    void define(const Tokens& words) {
        if (words.empty()) fault("#define without a name");
        Macro macro;
        std::size_t body = 1;
        if (words.size() > 1 && words[1].text == "(" && words[1].before.empty()) {
            body = after_bracket(words, 1);
            for (std::size_t i = 2; i + 1 < body; ++i) {
                if (words[i].text != ",") macro.parameters.push_back(words[i].text);
            }
        }
        macro.body = slice(words, body, words.size());
        if (!macro.body.empty()) macro.body[0].before.clear();
        macros_[words[0].text] = macro;
    }

    const Values& values_;
    Macros& macros_;
    std::vector<Open> open_;
};

// Is the expression primary, i.e. a name or number, with calls, indices and fields?
bool is_primary(const Tokens& tokens) {
    if (tokens.empty()) return false;
    std::size_t i = tokens[0].text == "(" ? after_bracket(tokens, 0) : 1;
    while (i < tokens.size()) {
        if (tokens[i].text == "(" || tokens[i].text == "[") {
            i = after_bracket(tokens, i);
        } else if (tokens[i].text == "." && i + 1 < tokens.size()) {
            i += 2;
        } else {
            return false;
        }
    }
    return is_word(tokens[0].text) || is_digit(tokens[0].text[0]) || tokens[0].text == "(";
}

// Expands macros, recursively.
class Expansion {
  public:
    explicit Expansion(const Macros& macros) : macros_(macros) {}

    Tokens of(const Tokens& tokens) {
        if (tokens.size() > left_ || depth_ == kDeepest)
            fault_at(tokens[0].location, "macros ",
                     depth_ == kDeepest ? "nest too deeply" : "make the shader too long");
        left_ -= tokens.size();
        ++depth_;
        Tokens result;
        // The text before a macro with an empty expansion; it moves to the next token.
        std::optional<std::string> before_nothing;
        auto push = [&](Tokens some, const std::string& before) {
            if (some.empty()) {
                if (!before_nothing) before_nothing = before;
                return;
            }
            some[0].before = before_nothing.value_or(before);
            before_nothing.reset();
            result.insert(result.end(), some.begin(), some.end());
        };
        for (std::size_t i = 0; i < tokens.size(); ++i) {
            const auto found = macros_.find(tokens[i].text);
            const bool called = i + 1 < tokens.size() && tokens[i + 1].text == "(";
            if (found == macros_.end() || (!found->second.parameters.empty() && !called) ||
                std::find(open_.begin(), open_.end(), &found->second) != open_.end()) {
                push({tokens[i]}, tokens[i].before);
                continue;
            }
            const std::size_t first = i;
            Tokens body = body_of(found->second, tokens, i);
            if (!found->second.parameters.empty()) i = after_bracket(tokens, i + 1) - 1;
            // Brackets around the whole body are redundant if it is a primary or the only expression.
            if (body.size() > 2 && body[0].text == "(" && after_bracket(body, 0) == body.size()) {
                const Tokens inner = slice(body, 1, body.size() - 1);
                const std::string before = first > 0 ? tokens[first - 1].text : "",
                                  after = i + 1 < tokens.size() ? tokens[i + 1].text : "";
                const bool alone = (before == "=" || before == "return" || before == "(" || before == ",") &&
                                   (after == ";" || after == ")" || after == ",");
                if (alone || is_primary(inner)) body = inner;
            }
            push(std::move(body), tokens[first].before);
        }
        --depth_;
        return result;
    }

  private:
    // The macro's body with the arguments of the call at `name` in place of the parameters.
    Tokens body_of(const Macro& macro, const Tokens& tokens, std::size_t name) {
        std::map<std::string, Tokens> by;
        if (!macro.parameters.empty()) {
            const auto given = arguments(tokens, name + 1);
            if (given.size() != macro.parameters.size())
                fault_at(tokens[name].location, "macro ", tokens[name].text, ": wrong number of arguments");
            for (std::size_t k = 0; k < given.size(); ++k)
                by[macro.parameters[k]] = given[k].empty() ? Tokens() : of(given[k]);
        }
        Tokens body;
        for (const Token& token : macro.body) {
            const auto argument = by.find(token.text);
            if (argument == by.end()) {
                body.push_back(token);
                continue;
            }
            Tokens inserted = argument->second;
            if (!inserted.empty()) inserted[0].before = token.before;
            body.insert(body.end(), inserted.begin(), inserted.end());
            if (body.size() > left_) break;
        }
        if (body.empty()) return body;
        open_.push_back(&macro);
        body = of(body);
        open_.pop_back();
        return body;
    }

    const Macros& macros_;
    std::vector<const Macro*> open_;  // a macro is not replaced within itself
    int depth_ = 0;
    std::size_t left_ = 1000000;  // tokens: about forty times as many as our own shaders need
};

}  // namespace

std::string preprocess(std::string_view text, const Values& values, Macros& macros,
                       std::vector<std::string>& locations) {
    return Preprocessor(values, macros).result(text, locations);
}

Tokens expand(const Tokens& tokens, const Macros& macros) {
    Tokens all = Expansion(macros).of(tokens);
    int depth = 0;
    for (const Token& token : all) {
        if (token.text == "(" || token.text == "[" || token.text == "{") ++depth;
        if (token.text == ")" || token.text == "]" || token.text == "}") --depth;
        if (depth > kDeepest) fault_at(token.location, "a shader nests too deeply");
    }
    return all;
}

}  // namespace isonoise::glsl
