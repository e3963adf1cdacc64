// The program within a fuzzer: its command line with standard input and output in memory, and without a GL driver.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace isonoise::fuzz {

struct Run {
    int exit = 0;         // the verb's own
    bool failed = false;  // it threw an Error instead
    std::string out;      // standard output
    std::string error;    // the message of the Error
};

// Runs `isonoise WORDS` on this input. Standard error stays as it is, for the sanitizers.
Run run_program(const std::vector<std::string>& words, std::string_view input = {});

}  // namespace isonoise::fuzz
