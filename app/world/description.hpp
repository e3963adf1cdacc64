// What a folder of files says about the grid that they are parts of, as JSON. Private to this room.
#pragma once

#include <string>

#include "io/file_name.hpp"
#include "io/json.hpp"
#include "isonoise/batch.hpp"

namespace isonoise {

// The version, the offset and step of each axis (x first; null along a period, which the points divide), and the
// settings.
Json description(const Settings& settings, const GridAxes& axes);

// The first difference, as "octaves is 4 there and 6 here"; empty if there is none. `name`: of the whole, if it is no
// object.
std::string difference(const Json& there, const Json& here, const std::string& name = "");

// Throws Error.
Json read_json(const FileName& name);

// Throws Error.
void write_json(const FileName& name, const Json& json);

// Puts a text under its name if nothing has it yet: of several programs the first one wins, and all go on with its
// text. Throws Error.
void write_first(const FileName& name, const Json& json);

}  // namespace isonoise
