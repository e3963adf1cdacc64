// Random settings of a check, for both comparisons with the definition: of the GPU, and of the CPU's fast paths.
#pragma once

#include "conformance/checks.hpp"
#include "conformance/points.hpp"

namespace isonoise {

inline constexpr std::size_t kShown = 4;  // differing inputs to keep

Random random_of(const Check& check, std::uint32_t seed);

// The settings of one batch: the defaults first, then all at random within their ranges.
Settings settings_of_batch(const Check& check, std::uint64_t batch, std::uint32_t seed, Random& random);

}  // namespace isonoise
