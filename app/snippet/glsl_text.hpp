// Processes GLSL source text: resolves conditions, expands macros, and keeps only what given functions need. For
// sources like ours: whole declarations at the top level, no macros that expand to declarations, no implicit type
// conversions.
#pragma once

#include <map>
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

struct Macro {
    std::vector<std::string> parameters;  // empty: used without arguments
    Tokens body;
};
using Macros = std::map<std::string, Macro>;

// The text without its directives. Keeps the #if branches that hold, given the values of names in `values` (defined()
// is true for these only). Its #defines go to `macros`. Throws Error on an unknown name.
std::string preprocess(std::string_view text, const std::map<std::string, int>& values, Macros& macros);

Tokens tokens(std::string_view text);
std::string text_of(const Tokens& tokens);

// The position just past the bracket that closes the one at `open`.
std::size_t after_bracket(const Tokens& tokens, std::size_t open);

// Types by name.
bool is_type(const std::string& word);  // built into the language
bool is_vector(const std::string& type);
std::string with_components(const std::string& vector, std::size_t count);  // "uvec4" and 2: "uvec2"; and 1: "uint"
std::string of_kind(const std::string& type, const std::string& kind);      // "vec3" and "u": "uvec3"; "float": "uint"

// Replaces each macro with its body.
Tokens expand(const Tokens& tokens, const Macros& macros);

// A top-level declaration.
struct Item {
    Tokens tokens;
    std::string after;  // the comment following it
    std::string name;
    std::string type;                           // a constant's own, "float[]" for an array; a function's return type
    std::vector<std::string> parameters;        // types of a function's parameters
    std::map<std::string, std::string> fields;  // types of a struct's fields
    bool function = false;
    bool uniform = false;
};
std::vector<Item> items(const Tokens& tokens);

// The items with these indices and everything they need, in order. Overloads are told apart by the types of their
// arguments.
std::vector<Item> needed(const std::vector<Item>& items, const std::vector<std::size_t>& roots);

// In their original form; only comments directly above an item are kept.
std::string text_of(const std::vector<Item>& items);

}  // namespace isonoise::glsl
