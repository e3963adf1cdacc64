#include "snippet/function_text.hpp"

#include <cmath>
#include <span>

#include <fmt/format.h>

#include "error.hpp"
#include "isonoise/function/compile.hpp"
#include "isonoise/function/library.hpp"
#include "isonoise/function/reading/parser.hpp"
#include "isonoise/function/reading/preprocessor.hpp"
#include "isonoise/function/reading/types.hpp"
#include "isonoise/function/source.hpp"
#include "snippet/passes/passes.hpp"
#include "snippet/printing/layout.hpp"
#include "snippet/translate.hpp"
#include "snippet/wording.hpp"
#include "version.hpp"

namespace isonoise {
namespace {

using glsl::Declaration;
using glsl::Expression;
using glsl::Type;

// The library's shaders and what settle_arithmetic() calls.
glsl::Tokens library_of(const Language& language, const ShaderFiles& files) {
    glsl::Macros macros;
    ShaderFiles::Source source = files.resolve("isonoise/functions.glsl");
    std::map<std::string, int> values = {{"ISONOISE_FAST", 1}};
    if (language.divides) values["ISONOISE_DIVIDES"] = 1;
    const std::string text = glsl::preprocess(source.text, values, macros, source.locations);
    macros.erase("ISO_EXACT");  // left to the printers
    macros.erase("ISO_PRECISE");
    glsl::Tokens all = glsl::expand(glsl::tokens(text, source.locations), macros);
    glsl::Tokens more = glsl::tokens(arithmetic_text());
    more[0].before = "\n\n";
    all.insert(all.end(), more.begin(), more.end());
    return all;
}

Expression number(function::Word word, Type::Kind kind) {
    Expression e{.kind = Expression::literal, .type = {.kind = kind}};
    bool negative = false;
    if (kind == Type::boolean) {
        e.text = word != 0u ? "true" : "false";
    } else if (kind == Type::real) {
        const float x = function::real(word);
        if (!std::isfinite(x)) fail("a constant is not finite");
        negative = std::signbit(x);
        e.text = fmt::format("{}", std::fabs(x));
        if (e.text.find_first_of(".e") == std::string::npos) e.text += ".0";
    } else if (kind == Type::integer) {
        const auto x = static_cast<std::int64_t>(static_cast<std::int32_t>(word));
        if (x == -2147483648) fail("a constant is -2147483648, which not all languages can write");
        negative = x < 0;
        e.text = std::to_string(negative ? -x : x);
    } else {
        e.text = std::to_string(word) + "u";
    }
    if (!negative) return e;
    Expression own{.kind = Expression::prefix, .text = "-", .type = e.type};
    own.parts.push_back(std::move(e));
    return own;
}

// The words of a value that is no structure, from `at` on, as an expression.
Expression value_of(const Type& type, std::span<const function::Word> words) {
    Expression value{.kind = Expression::construct, .type = type};
    const Type::Kind kind = type.kind == Type::matrix ? Type::real : type.kind;
    const auto size = static_cast<std::size_t>(type.size), count = type.kind == Type::matrix ? size * size : size;
    if (type.array) {
        Type element = type;
        element.array = false;
        for (std::size_t i = 0; i + count <= words.size(); i += count)
            value.parts.push_back(value_of(element, words.subspan(i, count)));
        return value;
    }
    if (count == 1) return number(words[0], kind);
    for (const function::Word word : words)
        value.parts.push_back(number(word, kind));
    return value;
}

// Uniforms become constants of their values. All constants become numbers: compilers work constants out in double
// precision, or as they like.
void set_constants(function::Source& source, const Function& function) {
    for (std::size_t i = 0; i < source.parameters.size(); ++i) {
        Declaration& d = source.program[source.parameters[i]];
        d.kind = Declaration::constant;
        d.value = {value_of(d.type, function.words(i))};
    }
    for (std::size_t i = 0; i < source.program.size(); ++i) {
        Declaration& d = source.program[i];
        if (d.kind != Declaration::constant || d.exact || d.type.kind == Type::structure) continue;
        d.value = {value_of(d.type, function::constant_value(source.program, i))};
    }
}

std::string translated(const Language& language, const Function& function, const function::Include& include,
                       const ShaderFiles& files) {
    function::Source source = function::resolved(library_of(language, files), glsl::tokens(function::library_text()),
                                                 function::read(function.text(), function.name(), include));
    set_constants(source, function);
    settle_arithmetic(source.program);
    const std::size_t before = source.program.size();
    take_arrays_apart(source.program);
    source.main += source.program.size() - before;
    const std::map<std::size_t, std::string> names = {{source.main, "noise"}};
    // `precise` protects what goes into variables; here any expression must keep its bits, a condition or an argument.
    Language own = language;
    if (own.bits == Bits::macro || (own.bits == Bits::precise && own.vectors)) {
        own.bits = Bits::function;
        own.closing = "";
    }
    return translate(std::move(source.program), own, "isonoise", names);
}

}  // namespace

std::string function_text(const Language& language, const Function& function, const function::Include& include,
                          const ShaderFiles& files) {
    if (language.is_core()) fail("lang: a function has no text in cpp; it is called by isonoise::Function");
    const std::string body = translated(language, function, include, files);
    std::string text = fmt::format("// {}, by isonoise {}, (c) 2026 the isonoise authors. {}\n// Bits: {}.\n",
                                   function.name(), kVersion, kLicence, language.promise);
    if (language.preprocessor) text += "#ifndef ISONOISE_FUNCTION_NOISE\n#define ISONOISE_FUNCTION_NOISE\n";
    Language own = language;
    if (own.bits == Bits::macro) own.closing = "\n";  // it would undefine the macros
    text += framed(own, "isonoise", body);
    return dressed(language, language.preprocessor ? text + "#endif\n" : text);
}

std::string function_shader(const Function& function, const function::Include& include, const ShaderFiles& files) {
    return translated(language("glsl"), function, include, files);
}

}  // namespace isonoise
