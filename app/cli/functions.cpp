// isonoise functions: the functions that come with the program.
#include <memory>
#include <optional>
#include <string>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/options.hpp"
#include "cli/verbs.hpp"
#include "error.hpp"
#include "io/output.hpp"
#include "scene/function_file.hpp"

namespace isonoise {
namespace {

void print_functions(const std::optional<std::string>& name) {
    for (const BuiltinFunction& one : builtin_functions()) {
        if (!name) print(fmt::format("{:<10}  {}\n", one.name(), one.about()));
        if (name == one.name()) return print(one.text);
    }
    if (name) fail("{}: no such function; expected one of {}", in_quotes(*name), fmt::join(function_names(), ", "));
}

}  // namespace

void add_functions(CommandLine& line) {
    auto name = std::make_shared<std::optional<std::string>>();
    Verb& verb = line.verb("functions", "list the functions that come with the program, or print one");
    verb.footer(
        "Each is a text in GLSL; verbs take its name in place of a file's. To change one, print it to a file.\n\n"
        "  isonoise functions\n"
        "  isonoise functions wood > wood.glsl\n"
        "  isonoise view wood\n"
        "  isonoise snippet --lang csharp --name wood --arguments wood");
    verb.option("NAME", *name, "", "the function to print");
    verb.choices("NAME", function_names());
    verb.run([name] {
        print_functions(*name);
        return 0;
    });
}

}  // namespace isonoise
