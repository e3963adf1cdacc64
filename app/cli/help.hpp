// The text of --help, in lines of at most 80 characters.
#pragma once

#include <string>
#include <vector>

#include "cli/command_line.hpp"

namespace isonoise {

std::string help(const VerbInfo& verb);
// For a whole program.
std::string help(const std::string& program, const std::string& about, const std::vector<VerbInfo>& verbs);

}  // namespace isonoise
