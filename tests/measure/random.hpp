// Random numbers for picking points.
#pragma once

#include "cli/compare.hpp"

namespace measure {
using isonoise::Random;
}  // namespace measure
