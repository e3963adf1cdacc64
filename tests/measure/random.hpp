// Random numbers for choosing points.
#pragma once

#include "gpu/compare.hpp"

namespace measure {
using isonoise::Random;
}  // namespace measure
