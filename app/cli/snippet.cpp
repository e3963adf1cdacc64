// isonoise snippet: the noise as one text to paste into an engine.
#include <filesystem>

#include <fmt/format.h>

#include "cli/options.hpp"
#include "error.hpp"
#include "io/output.hpp"
#include "snippet/copy_as.hpp"
#include "snippet/snippet.hpp"

namespace isonoise {
namespace {

struct SnippetOptions {
    PresetOptions preset;
    std::string language, parts, directory, shader_dir;
    bool bake = false;
};

SnippetParts parts_of(int dim, const std::string& list) {
    SnippetParts parts{.dim = dim};
    for (std::size_t at = 0; at <= list.size() && !list.empty();) {
        const std::size_t end = std::min(list.find(',', at), list.size());
        const std::string word = list.substr(at, end - at);
        if (word == "gradient") {
            parts.gradient = true;
        } else if (word == "periodic") {
            parts.periodic = true;
        } else if (word == "fbm") {
            parts.fbm = true;
        } else {
            fail("with: expected a list of gradient, periodic and fbm, got {}", in_quotes(word));
        }
        at = end + 1;
    }
    return parts;
}

// The files of shaders/snippets.
void write_all(const std::string& directory, const ShaderFiles& files) {
    for (std::size_t i = 0; i < std::size(kLanguages); ++i) {
        const auto language = static_cast<Language>(i);
        if (language == Language::cpp) continue;
        const std::filesystem::path folder = std::filesystem::path(directory) / kLanguages[i];
        std::error_code error;
        std::filesystem::create_directories(folder, error);
        if (error) fail("cannot make the directory '{}': {}", folder.string(), error.message());
        for (int dim = 1; dim <= 4; ++dim) {
            for (const bool minimal : {false, true}) {
                const SnippetParts parts{.dim = dim, .gradient = !minimal, .periodic = !minimal, .fbm = !minimal};
                OutputFile file(folder / snippet_name(language, dim, minimal));
                file.write(snippet(language, parts, files));
                file.commit();
            }
        }
    }
}

void print_snippet(const SnippetOptions& options) {
    const ShaderFiles files(options.shader_dir);
    if (!options.directory.empty()) {
        if (!options.language.empty() || !options.parts.empty() || options.bake || options.preset.any())
            fail("write: it writes the snippets of every language and dimension, and takes no other flag");
        return write_all(options.directory, files);
    }
    const auto language = parse_word<Language>("lang", kLanguages, options.language);
    const Settings settings = options.preset.preset().settings;
    Settings plain;
    plain.dim = settings.dim;
    if (options.bake) {
        if (!options.parts.empty()) fail("with: baked settings have all that they need: leave it out");
        return print(baked_snippet(language, settings, files));
    }
    if (settings != plain) fail("settings other than dim are constants in a snippet: say --bake");
    const SnippetParts parts = parts_of(settings.dim, options.parts);
    print(language == Language::cpp ? to_cpp(settings) : snippet(language, parts, files));
}

}  // namespace

void add_snippet(CLI::App& app, int&) {
    auto options = std::make_shared<SnippetOptions>();
    CLI::App* verb = app.add_subcommand("snippet", "print the noise as one text to paste into an engine");
    verb->footer("The text has perlinN(p, seed), N the dimension, and what --with says. All but cpp, which is a call "
                 "of the core,\n"
                 "stand ready in shaders/snippets.\n\n"
                 "  isonoise snippet --lang wgsl --dim 3\n"
                 "  isonoise snippet --lang hlsl --dim 2 --with gradient,fbm\n"
                 "  isonoise snippet --lang glsl330 --bake --dim 3 --octaves 5 --fractal ridged\n"
                 "  isonoise snippet --lang cpp --bake preset.json");
    options->preset.add(*verb, true);
    verb->add_option("--lang", options->language, fmt::format("the language: {}", fmt::join(kLanguages, ", ")))
        ->type_name("WORD");
    verb->add_option("--with", options->parts, "more than the plain function: gradient, periodic, fbm, or some of them")
        ->type_name("LIST");
    verb->add_flag("--bake", options->bake, "the settings, or those of a preset, as constants: isonoise(p)");
    verb->add_option("--write", options->directory, "write the snippets of all languages and dimensions to this folder")
        ->type_name("DIR");
    verb->add_option("--shader-dir", options->shader_dir, "take the shaders from these files, not from the program")
        ->type_name("DIR");
    verb->callback([options] { print_snippet(*options); });
}

}  // namespace isonoise
