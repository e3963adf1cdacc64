// Components of vectors, and expressions looked at.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "snippet/reading/tree.hpp"

namespace isonoise::numbers {

using glsl::Declaration;
using glsl::Expression;
using glsl::Statement;
using glsl::Type;
using glsl::Variable;
using Values = std::vector<Expression>;

// How many numbers a value has; 0 for void, 1 for an array.
std::size_t components(const Type& type);
// The type of a component.
Type number(const Type& type);
// The name of a component. Corners and ends are counted, axes have letters.
std::string component_name(const std::string& name, const Type& type, std::size_t i);
// "vec3 p" as three numbers: a point is x, y, z and w to those who call the function.
std::vector<Variable> parts_of(const Variable& variable);
Expression zero(const Type& type);
// A number that is declared, with one value or none.
Statement declared(const std::string& name, const Type& type, Values value, bool constant);
// Visits the variables and constants that it mentions.
void for_each_name(const Expression& e, const std::function<void(const std::string&)>& visit);
// How many nodes it has.
std::size_t size_of(const Expression& e);
bool mentions(const Expression& e, const std::set<std::string>& names);
// It as text, with other names, to compare it.
std::string key_of(const Expression& e, const std::map<std::string, std::string>& names);
// No branch, no loop, and it returns at its end if at all: it can be written out where it is called.
bool is_straight(const Declaration& f);

}  // namespace isonoise::numbers
