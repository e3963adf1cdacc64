#include "snippet/baking.hpp"

#include <algorithm>
#include <bit>
#include <cctype>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <functional>
#include <map>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "error.hpp"
#include "isonoise/function/library.hpp"
#include "isonoise/function/reading/parser.hpp"
#include "isonoise/function/reading/preprocessor.hpp"
#include "isonoise/function/reading/types.hpp"
#include "isonoise/range.hpp"
#include "isonoise/shader.hpp"
#include "isonoise/untrusted.hpp"
#include "snippet/core_text.hpp"
#include "snippet/passes/passes.hpp"
#include "snippet/printing/layout.hpp"
#include "snippet/translate.hpp"
#include "snippet/wording.hpp"
#include "version.hpp"

namespace isonoise {

// Exact regardless of how a compiler parses decimals: either few digits, or an integer and powers of two.
static std::string glsl_float(float value) {
    if (value == 0.0f) return "0.0";
    int exponent = 0;
    double whole = std::frexp(static_cast<double>(value), &exponent) * 0x1p24;  // value = whole * 2^(exponent - 24)
    exponent -= 24;
    while (std::fmod(whole, 2.0) == 0.0 && exponent < 0) {
        whole /= 2.0;
        ++exponent;
    }
    std::string text = fmt::format("{:.1f}", whole);
    if (exponent < 0 && exponent >= -10) {  // few enough digits for a decimal
        text = fmt::format("{:.10f}", value);
        text.erase(text.find_last_not_of('0') + 1);
        return text;
    }
    for (int left = std::abs(exponent); left > 0; left -= 30)
        text += fmt::format(" {} {:.1f}", exponent < 0 ? '/' : '*', std::ldexp(1.0, std::min(left, 30)));
    return text;
}

// Wrapped at 120 characters.
static std::string list_of(const std::string& declaration, const std::string& type, std::size_t count,
                           const std::function<std::string(std::size_t)>& entry) {
    std::string text = fmt::format("const {} {}[{}] = {}[](", type, declaration, count, type);
    std::size_t used = text.size();
    for (std::size_t i = 0; i < count; ++i) {
        const std::string one = entry(i) + (i + 1 < count ? "," : ");");
        if (used + 1 + one.size() > 120) {
            text += "\n   ";
            used = 3;
        }
        text += (i > 0 || used == 3 ? " " : "") + one;
        used += 1 + one.size();
    }
    return text;
}

// Prefixes of the constants that replace the fields of the uniform block and of its octaves.
static constexpr std::string_view kPlanPrefix = "ISONOISE_PLAN_", kOctavePrefix = "ISONOISE_OCTAVE_";

// Do these words follow at this position?
static bool follow(const glsl::Tokens& from, std::size_t at, const glsl::Tokens& words) {
    return at + words.size() <= from.size() &&
           std::equal(words.begin(), words.end(), from.begin() + static_cast<std::ptrdiff_t>(at),
                      [](const glsl::Token& a, const glsl::Token& b) { return a.text == b.text; });
}

// A field of noise.glsl's structures, and its std140 offset.
struct Field {
    glsl::Type type;
    std::string name, about;  // about: its comment
    std::size_t offset;
};

// "ISONOISE_OCTAVE_AMPLITUDE"
static std::string constant(std::string_view prefix, const std::string& field) {
    std::string text = std::string(prefix) + field;
    for (char& c : text)
        c = static_cast<char>(std::toupper(c));
    return text;
}

// The fields of the structure or the uniform block of that name, up to the first array. Throws Error if they are not
// floats, uints and vectors of these in `bytes` of memory, the program's own: the shaders may be the user's.
static std::vector<Field> fields_of(const glsl::Tokens& source, const std::string& name, std::size_t bytes) {
    const glsl::Tokens head = glsl::tokens(name + " {");
    std::size_t i = 0, offset = 0;
    while (i < source.size() && !follow(source, i, head))
        ++i;
    if (i == source.size()) fail("isonoise/noise.glsl: expected {} {{ and its fields", name);
    std::vector<Field> fields;
    for (i += head.size(); i + 3 < source.size() && source[i + 2].text == ";"; i += 3) {
        const glsl::Type type = glsl::type_named(source[i].text);
        const auto size = static_cast<std::size_t>(type.size), alignment = size == 3 ? 4 : size;
        offset = (offset + 4 * alignment - 1) / (4 * alignment) * (4 * alignment);
        if ((type.kind != glsl::Type::real && type.kind != glsl::Type::natural) || offset + 4 * size > bytes)
            glsl::fault_at(source[i].location, name, " has a field ", in_quotes(source[i + 1].text),
                           " that the program does not know");
        const std::string& after = source[i + 3].before;  // the comment on the field's line
        const std::string line = after.substr(0, after.find('\n'));
        fields.push_back({type, source[i + 1].text, line.substr(std::min(line.find("//"), line.size())), offset});
        offset += 4 * size;
    }
    return fields;
}

// A field's value, in memory laid out by std140.
static std::string value_of(const Field& field, const void* memory) {
    std::vector<std::string> parts;
    for (int c = 0; c < field.type.size; ++c) {
        std::uint32_t bits = 0;
        std::memcpy(&bits, static_cast<const char*>(memory) + field.offset + 4 * static_cast<std::size_t>(c), 4);
        parts.push_back(field.type.kind == glsl::Type::real ? glsl_float(std::bit_cast<float>(bits))
                        : bits < 65536                      ? fmt::format("{}u", bits)
                                                            : fmt::format("0x{:08X}u", bits));
    }
    return field.type.size == 1 ? parts[0] : fmt::format("{}({})", name_of(field.type), fmt::join(parts, ", "));
}

// The plan's numbers and the table's entries as constants, replacing noise.glsl's uniform blocks.
static std::string constants(const Noise& noise, const glsl::Tokens& source) {
    const Plan& plan = noise.plan();
    std::string text;
    for (const Field& field : fields_of(source, kPlanBlock, offsetof(Plan, octaves)))
        text += fmt::format("const {} {} = {};  {}\n", name_of(field.type), constant(kPlanPrefix, field.name),
                            value_of(field, &plan), field.about);
    text += "\n// Of each octave:\n";
    for (const Field& field : fields_of(source, "IsonoiseOctave", sizeof(Plan::Octave)))
        text += field.about + "\n" +
                list_of(constant(kOctavePrefix, field.name), name_of(field.type), std::max<std::size_t>(plan.count, 1),
                        [&](std::size_t i) { return value_of(field, &plan.octaves[i]); }) +
                "\n";
    const auto words = shader_table(noise);
    text += "\n// The lookup table, lowest entries first.\n" +
            list_of("isonoise_table", "uint", words.size(),
                    [&](std::size_t i) { return fmt::format("0x{:08X}u", words[i]); }) +
            "\n";
    return text;
}

static constexpr const char *kVec[] = {"", "float", "vec2", "vec3", "vec4"},
                            *kIvec[] = {"", "int", "ivec2", "ivec3", "ivec4"};

// The functions for users, for the dimensions in use.
static std::string entry_points(const Settings& s) {
    const bool gradient = has_gradient(s), slope = has_slope(s);
    std::string text = "\n";
    static constexpr const char *zeros[] = {"", ", 0.0, 0.0, 0.0", ", 0.0, 0.0", ", 0.0", ""},
                                *whole[] = {"", ", 0, 0, 0", ", 0, 0", ", 0", ""},
                                *swizzle[] = {"", ".x", ".xy", ".xyz", ""};
    const char *v = kVec[s.dim], *i = kIvec[s.dim];
    const std::string p = fmt::format("vec4(p{})", zeros[s.dim]),
                      at = fmt::format("ivec4(cell{}), vec4(fraction{})", whole[s.dim], zeros[s.dim]);
    if (s.dim < 4) {
        text += fmt::format("// The noise at a coordinate.\nfloat isonoise({} p) {{ return isonoise({}); }}\n", v, p);
        text += fmt::format("// In a cell, after frequency, at a fraction of it, for worlds of any size.\n"
                            "float isonoise({} cell, {} fraction) {{ return isonoise({}); }}\n",
                            i, v, at);
    }
    if (slope || (gradient && s.dim < 4)) {
        const char* name = slope ? "slope" : "gradient";
        text += slope ? "// Also returns the slope that the octaves accumulate.\n"
                      : "// Also returns the derivative by each coordinate.\n";
        for (const bool cells : {false, true}) {
            text += fmt::format("float isonoise_{}({}, out {} {}) {{\n    vec4 g;\n    ISO_PRECISE float n = "
                                "isonoise_gradient({}, g);\n    {} = g{};\n    return n;\n}}\n",
                                name, cells ? fmt::format("{} cell, {} fraction", i, v) : fmt::format("{} p", v), v,
                                name, cells ? at : p, name, swizzle[s.dim]);
        }
    }
    return text;
}

// Makes isonoise_table one-dimensional: its rows exist only for std140.
static glsl::Tokens with_table(const glsl::Tokens& from) {
    glsl::Tokens result;
    for (std::size_t i = 0; i < from.size(); ++i) {
        const std::size_t row = i + 1, column = from[i].text == "isonoise_table" ? glsl::after_bracket(from, row) : 0;
        if (column == 0 || column >= from.size() || from[column].text != "[") {
            result.push_back(from[i]);
            continue;
        }
        const std::size_t end = glsl::after_bracket(from, column);
        auto inside = [&](std::size_t open, std::size_t after) {
            return glsl::text_of(glsl::slice(from, open + 1, after - 1));
        };
        const glsl::Tokens one =
            glsl::tokens(fmt::format("isonoise_table[({}) * 4u + ({})]", inside(row, column), inside(column, end)));
        result.push_back({from[i].before, one[0].text, from[i].location});
        result.insert(result.end(), one.begin() + 1, one.end());
        i = end - 1;
    }
    return result;
}

// Replaces isonoise_plan.x and isonoise_plan.octaves[i].x with the constants.
static glsl::Tokens with_constants(const glsl::Tokens& from, bool periods, bool windows) {
    glsl::Tokens result;
    for (std::size_t i = 0; i < from.size(); ++i) {
        if (from[i].text != "isonoise_plan" || i + 2 >= from.size() || from[i + 1].text != ".") {
            result.push_back(from[i]);
            continue;
        }
        const std::string before = from[i].before, location = from[i].location;
        std::string field = from[i + 2].text;
        std::string_view prefix = kPlanPrefix;
        glsl::Tokens index;
        i += 2;
        if (field == "octaves") {
            prefix = kOctavePrefix;
            const std::size_t end = glsl::after_bracket(from, i + 1);
            index = glsl::slice(from, i + 1, end);
            field = end + 1 < from.size() ? from[end + 1].text : "";
            i = end + 1;
        }
        if (field == "period" && !periods) {
            glsl::Tokens none = glsl::tokens("uvec4(0u)");
            none[0].before = before;
            result.insert(result.end(), none.begin(), none.end());
        } else if (field == "windows" && !windows) {
            result.push_back({before, "1u", location});
        } else {
            result.push_back({before, constant(prefix, field), location});
            index = with_constants(index, periods, windows);
            result.insert(result.end(), index.begin(), index.end());
        }
    }
    return result;
}

// Rewrites the loops over octaves, which exit in the middle, for settings with one or two octaves: compilers warn about
// loops that reach their end once or never. One octave needs no loop; two are counted.
static glsl::Tokens with_short_loops(const glsl::Tokens& from, std::uint32_t octaves) {
    static const glsl::Tokens count = glsl::tokens("uint count = isonoise_count();"),
                              loop = glsl::tokens("for (uint i = 0u; true; ++i) {"),
                              last = glsl::tokens("if (i + 1u >= count) break;"),
                              next = glsl::tokens("isonoise_next(at, i);");
    static const glsl::Tokens counted =
        glsl::tokens("\n    for (uint i = 0u; i < 2u; ++i) {\n        if (i == 1u) isonoise_next(at, 0u);");
    glsl::Tokens result;
    const bool single = octaves <= 1;
    std::size_t end = 0;  // of the current loop
    for (std::size_t i = 0; i < from.size();) {
        if (follow(from, i, count)) {
            i += count.size();
        } else if (follow(from, i, loop)) {
            end = glsl::after_bracket(from, i + loop.size() - 1) - 1;
            i += loop.size();
            if (!single) result.insert(result.end(), counted.begin(), counted.end());
        } else if (i < end && (follow(from, i, last) || follow(from, i, next))) {
            i += follow(from, i, last) ? last.size() : next.size();
        } else if (single && i == end && end > 0) {
            ++i;
        } else {
            glsl::Token token = from[i++];
            if (single && i <= end) {
                if (token.text == "i") token.text = "0u";
                if (token.before.starts_with("\n    ")) token.before.erase(1, 4);
            }
            result.push_back(std::move(token));
        }
    }
    return result;
}

// A user function's name in languages without overloading; empty for any other declaration.
static std::string entry_name(const glsl::Declaration& one, const Settings& settings) {
    const int dim = settings.dim;
    // For `eroded`, the library's isonoise_gradient returns the slope: isonoise_slope calls it.
    if (one.name == "isonoise_gradient" && !has_gradient(settings)) return {};
    const bool known = one.name == "isonoise" || one.name == "isonoise_gradient" || one.name == "isonoise_slope";
    if (one.kind != glsl::Declaration::function || !known || one.variables.empty()) return {};
    const glsl::Type& first = one.variables[0].type;
    const bool cell = first.kind == glsl::Type::integer;
    if (first.size != dim || !(cell || first.kind == glsl::Type::real)) return {};
    return one.name + (cell ? "_cell" : "");
}

glsl::Tokens preprocessed(const ShaderFiles::Source& source, const std::map<std::string, int>& values) {
    return glsl::preprocess(glsl::tokens(source.text, source.locations), values, {"ISO_EXACT", "ISO_PRECISE"});
}

glsl::Tokens baked_library(const Noise& noise, const ShaderFiles& files) {
    const Settings& settings = noise.settings();
    // Coordinates are unrestricted: cells of finer octaves may exceed 32 bits.
    auto values = shader_macros(settings, noise.plan().count > 1);
    values["ISONOISE_FAST"] = 1;  // without the barrier: the printers add their own

    ShaderFiles::Source library = files.resolve("isonoise/noise.glsl");
    library.text += entry_points(settings);
    const glsl::Tokens all = preprocessed(library, values);
    glsl::Tokens source = glsl::tokens(constants(noise, all));
    source.insert(source.end(), all.begin(), all.end());
    if (const std::uint32_t count = noise.plan().count; count <= 2) source = with_short_loops(source, count);
    return with_constants(with_table(source), is_periodic(settings), values.at("ISONOISE_FAR") != 0);
}

// The functions for users and everything they call.
static glsl::Program baked(const Settings& settings, const ShaderFiles& files) {
    if (std::string what = problem(settings); !what.empty()) throw Error(what);
    glsl::Program program = glsl::declarations(baked_library(Noise(settings), files));
    std::erase_if(program, [](const glsl::Declaration& one) { return one.kind == glsl::Declaration::uniform; });
    std::vector<std::size_t> roots;
    for (std::size_t i = 0; i < program.size(); ++i) {
        if (!entry_name(program[i], settings).empty()) roots.push_back(i);
    }
    return glsl::needed(std::move(program), roots);
}

glsl::Tokens baked_functions(const Noise& noise, const std::string& name, const std::string& prefix,
                             const ShaderFiles& files) {
    const Settings& settings = noise.settings();
    glsl::Tokens all = baked_library(noise, files);
    for (std::size_t i = 0; i < all.size(); ++i) {
        const bool call = i + 1 < all.size() && all[i + 1].text == "(";
        all[i] = {renamed(all[i].before, prefix),
                  call && all[i].text == "isonoise" ? prefix : renamed(all[i].text, prefix), all[i].location};
    }
    const std::string vec = kVec[settings.dim], suffix = function::derivative_suffix(settings);
    std::string text =
        fmt::format("\n\n// {}: {}.\nfloat {}({} p) {{ return {}(p); }}", name, in_words(settings), name, vec, prefix);
    if (!suffix.empty())
        text += fmt::format("\nfloat {0}{1}({2} p, out {2} gradient) {{ return {3}{1}(p, gradient); }}", name, suffix,
                            vec, prefix);
    const glsl::Tokens more = glsl::tokens(text);
    all.insert(all.end(), more.begin(), more.end());
    for (glsl::Token& token : all) {
        if (token.location.empty()) token.location = name;
    }
    return all;
}

// Throws Error if `name` is a keyword in this language or collides with an identifier of the printed text.
static void check_free(std::string_view name, const Language& language, const std::string& text) {
    const auto& reserved = language.reserved;
    if (std::find(reserved.begin(), reserved.end(), name) != reserved.end())
        fail("name: {} has another meaning in {}", in_quotes(name), language.title);
    std::set<std::string> own, others;
    for (const glsl::Token& token : glsl::tokens(text)) {
        const std::string to = renamed(token.text + "(", name);
        if (glsl::is_word(token.text)) (to == token.text + "(" ? others : own).insert(to);
    }
    for (const std::string& word : own) {
        if (name != "isonoise" && others.contains(word))
            fail("name: {} has another meaning within the text in {}", in_quotes(name), language.title);
    }
}

std::string baked_snippet(const Language& language, const Settings& settings, const ShaderFiles& files,
                          std::string_view name, const std::string& more) {
    check_name(name);
    if (language.is_core()) return to_cpp(settings);
    glsl::Program program = baked(settings, files);
    std::map<std::size_t, std::string> names;
    std::vector<std::string> list;
    for (std::size_t i = 0; i < program.size(); ++i) {
        const std::string own = entry_name(program[i], settings);
        if (own.empty()) continue;
        const std::string kind = own.substr(std::string("isonoise").size());  // _cell, _gradient ...
        // In a class, the functions cannot have its name: Isonoise.At, Isonoise.Gradient.
        const bool at = !kind.starts_with("_gradient") && !kind.starts_with("_slope");
        const std::string given =
            language.naming == Naming::pascal ? (at ? "at" + kind : kind.substr(1)) : std::string(name) + kind;
        names[i] = language.vectors ? own : given;
        // Overloads share a name.
        if (!language.overloads || !kind.ends_with("_cell")) list.push_back(styled(given, language.naming, true));
    }
    std::sort(list.begin(), list.end());  // the shortest first
    const auto [low, high] = value_range(settings);
    const std::string header = fmt::format("// {} (isonoise {})\n// {}: in [{}, {}].\n// Bits: {}.\n"
                                           "// (c) 2026 the isonoise authors. {}\n",
                                           in_words(settings), kVersion, fmt::join(list, ", "), static_cast<float>(low),
                                           static_cast<float>(high), language.promise, kLicence);
    const std::string body = translate(std::move(program), language, "isonoise", names, std::string(name));
    check_free(name, language, language.vectors ? body : "");
    if (!language.vectors && name != "isonoise") {  // the functions' names differ from the sources'
        const std::string own = styled(std::string(name), language.naming, true);
        // C#'s class has the name; functions with that name have been renamed.
        const bool is_class = language.naming == Naming::pascal;
        const glsl::Tokens all = glsl::tokens(is_class ? body : baked_snippet(language, settings, files));
        for (std::size_t i = 0; i + 1 < all.size(); ++i) {
            if (all[i].text == own && (all[i + 1].text == "(" || own.starts_with("isonoise_")))
                fail("name: {} has another meaning within the text in {}", in_quotes(name), language.title);
        }
    }
    std::string text = framed(language, std::string(name), body + more);
    if (language.preprocessor) text = "#ifndef ISONOISE_BAKED\n#define ISONOISE_BAKED\n" + text + "#endif\n";
    return dressed(language, header + (language.vectors || language.preprocessor ? renamed(text, name) : text));
}

}  // namespace isonoise
