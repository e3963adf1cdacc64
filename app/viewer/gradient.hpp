// The editor of a gradient: a ramp with its stops, and a row for each.
#pragma once

#include "viewer/fields.hpp"

namespace isonoise {

void gradient_field(const LookInfo& info, const Group& group);

}  // namespace isonoise
