#include "snippet/translate.hpp"

#include "snippet/passes/passes.hpp"
#include "snippet/printing/printer.hpp"

namespace isonoise {

std::string translate(glsl::Program program, const Language& language, const std::string& prefix,
                      const std::map<std::size_t, std::string>& names, const std::string& name) {
    // Names depend on the parameters in the source.
    std::vector<std::string> own;
    if (!language.overloads) own = own_names(program, names);
    if (!language.vectors)
        take_apart(
            program, [](const std::string& variable, const std::string& field) { return variable + "_" + field; },
            language.name);
    for (const auto& [i, given] : names)
        program[i].entry = true;
    if (language.vectors) {
        const std::vector<bool> needed = drop_unused(program, language.overloads);
        std::vector<std::string> left;
        for (std::size_t i = 0; i < own.size(); ++i) {
            if (needed[i]) left.push_back(own[i]);
        }
        own = std::move(left);
    } else {
        into_numbers(program, own);
    }
    for (std::size_t i = 0; i < own.size(); ++i)
        program[i].name = own[i];
    if (language.vectors) {
        avoid_reserved(program, language);
    } else {
        drop_structures(program);
        fold_constants(program);  // components of vectors are new ones
        restyle(program, language, prefix, name.empty() ? prefix : name);
    }
    if (language.single_returns) join_returns(program);
    const auto functions = keep_bits(program, language.bits, prefix);

    indent_statements(program);
    const auto printer = language.printer(program, language, name.empty() ? prefix : name);
    return printer->prologue(functions) + printer->text();
}

}  // namespace isonoise
