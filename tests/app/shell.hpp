// Runs shell commands.
#pragma once

#include <cstdio>
#include <string>

#include <sys/wait.h>

// The exit code and the combined output of standard output and error.
struct Out {
    int exit = -1;
    std::string text;
};
inline Out shell(const std::string& command) {
    Out out;
    std::FILE* pipe = popen((command + " 2>&1").c_str(), "r");
    char buffer[4096];
    for (std::size_t n; (n = std::fread(buffer, 1, sizeof buffer, pipe)) > 0;)
        out.text.append(buffer, n);
    const int status = pclose(pipe);
    out.exit = WIFEXITED(status) ? WEXITSTATUS(status) : 128;
    return out;
}
