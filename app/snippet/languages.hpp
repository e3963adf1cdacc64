// The table of languages that snippets can be written in, one row per language. Flags, folders, file names, the page's
// list and the tests are derived from it.
//
// A new language is a row here, a printer in printing/ and a test. See printing/printer.hpp.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "isonoise/function/reading/tree.hpp"

namespace isonoise {

class Printer;

// Rule for type names; # is the number of components.
struct TypeNames {
    const char *boolean, *integer, *natural, *real, *wide = nullptr;
    const char *booleans = nullptr, *integers = nullptr, *naturals = nullptr, *reals = nullptr;
    const char* matrix = nullptr;
};

// How compilers are kept from fusing and reordering operations, marked ISO_EXACT in our sources.
enum class Bits {
    precise,   // by the qualifier `precise`; ISO_EXACT is dropped
    pragma,    // by a pragma at the beginning of the text
    macro,     // the text defines ISO_EXACT and ISO_PRECISE as macros
    rounded,   // the printer rounds each float operation, see Printer::rounded
    function,  // by functions with an opaque zero, one per type
};

// Naming conventions.
enum class Naming {
    plain,   // as in the library, with its prefix: isonoise_lerp
    snake,   // lerp, perlin3_gradient
    camel,   // lerp, perlin3Gradient
    pascal,  // functions Lerp, Perlin3Gradient, variables as in camel
};

struct Language {
    const char* name;       // for --lang, and for the folder in shaders/snippets
    const char* title;      // on the page
    const char* extension;  // of its files
    // None: the text calls the C++ core, and the rest of the row is unused.
    std::unique_ptr<Printer> (*printer)(const glsl::Program&, const Language&, const std::string& prefix) = nullptr;
    TypeNames types = {};
    // Words with a meaning in the language: names in our sources get a _, and users cannot choose them.
    std::vector<std::string_view> reserved = {};
    Naming naming = Naming::plain;
    Bits bits = Bits::precise;
    const char* promise = "";     // which bits users get
    bool overloads = true;        // may functions share a name?
    bool vectors = true;          // otherwise vectors and structures become numbers: a CPU language
    bool doubles = true;          // for CPU languages: double-precision numbers?
    bool divides = false;         // is a division of floats correctly rounded?
    bool overflows = false;       // is an overflow of signed numbers undefined?
    bool chooses = false;         // would its compilers make branches of ?: in users' functions, see call_choices()?
    bool joins = false;           // likewise at && and ||, see join_conditions()?
    bool single_returns = false;  // must functions return only at their end?
    bool preprocessor = true;     // if so, an #ifndef guards against multiple inclusion
    const char* comment = "//";
    const char* indentation = "    ";
    const char* opening = "";  // the text's first and last lines, within the #ifndef; CLASS is Isonoise3
    const char* closing = "";

    bool is_core() const { return !printer; }
};

std::span<const Language> languages();

// Throws Error that lists all names.
const Language& language(std::string_view name);

// A type in the language's syntax. Arrays are left to the printers.
std::string name_of(const glsl::Type& type, const Language& language);

// The languages with files in shaders/snippets as JSON, for the page: names, titles and extensions.
std::string languages_json();

}  // namespace isonoise
