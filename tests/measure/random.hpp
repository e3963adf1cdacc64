// Random numbers for choosing points.
#pragma once

#include "conformance/points.hpp"

namespace measure {
using isonoise::Random;
}  // namespace measure
