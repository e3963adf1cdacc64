// Settles what GLSL leaves open: variables without a value, and loops without an end, here and on a GPU.
#pragma once

#include <cstddef>
#include <cstdint>

#include "isonoise/function/reading/tree.hpp"

namespace isonoise::function {

inline constexpr std::int64_t kMostRounds = 1024;                  // of a loop whose end is not known beforehand
inline constexpr std::int64_t kMostSteps = std::int64_t{1} << 20;  // statements per point; a noise counts as 16

// 0, false, or a construction of those.
glsl::Expression zero_of(const glsl::Type& type, const glsl::Program& program);

// Variables and `out` parameters that the text may read before it sets them begin as 0, except for arrays. `program` is
// annotated.
void give_first_values(glsl::Program& program);

// Ends each loop whose number of rounds does not follow from its head after kMostRounds rounds. Throws Error if a
// function calls itself, or a point may take more than kMostSteps. `program` is annotated; `main` is its function.
void limit_loops(glsl::Program& program, std::size_t main);

}  // namespace isonoise::function
