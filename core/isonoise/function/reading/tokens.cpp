#include "isonoise/function/reading/tokens.hpp"

#include <algorithm>
#include <cctype>
#include <utility>

#include "isonoise/untrusted.hpp"

namespace isonoise::glsl {

static bool starts_word(char c) { return std::isalpha(static_cast<unsigned char>(c)) || c == '_'; }
bool in_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }
bool is_keyword(const std::string& text) {
    static constexpr std::string_view all =
        " break case const continue default discard do else false for highp if in inout invariant layout lowp mediump "
        "out precision return struct switch true uniform void while ";
    return all.find(" " + text + " ") != all.npos;
}
bool is_word(const std::string& text) { return !text.empty() && starts_word(text[0]); }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

// The end of the token that starts at `at`.
static std::size_t end_of_token(std::string_view text, std::size_t at) {
    static constexpr std::string_view signs[] = {"<<=", ">>=", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "^^",
                                                 "++",  "--",  "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^="};
    std::size_t end = at + 1;
    if (starts_word(text[at])) {
        while (end < text.size() && in_word(text[end]))
            ++end;
    } else if (is_digit(text[at]) || (text[at] == '.' && end < text.size() && is_digit(text[end]))) {
        const bool hexadecimal = text.substr(at, 2) == "0x" || text.substr(at, 2) == "0X";
        while (end < text.size() && (in_word(text[end]) || text[end] == '.' ||
                                     (!hexadecimal && (text[end] == '-' || text[end] == '+') &&
                                      (text[end - 1] == 'e' || text[end - 1] == 'E'))))
            ++end;
    } else {
        for (std::string_view sign : signs) {
            if (text.substr(at, sign.size()) == sign) return at + sign.size();
        }
    }
    return end;
}

static std::size_t end_of_line(std::string_view text, std::size_t at) {
    return std::min(text.find('\n', at), text.size());
}
// Does the line that ends there end with a backslash?
static bool goes_on(std::string_view text, std::size_t end) {
    const std::size_t last = end == 0 ? text.npos : text.find_last_not_of('\r', end - 1);
    return end < text.size() && last != text.npos && text[last] == '\\';
}

// "name:line" with the column, from 1 on.
static std::string place(const std::string& location, std::string_view text, std::size_t at) {
    if (location.empty()) return {};
    const std::size_t line = at == 0 ? std::string_view::npos : text.rfind('\n', at - 1);
    return location + ":" + std::to_string(line == std::string_view::npos ? at + 1 : at - line);
}

Tokens tokens(std::string_view text, const std::vector<std::string>& locations) {
    Tokens all;
    std::string before;
    std::size_t at = 0, from = 0, line = 0, counted = 0;
    while (at < text.size()) {
        if (std::isspace(static_cast<unsigned char>(text[at]))) {
            ++at;
        } else if (const std::string_view rest = text.substr(at);
                   rest.starts_with("\\\n") || rest.starts_with("\\\r\n")) {
            before += text.substr(from, at - from);  // the line goes on in the next one
            at = from = text.find('\n', at) + 1;
        } else if (text.substr(at, 2) == "//") {
            // A comment that goes on in the next line becomes one line: not every language has such.
            for (at = end_of_line(text, at); goes_on(text, at); at = end_of_line(text, from)) {
                before += text.substr(from, text.rfind('\\', at) - from);
                from = at + 1;
            }
        } else if (text.substr(at, 2) == "/*") {
            const std::size_t end = text.find("*/", at + 2);
            if (end == text.npos) {
                line += static_cast<std::size_t>(std::count(text.begin() + counted, text.begin() + at, '\n'));
                fault_at(line < locations.size() ? place(locations[line], text, at) : "", "the comment has no end, */");
            }
            at = end + 2;
        } else {
            const std::size_t end = end_of_token(text, at);
            line += static_cast<std::size_t>(std::count(text.begin() + counted, text.begin() + at, '\n'));
            counted = at;
            const std::string location = line < locations.size() ? place(locations[line], text, at) : "";
            if (const auto byte = static_cast<unsigned char>(text[at]); byte <= 0x20 || byte >= 0x7F)
                fault_at(location, "a shader has the character ", in_quotes(text.substr(at, 1)));
            before += text.substr(from, at - from);
            all.push_back({std::exchange(before, {}), std::string(text.substr(at, end - at)), location});
            at = from = end;
        }
    }
    return all;
}

std::string text_of(const Tokens& tokens) {
    std::string text;
    for (const Token& token : tokens)
        text += token.before + token.text;
    return text;
}

Tokens slice(const Tokens& tokens, std::size_t from, std::size_t end) {
    return {tokens.begin() + static_cast<std::ptrdiff_t>(from), tokens.begin() + static_cast<std::ptrdiff_t>(end)};
}

std::size_t after_bracket(const Tokens& tokens, std::size_t open) {
    std::vector<std::size_t> opened;
    for (std::size_t i = open; i < tokens.size(); ++i) {
        const std::string& t = tokens[i].text;
        if (t == "(" || t == "[" || t == "{") opened.push_back(i);
        if (t != ")" && t != "]" && t != "}") continue;
        const std::string& last = tokens[opened.back()].text;
        if (t != (last == "(" ? ")" : last == "[" ? "]" : "}")) break;
        opened.pop_back();
        if (opened.empty()) return i + 1;
    }
    fault_at(opened.empty() ? "" : tokens[opened.back()].location, "this bracket is not closed");
}

std::vector<Tokens> arguments(const Tokens& tokens, std::size_t open) {
    std::vector<Tokens> all;
    const std::size_t end = after_bracket(tokens, open) - 1;
    for (std::size_t i = open + 1, from = i; i <= end;) {
        const std::string& t = tokens[i].text;
        if (i == end || t == ",") {
            if (i > from || !all.empty()) all.push_back(slice(tokens, from, i));
            from = ++i;
        } else {
            i = t == "(" || t == "[" || t == "{" ? after_bracket(tokens, i) : i + 1;
        }
    }
    return all;
}

}  // namespace isonoise::glsl
