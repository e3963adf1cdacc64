// Which variables need a place of their own.
#pragma once

#include <map>

#include "snippet/passes/numbers/parts.hpp"

namespace isonoise::numbers {

// A variable whose assignments all stand beside its declaration needs no place: each assignment makes a new constant.
// Others are assigned to in branches and loops.
struct Use {
    bool nested = false;  // assigned to in another block than its own
    int count = 0;        // how often it is assigned to, its declaration with a value included
};
using Uses = std::map<const Variable*, Use>;

// Of all variables of a function, parameters too.
Uses uses_of(const Declaration& f, const glsl::Program& program);

}  // namespace isonoise::numbers
