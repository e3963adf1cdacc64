#include "snippet/translate.hpp"

#include "snippet/passes/passes.hpp"
#include "snippet/printing/printer.hpp"

namespace isonoise {

std::string translate(glsl::Program program, const Language& language, const std::string& prefix,
                      const std::map<std::size_t, std::string>& names) {
    // Names follow from the parameters as they are in the source.
    std::vector<std::string> own;
    if (!language.overloads) own = own_names(program, names);
    if (!language.structures)
        take_apart(
            program, [](const std::string& variable, const std::string& field) { return variable + "_" + field; },
            language.name);
    for (std::size_t i = 0; i < own.size(); ++i)
        program[i].name = own[i];
    if (!language.structures) drop_structures(program);
    // A pass for languages without vectors, which takes each apart into numbers, belongs here: every expression still
    // has its type, structures are gone where they must, and ISO_EXACT is still a call that may hold a vector.
    const auto functions = keep_bits(program, language.bits, prefix);

    const auto printer = language.printer(program, language);
    return printer->barrier(prefix, functions) + printer->text();
}

}  // namespace isonoise
