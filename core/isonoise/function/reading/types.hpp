// Determines and checks the types of all expressions, and the overload that each call selects. Passes and printers rely
// on these checks, since --shader-dir may contain any text.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "isonoise/function/reading/tree.hpp"

namespace isonoise::glsl {

class Types {
  public:
    // The program must outlive this object; its names, types and parameters must not change.
    explicit Types(const Program& program);

    // Sets the types of a parsed declaration, one of the program. Returns the declarations that it uses, by index.
    // Throws Error if a name is unknown, no overload takes the arguments of a call, or types differ: nothing is
    // converted.
    std::set<std::size_t> annotate(Declaration& declaration);

    // Where the expression is that annotate() looked at last.
    const std::string& where() const { return where_; }

  private:
    void statement(Statement& s);
    void expression(Expression& e);
    void name(Expression& e);
    void call(Expression& e);
    void builtin(Expression& e);
    void construct(Expression& e);
    void construct_diagonal(Expression& e);
    void check_place(const Expression& e) const;
    void field(Expression& e);
    void binary(Expression& e);
    void declare(const Variable& variable, bool constant);
    void use(const Type& type);

    const Program& program_;
    std::map<std::string, std::vector<std::size_t>> by_name_;
    struct Local {
        Type type;
        bool constant;
    };
    std::vector<std::map<std::string, Local>> scopes_;  // of local variables, the innermost last
    std::set<std::size_t> used_;
    const Declaration* current_ = nullptr;
    Type result_;          // of the current function
    bool shares_ = false;  // the next block adds to the current scope
    std::string where_;
};

// The program reduced to the functions at these indices and everything they need, parsed and annotated. If a
// declaration with a comment or an empty line above it is omitted, the next one inherits them: a comment applies to all
// functions of a name. Throws Error like parse() and annotate().
Program needed(Program program, const std::vector<std::size_t>& roots);

}  // namespace isonoise::glsl
