// The reader of shader folders: #include, macros, declarations, types, and the translation to every language. An input
// is one file or several, each after a line "//// NAME"; the first is the main one.
#include <fstream>
#include <map>

#include "error.hpp"
#include "fuzz.hpp"
#include "gpu/shader.hpp"
#include "isonoise/function/reading/parser.hpp"
#include "isonoise/function/reading/preprocessor.hpp"
#include "isonoise/function/reading/types.hpp"
#include "mutate.hpp"
#include "snippet/languages.hpp"
#include "snippet/translate.hpp"

using namespace isonoise;
using fuzz::expect;

namespace {

constexpr std::string_view kMark = "//// ";

// Writes the files; returns the main one's name, or an empty one if a name leaves the folder.
std::string write_files(const fuzz::Folder& folder, fuzz::Input input) {
    std::string main = "main.glsl", name = main;
    std::map<std::string, std::string> files;
    while (!input.empty()) {
        const std::string line(input.line());
        if (line.starts_with(kMark)) {
            name = line.substr(kMark.size());
            const bool plain = !name.empty() && name.size() < 40 && name != "." && name != ".." &&
                               std::all_of(name.begin(), name.end(), [](char c) { return c > ' ' && c != '/'; });
            if (!plain) return {};
            if (files.empty()) main = name;
        }
        files[name] += line + "\n";
    }
    for (const auto& [file, text] : files)
        std::ofstream(folder.path() / file, std::ios::binary) << text;
    return main;
}

void read(ShaderFiles::Source source) {
    glsl::Program program = glsl::declarations(
        glsl::preprocess(glsl::tokens(source.text, source.locations), {{"ISONOISE_ZERO", 1}, {"VALUE", 2}}));
    std::erase_if(program, [](const glsl::Declaration& one) { return one.kind == glsl::Declaration::uniform; });
    std::vector<std::size_t> roots;
    for (std::size_t i = 0; i < program.size(); ++i) {
        if (program[i].kind == glsl::Declaration::function) roots.push_back(i);
    }
    program = glsl::needed(std::move(program), roots);
    std::map<std::size_t, std::string> names;  // the last function is the user function
    for (std::size_t i = 0; i < program.size(); ++i) {
        if (program[i].kind == glsl::Declaration::function) names = {{i, program[i].name}};
    }
    for (const Language& language : languages()) {
        if (language.is_core()) continue;
        try {
            translate(program, language, "isonoise", names);
        } catch (const Error& error) {
            fuzz::expect_message(error.what());
        }
    }
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const fuzz::Folder folder;
    fuzz::use_small_stack();
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    try {
        if (text.find("#include") != text.npos || text.starts_with(kMark)) {
            folder.clear();
            const std::string main = write_files(folder, fuzz::Input(data, size));
            if (!main.empty()) read(ShaderFiles(folder.path()).resolve(main));
        } else {
            read({std::string(text), {}, {}});
        }
    } catch (const Error& error) {
        fuzz::expect_message(error.what());
    }
    return 0;
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t most, unsigned seed) {
    return fuzz::mutate_code(data, size, most, seed);
}
