#include <set>

#include <fmt/format.h>

#include "snippet/passes/passes.hpp"

namespace isonoise {

using glsl::Declaration;
using glsl::Variable;

// Overloads are distinguished by their output, by the type of their first parameter, or by their extra parameter.
// `first_types`: those of the earlier functions with this name.
static std::string own_name(const Declaration& f, const std::set<std::string>& first_types,
                            std::set<std::string>& taken) {
    std::string all = f.name;
    for (const Variable& p : f.variables)
        all += "_" + name_of(p.type);
    const Variable &first = f.variables.front(), &last = f.variables.back();
    const std::string type = name_of(first.type);
    std::vector<std::string> candidates;
    if (last.out) candidates.push_back(f.name + "_" + last.name);
    if (!first_types.contains(type)) candidates.push_back(f.name + "_" + (is_builtin(first.type) ? type : first.name));
    if (last.out) candidates.push_back(f.name + "_" + last.name + "_" + type);
    candidates.push_back(f.name + "_" + last.name);
    candidates.push_back(all);
    for (const std::string& name : candidates) {
        if (taken.insert(name).second) return name;
    }
    for (int n = 2;; ++n) {
        if (const std::string name = fmt::format("{}_{}", all, n); taken.insert(name).second) return name;
    }
}

std::vector<std::string> own_names(const glsl::Program& program, const std::map<std::size_t, std::string>& given) {
    std::set<std::string> taken, seen;
    for (const Declaration& declaration : program)
        taken.insert(declaration.name);
    for (const auto& [i, name] : given) {
        taken.insert(name);
        seen.insert(name);
    }
    std::map<std::string, std::set<std::string>> first_types;
    std::vector<std::string> names;
    for (std::size_t i = 0; i < program.size(); ++i) {
        const Declaration& f = program[i];
        names.push_back(f.name);
        if (f.kind != Declaration::function) continue;
        if (const auto found = given.find(i); found != given.end()) {
            names[i] = found->second;
        } else if (seen.contains(f.name) && !f.variables.empty()) {
            names[i] = own_name(f, first_types[f.name], taken);
        }
        first_types[f.name].insert(f.variables.empty() ? "" : name_of(f.variables[0].type));
        seen.insert(f.name);
    }
    return names;
}

}  // namespace isonoise
