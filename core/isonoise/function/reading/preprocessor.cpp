#include "isonoise/function/reading/preprocessor.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <iterator>
#include <optional>
#include <utility>

#include "isonoise/untrusted.hpp"

namespace isonoise::glsl {
namespace {

using Values = std::map<std::string, int>;
using Kept = std::set<std::string, std::less<>>;

struct Macro {
    bool called = false;  // takes brackets
    std::vector<std::string> parameters = {};
    Tokens body;
};
using Macros = std::map<std::string, Macro>;

// The value of the condition of an #if, in which macros are expanded.
class Condition {
  public:
    Condition(const Tokens& tokens, std::string_view written, const std::string& location)
        : tokens_(tokens), written_(written), location_(location) {}
    bool holds() {
        if (tokens_.size() > 256) fault_at(location_, "#if: the condition is too long");
        const auto value = binary(0);
        if (at_ != tokens_.size()) cannot_read();
        return value != 0;
    }

  private:
    using Value = std::int64_t;

    [[noreturn]] void cannot_read() const { fault_at(location_, "#if: cannot read ", in_quotes(written_)); }
    bool take(std::string_view text) {
        if (at_ == tokens_.size() || tokens_[at_].text != text) return false;
        ++at_;
        return true;
    }

    // Operators from the loosest to the tightest.
    Value binary(std::size_t level) {
        static const std::vector<std::vector<std::string>> levels = {
            {"||"},       {"&&"},     {"|"},          {"^"}, {"&"}, {"==", "!="}, {"<=", ">=", "<", ">"},
            {"<<", ">>"}, {"+", "-"}, {"*", "/", "%"}};
        if (level == levels.size()) return unary();
        Value value = binary(level + 1);
        for (bool more = true; more;) {
            more = false;
            for (const std::string& sign : levels[level]) {
                if (!take(sign)) continue;
                // An operand that && or || skips may hold unknown names.
                const bool out = sign == "&&" ? value == 0 : sign == "||" && value != 0;
                out_ += out;
                const Value other = binary(level + 1);
                out_ -= out;
                value = static_cast<std::int32_t>(result(value, sign, other));
                more = true;
            }
        }
        return value;
    }
    Value result(Value a, const std::string& sign, Value b) const {
        if (sign == "||") return a != 0 || b != 0;
        if (sign == "&&") return a != 0 && b != 0;
        if (sign == "|") return a | b;
        if (sign == "^") return a ^ b;
        if (sign == "&") return a & b;
        if (sign == "==") return a == b;
        if (sign == "!=") return a != b;
        if (sign == "<=") return a <= b;
        if (sign == ">=") return a >= b;
        if (sign == "<") return a < b;
        if (sign == ">") return a > b;
        if (sign == "<<") return a * (Value{1} << (b & 31));
        if (sign == ">>") return a >> (b & 31);
        if (sign == "+") return a + b;
        if (sign == "-") return a - b;
        if (sign == "*") return a * b;
        if (b == 0 && out_ == 0) fault_at(location_, "#if: a division by 0");
        if (b == 0) return 0;
        return sign == "/" ? a / b : a % b;
    }
    Value unary() {
        if (take("!")) return unary() == 0;
        if (take("-")) return -unary();
        if (take("+")) return unary();
        if (take("~")) return ~unary();
        if (take("(")) {
            const Value value = binary(0);
            if (!take(")")) fault_at(location_, "#if: a bracket is not closed in ", in_quotes(written_));
            return value;
        }
        if (at_ == tokens_.size()) fault_at(location_, "#if: ", in_quotes(written_), " is not complete");
        const Token& token = tokens_[at_++];
        if (is_digit(token.text[0])) return number(token);
        if (!is_word(token.text)) cannot_read();
        if (out_ == 0) fault_at(token.location, "#if: undefined macro '", token.text, "'");
        return 0;
    }
    static Value number(const Token& token) {
        const std::string& text = token.text;
        const bool hexadecimal = text.starts_with("0x") || text.starts_with("0X");
        const int base = hexadecimal ? 16 : text.size() > 1 && text[0] == '0' ? 8 : 10;
        std::int32_t value = 0;
        const char* const end = text.data() + text.size();
        const auto read = std::from_chars(text.data() + (hexadecimal ? 2 : 0), end, value, base);
        if (read.ec == std::errc::result_out_of_range) fault_at(token.location, "#if: '", text, "' is too large");
        if (read.ec != std::errc() || read.ptr != end)
            fault_at(token.location, "#if: expected a whole number, got '", text, "'");
        return value;
    }

    const Tokens& tokens_;
    std::string_view written_;
    const std::string& location_;
    std::size_t at_ = 0;
    int out_ = 0;
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
            if (found == macros_.end() || (found->second.called && !called) ||
                std::find(open_.begin(), open_.end(), &found->second) != open_.end()) {
                push({tokens[i]}, tokens[i].before);
                continue;
            }
            const std::size_t first = i;
            Tokens body = body_of(found->second, tokens, i);
            if (found->second.called) {
                i = after_bracket(tokens, i + 1) - 1;
            } else if (called && ends_with_called(body)) {  // #define g f, where f is a macro with arguments
                const std::size_t end = after_bracket(tokens, i + 1);
                Tokens call = slice(body, body.size() - 1, body.size());
                std::copy(tokens.begin() + static_cast<std::ptrdiff_t>(i + 1),
                          tokens.begin() + static_cast<std::ptrdiff_t>(end), std::back_inserter(call));
                body.pop_back();
                call = of(call);
                std::move(call.begin(), call.end(), std::back_inserter(body));
                i = end - 1;
            }
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
    bool ends_with_called(const Tokens& body) const {
        const auto last = body.empty() ? macros_.end() : macros_.find(body.back().text);
        return last != macros_.end() && last->second.called &&
               std::find(open_.begin(), open_.end(), &last->second) == open_.end();
    }

    // The macro's body with the arguments of the call at `name` in place of the parameters.
    Tokens body_of(const Macro& macro, const Tokens& tokens, std::size_t name) {
        std::map<std::string, Tokens> by;
        if (macro.called) {
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

// Finds where a token's line ends, within the blanks and comments behind it; npos if it goes on.
std::size_t end_of_line(std::string_view blanks) {
    std::size_t at = 0;
    while (at < blanks.size() && blanks[at] != '\n') {
        const std::string_view rest = blanks.substr(at);
        if (rest.starts_with("//")) {
            at = std::min(blanks.find('\n', at), blanks.size());
        } else if (rest.starts_with("/*")) {
            at = std::min(blanks.find("*/", at + 2), blanks.size() - 2) + 2;
        } else {
            ++at;
        }
    }
    return at < blanks.size() ? at : std::string_view::npos;
}
bool ends_line(std::string_view blanks) { return end_of_line(blanks) != std::string_view::npos; }

class Preprocessor {
  public:
    Preprocessor(const Values& values, const Kept& kept) : kept_(kept) {
        for (const auto& [name, value] : values)
            macros_[name] = {.body = tokens(std::to_string(value))};
    }

    Tokens result(const Tokens& text) {
        std::string blanks;  // of directives, for the next token
        for (std::size_t i = 0; i < text.size();) {
            std::string before = text[i].before;
            if (i > 0 && after_directive_) before.erase(0, std::min(end_of_line(before), before.size()));
            after_directive_ = text[i].text == "#" && (i == 0 || ends_line(text[i].before));
            if (!after_directive_) {
                if (live()) {
                    pending_.push_back({blanks + before, text[i].text, text[i].location});
                    blanks.clear();
                }
                ++i;
                continue;
            }
            blanks += live() ? before : "\n";
            std::size_t end = i + 1;
            while (end < text.size() && !ends_line(text[end].before))
                ++end;
            directive(slice(text, i + 1, end), text[i].location);
            i = end;
        }
        if (!open_.empty()) fault_at(open_.back().location, "an #if is not closed");
        expand();
        return std::move(all_);
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

    // A macro holds from its #define on.
    void expand() {
        Tokens some = expansion_.of(pending_);
        std::move(some.begin(), some.end(), std::back_inserter(all_));
        pending_.clear();
    }

    bool holds(const Tokens& words, const std::string& location) {
        Tokens known;
        for (std::size_t i = 0; i < words.size(); ++i) {
            if (words[i].text != "defined") {
                known.push_back(words[i]);
                continue;
            }
            const bool bracket = i + 1 < words.size() && words[i + 1].text == "(";
            i += bracket ? 2 : 1;
            const bool closed = !bracket || (i + 1 < words.size() && words[i + 1].text == ")");
            if (!closed) fault_at(location, "#if: a bracket is not closed in ", in_quotes(text_of(words)));
            if (i >= words.size() || !is_word(words[i].text)) fault_at(location, "#if: defined without a name");
            known.push_back({" ", macros_.contains(words[i].text) ? "1" : "0", words[i].location});
            i += bracket;
        }
        return Condition(known.empty() ? known : expansion_.of(known), text_of(words), location).holds();
    }

    void directive(Tokens words, const std::string& location) {
        const std::string name = words.empty() ? "" : words[0].text;
        if (!words.empty()) words.erase(words.begin());
        const auto named = [&]() -> const std::string& {
            if (words.empty() || !is_word(words[0].text)) fault_at(location, "#", name, " without a name");
            return words[0].text;
        };
        if (name == "if") {
            const bool around = live(), on = around && holds(words, location);
            open_.push_back({on, on, around, location});
        } else if (name == "ifdef" || name == "ifndef") {
            const bool around = live(), on = around && macros_.contains(named()) == (name == "ifdef");
            open_.push_back({on, on, around, location});
        } else if (name == "elif" || name == "else" || name == "endif") {
            if (open_.empty()) fault_at(location, "#", name, " without an #if");
            Open& last = open_.back();
            if (name == "endif") {
                open_.pop_back();
            } else {
                last.holds = last.around && !last.taken && (name == "else" || holds(words, location));
                last.taken |= last.holds;
            }
        } else if (!live()) {
            return;
        } else if (name == "undef") {
            expand();
            macros_.erase(named());
        } else if (name == "define") {
            if (kept_.contains(named())) return;
            expand();
            define(words);
        } else if (name == "error") {
            fault_at(location, "#error", text_of(words));
        } else if (!name.empty()) {
            fault_at(location, "a shader has #", name, ", which is not supported");
        }
    }

    void define(const Tokens& words) {
        Macro macro;
        std::size_t body = 1;
        if (words.size() > 1 && words[1].text == "(" && words[1].before.empty()) {
            macro.called = true;
            body = after_bracket(words, 1);
            for (std::size_t i = 2; i + 1 < body; ++i) {
                if (words[i].text != ",") macro.parameters.push_back(words[i].text);
            }
        }
        macro.body = slice(words, body, words.size());
        if (!macro.body.empty()) macro.body[0].before.clear();
        const auto [known, is_new] = macros_.try_emplace(words[0].text, macro);
        if (!is_new && (known->second.called != macro.called || known->second.parameters != macro.parameters ||
                        text_of(known->second.body) != text_of(macro.body)))
            fault_at(words[0].location, "the macro ", in_quotes(words[0].text),
                     " is defined a second time, without #undef");
    }

    const Kept& kept_;
    Macros macros_;
    Expansion expansion_{macros_};
    std::vector<Open> open_;
    bool after_directive_ = false;
    Tokens pending_, all_;
};

}  // namespace

Tokens preprocess(const Tokens& text, const Values& values, const Kept& kept) {
    Tokens all = Preprocessor(values, kept).result(text);
    int depth = 0;
    for (const Token& token : all) {
        if (token.text == "(" || token.text == "[" || token.text == "{") ++depth;
        if (token.text == ")" || token.text == "]" || token.text == "}") --depth;
        if (depth > kDeepest) fault_at(token.location, "a shader nests too deeply");
    }
    return all;
}

}  // namespace isonoise::glsl
