// The table of languages: what a snippet can be written in, one row a language. Flags, folders, file names, the page's
// list and the tests follow from it.
//
// A new language is a row here, a printer in printing/ and a test. See printing/printer.hpp.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "snippet/reading/tree.hpp"

namespace isonoise {

class Printer;

// How the language's names for types follow from a type; # is the number of components.
struct TypeNames {
    const char *boolean, *integer, *natural, *real, *wide = nullptr;
    const char *booleans = nullptr, *integers = nullptr, *naturals = nullptr, *reals = nullptr;
    const char* matrix = nullptr;
};

// How compilers are kept from fusing and reordering operations: ISO_EXACT in our sources.
enum class Bits {
    precise,   // the qualifier `precise` does it, and ISO_EXACT goes
    pragma,    // the text's opening does it
    macro,     // the text defines ISO_EXACT and ISO_PRECISE
    rounded,   // the printer rounds each operation on floats, see Printer::rounded
    function,  // functions with an opaque zero take its place, one for each type
};

// How names are written.
enum class Naming {
    plain,   // as in the library, with its prefix: isonoise_lerp
    snake,   // lerp, perlin3_gradient
    camel,   // lerp, perlin3Gradient
    pascal,  // functions Lerp, Perlin3Gradient, variables as in camel
};

struct Language {
    const char* name;       // for --lang, and the folder in shaders/snippets
    const char* title;      // on the page
    const char* extension;  // of its files
    // None: the text calls the C++ core, and the rest of the row is unused.
    std::unique_ptr<Printer> (*printer)(const glsl::Program&, const Language&, const std::string& prefix) = nullptr;
    TypeNames types = {};
    // Words with a meaning in the language: those that our sources use as names get a _, and users may not take them.
    std::vector<std::string_view> reserved = {};
    Naming naming = Naming::plain;
    Bits bits = Bits::precise;
    const char* promise = "";     // which bits a user gets
    bool overloads = true;        // may functions share a name?
    bool vectors = true;          // or these and structures become numbers: a language of the CPU
    bool doubles = true;          // in languages of the CPU: numbers in double precision?
    bool single_returns = false;  // must a function return at its end alone?
    bool preprocessor = true;     // then an #ifndef lets files be included twice
    const char* comment = "//";
    const char* indentation = "    ";
    const char* opening = "";  // the text's first and last lines, within the #ifndef; CLASS is Isonoise3
    const char* closing = "";

    bool is_core() const { return !printer; }
};

std::span<const Language> languages();

// Throws Error that lists all names.
const Language& language(std::string_view name);

// As the language writes it. Arrays are left to the printers.
std::string name_of(const glsl::Type& type, const Language& language);

// The languages with files in shaders/snippets as JSON, for the page: their names, titles and extensions.
std::string languages_json();

}  // namespace isonoise
