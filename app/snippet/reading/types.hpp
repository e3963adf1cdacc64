// Works out and checks types: of every expression, and with them which of a name's overloads a call means. Passes and
// printers rely on these checks, as --shader-dir may name any text.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "snippet/reading/tree.hpp"

namespace isonoise::glsl {

class Types {
  public:
    // The program must outlive this, and its names, types and parameters stay as they are.
    explicit Types(const Program& program);

    // Fills in the types of a parsed declaration. Returns the declarations that it uses, by their index. Throws Error
    // on a name that is unknown, a call whose arguments fit none of a name's functions, and types that do not agree:
    // nothing is converted.
    std::set<std::size_t> annotate(Declaration& declaration);

  private:
    void statement(Statement& s);
    void expression(Expression& e);
    void name(Expression& e);
    void call(Expression& e);
    void builtin(Expression& e);
    void construct(const Expression& e);
    void check_place(const Expression& e) const;
    Type field(const Type& type, const std::string& field);
    void declare(const Variable& variable);
    void use(const Type& type);

    const Program& program_;
    std::map<std::string, std::vector<std::size_t>> by_name_;
    std::vector<std::map<std::string, Type>> scopes_;  // of local variables, the innermost last
    std::set<std::size_t> used_;
    Type result_;  // of the function at hand
};

// The program with only the functions at these indices and all that they need, parsed and annotated. Where a
// declaration with a comment or an empty line above it is left out, the next one inherits them: a comment is about all
// functions of a name. Throws Error as parse() and annotate() do.
Program needed(Program program, const std::vector<std::size_t>& roots);

}  // namespace isonoise::glsl
