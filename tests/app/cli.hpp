// Runs the program like a user, in a private directory.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <sys/wait.h>

#include "temporary.hpp"

namespace fs = std::filesystem;

struct Result {
    int exit = -1;
    std::string out, err;
};

class Cli : public testing::Test {
  protected:
    static std::string read(const fs::path& path) { return read_file(path); }
    void write(const std::string& name, const std::string& text) const {
        std::ofstream(dir / name, std::ios::binary) << text;
    }

    // `line` is a shell command in which `isonoise` is the program; `in` is its standard input.
    Result shell(const std::string& line, const std::string& in = "") const {
        write(".in", in);
        const std::string command = "cd '" + dir.string() + "' && isonoise() { '" ISONOISE_BINARY "' \"$@\"; } && { " +
                                    line + "; } <.in >.out 2>.err";
        const int status = std::system(command.c_str());
        return {WIFEXITED(status) ? WEXITSTATUS(status) : 128, read(dir / ".out"), read(dir / ".err")};
    }
    Result run(const std::string& arguments, const std::string& in = "") const {
        return shell("isonoise " + arguments, in);
    }

    // Files in the working directory other than the test's own.
    std::vector<std::string> files() const {
        std::vector<std::string> names;
        for (const auto& entry : fs::directory_iterator(dir)) {
            const std::string name = entry.path().filename().string();
            if (name != ".in" && name != ".out" && name != ".err") names.push_back(name);
        }
        std::sort(names.begin(), names.end());
        return names;
    }

    TemporaryDirectory temporary;
    fs::path dir = temporary.path();
};
