// The walk of gradient.hpp: functions and statements are in gradient.cpp, expressions in gradient_expressions.cpp.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "isonoise/function/reading/tree.hpp"

namespace isonoise::function {

using Texts = std::vector<std::string>;

// An expression as text, and its derivatives by each coordinate: none if it does not depend on the point.
struct Dual {
    std::string text;
    Texts by;
    bool simple = false;  // needs no brackets, and costs nothing to repeat
};

// Text of an expression, as in the source.
std::string text_of(const glsl::Expression& e);
// -x as a text; -(-x), since -- is an operator.
std::string prefixed(const std::string& sign, const std::string& text);
// Is it a name, a number or a part of a variable?
bool is_plain(const std::string& text);
// The variable that an expression is a part of; empty if it is none.
std::string root_of(const glsl::Expression& e);
// "(a + b)", but "a", "f(a, b)".
std::string bracketed(const std::string& text);

// The functions that have been differentiated, by their parameters' derivatives.
struct Differentiated {
    std::map<std::pair<std::size_t, std::vector<bool>>, std::string> names;
    std::set<std::string> taken;  // these names
    std::string text;
};

// Differentiates one function, and first those that it calls.
class Differentiation {
  public:
    Differentiation(const glsl::Program& program, std::size_t main, Differentiated& all);
    std::string text();

  private:
    using Type = glsl::Type;
    using Expression = glsl::Expression;
    using Statement = glsl::Statement;
    using Declaration = glsl::Declaration;
    using Variable = glsl::Variable;

    // ---- Types
    const Declaration& structure(const Type& type) const;
    bool is_real(const Type& type) const;  // does it hold a float?
    std::string zero(const Type& type) const;
    std::string declared(const Variable& v, const std::string& name) const;

    // ---- Functions
    // The name of a function with derivatives of these parameters.
    std::string made(std::size_t index, const std::vector<bool>& active);
    std::string function(const Declaration& f, const std::string& name, const std::vector<bool>& active);
    // Finds the variables that depend on the point.
    void find_active(const Declaration& f);
    bool is_active(const Expression& e) const;
    static bool is_flat(const Expression& call);
    std::string fresh(const std::string& wish);
    // The variable that holds the derivative of `name` by coordinate k.
    const std::string& by(const std::string& name, std::size_t k);
    // A part of a variable, in its derivative.
    std::string part_by(const Expression& e, std::size_t k);

    // ---- Statements
    void statement(const Statement& s);
    void block(const Statement& s);
    void declare(const Statement& s);
    void declare_zero(const Variable& v);
    void evaluate(const Expression& e);
    void assign(const Expression& e);
    void compound(const Expression& e, const Dual& value);
    void give(const Statement& s);
    void branch(const Statement& s);
    void loop(const Statement& s);
    void line(const std::string& text) { lines_ += std::string(4 * depth_, ' ') + text + "\n"; }

    // ---- Expressions
    Dual dual(const Expression& e);
    Dual binary(const Expression& e);
    Dual ternary(const Expression& e);
    Dual construct(const Expression& e);
    Dual call(const Expression& e);
    Dual builtin(const Expression& e);
    Dual native(const Expression& e);
    Dual noise(const Expression& e);
    Dual inner_call(const Expression& e);
    // A name for a value that is needed more than once.
    std::string once(const Type& type, const std::string& text);
    void settle(const Type& type, Dual& value);
    std::vector<Dual> duals(const std::vector<Expression>& parts);
    // The text of an expression that may stand more than once. Throws Error if a call in it sets a variable.
    std::string unchanged(const Expression& e) const;

    const glsl::Program& program_;
    std::size_t main_;
    Differentiated& all_;
    std::size_t dim_;
    std::set<std::string> active_, names_;
    std::map<std::string, Texts> by_;
    Type result_;
    Texts result_by_;  // empty: its result does not depend on the point
    std::string lines_;
    std::size_t depth_ = 1;
};

}  // namespace isonoise::function
