// Components of vectors, properties of expressions, and which variables must stay variables.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "isonoise/function/reading/tree.hpp"

namespace isonoise::numbers {

using glsl::Declaration;
using glsl::Expression;
using glsl::Statement;
using glsl::Type;
using glsl::Variable;
using Values = std::vector<Expression>;

// The number of components of a type; 0 for void, 1 for an array.
std::size_t components(const Type& type);
// The type of a component.
Type number(const Type& type);
// The name of a component: corners and ends are numbered, axes have letters.
std::string component_name(const std::string& name, const Type& type, std::size_t i);
// "vec3 p" as three numbers, which callers know as x, y, z and w for a point.
std::vector<Variable> parts_of(const Variable& variable);
Expression zero(const Type& type);
// Declares a number with an optional value.
Statement declared(const std::string& name, const Type& type, Values value, bool constant);
// Visits the variables and constants in an expression.
void for_each_name(const Expression& e, const std::function<void(const std::string&)>& visit);
// The number of nodes.
std::size_t size_of(const Expression& e);
bool mentions(const Expression& e, const std::set<std::string>& names);
// The expression as text with names replaced, for comparisons.
std::string key_of(const Expression& e, const std::map<std::string, std::string>& names);
// True if a function has no branch or loop and returns only at its end, so that it can be inlined.
bool is_straight(const Declaration& f);

// A variable that is assigned only at the level of its declaration becomes constants, one per assignment. Variables
// assigned in branches and loops stay.
struct Use {
    bool nested = false;  // assigned in a block other than its own
    int count = 0;        // number of assignments, including an initialisation
};
using Uses = std::map<const Variable*, Use>;

// For all variables of a function, including parameters.
Uses uses_of(const Declaration& f, const glsl::Program& program);

}  // namespace isonoise::numbers
