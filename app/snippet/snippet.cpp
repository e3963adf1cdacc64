#include "snippet/snippet.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "error.hpp"
#include "isonoise/function/reading/parser.hpp"
#include "isonoise/function/reading/types.hpp"
#include "snippet/baking.hpp"
#include "snippet/passes/passes.hpp"
#include "snippet/translate.hpp"
#include "snippet/wording.hpp"
#include "version.hpp"

namespace isonoise {
namespace {

using glsl::Declaration;
using glsl::Variable;

// A structure's fields that have comments, one per line.
std::string about_fields(const Declaration& structure) {
    std::string about;
    for (std::size_t i = 0; i < structure.variables.size(); ++i) {
        // A comment precedes the next field.
        const bool last = i + 1 == structure.variables.size();
        const std::string& behind = last ? structure.end : structure.variables[i + 1].before;
        const std::size_t comment = behind.find("//"), end = behind.find('\n', comment);
        if (comment != std::string::npos)
            about += fmt::format("// {:<14}{}\n", structure.variables[i].name,
                                 behind.substr(comment + 2, end - comment - 2));
    }
    return about;
}

// Replaces structure parameters by their fields: several pasted files must not define the same structure.
void flatten(glsl::Program& program) {
    for (const Declaration& structure : program) {
        if (structure.kind != Declaration::structure) continue;
        for (Declaration& one : program) {
            const bool takes = std::any_of(one.variables.begin(), one.variables.end(),
                                           [&](const Variable& p) { return p.type.name == structure.name; });
            if (takes) one.before = "\n\n" + about_fields(structure) + one.before.substr(one.before.rfind('\n') + 1);
        }
    }
    take_apart(
        program, [](const std::string&, const std::string& field) { return field; }, "snippet");
    drop_structures(program);
}

// Suffix of the functions at cells in languages without overloading.
constexpr const char* kCell = "_cell";

// perlinN and the requested variants.
std::vector<std::string> names_of(const SnippetParts& parts) {
    const std::string plain = fmt::format("perlin{}", parts.dim);
    std::vector<std::string> names = {plain};
    if (parts.gradient) names.push_back(plain + "_gradient");
    if (parts.periodic) names.push_back(plain + "_periodic");
    if (parts.periodic && parts.gradient) names.push_back(plain + "_periodic_gradient");
    if (parts.fbm) names.push_back(plain + "_fbm");
    return names;
}

// Calls of the core that return the same bits as these functions, each as a separate value.
std::string core_calls(const SnippetParts& parts) {
    const std::string vector = parts.dim == 1 ? "float" : fmt::format("glm::vec{}", parts.dim);
    std::string text = fmt::format("// Perlin noise in {}D by isonoise {}, at {} p with std::uint32_t seed\n"
                                   "#include <isonoise/isonoise.hpp>\n\n",
                                   parts.dim, kVersion, vector);
    if (parts.gradient) text += vector + " gradient;\n";
    if (parts.periodic)
        text += (parts.dim == 1 ? "const std::uint32_t period = 8;"
                                : fmt::format("const glm::uvec{} period(8);", parts.dim)) +
                "  // cells along each axis\n";
    if (parts.fbm)
        text +=
            "const isonoise::Fbm octaves = isonoise::fbm(5.0f, 0.5f, 2.0f);  // how many, persistence, lacunarity\n";
    for (const std::string& name : names_of(parts)) {
        const std::string kind = name.substr(std::string("perlinN").size());
        text += fmt::format("float value{0} = isonoise::{1}(p, seed{2}{3}{4});\n", kind, name,
                            kind.starts_with("_periodic") ? ", period" : "",
                            kind.ends_with("_gradient") ? ", gradient" : "", kind == "_fbm" ? ", octaves" : "");
    }
    return text;
}

// The library's functions of these names for coordinates of this dimension, with what they need. Private names carry
// their file's prefix: isonoise_hash is isonoise3_hash in 3D.
// `normalization`: with that of fBm, which is worked out in double precision.
glsl::Program program_of(const std::vector<std::string>& names, int dim, const std::string& prefix,
                         const ShaderFiles& files, bool normalization) {
    ShaderFiles::Source source = files.resolve("isonoise/fbm.glsl");
    if (normalization) {
        const ShaderFiles::Source more = files.resolve("isonoise/normalization.glsl");
        source.text += more.text;
        source.locations.insert(source.locations.end(), more.locations.begin(), more.locations.end());
    }
    glsl::Tokens tokens = preprocessed(source, {{"ISONOISE_FAST", 1}});
    for (glsl::Token& token : tokens)
        token = {renamed(token.before, prefix), renamed(token.text, prefix), token.location};
    glsl::Program program = glsl::declarations(tokens);
    std::erase_if(program, [](const Declaration& one) { return one.kind == Declaration::uniform; });

    const glsl::Type point{.kind = glsl::Type::real, .size = dim}, cell{.kind = glsl::Type::integer, .size = dim};
    std::vector<std::size_t> roots;
    for (std::size_t i = 0; i < program.size(); ++i) {
        const Declaration& one = program[i];
        if (one.kind == Declaration::function && std::find(names.begin(), names.end(), one.name) != names.end() &&
            !one.variables.empty() && (one.variables[0].type == point || one.variables[0].type == cell))
            roots.push_back(i);
        if (one.name == prefix + "_normalization" && names.back().ends_with("_fbm")) roots.push_back(i);
    }
    return glsl::needed(std::move(program), roots);
}

}  // namespace

std::string snippet_name(const Language& language, int dim) {
    return fmt::format("perlin{}.{}", dim, language.extension);
}

std::string snippet(const Language& language, const SnippetParts& parts, const ShaderFiles& files) {
    if (parts.dim < 1 || parts.dim > 4) fail("dim: expected 1 to 4, got {}", parts.dim);
    if (language.is_core()) return core_calls(parts);
    const std::vector<std::string> names = names_of(parts);
    const std::string prefix = fmt::format("isonoise{}", parts.dim);
    glsl::Program program = program_of(names, parts.dim, prefix, files, !language.vectors && language.doubles);
    flatten(program);
    std::map<std::size_t, std::string> entries;
    for (std::size_t i = 0; i < program.size(); ++i) {
        const Declaration& one = program[i];
        if (one.name == prefix + "_normalization") entries[i] = names.back() + "_normalization";
        if (std::find(names.begin(), names.end(), one.name) == names.end()) continue;
        entries[i] = one.name + (one.variables[0].type.kind == glsl::Type::integer ? kCell : "");
    }
    const std::string body = translate(std::move(program), language, prefix, entries);

    std::vector<std::string> listed;
    for (const std::string& name : names)
        listed.push_back(styled(name, language.naming, true));
    const std::string in_cell = language.overloads ? names[0] : styled(names[0] + kCell, language.naming, true);
    std::string text = fmt::format("// Perlin noise in {}D: isonoise {}, (c) 2026 the isonoise authors. {}\n"
                                   "// {}: in [-1, 1], 0 at lattice points.\n"
                                   "// {}(cell, fraction, seed){}: in a world of any size.\n"
                                   "// Bits: {}.\n",
                                   parts.dim, kVersion, kLicence, fmt::join(listed, ", "), in_cell,
                                   parts.gradient || parts.periodic ? " and so on" : "", language.promise);
    if (language.preprocessor)
        text += fmt::format("#ifndef ISONOISE_PERLIN{0}\n#define ISONOISE_PERLIN{0}\n", parts.dim);
    text += framed(language, prefix, body);
    return dressed(language, language.preprocessor ? text + "#endif\n" : text);
}

}  // namespace isonoise
