// GLSL sources as text to work on: conditions resolved, macros expanded, and of what is left only the functions that
// some of them need. For sources like ours: whole declarations at the top level, no macros that make declarations, no
// implicit conversions of types.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace isonoise::glsl {

// A word, number or sign, with the blanks and comments before it.
struct Token {
    std::string before;
    std::string text;
};
using Tokens = std::vector<Token>;

struct Macro {
    std::vector<std::string> parameters;  // none: it is not called
    Tokens body;
};
using Macros = std::map<std::string, Macro>;

// The text without its directives: of #if only what holds, where `values` says what each name stands for (defined() is
// true for these alone). What it defines goes to `macros`. Throws Error on a name that nobody knows.
std::string preprocess(std::string_view text, const std::map<std::string, int>& values, Macros& macros);

Tokens tokens(std::string_view text);
std::string text_of(const Tokens& tokens);

// The place after what closes the bracket at `open`.
std::size_t after_bracket(const Tokens& tokens, std::size_t open);

// Types by their words.
bool is_type(const std::string& word);  // of the language
bool is_vector(const std::string& type);
std::string with_components(const std::string& vector, std::size_t count);  // "uvec4" and 2: "uvec2"; and 1: "uint"
std::string of_kind(const std::string& type, const std::string& kind);      // "vec3" and "u": "uvec3"; "float": "uint"

// Each macro replaced by its body.
Tokens expand(const Tokens& tokens, const Macros& macros);

// A declaration at the top level.
struct Item {
    Tokens tokens;
    std::string after;  // the comment behind it
    std::string name;
    std::string type;                     // of a constant its own, "float[]" of an array; of a function what it returns
    std::vector<std::string> parameters;  // types of a function's
    std::map<std::string, std::string> fields;  // types of a struct's
    bool function = false;
    bool uniform = false;
};
std::vector<Item> items(const Tokens& tokens);

// The items of these numbers and what they need, in their order. Functions of one name are told apart by the types of
// their arguments.
std::vector<Item> needed(const std::vector<Item>& items, const std::vector<std::size_t>& roots);

// As they stood; comments that were not right above an item are left out.
std::string text_of(const std::vector<Item>& items);

}  // namespace isonoise::glsl
