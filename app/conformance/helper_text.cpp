#include "conformance/helper_text.hpp"

#include <algorithm>
#include <bit>
#include <set>

#include <fmt/format.h>

#include "error.hpp"
#include "gpu/evaluator.hpp"
#include "isonoise/function/reading/parser.hpp"
#include "isonoise/function/reading/types.hpp"
#include "snippet/baking.hpp"

namespace isonoise {

using glsl::Declaration;
using glsl::Type;

std::string input_name(std::size_t i) { return fmt::format("a{}.{}", i / 4, "xyzw"[i % 4]); }

// ---- The definition's text

static std::string glsl_words(const char* type, const std::vector<std::uint32_t>& words) {
    std::string text;
    for (const std::uint32_t word : words)
        text += fmt::format("{}{}u", text.empty() ? "" : ", ", word);
    return words.size() == 1 ? text : fmt::format("{}({})", type, text);
}

static constexpr const char *kVec[] = {"", "float", "vec2", "vec3", "vec4"},
                            *kIvec[] = {"", "int", "ivec2", "ivec3", "ivec4"},
                            *kZeros[] = {"", ", 0.0, 0.0, 0.0", ", 0.0, 0.0", ", 0.0", ""};

// A function that calls what the check compares.
static std::string root_text(const Check& check, const Settings& s) {
    const int dim = s.dim;
    std::string text = fmt::format("\nfloat {}(", kChecked);
    if (check.cells) text += fmt::format("{} own_cell, ", kIvec[dim]);
    text += fmt::format("{} own_p{}) {{\n", kVec[dim],
                        check.gradient ? fmt::format(", out {} own_gradient", kVec[dim]) : "");
    static constexpr const char *swizzle[] = {"", ".x", ".xy", ".xyz", ""},
                                *whole[] = {"", ", 0, 0, 0", ", 0, 0", ", 0", ""};
    std::string call;
    text += fmt::format("    vec4 p = vec4(own_p{});\n    vec4 g = vec4(0.0);\n", kZeros[dim]);
    if (check.cells) text += fmt::format("    ivec4 cell = ivec4(own_cell{});\n", whole[dim]);
    if (check.function) {
        const Fbm terms = fbm(s.octaves, s.persistence, s.lacunarity);
        const auto number = [](float x) {
            return fmt::format("uintBitsToFloat(0x{:08X}u)", std::bit_cast<std::uint32_t>(x));
        };
        text +=
            fmt::format("    uint seed = {}u;\n    vec4 terms = vec4({}, {}, {}, {});\n", s.seed, number(terms.octaves),
                        number(terms.persistence), number(terms.lacunarity), number(terms.normalization));
        call = function_call(s, check.cells, check.gradient);
        // The uniform block's periods may be left out of baked texts.
        const std::string block = "isonoise_plan.octaves[0].period";
        if (const std::size_t at = call.find(block); at != call.npos) {
            const std::array<std::uint32_t, 4> all = periods(s);
            const std::string part = swizzle[dim];
            call.replace(at, block.size() + part.size(),
                         glsl_words(fmt::format("uvec{}", dim).c_str(), {all.begin(), all.begin() + dim}));
        }
    } else {
        call = fmt::format("isonoise{}({}p{})", check.gradient ? "_gradient" : "", check.cells ? "cell, " : "",
                           check.gradient ? ", g" : "");
    }
    text += fmt::format("    ISO_PRECISE float n = {};\n", call);
    if (check.gradient) text += fmt::format("    own_gradient = g{};\n", swizzle[dim]);
    return text + "    return n;\n}\n";
}

glsl::Program library_for(const Check& check, const Settings& settings, const ShaderFiles& files) {
    const std::string more = "\n#include \"isonoise/fbm.glsl\"\n" + root_text(check, settings);
    glsl::Program program =
        glsl::declarations(baked_library(Noise(settings), files.edited([&](const std::string& name, std::string& text) {
            if (name == "isonoise/noise.glsl") text += more;
        })));
    std::erase_if(program, [](const Declaration& one) { return one.kind == Declaration::uniform; });
    return program;
}

static bool is_same(const Declaration& a, const Declaration& b) {
    return a.kind == b.kind && a.name == b.name &&
           std::equal(a.variables.begin(), a.variables.end(), b.variables.begin(), b.variables.end(),
                      [](const glsl::Variable& x, const glsl::Variable& y) { return x.type == y.type; });
}

// Declarations without comments.
static std::vector<std::string> bare_texts(const glsl::Program& program) {
    std::vector<std::string> texts;
    for (const Declaration& d : program) {
        glsl::Tokens tokens = d.tokens;
        for (glsl::Token& token : tokens) {
            const std::size_t line = token.before.rfind('\n');
            token.before = line != std::string::npos ? token.before.substr(line) : token.before.empty() ? "" : " ";
        }
        tokens[0].before = "";
        texts.push_back(glsl::text_of(tokens) + "\n");
    }
    return texts;
}

HelperText text_with(const glsl::Program& program, const Declaration& function) {
    const auto found =
        std::find_if(program.begin(), program.end(), [&](const Declaration& d) { return is_same(d, function); });
    if (found == program.end()) return {};
    const auto index = static_cast<std::size_t>(found - program.begin());
    try {
        return {bare_texts(glsl::needed(program, {index}))};
    } catch (const Error&) {
        std::set<std::size_t> kept = {index};
        for (std::vector<std::size_t> open = {index}; !open.empty();) {
            const Declaration& one = program[open.back()];
            open.pop_back();
            std::set<std::string> words;
            for (const glsl::Token& token : one.tokens)
                words.insert(token.text);
            for (std::size_t i = 0; i < program.size(); ++i) {
                if (words.contains(program[i].name) && kept.insert(i).second) open.push_back(i);
            }
        }
        glsl::Program all;
        for (const std::size_t i : kept)
            all.push_back(program[i]);
        return {bare_texts(all), false};
    }
}

// ---- Values of any type as words

namespace {
class Values {
  public:
    explicit Values(const glsl::Program& program) : program_(program) {}

    // The kind of each word of a value.
    void kinds(const Type& type, std::vector<Type::Kind>& to) const {
        if (type.kind == Type::structure) {
            for (const glsl::Variable& field : structure(type).variables)
                kinds(field.type, to);
        } else if (type.kind != Type::nothing) {
            to.insert(to.end(), static_cast<std::size_t>(type.size), type.kind);
        }
    }
    // A value made of inputs, the next of which has number `next`.
    std::string made(const Type& type, std::size_t& next) const {
        std::string parts;
        const auto add = [&](const std::string& part) { parts += (parts.empty() ? "" : ", ") + part; };
        if (type.kind == Type::structure) {
            for (const glsl::Variable& field : structure(type).variables)
                add(made(field.type, next));
            return name_of(type) + "(" + parts + ")";
        }
        for (int c = 0; c < type.size; ++c) {
            const std::string word = input_name(next++);
            add(type.kind == Type::real      ? "uintBitsToFloat(" + word + ")"
                : type.kind == Type::integer ? "int(" + word + ")"
                : type.kind == Type::boolean ? word + " != 0u"
                                             : word);
        }
        return type.size == 1 ? parts : name_of(type) + "(" + parts + ")";
    }
    // The words of a value, each as an expression.
    void words(const Type& type, const std::string& value, std::vector<std::string>& to) const {
        if (type.kind == Type::structure) {
            for (const glsl::Variable& field : structure(type).variables)
                words(field.type, value + "." + field.name, to);
            return;
        }
        if (type.kind == Type::nothing) return;
        for (int c = 0; c < type.size; ++c) {
            const std::string part = type.size == 1 ? value : value + "." + "xyzw"[c];
            to.push_back(type.kind == Type::real      ? "floatBitsToUint(" + part + ")"
                         : type.kind == Type::integer ? "uint(" + part + ")"
                         : type.kind == Type::boolean ? part + " ? ~0u : 0u"
                                                      : part);
        }
    }

  private:
    const Declaration& structure(const Type& type) const {
        for (const Declaration& d : program_) {
            if (d.kind == Declaration::structure && d.name == type.name) return d;
        }
        fail("a structure {} is not known", type.name);
    }
    const glsl::Program& program_;
};

}  // namespace

CallText call_text(const glsl::Program& program, const Declaration& f) {
    const Values values(program);
    CallText call;
    std::size_t next = 0;
    std::string arguments;
    for (std::size_t i = 0; i < f.variables.size(); ++i) {
        const glsl::Variable& v = f.variables[i];
        std::string argument = v.in ? values.made(v.type, next) : "";
        if (v.out) {
            const std::string name = fmt::format("r{}", i);
            call.statements.push_back(
                fmt::format("{} {}{};", name_of(v.type), name, argument.empty() ? "" : " = " + argument));
            argument = name;
        }
        arguments += (i ? ", " : "") + argument;
    }
    const std::string own = f.name + "(" + arguments + ");";
    call.statements.push_back(f.type.kind == Type::nothing ? own : fmt::format("{} r = {}", name_of(f.type), own));
    values.words(f.type, "r", call.words);
    values.kinds(f.type, call.kinds);
    for (std::size_t i = 0; i < f.variables.size(); ++i) {
        if (!f.variables[i].out) continue;
        values.words(f.variables[i].type, fmt::format("r{}", i), call.words);
        values.kinds(f.variables[i].type, call.kinds);
    }
    return call;
}

}  // namespace isonoise
