// Functions of the user on the command line: FILE.glsl in place of a preset, and --set.
#pragma once

#include <optional>
#include <string>

#include "isonoise/function/function.hpp"

namespace isonoise {

class Verb;

struct FunctionFile {
    Function function;
    function::Include include;  // files beside it
};

// Is this the name of a function's file?
bool is_function_file(const std::string& name);

// Reads a function and sets its parameters: "mountains=0.3, seed=9, tint=1 0.5 0". Throws Error.
FunctionFile function_file(const std::string& name, const std::string& parameters);

}  // namespace isonoise
