// Random numbers for picking points.
#pragma once

#include "gpu/compare.hpp"

namespace measure {
using isonoise::Random;
}  // namespace measure
