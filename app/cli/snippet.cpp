// isonoise snippet: prints the noise as self-contained source code to paste into an engine.
#include <algorithm>
#include <filesystem>
#include <list>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/options.hpp"
#include "cli/verbs.hpp"
#include "error.hpp"
#include "io/output.hpp"
#include "paths.hpp"
#include "snippet/baking.hpp"
#include "snippet/function_text.hpp"
#include "snippet/snippet.hpp"

namespace isonoise {
namespace {

struct SnippetOptions {
    PresetOptions preset;
    std::string language, parts, shader_dir, set;
    std::optional<std::string> name, directory;
    bool bake = false, arguments = false;
};

// The words of --with. Throws Error if one is not among `known`.
std::set<std::string> words_of(const std::string& list, const std::vector<std::string>& known) {
    std::set<std::string> words;
    for (std::size_t at = 0; at <= list.size() && !list.empty();) {
        const std::size_t end = std::min(list.find(',', at), list.size());
        const std::string word = list.substr(at, end - at);
        if (std::find(known.begin(), known.end(), word) == known.end())
            fail("with: expected a list of {}, got {}", fmt::join(known, ", "), in_quotes(word));
        words.insert(word);
        at = end + 1;
    }
    return words;
}

SnippetParts parts_of(int dim, const std::string& list) {
    const auto words = words_of(list, {"gradient", "periodic", "fbm"});
    return {.dim = dim,
            .gradient = words.contains("gradient"),
            .periodic = words.contains("periodic"),
            .fbm = words.contains("fbm")};
}

Function with_parts(Function function, const std::string& list) {
    const auto words = words_of(list, {"gradient", "cells"});
    if (words.contains("gradient")) function = function.with_gradient();
    return words.contains("cells") ? function.with_cells() : function;
}

// Writes the files of shaders/snippets: all or none.
void write_all(const std::string& directory, const ShaderFiles& files) {
    if (directory.empty()) fail("write: the name of the folder is empty");
    NewFolders folders;
    std::list<OutputFile> written;
    const std::filesystem::path root = std::filesystem::absolute(path_of(directory));
    auto write = [&](const std::filesystem::path& below, const std::string& text) {
        const FileName name(root, below);
        folders.make_for(name);
        OutputFile& file = written.emplace_back(name);
        file.write(text);
        file.close();
    };
    for (const Language& language : languages()) {
        if (language.is_core()) continue;
        for (int dim = 1; dim <= 4; ++dim) {
            const SnippetParts parts{.dim = dim, .gradient = true, .periodic = true, .fbm = true};
            write(path_of(language.name) / path_of(snippet_name(language, dim)), snippet(language, parts, files));
        }
    }
    write("languages.json", languages_json());
    for (OutputFile& file : written)
        file.commit();
}

void print_snippet(const SnippetOptions& options) {
    const ShaderFiles files(path_of(options.shader_dir));
    if (options.directory) {
        if (!options.language.empty() || !options.parts.empty() || options.bake || options.arguments || options.name ||
            options.preset.any())
            fail("write: expected no other option, since it writes the snippets of every language and dimension");
        return write_all(*options.directory, files);
    }
    const Language& to = language(options.language);
    if (auto function = function_of(options.preset.file(), options.set)) {
        if (options.bake) fail("expected no --bake, since the function is a text");
        if (options.arguments && !options.set.empty())
            fail("set: not with --arguments, which leaves the values to the caller");
        options.preset.apply_to(*function);
        return print(function_text(to, with_parts(*function, options.parts), files, options.name.value_or("noise"),
                                   options.arguments ? Parameters::arguments : Parameters::constants));
    }
    if (options.arguments) fail("arguments: needs a function, FILE.glsl");
    const Settings settings = options.preset.preset().settings;
    Settings plain;
    plain.dim = settings.dim;
    if (options.bake) {
        if (!options.parts.empty()) fail("with: not with --bake, which includes all functions");
        if (options.name && to.is_core()) fail("name: not with --lang cpp");
        return print(baked_snippet(to, settings, files, options.name.value_or("isonoise")));
    }
    if (options.name) fail("name: needs --bake");
    if (settings != plain) fail("settings other than --dim need --bake, which makes them constants");
    print(snippet(to, parts_of(settings.dim, options.parts), files));
}

}  // namespace

void add_snippet(CommandLine& line) {
    auto options = std::make_shared<SnippetOptions>();
    Verb& verb = line.verb("snippet", "print the noise as one text to paste into an engine");
    verb.footer("The text contains perlinN(p, seed), where N is the dimension, and the functions that --with adds.\n"
                "shaders/snippets has the texts of all languages except cpp, which prints a call of the core.\n\n"
                "  isonoise snippet --lang wgsl --dim 3\n"
                "  isonoise snippet --lang hlsl --dim 2 --with gradient,fbm\n"
                "  isonoise snippet --lang glsl --bake --dim 3 --octaves 5 --fractal ridged\n"
                "  isonoise snippet --lang cpp --bake preset.json\n"
                "  isonoise snippet --lang csharp --set mountains=0.3 islands.glsl\n"
                "  isonoise snippet --lang rust --name islands --arguments islands.glsl");
    options->preset.add(verb, PresetFlags::noise);
    std::vector<const char*> names;
    for (const Language& one : languages())
        names.push_back(one.name);
    verb.option("--lang", options->language, "WORD", fmt::format("the language: {}", fmt::join(names, ", ")));
    verb.choices("--lang", {names.begin(), names.end()});
    verb.option("--with", options->parts, "LIST",
                "functions to add: gradient, periodic, fbm, or several of them; to a function FILE.glsl: gradient, "
                "cells for coordinates far out, or both as one");
    verb.choices("--with", {"gradient", "periodic", "fbm", "cells"});
    verb.flag("--bake", options->bake, "make the settings, or those of a preset, constants of isonoise(p)");
    verb.option(
        "--name", options->name, "WORD",
        "with --bake or of a function FILE.glsl: its name, so that several fit in one shader [isonoise, noise]");
    verb.option("--set", options->set, "NAME=NUMBER,...",
                "of a function FILE.glsl: values of its parameters; --period sets its parameter period");
    verb.flag("--arguments", options->arguments,
              "of a function FILE.glsl: make its parameters arguments behind the point, not constants");
    verb.option("--write", options->directory, "DIR",
                "write the snippets of all languages and dimensions to this folder");
    verb.option("--shader-dir", options->shader_dir, "DIR", "take the shaders from this folder, not from the program");
    verb.run([options] {
        print_snippet(*options);
        return 0;
    });
}

}  // namespace isonoise
