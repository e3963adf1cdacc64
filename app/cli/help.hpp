// What --help prints. CLI11's own text would lose options without a word if memory ran out, and wraps no lines.
#pragma once

#include <string>
#include <vector>

#include "cli/command_line.hpp"

namespace isonoise {

std::string help(const VerbInfo& verb);
std::string help(const std::vector<VerbInfo>& verbs);  // of the whole program

}  // namespace isonoise
