// The program within a fuzzer: its command line with standard input and output in memory, and without a GL driver.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/command_line.hpp"

namespace isonoise::fuzz {

struct Run {
    int exit = 0;         // the verb's own
    bool failed = false;  // it threw an Error instead
    std::string out;      // standard output
    std::string error;    // the message of the Error
};

// Runs `isonoise WORDS` on this input. Standard error stays as it is, for the sanitizers.
Run run_program(const std::vector<std::string>& words, std::string_view input = {});

// The same on a command line that is kept: to add a verb's options takes far longer than to parse and run most lines.
// The options keep their values from one line to the next, so all lines for it must give the same ones.
Run run_program(CommandLine& line, const std::vector<std::string>& words, std::string_view input);

}  // namespace isonoise::fuzz
