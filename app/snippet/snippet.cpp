#include "snippet/snippet.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "error.hpp"
#include "scene/export.hpp"
#include "snippet/copy_as.hpp"
#include "version.hpp"

namespace isonoise {
namespace {

using glsl::Item;
using glsl::Token;
using glsl::Tokens;

constexpr const char* kLicence = "MIT licence: https://spdx.org/licenses/MIT.html";

constexpr const char* kVector[] = {"", "float", "vec2", "vec3", "vec4"};

// Replaces structure parameters with their fields: files pasted together must not share a structure's name.
void flatten(std::vector<Item>& items) {
    for (const Item& structure : items) {
        if (structure.fields.empty()) continue;
        // In declaration order, with their trailing comments.
        std::vector<std::string> fields;
        std::string about;
        for (std::size_t i = 0; i + 2 < structure.tokens.size(); ++i) {
            const std::string& field = structure.tokens[i].text;
            if (!structure.fields.contains(field)) continue;
            fields.push_back(field);
            const std::string& behind = structure.tokens[i + 2].before;
            const std::size_t comment = behind.find("//");
            const std::size_t end = behind.find('\n', comment);
            if (comment != std::string::npos)
                about += fmt::format("// {:<14} {}\n", field, behind.substr(comment + 3, end - comment - 3));
        }
        for (Item& item : items) {
            if (!item.function) continue;
            std::string name;  // the parameter's
            Tokens result;
            for (std::size_t i = 0; i < item.tokens.size(); ++i) {
                const Token& token = item.tokens[i];
                if (token.text == structure.name) {
                    name = item.tokens[++i].text;
                    for (std::size_t k = 0; k < fields.size(); ++k) {
                        if (k) result.push_back({"", ","});
                        result.push_back({k ? " " : token.before, structure.fields.at(fields[k])});
                        result.push_back({" ", fields[k]});
                    }
                } else if (!name.empty() && token.text == name && item.tokens[i + 1].text == ".") {
                    result.push_back({token.before, item.tokens[i + 2].text});
                    i += 2;
                } else {
                    result.push_back(token);
                }
            }
            item.tokens = std::move(result);
            if (!name.empty())
                item.tokens[0].before =
                    "\n\n" + about + item.tokens[0].before.substr(item.tokens[0].before.rfind('\n') + 1);
        }
    }
    std::erase_if(items, [](const Item& item) { return !item.fields.empty(); });
}

// The barrier between operations for languages without `precise`.
std::string exactness(Language language, const std::string& name, const std::map<std::string, std::string>& exact) {
    if (language == Language::glsl330 || language == Language::essl300) {
        return R"(// With ISONOISE_EXACT defined no compiler can fuse or reorder operations: a uniform stands between them that is
// always 0. Uniforms start as 0, so nobody needs to set it.
#ifdef ISONOISE_EXACT
#ifndef ISONOISE_ZERO
#define ISONOISE_ZERO
uniform uint isonoise_zero;
#endif
#define ISO_EXACT(x) uintBitsToFloat(floatBitsToUint(x) + isonoise_zero)
#else
#define ISO_EXACT(x) (x)
#endif

)";
    }
    std::string text;
    const std::string zero = name + "_zero";
    if (language == Language::wgsl) {
        text =
            fmt::format("// Stands between operations, so that no compiler can fuse or reorder them, once your shader "
                        "has set the variable to\n// a 0 that the compiler cannot know, as one from a buffer. Left "
                        "alone it costs nothing.\nvar<private> {}: u32 = 0u;\n",
                        zero);
    } else if (language == Language::godot3) {
        text =
            fmt::format("// Stands between operations, so that no compiler can fuse or reorder them: it is always 0, "
                        "and nobody sets it.\nuniform int {};\n",
                        zero);
    }
    for (const auto& [type, function] : exact) {
        const std::string count = type == "float" ? "" : type.substr(3);
        if (language == Language::wgsl) {
            const std::string to = count.empty() ? "f32" : "vec" + count + "f",
                              bits = count.empty() ? "u32" : "vec" + count + "u";
            text += fmt::format("fn {}(x: {}) -> {} {{\n    return bitcast<{}>(bitcast<{}>(x) + {});\n}}\n", function,
                                to, to, to, bits, zero);
        } else if (language == Language::godot3) {
            text += fmt::format("{} {}({} x) {{\n    return uintBitsToFloat(floatBitsToUint(x) + uint({}));\n}}\n",
                                type, function, type, zero);
        }
    }
    return text.empty() ? "" : text + "\n";
}

std::string promise(Language language) {
    switch (language) {
    case Language::glsl450:
    case Language::vulkan:
    case Language::hlsl: return "the very bits of the C++ core (`precise` keeps them)";
    case Language::glsl330:
    case Language::essl300:
        return "the very bits of the C++ core with ISONOISE_EXACT defined, see below; else within 2^-18";
    case Language::wgsl:
        return "the very bits of the C++ core where compilers keep each operation, see below; else within 2^-18";
    default: return "the very bits of the C++ core";
    }
}

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

// The calls of the core that give the same bits as these functions, each as a separate value.
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

}  // namespace

std::string snippet_name(Language language, int dim, bool minimal) {
    static constexpr const char* extensions[] = {"glsl", "glsl", "glsl", "glsl", "hlsl", "wgsl", "shader", "cpp"};
    return fmt::format("perlin{}{}.{}", dim, minimal ? "-min" : "", extensions[static_cast<int>(language)]);
}

std::string snippet(Language language, const SnippetParts& parts, const ShaderFiles& files) {
    if (parts.dim < 1 || parts.dim > 4) fail("dim: expected 1 to 4, got {}", parts.dim);
    if (language == Language::cpp) return core_calls(parts);
    glsl::Macros macros;
    const std::string library = glsl::preprocess(files.resolve("isonoise/fbm.glsl").text, {}, macros);
    macros.erase("ISO_EXACT");  // left to the translator
    macros.erase("ISO_PRECISE");
    std::vector<Item> items = glsl::items(glsl::expand(glsl::tokens(library), macros));
    std::erase_if(items, [](const Item& item) { return item.uniform; });

    const std::string vector = kVector[parts.dim];
    const std::vector<std::string> wanted = names_of(parts);
    std::vector<std::size_t> roots;
    for (std::size_t i = 0; i < items.size(); ++i) {
        const Item& item = items[i];
        if (item.function && std::find(wanted.begin(), wanted.end(), item.name) != wanted.end() &&
            item.parameters[0] == vector)
            roots.push_back(i);
    }
    items = glsl::needed(items, roots);
    flatten(items);

    const std::string prefix = fmt::format("isonoise{}", parts.dim);
    // Private names carry their file's prefix: isonoise_hash is isonoise3_hash in 3D.
    for (Item& item : items) {
        item.name = renamed(item.name, prefix);
        item.after = renamed(item.after, prefix);
        for (Token& token : item.tokens)
            token = {renamed(token.before, prefix), renamed(token.text, prefix)};
    }
    const Translation body = translate(items, language, prefix);

    std::string text = fmt::format("// Perlin noise in {}D: isonoise {}, (c) 2026 the isonoise authors. {}\n"
                                   "// {}: in [-1, 1], 0 at lattice points.\n"
                                   "// Bits: {}.\n",
                                   parts.dim, kVersion, kLicence, fmt::join(wanted, ", "), promise(language));
    const bool guard = language != Language::wgsl && language != Language::godot3;
    if (guard) text += fmt::format("#ifndef ISONOISE_PERLIN{0}\n#define ISONOISE_PERLIN{0}\n", parts.dim);
    if (language == Language::essl300) text += "precision highp float;\nprecision highp int;\n";
    text += "\n" + exactness(language, prefix, body.exact) + body.text;
    if (language == Language::glsl330 || language == Language::essl300) text += "\n#undef ISO_EXACT\n";
    if (guard) text += "#endif\n";
    return text;
}

std::string baked_snippet(Language language, const Settings& settings, const ShaderFiles& files,
                          std::string_view name) {
    check_name(name);
    switch (language) {
    case Language::cpp: return to_cpp(settings);
    case Language::glsl330:
    case Language::essl300: return to_glsl(settings, files, Mode::zero, name);
    case Language::glsl450:
    case Language::vulkan: return to_glsl(settings, files, Mode::precise, name);
    default: break;
    }
    const std::vector<Item> items = baked(settings, files, Mode::exact);
    std::map<std::size_t, std::string> names;
    std::string list;
    for (std::size_t i = 0; i < items.size(); ++i) {
        const Item& item = items[i];
        if (!item.function ||
            (item.name != "isonoise" && item.name != "isonoise_gradient" && item.name != "isonoise_slope"))
            continue;
        const bool cell = item.parameters[0].find("i") == 0,
                   known = item.parameters[cell ? 1 : 0] == kVector[settings.dim];
        if (!known) continue;
        names[i] = item.name + (cell ? "_cell" : "");
        list += fmt::format("{}{}{}", list.empty() ? "" : ", ", name, names[i].substr(std::string("isonoise").size()));
    }
    const Translation body = translate(items, language, "isonoise", names);
    const auto [low, high] = value_range(settings);
    const std::string header = fmt::format("// {} (isonoise {})\n// {}: in [{}, {}].\n// Bits: {}.\n"
                                           "// (c) 2026 the isonoise authors. {}\n",
                                           in_words(settings), kVersion, list, static_cast<float>(low),
                                           static_cast<float>(high), promise(language), kLicence);
    std::string text = "\n" + exactness(language, "isonoise", body.exact) + body.text;
    // A file of its own may be included twice.
    if (language == Language::hlsl) text = "#ifndef ISONOISE_BAKED\n#define ISONOISE_BAKED\n" + text + "#endif\n";
    return header + renamed(text, name);
}

}  // namespace isonoise
