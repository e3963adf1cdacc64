// Without a GPU no driver fuses a*b+c on purpose, so equality alone says little about the shaders' protection. Here the
// exact functions are compiled to SPIR-V, and every float operation in them must be protected: by glslang's mark for
// `precise` (NoContraction) or, in mode zero, by passing its bits to a sum with the barrier and nowhere else.
// Operations that drivers may approximate are forbidden, and removing any single protection must be detected.
#include <algorithm>
#include <bit>
#include <filesystem>
#include <map>
#include <regex>
#include <set>
#include <sstream>

#include <gtest/gtest.h>

#include "gpu/evaluator.hpp"
#include "gpu/glslang.hpp"
#include "gpu/shader.hpp"
#include "isonoise/shader.hpp"
#include "points.hpp"
#include "temporary.hpp"

using namespace isonoise;
namespace fs = std::filesystem;

namespace {

struct Lint {
    int protected_operations = 0;
    int bare_operations = 0;
    std::multiset<std::string> forbidden;  // inexact kinds of operation
    std::string error;                     // from the compiler
};

// Settings choose the parts of noise.glsl that one program contains; together these programs contain every line of it.
struct Part {
    Settings settings;
    bool far = false;  // cells may exceed 32 bits
};
const std::vector<Part> kParts = {
    {{.dim = 1}},
    {{.dim = 2, .lacunarity = 2.5f, .fractal = Fractal::turbulence, .period = {5, 5}, .warp = 1}, true},
    {{.dim = 3, .fractal = Fractal::ridged, .fade = Fade::cubic, .warp = 1}},
    {{.dim = 4, .fractal = Fractal::eroded, .fade = Fade::linear, .period = {5, 5, 5, 5}, .warp = 1}, true},
    {{.dim = 4, .lacunarity = 2.5f, .fractal = Fractal::billow}},
    {{.dim = 2, .fractal = Fractal::eroded, .flow = 1}},
    {{.algorithm = Algorithm::improved, .dim = 1, .period = {5}}},
    {{.algorithm = Algorithm::improved, .dim = 2}},
    {{.algorithm = Algorithm::improved, .dim = 3, .lacunarity = 2.5f, .period = {5, 5, 5}}},
    {{.algorithm = Algorithm::improved, .dim = 4}},
    {{.algorithm = Algorithm::value, .dim = 1, .fade = Fade::linear, .period = {5}}, true},
    {{.algorithm = Algorithm::value, .dim = 2}},
    {{.algorithm = Algorithm::value, .dim = 3, .fade = Fade::cubic}},
    {{.algorithm = Algorithm::value, .dim = 4, .lacunarity = 2.5f}},
    {{.algorithm = Algorithm::value_two_layer, .dim = 2}},
    {{.algorithm = Algorithm::axis, .dim = 2}},
    {{.algorithm = Algorithm::diagonal, .dim = 2}},
    {{.algorithm = Algorithm::slope, .dim = 1}},
};

// A program that calls every function of the part: lint.frag after the library.
std::string program(const ShaderFiles& files, const Part& part, const std::string& version) {
    const auto [algorithm, dim] = std::pair(part.settings.algorithm, part.settings.dim);
    const bool perlin = algorithm == Algorithm::perlin;
    std::string text = version + "#extension GL_ARB_separate_shader_objects : enable\n" +
                       shader_defines(part.settings, part.far) + files.resolve("isonoise/noise.glsl").text;
    if (dim > 1 && (perlin || algorithm == Algorithm::value)) text += files.resolve("evaluate/rows.glsl").text;
    if (perlin) text += files.resolve("isonoise/fractal.glsl").text;
    return text + std::regex_replace(read_file(ISONOISE_LINT_CALLS), std::regex("@"), std::to_string(dim));
}

constexpr std::uint32_t kDecorate = 71, kExtInst = 12, kBitcast = 124, kIAdd = 128, kFunction = 54, kName = 5,
                        kDivision = 136, kConstant = 43, kConstantComposite = 44, kVariable = 59, kLoad = 61,
                        kStore = 62, kAccessChain = 65, kVectorShuffle = 79, kCompositeConstruct = 80,
                        kCompositeExtract = 81, kFAdd = 129, kFSub = 131, kFMul = 133, kVectorTimesScalar = 142;

// FAdd, FSub, FMul or VectorTimesScalar.
bool is_operation(std::uint32_t opcode) {
    return opcode == kFAdd || opcode == kFSub || opcode == kFMul || opcode == kVectorTimesScalar;
}

// FDiv, FRem, FMod, matrix products, Dot.
bool is_inexact(std::uint32_t opcode) {
    return opcode == kDivision || opcode == 139 || opcode == 140 || opcode == 141 || (opcode >= 143 && opcode <= 148);
}

// An instruction that uses an id: its result (for a store, the target), and whether any operand is a constant.
struct User {
    std::uint32_t opcode, result;
    bool constant;
};
struct Flow {
    std::multimap<std::uint32_t, User> users;
    std::set<std::uint32_t> locals;  // a function's variables, not its parameters
    std::set<std::uint32_t> sums;    // without those with 1: compilers make x * (y - 1) one operation, x * y - x
};

// True if an id, however it is moved, ends up only as a factor in products without a constant.
bool is_but_a_factor(const Flow& flow, std::uint32_t id) {
    const auto [begin, end] = flow.users.equal_range(id);
    return std::all_of(begin, end, [&](const auto& entry) {
        const User& user = entry.second;
        switch (user.opcode) {
        case kFMul:
        case kVectorTimesScalar: return !user.constant;
        case kStore:
            return user.result == id || (flow.locals.contains(user.result) && is_but_a_factor(flow, user.result));
        case kLoad:
        case kAccessChain:
        case kVectorShuffle:
        case kCompositeConstruct:
        case kCompositeExtract: return is_but_a_factor(flow, user.result);
        default: return false;
        }
    });
}

// Ignores main(), which is the test's own.
Lint lint(const ShaderFiles& files, const Part& part, Mode mode, int glsl = 450) {
    Lint result;
    std::string version = "#version " + std::to_string(glsl) + " core\n";
    if (mode == Mode::zero) version += "#define ISONOISE_BARRIER\n";
    if (mode == Mode::precise && glsl < 400)
        version += "#extension GL_ARB_gpu_shader5 : require\n#define ISONOISE_PRECISE\n";
    const std::vector<std::uint32_t> words = to_spirv(program(files, part, version), result.error);
    std::set<std::uint32_t> marked, operations, constants, ones;
    Flow flow;
    std::map<std::uint32_t, std::string> names;
    std::string function;
    int functions = 0;
    for (std::size_t i = 5; i < words.size() && words[i] >> 16 != 0; i += words[i] >> 16) {
        const std::uint32_t opcode = words[i] & 0xFFFFu, count = words[i] >> 16;
        if (opcode == kDecorate && words[i + 2] == 42) marked.insert(words[i + 1]);
        if (opcode == kConstant || opcode == kConstantComposite) constants.insert(words[i + 2]);
        if (opcode == kConstant && (words[i + 3] & 0x7FFFFFFFu) == 0x3F800000u) ones.insert(words[i + 2]);
        if (opcode == kConstantComposite &&
            std::any_of(&words[i + 3], &words[i] + count, [&](std::uint32_t word) { return ones.contains(word); }))
            ones.insert(words[i + 2]);
        if (opcode == kName) names[words[i + 1]] = reinterpret_cast<const char*>(&words[i + 2]);
        if (opcode == kFunction) function = names[words[i + 2]];
        functions += opcode == kFunction;
        if (functions < 2) continue;  // main is the first function
        if (opcode == kVariable) flow.locals.insert(words[i + 2]);
        if (is_operation(opcode) || opcode == kDivision) operations.insert(words[i + 2]);
        // isonoise_wrap corrects its inexact quotient in integers.
        const bool mended = opcode == kDivision && function.rfind("isonoise_wrap(", 0) == 0;
        if (is_inexact(opcode) && !mended) result.forbidden.insert("opcode " + std::to_string(opcode));
        // GLSL.std.450 operations other than Floor and FAbs are forbidden.
        if (opcode == kExtInst && words[i + 4] != 8 && words[i + 4] != 4) {
            result.forbidden.insert("GLSL.std.450 " + std::to_string(words[i + 4]));
        }
        // The first word after the result is the first operand; a store has no result.
        const auto operands = words.begin() + static_cast<std::ptrdiff_t>(i + (opcode == kStore ? 1 : 3));
        const auto end = words.begin() + static_cast<std::ptrdiff_t>(i + count);
        if (operands < end) {
            const bool constant =
                std::any_of(operands, end, [&](std::uint32_t word) { return constants.contains(word); });
            if ((opcode == kFAdd || opcode == kFSub) &&
                std::none_of(operands, end, [&](std::uint32_t word) { return ones.contains(word); }))
                flow.sums.insert(words[i + 2]);
            for (auto word = operands; word != end; ++word)
                flow.users.emplace(*word, User{opcode, words[i + (opcode == kStore ? 1 : 2)], constant});
        }
        if (opcode == 254) flow.users.emplace(words[i + 1], User{opcode, 0, false});  // a return value
    }
    for (std::uint32_t id : operations) {
        bool good = true;
        if (mode == Mode::precise) {
            good = marked.count(id) > 0;
        } else if (!flow.sums.contains(id) ||
                   !is_but_a_factor(flow, id)) {  // bits must be taken, and used only in a sum with the zero
            for (auto [user, end] = flow.users.equal_range(id); user != end; ++user) {
                good &= user->second.opcode == kBitcast;
                for (auto [next, last] = flow.users.equal_range(user->second.result); good && next != last; ++next)
                    good &= next->second.opcode == kIAdd;
            }
        }
        (good ? result.protected_operations : result.bare_operations) += 1;
    }
    return result;
}

// Float locals of shaders/isonoise without ISO_PRECISE, which every one needs, even where it could be inferred.
std::vector<std::string> bare_locals(const std::string& name, const std::string& text) {
    static const std::regex local(R"(^\s+(?:const )?(ISO_PRECISE )?(?:float|vec[234]|ISONOISE_VEC) \w+( =|;|,))");
    std::vector<std::string> bare;
    std::istringstream lines(text);
    int number = 0, braces = 0;  // members of structs and blocks are not locals
    bool in_struct = false;
    for (std::string line; std::getline(lines, line);) {
        ++number;
        if (line.rfind("struct", 0) == 0 || line.rfind("layout", 0) == 0) in_struct = true;
        for (char c : line)
            braces += c == '{' ? 1 : c == '}' ? -1 : 0;
        std::smatch match;
        if (!in_struct && std::regex_search(line, match, local) && !match[1].matched) {
            bare.push_back(name + ":" + std::to_string(number) + line);
        }
        if (braces == 0) in_struct = false;
    }
    return bare;
}

// The offsets of `what` in a text, from `from` on.
std::vector<std::size_t> places_of(const std::string& what, const std::string& text, std::size_t from = 0) {
    std::vector<std::size_t> places;
    for (std::size_t at = text.find(what, from); at != std::string::npos; at = text.find(what, at + 1))
        places.push_back(at);
    return places;
}

// `text` without the occurrence of `what` at offset `at`.
std::string without(const std::string& text, const std::string& what, std::size_t at) {
    std::string changed = text;
    return changed.erase(at, what.size());
}

}  // namespace

TEST(Lint, EveryFloatOperationIsProtected) {
    for (Mode mode : {Mode::precise, Mode::zero}) {
        int seen = 0;
        for (const Part& part : kParts) {
            const Lint result = lint(ShaderFiles(), part, mode, mode == Mode::zero ? 330 : 450);
            SCOPED_TRACE(kModes[static_cast<int>(mode)] + (" " + testing::PrintToString(part.settings)));
            ASSERT_EQ(problem(part.settings), "");
            ASSERT_EQ(result.error, "");
            EXPECT_EQ(result.bare_operations, 0);
            EXPECT_TRUE(result.forbidden.empty()) << *result.forbidden.begin();
            seen += result.protected_operations;
        }
        EXPECT_GT(seen, 800) << "the lint must have seen something";
    }
    std::vector<fs::path> files{fs::path(ISONOISE_SHADERS) / "evaluate/rows.glsl"};
    for (const auto& entry : fs::directory_iterator(fs::path(ISONOISE_SHADERS) / "isonoise"))
        files.push_back(entry.path());
    for (const fs::path& file : files) {
        for (const std::string& line : bare_locals(file.filename().string(), read_file(file)))
            ADD_FAILURE() << line;
    }
}

// Mesa miscounts lines after a macro call that spans several, so errors then point elsewhere. GLSL is ASCII, even in
// comments.
TEST(Lint, LinesCanBeCounted) {
    for (const auto& entry : fs::recursive_directory_iterator(ISONOISE_SHADERS)) {
        const std::string extension = entry.path().extension().string();
        if (extension != ".glsl" && extension != ".frag" && extension != ".comp") continue;
        std::istringstream lines(read_file(entry.path()));
        for (std::string line; std::getline(lines, line);) {
            for (const char c : line)
                ASSERT_TRUE(c >= ' ' && c <= '~') << entry.path().filename() << ": " << line;
            if (line.find("ISO_EXACT(") == std::string::npos) continue;
            EXPECT_EQ(std::count(line.begin(), line.end(), '('), std::count(line.begin(), line.end(), ')'))
                << entry.path().filename() << ": " << line;
        }
    }
}

// WebGL refuses ?: between structures, and no compiler here says so.
TEST(Lint, NothingChoosesBetweenStructures) {
    std::map<std::string, std::string> texts;
    for (const auto& entry : fs::recursive_directory_iterator(ISONOISE_SHADERS)) {
        const std::string extension = entry.path().extension().string();
        if (extension == ".glsl" || extension == ".frag") texts[entry.path().string()] = read_file(entry.path());
    }
    const auto each = [](const std::string& text, const std::string& pattern, const auto& found) {
        const std::regex regex(pattern);
        for (std::sregex_iterator it(text.begin(), text.end(), regex), end; it != end; ++it)
            found((*it)[1].str());
    };
    std::string structures = "none";
    for (const auto& [path, text] : texts)
        each(text, R"(struct (\w+))", [&](const std::string& name) { structures += "|" + name; });
    std::string makers = structures;
    for (const auto& [path, text] : texts)
        each(text, "\\b(?:" + structures + R"() (\w+)\()", [&](const std::string& name) { makers += "|" + name; });
    for (const auto& file : texts)
        each(file.second, "[?:] ?(" + makers + R"()\()",
             [&](const std::string& name) { ADD_FAILURE() << file.first << ": " << name; });
}

// `perlin`, `value` and `improved` stay short enough to read in one go, and no line of the library needs scrolling.
TEST(Lint, FilesAreShort) {
    const fs::path shaders = fs::path(ISONOISE_SHADERS) / "isonoise";
    for (const char* name : {"perlin.glsl", "value.glsl", "improved.glsl"}) {
        const std::string text = read_file(shaders / name);
        EXPECT_LE(std::count(text.begin(), text.end(), '\n'), 200) << name;
    }
    for (const auto& entry : fs::directory_iterator(shaders)) {
        std::istringstream lines(read_file(entry.path()));
        for (std::string line; std::getline(lines, line);)
            EXPECT_LE(line.size(), 120u) << entry.path().filename() << ": " << line;
    }
}

// The library defines no macro that a shader could also define: the shader may have its own EXACT, and its own
// `precise` keeps its meaning.
TEST(Lint, NoMacroLeaksIntoTheIncludingShader) {
    static const std::regex define(R"(#define (?!ISONOISE_|ISO_EXACT\(|ISO_PRECISE\b|ISO_BARRIER\()(\w+))");
    for (const auto& entry : fs::directory_iterator(fs::path(ISONOISE_SHADERS) / "isonoise")) {
        const std::string text = read_file(entry.path());
        for (std::sregex_iterator i(text.begin(), text.end(), define), end; i != end; ++i)
            ADD_FAILURE() << entry.path().filename() << " defines " << (*i)[1];
    }
    const std::string body = ShaderFiles().resolve("isonoise/fbm.glsl").text + R"(
#ifdef precise
#error precise is a macro
#endif
#define EXACT(x) (2.0 * (x))
uniform vec3 p;
out vec4 value;
void main() { value = vec4(EXACT(perlin3(p, 1u))); }
)";
    for (const char* head :
         {"#version 450\n", "#version 450\n#define ISONOISE_FAST\n", "#version 450\n#define ISONOISE_BARRIER\n",
          "#version 330\n#define ISONOISE_FAST\n", "#version 330\n#define ISONOISE_BARRIER\n"}) {
        std::string error;
        to_spirv(head + ("#extension GL_ARB_separate_shader_objects : enable\n" + body), error);
        EXPECT_EQ(error, "") << head;
    }
}

// The functions in a text, in order, each once, without the prefix isonoise_ and the number of dimensions.
std::vector<std::string> functions(const std::string& text) {
    static const std::regex head(
        R"(\n *(?:template <[^>]*> |static |inline |const )*[\w:]+(?:<[^;]*>)? (?:isonoise_)?(\w+?)[1-4]?\([^;]*\{)");
    std::vector<std::string> names;
    for (std::sregex_iterator i(text.begin(), text.end(), head), end; i != end; ++i) {
        if (std::find(names.begin(), names.end(), (*i)[1]) == names.end()) names.push_back((*i)[1]);
    }
    return names;
}

// The definition and the shaders are read side by side: functions that both have must be in the same order.
TEST(Lint, TwinsKeepOneOrder) {
    const fs::path shaders = fs::path(ISONOISE_SHADERS) / "isonoise", core = fs::path(ISONOISE_CORE) / "definition";
    for (const auto& entry : fs::directory_iterator(core)) {
        if (entry.path().extension() != ".hpp") continue;
        const std::string name = entry.path().stem().string();
        std::vector<std::string> here = functions(read_file(shaders / (name + ".glsl"))),
                                 there = functions(read_file(entry.path()));
        auto keep = [](std::vector<std::string>& names, const std::vector<std::string>& known) {
            std::erase_if(names,
                          [&](const auto& n) { return std::find(known.begin(), known.end(), n) == known.end(); });
        };
        const std::vector<std::string> all = here;
        keep(here, there);
        keep(there, all);
        EXPECT_EQ(here, there) << name;
        EXPECT_GE(here.size(), 1u) << name;
    }
}

// The functions and constants that a text defines: without comments, ignoring case and the prefixes isonoise_,
// ISONOISE_ and k.
std::set<std::string> names_in(std::string text) {
    text = std::regex_replace(text, std::regex("//[^\n]*"), "");
    static const std::regex function(
        R"(\n *(?:(?:template <[^>]*>|static|inline) )*[\w:]+(?:<[^;(]*>)?&? (\w+)(?:<\d>)?\([^;]*\{)"),
        constant(R"(\n(?:inline constexpr|const) \w+ (\w+) =)");
    std::set<std::string> names;
    for (const std::regex& kind : {function, constant}) {
        for (std::sregex_iterator i(text.begin(), text.end(), kind), end; i != end; ++i) {
            std::string name = (*i)[1];
            if (name[0] == 'k' &&
                std::isupper(static_cast<unsigned char>(name[1]))) {  // kThird1: third1, kPrimeX: prime_x
                name = std::regex_replace(name.substr(1), std::regex("([a-z])([A-Z])"), "$1_$2");
            }
            std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) { return std::tolower(c); });
            if (name.starts_with("isonoise_")) name.erase(0, 9);
            names.insert(name);
        }
    }
    return names;
}

// At least 95 % of the names in either twin occur in both.
TEST(Lint, TwinsShareTheirNames) {
    std::string glsl, cpp;
    for (const auto& entry : fs::directory_iterator(fs::path(ISONOISE_SHADERS) / "isonoise"))
        glsl += "\n" + read_file(entry.path());
    for (const auto& entry : fs::directory_iterator(fs::path(ISONOISE_CORE) / "definition"))
        if (entry.path().extension() == ".hpp") cpp += "\n" + read_file(entry.path());
    const std::set<std::string> here = names_in(glsl), there = names_in(cpp);
    std::string alone;
    std::size_t common = 0;
    for (const std::string& name : here) {
        common += there.contains(name);
        if (!there.contains(name)) alone += " " + name;
    }
    for (const std::string& name : there)
        if (!here.contains(name)) alone += " definition::" + name;
    const std::size_t all = here.size() + there.size() - common;
    EXPECT_GE(static_cast<double>(common), 0.95 * static_cast<double>(all))
        << common << " of " << all << " names are common; alone are" << alone;
    EXPECT_GT(common, 90u) << "the lint must have seen something";
}

TEST(Lint, TakingAwayAnyPreciseIsNoticed) {
    // The rule for locals checks each one; the SPIR-V of the shared files shows that the rule has an effect.
    const TemporaryDirectory temporary;
    const fs::path dir = temporary.shaders();
    int removed = 0, seen_in_spirv = 0;
    for (const auto& entry : fs::directory_iterator(dir / "isonoise")) {
        const std::string name = entry.path().filename().string(), text = read_file(entry.path());
        for (const std::size_t at : places_of(" ISO_PRECISE ", text)) {
            const std::size_t line = text.rfind('\n', at);
            if (text.compare(line + 1, 2, "//") == 0 || text[line + 1] == '#') continue;
            const std::string changed = without(text, " ISO_PRECISE", at);
            ++removed;
            EXPECT_FALSE(bare_locals(name, changed).empty()) << name << " around: " << text.substr(at, 60);
            if (name != "lattice.glsl" && name != "interpolate.glsl") continue;
            write_file(entry.path(), changed);
            const Lint result = lint(ShaderFiles(dir), kParts[3], Mode::precise);
            ASSERT_EQ(result.error, "") << name;
            seen_in_spirv += result.bare_operations > 0;
        }
        write_file(entry.path(), text);
    }
    EXPECT_GT(removed, 200);
    EXPECT_GT(seen_in_spirv, 6);
}

TEST(Lint, TakingAwayAnyBarrierIsNoticed) {
    // Samples each ISO_EXACT that guards an operation of the compiled part.
    const TemporaryDirectory temporary;
    const fs::path dir = temporary.shaders();
    int removed = 0;
    std::size_t last = 0;  // the part that detected the previous one is likeliest to detect the next
    for (const char* file :
         {"isonoise/lattice.glsl", "isonoise/interpolate.glsl", "isonoise/gradient.glsl", "isonoise/noise.glsl",
          "isonoise/shape.glsl", "isonoise/fractal.glsl", "evaluate/rows.glsl"}) {
        const fs::path path = dir / file;
        const std::string text = read_file(path);
        const std::size_t definitions = text.find("float isonoise_guard(");  // in lattice.glsl, of ISO_EXACT itself
        const std::vector<std::size_t> places =
            places_of("ISO_EXACT(", text, definitions == std::string::npos ? 0 : definitions);
        for (std::size_t i = 6; i < places.size(); i += 7) {
            const std::size_t at = places[i];
            write_file(path, without(text, "ISO_EXACT", at));
            ++removed;
            bool seen = false;
            for (std::size_t k = 0; k < kParts.size() && !seen; ++k) {
                const std::size_t part = (last + k) % kParts.size();
                seen = lint(ShaderFiles(dir), kParts[part], Mode::zero, 330).bare_operations > 0;
                if (seen) last = part;
            }
            EXPECT_TRUE(seen) << file << ": " << text.substr(at, 60);
        }
        write_file(path, text);
    }
    EXPECT_GT(removed, 15);
}

TEST(Lint, InexactFunctionsAreNoticed) {
    const TemporaryDirectory temporary;
    const fs::path dir = temporary.shaders();
    const fs::path lattice = dir / "isonoise/lattice.glsl";
    const std::string text = read_file(lattice);
    for (const char* inexact : {"mix(a, b, t)", "a / t", "dot(vec2(a, b), vec2(t))", "fract(a)", "fma(a, b, t)",
                                "mod(a, b)", "pow(a, b)", "sin(a)", "exp2(a)", "length(vec2(a, b))"}) {
        write_file(lattice, replaced(text, "ISO_EXACT(a + ISO_EXACT(t * (b - a)))", inexact));
        const Lint result = lint(ShaderFiles(dir), kParts[0], Mode::precise);
        ASSERT_EQ(result.error, "") << inexact;
        EXPECT_FALSE(result.forbidden.empty()) << inexact;
    }
}
