// The preprocessor of the user's texts beside glslang's.
#include <random>

#include <gtest/gtest.h>

#include "gpu/glslang.hpp"
#include "isonoise/error.hpp"
#include "isonoise/function/reading/preprocessor.hpp"

using namespace isonoise;

namespace {

class Text {
  public:
    explicit Text(std::uint32_t seed) : random_(seed) {}
    std::string text() {
        std::string all;
        for (int i = 0; i < 25; ++i)
            all += line() + "\n";
        while (open_-- > 0)
            all += "#endif\n";
        return all;
    }

  private:
    int below(int n) { return static_cast<int>(random_() % static_cast<std::uint32_t>(n)); }
    std::string name() { return std::string(1, "ABCDEFPQR"[below(9)]); }
    std::string numeric() { return std::string(1, "PQR"[below(3)]); }  // a macro of a number
    std::string number() { return std::to_string(below(9)); }
    std::string text_of(int depth) {
        const std::string left = below(3) ? name() : number();
        if (depth == 0) return left;
        if (below(4) == 0) return "F(" + text_of(depth - 1) + ", " + text_of(depth - 1) + ")";
        if (below(6) == 0) return "G()";
        return left + " + " + text_of(depth - 1);
    }
    std::string condition(int depth) {
        if (depth == 0) {
            const std::string some = numeric();
            const std::string value = below(2) ? "(defined(" + some + ") && " + some + " > 2)" : number();
            return below(4) ? value : "!defined " + some;
        }
        static constexpr const char* signs[] = {
            "||", "&&", "|", "^", "&", "==", "!=", "<=", ">=", "<", ">", "<<", ">>", "+", "-", "*"};
        static constexpr const char* before[] = {"", "", "", "-", "~", "!"};
        const std::string right = before[below(6)] + condition(depth - 1),
                          // glslang also refuses 0 && 1 / 0.
            end = below(8)   ? signs[below(16)] + (" " + right)
                  : below(2) ? "/ 3"
                             : "% 5",
                          inner = condition(depth - 1) + " " + end;
        return below(3) ? inner : "(" + inner + ")";
    }
    std::string line() {
        switch (below(12)) {
        case 0: return "#define " + numeric() + " " + number();
        case 1: return "  #  define " + std::string(1, "ABCDE"[below(5)]) + " " + text_of(1) + "  // " + name();
        case 2: return "#undef " + name();
        case 3: return "#undef F\n#define F(a, b) a * b" + std::string(below(2) ? " - A" : "");
        case 4: return "#undef G\n#define G() " + text_of(1);
        case 5: ++open_; return "#if " + condition(2);
        case 6: ++open_; return std::string(below(2) ? "#ifdef " : "#ifndef ") + name();
        case 7: return open_ > 0 ? "#elif " + condition(1) : "#";
        case 8:
            if (open_ == 0) return "/* #define A\n#undef B\n*/";
            --open_;
            return "#endif";
        default: return text_of(2) + ";";
        }
    }

    std::mt19937 random_;
    int open_ = 0;
};

std::string words_of(const glsl::Tokens& tokens) {
    std::string words;
    for (const glsl::Token& token : tokens)
        words += token.text + " ";
    return words;
}

}  // namespace

TEST(Preprocessor, IsThatOfGlslang) {
    int taken = 0, refused = 0;
    for (std::uint32_t seed = 1; seed <= 3000; ++seed) {
        const std::string text = Text(seed).text();
        std::string expected, words;
        try {
            expected = preprocessed("#version 300 es\n" + text);
            expected = words_of(glsl::tokens(expected.substr(expected.find('\n'))));
            ++taken;
        } catch (const std::exception&) {
            ++refused;
        }
        try {
            words = words_of(glsl::preprocess(glsl::tokens(text), {}));
        } catch (const Error& e) {
            words = expected.empty() ? "" : e.what();
        }
        ASSERT_EQ(words, expected) << text;
    }
    EXPECT_GT(taken, 1000);
    EXPECT_GT(refused, 300);
}
