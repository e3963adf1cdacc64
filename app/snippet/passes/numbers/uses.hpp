// Decides which variables must stay variables.
#pragma once

#include <map>

#include "snippet/passes/numbers/parts.hpp"

namespace isonoise::numbers {

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
