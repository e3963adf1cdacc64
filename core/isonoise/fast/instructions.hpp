// The CPU's instruction sets, for comparisons. Not installed.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace isonoise {

// The instruction sets that this CPU has and the library is compiled for, best first, by Highway's names: "AVX3",
// "AVX2", "SSE4"...
std::vector<std::string> instruction_sets();

// From now on batches and single points use at most instruction_sets()[set], by default the best. Not while another
// thread computes.
void use_instructions(std::optional<std::size_t> set);

}  // namespace isonoise
