// GLSL source text as tokens that keep the blanks and comments between them.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "isonoise/error.hpp"

namespace isonoise::glsl {

// A word, number or operator, with the blanks and comments before it.
struct Token {
    std::string before;
    std::string text;
    std::string location = {};  // "isonoise/fbm.glsl:31:9", line and column; empty in generated texts
};
using Tokens = std::vector<Token>;

// `locations`: the source of each line. Throws Error on a character that GLSL lacks, outside comments.
Tokens tokens(std::string_view text, const std::vector<std::string>& locations = {});

// Throws Error: the parts joined, prefixed with the place if there is one.
template <class... Parts> [[noreturn]] void fault_at(const std::string& location, const Parts&... parts) {
    std::string what = location.empty() ? "" : location + ": ";
    (what.append(parts), ...);
    throw Error(what);
}
template <class... Parts> [[noreturn]] void fault(const Parts&... parts) { fault_at("", parts...); }

// Calls work(); prefixes its errors with the place.
template <class Work> void located(const std::string& location, Work work) {
    try {
        work();
    } catch (const Error& e) {
        fault_at(location, e.what());
    }
}

// Maximum nesting of brackets, so that recursion fits the stack.
inline constexpr int kDeepest = 200;
std::string text_of(const Tokens& tokens);

// Tokens `from` to `end` - 1.
Tokens slice(const Tokens& tokens, std::size_t from, std::size_t end);

// The position just past the bracket that closes the one at `open`. Throws Error if none does.
std::size_t after_bracket(const Tokens& tokens, std::size_t open);

// The arguments of the call whose opening bracket is at `open`.
std::vector<Tokens> arguments(const Tokens& tokens, std::size_t open);

bool is_digit(char c);
bool in_word(char c);  // a letter, a digit or _
bool is_word(const std::string& text);
bool is_keyword(const std::string& text);  // one that GLSL ES 3.00 has, other than types

}  // namespace isonoise::glsl
