// GLSL source text as tokens that keep the blanks and comments between them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace isonoise::glsl {

// A word, number or operator, with the blanks and comments before it.
struct Token {
    std::string before;
    std::string text;
};
using Tokens = std::vector<Token>;

Tokens tokens(std::string_view text);
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

}  // namespace isonoise::glsl
