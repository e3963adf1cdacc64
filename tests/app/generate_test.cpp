// The manual page and the completions, compared with --help; bash's are executed. The packages' test runs zsh, fish and
// man.
#include <regex>
#include <set>

#include <gtest/gtest.h>

#include "app/cli.hpp"

class Generate : public Cli {
  protected:
    // What bash offers for a line, which ends where the cursor is. It splits words at = too.
    std::string complete(const std::string& words) const {
        return shell("isonoise generate bash >bash && bash -c 'source ./bash; COMP_WORDS=(isonoise " + words +
                     "); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _isonoise; echo $(printf \"%s\\n\" \"${COMPREPLY[@]}\" "
                     "| sort)'")
            .out;
    }
};

TEST_F(Generate, EachFormatHasEveryOption) {
    const std::string man = run("generate man").out, bash = run("generate bash").out, zsh = run("generate zsh").out,
                      fish = run("generate fish").out;
    const std::string verbs = run("--help").out;
    const std::regex verb_line("\n  ([a-z]+) {2,}"), option_line("\n  (-o|--[a-z-]+)( [^ ]+)?( {2,}|\n)");
    int count = 0;
    for (std::sregex_iterator verb(verbs.begin(), verbs.end(), verb_line), end; verb != end; ++verb) {
        const std::string name = (*verb)[1], help = run(name + " --help").out;
        EXPECT_NE(man.find(".SS isonoise " + name), std::string::npos) << name;
        EXPECT_NE((" " + complete("\"\"")).find(" " + name), std::string::npos) << name;
        const std::string offered = " " + complete(name + " -");
        for (std::sregex_iterator it(help.begin(), help.end(), option_line); it != end; ++it, ++count) {
            const std::string option = (*it)[1];
            const std::string bare = option.substr(option.find_first_not_of('-'));
            EXPECT_TRUE(std::regex_search(offered, std::regex(" " + option + "[ \n]"))) << name << " " << option;
            EXPECT_NE(man.find("\\fB" + std::regex_replace(option, std::regex("-"), "\\-") + "\\fR"), std::string::npos)
                << option;
            EXPECT_TRUE(std::regex_search(zsh, std::regex("'" + option + "=?\\["))) << option;
            EXPECT_TRUE(std::regex_search(fish, std::regex("from " + name + "' -(l|s) " + bare + " ")))
                << name << " " << option;
        }
    }
    EXPECT_GT(count, 150);
}

// Choices are offered by completions and listed in the help; two options accept any word.
TEST_F(Generate, WordsAreOffered) {
    for (const char* verb : {"view", "render", "bake", "sample", "verify", "snippet", "gallery", "bench"}) {
        const std::string help = run(std::string(verb) + " --help").out;
        const std::regex line("\n  (--[a-z-]+) (WORD|LIST) ");
        for (std::sregex_iterator it(help.begin(), help.end(), line), end; it != end; ++it) {
            const std::string option = (*it)[1];
            if (option == "--only" || option == "--name") continue;
            std::istringstream words(complete(verb + std::string(" ") + option + " \"\""));
            int count = 0;
            for (std::string word; words >> word; ++count)
                EXPECT_NE(help.find(word, static_cast<std::size_t>(it->position())), std::string::npos)
                    << verb << " " << option << " offers " << word;
            EXPECT_GE(count, 2) << verb << " " << option;
        }
    }
}

TEST_F(Generate, BashCompletes) {
    write("my preset.json", "{}");
    fs::create_directory(dir / "my folder");
    EXPECT_EQ(complete("re"), "render\n");
    EXPECT_EQ(complete("render --sce"), "--scene\n");
    EXPECT_EQ(complete("render --scene ma"), "map marble\n");
    EXPECT_EQ(complete("render --scene = ma"), "map marble\n");
    EXPECT_EQ(complete("render --seed \"\""), "\n");
    EXPECT_EQ(complete("bake --format w"), "\n") << "no videos";
    EXPECT_EQ(complete("view terrain-al"), "terrain-alps\n");
    EXPECT_EQ(complete("view woo"), "wood\n");
    EXPECT_EQ(complete("sample woo"), "wood\n");
    EXPECT_EQ(complete("functions woo"), "wood\n");
    EXPECT_EQ(complete("view my"), "my folder my preset.json\n");
    EXPECT_EQ(complete("render -o my"), "my folder my preset.json\n");
    EXPECT_EQ(complete("gallery my"), "my folder my preset.json\n") << "a folder, then a function";
    EXPECT_EQ(complete("gallery --shader-dir my"), "my folder\n");
    EXPECT_EQ(complete("generate z"), "zsh\n");
}

TEST_F(Generate, AnythingElseIsRefused) {
    for (const char* arguments : {"generate", "generate tcsh"}) {
        const Result r = run(arguments);
        EXPECT_EQ(r.exit, 2);
        EXPECT_NE(r.err.find("format: expected one of man, bash, zsh, fish, got"), std::string::npos) << r.err;
    }
}
