// Functions of the user in files, FILE.glsl, and as presets: see isonoise/function/function.hpp.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "isonoise/function/function.hpp"
#include "scene/look.hpp"

namespace isonoise {

// A function that comes with the program: a file of functions/, embedded at build time.
struct BuiltinFunction {
    const char* file;  // "wood.glsl"
    const char* text;
    std::string_view name() const { return std::string_view(file).substr(0, std::string_view(file).rfind('.')); }
    // Its first line: "rings round an axis".
    std::string_view about() const;
};
std::span<const BuiltinFunction> builtin_functions();
// Returns nullptr if there is none of this name, or a file has it.
const BuiltinFunction* builtin_function(std::string_view name);

// The one of this name, whatever files there are. Throws Error.
Function named_function(const std::string& name);

// Is this the name of a function's file?
bool is_function_file(std::string_view name);
// Or of one that comes with the program?
bool is_function_name(std::string_view name);
// Does a word on the command line stand for a function: such a name, or a text with a function noise(...) { ... }?
bool is_function(std::string_view word);

// Reads the files beside this one, which may be absent.
function::Include files_beside(const std::filesystem::path& path);

// The function that a word stands for, see is_function(), with its parameters set. A text's name is "function". Throws
// Error.
Function function_of_word(const std::string& word, const std::string& parameters = {});

// The parameters as --set has them: "mountains=0.3,seed=9,tint=1 0.5 0". The text has those that differ from their
// defaults. Throws Error.
void set_parameters(Function& function, std::string_view items);
// The function with its variable of this name, the first of several, as its result: see Function::with_local(). Throws
// Error if it has none.
Function with_local(const Function& function, const std::string& name);
std::string text_of_parameters(const Function& function);
// The numbers of a parameter, with as many digits as read back the same.
std::string text_of_values(const Parameter& parameter, std::span<const double> values, const char* between);

// `function` with the values that differ from their defaults in `before`, as far as it takes them.
Function with_changes(Function function, const Function& before);

// The look that a function's text asks for, by lines
//   // look: --span 3 --gradient '#3a1f0c,#d9a066'
// with flags as of isonoise render. It holds in one scene, map if they have no --scene.
struct AskedLook {
    Scene scene = Scene::map;
    std::vector<std::pair<std::string, std::string>> fields;  // names and values, as for set()
    bool operator==(const AskedLook&) const = default;
};
// Throws Error with the place if a line has a flag or a value that the scene does not take.
AskedLook asked_look(const Function& function);

// Puts it in place of the preset's noise; the look stays. Throws Error if it returns neither a number nor a colour, or
// asks for a wrong look.
void set_function(Preset& preset, Function function);
// A preset of this function, with the look that it asks for. Throws Error.
Preset preset_of(Function function);
// The preset with the text of its function in place of a file's name, which means nothing elsewhere.
Preset without_file(const Preset& preset);
// Takes the function of another preset, with what was measured of it.
void copy_function(Preset& preset, const Preset& from);

}  // namespace isonoise
