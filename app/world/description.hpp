// JSON description of the grid that the files in a folder are parts of. Private to this room.
#pragma once

#include <string>

#include "io/file_name.hpp"
#include "io/json.hpp"
#include "isonoise/batch.hpp"

namespace isonoise {

class Function;

// Contains the version, the offset and step of each axis (x first; null for an axis whose points divide a period), and
// the settings, or a function's text and the values of its parameters that differ from their defaults.
Json description(const Settings& settings, const GridAxes& axes, const Function* function);

// The first difference, as "octaves is 4 there and 6 here"; empty if none. `name`: of the value itself, unless it is an
// object.
std::string difference(const Json& there, const Json& here, const std::string& name = "");

// Throws Error.
Json read_json(const FileName& name);

// Throws Error.
void write_json(const FileName& name, const Json& json);

// Creates the file atomically unless it exists. If several processes race, one wins and all use its contents. Throws
// Error.
void write_first(const FileName& name, const Json& json);

}  // namespace isonoise
