// Runs the program inside a fuzzer: its command line with standard input and output in memory, and without a GL driver.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/command_line.hpp"

namespace isonoise::fuzz {

struct Run {
    int exit = 0;         // the verb's exit code
    bool failed = false;  // it threw an Error instead
    std::string out;      // standard output
    std::string error;    // the message of the Error
};

// Runs `isonoise WORDS` on this input. Standard error stays as it is, for the sanitizers.
Run run_program(const std::vector<std::string>& words, std::string_view input = {});

// Like run_program(words), reusing a command line: adding a verb's options takes far longer than parsing and running
// most lines. Options keep their values between lines, so all lines must set the same ones.
Run run_program(CommandLine& line, const std::vector<std::string>& words, std::string_view input);

}  // namespace isonoise::fuzz
