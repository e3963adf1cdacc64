// isonoise functions: the functions that come with the program, and presets written out as functions.
#include <memory>
#include <optional>
#include <string>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/options.hpp"
#include "cli/verbs.hpp"
#include "error.hpp"
#include "io/output.hpp"
#include "paths.hpp"
#include "scene/function_file.hpp"
#include "scene/preset.hpp"
#include "scene/written_function.hpp"

namespace isonoise {
namespace {

void print_functions(const std::optional<std::string>& name) {
    for (const BuiltinFunction& one : builtin_functions()) {
        if (!name) print(fmt::format("{:<10}  {}\n", one.name(), one.about()));
        if (name == one.name()) return print(one.text);
    }
    if (name) fail("{}: no such function; expected one of {}", in_quotes(*name), fmt::join(function_names(), ", "));
}

void print_written(const std::string& file) {
    const std::filesystem::path path = path_of(file);
    const Preset preset = load_preset(path);
    if (preset.function) fail("from: {} has a function already, not the settings of a noise", in_quotes(file));
    try {
        print(written_function(preset.settings, path.stem().string()));
    } catch (const Error& e) {
        fail("from: {}: {}", in_quotes(file), e.what());
    }
}

}  // namespace

void add_functions(CommandLine& line) {
    struct Options {
        std::optional<std::string> name, from;
    };
    auto options = std::make_shared<Options>();
    Verb& verb =
        line.verb("functions", "list the functions that come with the program, print one, or write a preset as one");
    verb.footer("Each is a text in GLSL; verbs take its name in place of a file's. To change one, print it to a file.\n"
                "--from writes the settings of a preset as such a text, with the bits of its noise.\n\n"
                "  isonoise functions\n"
                "  isonoise functions wood > wood.glsl\n"
                "  isonoise functions --from hills.json > hills.glsl\n"
                "  isonoise view wood\n"
                "  isonoise snippet --lang csharp --name wood --arguments wood");
    verb.option("NAME", options->name, "", "the function to print");
    verb.choices("NAME", function_names());
    verb.option("--from", options->from, "FILE",
                "print the noise of this preset, or of one that comes with the program, as a function");
    verb.run([options] {
        if (options->name && options->from) fail("from: expected no name beside it, got {}", in_quotes(*options->name));
        if (options->from) {
            print_written(*options->from);
        } else {
            print_functions(options->name);
        }
        return 0;
    });
}

}  // namespace isonoise
