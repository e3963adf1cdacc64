#include "snippet/passes/passes.hpp"

namespace isonoise {

using glsl::Expression;

std::map<std::string, std::string> keep_bits(glsl::Program& program, Bits bits, const std::string& prefix) {
    std::map<std::string, std::string> functions;
    if (bits == Bits::macro) return functions;
    for (glsl::Declaration& declaration : program) {
        for_each_expression(declaration, [&](Expression& e) {
            if (e.kind != Expression::call || e.text != "ISO_EXACT") return;
            if (bits != Bits::function) {
                e = Expression(std::move(e.parts[0]));
                return;
            }
            const std::string type = name_of(e.type);
            e.text = prefix + (type == "float" ? "_exact" : "_exact_" + type);
            functions[type] = e.text;
        });
    }
    return functions;
}

}  // namespace isonoise
