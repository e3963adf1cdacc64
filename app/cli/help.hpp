// The text of --help, in lines of at most 80 characters.
#pragma once

#include <string>
#include <vector>

#include "cli/command_line.hpp"

namespace isonoise {

std::string help(const VerbInfo& verb);
std::string help(const std::vector<VerbInfo>& verbs);  // for the whole program

}  // namespace isonoise
