#include "snippet/languages.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "error.hpp"
#include "isonoise/text.hpp"
#include "snippet/printing/printer.hpp"

namespace isonoise {

static constexpr TypeNames kGlslTypes = {"bool",  "int",   "uint",  "float", "double",
                                         "bvec#", "ivec#", "uvec#", "vec#",  "mat#"};
static constexpr TypeNames kCTypes = {
    .boolean = "bool", .integer = "int32_t", .natural = "uint32_t", .real = "float", .wide = "double"};
static constexpr const char* kPreciseBits = "the same as the C++ core's (`precise` keeps them)";
static constexpr const char* kMacroBits =
    "the same as the C++ core's if ISONOISE_EXACT is defined, see below; else within 2^-18";

static constexpr const char* kMetalOpening = R"(#include <metal_stdlib>
using namespace metal;

// Operations are neither fused nor reordered, from here to the end of the file. Metal before 3.2 knows the second line
// alone: set MTLCompileOptions.fastMathEnabled to false there, or compile with -fno-fast-math.
#if __METAL_VERSION__ >= 320
#pragma METAL fp math_mode(safe)
#endif
#pragma METAL fp contract(off)
)";

static std::vector<std::string_view> joined(std::vector<std::string_view> words,
                                            std::initializer_list<std::string_view> more) {
    words.insert(words.end(), more);
    return words;
}

static const std::vector<Language>& table() {
    static const std::vector<std::string_view> c_words = {
        "abs",     "auto",   "bool",    "break",    "case",     "char",    "class",    "const",    "continue",
        "default", "delete", "do",      "double",   "else",     "enum",    "exp",      "extern",   "fabs",
        "false",   "float",  "floor",   "for",      "goto",     "if",      "inline",   "int",      "log",
        "long",    "main",   "new",     "operator", "pow",      "private", "register", "restrict", "return",
        "short",   "signed", "sin",     "sizeof",   "static",   "struct",  "switch",   "template", "this",
        "true",    "try",    "typedef", "union",    "unsigned", "using",   "void",     "volatile", "while"};
    static const std::vector<Language> rows = {
        {.name = "glsl330",
         .title = "GLSL 3.30",
         .extension = "glsl",
         .printer = print_glsl,
         .types = kGlslTypes,
         .bits = Bits::macro,
         .promise = kMacroBits,
         .glsl = true,
         .closing = "\n#undef ISO_EXACT\n"},
        {.name = "glsl450",
         .title = "GLSL 4.50",
         .extension = "glsl",
         .printer = print_glsl,
         .types = kGlslTypes,
         .promise = kPreciseBits,
         .glsl = true},
        {.name = "vulkan",
         .title = "Vulkan GLSL",
         .extension = "glsl",
         .printer = print_glsl,
         .types = kGlslTypes,
         .promise = kPreciseBits,
         .glsl = true},
        {.name = "essl300",
         .title = "WebGL2",
         .extension = "glsl",
         .printer = print_glsl,
         .types = kGlslTypes,
         .bits = Bits::macro,
         .promise = kMacroBits,
         .glsl = true,
         .opening = "precision highp float;\nprecision highp int;\n",
         .closing = "\n#undef ISO_EXACT\n"},
        {.name = "hlsl",
         .title = "HLSL",
         .extension = "hlsl",
         .printer = print_hlsl,
         .types = {"bool", "int", "uint", "float", "double", "bool#", "int#", "uint#", "float#", "float#x#"},
         .reserved = {"point", "line", "sample", "half", "linear", "texture", "pass", "from"},
         .promise = kPreciseBits},
        {.name = "wgsl",
         .title = "WGSL",
         .extension = "wgsl",
         .printer = print_wgsl,
         .types = {"bool", "i32", "u32", "f32", nullptr, "vec#<bool>", "vec#i", "vec#u", "vec#f", "mat#x#f"},
         .reserved = {"from",  "of",   "target", "filter", "final", "get",    "set",  "self",  "super",
                      "where", "with", "use",    "type",   "fn",    "let",    "var",  "loop",  "ptr",
                      "match", "mod",  "move",   "new",    "ref",   "static", "this", "unless"},
         .bits = Bits::function,
         .promise = "the same as the C++ core's if the compiler keeps each operation, see below; else within 2^-18",
         .overloads = false,
         .preprocessor = false},
        {.name = "godot3",
         .title = "Godot 3",
         .extension = "shader",
         .printer = print_godot3,
         .types = kGlslTypes,
         .bits = Bits::function,
         .promise = "the same as the C++ core's",
         .overloads = false,
         .structures = false,
         .preprocessor = false},
        {.name = "godot4",
         .title = "Godot 4",
         .extension = "gdshaderinc",
         .printer = print_godot3,
         .types = kGlslTypes,
         .bits = Bits::function,
         .promise = "the same as the C++ core's",
         .overloads = false,
         .structures = false},
        {.name = "metal",
         .title = "Metal",
         .extension = "metal",
         .printer = print_metal,
         .types = {"bool", "int", "uint", "float", nullptr, "bool#", "int#", "uint#", "float#", "float#x#"},
         .reserved = {"constant", "device", "fragment", "from", "half", "kernel", "sampler", "thread", "vertex"},
         .bits = Bits::pragma,
         .promise = "the same as the C++ core's if the compiler keeps each operation, see below; else within 2^-18",
         .opening = kMetalOpening},
        {.name = "c",
         .title = "C",
         .extension = "h",
         .printer = print_c,
         .types = kCTypes,
         .reserved = c_words,
         .bits = Bits::rounded,
         .promise = "the same as the C++ core's, whatever the compiler's flags",
         .overloads = false,
         .vectors = false,
         .structures = false},
        {.name = "cuda",
         .title = "CUDA and HIP",
         .extension = "cuh",
         .printer = print_cuda,
         .types = kCTypes,
         .reserved = c_words,
         .bits = Bits::rounded,
         .promise = "the same as the C++ core's, whatever the compiler's flags",
         .overloads = false,
         .vectors = false,
         .structures = false},
        {.name = "opencl",
         .title = "OpenCL C",
         .extension = "cl",
         .printer = print_opencl,
         .types = {.boolean = "bool", .integer = "int", .natural = "uint", .real = "float"},
         .reserved = joined(c_words, {"clamp",   "constant", "cross", "distance",  "dot",    "fmax",  "fmin",
                                      "generic", "global",   "half",  "kernel",    "length", "local", "mad",
                                      "max",     "min",      "mix",   "normalize", "pipe",   "ref",   "sampler_t",
                                      "select",  "sign",     "step",  "uint",      "vload",  "wait"}),
         .promise =
             "the same as the C++ core's, unless the program is built with options for fast arithmetic, see below",
         .overloads = false,
         .vectors = false,
         .structures = false,
         .doubles = false},
        {.name = "js",
         .title = "JavaScript",
         .extension = "js",
         .printer = print_js,
         .reserved = {"abs",    "await",    "bits",    "break",   "case",      "catch",  "class",
                      "const",  "continue", "default", "delete",  "do",        "else",   "enum",
                      "eval",   "export",   "extends", "false",   "finally",   "floor",  "for",
                      "fround", "function", "if",      "import",  "imul",      "in",     "let",
                      "new",    "null",     "package", "private", "protected", "public", "real",
                      "return", "static",   "super",   "switch",  "this",      "throw",  "true",
                      "try",    "typeof",   "var",     "void",    "while",     "with",   "yield"},
         .naming = Naming::camel,
         .bits = Bits::rounded,
         .promise = "the same as the C++ core's",
         .overloads = false,
         .vectors = false,
         .structures = false,
         .preprocessor = false},
        {.name = "csharp",
         .title = "C#",
         .extension = "cs",
         .printer = print_csharp,
         .types = {.boolean = "bool", .integer = "int", .natural = "uint", .real = "float", .wide = "double"},
         .reserved = {"base", "fixed", "in", "out", "ref", "params", "checked", "lock", "object", "string", "math",
                      "system"},
         .naming = Naming::pascal,
         .bits = Bits::rounded,
         .promise = "the same as the C++ core's",
         .overloads = false,
         .vectors = false,
         .structures = false,
         .preprocessor = false,
         .opening = "#pragma warning disable 0162, 0429  // settings are constants\nusing System;\n\npublic static "
                    "class CLASS {\n",
         .closing = "}\n#pragma warning restore 0162, 0429\n"},
        {.name = "gdscript",
         .title = "GDScript",
         .extension = "gd",
         .printer = print_gdscript,
         .types = {.boolean = "bool", .integer = "int", .natural = "int", .real = "float", .wide = "float"},
         // Its global functions too: they would be called instead of ours.
         .reserved = {"abs",     "absf",    "and",   "as",     "assert", "await", "break", "breakpoint", "call",
                      "ceil",    "class",   "clamp", "const",  "cos",    "elif",  "else",  "enum",       "exp",
                      "export",  "extends", "f32",   "false",  "floor",  "fmod",  "for",   "free",       "func",
                      "get",     "hash",    "i32",   "if",     "in",     "is",    "len",   "lerp",       "load",
                      "log",     "match",   "max",   "min",    "not",    "null",  "or",    "pass",       "pow",
                      "preload", "print",   "range", "return", "round",  "seed",  "self",  "set",        "shifted",
                      "sign",    "signal",  "sin",   "sqrt",   "static", "str",   "super", "true",       "var",
                      "void",    "when",    "while", "wrap",   "yield"},
         .naming = Naming::snake,
         .bits = Bits::rounded,
         .promise = "the same as the C++ core's",
         .overloads = false,
         .vectors = false,
         .structures = false,
         .preprocessor = false,
         .comment = "#",
         .indentation = "\t"},
        {.name = "rust",
         .title = "Rust",
         .extension = "rs",
         .printer = print_rust,
         .types = {.boolean = "bool", .integer = "i32", .natural = "u32", .real = "f32", .wide = "f64"},
         .reserved = {"abs",  "as",   "async",  "await",  "bool",   "box",     "break",  "const", "continue", "crate",
                      "do",   "dyn",  "else",   "enum",   "extern", "false",   "final",  "floor", "fn",       "for",
                      "if",   "impl", "in",     "let",    "loop",   "macro",   "match",  "mod",   "move",     "mut",
                      "priv", "pub",  "ref",    "return", "self",   "static",  "struct", "super", "trait",    "true",
                      "try",  "type", "typeof", "unsafe", "use",    "virtual", "where",  "while", "yield"},
         .naming = Naming::snake,
         .promise = "the same as the C++ core's",
         .overloads = false,
         .vectors = false,
         .structures = false,
         .preprocessor = false},
        {.name = "cpp", .title = "C++", .extension = "cpp"},
    };
    return rows;
}

std::span<const Language> languages() { return table(); }

const Language& language(std::string_view name) {
    std::vector<std::string_view> names;
    for (const Language& one : languages()) {
        if (one.name == name) return one;
        names.push_back(one.name);
    }
    fail("lang: expected one of {}, got {}", fmt::join(names, ", "), in_quotes(name));
}

std::string name_of(const glsl::Type& type, const Language& language) {
    using glsl::Type;
    const TypeNames& n = language.types;
    const bool one = type.size == 1;
    const char* pattern = nullptr;
    switch (type.kind) {
    case Type::boolean: pattern = one ? n.boolean : n.booleans; break;
    case Type::integer: pattern = one ? n.integer : n.integers; break;
    case Type::natural: pattern = one ? n.natural : n.naturals; break;
    case Type::real: pattern = one ? n.real : n.reals; break;
    case Type::wide: pattern = n.wide; break;
    case Type::matrix: pattern = n.matrix; break;
    case Type::nothing: return "void";
    case Type::structure:
    case Type::none: return type.name;
    }
    std::string name;
    for (const char* c = pattern; *c; ++c)
        name += *c == '#' ? static_cast<char>('0' + type.size) : *c;
    return name;
}

std::string languages_json() {
    std::vector<std::string> rows;
    for (const Language& one : languages()) {
        if (!one.is_core())
            rows.push_back(fmt::format("  {{\"name\": \"{}\", \"title\": \"{}\", \"extension\": \"{}\"}}", one.name,
                                       one.title, one.extension));
    }
    return fmt::format("[\n{}\n]\n", fmt::join(rows, ",\n"));
}

}  // namespace isonoise
