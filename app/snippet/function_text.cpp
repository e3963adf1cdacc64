#include "snippet/function_text.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "error.hpp"
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

Expression number(double x, Parameter::Kind kind) {
    const Type::Kind kinds[] = {Type::real, Type::integer, Type::natural, Type::boolean};
    Expression e{.kind = Expression::literal, .type = {.kind = kinds[kind]}};
    if (kind == Parameter::boolean) {
        e.text = x != 0 ? "true" : "false";
        return e;
    }
    const double size = std::fabs(x);
    if (kind == Parameter::real) {
        e.text = fmt::format("{}", static_cast<float>(size));
        if (e.text.find_first_of(".e") == std::string::npos) e.text += ".0";
    } else {
        e.text = fmt::format("{:.0f}{}", size, kind == Parameter::natural ? "u" : "");
    }
    if (x >= 0) return e;
    Expression negative{.kind = Expression::prefix, .text = "-", .type = e.type};
    negative.parts.push_back(std::move(e));
    return negative;
}

// Uniforms become constants of their values.
void set_parameters(glsl::Program& program, const std::vector<std::size_t>& uniforms, const Function& function) {
    for (std::size_t i = 0; i < uniforms.size(); ++i) {
        Declaration& d = program[uniforms[i]];
        const Parameter& parameter = function.parameters()[i];
        Expression value{.kind = Expression::construct, .type = d.type};
        for (const double x : parameter.value)
            value.parts.push_back(number(x, parameter.kind));
        if (parameter.size == 1) value = Expression(std::move(value.parts[0]));
        d.kind = Declaration::constant;
        d.value = {std::move(value)};
    }
}

std::string translated(const Language& language, const Function& function, const function::Include& include,
                       const ShaderFiles& files) {
    function::Source source = function::resolved(library_of(language, files), glsl::tokens(function::library_text()),
                                                 function::read(function.text(), function.name(), include));
    set_parameters(source.program, source.parameters, function);
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
