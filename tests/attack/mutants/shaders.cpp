// isonoise_shader_mutants [WORD [I/N]]: is every mutant of shaders/isonoise noticed by a comparison with the CPU?
//
// Each constant becomes the next number, each operator another one, each component its neighbour, also in preprocessor
// conditions, one at a time. Prints every survivor, and exits with 1 if there is one. Changes that do not compile are
// skipped. WORD: only mutants whose line, as printed, contains it. I/N: every N-th mutant, starting with the I-th. With
// ISONOISE_VERBOSE, also prints the detected mutants and the check that detected each. Called by
// tests/attack/mutants/run.
#include <algorithm>
#include <array>
#include <cstdio>
#include <map>
#include <regex>
#include <set>
#include <string_view>

#include <fmt/format.h>

#include "conformance/checks.hpp"
#include "error.hpp"
#include "gpu/context.hpp"
#include "gpu/detail.hpp"
#include "gpu/evaluator.hpp"
#include "gpu/glslang.hpp"
#include "gpu/normalization.hpp"
#include "temporary.hpp"

using namespace isonoise;

namespace {

struct Mutant {
    std::string file;
    std::size_t line, at, length;      // the token in the file's text
    std::vector<std::string> instead;  // the first replacement that compiles
};

const std::map<std::string, std::vector<std::string>> kOperators = {
    {"+", {"-", "|"}},    {"-", {"+", "&"}}, {"*", {"/", "+"}}, {"/", {"*", "-"}}, {"%", {"/", "-"}},
    {"&", {"|"}},         {"|", {"&"}},      {"^", {"&"}},      {"<<", {">>"}},    {">>", {"<<"}},
    {"<", {"<="}},        {"<=", {"<"}},     {">", {">="}},     {">=", {">"}},     {"==", {"!="}},
    {"!=", {"=="}},       {"&&", {"||"}},    {"||", {"&&"}},    {"+=", {"-="}},    {"-=", {"+="}},
    {"*=", {"/=", "+="}}, {"/=", {"*="}},    {"&=", {"|="}},    {"|=", {"&="}},    {"^=", {"|="}},
    {"<<=", {">>="}},     {">>=", {"<<="}},  {"++", {"--"}},    {"--", {"++"}},    {"?", {"== false ?"}}};

std::string next_number(const std::string& token) {
    if (token.find('.') != std::string::npos || (token.find('e') != std::string::npos && token.rfind("0x", 0))) {
        // Never subnormal, since drivers flush those to 0.
        const float value = std::stof(token);
        return fmt::format("{:.9e}", value == 0.0f ? 1.0f : std::nextafter(value, HUGE_VALF));
    }
    const std::uint64_t value = std::stoull(token, nullptr, 0);
    return fmt::format("{}{}", static_cast<std::uint32_t>(value + 1), token.back() == 'u' ? "u" : "");
}

std::vector<std::string> other_components(const std::string& word) {
    std::vector<std::string> result;
    if (word.size() > 1) {
        std::string turned = word;
        std::rotate(turned.begin(), turned.begin() + 1, turned.end());
        if (turned != word) result.push_back(turned);
    }
    for (const char to : {'y', 'x', 'z', 'w'}) {
        std::string changed = word;
        if (changed[0] != to) {
            changed[0] = to;
            result.push_back(changed);
        }
    }
    return result;
}

std::vector<Mutant> mutants_of(const std::string& file, const std::string& text) {
    static const std::regex tokens(
        R"(//[^\n]*|/\*[^]*?\*/|#(?:include|ifndef|ifdef|endif|else|extension|error)[^\n]*|#define\s+\w+(?:\([^)]*\))?|)"
        R"(#\s*(?:if|elif)|uniform[^;]*;|const\s+in\b|)"
        R"(0[xX][0-9a-fA-F]+u?|(?:\d+\.\d*|\.\d+|\d+)(?:[eE][-+]?\d+)?u?|\.[xyzw]{1,4}\b|[A-Za-z_]\w*|)"
        R"(<<=|>>=|[-+*/%&|^<>=!]=|<<|>>|&&|\|\||\+\+|--|[-+*/%&|^<>!~?\[\](){};,:=.]|\s+|[^])");
    std::vector<Mutant> result;
    std::string previous;
    std::vector<std::size_t> brackets;
    std::size_t line = 1;
    for (std::sregex_iterator it(text.begin(), text.end(), tokens), end; it != end; ++it) {
        const std::string token = it->str();
        const auto at = static_cast<std::size_t>(it->position());
        const auto add = [&](const std::vector<std::string>& instead) {
            result.push_back({file, line, at, token.size(), instead});
        };
        const bool operand = !previous.empty() &&
                             (std::isalnum(static_cast<unsigned char>(previous.back())) || previous.back() == '_' ||
                              previous.back() == ')' || previous.back() == ']') &&
                             previous != "return" && previous[0] != '#';
        const auto op = kOperators.find(token);
        if (std::isspace(static_cast<unsigned char>(token[0])) || token.rfind("//", 0) == 0) {
            line += static_cast<std::size_t>(std::count(token.begin(), token.end(), '\n'));
            continue;
        }
        if (std::isdigit(static_cast<unsigned char>(token[0]))) {
            add({next_number(token)});
        } else if (token == "true" || token == "false") {
            add({token == "true" ? "false" : "true"});
        } else if (token[0] == '.' && token.size() > 1) {
            std::vector<std::string> instead;
            for (const std::string& word : other_components(token.substr(1)))
                instead.push_back("." + word);
            add(instead);
        } else if (token == "!" || token == "~" || ((token == "-" || token == "+") && !operand)) {
            add({" "});
        } else if (op != kOperators.end()) {
            add(op->second);
        }
        line += static_cast<std::size_t>(std::count(token.begin(), token.end(), '\n'));
        previous = token;
    }
    return result;
}

// Tries mutants on this driver in several versions of GLSL.
class Hunt {
  public:
    Hunt() : shaders_(folder_.shaders()), checks_(all_checks()) { note_programs(); }

    std::vector<Mutant> mutants() const {
        std::vector<Mutant> result;
        std::set<std::string> files = {"evaluate/rows.glsl"};
        for (const auto& entry : std::filesystem::directory_iterator(shaders_ / "isonoise"))
            files.insert("isonoise/" + entry.path().filename().string());
        for (const std::string& file : files) {
            const auto found = mutants_of(file, read_file(shaders_ / file));
            result.insert(result.end(), found.begin(), found.end());
        }
        return result;
    }

    std::string describe(const Mutant& m) const {
        const std::string text = read_file(shaders_ / m.file);
        const std::size_t begin = text.rfind('\n', m.at) + 1, first = text.find_first_not_of(' ', begin);
        return fmt::format("{}:{}:{}\t{}\t{}", m.file, m.line, m.at - begin + 1, text.substr(m.at, m.length),
                           text.substr(first, text.find('\n', m.at) - first));
    }

    enum class Result { noticed, lives, invalid };
    Result result_of(const Mutant& m, std::string& by) {
        const auto path = shaders_ / m.file;
        const std::string text = read_file(path);
        Result result = Result::invalid;
        for (const std::string& instead : m.instead) {
            std::string changed = text;
            changed.replace(m.at, m.length, instead);
            write_file(path, changed);
            result = try_all(m, text, by);
            if (result != Result::invalid) break;
        }
        write_file(path, text);
        return result;
    }

  private:
    // Returns the range of the function body around a place in a file, or an empty range.
    static std::pair<std::size_t, std::size_t> body_around(const std::string& text, std::size_t at) {
        std::size_t begin = 0;
        for (std::size_t i = 0, depth = 0; i < text.size(); ++i) {
            if (text.compare(i, 2, "//") == 0) i = text.find('\n', i);
            if (text[i] == '{' && depth++ == 0) begin = i;
            if (text[i] == '}' && --depth == 0 && begin < at && at < i) return {begin, i + 1};
        }
        return {};
    }

    static bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

    static constexpr std::uint64_t kMostPoints = 131072;  // per check: in 32 settings

    // A way to compile the shaders.
    struct Way {
        int glsl;
        Mode mode;
        std::string prelude;                // the beginning of each shader
        std::vector<std::size_t> meanings;  // per program, without mutants
    };

    // A program that a check uses: its defines and its main file.
    struct Variant {
        std::string defines, file;
        auto operator<=>(const Variant&) const = default;
    };
    using Sources = std::map<std::string, std::string>;  // by file

    Sources sources() const {
        const ShaderFiles files(shaders_);
        Sources result;
        for (const auto& entry : std::filesystem::directory_iterator(shaders_ / "evaluate")) {
            const std::string file = "evaluate/" + entry.path().filename().string();
            if (file.ends_with(".glsl")) continue;  // not a program
            result[file] = files.resolve(file).text;
        }
        return result;
    }

    // Finds the programs that each check uses in all its settings, and their meanings.
    void note_programs() {
        static std::vector<std::string> seen;
        static decltype(glad_glShaderSource) original = glad_glShaderSource;
        glad_glShaderSource = [](GLuint shader, GLsizei count, const GLchar* const* texts, const GLint* lengths) {
            seen.emplace_back(texts[0]);
            original(shader, count, texts, lengths);
        };
        // Drawing is unnecessary and slow.
        const auto draw = std::exchange(glad_glDrawArrays, [](GLenum, GLint, GLsizei) {});
        const auto dispatch = std::exchange(glad_glDispatchCompute, [](GLuint, GLuint, GLuint) {});
        const Sources texts = sources();
        for (Way& way : ways_) {
            Shaders(way.glsl, ShaderFiles(shaders_), way.mode).use("evaluate/empty.frag");
            way.prelude = seen.back().substr(0, seen.back().size() - texts.at("evaluate/empty.frag").size());
        }
        std::map<Variant, std::size_t> numbers;
        for (const Check& check : checks_) {
            Shaders fresh(ways_[0].glsl, ShaderFiles(shaders_));
            Evaluator evaluator(fresh, context_.info());
            seen.clear();
            if (can_run(evaluator, check)) {
                run_check(evaluator, check, kMostPoints, 1);
                if (has_integers(check)) differing_integers(evaluator, check, kMostPoints, 1);
            }
            std::set<std::size_t>& programs = programs_.emplace_back();
            for (const std::string& text : seen) {
                for (const auto& [file, source] : texts) {
                    if (!text.ends_with(source)) continue;
                    const std::size_t begin = ways_[0].prelude.size();
                    const Variant variant = {text.substr(begin, text.size() - source.size() - begin), file};
                    programs.insert(numbers.try_emplace(variant, numbers.size()).first->second);
                }
            }
        }
        variants_.resize(numbers.size());
        for (const auto& [variant, number] : numbers)
            variants_[number] = variant;
        for (Way& way : ways_)
            way.meanings = meanings(way, texts);
        glad_glShaderSource = original;
        glad_glDrawArrays = draw;
        glad_glDispatchCompute = dispatch;
    }

    static bool has_integers(const Check& check) { return !check.cells && !check.gradient && !check.function; }

    // Returns the part of a preprocessed shader that main() can reach.
    static std::string reached(const std::string& text) {
        struct Function {
            std::string_view text;
            std::vector<std::string_view> words;
        };
        std::multimap<std::string_view, Function> functions;  // overloads share a key
        std::string result;                                   // all declarations, then the functions
        std::string_view name, last;
        std::vector<std::string_view> words;
        bool is_function = false;
        char before = ' ';
        for (std::size_t begin = 0, at = 0, depth = 0; at < text.size();) {
            const std::size_t start = at++;
            while (is_word(text[start]) && at < text.size() && is_word(text[at]))
                ++at;
            if (std::isspace(static_cast<unsigned char>(text[start]))) continue;
            if (is_word(text[start])) {
                last = std::string_view(text).substr(start, at - start);
                words.push_back(last);
            }
            const char c = text[start];
            if (c == '(' && depth == 0) name = last;
            if (c == '{' && depth++ == 0) is_function = before == ')';
            if (c == '}') --depth;
            before = c;
            if (depth != 0 || (c != '}' && c != ';')) continue;
            const std::string_view chunk = std::string_view(text).substr(begin, at - begin);
            if (is_function) {
                functions.emplace(name, Function{chunk, words});
            } else {
                result += chunk;
            }
            begin = at;
            words.clear();
            is_function = false;
        }
        std::set<std::string_view> done;
        for (std::vector<std::string_view> left = {"main"}; !left.empty();) {
            const std::string_view next = left.back();
            left.pop_back();
            if (!done.insert(next).second) continue;
            for (auto [it, end] = functions.equal_range(next); it != end; ++it) {
                result += it->second.text;
                left.insert(left.end(), it->second.words.begin(), it->second.words.end());
            }
        }
        return result;
    }

    // Returns a hash for each program, which changes if a change of the shaders reaches the program.
    std::vector<std::size_t> meanings(const Way& way, const Sources& texts) const {
        std::vector<std::size_t> result;
        for (const Variant& variant : variants_) {
            try {
                const std::string text = preprocessed(way.prelude + variant.defines + texts.at(variant.file));
                result.push_back(std::hash<std::string>()(reached(text)));
            } catch (const std::runtime_error&) {  // the program does not exist
                result.push_back(0);
            }
        }
        return result;
    }

    // Returns the checks with a changed program.
    std::vector<std::size_t> affected(const Way& way, const Sources& texts) const {
        const std::vector<std::size_t> now = meanings(way, texts);
        std::vector<std::size_t> result;
        for (std::size_t i = 0; i < checks_.size(); ++i) {
            const auto is_new = [&](std::size_t program) { return now[program] != way.meanings[program]; };
            if (std::any_of(programs_[i].begin(), programs_[i].end(), is_new)) result.push_back(i);
        }
        return result;
    }

    Result try_all(const Mutant& m, const std::string& text, std::string& by) {
        const int glsl = context_.info().glsl;
        if (m.file == "isonoise/normalization.glsl") {
            by = "normalization";
            return counted([&] { return differing_normalizations(shaders_, glsl, Mode::exact); });
        }
        // First the checks that detected mutants of this function and file.
        auto& here = noticed_[{m.file, body_around(text, m.at).first}];
        auto& nearby = noticed_[{m.file, SIZE_MAX}];
        here.resize(checks_.size());
        nearby.resize(checks_.size());
        const auto often = [&](std::size_t a, std::size_t b) {
            return std::pair(here[a], nearby[a]) > std::pair(here[b], nearby[b]);
        };
        std::vector<std::size_t> first;
        for (std::size_t i = 0; i < checks_.size(); ++i)
            if (nearby[i] > 0) first.push_back(i);
        std::stable_sort(first.begin(), first.end(), often);
        first.resize(std::min<std::size_t>(first.size(), 6));
        bool compiled = false;
        const auto tried = [&](Evaluator& evaluator, std::size_t i, std::uint64_t points) {
            const Check& check = checks_[i];
            if (!can_run(evaluator, check)) return Result::lives;
            try {
                std::uint64_t differing = run_check(evaluator, check, points, 1).differing;
                compiled = true;
                if (differing == 0 && has_integers(check)) differing = differing_integers(evaluator, check, points, 1);
                if (differing == 0) return Result::lives;
            } catch (const Error&) {
                // A compile error in some programs only counts as noticed.
                if (!compiled) return Result::invalid;
            }
            ++here[i];
            ++nearby[i];
            by = check.name;
            return Result::noticed;
        };
        Sources texts;
        for (const Way& way : ways_) {
            Shaders shaders(way.glsl, ShaderFiles(shaders_), way.mode);
            Evaluator evaluator(shaders, context_.info());
            if (texts.empty()) {
                for (const std::size_t i : first)
                    if (const Result result = tried(evaluator, i, 1024); result != Result::lives) return result;
                texts = sources();
            }
            std::vector<std::size_t> order = affected(way, texts);
            std::stable_sort(order.begin(), order.end(), often);
            for (const std::size_t i : order)
                if (const Result result = tried(evaluator, i, 1024); result != Result::lives) return result;
            for (const std::size_t i : order) {
                for (const std::uint64_t points : {std::uint64_t{40000}, kMostPoints})  // in 10 and 32 settings
                    if (const Result result = tried(evaluator, i, points); result != Result::lives) return result;
            }
        }
        by = "detail";
        return counted([&] { return differing_details(shaders_, context_.info(), glsl); });
    }

    // For checks that count differences.
    static Result counted(auto count) {
        try {
            return count() == 0 ? Result::lives : Result::noticed;
        } catch (const Error&) {
            return Result::invalid;
        }
    }

    HeadlessContext context_;
    TemporaryDirectory folder_;
    std::filesystem::path shaders_;
    std::vector<Check> checks_;
    std::array<Way, 3> ways_ = {Way{context_.info().glsl, Mode::exact, {}, {}}, Way{kEs300, Mode::exact, {}, {}},
                                Way{context_.info().glsl, Mode::zero, {}, {}}};
    using Place = std::pair<std::string, std::size_t>;  // a file, and where a function's body begins
    std::map<Place, std::vector<int>> noticed_;         // mutants detected per check
    std::vector<Variant> variants_;
    std::vector<std::set<std::size_t>> programs_;  // per check: indices into variants_
};

}  // namespace

int main(int argc, char** argv) {
    const std::string word = argc > 1 ? argv[1] : "";
    unsigned part = 1, parts = 1;
    if (argc > 2 && std::sscanf(argv[2], "%u/%u", &part, &parts) != 2) return 2;
    setenv("MESA_SHADER_CACHE_DISABLE", "true", 1);
    setenv("GALLIVM_PERF", "nopt", 1);  // llvmpipe spends more time compiling than drawing
    Hunt hunt;
    std::map<Hunt::Result, int> counts;
    unsigned number = 0;
    for (const Mutant& mutant : hunt.mutants()) {
        const std::string name = hunt.describe(mutant);
        if (number++ % parts != part - 1 || name.find(word) == std::string::npos) continue;
        std::string by;
        const Hunt::Result result = hunt.result_of(mutant, by);
        ++counts[result];
        if (result == Hunt::Result::lives) fmt::print("LIVES\t{}\n", name);
        if (std::getenv("ISONOISE_VERBOSE")) {
            if (result != Hunt::Result::lives)
                fmt::print("{}\t{}\t{}\n", result == Hunt::Result::noticed ? "noticed" : "invalid", by, name);
        }
        std::fflush(stdout);
    }
    fmt::print("mutants: shaders: {} noticed, {} live, {} do not compile\n", counts[Hunt::Result::noticed],
               counts[Hunt::Result::lives], counts[Hunt::Result::invalid]);
    return counts[Hunt::Result::lives] > 0;
}
