#include "snippet/function_text.hpp"

#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <span>

#include <fmt/format.h>

#include "error.hpp"
#include "isonoise/function/compile.hpp"
#include "isonoise/function/hiding.hpp"
#include "isonoise/function/library.hpp"
#include "isonoise/function/reading/parser.hpp"
#include "isonoise/function/reading/types.hpp"
#include "isonoise/function/source.hpp"
#include "snippet/baking.hpp"
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

// The library's shaders, what settle_arithmetic() calls, and the presets of the text.
glsl::Tokens library_of(const Language& language, const function::Text& text, const ShaderFiles& files) {
    const ShaderFiles::Source source = files.resolve("isonoise/functions.glsl");
    std::map<std::string, int> values = {{"ISONOISE_FAST", 1}};
    if (language.divides) values["ISONOISE_DIVIDES"] = 1;
    glsl::Tokens all, more;
    if (language.chooses) all = glsl::tokens(choices_text());
    more = preprocessed(source, values);
    if (language.chooses) more[0].before = "\n\n" + more[0].before;
    all.insert(all.end(), more.begin(), more.end());
    more = glsl::tokens(arithmetic_text());
    more[0].before = "\n\n";
    all.insert(all.end(), more.begin(), more.end());
    int number = 0;
    for (const auto& [name, noise] : text.presets) {
        more = baked_functions(*noise, name, fmt::format("isonoise_preset{}", ++number), files);
        all.insert(all.end(), more.begin(), more.end());
    }
    return all;
}

// Parameters become constants of their values.
void set_parameters(function::Source& source, const Function& function) {
    for (std::size_t i = 0; i < source.parameters.size(); ++i) {
        Declaration& d = source.program[source.parameters[i]];
        d.kind = Declaration::constant;
        d.value = {constant_of(d.type, function.words(i))};
    }
}

// The default, the range and the meaning of each, as a comment.
std::string about(const std::vector<Parameter>& parameters) {
    std::size_t longest = 0;
    for (const Parameter& p : parameters)
        longest = std::max(longest, p.name.size());
    std::string text = "// Arguments and their defaults:\n";
    for (const Parameter& p : parameters) {
        std::string standard;
        for (const double x : p.standard) {
            standard += standard.empty() ? "" : " ";
            standard += p.kind == Parameter::boolean ? (x != 0 ? "true" : "false")
                        : p.kind == Parameter::real  ? fmt::format("{}", static_cast<float>(x))
                                                     : fmt::format("{}", x);
        }
        const std::string range = p.least && p.most ? fmt::format("{}..{}", *p.least, *p.most) : "";
        text += fmt::format("//   {:{}}  {}{}{}{}{}\n", p.name, longest, standard, range.empty() ? "" : ", ", range,
                            p.about.empty() ? "" : ": ", p.about);
    }
    return text;
}

// Parameters become arguments.
void pass_parameters(function::Source& source, const Function& function) {
    std::vector<std::size_t> entries = {source.main};
    if (source.entry != source.main) entries.push_back(source.entry);
    uniforms_into_arguments(source.program, source.parameters, entries);
    const auto moved = [&](std::size_t i) {
        const auto before = [i](std::size_t u) { return u < i; };
        return i - static_cast<std::size_t>(std::count_if(source.parameters.begin(), source.parameters.end(), before));
    };
    source.main = moved(source.main);
    source.entry = moved(source.entry);
    source.parameters.clear();
    if (function.parameters().empty()) return;
    std::string& before = source.program[source.main].before;
    const std::size_t comment = before.find_last_not_of(" \n");
    const bool has_comment = before.find("//") != std::string::npos;
    before = (has_comment ? before.substr(0, comment + 1) + "\n" : "\n\n") + about(function.parameters());
}

// All constants become numbers: compilers work constants out in double precision, or as they like.
void set_constants(function::Source& source) {
    for (std::size_t i = 0; i < source.program.size(); ++i) {
        Declaration& d = source.program[i];
        if (d.kind != Declaration::constant || d.exact || d.type.kind == Type::structure) continue;
        d.value = {constant_of(d.type, function::constant_value(source.program, i))};
        if (!d.length.empty())
            d.length = {{.kind = Expression::literal,
                         .text = std::to_string(d.value[0].parts.size()),
                         .type = {.kind = Type::integer}}};
    }
}

// Is it, with the library's prefix, the name of something that printers or passes add? Of any language, so that all
// have the same names.
bool is_helper(const std::string& name) {
    static const std::set<std::string, std::less<>> names = {"add", "barrier", "bits", "div", "exact",
                                                             "mul", "raise",   "real", "sub", "zero"};
    if (names.contains(name)) return true;
    const auto is_number = [](std::string_view text) {
        return !text.empty() && std::all_of(text.begin(), text.end(), glsl::is_digit);
    };
    return (name.starts_with("held") && is_number(std::string_view(name).substr(4))) || name.starts_with("exact_") ||
           name.starts_with("raise_");
}

// Gives all that the text declares, except the function itself, the prefix that the library's own names have, so that
// texts of several functions fit in one program.
void prefix_names(glsl::Program& program, const std::map<std::size_t, std::string>& entries) {
    std::set<std::string> taken;
    for (const Declaration& d : program)
        taken.insert(d.name);
    std::map<std::string, std::string> functions, constants, structures;
    for (std::size_t i = 0; i < program.size(); ++i) {
        const Declaration& d = program[i];
        const bool own =
            d.name.starts_with("isonoise_") || d.name.starts_with("ISONOISE_") || d.name.starts_with("Isonoise");
        if (entries.contains(i) || own) continue;
        auto& names = d.kind == Declaration::function    ? functions
                      : d.kind == Declaration::structure ? structures
                                                         : constants;
        if (names.contains(d.name)) continue;
        const char* prefix = d.kind == Declaration::function    ? "isonoise_"
                             : d.kind == Declaration::structure ? "Isonoise"
                                                                : "ISONOISE_";
        const char* const suffix = d.kind == Declaration::constant ? "_OWN" : "_own";
        // GLSL reserves names with two underscores together.
        std::string bare = d.name.substr(std::min(d.name.find_first_not_of('_'), d.name.size()));
        bare.erase(bare.find_last_not_of('_') + 1);
        std::string name = prefix + (bare.empty() ? "own" : bare) + (is_helper(bare) ? suffix : "");
        while (!taken.insert(name).second)
            name += suffix;
        names[d.name] = name;
    }
    const auto rename = [](const std::map<std::string, std::string>& names, std::string& name) {
        if (const auto found = names.find(name); found != names.end()) name = found->second;
    };
    const auto retype = [&](Type& type) {
        if (type.kind == Type::structure) rename(structures, type.name);
    };
    for (std::size_t i = 0; i < program.size(); ++i) {
        Declaration& d = program[i];
        if (!entries.contains(i)) {
            rename(d.kind == Declaration::function    ? functions
                   : d.kind == Declaration::structure ? structures
                                                      : constants,
                   d.name);
        }
        retype(d.type);
        std::set<std::string> local;
        const auto variables = [&](std::vector<glsl::Variable>& all) {
            for (glsl::Variable& v : all) {
                retype(v.type);
                local.insert(v.name);
            }
        };
        variables(d.variables);
        for (glsl::Statement& body : d.body)
            for_each_statement(body, [&](glsl::Statement& s) { variables(s.variables); });
        for_each_expression(d, [&](Expression& e) {
            retype(e.type);
            if (e.kind == Expression::name && !local.contains(e.text)) rename(constants, e.text);
            if (e.kind == Expression::call && e.function != glsl::kNoFunction) rename(functions, e.text);
        });
    }
}

// Passes form names such as a__0, but GLSL reserves those with two underscores together: one takes their place.
void join_underscores(glsl::Program& program) {
    std::set<std::string> taken;
    std::map<std::string, std::string> names;
    const auto for_each_name = [&](const std::function<void(std::string&)>& visit) {
        const auto variables = [&](std::vector<glsl::Variable>& all) {
            for (glsl::Variable& v : all)
                visit(v.name);
        };
        for (glsl::Declaration& d : program) {
            visit(d.name);
            variables(d.variables);
            for (glsl::Statement& body : d.body)
                for_each_statement(body, [&](glsl::Statement& s) { variables(s.variables); });
            for_each_expression(d, [&](Expression& e) {
                if (e.kind == Expression::name || e.kind == Expression::call) visit(e.text);
            });
        }
    };
    for_each_name([&](std::string& name) { taken.insert(name); });
    for_each_name([&](std::string& name) {
        if (name.find("__") == name.npos) return;
        auto [own, is_new] = names.try_emplace(name, name);
        if (is_new) {
            const auto both = [](char a, char b) { return a == '_' && b == '_'; };
            own->second.erase(std::unique(own->second.begin(), own->second.end(), both), own->second.end());
            while (!taken.insert(own->second).second)
                own->second += "2";
        }
        name = own->second;
    });
}

// Names of other functions begin with `prefix`. With `uniforms`, which receives their names, parameters stay what they
// are.
std::string translated(const Language& language, const Function& function, const ShaderFiles& files,
                       const std::string& name, const std::string& prefix, Parameters parameters,
                       std::vector<std::string>* uniforms = nullptr) {
    const function::Text own_text = function::read(function);
    function::Source source = function::resolved(library_of(language, own_text, files),
                                                 glsl::tokens(function::library_text()), own_text, function.form());
    function::rename_hiding(source.program);
    write_negative_literals(source.program);
    if (parameters == Parameters::arguments) {
        pass_parameters(source, function);
    } else if (!uniforms) {
        set_parameters(source, function);
    }
    const std::size_t before = source.program.size();
    split_constant_structures(source.program);
    set_constants(source);
    settle_locals(source.program);
    fold_constants(source.program);
    settle_arithmetic(source.program, language.overflows);
    if (language.chooses) call_choices(source.program);
    if (language.joins) join_conditions(source.program);
    take_arrays_apart(source.program);
    if (language.vectors) choose_parts(source.program);
    const std::size_t added = source.program.size() - before;
    std::map<std::size_t, std::string> names = {
        {source.main + added, language.naming == Naming::pascal ? "noise" : name}};
    if (source.entry != source.main)
        names[source.entry + added] = names.begin()->second + function::entry_name(function.form()).substr(5);
    prefix_names(source.program, names);
    join_underscores(source.program);
    if (uniforms) {
        for (const std::size_t i : source.parameters)
            uniforms->push_back(renamed(source.program[i + added].name, prefix));
    }
    for (const auto& [index, own] : names)
        source.program[index].name = own;
    for (glsl::Declaration& d : source.program) {  // on a line of its own
        if (d.before.find('\n') == std::string::npos)
            d.before = "\n" + d.before.substr(std::min(d.before.find_first_not_of(" \t"), d.before.size()));
    }
    // `precise` protects what goes into variables; here any expression must keep its bits, a condition or an argument.
    Language own = language;
    if (own.bits == Bits::macro || (own.bits == Bits::precise && own.vectors)) {
        own.bits = Bits::function;
        own.closing = "";
    }
    const std::string text = translate(std::move(source.program), own, "isonoise", names, prefix);
    return language.vectors || language.preprocessor ? renamed(text, prefix) : text;
}

}  // namespace

std::string function_text(const Language& language, const Function& function, const ShaderFiles& files,
                          const std::string& name, Parameters parameters) {
    if (language.is_core()) fail("lang: a function has no text in cpp; it is called by isonoise::Function");
    check_name(name);
    if (name != "noise" &&
        std::find(language.reserved.begin(), language.reserved.end(), name) != language.reserved.end())
        fail("name: {} has another meaning in {}", in_quotes(name), language.title);
    const std::string prefix = name == "noise" ? "isonoise" : name;
    const std::string body = translated(language, function, files, name, prefix, parameters);
    std::string guard = name;
    for (char& c : guard)
        c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    std::string text = fmt::format("// {}, by isonoise {}, (c) 2026 the isonoise authors. {}\n// Bits: {}.\n",
                                   function.name(), kVersion, kLicence, language.promise);
    const std::string head = with_line_comments(function::head_comment(function.text()));
    if (!head.empty()) text += "//\n" + head.substr(head.find_first_not_of('\n'));
    if (language.preprocessor)
        text += fmt::format("#ifndef ISONOISE_FUNCTION_{0}\n#define ISONOISE_FUNCTION_{0}\n", guard);
    Language own = language;
    if (own.bits == Bits::macro) own.closing = "\n";  // it would undefine the macros
    // Rust warns of the user's names, of values that nothing reads, such as the first ones of variables that a branch
    // or a loop sets, and of components that do not change while others do.
    if (language.name == std::string_view("rust"))
        own.opening = "#![allow(non_snake_case, unused_assignments, unused_mut, dead_code)]\n";
    text += framed(own, prefix, body);
    return dressed(language, language.preprocessor ? text + "#endif\n" : text);
}

std::string function_shader(const Function& function, const ShaderFiles& files) {
    return translated(language("glsl"), function, files, "noise", "isonoise", Parameters::constants);
}

FunctionShader function_beside_noise(const Function& function, const ShaderFiles& files) {
    FunctionShader shader;
    shader.text = translated(language("glsl"), function, files, "function_at", "function", Parameters::constants,
                             &shader.uniforms);
    return shader;
}

}  // namespace isonoise
