#include "isonoise/function/hiding.hpp"

#include <map>
#include <set>
#include <string>

namespace isonoise::function {
namespace {

using glsl::Declaration;
using glsl::Expression;
using glsl::Statement;
using glsl::Variable;

class Hiding {
  public:
    explicit Hiding(const glsl::Program& program) {
        for (const Declaration& d : program) {
            if (d.kind == Declaration::constant || d.kind == Declaration::uniform) global_.insert(d.name);
        }
    }
    void rename(Declaration& f) {
        known_ = global_;
        for (const Variable& p : f.variables)
            known_.insert(p.name);
        for (Statement& body : f.body)
            for_each_statement(body, [&](const Statement& s) {
                for (const Variable& v : s.variables)
                    known_.insert(v.name);
            });
        Names names;
        for (Variable& p : f.variables)
            declare(p, names);
        for (Statement& body : f.body)
            within(body, names);
    }

  private:
    using Names = std::map<std::string, std::string>;  // the new names of variables in scope

    void declare(Variable& v, Names& names) {
        if (!global_.contains(v.name)) return;
        std::string name = v.name;
        for (int n = 2; !known_.insert(name).second; ++n)
            name = v.name + std::to_string(n);
        names[v.name] = name;
        v.name = name;
    }
    void within(Statement& s, Names& outer) {
        Names own = outer;
        Names& names = s.kind == Statement::declare ? outer : own;
        const bool loop = s.kind == Statement::loop;
        for (Statement& part : s.parts)
            if (!loop || &part == &s.parts[0]) within(part, names);
        for (auto* list : {&s.value, &s.step})
            for (Expression& e : *list)
                within(e, names);
        if (loop) within(s.parts[1], names);
        for (Variable& v : s.variables) {
            for (auto* list : {&v.length, &v.value})
                for (Expression& e : *list)
                    within(e, names);
            declare(v, names);
        }
    }
    static void within(Expression& all, const Names& names) {
        for_each_expression(all, [&](Expression& e) {
            if (const auto found = names.find(e.text); e.kind == Expression::name && found != names.end())
                e.text = found->second;
        });
    }

    std::set<std::string> global_, known_;
};

}  // namespace

void rename_hiding(glsl::Program& program) {
    Hiding hiding(program);
    for (Declaration& d : program) {
        if (d.kind == Declaration::function && !d.exact) hiding.rename(d);
    }
}

}  // namespace isonoise::function
