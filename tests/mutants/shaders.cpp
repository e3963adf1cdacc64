// isonoise_shader_mutants [WORD [I/N]]: is every mutant of shaders/isonoise noticed by a comparison with the CPU?
//
// Each constant becomes the next number, each operator another one, each component its neighbour; one at a time, those
// in conditions of the preprocessor too. What does not compile is no mutant. Prints each that lives, and exits with 1
// if one does. WORD: only mutants whose line, as printed, contains it. I/N: every N-th mutant, from the I-th.
// With ISONOISE_VERBOSE also prints those that are noticed, and by which check. tests/mutants/run calls it.
#include <algorithm>
#include <cstdio>
#include <map>
#include <regex>
#include <set>

#include <fmt/format.h>

#include "conformance/checks.hpp"
#include "error.hpp"
#include "gpu/context.hpp"
#include "gpu/glslang.hpp"
#include "gpu/normalization.hpp"
#include "temporary.hpp"

using namespace isonoise;

namespace {

struct Mutant {
    std::string file;
    std::size_t line, at, length;      // the token in the file's text
    std::vector<std::string> instead;  // the first that compiles
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
        // Not a subnormal number, which drivers take for 0.
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

// Tries mutants on this driver, in several versions of GLSL.
class Hunt {
  public:
    Hunt() : shaders_(folder_.shaders()), checks_(all_checks()) { note_functions(); }

    std::vector<Mutant> mutants() const {
        std::vector<Mutant> result;
        std::set<std::filesystem::path> files;
        for (const auto& entry : std::filesystem::directory_iterator(shaders_ / "isonoise"))
            files.insert(entry.path());
        for (const auto& path : files) {
            const auto found = mutants_of("isonoise/" + path.filename().string(), read_file(path));
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
    // The range of the top-level braces around a place in a file: the body of its function, or nothing.
    static std::pair<std::size_t, std::size_t> body_around(const std::string& text, std::size_t at) {
        std::size_t begin = 0;
        for (std::size_t i = 0, depth = 0; i < text.size(); ++i) {
            if (text.compare(i, 2, "//") == 0) i = text.find('\n', i);
            if (text[i] == '{' && depth++ == 0) begin = i;
            if (text[i] == '}' && --depth == 0 && begin < at && at < i) return {begin, i + 1};
        }
        return {};
    }

    // The checks whose shaders compute a function or use a constant, by its name; all if it has none.
    std::vector<std::size_t> checks_of(const Mutant& m, const std::string& text) const {
        // The word before the parameters, or before the value.
        const std::size_t begin = body_around(text, m.at).first;
        std::size_t end = text.rfind(begin == 0 ? '=' : '(', begin == 0 ? m.at : begin);
        if (begin == 0 && (end == std::string::npos || text.find('\n', end) < m.at)) end = 0;
        while (end > 0 && text[end - 1] == ' ')
            --end;
        std::size_t start = end;
        while (start > 0 && is_word(text[start - 1]))
            --start;
        const std::string name = text.substr(start, end - start);
        std::vector<std::size_t> result;
        for (std::size_t i = 0; i < checks_.size(); ++i)
            if (name.empty() || used_[i].contains(name)) result.push_back(i);
        return result;
    }

    static bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

    // The names in all functions that a check's shaders call, overloads together.
    void note_functions() {
        static std::set<std::string>* names;
        static decltype(glad_glShaderSource) original = glad_glShaderSource;
        glad_glShaderSource = [](GLuint shader, GLsizei count, const GLchar* const* texts, const GLint* lengths) {
            add_functions(texts[0], *names);
            original(shader, count, texts, lengths);
        };
        // Nothing needs to be drawn, which would take the driver's time.
        const auto draw = std::exchange(glad_glDrawArrays, [](GLenum, GLint, GLsizei) {});
        const auto dispatch = std::exchange(glad_glDispatchCompute, [](GLuint, GLuint, GLuint) {});
        for (const Check& check : checks_) {
            Shaders fresh(context_.info().glsl, ShaderFiles(shaders_));
            Evaluator evaluator(fresh, context_.info());
            names = &used_.emplace_back();
            if (!can_run(evaluator, check)) continue;
            run_check(evaluator, check, 1, 1);
            if (!check.cells && !check.gradient && !check.function) differing_integers(evaluator, check, 1, 1);
        }
        glad_glShaderSource = original;
        glad_glDrawArrays = draw;
        glad_glDispatchCompute = dispatch;
    }

    static void add_functions(const std::string& source, std::set<std::string>& names) {
        const std::string text = preprocessed(source);
        std::map<std::string, std::set<std::string>> words;  // by function
        std::string function, word, last;
        int depth = 0;
        for (const char c : text) {
            if (is_word(c)) {
                word += c;
                continue;
            }
            if (!word.empty()) {
                last = std::exchange(word, "");
                if (depth > 0) words[function].insert(last);
            }
            if (c == '(' && depth == 0) function = last;
            depth += (c == '{') - (c == '}');
        }
        names.erase("main");  // that of the other stage
        std::vector<std::string> left = {"main"};
        while (!left.empty()) {
            const std::string next = left.back();
            left.pop_back();
            if (!names.insert(next).second) continue;
            left.insert(left.end(), words[next].begin(), words[next].end());
        }
    }

    Result try_all(const Mutant& m, const std::string& text, std::string& by) {
        if (m.file == "isonoise/normalization.glsl") return try_normalization(by);
        // First what noticed mutants of this function, and of this file.
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
        const auto tried = [&](Evaluator& evaluator, const std::vector<std::size_t>& order, std::uint64_t points) {
            for (const std::size_t i : order) {
                const Check& check = checks_[i];
                if (!can_run(evaluator, check)) continue;
                try {
                    std::uint64_t differing = run_check(evaluator, check, points, 1).differing;
                    compiled = true;
                    if (differing == 0 && !check.cells && !check.gradient && !check.function) {
                        differing = differing_integers(evaluator, check, 1024, 1);
                    }
                    if (differing == 0) continue;
                } catch (const Error&) {
                    // A text that is wrong in one form of the noise alone is noticed there.
                    if (!compiled) return Result::invalid;
                }
                ++here[i];
                ++nearby[i];
                by = check.name;
                return Result::noticed;
            }
            return Result::lives;
        };
        Result result = Result::lives;
        std::vector<std::size_t> order;
        for (const auto& [glsl, mode] : {std::pair(context_.info().glsl, Mode::exact), std::pair(kEs300, Mode::exact),
                                         std::pair(context_.info().glsl, Mode::zero)}) {
            Shaders shaders(glsl, ShaderFiles(shaders_), mode);
            Evaluator evaluator(shaders, context_.info());
            if (order.empty()) {
                if (result = tried(evaluator, first, 1024); result != Result::lives) return result;
                order = checks_of(m, text);
                std::stable_sort(order.begin(), order.end(), often);
            }
            for (const std::uint64_t points : {1024u, 40000u, 131072u}) {  // in 1, 10 and 32 settings
                if (result = tried(evaluator, order, points); result != Result::lives) return result;
            }
        }
        return Result::lives;
    }

    Result try_normalization(std::string& by) const {
        try {
            if (differing_normalizations(shaders_, context_.info().glsl, Mode::exact) == 0) return Result::lives;
        } catch (const Error&) {
            return Result::invalid;
        }
        by = "normalization";
        return Result::noticed;
    }

    HeadlessContext context_;
    TemporaryDirectory folder_;
    std::filesystem::path shaders_;
    std::vector<Check> checks_;
    using Place = std::pair<std::string, std::size_t>;  // a file, and where a function's body begins in it
    std::map<Place, std::vector<int>> noticed_;         // for each check: how many mutants
    std::vector<std::set<std::string>> used_;           // by each check: names
};

}  // namespace

int main(int argc, char** argv) {
    const std::string word = argc > 1 ? argv[1] : "";
    unsigned part = 1, parts = 1;
    if (argc > 2 && std::sscanf(argv[2], "%u/%u", &part, &parts) != 2) return 2;
    setenv("MESA_SHADER_CACHE_DISABLE", "true", 1);
    setenv("GALLIVM_PERF", "nopt", 1);  // llvmpipe compiles for longer than it draws
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
