// GLSL source as a tree: declarations, statements and expressions as plain values that passes change and printers walk.
//
// Comments and line breaks survive where our sources have them: above declarations and statements, between the fields
// of a structure, before a closing brace, and after a declaration on its line. Comments within an expression are lost.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "isonoise/function/reading/tokens.hpp"

namespace isonoise {
class Noise;
}

namespace isonoise::glsl {

struct Type {
    // nothing: void, wide: double
    enum Kind { none, nothing, boolean, integer, natural, real, wide, matrix, structure } kind = none;
    int size = 1;           // components of a vector, columns of a matrix
    bool array = false;     // of elements of this type
    std::string name = {};  // of a structure

    bool operator==(const Type&) const = default;
    bool is_vector() const { return size > 1 && kind != matrix && !array; }
    bool is_scalar() const { return size == 1 && kind != structure && !array; }
};

// "uvec3": three naturals. Any word that is not built in counts as a structure's name.
Type type_named(std::string_view word);
bool is_builtin(const Type& type);
std::string name_of(const Type& type);  // in GLSL: "uvec3", "float[]"

inline constexpr std::size_t kNoFunction = static_cast<std::size_t>(-1);

struct Expression {
    enum Kind {
        literal,    // text
        name,       // text: a variable or a constant
        call,       // text(parts)
        construct,  // type(parts)
        index,      // parts[0][parts[1]]
        field,      // parts[0].text
        prefix,     // text parts[0]: -, +, ! or ~
        step,       // ++ or --, before or after parts[0]
        binary,     // parts[0] text parts[1]
        ternary,    // parts[0] ? parts[1] : parts[2]
        bracket,    // (parts[0])
        assign,     // parts[0] text parts[1]: =, += and so on
    } kind;
    std::string text = {};
    std::vector<Expression> parts = {};
    // Both are set by types.hpp.
    Type type = {};
    std::size_t function = kNoFunction;  // for a call of one of the program's functions: its index there
    std::string where = {};              // as in Token::location
};

// A variable: local, parameter or field.
struct Variable {
    Type type;
    std::string name;
    std::vector<Expression> length = {};  // for an array, if the source has it
    std::vector<Expression> value = {};   // initial value, if any
    bool in = true;                       // a parameter's direction; both for inout
    bool out = false;
    bool constant = false;    // a parameter that is const
    bool argument = false;    // a parameter that was a uniform
    std::string before = {};  // a field's blanks and comments
};

struct Statement {
    enum Kind {
        block,     // { parts }
        branch,    // if (value) parts[0], and else parts[1] if there is one
        loop,      // for (parts[0]; value; step) parts[1]
        repeat,    // while (value) parts[0]
        give,      // return value
        jump,      // break or continue
        declare,   // variables of one type; with a value: a call that sets those without one
        evaluate,  // value
    } kind;
    std::string before = {};             // preceding blanks and comments
    std::vector<Expression> value = {};  // none or one; one in branches and loops
    std::vector<Expression> step = {};   // none or one; more, or with `repeat`, until settle_order()
    std::vector<Statement> parts = {};
    std::vector<Variable> variables = {};
    std::string word = {};  // break or continue
    std::string end = {};   // blanks and comments before a block's closing brace
    bool constant = false;  // const
    bool precise = false;   // declared `precise` or ISO_PRECISE
};

// A declaration at the top level.
struct Declaration {
    enum Kind { function, structure, constant, uniform } kind = constant;
    std::string before;  // preceding blanks and comments
    std::string after;   // comment after it on the same line
    Tokens tokens;       // as in the source, at least one; the first without blanks
    std::string name;
    Type type;                        // a constant's type, or a function's return type
    std::vector<Variable> variables;  // a function's parameters, a structure's fields
    // Set by parse(), see parser.hpp:
    std::vector<Expression> length;  // of a constant array
    std::vector<Expression> value;   // of a constant, or a uniform's default
    std::vector<Statement> body;     // of a function: its block
    std::string end;                 // blanks and comments before a structure's closing brace
    bool entry = false;              // a user function: see translate()
    bool exact = false;              // its operations are marked ISO_EXACT where they must be
    bool one_line = false;           // a function whose body has no line break
    // The noise behind a preset's function.
    std::shared_ptr<const Noise> preset = {};
};
using Program = std::vector<Declaration>;

// Constructors for passes: true or false, a variable, an expression statement, and an assignment with = or += and so on.
Expression truth(bool value);
Expression named(const std::string& name, const Type& type);
Statement evaluated(Expression value);
Statement assigned(Expression to, const std::string& sign, Expression value);

// Visits every expression of a declaration, a statement or an expression, the inner ones first.
void for_each_expression(Expression& expression, const std::function<void(Expression&)>& visit);
void for_each_expression(Statement& statement, const std::function<void(Expression&)>& visit);
void for_each_expression(Declaration& declaration, const std::function<void(Expression&)>& visit);

// Visits a statement and all within it, the outer ones first.
void for_each_statement(Statement& statement, const std::function<void(Statement&)>& visit);

// Keeps only the chosen declarations, by index, and renumbers the calls.
void keep(Program& program, const std::vector<bool>& chosen);

// The index of a vector's component by its letter: x, r and s are the first.
std::size_t component(char letter);

int precedence(const std::string& sign);  // of a binary operator: 11 for *, 1 for ||; 0 for any other word
bool is_bitwise(const std::string& sign);
bool is_comparison(const std::string& sign);
bool gives_truth(const std::string& sign);  // a comparison, or && || ^^
bool is_assignment(const std::string& sign);  // = += and so on

}  // namespace isonoise::glsl
